"""What people write becomes what a game starts from: rulings, characters, the fields of a command.

Everything here reads plain values from a file and gives the game's own structs; every fault is placed where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from footlights.core import Refused, System
from footlights.written import Malformed, PlainPath, Written, in_words, shortened, unknown

_STEP: Final = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
_TYPES: Final = {
    "str": "text",
    "int": "a whole number",
    "bool": "yes or no (true or false)",
    "float": "a number with a point",
    "array": "a list",
    "object": "a mapping (key: value)",
    "null": "nothing",
}
MOST_FAULTS: Final = 20


def setup(system: System, file: Written, given: Mapping[str, Any]) -> Any:
    """What the game starts from: its fields, as they are written at the top of the file.

    Raises Malformed with every fault of form; when there is none, with what the rules refuse.
    """
    plain = dict(given)
    faults: list[Malformed] = []
    if isinstance(plain.get("rulings"), dict):
        faults += _ruling_faults(system, file, plain.pop("rulings"))
        plain["rulings"] = {} if faults else _worded(system, given["rulings"])
    refuse([*faults, *_faults(file, (), plain, system.setup)])
    built = msgspec.convert(plain, system.setup)
    try:
        system.opening(built)
    except Refused as refused:
        raise file.fault(field_path(refused.field), str(refused)) from None
    return built


def struct(file: Written, path: PlainPath, kind: type[msgspec.Struct], plain: Any) -> Any:
    """`plain`, read at `path`, as a struct of that kind. Raises Malformed with every fault; a key that it does not have
    is one, whatever the struct itself allows."""
    refuse(_faults(file, path, plain, kind))
    return msgspec.convert(plain, kind)


def field_path(field: str) -> PlainPath:
    """The path that a refusal names: characters[0].name."""
    return tuple(int(index) if index else key for key, index in _STEP.findall(field))


def refuse(faults: Iterable[Malformed]) -> None:
    """Raise Malformed if there is any fault, with all of them (of very many, the first)."""
    if said := [str(fault) for fault in faults]:
        more = [f"and {len(said) - MOST_FAULTS} more"] if len(said) > MOST_FAULTS else []
        raise Malformed("\n".join([*said[:MOST_FAULTS], *more]))


# -- faults of form -----------------------------------------------------------------------------------------------


def _faults(file: Written, path: PlainPath, plain: Any, kind: Any) -> Iterator[Malformed]:
    """Everything in `plain` that does not fit the type."""
    match get_origin(kind), get_args(kind):
        case None, _ if (
            isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(plain, dict)
        ):
            yield from _struct_faults(file, path, plain, kind)
        case origin, members if origin in (Union, UnionType):
            others = [member for member in members if member is not NoneType]
            only = others[0] if len(others) == 1 and plain is not None else None
            yield from _faults(file, path, plain, only) if only else _misfits(file, path, plain, kind)
        case origin, (key_kind, value_kind) if origin is dict and isinstance(plain, dict):
            for key, value in plain.items():
                yield from _misfits(file, (*path, key), key, key_kind)
                yield from _faults(file, (*path, key), value, value_kind)
        case origin, (item_kind, *more) if (
            origin in (list, tuple) and more in ([], [...]) and isinstance(plain, list)
        ):
            for index, value in enumerate(plain):
                yield from _faults(file, (*path, index), value, item_kind)
        case _:
            yield from _misfits(file, path, plain, kind)


def _struct_faults(
    file: Written, path: PlainPath, plain: dict[str, Any], kind: type[msgspec.Struct]
) -> Iterator[Malformed]:
    fields = _fields(kind)
    for key, value in plain.items():
        if key in fields:
            yield from _faults(file, (*path, key), value, fields[key].type)
        elif (key, value) != (kind.__struct_config__.tag_field, kind.__struct_config__.tag):
            yield file.fault((*path, key), unknown(key, fields))
    for name, field in fields.items():
        if field.required and name not in plain:
            yield file.fault(path, f"{name} is missing")


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _misfits(file: Written, path: PlainPath, plain: Any, kind: Any) -> Iterator[Malformed]:
    """What msgspec says of a value that is looked at whole."""
    try:
        msgspec.convert(plain, kind)
    except msgspec.ValidationError as misfit:
        if get_origin(kind) is Literal and isinstance(plain, str):
            yield file.fault(path, unknown(plain, get_args(kind), "such value"))
        else:
            yield file.fault(path, _said(str(misfit), plain))


def misfit(plain: Any, kind: Any) -> tuple[str, str] | None:
    """The first thing in `plain` that does not fit the type: where (".talents[0].level", "" for the whole), and what is
    wrong in words; None when all fits."""
    try:
        msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        where = where.removesuffix("`").split("[...]")[0]
        if missing := re.fullmatch(r"Object missing required field `(\w+)`", what):
            return f"{where}.{missing[1]}", "this is still to be filled in"
        value = plain
        with suppress(LookupError, TypeError):
            for step in field_path(where):
                value = value[step]
        return where, _said(what, value)
    return None


def _said(misfit: str, plain: Any) -> str:
    """What does not fit, in words."""
    said = misfit.split(" - at `")[0]
    if " got `" in said:
        said = f"{said.split(', got `')[0]}, found {in_words(plain)}"
    quotes = said.startswith("Expected `str`,") and isinstance(plain, bool | int | float)
    for name, words in _TYPES.items():
        said = said.replace(f"`{name}`", words).replace(f"`{name} | null`", f"{words} or nothing")
    return said[:1].lower() + said[1:].replace("`", "") + ("; put it in quotes" if quotes else "")


# -- rulings ------------------------------------------------------------------------------------------------------


def _worded(system: System, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Rulings as their options are written: true and false may mean yes and no or on and off, 1 may mean "1"."""
    types = {field.name: field.type for field in msgspec.structs.fields(system.rulings)}
    return {name: next(_meant(value, types[name]), value) for name, value in plain.items()}


def _meant(value: Any, kind: Any) -> Iterator[Any]:
    """The value of that type that is written so, if there is one."""
    words = {True: ("yes", "on"), False: ("no", "off")}[value] if isinstance(value, bool) else (str(value),)
    for meant in (value, *words):
        with suppress(msgspec.ValidationError):
            msgspec.convert(meant, kind)
            yield meant


def _ruling_faults(system: System, file: Written, plain: Mapping[str, Any]) -> Iterator[Malformed]:
    """Rulings that there are not, and values that one cannot have, with its clause and options."""
    known = system.clauses.rulings()
    types = {field.name: field.type for field in msgspec.structs.fields(system.rulings)}
    for name, value in plain.items():
        if name not in known:
            yield file.fault(("rulings", name), unknown(name, known, "ruling"))
        elif not any(True for _ in _meant(value, types[name])):
            clause, ruling = known[name]
            options = "; ".join(f"{option.value}: {option.meaning}" for option in ruling.options)
            found = (
                shortened(msgspec.json.encode(value).decode())
                if isinstance(value, list | dict)
                else in_words(value)
            )
            what = f"it cannot be {found} ({clause.id}). What can be: {options}"
            yield file.fault(("rulings", name), what)
