"""A real server on a free port, and people at its tables in real browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from footlights.core import Seat
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice
from footlights.web.house import COOKIE
from tests.web.live import Running, running

CHROMIUM = (
    os.environ.get("FOOTLIGHTS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
)
FLAGS = [
    "--no-sandbox",  # CI is root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Nothing but the pages under test: no drawing by a processor that plays graphics card, no calls home."""
PATIENCE = 30_000
"""Milliseconds that a page may take, on a machine with other things to do; no test asserts how long it took."""
expect.set_options(timeout=PATIENCE)
AXE = Path(__file__).parent / "axe" / "axe.min.js"


class Somebody:
    """Somebody in a browser of their own, at a page of the server. `faults` collects what the page complains about.
    Nothing moves there unless it is asked for: a page that keeps still looks the same whenever it is looked at."""

    def __init__(self, browser: Browser, server: Running, **device: Any) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(**{"reduced_motion": "reduce", **device})
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page: Page = self.another_tab()

    def another_tab(self) -> Page:
        """One more page in the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._said)
        return page

    def _said(self, said: ConsoleMessage) -> None:
        """What the browser complains about; not that odds, or what a sheet lacks, were asked of a question that was
        answered meanwhile."""
        place = said.location["url"]
        late = "409" in said.text and place.endswith(("/odds", "/check"))
        if said.type == "error" and not late:
            self.faults.append(f"{said.text} {place}")

    def sits(self, table: Table, seat: Seat, person: str = "") -> None:
        """Take a seat, as by its link, and look at the table."""
        self.table, self.seat = table, seat
        secret = self.server.seat(table, seat, person)
        self.context.add_cookies([{"name": COOKIE.format(table.id), "value": secret, "url": self.server.url}])
        self.opens()

    def opens(self, page: Page | None = None) -> None:
        """Load the page of the table and wait until it is live."""
        page = page or self.page
        page.goto(f"{self.server.url}/t/{self.table.id}")
        live(page)

    def does(self, kind: str, /, **answers: Any) -> None:
        """Order something by the table's own door, as another tab of this seat would."""
        answer = self.context.request.post(
            f"{self.server.url}/api/tables/{self.table.id}/orders",
            data={"id": os.urandom(8).hex(), "command": {"type": kind, **answers}},
            headers={"Origin": self.server.url},
        )
        assert answer.ok, answer.text()


def live(page: Page) -> None:
    """Wait until the page follows its table."""
    page.wait_for_selector("#live[data-htmx-powered]", state="attached")


NO_CHROMIUM = "there is no Chromium: set FOOTLIGHTS_CHROMIUM to one, or install it"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A skip that nobody can overlook."""
    if not CHROMIUM:
        terminalreporter.write_line(f"NO PAGE WAS TESTED: {NO_CHROMIUM}", red=True, bold=True)


@pytest.fixture(scope="session")
def playing() -> Iterator[Playwright]:
    """Playwright itself. Without a Chromium all tests of pages are skipped, or fail where they must run."""
    if not CHROMIUM:
        if os.environ.get("FOOTLIGHTS_CI"):
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playing: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests."""
    launched = playing.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    """One server for all tests, each at tables of its own: a store in memory, and dice that a seed decides."""
    with running(MemoryStore(), lambda: SeededDice(7)) as found:
        yield found


Comes = Callable[..., Somebody]
Sits = Callable[..., Somebody]


@pytest.fixture
def comes(browser: Browser, server: Running) -> Iterator[Comes]:
    """Brings somebody to the server, in a browser of their own; no page may have complained in the end."""
    there: list[Somebody] = []

    def come(**device: Any) -> Somebody:
        there.append(Somebody(browser, server, **device))
        return there[-1]

    yield come
    faults = [fault for one in there for fault in one.faults]
    for one in there:
        one.context.close()
    assert not faults, faults


@pytest.fixture
def sits(comes: Comes) -> Sits:
    """Sits somebody down at a table."""

    def sit(table: Table, seat: Seat, **device: Any) -> Somebody:
        somebody = comes(**device)
        somebody.sits(table, seat)
        return somebody

    return sit
