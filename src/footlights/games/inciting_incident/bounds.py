"""The bounds that hold in every state that can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from footlights.core import Refused
from footlights.games.inciting_incident.characters import MOST_HITS, check_character
from footlights.games.inciting_incident.conflict import MOST_FLOW
from footlights.games.inciting_incident.difficulty import LEAST_BASE, MOST_ADVANTAGE, MOST_BASE, MOST_SHIFT
from footlights.games.inciting_incident.fields import MOST_ATTEMPTS, MOST_OBSTRUCTION, MOST_THRESHOLD
from footlights.games.inciting_incident.scenery import Complex
from footlights.games.inciting_incident.standing import hits
from footlights.games.inciting_incident.state import Scene, State


def faults(state: State) -> list[str]:
    """Which bounds the state breaks: none in every state that can be reached."""
    outside = (
        f"{name} is {value}: it is from {lo} to {hi}"
        for name, value, lo, hi in _numbers(state)
        if not lo <= value <= hi
    )
    return [*outside, *_broken(state)]


def _numbers(state: State) -> Iterator[tuple[str, int, int, int]]:
    """Every number with its bounds."""
    no_end = 10**9
    scene, conflict = state.scene, state.scene.conflict
    yield "Rising Tension", state.tension, 0, no_end
    yield "Crisis", scene.crisis, 0, no_end
    yield "base difficulty", scene.base, LEAST_BASE, MOST_BASE
    yield "Cooperative scenes in a row", state.coop_run, 0, no_end
    yield from _of_scene(scene)
    people = (*state.characters, *(() if conflict is None else conflict.hits))
    for name in people:
        yield f"hits of {name}", hits(state, name), 0, MOST_HITS
    for draft in state.drafts.values():
        yield "Advantage", draft.adv, 0, MOST_ADVANTAGE
        yield "Disadvantage", draft.dis, 0, MOST_ADVANTAGE
        yield "shift", draft.shift, -MOST_SHIFT, MOST_SHIFT
    if conflict is not None:
        yield "Flow of Battle", conflict.flow, -MOST_FLOW, MOST_FLOW
        for name, foe in conflict.opponents.items():
            yield f"turns of {name}", conflict.acted.count(name), 0, foe.turns
        for name in state.characters:
            yield f"turns of {name}", conflict.acted.count(name), 0, 1


def _of_scene(scene: Scene) -> Iterator[tuple[str, int, int, int]]:
    yield "the current Obstacle", scene.at, 0, len(scene.obstacles)
    for trigger in scene.triggers:
        yield f"threshold of {trigger.name}", trigger.threshold, 1, MOST_THRESHOLD
        yield f"mark of {trigger.name}", trigger.mark, 0, 10**9
    for name, bought in scene.burdened.items():
        yield f"Disadvantage of {name}", bought, 0, MOST_ADVANTAGE
    for at, obstacle in enumerate(scene.obstacles):
        yield "shift of an Obstacle", obstacle.shift, -MOST_SHIFT, MOST_SHIFT
        if isinstance(obstacle, Complex):
            yield "Obstruction", obstacle.obstruction, 0, MOST_OBSTRUCTION
            yield "Decisive attempts left", obstacle.attempts, 0 if at < scene.at else 1, MOST_ATTEMPTS


def _broken(state: State) -> Iterator[str]:
    for name, sheet in state.characters.items():
        try:
            check_character(sheet, name)
        except Refused as fault:
            yield str(fault)
    for name in state.scene.who:
        if name not in state.characters:
            yield f"{name} is in the scene, but not in the story"
