"""How much faster a campaign is read back than it was played, and how little of a long log is held in memory."""

import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.timing import Measure
from footlights.core import GM
from footlights.store import MemoryStore, SqliteStore, Store
from footlights.table import Campaign, Table
from footlights.table.dicebox import OsDice, SeededDice

SHORT, LONG = 10_000, 100_000
TRAITS = ("Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion")
PLAYERS = ("Ana", "Ben", "Cid", "Dora")
MODES = ("neither", "ADV", "DIS")


def measures() -> Iterator[Measure]:
    with TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "tables.db")) as store:
        short, playing = _played(store, SHORT)
        long = _kept(store, LONG)
        reading = [_seconds_to_open(store, long) for _ in range(5)]
        work, peer = f"reading a log of {LONG:,} events back", f"playing it (pace of {SHORT:,})"
        yield Measure(work, peer, median(reading), playing / SHORT * LONG, 10)
        peaks = _peak(store, long), _peak(store, short)
        yield Measure(f"most memory to open {LONG:,} events", f"{SHORT:,} events", *peaks, 1 / 2, unit="B")


def _kept(store: SqliteStore, events: int) -> str:
    """A campaign of that many events in the file. It is played in memory, where no command waits for the disk."""
    memory = MemoryStore()
    table, _ = _played(memory, events)
    store.create(memory.meta(table), list(memory.rows(table)))
    return table


def _played(store: Store, events: int) -> tuple[str, float]:
    """A campaign of YOU of that many events, checks of every kind, played through table and store; and its seconds."""
    sheets = [{"name": name, "traits": {trait: {"degree": "Often"} for trait in TRAITS}} for name in PLAYERS]
    setup = {"characters": sheets, "rulings": {"overflow_pick": "auto"}}
    table = Table.create(store, "you", setup, Campaign(name="A long campaign"), SeededDice(20))
    start, happened = perf_counter(), 0
    for number in count():
        player, trait = PLAYERS[number % len(PLAYERS)], TRAITS[number % len(TRAITS)]
        for seat, command in (
            (player, {"type": "draft", "trait": trait}),
            (GM, {"type": "rule", "who": player, "mode": MODES[number % len(MODES)]}),
            (player, {"type": "commit", "ins": 0}),
            (GM, {"type": "rest"}),
        ):
            happened += len(table.act(seat, command).entries)
        if happened >= events:
            return table.id, perf_counter() - start
    raise AssertionError("a count has no end")


def _seconds_to_open(store: SqliteStore, table: str) -> float:
    start = perf_counter()
    Table.open(store, table, OsDice())
    return perf_counter() - start


def _peak(store: SqliteStore, table: str) -> float:
    """The most bytes that opening the table takes."""
    tracemalloc.start()
    try:
        Table.open(store, table, OsDice())
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
