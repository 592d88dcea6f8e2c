"""The games that the laws are tried on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from footlights.games import load
from tests.laws import inciting_incident
from tests.laws.play import Chance, Luck, Play, tag
from tests.laws.stage import Stage, staged


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
    "inciting-incident": inciting_incident.STAGE,
}


def begin(name: str, luck: Luck) -> Play:
    """A play of the game of that name at its opening, under rulings that chance has picked."""
    return staged(load(name), STAGES[name], Chance(luck.choices()))
