"""Take the README's pictures of the live table: docs/img/*.jpg, from the real server in a real Chromium."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

ROOT: Final = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import CHROMIUM, FLAGS, Somebody  # noqa: E402
from tests.web.live import Running, running  # noqa: E402

from footlights.core import GM  # noqa: E402
from footlights.table import Order, Table  # noqa: E402

PICTURES: Final = ROOT / "docs" / "img"
DESKTOP: Final[dict[str, Any]] = {
    "viewport": {"width": 1440, "height": 960},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
PHONE: Final[dict[str, Any]] = {
    **DESKTOP,
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
}
PERSONS: Final = {
    GM: "Marta",
    "Ana": "Jo",
    "Ben": "Idris",
    "Caro": "Sam",
    "Iris": "Jo",
    "Bram": "Idris",
    "Sunny": "Sam",
}


@contextmanager
def everybody(browser: Browser, server: Running, table: Table, but: str) -> Iterator[None]:
    """All the others sit at the table, so that their lamps are lit."""
    for seat in table.seats:
        sit = {"type": "sit", "seat": seat, "person": PERSONS[seat]}
        table.submit(Order(id=f"sit-{seat}", seat=seat, command=sit))
    with ExitStack() as leaving:
        for seat in table.seats:
            if seat != but:
                somebody = Somebody(browser, server)
                leaving.callback(somebody.context.close)
                somebody.sits(table, seat)
        yield


def picture(
    browser: Browser, server: Running, table: Table, seat: str, name: str, view: str = "", **device: Any
) -> None:
    """The page of one seat, as a file."""
    with everybody(browser, server, table, seat):
        somebody = Somebody(browser, server, **device)
        somebody.sits(table, seat)
        page = somebody.page
        if view:
            page.locator(f".bottom [href='#{view}']").click()
        page.evaluate("document.fonts.ready.then(() => true)")
        page.wait_for_timeout(1_000)
        page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=86)
        somebody.context.close()


def conflict(server: Running) -> Table:
    """The example of Inciting Incident some scenes on, where it comes to blows."""
    table = server.example("the-salt-clock")
    watchman = {
        "name": "The watchman",
        "abilities": {"Fortitude": 4, "Perseverance": 2, "Nimbleness": 5},
        "text": "Knows every stone of the causeway.",
        "turns": 2,
    }
    buyers = {"name": "Two buyers", "abilities": {"Fortitude": 3, "Perseverance": 2, "Nimbleness": 2}}
    scene = {
        "scene": "conflict",
        "title": "The causeway at low water",
        "who": ["Iris", "Bram", "Sunny"],
        "base": 5,
    }
    orders: list[tuple[str, dict[str, Any]]] = [
        (GM, {"type": "start_scene", **scene, "opponents": [watchman, buyers]}),
        (
            GM,
            {
                "type": "add_trigger",
                "name": "The bell rings",
                "threshold": 5,
                "rhythm": "every",
                "shown": "open",
            },
        ),
        ("Bram", {"type": "press"}),
        (
            "Sunny",
            {
                "type": "attack",
                "via": "Tinker",
                "target": "The watchman",
                "saying": "His lantern has a valve. I shut it.",
            },
        ),
    ]
    for number, (seat, command) in enumerate(orders):
        table.submit(Order(id=f"scene-{number}", seat=seat, command=command))
    return table


def main() -> None:
    """Take them all."""
    ArgumentParser(prog="screenshots.py", description=__doc__).parse_args()
    with (
        sync_playwright() as playwright,
        running() as server,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        picture(browser, server, server.example("the-last-ferry"), "Ana", "you", **DESKTOP)
        picture(
            browser, server, conflict(server), "Sunny", "inciting-incident", **DESKTOP, color_scheme="dark"
        )
        picture(browser, server, server.example("the-last-ferry"), "Ana", "phone-roll", "roll", **PHONE)
        picture(browser, server, server.example("the-last-ferry"), "Ana", "phone-sheet", "sheet", **PHONE)
        browser.close()


if __name__ == "__main__":
    main()
