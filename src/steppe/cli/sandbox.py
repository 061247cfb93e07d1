"""``steppe try``: a position on the table, questions about it, and orders with forced dice or results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from steppe import situations
from steppe.cli.common import AsJson, Data, print_json, say, tell_sheet
from steppe.errors import DataError
from steppe.questions import Answer
from steppe.situations import MOST

ASKING = frozenset({"order", "why", "sheet", "range", "path", "hex", "supply", "control", "retreats", "legal"})
"""What the options can ask; if none of them does, the legal orders are told."""

UNTOLD = ("scenario", "begin", "options", "state", "empty_regions")
"""Of what was assumed, what people are not told, or in another way."""

Texts = list[str] | None


def register(app: typer.Typer) -> None:
    app.command("try")(try_position)


def try_position(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A position file, or - for standard input.")],
    order: Annotated[
        Texts, typer.Option(metavar="TEXT", help="Carry out an order (several: one after another).")
    ] = None,
    die: Annotated[list[int] | None, typer.Option(metavar="N", help="What the next die shows.")] = None,
    result: Annotated[
        Texts, typer.Option(metavar="CODE", help="How the next battle ends; weather=M, attenuated=-2.")
    ] = None,
    sheet: Annotated[Texts, typer.Option(metavar="TEXT", help="The battle sheet of an assault.")] = None,
    against: Annotated[
        str | None, typer.Option(metavar="TEXT", help='Sheets with the defender\'s answer: "air 1".')
    ] = None,
    reach: Annotated[Texts, typer.Option("--range", metavar="UNIT[+UNIT]", help="Where a group can move.")] = None,
    path: Annotated[
        Texts, typer.Option(metavar="TEXT", help='A way and its cost: "3Pz 2318", "3Pz 2117-2218-2318".')
    ] = None,
    hexes: Annotated[
        Texts, typer.Option("--hex", metavar="HEX", help="A hex: control, supply, who could reach it.")
    ] = None,
    supply: Annotated[bool, typer.Option("--supply", help="The supply of every unit.")] = False,
    control: Annotated[bool, typer.Option("--control", help="Whose each hex is.")] = False,
    retreats: Annotated[bool, typer.Option("--retreats", help="The retreat in hand and who chooses.")] = False,
    why: Annotated[Texts, typer.Option(metavar="TEXT", help="Whether an order is legal, and if not, why.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="The legal orders.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="The most legal orders to list.")] = MOST,
    seat: Annotated[str | None, typer.Option(help="Sheets as this seat knows the strengths.")] = None,
    brief: Annotated[
        bool, typer.Option("--brief", help="Neither the position after the orders nor what was assumed.")
    ] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Try out a position. Orders are carried out first; questions are answered about what they lead to.

    A position may bring questions of its own, [[ask]]: each is answered from the position as it stands.
    """
    tried = situations.read(_read(position), data)
    asked: Answer = {
        "order": order, "die": die, "result": result, "why": why, "sheet": sheet, "range": reach, "path": path,
        "hex": hexes, "supply": supply, "control": control, "retreats": retreats, "legal": legal, "against": against,
        "seat": seat, "limit": limit, "position": bool(order) and not brief,
    }  # fmt: skip
    asked = {key: value for key, value in asked.items() if value}
    own = tried.answers()
    if not own and not asked.keys() & ASKING:
        asked["legal"] = True
    answers = {**tried.ask(asked), "begun": tried.events, "assumed": tried.assumed}
    if own:
        answers["asked"] = own
    if as_json:
        print_json("try", with_troubles_joined(answers))
    else:
        _tell(answers, brief=brief)
    if answers.get("refused") or any("error" in told for told in own):
        raise typer.Exit(1)


def _read(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError("not a position: no UTF-8 text", file=name) from None


def with_troubles_joined(value: Any) -> Any:
    """Answers as commands print them: what is wrong with an order in one word."""
    if isinstance(value, list):
        return [with_troubles_joined(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: with_troubles_joined(item) for key, item in value.items()}
    if isinstance(found.get("trouble"), list):
        found["trouble"] = "|".join(found["trouble"])
    return found


# -- for people -------------------------------------------------------------------------------------------------------


def _tell(answers: Answer, *, brief: bool = True) -> None:
    for given in answers.get("given", ()):
        say(f"> {given['order']}")
        for event in given["events"]:
            say(f"  {event['text']}")
    if answers.get("refused"):
        refused = answers["refused"]
        say(f"> {refused['order']}")
        say(f"  {_reason(refused)}")
    prompt = answers["prompt"]
    say(
        f"Turn {answers['turn']}, step {answers['step']}. {(prompt['seat'] or 'nobody').capitalize()}: {prompt['text']}"
    )
    for text in answers.get("legal", ()):
        say(f"  {text}")
    if answers.get("more"):
        say("  and more (--limit)")
    for entry in answers.get("why", ()):
        say(f"{entry['order']}: {_reason(entry['refused'])}")
    for entry in answers.get("sheets", ()):
        _tell_sheet(entry)
    for entry in answers.get("ranges", ()):
        _tell_range(entry)
    for entry in answers.get("supply", ()):
        line = f" {' '.join(entry['line'])}" if entry["line"] else ""
        state = f"in supply by {entry['by']}" if entry["in_supply"] else "OUT OF SUPPLY"
        say(f"{entry['unit']} ({entry['side']}, {entry['at']}): {state}{line}")
    for entry in answers.get("paths", ()):
        _tell_path(entry)
    for entry in answers.get("hexes", ()):
        _tell_hex(entry)
    for entry in answers.get("threats", ()):
        say(f"the threat to {entry['hex']}:" + ("" if entry["sheet"] else " none"))
        for line in tell_sheet(entry["sheet"]) if entry["sheet"] else ():
            say(line)
    for seat in sorted(set(answers.get("control", {}).values())):
        say(f"{seat}: {' '.join(label for label, holder in answers['control'].items() if holder == seat)}")
    if "retreats" in answers:
        _tell_retreats(answers["retreats"])
    if "unused" in answers:
        say(f"not used: {' '.join(str(item) for items in answers['unused'].values() for item in items)}")
    for told in answers.get("asked", ()):
        say(f"-- {told['number']}" + (f": {told['about']}" if "about" in told else ""))
        if "error" in told:
            say(f"not understood: {told['error']}")
        else:
            _tell(told)
    if not brief:
        _tell_assumed(answers["assumed"])
    if "position" in answers:
        say(answers["position"])


def _tell_assumed(assumed: Answer) -> None:
    """What the position left unsaid, in one line: all but scenario, options and whether the step begins."""
    numbers = assumed.get("state", {})
    values = {key: value for key, value in assumed.items() if key not in UNTOLD} | {
        name: value for name, value in numbers.items() if value != 0
    }
    said = [f"{name} {_short(value)}" for name, value in values.items()]
    said += [f"0 for {', '.join(zeros)}"] if (zeros := [name for name, value in numbers.items() if value == 0]) else []
    said += [f"no hexes of {', '.join(empty)}"] if (empty := assumed.get("empty_regions")) else []
    if said:
        say(f"Assumed: {'; '.join(said)}.")


def _short(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}={item}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _reason(refused: Answer | None) -> str:
    return f"refused by rule {refused['rule']}: {refused['why']}" if refused else "legal"


def _tell_path(entry: Answer) -> None:
    steps = " ".join(f"{label} ({spent})" for label, spent in zip(entry["path"], entry["spent"], strict=True))
    say(f"{'+'.join(entry['units'])} by {steps or 'no way'}: {_reason(entry['refused'])}")


def _tell_hex(entry: Answer) -> None:
    words = [entry["terrain"], *entry["features"], *entry["regions"]]
    say(f"{entry['hex']} {entry['name']}".rstrip() + f": {' '.join(words)}; {entry['control']}")
    for label, kinds in entry["sides"].items():
        say(f"  side to {label}: {' '.join(kinds)}")
    if entry["units"]:
        say(f"  in it: {' '.join(entry['units'])}")
    for seat, supply in entry.get("supply", {}).items():
        if supply is not None:
            line = f" {' '.join(supply['line'])}" if supply["line"] else ""
            say(f"  {seat} units here: " + (f"in supply by {supply['by']}{line}" if supply["by"] else "OUT OF SUPPLY"))
    for unit in entry.get("reach", ()):
        why = f", but {_reason(unit['refused'])}" if unit["refused"] else ""
        say(f"  {unit['unit']} ({unit['side']}) could come from {unit['from']} for {unit['spent']} MP{why}")


def _tell_sheet(entry: Answer) -> None:
    if entry["refused"]:
        say(f"{entry['order']}: {_reason(entry['refused'])}")
        return
    for line in tell_sheet(entry["sheet"]):
        say(line)


def _tell_range(entry: Answer) -> None:
    say(f"{'+'.join(entry['units'])} from {entry['from']}:")
    if entry["refused"]:
        say(f"  may not move now, by rule {entry['refused']['rule']}: {entry['refused']['why']}")
    by_cost: dict[int, list[str]] = {}
    for label, spent in entry["hexes"].items():
        by_cost.setdefault(spent, []).append(label)
    for spent, labels in sorted(by_cost.items()):
        say(f"  {spent} MP: {' '.join(labels)}")


def _tell_retreats(entry: Answer | None) -> None:
    if entry is None:
        say("no retreat is in hand")
        return
    how = "together" if entry["together"] else "split as stacking demands"
    say(f"{'+'.join(entry['units'])} retreat from {entry['from']}, {how}; the {entry['chooses']} player chooses")
    say(f"  open: {' '.join(entry['open'])}")
    for label, reason in entry["closed"].items():
        if reason:
            say(f"  {label}: closed by rule {reason['rule']}: {reason['why']}")
