"""What the laws must be told about Inciting Incident."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from tests.laws.play import Chance, tag
from tests.laws.stage import Stage

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


def _characters(chance: Chance) -> dict[str, Any]:
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
        "rhythm": "at",
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


def _hidden(event: Any) -> bool:
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


def _private(order: Any) -> Collection[str]:
    """What the GM's own Trigger is called and does, unless it is shown."""
    gms_own = tag(order) == "buy" or (tag(order) == "add_trigger" and not (order.owner or order.skill))
    return ("name", "effect") if gms_own and order.shown in {None, "hidden"} else ()


STAGE: Final = Stage(
    _characters,
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
    secret=_hidden,
    private=_private,
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
)
