"""Playing at one screen: who sits at it, what that seat may do, and handing it over.

What can be done comes from the table's offers alone; the rest in here is about the screen itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, get_args

from footlights.cli.play.answering import Answering
from footlights.cli.play.dice import ScreenDice
from footlights.cli.play.lookup import agreed, look_up, why
from footlights.cli.play.page import SeatPage, Sight, curtain
from footlights.cli.play.questions import Back, Choice, Pause, Pick, mnemonics, numbered
from footlights.cli.play.stage import Stage
from footlights.cli.play.tables import AtTable
from footlights.core import GM, SPECTATOR, Offer, Refused, Seat
from footlights.store import StoreTrouble
from footlights.table import Stale
from footlights.table.orders import Ordered

SCREEN: Final = "Screen"
SCREEN_KEYS: Final = {"hand": "h", "why": "y", "look": "l", "agreed": "a", "share": "=", "quit": "q"}
TABLE_KEYS: Final = {
    "post": "s",
    "whisper": "w",
    "note": "n",
    "roll": "d",
    "sit": "p",
    "set_dice": "sd",
    "session_zero": "z",
    "x_card": "x",
    "resume": "r",
    "redact": "rd",
    "take_back": "u",
    "rewind": "rw",
}
"""Keys of what can be done at any table; a game's own commands take theirs from what is left."""
NEWEST: Final = 500
"""Lines of the chronicle that the page holds."""

Deed = Callable[[], Awaitable[Seat | None]]
"""What a menu choice does; a seat is the next one at the screen."""


def _group(offer: Offer) -> str:
    """What it is listed under."""
    return "GM" if offer.group == "gm" else (offer.group or "play").capitalize()


class Left(Exception):
    """Somebody chose to leave the table."""


@dataclass
class Turns:
    """One table at one screen. `dice` are those of the screen, None where a server throws. `shared`: everybody may see
    everything, so there is no curtain between seats."""

    stage: Stage
    table: AtTable
    dice: ScreenDice | None
    shared: bool = False

    def __post_init__(self) -> None:
        unions = (self.table.system.commands, Ordered)
        kinds = [kind.__struct_config__.tag for union in unions for kind in get_args(union)]
        taken = {*TABLE_KEYS.values(), *SCREEN_KEYS.values()}
        self._keys = mnemonics((kind for kind in kinds if kind not in TABLE_KEYS), taken) | TABLE_KEYS
        self._answering = Answering(self.stage, self.table, self.dice)
        self._pages: dict[Seat, SeatPage] = {}
        self._seen: dict[Seat, int] = {}
        self._asker: Seat = ""  # who had the screen before
        self._answered = False  # whether this seat has answered since then

    async def play(self) -> None:
        """Until somebody leaves (Left)."""
        waiting = self.table.waiting()
        seat, before = waiting[0].seat if waiting else GM, ""
        while True:
            await self._curtain(seat)
            self._asker, self._answered = before, False
            seat, before = await self._sit(seat), seat

    async def _curtain(self, seat: Seat) -> None:
        """Wipe what the last seat saw, and wait until the next one is alone with the screen."""
        if self.shared:
            return
        self._pages.clear()
        self.stage.page = curtain(self.table.campaign.name, self.table.waiting())
        self.stage.wipe()
        await self.stage.ask(
            Pause(f"Hand the screen to {seat}. {seat}: press Enter when only you can see it.")
        )

    async def _sit(self, seat: Seat) -> Seat:
        """One seat at the screen, until it hands it on: the seat that comes next."""
        page = self._pages.setdefault(seat, SeatPage(self._sight(seat)))
        message, put_off = "", False
        while True:
            page.news(self._sight(seat))
            self.stage.page = page
            offers = self.table.offers(seat)
            due = next((offer for offer in offers if offer.blocking and offer.owed), None)
            try:
                if due is not None and not put_off:
                    deed = self._answer(seat, due)
                else:
                    deed = await self.stage.ask(self._menu(seat, offers, message))
                message, put_off = "", True
                if following := await deed():
                    self._seen[seat] = self.table.chronicles.count(seat)
                    return following
                put_off = False
            except Back:
                pass
            except (Refused, Stale, StoreTrouble) as trouble:
                message = str(trouble)

    # --- what a seat sees ---

    def _sight(self, seat: Seat) -> Sight:
        table = self.table
        return Sight(
            campaign=table.campaign.name,
            game=table.system.title,
            seat=seat,
            seats=tuple((one, table.standing.persons.get(one, "")) for one in table.seats),
            panels=tuple(table.panels(seat)),
            entries=tuple(table.chronicle(seat, limit=NEWEST)),
            waiting=tuple(table.waiting(seat)),
            paused=table.standing.paused,
            since=self._seen.get(seat, 0),
        )

    # --- the menu ---

    def _menu(self, seat: Seat, offers: Sequence[Offer], message: str) -> Pick:
        owed = [offer for offer in offers if offer.owed]
        groups = list(dict.fromkeys(offer.group for offer in offers))
        free = sorted(
            (offer for offer in offers if not offer.owed), key=lambda offer: groups.index(offer.group)
        )
        first = [
            Choice(self._answer(seat, offer), offer.label, str(n), tone="owed")
            for n, offer in enumerate(owed, 1)
        ] or self._handing(seat)
        rest = [
            Choice(self._answer(seat, offer), offer.label, self._keys[offer.kind], _group(offer))
            for offer in free
        ]
        at = 0 if first else -1  # nothing is done by an Enter too many
        return Pick(
            "What you may do", (*first, *rest, *self._screen(seat)), dense=True, at=at, message=message
        )

    def _handing(self, seat: Seat) -> list[Choice]:
        """Straight to whoever is waited for; once this seat has answered, back to whoever had the screen before."""
        waited = list(dict.fromkeys(owed.seat for owed in self.table.waiting() if owed.seat != seat))
        if not waited and self._answered and self._asker:
            waited = [self._asker]
        return [
            Choice(self._passing(to), f"Hand the screen to {to}", str(n), tone="owed")
            for n, to in enumerate(waited, 1)
        ]

    def _screen(self, seat: Seat) -> list[Choice]:
        """What concerns the screen and no rule."""
        clauses, entries = self.table.system.clauses, self._pages[seat].sight.entries

        async def reasons() -> None:
            await why(self.stage, clauses, entries)

        async def rules() -> None:
            await look_up(self.stage, clauses)

        choices = [
            Choice(self._hand, "Hand the screen over", SCREEN_KEYS["hand"], SCREEN),
            Choice(reasons, "Why?", SCREEN_KEYS["why"], SCREEN),
            Choice(rules, "Rules", SCREEN_KEYS["look"], SCREEN),
            Choice(self._agreed, "Agreed on", SCREEN_KEYS["agreed"], SCREEN),
        ]
        if seat == GM:
            label = "Give every seat its own view" if self.shared else "Share the screen openly"
            choices.append(Choice(self._share, label, SCREEN_KEYS["share"], SCREEN))
        return [*choices, Choice(self._quit, "Leave", SCREEN_KEYS["quit"], SCREEN)]

    def _answer(self, seat: Seat, offer: Offer) -> Deed:
        async def answer() -> None:
            told, thrown = self.table.chronicles.count(seat), self.table.standing.thrown
            await self._answering.answer(seat, offer)
            self._answered |= offer.owed and not offer.blocking
            if self.table.standing.thrown > thrown:
                await self._fell(seat, told)

        return answer

    async def _fell(self, seat: Seat, told: int) -> None:
        """Show what the dice did, beyond line `told` of the chronicle, until it is read."""
        page = self._pages[seat]
        page.news(replace(self._sight(seat), since=told))
        with page.opened_at("Chronicle"), suppress(Back):
            await self.stage.ask(Pause("The dice have fallen.", back=True))

    def _passing(self, to: Seat) -> Deed:
        async def hand() -> Seat:
            return to

        return hand

    async def _hand(self) -> Seat:
        persons = self.table.standing.persons
        seats = (*self.table.seats, SPECTATOR)
        choices = numbered(Choice(seat, seat, note=persons.get(seat, "")) for seat in seats)
        to: Seat = await self.stage.ask(Pick("Who takes the screen?", choices))
        return to

    async def _agreed(self) -> None:
        await self.stage.ask(Pause("", above=partial(agreed, self.table.campaign), back=True))

    async def _share(self) -> None:
        if not self.shared:
            await self.stage.ask(
                Pick(
                    "Share the screen openly? Then everybody sees what the GM and every other seat see.",
                    (Choice(True, "Yes, we play with open cards", "y"),),
                )
            )
        self.shared = not self.shared

    async def _quit(self) -> None:
        if await self.leave():
            raise Left

    async def leave(self) -> bool:
        """Whether they really want to go."""
        choices = (Choice(False, "Stay", "s"), Choice(True, "Leave; every move is saved", "q"))
        leaving: bool = await self.stage.ask(Pick("Leave the table?", choices))
        return leaving
