"""A table of the toy game, with dice that fall as a test says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from footlights.core import System
from footlights.store import MemoryStore, Store
from footlights.table import Campaign, Table
from footlights.table.dicebox import Dicebox, ScriptedDice

Begin = Callable[..., Table]

SETUP = {"walkers": [{"name": "Ana", "oil": 3}, {"name": "Ben", "oil": 2}]}


@pytest.fixture
def begin(lantern: System) -> Begin:
    """Begins a table of The Last Lantern: Ana with 3 oil, Ben with 2; dice as given, else people throw."""

    def begun(*faces: int, box: Dicebox | None = None, store: Store | None = None) -> Table:
        dice = box or ScriptedDice(*faces)
        return Table.create(store or MemoryStore(), lantern.name, SETUP, Campaign(name="Down below"), dice)

    return begun
