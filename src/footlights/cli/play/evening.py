"""An evening at one screen: choose a campaign or begin one, play it, leave it saved."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from footlights.cli.called import suggested
from footlights.cli.folder import find, opened
from footlights.cli.naming import to_play
from footlights.cli.play.dice import ScreenDice
from footlights.cli.play.help import show_help
from footlights.cli.play.stage import Stage
from footlights.cli.play.turns import Left, Turns
from footlights.cli.play.welcome import Begin, Continue, Example, welcome
from footlights.cli.screen import show, show_line
from footlights.cli.shell import FINE, WrongUse
from footlights.store import TableMeta
from footlights.table import Table
from footlights.table.dicebox import OsDice
from footlights.table.examples import examples
from footlights.table.script import Session, read
from footlights.written import read_file


def evening(campaign: str | None, place: Path) -> int:
    """Play until the table is left. Raises WrongUse without a terminal, StoreTrouble when the saves cannot be used."""
    check_terminal()
    with opened(place) as store:
        table = find(store, campaign).id if campaign is not None else None
    while table is None:
        with opened(place) as store:
            tables = store.tables()
        match asyncio.run(welcome(tables, examples())):
            case Continue(chosen):
                table = chosen
            case Begin(game):
                table = _begun(game, place, tables)
            case Example(path):
                table = _played(path, place)
            case None:
                return FINE
    with opened(place) as store:
        dice = ScreenDice(OsDice())
        playing = Table.open(store, table, dice)
        asyncio.run(at_table(playing, dice))
        with suppress(OSError):  # the terminal may be gone
            show_line(f"Everything is saved. Go on with: {to_play(store.meta(table), store, place)}")
    return FINE


def check_terminal() -> None:
    """Raise WrongUse where there is no terminal to play at."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        raise WrongUse(
            f"a terminal is needed to play at; to see a game played, try: {suggested('run', *map(str, examples()))}"
        )


def _begun(game: str, place: Path, before: list[TableMeta]) -> str | None:
    """Session zero, asked for line by line; the campaign that it began, if it did."""
    from footlights.cli.new import Wishes, new

    new(Wishes(game), place, as_json=False)
    with opened(place) as store:
        begun = [meta.id for meta in store.tables() if meta not in before]
    return begun[-1] if begun else None


def _played(example: Path, place: Path) -> str:
    """The example session as a campaign, played up to where people step in."""
    show("Playing the example to where you step in ...")
    script = read(read_file(example))
    with opened(place) as store:
        session = Session(script, store)
        for _ in session.steps(script.enter):
            pass
        return session.table.id


async def at_table(table: Table, dice: ScreenDice) -> None:
    """Play one table on this terminal until it is left or the terminal is gone."""
    stage = Stage()
    turns = Turns(stage, table, dice)

    async def play() -> None:
        try:
            await turns.play()
        except Left:
            return

    stage.help, stage.leave = partial(show_help, stage), turns.leave
    await stage.run(play)
