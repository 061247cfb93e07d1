"""Somebody who plays a turn through the page, whatever happens in it."""

from __future__ import annotations

from typing import Any

from tests.page.hands import Hand
from tests.page.table import Table

MOST_DECISIONS = 150
DECIDED = (
    "(game.myTurn.value || game.prompt.value.outcome || game.handOver?.value)"
    " && !game.busy.value && !game.pacer.waiting.value"
)
ASKED = f"{DECIDED} && (!game.myTurn.value || game.isPhase.value || game.isSetup.value || game.answers.value.length)"


class Player:
    """Plays for whichever seat its page holds: a few moves, an attack, and the rest as it comes."""

    def __init__(self, table: Table, hand: Hand, *, moves: int = 2, attacks: int = 1) -> None:
        self.table, self.hand = table, hand
        self.moves, self.attacks = moves, attacks
        self.done: list[str] = []
        """What it did, as orders."""

    def turn(self) -> None:
        """Play until the turn is over."""
        first = self.table.state["turn"]
        for _ in range(MOST_DECISIONS):
            self.table.wait(ASKED)
            state = self.table.state
            if state["turn"] != first or state["prompt"]["outcome"] or not state["mine"]:
                return
            self.decide(state)
        raise AssertionError("the turn does not end")

    def decide(self, state: dict[str, Any]) -> None:
        """One decision, whichever it is."""
        kinds = state["prompt"]["kinds"]
        if state["prompt"]["kind"] != "phase":
            self.answer()
        elif "go" in kinds and self.moves > 0 and self.move():
            self.moves -= 1
        elif "go" not in kinds and self.attacks > 0 and self.attack():
            self.attacks -= 1
        else:
            self.finish()

    # -- phases ---------------------------------------------------------------------------------------------------

    def pick(self, kind: str) -> tuple[str, dict[str, dict[str, Any]]] | None:
        """Touch stacks until one has choices of a kind; its hex, and them by theirs."""
        self.table.page.wait_for_timeout(100)
        # Not a stack that a click would send those chosen before to.
        tried = self.table.script(
            "const chosen = game.selected.value.map(u => game.where(u)), reach = game.reach.value;"
            "const all = [...game.ready.value].map(u => game.where(u)).filter(h => game.grid.byLabel.has(h));"
            "return [...new Set(all)].filter(h => !reach.has(h) && !chosen.includes(h)).sort();"
        )
        for label in tried[:25]:
            if self.table.script("return game.reach.value.has(it)", label):
                continue
            self.hand.hex(label)
            self.table.wait("game.hex.value === it && (!game.selected.value.length || game.options.value)", label)
            found = self.table.script(
                "return Object.fromEntries(it === 'go' ? game.reach.value : game.targets.value)", kind
            )
            if found:
                return label, found
        return None

    def move(self) -> bool:
        """The cheapest move of the first stack that has one."""
        picked = self.pick("go")
        if picked is None:
            return False
        start, found = picked
        to = min(found, key=lambda hex_: (int(found[hex_]["badge"]), hex_))
        units = self.table.state["selected"]
        at = self.table.state["at"]
        self.hand.hex(to)
        self.table.until_later(at)
        assert all(self.table.script("return game.where(it)", unit) == to for unit in units), (start, to)
        self.done.append(found[to]["order"])
        return True

    def attack(self) -> bool:
        """Aim, read the sheet, roll."""
        picked = self.pick("battle")
        if picked is None:
            return False
        target = sorted(picked[1])[0]
        self.hand.hex(target)
        sheet = self.table.page.locator("#sheet")
        sheet.wait_for()
        roll = self.table.part("roll")
        roll.wait_for()
        assert "%" in sheet.inner_text()
        at = self.table.state["at"]
        self.hand.press(roll)
        self.table.until_later(at)
        self.done.append(picked[1][target]["order"])
        return True

    def finish(self) -> None:
        """Done, and yes, in earnest."""
        self.table.wait("game.end.value")
        at, end = self.table.state["at"], self.table.script("return game.end.value.order")
        self.hand.press(self.table.button(end))
        self.table.page.wait_for_timeout(50)
        sure = self.table.page.locator(f'.question [data-order="{end}"]')
        if self.table.state["at"] == at and sure.count():
            self.hand.press(sure)
        self.table.until_later(at)
        self.done.append(end)

    # -- small decisions ------------------------------------------------------------------------------------------

    def answer(self) -> None:
        """A button if there is one, else a unit or a hex."""
        state = self.table.state
        answers = self.table.script("return game.answers.value.map(a => ({...a}))")
        plain = [a for a in answers if not a["units"] and not a["hex"]]
        if plain:
            chosen = plain[0]
            if chosen["kind"] == "end":
                self.finish()
                return
            self.hand.press(self.table.button(chosen["order"]))
        elif answers[0]["units"]:
            chosen = min(answers, key=lambda a: len(a["units"]))
            for unit in chosen["units"]:
                self.hand.press(self.table.page.locator(f'[data-unit="{unit}"]').first)
            self.table.wait("game.selected.value.length === it", len(chosen["units"]))
            if chosen["hex"]:
                self.hand.hex(chosen["hex"])
            else:
                self.hand.press(self.table.button(chosen["order"]))
        else:
            chosen = answers[0]
            self.hand.hex(chosen["hex"])
        self.table.until_later(state["at"])
        self.done.append(chosen["order"])
