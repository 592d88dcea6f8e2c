"""Law 5: the quick tables, which know nothing of a table in play, agree exactly with odds through the rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import icepool
import msgspec
import pytest

from footlights.core import GM, Seat, System
from footlights.games import inciting_incident, you
from footlights.games.inciting_incident import odds as crisis_odds
from footlights.games.you import odds as check_odds
from footlights.lab import Forecast, compare, forecast
from tests.laws.play import command

TRAITS = ("Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion")
CELLS = [(difficulty, level) for difficulty in range(1, 10) for level in range(10)]


def opening(system: System, setup: Mapping[str, Any]) -> Any:
    """The first state of a setup in JSON form."""
    return system.opening(msgspec.convert(setup, system.setup))


def played(system: System, state: Any, *orders: tuple[Seat, str, Mapping[str, Any]]) -> Any:
    """The state after these commands."""
    for by, kind, fields in orders:
        for event in system.decide(state, by, command(system, kind, dict(fields))):
            state = system.evolve(state, event)
    return state


# --- YOU ---


def check(modifier: int, mode: check_odds.Mode, nat_scope: check_odds.NatScope) -> Forecast:
    """The odds of Ana's check at that modifier: INS up to 6, then Confidence; below 0 it is Injury, then a
    Reservation."""
    traits = {trait: {"degree": "Often", "reservation": "not in the rain"} for trait in TRAITS}
    sheets = [{"name": name, "traits": traits} for name in ("Ana", "Bo")]
    system = you.SYSTEM
    ins, confidence = max(0, min(6, modifier)), max(0, modifier - 6)
    injury = max(0, min(3, -modifier))
    counters = {"Exertive INS": ins, "Confidence": confidence, "Injury": injury}
    setup = {"characters": sheets, "rulings": {"nat_scope": nat_scope, "reservation_caller": "gm"}}
    state = played(
        system,
        opening(system, setup),
        *(
            (GM, "correct", {"who": "Ana", "counter": name, "value": value, "reason": "so it was"})
            for name, value in counters.items()
        ),
        ("Ana", "draft", {"trait": "Boldness"}),
        (GM, "rule", {"who": "Ana", "mode": mode, "reservation": modifier < -3}),
    )
    return forecast(system, state, "Ana", command(system, "commit", {"ins": ins}))


@pytest.mark.parametrize("nat_scope", ["kept", "any"])
@pytest.mark.parametrize("mode", ["neither", "ADV", "DIS"])
def test_the_five_results_of_a_check_are_as_likely_as_the_quick_table_says(
    mode: check_odds.Mode, nat_scope: check_odds.NatScope
) -> None:
    for modifier in (-5, *range(-3, 11)):
        odds = check(modifier, mode, nat_scope)
        quick = check_odds.results(modifier, mode, nat_scope)
        assert {name: odds.chance(f"result:{name}") for name in quick._fields} == quick._asdict(), modifier
        assert sum(quick) == 1


# --- Inciting Incident ---


def scene(difficulty: int, level: int, obstacle: Mapping[str, Any], **rulings: Any) -> Any:
    """An Action scene in which Ana, whose Talent Climb has that level, meets an Obstacle."""
    system = inciting_incident.SYSTEM
    talent = {"name": "Climb", "ability": "Fortitude", "level": level}
    sheets = [{"name": name, "abilities": {"Fortitude": 9}, "talents": [talent]} for name in ("Ana", "Bo")]
    begun = {"scene": "action", "who": ["Ana", "Bo"], "base": difficulty, "obstacles": [obstacle]}
    state = opening(system, {"characters": sheets, "rulings": rulings})
    return played(system, state, (GM, "start_scene", begun))


def roll(state: Any, kind: str) -> Forecast:
    system = inciting_incident.SYSTEM
    return forecast(system, state, "Ana", command(system, kind, {"via": "Climb"}))


def crisis(odds: Forecast) -> dict[int, Fraction]:
    """How likely each amount of Crisis is; none at all counts as 0."""
    added = next((one for one in odds.chances if one.outcome.key == "crisis"), None)
    amounts = dict(added.amounts) if added else {}
    none = 1 - sum(amounts.values(), Fraction(0))
    return amounts | ({0: none} if none else {})


def test_success_and_crisis_of_a_simple_obstacle_are_those_of_the_table_in_all_90_cells() -> None:
    table = crisis_odds.table()
    for difficulty, level in CELLS:
        odds = roll(scene(difficulty, level, {"kind": "simple", "confronted": "Ana"}), "act")
        assert odds.chance("result:success") == table[difficulty, level].success
        assert crisis(odds) == dict(table[difficulty, level].crisis)


@pytest.mark.parametrize("regular_fail_min", [2, 0])
@pytest.mark.parametrize("explode", ["chain", "once"])
def test_a_regular_action_is_as_dear_as_the_quick_odds_say(explode: Any, regular_fail_min: int) -> None:
    obstacle = {"kind": "complex", "obstruction": 30, "attempts": 2}
    for difficulty, level in CELLS[::7]:
        state = scene(difficulty, level, obstacle, explode=explode, regular_fail_min=regular_fail_min)
        odds = roll(state, "regular")
        assert odds.chance("result:success") == crisis_odds.success(difficulty, level, explode=explode)
        quick = crisis_odds.crisis(difficulty, level, regular_fail_min=regular_fail_min, explode=explode)
        assert crisis(odds) == dict(quick)


@pytest.mark.parametrize("decisive_fail_min", [0, 2])
@pytest.mark.parametrize("obstruction", [0, 7, 20, 33, 90])
def test_a_decisive_action_is_as_likely_as_the_quick_odds_say(
    obstruction: int, decisive_fail_min: int
) -> None:
    obstacle = {"kind": "complex", "obstruction": obstruction, "attempts": 3}
    for difficulty, level in CELLS[::13]:
        state = scene(difficulty, level, obstacle, decisive_fail_min=decisive_fail_min)
        odds = roll(state, "decisive")
        assert odds.chance("beaten") == crisis_odds.success(difficulty, level, obstruction)
        quick = crisis_odds.crisis(difficulty, level, obstruction, decisive_fail_min=decisive_fail_min)
        assert crisis(odds) == dict(quick)


def test_rolling_costs_at_least_as_much_as_passing_automatically_in_21_of_the_90_cells() -> None:
    system = inciting_incident.SYSTEM
    dearer = 0
    for difficulty, level in CELLS:
        ways = {via: command(system, "act", {"via": via}) for via in ("automatic", "Climb")}
        passing, rolling = compare(
            system, scene(difficulty, level, {"kind": "simple", "confronted": "Ana"}), "Ana", ways
        )
        assert passing.forecast is not None
        assert passing.forecast.throws == 0
        added = {change.outcome.key: change.mean for change in rolling.changes}
        dearer += added.get("crisis", Fraction(0)) >= 0
    assert dearer == 21


def test_a_large_pool_is_as_likely_as_an_independent_library_says() -> None:
    odds = roll(scene(9, 9, {"kind": "complex", "obstruction": 90, "attempts": 3}), "decisive")
    pool = 9 @ icepool.d6.explode(depth=15) + 3 @ icepool.d10.explode(depth=9)
    assert odds.chance("beaten") == pool.probability(">=", 90)
