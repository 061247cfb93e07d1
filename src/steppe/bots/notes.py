"""What a bot says about an order: the tactic and the reason, in a line for whoever wants to learn from it.

Plans know their reasons and say them; decisions that come alone are explained here by what was asked.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from steppe.orders import Order
from steppe.view import View


class Note(NamedTuple):
    """Why an order was given."""

    tactic: str
    why: str

    def __str__(self) -> str:
        return f"{self.tactic}: {self.why}"


REASONS = {
    "assault": Note("duty", "the rules demand an attack, and no other costs less"),
    "deploy": Note("set-up", "the {word} deployment"),
    "withdraw": Note("withdraw", "{units} will be missed least"),
    "replace": Note("rebuild", "{units} gains most by a step"),
    "refit": Note("refit", "{units} can be made whole if it rests"),
    "enter": Note("reinforce", "new units are wanted most at {hex}"),
    "bring": Note("reinforce", "new units are wanted most at {hex}"),
    "guards": Note("guards", "{units} stands where a better unit is wanted most"),
    "air": Note("air cover", "{number} in the air spoil enough of this attack"),
    "convert": Note("convert", "{word} is worth most here"),
    "loss": Note("loss", "a step of {units} is the cheapest"),
    "raid": Note("raid", "the column is worth more than {units}"),
    "retreat": Note("fall back", "{hex} is the best of the ways out: supply, friends, cover"),
    "advance": Note("advance", "the hex is worth having, and nothing behind is opened"),
    "stay": Note("stay", "the hex is not worth the risk"),
    "remove": Note("overstack", "{units} is the best unit of his that can be taken"),
    "support": Note("air support", "the strongest stack that can strike is at {hex}"),
    "lift": Note("aerial supply", "the stack at {hex} is worth most of those cut off"),
}
"""By the verb of an order: what there is to say about it when its plan says nothing."""
CHOICES = {
    ("order", "move-fight"): Note("order of phases", "attacks are worth more after a move"),
    ("order", "fight-move"): Note("order of phases", "enough can be attacked from where we stand"),
    ("november", "declare"): Note("offensive", "no other turn loses so little by it and gains so much"),
    ("november", "decline"): Note("offensive", "another turn is better for it"),
    ("directive", "keep"): Note("directive", "too much of the army would be without supply"),
    ("directive", "rescind"): Note("directive", "freedom of choice is worth more than supply for all"),
    ("defend", "stand"): Note("stand", "the hex is worth a step"),
    ("defend", "retreat"): Note("fall back", "the step is dearer than the hex"),
    ("press", "again"): Note("press on", "another round is worth it"),
    ("press", "halt"): Note("halt", "another round would cost more than it brings"),
}
"""Those that are a choice between words."""


def explain(view: View[Any], order: Order) -> str:
    """A reason for an order by its kind; nothing if there is none to give."""
    note = CHOICES.get((order.verb, order.word)) or REASONS.get(order.verb)
    if note is None or (order.verb == "air" and not order.number):
        return ""
    names = view.title.names
    units = " ".join(names.unit[u] for u in order.units)
    where = view.title.board.label(order.hex) if order.hex >= 0 else ""
    return str(note).format(units=units, hex=where, word=order.word, number=order.number)
