"""The games that the laws are tried on: how a play of each begins, and what else a law must be told about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from footlights.core import GM, Seat, System
from footlights.games import load
from tests.laws.play import Chance, Luck, Play, tag


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


NO_END: Final = 10**9

ABILITIES: Final = ("Fortitude", "Perseverance", "Nimbleness")

SKILLS: Final = (
    {"name": "Anchor", "cost": 4, "kind": "modifier", "effect": {"crisis": -3, "shield": 1}},
    {"name": "Leverage", "cost": 9, "kind": "modifier", "effect": {"advantage": 3, "effect": 5}},
    {"name": "Breathe", "cost": 5, "kind": "advanced", "effect": {"calm": 4}},
    {"name": "Step Between", "cost": 7, "kind": "advanced", "effect": {"intervene": 1}},
    {"name": "Field Dressing", "cost": 3, "kind": "advanced", "effect": {"heal": 2}},
    {"name": "Foretell", "cost": 2, "kind": "advanced", "effect": {"omen": 1}},
    {"name": "Old Friends", "cost": 1, "kind": "other", "effect": {"omen": 1}},
)


def _characters_of_inciting_incident(chance: Chance) -> dict[str, Any]:
    def sheet(name: str) -> dict[str, Any]:
        abilities = {ability: chance.number(1, 9) for ability in ABILITIES}
        talents = [
            {"name": f"{ability} {name}", "ability": ability, "level": chance.number(0, abilities[ability])}
            for ability in ABILITIES
        ]
        skills = [{**skill, "talent": chance.one(talents)["name"]} for skill in SKILLS if chance.rarely(3)]
        return {"name": name, "abilities": abilities, "talents": talents, "skills": skills}

    return {"characters": [sheet(name) for name in ("Ana", "Bo", "Zoë O'Neill")[: 1 + chance.choose(3)]]}


def _triggers(chance: Chance) -> list[dict[str, Any]]:
    return [
        {
            "name": f"Omen {at}",
            "threshold": chance.number(1, 20),
            "repeats": chance.rarely(2),
            "effect": "the lights go out",
            "shown": chance.one(("hidden", "threshold", "open")),
        }
        for at in range(chance.choose(4))
    ]


def _obstacles(chance: Chance) -> list[dict[str, Any]]:
    simple = {"kind": "simple", "name": "a wall", "shift": chance.number(-2, 2)}
    door = {
        "kind": "complex",
        "name": "a door",
        "obstruction": chance.number(0, 40),
        "attempts": chance.number(1, 3),
    }
    return [chance.one((simple, door)) for _ in range(1 + chance.choose(3))]


def _note(chance: Chance) -> dict[str, Any]:
    trigger = {
        "type": "add_trigger",
        "name": "The bell tolls",
        "rhythm": "once",
        "threshold": chance.number(1, 30),
    }
    obstacle = {
        "type": "add_obstacle",
        "kind": "complex",
        "title": "a gate",
        "obstruction": 12,
        "attempts": 2,
    }
    guard = {"type": "add_opponent", "opponent": {"name": f"Guard {chance.choose(99)}", "hits": 2}}
    scene = {"type": "start_scene", "scene": "cooperative", "who": ["Ana"], "title": "At the fire"}
    return chance.one((trigger, obstacle, guard, scene))


IDLE: Final = (
    "accept_warnings award change_sides convert discard drop edit_sheet end_conflict enter gain_tension hit prepare "
    "rest retire start_scene wave withdraw write_skill"
)


def _hidden_in_inciting_incident(event: Any) -> bool:
    match tag(event):
        case "note_written" | "note_discarded":
            return True
        case "trigger_added":
            return bool(event.trigger.shown == "hidden")
        case "trigger_fired":
            return bool(event.firing.shown == "hidden")
        case "obstacle_added":
            return not event.at_once
        case _:
            return False


def _private_in_inciting_incident(order: Any) -> Collection[str]:
    """What the GM's own Trigger is called and does, unless it is shown."""
    gms_own = tag(order) == "buy" or (tag(order) == "add_trigger" and not (order.owner or order.skill))
    return ("name", "effect") if gms_own and order.shown in {None, "hidden"} else ()


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
    "inciting-incident": Stage(
        _characters_of_inciting_incident,
        bounds={
            "scene.crisis": (0, NO_END),
            "effect.crisis": (-99, 0),
            "tension": (0, NO_END),
            "coop_run": (0, NO_END),
            "scene.base": (1, 9),
            "triggers.threshold": (1, 999),
            "obstruction": (0, 200),
            "attempts": (0, 3),
            "flow": (-200, 200),
            "adv": (0, 99),
            "dis": (0, 99),
            "burdened": (0, 99),
            "hits": (0, 99),
            **dict.fromkeys(ABILITIES, (0, 9)),
            "level": (0, 9),
            "cost": (1, 45),
            "turns": (1, 3),
        },
        secret=_hidden_in_inciting_incident,
        private=_private_in_inciting_incident,
        reveals=frozenset({"trigger_shown", "trigger_confirmed", "obstacle_shown"}),
        seldom=frozenset(IDLE.split()),
        sheets={
            "triggers": _triggers,
            "obstacles": _obstacles,
            "note": _note,
            "skill": lambda chance: chance.one(SKILLS),
        },
        begins=lambda chance, players: {
            "start_scene": {
                "scene": chance.one(("action", "conflict", "action", "cooperative")),
                "who": players,
            }
        },
    ),
}


def begin(name: str, luck: Luck) -> Play:
    """A play of the game of that name at its opening, under rulings that chance has picked."""
    return staged(load(name), STAGES[name], Chance(luck.choices()))


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
    return play


def rulings(system: System, chance: Chance) -> dict[str, Any]:
    """An option for each ruling that has a list of them, half of the time another than its default."""
    options = {
        name: get_args(hint)
        for name, hint in get_type_hints(system.rulings).items()
        if get_origin(hint) is Literal
    }
    return {name: chance.one(values) for name, values in options.items() if chance.choose(2)}
