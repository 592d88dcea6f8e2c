"""The load generator: `python -m bench.live.load < plan.json`, where the plan is a `Plan`; prints a `Found`.

Five clients a table listen; a move counts when all five hold what it changed, and its latency runs from sending it to
the last of the five. Closed loop: the next move of a table follows at once. Paced: moves come at random, `rate` a
second and table on average.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
import urllib.request
from typing import Any, Literal, TypeAlias, cast

import msgspec
import psutil
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.live.server import moves

WARM = 1.5
SEATS = 5
SKILLS = ("attune", "command", "consort", "finesse", "hunt", "prowl", "skirmish", "study")
now = time.perf_counter


Kind: TypeAlias = Literal["json", "html", "bgio"]
"""Ours with events as JSON or a page as HTML, or the peer."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Whom to load, and how. `tables` are ours as the server names them; the peer's are made here."""

    kind: Kind
    port: int
    pid: int
    count: int
    seconds: float
    rate: float = 0.0
    tables: list[dict[str, Any]] = []


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured; times in seconds, memory in bytes."""

    moves: int
    per_second: float
    p50: float
    p99: float
    cpu_per_move: float
    memory_idle: int
    memory_end: int
    memory_per_table: float
    bytes_per_move: float
    failed: int

    @property
    def seconds(self) -> float:
        """Seconds a move."""
        return 1 / self.per_second if self.per_second else float("inf")


class Tally:
    """What all tables share."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.latencies: list[float] = []
        self.failed = 0
        self.bytes = 0
        self.counting = False
        self.over = False


class Game:
    """One table under load."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.moved = 0
        self.heard = 0
        self.sent = 0.0
        self.due = 0
        self.busy = False

    def move(self) -> None:
        """Send the next move."""
        self.busy, self.heard, self.sent = True, 0, now()
        self.send(self.moved)
        self.moved += 1

    def send(self, n: int) -> None:
        raise NotImplementedError

    def told(self, size: int) -> None:
        """One of the five has heard."""
        if self.tally.counting:
            self.tally.bytes += size
        if not self.busy:
            return
        self.heard += 1
        if self.heard < SEATS:
            return
        self.busy = False
        if self.tally.counting:
            self.tally.latencies.append(now() - self.sent)
        if not self.tally.over and (not self.tally.plan.rate or self.due):
            self.due = max(self.due - 1, 0)
            self.move()

    def tick(self) -> None:
        """A move is due (paced)."""
        if self.busy:
            self.due += 1
        elif not self.tally.over:
            self.move()


# --- ours: one stream and one connection for orders a seat ---


class Stream(asyncio.Protocol):
    """A live stream: what was yielded at once is one chunk. Signs of life are short, and not counted."""

    def __init__(self, game: Game, ready: asyncio.Future[None]) -> None:
        self.game, self.ready = game, ready
        self.buffer = b""
        self.inside = False

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.inside:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 200"):
                self.game.tally.failed += 1
            self.buffer, self.inside = self.buffer[end + 4 :], True
        while (line := self.buffer.find(b"\r\n")) >= 0:
            size = int(self.buffer[:line], 16)
            if len(self.buffer) < line + 2 + size + 2:
                return
            self.buffer = self.buffer[line + 2 + size + 2 :]
            if not self.ready.done():
                self.ready.set_result(None)
            elif size > 40:
                self.game.told(size)


class Orders(asyncio.Protocol):
    """Where a seat's orders go."""

    transport: asyncio.Transport

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if not data.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204")) and data.startswith(b"HTTP/1.1 "):
            self.tally.failed += 1
            print(data.decode()[-300:], file=sys.stderr)


class Ours(Game):
    """A table of Footlights."""

    def __init__(self, tally: Tally, table: dict[str, Any]) -> None:
        super().__init__(tally)
        self.table = table
        self.orders: dict[str, Orders] = {}

    async def start(self) -> None:
        loop, plan = asyncio.get_running_loop(), self.tally.plan
        path = "api/tables/{}/events" if plan.kind == "json" else "t/{}/live"
        for seat, secret in self.table["seats"].items():
            ready: asyncio.Future[None] = loop.create_future()
            transport, _ = await loop.create_connection(lambda: Stream(self, ready), "127.0.0.1", plan.port)  # noqa: B023
            head = f"GET /{path.format(self.table['id'])} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n\r\n"
            transport.write(head.encode())
            _, self.orders[seat] = await loop.create_connection(
                lambda: Orders(self.tally), "127.0.0.1", plan.port
            )
            await asyncio.wait_for(ready, 30)

    def send(self, n: int) -> None:
        seat, command = moves(n)
        body = json.dumps({"id": f"{self.table['id'][:8]}-{n}", "command": command}).encode()
        head = (
            f"POST /api/tables/{self.table['id']}/orders HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {self.table['seats'][seat]}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.orders[seat].transport.write(head.encode() + body)


# --- the peer: one web socket a seat ---


class Socket(WSListener):
    """A seat at the peer's table."""

    def __init__(self, game: Peers, seat: int) -> None:
        self.game, self.seat = game, seat
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        said = frame.get_payload_as_bytes()
        if said.startswith(b'42/table,["update"'):
            self.game.told(len(said))
        elif said.startswith(b"0{"):
            transport.send(WSMsgType.TEXT, b"40/table,")
        elif said.startswith(b"40/table"):
            asked = (self.game.id, str(self.seat), self.game.keys[self.seat], SEATS)
            transport.send(WSMsgType.TEXT, b"42/table," + json.dumps(["sync", *asked]).encode())
        elif said.startswith(b'42/table,["sync"') and not self.ready.done():
            self.ready.set_result(None)
        elif said == b"2":
            transport.send(WSMsgType.TEXT, b"3")


class Peers(Game):
    """A match of boardgame.io."""

    async def start(self) -> None:
        self.id = self._lobby("create", {"numPlayers": SEATS})["matchID"]
        self.keys: list[str] = [
            self._lobby(f"{self.id}/join", {"playerID": str(seat), "playerName": f"P{seat}"})[
                "playerCredentials"
            ]
            for seat in range(SEATS)
        ]
        self.sockets: list[Socket] = []
        url = f"ws://127.0.0.1:{self.tally.plan.port}/socket.io/?EIO=4&transport=websocket"
        for seat in range(SEATS):
            _, listener = await ws_connect(lambda *_, seat=seat: Socket(self, seat), url)
            socket = cast(Socket, listener)
            self.sockets.append(socket)
            await asyncio.wait_for(socket.ready, 30)

    def _lobby(self, path: str, body: dict[str, Any]) -> Any:
        url = f"http://127.0.0.1:{self.tally.plan.port + 1}/games/table/{path}"
        asked = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return json.load(answer)

    def send(self, n: int) -> None:
        seat = n % SEATS
        payload = {
            "type": "act",
            "args": [SKILLS[n % len(SKILLS)], f"a try, number {n}"],
            "playerID": str(seat),
            "credentials": self.keys[seat],
        }
        update = ["update", {"type": "MAKE_MOVE", "payload": payload}, n, self.id, str(seat)]
        self.sockets[seat].transport.send(WSMsgType.TEXT, b"42/table," + json.dumps(update).encode())


async def measured(plan: Plan) -> Found:
    """Carry a plan out."""
    process = psutil.Process(plan.pid)

    def cpu() -> float:
        return sum(sum(one.cpu_times()[:2]) for one in (process, *process.children(recursive=True)))

    def memory() -> int:
        return sum(one.memory_info().rss for one in (process, *process.children(recursive=True)))

    tally = Tally(plan)
    empty = memory()
    games: list[Any] = (
        [Peers(tally) for _ in range(plan.count)]
        if plan.kind == "bgio"
        else [Ours(tally, table) for table in plan.tables[: plan.count]]
    )
    for game in games:
        await game.start()
    await asyncio.sleep(0.5)
    idle = memory()
    if plan.rate:
        pace(games, plan.rate)
    else:
        for game in games:
            game.move()
    await asyncio.sleep(WARM)
    tally.counting, started, spent = True, now(), cpu()
    await asyncio.sleep(plan.seconds)
    tally.counting, took, spent = False, now() - started, cpu() - spent
    tally.over = True
    ordered = sorted(tally.latencies) or [float("inf")]
    count = len(tally.latencies)
    return Found(
        moves=count,
        per_second=count / took,
        p50=ordered[len(ordered) // 2],
        p99=ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
        cpu_per_move=spent / max(count, 1),
        memory_idle=idle,
        memory_end=memory(),
        memory_per_table=(idle - empty) / max(plan.count, 1),
        bytes_per_move=tally.bytes / max(count, 1),
        failed=tally.failed,
    )


def pace(games: list[Game], rate: float) -> None:
    """Let moves be due at random times."""
    loop = asyncio.get_running_loop()

    def again(game: Game) -> None:
        game.tick()
        loop.call_later(random.expovariate(rate), again, game)

    for game in games:
        loop.call_later(random.expovariate(rate), again, game)


if __name__ == "__main__":
    found = uvloop.run(measured(msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)))
    print(msgspec.json.encode(found).decode(), flush=True)
