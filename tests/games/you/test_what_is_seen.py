"""What each seat sees, the corrections, bounds, and the line along which odds are asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from footlights.core import DICE, GM, Card, Fact, Meter, Note, Panel
from footlights.games.you import SYSTEM
from footlights.games.you.assists import Help
from footlights.games.you.bounds import BOUNDS
from footlights.games.you.checks import Commit, Throw
from footlights.games.you.drafts import DraftCheck, Rule, Withdraw
from tests.games.you.playing import Playing


def _panels(playing: Playing, seat: str) -> dict[str, Panel]:
    return {panel.id: panel for panel in SYSTEM.panels(SYSTEM.view(playing.state, seat))}


def _lines(panel: Panel) -> list[str]:
    """The lines of a panel as plain words."""
    shown = []
    for line in panel.lines:
        match line:
            case Fact():
                shown.append(f"{line.label}: {line.value}")
            case Meter():
                shown.append(f"{line.label}: {line.value} of {line.hi}")
            case Note():
                shown.append(line.text)
            case Card():
                facts = "; ".join(f"{fact.label}: {fact.value}" for fact in line.facts)
                shown.append(f"{line.title} ({line.kind}) {line.text} [{facts}]".replace("  ", " "))
    return shown


@pytest.mark.clause("YOU-CHK-05", "YOU-ROL-04", "YOU-CNF-01", "YOU-BUR-01", "YOU-RSV-01", "YOU-AST-01")
def test_a_roll_is_shown_with_every_modifier_named_and_signed() -> None:
    playing = Playing().holding("Ana", confidence=2, burdens=(0, 1, 3), ins=(0, 4, 0))
    playing.holding("Cid", incapacitated="Fear", burdens=(3, 3, 3))
    playing.do(
        "Ana", "draft", trait="Influence", saying="Once more.", reservation=True, assist=["Ben"], target="Cid"
    )
    assert _lines(_panels(playing, "Ben")["draft:Ana"]) == [
        "Once more.",
        "Trait: Influence",
        "Reservation of Influence: I hold back.",
        "The GM rules: not yet",
        "To free: Cid",
        "Help of Ben: asked",
        "Confidence: +2",
        "Stress: -1",
        "Reservation: -2",
        "Added to each die: -1",
    ]
    playing.do("Ben", "help", roller="Ana").rule("Ana", mode="ADV", note="the ring").do(
        "Ana", "commit", ins=2
    )
    assert _lines(_panels(playing, "Ben")["check:Ana"])[3:] == [
        "The GM rules: Advantage",
        "the ring",
        "To free: Cid",
        "Confidence: +2",
        "Stress: -1",
        "Reservation: -2",
        "Assist by Ben: +2",
        "Decisive INS: +2",
        "Added to each die: +3",
    ]
    assert playing.state.check is not None
    assert playing.state.check.modifier == 3
    playing.throw(9, 12)
    assert _lines(_panels(playing, "Ben")["finished"]) == ["Dice: 9 and 12", "Total: 15", "Result: Success"]


def test_a_roll_that_is_not_ready_says_what_is_missing() -> None:
    playing = (
        Playing(burden_recovery="check").holding("Ben", burdens=(1, 0, 0)).do(GM, "ask_check", who="Ana")
    )
    assert "Trait: not named yet" in _lines(_panels(playing, "Ana")["draft:Ana"])
    playing.do("Ana", "draft", trait="Empathy", relieves="Ben", burden="Injury", assist=["Cid"])
    playing.do("Cid", "help", roller="Ana", agree=False).rule("Ana", approve=False)
    lines = _lines(_panels(playing, "Ana")["draft:Ana"])
    assert "The GM rules: this does not stand" in lines
    assert "To relieve: Ben of Injury" in lines
    assert "Help of Cid: no" in lines
    playing.do("Ben", "draft", kind="temptation", trait="Passion")
    assert _panels(playing, "Ana")["draft:Ben"].title == "Ben's Temptation Check, a draft"


def test_dice_that_lie_are_shown_while_the_roller_thinks() -> None:
    playing = Playing(ins_timing="after", burden_recovery="check").holding("Ben", burdens=(1, 0, 0))
    playing.do("Ana", "draft", trait="Passion", relieves="Ben", burden="Injury").rule("Ana").do(
        "Ana", "commit"
    )
    playing.throw(12)
    panels = _panels(playing, "Ben")
    assert "The dice show: 12" in _lines(panels["check:Ana"])
    assert "To relieve: Ben of Injury" in _lines(panels["check:Ana"])
    assert _lines(panels["owed"]) == ["Ana: INS to add to the roll, or none"]
    assert _panels(playing, "Ana")["check:Ana"].title == "Ana's check, open"


def test_an_impulse_is_part_of_how_a_check_ended() -> None:
    playing = Playing()
    for face, words in ((15, "resisted"), (3, "acted on")):
        playing.check("Ana", "Passion", face, kind="temptation")
        assert f"Impulse: {words}" in _lines(_panels(playing, "Ben")["finished"])


def test_everybody_sees_who_is_waited_for() -> None:
    playing = Playing(growth_double="player_order", overflow_pick="gm")
    playing.check("Ana", "Passion", 19, kind="temptation", reservation=True)
    playing.holding("Ben", burdens=(3, 0, 0)).check("Ben", "Boldness", 5)
    playing.holding("Cid", pending=2)
    playing.do(GM, "ask_check", who="Ana").do("Ben", "draft", trait="Passion", assist=["Cid"])
    for seat in (GM, "Ana", "spectator"):
        assert _lines(_panels(playing, seat)["owed"]) == [
            "Ana: the check that the GM asks for",
            "GM: a ruling on Ben's check",
            "Cid: help for Ben, or none",
            "Ana: which Growth comes first",
            "GM: the type of Ben's Burden",
            "Cid: the type of 2 INS",
        ]
    playing.do("Ana", "order_growth", first="up").rule("Ben")
    assert "Ana: which Growth comes first" not in _lines(_panels(playing, GM)["owed"])
    by_player = Playing(overflow_pick="player").holding("Ben", burdens=(3, 0, 0)).check("Ben", "Boldness", 5)
    assert _lines(_panels(by_player, GM)["owed"]) == ["Ben: the type of Ben's Burden"]
    assert "owed" not in _panels(Playing(), GM)


def test_everybody_sees_that_the_roller_is_waited_for_once_the_gm_has_ruled() -> None:
    playing = Playing().do("Ana", "draft", trait="Passion").rule("Ana").do("Ben", "draft", trait="Empathy")
    playing.rule("Ben", approve=False)
    assert _lines(_panels(playing, "spectator")["owed"]) == [
        "Ana: the roll of Passion, or a change of mind",
        "Ben: another check, or none: the GM does not let this one stand",
    ]
    playing.holding("Ana", pending=1)
    assert "Ana: the roll of Passion, or a change of mind" not in _lines(_panels(playing, "Ana")["owed"])


def test_whoever_looks_at_a_roll_reads_the_words_that_may_bear_on_it() -> None:
    playing = Playing().do("Ana", "draft", kind="temptation", trait="Passion")
    for seat in (GM, "Ben"):
        lines = _lines(_panels(playing, seat)["draft:Ana"])
        assert "Reservation of Passion: I hold back." in lines
        assert "Impulse of Passion: I cannot help it." in lines
    playing.do("Ana", "draft", trait="Passion")
    assert "Impulse of Passion: I cannot help it." not in _lines(_panels(playing, GM)["draft:Ana"])


def test_the_own_sheet_is_whole_and_the_others_in_short() -> None:
    playing = Playing("Ana", "Ben").growing("Ana", "Boldness", 3).growing("Ana", "Passion", -2)
    words = {
        "pronouns": "she / her",
        "look": "salt",
        "portrait": "a.png",
        "notes": "Owes Ben.",
        "gear": "rope\nlamp",
    }
    for part, text in words.items():
        playing.do("Ana", "edit_sheet", part=part, text=text)
    playing.holding("Ana", ins=(1, 2, 3), burdens=(1, 0, 2), incapacitated="Fear", pending=1, confidence=2)
    panels = _panels(playing, "Ana")
    lines = _lines(panels["sheet:Ana"])
    assert lines[:6] == [
        "Pronouns: she / her",
        "Look: salt",
        "Portrait: a.png",
        "Confidence: 2 of 4",
        "Incapacitated by Fear: fleeing or giving up",
        "1 INS to pick a type for",
    ]
    assert "Exertive INS: 1 of 6" in lines
    assert "Fear: 2 of 3" in lines
    reads = "Reservation: I hold back.; Impulse: I cannot help it."
    assert f"Boldness (Occasionally) [{reads}; Up-Growth: 3 of 4]" in lines
    assert f"Passion (Occasionally) [{reads}; Down-Growth: 2 of 4]" in lines
    assert lines[-2:] == ["Gear: rope, lamp", "Owes Ben."]
    assert panels["party"].title == "The others"
    party = _panels(playing, GM)["party"]
    assert party.title == "The party"
    assert _lines(panels["party"])[0].startswith("Ben (character) [Confidence: 0; ")
    assert "Reservation" not in _lines(panels["party"])[0]
    assert _lines(party)[0].startswith(
        "Ana (she / her) salt [Confidence: 2; Exertive: 1 INS, Injury 1; Decisive: 2 INS, Stress 0; "
        "Emotive: 3 INS, Fear 2; Incapacitated: fleeing or giving up; To pick: 1 INS; "
        "Reservation of Assertiveness: I hold back.; Impulse of Assertiveness: I cannot help it.; "
    )
    assert "party" not in _panels(Playing("Ana"), "Ana")


def test_the_scene_shows_elements_with_their_slots_and_the_gm_what_is_hidden() -> None:
    playing = Playing("Ana").do(GM, "scene", title="The quay")
    playing.do(GM, "establish", name="Harrow", kind="person", text="ferryman", secret="a liar")
    playing.do(GM, "spice", element="Harrow", sign="positive", detail="wears her ring")
    playing.do(GM, "prepare", name="Ghoul", kind="person")
    scene = _panels(playing, "Ana")["scene"]
    assert scene.title == "The quay"
    assert _lines(scene) == [
        "Session: 1",
        "Here: Ana",
        "Harrow (person) ferryman [Positive Spice: wears her ring (GM); Negative Spice: open]",
    ]
    assert "Only you see this: a liar" in _lines(_panels(playing, GM)["scene"])[-1]
    assert "prepared" not in _panels(playing, "Ana")
    assert _lines(_panels(playing, GM)["prepared"]) == [
        "Ghoul (person) [Positive Spice: open; Negative Spice: open]"
    ]
    assert _lines(_panels(Playing("Ana").do(GM, "scene", present=[]), "Ana")["scene"])[1] == "Here: nobody"


@pytest.mark.clause("YOU-TRT-04")
@pytest.mark.parametrize("counter", [counter for group in BOUNDS.values() for counter in group])
def test_the_gm_corrects_any_counter_within_its_bounds_and_nothing_follows(counter: str) -> None:
    (lo, hi) = next(bounds for bounds, group in BOUNDS.items() if counter in group)
    for value in (lo, hi):
        playing = Playing("Ana").holding("Ana", burdens=(3, 3, 3))
        playing.do(GM, "correct", who="Ana", counter=counter, value=value, reason="miscounted")
        shown = {-4: "4 Down", 4: "4 Up"}.get(value, value) if counter.endswith("Growth") else value
        shown = {1: "Rarely", 3: "Often"}[value] if counter.endswith("Degree") else shown
        assert playing.said() == [f"The GM corrects Ana's {counter} to {shown}: miscounted"]
        assert len(playing.happened) == 1
        assert SYSTEM.faults(playing.state) == []
        assert playing["Ana"].incapacitated is None
    for value in (lo - 1, hi + 1):
        assert (
            playing.refused(GM, "correct", who="Ana", counter=counter, value=value, reason="x").clause
            == "TRT-04"
        )


@pytest.mark.parametrize(
    ("counter", "value", "reads"),
    [
        ("Decisive INS", 5, lambda ana: ana.ins == (0, 5, 0)),
        ("Fear", 2, lambda ana: ana.burdens == (0, 0, 2)),
        ("Confidence", 3, lambda ana: ana.confidence == 3),
        ("INS to pick", 2, lambda ana: (ana.pending, ana.asked_ins) == (2, 2)),
        ("Boldness Growth", -3, lambda ana: ana.trait("Boldness").growth == -3),
        ("Boldness Degree", 3, lambda ana: ana.trait("Boldness").degree == "Often"),
    ],
)
def test_a_correction_changes_that_counter(counter: str, value: int, reads: Any) -> None:
    playing = Playing("Ana").do(GM, "correct", who="Ana", counter=counter, value=value, reason="miscounted")
    assert reads(playing["Ana"])


def test_a_correction_needs_a_reason_and_the_gm() -> None:
    playing = Playing("Ana")
    assert playing.refused(GM, "correct", who="Ana", counter="Fear", value=1, reason=" ").field == "reason"
    assert (
        playing.refused("Ana", "correct", who="Ana", counter="Fear", value=1, reason="x").clause == "TRT-04"
    )


def test_bounds_that_are_broken_are_named() -> None:
    playing = Playing("Ana").holding("Ana", ins=(7, 0, 0), burdens=(0, 0, 4), confidence=5, pending=1000)
    playing.growing("Ana", "Boldness", 5)
    assert SYSTEM.faults(playing.state) == [
        "Ana has 7 Exertive INS; it is 0 to 6",
        "Ana has 4 Fear; it is 0 to 3",
        "Ana has 5 Confidence; it is 0 to 4",
        "Ana has 1000 INS to pick; it is 0 to 999",
        "Ana has 5 Boldness Growth; it is -4 to 4",
    ]


def test_no_more_ins_is_pending_than_anybody_could_ever_pick() -> None:
    playing = Playing("Ana").holding("Ana", pending=999, asked_ins=999)
    playing.do(GM, "establish", name="Pit", kind="place", hurts=True)
    assert (playing["Ana"].pending, playing["Ana"].asked_ins) == (999, 999)


def test_odds_are_asked_along_the_way_on_which_everybody_agrees() -> None:
    state = Playing().holding("Cid", pending=1).state
    draft = DraftCheck(trait="Boldness", assist=("Ben", "Cid"))
    assert SYSTEM.line(state, "Ana", draft) == [
        ("Ana", draft),
        ("Ben", Help("Ana")),
        (GM, Rule("Ana")),
        ("Ana", Commit()),
    ]
    nobody = DraftCheck(trait="Boldness", assist=("Dot",))
    assert SYSTEM.line(state, "Ana", nobody)[1:] == [(GM, Rule("Ana")), ("Ana", Commit())]
    assert SYSTEM.line(state, "Ana", DraftCheck()) == [("Ana", DraftCheck())], "the GM names the Trait"
    assert SYSTEM.line(state, "Ana", Commit(2)) == [("Ana", Commit(2))]
    assert SYSTEM.line(state, "Ana", Withdraw()) == [("Ana", Withdraw())]


def test_the_rest_of_the_way_is_what_nobody_has_answered_yet() -> None:
    playing = Playing(assist_max="many").do("Ana", "draft", trait="Boldness", assist=["Ben", "Cid"])
    rest = [(GM, Rule("Ana")), ("Ana", Commit())]
    assert SYSTEM.line(playing.state, GM, Rule("Ana", mode="ADV")) == [
        (GM, Rule("Ana", mode="ADV")),
        ("Ben", Help("Ana")),
        ("Cid", Help("Ana")),
        ("Ana", Commit()),
    ]
    no = (GM, Rule("Ana", approve=False))
    assert SYSTEM.line(playing.state, *no) == [no]
    assert SYSTEM.line(playing.state, GM, Rule("Ben")) == [(GM, Rule("Ben"))]
    assert SYSTEM.line(playing.state, "Ben", Help("Ana")) == [
        ("Ben", Help("Ana")),
        ("Cid", Help("Ana")),
        *rest,
    ]
    playing.rule("Ana")
    assert SYSTEM.line(playing.state, "Ben", Help("Ana", False))[1:] == [
        ("Cid", Help("Ana")),
        ("Ana", Commit()),
    ]
    playing.rule("Ana", approve=False)
    assert SYSTEM.line(playing.state, "Ben", Help("Ana")) == [("Ben", Help("Ana"))]
    assert SYSTEM.line(playing.state, "Ben", Help("Cid")) == [("Ben", Help("Cid"))]


@pytest.mark.clause("YOU-ROL-05", "ruling.nat_scope=any")
@pytest.mark.parametrize(
    ("mode", "scope", "count", "chance_of_one"),
    [
        ("neither", "kept", 20, Fraction(1, 20)),
        ("ADV", "kept", 20, Fraction(1, 400)),
        ("DIS", "kept", 20, Fraction(39, 400)),
        ("neither", "any", 20, Fraction(1, 20)),
        ("ADV", "any", 38, Fraction(37, 400)),
        ("DIS", "any", 38, Fraction(39, 400)),
    ],
)
def test_witnesses_stand_for_every_throw(mode: str, scope: str, count: int, chance_of_one: Fraction) -> None:
    playing = Playing("Ana", nat_scope=scope).do("Ana", "draft", trait="Boldness").rule("Ana", mode=mode)
    assert list(SYSTEM.witnesses(playing.state)) == []
    playing.do("Ana", "commit")
    witnesses = list(SYSTEM.witnesses(playing.state))
    assert len(witnesses) == count
    assert sum(witness.chance for witness in witnesses) == 1
    failing = Fraction(0)
    for witness in witnesses:
        events = SYSTEM.decide(playing.state, DICE, Throw(witness.throw))
        failing += witness.chance if events[1].result == "crit_failure" else 0
    assert failing == chance_of_one
