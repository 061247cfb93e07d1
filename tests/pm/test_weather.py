"""13.1, 13.2, 13.8 to 13.10: two zones, one die a couplet, deep winter, and what the weather ends for good."""

from __future__ import annotations

import pytest

from tests.pm.scene import PASS, on_map
from tests.sandbox import Table, first, kinds


def roll(die: int, *, turn: int = 8, step: str = "II.A", state: str = "", units: str = "") -> Table:
    """The weather phase of a couplet, begun, with a die."""
    return on_map(f"1Inf 1912N\nRD1 5017N\n{units}", turn=turn, step=step, state=state, begin=True, dice=(die,))


def weather(t: Table) -> tuple[str, str]:
    facts = first(t.log, "weather").facts
    return facts["north"], facts["south"]


def asks_for_refits(t: Table) -> bool:
    """Whether the German is asked for refits before he commits his aircraft, or moves."""
    asked = set()
    while t.prompt.decision not in ("air commitment", "movement"):
        asked.add(t.prompt.decision)
        t.order(PASS.get(t.prompt.decision, "done") if t.prompt.decision != "withdrawal" else "decline infantry")
    return "refit" in asked


@pytest.mark.rule("pm", "13.2a", "17.1")
@pytest.mark.parametrize(
    ("turn", "step", "die", "north", "south"),
    [
        (7, "II.A", 6, "rain", "dry"),
        (8, "II.A", 6, "mud", "rain"),
        (8, "III.A", 3, "rain", "dry"),
        (10, "III.A", 1, "mud", "rain"),
        (11, "III.A", 5, "snow", "frost"),
        (12, "II.A", 1, "frost", "mud"),
        (12, "III.A", 2, "snow", "frost"),
    ],
)
def test_one_die_for_both_zones(turn: int, step: str, die: int, north: str, south: str) -> None:
    """The southern zone has two pips less."""
    t = roll(die, turn=turn, step=step)
    assert weather(t) == (north, south)
    assert kinds(t.log).count("rolled") == 1


@pytest.mark.rule("pm", "13.2b")
def test_no_roll_before_turn_7() -> None:
    t = on_map("1Inf 1912N\nRD1 5017N", turn=6, step="I.A", begin=True)
    logs = []
    while t.s.turn == 6:
        logs += kinds(t.order({"concentration": "concentration decline"}.get(t.prompt.decision, "done")))
    assert "weather" not in logs[: logs.index("turn")]
    assert (t.s.turn, t.title.current_step(t.s).name[:2]) == (7, "II")
    assert "weather" in logs


@pytest.mark.rule("pm", "13.2b")
def test_a_roll_in_every_couplet() -> None:
    t = roll(1, turn=7)
    assert t.s.couplet == 14
    log: list[str] = []
    while t.title.current_step(t.s).name != "III.concentration":
        log += kinds(t.order({"concentration": "concentration decline"}.get(t.prompt.decision, "done")))
    assert log.count("weather") == 1
    assert t.s.couplet == 15


@pytest.mark.rule("pm", "13.8")
def test_the_first_snow_stays_in_its_zone() -> None:
    t = roll(2, turn=11, step="III.A", state='weather_north = "S"\nweather_south = "D"')
    assert weather(t) == ("snow", "mud")


@pytest.mark.rule("pm", "13.8")
def test_snow_in_both_zones_ends_the_rolls() -> None:
    t = roll(1, turn=12, step="II.A", state='weather_north = "S"\nweather_south = "S"')
    assert "weather" not in kinds(t.log)
    assert "rolled" not in kinds(t.log)


@pytest.mark.rule("pm", "13.9", "8.19")
@pytest.mark.parametrize(("die", "refits"), [(5, True), (6, False)])
def test_mud_ends_refits_for_good(die: int, refits: bool) -> None:
    t = roll(die, turn=8, units="1Pz 1911N steps=2")
    assert asks_for_refits(t) is refits
    dry = on_map("1Inf 1912N\nRD1 5017N\n1Pz 1911N steps=2", turn=8, step="III.A", begin=True, dice=(1,))
    assert asks_for_refits(dry)
    dry_again = roll(1, turn=8, step="III.A", units="1Pz 1911N steps=2", state="weather_seen = 1")
    assert not asks_for_refits(dry_again)


@pytest.mark.rule("pm", "13.9")
def test_mud_in_the_south_alone_ends_refits_everywhere() -> None:
    """Frost in the north and mud in the south."""
    t = roll(1, turn=12, units="1Pz 1911N steps=2")
    assert weather(t) == ("frost", "mud")
    assert not asks_for_refits(t)


@pytest.mark.rule("pm", "13.10", "13.9")
def test_what_each_zone_ends() -> None:
    """Mud in the south alone ends refits, not the highway."""
    t = roll(1, turn=12, step="II.A")
    assert weather(t) == ("frost", "mud")
    assert t.s.weather_seen == 1
    north = roll(6, turn=8, step="II.A")
    assert weather(north) == ("mud", "rain")
    assert north.s.weather_seen == 3


@pytest.mark.rule("pm", "0.1")
def test_no_weather_in_the_learning_game() -> None:
    t = on_map("1Inf 1912N\nRD1 5017N", turn=8, step="I.D", options="learning = true", begin=True)
    log: list[str] = []
    while t.s.turn == 8:
        log += kinds(t.order("done"))
    assert "weather" not in log
