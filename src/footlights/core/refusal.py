"""A command that the rules do not allow."""

from __future__ import annotations


class Refused(Exception):
    """Raised by `decide`; nothing has changed.

    `clause` is the id of the clause that forbids it (without the game's prefix), or "" when the command does
    not fit the form of its offer; `reason` says what is wrong and what would be right; `field` names the
    field at fault, if one is.
    """

    def __init__(self, clause: str, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason
        self.field = field

    def __str__(self) -> str:
        cited = f" [{self.clause}]" if self.clause else ""
        return f"{self.reason}{cited}"
