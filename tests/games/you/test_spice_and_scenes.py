"""The GM establishes, everybody spices (GM, SPI)."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import GM, SPECTATOR
from footlights.games.you import SYSTEM
from tests.games.you.playing import Playing, values


@pytest.mark.clause("YOU-GM-01")
def test_the_gm_alone_establishes_persons_places_and_things() -> None:
    playing = Playing("Ana")
    for kind in ("person", "place", "thing"):
        playing.do(GM, "establish", name=f"a {kind}", kind=kind, text="grey")
        assert playing.said() == [f"The GM establishes a {kind}, a {kind}. “grey”"]
    assert playing.refused("Ana", "establish", name="Pit", kind="place").clause == "GM-01"
    assert playing.refused(GM, "establish", name="A THING", kind="thing").field == "name"
    assert playing.refused(GM, "establish", name="Ana", kind="person").field == "name"
    assert playing.refused(GM, "establish", name="gm", kind="person").field == "name"


@pytest.mark.clause("YOU-GM-02", "ruling.establish_cost=separate_award", "ruling.establish_cost=neutral_only")
@pytest.mark.parametrize(
    ("cost", "pending", "used"), [("negative_spice", 1, True), ("separate_award", 1, False)]
)
def test_what_hurts_is_paid_for(cost: str, pending: int, used: bool) -> None:
    playing = Playing("Ana", "Ben", establish_cost=cost)
    playing.do(GM, "establish", name="Pit", kind="place", hurts=True)
    assert playing.because() == ["GM-02", "GM-02"]
    assert playing.said()[-1] == "Ana and Ben earn 1 INS of a type of their choice."
    assert [playing[name].pending for name in ("Ana", "Ben")] == [pending, pending]
    (pit,) = playing.state.elements
    assert (pit.negative is not None) == used


@pytest.mark.clause("YOU-GM-02")
def test_where_everything_arrives_harmless_nothing_hurts_yet() -> None:
    playing = Playing("Ana", establish_cost="neutral_only")
    assert playing.refused(GM, "establish", name="Pit", kind="place", hurts=True).field == "hurts"
    playing.do(GM, "prepare", name="Pit", kind="place").do(GM, "bring_in", name="Pit")
    assert playing["Ana"].pending == 0


def test_negative_spice_that_arrives_with_an_element_can_be_put_in_words() -> None:
    playing = Playing("Ana").do(GM, "establish", name="Dog", kind="thing", hurts=True, detail="it bites")
    (dog,) = playing.state.elements
    assert dog.negative is not None
    assert (dog.negative.detail, dog.negative.by) == ("it bites", GM)


def test_what_is_prepared_is_the_gms_secret_until_it_is_brought_in() -> None:
    playing = Playing("Ana", "Ben")
    playing.do(GM, "prepare", name="The drowned", kind="person", hurts=True, text="wet", secret="a sister")
    assert [SYSTEM.tell(playing.state, event, "Ana") for event in playing.happened] == [None]
    assert SYSTEM.tell(playing.state, playing.happened[0], GM) is playing.happened[0]
    assert SYSTEM.known(playing.state, "Ana").prepared == ()
    assert SYSTEM.known(playing.state, GM) is playing.state
    assert SYSTEM.view(playing.state, SPECTATOR).prepared == ()
    assert SYSTEM.view(playing.state, GM).prepared[0].secret == "a sister"
    assert playing.said() == ["The GM prepares The drowned, a person. “wet”"]
    assert playing.refused(GM, "establish", name="the drowned", kind="person").field == "name"
    playing.do(GM, "bring_in", name="The drowned")
    assert playing.said()[0] == "The GM brings in The drowned, a person. “wet”"
    assert [playing[name].pending for name in ("Ana", "Ben")] == [1, 1], "the price is paid now"
    told = SYSTEM.tell(playing.state, playing.happened[0], "Ben")
    assert told is not None
    assert told.element.secret == ""
    assert told.element.text == "wet"
    assert SYSTEM.known(playing.state, "Ben").elements[0].secret == ""
    assert SYSTEM.view(playing.state, "Ben").elements[0].secret == ""
    assert SYSTEM.view(playing.state, GM).elements[0].secret == "a sister"


def test_the_gms_own_words_about_an_element_stay_with_the_gm() -> None:
    playing = Playing("Ana").do(GM, "establish", name="Harrow", kind="person", secret="he lies")
    told = SYSTEM.tell(playing.state, playing.happened[0], "Ana")
    assert told is not None
    assert told.element.secret == ""
    playing.do(GM, "prepare", name="Inn", kind="place").do(GM, "bring_in", name="Inn")
    assert SYSTEM.tell(playing.state, playing.happened[0], "Ana") is playing.happened[0]


def test_what_is_prepared_may_be_discarded() -> None:
    playing = Playing("Ana").do(GM, "prepare", name="Ghoul", kind="person").do(GM, "discard", name="Ghoul")
    assert playing.said() == ["The GM discards Ghoul."]
    assert SYSTEM.tell(playing.state, playing.happened[0], "Ana") is None
    assert playing.refused(GM, "discard", name="Ghoul").reason == "nothing is prepared"
    assert playing.refused(GM, "bring_in", name="Ghoul").clause == "GM-01"


@pytest.mark.clause("YOU-SPI-10", "ruling.spice_removal=new_scene")
@pytest.mark.parametrize(("removal", "left"), [("with_element", "a bell"), ("new_scene", None)])
def test_spice_lasts_with_its_element_or_for_its_scene(removal: str, left: str | None) -> None:
    playing = Playing("Ana", spice_removal=removal)
    playing.do(GM, "establish", name="Bridge", kind="thing")
    playing.do(GM, "spice", element="Bridge", sign="positive", detail="a bell")
    playing.do(GM, "scene", title="At dawn", present=["Ana"])
    spice = playing.state.elements[0].positive
    assert (spice.detail if spice else None) == left
    fresh = "" if left else " Its Spice is still to come."
    assert playing.said() == [f"A new scene: At dawn, with Ana.{fresh}"]
    playing.do(GM, "remove", name="Bridge")
    assert playing.said() == ["Bridge is gone."]
    assert playing.refused(GM, "remove", name="Bridge").reason == "nothing is established"


@pytest.mark.clause("YOU-GM-04")
def test_a_scene_names_who_is_in_it_or_has_everybody() -> None:
    playing = Playing().do(GM, "scene", present=["Ana", "Cid"])
    assert playing.said() == ["A new scene, with Ana and Cid."]
    assert SYSTEM.view(playing.state, "Ben").present == ("Ana", "Cid")
    playing.do(GM, "scene")
    assert playing.said() == ["A new scene, with everybody."]
    assert SYSTEM.view(playing.state, "Ben").present == ("Ana", "Ben", "Cid")
    playing.do(GM, "scene", present=[])
    assert playing.said() == ["A new scene, with nobody."]
    assert playing.refused("Ana", "scene").clause == "GM-04"


def _bridge(**rulings: Any) -> Playing:
    return Playing(**rulings).do(GM, "establish", name="Bridge", kind="thing")


@pytest.mark.clause("YOU-SPI-05", "YOU-SPI-06", "YOU-SPI-07", "YOU-SPI-08", "YOU-INS-07")
@pytest.mark.parametrize(
    ("by", "sign", "pay", "because", "pending"),
    [
        (GM, "negative", None, "SPI-05", 1),
        (GM, "positive", None, "SPI-06", 0),
        ("Ana", "positive", {"Exertive": 1, "Emotive": 2}, "SPI-07", 0),
        ("Ana", "negative", None, "SPI-08", 1),
    ],
)
def test_what_spice_costs_and_earns(by: str, sign: str, pay: Any, because: str, pending: int) -> None:
    playing = _bridge().holding("Ana", ins=(1, 6, 2))
    playing.do(by, "spice", element="Bridge", sign=sign, detail="it sings", pay=pay)
    assert playing.because() == [because] * len(playing.happened)
    assert [playing[name].pending for name in ("Ana", "Ben", "Cid")] == [pending] * 3
    assert playing["Ana"].ins == ((0, 6, 0) if pay else (1, 6, 2))
    who = "The GM" if by == GM else by
    price = " for 3 INS" if pay else ""
    assert playing.said()[0] == f"{who} adds {sign.title()} Spice to Bridge{price}. “it sings”"


@pytest.mark.clause("YOU-SPI-08", "ruling.spice_adder_earns=no")
def test_who_adds_negative_spice_may_go_without() -> None:
    playing = _bridge(spice_adder_earns="no")
    playing.do("Ana", "spice", element="Bridge", sign="negative", detail="rotten")
    assert [playing[name].pending for name in ("Ana", "Ben", "Cid")] == [0, 1, 1]
    alone = Playing("Ana", spice_adder_earns="no").do(GM, "establish", name="Bridge", kind="thing")
    alone.do("Ana", "spice", element="Bridge", sign="negative", detail="rotten")
    assert len(alone.happened) == 1


@pytest.mark.clause("YOU-SPI-07", "YOU-INS-09", "YOU-SPI-03", "YOU-SPI-01")
def test_why_a_player_cannot_add_positive_spice() -> None:
    playing = _bridge().holding("Ana", ins=(1, 1, 0)).holding("Ben", ins=(3, 0, 0), pending=1)
    add = {"element": "Bridge", "sign": "positive", "detail": "new planks"}
    assert playing.refused("Ana", "spice", **add).clause == "SPI-07"
    assert playing.refused("Ben", "spice", **add, pay={"Exertive": 3}).clause == "INS-09"
    assert playing.refused("Ana", "spice", **{**add, "element": "Ferry"}).clause == "SPI-01"
    playing.do("Cid", "spice", element="Bridge", sign="negative", detail="rotten")
    assert playing.refused("Ana", "spice", **add).clause == "INS-09"
    playing.do("Ana", "pick_ins", of="Emotive").do("Cid", "pick_ins", of="Emotive")
    playing.do("Ana", "spice", **add, pay={"Exertive": 1, "Decisive": 1, "Emotive": 1})
    assert playing.refused("Cid", "spice", **add).clause == "SPI-07"
    assert playing.refused(GM, "spice", **add).clause == "SPI-03"


@pytest.mark.clause("YOU-SPI-04", "ruling.spice_slots=one_total")
@pytest.mark.parametrize("slots", ["one_each", "one_total"])
def test_a_slot_that_anybody_filled_is_closed_to_all(slots: str) -> None:
    playing = _bridge(spice_slots=slots).do(
        "Ben", "spice", element="Bridge", sign="negative", detail="rotten"
    )
    assert playing.refused(GM, "spice", element="Bridge", sign="negative", detail="x").clause == "SPI-03"
    offer = playing.offer(GM, "spice")
    assert (offer is None) == (slots == "one_total")


@pytest.mark.clause("YOU-SPI-11", "ruling.spice_while_incapacitated=no")
def test_the_incapacitated_add_spice_unless_the_table_says_no() -> None:
    _bridge().holding("Ana", incapacitated="Fear").do(
        "Ana", "spice", element="Bridge", sign="negative", detail="rotten"
    )
    silent = _bridge(spice_while_incapacitated="no").holding("Ana", incapacitated="Fear")
    refused = silent.refused("Ana", "spice", element="Bridge", sign="negative", detail="rotten")
    assert refused.clause == "SPI-11"


@pytest.mark.clause("YOU-SPI-12", "ruling.spice_on_pc=yes")
def test_characters_take_spice_only_by_ruling() -> None:
    assert Playing("Ana").refused(GM, "spice", element="Ana", sign="negative", detail="x").clause == "SPI-03"
    playing = Playing("Ana", "Ben", spice_on_pc="yes")
    assert values(playing.offer(GM, "spice"), "element") == ("Ana", "Ben")
    playing.do(GM, "spice", element="Ana", sign="negative", detail="a limp")
    assert playing.refused(GM, "spice", element="Ana", sign="negative", detail="x").clause == "SPI-03"
    playing.do(GM, "spice", element="Ana", sign="positive", detail="a name to conjure with")
    assert playing.refused(GM, "remove", name="Ana").reason == "nothing is established"
    playing.do(GM, "change_ruling", ruling="spice_on_pc", value="no")
    assert playing.offer(GM, "spice") is None


@pytest.mark.clause("YOU-SPI-13", "ruling.spice_midroll=yes")
def test_spice_waits_for_an_open_check_unless_the_table_says_otherwise() -> None:
    def committed(**rulings: Any) -> Playing:
        return _bridge(**rulings).do("Ana", "draft", trait="Boldness").rule("Ana").do("Ana", "commit")

    spice = {"element": "Bridge", "sign": "negative", "detail": "rotten"}
    assert committed().refused("Ben", "spice", **spice).clause == "SPI-13"
    committed(spice_midroll="yes").do("Ben", "spice", **spice)
    fallen = committed(spice_midroll="yes", ins_timing="after").throw(15)
    assert fallen.refused("Ben", "spice", **spice).clause == "SPI-13"


def test_spectators_and_strangers_add_nothing() -> None:
    playing = _bridge()
    spice = {"element": "Bridge", "sign": "negative", "detail": "rotten"}
    assert playing.refused(SPECTATOR, "spice", **spice).reason == "spectator plays no character"
