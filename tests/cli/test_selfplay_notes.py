"""``steppe selfplay --notes``: every order with what its bot says about it."""

from __future__ import annotations

from tests.cli.shell import Shell


def test_notes_are_printed_or_part_of_the_object(steppe: Shell) -> None:
    words = ("selfplay", "dom", "--german", "reflex", "--soviet", "random", "--seed", 2)
    plain = steppe(*words, "--json").json
    assert "notes" not in plain
    found = steppe(*words, "--notes", "--json").json
    assert 0 < found["orders"] - len(found["notes"]) < 10, "only the set-up comes before the bots' orders"
    assert {"n", "turn", "seat", "order", "note"} == set(found["notes"][0])
    german = [told for told in found["notes"] if told["seat"] == "german" and told["order"].startswith("move")]
    assert german
    assert all(told["note"] for told in german)
    printed = steppe(*words, "--notes").out
    assert f"{german[0]['order']}  [{german[0]['note']}]" in printed
