"""Somebody with real dice at a table that throws for the others."""

from __future__ import annotations

import pytest

from footlights.core import GM, Refused
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice, TypedDice
from tests.web.live import running


def due(table: Table) -> bool:
    """Whether dice wait for people."""
    return any(offer.kind == "throw" for offer in table.offers("Ana"))


def test_who_throws_the_own_dice_types_them_in_and_after_a_restart_still() -> None:
    with running(MemoryStore(), lambda: SeededDice(7)) as server:
        table = server.example("the-last-ferry")
        table.act("Ana", {"type": "own_dice", "own": True})
        table.act("Ana", {"type": "commit"})
        assert due(table)
        table.act("Ben", {"type": "post", "text": "Roll!"})
        assert due(server.now(table))
        offer = next(offer for offer in table.offers("Ana") if offer.kind == "throw")
        assert [dice.count for dice in offer.fields[0].pool.groups] == [2]  # type: ignore[union-attr]
        table.act("Ana", {"type": "throw", "faces": [[20], [3]]})
        assert not due(table)
        assert any("20" in entry.text for entry in table.chronicle("Ben"))
        assert "Ana throws dice of their own and types the faces in." in [
            entry.text for entry in table.chronicle("Ben")
        ]


def test_dice_that_wait_fall_at_once_when_they_are_left_to_the_table_again() -> None:
    with running(MemoryStore(), lambda: SeededDice(7)) as server:
        table = server.example("the-last-ferry")
        table.act("Ana", {"type": "own_dice", "own": True})
        table.act("Ana", {"type": "commit"})
        table.act("Ana", {"type": "own_dice", "own": False})
        assert not due(table)


def test_the_dice_of_others_fall_as_before_and_nobody_is_asked_where_all_roll_their_own() -> None:
    with running(MemoryStore(), lambda: SeededDice(7)) as server:
        table = server.example("the-last-ferry")
        table.act("Ben", {"type": "own_dice", "own": True})
        table.act("Ana", {"type": "commit"})
        assert not due(table)
        table.act(GM, {"type": "set_dice", "mode": "typed"})
        with pytest.raises(Refused, match="roll their own dice"):
            table.act("Ben", {"type": "own_dice", "own": False})
    with running(MemoryStore(), TypedDice) as server:
        table = server.example("the-last-ferry")
        assert all(offer.kind != "own_dice" for offer in table.offers("Ben"))
