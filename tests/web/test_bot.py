"""The bot of the examples, which knows no rules, plays both games."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.web.live import PATIENCE, running

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
MOVES = 25


def test_the_bot_is_sixty_lines_and_imports_the_standard_library_alone() -> None:
    lines = BOT.read_text("utf-8").splitlines()
    assert len(lines) <= 60
    imported = {line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("example", ["the-last-ferry", "the-salt-clock"])
def test_bots_in_every_seat_play_on(example: str) -> None:
    with running() as server:
        table = server.example(example)
        before = table.line.head.seq
        spectator = server.program(table, "spectator")
        bots = [
            subprocess.Popen(
                [sys.executable, str(BOT), f"{server.url}/in/{server.seat(table, seat)}", "0"],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            for seat in table.seats
        ]
        try:
            deadline = time.monotonic() + PATIENCE
            while server.now(table).line.head.seq < before + MOVES:
                assert time.monotonic() < deadline
                assert [bot.poll() for bot in bots] == [None] * len(bots)
                spectator.sees()
        finally:
            for bot in bots:
                bot.kill()
                bot.communicate()
        rows = list(server.now(table).rows(before))
        assert {row.seat for row in rows} >= {table.seats[0], "dice"}
        assert any(row.seat in table.seats[1:] for row in rows)
        assert not table.system.faults(server.now(table).state)
