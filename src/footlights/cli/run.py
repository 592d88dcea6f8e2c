"""`footlights run`: a session script played, and its chronicle as one seat may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

from footlights.cli.called import suggested
from footlights.cli.naming import meant, one_of
from footlights.cli.play.chronicle import entry_lines
from footlights.cli.play.ink import Lines, inked, joined, paragraphs, rule, wrapped
from footlights.cli.screen import console, show, show_json
from footlights.cli.shell import FINE, WrongUse
from footlights.core import GM, SPECTATOR, Seat
from footlights.table import Table
from footlights.table.script import Forbidden, Heading, Move, Session, Step, read
from footlights.written import Malformed, read_file

MARGIN = 5
"""Columns before a line of the chronicle; for the GM the number of the move stands there."""


class Played(NamedTuple):
    """A step of the script, and which lines of the seat's chronicle came from it (after `first`, up to `last`)."""

    step: Step
    first: int
    last: int


def run(files: Sequence[Path], until: int | None, seat: Seat | None, *, as_json: bool) -> int:
    """Play each script (its first `until` moves) and print what `seat` was told, by default the GM. As JSON several
    scripts make a list.

    Raises Malformed for a script with a fault (what was played before it is printed), WrongUse for a seat that never is
    at the table.
    """
    told = []
    for number, file in enumerate(files):
        if number and not as_json:
            show("\n")
        told.append(_run(file, until, seat, as_json=as_json))
    if as_json:
        show_json(told[0] if len(files) == 1 else told)
    return FINE


def _run(file: Path, until: int | None, seat: Seat | None, *, as_json: bool) -> dict[str, Any]:
    """Play one script; what JSON says of it is returned, the chronicle for people is printed here."""
    written = read_file(file)
    if isinstance(written.value, dict) and "rows" in written.value:
        hint = suggested("import", str(file))
        raise WrongUse(f"{written.name}: this is a campaign, and no session script; take it in with: {hint}")
    session = Session(read(written))
    table = session.table
    seats = dict.fromkeys((*table.seats, SPECTATOR))
    seat = meant(seat or GM, seats)
    played: list[Played] = []
    fault: Malformed | None = None
    try:
        for step in session.steps(until):
            first = played[-1].last if played else 1
            played.append(Played(step, first, table.chronicles.count(seat)))
            seats |= dict.fromkeys(table.seats)
    except Malformed as found:
        fault = found
    seat = one_of(seat, seats, "seat")  # somebody may have joined, or left
    if not as_json:
        for line in chronicle(table, seat, played):
            show(line)
    if fault is not None:
        raise fault
    return {
        "game": table.system.name,
        "title": table.campaign.name,
        "seat": seat,
        "moves": sum(not isinstance(each.step, Heading) for each in played),
        "events": table.chronicle(seat),
        "state": table.view(seat),
    }


def chronicle(table: Table, seat: Seat, played: list[Played]) -> Iterator[Text]:
    """The chronicle line by line, with the script's headings and the refusals it foresaw."""
    width = console().width
    whose = {GM: "the GM", SPECTATOR: "a spectator"}.get(seat, seat)
    yield inked(table.campaign.name, "bold")
    yield inked(f"{table.system.title}, as {whose} sees it", "dim")
    if table.campaign.premise:
        yield Text()
        yield from paragraphs(table.campaign.premise, width)
    entries = table.chronicle(seat)
    for step, first, last in played:
        if isinstance(step, Heading):
            yield Text()
            yield rule(width, inked(step.text, "bold"))
            continue
        lines = [
            line for entry in entries[first:last] if entry.text for line in entry_lines(entry, width - MARGIN)
        ]
        if isinstance(step, Forbidden):
            lines = _forbidden(step, width - MARGIN) if seat in (GM, step.move.seat) else []
        for at, line in enumerate(lines):
            number = f"{step.move.number:>{MARGIN - 1}} " if at == 0 and seat == GM else " " * MARGIN
            yield joined(Text(number, style="dim"), line)


def _forbidden(step: Forbidden, width: int) -> Lines:
    return wrapped(
        inked(f"{_named(step.move)} is refused: {step.refused}", "dim"), width, Text("✗ ", style="red")
    )


def _named(move: Move) -> str:
    tag = move.command.__struct_config__.tag
    return f"{'The GM' if move.seat == GM else move.seat}'s {tag.replace('_', ' ')}"
