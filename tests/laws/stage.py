"""What the laws must be told about a game, and how a play of it begins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from footlights.core import GM, Seat, System
from tests.laws.play import Chance, Play


@dataclass(frozen=True)
class Stage:
    """What the laws must be told about a game.

    `setup` brings the JSON form of a setup; rulings that it leaves out are picked at random. `bounds` are the least and
    most of every number that the JSON form of a state has under a name. `secret` says of which events the GM alone may
    hear, `private` which texts of an order stay with the GM; events with a tag of `reveals` bring a secret to light,
    and may of course differ with it. Commands of `seldom` would undo a play more than they add to it. `sheets` are
    richer answers than the offer's own example to a field of that name; `begins` are commands of the GM's, by kind,
    with some of their fields, that a play begins with.
    """

    setup: Callable[[Chance], dict[str, Any]]
    bounds: Mapping[str, tuple[int, int]]
    secret: Callable[[Any], bool]
    private: Callable[[Any], Collection[str]]
    reveals: frozenset[str]
    seldom: frozenset[str] = frozenset()
    sheets: Mapping[str, Callable[[Chance], Any]] = field(default_factory=dict)
    begins: Callable[[Chance, Sequence[Seat]], Mapping[str, Any]] = lambda _chance, _players: {}


def staged(system: System, stage: Stage, chance: Chance) -> Play:
    """A play of `system` at the opening of `stage`, or in the middle."""
    setup = stage.setup(chance)
    setup["rulings"] = {**rulings(system, chance), **setup.get("rulings", {})}
    chance.sheets = stage.sheets
    state = system.opening(msgspec.convert(setup, system.setup))
    play = Play(system, state, chance, stage.seldom)
    _, *players = system.seats(state)
    for kind, given in stage.begins(chance, players).items():
        play.follow(next(offer for offer in system.offers(play.state, GM) if offer.kind == kind), **given)
    play.begin_in_the_middle()
    play.moments.clear()
    play.given.clear()
    return play


def rulings(system: System, chance: Chance) -> dict[str, Any]:
    """An option for each ruling that has a list of them, half of the time another than its default."""
    options = {
        name: get_args(hint)
        for name, hint in get_type_hints(system.rulings).items()
        if get_origin(hint) is Literal
    }
    return {name: chance.one(values) for name, values in options.items() if chance.choose(2)}
