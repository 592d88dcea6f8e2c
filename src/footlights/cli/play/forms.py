"""Offers become questions: every kind of field has one, and the answers go back as the fields of a command.

Nothing in here knows a rule or a game. Fields that need an answer are asked in turn; those that may stay as they
are stand in the review, where any line can be changed before anything is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Protocol

import msgspec

from footlights.cli.play import typed
from footlights.cli.play.asking import brief
from footlights.cli.play.ink import flowed, inked, joined, paragraphs, wrapped
from footlights.cli.play.odds import gists, shown
from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.sheets import SheetDraft
from footlights.cli.play.stage import Stage
from footlights.core import (
    Faces,
    Field,
    Flag,
    Number,
    Offer,
    OneOf,
    Refused,
    Sheet,
    SomeOf,
    Split,
    Text,
    When,
    active_fields,
    follow,
)
from footlights.core.offers import text_fault
from footlights.dice import render, to_notation
from footlights.lab import Forecast
from footlights.table.sheets import summary

MOST_LISTED = 13
"""Numbers up to so many values are picked from a list, each with its odds."""

Answers = dict[str, Any]


class Go(Enum):
    """How a form was finished."""

    DO = "do"
    TYPED = "typed dice"


class Insight(Protocol):
    """What the seat at the screen can know about a form before it is sent."""

    @property
    def words(self) -> tuple[str, ...]:
        """Names around the table, for completion."""
        ...

    def odds(self, offer: Offer, answers: Mapping[str, Any]) -> Forecast | None:
        """The odds of the command as it stands, None while it is not whole or where there is nothing to tell."""
        ...

    def sheet(self, offer: Offer, wanted: Sheet) -> Any:
        """The type of a sheet, None where it has none."""
        ...

    def falls(self, offer: Offer, answers: Mapping[str, Any]) -> bool:
        """Whether the command makes dice fall that the table would throw."""
        ...


@dataclass
class Form:
    """One offer being answered. What was answered or half typed is kept when somebody goes back or is refused, for when
    they come back. `past` is what was written in its fields before, for the arrow keys."""

    stage: Stage
    offer: Offer
    insight: Insight
    answers: Answers = field(default_factory=dict)
    message: str = ""
    past: dict[str, list[str]] = field(default_factory=dict)
    _drafts: dict[tuple[str, tuple[When, ...]], Any] = field(default_factory=dict)
    _before: Forecast | None = None

    async def fill(self) -> Go:
        """Ask until everything is answered and confirmed. Raises Back when the person goes back beyond the start."""
        asked: list[str] = []
        while True:
            self._prune()
            self._take_for_granted()
            wanted = next(
                (f for f in self._active().values() if f.name not in self.answers and not f.optional), None
            )
            try:
                if wanted is None:
                    if not self._worth_a_look(asked):
                        return Go.DO
                    if go := await self._review():
                        return go
                    continue
                await self._answer(wanted)
                asked.append(wanted.name)
            except Back:
                if not asked:
                    raise
                self._reopen(asked.pop())

    def _active(self) -> dict[str, Field]:
        return active_fields(self.offer, self.answers)

    def _prune(self) -> None:
        """Drop answers that no longer apply because another answer has changed."""
        for _ in self.answers.copy():
            active = self._active()
            for name, answer in self.answers.copy().items():
                if name not in active or not _fits(active[name], answer):
                    del self.answers[name]

    def _take_for_granted(self) -> None:
        """The one possible answer beside other questions stands in the review without being asked for."""
        if len(self.offer.fields) > 1:
            for wanted in self._active().values():
                if isinstance(wanted, OneOf) and len(wanted.values) == 1 and not wanted.optional:
                    self.answers.setdefault(wanted.name, wanted.values[0])

    def _reopen(self, name: str) -> None:
        """Ask again for what was answered, beginning from that answer."""
        if name in self.answers:
            wanted, answer = self._active()[name], self.answers.pop(name)
            whole = isinstance(wanted, Sheet | Flag | OneOf | SomeOf)
            self._drafts.setdefault(_place(wanted), answer if whole else written(wanted, answer))

    def _worth_a_look(self, asked: list[str]) -> bool:
        """Whether there is something to review: several answers, dice that fall, or nothing asked at all."""
        if self.message or len(asked) != 1 or len(self._active()) > 1:
            return True
        return self.insight.falls(self.offer, self.answers)

    # --- the review ---

    async def _review(self) -> Go | None:
        """Everything at a glance; a way to go, or None when a line was changed."""
        active = self._active()
        falls = self.insight.falls(self.offer, self.answers)
        ways = [Choice(Go.DO, "Throw the dice" if falls else f"Do it: {brief(self.offer.label)}", "ok")]
        if falls:
            ways.append(Choice(Go.TYPED, "We roll at the table, and type the faces in", "t"))
        changes = numbered(Choice(f, label_of(f), note=worded(f, self._stands(f))) for f in active.values())
        message, self.message = self.message, ""
        picked = await self.stage.ask(
            Pick(self._title(), (*ways, *changes), above=self._worth_knowing(), message=message)
        )
        if isinstance(picked, Go):
            return picked
        self._before = self.insight.odds(self.offer, self.answers)
        try:
            if isinstance(picked, Flag):
                self.answers[picked.name] = not self.answers.get(picked.name, picked.default)
            else:
                await self._answer(picked)
        except Back:
            pass
        return None

    def _title(self) -> str:
        return self.offer.label + (f"  [{self.offer.clause}]" if self.offer.clause else "")

    def _stands(self, wanted: Field) -> Any:
        """What the field says now: the answer, or what stands in for it."""
        return self.answers.get(wanted.name, wanted.default)

    def _worth_knowing(self) -> Above:
        """The odds, or which texts this changes and how they read until now."""
        before, odds = self._before, self.insight.odds(self.offer, dict(self.answers))
        if odds is not None:
            return lambda width: shown(odds, width, before)
        changed = [
            (label_of(f), f.default)
            for f in self._active().values()
            if isinstance(f, Text) and f.default and self._stands(f) != f.default
        ]
        return lambda width: [
            line
            for label, was in changed
            for line in paragraphs(was, width, "dim", inked(f"{label}, until now: ", "dim"))
        ]

    # --- one question for each kind of field ---

    async def _answer(self, wanted: Field) -> None:
        answer = await self._ask(wanted)
        self._drafts.pop(_place(wanted), None)
        if answer is None:
            self.answers.pop(wanted.name, None)
        else:
            self.answers[wanted.name] = answer

    async def _ask(self, wanted: Field) -> Any:
        match wanted:
            case Flag():
                return await self._pick(wanted, (Choice(True, "Yes", "y"), Choice(False, "No", "n")))
            case OneOf():
                labels = wanted.labels or wanted.values
                choices = (Choice(value, label) for value, label in zip(wanted.values, labels, strict=True))
                return await self._pick(wanted, numbered(choices))
            case Number() if wanted.hi - wanted.lo < MOST_LISTED:
                choices = (Choice(n, "", str(n)) for n in range(wanted.lo, wanted.hi + 1))
                return await self._pick(wanted, tuple(choices))
            case SomeOf():
                return await self._tick(wanted)
            case Sheet():
                return await self._sheet(wanted)
            case _:
                return await self._write(wanted)

    async def _pick(self, wanted: Field, choices: tuple[Choice, ...]) -> Any:
        """One of few values, each with what it would do to the odds."""
        odds = [
            self.insight.odds(self.offer, {**self.answers, wanted.name: choice.value}) for choice in choices
        ]
        phrases = gists(odds, stepwise=isinstance(wanted, Number))
        noted = [replace(choice, note=phrase) for choice, phrase in zip(choices, phrases, strict=True)]
        if wanted.optional and wanted.default is None:
            noted.append(Choice(None, "Leave it out", "-"))
        now = self.answers.get(wanted.name, self._drafts.get(_place(wanted), wanted.default))
        at = next((n for n, choice in enumerate(noted) if choice.value == now), 0)
        return await self.stage.ask(Pick(label_of(wanted), tuple(noted), above=self._above(), at=at))

    async def _tick(self, wanted: SomeOf) -> list[str]:
        """Some of several: tick and untick until done."""
        ticked = set(self._drafts.get(_place(wanted)) or self._stands(wanted) or ()) & {*wanted.values}
        most = wanted.most or len(wanted.values)
        bounds = f"{wanted.least} to {most}" if wanted.least != most else str(most)
        every = (Choice("", "All of them", "all"),) if len(wanted.values) == most > 1 else ()
        at, message = min(1, len(wanted.values)), ""
        while True:
            boxes = numbered(Choice(v, f"[{'x' if v in ticked else ' '}] {v}") for v in wanted.values)
            done = Choice(None, f"Done ({len(ticked)} ticked)", "ok")
            title = f"{label_of(wanted)} (tick {bounds})"
            asked = Pick(title, (done, *boxes, *every), above=self._above(), at=at, message=message)
            try:
                picked = await self.stage.ask(asked)
            except Back:
                self._drafts[_place(wanted)] = sorted(ticked)
                raise
            if picked:
                ticked ^= {picked}
                at, message = wanted.values.index(picked) + 1, ""
            elif picked is not None:
                ticked, at, message = set(wanted.values), 0, ""
            elif wanted.least <= len(ticked) <= most:
                return [value for value in wanted.values if value in ticked]
            else:
                at, message = 0, f"Tick {bounds} of them; {len(ticked)} are ticked."

    async def _sheet(self, wanted: Sheet) -> Any:
        """A whole sheet, begun from what was written or stands there, never from an example."""
        draft = self._drafts.get(_place(wanted), self._stands(wanted))
        if not isinstance(draft, SheetDraft):
            kind = self.insight.sheet(self.offer, wanted)
            draft = SheetDraft(self.stage, label_of(wanted), kind, wanted.example, draft)
        draft.above = self._above()
        try:
            return await draft.write()
        except Back:
            self._drafts[_place(wanted)] = draft
            raise

    async def _write(self, wanted: Field) -> Any:
        start = self._drafts.get(_place(wanted))
        asked = Write(
            f"{label_of(wanted)}{_how(wanted)}",
            lambda line: _parsed(wanted, line),
            above=self._above(),
            echo=lambda answer: worded(wanted, answer) if not isinstance(wanted, Text | Number) else "",
            start=written(wanted, self._stands(wanted)) if start is None else start,
            lines=isinstance(wanted, Text) and wanted.lines,
            words=self.insight.words if isinstance(wanted, Text) else (),
            past=self.past.setdefault(wanted.name, []),
        )
        try:
            return await self.stage.ask(asked)
        except Back as back:
            self._drafts[_place(wanted)] = back.typed
            raise

    def _above(self) -> Above:
        """The form so far."""
        active = self._active()
        told = [
            joined(inked(f"{label_of(active[name])} ", "dim"), inked(worded(active[name], answer)))
            for name, answer in self.answers.items()
            if name in active
        ]
        head = inked(f"{self._title()}  ", "dim")
        return lambda width: flowed(told, width, 3, head) if told else wrapped(head, width)


def _place(wanted: Field) -> tuple[str, tuple[When, ...]]:
    """What tells the field from all others of its offer, those of the same name among them."""
    return wanted.name, wanted.when


def label_of(wanted: Field) -> str:
    """What people call the field."""
    return wanted.label or wanted.name.replace("_", " ").capitalize()


def worded(wanted: Field, answer: Any) -> str:
    """An answer as people read it."""
    match wanted, answer:
        case _, None:
            return "left open"
        case _, () | [] | "":
            return "nothing"
        case Flag(), _:
            return "yes" if answer else "no"
        case OneOf(), _ if answer in wanted.values:
            return wanted.labels[wanted.values.index(answer)] if wanted.labels else answer
        case SomeOf(), _:
            return ", ".join(answer)
        case Split(), _:
            return ", ".join(f"{part} {share}" for part, share in answer.items()) or "nothing"
        case Faces(), _:
            return render(wanted.pool, answer)
        case Sheet(), _:
            return summary(answer)
        case _:
            return str(answer)


def written(wanted: Field, answer: Any) -> str:
    """An answer as it would be typed."""
    if answer in (None, "") or isinstance(wanted, Sheet | Flag | OneOf | SomeOf):
        return ""
    if isinstance(wanted, Faces):
        return ", ".join(" ".join(map(str, die)) for die in answer)
    return worded(wanted, answer)


def _fits(wanted: Field, answer: Any) -> bool:
    alone = Offer(kind="", seat="", label="", fields=(msgspec.structs.replace(wanted, when=()),))
    try:
        follow(alone, {wanted.name: answer})
    except Refused:
        return False
    return True


def _how(wanted: Field) -> str:
    """How it is typed."""
    match wanted:
        case Split():
            return (
                f" (share out {wanted.total}: "
                + ", ".join(f"{part} 0-{cap}" for part, cap in wanted.parts)
                + ")"
            )
        case Number():
            return f" ({wanted.lo} to {wanted.hi})"
        case Faces():
            explode = any(dice.explode != "no" for dice in wanted.pool.groups)
            behind = ", explosions right after their die" if explode else ""
            return f" ({to_notation(wanted.pool)}: type the faces in order{behind})"
        case _:
            return ""


def _parsed(wanted: Field, line: str) -> Any:
    """What was typed as the field's answer; an empty line leaves out what may be left out. Raises Amiss."""
    if wanted.optional and not line.strip() and not (isinstance(wanted, Text) and wanted.default):
        return None
    match wanted:
        case Number():
            return typed.number(line, wanted)
        case Split():
            return typed.split(line, wanted)
        case Faces():
            return typed.faces(line, wanted.pool)
        case Text():
            words = line.strip()
            if fault := text_fault(words, wanted):
                raise Amiss(f"This {fault}.")
            return words
        case _:
            raise TypeError(f"{wanted!r} is not typed")
