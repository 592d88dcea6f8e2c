"""Tables to play at, and terminals to play on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from footlights.cli.folder import FILE
from footlights.core import System
from footlights.store import SqliteStore
from footlights.table import Campaign, Table
from footlights.table.dicebox import ScriptedDice


@pytest.fixture
def cellar(tmp_path: Path, lantern: System, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one campaign of the toy game: Ana with 3 oil, Ben with 2; people roll and type."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path[:2]))
    setup = {"walkers": [{"name": "Ana", "oil": 3}, {"name": "Ben", "oil": 2}]}
    store = SqliteStore(tmp_path / FILE)
    table = Table.create(store, lantern.name, setup, Campaign(name="The Old Cellar"), ScriptedDice())
    table.act("GM", {"type": "set_dice", "mode": "typed"})
    store.close()
    return tmp_path
