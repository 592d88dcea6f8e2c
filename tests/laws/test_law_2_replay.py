"""Law 2: decide and evolve are repeatable, a replayed log gives the live state, and JSON loses nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given

from footlights.core import SPECTATOR
from footlights.games import load
from tests.laws.games import STAGES, begin
from tests.laws.play import Luck, kinds, law, lucky, seats, tag

GAMES = pytest.mark.parametrize("game", STAGES)


@GAMES
@law
@given(luck=lucky())
def test_the_same_command_in_the_same_state_has_the_same_events_and_end(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    for moment in play.moves():
        assert tuple(play.system.decide(moment.before, moment.by, moment.command)) == moment.events
        state = moment.before
        for event in moment.events:
            state = play.system.evolve(state, event)
        assert state == moment.after


@GAMES
@law
@given(luck=lucky())
def test_a_log_read_back_from_json_plays_to_the_live_state(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    opening, system = play.state, play.system
    list(play.moves())
    log = [event for moment in play.moments for event in moment.events]
    read = msgspec.json.Decoder(list[system.events]).decode(msgspec.json.encode(log))  # type: ignore[name-defined]
    assert read == log
    state = _back(opening, system.state)
    for event in read:
        state = system.evolve(state, event)
    assert state == play.state
    assert _back(play.state, system.state) == play.state


@GAMES
@law
@given(luck=lucky())
def test_commands_events_and_sheets_survive_json(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    system = play.system
    for moment in play.moves():
        assert _back(moment.command, system.commands) == moment.command
        for event in moment.events:
            assert _back(event, system.events) == event
    for seat, sheet in system.sheets(play.state).items():
        assert seat in system.seats(play.state)
        assert _back(sheet, system.sheet) == sheet


@GAMES
@law
@given(luck=lucky())
def test_every_event_cites_a_clause_and_every_page_can_be_drawn(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    system = play.system
    for moment in play.moves():
        for event in moment.events:
            assert getattr(event, "because", None) in (None, *system.clauses), event
            assert "\n" not in system.say(event)
        for seat in (*seats(system, moment.after), SPECTATOR):
            view = system.view(moment.after, seat)
            ids = [panel.id for panel in system.panels(view)]
            assert len(set(ids)) == len(ids)
            assert msgspec.json.encode(view)


@GAMES
def test_commands_and_events_are_stored_under_explicit_names(game: str) -> None:
    system = load(game)
    for kind in (*kinds(system.commands).values(), *kinds(system.events).values()):
        assert tag(kind) == tag(kind).lower() != kind.__name__


def _back(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
