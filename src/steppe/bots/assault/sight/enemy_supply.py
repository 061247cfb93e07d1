"""The enemy's supply: who of his is cut off or shut in, and through which hexes he is fed."""

from __future__ import annotations

import numpy as np

from steppe.assault.state import AssaultState
from steppe.bots.assault.sight.situation import Floats, Situation

CUT = 0.3
"""What an enemy out of supply is worth, of what destroying him would be: he may yet get out."""
SHUT_IN = 0.7
"""The same of one who cannot leave his hex either: every way leads from ZOC to ZOC."""


def enemy_value_left(situation: Situation, s: AssaultState) -> float:
    """The worth of all enemies, less of those who are out of supply, least of those who cannot even get away."""
    if situation.foe_lives_off_the_land:
        return 0.0
    title, around = situation.title, situation.title.board.grid.neighbours
    power = situation.by_hex(situation.attack + situation.defence, situation.foe)
    hexes = np.flatnonzero(power)
    cut = title.supply.network(s, situation.foe)[hexes] == 0
    lost = CUT * float(power[hexes[cut]].sum())
    if title.zoc.side == situation.seat and cut.any():
        zone, tops = s.vector("zoc") > 0, s.vector("top")
        closed = zone | ((tops >= 0) & (title.units.side_array[tops] == situation.seat))
        held = hexes[cut & zone[hexes]]
        shut = held[(closed[around[held]] | (around[held] < 0)).all(axis=1)]
        lost += (SHUT_IN - CUT) * float(power[shut].sum())
    return float(power.sum()) - lost


def fed_through(situation: Situation) -> Floats:
    """The worth of the enemies that are fed through every hex, each stack by one shortest line."""
    found = np.zeros(situation.title.board.size)
    worth = situation.by_hex(situation.attack + situation.defence, situation.foe)
    for h in np.flatnonzero(worth).tolist():
        found[situation.title.supply.line(situation.s, situation.foe, h)] += worth[h]
    return found
