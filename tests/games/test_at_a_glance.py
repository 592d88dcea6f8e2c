"""Odds at a glance: none where no dice are due, and what the closed forms do not take is left to the rules."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from footlights.games.inciting_incident import advice as inciting
from footlights.games.you import advice as you
from footlights.table.examples import examples
from footlights.table.script import Session, read
from footlights.written import read_file


def state_of(example: str, moves: int) -> Any:
    """Where an example session stands after so many moves."""
    path = next(path for path in examples() if path.stem == example)
    session = Session(read(read_file(path)))
    for _ in session.steps(moves):
        pass
    return session.table.state


@pytest.mark.parametrize(("example", "game"), [("the-last-ferry", you), ("the-salt-clock", inciting)])
def test_where_no_dice_are_due_nothing_is_told(example: str, game: Any) -> None:
    assert game.glance(state_of(example, 3)) == ()


def test_more_than_the_closed_forms_take_is_left_to_the_rules() -> None:
    path = next(path for path in examples() if path.stem == "the-salt-clock")
    session = Session(read(read_file(path)))
    due = next(session.table.state for _ in session.steps() if session.table.state.rolling is not None)
    assert inciting.glance(due) != ()
    assert inciting.glance(replace(due, rolling=replace(due.rolling, need=10**9))) == ()
