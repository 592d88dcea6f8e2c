"""What the dice bring: results, Burdens, awards, Growth, Incapacitation (RES, INS, BUR, AST, CNF, GRO, TMP, INC)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import GM, Outcome
from footlights.games.you import SYSTEM
from footlights.games.you.results import result_of
from footlights.games.you.traits import OwedBurden
from tests.games.you.playing import Playing, values


@pytest.mark.clause("YOU-RES-01", "YOU-RES-03", "YOU-RES-04", "YOU-RES-05", "YOU-RES-07")
@pytest.mark.parametrize(
    ("total", "natural", "result"),
    [
        (-4, None, "failure"),
        (0, None, "failure"),
        (1, None, "failure"),
        (10, None, "failure"),
        (11, None, "partial"),
        (14, None, "partial"),
        (15, None, "success"),
        (20, None, "success"),
        (32, None, "success"),
        (13, 1, "crit_failure"),
        (-4, 1, "crit_failure"),
        (15, 20, "crit_success"),
        (32, 20, "crit_success"),
    ],
)
def test_the_natural_face_comes_first_and_then_the_bands(
    total: int, natural: int | None, result: str
) -> None:
    assert result_of(total, natural) == result


@pytest.mark.clause("YOU-RES-02", "YOU-RES-06", "YOU-TIM-01")
@pytest.mark.parametrize(
    ("trait", "faces", "because"),
    [
        ("Boldness", (1,), ["ROL-01", "RES-02", "RES-02", "RES-02", "RES-02"]),
        ("Boldness", (10,), ["ROL-01", "RES-03", "RES-03"]),
        ("Boldness", (11,), ["ROL-01", "RES-04", "RES-04"]),
        ("Boldness", (15,), ["ROL-01", "RES-05"]),
        ("Boldness", (20,), ["ROL-01", "RES-06", "RES-06"]),
    ],
)
def test_every_consequence_cites_its_clause(trait: str, faces: tuple[int, ...], because: list[str]) -> None:
    assert Playing().check("Ana", trait, *faces).because() == because


@pytest.mark.clause("YOU-TIM-01", "YOU-INC-10", "YOU-GRO-02", "YOU-RSV-03", "YOU-INC-05")
def test_consequences_come_in_order() -> None:
    playing = Playing(growth_spend="auto").holding("Ana", burdens=(3, 3, 3), ins=(1, 0, 0), confidence=1)
    playing.holding("Ben", incapacitated="Stress", burdens=(3, 3, 3)).growing("Ana", "Boldness", 3)
    playing.check("Ana", "Boldness", 16, ins=1, target="Ben", reservation=True)
    assert [type(event).__name__ for event in playing.happened] == [
        "DiceFell",
        "CheckFinished",
        "Incapacitated",
        "ConfidenceLost",
        "InsAwarded",
        "GrowthEarned",
        "Released",
        "GrowthSpent",
        "ConfidenceEarned",
    ]
    assert playing.because()[2:] == [
        "INC-01", "CNF-04", "RSV-02", "RSV-03", "INC-05", "GRO-03", "CNF-02"
    ]  # fmt: skip
    assert playing.said()[2:] == [
        "Ana is Incapacitated by Injury: unconscious.",
        "Ana loses 1 Confidence.",
        "Ben and Cid earn 1 Exertive INS.",
        "Ana earns Up-Growth on Boldness (4 of 4).",
        "Ben can act again, thanks to Ana.",
        "Ana spends Growth: Boldness is now Often; do its Reservation and Impulse still fit?",
        "Ana earns 1 Confidence.",
    ]


@pytest.mark.clause("YOU-INS-03", "YOU-INS-08", "YOU-INS-10")
def test_who_is_full_wastes_the_award_and_the_chronicle_says_so() -> None:
    playing = Playing().holding("Ben", ins=(0, 0, 6)).check("Ana", "Passion", 20)
    assert playing["Ben"].ins == (0, 0, 6)
    assert playing.said()[-1] == "Ben and Cid earn 1 Emotive INS. Ben cannot hold more."
    alone = Playing("Ana", "Ben").check("Ana", "Passion", 20)
    assert alone.said()[-1] == "Ben earns 1 Emotive INS."


@pytest.mark.clause("YOU-INS-09", "YOU-INS-03", "YOU-INS-11")
def test_picks_are_numbered_one_by_one_and_a_full_type_wastes_the_point() -> None:
    playing = Playing("Ana").holding("Ana", pending=2, asked_ins=2, ins=(6, 0, 0), incapacitated="Fear")
    first = playing.offer("Ana", "pick_ins")
    playing.do("Ana", "pick_ins", of="Exertive")
    assert playing.said() == ["Ana picks Exertive INS, which is full: it is lost."]
    assert playing.because() == ["INS-03"]
    second = playing.offer("Ana", "pick_ins")
    assert first is not None
    assert second is not None
    assert (first.number, second.number) == (1, 2)
    playing.do("Ana", "pick_ins", of="Emotive")
    assert playing.said() == ["Ana picks Emotive INS."]
    assert playing["Ana"].ins == (6, 0, 1)
    assert playing.refused("Ana", "pick_ins", of="Emotive").clause == "INS-09"


@pytest.mark.clause("YOU-INS-09", "ruling.pending_blocks=table", "ruling.pending_blocks=nothing")
@pytest.mark.parametrize(
    ("blocks", "held_up"), [("own", {"Ana"}), ("table", {"Ana", "Ben"}), ("nothing", set())]
)
def test_an_unpicked_point_holds_up_whom_the_table_says(blocks: str, held_up: set[str]) -> None:
    for name in ("Ana", "Ben"):
        playing = Playing("Ana", "Ben", pending_blocks=blocks).do(name, "draft", trait="Boldness").rule(name)
        playing.holding("Ana", pending=1)
        assert (playing.offer(name, "commit") is None) == (name in held_up)


@pytest.mark.clause("YOU-BUR-03", "YOU-BUR-04", "YOU-BUR-07", "ruling.overflow_pick=player")
@pytest.mark.parametrize(
    ("rulings", "picker", "choices"),
    [
        ({}, GM, ("Stress", "Fear")),
        ({"overflow_pick": "player"}, "Ana", ("Stress", "Fear")),
        ({"burden_type": "gm"}, GM, ("Stress", "Fear")),
        ({"burden_type": "player"}, "Ana", ("Stress", "Fear")),
    ],
)
def test_a_burden_whose_type_is_to_be_picked_waits(
    rulings: Any, picker: str, choices: tuple[str, ...]
) -> None:
    playing = Playing(**rulings).holding("Ana", burdens=(3, 1, 1)).check("Ana", "Boldness", 5)
    offer = playing.offer(picker, "pick_burden")
    assert offer is not None
    assert offer.owed
    assert values(offer, "burden") == choices
    assert playing.state.finished is not None, "the check is over"
    playing.do("Ben", "draft", trait="Boldness", assist=["Ana"])
    assert playing.refused("Ana", "help", roller="Ben").clause == "BUR-07"
    playing.do("Ana", "draft", trait="Passion").rule("Ana")
    assert playing.refused("Ana", "commit").clause == "BUR-07"
    playing.rule("Ben").do("Ben", "commit").throw(15)
    other = "Ana" if picker == GM else GM
    assert playing.refused(other, "pick_burden", burden="Fear").clause == "BUR-07"
    playing.do(picker, "pick_burden", burden="Fear", who="Ana")
    assert playing["Ana"].burdens == (3, 1, 2)
    assert playing.said() == ["Ana takes Fear (2 of 3)."]
    playing.do("Ana", "commit").throw(15)


def test_players_pick_for_themselves_without_naming_themselves() -> None:
    playing = Playing(overflow_pick="player").holding("Ana", burdens=(3, 1, 1)).check("Ana", "Boldness", 5)
    playing.do("Ana", "pick_burden", burden="Stress")
    assert playing["Ana"].burdens == (3, 2, 1)


@pytest.mark.clause("YOU-BUR-07")
def test_owed_picks_wait_in_order_and_settle_themselves_when_nothing_is_left_to_pick() -> None:
    playing = Playing().holding("Ana", burdens=(3, 2, 2))
    playing.check("Ana", "Boldness", 5)
    playing.check("Ben", "Boldness", 1)
    assert [owed.due for owed in playing["Ana"].owed_burdens] == [0, 0]
    playing.do(GM, "pick_burden", who="Ana", burden="Stress")
    assert playing["Ana"].burdens == (3, 3, 3), "Fear was all that was left for the second"
    assert playing.said() == ["Ana takes Stress (3 of 3).", "Ana takes Fear (3 of 3), as Injury is full."]
    assert playing["Ana"].incapacitated is None


@pytest.mark.clause("YOU-BUR-07", "YOU-INC-02")
def test_a_later_burden_may_leave_one_type_or_none_for_an_owed_one() -> None:
    playing = Playing().holding("Ben", burdens=(3, 2, 2)).check("Ben", "Boldness", 5)
    playing.check("Cid", "Influence", 1)
    assert playing["Ben"].burdens == (3, 3, 3), "Stress at once, and Fear was all that was left to pick"
    assert playing["Ben"].owed_burdens == ()
    playing = Playing().holding("Ben", burdens=(3, 2, 2)).check("Ben", "Boldness", 5)
    playing.holding("Ben", burdens=(3, 3, 3)).check("Cid", "Influence", 1)
    assert playing["Ben"].incapacitated == "Stress", "no room for the new one"
    assert playing["Ben"].owed_burdens == (), "and the owed one is not taken any more"
    playing = Playing(overflow_pick="auto").holding("Ben", burdens=(2, 3, 3))
    playing.holding("Ben", owed_burdens=(OwedBurden(2, True, 1),)).check("Cid", "Boldness", 1)
    assert playing["Ben"].incapacitated == "Fear", (
        "the last room went to the new one; the owed one was due as Fear"
    )


@pytest.mark.clause("YOU-BUR-03", "YOU-INC-02", "ruling.burden_type=gm", "ruling.burden_type=player")
def test_without_any_room_the_pick_names_the_final_burden() -> None:
    playing = Playing(burden_type="gm").holding("Ana", burdens=(3, 3, 3)).check("Ana", "Boldness", 5)
    assert values(playing.offer(GM, "pick_burden"), "burden") == ("Injury", "Stress", "Fear")
    assert "Ana is Incapacitated by Injury: unconscious." not in playing.said()
    playing.do(GM, "pick_burden", who="Ana", burden="Stress")
    assert (playing["Ana"].incapacitated, playing["Ana"].owed_burdens) == ("Stress", ())


@pytest.mark.clause("YOU-INC-08", "YOU-BUR-07", "ruling.reincapacitate=repeat_loss")
@pytest.mark.parametrize(("again", "confidence"), [("nothing", 1), ("repeat_loss", 0)])
def test_a_burden_owed_to_somebody_who_is_incapacitated_by_now_is_not_taken(
    again: str, confidence: int
) -> None:
    playing = Playing(burden_type="gm", crit_fail_roller_extra="yes", reincapacitate=again)
    playing.holding("Ana", burdens=(3, 3, 3), confidence=2).check("Ana", "Boldness", 1)
    for name in ("Ben", "Cid"):
        playing.do(GM, "pick_burden", who=name, burden="Fear")
    playing.do(GM, "pick_burden", who="Ana", burden="Fear")
    assert "Ana is Incapacitated already and takes no further Burden." in playing.said()
    assert (playing["Ana"].confidence, playing["Ana"].owed_burdens) == (confidence, ())


def test_a_correction_leaves_an_owed_pick_to_be_made() -> None:
    playing = Playing().holding("Ana", burdens=(3, 1, 1)).check("Ana", "Boldness", 5)
    for counter in ("Stress", "Fear"):
        playing.do(GM, "correct", who="Ana", counter=counter, value=3, reason="counted wrong")
    assert not playing["Ana"].incapacitated
    assert values(playing.offer(GM, "pick_burden"), "burden") == ("Injury",)
    playing.do(GM, "pick_burden", who="Ana", burden="Injury")
    assert playing["Ana"].incapacitated == "Injury"


@pytest.mark.clause("YOU-INC-03", "YOU-INC-04", "YOU-CNF-04")
def test_becoming_incapacitated_puts_an_end_to_a_draft() -> None:
    playing = Playing().holding("Ana", burdens=(3, 3, 3), ins=(1, 2, 3)).do("Ana", "draft", trait="Boldness")
    playing.check("Ben", "Passion", 1)
    assert playing.state.draft("Ana") is None
    assert playing["Ana"].ins == (0, 0, 0)
    assert "Ana has no Confidence to lose and loses all INS." in playing.said()
    assert playing.refused("Ana", "draft", trait="Boldness").clause == "INC-03"
    assert {"spice", "grow", "pick_ins"}.isdisjoint(playing.kinds("Ana")), "there is nothing to add or spend"


@pytest.mark.clause("YOU-INS-09", "ruling.pending_wiped=no")
@pytest.mark.parametrize(("wiped", "left"), [("yes", 0), ("no", 2)])
def test_losing_all_ins_takes_what_is_not_picked_too_or_leaves_it(wiped: str, left: int) -> None:
    playing = Playing(pending_wiped=wiped).holding("Ana", burdens=(3, 3, 3), pending=2, asked_ins=2)
    assert playing.check("Ben", "Passion", 1)["Ana"].pending == left


@pytest.mark.clause("YOU-INC-05", "ruling.release_by_gm=no")
def test_the_gm_frees_somebody_without_a_roll_where_the_table_lets_the_gm() -> None:
    playing = Playing().holding("Ana", incapacitated="Stress", burdens=(3, 3, 3))
    assert playing.refused("Ben", "free", who="Ana").clause == "INC-05"
    assert playing.refused(GM, "free", who="Ben").field == "who"
    playing.do(GM, "free", who="Ana")
    assert playing.said() == ["Ana can act again, thanks to the GM."]
    assert playing.refused(GM, "free", who="Ana").reason == "nobody is Incapacitated"
    strict = Playing(release_by_gm="no").holding("Ana", incapacitated="Stress", burdens=(3, 3, 3))
    assert "passed check" in strict.refused(GM, "free", who="Ana").reason


@pytest.mark.clause("YOU-INC-07", "ruling.release_burdens=keep", "ruling.release_burdens=clear_one")
@pytest.mark.parametrize(
    ("release", "left"),
    [("clear_type", (3, 0, 3)), ("keep", (3, 3, 3)), ("clear_one", (3, 2, 3)), ("clear_all", (0, 0, 0))],
)
def test_a_release_leaves_the_burdens_that_the_table_says(release: str, left: tuple[int, int, int]) -> None:
    playing = Playing(release_burdens=release).holding("Ana", incapacitated="Stress", burdens=(3, 3, 3))
    assert playing.check("Ben", "Empathy", 15, target="Ana")["Ana"].burdens == left


def test_somebody_freed_while_the_dice_lie_needs_no_second_release() -> None:
    playing = Playing().holding("Ana", incapacitated="Stress", burdens=(3, 3, 3))
    playing.do("Ben", "draft", trait="Empathy", target="Ana").rule("Ben").do("Ben", "commit")
    playing.holding("Ana", incapacitated=None, burdens=(3, 0, 3)).throw(15)
    assert playing["Ana"].burdens == (3, 0, 3)


@pytest.mark.clause("YOU-CMP-04", "YOU-BUR-06", "ruling.burden_recovery=check")
def test_a_recovery_check_lowers_one_burden_and_frees_nobody() -> None:
    playing = Playing(burden_recovery="check").holding("Ben", incapacitated="Fear", burdens=(3, 3, 3))
    assert playing.refused("Ana", "draft", trait="Empathy", relieves="Cid", burden="Fear").clause == "CMP-04"
    both = playing.refused("Ana", "draft", trait="Empathy", target="Ben", relieves="Ben", burden="Fear")
    assert both.clause == "CMP-04"
    playing.check("Ana", "Empathy", 15, relieves="Ben", burden="Stress")
    assert playing.said()[-1] == "Ben recovers from Stress (2 of 3)."
    assert (playing["Ben"].burdens, playing["Ben"].incapacitated) == ((3, 2, 3), "Fear")


def test_a_recovery_check_for_a_burden_that_is_gone_does_nothing() -> None:
    playing = Playing(burden_recovery="check").holding("Ben", burdens=(1, 0, 0))
    playing.do("Ana", "draft", trait="Empathy", relieves="Ben", burden="Injury").rule("Ana").do(
        "Ana", "commit"
    )
    playing.holding("Ben", burdens=(0, 0, 0)).throw(15)
    assert playing["Ben"].burdens == (0, 0, 0)


@pytest.mark.clause("YOU-BUR-06", "ruling.burden_recovery=session_reset", "ruling.burden_recovery=none")
@pytest.mark.parametrize(
    ("recovery", "after_rest", "after_session"),
    [
        ("gm_tool", (1, 2, 2), (2, 3, 3)),
        ("check", (1, 2, 2), (2, 3, 3)),
        ("none", None, (2, 3, 3)),
        ("session_reset", None, (0, 0, 0)),
    ],
)
def test_how_burdens_go_away(recovery: str, after_rest: Any, after_session: Any) -> None:
    playing = Playing(burden_recovery=recovery).holding("Ana", burdens=(2, 3, 3))
    if after_rest is None:
        assert playing.refused(GM, "rest").clause == "BUR-06"
        assert playing.refused(GM, "relieve", who="Ana", burden="Fear").clause == "BUR-06"
    else:
        playing.do(GM, "rest")
        assert playing.said() == ["Everybody rests: 1 Burden less of each type."]
        assert playing["Ana"].burdens == after_rest
    playing.holding("Ana", burdens=(2, 3, 3), incapacitated="Fear").do(GM, "new_session")
    reset = recovery == "session_reset"
    assert playing["Ana"].burdens == after_session
    assert playing["Ana"].incapacitated == (None if reset else "Fear")
    free = " All Burdens are gone, and everybody can act." if reset else ""
    assert playing.said() == [f"Session 2 begins.{free}"]


def test_there_is_nothing_to_lower_where_nobody_has_a_burden() -> None:
    assert Playing().refused(GM, "relieve", who="Ana", burden="Fear").reason == "nobody has a Burden"


@pytest.mark.clause("YOU-GRO-01", "YOU-GRO-03", "YOU-GRO-04", "YOU-GRO-05", "YOU-GRO-07")
@pytest.mark.parametrize(
    ("held", "kind", "now"),
    [
        (0, "trait", 1),
        (3, "trait", 4),
        (4, "trait", 4),
        (-3, "trait", 1),
        (0, "temptation", -1),
        (4, "temptation", -1),
    ],
)
def test_growth_is_earned_and_wipes_the_other_kind(held: int, kind: str, now: int) -> None:
    playing = Playing("Ana").growing("Ana", "Passion", held).growing("Ana", "Boldness", 2)
    playing.check("Ana", "Passion", 19, kind=kind, reservation=kind == "trait")
    assert playing["Ana"].trait("Passion").growth == now
    assert playing["Ana"].trait("Boldness").growth == 2
    lost = [said for said in playing.said() if "loses" in said]
    assert bool(lost) == (held * now < 0)


@pytest.mark.clause("YOU-GRO-03", "YOU-GRO-06", "YOU-GRO-08", "YOU-CNF-02", "YOU-GRO-10")
@pytest.mark.parametrize(
    ("growth", "direction", "degree", "confidence"),
    [(4, "up", "Often", 1), (-4, "down", "Rarely", 1), (4, None, "Often", 1)],
)
def test_growth_is_spent_on_a_degree(growth: int, direction: Any, degree: str, confidence: int) -> None:
    playing = Playing("Ana").growing("Ana", "Passion", growth).holding("Ana", incapacitated="Fear")
    wrong = "down" if growth > 0 else "up"
    assert playing.refused("Ana", "grow", trait="Passion", direction=wrong).clause == "GRO-03"
    playing.do("Ana", "grow", trait="Passion", direction=direction)
    assert (playing["Ana"].trait("Passion").degree, playing["Ana"].confidence) == (degree, confidence)
    assert playing.refused("Ana", "grow", trait="Passion").clause == "GRO-03"


@pytest.mark.clause("YOU-CNF-03", "ruling.confidence_cap=lifetime", "YOU-GRO-10")
@pytest.mark.parametrize(
    ("cap", "held", "earned", "now"),
    [
        ("held", 4, 4, 4),
        ("held", 3, 9, 4),
        ("lifetime", 3, 3, 4),
        ("lifetime", 3, 4, 3),
        ("lifetime", 4, 0, 4),
    ],
)
def test_confidence_ends_at_four(cap: str, held: int, earned: int, now: int) -> None:
    playing = Playing("Ana", confidence_cap=cap).growing("Ana", "Passion", 4)
    playing.holding("Ana", confidence=held, confidence_earned=earned).do("Ana", "grow", trait="Passion")
    assert playing["Ana"].confidence == now


@pytest.mark.clause("YOU-GRO-09", "ruling.growth_double=player_order", "YOU-GRO-06")
@pytest.mark.parametrize(("first", "now"), [("up", -1), ("down", 1)])
def test_the_roller_says_which_growth_comes_first(first: str, now: int) -> None:
    playing = Playing("Ana", growth_double="player_order").growing("Ana", "Passion", 4)
    playing.check("Ana", "Passion", 19, kind="temptation", reservation=True)
    assert playing.said()[-2:] == [
        "Ana has earned Up- and Down-Growth on Passion and says which comes first.",
        "Ana resists the Impulse.",
    ]
    assert playing.refused("Ana", "grow", trait="Passion").clause == "GRO-03", (
        "it is still to be put in order"
    )
    offer = playing.offer("Ana", "order_growth")
    assert offer is not None
    assert offer.owed
    playing.do("Ana", "order_growth", first=first)
    assert playing["Ana"].trait("Passion").growth == now
    assert playing.said()[0] == f"Ana takes the {first.title()}-Growth first."
    assert playing.refused("Ana", "order_growth", first=first).clause == "GRO-09"


@pytest.mark.clause("YOU-GRO-09", "YOU-GRO-06")
def test_a_second_pass_waits_for_the_order_of_the_first() -> None:
    playing = Playing("Ana", growth_double="player_order")
    playing.check("Ana", "Passion", 19, kind="temptation", reservation=True)
    playing.do("Ana", "draft", trait="Passion").rule("Ana")
    assert playing.refused("Ana", "commit").clause == "GRO-09"


@pytest.mark.clause("YOU-TMP-05", "YOU-TMP-06", "YOU-TMP-08", "YOU-TMP-09")
@pytest.mark.parametrize(
    ("face", "says", "growth"),
    [
        (1, "must act on", 0),
        (8, "must act on", 0),
        (12, "resists", -1),
        (15, "resists", -1),
        (20, "resists", -1),
    ],
)
def test_an_impulse_is_resisted_on_a_pass(face: int, says: str, growth: int) -> None:
    playing = Playing().check("Ana", "Passion", face, kind="temptation")
    assert playing.said()[-1] == f"Ana {says} the Impulse."
    assert playing["Ana"].trait("Passion").growth == growth


@pytest.mark.clause("YOU-RSV-05", "YOU-AST-08", "ruling.assist_on_temptation=no")
def test_what_a_temptation_check_may_not_have() -> None:
    playing = Playing(reservation_on_temptation="no", assist_on_temptation="no")
    draft = {"kind": "temptation", "trait": "Passion"}
    assert playing.refused("Ana", "draft", **draft, reservation=True).clause == "RSV-01"
    assert playing.refused("Ana", "draft", **draft, assist=["Ben"]).clause == "AST-06"
    playing.do("Ana", "draft", **draft)
    assert playing.refused(GM, "rule", who="Ana", reservation=True).field == "reservation"


@pytest.mark.clause("YOU-RES-10", "ruling.player_scope=scene")
@pytest.mark.parametrize(("scope", "hit"), [("table", "Ana Ben Cid Dot"), ("scene", "Ana Ben Dot")])
def test_every_player_is_the_table_or_the_scene(scope: str, hit: str) -> None:
    playing = Playing("Ana", "Ben", "Cid", "Dot", player_scope=scope)
    playing.do(GM, "scene", present=["Ana", "Ben"]).check("Dot", "Boldness", 1)
    assert [name for name in ("Ana", "Ben", "Cid", "Dot") if any(playing[name].burdens)] == hit.split()


def _outcomes(playing: Playing) -> dict[str, Outcome]:
    outcomes = [o for event in playing.happened for o in SYSTEM.outcomes(playing.state, event)]
    return {outcome.key: outcome for outcome in outcomes}


def test_what_odds_speak_about() -> None:
    playing = Playing().holding("Ana", burdens=(3, 1, 1)).holding("Ben", burdens=(3, 3, 2))
    playing.holding("Cid", burdens=(3, 3, 3))
    assert set(_outcomes(playing.check("Ana", "Boldness", 1))) == {
        "result:crit_failure",
        "failed",
        "burden:Ana",
        "overflow:Ana",
        "burden:Ben",
        "overflow:Ben",
        "incapacitated:Cid",
    }
    playing.do(GM, "pick_burden", who="Ana", burden="Fear")
    assert _outcomes(playing) == {}, "the Burden was spoken of when it fell due"
    playing.holding("Ben", ins=(0, 0, 6)).do(
        "Ana", "draft", kind="temptation", trait="Passion", reservation=True
    )
    playing.rule("Ana").do("Ana", "commit").throw(20)
    assert set(_outcomes(playing)) == {
        "result:crit_success",
        "passed",
        "wasted:Ben",
        "growth:Ana:Passion:Up",
        "growth:Ana:Passion:Down",
        "impulse:Ana:resists",
    }
    assert set(_outcomes(playing.check("Ben", "Empathy", 20, target="Cid"))) >= {"released:Cid"}
    assert set(_outcomes(playing.check("Ben", "Passion", 5, kind="temptation"))) >= {"impulse:Ben:acts"}
    healing = Playing(burden_recovery="check").holding("Ben", burdens=(1, 0, 0))
    healing.check("Ana", "Empathy", 15, relieves="Ben", burden="Injury")
    assert set(_outcomes(healing)) == {"result:success", "passed", "recovered:Ben"}
    picked = Playing(burden_type="gm").check("Ana", "Empathy", 5)
    assert set(_outcomes(picked)) == {"result:failure", "failed", "burden:Ana"}
