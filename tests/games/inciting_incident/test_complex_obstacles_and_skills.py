"""Complex Obstacles, Skills at work, and recreating them (CPX, DEC, SKL, REC, CMP-13, CMP-14)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import GM
from tests.games.inciting_incident.playing import GUARD, Playing, fields, sheet, skill, values


@pytest.mark.clause(
    "II-CPX-06",
    "II-CPX-07",
    "II-CPX-08",
    "II-CPX-10",
    "ruling.regular_fail_min=2",
    "ruling.regular_fail_min=0",
    "ruling.talent_surcharge=flat",
    "ruling.talent_surcharge=cumulative",
)
@pytest.mark.parametrize(
    ("rulings", "last", "crisis", "obstruction"),
    [
        ({}, 3, 2, 10),
        ({}, 7, 2, 6),
        ({}, 2, 2, 10),
        ({}, 1, 2, 10),
        ({"regular_fail_min": 0}, 2, 1, 10),
        ({"regular_fail_min": 2}, 2, 2, 10),
    ],
)
def test_a_regular_action_at_the_edge(
    rulings: dict[str, Any], last: int, crisis: int, obstruction: int
) -> None:
    playing = Playing(**rulings).scene().obstacle(10).roll("Ana", "regular", 5, 5, 4, 2, 1, last, via="Climb")
    assert (playing.state.scene.crisis, playing.obstruction) == (crisis, obstruction)


@pytest.mark.parametrize(("ruling", "crisis"), [("flat", (2, 5, 5)), ("cumulative", (2, 5, 8))])
def test_a_talent_used_again_costs_more(ruling: str, crisis: tuple[int, ...]) -> None:
    playing, added = Playing(talent_surcharge=ruling).scene().obstacle(200, 3), []
    for _ in crisis:
        before = playing.state.scene.crisis
        playing.roll("Ana", "regular", 5, 5, 4, 2, 1, 3, via="Climb")
        added.append(playing.state.scene.crisis - before)
        playing.do("Bo", "regular", via="automatic")
    assert tuple(added) == crisis


@pytest.mark.clause("II-CPX-10", "II-DEC-02")
def test_an_obstruction_of_nothing_still_takes_a_decisive_action() -> None:
    playing = Playing().scene().obstacle(3).do("Ana", "regular", via="automatic")
    assert playing.obstruction == 0
    assert playing.roll("Bo", "decisive", 1, 1, 1, 1, 1, 1, via="Talk").said()[-2:] == [
        "The Obstacle is overcome.",
        "Crisis rises by 2 to 6, through Bo.",
    ]


@pytest.mark.clause("II-CPX-03", "II-CPX-04", "ruling.solo=waive", "ruling.solo=strict")
@pytest.mark.parametrize(("solo", "clause"), [("waive", ""), ("strict", "CPX-04")])
def test_a_lone_character_may_act_again_and_again_if_the_table_says_so(solo: str, clause: str) -> None:
    playing = Playing(solo=solo).scene("action", "Ana").obstacle().do("Ana", "regular", via="automatic")
    if clause:
        assert playing.refused("Ana", "regular", via="automatic")[0] == clause
    else:
        playing.do("Ana", "regular", via="automatic")


@pytest.mark.clause(
    "II-DEC-01", "II-DEC-05", "II-RT-03", "ruling.last_attempt=no_roll", "ruling.last_attempt=roll"
)
def test_a_last_attempt_passes_and_without_a_roll_if_the_table_says_so() -> None:
    playing = Playing(last_attempt="no_roll").scene().obstacle(12, 1)
    assert playing.offer("Ana", "decisive").label == "Take the last Decisive Action, without a roll"
    playing.do("Ana", "decisive", via="Climb")
    assert playing.said() == [
        "Without a roll, that was a Decisive Action of Ana's: 0 attempts left.",
        "The Obstacle is overcome.",
        "Crisis rises by 12 to 12, through Ana.",
    ]
    playing = Playing().scene().obstacle(12, 1)
    playing.do("Ana", "decisive", via="Climb").gm("rule", who="Ana")
    playing.gm("change_ruling", ruling="last_attempt", value="no_roll")
    assert playing.refused("Ana", "commit") == ("DEC-05", "the last attempt passes without a roll")
    assert playing.refused("Cy", "decisive", via="Climb") == ("DEC-01", "Cy has no Talent to roll with")


@pytest.mark.clause("II-CMP-13")
def test_one_modifier_goes_with_an_action_of_its_own_talent() -> None:
    ana = sheet("Ana", skill("Steady", "modifier", crisis=-9), skill("Lever", "modifier", "Break", effect=3))
    playing = Playing(ana, sheet("Bo")).scene().obstacle(30)
    assert [field.when[0].values for field in fields(playing.offer("Ana", "regular"), "skill")] == [
        ("Climb",),
        ("Break",),
    ]
    assert playing.refused("Ana", "regular", via="Climb", skill="Lever")[0] == "CMP-13"
    playing.roll("Ana", "regular", 1, 1, 1, 1, 1, 1, via="Climb", skill="Steady")
    assert playing.state.scene.crisis == 5
    playing.do("Bo", "regular", via="automatic")
    playing.roll("Ana", "regular", 5, 5, 4, 2, 1, 2, 1, via="Break", skill="Lever")
    assert playing.said()[1] == "Obstruction falls by 3 to 23."


def bearing(*skills: dict[str, Any], **rulings: Any) -> Playing:
    """Ana with these Skills, and Bo, before a Complex Obstacle."""
    return Playing(sheet("Ana", *skills), sheet("Bo"), **rulings).scene().obstacle(30, 3)


@pytest.mark.clause("II-CMP-14", "II-SKL-01")
def test_an_advanced_action_heals_calms_or_only_means_something() -> None:
    playing = bearing(
        skill("Mend", "advanced", heal=2), skill("Soothe", "advanced", calm=9), skill("Sign", "advanced")
    )
    playing.gm("hit", who="Bo", n=1)
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Mend", target="Bo")
    assert playing.said()[1:] == [
        "Ana's Mend takes effect.",
        "Bo heals 1 hit (0 left).",
        "Crisis rises by 2 to 2, through Ana.",
    ]
    playing.do("Bo", "regular", via="automatic").roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Soothe")
    assert playing.said()[2:] == ["Crisis falls by 6 to 0.", "Crisis rises by 2 to 2, through Ana."]
    playing.do("Bo", "regular", via="automatic").roll("Ana", "advanced", 1, 1, 1, 1, 1, 1, skill="Sign")
    assert playing.said()[1:] == ["Crisis rises by 14 to 20, through Ana."]


@pytest.mark.clause("II-CMP-14", "ruling.advanced_limit=one_success", "ruling.advanced_limit=none")
@pytest.mark.parametrize(("limit", "again"), [("one_success", False), ("none", True)])
def test_each_advanced_action_succeeds_once_a_scene(limit: str, again: bool) -> None:
    playing = bearing(skill("Sign", "advanced"), advanced_limit=limit)
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Sign").do("Bo", "regular", via="automatic")
    assert ("advanced" in playing.kinds("Ana")) == again


@pytest.mark.clause("II-CMP-14", "II-SCN-05")
def test_healing_may_name_anybody_in_the_scene_hurt_or_not() -> None:
    playing = bearing(skill("Mend", "advanced", heal=2))
    assert values(playing.offer("Ana", "advanced"), "target") == playing.state.scene.who
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Mend", target="Bo")
    assert playing.said()[1:] == ["Ana's Mend takes effect.", "Crisis rises by 2 to 2, through Ana."]


@pytest.mark.clause("II-SKL-01", "II-CMP-14")
def test_why_there_is_no_advanced_action_to_take() -> None:
    playing = bearing(skill("Mend", "advanced", heal=2))
    assert playing.refused("Bo", "advanced", skill="Mend") == ("SKL-01", "Bo has no Advanced Action")
    playing.gm("start_scene", scene="cooperative", who=["Ana"])
    assert playing.refused("Ana", "advanced", skill="Mend", target="Ana")[0] == "COO-01"


# -- recreating ---------------------------------------------------------------------------------------------------


def listing(*listed: dict[str, Any], **rulings: Any) -> Playing:
    """Ana and Bo before a Complex Obstacle; the table's list has these Skills."""
    playing = Playing(sheet("Ana"), sheet("Bo"), **rulings)
    for one in listed:
        playing.gm("write_skill", skill={**one, "talent": ""})
    return playing.scene().obstacle(30, 3)


@pytest.mark.clause("II-REC-01", "II-REC-03", "II-REC-04", "II-CMP-16")
def test_a_recreated_modifier_works_as_the_table_lists_it() -> None:
    playing = listing(skill("Lever", "modifier", cost=3, effect=6))
    playing.roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Lever")
    assert playing.said() == [
        "Ana rolls 20 (6+5 4 2 3) with Climb against 20: success.",
        "Ana recreates Lever.",
        "Ana could learn Lever now.",
        "Crisis rises by 3 to 3, through Ana.",
    ]
    assert playing.owed("Ana") == [("drop", 1)]
    offer = playing.offer("Ana", "regular")
    assert (values(offer, "via"), values(offer, "skill")) == (("Climb",), ("Lever",))
    playing.roll("Ana", "regular", 5, 5, 4, 2, 1, 3, via="Climb", skill="Lever")
    assert playing.said()[1] == "Obstruction falls by 6 to 24."
    assert playing.state.follow_up is None


@pytest.mark.clause("II-REC-05", "II-REC-06", "ruling.recreate_round=floor", "ruling.recreate_round=ceil")
@pytest.mark.parametrize(
    ("rounding", "cost", "dis"),
    [("floor", 4, 0), ("floor", 5, 1), ("floor", 9, 1), ("ceil", 4, 1), ("ceil", 5, 1), ("ceil", 9, 2)],
)
def test_a_failed_modifier_costs_disadvantage(rounding: str, cost: int, dis: int) -> None:
    playing = listing(skill("Lever", "modifier", cost=cost), recreate_round=rounding)
    dice = [1] * (2 if cost > 5 else 3)
    playing.roll("Ana", "recreate", *dice, 1, via="Climb", skill="Lever")
    assert playing.said()[1] == (
        f"Ana does not recreate Lever; the action can still be made at {dis} Disadvantage."
    )
    assert fields(playing.offer("Ana", "regular"), "skill") == []
    playing.do("Ana", "regular", via="Climb").gm("rule", who="Ana").do("Ana", "commit")
    assert (f"{dis} Disadvantage (Lever failed)" in playing.said()[0]) == bool(dis)


@pytest.mark.clause("II-REC-02", "ruling.recreate_crisis=cost_only", "ruling.recreate_crisis=cost_plus_roll")
@pytest.mark.parametrize(
    ("ruling", "faces", "crisis"),
    [
        ("cost_only", (1, 1, 1, 1), 3),
        ("cost_plus_roll", (1, 1, 1, 1), 19),
        ("cost_plus_roll", ([6, 5], 4, 2, 3), 5),
    ],
)
def test_a_recreation_costs_crisis(ruling: str, faces: tuple[int | list[int], ...], crisis: int) -> None:
    playing = listing(skill("Lever", "modifier"), recreate_crisis=ruling)
    playing.roll("Ana", "recreate", *faces, via="Climb", skill="Lever")
    assert playing.state.scene.crisis == crisis


@pytest.mark.clause("II-REC-06", "ruling.recreate_uses_turn=yes", "ruling.recreate_uses_turn=no")
@pytest.mark.parametrize("uses", ["yes", "no"])
def test_a_failed_advanced_recreation_uses_the_turn(uses: str) -> None:
    playing = listing(skill("Mend", "advanced", heal=1), recreate_uses_turn=uses)
    playing.roll("Ana", "recreate", 1, 1, 1, 1, via="Climb", skill="Mend")
    assert playing.said()[1] == "Ana does not recreate Mend."
    assert ("regular" in playing.kinds("Ana")) == (uses == "no")


@pytest.mark.clause("II-REC-06", "II-REC-07", "II-CMP-14")
def test_a_recreated_advanced_action_is_taken_with_the_talent_that_recreated_it() -> None:
    ana = sheet("Ana", skill("Sign", "advanced"))
    playing = Playing(ana, sheet("Bo")).gm(
        "write_skill", skill=skill("Soothe", "advanced", talent="", calm=2)
    )
    playing.scene().obstacle(30, 3)
    playing.roll("Ana", "recreate", [6, 5], 4, 2, 2, 1, via="Break", skill="Soothe")
    assert playing.refused("Bo", "regular", via="automatic")[0] == "REC-06"
    assert values(playing.offer("Ana", "advanced"), "skill") == ("Soothe",)
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 2, 1, skill="Soothe")
    assert "Ana could learn Soothe now." in playing.said()
    playing.do("Bo", "regular", via="automatic")
    assert values(playing.offer("Ana", "advanced"), "skill") == ("Sign",)


def test_a_recreated_skill_may_be_changed_in_the_list_before_it_is_used() -> None:
    playing = listing(skill("Mend", "advanced", heal=1))
    playing.roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Mend")
    playing.gm("write_skill", skill=skill("Mend", "other", talent=""))
    assert playing.refused("Ana", "advanced", skill="Mend") == (
        "SKL-01",
        "Mend is no Advanced Action of Ana's",
    )
    playing.do("Ana", "drop")


def test_a_turn_is_given_up() -> None:
    playing = listing(skill("Lever", "modifier")).roll(
        "Ana", "recreate", 1, 1, 1, 1, via="Climb", skill="Lever"
    )
    assert playing.refused("Bo", "drop") == ("REC-06", "there is no action of yours to give up")
    assert playing.do("Ana", "drop").said() == ["Ana gives up the action that the recreation was for."]
    assert playing.refused("Ana", "regular", via="automatic")[0] == "CPX-03"


@pytest.mark.clause("II-REC-01", "II-REC-04")
def test_why_nothing_can_be_recreated() -> None:
    playing = Playing().scene().obstacle()
    assert playing.refused("Ana", "recreate", via="Climb", skill="Lever") == (
        "REC-01",
        "there is no Skill in the table's list",
    )
    assert (
        playing.refused("Cy", "recreate", via="Climb", skill="Lever")[1]
        == "Cy has no Talent to recreate with"
    )
    playing.gm("write_skill", skill=skill("Charm", "other", talent=""))
    assert playing.refused("Ana", "recreate", via="Climb", skill="Charm")[0] == "REC-04"
    playing.gm("write_skill", skill=skill("Lever", "modifier", talent=""))
    assert values(playing.offer("Ana", "recreate"), "skill") == ("Lever",)
    playing.scene("action")
    assert playing.refused("Ana", "recreate", via="Climb", skill="Lever")[0] == "SIM-01"
    playing.gm("change_ruling", ruling="conflict", value="free_entry").fight(GUARD)
    assert playing.refused("Ana", "recreate", via="Climb", skill="Lever")[0] == "REC-04"


def test_what_is_recreated_may_be_changed_in_the_list_before_the_dice() -> None:
    playing = listing(skill("Lever", "modifier")).do("Ana", "recreate", via="Climb", skill="Lever")
    playing.gm("rule", who="Ana").gm("write_skill", skill=skill("Lever", "other", talent=""))
    assert playing.refused("Ana", "commit")[0] == "REC-04"
    assert (
        playing.refused(GM, "write_skill", skill=skill("Lever", "other", cost=46, talent=""))[0] == "SKL-01"
    )


def test_while_one_follow_up_is_due_no_other_recreation_begins() -> None:
    playing = listing(skill("Lever", "modifier"), skill("Mend", "advanced"))
    playing.roll("Ana", "recreate", 1, 1, 1, 1, via="Climb", skill="Lever")
    assert playing.refused("Ana", "recreate", via="Climb", skill="Mend") == (
        "REC-06",
        "first make or drop what Lever was recreated for",
    )
    playing.do("Ana", "drop").do("Bo", "regular", via="automatic")
    playing.roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Mend")
    assert playing.refused("Ana", "recreate", via="Climb", skill="Lever")[0] == "REC-06"
