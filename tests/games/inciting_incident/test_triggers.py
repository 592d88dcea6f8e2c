"""Triggers: how they are made and shown, how they fire, and what the GM confirms (CRI, TRG)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import GM, SPECTATOR
from footlights.games.inciting_incident import SYSTEM
from footlights.games.inciting_incident.crisis import next_threshold
from footlights.games.inciting_incident.rulings import rulings_from
from footlights.games.inciting_incident.scenery import Trigger
from tests.games.inciting_incident.playing import GUARD, Playing, sheet, skill, values


@pytest.mark.clause(
    "II-TRG-01",
    "II-TRG-02",
    "II-TRG-05",
    "ruling.trigger_pass=reach",
    "ruling.trigger_pass=exceed",
    "ruling.trigger_recross=highwater",
    "ruling.trigger_recross=refire",
)
@pytest.mark.parametrize(
    ("rulings", "repeats", "crisis", "mark", "at"),
    [
        ({}, True, 0, 0, 5),
        ({}, True, 5, 5, 10),
        ({}, True, 3, 11, 15),
        ({}, False, 4, 4, 5),
        ({}, False, 4, 5, None),
        ({"trigger_recross": "refire"}, True, 3, 11, 5),
        ({"trigger_recross": "refire"}, False, 3, 11, 5),
        ({"trigger_pass": "exceed"}, True, 0, 0, 6),
        ({"trigger_pass": "exceed"}, True, 5, 5, 6),
        ({"trigger_pass": "exceed"}, False, 5, 6, None),
        ({"trigger_pass": "exceed", "trigger_recross": "refire"}, False, 6, 6, None),
    ],
)
def test_a_trigger_says_at_which_crisis_it_fires_next(
    rulings: dict[str, Any], repeats: bool, crisis: int, mark: int, at: int | None
) -> None:
    trigger = Trigger("Collapse", 5, repeats, mark=mark)
    assert next_threshold(rulings_from(rulings), trigger, crisis) == at


@pytest.mark.clause("II-TRG-08", "II-TRG-04")
def test_triggers_wait_in_line_and_block_nothing() -> None:
    playing = Playing().scene().obstacle(40, 3).trigger("Collapse", 3)
    playing.do("Ana", "regular", via="automatic").do("Bo", "regular", via="automatic")
    offer = playing.offer(GM, "confirm")
    assert values(offer, "firing") == ("Collapse@3", "Collapse@6")
    assert getattr(offer.fields[0], "labels", ()) == (
        "“Collapse” at 3 Crisis, caused by Ana",
        "“Collapse” at 6 Crisis, caused by Bo",
    )
    assert playing.owed(GM) == [("confirm", 1)]
    playing.gm("confirm", firing="Collapse@6")
    assert playing.said() == ["“Collapse” at 6 Crisis strikes, Bo first of all."]
    playing.gm("confirm", firing="Collapse@3")
    assert playing.refused(GM, "confirm", firing="Collapse@3") == (
        "TRG-08",
        "no Trigger waits to be confirmed",
    )


@pytest.mark.clause("II-TRG-07")
@pytest.mark.parametrize(
    ("brings", "said"),
    [
        ({}, []),
        (
            {"brings": "hits", "whom": ["Ana", "Bo"], "n": 1},
            ["Ana takes 1 hit (1 in all).", "Bo takes 1 hit (1 in all)."],
        ),
        (
            {"brings": "crisis", "n": 5},
            [
                "Crisis rises by 5 to 9, through Ana.",
                "“Fire” at 8 Crisis fires, caused by Ana; the GM is to confirm it.",
            ],
        ),
        (
            {"brings": "trigger", "name": "Flood", "rhythm": "at", "threshold": 9, "shown": "threshold"},
            ["“Flood” at 9 Crisis is set."],
        ),
        (
            {"brings": "obstacle", "kind": "simple", "confronted": "Bo"},
            ["An Obstacle (to come): a Simple Obstacle that confronts Bo."],
        ),
        ({"brings": "note", "note": "later"}, ["“Ashes” at every 7 Crisis is set."]),
    ],
)
def test_confirming_a_trigger_brings_something_at_no_price(brings: dict[str, Any], said: list[str]) -> None:
    playing = Playing().gm(
        "prepare",
        name="later",
        note={"type": "add_trigger", "name": "Ashes", "rhythm": "every", "threshold": 7},
    )
    playing.scene().obstacle().trigger("Fire", 4, effect="It burns.").do("Ana", "regular", via="automatic")
    playing.gm("confirm", firing="Fire@4", **brings)
    assert playing.said() == ["“Fire” at 4 Crisis strikes, Ana first of all: It burns.", *said]
    assert playing.state.tension == 0
    assert set(playing.because()[1:]) <= {"TRG-07", "TRG-03"}


@pytest.mark.clause("II-TRG-07", "II-CMP-10")
def test_a_trigger_may_bring_an_opponent_into_a_conflict_or_end_it() -> None:
    playing = Playing().fight(GUARD).trigger("Fire", 4).do("Ana", "press")
    playing.gm("confirm", firing="Fire@4", brings="opponent", opponent={**GUARD, "name": "Captain"})
    assert playing.said()[1] == "Captain joins the opposition."
    playing.do("Bo", "press").gm("confirm", firing="Fire@8", brings="hits", whom=["Ana", "Bo", "Cy"], n=9)
    assert playing.said()[-1] == "The conflict is over: the characters have nobody standing."


def test_with_nobody_in_the_scene_a_trigger_hits_nobody() -> None:
    playing = (
        Playing(sheet("Ana")).scene().obstacle().trigger("Fire", 4).do("Ana", "regular", via="automatic")
    )
    playing.gm("retire", who="Ana")
    assert "hits" not in values(playing.offer(GM, "confirm"), "brings")


@pytest.mark.clause("II-TRG-01", "II-TRG-08")
def test_a_hidden_trigger_is_told_only_when_it_is_confirmed() -> None:
    playing = Playing().scene().obstacle().trigger("Ambush", 4, shown="hidden", effect="They are here.")
    assert playing.said("Ana") == []
    playing.do("Ana", "regular", via="automatic")
    assert playing.said("Ana") == ["Obstruction falls by 4 to 10.", "Crisis rises by 4 to 4, through Ana."]
    assert SYSTEM.view(playing.state, "Ana").waiting == ()
    assert SYSTEM.view(playing.state, "Ana").triggers == ()
    playing.gm("confirm", firing="Ambush@4")
    assert playing.said("Ana") == ["“Ambush” at 4 Crisis strikes, Ana first of all: They are here."]


@pytest.mark.clause("II-TRG-01")
def test_of_a_trigger_the_players_may_see_only_its_threshold() -> None:
    playing = Playing().scene().obstacle().trigger("Ambush", 4, shown="threshold", beneficiary="Bo")
    assert playing.said(SPECTATOR) == ["A Trigger at every 4 Crisis is set."]
    playing.do("Ana", "regular", via="automatic")
    assert playing.said("Bo")[-1] == "A Trigger at 4 Crisis fires, caused by Ana; the GM is to confirm it."
    (seen,) = SYSTEM.view(playing.state, "Bo").triggers
    assert (seen.name, seen.effect, seen.beneficiary) == ("?", "", "")
    playing.gm("reveal", trigger="Ambush", shown="open")
    assert playing.said("Bo") == ["The GM shows “Ambush” at every 4 Crisis."]
    assert SYSTEM.view(playing.state, "Bo").waiting[0].name == "Ambush"
    assert playing.refused(GM, "reveal", trigger="Ambush", shown="open") == (
        "TRG-01",
        "every Trigger is open to all",
    )


def test_triggers_of_one_name_are_told_apart() -> None:
    playing = Playing().scene().trigger("Fire", 4, "hidden").trigger("Fire", 9, "hidden").trigger("Fire", 7)
    assert values(playing.offer(GM, "reveal"), "trigger") == ("Fire", "Fire (2)")
    playing.gm("reveal", trigger="Fire (2)", shown="threshold")
    assert [trigger.shown for trigger in playing.state.scene.triggers] == ["hidden", "threshold", "open"]


@pytest.mark.clause("II-TRG-03", "II-CMP-13", "ruling.trigger_multi=highest_only")
def test_a_hidden_trigger_neither_takes_a_shield_nor_the_place_of_one_that_is_seen() -> None:
    ana = sheet("Ana", skill("Ward", "modifier", shield=1))
    playing = (
        Playing(ana, sheet("Bo")).scene().obstacle(30, 3).trigger("Ambush", 2, "hidden").trigger("Fire", 4)
    )
    playing.roll("Ana", "regular", 1, 1, 1, 1, 1, 9 - 2, via="Climb", skill="Ward")
    assert playing.said("Bo")[-3:] == [
        "Crisis rises by 8 to 8, through Ana.",
        "“Fire” at 4 Crisis fires, but spares Ana.",
        "“Fire” at 8 Crisis fires, caused by Ana; the GM is to confirm it.",
    ]
    assert [firing.name for firing in playing.state.scene.waiting] == ["Ambush"] * 4 + ["Fire"]
    playing = Playing(trigger_multi="highest_only").scene().obstacle().trigger("Ambush", 4, "hidden")
    playing.gm("add_trigger", name="Fire", rhythm="at", threshold=3, shown="open")
    playing.do("Ana", "regular", via="automatic")
    assert [firing.name for firing in playing.state.scene.waiting] == ["Fire"]
    playing.do("Bo", "regular", via="automatic")
    assert [firing.name for firing in playing.state.scene.waiting] == ["Fire", "Ambush"]


@pytest.mark.clause("II-TRG-09", "II-SKL-01", "II-SKL-02")
def test_a_player_adds_a_trigger_by_a_skill_that_needs_no_roll() -> None:
    ana = sheet("Ana", skill("Pact", "other", omen=1))
    playing = Playing(ana, sheet("Bo")).scene().obstacle()
    playing.do("Ana", "add_trigger", skill="Pact", name="Debt", rhythm="at", threshold=4, beneficiary="Bo")
    assert playing.state.scene.triggers[0] == Trigger(
        "Debt", 4, shown="open", owner="Ana", beneficiary="Bo", mark=0
    )
    assert playing.because() == ["TRG-09"]
    refusal = playing.refused("Bo", "add_trigger", name="Debt", rhythm="at", threshold=4)
    assert refusal == ("TRG-09", "Bo has no Skill for a Trigger of their own; the GM may give leave")


@pytest.mark.clause("II-CMP-14", "II-TRG-08")
def test_somebody_steps_in_and_changes_what_a_trigger_does() -> None:
    ana = sheet("Ana", skill("Parry", "advanced", intervene=1))
    playing = Playing(ana, sheet("Bo")).scene().obstacle().trigger("Fire", 4, effect="It burns.")
    assert "advanced" not in playing.kinds("Ana")
    playing.do("Bo", "regular", via="automatic")
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Parry", target="Fire@4", rewrite="It smoulders.")
    assert "Ana changes what “Fire” at 4 Crisis does." in playing.said()
    playing.gm("confirm", firing="Fire@4")
    assert playing.said() == ["“Fire” at 4 Crisis strikes, Bo first of all: It smoulders."]


def test_stepping_in_comes_too_late_when_the_gm_has_confirmed() -> None:
    ana = sheet("Ana", skill("Parry", "advanced", intervene=1))
    playing = (
        Playing(ana, sheet("Bo")).scene().obstacle().trigger("Fire", 2).do("Bo", "regular", via="automatic")
    )
    playing.do("Ana", "advanced", skill="Parry", target="Fire@2").gm("rule", who="Ana")
    playing.gm("confirm", firing="Fire@2")
    assert playing.refused("Ana", "commit") == (
        "TRG-08",
        "the Trigger that Ana would step in on waits no longer",
    )


@pytest.mark.clause("II-CRI-02", "II-CRI-03", "II-CRI-01")
def test_the_gm_raises_and_lowers_crisis_in_the_fiction() -> None:
    playing = Playing().scene().trigger("Fire", 4)
    playing.gm("crisis_up", n=4, causer="nobody")
    assert playing.said()[1] == "“Fire” at 4 Crisis fires; the GM is to confirm it."
    assert playing.gm("crisis_down", n=9, reason="rain").said() == ["Crisis falls by 4 to 0 (rain)."]
    assert playing.gm("crisis_down", n=9).happened == []


@pytest.mark.clause("II-TRG-06", "ruling.trigger_added=immediate", "ruling.trigger_added=future")
@pytest.mark.parametrize(("added", "fires"), [("immediate", ["“Fire” at 4", "“Fire” at 8"]), ("future", [])])
def test_thresholds_behind_the_crisis_level(added: str, fires: list[str]) -> None:
    playing = Playing(trigger_added=added).scene().gm("crisis_up", n=8, causer="Ana").trigger("Fire", 4)
    assert [words.split(" Crisis")[0] for words in playing.said()[1:]] == fires


@pytest.mark.clause("II-CMP-13", "II-TRG-09")
def test_a_prepared_scene_has_its_triggers_from_the_start() -> None:
    playing = Playing().scene(
        "action", triggers=[{"name": "Fire", "threshold": 4, "repeats": True, "mark": 99}]
    )
    assert playing.state.scene.triggers == (Trigger("Fire", 4, repeats=True),)
    assert playing.refused(
        GM, "start_scene", scene="action", who=["Ana"], triggers=[{"name": " ", "threshold": 4}]
    ) == ("TRG-01", "a Trigger has a name of 1 to 60 characters")
    assert playing.refused(
        GM, "start_scene", scene="action", who=["Ana"], triggers=[{"name": "Fire", "threshold": 1000}]
    ) == ("TRG-01", "the threshold is 1000; it is from 1 to 999")
