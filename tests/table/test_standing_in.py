"""The GM plays for somebody who is not there."""

from __future__ import annotations

import pytest

from footlights.core import GM, SPECTATOR, Refused
from footlights.store import MemoryStore
from footlights.table import Order, Table
from footlights.table.dicebox import SeededDice
from footlights.table.saves import export_campaign, import_campaign
from footlights.table.script import written_out
from footlights.written import Malformed, read_json
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")

STEP = {"type": "step", "burn": 1}


def stood_in(begin: Begin) -> Table:
    table = begin(box=SeededDice(4))
    table.submit(Order(id="once", seat="Ana", command=STEP, stand_in=True))
    return table


@pytest.mark.parametrize("seat", [GM, "Ana", "Ben", SPECTATOR])
def test_everybody_is_told_before_the_move_that_the_gm_makes_it(begin: Begin, seat: str) -> None:
    told = [entry.text for entry in stood_in(begin).chronicle(seat)]
    said = told.index("The GM plays for Ana.")
    assert "Ana" in told[said + 1]


def test_it_is_the_move_of_the_seat_that_the_gm_plays_for(begin: Begin) -> None:
    table = stood_in(begin)
    own = begin(box=SeededDice(4))
    own.act("Ana", STEP)
    assert table.state == own.state
    assert "Ana: {step: 1}" in written_out(table)


def test_the_one_who_was_away_may_take_it_back_and_then_it_is_undone_to_the_last_line(begin: Begin) -> None:
    table = begin()
    table.submit(Order(id="once", seat="Ana", command=STEP, stand_in=True))
    table.act("Ana", {"type": "take_back"})
    lines = {entry.text: entry.undone for entry in table.chronicle("Ben")}
    assert lines["The GM plays for Ana."]


@pytest.mark.parametrize(
    "command",
    [
        {"type": "post", "text": "I, Ana, agree."},
        {"type": "whisper", "to": GM, "text": "I agree."},
        {"type": "roll", "notation": "1d6"},
        {"type": "take_back"},
    ],
)
def test_the_gm_does_not_speak_for_anybody(begin: Begin, command: object) -> None:
    table = begin(box=SeededDice(4))
    with pytest.raises(Refused, match="does not speak for them"):
        table.submit(Order(id="once", seat="Ana", command=command, stand_in=True))


def test_nobody_stands_in_for_the_gm(begin: Begin) -> None:
    table = begin(box=SeededDice(4))
    with pytest.raises(Refused):
        table.submit(Order(id="once", seat=GM, command={"type": "bar", "way": "left"}, stand_in=True))


def test_it_is_in_the_save_and_believed_only_of_the_seat_that_moved(begin: Begin) -> None:
    saved = export_campaign(stood_in(begin)).decode()
    store = MemoryStore()
    meta = import_campaign(store, read_json(saved, "lamps.json"))
    again = Table.open(store, meta.id, SeededDice(4))
    assert "The GM plays for Ana." in [entry.text for entry in again.chronicle("Ben")]
    forged = saved.replace('{"type":"stood_in","seat":"Ana"}', '{"type":"stood_in","seat":"Ben"}')
    assert forged != saved
    with pytest.raises(Malformed, match="the rules say otherwise: The GM plays for Ana"):
        import_campaign(MemoryStore(), read_json(forged, "lamps.json"))


def test_a_seat_can_be_named_while_an_x_card_stops_play(begin: Begin) -> None:
    table = begin()
    table.act("Ben", {"type": "x_card"})
    table.act(GM, {"type": "sit", "seat": "Ana", "person": "Noor"})
    assert table.standing.persons["Ana"] == "Noor"
