"""Taking a move back: who may, until when, what goes with it, and which answers still stand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from footlights.core import GM, SPECTATOR, Refused, System
from footlights.store import MemoryStore
from footlights.table import Campaign, Order, Stale, Stamp, Table
from footlights.table.dicebox import TypedDice
from footlights.table.script import Session, written_out
from footlights.table.script import read as read_script
from footlights.written import read_yaml
from tests.games.you.playing import sheet
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")

STEP = {"type": "step"}
HOME = {"type": "go_home"}
BACK = {"type": "take_back"}


def kinds(table: Table, seat: str) -> list[str]:
    return [offer.kind for offer in table.offers(seat)]


def test_a_player_takes_their_last_move_back(begin: Begin) -> None:
    table = begin()
    before = table.state
    table.act("Ana", HOME)
    assert "take_back" in kinds(table, "Ana")
    receipt = table.act("Ana", BACK)
    assert table.state == before
    assert [entry.text for entry in receipt.entries] == ["The last move is taken back."]


def test_what_was_taken_back_stays_in_the_chronicle_marked_undone(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act("Ana", BACK)
    assert [(entry.kind, entry.undone) for entry in table.chronicle("Ben")] == [
        ("opened", False),
        ("went_home", True),
        ("rewound", False),
    ]


def test_nobody_takes_back_what_another_did(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    assert "take_back" not in kinds(table, "Ben")
    with pytest.raises(Refused, match="only your own move"):
        table.act("Ben", BACK)


def test_a_move_is_not_taken_back_once_another_has_moved(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act(GM, {"type": "pour", "walker": "Ben", "oil": 1})
    with pytest.raises(Refused, match="while it is the last"):
        table.act("Ana", BACK)


def test_talk_does_not_stand_between_a_move_and_taking_it_back(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act("Ben", {"type": "post", "text": "Really?"})
    table.act("Ana", BACK)
    assert [entry.text for entry in table.chronicle("Ben") if entry.kind == "posted"] == ["Really?"]
    assert table.state.walkers[0].below


def test_what_taking_back_would_undo_is_shown_in_the_words_that_seat_was_told(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act(GM, {"type": "note", "text": "She will be back."})
    for seat in ("Ana", GM):
        preview = table.preview_take_back(seat)
        assert [mark.text for mark in preview.undone] == ["Ana goes home with 0 coins."]
        assert preview.redone == ()
    with pytest.raises(Refused, match="only your own move"):
        table.preview_take_back("Ben")


def test_a_preview_does_not_tell_a_player_how_much_was_done_in_secret(begin: Begin) -> None:
    table = begin()
    for number in range(7):
        table.act(GM, {"type": "note", "text": f"Secret {number}."})
    table.act("Ana", HOME)
    (told,) = table.preview_take_back("Ana").undone
    assert told.seq == table.chronicles.count("Ana") == 2


def test_what_was_hidden_since_is_not_shown_by_it(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act(GM, HIDE)
    assert [mark.text for mark in table.preview_take_back("Ana").undone] == ["Ana goes home with 0 coins."]
    assert "cold" in table.preview_take_back(GM).undone[0].text


def test_nothing_is_taken_back_once_dice_have_fallen(begin: Begin) -> None:
    table = begin(5)
    table.act("Ana", STEP)
    assert "take_back" not in kinds(table, "Ana")
    with pytest.raises(Refused, match="dice have fallen"):
        table.act("Ana", BACK)


def test_a_commit_is_taken_back_while_its_dice_are_still_in_the_hand(begin: Begin) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", STEP)
    assert [owed.seat for owed in table.waiting("Ben")] == ["Ana"]
    table.act("Ana", BACK)
    assert table.waiting() == []
    assert table.line.standing.fallen == {}


def test_one_move_after_another_is_taken_back(begin: Begin) -> None:
    table = begin()
    start = table.state
    table.act(GM, {"type": "pour", "walker": "Ana", "oil": 1})
    table.act(GM, {"type": "pour", "walker": "Ben", "oil": 1})
    table.act(GM, BACK)
    table.act(GM, BACK)
    assert table.state == start
    with pytest.raises(Refused, match="no move to take back"):
        table.act(GM, BACK)


def test_the_gm_takes_a_move_back_even_after_its_dice(begin: Begin) -> None:
    table = begin(5)
    table.act("Ana", {"type": "step", "burn": 1})
    table.act(GM, BACK)
    assert table.state.depth == 0
    assert table.state.walkers[0].oil == 3


class Telling:
    """The toy game, but whoever goes home is told where the draught was: something hidden is shown."""

    def __init__(self, game: System) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def decide(self, state: Any, by: str, command: Any) -> list[Any]:
        events = list(self._game.decide(state, by, command))
        if state.draught and type(command).__name__ == "GoHome":
            from lantern.state import DraughtMet

            events.append(DraughtMet(walker=by, name=state.draught.name, because="DRA-02"))
        return events


def test_nothing_is_taken_back_once_something_hidden_was_shown(
    begin: Begin, lantern: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.table.table.load", lambda _name: Telling(lantern))
    table = begin()
    table.act("Ana", HOME)
    assert "take_back" in kinds(table, "Ana")
    table.act("Ana", BACK)
    table.act(GM, {"type": "hide", "name": "cold", "depth": 2})
    table.act("Ana", HOME)
    assert "take_back" not in kinds(table, "Ana")
    with pytest.raises(Refused, match="what was hidden"):
        table.act("Ana", BACK)


class Wary(Telling):
    """The toy game, but one goes home only from a draught that one knows nothing of."""

    def decide(self, state: Any, by: str, command: Any) -> list[Any]:
        if type(command).__name__ == "GoHome" and state.draught is None:
            raise Refused("DRA-01", "why go home?")
        return list(self._game.decide(state, by, command))


def test_nothing_is_taken_back_that_only_something_hidden_allowed(
    begin: Begin, lantern: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.table.table.load", lambda _name: Wary(lantern))
    table = begin()
    table.act(GM, {"type": "hide", "name": "cold", "depth": 2})
    table.act("Ana", HOME)
    assert "take_back" not in kinds(table, "Ana")


HIDE = {"type": "hide", "name": "cold", "depth": 2}


def test_what_the_gm_does_in_secret_does_not_stand_between_a_move_and_taking_it_back(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    offered, told = table.offers("Ana"), table.chronicle("Ana")
    table.act(GM, HIDE)
    assert (table.offers("Ana"), table.chronicle("Ana")) == (offered, told)
    receipt = table.act("Ana", BACK, id="back")
    assert [entry.kind for entry in receipt.entries] == ["rewound"]
    assert table.state.walkers[0].below
    assert table.act("Ana", BACK, id="back") == receipt


def test_what_the_gm_did_in_secret_is_not_taken_back_with_the_move(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act(GM, HIDE)
    hidden = table.state.draught
    table.act("Ana", BACK)
    assert table.state.draught == hidden
    assert [(mark.seat, mark.undone) for mark in table.marks()][:3] == [
        (GM, False),
        (GM, True),
        ("Ana", True),
    ]


class Homely(Telling):
    """The toy game, but the GM hides draughts only while somebody is at home."""

    def decide(self, state: Any, by: str, command: Any) -> list[Any]:
        if type(command).__name__ == "Hide" and all(walker.below for walker in state.walkers):
            raise Refused("DRA-01", "not while all are below")
        return list(self._game.decide(state, by, command))


def test_a_secret_that_stands_only_on_a_move_goes_with_it(
    begin: Begin, lantern: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.table.table.load", lambda _name: Homely(lantern))
    table = begin()
    table.act("Ana", HOME)
    table.act(GM, HIDE)
    table.act("Ana", BACK)
    assert table.state.draught is None


def test_dice_that_fell_after_a_secret_forbid_taking_back_as_without_it(begin: Begin) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", STEP)
    table.act("Ana", {"type": "throw", "faces": [[5]]})
    table.act(GM, HIDE)
    assert "take_back" not in kinds(table, "Ana")
    with pytest.raises(Refused, match="dice have fallen"):
        table.act("Ana", BACK)


def test_written_out_and_played_again_a_move_taken_back_leaves_the_same_secrets(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act(GM, HIDE)
    table.act("Ana", BACK)
    table.act(GM, {"type": "rewind", "to": 3})
    again = Session(read_script(read_yaml(written_out(table), "again.yaml")))
    list(again.steps())
    assert (again.table.state, again.table.standing) == (table.state, table.standing)


@pytest.mark.parametrize("undo", [BACK, {"type": "rewind", "to": 2}])
def test_who_cannot_know_what_a_rewind_undoes_is_not_told_of_it(begin: Begin, undo: dict[str, Any]) -> None:
    table = begin()
    table.act("Ana", HOME)
    offered, told = table.offers("Ana"), table.chronicle("Ana")
    table.act(GM, HIDE)
    table.act(GM, undo)
    assert (table.offers("Ana"), table.chronicle("Ana")) == (offered, told)
    assert "rewound" not in [entry.kind for entry in table.chronicle(SPECTATOR)]
    assert table.chronicle(GM)[-1].kind == "rewound"
    table.act(GM, {"type": "rewind", "to": 3})
    assert table.chronicle("Ana") == told
    table.act(GM, {"type": "rewind", "to": 1})
    assert [entry.kind for entry in table.chronicle("Ana")] == ["opened", "went_home", "rewound"]


def test_a_redo_is_told_to_whoever_knew_of_what_comes_back(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    table.act(GM, BACK)
    table.act(GM, {"type": "rewind", "to": 2})
    assert [entry.kind for entry in table.chronicle("Ben")][-2:] == ["rewound", "rewound"]


def test_a_secret_that_was_shown_and_undone_is_marked_undone_and_is_known_no_longer(begin: Begin) -> None:
    table = begin(5)
    before = table.view("Ana"), table.known("Ana")
    table.act(GM, {"type": "hide", "name": "cold", "depth": 1})
    table.act("Ana", STEP)
    met = next(entry for entry in table.chronicle("Ana") if entry.kind == "draught_met")
    assert not met.undone
    table.act(GM, {"type": "rewind", "to": 2})
    shown = {entry.kind: entry.undone for entry in table.chronicle("Ana")}
    assert shown["draught_met"]
    assert (table.view("Ana"), table.known("Ana")) == before


def ask_the_gm(table: Table) -> Stamp:
    """Ana drafts a check, and the GM is asked to rule on it."""
    table.act("Ana", {"type": "draft", "trait": "Boldness"})
    return next(Stamp.of(offer) for offer in table.offers(GM) if offer.kind == "rule")


def test_an_answer_to_a_question_that_was_undone_does_not_land_on_the_same_question_asked_anew() -> None:
    table = Table.create(
        MemoryStore(),
        "you",
        {"characters": to_builtins([sheet(name) for name in ("Ana", "Ben")])},
        Campaign(name="x"),
        TypedDice(),
    )
    undone = ask_the_gm(table)
    table.act(GM, {"type": "rewind", "to": 1})
    asked = ask_the_gm(table)
    ruling = {"type": "rule", "who": "Ana", "mode": "ADV"}
    with pytest.raises(Stale, match="look again"):
        table.submit(Order(id="late", seat=GM, command=ruling, answers=undone))
    table.submit(Order(id="now", seat=GM, command=ruling, answers=asked))


def test_a_rewind_leaves_what_the_table_itself_offers_as_it_was(begin: Begin) -> None:
    table = begin()
    table.act("Ana", HOME)
    offer = next(offer for offer in table.offers("Ben") if offer.kind == "post")
    table.act(GM, BACK)
    order = Order(id="x", seat="Ben", command={"type": "post", "text": "Well?"}, answers=Stamp.of(offer))
    assert table.submit(order).entries[0].text == "Well?"
