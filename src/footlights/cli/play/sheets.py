"""A whole sheet filled in at the screen: line by line, as text, or from a file. What is wrong with it says the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

import yaml

from footlights.cli.builder import Builder
from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, nothing, numbered
from footlights.cli.play.stage import Stage
from footlights.table.sheets import blank, plain
from footlights.written import Malformed, Written, read_file, read_yaml

_LINES: Final = "lines"
_TEXT: Final = "text"
_FILE: Final = "file"
NOTHING: Final[tuple[Any, ...]] = (None, "", (), [], {})


@dataclass
class SheetDraft:
    """One sheet being written. `value` is what stands there: nothing yet, or plain values. What was begun is still
    there for whoever went back and writes on. `kind` is its type, None where it is not known; `example` shows how one
    looks and is no answer by itself."""

    stage: Stage
    label: str
    kind: Any
    example: Any
    value: Any
    above: Above = nothing
    _typed: dict[str, str] = field(default_factory=dict)

    async def write(self) -> Any:
        """The sheet as plain values: line by line where its type is known, on one line where it is a word, a number or
        a row of them, else as text or from a file. Raises Back."""
        if self.kind is None and _fits_a_line(self.example):
            like = "" if self.value else f", such as {_on_a_line(self.example)}"
            start = _on_a_line(self.value) if self.value not in NOTHING else ""
            return await self._write(Write(self.label + like, _plain, self.above, start=start))
        lines = [Choice(_LINES, "Fill it in line by line")] if self.kind is not None else []
        ways = (
            *lines,
            Choice(_TEXT, "Write or paste it as text (YAML or JSON)"),
            Choice(_FILE, "Read it from a file"),
        )
        while True:
            way = await self.stage.ask(Pick(self.label, numbered(ways), above=self.above))
            try:
                if way == _LINES:
                    return await self._line_by_line()
                return await self._write(self._as_text() if way == _TEXT else self._from_file())
            except Back:
                continue

    async def _line_by_line(self) -> Any:
        empty = [] if isinstance(self.example, list) else blank(self.kind)
        self.value = plain(empty if self.value in NOTHING else self.value)
        return await Builder(self.stage, self.above).changed(self.label, self.kind, self.value)

    def _as_text(self) -> Write:
        new = self.value in NOTHING
        shown = plain(self.example if new else self.value)
        text = yaml.safe_dump(shown, allow_unicode=True, sort_keys=False).rstrip()
        title = f"{self.label}: {'an example, to be written over' if new else 'change what you like'}"
        parse = partial(_read, partial(read_yaml, name="what you wrote"), type(shown))
        return Write(title, parse, self.above, start=text, lines=True)

    def _from_file(self) -> Write:
        title = f"{self.label}: the name of the file (.yaml or .json)"
        return Write(title, partial(_read, read_file, type(plain(self.example))), self.above)

    async def _write(self, asked: Write) -> Any:
        """The answer, begun from what was typed there before somebody went back."""
        try:
            return await self.stage.ask(replace(asked, start=self._typed.get(asked.title, asked.start)))
        except Back as back:
            self._typed[asked.title] = back.typed
            raise Back from None


def _fits_a_line(value: Any) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(isinstance(part, dict | list) for part in inner)


def _on_a_line(value: Any) -> str:
    text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False, default_flow_style=True, width=10_000)
    return text.removesuffix("...\n").strip()


def _plain(typed: str) -> Any:
    try:
        return read_yaml(typed, "what you wrote").value
    except Malformed as malformed:
        raise Amiss(str(malformed)) from None


def _read(reader: Callable[[str], Written], shape: type, typed: str) -> Any:
    """A sheet out of what was typed: named lines, or a list where one is wanted. Raises Amiss."""
    try:
        found = reader(typed.strip())
    except Malformed as malformed:
        raise Amiss(str(malformed)) from None
    if not isinstance(found.value, shape):
        like = "a list: lines that begin with a dash" if shape is list else "named lines, such as name: Ana"
        raise Amiss(f"It has to be {like}.")
    return found.value
