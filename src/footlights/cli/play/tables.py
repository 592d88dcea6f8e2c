"""What a screen needs of a table: one that is opened here, or one that a server has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from footlights.core import Offer, Panel, Seat, System
from footlights.table import Campaign, Entry, Mark, Order, Owed, Preview, Receipt
from footlights.table.events import Standing


class Counted(Protocol):
    """The chronicles of a table."""

    def count(self, seat: Seat) -> int:
        """How many lines that seat was told."""
        ...


class AtTable(Protocol):
    """A table in play, as `footlights.table.Table` is."""

    @property
    def system(self) -> System:
        """Its game."""
        ...

    @property
    def state(self) -> Any:
        """The state of the game, as far as this side knows it."""
        ...

    @property
    def standing(self) -> Standing:
        """What stands beside the rules."""
        ...

    @property
    def campaign(self) -> Campaign:
        """What was agreed on."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The GM, then the players."""
        ...

    @property
    def chronicles(self) -> Counted:
        """How far each seat's chronicle goes."""
        ...

    def offers(self, seat: Seat, /) -> Sequence[Offer]:
        """What that seat may do."""
        ...

    def panels(self, seat: Seat, /) -> Sequence[Panel]:
        """What it sees."""
        ...

    def chronicle(self, seat: Seat, after: int = 0, limit: int | None = None) -> Sequence[Entry]:
        """What it was told."""
        ...

    def waiting(self, seat: Seat = ..., /) -> Sequence[Owed]:
        """Who is waited for."""
        ...

    def submit(self, order: Order, /) -> Receipt:
        """Carry an order out. Raises Refused, Stale and StoreTrouble."""
        ...

    def marks(self) -> Sequence[Mark]:
        """Where the GM can rewind to."""
        ...

    def preview_rewind(self, to: int, /) -> Preview:
        """What that would undo."""
        ...

    def preview_take_back(self, seat: Seat, /) -> Preview:
        """What taking the last move back would undo."""
        ...
