"""What can be asked about a position, answered as plain data: the same words for table, terminal, sandbox and programs.

A system answers what it knows in a subclass; what it does not answer, nobody is offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from steppe.errors import SteppeError
from steppe.orders import Units
from steppe.state import State

if TYPE_CHECKING:
    from steppe.title import AnySheet, Title

S = TypeVar("S", bound=State)


class Questions(Generic[S]):
    """The questions that a title of any system can be asked."""

    def __init__(self, title: Title[S]) -> None:
        self.title = title

    def _unknown(self) -> SteppeError:
        return SteppeError(f"{self.title.name} has no answer to that")

    def ranges(self, s: S, group: Units) -> dict[str, Any]:
        """Where some units could move as one."""
        raise self._unknown()

    def path_of(self, s: S, group: Units, h: int) -> dict[str, Any]:
        """The way on which some units would go to a hex now."""
        raise self._unknown()

    def options_of(self, s: S, group: Units) -> dict[str, Any]:
        """What some units can do now: where they can go, whom they can attack."""
        raise self._unknown()

    def supply(self, s: S) -> list[dict[str, Any]]:
        """The supply of every unit on the map."""
        raise self._unknown()

    def retreats(self, s: S) -> dict[str, Any] | None:
        """The retreat in hand; None if there is none."""
        raise self._unknown()

    def threat(self, s: S, h: int) -> AnySheet | None:
        """The enemy's strongest attack on a hex as things stand; None if nobody could attack it."""
        raise self._unknown()

    def ready(self, s: S) -> Units:
        """The units that the decision in hand can be about: those that can still act, or are to be placed."""
        return ()

    def joiners(self, s: S, group: Units, h: int) -> Units:
        """The units that could attack a hex now, together with a group if there is one."""
        return ()

    def force_results(self, s: S, codes: Iterable[str]) -> None:
        """From now on the next battles end so, one code each; for the sandbox, never for a recorded game."""
        raise SteppeError(f"{self.title.name} cannot force results")
