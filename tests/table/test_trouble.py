"""Trouble with the store in the middle of play: what was not acknowledged may be ordered again, and counts once."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footlights.core import GM
from footlights.store import MemoryStore, Row, SqliteStore, StoreTrouble
from footlights.table import Order, Table
from footlights.table.dicebox import OsDice, SeededDice, TypedDice
from footlights.table.table import Begun
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")

STEP = {"type": "step", "burn": 1}


class Failing(MemoryStore):
    """A store that can be told to fail, before anything is written or after all of it is."""

    fails = ""

    def appending(self, rows: Sequence[Row], **more: Any) -> Future[None]:
        done = super().appending(rows, **more) if self.fails != "before" else Future()
        if self.fails:
            done = Future()
            done.set_exception(StoreTrouble("the disk would not write", "here", "Look after it."))
        return done


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_order_that_met_trouble_is_given_again_and_counts_once(begin: Begin, when: str) -> None:
    store = Failing()
    table = begin(box=SeededDice(4), store=store)
    opening, heard = table.state, table.chronicle("Ben")
    store.fails = when
    with pytest.raises(StoreTrouble):
        table.act("Ana", STEP, id="once")
    assert table.state is opening
    assert table.chronicle("Ben") == heard
    store.fails = ""
    receipt = table.act("Ana", STEP, id="once")
    assert [entry.kind for entry in receipt.entries][:2] == ["step_begun", "step_thrown"]
    assert [row.command_id for row in table.rows()][1:] == ["once", "once:1"]
    assert Table.open(store, table.id, OsDice()).state == table.state


@pytest.mark.parametrize("fails", ["", "before"])
def test_an_order_that_nobody_waited_for_counts_if_it_reached_the_disk(begin: Begin, fails: str) -> None:
    store = Failing()
    table = begin(box=SeededDice(4), store=store)
    post = Order(id="once", seat="Ana", command={"type": "post", "text": "I stay."})
    store.fails = fails
    begun = table.begin(post)
    assert isinstance(begun, Begun)
    assert "I stay." not in [entry.text for entry in table.chronicle("Ben")]
    store.fails = ""
    table.submit(post)
    assert [entry.text for entry in table.chronicle("Ben")].count("I stay.") == 1


def test_a_redaction_that_nobody_waited_for_is_forgotten_in_memory_too(begin: Begin) -> None:
    table = begin(box=SeededDice(4))
    said = table.act("Ana", {"type": "post", "text": "Too much."})
    table.begin(Order(id="gone", seat="Ana", command={"type": "redact", "entry": said.seq}))
    table.act("Ben", {"type": "post", "text": "Fine."})
    assert "Too much." not in [entry.text for entry in table.chronicle("Ana")]


def test_of_two_openings_of_one_table_the_slower_is_told_and_catches_up(begin: Begin) -> None:
    store = MemoryStore()
    one = begin(box=TypedDice(), store=store)
    other = Table.open(store, one.id, TypedDice())
    one.act("Ana", {"type": "go_home"})
    with pytest.raises(StoreTrouble, match="somebody else has written"):
        other.act("Ben", {"type": "post", "text": "I stay."})
    other.act("Ben", {"type": "post", "text": "I stay."})
    assert [entry.kind for entry in other.chronicle(GM)] == ["opened", "went_home", "posted"]


def test_memory_grows_with_the_state_and_not_with_the_log(begin: Begin, tmp_path: Path) -> None:
    memory = MemoryStore()
    table = begin(store=memory)

    def peak(rows: int) -> int:
        """The most that opening a log of so many rows takes."""
        while table.line.head.seq < rows:
            value = table.line.head.seq % 6
            table.act(GM, {"type": "correct", "counter": "Ana: oil", "value": value, "reason": "x" * 200})
        with closing(SqliteStore(tmp_path / f"{rows}.db")) as store:
            store.create(memory.meta(table.id), list(table.rows()))
            Table.open(store, table.id, OsDice())
            tracemalloc.start()
            try:
                Table.open(store, table.id, OsDice())
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

    short = peak(1_000)
    assert peak(8_000) < 1.5 * short
