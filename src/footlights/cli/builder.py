"""A sheet filled in at the screen, line by line, from nothing but its type. What stands above every question says how
the whole looks now, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage
from footlights.written import Malformed, PlainPath, Written, read_yaml

_DONE: Final = object()
_ADD: Final = object()
_REMOVE: Final = object()


class Filled(Written):
    """Plain values filled in at the screen: what is wrong is placed by the names of the lines, parts counted from 1."""

    def __init__(self, value: Any) -> None:
        super().__init__("", value, {})

    def amended(self, value: Any) -> Filled:
        """Other values instead."""
        return Filled(value)

    def fault(self, path: PlainPath, what: str) -> Malformed:
        """ "Character 1 (Iris): Talent 2 (Climb): level: what is wrong", to be raised."""
        placed = ": ".join([*_called(path, self.value), what])
        return Malformed(placed[:1].upper() + placed[1:])


def _called(path: PlainPath, value: Any) -> list[str]:
    """What each step of the path is called at the screen."""
    called: list[str] = []
    for step in path:
        there = isinstance(value, list | tuple) if isinstance(step, int) else isinstance(value, Mapping)
        value = value[step] if there and (isinstance(step, int) or step in value) else None
        if isinstance(step, int):
            name = value.get("name") if isinstance(value, Mapping) else None
            called[-1] = f"{_one_of(called[-1], step)}{f' ({name})' if name else ''}"
        else:
            called.append(step.replace("_", " "))
    return called


def _one_of(parts: str, at: int) -> str:
    """What one of several parts is called: of the talents the second is Talent 2."""
    return f"{parts.removesuffix('s').capitalize()} {at + 1}"


class Leaf(NamedTuple):
    """A line of a sheet: the path to what stands there, its type, and what it is called."""

    path: tuple[str, ...]
    kind: Any
    label: str


def blank(kind: Any) -> Any:
    """A value of the type with nothing written in it: its default if there is one, else the first option, "" or 0."""
    origin, inner = get_origin(kind), get_args(kind)
    if _is_struct(kind):
        return _tag(kind) | {
            field.encode_name: blank(field.type) if field.required else plain(_default(field))
            for field in msgspec.structs.fields(kind)
        }
    if origin is Annotated:
        return blank(inner[0])
    if origin is Literal:
        return inner[0]
    if origin is dict:
        return {key: blank(inner[1]) for key in get_args(inner[0])}
    return [] if origin in (tuple, list) else {str: "", int: 0, bool: False}.get(kind)


def plain(value: Any) -> Any:
    """The value as a file would have it: mappings, lists, texts, numbers, true, false and nothing."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _tag(kind: Any) -> dict[str, Any]:
    """What tells a struct of a tagged union from the others."""
    config = kind.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field else {}


def _structs(kind: Any) -> list[Any]:
    """The struct, or those of a union of structs (or nothing); none for any other type."""
    union = get_origin(kind) in (Union, UnionType)
    kinds = [one for one in (get_args(kind) if union else (kind,)) if one is not NoneType]
    return kinds if all(map(_is_struct, kinds)) else []


def _kind_of(value: Any, kinds: list[Any]) -> int:
    """Which of the structs the value is written as."""
    fitting = (
        n
        for n, kind in enumerate(kinds)
        if isinstance(value, Mapping) and _tag(kind).items() <= value.items()
    )
    return next(fitting, 0)


def leaves(kind: Any, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    """The lines of a sheet of that type, those of its parts among them; a list is one line."""
    if _is_struct(kind):
        for field in msgspec.structs.fields(kind):
            yield from leaves(field.type, (*path, field.encode_name))
    elif get_origin(kind) is dict and get_origin(get_args(kind)[0]) is Literal:
        keys, values = get_args(kind)
        for key in get_args(keys):
            yield from leaves(values, (*path, key))
    else:
        yield Leaf(path, kind, ": ".join(step.replace("_", " ") for step in path))


@dataclass
class Builder:
    """One sheet being filled in. `above` is looked at anew whenever the screen is drawn."""

    stage: Stage
    above: Above

    async def build(self, title: str, kind: Any, value: dict[str, Any], *, removable: bool = False) -> bool:
        """Change `value` in place until it is done; False when it was to be taken out. Raises Back."""
        lines = list(leaves(kind))
        at = 0
        while True:
            choices = numbered(
                Choice(n, leaf.label, note=summary(part_at(value, leaf))) for n, leaf in enumerate(lines)
            )
            done = (Choice(_DONE, "Done", "ok"),)
            less = (Choice(_REMOVE, "Take this out", "-"),) if removable else ()
            picked = await self.stage.ask(Pick(title, (*choices, *done, *less), above=self.above, at=at))
            if picked is _DONE or picked is _REMOVE:
                return picked is _DONE
            at = min(picked + 1, len(choices))
            leaf = lines[picked]
            try:
                changed = await self.changed(f"{title}: {leaf.label}", leaf.kind, part_at(value, leaf))
            except Back:
                at = picked
                continue
            put(value, leaf.path, changed)

    async def changed(self, title: str, kind: Any, value: Any) -> Any:
        """What is to stand there instead. Raises Back."""
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return await self.changed(title, inner[0], value)
        if kinds := _structs(kind):
            which = await self._which(title, kinds, value)
            value = value if _kind_of(value, kinds) == which else blank(kinds[which])
            await self.build(title, kinds[which], value)
            return value
        if origin is Literal:
            at = inner.index(value) if value in inner else 0
            return await self.stage.ask(
                Pick(title, numbered(Choice(o, str(o)) for o in inner), self.above, at=at)
            )
        if origin in (tuple, list) and _structs(inner[0]):
            await self._listed(title, _structs(inner[0]), value)
            return value
        if origin in (tuple, list):
            text = "\n".join(map(str, value))
            return await self.stage.ask(
                Write(f"{title}, one to a line", _by_line, self.above, start=text, lines=True)
            )
        if kind is bool:
            return not value
        if kind is int:
            return await self.stage.ask(Write(title, _whole, self.above, start=str(value)))
        if kind is str:
            return await self.stage.ask(Write(title, str.strip, self.above, start=str(value), lines=True))
        return await self.stage.ask(Write(f"{title} (as YAML)", _yaml, self.above, start=str(value or "")))

    async def _which(self, title: str, kinds: list[Any], value: Any = None) -> int:
        """The number of one of several structs."""
        if len(kinds) == 1:
            return 0
        names = (str(kind.__struct_config__.tag).replace("_", " ") for kind in kinds)
        choices = numbered(Choice(n, name) for n, name in enumerate(names))
        which: int = await self.stage.ask(Pick(title, choices, self.above, at=_kind_of(value, kinds)))
        return which

    async def _listed(self, title: str, kinds: list[Any], value: list[Any]) -> None:
        """Change, add and take out parts of a list, in place."""
        while True:
            parts = numbered(Choice(n, summary(part)) for n, part in enumerate(value))
            more = (Choice(_ADD, "Add one", "+"), Choice(_DONE, "Done", "ok"))
            picked = await self.stage.ask(Pick(title, (*parts, *more), self.above, at=len(parts)))
            if picked is _DONE:
                return
            try:
                if picked is _ADD:
                    value.append(blank(kinds[await self._which(title, kinds)]))
                    picked = len(value) - 1
                kind = kinds[_kind_of(value[picked], kinds)]
                whole, _, listed = title.rpartition(": ")
                part = f"{whole}: {_one_of(listed, picked)}"
                stays = await self.build(part, kind, value[picked], removable=True)
            except Back:
                continue
            if not stays:
                del value[picked]


def summary(part: Any) -> str:
    """What stands there, in a few words."""
    if part is None or part in ("", [], {}, ()):
        return "-"
    match part:
        case bool():
            return "yes" if part else "no"
        case dict():
            return str(
                part.get("name") or ", ".join(f"{key} {summary(value)}" for key, value in part.items())
            )
        case list() | tuple():
            return ", ".join(summary(value) for value in part)
        case _:
            return str(part)


def part_at(value: Any, leaf: Leaf) -> Any:
    """What stands at that line, or what would if nothing was written."""
    for step in leaf.path:
        if not isinstance(value, Mapping) or step not in value:
            return blank(leaf.kind)
        value = value[step]
    return value


def put(value: dict[str, Any], path: tuple[str, ...], part: Any) -> None:
    """Write the part at that path of a sheet."""
    for step in path[:-1]:
        value = value.setdefault(step, {})
    value[path[-1]] = part


def _by_line(typed: str) -> list[str]:
    return [line.strip() for line in typed.splitlines() if line.strip()]


def _whole(typed: str) -> int:
    try:
        return int(typed.strip()[:12])
    except ValueError:
        raise Amiss("Type a whole number.") from None


def _yaml(typed: str) -> Any:
    try:
        return read_yaml(typed, "this").value
    except Malformed as fault:
        raise Amiss(str(fault)) from None
