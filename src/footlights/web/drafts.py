"""Sheets that are being filled in: kept beside a table's log until a character enters or its maker throws it away."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec

from footlights.store import Record, Store

KIND: Final = "sheet"


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet on its way. `id` is that of the link of whoever fills it in, `person` their name; `sheet` is plain values
    as they were typed, whole or not; `handed`: it waits for the GM to bring it in."""

    id: str
    table: str
    person: str = ""
    sheet: Any = None
    handed: bool = False

    @property
    def whose(self) -> str:
        """What to call it: its character, else its maker."""
        name = self.sheet.get("name", "") if isinstance(self.sheet, dict) else ""
        return str(name).strip() or self.person or "Somebody"

    @property
    def stamp(self) -> str:
        """What tells this sheet from what it was before or will be."""
        return sha256(msgspec.json.encode(self.sheet)).hexdigest()


class Drafts:
    """Every draft of a store, held in memory and written through. Raises StoreTrouble, and then nothing has changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        kept = [msgspec.json.decode(record.body, type=Draft) for record in store.records(KIND)]
        self._drafts = {draft.id: draft for draft in kept}

    def find(self, link: str, table: str) -> Draft | None:
        """The draft of that link at that table."""
        draft = self._drafts.get(link)
        return draft if draft and draft.table == table else None

    def keep(self, draft: Draft) -> None:
        """Put it in the place of the draft that its link had."""
        self._store.keep([Record(KIND, draft.id, draft.table, msgspec.json.encode(draft))])
        self._drafts[draft.id] = draft

    def forget(self, draft: Draft) -> None:
        """It has entered, or nobody wants it."""
        self._store.forget([Record(KIND, draft.id, draft.table, b"")])
        self._drafts.pop(draft.id, None)

    def handed(self, table: str) -> tuple[Draft, ...]:
        """Those that wait for the GM of that table."""
        return tuple(draft for draft in self._drafts.values() if draft.table == table and draft.handed)

    def drop(self, table: str) -> None:
        """Forget those of a table that was deleted, as its store has."""
        self._drafts = {id: draft for id, draft in self._drafts.items() if draft.table != table}
