"""The format of case files: what is written, checked for form and laid out as sequences of steps to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from footlights.cases.translation import Malformed, Plain
from footlights.plain_yaml import Block, Listed, YamlFault, read_yaml

DEFAULT_PLAYERS: Final = ("A", "B", "C")
LARGEST_FILE: Final = 4_000_000
"""Bytes; far more than any hand-written file has."""

_STEP: Final = frozenset({"do", "out", "set", "reject", "why", "note", "rulings"})
_TRY: Final = _STEP | {"given", "players", "steps"}
_CASE: Final = frozenset({"id", "cites", "note", "why", "players", "given", "rulings", "steps", "tries"})
_OBSTACLES: Final = frozenset({"simple", "individual", "complex", "sequence"})


class Step(msgspec.Struct, frozen=True):
    """One move and what it must lead to. `changes` is None for a move that must be refused."""

    place: str
    line: int
    move: str
    do: Plain
    out: Plain
    changes: Plain | None
    rulings: Plain


class Sequence(msgspec.Struct, frozen=True):
    """Steps played one after another from one starting state."""

    line: int
    players: list[str]
    given: Plain
    rulings: Plain
    steps: tuple[Step, ...]


class Case(msgspec.Struct, frozen=True):
    """One case: its id, and the sequences it consists of (one for `steps`, one for each of `tries`)."""

    id: str
    line: int
    sequences: tuple[Sequence, ...]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, in order. Raises Malformed, naming file and line."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Malformed(f"{path}: larger than {LARGEST_FILE:,} bytes; split it")
        text = path.read_text(encoding="utf-8")
    except OSError as fault:
        raise Malformed(f"{path}: cannot be read: {fault.strerror or fault}") from None
    except UnicodeDecodeError as fault:
        raise Malformed(f"{path}: not UTF-8 text (byte {fault.start})") from None
    try:
        return list(_cases(read_yaml(text)))
    except YamlFault as fault:
        raise Malformed(f"{path}:{fault.line}: {fault}") from None


def merged(over: Any, base: Any) -> Any:
    """`over` laid over `base` key by key at every depth; lists and plain values replace."""
    if not isinstance(over, Mapping) or not isinstance(base, Mapping):
        return over
    return {**base, **{key: merged(value, base.get(key)) for key, value in over.items()}}


def _cases(document: Any) -> Iterator[Case]:
    if not isinstance(document, Listed):
        raise YamlFault("a case file is a list of cases ('- id: ...')", getattr(document, "line", 1))
    seen: dict[str, int] = {}
    for index, plain in enumerate(document):
        case = _case(plain, document.line_of(index))
        if case.id in seen:
            raise YamlFault(
                f"a second case is called {case.id}; the first is on line {seen[case.id]}", case.line
            )
        seen[case.id] = case.line
        yield case


def _case(plain: Any, line: int) -> Case:
    case = _block(plain, line, "a case", _CASE)
    name = case.get("id")
    if isinstance(name, bool) or not isinstance(name, str | int) or name == "":
        raise YamlFault("a case needs an id", line)
    if not case.get("steps") and not case.get("tries"):
        raise YamlFault(f"case {name} has neither steps nor tries", line)
    sequences = []
    if "steps" in case:
        sequences.append(_sequence(case, None, "step"))
    for number, part in enumerate(_listed(case, "tries"), 1):
        attempt = _block(part, case["tries"].line_of(number - 1), "a try", _TRY)
        sequences.append(_sequence(case, attempt, f"try {number}"))
    return Case(str(name), line, tuple(sequences))


def _sequence(case: Block, attempt: Block | None, place: str) -> Sequence:
    """What the case's own steps play, or one of its tries."""
    own = case if attempt is None else attempt
    steps: tuple[Step, ...]
    if "steps" in own:
        if attempt is not None and "do" in attempt:
            raise YamlFault("a try has either steps or a do of its own", attempt.line)
        label = place if attempt is None else f"{place} step"
        steps = tuple(
            _step(_block(part, own["steps"].line_of(index), "a step", _STEP), f"{label} {index + 1}")
            for index, part in enumerate(_listed(own, "steps"))
        )
    else:
        steps = (_step(own, place),)
    base = _mapping(case, "given")
    if attempt is not None and _OBSTACLES & _mapping(attempt, "given").keys():
        base = {key: value for key, value in base.items() if key not in _OBSTACLES}
    return Sequence(
        line=own.line,
        players=_players(own if "players" in own else case),
        given=merged(_mapping(own, "given"), base),
        rulings={**_mapping(case, "rulings"), **_mapping(own, "rulings")},
        steps=steps,
    )


def _step(step: Block, place: str) -> Step:
    do = step.get("do")
    if not isinstance(do, Block) or len(do) != 1:
        raise YamlFault("do names exactly one move", step.line_of("do"))
    ((move, fields),) = do.items()
    if not isinstance(fields, Block | None):
        raise YamlFault(f"the fields of {move} are a mapping", do.line_of(move))
    return Step(
        place=place,
        line=step.line,
        move=move,
        do=fields if fields is not None else {},
        out=_mapping(step, "out"),
        changes=None if "reject" in step else _mapping(step, "set"),
        rulings=_mapping(step, "rulings"),
    )


def _players(part: Block) -> list[str]:
    players = part.get("players", list(DEFAULT_PLAYERS))
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise YamlFault("players is a list of names", part.line_of("players"))
    if len(set(players)) != len(players):
        raise YamlFault("players names somebody twice", part.line_of("players"))
    return players


def _block(plain: Any, line: int, what: str, known: frozenset[str]) -> Block:
    if not isinstance(plain, Block):
        raise YamlFault(f"{what} is a mapping", line)
    for key in plain:
        if key not in known:
            shown = key if len(key) <= 40 else key[:37] + "..."
            raise YamlFault(
                f"{what} has no key {shown!r}; known: {', '.join(sorted(known))}", plain.line_of(key)
            )
    return plain


def _mapping(part: Block, key: str) -> Plain:
    value = part.get(key)
    if value is None:
        return {}
    if not isinstance(value, Block):
        raise YamlFault(f"{key} is a mapping", part.line_of(key))
    return value


def _listed(part: Block, key: str) -> list[Any]:
    value = part.get(key, Listed(part.line))
    if not isinstance(value, Listed):
        raise YamlFault(f"{key} is a list", part.line_of(key))
    return value
