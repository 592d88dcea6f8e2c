"""The format of case files: what is written, checked for form and laid out as sequences of steps to play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from footlights.cases.translation import Plain
from footlights.written import PlainPath, Written, read_file

DEFAULT_PLAYERS: Final = ("A", "B", "C")

_STEP: Final = ("do", "out", "set", "reject", "why", "note", "rulings")
_TRY: Final = (*_STEP, "given", "players", "steps")
_CASE: Final = ("id", "cites", "note", "why", "players", "given", "rulings", "steps", "tries")
_OBSTACLES: Final = frozenset({"simple", "individual", "complex", "sequence"})


class Step(msgspec.Struct, frozen=True):
    """One move and what it must lead to. `label` says which step of its case it is, `place` where it stands in
    the file; `changes` is None for a move that must be refused."""

    label: str
    place: str
    move: str
    do: Plain
    out: Plain
    changes: Plain | None
    rulings: Plain


class Sequence(msgspec.Struct, frozen=True):
    """Steps played one after another from one starting state."""

    place: str
    players: list[str]
    given: Plain
    rulings: Plain
    steps: tuple[Step, ...]


class Case(msgspec.Struct, frozen=True):
    """One case: its id, and the sequences it consists of (one for `steps`, one for each of `tries`)."""

    id: str
    place: str
    sequences: tuple[Sequence, ...]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, in order. Raises Malformed, naming file and line."""
    file = read_file(path)
    cases: dict[str, Case] = {}
    for index in range(len(file.sequence(()))):
        case = _case(file, (index,))
        if case.id in cases:
            raise file.fault(
                (index, "id"), f"a case called {case.id} stands further up: {cases[case.id].place}"
            )
        cases[case.id] = case
    return list(cases.values())


def merged(over: Any, base: Any) -> Any:
    """`over` laid over `base` key by key at every depth; lists and plain values replace."""
    if not isinstance(over, Mapping) or not isinstance(base, Mapping):
        return over
    return {**base, **{key: merged(value, base.get(key)) for key, value in over.items()}}


def _case(file: Written, path: PlainPath) -> Case:
    case = file.mapping(path, _CASE, needed=("id",))
    if not isinstance(case["id"], str | int) or case["id"] == "":
        raise file.fault((*path, "id"), "the id of a case is a word")
    if "steps" not in case and "tries" not in case:
        raise file.fault(path, "steps or tries are missing")
    return Case(str(case["id"]), file.place(path), tuple(_sequences(file, path, case)))


def _sequences(file: Written, path: PlainPath, case: Plain) -> Iterator[Sequence]:
    """The case's own steps, and each of its tries."""
    base = Sequence(
        place=file.place(path),
        players=_players(file, path, case),
        given=_mapping(file, path, case, "given"),
        rulings=_mapping(file, path, case, "rulings"),
        steps=_steps(file, path, "") if "steps" in case else (),
    )
    if "steps" in case:
        yield base
    if "tries" in case:
        for index in range(len(file.sequence((*path, "tries")))):
            yield _try(file, (*path, "tries", index), base, f"try {index + 1}")


def _try(file: Written, path: PlainPath, base: Sequence, label: str) -> Sequence:
    """One try, laid over what the case says."""
    attempt = file.mapping(path, _TRY)
    if "steps" in attempt and "do" in attempt:
        raise file.fault(path, "a try has either steps or a do of its own")
    players = _players(file, path, attempt) if "players" in attempt else base.players
    given = _mapping(file, path, attempt, "given")
    left_out = {*base.players} - {*players} | (_OBSTACLES | {"at"} if _OBSTACLES & given.keys() else set())
    kept = {key: value for key, value in base.given.items() if key not in left_out}
    return Sequence(
        place=file.place(path),
        players=players,
        given=merged(given, kept),
        rulings={**base.rulings, **_mapping(file, path, attempt, "rulings")},
        steps=_steps(file, path, f"{label} ") if "steps" in attempt else (_step(file, path, attempt, label),),
    )


def _steps(file: Written, path: PlainPath, label: str) -> tuple[Step, ...]:
    places: Iterable[PlainPath] = ((*path, "steps", i) for i in range(len(file.sequence((*path, "steps")))))
    return tuple(
        _step(file, place, file.mapping(place, _STEP), f"{label}step {number}")
        for number, place in enumerate(places, 1)
    )


def _step(file: Written, path: PlainPath, step: Plain, label: str) -> Step:
    do = step.get("do")
    if not isinstance(do, dict) or len(do) != 1:
        raise file.fault((*path, "do"), "do names exactly one move, with its fields")
    (move,) = do
    return Step(
        label=label,
        place=file.place(path),
        move=move,
        do=_fields(file, (*path, "do"), do, move),
        out=_mapping(file, path, step, "out"),
        changes=None if "reject" in step else _mapping(file, path, step, "set"),
        rulings=_mapping(file, path, step, "rulings"),
    )


def _fields(file: Written, path: PlainPath, do: Plain, move: str) -> Plain:
    """The fields of the move; a mere value, as in `do: {level: 3}`, is the field called as the move is."""
    value = do[move]
    return {move: value} if isinstance(value, str | int | float) else _mapping(file, path, do, move)


def _players(file: Written, path: PlainPath, part: Plain) -> list[str]:
    players = part.get("players", list(DEFAULT_PLAYERS))
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise file.fault((*path, "players"), "players is a list of names")
    if len(set(players)) != len(players):
        raise file.fault((*path, "players"), "players names somebody twice")
    return players


def _mapping(file: Written, path: PlainPath, part: Plain, key: str) -> Plain:
    """The mapping under that key, whatever its keys; empty when there is nothing."""
    value = part.get(key)
    if value is None:
        return {}
    return file.mapping((*path, key), value if isinstance(value, dict) else ())
