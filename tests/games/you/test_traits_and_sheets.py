"""Traits, the opening, and who is in play (TRT, CMP)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from footlights.core import GM, Refused
from footlights.core import Sheet as SheetField
from footlights.games.you import SYSTEM
from footlights.games.you.characters import MOST_CHARACTERS, Setup, Sheet, SheetTrait, opening, sheet_of
from footlights.games.you.rulings import Rulings
from footlights.games.you.traits import BURDENS, DEGREES, FAMILY, TRAITS, TYPES
from tests.games.you.playing import Playing, sheet


@pytest.mark.clause("YOU-TRT-01")
@pytest.mark.parametrize(
    ("trait", "kind", "burden"),
    [
        ("Assertiveness", "Exertive", "Injury"),
        ("Boldness", "Exertive", "Injury"),
        ("Determination", "Decisive", "Stress"),
        ("Influence", "Decisive", "Stress"),
        ("Empathy", "Emotive", "Fear"),
        ("Passion", "Emotive", "Fear"),
    ],
)
def test_every_trait_has_its_type_and_its_burden(trait: Any, kind: str, burden: str) -> None:
    assert (TYPES[FAMILY[trait]], BURDENS[FAMILY[trait]]) == (kind, burden)


@pytest.mark.clause("YOU-TRT-02")
def test_degrees_run_from_rarely_to_often_and_never_change_a_roll() -> None:
    assert DEGREES == ("Rarely", "Occasionally", "Often")
    for degree in DEGREES:
        state = opening(Setup((sheet("Ana", Boldness=degree),)))
        playing = Playing("Ana")
        playing.state = state
        playing.check("Ana", "Boldness", 13)
        assert playing.state.finished is not None
        assert playing.state.finished.total == 13


@pytest.mark.clause("YOU-TRT-04", "ruling.start_ins=3", "ruling.start_ins=0")
@pytest.mark.parametrize("ins", [0, 3, 6])
def test_a_character_starts_with_nothing_but_the_ins_the_table_hands_out(ins: int) -> None:
    ana = opening(Setup((sheet("Ana"),), Rulings(start_ins=ins))).character("Ana")
    assert (ana.ins, ana.burdens, ana.confidence, ana.incapacitated) == ((ins, ins, ins), (0, 0, 0), 0, None)
    assert [rated.growth for _, rated in ana.rated()] == [0] * 6


@pytest.mark.parametrize("ins", [-1, 7])
def test_a_table_cannot_hand_out_more_ins_than_a_character_holds(ins: int) -> None:
    with pytest.raises(Refused, match="start_ins is 0 to 6"):
        opening(Setup((), Rulings(start_ins=ins)))


@pytest.mark.parametrize(
    ("changes", "where", "why"),
    [
        ({"name": ""}, "characters[0].name", "the name is empty"),
        ({"name": "GM"}, "characters[0].name", "reserved"),
        ({"traits": {}}, "characters[0].traits", "does not rate Assertiveness"),
        ({"pronouns": "x" * 201}, "characters[0].pronouns", "201 characters"),
        ({"look": "a\x07b"}, "characters[0].look", "control character"),
        ({"notes": "x" * 5001}, "characters[0].notes", "5001 characters"),
        ({"gear": ("rope",) * 61}, "characters[0].gear", "more than 60 things"),
        ({"gear": ("x" * 201,)}, "characters[0].gear[0]", "201 characters"),
    ],
)
def test_a_sheet_that_is_not_whole_is_refused_with_its_place(
    changes: dict[str, Any], where: str, why: str
) -> None:
    with pytest.raises(Refused, match=why) as refused:
        opening(Setup((replace(sheet("Ana"), **changes),)))
    assert refused.value.field == where


def test_two_characters_cannot_be_read_as_one_name() -> None:
    with pytest.raises(Refused, match="the name ana is taken") as refused:
        opening(Setup((sheet("Ana"), sheet("ana"))))
    assert refused.value.field == "characters[1].name"


def test_there_is_room_for_sixty_characters() -> None:
    many = tuple(sheet(f"P{n}") for n in range(MOST_CHARACTERS))
    playing = Playing("Ana")
    playing.state = opening(Setup(many))
    assert playing.refused(GM, "enter", sheet=msgspec.to_builtins(sheet("One more"))).clause == "CMP-06"
    with pytest.raises(Refused, match="60 characters at the most"):
        opening(Setup((*many, sheet("One more"))))


def test_a_sheet_goes_in_and_comes_out_unchanged() -> None:
    written = Sheet(
        name="Zoë",
        traits={t: SheetTrait("Often", "never twice", "always first") for t in TRAITS},
        pronouns="she / her",
        look="salt on her sleeves",
        portrait="zoe.png",
        notes="Owes Ben a boat.\nKnows it.",
        gear=("oilskin", "theodolite"),
    )
    state = opening(Setup((written,)))
    assert SYSTEM.sheets(state) == {"Zoë": written}
    assert sheet_of(state.character("Zoë")) == written


@pytest.mark.clause("YOU-CMP-06")
def test_who_joins_late_starts_like_everybody_else_and_who_retires_counts_no_more() -> None:
    playing = Playing("Ana", "Ben", start_ins=2)
    playing.do(GM, "enter", sheet=msgspec.to_builtins(sheet("Cid")))
    assert playing.said() == ["Cid enters."]
    assert playing["Cid"].ins == (2, 2, 2)
    playing.do(GM, "retire", who="Ben")
    assert playing.said() == ["Ben leaves the story."]
    playing.check("Ana", "Passion", 20)
    assert playing["Cid"].ins == (2, 2, 3)
    assert SYSTEM.seats(playing.state) == (GM, "Ana", "Cid")


def test_only_the_gm_brings_characters_in_and_lets_them_go() -> None:
    playing = Playing("Ana")
    assert playing.refused("Ana", "enter", sheet=msgspec.to_builtins(sheet("Ben"))).clause == "CMP-06"
    assert playing.refused("Ana", "retire", who="Ana").clause == "CMP-06"
    playing.do(GM, "retire", who="Ana")
    assert playing.refused(GM, "retire", who="Ana").reason == "nobody is in play"
    assert playing.refused(GM, "edit_sheet", who="Ana", part="look").reason == "nobody is in play"
    assert playing.refused(GM, "correct", who="Ana", counter="Fear", value=1, reason="x").clause == "TRT-04"


def test_who_enters_needs_a_name_that_nobody_and_nothing_has() -> None:
    playing = Playing("Ana")
    playing.do(GM, "establish", name="Newcomer 1", kind="person")
    assert playing.refused(GM, "enter", sheet=msgspec.to_builtins(sheet("NEWCOMER 1"))).field == "sheet.name"
    offer = playing.offer(GM, "enter")
    assert offer is not None
    (field,) = offer.fields
    assert isinstance(field, SheetField)
    example = field.example
    assert example["name"] == "Newcomer 2"
    playing.do(GM, "enter", sheet=example)
    assert playing["Newcomer 2"].traits[0].degree == "Occasionally"


def test_a_retired_character_leaves_drafts_scene_and_spice_behind() -> None:
    playing = Playing(burden_recovery="check", spice_on_pc="yes")
    playing.holding("Ben", burdens=(1, 0, 0)).holding("Cid", incapacitated="Fear", burdens=(3, 3, 3))
    playing.do(GM, "scene", title="The quay", present=["Ana", "Ben"])
    playing.do(GM, "spice", element="Ben", sign="positive", detail="dry boots")
    playing.do("Ana", "draft", trait="Empathy", assist=["Ben"], relieves="Ben", burden="Injury")
    playing.do("Ben", "draft", trait="Empathy", target="Cid")
    playing.do(GM, "retire", who="Cid")
    assert playing.state.draft("Ben") is not None
    assert playing.state.drafts[-1].target is None
    playing.do(GM, "retire", who="Ben")
    (draft,) = playing.state.drafts
    assert (draft.by, draft.asks, draft.relieves, draft.burden) == ("Ana", (), None, None)
    assert playing.state.scene.present == ("Ana",)
    assert playing.state.elements == ()


@pytest.mark.parametrize(
    ("part", "trait", "text", "reads"),
    [
        ("reservation", "Boldness", "I never go first.", lambda c: c.trait("Boldness").reservation),
        ("impulse", "Passion", "I sing.", lambda c: c.trait("Passion").impulse),
        ("pronouns", None, "they / them", lambda c: c.pronouns),
        ("look", None, "soot", lambda c: c.look),
        ("portrait", None, "ana.png", lambda c: c.portrait),
        ("notes", None, "One.\nTwo.", lambda c: c.notes),
    ],
)
def test_players_reword_their_own_sheet(part: str, trait: str | None, text: str, reads: Any) -> None:
    playing = Playing("Ana", "Ben")
    playing.do("Ana", "edit_sheet", part=part, trait=trait, text=text)
    assert reads(playing["Ana"]) == text
    what = f"{part.capitalize()} of {trait} is" if trait else f"{part} {'are' if part[-1] == 's' else 'is'}"
    assert playing.said() == [f"Ana's {what} reworded."]


def test_gear_is_one_thing_a_line() -> None:
    playing = Playing("Ana").do("Ana", "edit_sheet", part="gear", text="rope\n\n  lamp \n")
    assert playing["Ana"].gear == ("rope", "lamp")


def test_the_gm_rewords_anybodys_sheet_and_players_only_their_own() -> None:
    playing = Playing("Ana", "Ben").do(GM, "edit_sheet", who="Ben", part="look", text="mud")
    assert playing["Ben"].look == "mud"
    assert playing.refused("Ana", "edit_sheet", who="Ben", part="look", text="x").field == "who"
    assert playing.refused("Ana", "edit_sheet", part="look", trait="Boldness", text="x").field == "trait"
    assert playing.refused("Nobody", "edit_sheet", part="look").clause == "CMP-05"


def test_without_a_reservation_there_is_none_to_apply() -> None:
    playing = Playing("Ana").do("Ana", "edit_sheet", part="reservation", trait="Boldness", text="")
    assert playing.refused("Ana", "draft", trait="Boldness", reservation=True).clause == "RSV-01"


def test_asking_for_somebody_who_is_not_in_play_is_an_error_of_the_program() -> None:
    with pytest.raises(LookupError, match="Dot is not in play"):
        Playing("Ana").state.character("Dot")
