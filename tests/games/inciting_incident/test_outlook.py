"""What may come: readings of dice, the way to them, and what events mean when odds are told."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from footlights.core import GM
from footlights.games.inciting_incident import SYSTEM, odds
from footlights.games.inciting_incident.commands import Act, Attack, Decisive, Defend, Regular, Strike
from footlights.lab import forecast
from tests.games.inciting_incident.playing import GUARD, Playing, sheet, skill


def readings(playing: Playing) -> int:
    """How many readings of the dice that are due there are; their chances sum to 1."""
    found = list(SYSTEM.witnesses(playing.state))
    assert sum(witness.chance for witness in found) == (1 if found else 0)
    return len(found)


def due(order: str, playing: Playing, by: str = "Ana", **fields: Any) -> Playing:
    """Up to the dice of a roll."""
    ruling = {"ability": "Fortitude"} if "target" in fields else {}
    return playing.do(by, order, **fields).gm("rule", who=by, **ruling).do(by, "commit")


def test_only_totals_that_the_rules_tell_apart_are_told_apart() -> None:
    assert readings(Playing()) == 0
    complex_ = Playing().scene().obstacle(14)
    assert readings(due("regular", complex_, via="Wits")) == 29 + 1, "5 to 33, and all from 34 on"
    assert readings(due("decisive", Playing().scene().obstacle(14), via="Wits")) == 9 + 1
    assert readings(due("decisive", Playing().scene().obstacle(0), via="Wits")) == 1
    assert readings(due("attack", Playing().fight(GUARD), via="Wits", target="Guard")) > 200
    assert readings(Playing().scene().gm("add_obstacle", kind="simple").gm("draw_lots")) == 3


@pytest.mark.parametrize(("level", "talent"), [(3, "Climb"), (5, "Break"), (0, "Wits")])
def test_odds_of_consequences_agree_with_the_quick_ones(level: int, talent: str) -> None:
    playing = Playing().scene().obstacle(24)
    regular = forecast(SYSTEM, playing.state, "Ana", Regular(talent))
    assert regular.chance("result:success") == odds.success(5, level)
    assert regular.mean("crisis") == odds.crisis(5, level).mean
    decisive = forecast(SYSTEM, playing.state, "Ana", Decisive(talent))
    assert decisive.chance("beaten") == odds.success(5, level, 24)
    assert decisive.mean("crisis") == odds.crisis(5, level, 24).mean


def test_odds_say_which_trigger_may_fire_and_what_an_automatic_action_does() -> None:
    playing = Playing().scene().obstacle(6).trigger("Fire", 4)
    automatic = forecast(SYSTEM, playing.state, "Ana", Regular("automatic"))
    assert automatic.throws == 0
    assert automatic.chance("fires Fire@4") == 1
    assert automatic.mean("obstruction") == 4
    rolled = forecast(SYSTEM, playing.state, "Ana", Regular("Climb"))
    assert 0 < rolled.chance("fires Fire@8") < rolled.chance("fires Fire@4") < 1


def test_the_way_to_the_dice_asks_everybody_who_must_answer() -> None:
    playing = Playing().fight(GUARD)
    by_player = [
        type(order).__name__ for _, order in SYSTEM.line(playing.state, "Ana", Attack("Climb", "Guard"))
    ]
    assert by_player == ["Attack", "Rule", "Commit"]
    by_gm = SYSTEM.line(playing.state, GM, Attack("Pike", "Bo", by="Guard"))
    assert [(seat, type(order).__name__) for seat, order in by_gm] == [
        (GM, "Attack"),
        ("Bo", "Defend"),
        (GM, "Commit"),
    ]
    playing.gm("attack", by="Guard", via="Pike", target="Bo")
    defended = SYSTEM.line(playing.state, "Bo", Defend("Nimbleness"))
    assert [(seat, type(order).__name__) for seat, order in defended] == [("Bo", "Defend"), (GM, "Commit")]
    playing.do("Bo", "change_sides")
    on_a_turncoat = SYSTEM.line(playing.state, "Ana", Strike("Climb", "Bo"))
    assert [seat for seat, _ in on_a_turncoat] == ["Ana", GM, "Bo", "Ana"]
    assert on_a_turncoat[1][1].ability is None
    playing.gm("change_ruling", ruling="defence_pick", value="gm")
    assert SYSTEM.line(playing.state, "Ana", Strike("Climb", "Bo"))[1][1].ability == "Nimbleness"
    named = Attack("Pike", "Ana", by="Guard", ability="Perseverance")
    assert [type(order).__name__ for _, order in SYSTEM.line(playing.state, GM, named)] == [
        "Attack",
        "Commit",
    ]


def test_a_strike_may_bring_somebody_down_and_end_it() -> None:
    playing = Playing().fight({**GUARD, "hits": 1}).do("Bo", "press").do("Cy", "press")
    chances = forecast(SYSTEM, playing.state, "Ana", Strike("Break", "Guard"))
    hit = chances.chance("hits Guard")
    assert (
        0 < hit == chances.chance("out Guard") == chances.chance("over: the opposition has nobody standing")
    )
    assert chances.chance("flow towards the opposition") == hit
    won = forecast(SYSTEM, playing.state, "Ana", Strike("Break", "Guard", victory="the gate"))
    assert won.chance("victory") == hit


def outcomes(playing: Playing) -> list[str]:
    """The keys of what the last command meant."""
    return [one.key for event in playing.happened for one in SYSTEM.outcomes(playing.state, event)]


def test_what_events_mean() -> None:
    ana = sheet(
        "Ana",
        skill("Mend", "advanced", heal=1),
        skill("Parry", "advanced", intervene=1),
        skill("Soothe", "advanced", calm=1),
        skill("Ward", "modifier", shield=9),
    )
    playing = Playing(ana, sheet("Bo")).gm("write_skill", skill=skill("Lever", "modifier", talent=""))
    playing.scene().obstacle(30, 3).trigger("Fire", 3).gm("hit", who="Bo", n=1)
    assert outcomes(playing) == ["hits Bo"]
    assert outcomes(playing.gm("hit", who="Bo", n=1)) == ["hits Bo"]
    assert outcomes(playing.gm("hit", who="Bo", n=1)) == []
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Mend", target="Bo")
    assert outcomes(playing) == ["result:success", "heals Bo", "crisis"]
    playing.do("Bo", "regular", via="automatic")
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Parry", target="Fire@3")
    assert outcomes(playing) == ["result:success", "cancels Fire@3", "crisis"]
    playing.roll("Ana", "regular", 1, 1, 1, 1, 1, 1, via="Climb", skill="Ward")
    assert outcomes(playing)[:3] == ["result:failure", "crisis", "spares Fire@9"]
    playing.roll("Bo", "recreate", 1, 1, 1, 1, 1, 1, via="Dash", skill="Lever")
    assert outcomes(playing)[:3] == ["result:failure", "not recreated", "crisis"]
    playing.do("Bo", "drop").roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Lever")
    assert outcomes(playing)[:2] == ["result:success", "recreated"]
    playing.do("Ana", "drop").do("Bo", "regular", via="automatic").roll(
        "Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Soothe"
    )
    assert "calm" in outcomes(playing)


def test_passing_automatically_raises_rising_tension_for_certain() -> None:
    playing = Playing().scene().gm("add_obstacle", kind="simple", confronted="Ana")
    chances = forecast(SYSTEM, playing.state, "Ana", Act("automatic"))
    assert (chances.chance("tension"), chances.chance("beaten")) == (Fraction(1), Fraction(1))
