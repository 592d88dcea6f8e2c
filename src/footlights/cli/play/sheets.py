"""A whole sheet filled in at the screen: line by line, as text, or from a file. What is wrong with it says the game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import yaml

from footlights.cli.builder import Builder
from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage
from footlights.written import Malformed, Written, read_file, read_yaml

_LINES: Final = "lines"
_TEXT: Final = "text"
_FILE: Final = "file"


async def write_sheet(stage: Stage, label: str, kind: type | None, start: Any, above: Above) -> Any:
    """The sheet as plain values, beginning from `start`; line by line where its type is known. Raises Back."""
    value = copy.deepcopy(start)
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
                await Builder(stage, above).build(label, kind, value)
                return value
            return await stage.ask(_as_text(label, value) if way == _TEXT else _from_file(label))
        except Back:
            continue


def _as_text(label: str, value: Any) -> Write:
    parse = partial(_read, partial(read_yaml, name="what you wrote"))
    text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False).rstrip()
    return Write(f"{label}: change what you like", parse, start=text, lines=True)


def _from_file(label: str) -> Write:
    return Write(f"{label}: the name of the file (.yaml or .json)", partial(_read, read_file))


def _read(reader: Callable[[str], Written], typed: str) -> dict[str, Any]:
    """A sheet out of what was typed. Raises Amiss."""
    try:
        found = reader(typed.strip())
    except Malformed as malformed:
        raise Amiss(str(malformed)) from None
    if not isinstance(found.value, dict):
        raise Amiss("A sheet has named lines, such as name: Ana.")
    return found.value
