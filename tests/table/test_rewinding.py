"""Rewinding and redoing: where to, what a preview says, what never rewinds, and which rows are a line of play."""

from __future__ import annotations

import pytest

from footlights.core import DICE, GM, Refused
from footlights.table import Table
from footlights.table.events import Rewound
from footlights.table.line import fork, spans
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")

STEP = {"type": "step"}
HOME = {"type": "go_home"}
BACK = {"type": "take_back"}


def kinds(table: Table, seat: str) -> list[str]:
    return [offer.kind for offer in table.offers(seat)]


def test_the_gm_rewinds_to_any_row_and_rewinding_to_an_undone_one_is_redo(begin: Begin) -> None:
    table = begin(5, 4)
    table.act("Ana", STEP)
    middle, at_middle = table.state, table.line.head.seq
    table.act("Ben", STEP)
    end, at_end = table.state, table.line.head.seq
    table.act(GM, {"type": "rewind", "to": at_middle})
    assert table.state == middle
    table.act(GM, {"type": "rewind", "to": 1})
    assert table.state.depth == 0
    table.act(GM, {"type": "rewind", "to": at_end})
    assert table.state == end
    assert not any(entry.undone for entry in table.chronicle("Ana"))


def test_before_anything_was_played_there_is_nothing_to_rewind(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "Hello."})
    assert "rewind" not in kinds(table, GM)
    with pytest.raises(Refused, match="nothing to rewind"):
        table.act(GM, {"type": "rewind", "to": 1})


def test_only_the_gm_rewinds(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    assert "rewind" not in kinds(table, "Ana")
    with pytest.raises(Refused, match="only the GM"):
        table.act("Ana", {"type": "rewind", "to": 1})


@pytest.mark.parametrize("to", [0, -1, 2, 10**20])
def test_a_rewind_goes_to_a_row_that_stands(begin: Begin, to: int) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act("Ben", {"type": "post", "text": "So long."})
    with pytest.raises(Refused, match="from 1 to 1"):
        table.act(GM, {"type": "rewind", "to": to})
    if not 1 <= to <= 3:
        with pytest.raises(Refused, match="1 to 3"):
            table.preview_rewind(to)


def test_a_preview_says_what_would_be_undone_and_changes_nothing(begin: Begin) -> None:
    table = begin(5)
    table.act(GM, {"type": "hide", "name": "cold", "depth": 7})
    table.act("Ana", STEP)
    table.act("Ben", {"type": "post", "text": "On we go."})
    preview = table.preview_rewind(1)
    assert [mark.text for mark in preview.undone] == [
        "The GM hides a draught on step 7: cold.",
        "Ana leads a step down, burning 0 oil.",
        "Ana throws 5. All stand on step 1; coins for Ana: 1.",
    ]
    assert preview.redone == ()
    assert table.state.depth == 1


def test_a_preview_of_a_redo_says_what_would_come_back(begin: Begin) -> None:
    table = begin(5)
    table.act("Ana", STEP)
    table.act(GM, {"type": "rewind", "to": 1})
    table.act("Ben", HOME)
    preview = table.preview_rewind(3)
    assert [mark.seat for mark in preview.undone] == ["Ben"]
    assert [mark.seat for mark in preview.redone] == ["Ana", DICE]


def test_marks_are_the_rows_of_the_rules_newest_first(begin: Begin) -> None:
    table = begin(5)
    table.act("Ana", STEP)
    table.act("Ben", {"type": "post", "text": "On we go."})
    table.act("Ben", HOME)
    table.act(GM, BACK)
    assert [(mark.seq, mark.seat, mark.undone) for mark in table.marks()] == [
        (5, "Ben", True),
        (3, DICE, False),
        (2, "Ana", False),
        (1, GM, False),
    ]
    assert [mark.seq for mark in table.marks(before=5, limit=2)] == [3, 2]


def test_marks_are_found_behind_any_amount_of_talk(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    for _ in range(450):
        table.act("Ben", {"type": "post", "text": "..."})
    assert [mark.seq for mark in table.marks()] == [2, 1]


def test_posts_safety_seats_and_settings_never_rewind(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "Hello."})
    table.act("Ana", HOME)
    table.act(GM, {"type": "sit", "seat": "Ana", "person": "Petra"})
    table.act(GM, {"type": "session_zero", "lines": "spiders"})
    table.act("Ben", {"type": "x_card"})
    standing = table.standing
    table.act(GM, {"type": "rewind", "to": 1})
    assert table.standing.persons == {"Ana": "Petra"}
    assert table.standing.paused
    assert table.campaign == standing.campaign
    assert [entry.kind for entry in table.chronicle("Ana") if entry.undone] == ["went_home"]


def test_a_player_is_not_told_how_many_rows_the_log_has(begin: Begin) -> None:
    table = begin(5)
    table.act("Ana", STEP)
    table.act(GM, {"type": "rewind", "to": 1})
    told = table.chronicle("Ana")[-1].event
    assert told == Rewound(to=0)
    assert table.chronicle(GM)[-1].event.to == 1


def test_the_rows_of_a_line_leave_out_what_was_undone() -> None:
    assert spans(5, []) == [(1, 5)]
    assert spans(7, [(6, 2)]) == [(1, 2), (7, 7)]
    assert spans(6, [(6, 2)]) == [(1, 2)]
    assert spans(9, [(6, 2), (8, 5)]) == [(1, 5), (9, 9)]
    assert spans(9, [(6, 2), (8, 7)]) == [(1, 2), (7, 7), (9, 9)]


def test_two_lines_part_where_they_differ() -> None:
    assert fork([(1, 5)], [(1, 3)]) == 3
    assert fork([(1, 2), (7, 9)], [(1, 5)]) == 2
    assert fork([(1, 2), (7, 9)], [(1, 2), (7, 8), (12, 14)]) == 8
    assert fork([(1, 2), (7, 9)], [(1, 2), (11, 14)]) == 2
