"""The random player that the laws rely on: what it never does, no law has tried."""

from __future__ import annotations

from random import Random

import pytest

from footlights.games import load
from tests.laws.games import STAGES
from tests.laws.play import MOVES, Chance, kinds, tag
from tests.laws.stage import staged

SEEDS = 30


@pytest.mark.parametrize("game", STAGES)
def test_random_play_gives_nearly_every_command_and_meets_nearly_every_event(game: str) -> None:
    system = load(game)
    seen: set[str] = set()
    for seed in range(SEEDS):
        play = staged(system, STAGES[game], Chance(Random(seed).randrange))
        for moment in play.moves(2 * MOVES):
            seen.update(map(tag, (moment.command, *moment.events)))
    everything = kinds(system.commands).keys() | kinds(system.events).keys()
    assert len(everything - seen) <= len(everything) // 10, everything - seen
