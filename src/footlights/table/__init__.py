"""A table in play: who sits where, the log, undo, posts, safety.

`Table.create` and `Table.open` give one; `offers(seat)` says what a seat may do, the game's and the table's own
alike, and `submit(Order)` does it. What a seat is told comes back as entries of its own chronicle, numbered for it
alone.

| module | what it knows |
| --- | --- |
| `table` | the table itself: orders in, facts to the store, entries out |
| `orders` | the table's own commands, the envelope of every command, and what comes back |
| `customs` | who may give the table's own commands, and what comes of them |
| `events` | what happens beside the rules, and what stands because of it |
| `log` | how commands and events are written down, and read again |
| `line` | the log folded: where the rules stand, at its end or after any row |
| `undo` | what a rewind takes out, which dice stay fallen, who may take what back |
| `chronicle`, `markdown` | what each seat was told, as entries and as a text |
| `saves`, `script`, `setting` | campaigns, characters and sessions as files |
| `dicebox` | the only place where dice are thrown |
"""

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
