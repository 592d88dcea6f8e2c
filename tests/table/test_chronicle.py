"""The chronicle: numbered for each seat alone, the same from memory, from the store, and after any restart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footlights.core import GM, SPECTATOR, Refused
from footlights.store import MemoryStore
from footlights.table import Campaign, Table
from footlights.table.dicebox import OsDice, SeededDice
from footlights.table.line import CHECKPOINTS, TAIL, Line
from tests.games.you.playing import sheet
from tests.table.conftest import SETUP, Begin

pytestmark = pytest.mark.usefixtures("lantern")

SEATS = (GM, "Ana", "Ben", SPECTATOR)


def long_play(table: Table, rows: int) -> None:
    """Steps, secrets, talk and rewinds, some of them far back."""
    for turn in range(rows):
        match turn % 9:
            case 0:
                table.act(GM, {"type": "note", "text": f"note {turn}"})
            case 1:
                table.act("Ana", {"type": "post", "text": f"post {turn}"})
            case 2:
                table.act("Ben", {"type": "whisper", "to": GM, "text": f"whisper {turn}"})
            case 3:
                table.act(
                    GM, {"type": "correct", "counter": "Ana: oil", "value": turn % 6, "reason": "again"}
                )
            case 7 if turn % 2:
                table.act(GM, {"type": "take_back"})
            case 8 if turn % 4 == 0:
                table.act(GM, {"type": "rewind", "to": max(1, table.line.head.seq - turn // 2)})
            case _:
                table.act(GM, {"type": "pour" if turn % 2 else "correct", **POURS[turn % 2]})


POURS: tuple[dict[str, Any], ...] = (
    {"counter": "Ben: oil", "value": 0, "reason": "dry"},
    {"walker": "Ben", "oil": 1},
)


def test_every_seat_counts_its_own_lines_without_gaps(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "whisper", "to": GM, "text": "x"})
    table.act("Ben", {"type": "post", "text": "y"})
    table.act(GM, {"type": "hide", "name": "cold", "depth": 3})
    table.act("Ben", {"type": "go_home"})
    for seat, lines in ((GM, 5), ("Ana", 4), ("Ben", 3), (SPECTATOR, 3)):
        assert [entry.seq for entry in table.chronicle(seat)] == list(range(1, lines + 1))


def test_a_seat_asks_for_what_is_new_or_for_the_last_lines(begin: Begin) -> None:
    table = begin()
    for number in range(10):
        table.act("Ana", {"type": "post", "text": str(number)})
    assert [entry.text for entry in table.chronicle("Ben", after=9)] == ["8", "9"]
    assert [entry.text for entry in table.chronicle("Ben", limit=2)] == ["8", "9"]
    assert [entry.text for entry in table.chronicle("Ben", after=10, limit=5)] == ["9"]
    assert table.chronicle("Ben", after=11) == []
    assert table.chronicle("Ben", after=999) == []
    assert table.chronicle("Ben", limit=0) == []


def test_an_entry_says_when_in_utc_who_and_why(lantern: Any) -> None:
    table = Table.create(
        MemoryStore(),
        lantern.name,
        SETUP,
        Campaign(name="x"),
        OsDice(),
        clock=lambda: "2026-01-31T20:15:00.000Z",
    )
    entry = table.act("Ana", {"type": "go_home"}).entries[0]
    assert (entry.at, entry.seat, entry.clause, entry.kind) == (
        "2026-01-31T20:15:00.000Z",
        "Ana",
        "END-01",
        "went_home",
    )


def test_a_long_chronicle_is_the_same_from_any_line_on(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(store=store, box=SeededDice(1))
    long_play(table, 700)
    for seat in SEATS:
        whole = table.chronicle(seat)
        assert [entry.seq for entry in whole] == list(range(1, len(whole) + 1))
        for after in (0, 1, 99, 350, len(whole) - 200, len(whole) - 3):
            assert table.chronicle(seat, after) == whole[after:]
        again = Table.open(store, table.id, OsDice())
        assert again.chronicle(seat, len(whole) - 5) == whole[-5:]
        assert again.chronicle(seat) == whole


def test_reopened_in_the_middle_of_anything_a_table_stands_as_it_stood(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(store=store, box=SeededDice(1))
    for _ in range(12):
        long_play(table, 40)
        again = Table.open(store, table.id, OsDice())
        assert again.state == table.state
        assert again.standing == table.standing
        assert again.line.head == table.line.head
        assert {seat: again.offers(seat) for seat in SEATS} == {seat: table.offers(seat) for seat in SEATS}


def test_where_the_rules_stood_is_found_after_any_row(begin: Begin) -> None:
    table = begin(box=SeededDice(1))
    stood = {1: table.state}
    for _ in range(30):
        long_play(table, 10)
        stood[table.line.head.seq] = table.state
    for seq, state in stood.items():
        assert table.line.at(seq).state == state


def test_only_a_few_points_of_a_long_log_are_held(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footlights.table.line.CHECKPOINTS", 4)
    store = MemoryStore()
    table = begin(store=store, box=SeededDice(1))
    long_play(table, 1500)
    assert 2 <= len(table.line.checkpoints) <= 4
    assert len(table.line.tail) == TAIL
    assert table.chronicle("Ana", 5)[0].seq == 6
    for seq in (3, 70, 500, 1111):
        assert Line(table.system, Cut(store, seq), table.id).head.state == table.line.at(seq).state


class Cut(MemoryStore):
    """A store whose log ends early."""

    def __init__(self, store: MemoryStore, end: int) -> None:
        super().__init__()
        self._whole, self._end = store, end

    def rows(self, table: str, after: int = 0, until: int | None = None) -> Any:
        return self._whole.rows(table, after, min(self._end, until or self._end))


def test_checkpoints_stay_within_their_number() -> None:
    assert CHECKPOINTS <= 100


COMMANDS = st.sampled_from(
    [
        ("Ana", {"type": "step", "burn": 0}),
        ("Ben", {"type": "step", "burn": 1}),
        ("Ana", {"type": "lose", "what": "oil"}),
        ("Ben", {"type": "lose", "what": "coins"}),
        ("Ana", {"type": "take_back"}),
        ("Ben", {"type": "go_home"}),
        (GM, {"type": "take_back"}),
        (GM, {"type": "hide", "name": "cold", "depth": 4}),
        (GM, {"type": "pour", "walker": "Ana", "oil": 1}),
        ("Ana", {"type": "post", "text": "hm"}),
        ("Ben", {"type": "x_card"}),
        (GM, {"type": "resume"}),
        (GM, {"type": "set_dice", "mode": "typed"}),
        (GM, {"type": "set_dice", "mode": "thrown", "known_dice": False}),
        ("Ana", {"type": "throw", "faces": [[5]]}),
        (GM, {"type": "roll", "notation": "1d6", "private": True}),
    ]
) | st.integers(1, 40).map(lambda to: (GM, {"type": "rewind", "to": to}))


@settings(max_examples=60)
@given(st.lists(COMMANDS, max_size=40), st.integers())
def test_a_replayed_log_is_the_live_table(lantern: Any, orders: list[tuple[str, Any]], seed: int) -> None:
    store = MemoryStore()
    table = Table.create(store, lantern.name, SETUP, Campaign(name="x"), SeededDice(seed))
    heard = {seat: table.chronicle(seat) for seat in SEATS}
    for seat, command in orders:
        before = (table.state, table.standing, table.line.head)
        try:
            heard[seat] += table.act(seat, command).entries
        except Refused:
            assert (table.state, table.standing, table.line.head) == before
        for other in SEATS:
            heard[other] += table.chronicle(other, len(heard[other]))
    again = Table.open(store, table.id, SeededDice(seed))
    assert (again.state, again.standing, again.line.head) == (table.state, table.standing, table.line.head)
    for seat in SEATS:
        assert again.chronicle(seat) == table.chronicle(seat)
        assert [(e.seq, e.text) for e in heard[seat]] == [(e.seq, e.text) for e in again.chronicle(seat)]
        assert again.offers(seat) == table.offers(seat)


def test_a_newcomer_of_the_same_name_hears_nothing_of_what_was_told_to_the_one_before() -> None:
    store = MemoryStore()
    sheets = [msgspec.to_builtins(sheet(name)) for name in ("Ana", "Ben")]
    table = Table.create(store, "you", {"characters": sheets}, Campaign(name="x"), OsDice())
    table.act(GM, {"type": "whisper", "to": "Ana", "text": "You are the heir."})
    table.act("Ana", {"type": "whisper", "to": GM, "text": "I knew it."})
    table.act("Ana", {"type": "roll", "notation": "1d6", "private": True})
    table.act("Ana", {"type": "post", "text": "Good night."})
    old = table.chronicle("Ana")
    table.act(GM, {"type": "retire", "who": "Ana"})
    assert table.chronicle("Ana")[: len(old)] == old
    table.act(GM, {"type": "enter", "sheet": sheets[0]})
    table.act(GM, {"type": "whisper", "to": "Ana", "text": "Welcome."})
    for opened in (table, Table.open(store, table.id, OsDice())):
        new = opened.chronicle("Ana")
        assert [entry.text for entry in new if entry.kind in ("whispered", "posted")] == [
            "Good night.",
            "Welcome.",
        ]
        assert "rolled" not in [entry.kind for entry in new]
        assert [entry.seq for entry in new] == list(range(1, len(new) + 1))
    with pytest.raises(Refused, match="is not yours"):
        table.act("Ana", {"type": "redact", "entry": 2})
    assert "take_back" not in [offer.kind for offer in table.offers("Ana")]
    table.act(GM, {"type": "rewind", "to": 5})
    assert table.chronicle("Ana")[: len(old)] == old
