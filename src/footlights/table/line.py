"""The line of play: the log folded into where the rules stand, at its end or after any earlier row.

Only the end, the last few steps and a few dozen checkpoints are held in memory; everything between is folded again from
the store when it is asked for, so that memory grows with the state and not with the log. Where the store has a
snapshot, the log is folded from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from footlights.core import GM, SPECTATOR, Refused, Seat, System
from footlights.store import Row, Store, StoreTrouble
from footlights.table import snapshot
from footlights.table.events import Opened, Rewound, Standing, say, stand, tell
from footlights.table.log import TABLE_EVENTS, THROW, Log, damaged
from footlights.table.snapshot import Moved, Snapshot

_THROWN: Final = b'{"type":"%s"' % THROW.encode()

TAIL: Final = 64
CHECKPOINTS: Final = 64
STAND: Final = 4 * CHECKPOINTS
"""Rows between two points that a snapshot may be taken of; it is taken as many rows later, so that whoever opens the
table finds the lines on the first page behind it."""
MOST_HEARD: Final = 512
"""Answers to what a seat was told of a step that are kept."""

Span: TypeAlias = tuple[int, int]
"""Rows first..last, both included."""


class Move(msgspec.Struct, frozen=True):
    """A command of the rules that was carried out, and its events, each with the state it met."""

    row: Row
    events: tuple[tuple[Any, Any], ...]

    @property
    def before(self) -> Any:
        """The state that the command met."""
        return self.events[0][0]

    @property
    def thrown(self) -> bool:
        """Whether it says what dice show that the rules asked for."""
        return self.row.command.startswith(_THROWN)


class Point(msgspec.Struct, frozen=True):
    """Where the rules stand after row `seq`: the state, how many throws led to it, and the last row that changed it.

    `last` is the last move that each seat in play knows of; to the GM, who knows of all, a throw is no move. `left`
    has the rows in which seats left play.
    """

    seq: int = 0
    state: Any = None
    throws: int = 0
    last: Mapping[Seat, Move | None] = {}
    left: Mapping[Seat, int] = {}
    changed: int = 0


class Step(msgspec.Struct, frozen=True):
    """One row played: its events, each with the state it met, and where the rules stood before and after."""

    row: Row
    events: tuple[tuple[Any, Any], ...]
    before: Point
    after: Point

    @property
    def thrown(self) -> bool:
        """Whether this row is a throw of dice that the rules asked for."""
        return self.row.command.startswith(_THROWN)

    @property
    def moves(self) -> bool:
        """Whether the rules had a part in it."""
        return any(type(event) not in TABLE_EVENTS for _, event in self.events)


Whose: TypeAlias = tuple[Seat, int]
"""A seat and the row since which it is whose it is: two of one name have two chronicles."""


class Checkpoint(msgspec.Struct, eq=False):
    """A point kept in memory; `told` has, for the seats that asked, how many lines of their chronicle came before."""

    point: Point
    told: dict[Whose, int] = {}


class Stand(Checkpoint, eq=False, kw_only=True):
    """One that a snapshot may be taken of: with what stood beside the rules, a digest of its row, and whether that
    snapshot is kept."""

    standing: Standing
    row: str
    kept: bool = False


def spans(seq: int, rewinds: Sequence[Span]) -> list[Span]:
    """The rows that led to where the rules stood after row `seq`, undone ones left out. `rewinds` are those of the
    `Standing`."""
    found: list[Span] = []
    for at, to in reversed(rewinds):
        if at <= seq:
            found.append((at + 1, seq))
            seq = to
    found.append((1, seq))
    return [span for span in reversed(found) if span[0] <= span[1]]


def fork(one: Sequence[Span], other: Sequence[Span]) -> int:
    """The last row that both lines share, counted from the start."""
    shared = 0
    for (first, last), (start, end) in zip(one, other, strict=False):
        if first != start:
            break
        shared = min(last, end)
        if last != end:
            break
    return shared


class Line:
    """One table's log, read from its store and folded. Raises StoreTrouble when it cannot be read."""

    def __init__(self, system: System, store: Store, table: str) -> None:
        self.system = system
        self.log = Log(system)
        self.head = Point()
        self.standing = Standing()
        self.tail: deque[Step] = deque(maxlen=TAIL)
        self._heard: dict[tuple[int, Seat], tuple[Step, list[Any]]] = {}
        self._said: dict[int, tuple[Any, str]] = {}
        self.checkpoints = {0: Checkpoint(self.head)}
        self.stands: deque[Stand] = deque(maxlen=2)
        self._every = CHECKPOINTS
        self._store = store
        self._table = table
        if (kept := snapshot.found(system, store, table)) is not None:
            self._stand_on(kept)
        self.catch_up()

    def _stand_on(self, kept: Snapshot[Any, Any]) -> None:
        """Begin where the table stood when that snapshot was taken."""
        moves = [Move(move.row, move.events) for move in kept.moves]
        last = {seat: None if place is None else moves[place] for seat, place in kept.last.items()}
        self.head = Point(kept.seq, kept.state, kept.throws, last, kept.left, kept.changed)
        self.standing = kept.standing
        told = {(seat, since): number for seat, since, number in kept.told}
        self.stands.append(Stand(self.head, told, standing=kept.standing, row=kept.row, kept=True))

    @property
    def ripe(self) -> Stand | None:
        """What the next opening may begin with: it lies so far back that the first page comes after it."""
        return self.stands[0] if len(self.stands) == 2 else None

    def snapshot(self, stand: Stand) -> Snapshot[Any, Any]:
        """What there is to keep of a stand."""
        point = stand.point
        moves = list({move.row.seq: move for move in point.last.values() if move is not None}.values())
        return Snapshot(
            code=snapshot.code(type(self.system)),
            row=stand.row,
            seq=point.seq,
            state=point.state,
            throws=point.throws,
            changed=point.changed,
            left=point.left,
            moves=tuple(Moved(move.row, move.events) for move in moves),
            last={seat: None if move is None else moves.index(move) for seat, move in point.last.items()},
            standing=stand.standing,
            told=tuple((*whose, number) for whose, number in stand.told.items()),
        )

    def catch_up(self) -> None:
        """Take every row that the store has beyond the end."""
        for row in self._store.rows(self._table, self.head.seq):
            if row.seq != self.head.seq + 1:
                raise damaged(row, ValueError(f"row {self.head.seq + 1} is not there"))
            self.take(self.read(self.head, row))

    def take(self, step: Step) -> None:
        """Make a step that is on disk the new end of the line."""
        self.standing = stood(self.standing, step)
        self.head = step.after
        self.tail.append(step)
        self._remember(self.head)
        if self.head.seq % STAND == 0:
            row = snapshot.mark(step.row)
            self.stands.append(Stand(self.head, {}, standing=self.standing, row=row))

    def _remember(self, point: Point) -> None:
        """Hold a checkpoint, if there is to be one; when there are too many, every other one goes."""
        if point.seq % self._every or point.seq in self.checkpoints:
            return
        self.checkpoints[point.seq] = Checkpoint(point)
        if len(self.checkpoints) > CHECKPOINTS:
            self._every *= 2
            self.checkpoints = {seq: kept for seq, kept in self.checkpoints.items() if seq % self._every == 0}

    def marks(self) -> Iterator[Checkpoint]:
        """Every point that is held."""
        yield from self.checkpoints.values()
        yield from self.stands

    def note_told(self, seq: int, whose: Whose, number: int) -> None:
        """That somebody had been told so many lines up to that row, wherever it is held."""
        if seq % CHECKPOINTS == 0:
            for held in (self.checkpoints.get(seq), *self.stands):
                if held is not None and held.point.seq == seq:
                    held.told[whose] = number

    def read(self, before: Point, row: Row) -> Step:
        """The same of a row from the store. Raises StoreTrouble, naming it, where it cannot come after that point."""
        events = self.log.events(row)
        try:
            return self.play(before, row, events)
        except (StoreTrouble, Refused):
            raise
        except Exception as fault:  # a game's fold may stumble in any way over a row that is damaged
            raise damaged(row, fault) from fault

    def play(self, before: Point, row: Row, events: Iterable[Any]) -> Step:
        """What a row makes of a point; nothing of the line itself changes."""
        state, after = before.state, before
        played: list[tuple[Any, Any]] = []
        for event in events:
            played.append((state, event))
            if type(event) not in TABLE_EVENTS:
                state = self.system.evolve(state, event)
            elif isinstance(event, Opened):
                state = self.system.opening(self.log.setup(event.setup))
                last = dict.fromkeys(self.system.seats(state))
                after = Point(state=state, last=last, changed=row.seq)
            elif isinstance(event, Rewound):
                after = replace(self.at(event.to), changed=row.seq)
                state = after.state
        step = Step(row, tuple(played), before, after)
        point = self._moved(step, state) if step.moves else replace(after, seq=row.seq)
        return Step(row, step.events, before, point)

    def _moved(self, step: Step, state: Any) -> Point:
        """Where the rules stand after a step that moves them to this state."""
        before, seq, thrown = step.before, step.row.seq, step.thrown
        own = tuple(played for played in step.events if type(played[1]) not in TABLE_EVENTS)
        last: dict[Seat, Move | None] = dict.fromkeys(self.system.seats(state), Move(step.row, own))
        if not self.knows(step, SPECTATOR):  # what everybody may know every seat knows; else each is asked
            last |= {seat: before.last.get(seat) for seat in last if not self.knows(step, seat)}
        if thrown:
            last[GM] = before.last.get(GM)
        gone = before.last.keys() - last.keys()
        left = {**before.left, **dict.fromkeys(gone, seq)} if gone else before.left
        return Point(seq, state, before.throws + thrown, last, left, seq)

    def knows(self, step: Step, seat: Seat) -> bool:
        """Whether that seat ordered the step or was told anything of it."""
        return step.row.seat == seat or next(self._told(step, seat), None) is not None

    def at(self, seq: int) -> Point:
        """Where the rules stood after row `seq`."""
        for step in reversed(self.tail):
            if step.row.seq == seq:
                return step.after
        wanted = spans(seq, self.standing.rewinds)
        held = (mark.point for mark in self.marks())
        passed = [one for one in held if any(first <= one.seq <= last for first, last in wanted)]
        point = max(passed, key=_seq, default=Point())
        for step in self.path(point, wanted):
            point = step.after
        rewound = max((row for row, _ in self.standing.rewinds if row <= seq), default=0)
        return replace(point, seq=seq, changed=max(point.changed, rewound))  # a path leaves rewinds out

    def path(self, start: Point, along: Iterable[Span]) -> Iterator[Step]:
        """The steps from a point along a line of play, undone rows left out."""
        point = start
        for first, last in along:
            for row in self._store.rows(self._table, max(first - 1, start.seq), last):
                step = self.read(point, row)
                yield step
                point = step.after

    def steps(self, after: int) -> Iterator[Step]:
        """Every step after row `after` as the log has them, undone ones too."""
        if self.tail and self.tail[0].before.seq <= after:
            known = len(self.tail) - (self.head.seq - after)
            yield from list(islice(self.tail, known, None))
            return
        point = max((mark.point for mark in self.marks() if mark.point.seq <= after), key=_seq)
        for row in self._store.rows(self._table, point.seq):
            step = self.read(point, row)
            self._remember(step.after)
            if row.seq > after:
                yield step
            point = step.after

    def forget(self, redacted: Row) -> None:
        """Hold what a row says now, after its words were redacted, and not what it said."""
        self._heard.clear()
        self._said.clear()
        for place, step in enumerate(self.tail):
            if step.row.seq == redacted.seq:
                events = zip([before for before, _ in step.events], self.log.events(redacted), strict=True)
                self.tail[place] = replace(step, row=redacted, events=tuple(events))

    def said(self, event: Any) -> str:
        """One sentence of the chronicle for an event, the game's or the table's own."""
        kept = self._said.get(id(event))
        if kept is None or kept[0] is not event:  # what is new is said to one seat after the other
            kept = event, say(event) if type(event) in TABLE_EVENTS else self.system.say(event)
            if len(self._said) > MOST_HEARD:
                self._said.clear()
            self._said[id(event)] = kept
        return kept[1]

    def told(self, step: Step, whose: Whose) -> list[Any]:
        """What that seat is told of a step, event by event."""
        seat, since = whose
        ears = seat if step.row.seq > since else SPECTATOR
        kept = self._heard.get((step.row.seq, ears))
        if kept is None or kept[0] is not step:  # asked for again and again while it is new
            kept = step, list(self._told(step, ears))
            if step.row.seq > self.head.seq - TAIL:
                if len(self._heard) > MOST_HEARD:
                    self._heard.clear()
                self._heard[step.row.seq, ears] = kept
        return kept[1]

    def since(self, seat: Seat) -> int:
        """The row in which an earlier bearer of this name left play: up to there the seat hears what everybody does. 0
        for most seats."""
        left = self.head.left.get(seat, 0)
        return left if left and seat in self.system.seats(self.head.state) else 0

    def _told(self, step: Step, seat: Seat) -> Iterator[Any]:
        for before, event in step.events:
            own = type(event) in TABLE_EVENTS
            heard = tell(event, seat) if own else self.system.tell(before, event, seat)
            if heard is not None:
                yield heard


_seq: Final = attrgetter("seq")


def stood(standing: Standing, step: Step) -> Standing:
    """What stands beside the rules after a step."""
    for _, event in step.events:
        if type(event) in TABLE_EVENTS:
            standing = stand(standing, step.row.seq, event)
    return replace(standing, thrown=standing.thrown + 1) if step.thrown else standing
