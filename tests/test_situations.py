"""Any situation can be asked and tried, in the same words for every title; questions come one by one or in a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

import steppe
from tests.situations import SITUATIONS, Situation

each_title = pytest.mark.parametrize("key", SITUATIONS)


def asks(text: str, *questions: str) -> list[Any]:
    """The answers to questions that a position brings along."""
    return steppe.position(text + "".join(f"\n[[ask]]\n{question}\n" for question in questions)).answers()


# -- questions --------------------------------------------------------------------------------------------------------


@each_title
def test_every_question_is_answered_as_plain_data(key: str) -> None:
    given: Situation = SITUATIONS[key]
    here = steppe.position(given.text)
    assert (here.title, here.turn, here.prompt["seat"], here.outcome) == (key, 3, "german", None)
    found = [
        here.legal("7Pz"), here.why("done"), here.range("7Pz"), here.path("7Pz", given.beside), here.supply(),
        here.control(), here.place(given.beside), here.retreats(), here.units(), here.threat(given.start), here.assumed,
    ]  # fmt: skip
    assert json.loads(json.dumps(found)) == found
    assert f"move 7Pz {given.start}-{given.beside}" in here.legal("7Pz")
    assert here.legal(most=1) == here.legal()[:1]
    assert here.why("done") is None
    assert {row["unit"] for row in here.units() if "unit" in row} >= {"7Pz", "5Inf", "Foe"}


@each_title
def test_an_empty_hex_can_be_asked_about(key: str) -> None:
    given = SITUATIONS[key]
    found = steppe.position(given.text).place(given.beside)
    assert (found["hex"], found["terrain"], found["control"], found["units"]) == (given.beside, "clear", "soviet", [])
    assert found["supply"]["german"]["by"] == "line"
    assert found["supply"]["german"]["line"][0] == given.beside
    reach = {row["unit"]: row for row in found["reach"]}
    assert (reach["7Pz"]["from"], reach["7Pz"]["refused"]) == (given.start, None)
    assert reach["7Pz"]["spent"] == steppe.position(given.text).range("7Pz")["hexes"][given.beside]
    assert reach["Foe"]["refused"]["rule"]  # it is not its phase
    with_units = steppe.position(given.text).place(given.start)
    assert (with_units["units"], with_units["control"]) == (["7Pz", "5Inf"], "german")
    assert with_units["supply"]["soviet"] is None


@each_title
def test_supply_of_a_hex_behind_the_enemy(key: str) -> None:
    """The same hex is in supply or not as a unit that stood there would be."""
    given = SITUATIONS[key]
    cut = given.text.replace("german-source german", "german")
    assert steppe.position(cut).place(given.beside)["supply"]["german"] == {"in_supply": False, "by": None, "line": []}
    beside = steppe.position(given.text.replace(f"7Pz {given.start}", f"7Pz {given.beside}"))
    by_unit = next(row for row in beside.supply() if row["unit"] == "7Pz")
    assert by_unit["line"] == steppe.position(given.text).place(given.beside)["supply"]["german"]["line"]


@each_title
def test_a_given_way_can_be_asked_about(key: str) -> None:
    given = SITUATIONS[key]
    here = steppe.position(given.text)
    cheapest, chosen = here.path("7Pz", given.beside), here.path("7Pz", given.round_about)
    assert (cheapest["path"], cheapest["spent"][0]) == ([given.start, given.beside], 0)
    assert chosen["path"] == given.round_about.split("-")
    assert chosen["spent"][-1] > cheapest["spent"][-1]
    assert cheapest["refused"] is chosen["refused"] is None
    moved = here.do(f"move 7Pz {given.round_about}")
    event = next(event for event in moved.events if event["kind"] == "moved")
    assert (event["path"], event["spent"]) == (chosen["path"][1:], chosen["spent"][-1])
    broken = here.path("7Pz", f"{given.start}-{given.foe}-{given.start}")
    assert (broken["path"], bool(broken["refused"]["rule"])) == ([given.start, given.foe, given.start], True)
    with pytest.raises(steppe.OrderError, match="begins in"):
        here.path("7Pz", f"{given.beside}-{given.start}")
    later = steppe.position(given.combat).path("7Pz", given.beside)
    assert later["path"]
    assert "cannot be ordered now" in later["refused"]["why"]


def test_a_sheet_with_the_aircraft_of_the_defender() -> None:
    """11.19: a column for each."""
    given = SITUATIONS["dom"]
    text = given.combat.replace("[board]", "[track]\nair_german = 0\nair_soviet = 1\n[board]")
    here = steppe.position(text)
    plain, against = (here.sheet(given.assault, against=said)["sheet"] for said in ("", "air 1"))
    assert {"name": "aircraft of the defender", "rule": "11.19c", "columns": -1} in against["shifts"]
    assert len(against["shifts"]) == len(plain["shifts"]) + 1
    assert here.sheet(given.assault, against="air 0")["sheet"] == plain
    refused = here.sheet(given.assault, against="air 2")
    assert (refused["sheet"], refused["refused"]["rule"]) == (None, "11.19a")
    with pytest.raises(steppe.OrderError, match="air N"):
        here.sheet(given.assault, against="done")
    assert here.sheet("assault 0101 with 7Pz", against="air 1")["refused"]["rule"] == "11.0a"


def test_a_sheet_with_the_aircraft_of_a_german_defence() -> None:
    """11.25 of Land Without End: VIII FliegerKorps flies for the defence as well."""
    given = SITUATIONS["lwe"]
    here = steppe.position(given.soviet)
    order = f"assault {given.start} with Foe"
    assert here.sheet(order, against="air 1")["sheet"] != here.sheet(order)["sheet"]


def test_aircraft_that_lie_on_stacks_are_on_every_sheet() -> None:
    """10.2 of Proud Monster: nobody is asked for them, so nobody can answer with them."""
    given = SITUATIONS["pm"]
    here = steppe.position(given.combat)
    assert here.sheet(given.assault, against="air 1")["refused"]["why"].endswith("left: 0")


# -- trials -----------------------------------------------------------------------------------------------------------


@each_title
def test_a_position_stays_as_it_is(key: str) -> None:
    given = SITUATIONS[key]
    here = steppe.position(given.combat)
    before = here.text
    first, second = (here.do(given.assault, dice=[die]) for die in (6, 1))
    assert here.text == before
    assert first.events != second.events
    assert here.do(given.assault, dice=[6]).events == first.events
    with pytest.raises(steppe.RefusalError) as refused:
        here.do("done", given.assault)
    assert refused.value.rule
    assert here.text == before


@each_title
def test_dice_that_are_left_stay_wanted_for_each_trial_by_itself(key: str) -> None:
    given = SITUATIONS[key]
    here = steppe.position(given.combat).forced(dice=[2, 5])
    assert here.unused == {"dice": [2, 5], "results": []}
    assert here.do(given.assault).unused["dice"] == here.do(given.assault).unused["dice"] == [5]
    assert here.unused["dice"] == [2, 5]
    with pytest.raises(steppe.SteppeError, match="1 to 6"):
        here.forced(dice=[7])


@pytest.mark.parametrize(("key", "code"), [(key, code) for key, given in SITUATIONS.items() for code in given.results])
def test_every_result_that_the_rules_know_can_be_forced(key: str, code: str) -> None:
    """Also those to which the table leads only by conversion: they are taken as they are."""
    given = SITUATIONS[key]
    for text in (given.combat, given.combat.replace("hexes = '''", f"hexes = '''\n{given.foe} city Tula")):
        found = steppe.position(text).do(given.assault, results=[code])
        assert [event["result"] for event in found.events if event["kind"] == "result"] == [code]
        assert found.unused["results"] == []


@pytest.mark.parametrize("code", ["8/11", "1/E"])
def test_a_result_that_only_a_city_makes_is_not_doubled_again(code: str) -> None:
    """14.23 of Proud Monster."""
    given = SITUATIONS["pm"]
    text = given.combat.replace("hexes = '''", f"hexes = '''\n{given.foe} city Tula")
    events = steppe.position(text).do(given.assault, results=[code]).events
    assert not [event for event in events if event["kind"] == "converted"]


@each_title
def test_results_that_are_none(key: str) -> None:
    here = steppe.position(SITUATIONS[key].combat)
    with pytest.raises(steppe.OrderError, match="'ZZ' is no result of a battle; its results are"):
        here.forced(results=["ZZ"])
    with pytest.raises(steppe.OrderError, match="nothing is called 'mood'"):
        here.forced(results=["mood=1"])


@pytest.mark.parametrize("key", ["lwe", "pm"])
@pytest.mark.parametrize(("code", "north", "south"), [("M", "mud", "mud"), ("S/F", "snow", "frost")])
def test_the_weather_to_come_can_be_forced(key: str, code: str, north: str, south: str) -> None:
    """The weather that there is already is a matter of [state]."""
    rolled = _until_weather(key, code)
    assert (rolled["north"], rolled["south"]) == (north, south)


def test_weather_that_is_none() -> None:
    with pytest.raises(steppe.OrderError, match="nothing is called 'weather'"):
        steppe.position(SITUATIONS["dom"].text).forced(results=["weather=M"])
    with pytest.raises(steppe.OrderError, match="'X' is no result of weather; its results are D, R, M, F, S, D/D"):
        steppe.position(SITUATIONS["pm"].text).forced(results=["weather=X"])


def _until_weather(key: str, code: str) -> Any:
    """Play on to the next roll for the weather."""
    given = SITUATIONS[key]
    turn, step = {"lwe": (12, "III.C"), "pm": (8, "II.C.3")}[key]
    text = given.text.replace("turn = 3", f"turn = {turn}")
    text = text.replace(text.splitlines()[3], f'step = "{step}"')
    now = steppe.position(text).forced(results=[f"weather={code}"])
    for _ in range(20):
        now = now.do(now.legal()[-1])
        told = [event for event in now.events if event["kind"] == "weather"]
        if told:
            assert now.unused["results"] == []
            return told[0]
    raise AssertionError("no weather")


def test_the_result_of_attenuated_supply_can_be_forced() -> None:
    """7.4 of Land Without End, 9.6 of Proud Monster: the shift that their tables know."""
    for key in ("lwe", "pm"):
        given = SITUATIONS[key]
        text = given.combat.replace("turn = 3", "turn = 11").replace("7Pz ", "7Pz supply=attenuated ")
        here = steppe.position(text)
        for shift in (-1, 0):
            events = here.do(given.assault, results=[f"attenuated={shift}"]).events
            told = next(event for event in events if event["kind"] == "attenuated")
            assert told["shift"] == shift
        with pytest.raises(steppe.OrderError, match="'9' is no result of attenuated"):
            here.forced(results=["attenuated=9"])


# -- supply that is supposed ------------------------------------------------------------------------------------------


def test_supply_can_be_supposed() -> None:
    """Whatever its lines, a unit has the supply that its line says: it moves, attacks and is told so."""
    refused = {}
    for key, given in SITUATIONS.items():
        text = given.combat.replace("7Pz ", "7Pz supply=out ")
        row = next(row for row in steppe.position(text).supply() if row["unit"] == "7Pz")
        assert (row["in_supply"], row["by"], row["line"], row["state"]) == (False, "position", [], "out of supply")
        other = next(row for row in steppe.position(text).supply() if row["unit"] == "5Inf")
        assert (other["in_supply"], other["by"]) == (True, "line")
        refused[key] = (steppe.position(text).why(given.assault.replace("+5Inf", "")) or {}).get("rule")
        again = steppe.position(steppe.position(text).text)
        assert next(row for row in again.supply() if row["unit"] == "7Pz")["by"] == "position"
        fed = given.text.replace("german-source german", "german").replace("7Pz ", "7Pz supply=regular ")
        assert {row["unit"]: row["in_supply"] for row in steppe.position(fed).supply()} == {
            "7Pz": True, "5Inf": False, "Foe": True,
        }  # fmt: skip
    assert refused == {"dom": "8.5c", "lwe": "7.7c", "pm": None}


def test_who_is_supposed_to_be_out_of_supply_dies_of_it() -> None:
    """8.6: the check at the end of the turn asks every unit of which it was said."""
    given = SITUATIONS["dom"]
    here = steppe.position(given.soviet.replace("Foe ", "Foe supply=out "))
    after = here.do("done")
    assert "eliminated" in [event["kind"] for event in after.events]


@pytest.mark.parametrize(("key", "known"), [("dom", "regular, out"), ("lwe", "regular, attenuated, out"),
                                            ("pm", "regular, attenuated, aerial, out")])  # fmt: skip
def test_supply_states_that_are_none(key: str, known: str) -> None:
    with pytest.raises(steppe.DataError, match=f"supply=hungry is not understood; known are {known}"):
        steppe.position(SITUATIONS[key].text.replace("7Pz ", "7Pz supply=hungry "))


# -- counters of one's own --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "line", "expected"),
    [
        ("dom", "rd1 german infantry XX 3-4/1-2", ("german", "infantry")),
        ("dom", "7PZ soviet RD XX 3-4", ("soviet", "RD")),
        ("lwe", "G1 german infantry XX 2-2 move=6", ("german", "infantry")),
        ("lwe", "RUM2C soviet rifle XX 2-2 move=6", ("soviet", "rifle")),
        ("pm", "rd1 german infantry XX 2-2 move=6", ("german", "infantry")),
    ],
)
def test_a_counter_of_ones_own_is_what_its_line_says(key: str, line: str, expected: tuple[str, str]) -> None:
    """A name that a printed counter of another side or kind bears brings nothing of that counter along."""
    given = SITUATIONS[key]
    key_of_unit = line.split()[0]
    text = given.text.replace("5Inf ", f"{line} ").replace("7Pz ", "3Pz ")
    here = steppe.position(text)
    row = next(row for row in here.units() if row.get("unit") == key_of_unit)
    assert (row["side"], row["kind"]) == expected
    if key != "dom":
        assert f"nation={expected[0]}" in next(row for row in here.text.splitlines() if row.startswith(key_of_unit))
    assert steppe.position(here.text).text == here.text


def test_a_namesake_counts_for_a_concentric_assault() -> None:
    """The name of a militia unit does not make a German infantry division a stranger to its side."""
    given = SITUATIONS["lwe"]
    text = given.combat.replace("5Inf ", "G1 german infantry XX 5-5 move=6 ")
    with_own = steppe.position(text).sheet(given.assault.replace("5Inf", "G1"))
    named = steppe.position(text.replace("G1 ", "Own ")).sheet(given.assault.replace("5Inf", "Own"))
    assert with_own == named


def test_a_counter_of_ones_own_needs_all_that_is_said_of_one() -> None:
    with pytest.raises(steppe.DataError, match="7Pz as infantry is not a counter of the title, so its side and kind"):
        steppe.position(SITUATIONS["dom"].text.replace("7Pz ", "7Pz infantry "))


@each_title
def test_entry_and_pool_can_be_said_in_every_title(key: str) -> None:
    given = SITUATIONS[key]
    entry = {"dom": "reinforcement", "lwe": "guards", "pm": "interior"}[key]
    text = given.text.replace("Foe soviet", f"Foe soviet pool=RB entry={entry}")
    here = steppe.position(text)
    line = next(row for row in here.text.splitlines() if row.startswith("Foe "))
    assert f"entry={entry}" in line
    assert "pool=RB" in line
    assert steppe.position(here.text).text == here.text


def test_an_entry_that_the_title_does_not_know() -> None:
    with pytest.raises(steppe.DataError, match="entry=sideways is not understood; known are reserve-front"):
        steppe.position(SITUATIONS["dom"].text.replace("Foe soviet", "Foe soviet entry=sideways"))


# -- what was not said ------------------------------------------------------------------------------------------------


@each_title
def test_what_was_not_said_is_told(key: str) -> None:
    given = SITUATIONS[key]
    found = steppe.position(given.text).assumed
    assert (found["scenario"], found["order"], found["begin"]) == ("campaign", "move-fight", False)
    assert found["state"]["air_used_german"] == 0
    assert found["options"]["fog"] is True
    assert found["empty_regions"]
    assert "turn" not in found
    named = {"dom": "november = 5", "lwe": "pause = 3", "pm": "pause = 3"}[key]
    word = named.split()[0]
    assert found["state"][word] == 0
    said = given.text.replace("[state]", f"[state]\n{named}").replace("turn = 3\n", "")
    told = steppe.position(said).assumed
    assert word not in told["state"]
    assert told["turn"] == 1
    region = found["empty_regions"][0]
    filled = given.text.replace("hexes = '''", f"hexes = '''\n{given.beside} {region}")
    assert region not in steppe.position(filled).assumed["empty_regions"]


def test_what_the_track_says_is_told() -> None:
    text = SITUATIONS["dom"].text
    found = steppe.position(text).assumed
    assert (found["track.mf_mech"], found["track.air_german"]) == (6, 1)
    said = steppe.position(text.replace("[board]", "[track]\nmf_mech = 9\n[board]")).assumed
    assert "track.mf_mech" not in said
    assert said["track.mf_foot"] == found["track.mf_foot"]


# -- questions in a file ----------------------------------------------------------------------------------------------


@each_title
def test_a_file_of_questions(key: str) -> None:
    """Each is answered from the position as it stands, whatever those before it did."""
    given = SITUATIONS[key]
    code = given.results[1]
    found = asks(
        given.combat,
        f'about = "a forced result"\norder = "{given.assault}"\nresult = ["{code}"]\nretreats = true',
        f'why = ["{given.assault}", "done"]\nhex = "{given.beside}"\nsupply = true',
        f'order = ["done", "{given.assault}"]\nlegal = true',
        'why = "frobnicate"',
        f'sheet = "{given.assault}"\nseat = "german"\nthreat = "{given.start}"\npath = "7Pz {given.beside}"',
        'range = "7Pz"\ncontrol = true\nunits = true\nposition = true\nlegal = true\nlimit = 1',
    )
    forced, asked, conditional, wrong, sheet, rest = found
    assert [told["number"] for told in found] == [1, 2, 3, 4, 5, 6]
    assert forced["about"] == "a forced result"
    assert code in [event.get("result") for event in forced["given"][0]["events"]]
    assert [told["legal"] for told in asked["why"]] == [True, True]
    assert (len(asked["supply"]), asked["hexes"][0]["hex"]) == (3, given.beside)
    assert conditional["refused"]["order"] == given.assault
    assert "legal" not in conditional
    assert wrong == {"number": 4, "error": wrong["error"]}
    assert "'frobnicate' is no order" in wrong["error"]
    assert sheet["sheets"][0]["sheet"]["results"]
    assert sheet["threats"][0]["hex"] == given.start
    assert sheet["paths"][0]["path"][-1] == given.beside
    assert (len(rest["legal"]), rest["more"]) == (1, True)
    assert rest["control"][given.start] == "german"
    assert rest["position"].startswith('title = "')
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("courage = 7", "ask 1: courage.*unknown; known are order, die"),
        ("why = 3", "ask 1: why.*a text is wanted, not 3"),
        ("supply = 'all'", "ask 1: supply.*true is wanted"),
        ("die = ['6']", "ask 1: die.*a number is wanted"),
        ("limit = [1]", "ask 1: limit.*a number is wanted"),
    ],
)
def test_questions_that_are_none(question: str, words: str) -> None:
    with pytest.raises(steppe.DataError, match=words):
        asks(SITUATIONS["dom"].text, question)


def test_questions_are_a_list_of_tables() -> None:
    with pytest.raises(steppe.DataError, match=r"questions are wanted as \[\[ask\]\]"):
        steppe.position("ask = 'why'\n" + SITUATIONS["dom"].text)


def test_a_question_in_a_program_is_the_same_as_in_a_file() -> None:
    given = SITUATIONS["dom"]
    question = {"order": given.assault, "die": [6, 6], "why": "done"}
    found = steppe.position(given.combat).ask(question)
    assert found["given"][0]["order"] == given.assault
    assert found["unused"] == {"dice": [6], "results": []}
    with pytest.raises(steppe.DataError, match="question: mood"):
        steppe.position(given.combat).ask({"mood": 1})
    with pytest.raises(steppe.OrderError, match="units and a hex"):
        steppe.position(given.combat).ask({"path": "7Pz"})
