"""The line of play: the log folded into where the rules stand, at its end or after any earlier row.

Only the end, the last few steps and a few dozen checkpoints are held in memory; everything between is folded again from
the store when it is asked for, so that memory grows with the state and not with the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from footlights.core import Seat, System
from footlights.store import Row, Store
from footlights.table.events import Opened, Rewound, Standing, stand, tell
from footlights.table.log import TABLE_EVENTS, THROW, Log

_THROWN: Final = b'{"type":"%s"' % THROW.encode()

TAIL: Final = 64
CHECKPOINTS: Final = 64

Span: TypeAlias = tuple[int, int]
"""Rows first..last, both included."""


class Move(msgspec.Struct, frozen=True):
    """A command of the rules that was carried out, with the state it met; `fell`: dice have fallen because of it."""

    row: Row
    before: Any
    events: tuple[Any, ...]
    fell: bool = False


class Point(msgspec.Struct, frozen=True):
    """Where the rules stand after row `seq`: the state, how many throws led to it, the last move, and the last row that
    changed any of this."""

    seq: int = 0
    state: Any = None
    throws: int = 0
    last: Move | None = None
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


class Checkpoint:
    """A point kept in memory; `told` has, for the seats that asked, how many lines of their chronicle came before."""

    def __init__(self, point: Point) -> None:
        self.point = point
        self.told: dict[Seat, int] = {}


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
        self.checkpoints = {0: Checkpoint(self.head)}
        self._every = CHECKPOINTS
        self._store = store
        self._table = table
        self.catch_up()

    def catch_up(self) -> None:
        """Take every row that the store has beyond the end."""
        for row in self._store.rows(self._table, self.head.seq):
            self.take(self.play(self.head, row, self.log.events(row)))

    def take(self, step: Step) -> None:
        """Make a step that is on disk the new end of the line."""
        self.standing = stood(self.standing, step)
        self.head = step.after
        self.tail.append(step)
        if self.head.seq % self._every == 0:
            self.checkpoints[self.head.seq] = Checkpoint(self.head)
            if len(self.checkpoints) > CHECKPOINTS:
                self._every *= 2
                self.checkpoints = {
                    seq: kept for seq, kept in self.checkpoints.items() if seq % self._every == 0
                }

    def play(self, before: Point, row: Row, events: Iterable[Any]) -> Step:
        """What a row makes of a point; nothing of the line itself changes."""
        state, throws, last, changed = before.state, before.throws, before.last, before.changed
        played: list[tuple[Any, Any]] = []
        moves = False
        for event in events:
            played.append((state, event))
            if type(event) not in TABLE_EVENTS:
                state = self.system.evolve(state, event)
                moves = True
            elif isinstance(event, Opened):
                state, changed = self.system.opening(self.log.setup(event.setup)), row.seq
            elif isinstance(event, Rewound):
                point = self.at(event.to)
                state, throws, last, changed = point.state, point.throws, point.last, row.seq
        if row.command.startswith(_THROWN):
            throws, changed = throws + 1, row.seq
            last = last and replace(last, fell=True)
        elif moves:
            changed = row.seq
            moved = (event for _, event in played if type(event) not in TABLE_EVENTS)
            last = Move(row, before.state, tuple(moved))
        return Step(row, tuple(played), before, Point(row.seq, state, throws, last, changed))

    def at(self, seq: int) -> Point:
        """Where the rules stood after row `seq`."""
        for step in reversed(self.tail):
            if step.row.seq == seq:
                return step.after
        wanted = spans(seq, self.standing.rewinds)
        passed = [at for at in self.checkpoints if any(first <= at <= last for first, last in wanted)]
        point = self.checkpoints[max(passed, default=0)].point
        for step in self.path(point, wanted):
            point = step.after
        return replace(point, seq=seq)

    def path(self, start: Point, along: Iterable[Span]) -> Iterator[Step]:
        """The steps from a point along a line of play, undone rows left out."""
        point = start
        for first, last in along:
            for row in self._store.rows(self._table, max(first - 1, start.seq), last):
                step = self.play(point, row, self.log.events(row))
                yield step
                point = step.after

    def steps(self, after: int) -> Iterator[Step]:
        """Every step after row `after` as the log has them, undone ones too."""
        if self.tail and self.tail[0].before.seq <= after:
            known = len(self.tail) - (self.head.seq - after)
            yield from list(islice(self.tail, known, None))
            return
        point = self.checkpoints[max(seq for seq in self.checkpoints if seq <= after)].point
        for row in self._store.rows(self._table, point.seq):
            step = self.play(point, row, self.log.events(row))
            if row.seq > after:
                yield step
            point = step.after

    def forget(self, redacted: Row) -> None:
        """Hold what a row says now, after its words were redacted, and not what it said."""
        for place, step in enumerate(self.tail):
            if step.row.seq == redacted.seq:
                events = zip([before for before, _ in step.events], self.log.events(redacted), strict=True)
                self.tail[place] = replace(step, row=redacted, events=tuple(events))

    def told(self, step: Step, seat: Seat) -> list[Any]:
        """What that seat is told of a step, event by event."""
        heard = (
            tell(event, seat) if type(event) in TABLE_EVENTS else self.system.tell(before, event, seat)
            for before, event in step.events
        )
        return [event for event in heard if event is not None]


def stood(standing: Standing, step: Step) -> Standing:
    """What stands beside the rules after a step."""
    for _, event in step.events:
        if type(event) in TABLE_EVENTS:
            standing = stand(standing, step.row.seq, event)
    return replace(standing, thrown=standing.thrown + 1) if step.thrown else standing
