"""From a draft to the dice (CHK, TMP, RSV, AST as far as they are about drafting)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import DICE, GM
from footlights.dice import Dice
from footlights.games.you import SYSTEM
from tests.games.you.playing import Playing, values


@pytest.mark.clause("YOU-CHK-08", "YOU-CHK-04", "YOU-TIM-01", "YOU-CHK-05")
def test_a_check_is_drafted_helped_ruled_on_committed_and_rolled() -> None:
    playing = Playing().holding("Ana", ins=(2, 0, 0), confidence=1, burdens=(1, 0, 0))
    playing.do("Ana", "draft", trait="Boldness", saying="I leap.", assist=["Ben"], reservation=True)
    assert playing.said() == ["Ana drafts a check with Boldness and asks Ben for help. “I leap.”"]
    playing.do("Ben", "help", roller="Ana")
    assert playing.said() == ["Ben helps Ana."]
    playing.rule("Ana", mode="ADV", note="the ring")
    assert playing.said() == [
        "The GM rules on Ana's Boldness: Advantage, and the Reservation applies. “the ring”"
    ]
    playing.do("Ana", "commit", ins=2)
    assert playing.said() == ["Ana commits and spends 2 INS."]
    assert playing["Ana"].ins == (0, 0, 0)
    due = SYSTEM.due(playing.state)
    assert due is not None
    assert (due.seat, due.pool.groups, due.pool.plus) == ("Ana", (Dice(2, 20, keep=1),), 2 + 1 + 2 - 1 - 2)
    playing.throw(3, 14)
    assert playing.because()[:2] == ["ROL-02", "RES-05"]
    assert playing.said()[:2] == [
        "Ana rolls 3 and 14; the 14 is kept.",
        "Ana's Boldness: 14 + 2 = 16. Success.",
    ]


@pytest.mark.clause("YOU-CHK-08")
def test_drafts_of_several_players_hold_nobody_up() -> None:
    playing = Playing()
    for name in ("Ana", "Ben", "Cid"):
        playing.do(name, "draft", trait="Passion")
    playing.rule("Ben").do("Ben", "commit")
    assert [draft.by for draft in playing.state.drafts] == ["Ana", "Cid"]
    playing.throw(15).rule("Ana").do("Ana", "commit").throw(15)
    assert [draft.by for draft in playing.state.drafts] == ["Cid"]


@pytest.mark.clause("YOU-CHK-08")
def test_a_changed_draft_asks_for_a_new_ruling() -> None:
    playing = Playing("Ana").do("Ana", "draft", trait="Boldness").rule("Ana", mode="ADV")
    assert playing.offer("Ana", "commit") is not None
    playing.do("Ana", "draft", trait="Passion")
    refused = playing.refused("Ana", "commit")
    assert (refused.clause, refused.reason) == ("CHK-04", "the GM has not ruled on this check yet")


@pytest.mark.clause("YOU-CHK-04")
def test_the_gm_may_rule_otherwise_until_the_commit() -> None:
    playing = Playing("Ana").do("Ana", "draft", trait="Boldness").rule("Ana", mode="ADV")
    offer = playing.offer(GM, "rule")
    assert offer is not None
    assert not offer.owed
    playing.rule("Ana", mode="DIS").do("Ana", "commit")
    due = SYSTEM.due(playing.state)
    assert due is not None
    assert due.pool.groups == (Dice(2, 20, keep=-1),)


def test_the_gm_rules_on_each_of_several_drafts_by_its_own_fields() -> None:
    playing = Playing("Ana", "Ben")
    playing.do("Ana", "draft", trait="Boldness", reservation=True)
    playing.do("Ben", "draft", kind="temptation", trait="Passion")
    offer = playing.offer(GM, "rule")
    assert offer is not None
    assert values(offer, "who") == ("Ana", "Ben")
    playing.rule("Ben", approve=True, reservation=True)
    playing.rule("Ana", reservation=False)
    ruled = {draft.by: draft.ruled and draft.ruled.reservation for draft in playing.state.drafts}
    assert ruled == {"Ana": False, "Ben": True}


def test_questions_to_the_gm_are_numbered_and_a_later_draft_does_not_renumber_the_first() -> None:
    playing = Playing("Ana", "Ben").do("Ana", "draft", trait="Boldness")
    first = playing.offer(GM, "rule")
    playing.do("Ben", "draft", trait="Boldness")
    second = playing.offer(GM, "rule")
    assert first is not None
    assert second is not None
    assert first.number == second.number
    playing.rule("Ana")
    third = playing.offer(GM, "rule")
    assert third is not None
    assert third.number > first.number


@pytest.mark.clause("YOU-CHK-03")
def test_a_vetoed_trait_waits_for_another_draft() -> None:
    playing = Playing("Ana").do("Ana", "draft", trait="Boldness").rule("Ana", approve=False, note="too far")
    assert playing.said() == ["The GM does not let Ana's draft stand. “too far”"]
    assert playing.because() == ["CHK-03"]
    assert "does not let this draft stand" in playing.refused("Ana", "commit").reason
    playing.do("Ana", "draft", trait="Passion").rule("Ana").do("Ana", "commit")


@pytest.mark.clause("YOU-CHK-03", "ruling.trait_pick=player", "ruling.trait_pick=gm")
@pytest.mark.parametrize(
    ("pick", "draft", "ruling"),
    [
        ("player_names_gm_may_veto_before_dice", {"trait": "Passion"}, {}),
        ("player", {"trait": "Passion"}, {}),
        ("gm", {}, {"trait": "Passion"}),
    ],
)
def test_the_trait_is_named_by_whom_the_table_says(
    pick: str, draft: dict[str, Any], ruling: dict[str, Any]
) -> None:
    playing = Playing("Ana", trait_pick=pick).do("Ana", "draft", **draft)
    other: dict[str, Any] = {} if draft else {"trait": "Passion"}
    assert playing.refused("Ana", "draft", **other).field == "trait"
    assert playing.refused(GM, "rule", who="Ana", **({} if ruling else {"trait": "Passion"})).field == "trait"
    playing.rule("Ana", **ruling).do("Ana", "commit").throw(12)
    assert playing.state.finished is not None
    assert playing.state.finished.trait == "Passion"


@pytest.mark.clause("YOU-CHK-02")
def test_the_gm_asks_a_player_who_then_owes_a_draft() -> None:
    playing = Playing("Ana", "Ben").do(GM, "ask_check", who="Ana", saying="The ice cracks.")
    assert playing.said() == ["The GM asks Ana for a check. “The ice cracks.”"]
    draft = playing.offer("Ana", "draft")
    assert draft is not None
    assert draft.owed
    assert playing.offer(GM, "rule") is None
    assert playing.refused(GM, "rule", who="Ana").reason == "there is no draft to rule on"
    assert values(playing.offer(GM, "ask_check"), "who") == ("Ben",)
    playing.do("Ana", "draft", trait="Boldness")
    answered = playing.offer("Ana", "draft")
    assert answered is not None
    assert not answered.owed
    playing.rule("Ana").do("Ana", "commit").throw(15)


@pytest.mark.clause("YOU-CHK-02", "ruling.trait_pick=gm")
def test_where_the_gm_names_the_trait_a_check_that_the_gm_asks_for_needs_no_draft() -> None:
    playing = Playing("Ana", trait_pick="gm").do(GM, "ask_check", who="Ana")
    draft = playing.offer("Ana", "draft")
    assert draft is not None
    assert not draft.owed
    playing.rule("Ana", trait="Empathy", mode="DIS").do("Ana", "commit").throw(11, 15)
    assert playing["Ana"].burdens == (0, 0, 1)


def test_the_gm_asks_nobody_who_cannot_or_already_does() -> None:
    playing = Playing("Ana", "Ben").holding("Ben", incapacitated="Fear")
    playing.do("Ana", "draft", trait="Boldness")
    assert playing.refused(GM, "ask_check", who="Ana").clause == "CHK-02"
    assert playing.refused("Ana", "ask_check", who="Ben").reason == "only the GM may do this"


@pytest.mark.clause("YOU-TMP-01", "YOU-TMP-02", "YOU-TMP-03", "YOU-TMP-04")
def test_only_a_player_starts_a_temptation_check_and_the_gm_approves_it() -> None:
    playing = Playing("Ana").do("Ana", "draft", kind="temptation", trait="Passion")
    assert playing.said() == ["Ana drafts a Temptation Check with Passion."]
    playing.rule("Ana", approve=False)
    assert playing.because() == ["TMP-02"]
    playing.refused("Ana", "commit")
    playing.rule("Ana", approve=True).do("Ana", "commit").throw(15)
    assert playing.said()[-1] == "Ana resists the Impulse."
    playing.do(GM, "ask_check", who="Ana")
    assert playing.refused("Ana", "draft", kind="temptation", trait="Passion").clause == "TMP-01"


@pytest.mark.clause("YOU-TMP-03")
def test_without_an_impulse_there_is_nothing_to_resist() -> None:
    playing = Playing("Ana").do("Ana", "edit_sheet", part="impulse", trait="Passion", text="")
    assert playing.refused("Ana", "draft", kind="temptation", trait="Passion").clause == "TMP-03"
    for trait in ("Assertiveness", "Boldness", "Determination", "Influence", "Empathy"):
        playing.do("Ana", "edit_sheet", part="impulse", trait=trait, text="")
    assert values(playing.offer("Ana", "draft"), "kind") == ("trait",)


@pytest.mark.clause("YOU-AST-01", "YOU-AST-06")
def test_a_helper_is_asked_and_may_say_no() -> None:
    playing = Playing().do("Ana", "draft", trait="Boldness", assist=["Ben"])
    asked = playing.offer("Ben", "help")
    assert asked is not None
    assert asked.owed
    playing.do("Ben", "help", roller="Ana", agree=False)
    assert playing.said() == ["Ben does not help Ana."]
    again = playing.offer("Ben", "help")
    assert again is not None
    assert not again.owed
    playing.rule("Ana").do("Ana", "commit")
    assert playing.state.check is not None
    assert playing.state.check.helpers == ()
    assert playing.refused("Cid", "help", roller="Ana").clause == "AST-01"


@pytest.mark.clause("YOU-AST-06", "YOU-INC-03")
def test_a_helper_who_can_no_longer_help_adds_nothing() -> None:
    playing = Playing().do("Ana", "draft", trait="Boldness", assist=["Ben"])
    playing.do("Ben", "help", roller="Ana").rule("Ana")
    playing.holding("Ben", incapacitated="Fear", burdens=(3, 3, 3))
    assert playing.refused("Ben", "help", roller="Ana").clause == "INC-03"
    playing.do("Ana", "commit").throw(12)
    assert playing.state.finished is not None
    assert playing.state.finished.total == 12


@pytest.mark.clause("YOU-INS-09", "YOU-BUR-07")
def test_a_helper_with_a_pick_to_make_waits() -> None:
    playing = Playing().do("Ana", "draft", trait="Boldness", assist=["Ben"]).holding("Ben", pending=1)
    assert playing.refused("Ben", "help", roller="Ana").clause == "AST-06"
    playing.do("Ben", "pick_ins", of="Emotive").do("Ben", "help", roller="Ana")


def test_a_draft_is_withdrawn_by_its_player_or_the_gm() -> None:
    playing = Playing("Ana", "Ben").do("Ana", "draft", trait="Boldness").do("Ben", "draft", trait="Boldness")
    assert playing.refused("Ana", "withdraw", who="Ben").field == "who"
    playing.do("Ana", "withdraw")
    assert playing.said() == ["Ana's draft is withdrawn."]
    playing.do(GM, "withdraw", who="Ben")
    assert playing.refused(GM, "withdraw", who="Ben").clause == "CHK-08"
    assert playing.refused("Ana", "commit").reason == "build a check first"


@pytest.mark.clause("YOU-RSV-01")
@pytest.mark.parametrize(
    ("caller", "claims", "ruling", "applies"),
    [
        ("either_declares_gm_confirms", True, {}, True),
        ("either_declares_gm_confirms", True, {"reservation": False}, False),
        ("either_declares_gm_confirms", False, {"reservation": True}, True),
        ("either_declares_gm_confirms", False, {}, False),
        ("gm", False, {"reservation": True}, True),
        ("gm", False, {}, False),
        ("player", True, {}, True),
        ("player", False, {}, False),
    ],
)
def test_a_reservation_applies_when_those_who_decide_say_so(
    caller: str, claims: bool, ruling: dict[str, Any], applies: bool
) -> None:
    playing = Playing("Ana", reservation_caller=caller)
    playing.do("Ana", "draft", trait="Boldness", reservation=claims).rule("Ana", **ruling)
    playing.do("Ana", "commit").throw(17)
    assert playing.state.finished is not None
    assert playing.state.finished.total == (15 if applies else 17)


@pytest.mark.clause("YOU-RSV-01", "ruling.reservation_caller=gm", "ruling.reservation_caller=player")
def test_nobody_else_says_that_a_reservation_applies() -> None:
    by_gm = Playing("Ana", reservation_caller="gm")
    assert by_gm.refused("Ana", "draft", trait="Boldness", reservation=True).field == "reservation"
    by_player = Playing("Ana", reservation_caller="player").do("Ana", "draft", trait="Boldness")
    assert by_player.refused(GM, "rule", who="Ana", reservation=True).field == "reservation"


@pytest.mark.clause("YOU-CHK-08", "YOU-INS-04")
def test_a_check_is_called_off_by_its_roller_or_the_gm_and_the_ins_returns() -> None:
    for caller, says in (("Ana", "Ana"), (GM, "The GM")):
        playing = Playing("Ana", "Ben").holding("Ana", ins=(0, 0, 3))
        playing.do("Ana", "draft", trait="Passion").rule("Ana").do("Ana", "commit", ins=3)
        assert playing.refused("Ben", "call_off").clause == "CHK-08"
        playing.do(caller, "call_off")
        assert playing.said() == [f"{says} calls the check off; the INS returns."]
        assert playing["Ana"].ins == (0, 0, 3)
        assert playing.state.check is None


@pytest.mark.clause("YOU-CHK-08", "YOU-TIM-02")
def test_while_dice_are_due_everything_else_waits_but_picks_and_calling_off() -> None:
    playing = Playing().holding("Cid", pending=1).do("Ana", "draft", trait="Passion").rule("Ana")
    playing.do("Ana", "commit")
    before = playing.state
    assert {seat: playing.kinds(seat) for seat in (*SYSTEM.seats(before), DICE)} == {
        GM: ["call_off"],
        "Ana": ["call_off"],
        "Ben": [],
        "Cid": ["pick_ins"],
        DICE: ["throw"],
    }
    assert playing.refused("Ben", "draft", trait="Passion").reason == "the dice of Ana's check come first"
    assert playing.state is before
    playing.do("Cid", "pick_ins", of="Emotive").throw(15)


@pytest.mark.clause("YOU-CHK-06", "YOU-ROL-01", "YOU-ROL-02", "YOU-ROL-03")
@pytest.mark.parametrize(
    ("mode", "faces", "total"),
    [("neither", (9,), 12), ("ADV", (9, 4), 12), ("DIS", (9, 4), 7)],
)
def test_the_same_modifier_goes_on_every_die(mode: str, faces: tuple[int, ...], total: int) -> None:
    playing = Playing("Ana").holding("Ana", confidence=3)
    playing.check("Ana", "Boldness", *faces, mode=mode)
    assert playing.state.finished is not None
    assert playing.state.finished.total == total


@pytest.mark.parametrize("faces", [(), (9, 9), (0,), (21,)])
def test_the_dice_are_exactly_those_that_are_due(faces: tuple[int, ...]) -> None:
    playing = Playing("Ana").do("Ana", "draft", trait="Passion").rule("Ana").do("Ana", "commit")
    assert playing.refused(DICE, "throw", faces=[[face] for face in faces]).field == "faces"
    assert playing.refused("Ana", "throw", faces=[[9]]).clause == "CHK-06"


@pytest.mark.clause("YOU-INS-05", "YOU-INS-06", "ruling.ins_timing=after")
def test_after_the_dice_the_roller_alone_adds_ins_once() -> None:
    playing = Playing("Ana", "Ben", ins_timing="after").holding("Ana", ins=(3, 0, 0))
    playing.do("Ana", "draft", trait="Boldness").rule("Ana")
    assert playing.refused("Ana", "commit", ins=1).clause == "INS-05"
    playing.do("Ana", "commit").throw(13)
    assert playing.said() == ["Ana rolls 13."]
    assert playing.refused("Ben", "add_ins", ins=1).clause == "INS-05"
    assert playing.refused("Ana", "add_ins", ins=4).clause == "INS-02"
    offer = playing.offer("Ana", "add_ins")
    assert offer is not None
    assert offer.owed
    playing.do("Ana", "add_ins", ins=2)
    assert playing.said()[0] == "Ana adds 2 INS."
    assert playing.refused("Ana", "add_ins", ins=1).clause == "INS-05"
    playing.do("Ana", "draft", trait="Boldness").rule("Ana").do("Ana", "commit").throw(13).do(
        "Ana", "add_ins"
    )
    assert playing.said()[0] == "Ana adds no INS."


@pytest.mark.clause("YOU-INC-05", "YOU-CMP-04")
def test_a_draft_whose_aim_is_gone_must_be_changed() -> None:
    playing = Playing(burden_recovery="check").holding("Ben", incapacitated="Fear", burdens=(3, 3, 3))
    playing.do("Ana", "draft", trait="Empathy", target="Ben").rule("Ana").do(GM, "free", who="Ben")
    assert playing.refused("Ana", "commit").clause == "INC-05"
    playing.do("Ana", "draft", trait="Empathy", relieves="Ben", burden="Injury").rule("Ana")
    for _ in range(3):
        playing.do(GM, "relieve", who="Ben", burden="Injury")
    assert playing.refused("Ana", "commit").clause == "CMP-04"


@pytest.mark.clause("YOU-AST-02")
def test_one_helper_or_many() -> None:
    one = Playing().refused("Ana", "draft", trait="Boldness", assist=["Ben", "Cid"])
    assert one.clause == "AST-06"
    many = Playing(assist_max="many").check("Ana", "Boldness", 11, assist=["Ben", "Cid"])
    assert many.state.finished is not None
    assert many.state.finished.total == 15


@pytest.mark.clause("YOU-CHK-08")
def test_once_the_gm_has_ruled_the_roller_is_waited_for_and_rolling_comes_first() -> None:
    playing = Playing().do("Ana", "draft", trait="Boldness", assist=["Ben"]).rule("Ana")
    commit = playing.offer("Ana", "commit")
    assert commit is not None
    assert not commit.owed, "Ben is yet to answer"
    playing.do("Ben", "help", roller="Ana", agree=False)
    owed = [(offer.kind, offer.label) for offer in SYSTEM.offers(playing.state, "Ana") if offer.owed]
    assert owed == [("commit", "Roll Boldness")]
    assert playing.kinds("Ana")[:3] == ["commit", "draft", "withdraw"]
    change = playing.offer("Ana", "draft")
    assert change is not None
    assert change.label == "Change your check"
    playing.do("Ben", "draft", trait="Passion").rule("Ben").do("Ben", "commit")
    assert playing.offer("Ana", "commit") is None, "one check at a time"


def test_nobody_waits_for_help_that_cannot_come() -> None:
    playing = Playing().do("Ana", "draft", trait="Boldness", assist=["Ben"]).rule("Ana")
    playing.holding("Ben", incapacitated="Fear", burdens=(3, 3, 3))
    commit = playing.offer("Ana", "commit")
    assert commit is not None
    assert commit.owed


@pytest.mark.clause("YOU-CHK-03", "YOU-TMP-02")
def test_a_draft_that_the_gm_does_not_let_stand_is_its_players_to_change() -> None:
    playing = Playing().do("Ana", "draft", trait="Boldness").rule("Ana", approve=False)
    change = playing.offer("Ana", "draft")
    assert change is not None
    assert change.owed
    assert playing.offer("Ana", "commit") is None
    playing.do("Ana", "draft", trait="Passion")
    change = playing.offer("Ana", "draft")
    assert change is not None
    assert not change.owed
