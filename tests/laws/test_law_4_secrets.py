"""Law 4: what a seat may not know changes neither its page, its offers, its refusals, its odds nor what it is told."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from footlights.core import System
from tests.laws.games import STAGES, begin
from tests.laws.play import MOVES, Chance, Luck, law, lucky
from tests.laws.secrecy import Watch, secrets_make_no_difference, watcher, what_is_known_plays_alike
from tests.laws.stage import Stage, staged

GAMES = pytest.mark.parametrize("game", STAGES)


@GAMES
@law
@given(luck=lucky())
def test_a_seat_can_play_on_what_it_knows_and_notices_no_difference(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    watch = Watch(play.system, STAGES[game], watcher(play))
    for _ in play.moves():
        what_is_known_plays_alike(play, watch)


@GAMES
@law
@given(luck=lucky())
def test_secrets_of_others_make_no_difference_to_a_seat(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    watch = Watch(play.system, STAGES[game], watcher(play))
    secrets_make_no_difference(play, watch, MOVES)


def test_the_law_of_secrecy_finds_every_leak(lantern: System) -> None:
    from tests.laws.leaky import LEAKS

    stage = STAGES["lantern"]
    assert not _leaks(lantern, stage)
    assert [type(leaky).__name__ for leaky in LEAKS if not _leaks(leaky, stage)] == []


def _leaks(system: System, stage: Stage) -> bool:
    """Whether one of thirty plays breaks the law."""
    for seed in range(30):
        play = staged(system, stage, Chance(Random(seed).randrange))
        watch = Watch(system, stage, watcher(play))
        try:
            secrets_make_no_difference(play, watch, MOVES)
        except AssertionError:
            return True
    return False
