"""The first screen: go on with a campaign, begin one, or look at an example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.text import Text

from footlights.cli.play.help import show_help
from footlights.cli.play.ink import Lines
from footlights.cli.play.questions import Back, Choice, Pick, numbered
from footlights.cli.play.stage import Stage, Still
from footlights.games import load, names
from footlights.store import TableMeta


@dataclass(frozen=True)
class Continue:
    """Go on with the campaign of that id."""

    table: str


@dataclass(frozen=True)
class Begin:
    """Begin a campaign of that game."""

    game: str


@dataclass(frozen=True)
class Example:
    """Play on from that example session."""

    path: Path


Wish = Continue | Begin | Example


def lights(_width: int) -> Lines:
    """The page behind the first question."""
    return [
        Text(""),
        Text("  Footlights", "bold"),
        Text("  YOU and Inciting Incident, played at one screen", "dim"),
        Text(""),
        Text("  Pass the screen around: every seat has its own view."),
        Text("  What may be done now is always listed at the bottom."),
    ]


async def welcome(tables: Sequence[TableMeta], examples: Sequence[Path]) -> Wish | None:
    """What is wished for, None when somebody leaves."""
    stage = Stage()
    stage.page = Still(lights)
    wished: Wish | None = None

    async def ask() -> None:
        nonlocal wished
        while wished is None:
            try:
                wished = await stage.ask(Pick("What shall it be?", _choices(tables, examples)))
            except Back:
                continue
            if wished is None:
                return

    stage.help = partial(show_help, stage)
    await stage.run(ask)
    return wished


def _choices(tables: Sequence[TableMeta], examples: Sequence[Path]) -> tuple[Choice, ...]:
    """The campaigns, the newest first, then what else there is."""
    saved = numbered(
        Choice(
            Continue(meta.id),
            f"Go on with {meta.name}",
            note=f"{_title(meta.game)}, begun {meta.created[:10]}",
        )
        for meta in reversed(tables)
    )
    games = [
        Choice(Begin(name), f"Begin a campaign of {_title(name)}", f"n{n}")
        for n, name in enumerate(names(), 1)
    ]
    played = [
        Choice(Example(path), f"Step into the example “{_named(path)}”", f"e{n}")
        for n, path in enumerate(examples, 1)
    ]
    return (*saved, *games, *played, Choice(None, "Leave", "q"))


def _title(game: str) -> str:
    return load(game).title if game in names() else game


def _named(path: Path) -> str:
    return path.stem.replace("-", " ").replace("_", " ")
