"""The events of Proud Monster in words."""

from __future__ import annotations

from collections.abc import Callable

from steppe.events import Event

KIND_NAMES = {
    "RD": "rifle division", "CD": "cavalry division", "TD": "tank division", "MRD": "motorized rifle division",
    "RB": "rifle brigade", "MRB": "motorized rifle brigade", "TB": "tank brigade",
    "GRD": "Guards rifle division", "GCD": "Guards cavalry division", "GMRD": "Guards motorized rifle division",
    "GTB": "Guards tank brigade",
}  # fmt: skip
"""The abbreviations on Soviet counters, spelt out."""


def tell(event: Event, unit: str, where: str) -> str | None:
    """An event of this title as a line of the log; nothing for those that its family tells."""
    facts = event.facts
    words: dict[str, Callable[[], str]] = {
        # 4 victory
        "points": lambda: f"German victory points: {facts['total']}.",
        "incursions": lambda: (
            f"{some(facts['points'], 'Soviet unit')} in Greater Germany: {facts['total']} points left."
        ),
        "moscow": lambda: "The Soviet Union collapses." if facts["falls"] else "The Soviet Union fights on.",
        "check": lambda: f"Victory check: {some(facts['total'], 'point')} of {facts['needed']}.",
        # 3, 8 new units
        "held": lambda: f"{unit} waits in the {facts['area']}ern OKH Reserve area.",
        "shifted": lambda: f"{unit} shifts to the {facts['area']}ern OKH Reserve area.",
        "called out": lambda: f"{some(facts['number'], 'security division')} called out, for a victory point.",
        "tank brigades": lambda: f"Tank brigades that arrive: {facts['number']}.",
        "returned": lambda: f"{some(facts['number'], 'rifle division')} raised again.",
        "reserved": lambda: f"{some(facts['number'], 'unit')} in the RVGK.",
        "refitted": lambda: f"{unit} is refitted: {some(facts['steps'], 'step')}.",
        "declined": lambda: f"The withdrawal of {facts['number']} {facts['what']} declined: as many points are lost.",
        # 9, 10 supply and aircraft
        "attenuated": lambda: f"Attenuated supply: {abs(facts['shift'])}L: {facts['column']}.",
        "support": lambda: f"{facts['corps']} supports the stack in {where}.",
        "lifted": lambda: f"The stack in {where} is supplied by air.",
        "pause": lambda: f"The pause is {facts['what']}.",
        "concentration": lambda: f"Supply concentration is {facts['what']}.",
        "marked": lambda: f"{unit} receives a supply concentration marker.",
        # 11, 13 sea and weather
        "boxed": lambda: f"{unit or 'A unit'} is in the Southern Ports box.",
        "invasion": lambda: f"Landing at {where}.",
        "weather": lambda: f"Weather: {facts['north']} in the north, {facts['south']} in the south.",
        # 14 combat
        "result": lambda: f"Result: {facts['result']}: {losses(facts['result'])}.",
        "hedgehog": lambda: f"A hedgehog in {where} is {'formed' if facts['formed'] else 'given up'}.",
        "works destroyed": lambda: f"The works in {where} are destroyed.",
        "line aborted": lambda: f"The {facts['line'].replace('-', ' ').title()} line is aborted.",
    }
    found = words.get(event.kind)
    return found() if found else None


def losses(result: str) -> str:
    """14.32: what a result of the table means."""
    attacker, defender = result.split("/")
    return f"the attacker loses {attacker}, the defender {'everything' if defender == 'E' else defender}"


def some(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
