"""Scenes, what is added to them, what Rising Tension buys, and the GM's preparation (SCN, ACT, SIM, RT, CMP-18)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import DICE, GM, Refused
from footlights.games.inciting_incident import SYSTEM
from footlights.games.inciting_incident.fields import check_obstacle
from footlights.games.inciting_incident.scenery import Complex, Individual, Simple
from tests.games.inciting_incident.playing import GUARD, Playing, fields, sheet, skill, values

# -- scenes -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("II-SCN-01", "II-SCN-05")
def test_before_the_first_scene_nothing_can_be_done_in_one() -> None:
    playing = Playing()
    none = ("SCN-01", "there is no scene yet; the GM starts one")
    assert playing.refused("Ana", "regular", via="automatic") == none
    assert playing.refused("Ana", "heal") == none
    assert playing.refused(GM, "hit", who="Ana", n=1) == none
    assert playing.refused(GM, "convert", scene="action")[0] == "SCN-01"
    assert playing.refused(GM, "join", who="Ana", could_have_been_there="yes")[0] == "SCN-01"
    assert Playing(sheet("Ana")).gm("retire", who="Ana").refused(
        GM, "start_scene", scene="action", who=[]
    ) == (
        "SCN-01",
        "a scene needs characters, and there are none yet",
    )


@pytest.mark.clause("II-SCN-02", "II-CRI-01", "II-RT-01")
def test_a_new_scene_clears_what_belongs_to_the_old_one() -> None:
    playing = Playing().gm("gain_tension", n=2, reason="dusk").scene().obstacle().trigger("Fire", 3)
    playing.gm("hit", who="Bo", n=1).do("Ana", "regular", via="automatic").do("Bo", "regular", via="Dash")
    playing.scene("action", "Ana", title="The cellar", base=7)
    scene = playing.state.scene
    assert playing.said() == ["An Action scene begins, “The cellar”, with Ana; 7 difficulty dice."]
    assert (scene.crisis, scene.triggers, scene.waiting, scene.obstacles, scene.begun) == (
        0,
        (),
        (),
        (),
        False,
    )
    assert (playing.state.tension, playing.state.hits["Bo"], playing.state.drafts) == (2, 1, {})


@pytest.mark.clause("II-SCN-03", "II-SCN-05")
def test_whoever_may_have_been_there_all_along_steps_in() -> None:
    playing = Playing().scene("action", "Ana").obstacle()
    assert playing.refused("Bo", "regular", via="automatic") == ("SCN-05", "Bo is not in this scene")
    assert playing.refused(GM, "join", who="Bo", could_have_been_there="no")[0] == "SCN-02"
    playing.gm("join", who="Bo", could_have_been_there="yes").gm(
        "join", who="Cy", could_have_been_there="yes"
    )
    assert playing.refused(GM, "join", who="Cy", could_have_been_there="yes") == (
        "SCN-03",
        "everybody is in the scene",
    )
    playing.do("Bo", "regular", via="automatic")


@pytest.mark.clause("II-SCN-06", "ruling.convert_crisis=keep", "ruling.convert_crisis=reset")
@pytest.mark.parametrize(("ruling", "crisis"), [("keep", 4), ("reset", 0)])
def test_a_scene_turns_and_its_obstacle_waits(ruling: str, crisis: int) -> None:
    playing = Playing(convert_crisis=ruling).scene().obstacle().do("Ana", "regular", via="automatic")
    playing.gm("convert", scene="conflict", opponents=[GUARD])
    assert playing.said()[0] == "The scene goes on. A Conflict scene it is now."
    assert playing.state.scene.crisis == crisis
    assert playing.refused("Bo", "regular", via="automatic")[0] == "SCN-06"
    assert playing.refused(GM, "confront", who="Bo") == ("SIM-02", "there is no Simple Obstacle now")
    assert playing.refused(GM, "convert", scene="action") == ("SCN-06", "not before the conflict is over")
    playing.gm("end_conflict", result="flight").gm("convert", scene="action")
    assert playing.state.scene.obstacle == Complex(10, 2)
    assert playing.state.scene.conflict is None


@pytest.mark.clause(
    "II-DIF-01", "ruling.base_difficulty_cost=free", "ruling.base_difficulty_cost={per_die: n}"
)
def test_a_low_base_is_paid_with_rising_tension() -> None:
    playing = Playing(base_difficulty_cost={"per_die": 2}).gm("gain_tension", n=5, reason="dusk")
    (base,) = fields(playing.offer(GM, "start_scene"), "base")
    assert (getattr(base, "lo", 0), base.default) == (3, 5)
    playing.scene("action", base=4)
    assert playing.said()[0] == "The GM spends 2 Rising Tension on base difficulty (3 left)."
    assert playing.refused(GM, "start_scene", scene="action", who=["Ana"], base=2)[0] == "DIF-01"
    playing.gm("change_ruling", ruling="base_difficulty_cost", value="free").scene("conflict", base=1)
    assert playing.state.tension == 3


@pytest.mark.clause("II-COO-04", "II-COO-05", "II-COO-06", "II-RT-07")
def test_cooperative_scenes_in_a_row_raise_rising_tension() -> None:
    playing = Playing()
    for tension, montage in ((0, False), (1, True), (3, False)):
        assert playing.scene("cooperative", montage=montage).state.tension == tension
    assert playing.said()[0] == "A Cooperative scene begins, with Ana, Bo and Cy."
    playing.gm("convert", scene="action").scene("cooperative")
    assert playing.state.tension == 3


# -- Obstacles ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("II-SIM-02")
def test_whom_an_obstacle_confronts_the_gm_or_chance_says() -> None:
    playing = Playing().scene().gm("add_obstacle", kind="simple", title="A gap")
    assert playing.owed(GM) == [("confront", 0), ("draw_lots", 0)][:1]
    assert playing.refused("Ana", "act", via="automatic") == (
        "SIM-02",
        "the Obstacle confronts nobody yet, not Ana",
    )
    playing.gm("hit", who="Bo", n=2).gm("draw_lots")
    assert playing.said() == ["Lots are drawn among Ana and Cy."]
    due = SYSTEM.due(playing.state)
    assert due is not None
    assert (due.seat, due.pool.groups[0].sides, due.why) == (GM, 2, "a die says whom the Obstacle confronts")
    assert playing.refused(DICE, "throw", faces=[[3]])[0] == "DIC-04"
    assert playing.throw(2).said() == ["The Obstacle confronts Cy by lot."]
    assert playing.owed(GM) == []
    playing.gm("confront", who="Ana")
    assert playing.refused("Cy", "act", via="automatic") == ("SIM-02", "the Obstacle confronts Ana, not Cy")


@pytest.mark.clause("II-CMP-10", "II-SIM-02")
def test_nobody_who_is_out_is_confronted() -> None:
    playing = Playing().scene("action", "Ana").gm("add_obstacle", kind="simple").gm("hit", who="Ana", n=9)
    assert playing.refused(GM, "draw_lots") == ("CMP-10", "nobody in the scene can be confronted")
    assert values(playing.offer(GM, "add_obstacle"), "kind") == ("simple", "complex")


def test_whom_it_confronts_stays_while_somebody_is_at_it() -> None:
    playing = Playing().scene().gm("write_skill", skill=skill("Anchor", "modifier", talent=""))
    playing.gm("add_obstacle", kind="simple", confronted="Ana")
    playing.roll("Ana", "recreate", 1, 1, 1, 1, via="Climb", skill="Anchor")
    assert playing.refused(GM, "confront", who="Bo") == ("SIM-02", "Ana is in the middle of taking it on")


@pytest.mark.clause("II-SIM-01", "II-SIM-03", "II-SIM-04", "II-SIM-05", "II-SIM-06", "II-RT-02", "II-TAL-04")
def test_obstacles_come_up_one_after_another() -> None:
    playing = Playing().scene().gm("add_obstacle", kind="individual", each=["Ana", "Cy"], title="The gap")
    assert playing.said() == [
        "An Obstacle (now): “The gap”, an Obstacle that Ana and Cy must pass one by one."
    ]
    playing.gm("add_obstacle", kind="simple", confronted="Bo")
    assert playing.said("Ana") == []
    assert playing.refused("Bo", "act", via="automatic") == ("SIM-03", "Bo has no need to pass this Obstacle")
    playing.do("Cy", "act", via="automatic")
    assert playing.said() == [
        "Cy passes without rolling.",
        "Rising Tension rises by 1 to 1 (Cy passes without rolling).",
        "Crisis rises by 4 to 4, through Cy.",
    ]
    playing.roll("Ana", "act", 1, 1, 2, 1, 1, 1, via="Climb")
    assert playing.said()[1:] == [
        "Ana passes.",
        "The Obstacle is overcome.",
        "Next comes a Simple Obstacle that confronts Bo.",
        "Crisis rises by 13 to 17, through Ana.",
    ]
    playing.do("Bo", "act", via="automatic")
    assert playing.refused("Bo", "act", via="automatic") == ("SIM-01", "there is no Simple Obstacle now")


@pytest.mark.clause("II-SIM-03", "II-CMP-10")
@pytest.mark.parametrize("gone", ["hit", "retire"])
def test_an_individual_obstacle_is_passed_when_nobody_is_left_to_pass_it(gone: str) -> None:
    playing = Playing().scene().gm("add_obstacle", kind="individual", each=["Ana", "Bo"])
    playing.do("Ana", "act", via="automatic")
    playing.gm("hit", who="Bo", n=2) if gone == "hit" else playing.gm("retire", who="Bo")
    assert playing.said()[-1] == "The Obstacle is overcome."


def test_an_obstacle_whose_people_have_all_left_is_behind_the_others() -> None:
    playing = Playing().scene().gm("add_obstacle", kind="individual", each=["Bo"]).gm("retire", who="Bo")
    assert playing.said() == ["Bo leaves the story.", "The Obstacle is overcome."]


@pytest.mark.clause("II-DIF-02")
def test_the_gm_shifts_the_dice_of_an_obstacle() -> None:
    playing = Playing().scene()
    assert playing.refused(GM, "shift_obstacle", shift=1) == ("DIF-02", "there is no Obstacle now")
    playing.obstacle().gm("shift_obstacle", shift=-2)
    assert playing.said() == ["The Obstacle shifts the difficulty dice by -2."]
    playing.do("Ana", "regular", via="Climb").gm("rule", who="Ana").do("Ana", "commit")
    assert playing.said() == ["Ana rolls 3d6 + 1d8 against 20: 5 by the scene, the Obstacle -2."]


@pytest.mark.clause("II-CPX-01", "II-DEC-04", "II-SIM-03", "II-DIF-02", "II-SCN-05")
@pytest.mark.parametrize(
    ("obstacle", "clause"),
    [
        (Complex(201, 1), "CPX-01"),
        (Complex(1, 4), "DEC-04"),
        (Individual(()), "SIM-03"),
        (Individual(("Ana",), ("Ana",)), "SIM-03"),
        (Simple("Zed"), "SCN-05"),
        (Simple("Ana", shift=100), "DIF-02"),
    ],
)
def test_obstacles_that_cannot_be(obstacle: Any, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        check_obstacle(Playing().state, ("Ana",), obstacle, "obstacle")
    assert refused.value.clause == clause


@pytest.mark.clause("II-CMP-10")
def test_no_scene_begins_by_confronting_somebody_who_is_out() -> None:
    playing = Playing().scene().gm("hit", who="Bo", n=2)
    gap = {"kind": "simple", "confronted": "Bo"}
    assert playing.refused(GM, "start_scene", scene="action", who=["Ana", "Bo"], obstacles=[gap]) == (
        "CMP-10",
        "Bo cannot be confronted: out",
    )


# -- Rising Tension -----------------------------------------------------------------------------------------------


@pytest.mark.clause("II-RT-04", "II-RT-06", "ruling.rt_rest=gm_amount", "ruling.rt_rest={fixed: n}")
def test_rising_tension_rises_and_falls_for_a_reason() -> None:
    playing = Playing().gm("gain_tension", n=3, reason="the curse stirs")
    assert playing.said() == ["Rising Tension rises by 3 to 3 (the curse stirs)."]
    playing.gm("rest", n=9, reason="a calm night")
    assert playing.said() == ["Rising Tension falls by 3 to 0 (a calm night)."]
    assert playing.gm("rest", n=1, reason="again").because() == ["RT-01"]
    playing.gm("change_ruling", ruling="rt_rest", value={"fixed": 2}).gm("gain_tension", n=3, reason="dusk")
    assert playing.gm("rest", reason="sleep").state.tension == 1
    assert playing.refused("Ana", "rest", reason="sleep") == ("RT-06", "only the GM does this")


@pytest.mark.clause(
    "II-RT-05", "II-CMP-11", "ruling.rt_price={trigger: n, obstacle: n, enemy: n, disadvantage: n}"
)
def test_what_is_bought_is_paid_and_then_there() -> None:
    playing = Playing(rt_price={"enemy": 3}).gm("gain_tension", n=9, reason="dusk").fight(GUARD)
    playing.gm("buy", what="enemy", opponent={**GUARD, "name": "Captain"})
    assert playing.said() == [
        "The GM spends 3 Rising Tension on an enemy (6 left).",
        "Captain joins the opposition.",
    ]
    playing.gm("buy", what="trigger", name="Fire", rhythm="every", threshold=4, shown="open", price=1)
    assert playing.said("Bo")[0] == "The GM spends 1 Rising Tension on a Trigger (5 left)."
    playing.gm("buy", what="trigger", name="Ambush", rhythm="every", threshold=4)
    assert playing.said("Bo") == ["The GM spends 1 Rising Tension (4 left)."]
    playing.gm("buy", what="obstacle", kind="complex", obstruction=3, attempts=1)
    assert playing.said("Bo") == [
        "The GM spends 1 Rising Tension on an Obstacle (3 left).",
        "An Obstacle (now): a Complex Obstacle of Obstruction 3 with 1 attempt.",
    ]
    playing.gm("buy", what="obstacle", kind="simple")
    assert playing.said("Bo") == ["The GM spends 1 Rising Tension (2 left)."]
    playing.gm("buy", what="disadvantage", n=2, who="Bo").gm("buy", what="enemy", price=0)
    assert (playing.state.tension, playing.state.scene.burdened) == (0, {"Bo": 2})
    assert playing.refused(GM, "buy", what="trigger", name="Late", rhythm="at", threshold=9) == (
        "RT-05",
        "a Trigger costs 1 Rising Tension and there is 0; name a price within that",
    )
    assert playing.refused(GM, "buy", what="disadvantage", n=2, who="Bo")[1].startswith(
        "Disadvantage costs 2 "
    )
    assert playing.refused(GM, "buy", what="enemy", price=7)[1].startswith("an enemy costs 7 ")
    assert playing.refused(GM, "buy", what="peace")[1].startswith("what cannot be 'peace'")
    playing.gm("end_conflict", result="flight")
    assert "enemy" not in values(playing.offer(GM, "buy"), "what")


def test_an_opponent_needs_a_conflict_and_a_name_of_their_own() -> None:
    playing = Playing().scene()
    assert playing.refused(GM, "add_opponent", opponent=GUARD) == (
        "CMP-11",
        "there is no conflict under way to join",
    )
    playing.fight(GUARD)
    assert playing.refused(GM, "add_opponent", opponent=GUARD) == (
        "CMP-04",
        "somebody is called Guard already",
    )
    assert (
        getattr(fields(playing.offer(GM, "add_opponent"), "opponent")[0], "example", {})["name"] == "A guard"
    )
    playing.gm("add_opponent", opponent={**GUARD, "name": "A guard"})
    assert (
        getattr(fields(playing.offer(GM, "add_opponent"), "opponent")[0], "example", {})["name"]
        == "A guard 2"
    )
    playing.do("Ana", "press")
    assert playing.refused(GM, "add_opponent", opponent={**GUARD, "name": "Late"})[0] == "RT-05"


@pytest.mark.clause("II-RT-05")
def test_after_the_first_action_the_gms_own_are_bought() -> None:
    playing = Playing(sheet("Ana")).scene().obstacle().do("Ana", "regular", via="automatic")
    assert playing.refused(GM, "add_obstacle", kind="simple")[0] == "RT-05"
    playing.gm("add_trigger", name="Debt", rhythm="at", threshold=9, owner="Ana")
    assert playing.state.scene.triggers[0].shown == "open"
    playing.gm("retire", who="Ana")
    assert playing.refused(GM, "add_trigger", name="Late", rhythm="at", threshold=9)[0] == "RT-05"


# -- preparation --------------------------------------------------------------------------------------------------

NOTES: dict[str, dict[str, Any]] = {
    "fire": {"type": "add_trigger", "name": "Fire", "rhythm": "every", "threshold": 4},
    "gate": {
        "type": "add_obstacle",
        "kind": "complex",
        "obstruction": 12,
        "attempts": 2,
        "title": "The gate",
    },
    "guard": {"type": "add_opponent", "opponent": GUARD},
    "cellar": {
        "type": "start_scene",
        "scene": "conflict",
        "who": ["Ana", "Bo"],
        "title": "The cellar",
        "opponents": [GUARD],
        "triggers": [{"name": "Flood", "threshold": 6}],
        "obstacles": [
            {"kind": "complex", "obstruction": 9, "attempts": 1},
            {"kind": "simple", "confronted": "Bo", "name": "A gap"},
        ],
    },
}


def prepared(**rulings: Any) -> Playing:
    playing = Playing(**rulings)
    for name, note in NOTES.items():
        playing.gm("prepare", name=name, note=note)
    return playing


@pytest.mark.clause("II-CMP-18", "II-ACT-01")
def test_notes_are_brought_in_as_often_as_wanted() -> None:
    playing = prepared()
    assert playing.said() == ["A note: cellar."]
    assert playing.said("Ana") == []
    assert values(playing.offer(GM, "bring_in"), "note") == ("cellar",)
    playing.gm("bring_in", note="cellar")
    assert playing.state.scene.title == "The cellar"
    assert [type(obstacle) for obstacle in playing.state.scene.obstacles] == [Complex, Simple]
    assert values(playing.offer(GM, "bring_in"), "note") == ("fire", "gate", "cellar")
    playing.gm("bring_in", note="fire").gm("bring_in", note="fire")
    assert [trigger.name for trigger in playing.state.scene.triggers] == ["Flood", "Fire", "Fire"]
    playing.gm("discard", note="fire")
    assert playing.said() == ["The note fire is thrown away."]
    for name in ("gate", "guard", "cellar"):
        playing.gm("discard", note=name)
    assert playing.refused(GM, "discard", note="gate") == ("CMP-18", "there are no notes")
    assert playing.refused(GM, "bring_in", note="gate") == ("CMP-18", "no note fits the scene now")


@pytest.mark.clause("II-CMP-18", "II-RT-05")
def test_a_note_that_is_no_longer_free_is_paid_for() -> None:
    playing = prepared(rt_price={"trigger": 1, "obstacle": 2, "enemy": 3}).gm(
        "gain_tension", n=9, reason="dusk"
    )
    playing.scene("conflict").do("Ana", "press")
    playing.gm("bring_in", note="fire")
    assert playing.said("Bo") == ["The GM spends 1 Rising Tension (8 left)."]
    playing.gm("bring_in", note="gate")
    assert playing.said("Bo")[0] == "The GM spends 2 Rising Tension on an Obstacle (6 left)."
    playing.gm("bring_in", note="guard")
    assert "on an enemy (3 left)" in playing.said("Bo")[0]
    playing.gm("bring_in", note="fire", price=3)
    assert playing.state.tension == 0
    assert playing.refused(GM, "bring_in", note="fire") == (
        "RT-05",
        "fire costs 1 Rising Tension and there is 0; name a price within that",
    )
    assert playing.refused(GM, "bring_in", note="water")[1].startswith("note cannot be 'water'")
    assert playing.gm("bring_in", note="cellar").state.tension == 0


@pytest.mark.clause("II-CMP-18")
@pytest.mark.parametrize(
    ("note", "clause"),
    [
        ({**NOTES["cellar"], "scene": "none"}, "CMP-18"),
        ({**NOTES["cellar"], "opponents": [{**GUARD, "turns": 9}]}, "CMP-04"),
        ({**NOTES["cellar"], "triggers": [{"name": "", "threshold": 6}]}, "TRG-01"),
        ({**NOTES["fire"], "threshold": 0}, "TRG-01"),
        ({**NOTES["fire"], "owner": "Ana"}, "CMP-18"),
        ({**NOTES["fire"], "beneficiary": "Ana"}, "TRG-09"),
        ({**NOTES["gate"], "kind": "individual"}, "CMP-18"),
        ({**NOTES["gate"], "attempts": 9}, "DEC-04"),
        ({"type": "add_opponent", "opponent": {**GUARD, "hits": 100}}, "CMP-03"),
    ],
)
def test_a_note_that_could_never_be_brought_in_is_refused(note: dict[str, Any], clause: str) -> None:
    assert Playing().refused(GM, "prepare", name="bad", note=note)[0] == clause


def test_an_obstacle_for_somebody_absent_does_not_fit() -> None:
    playing = Playing().gm(
        "prepare", name="gap", note={"type": "add_obstacle", "kind": "simple", "confronted": "Bo"}
    )
    playing.gm(
        "prepare", name="all", note={"type": "add_obstacle", "kind": "individual", "each": ["Bo", "Cy"]}
    )
    assert "bring_in" not in playing.scene("action", "Ana").kinds(GM)
    assert values(playing.scene("action", "Bo").offer(GM, "bring_in"), "note") == ("gap",)
    assert values(playing.scene("action", "Bo", "Cy").offer(GM, "bring_in"), "note") == ("gap", "all")
