"""Positions of Drive on Moscow: what the title adds to the family's format."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from steppe.assault import position
from steppe.errors import DataError
from steppe.sequence import Step
from steppe.title import chosen_options
from steppe.titles.dom.setup import AREA
from steppe.titles.dom.state import ARRIVING, LEFT_SOUTH, MOBILITIES, SOUTH_START, MoscowState
from steppe.titles.dom.tables import Turn, load_track
from steppe.titles.dom.title import KINDS, OPTIONS, SIDE_KINDS, TERRAINS, DriveOnMoscow

STATUS = {"south-start": SOUTH_START, "left-south": LEFT_SOUTH}
MOBILITY = {
    "panzer": "mech", "panzer-grenadier": "mech", "cavalry": "cavalry", "infantry": "foot",
    "RD": "foot", "RB": "foot", "GRD": "foot", "CD": "cavalry", "GCD": "cavalry",
    "TB": "mech", "GTB": "mech", "MRB": "mech", "MRD": "mech", "TD": "mech",
}  # fmt: skip
ENTRIES = (*AREA, "reinforcement", "guards-pool", "kg")
"""The groups that are set up, those that arrive and are drawn later (9.1, 9.4), and battle groups (11.30)."""
NUMBERS = ("november", "demanded", "engaged", "infantry_due", "cavalry_due", "mech_steps", "foot_steps")
AFTER_ENTRY_PLACES = ("soviet-order", "II.A", "II.B", "II.C", "II.D", "II.E")
"""The steps before which the places of entry have been noted (9.1)."""


class MoscowPositions(position.Format[DriveOnMoscow, MoscowState]):
    title_class = DriveOnMoscow
    terrains = TERRAINS
    side_kinds = SIDE_KINDS
    features: tuple[str, ...] = ("city", "town", "fort", "german-source", "soviet-source")
    regions = ("west", "forward", "reserve", "front", "sheet-S")
    kinds = KINDS
    mobilities = MOBILITIES
    mobility_of = MOBILITY
    details: tuple[str, ...] = ("entry",)
    entries: tuple[str, ...] = ENTRIES
    status = STATUS
    numbers = dict.fromkeys(NUMBERS, range(1000))
    tables = ("track",)

    def make(self, given: position.Given) -> DriveOnMoscow:
        folder = given.folder
        track = load_track(folder)
        if "track" in given.document:
            track[given.turn] = read_track(given.table("track"), track.get(given.turn))
        options = chosen_options(OPTIONS, given.table("options"))
        return DriveOnMoscow(
            DriveOnMoscow.made_from(folder, given.scenario, given.board, given.units.table, options),
            track,
            {},
        )

    def prepare(self, title: DriveOnMoscow, s: MoscowState, step: Step) -> None:
        if step.name in AFTER_ENTRY_PLACES:
            title.arrivals.note_entry_places(s)

    def said_unless_given(self, title: DriveOnMoscow, s: MoscowState, document: Mapping[str, Any]) -> dict[str, Any]:
        """What the box of the turn holds, as far as [track] does not say."""
        found = super().said_unless_given(title, s, document)
        given = document.get("track", {})
        box = tomllib.loads("\n".join(self.write_tables(title, s)[1:]))
        return found | {f"track.{key}": value for key, value in box.items() if key not in given}

    def write_tables(self, title: DriveOnMoscow, s: MoscowState) -> list[str]:
        turn = title.track.get(s.turn)
        if turn is None:
            return []
        arrivals = ", ".join(f"{kind} = {n}" for kind, n in turn.arrivals.items())
        withdraw = ", ".join(f'"{w}"' for w in turn.withdrawals)
        return [
            "[track]",
            f"mf_mech = {turn.mf[0]}",
            f"mf_foot = {turn.mf[1]}",
            f"air_german = {turn.air[0]}",
            f"air_soviet = {turn.air[1]}",
            f"arrivals = {{ {arrivals} }}",
            f"withdraw = [{withdraw}]",
        ]


def read_track(given: Mapping[str, Any], printed: Turn | None) -> Turn:
    """The box of the Turn Record Track for the position's turn."""
    turn = printed or Turn("", (10, 6), (0, 0), dict.fromkeys(ARRIVING, 0), ())
    for key, value in given.items():
        if key in ("mf_mech", "mf_foot", "air_german", "air_soviet") and isinstance(value, int):
            mech, foot = turn.mf
            german, soviet = turn.air
            turn = {
                "mf_mech": turn._replace(mf=(value, foot)),
                "mf_foot": turn._replace(mf=(mech, value)),
                "air_german": turn._replace(air=(value, soviet)),
                "air_soviet": turn._replace(air=(german, value)),
            }[key]
        elif key == "arrivals" and isinstance(value, dict) and all(k in ARRIVING for k in value):
            turn = turn._replace(arrivals={kind: int(value.get(kind, 0)) for kind in ARRIVING})
        elif key == "withdraw" and isinstance(value, list) and all(w in ("infantry", "cavalry") for w in value):
            turn = turn._replace(withdrawals=tuple(value))
        else:
            raise DataError(f"{key} = {value!r} is not understood", file="position", field="track")
    return turn


POSITIONS = MoscowPositions()
read, write = POSITIONS.read, POSITIONS.write
