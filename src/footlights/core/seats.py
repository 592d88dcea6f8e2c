"""Seats: who may speak at a table. A player's seat and the character played from it bear one name."""

from __future__ import annotations

import unicodedata
from typing import Final, TypeAlias

Seat: TypeAlias = str

GM: Final[Seat] = "GM"
DICE: Final[Seat] = "dice"
SPECTATOR: Final[Seat] = "spectator"

RESERVED: Final = frozenset({"gm", "dice", "spectator", "nobody", "situation", "table"})
"""Names (case folded) that no character, opponent or element may bear: they mean something else."""

NAME_LENGTH: Final = 60


UNSEEN: Final = frozenset("\u00ad\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff")
"""Signs that nobody sees: two names that differ in them alone look the same. (Joiners, which emoji and some scripts are
written with, change what is seen.)"""


def seat_name_fault(name: str, longest: int = NAME_LENGTH) -> str | None:
    """What is wrong with `name` as a name of somebody or something, or None.

    A name is 1 to `longest` characters, has no space at either end, no control, direction-changing or
    invisible character, and is none of the reserved words. Accents, emoji, apostrophes and every script are fine.
    """
    if not name.strip():
        return "is empty; give it at least one visible character"
    if name != name.strip():
        return "begins or ends with a space; take the space away"
    if len(name) > longest:
        return f"has {len(name)} characters; {longest} is the most"
    if any(
        unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"}
        or c in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        for c in name
    ):
        return "has a control character in it; use letters, digits, spaces and signs"
    if not UNSEEN.isdisjoint(name):
        return "has a character in it that cannot be seen; type the name anew"
    if name.casefold() in RESERVED:
        return f"is a reserved word ({', '.join(sorted(RESERVED))}); choose another name"
    return None


def same_name(one: str, other: str) -> bool:
    """Whether two names would be read as one: letter case and the way accents are composed make no difference."""
    return unicodedata.normalize("NFC", one.casefold()) == unicodedata.normalize("NFC", other.casefold())
