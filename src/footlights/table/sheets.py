"""Sheets as plain values: what their types ask for, line by line, and what a game says of one that is filled in.

Everything here is read off a game's types; no game is known by name. The terminal and the pages build on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from footlights.core import GM, Note, Offer, Refused, Sheet, System


class Leaf(NamedTuple):
    """A line of a sheet: the path to what stands there, its type, what it is called and what it is for."""

    path: tuple[str, ...]
    kind: Any
    label: str
    help: str = ""


def blank(kind: Any) -> Any:
    """A value of the type with nothing written in it: its default if there is one, else the first option, "" or 0."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_struct(kind):
        return tag_of(kind) | {
            field.encode_name: blank(field.type) if field.required else plain(default_of(field))
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


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """What stands in a field that nobody fills in; the field must not be a required one."""
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


def is_struct(kind: Any) -> bool:
    """Whether the type is a struct."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def tag_of(kind: Any) -> dict[str, Any]:
    """What tells a struct of a tagged union from the others."""
    config = kind.__struct_config__
    return {config.tag_field: config.tag} if config.tag_field else {}


def structs(kind: Any) -> list[Any]:
    """The struct, or those of a union of structs (or nothing); none for any other type."""
    union = get_origin(kind) in (Union, UnionType)
    kinds = [one for one in (get_args(kind) if union else (kind,)) if one is not NoneType]
    return kinds if all(map(is_struct, kinds)) else []


def kind_of(value: Any, kinds: list[Any]) -> int:
    """Which of the structs the value is written as."""
    fitting = (
        n
        for n, kind in enumerate(kinds)
        if isinstance(value, Mapping) and tag_of(kind).items() <= value.items()
    )
    return next(fitting, 0)


def helps_of(kind: Any) -> Mapping[str, str]:
    """What the fields of a struct are for, a sentence each: the `helps` that a sheet's type may have."""
    return getattr(kind, "helps", {})


def leaves(kind: Any, path: tuple[str, ...] = (), help: str = "") -> Iterator[Leaf]:
    """The lines of a sheet of that type, those of its parts among them; a list is one line."""
    if is_struct(kind):
        helps = helps_of(kind)
        for field in msgspec.structs.fields(kind):
            name = field.encode_name
            yield from leaves(field.type, (*path, name), helps.get(name, ""))
    elif get_origin(kind) is dict and get_origin(get_args(kind)[0]) is Literal:
        keys, values = get_args(kind)
        for key in get_args(keys):
            yield from leaves(values, (*path, key), help)
    else:
        yield Leaf(path, kind, ": ".join(step.replace("_", " ") for step in path), help)


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


def newcomer(system: System) -> dict[str, Any]:
    """A sheet to begin from, in plain values: whole but for what must be written. Of the example that the game gives
    it has what is chosen from options, and nothing that somebody wrote."""
    start: dict[str, Any] = blank(system.sheet)
    for offer in _offers(system):
        for field in offer.fields:
            if isinstance(field, Sheet) and takes_character(system, field):
                example = plain(msgspec.convert(field.example, system.sheet))
                for leaf in leaves(system.sheet):
                    if get_origin(leaf.kind) is Literal:
                        put(start, leaf.path, part_at(example, leaf))
    return start


def _offers(system: System) -> Sequence[Offer]:
    """What the GM may do at a table that has no characters yet, if there can be one."""
    try:
        return system.offers(system.opening(msgspec.convert({}, system.setup)), GM)
    except (Refused, msgspec.ValidationError):
        return ()


def takes_character(system: System, field: Sheet) -> bool:
    """Whether it is a character that the field asks for (and not an opponent, an Obstacle ...)."""
    return _is_one(field.example, system.sheet)


def sheet_type(system: System, command: str, field: Sheet) -> Any:
    """The type of what that field of a command takes: its own, else the game's sheet if the example is one; or None."""
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(system.commands)}
    fields = msgspec.structs.fields(kinds[command]) if command in kinds else ()
    declared = next((one.type for one in fields if one.encode_name == field.name), None)
    known = (kind for kind in (declared, system.sheet) if kind not in (None, Any))
    return next((kind for kind in known if _is_one(field.example, kind)), None)


def _is_one(example: Any, kind: Any) -> bool:
    try:
        msgspec.convert(example, kind)
    except msgspec.ValidationError:
        return False
    return True


def characters_field(system: System) -> str:
    """What the game's setup calls the characters it starts with."""
    for field in msgspec.structs.fields(system.setup):
        if system.sheet in get_args(field.type):
            return field.encode_name
    raise TypeError(f"the setup of {system.name} has no field for its sheets")


def alone(system: System, character: Any, rulings: Any = None) -> Any:
    """The beginning of a story with that character alone, under these rulings (None: the default ones)."""
    given = {characters_field(system): [plain(character)]}
    return msgspec.convert(given if rulings is None else given | {"rulings": plain(rulings)}, system.setup)


def remarks(system: System, character: Any, rulings: Any = None) -> tuple[Note, ...]:
    """What the GM is told of a sheet that the rules allow but do not expect: points over a budget, and the like."""
    try:
        state = system.opening(alone(system, character, rulings))
    except Refused:
        return ()
    return tuple(
        line
        for panel in system.panels(system.view(state, GM))
        for line in panel.lines
        if isinstance(line, Note) and line.tone in ("owed", "bad")
    )
