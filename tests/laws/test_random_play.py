"""The random player that the laws rely on: what it never does, no law has tried."""

from __future__ import annotations

from random import Random

import pytest

from footlights.games import load
from tests.laws.games import STAGES, staged
from tests.laws.play import MOVES, Chance, kinds, tag

SEEDS = 40


@pytest.mark.parametrize("game", STAGES)
def test_random_play_gives_every_command_and_meets_every_event(game: str) -> None:
    system = load(game)
    given: set[str] = set()
    met: set[str] = set()
    for seed in range(SEEDS):
        play = staged(system, STAGES[game], Chance(Random(seed).randrange))
        for moment in play.moves(2 * MOVES):
            given.add(tag(moment.command))
            met.update(map(tag, moment.events))
    assert kinds(system.commands).keys() - given == set()
    assert kinds(system.events).keys() - met == set()
