"""``python -m steppe.mapmaker dom``: compile a title's map from the layers in geo/ and write it into its data."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from steppe.errors import SteppeError
from steppe.mapmaker.compile import compile_map
from steppe.mapmaker.hexmap import HexMap, write_map
from steppe.mapmaker.recipe import read_recipe

PROJECT = Path(__file__).resolve().parents[3]


def report(made: HexMap) -> str:
    """What was made, in figures."""
    terrain = Counter(made.terrain)
    kinds = Counter(kind for kind, _ in (*made.sides.values(), *made.roads.values()))
    features = Counter(f for features in made.features for f in features)
    regions = Counter(r for regions in made.regions for r in regions)
    parts = {"hexes": terrain, "sides": kinds, "features": features, "regions": regions}
    lines = [f"{what}: " + ", ".join(f"{n} {k}" for k, n in count.most_common()) for what, count in parts.items()]
    return "\n".join(lines + [f"warning: {w}" for w in made.warnings])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m steppe.mapmaker", description=__doc__)
    parser.add_argument("title", help="key of the title, which names its recipe")
    parser.add_argument("--geo", type=Path, default=PROJECT / "geo", help="folder of the layers")
    parser.add_argument("--out", type=Path, help="where to write (default: the title's data folder)")
    chosen = parser.parse_args(arguments)
    out = chosen.out or PROJECT / "src" / "steppe" / "titles" / chosen.title / "data"
    try:
        made = compile_map(read_recipe(chosen.geo, chosen.title))
    except SteppeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    write_map(made, out)
    print(report(made))
    return 0


if __name__ == "__main__":
    sys.exit(main())
