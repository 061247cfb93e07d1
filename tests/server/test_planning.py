"""What a page asks while a player makes up his mind: who can act, who could join an attack."""

from __future__ import annotations

from typing import Any

from tests.server.table import Table


def test_who_can_act_and_who_could_join(table: Table) -> None:
    begun = table.new()
    with begun.seat("german") as german, begun.seat("soviet") as soviet:
        nothing: dict[str, Any] = {"units": [], "choices": [], "end": None, "refused": None, "warnings": []}
        assert german.ask("ready") | {"re": 0} == {"re": 0, **nothing}
        german.order("order fight-move")
        ready = german.ask("ready")["units"]
        assert ready
        orders = [o.split() for o in german.ask("legal", about=[ready[0]])["orders"] if o.startswith("assault")]
        target = orders[0][1]
        joiners = german.ask("joiners", hex=target)["units"]
        assert ready[0] in joiners
        assert set(joiners) <= set(ready)
        together = german.ask("sheet", text=f"assault {target} with {'+'.join(joiners)}")
        assert together["refused"] is None
        assert soviet.ask("ready")["units"] == soviet.ask("joiners", hex=target)["units"] == []


def test_only_who_stands_together_joins_a_mobile_assault(table: Table) -> None:
    begun = table.new()
    with begun.seat("german") as german:
        german.order("order move-fight")
        ready = german.ask("ready")["units"]
        by_name = {u["unit"]: u["at"] for u in german.view["units"] if "unit" in u}
        assert german.ask("joiners", hex="1010")["units"] == []
        joiners = german.ask("joiners", hex="1010", **{"with": [ready[0]]})["units"]
        assert {by_name[u] for u in joiners} == {by_name[ready[0]]}


def test_in_set_up_the_group_is_to_be_placed(table: Table) -> None:
    begun = table.new(setup="free")
    with begun.seat("soviet") as soviet:
        found = soviet.ask("ready")
        assert len(found["units"]) == 15
        assert found["refused"]["rule"] == "3.2a"
        assert soviet.ask("legal", most=3000)["more"] is True
        assert len(soviet.ask("legal", most=7)["orders"]) == 7
