"""The terminal table: `footlights play`, hot-seat or one seat of a running table, driven by offers alone."""

from __future__ import annotations

from pathlib import Path

__all__ = ["play"]


def play(campaign: str | None, place: Path) -> int:
    """Play a campaign of that data folder (without one: choose), or at a running table that a link leads to, until it
    is left; the exit code."""
    if campaign is not None and "://" in campaign:
        from footlights.cli.play.joined import joined

        return joined(campaign)
    from footlights.cli.play.evening import evening

    return evening(campaign, place)
