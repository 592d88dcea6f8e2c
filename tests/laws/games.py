"""The games that the laws are tried on: how a play of each begins, and what else a law must be told about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from footlights.core import System
from footlights.games import load
from tests.laws.play import Chance, Luck, Play, tag


@dataclass(frozen=True)
class Stage:
    """What the laws must be told about a game.

    `setup` brings the JSON form of a setup; rulings that it leaves out are picked at random. `bounds` are the least and
    most of every number that the JSON form of a state has under a name. `secret` says of which events the GM alone may
    hear, `private` which texts of an order stay with the GM; events with a tag of `reveals` bring a secret to light,
    and may of course differ with it. Commands of `seldom` would undo a play more than they add to it.
    """

    setup: Callable[[Chance], dict[str, Any]]
    bounds: Mapping[str, tuple[int, int]]
    secret: Callable[[Any], bool]
    private: Callable[[Any], Collection[str]]
    reveals: frozenset[str]
    seldom: frozenset[str] = frozenset()


def _walkers(chance: Chance) -> dict[str, Any]:
    names = ("Ana", "Bo", "Zoë O'Neill")[: 2 + chance.choose(2)]
    return {"walkers": [{"name": name, "oil": chance.number(0, 5)} for name in names]}


TRAITS: Final = ("Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion")


def _characters_of_you(chance: Chance) -> dict[str, Any]:
    def trait() -> dict[str, str]:
        words = {"reservation": "only with a smile", "impulse": "to be the first"}
        kept = {name: text for name, text in words.items() if not chance.rarely(3)}
        return {"degree": chance.one(("Occasionally", "Rarely", "Often")), **kept}

    names = ("Ana", "Bo", "Zoë O'Neill", "影")[: 2 + chance.choose(3)]
    sheets = [{"name": name, "traits": {trait_name: trait() for trait_name in TRAITS}} for name in names]
    return {"characters": sheets, "rulings": {"start_ins": chance.number(0, 6)}}


STAGES: Final[Mapping[str, Stage]] = {
    "lantern": Stage(
        _walkers,
        bounds={"oil": (0, 5), "coins": (0, 99), "depth": (0, 9), "burnt": (0, 5)},
        secret=lambda event: tag(event) == "draught_hidden",
        private=lambda order: ("name",) if tag(order) == "hide" else (),
        reveals=frozenset({"draught_met"}),
    ),
    "you": Stage(
        _characters_of_you,
        bounds={
            "ins": (0, 6),
            "burdens": (0, 3),
            "burden": (0, 3),
            "confidence": (0, 4),
            "growth": (-4, 4),
            "pending": (0, 999),
        },
        secret=lambda event: tag(event) in {"prepared", "discarded"},
        private=lambda order: ("secret",) if tag(order) == "establish" else (),
        reveals=frozenset({"brought_in"}),
        seldom=frozenset(
            {"withdraw", "call_off", "edit_sheet", "enter", "retire", "new_session", "rest", "relieve"}
        ),
    ),
}


def begin(name: str, luck: Luck) -> Play:
    """A play of the game of that name at its opening, under rulings that chance has picked."""
    return staged(load(name), STAGES[name], Chance(luck.choices()))


def staged(system: System, stage: Stage, chance: Chance) -> Play:
    """A play of `system` at the opening of `stage`, or in the middle."""
    setup = stage.setup(chance)
    setup["rulings"] = {**rulings(system, chance), **setup.get("rulings", {})}
    play = Play(system, system.opening(msgspec.convert(setup, system.setup)), chance, stage.seldom)
    play.begin_in_the_middle()
    return play


def rulings(system: System, chance: Chance) -> dict[str, Any]:
    """An option for each ruling that has a list of them, half of the time another than its default."""
    options = {
        name: get_args(hint)
        for name, hint in get_type_hints(system.rulings).items()
        if get_origin(hint) is Literal
    }
    return {name: chance.one(values) for name, values in options.items() if chance.choose(2)}
