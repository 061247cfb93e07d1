"""The events of Land Without End in words."""

from __future__ import annotations

from collections.abc import Callable

from steppe.events import Event


def tell(event: Event, unit: str, where: str) -> str | None:
    """An event of this title as a line of the log; nothing for those that its family tells."""
    facts = event.facts
    words: dict[str, Callable[[], str]] = {
        "weather": lambda: f"Weather: {facts['north']} in the north, {facts['south']} in the south.",
        "directive ends": lambda: f"Directive No. 3 is rescinded ({facts['rule']}).",
        "zone removed": lambda: f"{unit} in {where} is given up.",
        "attenuated": lambda: f"Attenuated supply: {abs(facts['shift'])}L: {facts['column']}.",
        "raid": lambda: f"{unit} raids: {facts['column']}.",
        "points": lambda: f"German victory points: {facts['total']}.",
        "debit": lambda: f"{facts['points']} Fortified Zones hold out: {facts['total']} victory points.",
        "moscow": lambda: "The USSR collapses." if facts["result"] == "collapse" else "The USSR fights on.",
        "check": lambda: f"Victory check: {facts['total']} points of {facts['needed']}.",
        "pause": lambda: f"The pause is {facts['what']}.",
        "concentration": lambda: f"Supply concentration is {facts['what']}.",
        "marked": lambda: f"{unit} receives a supply concentration marker.",
        "refit": lambda: f"{unit} begins a refit.",
        "refitted": lambda: f"{unit} {'is refitted' if facts['whole'] else 'is not refitted'}.",
        "declined": lambda: f"{facts['number']} withdrawal of {facts['what']} declined: as many points are lost.",
        "reorganized": lambda: "Stavka Directive No. 1: the rifle corps become divisions.",
        "fort destroyed": lambda: f"The fortified line in {where} is destroyed.",
    }
    found = words.get(event.kind)
    return found() if found else None
