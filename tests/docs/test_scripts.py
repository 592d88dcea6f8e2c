"""The scripts and the Makefile do what CONTRIBUTING and their own help say."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
SAID: Final = 'echo "$(basename "$0") $*" >> "$(dirname "$0")/../../said"\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the scripts in a project whose tools only write down how they were called."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    for name in ("python", "ruff", "lint-imports", "mypy"):
        (tools / name).write_text(f"#!/bin/sh\n{SAID}")
        (tools / name).chmod(0o755)
    return tmp_path


def checked(project: Path, *arguments: str) -> list[str]:
    """How the tools were called, the tests last."""
    there = os.environ | {"FOOTLIGHTS_CHROMIUM": sys.executable}
    subprocess.run([project / "scripts" / "check", *arguments], env=there, check=True, capture_output=True)
    return (project / "said").read_text().splitlines()


def test_all_tests_are_judged_by_their_coverage_and_those_of_pages_come_last(project: Path) -> None:
    called = checked(project)
    assert "--cov-fail-under=100" in called[-2]
    assert called[-1] == "python -m pytest tests/browser"


def test_selected_tests_are_not(project: Path) -> None:
    called = checked(project, "tests/dice", "-k", "natural")
    assert called[0] == "ruff check ."
    assert called[-1].endswith(" tests/dice -k natural")
    assert "cov" not in called[-1]


def test_the_selection_that_contributing_shows_selects_something() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    shown = re.findall(r"`scripts/check (.+?)`", page)
    assert shown
    for arguments in shown:
        words = [sys.executable, "-m", "pytest", "--collect-only", "-q", *shlex.split(arguments)]
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize(
    "script", ["setup", "check", "browser", "rules_guide.py", "screenshot.py", "screenshots.py"]
)
def test_a_script_asked_for_help_says_what_it_does_and_does_nothing(script: str) -> None:
    program = [sys.executable] if script.endswith(".py") else []
    before = (ROOT / "docs" / "rules" / "you.md").stat().st_mtime_ns
    words = [*program, str(ROOT / "scripts" / script), "--help"]
    said = subprocess.run(words, check=True, capture_output=True, text=True)
    assert "usage: " in said.stdout
    assert script in said.stdout
    assert (ROOT / "docs" / "rules" / "you.md").stat().st_mtime_ns == before


@pytest.mark.parametrize(("ci", "code"), [("", 0), ("1", 1)])
def test_where_no_chromium_can_be_put_in_place_it_is_said_and_is_a_fault_in_ci(
    tmp_path: Path, ci: str, code: int
) -> None:
    somebody = tmp_path / "id"
    somebody.write_text("#!/bin/sh\necho 1000\n")  # who may not put anything in place
    somebody.chmod(0o755)
    said = subprocess.run(
        [shutil.which("bash") or "", ROOT / "scripts" / "browser"],
        env={"PATH": str(tmp_path), "FOOTLIGHTS_CI": ci},
        check=False,
        capture_output=True,
        text=True,
    )
    assert "no Chromium here" in said.stderr
    assert said.returncode == code


def test_setting_up_says_how_far_it_is(project: Path) -> None:
    (project / "requirements.txt").write_text("# pinned\n" + "one==1\n" * 12)
    python = project / "python"
    python.write_text(
        "#!/bin/sh\nmkdir -p .venv/bin; cp $0 .venv/bin/python\n"
        "[ $2 = venv ] || { for n in $(seq 12); do echo Collecting $n; done; echo Installing collected packages; }\n"
    )
    python.chmod(0o755)
    (project / ".venv" / "bin" / "python").unlink()
    said = subprocess.run([project / "scripts" / "setup", python], check=True, capture_output=True, text=True)
    assert said.stdout.splitlines() == [
        "Setting up in .venv, once: 12 packages, about two minutes ...",
        "  10 of 12 packages fetched",
        "  installing them",
        "  done",
    ]


def test_make_help_is_a_table() -> None:
    said = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    lines = said.stdout.splitlines()
    assert {line.split()[0] for line in lines} >= {"help", "setup", "play", "test", "bench", "clean"}
    assert len({re.match(r"\S+ +", line).end() for line in lines}) == 1  # type: ignore[union-attr]


def test_a_bench_that_there_is_not_is_named_before_anything_is_measured() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "bench", "dice", "dcie"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("there is no bench called dcie; there is: cli, dice,")
