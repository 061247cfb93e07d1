"""The places of the map that the rules speak of."""

from __future__ import annotations

from steppe.board import Board


class Geography:
    """Hexes by what they mean in Drive on Moscow."""

    def __init__(self, board: Board) -> None:
        self.forts = board.hexes("fort")
        self.places = board.hexes("town") | board.hexes("city")
        self.western_places = self.places & board.region("west")
        """Towns and cities west of the initial front line (4.4)."""
        self.moscow = tuple(sorted(h for h in board.hexes("city") if board.names.get(h) == "Moscow"))
        self.other_cities = tuple(sorted(board.hexes("city") - set(self.moscow)))
        self.entry_hexes = tuple(sorted(self.places | board.hexes("soviet-source")))
        """Where Soviet reinforcements may ever enter (9.1)."""
        self.south = board.mask(board.region("sheet S"))
