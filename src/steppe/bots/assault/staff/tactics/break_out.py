"""Break out: units that would starve where they are attack whoever shuts them in; they have nothing to lose by it."""

from __future__ import annotations

import numpy as np

from steppe.assault.combat import Battle
from steppe.assault.state import PREPARED
from steppe.bots.assault.sight.assaults import (
    WORTHWHILE,
    Attack,
    battle,
    candidates,
    enemies_in_contact,
    hex_value,
    together,
)
from steppe.bots.assault.sight.odds import Odds
from steppe.bots.assault.sight.situation import Situation
from steppe.orders import Order

NAME = "break out"


def starving(situation: Situation) -> list[int]:
    """Who is without supply, will be asked about it in this player turn, and cannot walk to where there is some."""
    title, s, seat = situation.title, situation.s, situation.seat
    rest = title.sequence.steps[s.step + 1 :]
    here = title.current_step(s).frame
    steps = [step for step in rest if step.frame == here and step.seat == seat]
    if not any(step.decision == "supply check" for step in steps):
        return []
    moves = any(title.step_decision(s, step) == "movement" for step in steps)
    hungry = [u for u in title.side_units[seat] if s.hex[u] >= 0 and not title.supply.is_supplied(s, u)]
    return [u for u in hungry if not (moves and gets_out(situation, u))]


def gets_out(situation: Situation, u: int) -> bool:
    title, s = situation.title, situation.s
    return title.movement.mover_refusal(s, u) is None and bool(
        np.any(situation.safe_supply[list(title.ranges.destinations(s, (u,)))])
    )


def propose(situation: Situation, lost: list[int]) -> Attack | None:
    """The assault of theirs that does the enemy most harm."""
    title, s = situation.title, situation.s
    if not lost:
        return None
    odds, best = Odds(situation), None
    for h in enemies_in_contact(situation):
        able = together(title, s, h, [u for u in candidates(title, s, h) if u in lost])
        if not able:
            continue
        b = battle(title, s, h, able, PREPARED)
        results = odds.results(b)
        result_values = harm(odds, b, results)
        value = sum(p * result_values[result] for result, p in results.items())
        if value > WORTHWHILE and (best is None or value > best.value):
            best = Attack(value, Order("assault", b.attackers, h))
    return best


def harm(odds: Odds, b: Battle, results: dict[str, float]) -> dict[str, float]:
    """What each result does to the enemy; their own blood counts for nothing."""
    ground = hex_value(odds.situation, b.hex)
    if odds.title.battles.losses_of(next(iter(results))) is not None:
        return odds.loss_result_values(b._replace(attackers=()), ground, results)
    result_values = odds.result_values(b, ground)
    result_values["BB"] = result_values["DE"]
    return {result: max(worth, 0.0) for result, worth in result_values.items()}
