"""The golden plays go as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.plays import played, plays


@pytest.mark.parametrize("path", list(plays()), ids=lambda path: path.stem)
def test_a_golden_play_goes_as_it_is_written(path: Path) -> None:
    text = path.read_text("utf-8")
    assert played(text, path.name) == text
