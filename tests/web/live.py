"""A server that really listens, in a thread, and programs that talk to it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import uvicorn

from footlights.core import GM, Seat
from footlights.store import MemoryStore, Store
from footlights.table import Table
from footlights.table.dicebox import Dicebox, SeededDice
from footlights.table.examples import examples
from footlights.table.script import played, read
from footlights.web import Settings, create_app
from footlights.web.seats import Role
from footlights.written import read_file

PATIENCE = 90.0
"""Seconds that a machine may take; nothing is measured by it."""


class Running:
    """A server in a thread, on a free port where none is given, until it is stopped."""

    def __init__(
        self, store: Store, dicebox: Callable[[], Dicebox] = lambda: SeededDice(7), port: int = 0
    ) -> None:
        self.store = store
        self.dicebox = dicebox
        self._programs: list[Program] = []
        self.app = create_app(Settings(port=0, orders=1_000_000, tables=1_000_000), store, dicebox)
        config = uvicorn.Config(
            self.app, "127.0.0.1", port, log_level="error", access_log=False, timeout_keep_alive=120
        )
        self._server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
        self.port: int = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://localhost:{self.port}"

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self._server.serve())
        self.loop.close()

    def example(self, name: str, until: int | None = None) -> Table:
        """An example campaign, in play."""
        script = read(read_file(next(path for path in examples() if path.stem == name)))
        meta = played(script, self.store, script.enter if until is None else until)
        return Table.open(self.store, meta.id, self.dicebox())

    def seat(self, table: Table, seat: Seat, person: str = "") -> str:
        """The secret of a new seat there: a character, the GM, or a spectator."""
        role: Role = "gm" if seat == GM else "player" if seat in table.seats else "spectator"
        return self.app.house.seat(table, role, seat if role == "player" else "", person)

    def program(self, table: Table, seat: Seat) -> Program:
        """A program in a new seat."""
        self._programs.append(Program(self.url, table.id, self.seat(table, seat)))
        return self._programs[-1]

    def now(self, table: Table) -> Table:
        """The table as the store has it now."""
        return Table.open(self.store, table.id, self.dicebox())

    def stop(self) -> None:
        """End it, its streams too; once."""
        if self.loop.is_closed():
            return
        for program in self._programs:
            program.close()
        self.loop.call_soon_threadsafe(self.app.say_goodbye)
        self._server.should_exit = True
        self._thread.join(PATIENCE)


@contextmanager
def running(
    store: Store | None = None, dicebox: Callable[[], Dicebox] = lambda: SeededDice(7), port: int = 0
) -> Iterator[Running]:
    """A server, stopped in the end."""
    server = Running(store or MemoryStore(), dicebox, port)
    try:
        yield server
    finally:
        server.stop()


class Program(httpx2.Client):
    """A program in a seat of a table."""

    def __init__(self, url: str, table: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        super().__init__(base_url=url, headers=headers, timeout=PATIENCE)
        self.token = token
        self.table = table
        self.at = f"/api/tables/{table}"
        self._given = 0

    def sees(self) -> Any:
        """What the seat sees."""
        return self.get(self.at).raise_for_status().json()

    def orders(self, kind: str, /, id: str = "", **answers: Any) -> httpx2.Response:
        """Order something."""
        self._given += 1
        id = id or f"{self.token[:8]}.{self._given}"
        return self.post(f"{self.at}/orders", json={"id": id, "command": {"type": kind, **answers}})

    def does(self, kind: str, /, **answers: Any) -> Any:
        """Order something that is accepted."""
        answer = self.orders(kind, **answers)
        assert answer.status_code == 200, answer.text
        return answer.json()
