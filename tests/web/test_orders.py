"""Forms: whatever may be answered to an offer can be said in the form that a page draws for it, and nothing is lost."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from starlette.datastructures import FormData, UploadFile

from footlights.core import (
    DICE,
    SPECTATOR,
    Faces,
    Flag,
    Number,
    Offer,
    OneOf,
    Refused,
    SomeOf,
    Split,
    System,
    Text,
    active_fields,
)
from footlights.dice import Dice, Pool
from footlights.games import load
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice
from footlights.table.orders import Campaign
from footlights.web import Settings, orders
from footlights.web.metrics import Metrics
from footlights.web.page import Drawn, regions
from footlights.web.render import Pages
from footlights.web.rooms import Room
from footlights.web.stage import tapped
from footlights.web.typed import boxes, dice_words
from tests.laws.games import STAGES, begin
from tests.laws.play import Chance, Luck, command

PAGES = Pages(Settings())
LUCKS = [Luck(bytes((17 * n + 31 * m) % 251 for m in range(3000))) for n in (3, 5)]


@pytest.fixture(scope="module", autouse=True)
def _toy_game(lantern: System) -> System:
    return lantern


class Inputs(HTMLParser):
    """What a page asks for: names of inputs, ids, and where buttons lead. What lies in a template is no part of the
    page until it is copied, under names and ids of its own."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.ids: list[str] = []
        self.offers: list[str] = []
        self.labelled: set[str] = set()
        self._templates = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag says."""
        said = {name: value or "" for name, value in attrs}
        if tag in {"input", "select", "textarea", "button"} and "name" in said:
            self.names.append(said["name"])
        self._templates += tag == "template"
        if self._templates:
            return
        if "id" in said:
            self.ids.append(said["id"])
        if "data-offer" in said:
            self.offers.append(said["data-offer"])
        if tag == "label" and "for" in said:
            self.labelled.add(said["for"])

    def handle_endtag(self, tag: str) -> None:
        """Note where a template ends."""
        self._templates -= tag == "template"


def drawn(system: System, offer: Offer) -> Inputs:
    """The form of an offer."""
    html = PAGES.draw(
        "offer.html",
        offer=offer,
        table="t",
        system=system,
        seat=offer.seat,
        own=offer.seat,
        given={},
        weigh=True,
        undone=None,
    )
    return Inputs(html)


def typed(offer: Offer, answer: dict[str, Any]) -> FormData:
    """An answer as a browser would send it."""
    said: list[tuple[str, str | UploadFile]] = []
    for name, field in active_fields(offer, answer).items():
        value = answer.get(name)
        match field:
            case _ if value is None:
                continue
            case Flag():
                said += [(name, "true")] if value else [(name, "false")] * (field.default is None)
            case SomeOf():
                said += [(name, one) for one in value]
            case Split():
                said += [(f"{name}.{part}", str(points)) for part, points in value.items()]
            case Faces():
                said.append((name, ", ".join(" ".join(map(str, die)) for die in value)))
            case OneOf() | Number() | Text():
                said.append((name, str(value)))
            case _:
                said.append((name, msgspec.json.encode(value).decode()))
    return FormData(said)


@pytest.mark.parametrize("game", STAGES)
@pytest.mark.parametrize("luck", LUCKS, ids=range(len(LUCKS)))
def test_every_answer_can_be_given_in_the_form_of_its_offer(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    for _ in play.moves(12):
        for offer in play.system.offers(play.state):
            answer = _with_boxes(offer, play.chance.answer(offer))
            form = drawn(play.system, offer)
            asked = active_fields(offer, answer)
            for name in asked.keys() & answer.keys():
                assert any(re.match(rf"{re.escape(name)}($|[.\[])", said) for said in form.names), (
                    offer,
                    name,
                )
            said = orders.answer(offer, typed(offer, answer), play.system)
            assert command(play.system, offer.kind, said) == command(play.system, offer.kind, answer)


def _with_boxes(offer: Offer, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with every box that is ticked unless somebody unticks it."""
    open_now = active_fields(offer, answer).items()
    flags = {
        name: field.default for name, field in open_now if isinstance(field, Flag) and name not in answer
    }
    return answer | {name: default for name, default in flags.items() if default is not None}


@pytest.mark.parametrize("game", STAGES)
@pytest.mark.parametrize("luck", LUCKS, ids=range(len(LUCKS)))
def test_every_seat_has_a_page_at_every_moment_on_which_nothing_is_there_twice_and_all_that_leads_on_is_open(
    game: str, luck: Luck
) -> None:
    chance = Chance(luck.choices(), sheets=STAGES[game].sheets)
    table = Table.create(
        MemoryStore(), game, STAGES[game].setup(chance), Campaign(name="A table"), SeededDice(3)
    )
    room, kept = Room(table, Metrics()), Drawn(PAGES)
    for _ in range(14):
        seats = [*table.seats, SPECTATOR]
        for seat in seats:
            page = Inputs("".join(regions(room, seat, kept).values()))
            assert len(page.ids) == len(set(page.ids)), sorted(
                id for id in page.ids if page.ids.count(id) > 1
            )
            assert set(page.offers) <= {offer.kind for offer in table.offers(seat)}
            assert page.labelled <= set(page.ids)
        _somebody_acts(table, chance)
        room.changed()


def _somebody_acts(table: Table, chance: Chance) -> None:
    """Whoever owes something answers, half of the time; else anybody does anything the game offers."""
    open_now = [offer for seat in table.seats for offer in table.offers(seat) if offer.kind in _kinds(table)]
    if not open_now:
        return
    owed = [offer for offer in open_now if offer.owed]
    offer = chance.one(owed if owed and chance.choose(2) else open_now)
    table.act(offer.seat, {"type": offer.kind, **msgspec.to_builtins(chance.answer(offer))})


def _kinds(table: Table) -> set[str]:
    offered = table.system.offers(table.state)
    return {offer.kind for offer in offered if offer.seat != DICE and offer.group != "corrections"}


# --- one field after another ---


def asked(*fields: Any) -> Offer:
    """An offer with these fields."""
    return Offer(kind="draft", seat="Ana", label="Do it", fields=fields)


def said(offer: Offer, **form: str) -> dict[str, Any]:
    """What a form says."""
    return orders.answer(offer, FormData(list(form.items())), load("you"))


def test_a_box_that_is_not_ticked_says_no_but_a_choice_left_open_says_nothing() -> None:
    assert said(asked(Flag(name="agree", optional=True, default=True))) == {"agree": False}
    assert said(asked(Flag(name="known", optional=True))) == {}
    assert said(asked(Flag(name="known", optional=True)), known="false") == {"known": False}


def test_nothing_ticked_of_what_need_not_be_said_leaves_it_as_it_was() -> None:
    assert said(asked(SomeOf(name="present", values=("Ana", "Ben"), optional=True))) == {}
    assert said(asked(SomeOf(name="who", values=("Ana", "Ben"), least=1))) == {"who": []}


def test_a_number_that_is_none_is_refused_beside_its_field() -> None:
    with pytest.raises(Refused, match="type a whole number") as refused:
        said(asked(Number(name="ins", lo=0, hi=6)), ins="two")
    assert refused.value.field == "ins"


def test_dice_may_be_typed_box_by_box_or_in_one_line() -> None:
    two = Faces(name="faces", pool=Pool((Dice(2, 20),)))
    form = FormData([("faces", "14"), ("faces", "6")])
    assert orders.answer(asked(two), form, load("you")) == {"faces": [[14], [6]]}
    assert said(asked(two), faces="14, 6") == {"faces": [[14], [6]]}
    chain = Faces(name="faces", pool=Pool((Dice(3, 6, "chain"),)))
    assert said(asked(chain), faces="6 6 2, 3, 1") == {"faces": [[6, 6, 2], [3], [1]]}


@pytest.mark.parametrize("line", ["14", "14 6 3", "14 25", "0 6"])
def test_dice_that_cannot_have_fallen_like_this_are_refused(line: str) -> None:
    with pytest.raises(Refused) as refused:
        said(asked(Faces(name="faces", pool=Pool((Dice(2, 20),)))), faces=line)
    assert refused.value.field == "faces"


def test_few_plain_dice_have_a_box_each_and_all_others_a_line() -> None:
    assert boxes(Pool((Dice(2, 20),))) == (20, 20)
    assert boxes(Pool((Dice(7, 6),))) == ()
    assert boxes(Pool((Dice(2, 6, "chain"),))) == ()
    assert dice_words(Pool((Dice(5, 6, "chain"), Dice(1, 10, "chain")))) == "5d6, then 1d10"


WHO = OneOf(name="who", values=("Ana",))
WHY = Text(name="why", most=99, optional=True, default="")


@pytest.mark.parametrize(
    ("fields", "by"),
    [
        ((OneOf(name="of", values=("Injury", "Fear")),), "of"),
        ((WHO, Flag(name="agree", optional=True, default=True), WHY), "agree"),
        ((WHO, WHY), None),
        ((OneOf(name="of", values=("Injury", "Fear")), Number(name="n", lo=1, hi=3)), None),
        ((OneOf(name="of", values=tuple("abcdefg")),), None),
    ],
)
def test_a_choice_of_few_answers_with_nothing_else_to_say_is_made_with_one_tap(
    fields: Any, by: str | None
) -> None:
    found = tapped(asked(*fields))
    assert (found.name if found else None) == by


def test_a_page_that_was_tampered_with_is_told_so() -> None:
    with pytest.raises(Exception, match="damaged"):
        orders.stamp("no stamp")
