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
from footlights.table.dicebox import TypedDice


@pytest.fixture
def cellar(tmp_path: Path, lantern: System, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one campaign of the toy game: Ana with 3 oil, Ben with 2; people roll and type."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path[:2]))
    setup = {"walkers": [{"name": "Ana", "oil": 3}, {"name": "Ben", "oil": 2}]}
    store = SqliteStore(tmp_path / FILE)
    table = Table.create(store, lantern.name, setup, Campaign(name="The Old Cellar"), TypedDice())
    table.act("GM", {"type": "set_dice", "mode": "typed"})
    store.close()
    return tmp_path


def _rated(name: str) -> dict[str, object]:
    """A character of YOU with a Reservation and an Impulse on every Trait."""
    traits = ("Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion")
    words = {"degree": "Occasionally", "reservation": "Never twice.", "impulse": "Always once more."}
    return {"name": name, "traits": dict.fromkeys(traits, words)}


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    """A data folder with a campaign of YOU: Ana has 3 Exertive INS, Ben and Cleo none; people roll and type."""
    store = SqliteStore(tmp_path / FILE)
    setup = {"characters": [_rated("Ana"), _rated("Ben"), _rated("Cleo")]}
    table = Table.create(
        store, "you", setup, Campaign(name="The Last Ferry", lines=("harm to animals",)), TypedDice()
    )
    table.act("GM", {"type": "set_dice", "mode": "typed"})
    start = {"who": "Ana", "counter": "Exertive INS", "value": 3, "reason": "the start"}
    table.act("GM", {"type": "correct", **start})
    store.close()
    return tmp_path


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A data folder with a campaign of Inciting Incident: Ana climbs and breaks, Ben runs; people roll and type."""
    store = SqliteStore(tmp_path / FILE)
    ana = {"Fortitude": 6, "Perseverance": 4, "Nimbleness": 0}
    ben = {"Fortitude": 2, "Perseverance": 0, "Nimbleness": 4}
    climb = {"name": "Climb", "ability": "Fortitude", "level": 3, "limitations": ["not in the dark"]}
    smash = {"name": "Break", "ability": "Fortitude", "level": 5, "limitations": ["not quietly"]}
    dash = {"name": "Dash", "ability": "Nimbleness", "level": 4, "limitations": ["not with a load"]}
    setup = {
        "characters": [
            {"name": "Ana", "abilities": ana, "talents": [climb, smash]},
            {"name": "Ben", "abilities": ben, "talents": [dash]},
        ]
    }
    table = Table.create(store, "inciting-incident", setup, Campaign(name="The Vault"), TypedDice())
    table.act("GM", {"type": "set_dice", "mode": "typed"})
    store.close()
    return tmp_path
