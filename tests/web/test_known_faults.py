"""Faults that other live tables are known for, as far as no browser is needed to try them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from footlights.core import SPECTATOR
from footlights.table.dicebox import new_id
from footlights.web import stream
from footlights.web.app import App
from footlights.web.rooms import Watcher
from tests.web.conftest import Browser


@pytest.mark.parametrize(
    "notation", ["1d1!", "10000000000000000d6", "1d10000000000000000000", "999999999d1!!", "9" * 180 + "d6"]
)
def test_dice_that_never_end_or_fill_the_memory_are_refused_in_words(gm: Browser, notation: str) -> None:
    table = gm.opens_example()
    order = {"id": new_id(), "command": {"type": "roll", "notation": notation}}
    tracemalloc.start()
    answer = gm.post(f"/api/tables/{table}/orders", json=order)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 422
    assert answer.json()["field"] == "notation"
    assert most < 20_000_000


def test_a_modifier_of_a_thousand_million_is_added_or_refused_in_words(gm: Browser) -> None:
    table = gm.opens_example()
    order = {"id": new_id(), "command": {"type": "roll", "notation": "1d20+1000000000"}}
    answer = gm.post(f"/api/tables/{table}/orders", json=order)
    assert answer.status_code in {200, 422}
    if answer.status_code == 422:
        assert answer.json()["field"] == "notation"


def test_what_a_slow_reader_has_not_taken_does_not_pile_up(gm: Browser, app: App) -> None:
    table = gm.opens_example()

    async def follow() -> list[bytes]:
        room = await app.house.room(table)
        sent = stream.html(room, Watcher(SPECTATOR, "slow"), app.house.drawn)
        first = await anext(sent)
        for number in range(200):
            await room.submit_as("GM", {"type": "post", "text": f"Bell {number}."})
        second = await anext(sent)
        await sent.aclose()  # type: ignore[attr-defined]
        return [first, second]

    with ThreadPoolExecutor(1) as beside:  # browsers that are open run a loop of their own in this thread
        first, second = beside.submit(asyncio.run, follow()).result()
    assert b"Bell" not in first
    assert second.count(b"\n\n") == 1, "all that happened is one event"
    assert all(f"Bell {number}.".encode() in second for number in range(200))


@pytest.mark.parametrize("ci", ["", "1"])
def test_without_a_chromium_the_tests_of_pages_are_skipped_aloud_and_fail_where_they_must_run(
    ci: str,
) -> None:
    one = "tests/browser/test_look.py::test_the_first_load_is_small"
    words = [sys.executable, "-m", "pytest", one]
    variables = os.environ | {"PATH": "/nowhere", "FOOTLIGHTS_CHROMIUM": "", "FOOTLIGHTS_CI": ci}
    ran = subprocess.run(words, env=variables, capture_output=True, text=True, timeout=120, check=False)
    assert "NO PAGE WAS TESTED: there is no Chromium: set FOOTLIGHTS_CHROMIUM" in ran.stdout
    assert (ran.returncode == 0) is (ci == "")
