"""The server is killed under load: what it acknowledged is there, and what is sent again is done once."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx2

from tests.web.live import Program

CLIENTS = 4
KILLS = 3
ENOUGH = 40
"""Orders that are acknowledged before the server is killed."""


def started(data: Path) -> tuple[subprocess.Popen[str], str]:
    """A server of that folder, and its address."""
    argv = [sys.executable, "-m", "footlights", "serve", "--port", "0", "--data", str(data), "--no-open"]
    server = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    line = server.stdout.readline()
    return server, line.partition("Footlights is at ")[2].strip()


class Writer(threading.Thread):
    """Posts one line after another, under ids of its own, until the server is gone. `unsure`: no answer came."""

    def __init__(self, url: str, table: str, token: str, name: str, done: threading.Semaphore) -> None:
        super().__init__()
        self._program = Program(url, table, token)
        self._done = done
        self.label = name
        self.acknowledged: list[str] = []
        self.unsure = ""

    def run(self) -> None:
        """Until there is no answer."""
        with suppress(httpx2.HTTPError), self._program:
            while True:
                self.unsure = f"{self.label}.{len(self.acknowledged)}"
                answer = self._program.orders("post", id=self.unsure, text=self.unsure)
                if answer.status_code != 429:
                    assert answer.status_code == 200, answer.text
                    self.acknowledged.append(self.unsure)
                    self._done.release()


def test_a_server_that_is_killed_loses_nothing_it_acknowledged_and_doubles_nothing(tmp_path: Path) -> None:
    server, url = started(tmp_path)
    wanted: Counter[str] = Counter()
    try:
        with Program(url, "", "") as host:
            seat = host.post("/api/tables", json={"example": "the-last-ferry"}).json()
            gm = {"Authorization": f"Bearer {seat['token']}"}
            at = f"/api/tables/{seat['table']}"
            link = host.post(f"{at}/invitations", json={"role": "player"}, headers=gm).json()["link"]
            free = host.post("/api/door", json={"link": link}).json()["free"]
            sent = [{"link": link, "person": one, "seat": one} for one in free]
            tokens = [seat["token"], *(host.post("/api/join", json=one).json()["token"] for one in sent)]
        for kill in range(KILLS):
            done = threading.Semaphore(0)
            writers = [
                Writer(url, seat["table"], tokens[number % len(tokens)], f"{kill}-{number}", done)
                for number in range(CLIENTS)
            ]
            for writer in writers:
                writer.start()
            for _ in range(ENOUGH):
                assert done.acquire(timeout=60)
            server.send_signal(signal.SIGKILL)
            for writer in writers:
                writer.join(60)
            server.communicate()
            server, url = started(tmp_path)
            for number, writer in enumerate(writers):
                with Program(url, seat["table"], tokens[number % len(tokens)]) as program:
                    for id in {writer.unsure, *writer.acknowledged[-1:]}:
                        assert program.orders("post", id=id, text=id).status_code == 200
                wanted.update({writer.unsure, *writer.acknowledged})
            with Program(url, seat["table"], seat["token"]) as program:
                texts: list[str] = []
                after = 0
                while entries := program.get(f"{at}/chronicle?after={after}").json()["entries"]:
                    texts += [entry["text"] for entry in entries if entry["kind"] == "posted"]
                    after = entries[-1]["seq"]
                assert Counter(text for text in texts if text[:2] in {"0-", "1-", "2-"}) == wanted
                assert program.get("/healthz").text == "ok\n"
    finally:
        server.kill()
        server.communicate()
