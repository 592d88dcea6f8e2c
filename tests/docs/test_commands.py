"""Every command that README and docs show is run, and prints what they say it prints.

A block marked `console` holds commands ("$ footlights ...") and their output. A line "..." in the output stands for any
lines. Blocks of one page run in order in one folder with one data folder, so that a tour can build on itself.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{path.name}" for path in sorted(ROOT.glob("docs/*.md"))),
]
BLOCK: Final = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def commands(page: str) -> list[tuple[str, str]]:
    """Every shown command of the page with the output shown under it."""
    shown: list[tuple[str, str]] = []
    for block in BLOCK.findall((ROOT / page).read_text("utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            shown.append((command, output.rstrip()))
    return shown


def run(command: str, folder: Path) -> str:
    """What the command prints (both streams), at 80 columns and without colour."""
    words = shlex.split(command)
    assert words[0] == "footlights", f"{command}: only footlights commands are shown in console blocks"
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "FOOTLIGHTS_DATA": str(folder / "data"),
            "COLUMNS": "80",
            "NO_COLOR": "1",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.stdout


def alike(printed: str, shown: str) -> bool:
    """Whether the output is the one shown; "..." alone on a line stands for any lines."""
    escaped = re.sub(r"([*?\[])", r"[\1]", shown)
    pattern = re.sub(r"^\.\.\.$", "*", escaped, flags=re.MULTILINE)
    lines = "\n".join(line.rstrip() for line in printed.splitlines())
    return fnmatchcase(lines.strip("\n"), pattern.strip("\n"))


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)])
def test_every_shown_command_prints_what_the_page_says(page: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command, shown in commands(page):
        printed = run(command, tmp_path)
        assert alike(printed, shown), f"{page}: {command}\n--- shown\n{shown}\n--- printed\n{printed}"


def test_the_readme_shows_its_tour() -> None:
    assert len(commands("README.md")) >= 8


@pytest.mark.parametrize("page", PAGES)
def test_every_link_within_the_project_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
        assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


def test_make_play_without_a_terminal_plays_the_examples_and_ends_well(tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "play"],
        cwd=ROOT,
        env={**os.environ, "FOOTLIGHTS_DATA": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The Last Ferry" in done.stdout
    assert "The Salt Clock" in done.stdout
    assert list(tmp_path.iterdir()) == [], "trying it out leaves nothing behind"
