"""An evening at one screen: choose a campaign or begin one, play it, leave it saved."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from footlights.cli.folder import find, opened
from footlights.cli.play.dice import ScreenDice
from footlights.cli.play.help import show_help
from footlights.cli.play.stage import Stage
from footlights.cli.play.turns import Left, Turns
from footlights.cli.screen import show
from footlights.cli.shell import FINE, WrongUse
from footlights.table import Table
from footlights.table.dicebox import OsDice


def evening(campaign: str | None, place: Path) -> int:
    """Play until the table is left. Raises WrongUse without a terminal, StoreTrouble when the saves cannot be used."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        raise WrongUse(
            "a terminal is needed to play at; to see a game played, try: footlights run examples/*.yaml"
        )
    if campaign is None:
        campaign = "x"
    with opened(place) as store:
        dice = ScreenDice(OsDice())
        table = Table.open(store, find(store, campaign).id, dice)
        asyncio.run(at_table(table, dice))
        name = table.campaign.name
    show(f"Everything is saved. Go on with: footlights play {name!r}")
    return FINE


async def at_table(table: Table, dice: ScreenDice) -> None:
    """Play one table on this terminal until it is left or the terminal is gone."""
    stage = Stage()
    turns = Turns(stage, table, dice)

    async def play() -> None:
        try:
            await turns.play()
        except Left:
            return

    async def helped() -> None:
        await show_help(stage)

    stage.help, stage.leave = helped, turns.leave
    await stage.run(play)
