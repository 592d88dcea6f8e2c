"""A whole sheet filled in at the screen: line by line, as text, or from a file. What is wrong with it says the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec
import yaml

from footlights.cli.builder import Builder
from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage
from footlights.written import Malformed, Written, read_file, read_yaml

_LINES: Final = "lines"
_TEXT: Final = "text"
_FILE: Final = "file"


async def write_sheet(stage: Stage, label: str, kind: Any, start: Any, above: Above) -> Any:
    """The sheet as plain values, beginning from `start`; line by line where its type is known (None: it is not), on one
    line where it is a word, a number or a row of them. Raises Back."""
    value = msgspec.json.decode(msgspec.json.encode(start))
    if kind is None and _fits_a_line(value):
        return await stage.ask(Write(label, _plain, above=above, start=_on_a_line(value)))
    lines = [Choice(_LINES, "Fill it in line by line")] if kind is not None else []
    ways = (
        *lines,
        Choice(_TEXT, "Write or paste it as text (YAML or JSON)"),
        Choice(_FILE, "Read it from a file"),
    )
    while True:
        way = await stage.ask(Pick(label, numbered(ways), above=above))
        try:
            if way == _LINES:
                return await Builder(stage, above).changed(label, kind, value)
            return await stage.ask(_as_text(label, value) if way == _TEXT else _from_file(label, type(value)))
        except Back:
            continue


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


def _as_text(label: str, value: Any) -> Write:
    parse = partial(_read, partial(read_yaml, name="what you wrote"), type(value))
    text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False).rstrip()
    return Write(f"{label}: change what you like", parse, start=text, lines=True)


def _from_file(label: str, shape: type) -> Write:
    return Write(f"{label}: the name of the file (.yaml or .json)", partial(_read, read_file, shape))


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
