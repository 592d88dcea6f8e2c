"""A whole sheet filled in at the screen: line by line, as text, or from a file. What is wrong with it says the game."""

from __future__ import annotations

import copy
from typing import Any, Final

import yaml

from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage
from footlights.written import Malformed, read_file, read_yaml

LONGEST: Final = 20_000
_ADD: Final = object()
_REMOVE: Final = object()
_DONE: Final = object()


async def write_sheet(stage: Stage, label: str, start: Any, above: Above) -> Any:
    """The sheet as plain values, beginning from `start`. Raises Back."""
    ways = numbered(
        (
            Choice(_lines, "Fill it in line by line"),
            Choice(_text, "Write or paste it as text (YAML or JSON)"),
            Choice(_file, "Read it from a file"),
        )
    )
    while True:
        way = await stage.ask(Pick(label, ways, above=above))
        try:
            return await way(stage, label, start)
        except Back:
            continue


async def _lines(stage: Stage, label: str, start: Any) -> Any:
    return await _outline(stage, label, copy.deepcopy(start), removable=False)


async def _text(stage: Stage, label: str, start: Any) -> Any:
    def parse(typed: str) -> Any:
        try:
            return read_yaml(typed, "what you wrote").value
        except Malformed as malformed:
            raise Amiss(str(malformed)) from None

    text = yaml.safe_dump(start, allow_unicode=True, sort_keys=False).rstrip()
    return await stage.ask(Write(f"{label}: change what you like", parse, start=text, lines=True))


async def _file(stage: Stage, label: str, _start: Any) -> Any:
    def parse(typed: str) -> Any:
        try:
            return read_file(typed.strip()).value
        except Malformed as malformed:
            raise Amiss(str(malformed)) from None

    return await stage.ask(Write(f"{label}: the name of the file (.yaml or .json)", parse))


async def _outline(stage: Stage, title: str, value: Any, removable: bool) -> Any:
    """One level of the sheet: pick a line to change it. The value when done, _REMOVE to take it out."""
    at = 0
    while True:
        picked = await stage.ask(Pick(title, _choices(value, removable), at=at))
        if picked is _DONE or picked is _REMOVE:
            return value if picked is _DONE else _REMOVE
        if picked is _ADD:
            value.append(_emptied(value[-1]))
            picked = len(value) - 1
        at = 1 + (picked if isinstance(value, list) else list(value).index(picked))
        try:
            changed = await _change(
                stage, f"{title} > {_name(picked)}", value[picked], isinstance(value, list)
            )
        except Back:
            continue
        if changed is _REMOVE:
            del value[picked]
        else:
            value[picked] = changed


def _choices(value: Any, removable: bool) -> tuple[Choice, ...]:
    pairs = enumerate(value) if isinstance(value, list) else value.items()
    lines = numbered(Choice(key, _name(key), note=_summary(part)) for key, part in pairs)
    more = [Choice(_ADD, "Add one", "+")] if isinstance(value, list) and value else []
    less = [Choice(_REMOVE, "Take this out", "-")] if removable else []
    return (Choice(_DONE, "Done", "ok"), *lines, *more, *less)


async def _change(stage: Stage, title: str, part: Any, in_list: bool) -> Any:
    match part:
        case dict() | list():
            return await _outline(stage, title, part, removable=in_list)
        case bool():
            return not part
        case int():
            return await stage.ask(Write(title, _whole, start=str(part)))
        case _:
            line = await stage.ask(Write(title, _words, start=str(part or ""), lines=True))
            return line if line or part is not None else None


def _whole(typed: str) -> int:
    try:
        return int(typed.strip()[:10])
    except ValueError:
        raise Amiss("Type a whole number.") from None


def _words(typed: str) -> str:
    if len(typed) > LONGEST:
        raise Amiss(f"This has {len(typed):,} characters; {LONGEST:,} is the most.")
    return typed.strip()


def _name(key: Any) -> str:
    return f"{key + 1}" if isinstance(key, int) else str(key).replace("_", " ")


def _summary(part: Any) -> str:
    match part:
        case dict():
            return str(part.get("name") or ", ".join(f"{key} {_summary(v)}" for key, v in part.items()))
        case list():
            return ", ".join(_summary(v) for v in part) or "none"
        case bool():
            return "yes" if part else "no"
        case None | "":
            return "nothing"
        case _:
            return str(part)


def _emptied(part: Any) -> Any:
    """Another one like `part`, with nothing written in it."""
    match part:
        case dict():
            return {key: _emptied(v) for key, v in part.items()}
        case list():
            return []
        case bool():
            return False
        case int():
            return 0
        case _:
            return ""
