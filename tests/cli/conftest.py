"""A person at the command line, and the toy game for them to play."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from footlights.cli.app import app
from footlights.core import System


@dataclass(frozen=True)
class Said:
    """How a command ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Footlights = Callable[..., Said]


@pytest.fixture
def footlights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Footlights:
    """Runs a command line in this process, with a data folder of its own, 80 columns wide, and itself on the path."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("FOOTLIGHTS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FOOTLIGHTS_DEBUG", "1")
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str | Path, input: str | None = None) -> Said:
        done = CliRunner().invoke(
            app, [str(argument) for argument in arguments], input=input, prog_name="footlights"
        )
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Said(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def cellar(lantern: System, tmp_path: Path) -> Path:
    """A session of the toy game."""
    file = tmp_path / "cellar.yaml"
    file.write_text(CELLAR.format(game=lantern.name), "utf-8")
    return file


CELLAR = """\
game: {game}
title: The cellar under the mill
premise: Three coins short.
lines: [rats]
walkers:
  - {{name: Ana, oil: 2}}
  - name: Bo
rulings: {{flicker: choose}}
play:
  - At the top of the stairs
  - GM: {{say: "It is dark, and it smells of flour."}}
  - GM: {{hide: {{name: a cold breath, depth: 2}}}}
  - Bo: {{whisper: {{to: GM, text: "I have a second lamp."}}}}
  - Ana: {{step: {{burn: 1}}}}
  - dice: [5]
  - Ana: {{lose: {{what: oil}}}}
    refused: FLK-01
  - Bo: step
  - dice: [[6, 2]]
  - Ana: {{roll: {{notation: 2d6!, private: true}}}}
    dice: [3, [6, 2]]
  - nobody: x_card
  - GM: resume
  - Bo: step
  - GM: {{rewind: {{to: 11}}}}
  - Bo: go_home
"""
