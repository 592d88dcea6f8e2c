"""Session zero at the screen: what the campaign is called and about, lines and veils, rulings, characters, dice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec
from rich.text import Text

from footlights.cli.builder import Builder, Filled
from footlights.cli.new import Draft
from footlights.cli.play.help import show_help
from footlights.cli.play.ink import STYLES, Lines, inked, wrapped
from footlights.cli.play.questions import Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage, Still
from footlights.cli.sheet import checked, remarked
from footlights.core import Clause, Refused, Ruling
from footlights.store import StoreTrouble
from footlights.table.setting import setup
from footlights.table.sheets import newcomer, summary
from footlights.written import Malformed, Written, read_yaml


class Asked(NamedTuple):
    """One thing to agree on: how its line is labelled, and how it is asked for."""

    label: str
    question: str


AGREED: Final = {
    "name": Asked("Title", "What is the campaign called?"),
    "premise": Asked("Premise", "Where does the story start?"),
    "tone": Asked("Tone", "How is it told?"),
    "lines": Asked("Lines", "What never happens here? One thing to a line."),
    "veils": Asked("Veils", "What happens only off stage? One thing to a line."),
}
LISTS: Final = ("lines", "veils")
_ADD: Final = object()
_DONE: Final = object()


def session_zero(draft: Draft, begin: Callable[[], object]) -> bool:
    """Ask for everything and `begin` the campaign of the draft; False when somebody left instead.

    A StoreTrouble that `begin` raises is shown, and everything that was filled in is still there.
    """
    draft.file = Filled({})  # what is wrong is no longer to be found where a file had it
    zero = SessionZero(Stage(), draft, begin)
    asyncio.run(zero.run())
    return zero.begun


@dataclass
class SessionZero:
    """One campaign being agreed on: first its title and what it is about, then a page where all can be changed."""

    stage: Stage
    draft: Draft
    begin: Callable[[], object]
    begun: bool = False
    trouble: str = ""

    async def run(self) -> None:
        """Until the campaign can begin and somebody says so, or they leave."""

        async def helped() -> None:
            await show_help(self.stage)

        self.stage.page, self.stage.help, self.stage.leave = Still(self._head), helped, self._leaving
        await self.stage.run(self._play)

    async def _play(self) -> None:
        try:
            for name in AGREED:
                if not self.draft.agreed.get(name):
                    await self._agree(name)
        except Back:
            pass
        while not self.begun:
            try:
                page = Pick("What do you agree on?", self._lines(), above=self._amiss, at=len(AGREED))
                choice: Callable[[], Awaitable[None]] = await self.stage.ask(page)
            except Back:
                if await self._leaving():
                    return
                continue
            self.trouble = ""
            try:
                await choice()
            except Back:
                continue

    async def _leaving(self) -> bool:
        choices = (Choice(False, "Stay", "s"), Choice(True, "Leave; nothing is begun", "q"))
        try:
            leaving: bool = await self.stage.ask(Pick("Leave?", choices))
        except Back:
            return False
        return leaving

    # --- what stands on the screen ---

    def _head(self, width: int) -> Lines:
        title = self.draft.agreed.get("name") or "A new campaign"
        return [
            Text(),
            *wrapped(inked(title, "bold"), width),
            inked(f"{self.draft.system.title}, session zero", "dim"),
        ]

    def _wrong(self) -> str:
        """Why the campaign cannot begin yet, "" when it can. Faults of characters say whose and which line."""
        if not self.draft.agreed.get("name"):
            return "It has no title yet."
        try:
            self.draft.begun()
        except (Malformed, Refused) as fault:
            return str(fault)
        return ""

    def _amiss(self, width: int) -> Lines:
        return _amiss(self.trouble or self._wrong(), width)

    def _lines(self) -> tuple[Choice, ...]:
        """A line for everything, with what it says now."""
        agreed = self.draft.agreed
        lines = [
            Choice(lambda name=name: self._agree(name), asked.label, note=summary(agreed.get(name)))
            for name, asked in AGREED.items()
        ]
        changed = len(self.draft.rulings)
        rulings = f"{changed} changed" if changed else "all as they are by default"
        dice = "people roll and type the faces in" if self.draft.typed else "the table throws them"
        return (
            *numbered(
                (
                    *lines,
                    Choice(self._characters, "Characters", note=summary(self.draft.characters)),
                    Choice(self._rulings, "Rulings", note=rulings),
                    Choice(self._dice, "Dice", note=dice),
                )
            ),
            Choice(self._begin, "Begin the campaign", "ok"),
        )

    # --- what can be changed ---

    async def _begin(self) -> None:
        if self._wrong():
            return
        try:
            self.begin()
        except StoreTrouble as trouble:
            self.trouble = str(trouble)
        else:
            self.begun = True

    async def _dice(self) -> None:
        self.draft.typed = not self.draft.typed

    async def _agree(self, name: str) -> None:
        """Ask for one text, or for a list of them. Raises Back."""
        now = self.draft.agreed.get(name, "")
        start = "\n".join(now) if isinstance(now, list | tuple) else str(now)
        typed = await self.stage.ask(
            Write(AGREED[name].question, str.strip, start=start, lines=name != "name")
        )
        self.draft.agreed[name] = [line.strip() for line in typed.splitlines()] if name in LISTS else typed

    async def _characters(self) -> None:
        """Add, change and take out characters. Raises Back."""
        sheets = self.draft.characters
        while True:
            listed = numbered(Choice(at, summary(sheet)) for at, sheet in enumerate(sheets))
            more = (Choice(_ADD, "Add a character", "+"), Choice(_DONE, "Done", "ok"))
            picked = await self.stage.ask(
                Pick("Characters", (*listed, *more), above=self._amiss, at=len(listed))
            )
            if picked is _DONE:
                return
            if picked is _ADD:
                sheets.append(newcomer(self.draft.system))
                picked = len(sheets) - 1
            if not await self._built(sheets[picked]):
                del sheets[picked]

    async def _built(self, sheet: dict[str, Any]) -> bool:
        """Fill one sheet in; False when it is to be taken out."""
        system = self.draft.system

        def seen(width: int) -> Lines:
            try:
                character = checked(system, Filled(sheet))
            except Malformed as fault:
                return _amiss(str(fault), width)
            return [Text("= The sheet is whole.", STYLES["good"]), *remarked(system, character, width)]

        builder = Builder(self.stage, seen)
        try:
            return await builder.build("Character", system.sheet, sheet, removable=True)
        except Back:
            return bool(sheet.get("name"))

    async def _rulings(self) -> None:
        """Look at every ruling, and choose. Raises Back."""
        known = self.draft.system.clauses.rulings()
        at = 0
        while True:
            choices = numbered(
                Choice(place, ruling.title, note=self._stands(name, ruling))
                for place, (name, (_, ruling)) in enumerate(known.items())
            )
            done = Choice(_DONE, "Done", "ok")
            picked = await self.stage.ask(
                Pick("Where the text is open, the table chooses", (*choices, done), at=at)
            )
            if picked is _DONE:
                return
            at = picked
            try:
                await self._ruling(*list(known.values())[picked])
            except Back:
                continue

    def _stands(self, name: str, ruling: Ruling) -> str:
        changed = self.draft.rulings.get(name)
        now = ruling.default if changed is None else changed
        return f"{'' if changed is None else 'changed: '}{ruling.meaning(now) or _worded(now)}"

    async def _ruling(self, clause: Clause, ruling: Ruling) -> None:
        """Choose one value: among words, or by writing a number, a list or a mapping. Raises Back."""
        kind = next(
            f.type for f in msgspec.structs.fields(self.draft.system.rulings) if f.name == ruling.name
        )
        now = self.draft.rulings.get(ruling.name, ruling.default)
        title = f"{ruling.title} [{clause.id}]"

        def above(width: int) -> Lines:
            lines = wrapped(inked(clause.sentence), width)
            if get_origin(kind) is not Literal:
                for option in ruling.options:
                    lines += wrapped(inked(option.meaning, "dim"), width, inked(f"  {option.value}  "))
                lines += wrapped(inked(f"By default {ruling.default}.", "dim"), width)
            return lines

        if get_origin(kind) is Literal:
            choices = numbered(Choice(word, ruling.label(word)) for word in get_args(kind))
            at = next((n for n, choice in enumerate(choices) if str(choice.value) == str(now)), 0)
            value = await self.stage.ask(Pick(title, choices, above=above, at=at))
        else:
            value = await self.stage.ask(Write(title, self._reader(ruling), above=above, start=summary(now)))
        if str(value) == ruling.default:
            self.draft.rulings.pop(ruling.name, None)
        else:
            self.draft.rulings[ruling.name] = value

    def _reader(self, ruling: Ruling) -> Callable[[str], Any]:
        """Reads what was typed as a value of the ruling."""

        def read(typed: str) -> Any:
            try:
                value = read_yaml(typed, "this").value
                chosen = {**self.draft.setup, "rulings": {**self.draft.rulings, ruling.name: value}}
                setup(self.draft.system, Written("this", chosen, {}), chosen)
            except Malformed as fault:
                here = f"this (rulings.{ruling.name}"
                if str(fault).startswith(
                    (here, "this, line", "this: ")
                ):  # else something is missing elsewhere
                    raise Amiss(str(fault).removeprefix(f"{here}): ")) from None
            return value

        return read


def _worded(value: Any) -> str:
    """The value of a ruling, in words."""
    return summary(value).replace("_", " ")


def _amiss(fault: str, width: int) -> Lines:
    """What is wrong, in as many lines as it has."""
    lines: Lines = []
    for line in fault.splitlines():
        lines += wrapped(inked(line, STYLES["bad"]), width, Text("! ", STYLES["bad"]))
    return lines
