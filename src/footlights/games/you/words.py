"""How the chronicle puts things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from footlights.games.you.odds import Mode
from footlights.games.you.state import Kind, Result

RESULTS: Final[dict[Result, str]] = {
    "crit_failure": "Critical Failure",
    "failure": "Failure",
    "partial": "Partial Success",
    "success": "Success",
    "crit_success": "Critical Success",
}

KINDS: Final[dict[Kind, str]] = {"trait": "Trait Check", "temptation": "Temptation Check"}

MODES: Final[dict[Mode, str]] = {"neither": "neither", "ADV": "Advantage", "DIS": "Disadvantage"}


def listed(names: Sequence[str]) -> str:
    """ "Ana", "Ana and Ben", "Ana, Ben and Cid"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def verb(names: Sequence[str], one: str, many: str) -> str:
    """The form of the verb that goes with so many names."""
    return one if len(names) == 1 else many


def sentence(text: str) -> str:
    """It as a sentence begins, whatever name stands first."""
    return text[:1].upper() + text[1:]


def quoted(text: str) -> str:
    """A space and the text in quotation marks; nothing for no text."""
    return f" “{text}”" if text else ""
