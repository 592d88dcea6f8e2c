"""Odds of consequences on the toy game, small enough to work out by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from footlights.cases.runner import translation
from footlights.core import DICE, GM, Refused, System
from footlights.games import load
from footlights.lab import TooManyThrows, changes, compare, consequences, forecast, marginal, odds

WALKERS = [{"name": "Ana", "oil": 3}, {"name": "Bo", "oil": 0}]


def opening(system: System, **rulings: str) -> Any:
    return system.opening(msgspec.convert({"walkers": WALKERS, "rulings": rulings}, system.setup))


def order(system: System, kind: str, **fields: Any) -> Any:
    return msgspec.convert({"type": kind, **fields}, system.commands)


def after(system: System, state: Any, *line: tuple[str, Any]) -> Any:
    for by, command in line:
        for event in system.decide(state, by, command):
            state = system.evolve(state, event)
    return state


def test_a_step_succeeds_as_often_as_its_die_and_oil_say(lantern: System) -> None:
    odds = forecast(lantern, opening(lantern), "Ana", order(lantern, "step", burn=2))
    assert odds.throws == 2
    assert odds.chance("deeper") == Fraction(5, 6)
    assert odds.chance("flicker") == Fraction(1, 6)
    assert odds.chance("no such outcome") == odds.mean("no such outcome") == 0


def test_amounts_that_add_up_have_a_mean_and_a_distribution(lantern: System) -> None:
    state = opening(lantern)
    for _ in range(2):
        state = after(
            lantern, state, ("Ana", order(lantern, "step")), (DICE, order(lantern, "throw", faces=[[5]]))
        )
    coins = next(
        one
        for one in forecast(lantern, state, "Bo", order(lantern, "step")).chances
        if one.outcome.key == "coins"
    )
    assert coins.amounts == ((3, Fraction(1, 2)),)
    assert (coins.chance, coins.mean) == (Fraction(1, 2), Fraction(3, 2))


def test_what_is_certain_needs_no_throw(lantern: System) -> None:
    odds = forecast(lantern, opening(lantern), "Ana", order(lantern, "step", burn=3))
    assert odds.throws == 1
    assert odds.chance("deeper") == 1
    assert forecast(lantern, opening(lantern), "Ana", order(lantern, "go_home")).throws == 0


def test_odds_stop_at_the_next_choice_that_somebody_owes(lantern: System) -> None:
    line = [
        ("Ana", order(lantern, "step")),
        (DICE, order(lantern, "throw", faces=[[4]])),
        ("Ana", order(lantern, "step")),
    ]
    odds = consequences(lantern, opening(lantern), line)
    assert odds.chance("flicker") == Fraction(1, 2), "which loss Ana chooses then is up to her"
    assert {one.outcome.key for one in odds.chances} == {"deeper", "coins", "flicker"}


def test_an_empty_line_asks_about_the_dice_that_are_due(lantern: System) -> None:
    state = after(lantern, opening(lantern), ("Bo", order(lantern, "step")))
    assert consequences(lantern, state, ()).chance("lost:Bo") == Fraction(1, 2)


def test_odds_run_on_what_the_seat_knows(lantern: System) -> None:
    state = after(lantern, opening(lantern), (GM, order(lantern, "hide", name="a cold breath", depth=1)))
    step = order(lantern, "step")
    assert forecast(lantern, state, "Ana", step).chance("draught:Ana") == 0
    assert consequences(lantern, state, [("Ana", step)]).chance("draught:Ana") == Fraction(1, 2)


def test_a_command_that_the_rules_refuse_has_no_odds(lantern: System) -> None:
    with pytest.raises(Refused, match="0 to 3"):
        forecast(lantern, opening(lantern), "Ana", order(lantern, "step", burn=4))


def test_each_further_point_is_worth_what_it_changes(lantern: System) -> None:
    points = marginal(lantern, opening(lantern), "Ana", order(lantern, "step"), "burn")
    assert [point.value for point in points] == [0, 1, 2, 3]
    assert [point.forecast.chance("deeper") for point in points] == [Fraction(n, 6) for n in (3, 4, 5, 6)]
    assert points[0].changes == ()
    assert {change.outcome.key: change.chance for change in points[1].changes} == {
        "deeper": Fraction(1, 6),
        "coins": Fraction(1, 6),
        "flicker": Fraction(-1, 6),
    }


def test_a_point_of_nothing_is_a_clear_error(lantern: System) -> None:
    with pytest.raises(ValueError, match="step has no number courage"):
        marginal(lantern, opening(lantern), "Ana", order(lantern, "step"), "courage")
    with pytest.raises(Refused, match="GM cannot step"):
        marginal(lantern, opening(lantern), GM, order(lantern, "step"), "burn")
    correct = order(lantern, "correct", counter="Ana: coins", value=0, reason="so it was")
    with pytest.raises(ValueError, match="value may be 0 to 99"):
        marginal(lantern, opening(lantern), GM, correct, "value")


def test_ways_are_compared_with_the_first_that_is_allowed(lantern: System) -> None:
    ways = {
        "burn four": order(lantern, "step", burn=4),
        "step": order(lantern, "step"),
        "burn all": order(lantern, "step", burn=3),
    }
    refused, plain, bright = compare(lantern, opening(lantern), "Ana", ways)
    assert refused.forecast is None
    assert "0 to 3" in refused.refused
    assert plain.changes == ()
    assert plain.forecast is not None
    assert bright.forecast is not None
    assert bright.changes == changes(plain.forecast, bright.forecast)
    assert next(change.chance for change in bright.changes if change.outcome.key == "flicker") == Fraction(
        -1, 2
    )


def test_a_forecast_is_json_with_reduced_fractions(lantern: System) -> None:
    odds = forecast(lantern, opening(lantern), "Ana", order(lantern, "step", burn=1))
    plain = json.loads(json.dumps(odds.plain()))
    assert plain["throws"] == 2
    deeper = next(one for one in plain["chances"] if one["outcome"]["key"] == "deeper")
    assert (deeper["chance"], deeper["amounts"]) == ("2/3", [[1, "2/3"]])


def test_odds_that_would_take_too_many_throws_are_refused(
    lantern: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "MOST_THROWS", 1)
    assert forecast(lantern, opening(lantern), "Ana", order(lantern, "step", burn=3)).throws == 1
    with pytest.raises(TooManyThrows, match="more than 1 throws"):
        forecast(lantern, opening(lantern), "Ana", order(lantern, "step"))


@pytest.mark.parametrize("timing", ["before", "after"])
def test_a_check_has_its_odds_whether_ins_comes_before_or_after_the_dice(timing: str) -> None:
    you = load("you")
    traits = ["Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion"]
    ana = {"name": "Ana", "traits": {trait: {"degree": "Often"} for trait in traits}}
    setup = msgspec.convert({"characters": [ana], "rulings": {"ins_timing": timing}}, you.setup)
    check = order(you, "draft", trait="Boldness", saying="I jump.")
    assert forecast(you, you.opening(setup), "Ana", check).chance("passed") == Fraction(1, 2)


def test_odds_against_a_number_beyond_all_measure_are_not_worked_out() -> None:
    from_case = translation("inciting-incident")
    fight = {"scene": {"type": "conflict"}, "opponents": {"Ogre": {"abilities": {"Fortitude": 5}}}}
    state = from_case.given(fight, ["A", "B"], {"decisive_base": 999}).state
    strike = order(load("inciting-incident"), "strike", via="Climb", target="Ogre")
    with pytest.raises(TooManyThrows, match="cannot be worked out"):
        forecast(load("inciting-incident"), state, "A", strike)
