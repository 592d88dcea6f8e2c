"""The dice of a screen: thrown for the table, or for one roll by the people in front of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from footlights.table.dicebox import Dicebox, Source


class ScreenDice:
    """A dicebox that can be told to leave one roll to the people at the table."""

    def __init__(self, box: Dicebox) -> None:
        self._box = box
        self._left = False

    def source(self, number: int) -> Source | None:
        """The faces of the n-th throw, or None: people throw."""
        return None if self._left else self._box.source(number)

    @contextmanager
    def left_to_people(self) -> Iterator[None]:
        """Dice that become due meanwhile are not thrown here: their faces are asked for."""
        self._left = True
        try:
            yield
        finally:
            self._left = False
