"""Every game at a table, played by somebody who knows no rules and follows offers, the game's and the table's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.core import GM, SPECTATOR, Offer
from footlights.games import load
from footlights.store import MemoryStore
from footlights.table import Campaign, Order, Stamp, Table
from footlights.table.dicebox import OsDice, SeededDice
from footlights.table.markdown import chronicle_markdown
from footlights.table.saves import export_campaign, import_campaign
from footlights.written import read_json
from tests.laws.games import STAGES
from tests.laws.play import Chance, DeadEnd, Luck, law
from tests.laws.stage import rulings

pytestmark = pytest.mark.usefixtures("lantern")

MOVES = 40
LUCKY = st.binary(min_size=3000, max_size=3000).map(Luck)
OPEN_ENDED = {"redact": "entry", "roll": "notation"}
"""Offers of the table whose field cannot say all that is wrong: a line without words, a text that is no dice."""


class Evening:
    """A table of one game, and everything that is ordered at it."""

    def __init__(self, game: str, luck: Luck) -> None:
        self.store = MemoryStore()
        self.chance = Chance(luck.choices())
        setup = STAGES[game].setup(self.chance)
        setup["rulings"] = {**rulings(load(game), self.chance), **setup.get("rulings", {})}
        dice = SeededDice(self.chance.choose(1000))
        self.table = Table.create(self.store, game, setup, Campaign(name="An evening"), dice)

    def offers(self) -> list[Offer]:
        return [offer for seat in self.table.seats for offer in self.table.offers(seat)]

    def orders(self) -> Iterator[Order]:
        """Orders that answer offers as they stand."""
        for number in range(MOVES):
            offer = self.chance.one(self.offers())
            if offer.kind in OPEN_ENDED:
                continue
            try:
                answer = self.chance.answer(offer)
            except DeadEnd:
                continue
            command = {"type": offer.kind, **answer}
            yield Order(id=f"order{number}", seat=offer.seat, command=command, answers=Stamp.of(offer))


@pytest.mark.parametrize("game", sorted(STAGES))
@law
@given(luck=LUCKY)
def test_what_is_offered_is_carried_out_and_is_there_after_any_restart(game: str, luck: Luck) -> None:
    evening = Evening(game, luck)
    table = evening.table
    heard: dict[str, list[Any]] = {seat: table.chronicle(seat) for seat in (*table.seats, SPECTATOR)}
    for order in evening.orders():
        receipt = table.submit(order)
        if order.seat in heard:
            heard[order.seat] += receipt.entries
        for seat in (*table.seats, SPECTATOR):
            heard.setdefault(seat, [])
            heard[seat] += table.chronicle(seat, len(heard[seat]))
    again = Table.open(evening.store, table.id, OsDice())
    assert (again.state, again.standing, again.line.head) == (table.state, table.standing, table.line.head)
    for seat in (*table.seats, SPECTATOR):
        assert again.chronicle(seat) == table.chronicle(seat)
        assert [(line.seq, line.text) for line in heard[seat]] == [
            (line.seq, line.text) for line in again.chronicle(seat)
        ]
        assert again.offers(seat) == table.offers(seat)
        chronicle_markdown(table, seat)


@pytest.mark.parametrize("game", sorted(STAGES))
@law
@given(luck=LUCKY)
def test_a_campaign_of_any_game_is_exported_and_imported(game: str, luck: Luck) -> None:
    evening = Evening(game, luck)
    for order in evening.orders():
        evening.table.submit(order)
    saved = export_campaign(evening.table)
    store = MemoryStore()
    again = Table.open(store, import_campaign(store, read_json(saved.decode(), "save")).id, OsDice())
    assert export_campaign(again) == saved
    assert (again.state, again.standing) == (evening.table.state, evening.table.standing)


@pytest.mark.parametrize("game", sorted(STAGES))
@law
@given(luck=LUCKY)
def test_undone_and_redone_a_table_stands_as_it_stood(game: str, luck: Luck) -> None:
    evening = Evening(game, luck)
    table = evening.table
    for order in evening.orders():
        before = table.state
        if order.command["type"] in {"rewind", "take_back", "x_card", "set_dice"}:
            continue
        table.submit(order)
        if table.state is before:
            continue
        after, row = table.state, table.line.head.seq
        taken_back = [offer for offer in table.offers(order.seat) if offer.kind == "take_back"]
        table.act(order.seat if taken_back else GM, {"type": "take_back"})
        assert table.state == before
        table.act(GM, {"type": "rewind", "to": row})
        assert table.state == after


@pytest.mark.parametrize("game", sorted(STAGES))
@law
@given(luck=LUCKY)
def test_played_again_after_a_rewind_the_dice_are_the_same(game: str, luck: Luck) -> None:
    evening = Evening(game, luck)
    table = evening.table
    orders = []
    for order in evening.orders():
        if order.command["type"] in {"rewind", "take_back", "x_card", "set_dice"}:
            continue
        table.submit(order)
        orders.append(order)
    state, throws = table.state, table.line.head.throws
    if table.line.head.changed > 1:
        table.act(GM, {"type": "rewind", "to": 1})
        for order in orders:
            table.act(order.seat, order.command)
        assert (table.state, table.line.head.throws) == (state, throws)
