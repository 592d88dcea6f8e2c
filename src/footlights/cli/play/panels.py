"""A game's panels as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, assert_never

from rich.text import Text

from footlights.cli.play.ink import (
    STYLES,
    Lines,
    cut,
    flowed,
    inked,
    joined,
    paragraphs,
    rule,
    wrapped,
)
from footlights.core import Card, Fact, Line, Meter, Note, Panel

SHORT = 34
"""Facts no longer than this are set side by side."""

SMALL = 12
"""Scales of no more steps than this are drawn step by step."""


def drawn(panels: Iterable[Panel], width: int, titles: bool = True) -> Lines:
    """The panels one below the other."""
    out: Lines = []
    for panel in panels:
        if titles and panel.title:
            out.append(rule(width, inked(panel.title, "bold")))
        out += _lines(panel.lines, width, ledger=panel.place == "roll")
    return out


def _lines(lines: Sequence[Line], width: int, ledger: bool = False) -> Lines:
    """Lines in order; in a `ledger` every fact has a line of its own with its value at a fixed place."""
    out: Lines = []
    for kind, members in groupby(lines, key=type):
        run: list[Any] = list(members)
        if kind is Fact:
            out += _ledger(run, width) if ledger else _facts(run, width)
        elif kind is Meter:
            out += _meters(run, width)
        else:
            for line in run:
                out += _line(line, width)
    return out


def _line(line: Card | Note, width: int) -> Lines:
    match line:
        case Card():
            return _card(line, width)
        case Note():
            head = Text("▸ ", STYLES["owed"]) if line.tone == "owed" else Text("")
            return wrapped(joined(inked(line.text, STYLES[line.tone]), _clause(line.clause)), width, head)
        case _:
            assert_never(line)


def _clause(clause: str) -> Text:
    return inked(f" [{clause}]", "dim") if clause else Text("")


def _facts(facts: Sequence[Fact], width: int) -> Lines:
    """Short facts side by side, long ones each on lines of their own."""
    out: Lines = []
    for short, members in groupby(facts, key=lambda fact: len(fact.label) + len(fact.value) < SHORT):
        if short:
            out += flowed([_fact(fact) for fact in members], width)
        else:
            for fact in members:
                label, value = inked(f"{fact.label}  ", "dim"), inked(fact.value, STYLES[fact.tone])
                hangs = label.cell_len <= width // 3
                out += wrapped(value, width, label) if hangs else wrapped(joined(label, value), width)
    return out


def _fact(fact: Fact) -> Text:
    return joined(inked(fact.label, "dim"), " ", inked(fact.value, STYLES[fact.tone] or "bold"))


def _ledger(facts: Sequence[Fact], width: int) -> Lines:
    """One named value per line, the values in one column."""
    wide = min(max(inked(fact.label).cell_len for fact in facts) + 2, max(width * 2 // 3, 1))
    out: Lines = []
    for fact in facts:
        label = cut(inked(fact.label), wide - 1)
        dots = Text(" " + "·" * (wide - label.cell_len) + " ", "dim")
        value = joined(inked(fact.value, STYLES[fact.tone] or "bold"), _clause(fact.clause))
        out += wrapped(value, width, joined(label, dots))
    return out


def _meters(meters: Sequence[Meter], width: int) -> Lines:
    """Small scales side by side, large ones and those with marks each on lines of their own."""
    out: Lines = []
    for small, members in groupby(meters, key=lambda meter: meter.hi - meter.lo <= SMALL and not meter.marks):
        if small:
            out += flowed([_meter(meter, width) for meter in members], width)
        else:
            out += [line for meter in members for line in (_meter(meter, width), *_marks(meter, width))]
    return out


def _meter(meter: Meter, width: int) -> Text:
    """The number in words, then on its scale."""
    scale = f"of {meter.hi}" if meter.lo == 0 else f"({meter.lo} to {meter.hi})"
    words = joined(inked(f"{meter.label} ", "dim"), Text(f"{meter.value}", "bold"), Text(f" {scale} ", "dim"))
    room = width - words.cell_len - 2
    span = meter.hi - meter.lo
    if room < 6 or span <= 0:
        return cut(words, width)
    length = min(room, span if span <= SMALL and meter.lo == 0 else 40)
    track = _balance(meter, length) if meter.lo < 0 < meter.hi else _level(meter, length)
    return joined(words, "▕", track, "▏")


def _level(meter: Meter, length: int) -> Text:
    """A bar from the low end, marks not reached yet drawn on it."""
    span = meter.hi - meter.lo

    def cell(value: int) -> int:
        return min(max((value - meter.lo) * length // span, 0), length)

    full = cell(meter.value) or (1 if meter.value > meter.lo else 0)
    cells = ["█"] * full + ["·"] * (length - full)
    for at, _ in meter.marks:
        if meter.value < at <= meter.hi:
            cells[min(max(cell(at) - 1, 0), length - 1)] = "┃"
    return Text("".join(cells))


def _balance(meter: Meter, length: int) -> Text:
    """A scale with a middle: where the number stands between the two ends."""
    span = meter.hi - meter.lo
    cells = ["·"] * length
    cells[min(-meter.lo * length // span, length - 1)] = "│"
    cells[min(max((meter.value - meter.lo) * length // span, 0), length - 1)] = "█"
    return Text("".join(cells))


def _marks(meter: Meter, width: int) -> Lines:
    """The named marks, those not reached first."""
    ahead = [inked(f"┃ {at} {name}") for at, name in meter.marks if at > meter.value]
    return flowed(ahead, width, 2, Text("  ")) if ahead else []


def _card(card: Card, width: int) -> Lines:
    title = cut(joined(inked(card.title, "bold"), "  ", inked(card.kind, "dim")), width)
    body = _facts(card.facts, max(width - 2, 1)) if card.facts else []
    if card.text:
        body += paragraphs(card.text, max(width - 2, 1))
    return [title, *(joined("  ", line) for line in body)]
