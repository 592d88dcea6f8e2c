"""A table in play: orders come in, facts go to the store, and every seat is told what it may know.

What this module settles beyond the contract of its parts: a table is used by one thread at a time (its store may be
shared); what `submit` returns is on disk; nothing is remembered of an order that was refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from footlights.core import DICE, GM, SPECTATOR, Offer, Panel, Refused, Seat, System, words_fault
from footlights.dice import Throw
from footlights.games import load
from footlights.store import Row, Store, StoreTrouble, TableMeta
from footlights.table import customs, snapshot, undo
from footlights.table.chronicle import Chronicle
from footlights.table.dicebox import Dicebox, new_id
from footlights.table.events import Agreed, DiceKnown, Opened, Redacted, Standing, StoodIn
from footlights.table.line import TAIL, Line, Point, Span, Step, spans, stood
from footlights.table.log import TABLE_EVENTS, THROW, Log, kind_of
from footlights.table.orders import (
    Campaign,
    Entry,
    Mark,
    Order,
    Owed,
    Preview,
    Receipt,
    Stale,
    Stamp,
    TakeBack,
    XCard,
)

Clock = Callable[[], str]

_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,80}")
_PAGE: Final = 200
MOST_THROWS: Final = 100
"""How many throws one order may lead to before somebody is asked again; more would be a game without end."""


def utc_now() -> str:
    """The time as the log has it: UTC, ISO 8601, milliseconds, Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


class Begun(NamedTuple):
    """An order that was decided and is on its way to the disk: `stored` is done when it is there."""

    steps: Sequence[Step]
    redacted: Sequence[Row]
    stored: Future[None]
    seat: Seat
    told: int


_SALT: Final = new_id().encode()


def _unnamed(id: str) -> str:
    """An id that stands for this one in the log, and tells nobody whose it is once the process has ended."""
    return blake2b(id.encode(), key=_SALT, digest_size=16).hexdigest()


class Table:
    """One campaign, opened. Use `create` or `open`; one thread at a time.

    `clock` says what time it is, as the log has it.
    """

    def __init__(self, store: Store, meta: TableMeta, system: System, dicebox: Dicebox, clock: Clock) -> None:
        self.id = meta.id
        self.created = meta.created
        self.system = system
        self.line: Line = Line(system, store, meta.id)
        self._store = store
        self.dicebox = dicebox
        self._clock = clock
        self.chronicles = Chronicle(self.line)
        self._unsettled: Begun | None = None
        self._counted = 0

    @staticmethod
    def create(
        store: Store,
        game: str,
        setup: Any,
        campaign: Campaign,
        dicebox: Dicebox,
        *,
        clock: Clock = utc_now,
    ) -> Table:
        """A new table. `setup` is the game's setup struct or its JSON object. Raises UnknownGame, and Refused when
        setup or campaign are none."""
        system = load(game)
        customs.check_campaign(campaign)
        log = Log(system)
        opened = Opened(setup=log.setup(setup), campaign=campaign)
        if fault := words_fault(opened.setup):
            raise Refused("", fault)
        system.opening(opened.setup)
        meta = TableMeta(new_id(), system.name, campaign.name, clock())
        command = log.encode({"type": "open"})
        row = Row(meta.id, 1, meta.created, GM, new_id(), command, log.encode([opened]), system.version)
        store.create(meta, [row])
        return Table(store, meta, system, dicebox, clock)

    @staticmethod
    def open(
        store: Store,
        table: str,
        dicebox: Dicebox,
        *,
        clock: Clock = utc_now,
    ) -> Table:
        """A table as it was left. Dice that are due are thrown at once if the dicebox throws. Raises UnknownGame and
        StoreTrouble."""
        meta = store.meta(table)
        opened = Table(store, meta, load(meta.game), dicebox, clock)
        opened.write(opened._throws(opened.line.head, opened.standing, f"dice.{opened.line.head.seq}"))
        return opened

    def keep_snapshot(self) -> None:
        """Lay down, when it is time for it, what the next opening begins with; nobody waits for the disk, and it is no
        matter if it fails."""
        with suppress(StoreTrouble, TypeError):  # a game may have states that cannot be written
            if (
                self.line.head.seq >= self._counted + TAIL // 2
            ):  # what nobody reads is counted while it is at hand
                self._counted = self.line.head.seq
                self.chronicles.counts((*self.seats, SPECTATOR))
            if (stand := self.line.ripe) is not None and not stand.kept:
                stand.kept = True
                self._store.keeping([snapshot.record(self.line.snapshot(stand), self.id)])

    # --- what stands ---

    @property
    def state(self) -> Any:
        """The state of the game, secrets and all."""
        return self.line.head.state

    @property
    def standing(self) -> Standing:
        """What stands beside the rules: persons, dice, pause."""
        return self.line.standing

    @property
    def campaign(self) -> Campaign:
        """What the table agreed on."""
        return self.standing.campaign

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The GM, then the players."""
        return tuple(self.system.seats(self.state))

    def view(self, seat: Seat) -> Any:
        """The game as that seat may see it."""
        return self.system.view(self.state, seat)

    def panels(self, seat: Seat) -> Sequence[Panel]:
        """The same, as any face can draw it."""
        return self.system.panels(self.view(seat))

    def known(self, seat: Seat) -> Any:
        """A playable state without what that seat may not know."""
        return self.system.known(self.state, seat)

    def chronicle(self, seat: Seat, after: int = 0, limit: int | None = None) -> list[Entry]:
        """What that seat was told beyond line `after`, in order; of many lines the newest `limit`."""
        if limit is not None:
            after = max(after, self.chronicles.count(seat) - limit)
        return list(self.chronicles.entries(seat, after))

    def next_lines(self, seat: Seat, after: int, most: int) -> list[Entry]:
        """The same, of many lines the oldest `most`; the others are not even read."""
        return list(islice(self.chronicles.entries(seat, after), most))

    def waiting(self, seat: Seat = SPECTATOR) -> list[Owed]:
        """Who is waited for, and for what as far as that seat knows."""
        if self.standing.paused:
            return [Owed(GM, "resume", "Resume play")]
        due = self.system.due(self.state)
        known = self.system.owed(self.known(seat))
        owed = [Owed(offer.seat, offer.kind, offer.label) for offer in known]
        return [replace(one, seat=due.seat) if due and one.seat == DICE else one for one in owed]

    # --- offers ---

    def offers(self, seat: Seat) -> list[Offer]:
        """Everything that seat may do now: what the game offers, then what any table does."""
        if seat == DICE:
            return [] if self.standing.paused else list(self._game_offers(seat))
        if seat not in self.seats:
            return []
        game = [] if self.standing.paused else list(self._game_offers(seat))
        return [*game, *customs.offers(self, seat)]

    def _game_offers(self, seat: Seat) -> Iterator[Offer]:
        """What the game offers, the throw of dice included, as of the rewinds that the seat knows of."""
        rewinds = self.standing.rewinds_known(seat)
        for offer in (*self._dice_offers(seat), *self.system.offers(self.state, seat)):
            yield replace(offer, rewinds=rewinds) if rewinds else offer

    def _dice_offers(self, seat: Seat) -> Iterator[Offer]:
        """The throw, offered to its roller and the GM when people throw."""
        due = self.system.due(self.state)
        if due is not None and seat in {due.seat, GM}:
            for offer in self.system.offers(self.state, DICE):
                known = undo.known_dice(self.standing, self.line.head.throws + 1)
                fell = undo.described(due.pool, known)
                yield replace(offer, seat=seat, label=f"{offer.label} ({fell})" if fell else offer.label)

    # --- orders ---

    def act(self, seat: Seat, command: Any, id: str | None = None) -> Receipt:
        """Order something that answers no particular offer, under a new id if none is given."""
        return self.submit(Order(id=id or new_id(), seat=seat, command=command))

    def submit(self, order: Order) -> Receipt:
        """Carry an order out; what it and the dice it led to have caused is on disk when this returns.

        Raises Refused (rules or form), Stale (the offer it answers has changed) and StoreTrouble; then nothing has
        changed. An id seen before gets the answer it got then (that of an X-card as long as this process lives: the
        log does not have it).
        """
        begun = self.begin(order)
        return begun if isinstance(begun, Receipt) else self.settle(begun)

    def begin(self, order: Order) -> Begun | Receipt:
        """The first half of `submit`, for those who have other things to do while the disk works: decide, and hand what
        comes of it to the store. Nothing of it counts until `settle`, and no other order may begin before. Raises as
        `submit` does."""
        self._catch_up()
        self._check(order)
        command = self.line.log.command(order.command)
        id = _unnamed(order.id) if isinstance(command, XCard) else order.id
        if row := self._store.find(self.id, id):
            return self._answered(order, row)
        if order.answers is not None:
            self._compare(order.answers, order.seat, command)
        told = self.chronicles.count(order.seat)
        return self._begun(self._carried_out(order, command), order.seat, told)

    def settle(self, begun: Begun) -> Receipt:
        """The second half: wait until it is on disk, and let it count. Raises StoreTrouble, and then nothing has
        changed."""
        begun.stored.result()
        self._settled(begun)
        entries = tuple(self.chronicles.entries(begun.seat, begun.told))
        return Receipt(seq=self.chronicles.count(begun.seat), entries=entries)

    def _check(self, order: Order) -> None:
        """Raise Refused unless the envelope is one of this table's."""
        if not _ID.fullmatch(order.id):
            raise Refused("", "an order's id is 1 to 80 letters, digits and . _ -", "id")
        if order.seat not in (*self.seats, DICE):
            shown = ", ".join(self.seats)
            raise Refused(
                "", f"there is no seat {str(order.seat)[:60]!r} at this table; there are: {shown}", "seat"
            )

    def _compare(self, stamp: Stamp, seat: Seat, command: msgspec.Struct) -> None:
        """Raise Stale unless the offer that was answered stands as it was shown."""
        kind = kind_of(command)
        now = next((offer for offer in self.offers(seat) if offer.kind == kind), None)
        if now is None or stamp.kind != kind or not stamp.stands(now, msgspec.structs.asdict(command)):
            raise Stale(kind, now)

    def _carried_out(self, order: Order, command: Any) -> list[Step]:
        """What the order causes, and what follows of itself: orders that its take-back does not touch, then throws."""
        steps = [self._first(order, command)]
        if isinstance(command, TakeBack) and order.seat != GM:
            steps += self._again(steps[0].after, undo.unaware(self.line, order.seat), order.id)
        standing = stood(self.standing, steps[0])
        return [*steps, *self._throws(steps[-1].after, standing, order.id, len(steps))]

    def _again(self, point: Point, orders: Sequence[Row], id: str) -> Iterator[Step]:
        """Orders carried out once more from that point on; those that the rules refuse there are left out."""
        for number, row in enumerate(orders, 1):
            command = self.line.log.ordered(row)
            try:
                events = self.system.decide(point.state, row.seat, command)
            except Refused:
                continue
            step = self._step(point, row.seat, f"{id}:{number}", command, events)
            yield step
            point = step.after

    def _first(self, order: Order, command: Any) -> Step:
        """What the command itself causes. Raises Refused."""
        if order.stand_in and (type(command) in customs.CUSTOMS or order.seat == GM):
            raise Refused("", f"the GM plays for {order.seat}, but does not speak for them")
        command, events = self.decide(order.seat, command)
        if order.stand_in:
            events = [StoodIn(seat=order.seat), *events]
        anonymous = isinstance(command, XCard)
        seat, id = ("", _unnamed(order.id)) if anonymous else (order.seat, order.id)
        return self._step(self.line.head, seat, id, command, events)

    def decide(self, seat: Seat, command: Any) -> tuple[Any, Sequence[Any]]:
        """What would come of a command: itself as the log has it, and its events. Raises Refused."""
        if type(command) in customs.CUSTOMS:
            return command, [customs.decide(self, seat, command)]
        if self.standing.paused:
            raise Refused("", customs.PAUSED)
        if kind_of(command) == THROW:
            return self._typed(seat, command)
        return command, self.system.decide(self.state, seat, command)

    def _typed(self, seat: Seat, command: Any) -> tuple[Any, Sequence[Any]]:
        """The throw that people typed in, dice that are known as they fell, and its events."""
        due = self.system.due(self.state)
        if due is not None and seat not in {due.seat, GM, DICE}:
            raise Refused("", f"these dice are {due.seat}'s to throw, or the GM's")
        events = self.system.decide(self.state, DICE, command)
        known = undo.known_dice(self.standing, self.line.head.throws + 1)
        if due is None or not known:
            return command, events
        return self._landed(self.line.head, *undo.retyped(due.pool, known, command.faces))

    def _throws(self, point: Point, standing: Standing, id: str, number: int = 1) -> list[Step]:
        """The throws that are due, one after another, as far as nobody need be asked for them."""
        steps: list[Step] = []
        while (due := self.system.due(point.state)) and not standing.paused:
            source = self.dicebox.source(standing.thrown + 1) if standing.mode == "thrown" else None
            thrown = undo.rethrow(due.pool, undo.known_dice(standing, point.throws + 1), source)
            if thrown is None:
                break
            if len(steps) == MOST_THROWS:
                raise Refused("", f"one order has led to {MOST_THROWS} throws, and still dice are due")
            steps.append(
                self._step(point, DICE, f"{id}:{number + len(steps)}", *self._landed(point, *thrown))
            )
            point, standing = steps[-1].after, stood(standing, steps[-1])
        return steps

    def _landed(self, point: Point, faces: Throw, known: tuple[int, ...]) -> tuple[Any, Sequence[Any]]:
        """The command that says what dice show, and its events; `known` are the places of dice that fell before."""
        command = self.line.log.throw(faces)
        events = self.system.decide(point.state, DICE, command)
        return command, [DiceKnown(places=known), *events] if known else events

    def _step(self, point: Point, seat: Seat, id: str, command: Any, events: Sequence[Any]) -> Step:
        """The row of a command and its events, played but not yet written."""
        written = self.line.log.written
        row = Row(
            self.id,
            point.seq + 1,
            self._clock(),
            seat,
            id,
            written(command),
            written(events),
            self.system.version,
        )
        return self.line.play(point, row, events)

    # --- the log ---

    def rows(self, after: int = 0) -> Iterator[Row]:
        """The log itself, secrets and all, from after that row on."""
        return self._store.rows(self.id, after)

    def write(self, steps: Sequence[Step]) -> None:
        """Put steps on disk, all or none, and only then let them count."""
        if steps:
            begun = self._begun(steps, GM, 0)
            begun.stored.result()
            self._settled(begun)

    def _begun(self, steps: Sequence[Step], seat: Seat, told: int) -> Begun:
        """Hand steps to the store, all or none. Until they are settled there is doubt about where the log ends."""
        events = [event for step in steps for _, event in step.events]
        redacted = [self._without_words(event.row) for event in events if isinstance(event, Redacted)]
        name = next((event.campaign.name for event in events if isinstance(event, Agreed)), None)
        stored = self._store.appending([step.row for step in steps], redacted=redacted, name=name)
        self._unsettled = Begun(steps, redacted, stored, seat, told)
        return self._unsettled

    def _settled(self, begun: Begun) -> None:
        """Let count what is on disk."""
        for step in begun.steps:
            self.line.take(step)
        for row in begun.redacted:
            self.line.forget(row)
        self._unsettled = None

    def _without_words(self, seq: int) -> Row:
        """A row of the log with the words in it taken out."""
        row = next(self._store.rows(self.id, seq - 1, seq))
        command = replace(self.line.log.ordered(row), text="")
        events = [replace(event, text="", redacted=True) for event in self.line.log.events(row)]
        return replace(row, command=self.line.log.encode(command), events=self.line.log.encode(events))

    def _catch_up(self) -> None:
        """After trouble while writing, or an order that was never settled: what reached the disk counts."""
        if (begun := self._unsettled) is not None:
            trouble = begun.stored.exception()
            self.line.catch_up()
            for row in begun.redacted if trouble is None else ():
                self.line.forget(row)
            self._unsettled = None

    def _answered(self, order: Order, row: Row) -> Receipt:
        """The answer that the first order of this id got."""
        if row.seat not in {order.seat, ""}:
            raise Refused("", "another seat has used this id for an order; take a new one", "id")
        last = row.seq
        for thrown in self._store.rows(self.id, row.seq):
            if not thrown.command_id.startswith(f"{order.id}:"):
                break
            last = thrown.seq
        if last > self.line.head.seq:  # carried out by another opening of this table
            self.line.catch_up()
        seq, entries = self.chronicles.between(order.seat, row.seq, last)
        return Receipt(seq=seq, entries=tuple(entries))

    # --- undo ---

    def marks(self, *, before: int | None = None, limit: int = 50) -> list[Mark]:
        """The GM's points to rewind to (or, among those undone, to redo): rows of the rules, the newest first, numbered
        below `before`. The first row, the opening, is always one."""
        line = spans(self.line.head.seq, self.standing.rewinds)
        top = self.line.head.seq + 1
        end = min(before or top, top)
        found: list[Mark] = []
        while end > 1 and len(found) < limit:
            start = max(0, end - 1 - _PAGE)
            page = [self._mark(row, line) for row in self._store.rows(self.id, start, end - 1)]
            found += [mark for mark in reversed(page) if mark is not None]
            end = start + 1
        return found[:limit]

    def _mark(self, row: Row, line: Sequence[Span]) -> Mark | None:
        events = self.line.log.events(row)
        played = [self.system.say(event) for event in events if type(event) not in TABLE_EVENTS]
        if not played and row.seq > 1:
            return None
        text = " ".join(filter(None, played)) or "The table opens."
        return Mark(
            row.seq, row.at, row.seat, text, not any(first <= row.seq <= last for first, last in line)
        )

    def preview_rewind(self, to: int) -> Preview:
        """What a rewind to row `to` would take out of the line of play and bring back, as the GM sees it. Raises
        Refused."""
        if not 1 <= to <= self.line.head.seq:
            raise Refused("", f"row {to} cannot be rewound to; it is 1 to {self.line.head.seq}", "to")
        undone = (self._mark(step.row, ()) for step in undo.undone(self.line, to))
        redone = (self._mark(step.row, ()) for step in undo.redone(self.line, to))
        return Preview(tuple(filter(None, undone)), tuple(filter(None, redone)))

    def preview_take_back(self, seat: Seat) -> Preview:
        """What taking the last move back would undo, in the words that seat was told it. For a player the marks have
        the numbers of the lines that told of it, since those of rows count secrets too. Raises Refused."""
        undone = []
        for step in undo.undone(self.line, undo.before_last(self.line, seat)):
            row = step.row
            _, told = self.chronicles.between(seat, row.seq, row.seq)
            text = " ".join(
                entry.text for entry in told if entry.text and type(entry.event) not in TABLE_EVENTS
            )
            if text:
                number = row.seq if seat == GM else told[-1].seq
                undone.append(Mark(number, row.at, row.seat, text, undone=False))
        return Preview(tuple(undone), ())
