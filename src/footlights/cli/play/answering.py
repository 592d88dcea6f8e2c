"""Answering an offer: its form, the order that goes to the table, and what comes back when it is refused."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from rich.text import Text

from footlights.cli.play.chronicle import WORDS
from footlights.cli.play.dice import ScreenDice
from footlights.cli.play.forms import Form, Go
from footlights.cli.play.ink import Lines, inked, wrapped
from footlights.cli.play.odds import Foresight
from footlights.cli.play.questions import Back, Choice, Pause, Pick, numbered
from footlights.cli.play.stage import Stage
from footlights.cli.play.tables import AtTable
from footlights.core import GM, Card, Number, Offer, Refused, Seat
from footlights.store import StoreTrouble
from footlights.table import Entry, Order, Preview, Stale, Stamp
from footlights.table.dicebox import new_id


@dataclass
class Answering:
    """Whatever a seat answers at this screen. What it wrote is kept for its own next answer of that kind, and a form it
    went back from for when it comes back to the same question."""

    stage: Stage
    table: AtTable
    dice: ScreenDice | None
    _past: dict[tuple[Seat, str], dict[str, list[str]]] = field(default_factory=dict)
    _begun: dict[tuple[Seat, str, int], Form] = field(default_factory=dict)

    async def answer(self, seat: Seat, offer: Offer) -> None:
        """Ask and order until the table accepts it. Raises Back when the seat thinks better of it."""
        match offer.kind:
            case "rewind":
                await self._rewind(seat, offer)
            case "take_back":
                await self._take_back(seat, offer)
            case "redact":
                await self._redact(seat, offer)
            case _:
                await self._fill(seat, offer)

    async def _fill(self, seat: Seat, offer: Offer) -> None:
        """By its form; a refusal comes back into the form with its clause, and everything typed is still there."""
        form = self._form(seat, offer)
        while True:
            go = await form.fill()
            try:
                self._send(seat, form.offer, form.answers, go)
                del self._begun[seat, offer.kind, offer.number]
                return
            except (Refused, StoreTrouble) as trouble:
                form.message = str(trouble)
            except Stale as stale:
                if stale.now is None:
                    await self.stage.ask(Pause("This is no longer asked."))
                    return
                form.offer, form.message = stale.now, "This has changed since it was shown: look again."

    def _form(self, seat: Seat, offer: Offer) -> Form:
        """A new form, or the one that the seat has begun for this very question."""
        insight, past = self._foresight(seat), self._past.setdefault((seat, offer.kind), {})
        begun = self._begun.get((seat, offer.kind, offer.number))
        form = (
            replace(begun, offer=offer, insight=insight)
            if begun
            else Form(self.stage, offer, insight, past=past)
        )
        self._begun[seat, offer.kind, offer.number] = form
        return form

    def _foresight(self, seat: Seat) -> Foresight:
        table = self.table
        cards = [line.title for panel in table.panels(seat) for line in panel.lines if isinstance(line, Card)]
        names = dict.fromkeys([*table.seats, *cards])
        typed = self.dice is None or table.standing.mode == "typed"
        return Foresight(table.system, table.state, seat, tuple(names), typed=typed)

    def _send(self, seat: Seat, offer: Offer, answers: dict[str, Any], go: Go = Go.DO) -> None:
        command = {"type": offer.kind, **answers}
        order = Order(id=new_id(), seat=seat, command=command, answers=Stamp.of(offer))
        if go is Go.TYPED and self.dice is not None:
            with self.dice.left_to_people():
                self.table.submit(order)
        else:
            self.table.submit(order)

    async def _rewind(self, seat: Seat, offer: Offer) -> None:
        """By choosing a moment and seeing what going back to it would undo."""
        choices = numbered(
            Choice(
                mark.seq,
                mark.text,
                note=f"{'undone now, ' if mark.undone else ''}{mark.seat}, {_clock(mark.at)}",
            )
            for mark in self.table.marks()
            if _takes(offer, mark.seq)
        )
        while True:
            to = await self.stage.ask(Pick("Go back to just after", choices))
            above = partial(_previewed, self.table.preview_rewind(to))
            try:
                await self.stage.ask(Pick(offer.label, (Choice(True, "Go back", "ok"),), above=above))
            except Back:
                continue
            self._send(seat, offer, {"to": to})
            return

    async def _take_back(self, seat: Seat, offer: Offer) -> None:
        """Having seen what that undoes."""
        above = partial(_previewed, self.table.preview_take_back(seat))
        await self.stage.ask(Pick(offer.label, (Choice(True, "Take it back", "ok"),), above=above))
        self._send(seat, offer, {})

    async def _redact(self, seat: Seat, offer: Offer) -> None:
        """By choosing a text of the chronicle."""
        texts = [entry for entry in self.table.chronicle(seat)[::-1] if _redactable(entry, seat)]
        if not texts:
            await self.stage.ask(Pause("There is no text of yours in the chronicle.", back=True))
            return
        choices = numbered(Choice(entry.seq, entry.text, note=entry.seat) for entry in texts)
        title, message = f"{offer.label}: which one? It cannot be brought back.", ""
        while True:
            entry = await self.stage.ask(Pick(title, choices, message=message))
            try:
                self._send(seat, offer, {"entry": entry})
                return
            except Refused as refused:
                message = str(refused)


def _redactable(entry: Entry, seat: Seat) -> bool:
    """Whether it is a text that the seat may take out: its own, any for the GM, and not taken out already."""
    return entry.kind in WORDS and seat in {GM, entry.seat} and not entry.event.redacted


def _clock(at: str) -> str:
    """A moment of the log as the clock on the wall showed it, and in which zone."""
    return f"{datetime.fromisoformat(at).astimezone():%H:%M %Z}"


def _takes(offer: Offer, number: int) -> bool:
    """Whether the offer's number can be that one."""
    return any(isinstance(wanted, Number) and wanted.lo <= number <= wanted.hi for wanted in offer.fields)


def _previewed(preview: Preview, width: int) -> Lines:
    """What a rewind would undo, and what it would bring back."""
    lines: Lines = []
    for title, marks in (("This is undone:", preview.undone), ("This comes back:", preview.redone)):
        if marks:
            lines.append(Text(title, "bold"))
        for mark in marks:
            lines += wrapped(inked(mark.text), width, Text("· ", "dim"))
    return lines or [Text("Nothing changes: the rules stand just there.", "dim")]
