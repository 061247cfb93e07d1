"""A search over plans: styles for one player turn, compared by what comes of them, within a number of evaluations.

Rounds of a tournament: all candidates are tried in a world, the better half in further worlds, and what does best has
children, who begin again. The plan that the bot would follow anyhow stays unless another is clearly better.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any

from steppe.bots.assault.style import Style

Value = Callable[[Style, int], float]
"""What a style brings in one of the worlds in which plans are compared, by its number."""
LEAST, GREATEST = 0.35, 2.8
"""The least and the greatest value of a dial that is turned."""
ATTACKER = ("aggression", "caution", "haste", "ambition")
DEFENDER = ("strike", "depth", "shelter", "mass", "outworks", "rally")
ORDERS = ("move-fight", "fight-move")
CHOICES: dict[str, tuple[Any, ...]] = {
    "first": ORDERS,
    "price": (0.0, 0.0, 1.0, 2.5),
    "rally": (0.0, 10.0, 16.0, 28.0),
}
"""Dials that are set to one of these values instead."""
MARGIN, CHANCE = 0.03, 0.08
"""By how much another plan must look better than the bot's own, and besides how far apart two plans come by chance in a
world: the fewer worlds have been seen, the less is believed."""
WON = 1.0
"""What a game is worth that has been won."""
FEWEST_WORLDS = 2
"""A plan is not followed before it has been tried in so many worlds, once another has been."""
FIELD, WORLDS = 6, 4
"""Candidates of a generation, and the worlds in which the last of them are tried."""


def openings(base: Style, *, attacks: bool, orders: bool) -> list[Style]:
    """Plans to begin with, the own one first."""
    other = [base._replace(first=word) for word in ORDERS if orders and word != base.first]
    if attacks:
        turned = [base._replace(ambition=1.4), base._replace(price=1.0), base._replace(haste=1.2)]
    else:
        turned = [base._replace(rally=0.0), base._replace(depth=0.4), base._replace(mass=2.0, outworks=0.7)]
    return [base, turned[0], *other, *turned[1:]]


def child(style: Style, rng: random.Random, *, attacks: bool, orders: bool) -> Style:
    """A plan like another, with one dial or two turned."""
    dials = [*(ATTACKER if attacks else DEFENDER), "price", *(("first",) if orders else ())]
    for name in rng.sample(dials, rng.choice((1, 2))):
        if name in CHOICES:
            style = style._replace(**{name: rng.choice(CHOICES[name])})
        else:
            turned = getattr(style, name) * 2 ** rng.uniform(-0.5, 0.5)
            style = style._replace(**{name: min(max(turned, LEAST), GREATEST)})
    return style


class Tournament:
    """The plans tried so far, each with its value in world 0, 1, 2.. as far as it got."""

    def __init__(self, own: Style, value: Value) -> None:
        self.own, self.value = own, value
        self.found: dict[Style, list[float]] = {own: []}
        self.spent = 0

    def try_out(self, style: Style, worlds: int) -> Iterator[None]:
        """Try a plan until it has been seen in so many worlds; pause after each, so that whoever thinks may stop."""
        values = self.found.setdefault(style, [])
        while len(values) < worlds:
            values.append(self.value(style, len(values)))
            self.spent += 1
            yield

    def lead(self, style: Style) -> float:
        """How much better a plan did than the own one in the worlds that both have seen."""
        pairs = list(zip(self.found[style], self.found[self.own], strict=False))
        return sum(a - b for a, b in pairs) / len(pairs) if pairs else 0.0

    def proven(self, style: Style) -> float:
        """What is left of a lead if chance has had its part in it."""
        return self.lead(style) - CHANCE / sqrt(max(1, len(self.found[style])))

    def ranked(self) -> list[Style]:
        """Those that got farthest first, the best of them first."""
        return sorted(self.found, key=lambda x: (-len(self.found[x]), -self.lead(x)))

    def best(self) -> Style:
        """The plan to follow, at any time: among the well tried ones one that wins for sure, or is clearly better."""
        most = max(len(values) for values in self.found.values())
        enough = max(min(most, FEWEST_WORLDS), most / 2)
        tried = [style for style, values in self.found.items() if len(values) >= enough]
        for style in tried:
            if self.found[style] and min(self.found[style]) >= WON:
                return style
        best = max(tried, key=self.proven)
        return best if self.proven(best) > MARGIN else self.own

    def rounds(self, styles: list[Style], worlds: int = 1) -> Iterator[None]:
        """Try the candidates in more and more worlds, each time the better half of them, and always the own plan."""
        while True:
            for style in dict.fromkeys([self.own, *styles]):
                yield from self.try_out(style, worlds)
            if worlds >= WORLDS:
                return
            styles = sorted(styles, key=self.lead, reverse=True)[: (len(styles) + 1) // 2]
            worlds += worlds


def search(
    own: Style, value: Value, budget: int, rng: random.Random, *, attacks: bool, orders: bool, others: list[Style]
) -> Tournament:
    """The tournament after so many evaluations."""
    tournament = Tournament(own, value)
    if budget > 0:
        for _ in thinking(tournament, budget, rng, attacks=attacks, orders=orders, others=others):
            if tournament.spent >= budget:
                break
    return tournament


def thinking(
    tournament: Tournament, budget: int, rng: random.Random, *, attacks: bool, orders: bool, others: list[Style]
) -> Iterator[None]:
    """Generation after generation without an end: whoever asks stops when his evaluations are spent."""
    field = min(max(2, budget // 2), FIELD)
    styles = [*others, *openings(tournament.own, attacks=attacks, orders=orders)]
    while True:
        styles = list(dict.fromkeys(styles))[:field]
        yield from tournament.rounds(styles)
        parents = tournament.ranked()[:2]
        styles = [child(rng.choice(parents), rng, attacks=attacks, orders=orders) for _ in range(field)]
