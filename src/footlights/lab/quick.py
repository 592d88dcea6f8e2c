"""The odds of every choice that a form leaves open, as one small table that a page can look up without asking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, combinations
from typing import Any, Final

import msgspec

from footlights.core import (
    Chance,
    Faces,
    Field,
    Flag,
    Number,
    Offer,
    OneOf,
    Refused,
    Seat,
    Sheet,
    SomeOf,
    Split,
    System,
    Text,
    active_fields,
)
from footlights.lab.told import hundredths, results, verdict

MOST_ROWS: Final = 800
"""Combinations of answers in one table."""

NARROW: Final = 12
"""Numbers with more values than this are looked up only near the value they start with."""

NEAR: Final = 3

Tree = list[Any] | int | None
"""[field, {answer: tree}] asks one field more; a number is a row; None: these answers lead to no dice."""


class Quick(msgspec.Struct, frozen=True):
    """`tree` leads from the answers to one of the `rows`, each of which has all outcomes that any of them has, as
    `glance` gives them."""

    tree: Tree
    rows: tuple[tuple[Chance, ...], ...]


class TooMany(Exception):
    """More combinations of answers than one table holds, or answers that cannot be listed."""


def before_dice(system: System, state: Any, seat: Seat, command: Any) -> Any | None:
    """The state in which the dice of this command are due, when everybody else answers in the usual way; None when it
    leads to no dice. `state` is one that the seat knows. Raises Refused."""
    if system.due(state) is not None:
        return state
    for by, order in system.line(state, seat, command):
        for event in system.decide(state, by, order):
            state = system.evolve(state, event)
        if system.due(state) is not None:
            return state
    return None


def glance(system: System, state: Any) -> tuple[Chance, ...]:
    """The results of the dice that are due, where the game has them in closed form; else nothing."""
    closed = getattr(system, "glance", None)
    return tuple(closed(state)) if closed is not None else ()


def quick(system: System, state: Any, seat: Seat, offer: Offer, given: Mapping[str, Any]) -> Quick | None:
    """The table for an offer, in which some answers are `given` and cannot be changed; None where the game has no
    closed forms, or the choices are too many to list. `state` is one that the seat knows."""
    if not hasattr(system, "glance"):
        return None
    growing = _Growing(system, state, seat, offer)
    try:
        tree = growing.tree(dict(given))
    except TooMany:
        return None
    return Quick(tree, tuple(growing.rows)) if growing.rows else None


class _Growing:
    """A table in the making; rows that are equal are one."""

    def __init__(self, system: System, state: Any, seat: Seat, offer: Offer) -> None:
        self._system, self._state, self._seat, self._offer = system, state, seat, offer
        self._leaves = 0
        self.rows: dict[tuple[Chance, ...], int] = {}

    def tree(self, answers: dict[str, Any]) -> Tree:
        """What the answers so far leave open. A choice that makes no difference is not asked for."""
        active = active_fields(self._offer, answers)
        field = next((field for name, field in active.items() if name not in answers), None)
        if field is None:
            return self._row(answers)
        found = {_key(field, value): self.tree({**answers, field.name: value}) for value in _values(field)}
        branches = list(found.values())
        alike = branches.count(branches[0]) == len(branches) and not _wide(field)
        return branches[0] if alike else [field.name, found]

    def _row(self, answers: Mapping[str, Any]) -> int | None:
        self._leaves += 1
        if self._leaves > MOST_ROWS:
            raise TooMany
        said = {name: value for name, value in answers.items() if value is not None}
        try:
            command = msgspec.convert({"type": self._offer.kind, **said}, self._system.commands)
            due = before_dice(self._system, self._state, self._seat, command)
        except (Refused, msgspec.ValidationError):
            return None
        row = glance(self._system, due) if due is not None else ()
        return self.rows.setdefault(row, len(self.rows)) if row else None


def _values(field: Field) -> Iterator[Any]:
    """The answers to try, None for an open one. Words never decide: any will do."""
    match field:
        case Flag():
            yield from (False, True)
        case OneOf():
            yield from field.values
            if field.optional and field.default is None:
                yield None
        case SomeOf():
            sizes = range(field.least, (field.most or len(field.values)) + 1)
            for chosen in chain.from_iterable(combinations(field.values, size) for size in sizes):
                yield list(chosen)
        case Number():
            start = field.default if field.default is not None else max(field.lo, min(0, field.hi))
            wide = field.hi - field.lo >= NARROW
            lo, hi = (
                (max(field.lo, start - NEAR), min(field.hi, start + NEAR)) if wide else (field.lo, field.hi)
            )
            yield from range(lo, hi + 1)
            if field.optional and field.default is None:
                yield None
        case Text():
            yield "x" * field.least if field.least and not field.optional else field.default
        case Sheet() | Split() | Faces() if field.optional:
            yield None
        case _:
            raise TooMany


def _wide(field: Field) -> bool:
    return isinstance(field, Number) and field.hi - field.lo >= NARROW


def _key(field: Field, value: Any) -> str:
    """An answer as the page writes it."""
    if value is None:
        return ""
    if isinstance(field, Flag):
        return "true" if value else "false"
    return "\n".join(value) if isinstance(field, SomeOf) else str(value)


def plain(table: Quick) -> dict[str, Any]:
    """The table as JSON values: `keys` names the columns; chances are hundredths of a percent, amounts that are
    counted are hundredths of their mean."""
    keys = list(dict.fromkeys(one.outcome.key for row in table.rows for one in row))
    rows = []
    for row in table.rows:
        told = results(row)
        cells = dict(
            zip((one.outcome.key for one in told), hundredths([one.chance for one in told]), strict=True)
        )
        for one in row:
            if one.outcome.counted:
                cells[one.outcome.key] = round(float(one.mean) * 100)
            else:
                cells.setdefault(one.outcome.key, hundredths([one.chance])[0])
        hope = verdict(row)
        rows.append([hundredths([hope[1]])[0] if hope else 0, *(cells.get(key, 0) for key in keys)])
    return {"keys": ["", *keys], "rows": rows, "tree": table.tree}
