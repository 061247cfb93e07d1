"""What a seat may know: untried units are unknown to everybody, stacks are hidden from the enemy below their top.

A seat's view is a state like any other, with the unknown faces blanked and hidden units replaced by stand-ins, so that
whatever can be asked of a state can be asked of a view. Which units are hidden is public (they are on the map and not
in sight); where each of them lies is not, so the stand-ins are dealt out in order of their ids, whatever the truth.
"""

from __future__ import annotations

import random

import numpy as np

from steppe.assault.chapter import A, Chapter
from steppe.assault.stacks import units_in
from steppe.assault.state import ASK_ALWAYS, BATTLE_FLAGS, COMBAT_FLAGS, HIDDEN, UNTRIED, WATCHED_BY, AssaultState
from steppe.assault.units import UNKNOWN
from steppe.dice import Dice
from steppe.events import Event

NO_DICE = Dice(b"a view holds no dice")

UNIT_MOVES = frozenset({"moved", "assault", "retreated", "advanced", "placed", "entered"})
"""The events that tell what some units do, who may be hidden from a seat."""

STAYS = COMBAT_FLAGS | BATTLE_FLAGS
"""What everybody has seen of a place in a stack, whichever unit lies there: how many of a hex attack or have been
attacked."""


class Fog(Chapter[A]):
    shown_flags = 0
    """Flags of the title's own that lie as markers on a stack for all to see, whichever unit bears them."""

    def hidden_units(self, s: A, seat: int) -> list[int]:
        """The enemy units that lie under others, hex by hex; a battle lays its own open once aircraft are committed."""
        if not self.options["fog"]:
            return []
        seen = BATTLE_FLAGS if s.battle_stage > self.battles.stage_of_reveal else 0
        tops = s.vector("top")
        tops = tops[tops >= 0]
        covered = (s.vector("below")[tops] >= 0) & (self.units.side_array[tops] != seat)
        where = s.vector("hex")[tops]
        bare = self.laid_open(s)
        if bare:
            covered &= ~np.isin(where, bare)
        return [v for u in tops[covered].tolist() for v in units_in(s, s.hex[u])[1:] if not s.flags[v] & seen]

    def laid_open(self, s: A) -> list[int]:
        """The overstacked hexes while the enemy takes his choice from them: all are shown, though he takes one by
        one."""
        if s.over or s.depth == 0 or self.title.decision(s)[0].name != "overstack":
            return []
        return [s.frame()[2], *self.stacking.overstacked(s)]

    def masked(self, s: A, seat: int) -> A:
        """The state as a seat knows it; of units that wait off the map only what everybody knows [fog of reserves]."""
        m = s.clone()
        m.dice = NO_DICE
        m.cache.clear()
        flags = m.vector("flags")
        m.vector("face")[(flags & UNTRIED) != 0] = UNKNOWN
        self.blank_secrets(m, seat)
        hidden = self.hidden_units(s, seat)
        if hidden:
            stand_ins = self.laid_out(s, hidden, None)
            deal(m, hidden, stand_ins)
            points = self.units.points
            if any(points[slot] != points[u] for slot, u in zip(hidden, stand_ins, strict=True)):
                self.title.rebuild(m)
            for slot, u in zip(hidden, stand_ins, strict=True):
                m.flags[u] = s.flags[u] & UNTRIED | s.flags[slot] & (STAYS | self.shown_flags) | HIDDEN
                m.spent[u] = 0
                m.origin[u] = m.hex[u]
        return m

    def laid_out(self, s: A, slots: list[int], rng: random.Random | None) -> list[int]:
        """The hidden units in an order in which they could lie in the places of ``slots``: by their ids, or at random.

        What can be known of a stack is how many units it has, and that they are not too many for its hex. So large
        units come first, into hexes that have room for them and for as many more as must lie there.
        """
        units = sorted(slots)
        if rng is not None:
            rng.shuffle(units)
        points = self.units.points
        least = min(points[u] for u in units)
        if all(points[u] == least for u in units):
            return units
        units.sort(key=lambda u: -points[u])
        free: dict[int, list[int]] = {}
        for i, u in enumerate(slots):
            free.setdefault(s.hex[u], []).append(i)
        shown = set(slots)
        room = {
            h: int(self.stacking.limit[h])
            - sum(points[u] for u in units_in(s, h) if u not in shown)
            - least * len(places)
            for h, places in free.items()
        }
        small = self.stacking.is_small
        owed = {  # how many of its places a hex cannot fill with small units
            h: len(places) + sum(small[u] for u in units_in(s, h) if u not in shown) - self.stacking.small_limit
            for h, places in free.items()
        }
        found = [0] * len(slots)
        for u in units:
            extra = points[u] - least
            wide = [h for h, places in free.items() if places and room[h] >= extra]
            wide = wide or [h for h, places in free.items() if places]  # only where stacking is waived for a while
            if not small[u]:
                wide = [h for h in wide if owed[h] > 0] or wide
            h = wide[0] if rng is None else rng.choices(wide, [len(free[h]) for h in wide])[0]
            room[h] -= extra
            owed[h] -= 1
            found[free[h].pop(0)] = u
        return found

    def sample_world(self, view: A, seat: int, rng: random.Random) -> A:
        """A whole state that agrees with a view."""
        world = view.clone()
        world.cache.clear()
        world.dice = Dice(rng.randbytes(32))
        for pool, members in self.pool_members.items():
            faces = list(self.strengths.unseen_faces(world, pool).elements())
            rng.shuffle(faces)
            for u in members:
                if world.face[u] == UNKNOWN:
                    world.face[u] = faces.pop()
        stand_ins = [
            u for h, u in enumerate(world.top) if u >= 0 for u in units_in(world, h) if world.flags[u] & HIDDEN
        ]
        if stand_ins:
            shuffled = self.laid_out(world, stand_ins, rng)
            deal(world, stand_ins, shuffled)
            for slot, u in zip(stand_ins, shuffled, strict=True):
                world.flags[u] = view.flags[u] & UNTRIED | view.flags[slot] & (STAYS | self.shown_flags)
                world.origin[u] = world.hex[u]
        self.sample_secrets(world, seat, rng)
        self.title.rebuild(world)
        return world

    def visible_event(self, s: A, event: Event, seat: int) -> Event | None:
        """An event as a seat may see it: of hidden units it learns the number alone."""
        if not event.seen_by(seat):
            return None
        facts = event.facts
        if not self.options["fog"]:
            return event
        if "unit" in facts and "hex" in facts:
            betrays = self.units.side[facts["unit"]] != seat and facts["unit"] in self.hidden_units(s, seat)
            return None if betrays else event
        units = facts.get("units")
        if event.kind not in UNIT_MOVES or not units or self.units.side[units[0]] == seat:
            return event
        hidden = set(self.hidden_units(s, seat))
        shown = tuple(u for u in units if u not in hidden)
        return Event(event.kind, {**event.facts, "units": shown, "hidden": len(units) - len(shown)}, event.only)

    def blank_secrets(self, view: A, seat: int) -> None:
        """Hide what else a seat may not know: here the other's standing orders."""
        view.standing_order[1 - seat] = ASK_ALWAYS
        view.vector("control")[:] &= ~WATCHED_BY[1 - seat]

    def sample_secrets(self, world: A, seat: int, rng: random.Random) -> None:
        """Draw what ``blank_secrets`` hid."""


def deal(s: AssaultState, slots: list[int], units: list[int]) -> None:
    """Put ``units`` into the places that ``slots`` hold, one for one (both are the same units)."""
    replaced = dict(zip(slots, units, strict=True))
    place = {u: (s.hex[u], s.below[u]) for u in slots}
    for h in {h for h, _ in place.values()}:
        stack = [replaced.get(u, u) for u in units_in(s, h)]
        s.top[h] = stack[0]
        for u, under in zip(stack, [*stack[1:], -1], strict=True):
            place[u] = (h, under)
    for u, (h, under) in place.items():
        s.hex[u], s.below[u] = h, under
