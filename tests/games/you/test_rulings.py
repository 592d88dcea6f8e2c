"""The table's rulings: what they are, how they are written, how they change."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from footlights.core import GM, OneOf, Refused
from footlights.games.you.clauses import CLAUSES
from footlights.games.you.rulings import Rulings, options_of, rulings_from
from tests.games.you.playing import Playing

HINTS = get_type_hints(Rulings)


@pytest.mark.parametrize("name", Rulings.__struct_fields__)
def test_options_and_defaults_are_those_of_the_clauses(name: str) -> None:
    _, ruling = CLAUSES.rulings()[name]
    assert str(getattr(Rulings(), name)) == ruling.default
    if get_origin(HINTS[name]) is Literal:
        assert set(get_args(HINTS[name])) == set(options_of(name))
    else:
        assert options_of(name) == ("0", "1", "2", "3", "4", "5", "6")


def test_every_ruling_of_the_clauses_can_be_made() -> None:
    assert set(CLAUSES.rulings()) == set(Rulings.__struct_fields__)


@pytest.mark.parametrize(
    ("plain", "read"),
    [
        ({"spice_on_pc": True}, Rulings(spice_on_pc="yes")),
        ({"spice_adder_earns": False}, Rulings(spice_adder_earns="no")),
        ({"spice_adder_earns": "no"}, Rulings(spice_adder_earns="no")),
        ({"assist_max": 1}, Rulings(assist_max="1")),
        ({"start_ins": 4}, Rulings(start_ins=4)),
        ({"start_ins": "4"}, Rulings(start_ins=4)),
        ({}, Rulings()),
    ],
)
def test_rulings_are_read_as_people_write_them(plain: dict[str, Any], read: Rulings) -> None:
    assert rulings_from(plain) == read


@pytest.mark.parametrize(
    ("plain", "why"),
    [
        ({"spice": "yes"}, "there is no ruling called spice"),
        ({"nat_scope": "both"}, "nat_scope cannot be both; it is one of: kept, any"),
        ({"nat_scope": True}, "nat_scope cannot be yes"),
        ({"start_ins": 7}, "start_ins cannot be 7; it is one of: 0, 1, 2, 3, 4, 5, 6"),
        ({"start_ins": 1.0}, r"start_ins cannot be 1\.0"),
        ({"nat_scope": ["kept"]}, "nat_scope cannot be"),
    ],
)
def test_what_is_no_ruling_is_refused_with_its_options(plain: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        rulings_from(plain)


def test_the_gm_changes_a_ruling_and_drafts_begin_anew() -> None:
    playing = Playing("Ana").do("Ana", "draft", trait="Boldness")
    playing.do(GM, "change_ruling", ruling="start_ins", value="2")
    assert playing.state.rulings == Rulings(start_ins=2)
    assert playing.state.drafts == ()
    assert playing.said() == ["The table rules on “INS at the start”: 2."]
    assert playing.because() == ["TRT-04"]
    assert playing["Ana"].ins == (0, 0, 0)


def test_the_offer_says_what_holds_now_and_what_each_option_means() -> None:
    playing = Playing("Ana", ins_timing="after")
    offer = playing.offer(GM, "change_ruling")
    assert offer is not None
    which, *rest = offer.fields
    assert isinstance(which, OneOf)
    assert "When INS is added to a roll" in which.labels
    (value,) = [field for field in rest if field.when[0].values == ("ins_timing",)]
    assert isinstance(value, OneOf)
    assert value.default == "after"
    assert value.labels == (
        "before the dice, with the other modifiers (the default)",
        "none before the dice, and once after seeing them; a natural 1 stays one",
    )


def test_a_ruling_stands_while_a_check_is_open() -> None:
    playing = Playing("Ana", ins_timing="after").do("Ana", "draft", trait="Boldness").rule("Ana")
    playing.do("Ana", "commit").throw(12)
    assert playing.refused(GM, "change_ruling", ruling="nat_scope", value="any").clause == "CHK-08"


def test_only_the_gm_changes_rulings_and_only_to_what_there_is() -> None:
    playing = Playing("Ana")
    assert playing.refused("Ana", "change_ruling", ruling="nat_scope", value="any").clause == ""
    assert playing.refused(GM, "change_ruling", ruling="nat_scope", value="both").clause == "ROL-05"
    assert playing.refused(GM, "change_ruling", ruling="luck", value="yes").field == "ruling"
