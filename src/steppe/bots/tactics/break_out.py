"""Break out: units that would starve where they are attack whoever shuts them in; they have nothing to lose by it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from steppe.assault.combat import Battle
from steppe.assault.movement import destinations, mover_refusal
from steppe.assault.state import PREPARED
from steppe.assault.supply import in_supply
from steppe.bots.attacks import WORTHWHILE, Attack, Odds, battle, candidates, together
from steppe.bots.fight import Fight, ground_worth, touching
from steppe.bots.picture import Picture, look
from steppe.orders import Order
from steppe.view import View

NAME = "break out"


class Sorties(Fight):
    """A defender's Combat Phase: first those who are lost anyway, then whoever finds an attack worth it."""

    def next(self, view: View[Any], rng: random.Random) -> Order:
        picture = look(view)
        attack = propose(picture, starving(picture))
        if attack is None or view.refuse(attack.order) is not None:
            return super().next(view, rng)
        self.last = attack.order.hex
        self.note = f"{NAME}: {view.title.board.label(attack.order.hex)} bars the way, and without supply all is lost"
        return attack.order


def starving(picture: Picture) -> list[int]:
    """Who is without supply, will be asked about it in this player turn, and cannot walk to where there is some."""
    title, s, seat = picture.title, picture.s, picture.seat
    rest = title.sequence.steps[s.step + 1 :]
    here = title.current_step(s).frame
    steps = [step for step in rest if step.frame == here and step.seat == seat]
    if not any(step.decision == "supply check" for step in steps):
        return []
    moves = any(title.step_decision(s, step) == "movement" for step in steps)
    hungry = [u for u in title.side_units[seat] if s.hex[u] >= 0 and not in_supply(title, s, u)]
    return [u for u in hungry if not (moves and gets_out(picture, u))]


def gets_out(picture: Picture, u: int) -> bool:
    title, s = picture.title, picture.s
    return mover_refusal(title, s, u) is None and bool(np.any(picture.safe[list(destinations(title, s, (u,)))]))


def propose(picture: Picture, lost: list[int]) -> Attack | None:
    """The assault of theirs that does the enemy most harm."""
    title, s = picture.title, picture.s
    if not lost:
        return None
    odds, best = Odds(picture), None
    for h in touching(picture):
        able = together(title, s, h, [u for u in candidates(title, s, h) if u in lost])
        if not able:
            continue
        b = battle(title, s, h, able, PREPARED)
        results = odds.results(b)
        worths = harm(odds, b, results)
        value = sum(p * worths[result] for result, p in results.items())
        if value > WORTHWHILE and (best is None or value > best.value):
            best = Attack(value, Order("assault", b.attackers, h))
    return best


def harm(odds: Odds, b: Battle, results: dict[str, float]) -> dict[str, float]:
    """What each result does to the enemy; their own blood counts for nothing."""
    ground = ground_worth(odds.picture, b.hex)
    if odds.title.losses_of(next(iter(results))) is not None:
        return odds.loss_worths(b._replace(attackers=()), ground, results)
    worths = odds.worths(b, ground)
    worths["BB"] = worths["DE"]
    return {result: max(worth, 0.0) for result, worth in worths.items()}
