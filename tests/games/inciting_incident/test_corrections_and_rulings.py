"""The GM sets numbers right, and the table decides rulings anew."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from footlights.core import GM, Field, OneOf, Refused, Sheet
from footlights.games.inciting_incident import SYSTEM, events
from footlights.games.inciting_incident.bounds import faults
from footlights.games.inciting_incident.characters import Opponent
from footlights.games.inciting_incident.clauses import CLAUSES
from footlights.games.inciting_incident.commands import AnyCommand
from footlights.games.inciting_incident.corrections import counters
from footlights.games.inciting_incident.events import AnyEvent
from footlights.games.inciting_incident.fold import FOLDS
from footlights.games.inciting_incident.orders import ORDERS
from footlights.games.inciting_incident.rulings import FixedRest, PerDie, Rulings, rulings_from, with_ruling
from footlights.games.inciting_incident.saying import _SAYINGS
from tests.games.inciting_incident.playing import GUARD, Playing, fields, values


def complex_obstacle() -> Playing:
    playing = Playing().gm("gain_tension", n=3, reason="dusk").scene().obstacle(20, 3)
    playing.roll("Ana", "regular", 5, 5, 4, 2, 1, 3, via="Climb")
    return playing


def conflict() -> Playing:
    playing = Playing().fight(GUARD)
    playing.roll("Ana", "attack", 5, 5, 4, 2, 1, 3, via="Climb", target="Guard", rule_ability="Fortitude")
    return playing


@pytest.mark.parametrize("start", [complex_obstacle, conflict])
def test_every_number_can_be_set_to_its_ends_and_back(start: Any) -> None:
    found = counters(start().state)
    for name, counter in found.items():
        for value in (counter.lo, counter.hi, counter.value):
            playing = start().gm("correct", counter=name, value=value, reason="a test")
            assert counters(playing.state)[name].value == value
            assert faults(playing.state) == []
            assert playing.because() == [counter.clause]
            assert len(playing.happened) == 1
        assert start().refused(GM, "correct", counter=name, value=counter.hi + 1, reason="a test")


def test_the_numbers_that_can_be_set_right() -> None:
    assert list(counters(complex_obstacle().state)) == [
        "Rising Tension",
        "Cooperative scenes in a row",
        "Crisis",
        "Base difficulty",
        "Bought Disadvantage: Ana",
        "Bought Disadvantage: Bo",
        "Bought Disadvantage: Cy",
        "Hits: Ana",
        "Hits: Bo",
        "Hits: Cy",
        "Obstruction",
        "Decisive attempts left",
        "Uses: Ana, Climb",
        "Uses: Ana, Break",
        "Uses: Ana, Wits",
        "Uses: Bo, Dash",
        "Uses: Bo, Talk",
    ]
    extra = set(counters(conflict().state)) - set(counters(complex_obstacle().state))
    assert extra == {
        "Flow of Battle",
        "Round",
        "Hits: Guard",
        "Turns taken: Ana",
        "Turns taken: Bo",
        "Turns taken: Cy",
        "Turns taken: Guard",
    }


def test_a_correction_fires_no_trigger_brings_nobody_down_and_needs_a_reason() -> None:
    playing = Playing().fight(GUARD).trigger("Fire", 3)
    playing.gm("correct", counter="Crisis", value=9, reason="we forgot")
    assert playing.said() == ["The GM corrects Crisis from 0 to 9 (we forgot)."]
    playing.gm("correct", counter="Hits: Guard", value=2, reason="we forgot")
    assert not playing.conflict.over
    assert playing.refused(GM, "correct", counter="Crisis", value=9, reason=" ")[1].startswith(
        "reason cannot be"
    )
    assert playing.refused("Ana", "correct", counter="Crisis", value=0, reason="please")[0] == "RT-01"
    assert "Crisis" not in values(Playing().scene("cooperative").offer(GM, "correct"), "counter")


def test_uses_of_the_scene_follow_those_on_the_obstacle() -> None:
    playing = complex_obstacle().gm("correct", counter="Uses: Ana, Climb", value=4, reason="a test")
    assert playing.state.scene.scene_uses["Ana"]["Climb"] == 4
    playing.gm("correct", counter="Uses: Ana, Climb", value=0, reason="a test")
    assert playing.state.scene.scene_uses["Ana"]["Climb"] == 0


# -- rulings ------------------------------------------------------------------------------------------------------


def test_every_ruling_of_the_clauses_is_a_field_with_that_default() -> None:
    assert list(CLAUSES.rulings()) == list(Rulings.__struct_fields__)
    assert rulings_from({}) == Rulings()


@pytest.mark.parametrize(
    ("name", "value", "converted"),
    [
        ("coop_heal_counts", True, "yes"),
        ("recreate_uses_turn", False, "no"),
        ("skill_learning", True, "on"),
        ("points", False, "off"),
        ("base_difficulty_cost", {"per_die": 2}, PerDie(2)),
        ("rt_rest", {"fixed": 3}, FixedRest(3)),
        ("heal_amount", "all", "all"),
        ("heal_amount", 3, 3),
        ("advantage_table", [2, 4, 6, 8], (2, 4, 6, 8)),
    ],
)
def test_a_value_of_a_ruling_is_taken(name: str, value: Any, converted: Any) -> None:
    assert getattr(rulings_from({name: value}), name) == converted
    assert getattr(with_ruling(Rulings(), name, value), name) == converted


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("points", True, "points cannot be True; it is: {abilities: n, talents: n, skills: n} or off"),
        ("solo", "maybe", "solo cannot be 'maybe'; it is: waive or strict"),
        ("solo", False, "solo cannot be False; it is: waive or strict"),
        (
            "advantage_table",
            [1, 2, 2, 3],
            "advantage_table cannot be [1, 2, 2, 3]; it is: four rising integers from 1 to 99",
        ),
        (
            "advantage_table",
            [1, 2, 3],
            "advantage_table cannot be [1, 2, 3]; it is: four rising integers from 1 to 99",
        ),
        (
            "defence_table",
            [5] * 9,
            "defence_table cannot be [5, 5, 5, 5, 5, 5, 5, 5, 5]; it is: ten integers from 0 to 99",
        ),
        (
            "hits_table",
            [0] * 10,
            "hits_table cannot be [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]; it is: ten integers from 1 to 99",
        ),
        ("rt_price", {"trigger": -1}, "rt_price cannot be {'trigger': -1}; it is: "),
        ("regular_fail_min", 1, "regular_fail_min cannot be 1; it is: 2 or 0"),
        ("rt_auto_pass", True, "rt_auto_pass cannot be True; it is: integer from 0 to 99"),
    ],
)
def test_a_value_that_a_ruling_cannot_have_is_refused(name: str, value: Any, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        rulings_from({name: value})
    assert refused.value.reason.startswith(reason)
    assert (refused.value.field, refused.value.clause) == (name, CLAUSES.rulings()[name][0].id)


def test_a_ruling_that_there_is_not_is_refused() -> None:
    with pytest.raises(Refused, match="there is no ruling called 'luck'"):
        rulings_from({"luck": "good"})


def _last(field: Field) -> str:
    assert isinstance(field, OneOf)
    return field.values[-1]


def test_the_offer_says_what_holds_now() -> None:
    playing = Playing().gm("change_ruling", ruling="explode", value="once")
    playing.gm("change_ruling", ruling="rt_rest", value={"fixed": 2})
    offer = playing.offer(GM, "change_ruling")
    (which,) = fields(offer, "ruling")
    assert isinstance(which, OneOf)
    assert which.labels == tuple(ruling.title for _, ruling in CLAUSES.rulings().values())
    held = {one.when[0].values[0]: one.default for one in fields(offer, "value")}
    assert (held["explode"], held["rt_rest"], held["advantage_table"]) == (
        "once",
        {"fixed": 2},
        [1, 3, 6, 10],
    )


@pytest.mark.parametrize("name", CLAUSES.rulings())
def test_every_ruling_can_be_decided_anew(name: str) -> None:
    playing = Playing()
    (field,) = [
        one for one in fields(playing.offer(GM, "change_ruling"), "value") if one.when[0].values == (name,)
    ]
    if isinstance(field, Sheet):
        playing.gm("change_ruling", ruling=name, value=field.example)
    else:
        playing.gm("change_ruling", ruling=name, value=_last(field))
        assert getattr(playing.state.rulings, name) == _last(field)
    (said,) = playing.said()
    assert said.startswith(f"The table rules on “{CLAUSES.rulings()[name][1].title}”: ")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        (
            "coop_limit",
            "per_character",
            "“How many changes a Cooperative scene allows”: one for each character",
        ),
        ("advantage_table", [1, 3, 6, 12], "“How much Advantage changes a die”: 1, 3, 6, 12"),
        ("rt_rest", {"fixed": 2}, "“How far a rest lowers Rising Tension”: fixed 2"),
    ],
)
def test_what_is_decided_is_said_in_words(name: str, value: Any, words: str) -> None:
    playing = Playing().gm("change_ruling", ruling=name, value=value)
    assert playing.said() == [f"The table rules on {words}."]


def test_a_ruling_is_not_decided_by_a_player_nor_beyond_its_options() -> None:
    assert (
        Playing().refused("Ana", "change_ruling", ruling="solo", value="strict")[1] == "only the GM does this"
    )
    assert Playing().refused(GM, "change_ruling", ruling="solo", value="maybe")[0] == "CPX-04"
    assert Playing().refused(GM, "change_ruling", ruling="rt_auto_pass", value=-1)[0] == "RT-02"


# -- the catalogue ------------------------------------------------------------------------------------------------


def test_every_command_has_an_order_and_every_event_a_fold_and_a_sentence() -> None:
    assert set(ORDERS) == set(get_args(AnyCommand))
    assert set(FOLDS) == set(get_args(AnyEvent)) == set(_SAYINGS)


@pytest.mark.parametrize(
    "event",
    [
        events.ObstacleShifted(1, because="DIF-02"),
        events.Confronted("Ana", because="SIM-02"),
        events.ObstaclePassed("Ana", True, because="SIM-01"),
        events.ObstructionLowered(4, 0, because="CPX-05"),
        events.AttemptSpent("Ana", 1, because="DEC-01"),
        events.OpponentAdded(Opponent("Guard"), because="CMP-11"),
        events.SidesChanged("Ana", True, because="CMP-04"),
        events.FlowMoved("Ana", 1, 1, because="CMP-07"),
        events.Moved("Ana", "the stair", because="CMP-06"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_finds_nothing_to_change_changes_nothing(event: AnyEvent) -> None:
    state = Playing().scene().state
    assert SYSTEM.evolve(state, event) == state


def test_offers_are_of_one_seat_or_of_all() -> None:
    playing = Playing().scene().obstacle()
    everybody = SYSTEM.offers(playing.state)
    assert [
        offer for seat in ("GM", "Ana", "Bo", "Cy") for offer in SYSTEM.offers(playing.state, seat)
    ] == everybody
    assert SYSTEM.offers(playing.state, "spectator") == []
    assert SYSTEM.seats(playing.state) == ("GM", "Ana", "Bo", "Cy")
