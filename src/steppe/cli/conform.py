"""``steppe conform``: whether a title keeps what every title must keep."""

from __future__ import annotations

from typing import Annotated

import typer

from steppe.cli.common import AsJson, Data, TitleKey, print_json, say
from steppe.cli.lab import progress


def register(app: typer.Typer) -> None:
    app.command("conform")(conform)


def conform(
    title: TitleKey,
    scenario: Annotated[str, typer.Option(metavar="S", help="Only this scenario; all of them if none is named.")] = "",
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Run the conformance suite on a title: clones, undo, replay, hidden things, refusals, positions, map."""
    from steppe import titles
    from steppe.lab.conformance import CHECKS, examine

    found = []
    with progress(len(CHECKS) * (1 if scenario else len(titles.scenarios(title)))) as bar:
        task = bar.add_task("checks", total=None)
        for verdict in examine(title, scenario, data):
            found.append(verdict)
            bar.advance(task)
            if not as_json:
                told = f"FAILED: {verdict.message}" if verdict.message else "holds"
                say(f"{verdict.scenario}: {verdict.check}: {told}")
    failed = [verdict for verdict in found if verdict.message]
    if as_json:
        checks = [{**v._asdict(), "holds": not v.message} for v in found]
        print_json("conform", {"title": title, "conforms": not failed, "checks": checks})
    else:
        say(f"{title}: {len(found) - len(failed)} of {len(found)} checks hold")
    if failed:
        raise typer.Exit(1)
