"""A story of Inciting Incident for tests: short ways to set one up, give commands and see what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from footlights.core import DICE, GM, Field, Offer, Refused, Seat
from footlights.games.inciting_incident import SYSTEM
from footlights.games.inciting_incident.events import AnyEvent
from footlights.games.inciting_incident.opening import opening
from footlights.games.inciting_incident.rulings import rulings_from
from footlights.games.inciting_incident.scenery import Complex
from footlights.games.inciting_incident.state import Conflict, Setup, State

SHEETS: dict[str, dict[str, Any]] = {
    "Ana": {
        "abilities": {"Fortitude": 6, "Perseverance": 4},
        "talents": [["Climb", "Fortitude", 3], ["Break", "Fortitude", 5], ["Wits", "Perseverance", 0]],
    },
    "Bo": {
        "abilities": {"Fortitude": 2, "Perseverance": 4, "Nimbleness": 8},
        "talents": [["Dash", "Nimbleness", 8], ["Talk", "Perseverance", 1]],
    },
    "Cy": {},
}
"""Cy has no Talent at all."""

GUARD: dict[str, Any] = {
    "name": "Guard",
    "abilities": {"Fortitude": 5, "Nimbleness": 1},
    "talents": [{"name": "Pike", "ability": "Fortitude", "level": 4}],
    "hits": 2,
}


def sheet(
    name: str, *skills: dict[str, Any], limitations: Sequence[str] = ("Not by night.",)
) -> dict[str, Any]:
    """The JSON form of one of the characters, with these Skills."""
    about = SHEETS.get(name, {})
    talents = [
        {"name": talent, "ability": ability, "level": level, "limitations": list(limitations)}
        for talent, ability, level in about.get("talents", ())
    ]
    return {
        "name": name,
        "abilities": about.get("abilities", {}),
        "talents": talents,
        "skills": list(skills),
    }


def skill(name: str, kind: str, talent: str = "Climb", cost: int = 3, **effect: int) -> dict[str, Any]:
    """The JSON form of a Skill."""
    return {"name": name, "kind": kind, "talent": talent, "cost": cost, "effect": effect}


class Playing:
    """A story in play. `happened` are the events of the last command."""

    def __init__(self, *sheets: dict[str, Any], **rulings: Any) -> None:
        given = sheets or tuple(sheet(name) for name in SHEETS)
        characters = msgspec.convert({"characters": given}, Setup).characters
        self.state: State = opening(Setup(rulings_from(rulings), characters))
        self.happened: list[AnyEvent] = []

    @property
    def obstruction(self) -> int:
        """The Obstruction of the Complex Obstacle."""
        obstacle = self.state.scene.obstacle
        assert isinstance(obstacle, Complex)
        return obstacle.obstruction

    @property
    def conflict(self) -> Conflict:
        """The conflict of the scene."""
        assert self.state.scene.conflict is not None
        return self.state.scene.conflict

    def do(self, by: Seat, order: str, /, **fields: Any) -> Playing:
        """Give a command. Raises Refused."""
        command = msgspec.convert({"type": order, **fields}, SYSTEM.commands)
        self.happened = list(SYSTEM.decide(self.state, by, command))
        for event in self.happened:
            self.state = SYSTEM.evolve(self.state, event)
        return self

    def gm(self, order: str, /, **fields: Any) -> Playing:
        """The GM gives a command."""
        return self.do(GM, order, **fields)

    def refused(self, by: Seat, order: str, /, **fields: Any) -> tuple[str, str]:
        """The clause that refuses a command, and the reason; fails if it is not refused."""
        with pytest.raises(Refused) as refused:
            self.do(by, order, **fields)
        return refused.value.clause, refused.value.reason

    def scene(self, kind: str = "action", *who: str, **fields: Any) -> Playing:
        """A new scene, with everybody if nobody is named."""
        return self.gm("start_scene", scene=kind, who=list(who or self.state.characters), **fields)

    def fight(self, *opponents: dict[str, Any], **fields: Any) -> Playing:
        """A new Conflict scene with everybody."""
        return self.scene("conflict", opponents=list(opponents), **fields)

    def obstacle(self, obstruction: int = 14, attempts: int = 2) -> Playing:
        """A Complex Obstacle."""
        return self.gm("add_obstacle", kind="complex", obstruction=obstruction, attempts=attempts)

    def trigger(self, name: str, every: int, shown: str = "open", **fields: Any) -> Playing:
        """A Trigger of the GM's that repeats."""
        return self.gm("add_trigger", name=name, rhythm="every", threshold=every, shown=shown, **fields)

    def throw(self, *faces: int | list[int]) -> Playing:
        """The dice fall; a list is a die with its explosions."""
        return self.do(DICE, "throw", faces=[face if isinstance(face, list) else [face] for face in faces])

    def roll(self, by: Seat, order: str, *faces: int | list[int], **fields: Any) -> Playing:
        """A whole roll of a player's: drafted, ruled on (fields that begin with rule_), committed, thrown."""
        ruling = {name[5:]: fields.pop(name) for name in tuple(fields) if name.startswith("rule_")}
        self.do(by, order, **fields)
        self.gm("rule", who=by, **ruling)
        return self.do(by, "commit").throw(*faces)

    def offer(self, seat: Seat, order: str) -> Offer:
        """The offer of that kind to that seat; fails if it is not open."""
        return next(offer for offer in SYSTEM.offers(self.state, seat) if offer.kind == order)

    def kinds(self, seat: Seat) -> set[str]:
        """What is offered to that seat."""
        return {offer.kind for offer in SYSTEM.offers(self.state, seat)}

    def owed(self, seat: Seat) -> list[tuple[str, int]]:
        """What that seat owes, with the numbers of the questions."""
        return [(offer.kind, offer.number) for offer in SYSTEM.offers(self.state, seat) if offer.owed]

    def said(self, seat: Seat = GM) -> list[str]:
        """The sentences of the last command, as that seat is told them."""
        told = [SYSTEM.tell(self.state, event, seat) for event in self.happened]
        return [words for event in told if event is not None and (words := SYSTEM.say(event))]

    def because(self) -> list[str]:
        """The clauses of the last command."""
        return [event.because for event in self.happened]


def fields(offer: Offer, name: str) -> list[Field]:
    """The fields of that name, whatever their conditions."""
    return [field for field in offer.fields if field.name == name]


def values(offer: Offer, name: str) -> tuple[str, ...]:
    """The values that the first field of that name allows."""
    return tuple(getattr(fields(offer, name)[0], "values", ()))
