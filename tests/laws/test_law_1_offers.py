"""Law 1: an offer, followed, is never refused; what is not offered is refused, and a refused command changes nothing;
somebody always has an offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given

from footlights.core import (
    DICE,
    SPECTATOR,
    Faces,
    Number,
    Offer,
    OneOf,
    Refused,
    SomeOf,
    Split,
    Text,
    active_fields,
)
from tests.laws.games import STAGES, begin
from tests.laws.play import Luck, Play, command, kinds, law, lucky, seats

GAMES = pytest.mark.parametrize("game", STAGES)


@GAMES
@law
@given(luck=lucky())
def test_an_offer_that_is_followed_is_never_refused(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    for moment in play.moves():
        assert play.system.offers(moment.after), f"nobody can do anything after {moment.command}"


@GAMES
@law
@given(luck=lucky())
def test_offers_are_well_formed(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    commands = kinds(play.system.commands)
    for _ in play.moves():
        offers = list(play.system.offers(play.state))
        assert offers == [
            o for seat in seats(play.system, play.state) for o in play.system.offers(play.state, seat)
        ]
        assert list(play.system.owed(play.state)) == [offer for offer in offers if offer.owed]
        assert max(Counter((offer.seat, offer.kind) for offer in offers).values()) == 1
        assert len({offer.blocking for offer in offers}) == 1
        assert (play.system.due(play.state) is not None) == any(offer.seat == DICE for offer in offers)
        for offer in offers:
            assert {field.name for field in offer.fields} <= set(commands[offer.kind].__struct_fields__)
            assert all(clause in play.system.clauses for clause in _cited(offer))
            assert offer.label


@GAMES
@law
@given(luck=lucky())
def test_what_is_not_offered_is_refused_and_changes_nothing(game: str, luck: Luck) -> None:
    play = begin(game, luck)
    chance = play.chance
    for _ in play.moves():
        before = msgspec.json.encode(play.state)
        by, order = _not_on_offer(play)
        with pytest.raises(Refused) as refused:
            play.system.decide(play.state, by, order)
        assert refused.value.reason
        assert not refused.value.clause or refused.value.clause in play.system.clauses
        offer = play.offer()
        for answer in _misfits(offer, chance.answer(offer)):
            try:
                misfit = command(play.system, offer.kind, answer)
            except msgspec.ValidationError:
                continue
            with pytest.raises(Refused):
                play.system.decide(play.state, offer.seat, misfit)
        assert msgspec.json.encode(play.state) == before


def _cited(offer: Offer) -> set[str]:
    return {clause for clause in (offer.clause, *(field.clause for field in offer.fields)) if clause}


def _not_on_offer(play: Play) -> tuple[str, Any]:
    """A command as somebody gave it before or as it is on offer to another, from a seat to which it is not offered."""
    offers = play.system.offers(play.state)
    orders = [moment.command for moment in play.moments]
    orders += [command(play.system, offer.kind, play.chance.answer(offer)) for offer in offers]
    everybody = [*seats(play.system, play.state), SPECTATOR, "nobody we know"]
    offered = {(offer.seat, offer.kind) for offer in offers}
    others = [
        (seat, order)
        for order in orders
        for seat in everybody
        if (seat, order.__struct_config__.tag) not in offered
    ]
    chosen: tuple[str, Any] = play.chance.one(others)
    return chosen


def _misfits(offer: Offer, answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answer with one field at a time just outside its domain."""
    for name, field in active_fields(offer, answer).items():
        match field:
            case Number():
                yield {**answer, name: field.hi + 1}
                yield {**answer, name: field.lo - 1}
            case OneOf():
                yield {**answer, name: "no such thing"}
            case SomeOf():
                yield {**answer, name: [*answer.get(name, ()), "no such thing"]}
            case Text():
                yield {**answer, name: "x" * (field.most + 1)}
                yield {**answer, name: "a bell \a"}
                yield from ({**answer, name: taken} for taken in field.taken[:1])
            case Split():
                yield {**answer, name: {**answer.get(name, {}), "no such thing": 1}}
            case Faces():
                yield {**answer, name: [*answer[name], [1]]}
            case _:
                continue
        if not field.optional:
            yield {key: value for key, value in answer.items() if key != name}
