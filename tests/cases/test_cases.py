"""Every case file plays as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from footlights.cases import run

FILES = sorted(Path(__file__).parent.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_do_what_the_cases_say(path: Path) -> None:
    report = run([path], "you" if path.stem.startswith("you") else "inciting-incident")
    assert [str(failure) for failure in report.failures] == []
    assert report.passed > 0
