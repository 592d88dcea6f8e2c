"""What the cases of Inciting Incident are given: the characters they all have, and the scene each begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from footlights.cases.translation import Malformed, Plain
from footlights.core import GM, Refused
from footlights.games.inciting_incident import difficulty
from footlights.games.inciting_incident.characters import (
    Abilities,
    Ability,
    Character,
    Effect,
    Opponent,
    Skill,
    Talent,
)
from footlights.games.inciting_incident.conflict import begun
from footlights.games.inciting_incident.rulings import Rulings, rulings_from
from footlights.games.inciting_incident.scenery import (
    Complex,
    Firing,
    Individual,
    Obstacle,
    SceneType,
    Simple,
    Trigger,
)
from footlights.games.inciting_incident.state import NOBODY, Conflict, Scene, State

TalentRow = tuple[str, Ability, int]

_CAST: Final[dict[str, tuple[dict[str, int], tuple[TalentRow, ...]]]] = {
    "A": (
        {"Fortitude": 6, "Perseverance": 4, "Nimbleness": 3},
        (("Climb", "Fortitude", 3), ("Break", "Fortitude", 5), ("Wits", "Perseverance", 0)),
    ),
    "B": (
        {"Fortitude": 2, "Perseverance": 4, "Nimbleness": 8},
        (("Dash", "Nimbleness", 8), ("Aim", "Nimbleness", 4), ("Talk", "Perseverance", 1)),
    ),
    "C": ({"Fortitude": 5}, (("Lift", "Fortitude", 4),)),
    "D": ({}, ()),
}
"""The characters that every case has; any other player is like D."""


class Playing(msgspec.Struct, frozen=True):
    """The game's state; whether `at` is compared (the Obstacles were given as a sequence), and the Skills that were
    given as known, which are not compared."""

    state: State
    sequence: bool = False
    known: frozenset[tuple[str, str]] = frozenset()


def rulings_of(rulings: Plain) -> Rulings:
    """The rulings of a case. Raises Malformed."""
    try:
        return rulings_from(rulings)
    except Refused as refused:
        raise Malformed(refused.reason) from None


def one_rhythm(given: Plain) -> Plain:
    """The same, where a try has laid `at` over a case's `every` or the other way round: what was laid over counts."""
    triggers = given.get("triggers")
    if not isinstance(triggers, dict):
        return given
    return {**given, "triggers": {name: _last_rhythm(trigger) for name, trigger in triggers.items()}}


def _last_rhythm(trigger: Any) -> Any:
    if not isinstance(trigger, dict) or not {"at", "every"} <= trigger.keys():
        return trigger
    first = next(key for key in trigger if key in ("at", "every"))
    return {key: value for key, value in trigger.items() if key != first}


class GivenScene(msgspec.Struct, forbid_unknown_fields=True):
    """The scene of a case."""

    type: SceneType = "action"
    who: tuple[str, ...] = ("A", "B")
    base: int = difficulty.USUAL_BASE


class GivenTrigger(msgspec.Struct, forbid_unknown_fields=True):
    """A Trigger of a case, made with the scene unless somebody owns it."""

    at: int | None = None
    every: int | None = None
    owner: str = ""


class GivenSkill(msgspec.Struct, forbid_unknown_fields=True):
    """A Skill that a character of a case has."""

    name: str
    talent: str
    kind: str
    cost: int
    effect: Effect = Effect()


class GivenOpponent(msgspec.Struct, forbid_unknown_fields=True):
    """An opponent of a case."""

    abilities: Abilities = Abilities()
    talents: tuple[TalentRow, ...] = ()
    hits: int = 0
    turns: int = 1


class GivenObstacle(msgspec.Struct, forbid_unknown_fields=True):
    """One Obstacle of a sequence."""

    simple: str | None = None
    individual: tuple[str, ...] | None = None
    complex: tuple[int, int] | None = None

    def obstacle(self) -> Obstacle | None:
        """The Obstacle, if one is described."""
        if self.simple is not None:
            return Simple(self.simple)
        if self.individual is not None:
            return Individual(self.individual)
        return None if self.complex is None else Complex(*self.complex)


class Given(GivenObstacle, forbid_unknown_fields=True, kw_only=True):
    """Everything that a case may be given."""

    crisis: int = 0
    rt: int = 0
    scene: GivenScene = msgspec.field(default_factory=GivenScene)
    triggers: dict[str, GivenTrigger] = {}
    sequence: tuple[GivenObstacle, ...] | None = None
    at: int = 0
    uses: dict[str, int] = {}
    opponents: dict[str, GivenOpponent] = {}
    situation: int | None = None
    flow: int = 0
    hits: dict[str, int] = {}
    known: dict[str, tuple[GivenSkill, ...]] = {}
    skills: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    round: int = 1
    acted: tuple[str, ...] = ()
    over: bool = False

    def playing(self, players: list[str], rulings: Rulings) -> Playing:
        """The state that this describes."""
        characters = {name: self._character(name) for name in dict.fromkeys((*_CAST, *players))}
        for name in self.known:
            if name not in characters:
                raise Malformed(f"given: known names {name}, who is no character")
        conflict = self._conflict() if self.scene.type == "conflict" else None
        uses = _per_character(self.uses)
        listed = {skill.name: skill for known in map(self._known, self.known) for skill in known}
        scene = Scene(
            type=self.scene.type,
            who=self.scene.who,
            base=self.scene.base,
            crisis=self.crisis,
            triggers=tuple(self._trigger(name) for name in self.triggers),
            waiting=tuple(_firing(named, at) for at, named in enumerate(self.waiting, 1)),
            obstacles=self._obstacles(),
            at=self.at,
            uses=uses,
            scene_uses=uses,
            conflict=conflict,
        )
        state = State(
            rulings=rulings,
            characters=characters,
            hits={name: self.hits.get(name, 0) for name in characters},
            skills={name: replace(skill, talent="") for name, skill in listed.items()},
            tension=self.rt,
            coop_run=int(self.scene.type == "cooperative"),
            scene=scene,
            asked={GM: len(self.waiting)},
        )
        known = frozenset((name, skill.name) for name in self.known for skill in self.known[name])
        return Playing(state, self.sequence is not None, known)

    def _character(self, name: str) -> Character:
        abilities, rows = _CAST.get(name, ({}, ()))
        talents = tuple(Talent(*row) for row in rows)
        first = talents[0].name if talents else ""
        owned = (
            Skill(skill, 1, "other", first)
            for owner, _, skill in (one.partition(".") for one in self.skills)
            if owner == name
        )
        return Character(
            name,
            abilities=msgspec.convert(abilities, Abilities),
            talents=talents,
            skills=(*self._known(name), *owned),
        )

    def _known(self, name: str) -> tuple[Skill, ...]:
        rows = (msgspec.to_builtins(skill) for skill in self.known.get(name, ()))
        return tuple(msgspec.convert(row, Skill) for row in rows)

    def _conflict(self) -> Conflict:
        foes = (
            Opponent(name, foe.abilities, tuple(Talent(*row) for row in foe.talents), foe.hits, foe.turns)
            for name, foe in self.opponents.items()
        )
        conflict = begun(foes, self.situation)
        return replace(
            conflict,
            hits={name: self.hits.get(name, 0) for name in conflict.hits},
            flow=self.flow,
            round=self.round,
            acted=self.acted,
            over=self.over,
            uses=_per_character(self.uses),
        )

    def _trigger(self, name: str) -> Trigger:
        given = self.triggers[name]
        thresholds = [threshold for threshold in (given.at, given.every) if threshold is not None]
        if len(thresholds) != 1:
            raise Malformed(f"given: the Trigger {name} has either at or every")
        return Trigger(
            name,
            thresholds[0],
            given.every is not None,
            shown="open",
            owner=given.owner,
            mark=self.crisis,
        )

    def _obstacles(self) -> tuple[Obstacle, ...]:
        described = self.sequence if self.sequence is not None else (self,)
        found = (one.obstacle() for one in described)
        return tuple(obstacle for obstacle in found if obstacle is not None)


def _per_character(uses: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Uses named "A.Climb", by character and Talent."""
    found: dict[str, dict[str, int]] = {}
    for name, count in uses.items():
        who, _, talent = name.partition(".")
        found.setdefault(who, {})[talent] = count
    return found


def _firing(named: str, number: int) -> Firing:
    name, _, threshold = named.rpartition("@")
    if not name or not threshold.isdecimal():
        raise Malformed(f"given: {named!r} is not like T@5")
    return Firing(name, int(threshold), NOBODY, number=number)
