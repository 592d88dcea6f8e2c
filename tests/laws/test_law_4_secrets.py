"""Law 4: what a seat may not know changes neither its page, its offers, its refusals, its odds nor what it is told."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from footlights.core import GM, Refused, Seat, System
from footlights.games import load
from footlights.table.line import Line
from footlights.table.undo import before_last
from tests.laws.games import STAGES, begin
from tests.laws.play import MOVES, Chance, Luck, law, lucky
from tests.laws.secrecy import Watch, secrets_make_no_difference, watcher, what_is_known_plays_alike
from tests.laws.stage import Stage, staged
from tests.laws.two_tables import TwoTables

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


@GAMES
@law
@given(luck=lucky())
def test_at_a_table_nobody_notices_what_others_do_undo_and_redo_in_secret(game: str, luck: Luck) -> None:
    TwoTables(load(game), STAGES[game], Chance(luck.choices())).play(MOVES)


def test_at_a_table_the_law_finds_a_rewind_that_everybody_is_told_of(
    lantern: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not _leaks_at_a_table(lantern)
    monkeypatch.setattr("footlights.table.events.hears", lambda _heard, _seat: True)
    assert _leaks_at_a_table(lantern)


def test_at_a_table_the_law_finds_a_move_that_a_secret_keeps_from_being_taken_back(
    lantern: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last_of_all(line: Line, seat: Seat) -> int:
        if line.head.last.get(GM) is not line.head.last.get(seat):
            raise Refused("", "something has happened since")
        return before_last(line, seat)

    monkeypatch.setattr("footlights.table.customs.before_last", last_of_all)
    assert _leaks_at_a_table(lantern)


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


def _leaks_at_a_table(system: System) -> bool:
    """Whether one of thirty plays at two tables breaks the law."""
    for seed in range(30):
        try:
            TwoTables(system, STAGES["lantern"], Chance(Random(seed).randrange)).play(MOVES)
        except AssertionError:
            return True
    return False
