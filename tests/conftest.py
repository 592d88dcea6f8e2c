"""What every test may ask for."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from footlights.core import System
from footlights.games import load

TOY = Path(__file__).parents[1] / "examples" / "toy_game"

SEARCHING = bool(os.environ.get("FOOTLIGHTS_PLAYS"))

# Each build tries the same examples, so that it fails only for what changed, and none is about time. With
# FOOTLIGHTS_PLAYS every run tries new ones.
settings.register_profile("footlights", derandomize=not SEARCHING, database=None, deadline=None)
settings.load_profile("footlights")


@pytest.fixture(scope="module")
def lantern(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """The toy game, found as any installed game is: through the entry point that its pyproject.toml declares."""
    site = tmp_path_factory.mktemp("site")
    project = tomllib.loads((TOY / "pyproject.toml").read_text("utf-8"))["project"]
    info = site / f"footlights_lantern-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    entries = project["entry-points"]["footlights.games"]
    lines = ["[footlights.games]", *(f"{name} = {target}" for name, target in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    before = list(sys.path)
    sys.path[:0] = [str(site), str(TOY)]
    yield load("lantern")
    sys.path[:] = before
