"""Rules text as data: every rule of a game is one frozen value that the product can show wherever it acts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

Status = Literal["text", "ruling", "completion"]
"""text: the author's words settle it. ruling: the text is open here and the table chooses. completion: the
text is silent and the rule is ours."""


class Option(msgspec.Struct, frozen=True):
    """One value that a ruling may take, with what it means in a phrase."""

    value: str
    meaning: str


class Ruling(msgspec.Struct, frozen=True):
    """A choice that a table makes where the text is open. `name` is the field of the game's Rulings struct, `title`
    what players call it; `default` is written as the options' values are; `options` lists the words, or describes the
    numbers."""

    name: str
    title: str
    default: str
    options: tuple[Option, ...]

    def meaning(self, value: object) -> str:
        """What that value means in a phrase; "" for one that the options only describe, as they do numbers."""
        return next((option.meaning for option in self.options if option.value == str(value)), "")

    def label(self, value: object) -> str:
        """What people choose by: what the value means, else the value, and whether it is the default."""
        return f"{self.meaning(value) or value}{' (the default)' if str(value) == self.default else ''}"


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """One rule. `id` has no game prefix ("RES-01"); `sentence` is in our own words; `source` is the heading in the
    author's text (or "completion"); `computable` clauses are built and tested, the others are judgements that the
    product records or prompts for."""

    id: str
    chapter: str
    sentence: str
    source: str
    status: Status = "text"
    computable: bool = True
    rulings: tuple[Ruling, ...] = ()


class Clauses(Mapping[str, Clause]):
    """The clauses of one game by id, in the order of its chapters.

    Raises ValueError when two clauses bear one id.
    """

    def __init__(self, prefix: str, clauses: Iterable[Clause]) -> None:
        self.prefix = prefix
        by_id: dict[str, Clause] = {}
        for clause in clauses:
            if clause.id in by_id:
                raise ValueError(f"two clauses are called {clause.id}")
            by_id[clause.id] = clause
        self._by_id = MappingProxyType(by_id)

    def __getitem__(self, key: str) -> Clause:
        """The clause of that id; the game's prefix may stand before it ("YOU-RES-01" or "RES-01")."""
        return self._by_id[key.removeprefix(f"{self.prefix}-")]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def chapters(self) -> dict[str, list[Clause]]:
        """The clauses grouped by chapter, both in order."""
        grouped: dict[str, list[Clause]] = {}
        for clause in self.values():
            grouped.setdefault(clause.chapter, []).append(clause)
        return grouped

    def rulings(self) -> dict[str, tuple[Clause, Ruling]]:
        """Every ruling by name, with the clause it belongs to."""
        return {ruling.name: (clause, ruling) for clause in self.values() for ruling in clause.rulings}
