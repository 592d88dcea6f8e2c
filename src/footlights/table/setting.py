"""What people write becomes what a game starts from: rulings, characters, and the commands of a script.

Everything here reads plain values from a file and gives the game's own structs; a fault is placed where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from footlights.core import Refused, Ruling, System
from footlights.written import PlainPath, Written, unknown

_WHERE = re.compile(r" - at `(?:key in )?\$(.*)`$")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")


def struct(file: Written, path: PlainPath, kind: type[msgspec.Struct], plain: Any) -> Any:
    """`plain`, read at `path`, as a struct of that kind. Raises Malformed; a key that no struct has is a fault."""
    _known_keys(file, path, plain, _type_info(kind))
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as misfit:
        raise file.fault((*path, *misplaced(misfit)), misfit_said(misfit)) from None


def _known_keys(file: Written, path: PlainPath, plain: Any, kind: inspect.Type) -> None:
    """Raise Malformed for a key, however deep, that no struct there has."""
    if isinstance(kind, inspect.UnionType):
        structs = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        if len(structs) == 1:
            _known_keys(file, path, plain, structs[0])
    elif isinstance(plain, dict) and isinstance(kind, inspect.StructType):
        types = {field.encode_name: field.type for field in kind.fields}
        for key, value in plain.items():
            if key not in types:
                raise file.fault((*path, key), unknown(key, types))
            _known_keys(file, (*path, key), value, types[key])
    elif isinstance(plain, dict) and isinstance(kind, inspect.DictType):
        for key, value in plain.items():
            _known_keys(file, (*path, key), value, kind.value_type)
    elif isinstance(plain, list) and isinstance(kind, inspect.VarTupleType | inspect.ListType):
        for index, value in enumerate(plain):
            _known_keys(file, (*path, index), value, kind.item_type)


_type_info = cache(inspect.type_info)


def misplaced(misfit: msgspec.ValidationError) -> PlainPath:
    """The path to what does not fit, as far as msgspec names it."""
    found = _WHERE.search(str(misfit))
    steps: list[str | int] = []
    for key, index in _STEP.findall(found[1]) if found else ():
        if index == "...":
            break
        steps.append(int(index) if index else key)
    return tuple(steps)


_WORDS = {
    "str": "text",
    "int": "a whole number",
    "bool": "yes or no (true or false)",
    "float": "a number with a point",
    "array": "a list",
    "object": "a mapping (key: value)",
    "null": "nothing",
}


def misfit_said(misfit: msgspec.ValidationError) -> str:
    """What does not fit, in words."""
    said = _WHERE.sub("", str(misfit))
    quotes = said.startswith("Expected `str`, got `") and re.search("got `(int|bool|float)`", said)
    for word, meant in _WORDS.items():
        said = said.replace(f"`{word}`", meant).replace(f"`{word} | null`", f"{meant} or nothing")
    said = said[:1].lower() + said[1:].replace("`", "")
    return f"{said}; put it in quotes" if quotes else said


def rulings(system: System, file: Written, path: PlainPath) -> Any:
    """The rulings written at `path`; those not named have their defaults, true and false mean yes and no, on and off.
    Raises Malformed naming the options."""
    known = system.clauses.rulings()
    if isinstance(file.at(path), dict):
        for name in file.at(path):
            if name not in known:
                raise file.fault((*path, name), unknown(name, known, "ruling"))
    plain = {name: _worded(value, known[name][1]) for name, value in file.mapping(path, known).items()}
    try:
        return msgspec.convert(plain, system.rulings)
    except msgspec.ValidationError as misfit:
        where = misplaced(misfit)
        clause, ruling = known[str(where[0])]
        options = "; ".join(f"{option.value}: {option.meaning}" for option in ruling.options)
        said = misfit_said(misfit)
        raise file.fault((*path, *where), f"{said} ({clause.id}). What can be: {options}") from None


def _worded(value: Any, ruling: Ruling) -> Any:
    """A boolean or a number as the word it stands for, where there is one."""
    meant = {True: ("yes", "on"), False: ("no", "off")}[value] if isinstance(value, bool) else (str(value),)
    words = {option.value for option in ruling.options}
    return next((word for word in meant if word in words), value)


def setup(system: System, file: Written, path: PlainPath = (), given: Mapping[str, Any] | None = None) -> Any:
    """What the game starts from, its fields written at `path` (or `given`). Raises Malformed, also for what the rules
    refuse."""
    plain = dict(file.at(path) if given is None else given)
    if plain.get("rulings") is not None:
        plain["rulings"] = rulings(system, file, (*path, "rulings"))
    built = struct(file, path, system.setup, plain)
    try:
        system.opening(built)
    except Refused as refused:
        where = tuple(int(index) if index else key for key, index in _STEP.findall(f".{refused.field}"))
        raise file.fault((*path, *where), str(refused)) from None
    return built
