"""A real server on a free port, and people at its tables in real browsers."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from footlights.core import GM, Seat
from footlights.store import MemoryStore, Store
from footlights.table import Table
from footlights.table.dicebox import Dicebox, SeededDice
from footlights.table.examples import examples
from footlights.table.script import Session, read
from footlights.web import Settings, create_app
from footlights.web.house import COOKIE
from footlights.web.seats import Role
from footlights.written import read_file

CHROMIUM = (
    os.environ.get("FOOTLIGHTS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
)
AXE = Path(os.environ.get("FOOTLIGHTS_AXE", "/tmp/vendor/x_axe-core-4.14.1.tgz/package/axe.min.js"))


class Server:
    """A server in a thread, until it is stopped."""

    def __init__(self, store: Store, dicebox: Callable[[], Dicebox]) -> None:
        settings = Settings(port=0, orders=1_000_000, tables=1_000_000)
        self.app = create_app(settings, store, dicebox)
        self.store = store
        self.dicebox = dicebox
        self._server = uvicorn.Server(
            uvicorn.Config(self.app, "127.0.0.1", 0, log_level="error", access_log=False)
        )
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://localhost:{self.port}"

    def example(self, name: str, until: int | None = None) -> Table:
        """An example campaign, in play."""
        script = read(read_file(next(path for path in examples() if path.stem == name)))
        session = Session(script, self.store)
        for _ in session.steps(script.enter if until is None else until):
            pass
        return Table.open(self.store, session.table.id, self.dicebox())

    def seat(self, table: Table, seat: Seat) -> str:
        """The secret of a new seat there: a character, the GM, or a spectator."""
        role: Role = "gm" if seat == GM else "player" if seat in table.seats else "spectator"
        return self.app.house.seat(table, role, seat if role == "player" else "")

    def stop(self) -> None:
        """End it, its streams too."""
        self.app.say_goodbye()
        self._server.should_exit = True
        self._thread.join(10)


class Somebody:
    """Somebody at a table, in a browser of their own. `faults` collects what the page complains about."""

    def __init__(self, browser: Browser, server: Server, table: Table, seat: Seat, **device: Any) -> None:
        self.server, self.table, self.seat = server, table, seat
        self.context: BrowserContext = browser.new_context(**device)
        self.context.add_cookies(
            [{"name": COOKIE.format(table.id), "value": server.seat(table, seat), "url": server.url}]
        )
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.opens()

    def opens(self) -> None:
        """Load the page of the table and wait until it is live."""
        self.page.goto(f"{self.server.url}/t/{self.table.id}")
        self.page.wait_for_selector("#live[data-htmx-powered]", state="attached")

    def does(self, kind: str, /, **answers: Any) -> None:
        """Order something by the table's own door, as another tab of this seat would."""
        answer = self.context.request.post(
            f"{self.server.url}/api/tables/{self.table.id}/orders",
            data={"id": os.urandom(8).hex(), "command": {"type": kind, **answers}},
            headers={"Origin": self.server.url},
        )
        assert answer.ok, answer.text()


@pytest.fixture(scope="session")
def playing() -> Iterator[Playwright]:
    """Playwright itself. Without a Chromium all tests of pages are skipped, or fail where they must run."""
    if not CHROMIUM:
        why = "there is no Chromium: set FOOTLIGHTS_CHROMIUM to one, or install it"
        if os.environ.get("FOOTLIGHTS_CI"):
            pytest.fail(why)
        pytest.skip(why)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playing: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests."""
    launched = playing.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield launched
    launched.close()


@contextmanager
def serving(store: Store, dicebox: Callable[[], Dicebox]) -> Iterator[Server]:
    """A server, stopped in the end."""
    server = Server(store, dicebox)
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def server() -> Iterator[Server]:
    """A server with a store in memory and dice that a seed decides."""
    with serving(MemoryStore(), lambda: SeededDice(7)) as running:
        yield running


Sits = Callable[..., Somebody]


@pytest.fixture
def sits(browser: Browser, server: Server) -> Iterator[Sits]:
    """Sits somebody down at a table; no page may have complained in the end."""
    seated: list[Somebody] = []

    def sit(table: Table, seat: Seat, **device: Any) -> Somebody:
        seated.append(Somebody(browser, server, table, seat, **device))
        return seated[-1]

    yield sit
    faults = [fault for one in seated for fault in one.faults]
    for one in seated:
        one.context.close()
    assert not faults, faults
