"""The server as a process: it starts and says where, stops in good order, and the host finds a way back in."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pexpect
import pytest

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("FOOTLIGHTS_")}


class Running:
    """A server that runs, and a browser that visits it."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address
        self.browser = self.another()

    def another(self) -> httpx2.Client:
        """Another browser."""
        return httpx2.Client(base_url=self.address, headers={"Origin": self.address}, timeout=60)

    def opens(self, name: str) -> str:
        """Open a table; gives the path of its page."""
        said = {"game": "you", "name": name, "person": "Marta"}
        return self.browser.post("/tables", data=said).headers["location"]

    def stop(self) -> tuple[int, str]:
        """Ask it to stop, as the system does; its exit code and what it has said to standard error."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors


def footlights(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "footlights", *words],
        env=ENVIRONMENT | {"COLUMNS": "200"} | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@contextmanager
def serving(data: Path, *words: str) -> Iterator[Running]:
    """A server of that folder, on a port that is free."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "footlights",
            "serve",
            "--data",
            str(data),
            "--port",
            "0",
            "--no-open",
            *words,
        ],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + (process.stderr.read() if process.stderr else "")
        server = Running(process, found[0])
        with server.browser:
            yield server
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def test_a_server_that_stops_tells_its_pages_and_does_not_wait_for_them(tmp_path: Path) -> None:
    with serving(tmp_path, "--access-log") as server:
        table = server.opens("Lanterns").removeprefix("/t/")
        with server.browser.stream("GET", f"/api/tables/{table}/events") as stream:
            heard = stream.iter_text()
            assert ": welcome" in next(heard)
            code, errors = server.stop()
            rest = "".join(heard)
    assert code == 0
    assert "event: gone" in rest
    assert "The server is stopping" in rest
    assert "Traceback" not in errors
    assert not (tmp_path / "address").exists()


def test_with_a_terminal_make_play_starts_the_server_and_ctrl_c_stops_it(tmp_path: Path) -> None:
    variables = {"FOOTLIGHTS_PORT": "0", "FOOTLIGHTS_OPEN": "no", "FOOTLIGHTS_DATA": str(tmp_path)}
    start = pexpect.spawn(
        sys.executable,
        ["-m", "footlights.cli.start"],
        env=ENVIRONMENT | variables,
        encoding="utf-8",
        timeout=60,
    )
    start.expect(
        r"Footlights is at (http://localhost:\d+)\r\nTables are kept in [^\r]*\r\nCtrl-C stops it.\r\n"
    )
    assert httpx2.get(start.match[1]).status_code == 200
    start.sendintr()
    start.expect(pexpect.EOF)
    start.close()
    assert start.exitstatus == 0


def test_who_sat_there_sits_there_again_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        page = server.opens("Lanterns")
        cookies = server.browser.cookies
        server.stop()
    with serving(tmp_path) as server:
        server.browser.cookies = cookies
        people = server.browser.get(f"{page}/people")
    assert people.status_code == 200
    assert "Marta" in people.text


@pytest.mark.parametrize("runs", [True, False])
def test_a_gm_whose_link_is_lost_gets_a_new_one_from_the_host(tmp_path: Path, runs: bool) -> None:
    with serving(tmp_path) as server:
        page = server.opens("The Salt Road")
        if not runs:
            server.stop()
        found = footlights("recover-gm", "the salt road", "--data", str(tmp_path))
        link, said, *rest = found.stdout.splitlines()
        assert "GM of The Salt Road" in said
        assert bool(rest) is not runs
        if runs:
            assert link.startswith(f"{server.address}/in/")
            follows(server, urlsplit(link).path, page)
    if not runs:
        with serving(tmp_path) as server:
            follows(server, urlsplit(link).path, page)


def test_a_link_for_a_gm_names_no_server_that_has_died(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.opens("The Salt Road")
    (tmp_path / "address").write_text("http://localhost:9")
    link, _, hint = footlights("recover-gm", "The Salt Road", "--data", str(tmp_path)).stdout.splitlines()
    assert urlsplit(link).port == 8420
    assert hint.startswith("The server does not run now; start it with: ")
    assert hint.endswith(f"footlights serve --data {tmp_path}")


def follows(server: Running, path: str, page: str) -> None:
    """Sit down by a GM's link and find the table."""
    with server.another() as browser:
        assert browser.get(path).status_code == 200
        assert browser.post(path).headers["location"] == page
        assert browser.get(f"{page}/files/campaign.json").status_code == 200


def test_recovering_a_table_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    nothing = footlights("recover-gm", "Lanterns", "--data", str(tmp_path))
    assert nothing.returncode == 2
    assert "there are no campaigns yet" in nothing.stderr
    with serving(tmp_path) as server:
        server.opens("Lanterns")
        found = footlights("recover-gm", "Lantern", "--data", str(tmp_path))
    assert found.returncode == 2
    assert "Lanterns" in found.stderr
    assert not (tmp_path / "links").exists()


def test_a_port_that_is_taken_is_named_and_so_is_one_that_is_free(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = footlights("serve", "--port", str(port), "--data", str(tmp_path), "--no-open")
    assert found.returncode == 2
    assert f"port {port} of 127.0.0.1 is taken" in found.stderr
    assert re.search(r"(\d+) is free: --port \1, or FOOTLIGHTS_PORT=\1", found.stderr)


def test_a_second_server_of_the_same_tables_says_where_the_first_one_is(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        found = footlights("serve", "--port", "0", "--data", str(tmp_path), "--no-open")
    assert found.returncode == 2
    assert f"already, at {server.address}" in found.stderr


def test_the_address_of_a_server_that_died_is_not_taken_for_one_that_runs(tmp_path: Path) -> None:
    (tmp_path / "address").write_text("http://localhost:9")
    (tmp_path / "tables.sqlite3").write_bytes(b"garbage" * 1000)
    found = footlights("serve", "--port", "0", "--data", str(tmp_path), "--no-open")
    assert found.returncode != 0
    assert "it is not a file of tables" in found.stderr
    assert "already" not in found.stderr


def test_whoever_leaves_in_the_middle_of_a_request_is_no_failure_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for path in ("/api/join", "/tables", "/import"):
            with socket.create_connection(("localhost", urlsplit(server.address).port)) as leaving:
                leaving.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{{".encode())
        assert server.browser.get("/healthz").text == "ok\n"
        code, errors = server.stop()
    assert code == 0
    assert errors == ""


def test_a_server_that_cannot_write_down_its_address_serves_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "address").mkdir()
    with serving(tmp_path) as server:
        assert httpx2.get(f"{server.address}/healthz").text == "ok\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--host", "no.such.host.invalid"], "there is no address 'no.such.host.invalid'"),
        (["--host", "192.0.2.1"], "192.0.2.1 is no address of this machine"),
        (["--port", "70000"], "--port: a port is 1 to 65535"),
        (["--create", "token"], "name one of at least 8 characters"),
        (["--config", "nowhere.toml"], "nowhere.toml: cannot be read"),
    ],
)
def test_what_cannot_be_served_says_so_in_a_line(tmp_path: Path, words: list[str], says: str) -> None:
    found = footlights("serve", "--data", str(tmp_path), "--no-open", "--port", "0", *words)
    assert found.returncode == 2
    assert says in found.stderr
    assert "Traceback" not in found.stderr


def test_in_a_network_links_have_the_address_that_others_reach(tmp_path: Path) -> None:
    with serving(tmp_path, "--lan") as server:
        page = server.opens("Lanterns")
        server.browser.post(f"{page}/people/invite", data={"role": "player"})
        people = server.browser.get(f"{page}/people").text
        said = (tmp_path / "address").read_text("utf-8")
    if said == server.address:
        pytest.skip("this machine is in no network")
    assert f'value="{said}/in/' in people
    assert "work on this computer alone" not in people


def test_the_log_of_requests_is_json_without_secrets(tmp_path: Path) -> None:
    with serving(tmp_path, "--access-log") as server:
        server.opens("Lanterns")
        server.browser.get("/in/a-secret-that-is-none")
        (secret,) = server.browser.cookies.values()
        _, errors = server.stop()
    assert '"path": "/in/..."' in errors
    assert "a-secret-that-is-none" not in errors
    assert secret not in errors
