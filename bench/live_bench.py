"""The live table under load, against boardgame.io (in memory) where Node is; how opening it depends on its log."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from bench.live.load import Found, Kind, Plan
from bench.timing import Measure

PEER = Path(__file__).parent / "live" / "boardgame_io"
PORT = 9470
TABLES = 20
SECONDS = 6.0
ROUNDS = 3
SHORT, LONG = 200, 20_000


def measures() -> Iterator[Measure]:
    """Rates are given as seconds a move, so that less is better in every row."""
    runs: dict[Kind, list[Found]] = {"bgio": [], "json": [], "html": []}
    kinds: list[Kind] = ["json", "html"]
    if _peer_ready():
        kinds.insert(0, "bgio")
        node = subprocess.run(
            ["node", "--version"], capture_output=True, text=True, check=True
        ).stdout.strip()
        print(f"boardgame.io 0.50.2 in memory on Node {node}", file=sys.stderr)
    for _ in range(ROUNDS):
        for kind in kinds:
            runs[kind].append(_under_load(kind, TABLES, SECONDS))
    for kind in kinds:
        print(_told(kind, runs[kind]), file=sys.stderr)
    if runs["bgio"]:
        for kind, wanted in (("json", 3.0), ("html", 1.0)):
            yield from _against(kind, wanted, runs["bgio"], runs[kind])
    paced = _under_load("html", 200, 20.0, rate=0.2)
    idle = paced.memory_per_table
    print(_told("html", [paced]), file=sys.stderr)
    yield Measure("p99 to the last seat, 200 tables x 5, paced", "100 ms", paced.p99, 0.1, 1)
    yield Measure("memory of an idle table with 5 seats", "1 MB", idle, 1e6, 1, unit="B")
    yield from _opening()


def _against(kind: Kind, wanted: float, peers: list[Found], ours: list[Found]) -> Iterator[Measure]:
    def pairs(name: str) -> tuple[float, float, tuple[float, ...]]:
        mine, theirs = ([getattr(one, name) for one in found] for found in (ours, peers))
        return (
            median(mine),
            median(theirs),
            tuple(their / our for our, their in zip(mine, theirs, strict=True)),
        )

    yield Measure(
        f"a move told to 5 seats as {kind}, closed loop",
        "boardgame.io",
        *pairs("seconds")[:2],
        wanted,
        pairs("seconds")[2],
    )
    yield Measure(f"its p99 ({kind})", "boardgame.io", *pairs("p99")[:2], 1, pairs("p99")[2])


def _told(kind: Kind, found: list[Found]) -> str:
    one = found[-1]
    return (
        f"{kind}: {median([f.per_second for f in found]):,.0f} moves/s, p50 {one.p50 * 1e3:.1f} ms, "
        f"p99 {one.p99 * 1e3:.1f} ms, {one.cpu_per_move * 1e6:,.0f} us CPU and "
        f"{one.bytes_per_move:,.0f} bytes a move, {one.memory_end / 2**20:,.0f} MiB"
    )


def _peer_ready() -> bool:
    """Whether the peer can be run; installs it where npm is there."""
    if not (shutil.which("node") and shutil.which("npm")):
        print("no Node.js here: the rows against boardgame.io are left out", file=sys.stderr)
        return False
    if not (PEER / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    return True


def _pinned(core: int, *command: str) -> list[str]:
    """The command on one core, where that can be asked for and there are two."""
    if shutil.which("taskset") and (os.cpu_count() or 1) > 1:
        return ["taskset", "-c", str(core), *command]
    return list(command)


@contextmanager
def served(kind: Kind, tables: int, *more: int | str) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """A server at work: its process, and our tables (`more`: see bench.live.server)."""
    with TemporaryDirectory() as folder:
        own = [sys.executable, "-m", "bench.live.server", str(PORT), str(tables), folder, *map(str, more)]
        command = ["node", str(PEER / "server.js"), str(PORT)] if kind == "bgio" else own
        with subprocess.Popen(_pinned(0, *command), stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            said = next(line for line in server.stdout if line.startswith(("[", "ready")))
            try:
                yield server.pid, json.loads(said) if kind != "bgio" else []
            finally:
                server.terminate()


def _under_load(kind: Kind, tables: int, seconds: float, rate: float = 0.0) -> Found:
    with served(kind, tables) as (pid, known):
        plan = Plan(kind=kind, port=PORT, pid=pid, count=tables, seconds=seconds, rate=rate, tables=known)
        load = _pinned(1, sys.executable, "-m", "bench.live.load")
        ran = subprocess.run(load, input=msgspec.json.encode(plan), capture_output=True, check=True)
    found = msgspec.json.decode(ran.stdout, type=Found)
    assert not found.failed, ran.stderr.decode()
    return found


def _opening() -> Iterator[Measure]:
    """The whole page of a table, the first time anybody asks for it."""
    taken: dict[int, list[float]] = {SHORT: [], LONG: []}
    weights: dict[int, int] = {}
    for _ in range(ROUNDS):
        with served("html", 0, SHORT, LONG) as (_, known):
            for events, table in zip((SHORT, LONG), known, strict=True):
                asked = urllib.request.Request(
                    f"http://127.0.0.1:{PORT}/t/{table['id']}",
                    headers={"Authorization": f"Bearer {table['seats']['Ana']}"},
                )
                start = perf_counter()
                with urllib.request.urlopen(asked) as answer:
                    weights[events] = len(answer.read())
                taken[events].append(perf_counter() - start)
    long, short = (median(taken[events]) for events in (LONG, SHORT))
    yield Measure(f"opening a table of {LONG:,} events", f"{SHORT} events", long, short, 1 / 3)
    yield Measure(
        f"weight of its page, {LONG:,} events",
        f"{SHORT} events",
        weights[LONG],
        weights[SHORT],
        0.9,
        unit="B",
    )
