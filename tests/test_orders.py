"""Orders and their notation: what a form can say, what is written is read again, what is wrong is told."""

from __future__ import annotations

import pickle
import random
import re
from functools import cache
from itertools import islice
from typing import Any

import pytest

from steppe import titles
from steppe.errors import OrderError
from steppe.hexgrid import HexGrid, MapSheet, SheetRowColumn
from steppe.lab.bench import long_game
from steppe.lab.mutate import filled, random_text
from steppe.orders import Form, More, Names, Notation, Order
from tests.known import OURS

title_of: Any = cache(titles.load)

# -- every order that is thought of for titles to come ----------------------------------------------------------------

CORPS_AND_ARMIES = {
    "place UNITS HEX": ["place 41Pz 1517", "place Pol 2115"],
    "deploy WORD(historical|random)": ["deploy historical"],
    "top UNITS": ["top 6AO"],
    "offensive WORD(declare|gambit|decline)": ["offensive gambit"],
    "operation WORD(oder|rhine)": ["operation rhine"],
    "sea-supply WORD(crimea|coastal)": ["sea-supply crimea"],
    "replace UNITS HEX | UNITS rvgk": ["replace 24Pz 2117", "replace 21A rvgk"],
    "enter UNITS HEX": ["enter 40Pz 2024"],
    "attach UNITS OTHERS": ["attach 502TB 3Pz"],
    "wall HEX": ["wall 2112"],
    "delay UNITS": ["delay 24A"],
    "wait": ["wait"],
    "withdraw UNITS": ["withdraw 9A+37A+44A+46A"],
    "zone WORD(north|south)": ["zone south"],
    "comb-out": ["comb-out"],
    "order WORD(move-fight|fight-move|fight-fight)": ["order fight-fight"],
    "rail UNITS WAY": ["rail 14K+28K 1415-2607", "rail 3Pz+502TB 1912-2011-2007"],
    "sail UNITS FROM-TO": ["sail 30K 2911-3108"],
    "exit UNITS [HEX]": ["exit 52K+40Pz+57Pz", "exit 57A 3216"],
    "marker WORD(A|B) HEX": ["marker A 2306"],
    "mobile HEX with UNITS [air N] [drop OTHERS]": ["mobile 2013 with 3Pz+24Pz air 1"],
    "assault HEX with UNITS [air N] [drop OTHERS]": [
        "assault 2418 with 7K+13K air 1",
        "assault 2207 with 48Pz+2SSPz drop 2Para",
        "assault 2207 with 48Pz+2SSPz air 1 drop 2Para",
    ],
    "support none | {guns UNITS} {wings UNITS} {partisans} {paratroops} {interceptors}": [
        "support guns 62A+64A wings 62A+5T partisans paratroops interceptors",
        "support partisans",
        "support none",
    ],
    "retreat [UNITS] HEX": ["retreat 2303", "retreat 62A 2302"],
    "advance UNITS [HEX] [stay OTHERS]": ["advance 3Pz+24Pz", "advance 3Pz 2012", "advance 3Pz+6Pz stay 8Pz"],
    "emergency UNITS HEX": ["emergency 24A 1606"],
    "resign SEAT": ["resign german"],
}

CITIES = "Kharkov|Moskva|capital"
HALF_MONTHS = {
    "place UNITS HEX": ["place 48Tk+55Rfl 1B:2818"],
    "historical": ["historical"],
    "truck UNITS WORD(source|extend)": ["truck 2Kraft extend"],
    "draw UNITS from HEX": ["draw 44Inf+76Inf from 4A:2103"],
    "raid rail HEX": ["raid rail 1B:3611"],
    f"prepare WORD({CITIES})": ["prepare Kharkov", "prepare capital"],
    "capacity WORD(soviet|german|finnish) N from HEX": ["capacity german 20 from 1B:3830"],
    "replace UNITS {cadre} [at HEX]": ["replace 7Inf at 1B:3830", "replace 7Inf cadre at 1B:3830"],
    "convert UNITS OTHERS": ["convert 100Rfl 1GRfl"],
    "pool WORD(moskva|ural) N": ["pool moskva 10"],
    "fort UNITS from HEX": ["fort 7Bau from 1B:2818"],
    "dock UNITS N": ["dock Marat 1"],
    "breakdown UNITS WORD(supported|headquarters)": ["breakdown 11Inf supported"],
    "move UNITS WAY | capital HEX": [
        "move 3Pz 1B:2723-2622-2521",
        "move 3Pz+6Pz 1B:2723-2521",
        "move 3Pz 1B:2723-7A:1905-1906-1B:2622",
        "move capital 7A:4802",
    ],
    "rail UNITS WAY [hold OTHERS]": ["rail 61Inf 1B:2627-2720 hold 2Sec", "rail 61Inf 1B:2627-2720"],
    "strategic UNITS FROM-TO": ["strategic 20Rfl 7A:1905-2A:3317"],
    "overrun UNITS HEX [stay OTHERS]": ["overrun 3Pz+8Pz 1B:2421 stay 8Pz"],
    "carry UNITS N": ["carry 61Inf 3"],
    "repair UNITS [with OTHERS]": ["repair 7Eis with 12Bau", "repair 7Eis"],
    "regauge UNITS WORD(NE-SW|E-W|NW-SE) [with OTHERS]": ["regauge 7Eis NW-SE with 12Bau"],
    "sail UNITS OTHERS WAY": ["sail Tr1 11Inf 3B:3519-2405"],
    "land UNITS HEX by OTHERS": ["land 83Mar 4A:3526 by Tr1+Tr2"],
    "aid WORD(rumanian|finnish) N": ["aid rumanian 2"],
    "aside UNITS HEX": ["aside Brand800 1B:2420"],
    "fly UNITS WORD(ground|escort|drop|defend) [OTHERS] HEX": [
        "fly KG51+StG2 ground 1B:2818",
        "fly TG1 drop 7Fsj 2A:3425",
    ],
    "attack HEX with UNITS {air UNITS} {guns UNITS} {far UNITS} {neutral UNITS} {point HEX} {no-armor} {no-engineers}"
    " {surprise UNITS} {days N} {how WORD(slow|fast)}": [
        "attack 1B:2818 with 3Pz+6Pz+8Pz+21Inf air KG51+StG2 guns Tallinn far RR701 neutral StuG192 point 6A:1617",
        "attack 1B:2818 with 3Pz no-armor no-engineers surprise Brand800",
        "attack 1B:2818 with 3Pz days 0 how slow",
        "attack 1B:2818 with 3Pz",
    ],
    "lose UNITS": ["lose 21Inf+3Pz"],
    "standing SEAT {losses WORD(auto|ask|watched)} {retreats WORD(auto|ask|watched)}": [
        "standing soviet losses auto",
        "standing soviet losses ask retreats watched",
    ],
}


def names_in(texts: list[str]) -> Names:
    """Names for all that looks like a hex or a unit in these orders."""
    words = [word for text in texts for word in re.split(r"[\s+]", text)]
    hexes: dict[str, int] = {}
    units: dict[str, None] = {}
    for word in words:
        sheet = ""
        for label in word.split("-"):
            if re.fullmatch(r"(\w+:)?\d{4}", label):
                sheet = label.rpartition(":")[0] or sheet
                hexes[f"{sheet}:{label[-4:]}" if sheet else label] = 0
        if re.search(r"[A-Z0-9]", word) and not re.search(r"\d{4}|-", word):
            units[word] = None
    return Names.of(list(units), list(hexes), dict(zip(hexes, range(len(hexes)), strict=True)), ("german", "soviet"))


@pytest.mark.parametrize("forms", [CORPS_AND_ARMIES, HALF_MONTHS], ids=["corps and armies", "half-months"])
def test_every_order_of_a_title_to_come_can_be_said(forms: dict[str, list[str]]) -> None:
    texts = [text for several in forms.values() for text in several]
    names, notation = names_in(texts), Notation(Form(template, "") for template in forms)
    orders = [notation.read(text, names) for text in texts]
    assert [notation.write(order, names) for order in orders] == texts
    assert len(set(orders)) == len(texts)
    assert pickle.loads(pickle.dumps(orders)) == orders


@pytest.mark.parametrize("template", [*CORPS_AND_ARMIES, *HALF_MONTHS])
def test_whatever_fills_a_form_is_read_as_it_is_written(template: str) -> None:
    title, form, rng = title_of("dom"), Form(template, ""), random.Random(2)
    for _ in range(40):
        order = filled(title, form, rng)
        words = form.write(order, title.names).split()
        assert form.read(words[1:], title.names) == order


# -- what an order holds ----------------------------------------------------------------------------------------------

UNITS = ["3Pz", "6Pz", "8Pz", "KG51", "RR701"]
LABELS = ["2117", "2218", "2318"]
NAMES = Names.of(UNITS, LABELS, {label: i for i, label in enumerate(LABELS)}, ("german", "soviet"))
PZ3, PZ6, PZ8, KG51, RR701 = range(5)


def read(template: str, text: str, names: Names = NAMES) -> Order:
    return Notation([Form(template, "")]).read(text, names)


def fault(template: str, text: str, names: Names = NAMES) -> str:
    with pytest.raises(OrderError) as error:
        read(template, text, names)
    return str(error.value)


def test_a_way_lies_between_its_ends() -> None:
    order = read("move UNITS WAY", "move 3Pz 2117-2218-2318")
    assert (order.start, order.way, order.hex) == (0, (1,), 2)
    assert order == Order("move", (PZ3,), 2, 0, more=More.of(way=(1,)))


def test_two_hexes_are_a_way_and_equal_to_from_and_to() -> None:
    assert read("move UNITS WAY", "move 3Pz 2117-2318") == read("move UNITS FROM-TO", "move 3Pz 2117-2318")
    assert read("move UNITS WAY", "move 3Pz 2117-2318").more is None


def test_a_second_list_of_units() -> None:
    order = read("advance UNITS [stay OTHERS]", "advance 3Pz+6Pz stay 8Pz")
    assert (order.units, order.others) == ((PZ3, PZ6), (PZ8,))
    assert read("advance UNITS [stay OTHERS]", "advance 3Pz") == Order("advance", (PZ3,))


ATTACK = "attack HEX with UNITS [air N] {far UNITS} {point HEX} {no-armor} {how WORD(slow|Fast)} {days N}"


def test_named_parts_are_found_by_their_names() -> None:
    order = read(ATTACK, "attack 2117 with 3Pz+6Pz far RR701 point 2318 no-armor how fast days 0")
    assert order.part("far") == Order("far", (RR701,))
    assert order.part("point") == Order("point", hex=2)
    assert order.part("no-armor") == Order("no-armor")
    assert order.part("how") == Order("how", word="Fast")
    assert order.part("days") == Order("days", number=0)
    assert order.part("air") is None
    assert (order.units, order.hex, order.number) == ((PZ3, PZ6), 0, 0)


def test_options_come_in_any_order_and_mean_the_same() -> None:
    rng = random.Random(1)
    options = ["air 2", "far RR701", "point 2318", "no-armor", "days 3"]
    whole = read(ATTACK, f"attack 2117 with 3Pz {' '.join(options)}")
    for _ in range(20):
        rng.shuffle(options)
        again = read(ATTACK, f"attack 2117 with 3Pz {' '.join(options)}")
        assert again == whole
        assert hash(again) == hash(whole)
        assert Form(ATTACK, "").write(again, NAMES) == "attack 2117 with 3Pz air 2 far RR701 point 2318 no-armor days 3"


def test_small_and_capital_letters_are_the_same() -> None:
    names = Names.of(["3Pz"], ["1B:2723", "1B:2622"], {"1B:2723": 0, "1B:2622": 1}, ("german", "soviet"))
    assert read("move UNITS WAY", "MOVE 3PZ 1b:2723-2622", names) == Order("move", (0,), 1, 0)


# -- sheets in labels -------------------------------------------------------------------------------------------------

SHEETS = SheetRowColumn((MapSheet("1B", 0, 0, (0, 10), (0, 10)), MapSheet("2A", 0, -10, (0, 10), (0, 10))))
GRID = HexGrid(SHEETS, ["1B:0101", "1B:0201", "1B:0200", "2A:0209", "2A:0309"])
ON_SHEETS = Names.of(["3Pz"], GRID.labels, GRID.index, ("german", "soviet"))


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("1B:0101-0201-0200-2A:0209-0309", "1B:0101-0201-0200-2A:0209-0309"),
        ("1B:0101-1B:0201-1B:0200-2A:0209-2A:0309", "1B:0101-0201-0200-2A:0209-0309"),
        ("1B:0101-0201-2A:0210-0209-0309", "1B:0101-0201-0200-2A:0209-0309"),  # 2A:0210 is another label of 1B:0200
        ("2A:0309-1B:0101-2A:0209", "2A:0309-1B:0101-2A:0209"),
    ],
)
def test_the_sheet_is_left_out_while_it_stays_the_same(said: str, written: str) -> None:
    order = read("move UNITS WAY", f"move 3Pz {said}", ON_SHEETS)
    assert Form("move UNITS WAY", "").write(order, ON_SHEETS) == f"move 3Pz {written}"


def test_the_first_hex_of_a_way_needs_its_sheet() -> None:
    assert fault("move UNITS WAY", "move 3Pz 0101-1B:0201", ON_SHEETS) == "there is no hex '0101' on this map"
    assert fault("move UNITS WAY", "move 3Pz 1B:0101-0909", ON_SHEETS) == "there is no hex '1B:0909' on this map"


# -- what is wrong ----------------------------------------------------------------------------------------------------


ADVANCE, RETREAT = "advance UNITS [stay OTHERS]", "retreat [UNITS] HEX"
MOVE, REPLACE = "move UNITS WAY | capital HEX", "replace UNITS HEX | UNITS rvgk"
WANTED = {
    ("sail UNITS FROM-TO", "3Pz 2117-2218-2318"): "'2117-2218-2318': two hexes with a dash are wanted, as in 2117-2318",
    ("rail UNITS WAY", "3Pz 2117"): "'2117': two or more hexes with dashes are wanted, as in 2117-2218-2318",
    ("rail UNITS WAY", "3Pz 2117-9999-2318"): "there is no hex '9999' on this map",
    (ADVANCE, "3Pz stay 9Pz"): "there is no unit '9Pz'",
    (ADVANCE, "3Pz stay"): f"advance: too short, the form is: {ADVANCE}",
    (ADVANCE, "3Pz go 6Pz"): "'go' where 'stay' is wanted",
    (ATTACK, "2117 with 3Pz near 6Pz"): "'near' where 'air', 'far', 'point', 'no-armor', 'how' or 'days' is wanted",
    (ATTACK, "2117 with 3Pz how slow days 3 near 6Pz"): "'near' where 'air', 'far', 'point' or 'no-armor' is wanted",
    (ATTACK, "2117 with 3Pz far RR701 no-armor far KG51"): "'far' is given twice",
    (ATTACK, "2117 with 3Pz far 2117"): "there is no unit '2117'",
    (ATTACK, "2117 with 3Pz how late"): "'late' is not one of slow, Fast",
    (ATTACK, "2117 with 3Pz days many"): "'many' is not a number from 0 to 999",
    (RETREAT, "9Pz 2117"): "there is no unit '9Pz'; there is no hex '9Pz' on this map",
    (RETREAT, "3Pz 2117 6Pz"): f"retreat: '6Pz' is too much, the form is: {RETREAT}",
    (REPLACE, "3Pz pool"): "there is no hex 'pool' on this map; 'pool' where 'rvgk' is wanted",
    (REPLACE, "3Pz"): f"replace: too short, the form is: {REPLACE}",
    (MOVE, "capital"): f"move: too short, the form is: {MOVE}",
}


@pytest.mark.parametrize(("template", "words", "why"), [(*said, why) for said, why in WANTED.items()])
def test_what_is_wrong_is_told_of_the_furthest_word(template: str, words: str, why: str) -> None:
    assert fault(template, f"{template.split()[0]} {words}") == why


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("attach UNITS UNITS", "OTHERS"),
        ("move WAY HEX", "two tokens fill one field"),
        ("move UNIT HEX", "'UNIT' is no token"),
        ("choose WORD", "'WORD' is no token"),
        ("assault HEX [air N", "bracket"),
        ("assault HEX air N]", "bracket"),
        ("replace UNITS [cadre]", "no trace"),
        ("attack HEX {air OTHERS}", "should be a name"),
        ("attack HEX [air N] {air UNITS}", "begin with the same word"),
        ("attack HEX {air UNITS N}", "should be a name"),
        ("attack HEX {air by UNITS}", "should be a name"),
    ],
)
def test_a_form_that_could_not_be_read_again_is_refused(template: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Form(template, "")


# -- the titles that there are ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", OURS)
def test_all_legal_orders_are_read_as_they_are_written(key: str) -> None:
    title = title_of(key)
    rng, verbs = random.Random(5), set()
    for i, s in enumerate(long_game(title, 11)):
        if i % 30 and s.depth < 2:
            continue
        for order in islice(title.legal(s), 400):
            verbs.add(order.verb)
            text = title.notation.write(order, title.names)
            assert title.notation.read(text, title.names) == order
            assert order.more is None
        try:
            spoilt = title.notation.read(random_text(text, rng), title.names)
        except OrderError:
            continue
        assert title.notation.read(title.notation.write(spoilt, title.names), title.names) == spoilt
    assert len(verbs) > 8
