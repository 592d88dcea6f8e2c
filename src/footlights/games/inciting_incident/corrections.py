"""The GM sets numbers right, and the table decides rulings anew.

A correction keeps within the bounds of the rules; it fires no Trigger, brings nobody down and awards nothing. That
somebody has all the hits they can take is read from the number, here as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from footlights.core import Field, Number, Offer, OneOf, Seat, Sheet, When
from footlights.games.inciting_incident.clauses import (
    CLAUSES,
    CMP_05,
    CMP_06,
    CMP_10,
    COO_04,
    CPX_01,
    CPX_09,
    CRI_01,
    DEC_04,
    DIF_01,
    RT_01,
    RT_05,
)
from footlights.games.inciting_incident.commands import ChangeRuling, Correct
from footlights.games.inciting_incident.difficulty import LEAST_BASE, MOST_ADVANTAGE, MOST_BASE
from footlights.games.inciting_incident.events import AnyEvent, Corrected, RulingChanged
from footlights.games.inciting_incident.fields import (
    MOST_ATTEMPTS,
    MOST_OBSTRUCTION,
    line,
)
from footlights.games.inciting_incident.rulings import Rulings, with_ruling
from footlights.games.inciting_incident.scenery import Complex
from footlights.games.inciting_incident.standing import check_gm, hits, most_hits
from footlights.games.inciting_incident.state import Conflict, State

GROUP: Final = "corrections"
MOST_COUNT: Final = 9_999
MOST_FLOW: Final = 200

Setter = Callable[[int], State]


class Counter(NamedTuple):
    """A number that can be set right: what it is, its bounds, the clause it belongs to, and the state with another."""

    value: int
    lo: int
    hi: int
    clause: str
    put: Setter


def counters(state: State) -> dict[str, Counter]:
    """Every number that can be set right now, by its name."""
    scene = state.scene
    found = {
        "Rising Tension": Counter(
            state.tension, 0, MOST_COUNT, RT_01.id, lambda to: replace(state, tension=to)
        ),
        "Cooperative scenes in a row": Counter(
            state.coop_run, 0, MOST_COUNT, COO_04.id, lambda to: replace(state, coop_run=to)
        ),
    }
    if scene.type in ("action", "conflict"):
        found["Crisis"] = Counter(scene.crisis, 0, MOST_COUNT, CRI_01.id, _of_scene(state, "crisis"))
        found["Base difficulty"] = Counter(
            scene.base, LEAST_BASE, MOST_BASE, DIF_01.id, _of_scene(state, "base")
        )
        for name in scene.who:
            found[f"Bought Disadvantage: {name}"] = Counter(
                scene.burdened.get(name, 0), 0, MOST_ADVANTAGE, RT_05.id, _burden(state, name)
            )
    for name in state.characters:
        found[f"Hits: {name}"] = Counter(
            hits(state, name), 0, most_hits(state, name), CMP_10.id, _hits(state, name)
        )
    if isinstance(scene.obstacle, Complex):
        found |= _of_obstacle(state, scene.obstacle)
    if scene.conflict is not None:
        found |= _of_conflict(state, scene.conflict)
    return found


def _of_scene(state: State, field: str) -> Setter:
    return lambda to: replace(state, scene=replace(state.scene, **{field: to}))


def _burden(state: State, name: str) -> Setter:
    return lambda to: replace(state, scene=replace(state.scene, burdened={**state.scene.burdened, name: to}))


def _hits(state: State, name: str) -> Setter:
    return lambda to: replace(state, hits={**state.hits, name: to})


def _of_obstacle(state: State, obstacle: Complex) -> dict[str, Counter]:
    scene = state.scene

    def put(field: str) -> Setter:
        return lambda to: replace(
            state,
            scene=replace(
                scene,
                obstacles=(
                    *scene.obstacles[: scene.at],
                    replace(obstacle, **{field: to}),
                    *scene.obstacles[scene.at + 1 :],
                ),
            ),
        )

    found = {
        "Obstruction": Counter(obstacle.obstruction, 0, MOST_OBSTRUCTION, CPX_01.id, put("obstruction")),
        "Decisive attempts left": Counter(obstacle.attempts, 1, MOST_ATTEMPTS, DEC_04.id, put("attempts")),
    }
    for name in scene.who:
        for talent in state.characters[name].talents:
            found[f"Uses: {name}, {talent.name}"] = Counter(
                scene.uses.get(name, {}).get(talent.name, 0),
                0,
                MOST_COUNT,
                CPX_09.id,
                _uses(state, name, talent.name),
            )
    return found


def _uses(state: State, name: str, talent: str) -> Setter:
    """Uses on this Obstacle; those of the whole scene change by as much."""

    def put(to: int) -> State:
        scene = state.scene
        was = scene.uses.get(name, {}).get(talent, 0)
        through = scene.scene_uses.get(name, {}).get(talent, 0) + to - was
        return replace(
            state,
            scene=replace(
                scene,
                uses={**scene.uses, name: {**scene.uses.get(name, {}), talent: to}},
                scene_uses={
                    **scene.scene_uses,
                    name: {**scene.scene_uses.get(name, {}), talent: max(to, through)},
                },
            ),
        )

    return put


def _of_conflict(state: State, conflict: Conflict) -> dict[str, Counter]:
    def put(**changes: Any) -> State:
        return replace(state, scene=replace(state.scene, conflict=replace(conflict, **changes)))

    def side_hits(name: str) -> Setter:
        return lambda to: put(hits={**conflict.hits, name: to})

    def turns(name: str) -> Setter:
        return lambda to: put(acted=_with_turns(conflict.acted, name, to))

    def uses(name: str, talent: str) -> Setter:
        own = conflict.uses.get(name, {})
        return lambda to: put(uses={**conflict.uses, name: {**own, talent: to}})

    found = {
        "Flow of Battle": Counter(conflict.flow, -MOST_FLOW, MOST_FLOW, CMP_05.id, lambda to: put(flow=to)),
        "Round": Counter(conflict.round, 1, MOST_COUNT, CMP_06.id, lambda to: put(round=to)),
    }
    for name in conflict.hits:
        found[f"Hits: {name}"] = Counter(
            conflict.hits[name], 0, most_hits(state, name), CMP_10.id, side_hits(name)
        )
    for name in state.scene.who:
        found[f"Turns taken: {name}"] = Counter(conflict.acted.count(name), 0, 1, CMP_06.id, turns(name))
        for talent in state.characters[name].talents:
            found[f"Uses: {name}, {talent.name}"] = Counter(
                conflict.uses.get(name, {}).get(talent.name, 0),
                0,
                MOST_COUNT,
                CPX_09.id,
                uses(name, talent.name),
            )
    for name, foe in conflict.opponents.items():
        found[f"Turns taken: {name}"] = Counter(
            conflict.acted.count(name), 0, foe.turns, CMP_06.id, turns(name)
        )
    return found


def _with_turns(acted: tuple[str, ...], name: str, to: int) -> tuple[str, ...]:
    others, taken = tuple(one for one in acted if one != name), acted.count(name)
    return (*acted, *(name,) * (to - taken)) if to >= taken else (*others, *(name,) * to)


def corrected(state: State, counter: str, value: int) -> State:
    """The state with that number set."""
    return counters(state)[counter].put(value)


# -- the offers ---------------------------------------------------------------------------------------------------


def correct_offer(state: State, seat: Seat) -> Offer:
    """Any of these numbers, within its bounds, with a reason."""
    check_gm(seat, RT_01.id)
    found = counters(state)
    by_bounds: dict[tuple[int, int, str], list[str]] = {}
    for name, counter in found.items():
        by_bounds.setdefault((counter.lo, counter.hi, counter.clause), []).append(name)
    values = (
        Number(name="value", label="To", lo=lo, hi=hi, clause=clause, when=(When("counter", tuple(names)),))
        for (lo, hi, clause), names in by_bounds.items()
    )
    return Offer(
        kind="correct",
        seat=seat,
        label="Set a number right",
        fields=(
            OneOf(
                name="counter",
                label="Which",
                values=tuple(found),
                labels=tuple(f"{name}, now {counter.value}" for name, counter in found.items()),
            ),
            *values,
            line("reason", "Why", needed=True),
        ),
        group=GROUP,
    )


def correct(state: State, _seat: Seat, command: Correct) -> list[AnyEvent]:
    """What a Correct does."""
    counter = counters(state)[command.counter]
    return [Corrected(command.counter, counter.value, command.value, command.reason, because=counter.clause)]


def _as_json(value: Any) -> Any:
    """The value as JSON reads it back: lists for tuples, objects for structs."""
    return msgspec.json.decode(msgspec.json.encode(value))


@lru_cache(maxsize=64)
def _ruling_fields(now: Rulings) -> tuple[Field, ...]:
    """For each ruling its words as choices; numbers, lists and mappings as JSON has them. What holds now is where an
    answer begins."""
    held = _as_json(now)
    names = tuple(CLAUSES.rulings())
    titles = tuple(ruling.title for _, ruling in CLAUSES.rulings().values())
    fields: list[Field] = [OneOf(name="ruling", label="Which ruling", values=names, labels=titles)]
    hints = get_type_hints(Rulings)
    for name, (clause, ruling) in CLAUSES.rulings().items():
        when = (When("ruling", (name,)),)
        words = get_args(hints[name])
        if _is_choice(hints[name]) and all(isinstance(word, str) for word in words):
            fields.append(
                OneOf(
                    name="value",
                    label=clause.sentence,
                    values=words,
                    labels=tuple(map(ruling.label, words)),
                    default=held[name],
                    clause=clause.id,
                    when=when,
                )
            )
        else:
            options = " or ".join(f"{option.value} ({option.meaning})" for option in ruling.options)
            fields.append(
                Sheet(
                    name="value",
                    label=f"{clause.sentence} What can be: {options}; by default {ruling.default}",
                    example=held[name],
                    default=held[name],
                    clause=clause.id,
                    when=when,
                )
            )
    return tuple(fields)


def _is_choice(hint: Any) -> bool:
    return get_origin(hint) is Literal


def change_ruling_offer(state: State, seat: Seat) -> Offer:
    """The table decides a ruling anew; what has happened stays."""
    check_gm(seat, "")
    return Offer(
        kind="change_ruling",
        seat=seat,
        label="Change a ruling",
        fields=_ruling_fields(state.rulings),
        group=GROUP,
    )


def change_ruling(state: State, _seat: Seat, command: ChangeRuling) -> list[AnyEvent]:
    """What a ChangeRuling does. Raises Refused, with the options, for a value that is none."""
    changed = with_ruling(state.rulings, command.ruling, command.value)
    value = _as_json(getattr(changed, command.ruling))
    clause, _ = CLAUSES.rulings()[command.ruling]
    return [RulingChanged(command.ruling, value, because=clause.id)]
