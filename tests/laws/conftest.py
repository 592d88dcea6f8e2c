"""The toy game is installed while the laws are tried."""

from __future__ import annotations

import pytest

from footlights.core import System


@pytest.fixture(scope="module", autouse=True)
def _toy_game(lantern: System) -> System:
    return lantern
