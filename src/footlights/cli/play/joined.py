"""One seat of a running table at this terminal: `footlights play LINK`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from footlights.cli.called import suggested
from footlights.cli.play.evening import check_terminal
from footlights.cli.play.help import show_help
from footlights.cli.play.ink import Lines, inked
from footlights.cli.play.page import Sight
from footlights.cli.play.questions import Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage, Still
from footlights.cli.play.turns import SCREEN_KEYS, Left, Turns
from footlights.cli.remote import RemoteTable, Server, door, parted, seated
from footlights.cli.screen import show_line
from footlights.cli.shell import FINE, NO
from footlights.core import Offer, Refused, Seat
from footlights.web.api import Door, Seated

LONGEST_PERSON = 60
_OF_ONE_SEAT = frozenset({SCREEN_KEYS["hand"], SCREEN_KEYS["share"]})
"""Choices that are about several seats at one screen."""


def joined(link: str) -> int:
    """Come in by a link and play until the table is left. Raises WrongUse, StoreTrouble and Refused."""
    check_terminal()
    server, secret = parted(link)
    taken = asyncio.run(_come_in(server, secret, door(server, secret)))
    if taken is None:
        return FINE
    table = RemoteTable(Server(server.base, taken.token), taken.table)
    asyncio.run(_at_table(table))
    with suppress(OSError):  # the terminal may be gone
        if table.ended:
            show_line(table.ended)
        else:
            show_line("The table goes on. Come back with:")
            show_line(suggested("play", f"{server.base}/in/{taken.token}"))
    return NO if table.ended else FINE


async def _come_in(server: Server, secret: str, there: Door) -> Seated | None:
    """The seat, once everything is said that it takes; None when somebody thinks better of it."""
    stage = Stage()
    stage.page = Still(partial(_lobby, there))
    found: Seated | None = None

    async def ask() -> None:
        nonlocal found
        person, seat, message = "", "", ""
        with suppress(Back):
            if there.free:
                seat = await stage.ask(_characters(there))
            if there.invites and there.role != "spectator":
                person = await stage.ask(_name(message))
            while found is None:
                try:
                    found = await asyncio.to_thread(seated, server, secret, person, seat)
                except Refused as refused:
                    if refused.field != "person":
                        raise
                    person = await stage.ask(_name(refused.reason))

    stage.help = partial(show_help, stage)
    await stage.run(ask)
    return found


def _told(loop: asyncio.AbstractEventLoop, news: asyncio.Event) -> None:
    """There is something new; said in the thread that listens."""
    with suppress(RuntimeError):  # the screen has been left meanwhile
        loop.call_soon_threadsafe(news.set)


def _lobby(there: Door, _width: int) -> Lines:
    return [inked(there.name, "bold"), inked("A table that runs on a server; you take one seat.", "dim")]


def _characters(there: Door) -> Pick:
    free = [Choice(seat, seat) for seat in there.free]
    return Pick(
        "Whom do you play?", numbered([*free, Choice("", "Nobody yet; I watch until I have a character")])
    )


def _name(message: str) -> Write:
    def parse(typed: str) -> str:
        person = " ".join(typed.split())
        if not person or len(person) > LONGEST_PERSON:
            raise Amiss(f"Your name in 1 to {LONGEST_PERSON} characters.")
        return person

    return Write("Who are you? The others see this name.", parse, message=message)


async def _at_table(table: RemoteTable) -> None:
    stage = Stage()
    turns = Joined(stage, table, None, shared=True, remote=table)

    async def play() -> None:
        with suppress(Left):
            await turns.play()

    stage.help, stage.leave = partial(show_help, stage), turns.leave
    await stage.run(play)


@dataclass
class Joined(Turns):
    """The turns of one seat; what the others do meanwhile comes up on the page and in the menu as it happens."""

    remote: RemoteTable = field(kw_only=True)
    _open: Pick | None = None

    async def play(self) -> None:
        """Until somebody leaves (Left), or the seat ends."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        self.remote.follow(lambda: _told(loop, news))
        live = asyncio.ensure_future(self._live(news))
        try:
            await self._sit(self.remote.seat)
        finally:
            live.cancel()

    async def _live(self, news: asyncio.Event) -> None:
        seat = self.remote.seat
        while not self.remote.ended:
            await news.wait()
            news.clear()
            if page := self._pages.get(seat):
                page.news(self._sight(seat))
                if self._open is not None:
                    self.stage.renew(self._open, self._menu(seat, self.table.offers(seat), ""))
                self.stage.refresh()
        self.stage.close()

    def _menu(self, seat: Seat, offers: Sequence[Offer], message: str) -> Pick:
        self._open = super()._menu(seat, offers, message)
        return self._open

    def _sight(self, seat: Seat) -> Sight:
        sight = super()._sight(seat)
        lost = " (the server is not heard; trying again)" if self.remote.lost else ""
        return replace(sight, campaign=f"{sight.campaign}{lost}")

    def _handing(self, _seat: Seat) -> list[Choice]:
        return []

    def _screen(self, seat: Seat) -> list[Choice]:
        return [choice for choice in super()._screen(seat) if choice.key not in _OF_ONE_SEAT]

    async def leave(self) -> bool:
        """Whether they really want to go."""
        choices = (Choice(False, "Stay", "s"), Choice(True, "Leave; your seat stays yours", "q"))
        leaving: bool = await self.stage.ask(Pick("Leave the table?", choices))
        return leaving
