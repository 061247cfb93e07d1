"""What a bot says about an order: the tactic and the reason, in a line for whoever wants to learn from it.

Plans know their reasons and say them; decisions that come alone are explained here by the order that answers them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steppe.orders import Order
from steppe.view import View


def explain(view: View[Any], order: Order, *reasons: Mapping[str, str]) -> str:
    """A reason for an order by its verb and word, or by its verb; nothing if there is none to give.

    A reason reads ``tactic: why`` and may name ``{units}``, ``{hex}``, ``{word}`` and ``{number}`` of the order.
    """
    known = {key: reason for table in reasons for key, reason in table.items()}
    reason = known.get(f"{order.verb} {order.word}") or known.get(order.verb)
    if reason is None:
        return ""
    names = view.title.names
    units = " ".join(names.unit[u] for u in order.units)
    where = view.title.board.label(order.hex) if order.hex >= 0 else ""
    return reason.format(units=units, hex=where, word=order.word, number=order.number)
