"""The command as a shell runs it: exit codes, pipes, locales, colours. Every test here starts a real process."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from footlights.cli.app import app
from tests.cli.conftest import Footlights

FOOTLIGHTS = (str(Path(sys.executable).with_name("footlights")),)
AS_MODULE = (sys.executable, "-m", "footlights")


def run(
    *arguments: str | bytes, command: tuple[str, ...] = FOOTLIGHTS, **environment: str
) -> subprocess.CompletedProcess[str]:
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LC_", "LANG", "FOOTLIGHTS_"))
    }
    env |= {"COLUMNS": "80", "LC_ALL": "C.UTF-8", **environment}
    return subprocess.run(
        [*command, *arguments], capture_output=True, text=True, env=env, encoding="utf-8", check=False
    )


@pytest.mark.parametrize("command", [FOOTLIGHTS, AS_MODULE])
def test_help_lists_every_command_within_80_columns(command: tuple[str, ...]) -> None:
    said = run("--help", command=command)
    assert said.returncode == 0
    for name in ("play", "new", "run", "check", "odds", "roll", "rules", "sheet", "export", "import"):
        assert f"│ {name} " in said.stdout
    assert max(map(len, said.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    "name", [c.name or c.callback.__name__ for c in app.registered_commands if c.callback]
)
def test_the_help_of_every_command_has_an_example(name: str) -> None:
    said = run(name, "--help")
    assert said.returncode == 0
    assert f" footlights {name} " in said.stdout
    assert said.stderr == ""


def test_the_release_is_told() -> None:
    release = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"][
        "version"
    ]
    said = run("--version")
    assert (said.returncode, said.stdout, said.stderr) == (0, f"footlights {release}\n", "")


@pytest.mark.usefixtures("lantern")
def test_help_lists_the_games_that_are_installed(footlights: Footlights) -> None:
    for command in ("new", "rules", "sheet", "check"):
        assert "inciting-incident, lantern or you." in footlights(command, "--help").out


def test_no_command_at_all_shows_the_help() -> None:
    said = run()
    assert (said.returncode, said.stderr) == (0, "")
    assert "Usage: footlights" in said.stdout


@pytest.mark.parametrize(
    "arguments", [("fly",), ("odds", "--fly"), ("--fly",), ("odds", "you", "me"), ("roll",)]
)
def test_wrong_use_ends_with_2_and_points_to_the_help(arguments: tuple[str, ...]) -> None:
    said = run(*arguments)
    assert said.returncode == 2
    assert said.stdout == ""
    assert said.stderr.startswith("footlights")
    assert "--help'." in said.stderr


@pytest.mark.parametrize(
    "strange",
    ["\x1b[31mred", "é" * 10_000, "🎭", "\u202eevil", "a\nb", "'; DROP TABLE", b"\xff\xfe", "--", ""],
)
def test_strange_arguments_are_answered_in_plain_words(strange: str | bytes) -> None:
    for arguments in (
        ("roll", strange),
        ("rules", strange),
        ("run", strange),
        ("check", strange),
        (strange,),
    ):
        said = run(*arguments)
        assert said.returncode in (0, 2) if strange in ("--", "") else said.returncode == 2
        assert "Traceback" not in said.stderr
        assert "\x1b" not in said.stderr
        assert "\u202e" not in said.stderr
        assert len(said.stderr) < 5_000


def test_a_reader_who_leaves_early_is_no_fault() -> None:
    words = f"{FOOTLIGHTS[0]} roll 20d6 --times 1000 | head -1; echo ${{PIPESTATUS[0]}}"
    said = subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=False)
    assert said.stdout.splitlines()[-1] == "0"
    assert said.stderr == ""


def test_output_that_cannot_be_written_is_a_fault_in_words() -> None:
    with Path("/dev/full").open("w") as full:
        said = subprocess.run(
            [*FOOTLIGHTS, "roll", "d6"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert said.returncode == 2
    assert said.stderr == "footlights: No space left on device\n"


def test_with_no_output_at_all_nothing_goes_wrong() -> None:
    for words in ("roll d6 >&- 2>&-", "roll d6 >&-", "fly 2>&-"):
        said = subprocess.run(["bash", "-c", f"{FOOTLIGHTS[0]} {words}"], capture_output=True, check=False)
        assert said.returncode == (2 if "fly" in words else 0)
        assert said.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_where_a_character_is_missing_plain_ones_stand_in(encoding: str) -> None:
    said = subprocess.run(
        [*FOOTLIGHTS, "odds", "1d2"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        check=False,
    )
    assert said.returncode == 0
    assert "#########" in said.stdout.decode(encoding) or "█████████" in said.stdout.decode(encoding)


def test_nothing_is_coloured_unless_a_terminal_is_there_and_colour_is_wanted() -> None:
    assert "\x1b" not in run("odds", "1d6").stdout
    assert "\x1b[3" not in run("odds", "1d6", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" in run("odds", "1d6", FORCE_COLOR="1", TERM="xterm").stdout


def test_a_fault_of_footlights_itself_is_told_without_a_traceback(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(
        "import sys\nfrom footlights.cli.shell import guarded\nsys.exit(guarded(lambda: 1 // 0, 'footlights'))\n"
    )
    said = run(command=(sys.executable, str(broken)))
    assert said.returncode == 70
    assert said.stderr.startswith("footlights: this is a fault of Footlights itself (ZeroDivisionError:")
    assert "Traceback" in run(command=(sys.executable, str(broken)), FOOTLIGHTS_DEBUG="1").stderr


def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    stopped = tmp_path / "stopped.py"
    stopped.write_text(
        "import signal, sys\nfrom footlights.cli.shell import guarded\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # whoever started the tests may ignore it
        "sys.exit(guarded(lambda: signal.raise_signal(signal.SIGINT), 'footlights'))\n"
    )
    said = run(command=(sys.executable, str(stopped)))
    assert (said.returncode, said.stderr) == (130, "")
