"""A seat's notes are its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.table import Table


def test_notes_and_bookmarks_are_kept_in_the_order_of_the_log(table: Table) -> None:
    links = table.new()
    german = links.play["german"]
    later = table.post(f"{links.path}/notes", german, n=6, text="Here it began.\nTwo lines.")
    assert later.status_code == 201
    first = table.post(f"{links.path}/notes", german, n=2, bookmark=True).json()
    assert first == {"id": first["id"], "seat": "german", "n": 2, "text": "", "bookmark": True}
    found = table.get(f"{links.path}/notes", german).json()
    assert found == {"notes": [first, later.json()]}
    gone = table.http.delete(f"{links.path}/notes/{first['id']}", headers={"Authorization": f"Bearer {german}"})
    assert gone.status_code == 200
    assert table.get(f"{links.path}/notes", german).json() == {"notes": [later.json()]}


def test_nobody_else_reads_or_deletes_them(table: Table) -> None:
    links = table.new()
    made = table.post(f"{links.path}/notes", links.play["german"], n=1, text="strike at Tula").json()
    assert table.get(f"{links.path}/notes", links.play["soviet"]).json() == {"notes": []}
    for token in ("", links.watch["german"], links.watch["soviet"], "wrong"):
        assert table.get(f"{links.path}/notes", token).status_code == 403
        assert table.post(f"{links.path}/notes", token, n=1, text="x").status_code == 403
    assert table.post(f"{links.path}/notes", links.play["soviet"], n=1, text="x", seat="german").status_code == 403
    headers = {"Authorization": f"Bearer {links.play['soviet']}"}
    assert table.http.delete(f"{links.path}/notes/{made['id']}", headers=headers).status_code == 404
    elsewhere = table.new()
    headers = {"Authorization": f"Bearer {elsewhere.play['german']}"}
    assert table.http.delete(f"{elsewhere.path}/notes/{made['id']}", headers=headers).status_code == 404
    with links.seat("soviet") as page:
        page.ask("log", **{"from": 0})
        page.quiet()
        assert "Tula" not in "".join(page.heard)
    for path in ("", "/since", "/luck", "/report.html"):
        assert "strike at Tula" not in table.get(links.path + path, links.play["soviet"]).text
    assert len(table.get(f"{links.path}/notes", links.play["german"]).json()["notes"]) == 1


def test_both_seats_at_one_screen_have_notes_of_their_own(table: Table) -> None:
    links = table.new(hotseat=True)
    token = links.play["german"]
    for seat in ("german", "soviet"):
        table.post(f"{links.path}/notes", token, n=1, text=seat, seat=seat)
    found = table.get(f"{links.path}/notes?seat=soviet", token).json()["notes"]
    assert [note["text"] for note in found] == ["soviet"]


@pytest.mark.parametrize(
    "note",
    [
        {"n": 7, "text": "too early"},
        {"n": 1},
        {"n": -1, "text": "x"},
        {"n": 1, "text": "\x00"},
        {"n": 1, "text": "x" * 2001},
    ],
)
def test_what_is_no_note(table: Table, note: dict[str, Any]) -> None:
    links = table.new()
    assert table.post(f"{links.path}/notes", links.play["german"], **note).status_code == 422
