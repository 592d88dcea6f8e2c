"""The chronicle: what each seat was told, line by line, numbered for that seat alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any

import msgspec

from footlights.core import Seat
from footlights.table.events import BESIDE
from footlights.table.line import Line, Step, Whose, spans
from footlights.table.log import TABLE_EVENTS, kind_of
from footlights.table.orders import Entry


class Told(msgspec.Struct, frozen=True):
    """Something a seat was told: the number of the line, the step it came from, and the event."""

    number: int
    step: Step
    event: Any


class Chronicle:
    """Every seat's chronicle of one line. Lines are counted when a seat first asks, and from there on as they come."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._ends: dict[Whose, tuple[int, int]] = {}
        self._news: dict[Whose, tuple[int, int, list[Told]]] = {}

    def count(self, seat: Seat) -> int:
        """How many lines the chronicle of that seat has."""
        row, number = self._ends.get(self._whose(seat), (-1, 0))
        return number if row == self._line.head.seq else self.counts([seat])[seat]

    def counts(self, seats: Iterable[Seat]) -> dict[Seat, int]:
        """The same of several seats; what none of them has read is folded once for all."""
        ends = {whose: self._end(whose) for whose in map(self._whose, seats)}
        for step in self._line.steps(min((row for row, _ in ends.values()), default=self._line.head.seq)):
            for whose, (row, number) in ends.items():
                if row < step.row.seq:
                    self._line.note_told(step.before.seq, whose, number)
                    ends[whose] = step.row.seq, number + len(self._line.told(step, whose))
        self._ends |= ends
        return {seat: number for (seat, _), (_, number) in ends.items()}

    def _end(self, whose: Whose) -> tuple[int, int]:
        """The last row up to which it is known how many lines that seat was told, and how many."""
        if whose in self._ends:
            return self._ends[whose]
        known = ((mark.point.seq, mark.told[whose]) for mark in self._line.marks() if whose in mark.told)
        return max(known, default=(0, 0))

    def told(self, seat: Seat, after: int = 0) -> Iterator[Told]:
        """What that seat was told beyond line `after`, in order."""
        whose, head = self._whose(seat), self._line.head.seq
        end = self._ends.get(whose)
        kept = self._news.get(whose)
        if kept is not None and kept[:2] == (head, after):
            yield from kept[2]
        elif end is not None and end[1] == after:
            # whoever follows wants what is new, and so do the receipt and every other page of that seat
            news = list(self._numbered(whose, *end))
            self._ends[whose] = head, after + len(news)
            self._news[whose] = head, after, news
            yield from news
        elif after < self.count(seat):
            row, number = self._start(whose, lambda _row, number: number <= after)
            yield from (told for told in self._numbered(whose, row, number) if told.number > after)

    def entries(self, seat: Seat, after: int = 0) -> Iterator[Entry]:
        """The same as lines to read."""
        return map(self._reader(), self.told(seat, after))

    def between(self, seat: Seat, first: int, last: int) -> tuple[int, list[Entry]]:
        """What rows `first` to `last` told a seat, and how many lines its chronicle had then."""
        whose = self._whose(seat)
        self.count(seat)
        row, number = self._start(whose, lambda row, _number: row < first)
        told = list(takewhile(lambda one: one.step.row.seq <= last, self._numbered(whose, row, number)))
        number = told[-1].number if told else number
        return number, list(map(self._reader(), (one for one in told if one.step.row.seq >= first)))

    def _reader(self) -> Callable[[Told], Entry]:
        """How a line reads as long as the line of play is what it is now."""
        rewinds = self._line.standing.rewinds
        line = spans(self._line.head.seq, rewinds) if rewinds else ()

        def undone(seq: int, event: Any) -> bool:
            gone = not any(first <= seq <= last for first, last in line)
            return gone and (type(event) not in TABLE_EVENTS or isinstance(event, BESIDE))

        def entry(told: Told) -> Entry:
            event, row = told.event, told.step.row
            return Entry(
                seq=told.number,
                at=row.at,
                seat=row.seat,
                text=self._line.said(event),
                kind=kind_of(event),
                event=event,
                clause=getattr(event, "because", ""),
                undone=bool(line) and undone(row.seq, event),
            )

        return entry

    def _whose(self, seat: Seat) -> Whose:
        return seat, self._line.since(seat)

    def _start(self, whose: Whose, early: Callable[[int, int], bool]) -> tuple[int, int]:
        """A row and how many lines the seat was told up to it: early enough, and not long before."""
        row, number = self._ends[whose]
        for step in reversed(self._line.tail):
            if early(row, number):
                return row, number
            row, number = step.before.seq, number - len(self._line.told(step, whose))
        marks = [(mark.point.seq, mark.told.get(whose)) for mark in self._line.marks()]
        return max(
            ((row, number) for row, number in marks if number is not None and early(row, number)),
            default=(0, 0),
        )

    def _numbered(self, whose: Whose, row: int, number: int) -> Iterator[Told]:
        """What the seat was told after that row, up to which it was told `number` lines."""
        for step in self._line.steps(row):
            self._line.note_told(step.before.seq, whose, number)
            for event in self._line.told(step, whose):
                number += 1
                yield Told(number, step, event)
