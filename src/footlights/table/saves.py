"""Campaigns and characters as JSON, out and in.

A campaign file is the whole log, secrets and all: it is for whoever runs the table. What comes in is believed only as
far as the rules bear it out: every event is decoded and played again, every command that the present rules wrote is
decided again, and anything that differs refuses the whole file with the place named.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from footlights.core import DICE, GM, Refused, Seat, System
from footlights.games import UnknownGame, load
from footlights.store import MemoryStore, Row, Store, TableMeta
from footlights.table import customs
from footlights.table.dicebox import ScriptedDice, Source, new_id
from footlights.table.events import GONE, DiceKnown, Opened, Redacted, Rewound, Rolled, StoodIn, Words
from footlights.table.log import TABLE_COMMANDS, TABLE_EVENTS, UNREADABLE, Log, kind_of
from footlights.table.orders import Redact, TakeBack, XCard
from footlights.table.setting import struct
from footlights.table.table import Table, utc_now
from footlights.table.undo import rewound
from footlights.written import Malformed, Written

FORM: Final = 1
"""Of campaign and character files. An older form is read for ever, a newer one is refused."""

_AT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,100}")


class SavedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the log as a file has it; see `footlights.store.Row`."""

    seq: int
    at: str
    seat: Seat
    id: str
    version: int
    command: Any
    events: list[Any]


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A whole campaign."""

    footlights: int
    game: str
    name: str
    rows: list[SavedRow]


class SavedCharacter(msgspec.Struct, frozen=True, kw_only=True):
    """One character alone, as the game's sheet."""

    footlights: int
    game: str
    character: Any


_Form = TypeVar("_Form", Saved, SavedCharacter)


# --- out ---


def export_campaign(table: Table) -> bytes:
    """The whole campaign as JSON, one row of the log to a line. Redacted words are not in it."""
    encode = table.line.log.encode
    head = encode({"footlights": FORM, "game": table.system.name, "name": table.campaign.name})
    rows = b",\n".join(encode(_saved(row)) for row in table.rows())
    return head[:-1] + b',"rows":[\n' + rows + b"\n]}\n"


def _saved(row: Row) -> SavedRow:
    return SavedRow(
        seq=row.seq,
        at=row.at,
        seat=row.seat,
        id=row.command_id,
        version=row.version,
        command=msgspec.Raw(row.command),
        events=msgspec.json.decode(row.events, type=list[msgspec.Raw]),
    )


def export_character(table: Table, name: Seat, seat: Seat = GM) -> bytes:
    """One character as JSON, as far as `seat` may know it. Raises Refused when nobody in play is called so."""
    sheets = table.system.sheets(table.known(seat))
    if name not in sheets:
        raise Refused("", f"there is no character {name[:60]!r}; there are: {', '.join(sheets)}", "name")
    saved = SavedCharacter(footlights=FORM, game=table.system.name, character=sheets[name])
    return msgspec.json.format(msgspec.json.encode(saved), indent=2) + b"\n"


# --- in ---


def import_character(file: Written) -> tuple[System, Any]:
    """The game, and its sheet, in a character file. Raises Malformed naming file, place and what would be right."""
    saved = _read(file, SavedCharacter)
    system = _game(file)
    return system, struct(file, ("character",), system.sheet, saved.character)


def import_campaign(store: Store, file: Written) -> TableMeta:
    """Put the campaign of a file into a store as a new table (importing it twice gives two). All of it or nothing.

    Raises Malformed naming file, place and what is wrong; StoreTrouble where the store cannot take it.
    """
    saved = _read(file, Saved)
    rows, name = _Replay(file, _game(file)).rows(saved.rows)
    meta = TableMeta(rows[0].table, saved.game, name, rows[0].at)
    store.create(meta, rows)
    return meta


def _read(file: Written, form: type[_Form]) -> _Form:
    """The file as a struct. Raises Malformed unless it is of a form that this release reads."""
    said = file.value.get("footlights") if isinstance(file.value, dict) else None
    if type(said) is not int or said < 1:
        raise file.fault((), 'this is no file of Footlights; one begins with {"footlights": 1, ...}')
    if said > FORM:
        raise file.fault(("footlights",), f"a newer release wrote this (form {said}); this one reads {FORM}")
    read: _Form = struct(file, (), form, file.value)
    return read


def _game(file: Written) -> System:
    try:
        return load(file.value["game"])
    except UnknownGame as unknown:
        raise file.fault(("game",), str(unknown)) from None


_HANGS_ON_RULES: Final = frozenset(map(kind_of, (TakeBack, Redact)))
"""Commands of the table whose outcome depends on what the rules of their time said and told."""


class _AsSaved(ScriptedDice):
    """Dice that fall as the row that is read says."""

    def source(self, number: int) -> Source:  # noqa: ARG002 - the row has its own
        return self._next


class _Replay:
    """A campaign played again from its file, row by row, at a table of its own."""

    def __init__(self, file: Written, system: System) -> None:
        self._file = file
        self._system = system
        self._store = MemoryStore()
        self._id = new_id()
        self._dice = _AsSaved()
        self._seen: set[str] = set()
        self._blank: set[int] = set()

    def rows(self, saved: Sequence[SavedRow]) -> tuple[list[Row], str]:
        """The rows as a store takes them, and what the campaign is called in the end."""
        if not saved:
            raise self._fault(None, "there are none; a campaign begins with its opening")
        table = self._opened(self._row(0, saved[0]))
        for index, one in enumerate(saved[1:], 1):
            self._replay(table, self._row(index, one))
        for seq in sorted(self._blank):
            raise self._fault(seq - 1, "its words are gone, and nothing later takes them out", "events", 0)
        return list(self._store.rows(self._id)), table.campaign.name

    def _fault(self, index: int | None, what: str, *path: str | int) -> Malformed:
        return self._file.fault(("rows", *(() if index is None else (index,)), *path), what)

    def _row(self, index: int, saved: SavedRow) -> Row:
        """A row whose envelope is right; its events may not be."""
        if saved.seq != index + 1:
            raise self._fault(
                index, f"row {index + 1} says that it is row {saved.seq}; rows have no gaps", "seq"
            )
        if not _AT.fullmatch(saved.at):
            raise self._fault(index, "this is no UTC time as 2026-01-31T20:15:00.000Z", "at")
        if not _ID.fullmatch(saved.id) or saved.id in self._seen:
            raise self._fault(index, f"{saved.id[:40]!r} stands for another row already, or is no id", "id")
        if not 1 <= saved.version <= self._system.version:
            what = (
                f"newer rules wrote this ({saved.version}; {self._system.title} has {self._system.version})"
            )
            raise self._fault(index, what, "version")
        if not isinstance(saved.command, dict) or not isinstance(saved.command.get("type"), str):
            raise self._fault(index, 'a command has a "type"', "command")
        self._seen.add(saved.id)
        command = msgspec.json.encode({"type": saved.command["type"], **saved.command})
        events = msgspec.json.encode(saved.events)
        return Row(self._id, saved.seq, saved.at, saved.seat, saved.id, command, events, saved.version)

    def _opened(self, row: Row) -> Table:
        """The table after the first row."""
        events = self._check_form(Log(self._system), row)
        match events:
            case [Opened() as opened]:
                meta = TableMeta(self._id, self._system.name, opened.campaign.name, row.at)
                self._store.create(meta, [row])
                try:
                    customs.check_campaign(opened.campaign)
                    return Table(self._store, meta, self._system, self._dice, utc_now)
                except Refused as refused:
                    raise self._fault(0, str(refused), "events", 0) from None
            case _:
                raise self._fault(0, "a campaign begins with one event, opened", "events")

    def _replay(self, table: Table, row: Row) -> None:
        """Take the next row. Raises Malformed where it says what cannot have happened."""
        index, kind = row.seq - 1, table.line.log.kind(row)
        events = self._check_form(table.line.log, row)
        if row.seat not in (("",) if kind == kind_of(XCard) else (*table.seats, DICE)):
            raise self._fault(index, f"there is no seat {row.seat[:60]!r} at this table then", "seat")
        earlier = row.version < self._system.version
        if earlier and (kind not in TABLE_COMMANDS or kind in _HANGS_ON_RULES):
            self._check_believed(table, row, events)
        else:
            row = self._decided(table, row, events)
        table.write([table.line.play(table.line.head, row, table.line.log.events(row))])
        self._blank -= {event.row for event in events if isinstance(event, Redacted)}
        if earlier and (broken := self._system.faults(table.state)):
            raise self._fault(index, f"this breaks the bounds of the rules: {'; '.join(broken)}", "events")

    def _check_form(self, log: Log, row: Row) -> list[Any]:
        """The events of a row, each of which says all that its kind has, and nothing else."""
        for place, plain in enumerate(self._file.at(("rows", row.seq - 1, "events"))):
            try:
                event = log.event(plain)
            except UNREADABLE as misfit:
                raise self._fault(row.seq - 1, f"this is no event: {misfit}", "events", place) from None
            more = plain.keys() - {"type", *event.__struct_fields__}
            if more and kind_of(event) == plain["type"]:
                raise self._fault(
                    row.seq - 1, f"a {plain['type']} has no {', '.join(sorted(more))}", "events", place
                )
        return log.events(row)

    def _check_believed(self, table: Table, row: Row, events: Sequence[Any]) -> None:
        """Raise Malformed unless what earlier rules decided is of its kind: it is not decided again."""
        for place, event in enumerate(events):
            if type(event) in TABLE_EVENTS and not _believable(table, row, event):
                what = f"this {kind_of(event)} does not come of the command"
                raise self._fault(row.seq - 1, what, "events", place)

    def _decided(self, table: Table, row: Row, events: Sequence[Any]) -> Row:
        """The row as the table would write it. Raises Malformed unless it decides, given the command, what the row
        says. Words that were taken out later stand for themselves until then."""
        index, log = row.seq - 1, table.line.log
        rolls = [event.faces for event in events if isinstance(event, Rolled)]
        self._dice.left = deque(face for faces in rolls for die in faces for face in die)
        blank = any(isinstance(event, Words) and event.redacted and not event.text for event in events)
        try:
            ordered: Any = log.command(self._file.at(("rows", index, "command")))
            if blank and ordered.text == "":
                self._blank.add(row.seq)
                ordered, events = replace(ordered, text=GONE), [replace(events[0], text=GONE, redacted=False)]
            if more := self._file.at(("rows", index, "command")).keys() - {
                "type",
                *ordered.__struct_fields__,
            }:
                raise Refused("", f"a {kind_of(ordered)} has no {', '.join(sorted(more))}")
            command, decided = table.decide(row.seat, ordered)
        except Refused as refused:
            raise self._fault(index, f"the rules refuse this: {refused}", "command") from None
        stands_in = type(ordered) not in customs.CUSTOMS and row.seat not in {GM, DICE}
        if stands_in and events and isinstance(events[0], StoodIn):
            decided = [StoodIn(seat=row.seat), *decided]
        if command != ordered:
            raise self._fault(index, "dice that fell before a rewind show something else", "command")
        for place, (said, right) in enumerate(zip_longest(events, decided)):
            if not _same(said, right):
                there = table.line.said(right) if right is not None else "nothing more"
                raise self._fault(index, f"the rules say otherwise: {there}", "events", place)
        return replace(row, command=log.written(ordered), events=log.written(events)) if blank else row


def _believable(table: Table, row: Row, event: Any) -> bool:
    """Whether an event of the table can stand in a row that earlier rules decided."""
    match event:
        case Rewound() if table.line.log.kind(row) == kind_of(TakeBack) and 1 <= event.to < row.seq:
            return _same(event, rewound(table.line, event.to, taken_back=True))
        case Redacted() if table.line.log.kind(row) == kind_of(Redact) and 1 <= event.row < row.seq:
            return any(
                isinstance(words, Words) for words in table.line.log.events(next(table.rows(event.row - 1)))
            )
        case StoodIn():
            return bool(event.seat == row.seat != GM)
        case _:
            return isinstance(event, DiceKnown)


def _same(said: Any, right: Any) -> bool:
    """Whether a row says what was decided; an early one does not say who heard of a rewind."""
    if isinstance(said, Rewound) and isinstance(right, Rewound) and said.heard is None:
        return said == replace(right, heard=None)
    return bool(said == right)
