"""Sheets, budgets, coming and going, and what Cooperative scenes are for (ABL, TAL, DIC, COO, CMP-01, CMP-16)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from footlights.core import GM, Refused
from footlights.games.inciting_incident import SYSTEM, building
from footlights.games.inciting_incident.characters import (
    Abilities,
    Character,
    Effect,
    Opponent,
    Skill,
    Talent,
    check_character,
    check_opponent,
    check_skill,
)
from footlights.games.inciting_incident.opening import MOST_CHARACTERS, opening
from footlights.games.inciting_incident.rulings import Prices, Rulings, rulings_from
from footlights.games.inciting_incident.state import Setup
from tests.games.inciting_incident.playing import GUARD, Playing, fields, sheet, skill, values

CLIMB = Talent("Climb", "Fortitude", 2, limitations=("Not by night.",))


@pytest.mark.clause("II-DIC-01", "II-DIC-02", "II-TAL-03")
@pytest.mark.parametrize(
    ("level", "dice", "cost"),
    [(0, None, 0), (1, (1, 4), 1), (4, (1, 10), 10), (5, (2, 6), 15), (9, (3, 10), 45)],
)
def test_a_level_brings_dice_and_costs_points(level: int, dice: Any, cost: int) -> None:
    assert building.look_up(level) == (dice, cost)
    with pytest.raises(Refused, match="there is no level 10"):
        building.look_up(10)


@pytest.mark.clause("II-ABL-01", "II-ABL-04", "II-TAL-01", "II-TAL-03", "II-SKL-01")
@pytest.mark.parametrize(
    ("character", "clause", "field"),
    [
        (Character("Ana", abilities=Abilities(fortitude=10)), "ABL-01", "sheet.abilities.Fortitude"),
        (Character(" Ana"), "ABL-01", "sheet.name"),
        (Character("GM"), "ABL-01", "sheet.name"),
        (Character("Ana", talents=(CLIMB,)), "TAL-03", "sheet.talents[0].level"),
        (
            Character("Ana", abilities=Abilities(1), talents=(Talent("A", "Fortitude"),) * 2),
            "TAL-01",
            "sheet.talents",
        ),
        (
            Character(
                "Ana", abilities=Abilities(1), talents=(Talent("A", "Fortitude"), Talent("B", "Fortitude"))
            ),
            "ABL-04",
            "sheet.talents",
        ),
        (Character("Ana", abilities=Abilities(1), talents=(Talent("A", "Luck"),)), "ABL-01", "ability"),  # type: ignore[arg-type]
        (
            Character("Ana", abilities=Abilities(1), talents=(Talent("", "Fortitude"),)),
            "TAL-01",
            "sheet.talents[0].name",
        ),
        (
            Character("Ana", abilities=Abilities(1), talents=(Talent("Automatic", "Fortitude"),)),
            "TAL-01",
            "sheet.talents[0].name",
        ),
        (Character("Ana", skills=(Skill("Anchor", 1, "other"),)), "SKL-01", "sheet.skills[0].talent"),
    ],
)
def test_a_sheet_that_is_not_whole_is_refused_with_the_place(
    character: Character, clause: str, field: str
) -> None:
    with pytest.raises(Refused) as refused:
        check_character(character)
    assert (refused.value.clause, refused.value.field) == (clause, field)


@pytest.mark.clause("II-SKL-02", "II-CMP-13", "II-CMP-14")
@pytest.mark.parametrize(
    ("wrong", "clause"),
    [
        (Skill("Anchor", 0, "other"), "SKL-01"),
        (Skill("Anchor", 1, "modifier", effect=Effect(crisis=1)), "CMP-13"),
        (Skill("Anchor", 1, "modifier", effect=Effect(calm=1)), "CMP-13"),
        (Skill("Anchor", 1, "advanced", effect=Effect(shield=1)), "CMP-14"),
        (Skill("Anchor", 1, "advanced", effect=Effect(intervene=2)), "CMP-14"),
        (Skill("Anchor", 1, "advanced", effect=Effect(heal=1, calm=1)), "CMP-14"),
        (Skill("Anchor", 1, "other", effect=Effect(heal=1)), "CMP-14"),
    ],
)
def test_a_skill_does_what_its_kind_does(wrong: Skill, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        check_skill(wrong)
    assert refused.value.clause == clause


@pytest.mark.parametrize(("turns", "hits"), [(0, 1), (4, 1), (1, 100), (1, -1)])
def test_an_opponent_that_cannot_be_is_refused(turns: int, hits: int) -> None:
    with pytest.raises(Refused):
        check_opponent(Opponent("Guard", turns=turns, hits=hits))


# -- opening, entering, leaving -----------------------------------------------------------------------------------


@pytest.mark.clause("II-RT-01", "II-CMP-12")
def test_a_story_opens_with_nobody_hurt_and_no_tension() -> None:
    state = Playing().state
    assert (state.tension, state.hits, state.scene.type) == (0, {"Ana": 0, "Bo": 0, "Cy": 0}, "none")
    assert SYSTEM.sheets(state) == state.characters


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        (Setup(characters=(Character("Ana"), Character("ana"))), "characters[1].name"),
        (Setup(characters=tuple(Character(f"Ana {n}") for n in range(MOST_CHARACTERS + 1))), "characters"),
        (Setup(Rulings(rt_price=Prices(trigger=100))), "rt_price"),
        (Setup(Rulings(advantage_table=(4, 3, 2, 1))), "advantage_table"),
    ],
)
def test_a_setup_that_is_none_is_refused_with_the_place(setup: Setup, field: str) -> None:
    with pytest.raises(Refused) as refused:
        opening(setup)
    assert refused.value.field == field


@pytest.mark.clause(
    "II-CMP-01", "II-TAL-01", "ruling.points=off", "ruling.points={abilities: n, talents: n, skills: n}"
)
def test_what_is_over_budget_is_pointed_out_and_accepted() -> None:
    playing = Playing(sheet("Ana", limitations=()), points={"abilities": 20})
    assert building.pointed_out(playing.state)["Ana"] == (
        "11 points over the budget for abilities",
        "Climb has no limitation",
        "Break has no limitation",
        "Wits has no limitation",
    )
    playing.gm("award", who="Ana", what="abilities", n=20)
    assert playing.said() == ["Ana is awarded 20 points for abilities."]
    assert building.over(playing.state.rulings, playing.state.characters["Ana"]) == {}
    playing.gm("accept_warnings", who="Ana")
    assert playing.said() == ["The GM accepts Ana's sheet as it is."]
    assert playing.refused(GM, "accept_warnings", who="Ana")[0] == "TAL-01"
    assert building.budget(rulings_from({"points": "off"}), playing.state.characters["Ana"]) is None


def test_characters_come_and_go() -> None:
    playing = Playing(sheet("Ana")).fight(GUARD)
    playing.gm("enter", sheet=sheet("Bo", skill("Sprint", "modifier", "Dash", advantage=1), limitations=()))
    assert playing.said() == [
        "Bo enters the story. To be looked at: 29 points over the budget for abilities; "
        "7 points over the budget for talents; Dash has no limitation; Talk has no limitation."
    ]
    assert "Sprint" in playing.state.skills
    assert playing.refused(GM, "enter", sheet=sheet("bo"))[1] == "somebody is called bo already"
    assert playing.refused(GM, "enter", sheet={"name": "Guard"})[1] == "somebody is called Guard already"
    assert getattr(fields(playing.offer(GM, "enter"), "sheet")[0], "example", {})["name"] == "Robin"
    playing.gm("enter", sheet={"name": "robin"})
    assert getattr(fields(playing.offer(GM, "enter"), "sheet")[0], "example", {})["name"] == "Robin 2"
    playing.gm("join", who="Bo", could_have_been_there="yes").do("Bo", "change_sides")
    playing.do("Ana", "attack", via="Climb", target="Bo")
    playing.gm("retire", who="Bo")
    assert playing.said() == ["Bo leaves the story."]
    assert (playing.conflict.turncoats, playing.state.drafts, playing.state.scene.who) == ((), {}, ("Ana",))
    playing.gm("retire", who="Ana").gm("retire", who="robin")
    assert playing.refused(GM, "retire", who="Ana") == ("ABL-01", "there are no characters yet")


def test_whoever_leaves_takes_what_they_were_about_to_do_along() -> None:
    playing = Playing().scene().gm("write_skill", skill=skill("Lever", "modifier", talent=""))
    playing.gm("add_obstacle", kind="simple", confronted="Ana").gm(
        "add_obstacle", kind="simple", confronted="Bo"
    )
    playing.roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Lever").gm("retire", who="Ana")
    assert playing.state.follow_up is None
    assert playing.state.recreated == ()
    assert playing.owed(GM) == [("confront", 0)]


@pytest.mark.clause("II-CMP-16")
def test_what_is_written_on_a_sheet() -> None:
    playing = Playing().do("Ana", "edit_sheet", summary="Climbs.")
    playing.gm("edit_sheet", who="Ana", details="Owes the Duke.")
    ana = playing.state.characters["Ana"]
    assert (ana.summary, ana.details, playing.said()) == ("Climbs.", "Owes the Duke.", [])
    assert playing.refused("nobody", "edit_sheet", summary="?") == ("CMP-15", "'nobody' plays no character")


# -- Cooperative scenes -------------------------------------------------------------------------------------------


@pytest.mark.clause("II-COO-01", "II-COO-02", "II-COO-03", "ruling.coop_limit=per_scene")
def test_one_change_for_the_whole_party() -> None:
    playing = Playing().scene("cooperative")
    assert playing.refused("Ana", "upgrade", talent="Climb", to=5)[0] == "TAL-03"
    playing.do("Ana", "upgrade", talent="Climb", to=4)
    assert playing.said() == ["Ana's Climb rises to level 4."]
    assert playing.refused("Bo", "upgrade", talent="Talk") == (
        "COO-03",
        "Ana has had this scene's one change",
    )
    assert playing.refused(GM, "crisis_up", n=1, causer="Ana")[0] == "COO-01"


@pytest.mark.clause("II-COO-03", "II-ABL-04", "ruling.coop_limit=per_character")
def test_one_change_for_each_character() -> None:
    playing = Playing(coop_limit="per_character").scene("cooperative")
    playing.do("Bo", "learn_talent", name="Hide", under="Nimbleness", limitation="Not in daylight.")
    assert playing.said() == ["Bo learns the Talent Hide under Nimbleness."]
    assert playing.state.characters["Bo"].talents[-1].limitations == ("Not in daylight.",)
    assert playing.refused("Bo", "upgrade", talent="Talk")[1] == "Bo has had their one change in this scene"
    assert playing.refused("Cy", "learn_talent", name="Hide", under="Fortitude") == (
        "ABL-04",
        "no Ability of Cy carries another Talent",
    )
    assert playing.refused("Cy", "upgrade", talent="Hide") == ("TAL-03", "no Talent of Cy can go up")
    assert playing.refused("Cy", "change_talent", talent="Hide") == ("COO-02", "Cy has no Talent to change")
    assert playing.refused("Ana", "learn_talent", name="climb", under="Fortitude")[0] == "TAL-01"


def test_a_talent_is_worded_anew_and_its_skills_follow() -> None:
    ana = sheet("Ana", skill("Steady", "modifier", crisis=-1), skill("Lever", "modifier", "Break", effect=1))
    playing = Playing(ana).scene("cooperative")
    playing.do(
        "Ana", "change_talent", talent="Climb", name="Scale", description="Up.", limitation="Never down."
    )
    assert playing.said() == ["Ana words Climb anew as Scale."]
    scale = playing.state.characters["Ana"].talent("Scale")
    assert scale == Talent("Scale", "Fortitude", 3, "Up.", ("Never down.",))
    assert [one.talent for one in playing.state.characters["Ana"].skills] == ["Scale", "Break"]
    playing.scene("cooperative").do("Ana", "change_talent", talent="Scale")
    assert playing.said() == ["Ana words Scale anew."]
    assert playing.state.characters["Ana"].talent("Scale") == scale


@pytest.mark.clause("II-CMP-16", "II-REC-07", "ruling.skill_learning=off", "ruling.skill_learning=on")
def test_skills_are_learned_from_the_tables_list() -> None:
    playing = Playing().scene("cooperative")
    assert playing.refused("Ana", "learn_skill", skill="Lever", talent="Climb")[0] == "CMP-16"
    playing.gm("write_skill", skill=skill("Lever", "modifier", talent=""))
    assert playing.refused("Cy", "learn_skill", skill="Lever", talent="Climb")[0] == "SKL-01"
    playing.gm("change_ruling", ruling="skill_learning", value="on")
    assert playing.refused("Ana", "learn_skill", skill="Lever", talent="Climb") == (
        "REC-07",
        "Ana has recreated no Skill of the table's list yet",
    )
    playing.scene().obstacle(9).roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Lever")
    playing.do("Ana", "drop").scene("cooperative")
    assert playing.offer("Ana", "learn_skill").fields[0].clause == "REC-07"
    playing.do("Ana", "learn_skill", skill="Lever", talent="Break")
    assert playing.said() == ["Ana learns Lever for Break."]
    assert playing.refused("Ana", "learn_skill", skill="Lever", talent="Break")[0] == "COO-03"


def test_the_same_skill_is_mastered_once() -> None:
    playing = Playing().gm("write_skill", skill=skill("Lever", "modifier", talent="")).scene().obstacle(90, 3)
    for _ in range(2):
        playing.roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Lever").do("Ana", "drop")
        playing.do("Bo", "regular", via="automatic")
    assert playing.state.recreated == (("Ana", "Lever"),)


@pytest.mark.clause("II-COO-02")
def test_a_skill_is_swapped_for_one_that_costs_no_more() -> None:
    playing = Playing(sheet("Ana", skill("Steady", "modifier", cost=3, crisis=-1))).scene("cooperative")
    playing.gm("write_skill", skill=skill("Dear", "modifier", talent="", cost=4))
    assert playing.refused("Ana", "swap_skill", give="Steady", skill="Dear")[0] == "COO-02"
    playing.gm("write_skill", skill=skill("Cheap", "modifier", talent="", cost=3))
    assert values(playing.offer("Ana", "swap_skill"), "skill") == ("Cheap",)
    playing.do("Ana", "swap_skill", give="Steady", skill="Cheap")
    assert playing.said() == ["Ana learns Cheap for Climb in place of Steady."]
    assert [one.name for one in playing.state.characters["Ana"].skills] == ["Cheap"]


@pytest.mark.clause(
    "II-CMP-12",
    "II-COO-07",
    "ruling.coop_heal_counts=yes",
    "ruling.coop_heal_counts=no",
    "ruling.heal_amount=all",
    "ruling.heal_amount=2",
)
@pytest.mark.parametrize(
    ("rulings", "left", "upgrade"),
    [
        ({}, 2, True),
        ({"heal_amount": 2}, 1, True),
        ({"heal_amount": "all"}, 0, True),
        ({"coop_heal_counts": "yes"}, 2, False),
    ],
)
def test_each_character_heals_once_in_a_cooperative_scene(
    rulings: dict[str, Any], left: int, upgrade: bool
) -> None:
    playing = Playing(**rulings).scene().gm("hit", who="Ana", n=3).scene("cooperative").do("Ana", "heal")
    assert playing.state.hits["Ana"] == left
    assert playing.refused("Ana", "heal") == ("CMP-12", "Ana has healed in this scene")
    assert ("upgrade" in playing.kinds("Ana")) == upgrade
    assert ("heal" in playing.kinds("Bo")) == upgrade


def test_whoever_is_whole_may_rest_as_well() -> None:
    assert Playing().scene("cooperative").do("Ana", "heal").said() == ["Ana rests."]


def test_nothing_of_this_happens_elsewhere() -> None:
    playing = Playing().scene()
    for order in ("heal", "upgrade", "learn_talent", "change_talent", "learn_skill", "swap_skill"):
        assert order not in playing.kinds("Ana")
    assert playing.refused("Ana", "heal") == ("CMP-12", "this happens in Cooperative scenes only")
    assert playing.refused(GM, "heal")[1] == "'GM' plays no character"


def test_a_sheet_is_the_same_after_json() -> None:
    ana = Playing(sheet("Ana", skill("Steady", "modifier", crisis=-1))).state.characters["Ana"]
    assert msgspec.json.decode(msgspec.json.encode(ana), type=Character) == ana
