"""One campaign at two tables that differ in what one seat may not know: to that seat they are the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from footlights.core import GM, SPECTATOR, Offer, Refused, Seat, System
from footlights.store import MemoryStore
from footlights.table import Campaign, Table
from footlights.table.dicebox import TypedDice
from footlights.table.log import TABLE_EVENTS
from footlights.table.saves import export_campaign, import_campaign
from footlights.written import read_json
from tests.laws.play import Chance, Moment
from tests.laws.secrecy import Watch, in_other_words, marked, plain
from tests.laws.stage import Stage, rulings


class TwoTables:
    """The second table does what the first does; but secrets are left out there, and others made. Where one has come to
    light it goes on as a copy of the first."""

    def __init__(self, system: System, stage: Stage, chance: Chance) -> None:
        self.chance = chance
        chance.sheets = stage.sheets
        setup = stage.setup(chance)
        setup["rulings"] = {**rulings(system, chance), **setup.get("rulings", {})}
        self.one, self.other = (
            Table.create(MemoryStore(), system.name, setup, Campaign(name="x"), TypedDice()) for _ in range(2)
        )
        self.watch = Watch(system, stage, chance.one([*self.one.seats[1:], SPECTATOR]))
        self._even = [(1, 1)]
        for kind, given in stage.begins(chance, self.one.seats[1:]).items():
            offer = next(offer for offer in self.one.offers(GM) if offer.kind == kind)
            self._both(GM, {"type": kind, **chance.answer(offer, **given)})

    def play(self, moves: int) -> None:
        """So many moves of any seat, what the GM does in secret between them, and undo. Raises AssertionError where the
        seat notices a difference."""
        for _ in range(moves):
            for table in (self.one, self.other):
                self._secret(table)
                assert self._shown(self.one) == self._shown(self.other)
            match self.chance.choose(8):
                case 0:
                    self._take_back()
                case 1:
                    self._rewind()
                case _:
                    self._move()
            if any(self._came_to_light(table) for table in (self.one, self.other)):
                self._copy()
            self._even.append((self.one.line.head.seq, self.other.line.head.seq))

    def _shown(self, table: Table) -> list[Any]:
        """The chronicle of the seat, what it may do, and who it hears is waited for."""
        seat = self.watch.seat
        lines = [(line.seq, line.seat, line.text, line.undone) for line in table.chronicle(seat)]
        return [lines, plain(table.offers(seat)), plain(table.waiting(seat))]

    def _secret(self, table: Table) -> None:
        """Now and then the GM does something there that the seat cannot know of, or takes such a thing back."""
        if self.chance.rarely(3):
            return
        if self._is_secret(self._last(table)) and self.chance.rarely(3):
            table.act(GM, {"type": "take_back"})
            return
        with marked(self.chance):
            offer = self.chance.one(list(self._offers(table, GM)) or [None])
            command = offer and {"type": offer.kind, **self.chance.answer(offer)}
        if command and self._is_secret(self._tried(table, GM, command)):
            table.act(GM, command)

    def _move(self) -> None:
        """A move of the rules: secret ones are left out at the other table now and then."""
        seat = self.chance.one([*self.one.seats, "dice"])
        offers = list(self._offers(self.one, seat))
        if not offers:
            return
        offer = self.chance.one([one for one in offers if one.owed] or offers)
        command = {"type": offer.kind, **self.chance.answer(offer)}
        secret = self._is_secret(self._tried(self.one, seat, command)) and seat != self.watch.seat
        self.one.act(seat, command)
        if secret and self.chance.choose(2):
            return
        try:
            self.other.act(seat, in_other_words(self.chance, self.watch, self.one.line.log.command(command)))
        except Refused:
            assert seat == GM, f"{seat} is refused {command} because of a secret"
            if not secret:
                self._copy()

    def _take_back(self) -> None:
        """The seat takes its last move back, if it may."""
        if "take_back" in [offer.kind for offer in self.one.offers(self.watch.seat)]:
            self._both(self.watch.seat, {"type": "take_back"})

    def _rewind(self) -> None:
        """The GM goes back at both tables to where the seat could see no difference."""
        one, other = self.chance.one(self._even)
        for table, to in ((self.one, one), (self.other, other)):
            if to < table.line.head.changed:
                table.act(GM, {"type": "rewind", "to": to})

    def _both(self, seat: Seat, command: dict[str, Any]) -> None:
        self.one.act(seat, command)
        self.other.act(seat, command)

    def _copy(self) -> None:
        """The other table goes on from where the first one stands."""
        store = MemoryStore()
        saved = read_json(export_campaign(self.one).decode(), "the first table")
        self.other = Table.open(store, import_campaign(store, saved).id, TypedDice())
        self._even = [(row, row) for row, _ in self._even]

    def _offers(self, table: Table, seat: Seat) -> Iterator[Offer]:
        """What the rules offer that seat."""
        own = {offer.kind for offer in self.watch.system.offers(table.state, seat)}
        return (offer for offer in table.offers(seat) if offer.kind in own - self.watch.stage.seldom)

    def _is_secret(self, moment: Moment) -> bool:
        return not (self.watch.told(moment) or self.watch.revealed(moment) or moment.by == self.watch.seat)

    def _came_to_light(self, table: Table) -> bool:
        """Whether the last row of a table shows a secret."""
        events = tuple(event for _, event in table.line.tail[-1].events)
        return self.watch.revealed(Moment(None, GM, None, events, None))

    def _tried(self, table: Table, seat: Seat, command: dict[str, Any]) -> Moment:
        ordered, events = table.decide(seat, table.line.log.command(command))
        played = tuple(event for event in events if type(event) not in TABLE_EVENTS)
        return Moment(table.state, seat, ordered, played, None)

    def _last(self, table: Table) -> Moment:
        """The last move at a table, as the GM knows it."""
        if (last := table.line.head.last.get(GM)) is None:
            return Moment(None, self.watch.seat, None, (), None)
        return Moment(last.before, last.row.seat, None, tuple(event for _, event in last.events), None)
