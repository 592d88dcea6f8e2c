"""Conflict: sides, the Flow of Battle, turns and rounds, and how it ends (CON, CMP-02 to CMP-12, CMP-17)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import GM
from footlights.games.inciting_incident.standing import is_out, most_hits
from footlights.games.inciting_incident.state import SITUATION
from tests.games.inciting_incident.playing import GUARD, Playing, fields, sheet, skill, values


@pytest.mark.clause("II-CON-01", "II-CMP-05", "II-CMP-07", "II-DIF-03")
def test_attacks_move_the_flow_and_only_characters_add_crisis() -> None:
    playing = Playing().fight(GUARD)
    playing.roll("Ana", "attack", 5, 5, 4, 3, 1, 5, via="Climb", target="Guard", rule_ability="Fortitude")
    assert playing.said() == [
        "Ana rolls 23 (5 5 4 3 1 5) with Climb against 20: success.",
        "The Flow of Battle moves by 3 towards the characters, to +3.",
        "Crisis rises by 2 to 2, through Ana.",
    ]
    playing.gm("attack", by="Guard", via="Pike", target="Bo").do("Bo", "defend", ability="Nimbleness")
    playing.gm("commit").throw(5, 5, 5, 8)
    assert playing.said()[1:] == ["The Flow of Battle moves by 3 towards the opposition, to 0."]


@pytest.mark.clause("II-CMP-09", "II-CMP-10", "ruling.decisive_base=24", "ruling.decisive_floor=22")
def test_a_strike_hits_or_wins_what_was_named() -> None:
    playing = Playing(decisive_base=24, decisive_floor=22).fight(GUARD).do("Bo", "press")
    playing.roll(
        "Ana",
        "strike",
        5,
        5,
        4,
        3,
        1,
        4,
        via="Climb",
        target="Guard",
        rule_ability="Fortitude",
        victory="the gate",
    )
    assert playing.said() == [
        "Ana rolls 22 (5 5 4 3 1 4) with Climb against 22: success.",
        "Ana wins: the gate.",
        "The Flow of Battle moves by 4 towards the opposition, to 0.",
        "Crisis rises by 2 to 6, through Ana.",
    ]
    playing.do("Cy", "pass").gm("next_round")
    assert playing.said() == ["Round 2 begins; turns that Guard had left are given up."]
    playing.roll("Ana", "strike", 5, 5, 4, 3, 1, 4, via="Climb", target="Guard", rule_ability="Fortitude")
    assert playing.said()[1:] == ["Crisis rises by 2 to 8, through Ana."]
    playing.gm("hit", who="Guard", n=1).do("Bo", "press").do("Cy", "press").gm("next_round")
    playing.roll("Ana", "strike", 5, 5, 4, 3, 1, 4, via="Climb", target="Guard", rule_ability="Fortitude")
    assert playing.said()[1:] == [
        "Guard takes 1 hit and is out (2 in all).",
        "The Flow of Battle moves by 8 towards the opposition, to 0.",
        "Crisis rises by 2 to 18, through Ana.",
        "The conflict is over: the opposition has nobody standing.",
    ]


@pytest.mark.clause("II-CMP-04", "II-CMP-08")
def test_a_character_goes_over_and_still_adds_crisis() -> None:
    playing = Playing().fight(GUARD).do("Bo", "change_sides")
    assert playing.said() == ["Bo goes over to the opposition."]
    playing.do("Bo", "press")
    assert playing.said()[1:] == [
        "The Flow of Battle moves by 4 towards the opposition, to -4.",
        "Crisis rises by 4 to 4, through Bo.",
    ]
    assert values(playing.offer("Ana", "attack"), "target") == ("Guard", "Bo")
    playing.do("Ana", "attack", via="Climb", target="Bo").gm("rule", who="Ana").do(
        "Bo", "defend", ability="Nimbleness"
    )
    assert playing.do("Ana", "commit").said() == ["Ana rolls 3d6 + 1d8 against 20: 3 by Bo's Nimbleness."]
    playing.throw(1, 1, 1, 1)
    playing.do("Bo", "change_sides")
    assert playing.said() == ["Bo comes back."]


@pytest.mark.clause("II-CMP-04", "II-SCN-05")
def test_when_nobody_can_change_sides() -> None:
    playing = Playing().scene("conflict", "Ana", "Bo").do("Ana", "attack", via="Climb", target="situation")
    assert playing.refused("Ana", "change_sides") == ("CMP-04", "not in the middle of an action")
    assert playing.refused("Cy", "change_sides") == ("SCN-05", "Cy is not in this scene")
    playing.scene()
    assert playing.refused("Ana", "change_sides") == ("CMP-04", "this is no Conflict scene")


def test_the_last_one_to_go_over_ends_it() -> None:
    playing = Playing(sheet("Ana")).fight(GUARD).do("Ana", "change_sides")
    assert playing.said()[1] == "The conflict is over: the characters have nobody standing."


@pytest.mark.clause("II-CON-02", "II-CMP-17", "II-CMP-04")
@pytest.mark.parametrize(("hits", "most"), [(None, 3), (1, 1), (9, 9)])
def test_with_nobody_present_the_situation_takes_the_hits(hits: int | None, most: int) -> None:
    playing = Playing().scene("conflict", hits=hits)
    assert most_hits(playing.state, SITUATION) == most
    assert playing.refused(GM, "pass", by=SITUATION) == ("CON-02", "no opponent is there to act")
    playing.gm("hit", who=SITUATION, n=9)
    assert playing.said() == [
        f"The situation takes {most} hit{'s' if most > 1 else ''} and is out ({most} in all).",
        "The conflict is over: the opposition has nobody standing.",
    ]


@pytest.mark.clause("II-CMP-06", "ruling.conflict_order=alternate", "ruling.conflict_order=free")
def test_sides_alternate_while_both_have_turns_left() -> None:
    playing = Playing(conflict_order="alternate").fight({**GUARD, "turns": 2})
    playing.do("Ana", "move", zone="the stair")
    assert playing.said() == ["Ana moves: the stair."]
    assert playing.conflict.zones == {"Ana": "the stair"}
    assert playing.refused("Bo", "pass") == (
        "CMP-06",
        "Bo waits: the sides alternate, and the other one is next",
    )
    playing.gm("pass", by="Guard")
    assert playing.said() == ["Guard passes."]
    assert playing.refused(GM, "pass", by="Guard")[0] == "CMP-06"
    playing.gm("change_ruling", ruling="conflict_order", value="free").gm("pass", by="Guard")
    assert playing.refused(GM, "pass", by="Guard") == ("CMP-06", "Guard has acted in this round")


@pytest.mark.clause("II-CMP-06", "ruling.conflict_order=alternate")
def test_the_gm_reads_of_each_opponent_why_it_cannot_act() -> None:
    playing = Playing(conflict_order="alternate").fight({**GUARD, "turns": 2}, {**GUARD, "name": "Captain"})
    playing.gm("pass", by="Captain")
    assert playing.refused(GM, "pass", by="Guard") == (
        "CMP-06",
        "Guard waits: the sides alternate, and the other one is next; Captain has acted in this round",
    )


@pytest.mark.clause("II-CMP-10", "II-CON-02")
@pytest.mark.parametrize("opponents", [[GUARD], []])
def test_a_conflict_that_nobody_of_a_side_can_fight_is_over_as_it_begins(opponents: list[Any]) -> None:
    playing = Playing().scene("action", "Ana", "Bo").gm("hit", who="Ana", n=9)
    playing.gm("convert", scene="conflict", opponents=opponents)
    assert not playing.conflict.over, "Bo stands"
    playing.gm("hit", who="Bo", n=9).gm("convert", scene="action")
    playing.gm("convert", scene="conflict", opponents=opponents)
    assert playing.said()[-1] == "The conflict is over: the characters have nobody standing."
    playing.scene("conflict", "Ana", opponents=opponents)
    assert playing.said()[-1] == "The conflict is over: the characters have nobody standing."
    playing.scene("conflict", "Ana", "Cy", opponents=opponents)
    assert not playing.conflict.over, "Cy stands"


@pytest.mark.clause("II-CMP-06", "II-CMP-10")
def test_a_round_waits_for_every_character_who_can_act() -> None:
    playing = Playing().fight(GUARD).gm("hit", who="Bo", n=2).do("Ana", "press")
    assert playing.refused(GM, "next_round") == ("CMP-06", "Cy has neither acted nor passed")
    playing.do("Cy", "pass").gm("pass", by="Guard").gm("next_round")
    assert playing.said() == ["Round 2 begins."]


@pytest.mark.clause("II-CMP-10", "II-CMP-14")
def test_whoever_is_healed_returns_in_the_next_round() -> None:
    ana = sheet("Ana", skill("Mend", "advanced", heal=1))
    playing = Playing(ana, sheet("Bo")).fight(GUARD).gm("hit", who="Bo", n=2)
    assert playing.said() == ["Bo takes 2 hits and is out (2 in all)."]
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Mend", target="Bo")
    assert "Bo heals 1 hit (1 left; back in the next round)." in playing.said()
    assert playing.refused("Bo", "press") == ("CMP-10", "Bo returns in the next round")
    playing.gm("next_round").do("Bo", "press")


@pytest.mark.clause("II-CMP-10")
def test_hits_never_go_above_what_somebody_can_take() -> None:
    playing = Playing().scene().gm("hit", who="Bo", n=9)
    assert playing.gm("hit", who="Bo", n=1).said() == ["Bo can take no more hits and is out."]
    playing.gm("change_ruling", ruling="hits_table", value=[1] * 10)
    assert is_out(playing.state, "Bo")
    assert playing.gm("hit", who="Bo", n=1).state.hits["Bo"] == 2


@pytest.mark.clause("II-CMP-03", "II-ABL-03", "ruling.hits_table=[1,1,1,1,1,1,2,2,2,2]")
@pytest.mark.parametrize(
    ("table", "ana", "guard"), [([2, 2, 2, 3, 3, 3, 4, 4, 4, 5], 4, 2), ([1] * 6 + [2] * 4, 2, 2)]
)
def test_fortitude_says_how_many_hits_somebody_takes(table: list[int], ana: int, guard: int) -> None:
    playing = Playing(hits_table=table).fight(GUARD, {**GUARD, "name": "Captain", "hits": 0})
    assert most_hits(playing.state, "Ana") == ana
    assert most_hits(playing.state, "Guard") == guard
    assert most_hits(playing.state, "Captain") == table[5]


@pytest.mark.clause("II-CMP-02", "ruling.defence_table=[9,8,7,6,5,4,3,2,1,1]")
def test_the_table_says_how_many_dice_a_defence_gives() -> None:
    playing = Playing(defence_table=[9, 8, 7, 6, 5, 4, 3, 2, 1, 1]).fight(GUARD)
    playing.do("Ana", "attack", via="Climb", target="Guard").gm("rule", who="Ana", ability="Nimbleness")
    assert playing.do("Ana", "commit").said() == ["Ana rolls 8d6 + 1d8 against 20: 8 by Guard's Nimbleness."]


def test_why_nobody_can_be_attacked() -> None:
    playing = Playing().fight({**GUARD, "talents": []})
    assert playing.refused(GM, "attack", by="Guard", via="Pike", target="Ana") == (
        "CMP-07",
        "a Talent is needed to roll with",
    )
    assert playing.refused("Cy", "strike", via="Climb", target="Guard")[0] == "CMP-09"
    playing.gm("correct", counter="Hits: Guard", value=2, reason="he was hurt before")
    assert playing.refused("Ana", "attack", via="Climb", target="Guard") == (
        "CMP-04",
        "there is nobody on the other side to attack",
    )
    assert playing.refused(GM, "pass", by="Guard")[0] == "CMP-10"


def test_a_target_may_be_gone_before_the_dice() -> None:
    playing = Playing().fight(GUARD, {**GUARD, "name": "Captain"})
    playing.do("Ana", "attack", via="Climb", target="Guard").gm("rule", who="Ana", ability="Fortitude")
    playing.gm("hit", who="Guard", n=2)
    assert playing.refused("Ana", "commit") == ("CMP-04", "Guard is no target for Ana now")


@pytest.mark.clause("II-CON-01", "ruling.conflict=free_entry", "ruling.conflict=flow")
def test_a_conflict_kept_by_hand_only_reads_rolls() -> None:
    playing = Playing(conflict="free_entry").fight(GUARD)
    assert {"attack", "strike", "press", "move", "pass"} & playing.kinds("Ana") == set()
    before = playing.state
    playing.roll("Ana", "roll_talent", 5, 5, 4, 2, 1, 3, via="Climb", against=21)
    assert playing.said() == ["Ana rolls 20 (5 5 4 2 1 3) with Climb against 21: failure."]
    assert playing.state.scene == before.scene
    playing.gm("roll_talent", by="Guard", via="Pike", against=12)
    assert playing.gm("commit").said() == ["Guard rolls 5d6 + 1d10 against 12: 5 by the scene."]
    playing.throw(1, 2, 3, 4, 5, 1)
    assert playing.refused(GM, "attack", by="Guard", via="Pike", target="Bo")[0] == "CON-01"
    playing.do("Bo", "roll_talent", via="Dash", against=9).gm("rule", who="Bo")
    playing.gm("change_ruling", ruling="conflict", value="flow")
    assert playing.refused("Bo", "commit") == ("CON-01", "conflicts are fought by the rules of the Flow here")
    assert playing.refused("Cy", "roll_talent", via="Climb", against=9)[0] == "CON-01"


def test_by_hand_no_turn_is_counted() -> None:
    ana = sheet("Ana", skill("Sign", "advanced"))
    playing = Playing(ana, sheet("Bo"), conflict="free_entry").fight(GUARD)
    playing.gm("write_skill", skill=skill("Mend", "advanced", talent=""))
    playing.roll("Ana", "advanced", 5, 5, 4, 2, 1, 3, skill="Sign")
    playing.roll("Ana", "recreate", 1, 1, 1, 1, via="Climb", skill="Mend")
    playing.roll("Ana", "recreate", [6, 5], 4, 2, 3, via="Climb", skill="Mend")
    playing.do("Ana", "drop").gm("next_round")
    assert (playing.conflict.acted, playing.conflict.round) == ((), 2)


@pytest.mark.clause("II-CMP-06", "II-REC-06")
def test_no_round_begins_in_the_middle_of_a_turn() -> None:
    playing = (
        Playing(sheet("Ana")).fight(GUARD).gm("write_skill", skill=skill("Lever", "modifier", talent=""))
    )
    playing.roll("Ana", "recreate", 1, 1, 1, 1, via="Climb", skill="Lever")
    assert playing.refused(GM, "next_round") == ("CMP-06", "Ana is in the middle of a turn")
    playing.gm("correct", counter="Turns taken: Ana", value=1, reason="it was her turn")
    playing.do("Ana", "drop")
    assert playing.conflict.acted == ("Ana",)


@pytest.mark.clause("II-CMP-10")
def test_the_gm_ends_a_conflict_at_any_time() -> None:
    playing = Playing().fight(GUARD).do("Ana", "attack", via="Climb", target="Guard")
    playing.gm("end_conflict", result="parley")
    assert playing.said() == ["The conflict is over: parley."]
    assert playing.state.drafts == {}
    assert playing.refused("Bo", "press") == ("CMP-10", "the conflict is over")
    assert playing.gm("hit", who="Ana", n=9).said() == ["Ana takes 4 hits and is out (4 in all)."]


@pytest.mark.clause("II-CMP-13", "II-CMP-07")
def test_modifiers_go_with_attacks() -> None:
    ana = sheet("Ana", skill("Lever", "modifier", effect=2))
    playing = Playing(ana).fight(GUARD)
    playing.roll(
        "Ana",
        "attack",
        5,
        5,
        4,
        2,
        1,
        3,
        via="Climb",
        target="Guard",
        skill="Lever",
        rule_ability="Fortitude",
    )
    assert playing.said()[1] == "The Flow of Battle moves by 2 towards the characters, to +2."
    assert [field.name for field in fields(playing.offer(GM, "attack"), "skill")] == []


@pytest.mark.parametrize("flow", [200, -200])
def test_the_flow_stays_within_its_bounds(flow: int) -> None:
    playing = (
        Playing(sheet("Ana"))
        .fight(GUARD)
        .gm("correct", counter="Flow of Battle", value=flow, reason="a test")
    )
    playing.do("Ana", "press")
    said: dict[int, list[str]] = {
        200: [],
        -200: ["The Flow of Battle moves by 4 towards the characters, to -196."],
    }
    assert [words for words in playing.said() if words.startswith("The Flow")] == said[flow]


def test_an_opponent_is_asked_for_by_name_only_of_the_gm() -> None:
    playing = Playing().fight(GUARD)
    assert [field.name for field in playing.offer(GM, "move").fields] == ["by", "zone"]
    assert [field.name for field in playing.offer("Ana", "move").fields] == ["zone"]
    refusal: tuple[str, Any] = playing.refused("Ana", "move", by="Guard", zone="gate")
    assert refusal == ("CMP-06", "by does not apply here; leave it out")


@pytest.mark.clause("II-CMP-02")
def test_the_gm_names_the_ability_that_defends_with_the_ruling() -> None:
    playing = Playing().fight(GUARD).do("Ana", "attack", via="Climb", target="Guard")
    playing.gm("rule", who="Ana", ability="Nimbleness")
    assert playing.said() == ["The GM allows Ana's roll: Nimbleness defends."]


@pytest.mark.clause("II-CMP-09", "II-DIF-02")
def test_a_strike_may_be_as_hard_and_its_dice_as_many_as_the_table_wants() -> None:
    playing = Playing(pool_clamp="min1_only", decisive_base=999, decisive_floor=0).fight(GUARD)
    playing.do("Ana", "strike", via="Climb", target="Guard")
    playing.gm("rule", who="Ana", ability="Nimbleness", shift=99).do("Ana", "commit")
    rolling = playing.state.rolling
    assert rolling is not None
    assert (rolling.need, rolling.difficulty) == (999, 106)
