"""From a draft to the dice: drafted, ruled on, defended, committed, thrown (ADV, DIF, REC, CMP-02)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import DICE, GM
from footlights.dice import Dice
from footlights.games.inciting_incident import SYSTEM, difficulty
from footlights.games.inciting_incident.rulings import Rulings, rulings_from
from tests.games.inciting_incident.playing import GUARD, Playing, fields, sheet, skill, values


@pytest.mark.clause("II-ADV-01", "II-DIF-02", "II-DIC-03", "II-TRG-08")
def test_a_roll_is_drafted_ruled_on_committed_and_thrown() -> None:
    playing = Playing().scene(base=4).obstacle().trigger("Collapse", 5)
    playing.do("Ana", "regular", via="Climb", saying="Hand over\nhand.")
    assert playing.said() == ["Ana plans a Regular Action with Climb. “Hand over hand.”"]
    assert playing.owed(GM) == [("rule", 1)]
    assert playing.refused("Ana", "commit") == ("ADV-01", "the roll waits for the GM's ruling")
    playing.gm("rule", who="Ana", adv=3, dis=1, shift=-1)
    assert playing.said() == ["The GM allows Ana's roll: 3 Advantage, 1 Disadvantage, difficulty dice -1."]
    assert playing.owed(GM) == []
    playing.do("Ana", "commit")
    due = SYSTEM.due(playing.state)
    assert due is not None
    assert (due.seat, due.pool.groups) == ("Ana", (Dice(4, 6, "chain"), Dice(1, 8, "chain")))
    assert {offer.seat for offer in SYSTEM.offers(playing.state)} == {DICE}
    playing.throw(1, 2, 1, 3, 5)
    assert playing.because() == ["DIC-03", "CPX-02", "CPX-07", "TRG-03"]
    assert playing.said() == [
        "Ana rolls 12 (1 2 1 3 5) with Climb against 20: failure.",
        "Crisis rises by 8 to 8, through Ana.",
        "“Collapse” at 5 Crisis fires, caused by Ana; the GM is to confirm it.",
    ]


@pytest.mark.clause("II-ADV-02", "II-ADV-03", "II-ADV-04")
@pytest.mark.parametrize(
    ("rulings", "adv", "dis", "dice"),
    [
        ({}, 0, 0, 5),
        ({}, 3, 1, 6),
        ({}, 1, 3, 4),
        ({}, 10, 0, 9),
        ({}, 0, 99, 1),
        ({"advantage_cap": "net_first"}, 14, 3, 9),
        ({"advantage_cap": "each_side_first"}, 14, 3, 8),
        ({"advantage_table": [1, 2, 3, 4]}, 4, 0, 9),
        ({"advantage_table": [5, 6, 7, 8]}, 4, 0, 5),
    ],
)
def test_advantage_and_disadvantage_cancel_and_change_the_dice(
    rulings: dict[str, Any], adv: int, dis: int, dice: int
) -> None:
    assert difficulty.asked(rulings_from(rulings), 5, 0, adv, dis) == dice


@pytest.mark.clause("II-DIF-04", "II-DIF-01")
@pytest.mark.parametrize(
    ("clamp", "base", "shift", "adv", "dis", "dice"),
    [
        ("1..9", 9, 1, 10, 0, 9),
        ("1..9", 1, 0, 0, 10, 1),
        ("min1_only", 9, 1, 10, 0, 14),
        ("min1_only", 1, 0, 0, 10, 1),
        ("base_only", 9, 1, 10, 0, 13),
        ("base_only", 1, 0, 0, 10, 0),
    ],
)
def test_the_pool_is_clamped_as_the_table_says(
    clamp: str, base: int, shift: int, adv: int, dis: int, dice: int
) -> None:
    assert difficulty.asked(rulings_from({"pool_clamp": clamp}), base, shift, adv, dis) == dice


def test_a_pool_without_any_dice_is_thrown_and_totals_nothing() -> None:
    playing = Playing(pool_clamp="base_only").scene(base=1).obstacle(5, 1)
    playing.roll("Ana", "regular", via="Wits", rule_dis=10)
    assert playing.said()[0] == "Ana rolls 0 with Wits against 20: failure."


@pytest.mark.clause("II-REC-01", "II-TAL-02")
@pytest.mark.parametrize(
    ("order", "fields", "clause"),
    [
        ("regular", {"via": "Climb"}, "TAL-02"),
        ("recreate", {"via": "Climb", "skill": "Anchor"}, "REC-01"),
    ],
)
def test_the_gm_may_not_allow_a_roll(order: str, fields: dict[str, str], clause: str) -> None:
    playing = Playing().scene().obstacle()
    playing.gm("write_skill", skill=skill("Anchor", "modifier", talent=""))
    playing.do("Ana", order, **fields)
    assert playing.offer(GM, "veto").clause == clause
    playing.gm("veto", who="Ana", reason="the rope is cut")
    assert playing.said() == ["The GM does not allow Ana's roll (the rope is cut)."]
    assert playing.because() == [clause]
    assert playing.refused("Ana", "commit") == ("ADV-01", "there is no draft of yours")


def test_the_oldest_draft_is_ruled_on_first_and_any_may_be_ruled_on_again() -> None:
    playing = Playing().scene().obstacle()
    playing.do("Ana", "regular", via="Climb").do("Bo", "regular", via="Dash")
    offer = playing.offer(GM, "rule")
    assert (values(offer, "who"), offer.number) == (("Ana",), 1)
    playing.gm("rule", who="Ana")
    offer = playing.offer(GM, "rule")
    assert (values(offer, "who"), offer.number) == (("Bo",), 2)
    playing.gm("rule", who="Bo", adv=1)
    assert values(playing.offer(GM, "rule"), "who") == ("Ana", "Bo")
    playing.gm("rule", who="Ana", dis=2)
    assert playing.state.drafts["Ana"].dis == 2
    playing.do("Ana", "withdraw").do("Bo", "withdraw")
    assert playing.said() == ["Bo thinks again."]
    assert playing.refused(GM, "rule", who="Ana") == ("ADV-01", "there is no draft to rule on")


def test_what_was_drafted_may_have_become_impossible() -> None:
    playing = Playing().scene().obstacle()
    playing.do("Ana", "regular", via="Climb").gm("rule", who="Ana")
    assert "commit" in playing.kinds("Ana")
    playing.do("Ana", "regular", via="automatic")
    assert playing.refused("Ana", "commit")[0] == "CPX-03"


@pytest.mark.clause("II-ADV-01", "II-REC-01", "II-CMP-02")
def test_rolls_that_are_waved_through_wait_only_where_something_is_to_be_ruled() -> None:
    playing = Playing().gm("wave", waved=True).scene().obstacle()
    playing.gm("write_skill", skill=skill("Anchor", "modifier", talent=""))
    playing.do("Ana", "regular", via="Climb").do("Ana", "commit")
    assert playing.said() == ["Ana rolls 5d6 + 1d8 against 20: 5 by the scene."]
    playing.throw(1, 1, 1, 1, 1, 1)
    playing.do("Bo", "recreate", via="Dash", skill="Anchor")
    assert playing.owed(GM) == [("rule", 1)]
    playing.fight(GUARD).do("Ana", "attack", via="Climb", target="Guard")
    assert playing.owed(GM) == [("rule", 2)]
    assert playing.gm("wave", waved=False).said() == ["Plain rolls wait for the GM's ruling."]


@pytest.mark.clause("II-CMP-02", "ruling.defence_pick=defender")
def test_whoever_plays_the_target_names_the_defence_and_the_gm_settles_objections() -> None:
    playing = Playing().fight(GUARD)
    playing.gm("attack", by="Guard", via="Pike", target="Bo", adv=1)
    assert playing.refused(GM, "commit") == ("ADV-01", "the roll waits for Bo to name a defence")
    assert playing.owed("Bo") == [("defend", 1)]
    assert playing.refused("Ana", "defend", ability="Fortitude")[0] == "CMP-02"
    playing.do("Bo", "defend", ability="Nimbleness")
    assert playing.said() == ["Bo defends with Nimbleness."]
    playing.gm("rule", who="Guard", ability="Perseverance")
    playing.gm("commit").throw(5, 5, 5, 5, 3, 2)
    assert playing.conflict.flow == -5


@pytest.mark.clause("II-CMP-02", "ruling.defence_pick=gm")
def test_where_the_gm_picks_the_gm_names_every_defence() -> None:
    playing = Playing(defence_pick="gm").fight(GUARD)
    assert playing.refused(GM, "attack", by="Guard", via="Pike", target="Bo")[0] == "CMP-02"
    playing.gm("attack", by="Guard", via="Pike", target="Bo", ability="Nimbleness").gm("commit")
    assert "defend" not in playing.kinds("Bo")
    playing.throw(5, 5, 3, 9)
    playing.do("Bo", "attack", via="Dash", target="Guard")
    assert playing.refused(GM, "rule", who="Bo")[1] == (
        "ability is missing; it is one of: Fortitude, Perseverance, Nimbleness"
    )
    playing.gm("rule", who="Bo", ability="Nimbleness").gm("rule", who="Bo", ability="Fortitude")
    assert playing.do("Bo", "commit").said() == ["Bo rolls 5d6 + 3d8 against 20: 5 by Guard's Fortitude."]


@pytest.mark.clause("II-ABL-02", "ruling.ability_roll_crisis=none", "ruling.ability_roll_crisis=as_simple")
def test_a_reaction_is_owed_and_nothing_else_is_drafted_before_it() -> None:
    playing = Playing(ability_roll_crisis="as_simple").scene().obstacle()
    playing.do("Ana", "regular", via="Climb")
    playing.gm("call_reaction", who="Ana", ability="Perseverance", dis=3, saying="A beam falls.")
    assert playing.said() == ["Ana must react with Perseverance. “A beam falls.”"]
    assert playing.owed("Ana") == [("commit", 1)]
    assert playing.refused("Ana", "withdraw") == ("ABL-02", "the GM has called for this reaction")
    assert playing.refused("Ana", "regular", via="Climb")[0] == "ABL-02"
    playing.do("Ana", "commit").throw(3, 3, 3, 8)
    assert playing.said() == [
        "Ana rolls 17 (3 3 3 8) with Perseverance against 20: failure.",
        "Crisis rises by 3 to 3, through Ana.",
    ]
    assert playing.refused(GM, "call_reaction", who="Ana", ability="Strength")[0] == "ABL-02"
    playing.gm("change_ruling", ruling="ability_roll_crisis", value="none")
    playing.gm("call_reaction", who="Cy", ability="Fortitude").do("Cy", "commit").throw(1, 1, 1, 1, 1)
    assert playing.said() == ["Cy rolls 5 (1 1 1 1 1) with Fortitude against 20: failure."]


def test_a_reaction_is_called_off_or_comes_too_late() -> None:
    playing = Playing().scene().gm("call_reaction", who="Bo", ability="Fortitude")
    playing.gm("hit", who="Bo", n=2)
    assert playing.refused("Bo", "commit") == ("ABL-02", "Bo cannot react")
    playing.gm("veto", who="Bo")
    assert playing.said() == ["The GM does not allow Bo's roll."]
    playing.gm("hit", who="Ana", n=9).gm("hit", who="Cy", n=9)
    assert playing.refused(GM, "call_reaction", who="Bo", ability="Fortitude") == (
        "ABL-02",
        "nobody in the scene can react",
    )


@pytest.mark.clause("II-DIC-04", "II-DIC-05", "ruling.explode=chain", "ruling.explode=once")
@pytest.mark.parametrize(
    ("explode", "faces", "refusal"),
    [
        ("chain", (1, 1, 1, 1, [6, 6, 2], 1), ""),
        (
            "chain",
            (1, 1, 1, 1, [6, 6], 1),
            "die 5 (d6) ends on a 6, which adds a die: give the next face too",
        ),
        ("once", (1, 1, 1, 1, [6, 6], 1), ""),
        ("once", (1, 1, 1, 1, [6, 6, 2], 1), "die 5 (d6) explodes only once: give two faces at most"),
        ("once", (1, 1, 1, 1, 1), "5 dice were given: this throw needs 6"),
    ],
)
def test_only_the_dice_that_are_due_are_taken(
    explode: str, faces: tuple[int | list[int], ...], refusal: str
) -> None:
    playing = Playing(explode=explode).gm("wave", waved=True).scene().obstacle()
    playing.do("Ana", "regular", via="Climb").do("Ana", "commit")
    assert playing.refused("Ana", "throw", faces=[[1]]) == ("DIC-03", "no dice are due from you now")
    assert playing.refused(GM, "rule", who="Ana")[0] == "DIC-03"
    if refusal:
        with_dice = [face if isinstance(face, list) else [face] for face in faces]
        assert playing.refused(DICE, "throw", faces=with_dice) == ("DIC-04", refusal)
    else:
        playing.throw(*faces)
    assert (SYSTEM.due(playing.state) is None) == (not refusal)


def test_everything_that_changes_the_dice_has_its_name() -> None:
    ana = sheet("Ana", skill("Sure", "modifier", advantage=2))
    playing = Playing(ana, sheet("Bo")).gm("gain_tension", n=3, reason="dusk").scene()
    playing.gm("add_obstacle", kind="complex", obstruction=9, attempts=3, shift=1)
    playing.gm("buy", what="disadvantage", who="Ana", n=3)
    playing.do("Ana", "regular", via="Climb", skill="Sure").gm("rule", who="Ana", adv=1, dis=1, shift=2)
    assert playing.do("Ana", "commit").said() == [
        "Ana rolls 7d6 + 1d8 against 20: 5 by the scene, the GM +2, the Obstacle +1, "
        "1 Advantage (the GM), 2 Advantage (Sure), 1 Disadvantage (the GM), 3 Disadvantage (Rising Tension)."
    ]


def test_who_asks_about_a_pool_is_told_what_is_out_of_bounds() -> None:
    with pytest.raises(Exception, match="base is 10; it is a whole number from 1 to 9"):
        difficulty.asked(Rulings(), 10)


@pytest.mark.clause("II-ADV-01")
def test_once_all_is_settled_whoever_rolls_is_waited_for_and_rolling_comes_first() -> None:
    playing = Playing().fight(GUARD)
    playing.do("Ana", "attack", via="Climb", target="Guard")
    assert "commit" not in dict(playing.owed("Ana"))
    playing.gm("rule", who="Ana", ability="Fortitude")
    assert [kind for kind, _ in playing.owed("Ana")] == ["commit"]
    assert SYSTEM.offers(playing.state, "Ana")[0].kind == "commit"
    playing.do("Ana", "withdraw")
    assert playing.owed("Ana") == []


@pytest.mark.clause("II-CMP-02")
def test_whoever_defends_reads_what_each_ability_gives_to_the_attacker() -> None:
    playing = Playing().fight(GUARD).gm("attack", by="Guard", via="Pike", target="Bo")
    offer = playing.offer("Bo", "defend")
    assert offer.label == "Defend Bo against Guard, who attacks with Pike"
    (ability,) = fields(offer, "ability")
    labels: tuple[str, ...] = getattr(ability, "labels", ())
    assert labels[0].startswith("Fortitude ")
    assert all(": Guard rolls " in label for label in labels)
