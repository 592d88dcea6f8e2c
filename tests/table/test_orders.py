"""Orders: who may give them, what they answer, and what is remembered of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from footlights.core import DICE, GM, SPECTATOR, Refused, System
from footlights.games import UnknownGame
from footlights.store import MemoryStore
from footlights.table import Campaign, Order, Stale, Stamp, Table
from footlights.table.dicebox import OsDice, ScriptedDice, TypedDice
from footlights.table.script import Session, read
from footlights.written import read_file
from tests.table.conftest import SETUP, Begin

FERRY: Final = Path(__file__).parents[2] / "examples" / "the-last-ferry.yaml"

pytestmark = pytest.mark.usefixtures("lantern")


def stamp(table: Table, seat: str, kind: str) -> Stamp:
    return next(Stamp.of(offer) for offer in table.offers(seat) if offer.kind == kind)


def test_a_table_opens_with_what_was_agreed_on_and_everybody_is_told(begin: Begin) -> None:
    table = begin()
    assert table.seats == (GM, "Ana", "Ben")
    assert [entry.text for entry in table.chronicle("Ben")] == ["The table opens: Down below."]
    assert table.chronicle("Ben")[0].event.setup is None


def test_a_command_and_the_dice_it_leads_to_are_one_answer(begin: Begin) -> None:
    table = begin(5)
    receipt = table.act("Ana", {"type": "step", "burn": 1})
    assert [entry.text for entry in receipt.entries] == [
        "Ana leads a step down, burning 1 oil.",
        "Ana throws 6.",
        "All stand on step 1; coins for Ana: 1.",
    ]
    assert [entry.clause for entry in receipt.entries] == ["STP-02", "STP-03", "STP-03"]
    assert [entry.seat for entry in receipt.entries] == ["Ana", DICE, DICE]
    assert receipt.seq == 4 == table.chronicle("Ana")[-1].seq


def test_an_order_may_be_the_struct_of_its_command(begin: Begin) -> None:
    table = begin(5)
    command = table.line.log.command({"type": "step", "burn": 0})
    assert table.act("Ana", command).entries[0].kind == "step_begun"
    with pytest.raises(Refused, match="Campaign is no command"):
        table.act("Ana", Campaign(name="x"))


def test_an_id_seen_before_gets_the_answer_it_got_then(begin: Begin) -> None:
    table = begin(5, 1)
    first = table.act("Ana", {"type": "step", "burn": 1}, id="once")
    table.act("Ben", {"type": "post", "text": "Careful."})
    before = table.line.head.seq
    assert table.act("Ana", {"type": "step", "burn": 1}, id="once") == first
    assert table.act("Ana", {"type": "step", "burn": 3}, id="once") == first
    assert table.line.head.seq == before


def test_the_first_answer_is_still_known_after_the_table_was_opened_again(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(5, store=store)
    first = table.act("Ana", {"type": "step"}, id="once")
    for _ in range(100):
        table.act("Ben", {"type": "post", "text": "Hush."})
    again = Table.open(store, table.id, OsDice())
    assert again.act("Ana", {"type": "step"}, id="once") == first


def test_two_openings_of_one_table_give_one_answer_to_one_id(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(5, store=store)
    other = Table.open(store, table.id, OsDice())
    first = table.act("Ana", {"type": "step"}, id="once")
    assert other.act("Ana", {"type": "step"}, id="once") == first
    assert other.state == table.state
    assert other.act("Ben", {"type": "post", "text": "Hush."}).seq == first.seq + 1


def test_an_x_card_sent_twice_stops_play_once(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(store=store)
    other = Table.open(store, table.id, OsDice())
    first = table.act("Ana", {"type": "x_card"}, id="stop")
    table.act(GM, {"type": "resume"})
    assert table.act("Ana", {"type": "x_card"}, id="stop") == first
    assert other.act("Ana", {"type": "x_card"}, id="stop") == first
    assert [entry.kind for entry in table.chronicle("Ben")] == ["opened", "stopped", "resumed"]
    table.act("Ana", {"type": "x_card"}, id="again")
    assert table.standing.paused
    assert b"again" not in b"".join(row.command_id.encode() for row in table.rows())


def test_the_dice_only_say_what_they_show(begin: Begin) -> None:
    table = begin()
    with pytest.raises(Refused, match="only say what they show"):
        table.act(DICE, {"type": "post", "text": "Six!"})


def test_a_refused_order_changes_nothing_and_its_id_is_not_remembered(begin: Begin) -> None:
    table = begin(5)
    state = table.state
    with pytest.raises(Refused, match="burn cannot be 4"):
        table.act("Ana", {"type": "step", "burn": 4}, id="again")
    assert table.state is state
    assert table.line.head.seq == 1
    assert table.act("Ana", {"type": "step", "burn": 3}, id="again").entries[0].kind == "step_begun"


def test_an_id_of_another_seat_is_no_key_to_its_answer(begin: Begin) -> None:
    table = begin(5)
    table.act(GM, {"type": "hide", "name": "cold", "depth": 3}, id="once")
    with pytest.raises(Refused, match="another seat has used this id") as refusal:
        table.act("Ana", {"type": "post", "text": "?"}, id="once")
    assert refusal.value.field == "id"


@pytest.mark.parametrize("id", ["", "a b", "x" * 81, "a:1", "é", "a\n"])
def test_an_id_is_short_and_plain(begin: Begin, id: str) -> None:
    with pytest.raises(Refused, match="1 to 80 letters"):
        begin().submit(Order(id=id, seat="Ana", command={"type": "post", "text": "x"}))


@pytest.mark.parametrize("seat", ["Eve", "", SPECTATOR, "ana", "GM ", "x" * 10_000])
def test_only_seats_of_the_table_give_orders(begin: Begin, seat: str) -> None:
    table = begin()
    with pytest.raises(Refused, match=r"there is no seat .* there are: GM, Ana, Ben") as refusal:
        table.act(seat, {"type": "post", "text": "I am here."})
    assert len(str(refusal.value)) < 200
    assert table.offers(seat) == []


@pytest.mark.parametrize(
    "command",
    [
        {"type": "fly"},
        {"type": None},
        {"burn": 1},
        {"type": "step", "burn": "1"},
        {"type": "step", "burn": float("nan")},
        {"type": "step", "burn": 1.5},
        {"type": "step", "burn": 10**30},
        {"type": "step", "burn": True},
        ["step"],
        "step",
        None,
        7,
    ],
)
def test_what_is_no_command_is_refused(begin: Begin, command: object) -> None:
    table = begin(5)
    with pytest.raises(Refused):
        table.act("Ana", command)
    assert table.line.head.seq == 1


def test_a_refusal_names_the_commands_there_are(begin: Begin) -> None:
    with pytest.raises(Refused, match=r"no command 'fly'; there are: change_ruling, correct, .*, x_card"):
        begin().act("Ana", {"type": "fly"})


def test_a_command_stands_while_the_offer_it_answers_stands(begin: Begin) -> None:
    table = begin(5)
    seen = stamp(table, "Ana", "step")
    table.act("Ben", {"type": "post", "text": "Wait!"})
    table.act(GM, {"type": "pour", "walker": "Ben", "oil": 1})
    table.submit(Order(id="a", seat="Ana", command={"type": "step", "burn": 3}, answers=seen))
    assert table.state.depth == 1


def test_talk_makes_no_offer_of_anybody_stale(begin: Begin) -> None:
    table = begin(5)
    table.act("Ana", {"type": "step"})
    table.act("Ana", {"type": "go_home"})
    shown = {seat: [Stamp.of(offer) for offer in table.offers(seat)] for seat in table.seats}
    table.act("Ben", {"type": "post", "text": "Wait!"})
    table.act("Ben", {"type": "whisper", "to": GM, "text": "Shall we?"})
    table.act(GM, {"type": "note", "text": "They hurry."})
    assert {seat: [Stamp.of(offer) for offer in table.offers(seat)] for seat in table.seats} == shown


def test_a_command_whose_offer_has_changed_is_stale(begin: Begin) -> None:
    table = begin(5)
    seen = stamp(table, "Ana", "step")
    table.act(GM, {"type": "pour", "walker": "Ana", "oil": 1})
    with pytest.raises(Stale, match=r"\(step\) .* it has changed") as stale:
        table.submit(Order(id="a", seat="Ana", command={"type": "step", "burn": 3}, answers=seen))
    assert stale.value.now == next(offer for offer in table.offers("Ana") if offer.kind == "step")
    assert table.state.depth == 0


def test_another_draft_to_rule_on_does_not_make_the_ruling_on_the_first_stale() -> None:
    ferry = Session(read(read_file(FERRY)))
    for _ in ferry.steps(28):
        pass
    table = ferry.table
    seen = stamp(table, GM, "rule")
    table.act("Caro", {"type": "draft", "trait": "Passion", "saying": "I shout."})
    table.submit(Order(id="a", seat=GM, command={"type": "rule", "who": "Ana", "mode": "ADV"}, answers=seen))
    with pytest.raises(Stale):
        table.submit(Order(id="b", seat=GM, command={"type": "rule", "who": "Caro"}, answers=seen))


def test_a_command_whose_offer_is_gone_is_stale(begin: Begin) -> None:
    table = begin()
    seen = stamp(table, "Ana", "go_home")
    table.act("Ana", {"type": "go_home"})
    with pytest.raises(Stale, match="no longer open") as stale:
        table.submit(Order(id="a", seat="Ana", command={"type": "go_home"}, answers=seen))
    assert stale.value.now is None


def test_a_second_click_with_a_new_id_does_not_answer_the_next_question(begin: Begin) -> None:
    table = begin(5, 1, 1)
    table.act("Ana", {"type": "step", "burn": 0})
    table.act("Ana", {"type": "step", "burn": 0})
    seen = stamp(table, "Ana", "lose")
    table.submit(Order(id="a", seat="Ana", command={"type": "lose", "what": "oil"}, answers=seen))
    table.act("Ana", {"type": "step", "burn": 0})
    with pytest.raises(Stale):
        table.submit(Order(id="b", seat="Ana", command={"type": "lose", "what": "oil"}, answers=seen))
    assert "lose" in [offer.kind for offer in table.offers("Ana")]


def test_offers_are_those_of_the_game_and_those_of_any_table(begin: Begin) -> None:
    kinds = [offer.kind for offer in begin().offers("Ana")]
    assert kinds == ["step", "go_home", "post", "whisper", "sit", "x_card", "redact"]


def test_everybody_sees_who_is_waited_for(begin: Begin) -> None:
    table = begin(5, 1)
    table.act("Ana", {"type": "step"})
    assert table.waiting() == []
    table.act("Ana", {"type": "step"})
    assert [(owed.seat, owed.kind) for owed in table.waiting()] == [("Ana", "lose")]
    assert table.waiting("Ben") == table.waiting(GM)


def test_a_view_and_its_panels_keep_the_secrets_of_the_game(begin: Begin) -> None:
    table = begin()
    table.act(GM, {"type": "hide", "name": "cold", "depth": 3})
    assert table.view("Ana").draught is None
    assert table.known("Ana").draught is None
    assert "cold" in str(table.panels(GM))
    assert "cold" not in str(table.panels("Ana"))


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="lantern"):
        Table.create(MemoryStore(), "lantrn", SETUP, Campaign(name="x"), TypedDice())


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ({"walkers": [{"name": "Ana"}]}, "at least two"),
        ({"walkers": [{"name": "Ana"}, {"name": "Ana"}]}, "two walkers are called Ana"),
        ({"walkers": 3}, "Expected `array`, got `int`"),
        ({"walkers": [], "more": 1}, "more"),
        ([], "Expected `object`"),
    ],
)
def test_a_start_that_is_none_is_refused(setup: object, said: str) -> None:
    store = MemoryStore()
    with pytest.raises(Refused, match=said):
        Table.create(store, "lantern", setup, Campaign(name="x"), TypedDice())
    assert store.tables() == []


@pytest.mark.parametrize("name", ["", "   ", "x" * 10_000, "a\x00b", "a\nb", "\ud800"])
def test_a_campaign_has_a_name_that_can_be_read(name: str) -> None:
    with pytest.raises(Refused, match="name"):
        Table.create(MemoryStore(), "lantern", SETUP, Campaign(name=name), TypedDice())


def test_a_table_opens_with_the_struct_of_a_setup_as_well(lantern: System) -> None:
    setup = msgspec.convert(SETUP, lantern.setup)
    table = Table.create(MemoryStore(), "lantern", setup, Campaign(name="x"), TypedDice())
    assert table.seats == (GM, "Ana", "Ben")


class Endless:
    """The toy game, but a throw leads to nothing and the dice stay due."""

    def __init__(self, game: System) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def decide(self, state: Any, by: str, command: Any) -> Any:
        return [] if by == DICE else self._game.decide(state, by, command)


def test_dice_without_end_are_refused(begin: Begin, lantern: System, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footlights.table.table.load", lambda _name: Endless(lantern))
    table = begin(box=OsDice())
    with pytest.raises(Refused, match="one order has led to 100 throws"):
        table.act("Ana", {"type": "step"})
    assert table.line.head.seq == 1


def test_a_script_that_runs_out_of_dice_refuses_the_order_whole(begin: Begin) -> None:
    table = begin(6, box=ScriptedDice(6))
    with pytest.raises(Refused, match="script of dice has run out"):
        table.act("Ana", {"type": "step"})
    assert table.line.head.seq == 1
