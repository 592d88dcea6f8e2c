"""What a game brings so that conformance cases can be played: how a move reads as the game's own commands.

A translation holds no rules. It turns `given` into a state, a `do` into commands for `decide`, and the state
into the plain values that cases compare.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from footlights.core import Refused
from footlights.written import Malformed as Malformed

Plain = dict[str, Any]


def flag(do: Plain, name: str, default: bool = False) -> bool:
    """A flag of a move: a boolean, or one of the words yes, no, on, off. Raises Refused for anything else."""
    value = do.get(name, default)
    words = {"yes": True, "on": True, "no": False, "off": False}
    given = words.get(value, value) if isinstance(value, str) else value
    if not isinstance(given, bool):
        raise Refused("", f"{name} is yes or no", name)
    return given


class Fixed(dict[str, Any]):
    """A mapping in `compared` that has every key there can be: a `set` that names another is malformed."""


class Changing(dict[str, Any]):
    """A mapping in `compared` whose keys come and go with people: who is new counts as unchanged but for what is
    named, who is gone is not compared."""


class Played(msgspec.Struct, frozen=True):
    """A move that was allowed: the state after it and everything it can report (keys of `out`)."""

    state: Any
    out: Plain


class Translation(Protocol):
    """One game's translation. `moves` maps each move to the fields it may have."""

    game: str
    moves: Mapping[str, frozenset[str]]
    outs: frozenset[str]
    whole: frozenset[
        str
    ]  # keys of `set` whose value replaces the whole; other mappings name changed entries only

    def given(self, given: Plain, players: list[str], rulings: Plain) -> Any:
        """The starting state. Raises Malformed for unknown keys, players or rulings."""
        ...

    def ruled(self, state: Any, rulings: Plain) -> Any:
        """The state under these rulings (those of the case, its try and its step, merged). Raises Malformed."""
        ...

    def play(self, state: Any, move: str, do: Plain) -> Played:
        """The move, all or nothing. Raises footlights.core.Refused when it is refused."""
        ...

    def compared(self, state: Any) -> Plain:
        """The state as plain nested values, every compared key present; Fixed where no other key can be."""
        ...
