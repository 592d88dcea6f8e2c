"""Campaigns and characters as JSON, out and in.

A campaign file is the whole log, secrets and all: it is for whoever runs the table. What comes in is believed only as
far as the rules bear it out: every event is decoded and played again, every command that the present rules wrote is
decided again, and anything that differs refuses the whole file with the place named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, TypeVar

import msgspec

from footlights.core import DICE, GM, Refused, Seat, System
from footlights.dice import Misread
from footlights.dice.notation import BadNotation, parse
from footlights.games import UnknownGame, load
from footlights.store import MemoryStore, Row, Store, TableMeta
from footlights.table import customs
from footlights.table.dicebox import new_id
from footlights.table.events import (
    Agreed,
    Noted,
    Opened,
    Posted,
    Redacted,
    Rewound,
    Rolled,
    Sat,
    StoodIn,
    Whispered,
)
from footlights.table.line import Line
from footlights.table.log import TABLE_EVENTS, THROW, UNREADABLE, Log, kind_of
from footlights.table.setting import struct
from footlights.table.table import Table
from footlights.table.undo import known_dice, retyped, rewound
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


class _Replay:
    """A campaign played again from its file, row by row, in a store of its own."""

    def __init__(self, file: Written, system: System) -> None:
        self._file = file
        self._system = system
        self._store = MemoryStore()
        self._id = new_id()
        self._seen: set[str] = set()

    def rows(self, saved: Sequence[SavedRow]) -> tuple[list[Row], str]:
        """The rows as a store takes them, and what the campaign is called in the end."""
        if not saved:
            raise self._file.fault(("rows",), "there are none; a campaign begins with its opening")
        meta = TableMeta(self._id, self._system.name, "", saved[0].at)
        self._store.create(meta, [self._row(0, saved[0])])
        line = self._opened()
        for index, one in enumerate(saved[1:], 1):
            self._store.append([self._row(index, one)])
            self._replay(line, index)
        return list(self._store.rows(self._id)), line.standing.campaign.name

    def _fault(self, index: int, what: str, *path: str | int) -> Malformed:
        return self._file.fault(("rows", index, *path), what)

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

    def _opened(self) -> Line:
        """The line of play after the first row."""
        row = next(self._store.rows(self._id))
        log = Log(self._system)
        self._check_form(log, row)
        match log.events(row):
            case [Opened() as opened]:
                try:
                    customs.check_campaign(opened.campaign)
                    return Line(self._system, self._store, self._id)
                except Refused as refused:
                    raise self._fault(0, str(refused), "events", 0) from None
            case _:
                raise self._fault(0, "a campaign begins with one event, opened", "events")

    def _replay(self, line: Line, index: int) -> None:
        """Take the next row. Raises Malformed where it says what cannot have happened."""
        row = next(self._store.rows(self._id, index))
        events = self._check_form(line.log, row)
        played = [event for event in events if type(event) not in TABLE_EVENTS]
        if row.seat not in (*self._system.seats(line.head.state), DICE, ""):
            raise self._fault(index, f"there is no seat {row.seat[:60]!r} at this table then", "seat")
        for place, event in enumerate(events):
            if type(event) in TABLE_EVENTS and (fault := _table_fault(line, row, event)):
                raise self._fault(index, fault, "events", place)
        if played and row.version == self._system.version:
            self._decide(line, row, played)
        line.catch_up()
        if played and row.version < self._system.version and (broken := self._system.faults(line.head.state)):
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

    def _decide(self, line: Line, row: Row, played: Sequence[Any]) -> None:
        """Raise Malformed unless the rules, given the command of a row, say what the row says."""
        index = row.seq - 1
        try:
            command: Any = line.log.command(self._file.at(("rows", index, "command")))
            by = DICE if line.log.kind(row) == THROW else row.seat
            decided = list(self._system.decide(line.head.state, by, command))
        except Refused as refused:
            raise self._fault(index, f"the rules refuse this: {refused}", "command") from None
        due = self._system.due(line.head.state)
        if due is not None and by == DICE:
            known = known_dice(line.standing, line.head.throws + 1)
            if retyped(due.pool, known, command.faces)[0] != command.faces:
                raise self._fault(index, "dice that fell before a rewind show something else", "command")
        for place, (said, right) in enumerate(zip_longest(played, decided)):
            if said != right:
                there = self._system.say(right) if right is not None else "nothing more"
                raise self._fault(index, f"the rules say otherwise: {there}", "events", place)


def _table_fault(line: Line, row: Row, event: Any) -> str | None:
    """What is wrong with an event of the table, which the rules know nothing of."""
    if getattr(event, "by", row.seat) != row.seat:
        return f"{event.by[:60]!r} is not the seat of this row"
    match event:
        case Opened():
            return "a campaign opens once"
        case Posted() | Whispered() | Noted():
            return None if event.redacted and not event.text else customs.words_fault(event.text)
        case Sat():
            if event.seat not in line.system.seats(line.head.state):
                return f"there is no seat {event.seat[:60]!r} at this table then"
            return customs.person_fault(event.person)
        case StoodIn() if event.seat != row.seat or event.seat == GM:
            return "the GM plays for the seat of this row, or for nobody"
        case Rolled():
            return _roll_fault(event)
        case Agreed():
            try:
                customs.check_campaign(event.campaign)
            except Refused as refused:
                return str(refused)
        case Redacted(row=other) | Rewound(to=other) if not 1 <= other < row.seq:
            return f"row {other} does not stand before this one"
        case Rewound() if event != rewound(line, event.to, taken_back=event.taken_back):
            return "the dice that stay fallen are not those that fell"
    return None


def _roll_fault(event: Rolled) -> str | None:
    try:
        total = parse(event.notation).read(event.faces).total
    except (BadNotation, Misread) as fault:
        return str(fault)
    return None if total == event.total else f"these dice show {total}, not {event.total}"
