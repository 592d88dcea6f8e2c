"""The games that the laws are tried on: how a play of each begins, and what else a law must be told about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from footlights.core import System
from footlights.games import load
from tests.laws.play import Chance, Play, spent, tag


@dataclass(frozen=True)
class Stage:
    """`setup` brings the JSON form of a setup but for its rulings. `bounds` are the least and most of every number
    that the JSON form of a state has under a name. `secret` says of which events the GM alone may hear, `private` which
    texts of an order stay with the GM. Events with a tag of `reveals` bring a secret to light: they may of course
    differ with the secret."""

    setup: Callable[[Chance], dict[str, Any]]
    bounds: Mapping[str, tuple[int, int]]
    secret: Callable[[Any], bool]
    private: Callable[[Any], Collection[str]]
    reveals: frozenset[str]


def _walkers(chance: Chance) -> dict[str, Any]:
    names = ("Ana", "Bo", "Zoë O'Neill")[: 2 + chance.choose(2)]
    return {"walkers": [{"name": name, "oil": chance.number(0, 5)} for name in names]}


STAGES: Final[Mapping[str, Stage]] = {
    "lantern": Stage(
        _walkers,
        bounds={"oil": (0, 5), "coins": (0, 99), "depth": (0, 9), "burnt": (0, 5)},
        secret=lambda event: tag(event) == "draught_hidden",
        private=lambda order: ("name",) if tag(order) == "hide" else (),
        reveals=frozenset({"draught_met"}),
    ),
}


def begin(name: str, luck: bytes) -> Play:
    """A play of the game of that name at its opening, under rulings that chance has picked."""
    return staged(load(name), STAGES[name], Chance(spent(luck)))


def staged(system: System, stage: Stage, chance: Chance) -> Play:
    """A play of `system` at the opening of `stage`."""
    setup = {**stage.setup(chance), "rulings": rulings(system, chance)}
    return Play(system, system.opening(msgspec.convert(setup, system.setup)), chance)


def rulings(system: System, chance: Chance) -> dict[str, Any]:
    """An option for each ruling that has a list of them, half of the time another than its default."""
    options = {
        name: get_args(hint)
        for name, hint in get_type_hints(system.rulings).items()
        if get_origin(hint) is Literal
    }
    return {name: chance.one(values) for name, values in options.items() if chance.choose(2)}
