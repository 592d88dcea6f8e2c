"""What a seat gets to see of a play, and whether anything it may not know makes a difference to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from footlights.core import GM, SPECTATOR, Refused, Seat, System
from footlights.lab import forecast
from tests.laws.play import Chance, Moment, Play, command, tag
from tests.laws.stage import Stage

MARK: Final = "Geheimnis"
"""Stands in every text that only the GM may read."""


def watcher(play: Play) -> Seat:
    """Somebody who may not know everything: a player or a spectator."""
    return play.chance.one([seat for seat in (*play.system.seats(play.state), SPECTATOR) if seat != GM])


@dataclass(frozen=True)
class Watch:
    """A game as one seat gets it."""

    system: System
    stage: Stage
    seat: Seat

    def sees(self, state: Any) -> dict[str, Any]:
        """Everything that the seat can look at: its page, its offers, and the state that its odds run on."""
        system, seat = self.system, self.seat
        return {
            "view": plain(system.view(state, seat)),
            "offers": plain(list(system.offers(state, seat))),
            "known": plain(system.known(state, seat)),
        }

    def told(self, moment: Moment) -> list[Any]:
        """What the seat is told of the events of a move, but for secrets that come to light."""
        told, state = [], moment.before
        for event in moment.events:
            heard = self.system.tell(state, event, self.seat)
            assert heard is None or not self.stage.secret(event), f"{self.seat} hears of {event}"
            if tag(event) not in self.stage.reveals:
                told.append(plain(heard))
            state = self.system.evolve(state, event)
        return [event for event in told if event is not None]

    def tries(self, state: Any, by: Seat, order: Any) -> Any:
        """What the seat learns when `by` orders this: a refusal that it sees if it is its own, or what it is told."""
        try:
            return self.told(_tried(self.system, state, by, order))
        except Refused as refused:
            return (refused.clause, refused.reason, refused.field) if by == self.seat else "refused"

    def odds(self, state: Any, order: Any) -> Any:
        """The odds of everything the command may lead to, as the seat is shown them."""
        try:
            return forecast(self.system, state, self.seat, order).plain()
        except Refused as refused:
            return refused.reason

    def revealed(self, moment: Moment) -> bool:
        """Whether a secret came to light in this move."""
        return any(tag(event) in self.stage.reveals for event in moment.events)


def what_is_known_plays_alike(play: Play, watch: Watch) -> None:
    """On what the seat knows it sees, may do, is refused and is told the same as in truth."""
    state, seat, system = play.state, watch.seat, play.system
    known = system.known(state, seat)
    assert system.known(state, GM) == state, "the GM knows everything"
    assert list(system.faults(known)) == []
    assert watch.sees(known) == watch.sees(state)
    for by, order in _orders(play, known):
        truth, belief = watch.tries(state, by, order), watch.tries(known, by, order)
        assert truth == belief or (by != seat and "refused" in (truth, belief)), (by, order)


def secrets_make_no_difference(play: Play, watch: Watch, moves: int) -> None:
    """Two plays that differ only in what the seat may not know are the same to it, until a secret comes to light.

    The second play repeats the first; but moves that the seat is told nothing of are left out now and then, the GM
    makes others in secret, and words that stay with the GM are others. Where a secret has come to light, or the GM
    builds on one that the second play does not have, it starts afresh from where the first one stands.
    """
    other = play.state
    for _ in range(moves):
        other = _another_secret(play, watch, other)
        moment = play.move()
        other = _echo(play, watch, moment, other)
        assert MARK not in msgspec.json.encode([watch.sees(other)]).decode()
        assert watch.sees(other) == watch.sees(play.state)
        for by, order in _orders(play, play.system.known(play.state, watch.seat)):
            if by == watch.seat:
                assert watch.tries(other, by, order) == watch.tries(play.state, by, order)
                assert watch.odds(other, order) == watch.odds(play.state, order)


def _echo(play: Play, watch: Watch, moment: Moment, other: Any) -> Any:
    """The other play's state once it has repeated this move of the first, or has left a secret one out."""
    secret = not (watch.told(moment) or watch.revealed(moment) or moment.by == watch.seat)
    if secret and play.chance.choose(2):
        return other
    try:
        echo = _tried(play.system, other, moment.by, in_other_words(play.chance, watch, moment.command))
    except Refused:
        assert moment.by == GM, f"{moment.by} is refused {moment.command} because of a secret"
        return other if secret else moment.after
    assert watch.told(echo) == watch.told(moment), moment.command
    return moment.after if watch.revealed(moment) or watch.revealed(echo) else echo.after


def _another_secret(play: Play, watch: Watch, state: Any) -> Any:
    """The state after a marked move of the GM's that the seat is told nothing of, if the one tried is such a move."""
    offers = play.system.offers(state, GM)
    if not offers or play.chance.rarely(3):
        return state
    with marked(play.chance):
        offer = play.chance.one(offers)
        order = command(play.system, offer.kind, play.chance.answer(offer))
    moment = _tried(play.system, state, GM, order)
    return state if watch.told(moment) or watch.revealed(moment) else moment.after


def in_other_words(chance: Chance, watch: Watch, order: Any) -> Any:
    """The order, now and then with other texts where they stay with the GM."""
    written = [name for name in watch.stage.private(order) if getattr(order, name)]
    if chance.choose(2):
        return order
    return msgspec.structs.replace(order, **{name: f"{MARK} {name}" for name in written})


@contextmanager
def marked(chance: Chance) -> Iterator[None]:
    """Texts written meanwhile bear the mark."""
    chance.mark = MARK
    yield
    chance.mark = ""


def _orders(play: Play, state: Any) -> list[tuple[Seat, Any]]:
    """Some commands to try: one that is on offer in this state, and one that somebody gave before."""
    offer = play.chance.one(play.system.offers(state))
    orders = [(offer.seat, command(play.system, offer.kind, play.chance.answer(offer)))]
    if play.moments:
        earlier = play.chance.one(play.moments)
        orders.append((play.chance.one(play.system.seats(state)), earlier.command))
    return orders


def _tried(system: System, state: Any, by: Seat, order: Any) -> Moment:
    """The move in that state, outside of any play. Raises Refused."""
    events, after = tuple(system.decide(state, by, order)), state
    for event in events:
        after = system.evolve(after, event)
    return Moment(state, by, order, events, after)


def plain(value: Any) -> Any:
    """The value as JSON has it."""
    return msgspec.to_builtins(value)
