"""A whole sheet filled in at the screen: line by line, as text, or from a file. What is wrong with it says the game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import yaml

from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage
from footlights.written import Malformed, Written, read_file, read_yaml

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
    return await _outline(stage, label, copy.deepcopy(start), start)


async def _text(stage: Stage, label: str, start: Any) -> Any:
    text = yaml.safe_dump(start, allow_unicode=True, sort_keys=False).rstrip()
    question = Write(
        f"{label}: change what you like",
        partial(_read, partial(read_yaml, name="what you wrote")),
        start=text,
        lines=True,
    )
    return await stage.ask(question)


async def _file(stage: Stage, label: str, _start: Any) -> Any:
    question = Write(f"{label}: the name of the file (.yaml or .json)", partial(_read, read_file))
    return await stage.ask(question)


def _read(reader: Callable[[str], Written], typed: str) -> dict[str, Any]:
    """A sheet out of what was typed. Raises Amiss."""
    try:
        found = reader(typed.strip())
    except Malformed as malformed:
        raise Amiss(str(malformed)) from None
    if not isinstance(found.value, dict):
        raise Amiss("A sheet has named lines, such as name: Ana.")
    return found.value


async def _outline(stage: Stage, title: str, value: Any, like: Any) -> Any:
    """One level of the sheet: pick a line to change it, until done. New entries of lists begin as those of `like`."""
    at = 0
    while True:
        picked = await stage.ask(Pick(title, _choices(value), at=at))
        try:
            if picked is _DONE:
                return value
            if picked is _REMOVE:
                del value[await stage.ask(Pick(f"{title}: take out which one?", _parts(value)))]
                continue
            if picked is _ADD:
                value.append(_emptied(like[0]) if like else "")
                picked = len(value) - 1
            at = 1 + (picked if isinstance(value, list) else list(value).index(picked))
            value[picked] = await _change(
                stage, f"{title} > {_name(picked)}", value[picked], _like(like, picked)
            )
        except Back:
            continue


def _like(like: Any, key: Any) -> Any:
    """The example's part that belongs to `key`."""
    match like:
        case dict():
            return like.get(key)
        case [first, *_]:
            return first
        case _:
            return None


def _parts(value: Any) -> tuple[Choice, ...]:
    pairs = enumerate(value) if isinstance(value, list) else value.items()
    return numbered(Choice(key, _name(key), note=_summary(part)) for key, part in pairs)


def _choices(value: Any) -> tuple[Choice, ...]:
    more = [Choice(_ADD, "Add one", "+")] if isinstance(value, list) else []
    less = [Choice(_REMOVE, "Take one out", "-")] if isinstance(value, list) and value else []
    return (Choice(_DONE, "Done", "ok"), *_parts(value), *more, *less)


async def _change(stage: Stage, title: str, part: Any, like: Any) -> Any:
    match part:
        case dict() | list():
            return await _outline(stage, title, part, like)
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
