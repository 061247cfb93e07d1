"""The events of Proud Monster in words."""

from __future__ import annotations

from collections.abc import Callable

from steppe.events import Event
from steppe.titles.pm import arrivals


def tell(event: Event, unit: str, where: str) -> str | None:
    """An event of this title as a line of the log; nothing for those that its family tells."""
    facts = event.facts
    words: dict[str, Callable[[], str]] = {
        "attenuated": lambda: f"Attenuated supply: {abs(facts['shift'])}L: {facts['column']}.",
        "points": lambda: f"German victory points: {facts['total']}.",
        "incursions": lambda: f"{facts['points']} Soviet units in Greater Germany: {facts['total']} victory points.",
        "moscow": lambda: "The Soviet Union collapses." if facts["falls"] else "The Soviet Union fights on.",
        "check": lambda: f"Victory check: {facts['total']} points of {facts['needed']}.",
        "support": lambda: f"{facts['corps']} supports the stack in {where}.",
        "lifted": lambda: f"The stack in {where} is supplied by air.",
        "hedgehog": lambda: f"A hedgehog in {where} is {'formed' if facts['formed'] else 'given up'}.",
        "works destroyed": lambda: f"The works in {where} are destroyed.",
        "line aborted": lambda: f"The {facts['line']} line is aborted.",
    }
    found = words.get(event.kind)
    return found() if found else arrivals.words(event, unit, where)
