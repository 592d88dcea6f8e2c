"""A server of tables in play, for those who measure it: `python -m bench.live.server PORT TABLES FOLDER [MORE ...]`.

MORE are tables of their own: a number for one with so many events in its log, a name for an example campaign.

Prints one line of JSON when it listens: every table with the secrets of its five seats.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from footlights.core import GM
from footlights.serving import Server, listen
from footlights.store import MemoryStore, SqliteStore, Store
from footlights.table import Campaign, Table
from footlights.table.dicebox import OsDice
from footlights.table.examples import examples
from footlights.table.script import played, read
from footlights.web import Settings, create_app
from footlights.web.seats import Link, Links
from footlights.written import read_file

PLAYERS = ("Ana", "Ben", "Cid", "Dora")
TRAITS = ("Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion")


def opened(store: Store, name: str = "Load") -> Table:
    """A table of YOU with four players."""
    sheets = [{"name": name, "traits": {trait: {"degree": "Often"} for trait in TRAITS}} for name in PLAYERS]
    setup = {"characters": sheets, "rulings": {"overflow_pick": "auto", "ins_timing": "before"}}
    return Table.create(store, "you", setup, Campaign(name=name), OsDice())


def moves(n: int) -> tuple[str, dict[str, object]]:
    """The n-th order at a table: who gives it, and what; four of them are a whole check."""
    player, trait = PLAYERS[n // 4 % len(PLAYERS)], TRAITS[n // 4 % len(TRAITS)]
    check: tuple[tuple[str, dict[str, object]], ...] = (
        (player, {"type": "draft", "trait": trait, "saying": f"a try, number {n}"}),
        (GM, {"type": "rule", "who": player, "mode": ("neither", "ADV", "DIS")[n // 4 % 3]}),
        (player, {"type": "commit", "ins": 0}),
        (GM, {"type": "rest"}),
    )
    return check[n % 4]


def seated(links: Links, table: Table) -> dict[str, str]:
    """The secret of every seat."""
    return {
        seat: links.make(Link(id="", table=table.id, role="gm" if seat == GM else "player", seat=seat))
        for seat in table.seats
    }


def more(store: SqliteStore, what: str) -> Table:
    """A table that was asked for."""
    if what.isdigit():
        return long(store, int(what))
    script = read(read_file(next(path for path in examples() if path.stem == what)))
    return Table.open(store, played(script, store, script.enter).id, OsDice())


def long(store: SqliteStore, events: int) -> Table:
    """A table with that many events in its log, played in memory, where nothing waits for the disk; left as a server
    leaves it."""
    memory = MemoryStore()
    table = opened(memory, f"{events} events")
    happened = n = 0
    while happened < events:
        seat, command = moves(n)
        happened += len(table.act(seat, command).entries)
        n += 1
    store.create(memory.meta(table.id), list(memory.rows(table.id)))
    kept = Table.open(store, table.id, OsDice())
    kept.keep_snapshot()
    return kept


def main() -> None:
    port, tables, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    store = SqliteStore(folder / "load.sqlite3")
    links = Links(store)
    served = [opened(store) for _ in range(tables)] + [more(store, what) for what in sys.argv[4:]]
    told = [{"id": table.id, "seats": seated(links, table)} for table in served]
    settings = Settings(port=port, orders=1_000_000_000)
    server = Server(create_app(settings, store), settings, lambda: print(json.dumps(told), flush=True))
    server.run([listen("127.0.0.1", port)])


if __name__ == "__main__":
    main()
