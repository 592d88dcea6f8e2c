"""What people write: YAML and JSON files, read strictly, with the place of every value.

Strictly means: one document, no key twice, no tags, no NaN, and aliases only as far as the whole stays small. Yes, no,
on, off, true and false are booleans; whole numbers are decimal without leading zeros; keys, dates and times are text.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import yaml

PlainPath: TypeAlias = tuple[str | int, ...]
"""The keys and list indexes that lead to a value."""

MOST_BYTES = 16_000_000
MOST_JSON_BYTES = 256_000_000
"""A campaign that was played for years is a long file."""

MOST_VALUES = 500_000
MOST_JSON_VALUES = 10_000_000
"""A move takes some forty."""

DEEPEST = 60
MOST_PATH = 80

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BOOLEAN = re.compile(r"(?P<yes>yes|Yes|YES|on|On|ON|true|True|TRUE)|no|No|NO|off|Off|OFF|false|False|FALSE")
_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,299})")
_FLOAT = re.compile(r"([-+]?[0-9]+\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?")
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_JSON_WORD = re.compile(_JSON_STRING.pattern + r'|[^\s,:\[\]{}"]+')
_JSON_KEY = re.compile(rf"(?P<key>{_JSON_STRING.pattern})\s*:|{_JSON_STRING.pattern}|[\[\]{{}}]")
_NOT_A_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


class Malformed(Exception):
    """A file that is not what it should be; the message says where, what, and what would be right."""


class Written:
    """A value read from a file: plain dicts, lists, strings, whole numbers, floats, booleans and None.

    What an alias repeats is one and the same object: copy before changing. `place` says where a part stands.
    """

    def __init__(self, name: str, value: Any, lines: Mapping[PlainPath, tuple[int, int]]) -> None:
        self.name = name
        self.value = value
        self._lines = lines

    def amended(self, value: Any) -> Written:
        """Another value instead; parts that stand where they stood keep their places."""
        return Written(self.name, value, self._lines)

    def place(self, path: PlainPath = ()) -> str:
        """ "file.yaml, line 3, column 7 (players[0].name)"; a part that is missing is placed at what should hold it."""
        found = path
        while found and found not in self._lines:
            found = found[:-1]
        at = self._lines.get(found)
        line = f", line {at[0]}, column {at[1]}" if at else ""
        return f"{self.name}{line}{f' ({dotted(path)})' if path else ''}"

    def fault(self, path: PlainPath, what: str) -> Malformed:
        """What is wrong at `path`, to be raised."""
        return Malformed(f"{self.place(path)}: {what}")

    def mapping(self, path: PlainPath, known: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Any]:
        """The mapping at `path`. Raises Malformed unless it is one with `known` keys only and all `needed` ones."""
        value = self.at(path)
        if not isinstance(value, dict):
            raise self.fault(path, f"expected a mapping (key: value), found {in_words(value)}")
        names = list(known)
        for key in value:
            if key not in names:
                raise self.fault((*path, key), f"{unknown(str(key), names)}")
        for key in needed:
            if key not in value:
                raise self.fault(path, f"{key} is missing")
        return value

    def sequence(self, path: PlainPath) -> list[Any]:
        """The list at `path`. Raises Malformed if it is none."""
        value = self.at(path)
        if not isinstance(value, list):
            raise self.fault(path, f"expected a list, found {in_words(value)}")
        return value

    def text(self, path: PlainPath) -> str:
        """The text at `path`. Raises Malformed if it is none."""
        value = self.at(path)
        if isinstance(value, str):
            return value
        hint = "; put it in quotes" if isinstance(value, bool | int | float) else ""
        raise self.fault(path, f"expected text, found {in_words(value)}{hint}")

    def at(self, path: PlainPath) -> Any:
        """The value at `path`, which must be there."""
        value = self.value
        for step in path:
            value = value[step]
        return value


def read_file(path: str | Path) -> Written:
    """The YAML or (name ending in .json) JSON file. Raises Malformed, also when it cannot be read."""
    path = Path(path)
    is_json = path.suffix.lower() == ".json"
    most = MOST_JSON_BYTES if is_json else MOST_BYTES
    name = shortened(str(path)) if len(str(path)) <= 60 else f"...{shortened(str(path)[-57:])}"
    try:
        if path.is_dir():
            raise Malformed(f"{name}: this is a folder; name a file in it")
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except FileNotFoundError:
        raise Malformed(f"{name}: there is no such file") from None
    except (OSError, ValueError) as error:
        raise Malformed(f"{name}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    return read_bytes(raw, name, is_json=is_json)


def read_bytes(raw: bytes, name: str, *, is_json: bool, most_values: int | None = None) -> Written:
    """The same for a file that came another way than by a path. `most_values`: that JSON may have."""
    most = MOST_JSON_BYTES if is_json else MOST_BYTES
    if len(raw) > most:
        raise Malformed(f"{name}: longer than {most:,} bytes, too long to be read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Malformed(
            f"{name}, line {line}: not UTF-8 text (byte {error.start + 1:,}); save it as UTF-8"
        ) from None
    return read_json(text, name, most_values) if is_json else read_yaml(text, name)


def read_yaml(text: str, name: str) -> Written:
    """The one document in `text`. Raises Malformed with line and column."""
    return _YamlReader(name).read(text)


def read_json(text: str, name: str, most_values: int | None = None) -> Written:
    """The JSON value in `text`. Raises Malformed; places are paths, and lines for faults of form."""
    most = MOST_JSON_VALUES if most_values is None else most_values
    if _json_values(text, most) > most:
        raise Malformed(f"{name}: more than {most:,} values; that is too many")

    def place(at: int) -> str:
        return f"{name}, line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            at, key = _twice(text)
            raise Malformed(f"{place(at)}: the key {shortened(key)!r} stands twice in one object")
        return found

    def no_such_number(word: str) -> NoReturn:
        at = next((found.start() for found in _JSON_WORD.finditer(text) if found[0].startswith(word)), 0)
        shown = word if len(word) <= 60 else f"a number of {len(word):,} digits"
        raise Malformed(f"{place(at)}: {shown} is not a number that can be used")

    def finite(word: str) -> float:
        return float(word) if math.isfinite(float(word)) else no_such_number(word)

    def whole(word: str) -> int:
        return int(word) if len(word) <= 300 else no_such_number(word)

    try:
        value = json.loads(
            text, object_pairs_hook=unique, parse_constant=no_such_number, parse_float=finite, parse_int=whole
        )
    except json.JSONDecodeError as error:
        raise Malformed(
            f"{name}, line {error.lineno}, column {error.colno}: not JSON ({error.msg})"
        ) from None
    except RecursionError:
        raise Malformed(f"{name}: nested too deeply to be read") from None
    _no_lone_surrogates(value, name)
    return Written(name, value, {})


def _twice(text: str) -> tuple[int, str]:
    """Where the first key stands that its object has already, and the key."""
    keys: list[set[str]] = []
    for found in _JSON_KEY.finditer(text):
        if found[0] in "{[":
            keys.append(set())
        elif found[0] in "}]":
            keys.pop()
        elif found["key"]:
            key = json.loads(found["key"])
            if key in keys[-1]:
                return found.start(), key
            keys[-1].add(key)
    raise ValueError("no key stands twice")


def _json_values(text: str, enough: int) -> int:
    """How many values there are at the most, before any is built: one, and one behind every comma and bracket."""

    def signs(text: str) -> int:
        return 1 + text.count(",") + text.count("[") + text.count("{")

    return signs(text) if signs(text) <= enough else signs(_JSON_STRING.sub("", text))


def _no_lone_surrogates(value: Any, name: str) -> None:
    """JSON escapes can spell half a character, which no file or screen can hold."""
    for text in _texts(value):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Malformed(f"{name}: {text[:20]!r} has half a character in it (a lone surrogate)") from None


def _texts(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case list() as items:
                waiting.extend(items)
            case dict() as entries:
                waiting.extend(entries)
                waiting.extend(entries.values())
            case _:
                pass


class _YamlReader:
    """Builds plain values from YAML's events, so that nothing is built before it is counted."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lines: dict[PlainPath, tuple[int, int]] = {}
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._count = 0

    def read(self, text: str) -> Written:
        try:
            events: Iterator[Any] = yaml.parse(text, Loader=_Loader)
            next(events)
            first = next(events)
            if isinstance(first, yaml.StreamEndEvent):
                raise Malformed(f"{self._name}: there is nothing in it")
            value = self._value(next(events), events, ())
            next(events)
            after = next(events)
            if not isinstance(after, yaml.StreamEndEvent):
                raise self._fault(after, "a second document begins; one is expected")
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
            what = " ".join(part for part in (error.context, error.problem) if part)
            raise Malformed(f"{self._name}{line}: not YAML ({what})") from None
        except yaml.YAMLError as error:
            raise Malformed(f"{self._name}: not YAML ({' '.join(str(error).split())})") from None
        except UnicodeEncodeError:
            raise Malformed(f"{self._name}: it has half a character in it (a lone surrogate)") from None
        return Written(self._name, value, self._lines)

    def _fault(self, event: Any, what: str) -> Malformed:
        line, column = _line_and_column(event)
        return Malformed(f"{self._name}, line {line}, column {column}: {what}")

    def _value(self, event: Any, events: Iterator[Any], path: PlainPath) -> Any:
        self._lines.setdefault(path, _line_and_column(event))
        if len(path) > DEEPEST:
            raise self._fault(event, f"nested more than {DEEPEST} deep")
        self._grow(event, 1)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise self._fault(
                    event, f"*{shortened(str(event.anchor))} repeats something that no & before it names"
                )
            value, size = self._anchors[event.anchor]
            self._grow(event, size)
            return value
        before = self._count
        value = self._build(event, events, path)
        if event.anchor:
            self._anchors[event.anchor] = (value, self._count - before + 1)
        return value

    def _grow(self, event: Any, by: int) -> None:
        self._count += by
        if self._count > MOST_VALUES:
            raise self._fault(
                event, f"more than {MOST_VALUES:,} values, aliases written out; that is too many"
            )

    def _build(self, event: Any, events: Iterator[Any], path: PlainPath) -> Any:
        if event.tag not in (None, "!"):
            raise self._fault(
                event, f"the tag {shortened(str(event.tag))} is not used here; write the value without it"
            )
        if isinstance(event, yaml.ScalarEvent):
            return self._plain(event) if event.implicit[0] else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                items.append(self._value(inner, events, (*path, len(items))))
            return items
        return self._mapping(events, path)

    def _mapping(self, events: Iterator[Any], path: PlainPath) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        merged: list[Any] = []
        while not isinstance(inner := next(events), yaml.MappingEndEvent):
            if not isinstance(inner, yaml.ScalarEvent):
                raise self._fault(inner, "a key must be a word or a number, not a list, mapping or alias")
            key = str(inner.value)
            if key in entries:
                raise self._fault(inner, f"the key {shortened(key)} stands twice in one mapping")
            value = self._value(next(events), events, (*path, key))
            if key == "<<" and inner.implicit[0]:
                merged += value if isinstance(value, list) else [value]
                if not all(isinstance(part, dict) for part in merged):
                    raise self._fault(inner, "<< takes a mapping or a list of mappings")
                continue
            self._lines[(*path, key)] = _line_and_column(inner)
            entries[key] = value
        for part in merged:
            entries = part | entries
        return entries

    def _plain(self, event: Any) -> str | int | float | bool | None:
        word = event.value
        if word in ("", "~", "null", "Null", "NULL"):
            return None
        if boolean := _BOOLEAN.fullmatch(word):
            return boolean["yes"] is not None
        if _WHOLE.fullmatch(word):
            return int(word)
        if _NOT_A_NUMBER.fullmatch(word) or (_FLOAT.fullmatch(word) and not math.isfinite(float(word))):
            raise self._fault(event, f"{shortened(word)} is not a number that can be used")
        return float(word) if _FLOAT.fullmatch(word) else str(word)


def _line_and_column(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def dotted(path: PlainPath) -> str:
    """The path as people read it: players[0].name."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{shortened(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def shortened(text: str, most: int = 60) -> str:
    """The text on one line without control characters, cut to `most` characters, fit for a message."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: most + 1])
    return shown if len(text) <= most else shown[: most - 3] + "..."


def path_shown(path: Path) -> str:
    """The path, fit for a message: of a long one the end."""
    shown = shortened(str(path)[-MOST_PATH - 1 :], MOST_PATH + 1)
    return shown if len(shown) <= MOST_PATH else f"...{shown[4:]}"


def in_words(value: Any) -> str:
    """What a plain value is, in words."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes or no (true or false)"
        case int() | float():
            return f"the number {shortened(str(value), 20)}"
        case str():
            return f"the text {shortened(value, 30)!r}" if value else "an empty text"
        case list():
            return "a list"
        case _:
            return "a mapping (key: value)"


def unknown(word: str, known: Iterable[str], what: str = "key") -> str:
    """ "there is no key 'trat' here; did you mean trait?", or the list of what there is."""
    names = list(known)
    folded = {name.casefold(): name for name in reversed(names)}
    close = get_close_matches(word[:100].casefold(), folded, n=1, cutoff=0.6)
    hint = f"did you mean {folded[close[0]]}?" if close else ""
    if not hint:
        shown = ", ".join(names[:40]) + (" ..." if len(names) > 40 else "")
        hint = f"there is: {shown}" if names else "there is none at all"
    return f"there is no {what} {shortened(word)!r} here; {hint}"
