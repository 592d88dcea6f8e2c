"""The games that can be played here, found through the entry point group `footlights.games`."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from typing import cast

from footlights.core import System

GROUP = "footlights.games"


class UnknownGame(LookupError):
    """No installed game bears that name; the message says which ones there are."""


def names() -> list[str]:
    """The stored names of the installed games, in alphabetical order."""
    return sorted(entry.name for entry in entry_points(group=GROUP))


@cache
def load(name: str) -> System:
    """The game of that stored name ("you", "inciting-incident"). Raises UnknownGame."""
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return cast(System, entry.load())
    known = names()
    close = get_close_matches(name.lower(), known, n=1, cutoff=0.4)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise UnknownGame(f"there is no game called {name[:60]!r}{hint} (installed: {', '.join(known)})")
