"""One SQLite file for any number of tables (the full promise is in the class)."""

from __future__ import annotations

from pathlib import Path

from footlights.store.memory import MemoryStore


class SqliteStore(MemoryStore):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
