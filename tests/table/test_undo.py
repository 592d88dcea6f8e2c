"""Undo: what goes, what comes back, what stays fallen, and who may."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins

from footlights.core import DICE, GM, SPECTATOR, Refused, System
from footlights.dice import Dice, Pool, read, throw
from footlights.store import MemoryStore
from footlights.table import Campaign, Order, Stale, Stamp, Table
from footlights.table.dicebox import OsDice, ScriptedDice, SeededDice, TypedDice
from footlights.table.events import Die, Fallen, Rewound, Standing, stand
from footlights.table.line import fork, spans
from footlights.table.script import Session, written_out
from footlights.table.script import read as read_script
from footlights.table.undo import described, known_dice, rethrow, retyped
from footlights.written import read_yaml
from tests.games.you.playing import sheet
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")

STEP = {"type": "step"}
HOME = {"type": "go_home"}
BACK = {"type": "take_back"}


def kinds(table: Table, seat: str) -> list[str]:
    return [offer.kind for offer in table.offers(seat)]


# --- taking back ---


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


# --- answers across a rewind ---


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


# --- rewinding ---


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


# --- dice stay fallen ---


def test_the_same_throw_shows_the_same_faces_after_a_rewind(begin: Begin) -> None:
    table = begin(box=SeededDice(5))
    table.act("Ana", STEP)
    fell = table.chronicle("Ana")[2].event.faces
    for _ in range(5):
        table.act(GM, {"type": "rewind", "to": 1})
        table.act("Ben", {"type": "step", "burn": 1})
        assert table.chronicle("Ana")[-2].event.faces == fell


def test_the_chronicle_says_that_dice_are_known(begin: Begin) -> None:
    table = begin(2, 5)
    table.act("Ana", STEP)
    table.act(GM, BACK)
    receipt = table.act("Ana", {"type": "step", "burn": 2})
    assert [entry.text for entry in receipt.entries[1:3]] == [
        "Dice known: they fell before the rewind, and stay.",
        "Ana throws 4.",
    ]
    again = table.act("Ana", STEP)
    assert "dice_known" not in [entry.kind for entry in again.entries]


def test_the_second_throw_of_a_line_keeps_the_faces_of_the_second(begin: Begin) -> None:
    table = begin(5, 4, 1)
    table.act("Ana", STEP)
    table.act("Ana", STEP)
    table.act(GM, {"type": "rewind", "to": 1})
    table.act("Ben", STEP)
    table.act("Ben", STEP)
    thrown = [entry.event.faces for entry in table.chronicle("Ana") if entry.kind == "step_thrown"]
    assert thrown == [((5,),), ((4,),), ((5,),), ((4,),)]


def test_explosions_stay_with_their_die(begin: Begin) -> None:
    table = begin(6, 6, 1, 3)
    table.act("Ana", STEP)
    table.act(GM, BACK)
    table.act("Ana", STEP)
    assert table.chronicle("Ana")[-2].event.faces == ((6, 6, 1),)


def test_a_table_may_want_its_dice_new_after_a_rewind(begin: Begin) -> None:
    table = begin(2, 5)
    table.act(GM, {"type": "set_dice", "known_dice": False})
    table.act("Ana", STEP)
    table.act(GM, BACK)
    table.act("Ana", STEP)
    assert table.chronicle("Ana")[-2].event.faces == ((5,),)


def test_known_dice_outlive_the_process(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(2, store=store)
    table.act("Ana", STEP)
    table.act(GM, {"type": "rewind", "to": 1})
    again = Table.open(store, table.id, ScriptedDice(6, 5))
    again.act("Ben", STEP)
    assert again.chronicle("Ana")[-2].event.faces == ((2,),)


def test_a_redo_brings_the_throws_back_with_it(begin: Begin) -> None:
    table = begin(5, 4, 1)
    table.act("Ana", STEP)
    table.act("Ana", STEP)
    end = table.line.head.seq
    table.act(GM, {"type": "rewind", "to": 1})
    table.act("Ben", STEP)
    table.act(GM, {"type": "rewind", "to": end})
    assert table.line.head.throws == 2
    assert table.state.depth == 2


def test_nobody_is_asked_for_dice_that_are_all_known(begin: Begin) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", STEP)
    table.act("Ana", {"type": "throw", "faces": [[6, 2]]})
    table.act(GM, BACK)
    receipt = table.act("Ben", STEP)
    assert [entry.kind for entry in receipt.entries][1:3] == ["dice_known", "step_thrown"]
    assert receipt.entries[2].event.faces == ((6, 2),)


def test_faces_that_were_typed_wrong_are_typed_anew_where_dice_are_to_be_new(begin: Begin) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", STEP)
    table.act("Ana", {"type": "throw", "faces": [[2]]})
    table.act(GM, {"type": "set_dice", "known_dice": False})
    table.act(GM, BACK)
    table.act("Ana", STEP)
    table.act("Ana", {"type": "throw", "faces": [[5]]})
    assert table.state.depth == 1


def you_with_typed_dice() -> Table:
    """A table of YOU at which people throw; Ana's check waits for its one die, which then shows 7."""
    sheets = [sheet(name) for name in ("Ana", "Ben")]
    table = Table.create(
        MemoryStore(), "you", {"characters": to_builtins(sheets)}, Campaign(name="x"), TypedDice()
    )
    check(table, "neither")
    table.act("Ana", {"type": "throw", "faces": [[7]]})
    return table


def check(table: Table, mode: str) -> None:
    table.act("Ana", {"type": "draft", "trait": "Boldness"})
    table.act(GM, {"type": "rule", "who": "Ana", "mode": mode})
    table.act("Ana", {"type": "commit", "ins": 0})


def test_only_missing_dice_are_asked_for_the_known_ones_count_as_they_fell() -> None:
    table = you_with_typed_dice()
    table.act(GM, {"type": "rewind", "to": 1})
    check(table, "ADV")
    offer = next(offer for offer in table.offers("Ana") if offer.kind == "throw")
    assert offer.label.endswith("(known from before the rewind: die 1 shows 7)")
    table.act("Ana", {"type": "throw", "faces": [[20], [13]]})
    throw_row = list(table.rows())[-1]
    assert b'"faces":[[7],[13]]' in throw_row.command
    known = [entry for entry in table.chronicle("Ben") if entry.kind == "dice_known"]
    assert [entry.event.places for entry in known] == [(0,)]


def test_a_fresh_die_beside_a_known_one_is_known_from_then_on() -> None:
    table = you_with_typed_dice()
    table.act(GM, {"type": "rewind", "to": 1})
    check(table, "ADV")
    table.act("Ana", {"type": "throw", "faces": [[7], [13]]})
    for mode, faces in (("neither", b"[[7]]"), ("DIS", b"[[7],[13]]")):
        table.act(GM, {"type": "rewind", "to": 1})
        check(table, mode)
        assert b'"faces":' + faces in list(table.rows())[-1].command


POOLS = st.lists(
    st.builds(Dice, st.integers(1, 4), st.sampled_from([2, 6, 20]), st.sampled_from(["no", "once", "chain"])),
    max_size=4,
).map(lambda groups: Pool(tuple(groups)))


@given(POOLS, POOLS, st.integers())
def test_a_throw_keeps_every_known_die_and_is_whole(before: Pool, after: Pool, seed: int) -> None:
    def dice(pool: Pool, faces: Any) -> dict[tuple[int, int], tuple[int, ...]]:
        sides = [group.sides for group in pool.groups for _ in range(group.count)]
        return {(place, die): shown for place, (die, shown) in enumerate(zip(sides, faces, strict=True))}

    known = dice(before, throw(before, SeededDice(seed).source(1)))
    thrown = rethrow(after, known, SeededDice(seed).source(2))
    assert thrown is not None
    faces, places = thrown
    read(after, faces)
    for (place, sides), shown in dice(after, faces).items():
        fell = known.get((place, sides), ())
        both = min(len(fell), len(shown))
        assert fell[:both] == shown[:both]
        assert (place in places) == bool(fell)
    whole = known | dice(after, faces)
    assert rethrow(after, whole, None) == rethrow(after, whole, OsDice().source(1))
    assert rethrow(after, whole, None) == (faces, tuple(range(len(faces))))
    typed = throw(after, SeededDice(seed).source(3))
    landed, still = retyped(after, known, typed)
    read(after, landed)
    assert still == places
    for place, shown in enumerate(landed):
        assert place in places or shown == typed[place]


def test_where_a_die_is_missing_and_nobody_throws_there_is_no_throw() -> None:
    pool = Pool((Dice(2, 6, "chain"),))
    assert rethrow(pool, {}, None) is None
    assert rethrow(pool, {(0, 6): (3,)}, None) is None
    assert rethrow(pool, {(0, 6): (3,), (1, 6): (6,)}, None) is None
    assert rethrow(pool, {(0, 6): (3,), (1, 6): (6, 1)}, None) == (((3,), (6, 1)), (0, 1))


def test_of_two_dice_that_begin_alike_the_longer_is_remembered() -> None:
    def after(*throws: tuple[Die, ...]) -> tuple[Die, ...]:
        standing = Standing()
        for dice in throws:
            standing = stand(standing, 9, Rewound(to=1, fallen=(Fallen(3, dice),)))
        return tuple(Die(place, sides, faces) for (place, sides), faces in known_dice(standing, 3).items())

    short, long, other = Die(0, 6, (6,)), Die(0, 6, (6, 2)), Die(0, 6, (3,))
    assert after((short,), (long,)) == (long,)
    assert after((long,), (short,)) == (long,)
    assert after((long,), (other,)) == (other,)
    assert after((short,), (Die(1, 6, (5,)), Die(0, 20, (7,)))) == (short, Die(1, 6, (5,)), Die(0, 20, (7,)))


def test_no_known_dice_are_described_by_nothing() -> None:
    assert described(Pool((Dice(2, 6),)), {}) == ""


# --- lines of play ---


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
