"""What there is: titles, rules, sources, maps."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from steppe import mapdraw, places, titles
from steppe.cli.common import AsJson, Data, ScenarioKey, TitleKey, console, print_json, say
from steppe.errors import SteppeError
from steppe.ledger import Ledger, LedgerRow
from steppe.places import Place, Places
from steppe.tables import SOURCES, DataFolder, read_text

SECTION_PLACES = 4
"""How many places are shown that name the section of a row, if none names the row itself."""


def register(app: typer.Typer) -> None:
    app.command("titles")(list_titles)
    app.command("rules")(rules)
    app.command("sources")(sources)
    app.command("map")(draw_map)


def list_titles(as_json: AsJson = False, data: Data = None) -> None:
    """List the titles with their scenarios, seats and options."""
    found = [_title_data(key, data) for key in titles.known()]
    if as_json:
        print_json("titles", {"titles": found})
        return
    for entry in found:
        say(f"{entry['key']}  {entry['name']}: {' against '.join(entry['seats'])}")
        for scenario in entry["scenarios"]:
            turns = f"turns {scenario['first_turn']} to {scenario['last_turn']}"
            say(f"    {scenario['key']}: {scenario['name']}, {turns}, {scenario['hours']}")
            say(f"        {scenario['words']}")
        for option in entry["options"]:
            say(f"    {option['name']} ({'on' if option['default'] else 'off'}): {option['words']}")


def _title_data(key: str, data: Path | None) -> dict[str, Any]:
    title = titles.load(key, data=data)
    options = titles.package(key).OPTIONS
    return {
        "key": key,
        "name": title.name,
        "seats": list(title.seats),
        "scenarios": [{**s._asdict(), "options": dict(s.options)} for s in title.scenarios],
        "options": [{"name": n, "default": default, "words": words} for n, (default, words) in options.items()],
    }


# -- the rule ledger --------------------------------------------------------------------------------------------------


def rules(
    title: TitleKey,
    row: Annotated[str | None, typer.Argument(metavar="ROW", help="A number such as 11.17b or 11, or words.")] = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Show the rule ledger: each requirement in our words, how we read it, where it is enforced, what tests it."""
    folder = titles.folder(title, data)
    ledger = Ledger.load(folder)
    found = ledger.find(row) if row else ledger.rows
    if not found:
        raise SteppeError(f"no rule of {title} matches {row!r}")
    if not row and not as_json:
        for r in found:
            say(f"{r.rule}  {r.title}")
        return
    enforced, tested = places.places(titles.load(title, data=data), folder), places.tests(title)
    if as_json:
        print_json("rules", {"title": title, "rows": [_row_data(r, enforced, tested) for r in found]})
        return
    for r in found:
        _tell_row(r, enforced[r.rule], () if tested is None else tested.get(r.rule, ()))
    if tested is None:
        say("The tests that hold these rows come with the source, not with the installed program.")


def _tell_row(row: LedgerRow, enforced: tuple[Place, ...], tested: tuple[Place, ...]) -> None:
    say(f"{row.rule}  {row.title} [{row.kind}, {row.side}]")
    say(f"    {row.what}")
    if row.ambiguity:
        say(f"    reading: {row.ambiguity}")
    if row.enforceable:
        exact = [place for place in enforced if place.exact]
        for place in exact:
            say(f"    enforced in {place}")
        for place in () if exact else enforced[:SECTION_PLACES]:
            say(f"    enforced with its section in {place}")
        for place in tested:
            say(f"    tested by {place}")


def _row_data(row: LedgerRow, enforced: Places, tested: Places | None) -> dict[str, Any]:
    """The tests are None where they are not at hand."""
    return {
        "rule": row.rule,
        "title": row.title,
        "kind": row.kind,
        "what": row.what,
        "side": row.side,
        "reading": row.ambiguity,
        "enforceable": row.enforceable,
        "places": [place._asdict() for place in enforced[row.rule]],
        "tests": None if tested is None else [_test_data(place) for place in tested.get(row.rule, ())],
    }


def _test_data(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "name": place.name}


# -- where the data come from -----------------------------------------------------------------------------------------


def sources(
    title: TitleKey,
    rows: Annotated[
        str | None, typer.Option("--list", metavar="KIND", help=f"List the rows of a kind: {', '.join(SOURCES)}.")
    ] = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Count what is stated in the rulebook, what follows from it and what we have reconstructed."""
    if rows is not None and rows not in SOURCES:
        raise SteppeError(f"--list {rows!r} is not one of {', '.join(SOURCES)}")
    titles.load(title, data=data)  # what is counted has been validated
    folder = titles.folder(title, data)
    tables = {name: _sourced(folder, name) for name in folder.files() if name.endswith(".csv")}
    counts = {name: _counts(table) for name, table in tables.items() if table}
    listed = {n: [r for r in t if r["source"] == rows] for n, t in tables.items() if t} if rows else {}
    if as_json:
        print_json("sources", {"title": title, "files": counts, "total": _total(counts), "rows": listed})
        return
    shown = Table("file", *SOURCES)
    for name, count in [*counts.items(), ("all", _total(counts))]:
        shown.add_row(name, *(str(count[kind]) for kind in SOURCES))
    console().print(shown)
    for name, found in listed.items():
        for entry in found:
            values = [v for k, v in entry.items() if k not in ("source", "note") and v]
            say(f"{name}: {' '.join(values[:6])}" + (f"  ({entry['note']})" if entry.get("note") else ""))


def _sourced(folder: DataFolder, name: str) -> list[dict[str, str]]:
    """The rows of a file that says where its figures come from."""
    reader = csv.DictReader(io.StringIO(read_text(folder.open(name)), newline=""))
    return list(reader) if "source" in (reader.fieldnames or ()) else []


def _counts(table: list[dict[str, str]]) -> dict[str, int]:
    found = Counter(row["source"].strip() for row in table)
    return {kind: found[kind] for kind in SOURCES}


def _total(counts: dict[str, dict[str, int]]) -> dict[str, int]:
    return {kind: sum(count[kind] for count in counts.values()) for kind in SOURCES}


# -- the map ----------------------------------------------------------------------------------------------------------


def draw_map(
    title: TitleKey,
    scenario: ScenarioKey = "",
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Write the map as PNG.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the map as SVG.")] = None,
    width: Annotated[int | None, typer.Option(min=200, max=20000, help="Pixels of the PNG.")] = None,
    data: Data = None,
) -> None:
    """Draw a title's map."""
    if png is None and svg is None:
        raise SteppeError("say where the map should go: --png FILE or --svg FILE")
    loaded = titles.load(title, scenario, data=data)
    drawn = mapdraw.draw(
        titles.drawing(loaded, titles.folder(title, data, loaded.scenario.key)), title=loaded.full_name
    )
    picture = mapdraw.png(drawn, width=width) if png is not None else b""
    if svg is not None:
        svg.write_text(drawn, encoding="utf-8")
        say(f"{svg}: written")
    if png is not None:
        png.write_bytes(picture)
        say(f"{png}: written")
