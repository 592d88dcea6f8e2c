"""`footlights check`: conformance cases against the real rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from footlights.cases import run
from footlights.cli.play.visible import visible
from footlights.cli.screen import show_json, show_line
from footlights.cli.shell import FINE, NO


def check(cases: Sequence[Path], game: str | None, *, as_json: bool) -> int:
    """Print a line per failure, then how many moves passed and failed. Raises Malformed for what is no case file."""
    report = run(cases, game)
    if as_json:
        show_json({"passed": report.passed, "failed": report.failed, "failures": report.failures})
    else:
        for failure in report.failures:
            show_line(visible(str(failure)))
        show_line(f"{report.passed} passed, {report.failed} failed")
    return NO if report.failed else FINE
