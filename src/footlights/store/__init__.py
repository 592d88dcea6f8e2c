"""Where tables live: in memory, or in one SQLite file per data folder."""

from footlights.store.memory import MemoryStore
from footlights.store.rows import InUse, Record, Row, Store, StoreTrouble, TableMeta
from footlights.store.sqlite import SqliteStore

__all__ = ["InUse", "MemoryStore", "Record", "Row", "SqliteStore", "Store", "StoreTrouble", "TableMeta"]
