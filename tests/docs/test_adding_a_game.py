"""The page about adding a game: its code is that of the toy game, and its sessions run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Final

import pytest

from footlights.core import System

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
PIECES: Final = re.findall(r"<!-- (\S+) -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)

SESSIONS: Final = re.findall(r"```python\n(>>>.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(
    ("path", "piece"), PIECES, ids=[f"{path}-{at}" for at, (path, _) in enumerate(PIECES)]
)
def test_every_piece_of_code_is_in_the_file_that_it_names(path: str, piece: str) -> None:
    home = ROOT if path.startswith("tests/") else ROOT / "examples" / "toy_game"
    assert piece in (home / path).read_text("utf-8")


def test_every_session_runs_as_printed(lantern: System) -> None:
    session = doctest.DocTestParser().get_doctest(
        "\n".join(SESSIONS), {}, lantern.name, "adding-a-game.md", 0
    )
    results = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(session)
    assert results.attempted > 5
    assert results.failed == 0


def test_no_block_of_code_goes_unchecked() -> None:
    blocks = re.findall(r"^```\w+\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == len(PIECES) + len(SESSIONS)
