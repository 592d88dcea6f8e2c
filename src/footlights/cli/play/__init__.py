"""The terminal table: `footlights play`, hot-seat, driven by offers alone."""

from __future__ import annotations

from pathlib import Path

__all__ = ["play"]


def play(campaign: str | None, place: Path) -> int:
    """Play a campaign of that data folder (without one: choose) until the table is left; the exit code."""
    from footlights.cli.play.evening import evening

    return evening(campaign, place)
