"""A process killed in the middle of play loses nothing that it acknowledged, and doubles nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

from footlights.core import DICE, System
from footlights.store import SqliteStore
from footlights.table import Campaign, Table
from footlights.table.dicebox import SeededDice, TypedDice
from tests.table.conftest import SETUP

COMMANDS = 1_000

PLAY = """
import sys
from footlights.store import SqliteStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice

path, table, start, end = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
table = Table.open(SqliteStore(path), table, SeededDice(1))
for number in range(start, end):
    seat, command = [
        ("GM", {"type": "correct", "counter": "Ben: coins", "value": number % 100, "reason": "x"}),
        ("GM", {"type": "rewind", "to": 1}),
        ("Ana", {"type": "step", "burn": number % 3}),
        ("Ben", {"type": "post", "text": f"post {number}"}),
    ][number % 4]
    table.act(seat, command, id=f"c{number}")
    print(number, flush=True)
"""


def play(path: Path, table: str, start: int, kill_after: int | None) -> int:
    """Play on in another process, from command `start` on, and kill it without warning some time after so many answers.
    Gives the number of the last command that was answered."""
    command = [sys.executable, "-c", PLAY, str(path), table, str(start), str(COMMANDS)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path[:2])}
    answered = start - 1
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            answered = int(line)
            if kill_after is not None and answered - start >= kill_after:
                process.send_signal(signal.SIGKILL)
                kill_after = None
    assert process.returncode in {0, -signal.SIGKILL}
    return answered


def test_a_thousand_commands_survive_kill_9(lantern: System, tmp_path: Path) -> None:
    path, chance = tmp_path / "tables.db", random.Random(20260131)
    with closing(SqliteStore(path)) as store:
        table = Table.create(store, lantern.name, SETUP, Campaign(name="Down below"), TypedDice()).id
    answered, kills = -1, 0
    while answered < COMMANDS - 1:
        sent_again = max(0, answered - 3)
        answered = play(path, table, sent_again, chance.randint(1, 250) if kills < 7 else None)
        kills += 1
        with closing(SqliteStore(path)) as store:
            rows = list(store.rows(table))
            counted = Counter(row.command_id for row in rows)
            assert all(counted[f"c{number}"] == 1 for number in range(answered + 1)), "one is lost or doubled"
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert counted[f"c{answered + 2}"] == 0, (
                "only the command that was being written may be unanswered"
            )
            left = Table.open(store, table, TypedDice())
            assert lantern.due(left.state) is None, "a commit without its dice"
    assert kills >= 5
    with closing(SqliteStore(path)) as store:
        opened = Table.open(store, table, SeededDice(1))
        seats = Counter(row.seat for row in opened.rows())
        assert seats == {
            "GM": 1 + COMMANDS // 2,
            "Ana": COMMANDS // 4,
            DICE: COMMANDS // 4,
            "Ben": COMMANDS // 4,
        }
        assert [entry.text for entry in opened.chronicle("Ben") if entry.kind == "posted"] == [
            f"post {number}" for number in range(3, COMMANDS, 4)
        ]
