"""A table in play: who sits where, the log, undo, posts, safety."""

from footlights.table.orders import (
    Campaign,
    Entry,
    Mark,
    Order,
    Owed,
    Preview,
    Receipt,
    Stale,
    Stamp,
)
from footlights.table.table import Table

__all__ = ["Campaign", "Entry", "Mark", "Order", "Owed", "Preview", "Receipt", "Stale", "Stamp", "Table"]
