"""How long a person waits for `footlights --help`, against a Typer app that has the same commands and does nothing."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.timing import Measure, Peer, compare

BARE = """
import typer

app = typer.Typer(help={help!r})
for name, does in {commands!r}:
    app.command(name, help=does)(lambda: None)
app()
"""


def measures() -> Iterator[Measure]:
    with TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(_bare_app(), encoding="utf-8")
        footlights = Path(sys.executable).with_name("footlights")
        yield from compare(
            "footlights --help, cold process",
            lambda: _run(str(footlights), "--help"),
            Peer("a bare Typer app", lambda: _run(sys.executable, str(bare), "--help"), 1 / 1.3),
            rounds=25,
        )


def _bare_app() -> str:
    from footlights.cli.app import app

    commands = [
        (command.name or command.callback.__name__, (command.callback.__doc__ or "").splitlines()[0])
        for command in app.registered_commands
        if command.callback
    ]
    return BARE.format(help=app.info.help, commands=commands)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
