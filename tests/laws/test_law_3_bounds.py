"""Law 3: the bounds of the rules hold in every state that can be reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given

from tests.laws.games import STAGES, begin
from tests.laws.play import Luck, law, lucky


@pytest.mark.parametrize("game", STAGES)
@law
@given(luck=lucky())
def test_no_play_leaves_the_bounds(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    for moment in play.moves():
        state = moment.before
        for event in moment.events:
            state = play.system.evolve(state, event)
        assert list(play.system.faults(state)) == [], moment.command
        assert list(_out_of_bounds(msgspec.to_builtins(state), STAGES[game].bounds)) == [], moment.command


def _out_of_bounds(
    plain: Any, bounds: Mapping[str, tuple[int, int]], within: str = "", bound: str = ""
) -> Iterator[str]:
    """Every number of a plain value that is not within the bounds for its name, or for what it is in. A bound may be
    for a name ("ins") or for a name within another ("scene.crisis")."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            named = next((name for name in (f"{within}.{key}", key) if name in bounds), bound)
            yield from _out_of_bounds(value, bounds, key, named)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _out_of_bounds(value, bounds, within, bound)
    elif type(plain) is int and bound and not bounds[bound][0] <= plain <= bounds[bound][1]:
        yield f"{bound} is {plain}"
