"""What a shell offers when Tab is pressed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from footlights.cli.folder import FILE
from footlights.store import SqliteStore
from tests.cli.conftest import Footlights


def offered(words: str, data: Path, *, whole_lines: bool = False) -> list[str]:
    """The completions of a command line whose last word is still being typed."""
    typed = words.split(" ")
    done = subprocess.run(
        [sys.executable, "-m", "footlights"],
        capture_output=True,
        text=True,
        check=True,
        env={
            **os.environ,
            "_FOOTLIGHTS_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(typed) - 1),
            "FOOTLIGHTS_DATA": str(data),
        },
    )
    assert done.stderr == ""
    return done.stdout.splitlines() if whole_lines else done.stdout.split()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_commands_games_clauses_and_rulings_are_offered(data: Path) -> None:
    assert offered("footlights ex", data) == ["export"]
    assert {"inciting-incident", "you"} <= set(offered("footlights new ", data))
    assert offered("footlights rules you RES-0", data)[0] == "RES-01"
    assert offered("footlights new you --ruling nat_scope=", data) == ["nat_scope=kept", "nat_scope=any"]
    assert offered("footlights check a.yaml --game in", data) == ["inciting-incident"]
    assert not data.exists(), "looking makes nothing"


def in_bash(data: Path, *words: str) -> list[str]:
    """What bash itself would offer for these words, broken as bash breaks them, the last being typed."""
    broken = " ".join(shlex.quote(part) for word in words for part in re.findall(r"=|[^=]+|^$", word))
    script = (
        f'eval "$({sys.executable} -m footlights --show-completion bash)"; COMP_WORDS=({broken}); '
        "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _footlights_completion footlights; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PATH": path, "FOOTLIGHTS_DATA": str(data)},
    )
    return said.stdout.split()


def test_the_values_of_a_ruling_are_offered_where_bash_breaks_words(data: Path) -> None:
    new = ("footlights", "new", "you")
    assert in_bash(data, *new, "--ruling", "nat_scope=") == ["kept", "any"]
    assert in_bash(data, *new, "--ruling", "nat_scope=a") == ["any"]
    assert in_bash(data, *new, "--ruling=nat_scope=k") == ["kept"]
    assert in_bash(data, *new, "--ruling", "nat_scope=any", "--ruling", "nat_s") == [
        "nat_scope=kept",
        "nat_scope=any",
    ]
    assert in_bash(data, "footlights", "check", "a.yaml", "--game=in") == ["inciting-incident"]


def test_campaigns_and_their_seats_are_offered(footlights: Footlights, cellar: Path, data: Path) -> None:
    footlights("new", "you", "--title", "Ferry")
    footlights("new", "you", "--title", "Mill")
    assert offered("footlights export ", data) == ["Ferry", "Mill"]
    assert offered("footlights play M", data) == ["Mill"]
    assert offered("footlights export Ferry --as ", data) == ["GM", "spectator"]
    with_path = f"footlights run {Path('examples/the-last-ferry.yaml').resolve()} --as "
    assert offered(with_path, data) == ["GM", "Ana", "Ben", "Caro", "spectator"]
    assert cellar.exists()


def test_where_nothing_can_be_known_nothing_is_offered(
    footlights: Footlights, data: Path, tmp_path: Path
) -> None:
    assert offered("footlights export ", data) == []
    assert offered("footlights export Nothing --as ", data) == []
    assert offered(f"footlights run {tmp_path / 'none.yaml'} --as ", data) == []
    assert offered("footlights rules chess ", data) == []
    footlights("new", "you", "--title", "Ferry")
    store = SqliteStore(data / FILE)
    assert offered("footlights export ", data) == [], "somebody is using it"
    store.close()


def test_what_means_something_to_bash_is_offered_so_that_it_means_itself(
    footlights: Footlights, data: Path
) -> None:
    footlights("new", "you", "--title", "x$(touch pwned) & co")
    (typed,) = offered("footlights play x", data, whole_lines=True)
    said = subprocess.run(
        ["bash", "-c", f"printf %s {typed}"], cwd=data, capture_output=True, text=True, check=True
    )
    assert said.stdout == "x$(touch pwned) & co"
    assert not (data / "pwned").exists()
