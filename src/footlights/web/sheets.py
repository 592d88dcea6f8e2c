"""Sheets in forms, for any game: the type of a sheet says which fields it has, a form's texts become the plain value
that the game checks, and what the game says of it finds its place.

A field of a form is named by its place in the sheet: `sheet[talents][0][name]`. Where one of several kinds can stand,
`[_is]` says which, and its parts stand below its name: `obstacles[0][complex][attempts]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo
from starlette.datastructures import FormData

from footlights.core import Fact, Note, Refused, Sheet, System
from footlights.table.setting import field_path, misfit
from footlights.table.sheets import alone, default_of, helps_of, is_struct, plain, remarks, sheet_type, tag_of
from footlights.written import Malformed, read_yaml

IS: Final = "_is"
MOST_PARTS: Final = 2_000
MOST_PLACES: Final = 40
"""How many digits and steps the name of a field may have; nobody's sheet is that deep."""

_STEP: Final = re.compile(r"\[([^\[\]]*)\]")
_MISSING: Final = object()


# --- what a type asks for ---


class _Shape(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in a place before anybody writes there."""

    start: Any = None


class Words(_Shape, frozen=True, kw_only=True):
    """A text of one line, or of several. `choices` are the words it should be one of; `names` is the list elsewhere in
    the sheet whose names it should be one of; `hint` is one that would do."""

    lines: bool = False
    choices: tuple[str, ...] = ()
    names: str = ""
    hint: str = ""


class Whole(_Shape, frozen=True, kw_only=True):
    """A whole number, from `lo` to `hi` where these are known."""

    lo: int | None = None
    hi: int | None = None


class YesNo(_Shape, frozen=True):
    """Yes or no."""


class Choice(_Shape, frozen=True, kw_only=True):
    """One of these words or numbers."""

    values: tuple[Any, ...]


class Lines(_Shape, frozen=True):
    """Texts, one to a line."""


class Part(msgspec.Struct, frozen=True):
    """A named place; `help` says what it is for. `optional`: it may be left empty, and is nothing then; `folded`: few
    write there."""

    name: str
    label: str
    shape: Shape
    help: str = ""
    optional: bool = False
    folded: bool = False


class Parts(_Shape, frozen=True, kw_only=True):
    """Several named places; `tag` tells this kind of thing from others. `alike`: the places in each of them, where all
    have the same."""

    parts: tuple[Part, ...]
    tag: dict[str, Any] = {}
    alike: tuple[Part, ...] = ()


class Many(_Shape, frozen=True, kw_only=True):
    """Any number of things, one of which is called `one`. Where each says by its part `grouped` which of the `groups`
    it belongs to, they are shown so."""

    item: Shape
    one: str
    grouped: str = ""
    groups: tuple[str, ...] = ()


class Row(_Shape, frozen=True, kw_only=True):
    """So many things in a row."""

    items: tuple[Shape, ...]


class Kind(msgspec.Struct, frozen=True):
    """One of the kinds of thing that can stand in a place; a `shape` of None has nothing more to say."""

    key: str
    label: str
    shape: Shape | None
    value: Any = None


class Either(_Shape, frozen=True, kw_only=True):
    """Something of one of several kinds; `optional`: or nothing."""

    kinds: tuple[Kind, ...]
    optional: bool = False


class Raw(_Shape, frozen=True):
    """Anything, as YAML or JSON."""


Shape: TypeAlias = Words | Whole | YesNo | Choice | Lines | Parts | Many | Row | Either | Raw


def type_of(system: System, command: str, field: Sheet) -> Any:
    """The type of what that field of a command takes, None where nothing is known of it. The value of a ruling is of
    the type of the ruling that its condition names."""
    found = sheet_type(system, command, field)
    if found is None:
        rulings = {one.encode_name: one.type for one in msgspec.structs.fields(system.rulings)}
        named = [value for when in field.when for value in when.values]
        return rulings.get(named[0]) if len(named) == 1 and isinstance(named[0], str) else None
    return found


def shape(kind: Any, example: Any = None, name: str = "") -> Shape:
    """What that type asks for; `example` is a plain value of it, by which a new one begins where it has no default."""
    metas = []
    while get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        metas += [meta for meta in more if isinstance(meta, msgspec.Meta)]
    if kind is str:
        return _words(metas, example)
    if kind is int:
        lo = next((meta.ge for meta in metas if meta.ge is not None), None)
        hi = next((meta.le for meta in metas if meta.le is not None), None)
        start = example if isinstance(example, int) else ""
        return Whole(start=start, lo=_int(lo), hi=_int(hi))
    if kind is bool:
        return YesNo(start=False)
    if get_origin(kind) is Literal:
        values = get_args(kind)
        return Choice(start=example if example in values else values[0], values=values)
    return _compound(kind, example, name, metas)


def _int(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _words(metas: list[msgspec.Meta], example: Any) -> Words:
    lines = any(meta.extra and meta.extra.get("lines") for meta in metas)
    choices = next((tuple(map(str, meta.examples)) for meta in metas if meta.examples), ())
    names = next((str(meta.extra["names"]) for meta in metas if meta.extra and "names" in meta.extra), "")
    hint = example if isinstance(example, str) else ""
    start = (hint if hint in choices else choices[0]) if choices else ""
    return Words(start=start, lines=bool(lines), choices=choices, names=names, hint=hint)


def _compound(kind: Any, example: Any, name: str, metas: list[msgspec.Meta]) -> Shape:
    origin, inner = get_origin(kind), get_args(kind)
    if is_struct(kind):
        return _struct(kind, example)
    if origin is dict and get_origin(inner[0]) is Literal:
        given = example if isinstance(example, Mapping) else {}
        parts = tuple(Part(key, key, shape(inner[1], given.get(key), key)) for key in get_args(inner[0]))
        one = parts[0].shape
        alike = one.parts if isinstance(one, Parts) else ()
        return Parts(start={part.name: part.shape.start for part in parts}, parts=parts, alike=alike)
    if origin in (Union, UnionType):
        return _either(inner, example, name)
    if origin in (list, tuple):
        return _row_or_list(origin, inner, example, name, metas)
    return Raw(start=example)


def _struct(kind: Any, example: Any) -> Parts:
    given = example if isinstance(example, Mapping) else {}
    helps = helps_of(kind)
    parts = tuple(
        _part(field, given, helps.get(field.encode_name, "")) for field in msgspec.structs.fields(kind)
    )
    tag = tag_of(kind)
    return Parts(start=tag | {part.name: part.shape.start for part in parts}, parts=parts, tag=tag)


def _part(field: FieldInfo, given: Mapping[str, Any], help: str) -> Part:
    name = field.encode_name
    asked, optional = _without_none(field.type)
    found = shape(asked, given.get(name), name)
    if not field.required:
        begins = plain(default_of(field))
        found = msgspec.structs.replace(found, start=begins)
        folded = isinstance(found, Parts) and given.get(name, begins) == begins
        return Part(name, _label(name), found, help, optional, folded)
    return Part(name, _label(name), found, help, optional)


def _without_none(kind: Any) -> tuple[Any, bool]:
    """The type without None, where one other is left that is a plain field; whether None was in it."""
    inner = get_args(kind)
    if get_origin(kind) in (Union, UnionType) and NoneType in inner and len(inner) == 2:
        other = next(one for one in inner if one is not NoneType)
        if not is_struct(other):
            return other, True
    return kind, False


def _label(name: str) -> str:
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def _either(inner: tuple[Any, ...], example: Any, name: str) -> Shape:
    """A union: words are kinds of their own."""
    kinds: list[Kind] = []
    for member in inner:
        if get_origin(member) is Literal:
            kinds += [Kind(str(value), _label(str(value)), None, value) for value in get_args(member)]
        elif is_struct(member):
            tag = next(iter(tag_of(member).values()), None) or _split(member.__name__)
            fits = isinstance(example, Mapping) and tag_of(member).items() <= example.items()
            kinds.append(Kind(str(tag), _label(str(tag)), shape(member, example if fits else None)))
        elif member is not NoneType:
            kinds.append(Kind("value", "A number" if shape(member).__class__ is Whole else "Something else",
                              shape(member, example, name)))  # fmt: skip
    if NoneType in inner and len(kinds) == 1 and isinstance(kinds[0].shape, Parts) and example is not None:
        return kinds[0].shape
    optional = NoneType in inner
    found = Either(kinds=tuple(kinds), optional=optional)
    first = chosen(found, example) if example is not None else None if optional else kinds[0]
    start = None if first is None else first.value if first.shape is None else first.shape.start
    return msgspec.structs.replace(found, start=start)


def _split(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _row_or_list(
    origin: Any, inner: tuple[Any, ...], example: Any, name: str, metas: list[msgspec.Meta]
) -> Shape:
    given = example if isinstance(example, list | tuple) else ()
    fixed = inner if origin is tuple and inner[-1] is not Ellipsis else ()
    length = next((meta.max_length for meta in metas if meta.max_length == meta.min_length), None)
    if length is not None and not fixed:
        fixed = (inner[0],) * length
    if fixed:
        items = tuple(shape(one, given[n] if n < len(given) else None) for n, one in enumerate(fixed))
        return Row(start=[item.start for item in items], items=items)
    item = shape(inner[0], plain(given[0]) if given else None)
    if isinstance(item, Words):
        return Lines(start=[])
    one = (
        _split(inner[0].__name__).capitalize()
        if is_struct(inner[0])
        else _label(name.removesuffix("s") or "entry")
    )
    if isinstance(item, Parts):
        for part in item.parts:
            groups = _groups(part)
            if groups:
                return Many(start=[], item=item, one=one, grouped=part.name, groups=groups)
    return Many(start=[], item=item, one=one)


def _groups(part: Part) -> tuple[str, ...]:
    """The names by which things that have this part can be told apart: names as people write them, no code words."""
    if isinstance(part.shape, Words):
        return part.shape.choices
    values = part.shape.values if isinstance(part.shape, Choice) else ()
    names = tuple(value for value in values if isinstance(value, str) and value[:1].isupper())
    return names if len(names) == len(values) else ()


def chosen(found: Either, value: Any) -> Kind | None:
    """The kind of what stands there, None for nothing."""
    if isinstance(value, Mapping) and IS in value:
        return next((kind for kind in found.kinds if kind.key == value[IS]), None)
    for kind in found.kinds:
        if kind.shape is None and value == kind.value and type(value) is type(kind.value):
            return kind
        if isinstance(kind.shape, Parts) and isinstance(value, Mapping) and _fits(kind.shape, value):
            return kind
        if isinstance(kind.shape, Whole) and isinstance(value, int):
            return kind
    return None if value is None else found.kinds[0]


def _fits(parts: Parts, value: Mapping[str, Any]) -> bool:
    return parts.tag.items() <= value.items() if parts.tag else value.keys() <= {p.name for p in parts.parts}


# --- what a form says ---


def gathered(form: FormData, name: str, kind: Any = None) -> Any:
    """What a form says below `name`, as a plain value of that type; None for nothing. A type that is not known is read
    as YAML or JSON. Raises Refused, with the place, for what cannot be one."""
    tree = _tree(form, name)
    if kind is None:
        return _written(tree, name) if isinstance(tree, str) else None
    asked = shape(kind)
    if isinstance(tree, str) and isinstance(asked, Parts | Many | Row | Either):
        value = _written(tree, name)
    elif not tree and not isinstance(asked, Many | Lines):
        value = None
    else:
        found = _read(tree, asked, name, strict=True)
        value = None if found is _MISSING else found
    if value is not None and (wrong := misfit(value, kind)):
        raise Refused("", wrong[1], name + wrong[0])
    return value


def drafted(form: FormData, name: str, kind: Any) -> Any:
    """The same of a sheet that is not whole yet: what cannot be read stays as it was typed."""
    return _read(_tree(form, name), shape(kind), name, strict=False)


def finished(draft: Any, kind: Any) -> Any:
    """The draft as one hands it in: numbers that were left empty are not said."""
    return _said_only(draft, shape(kind))


def _said_only(value: Any, found: Shape) -> Any:
    if isinstance(found, Either):
        kind = chosen(found, value)
        return value if kind is None or kind.shape is None else _said_only(value, kind.shape)
    if isinstance(found, Many) and isinstance(value, list):
        return [_said_only(one, found.item) for one in value]
    if isinstance(found, Parts) and isinstance(value, dict):
        empty = {
            part.name for part in found.parts if isinstance(part.shape, Whole) and value.get(part.name) == ""
        }
        shapes = {part.name: part.shape for part in found.parts}
        return {
            name: _said_only(one, shapes[name]) if name in shapes else one
            for name, one in value.items()
            if name not in empty
        }
    return value


def _tree(form: FormData, name: str) -> Any:
    """The texts of a form below a name, or the one text under that name."""
    whole = form.get(name)
    if isinstance(whole, str):
        return whole
    found = [(key, value) for key, value in form.multi_items() if key.startswith(f"{name}[")]
    if len(found) > MOST_PARTS:
        raise Refused("", f"this sheet has more than {MOST_PARTS} parts", name)
    tree: dict[str, Any] = {}
    for key, value in found:
        steps = _STEP.findall(key[len(name) :])
        if 0 < len(steps) <= MOST_PLACES and isinstance(value, str):
            _put(tree, steps, value)
    return tree


def _put(tree: dict[str, Any], steps: list[str], value: str) -> None:
    for step in steps[:-1]:
        inner = tree.setdefault(step, {})
        if not isinstance(inner, dict):
            return
        tree = inner
    tree[steps[-1]] = value


def _written(text: str, place: str) -> Any:
    if not text.strip():
        return None
    try:
        return read_yaml(text, "this").value
    except Malformed as fault:
        raise Refused("", str(fault), place) from None


def _read(tree: Any, found: Shape, place: str, *, strict: bool) -> Any:
    """What was typed, as the plain value that the shape asks for."""
    text = tree if isinstance(tree, str) else ""
    inner = tree if isinstance(tree, dict) else {}
    match found:
        case Words():
            return text.replace("\r\n", "\n").strip() if strict else text.replace("\r\n", "\n")
        case Whole():
            return _whole(text, place, strict=strict)
        case YesNo():
            return bool(text)
        case Choice():
            return _one_of(text, found.values, place, strict=strict)
        case Lines():
            return [line.strip() for line in text.splitlines() if line.strip()]
        case Parts():
            return found.tag | {
                part.name: value
                for part in found.parts
                if (value := _part_read(inner, part, f"{place}.{part.name}", strict=strict)) is not _MISSING
            }
        case Many():
            steps = sorted((step for step in inner if step.isdecimal() and len(step) < 10), key=int)
            values = [
                _read(inner[step], found.item, f"{place}[{n}]", strict=strict) for n, step in enumerate(steps)
            ]
            return [value for value in values if value is not _MISSING]
        case Row():
            return [
                _read(inner.get(str(n), ""), item, f"{place}[{n}]", strict=strict)
                for n, item in enumerate(found.items)
            ]
        case Either():
            return _either_read(inner, found, place, strict=strict)
        case Raw():  # pragma: no branch - there is no other shape
            return _written(text, place) if strict else text


def _part_read(tree: dict[str, Any], part: Part, place: str, *, strict: bool) -> Any:
    value = _read(tree.get(part.name, ""), part.shape, place, strict=strict)
    return _MISSING if part.optional and value in ("", None) else value


def _either_read(tree: dict[str, Any], found: Either, place: str, *, strict: bool) -> Any:
    kind = next((one for one in found.kinds if one.key == tree.get(IS)), None)
    if kind is None:
        return None if found.optional else _MISSING
    if kind.shape is None:
        return kind.value
    return _read(tree.get(kind.key, {}), kind.shape, place, strict=strict)


def _whole(text: str, place: str, *, strict: bool) -> Any:
    if re.fullmatch(r"\s*[+-]?\d{1,12}\s*", text):
        return int(text)
    if not strict:
        return text
    if not text.strip():
        return _MISSING
    raise Refused("", "type a whole number", place)


def _one_of(text: str, values: tuple[Any, ...], place: str, *, strict: bool) -> Any:
    for value in values:
        if str(value) == text:
            return value
    if strict and text:
        raise Refused("", "choose one of: " + ", ".join(map(str, values)), place)
    return _MISSING


def changed(sheet: Any, kind: Any, *, add: str = "", remove: str = "") -> Any:
    """The sheet with one more thing in the list at `add` ("sheet[talents]", or "sheet[talents]:Nimbleness" for one of
    that group), or without the one at `remove` ("sheet[talents][2]"); for pages without a script."""
    at, _, group = (add or remove).partition(":")
    steps = _STEP.findall(at)
    found: Any = shape(kind)
    value = sheet
    for n, step in enumerate(steps):
        if isinstance(found, Parts) and isinstance(value, dict):
            part = next((part for part in found.parts if part.name == step), None)
            if part is None:
                return sheet
            found, value = part.shape, value.setdefault(step, plain(part.shape.start))
        elif isinstance(found, Many) and isinstance(value, list) and step.isdecimal():
            if int(step) >= len(value):
                return sheet
            if remove and n == len(steps) - 1:
                del value[int(step)]
                return sheet
            found, value = found.item, value[int(step)]
    if add and isinstance(found, Many) and isinstance(value, list):
        begun = plain(found.item.start)
        value.append(begun | {found.grouped: group} if group in found.groups and found.grouped else begun)
    return sheet


# --- what the game says of it ---


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a sheet: where ("Talent 1: level"), what, the clause, and the field of the form."""

    place: str
    detail: str
    clause: str
    field: str


class Standing(msgspec.Struct, frozen=True):
    """What the rules say of a sheet that they allow: figures that follow from it, and what the GM is told."""

    figures: tuple[Fact, ...] = ()
    remarks: tuple[Note, ...] = ()


def placed(refused: Refused, system: System, kind: Any, name: str) -> Placed:
    """A refusal at its place in the sheet called `name`."""
    clause = f"{system.clauses.prefix}-{refused.clause}" if refused.clause else ""
    path = field_path(refused.field)
    words = _place(shape(kind), path[1:]) if path[:1] == (name,) and kind is not None else ""
    return Placed(place=words, detail=refused.reason, clause=clause, field=refused.field)


def _place(found: Any, path: tuple[str | int, ...]) -> str:
    """The place in words, as far as the shape knows it."""
    steps: list[str] = []
    for step in path:
        if isinstance(found, Either):
            parts = (kind.shape for kind in found.kinds)
            found = next((one for one in parts if isinstance(one, Parts) and _has(one, step)), None)
        if isinstance(found, Many) and isinstance(step, int):
            steps[-1:] = [f"{found.one} {step + 1}"]
            found = found.item
        elif isinstance(found, Parts) and _has(found, step):
            part = next(part for part in found.parts if part.name == step)
            steps.append(part.label)
            found = part.shape
        elif isinstance(found, Lines) and isinstance(step, int):
            steps[-1:] = [f"{steps[-1] if steps else 'Line'}, line {step + 1}"]
        else:
            break
    return ": ".join((*steps[:1], *(step[:1].lower() + step[1:] for step in steps[1:])))


def _has(parts: Parts, name: str | int) -> bool:
    return any(part.name == name for part in parts.parts)


def check_character(system: System, value: Any, rulings: Any, taken: frozenset[str], name: str) -> Standing:
    """What the game says of a character that would enter under these rulings. Raises Refused, placed in `name`."""
    if wrong := misfit(value, system.sheet):
        raise Refused("", wrong[1], name + wrong[0])
    character: Any = msgspec.convert(value, system.sheet)
    try:
        system.opening(alone(system, character, rulings))
    except Refused as refused:
        inner = re.sub(r"^[^.\[]+\[0\]", name, refused.field)
        raise Refused(refused.clause, refused.reason, inner) from None
    if character.name.casefold() in taken:
        raise Refused("", f"somebody is called {character.name} already", f"{name}.name")
    return standing(system, character, rulings)


def standing(system: System, character: Any, rulings: Any) -> Standing:
    """What the rules say of a character that they allow."""
    state = system.opening(alone(system, character, rulings))
    return Standing(
        tuple(_figures(system, state, character.name)),
        remarks(system, character, rulings),
    )


def figures(system: System, value: Any, rulings: Any) -> tuple[Fact, ...]:
    """The figures of a sheet that is whole but for its name; none while anything else is missing."""
    if not isinstance(value, dict):
        return ()
    value = finished(value, system.sheet)
    if misfit(named := value | {"name": "Somebody"}, system.sheet) is None:
        try:
            return standing(system, msgspec.convert(named, system.sheet), rulings).figures
        except Refused:
            return ()
    return ()


def _figures(system: System, state: Any, who: str) -> Iterator[Fact]:
    """What follows from the rules, among the facts on one's own sheet."""
    for panel in system.panels(system.view(state, who)):
        if panel.place == "sheet":
            yield from (line for line in panel.lines if isinstance(line, Fact) and line.clause)
