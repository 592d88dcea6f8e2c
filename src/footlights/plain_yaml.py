"""YAML as people may write it here: plain values, one document, and every mapping and list knows its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import yaml

MOST_VALUES: Final = 200_000
DEEPEST: Final = 60

_READER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SCALARS: Final = {f"tag:yaml.org,2002:{kind}" for kind in ("null", "bool", "int", "float", "str")}
_TEXTS: Final = {f"tag:yaml.org,2002:{kind}" for kind in ("timestamp", "value", "merge")}
_MERGE: Final = "<<"


class YamlFault(ValueError):
    """A text that is not plain YAML. `line` counts from 1; the message says what would be right."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class Block(dict[str, Any]):
    """A mapping, its keys as they are written, with the line it begins on and the line of each key."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        """The line of that key; of the whole mapping when it has no such key."""
        return self.lines.get(key, self.line)


class Listed(list[Any]):
    """A list, with the line of each entry."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []

    def line_of(self, index: int) -> int:
        """The line of that entry."""
        return self.lines[index]


def read_yaml(text: str) -> Any:
    """The one document in `text` as None, bool, int, float, str, Listed and Block.

    Raises YamlFault for what is not YAML, for a key that comes twice, for tags other than the plain ones, for
    aliases inside what they name, beyond 200,000 values (aliases counted as often as they stand) and beyond
    60 levels.
    """
    try:
        return _Reading(yaml.parse(text, Loader=_READER)).document()
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        raise YamlFault(f"this is not YAML: {fault.problem or fault}", mark.line + 1 if mark else 1) from None
    except yaml.YAMLError as fault:
        raise YamlFault(f"this is not YAML: {str(fault).splitlines()[0]}", 1) from None


class _Reading:
    """Builds values from parser events; counts what it builds, so that a small text cannot grow large."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._scalars: Any = yaml.SafeLoader("")
        self._built = 0
        self._depth = 0

    def document(self) -> Any:
        next(self._events)  # the start of the stream
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            return None
        value = self._value(next(self._events))
        next(self._events)  # the end of the document
        if not isinstance(event := next(self._events), yaml.StreamEndEvent):
            raise YamlFault("a second document begins here; a file has one", _line(event))
        return value

    def _value(self, event: Any) -> Any:
        self._count(1, event)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise YamlFault(f"*{event.anchor} names nothing that is finished above it", _line(event))
            value, size = self._anchors[event.anchor]
            self._count(size, event)
            return value
        before = self._built
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event)
        else:
            self._depth += 1
            if self._depth > DEEPEST:
                raise YamlFault(f"nested more than {DEEPEST} levels deep", _line(event))
            value = self._listed(event) if isinstance(event, yaml.SequenceStartEvent) else self._block(event)
            self._depth -= 1
        if event.anchor:
            self._anchors[event.anchor] = value, self._built - before
        return value

    def _count(self, more: int, event: Any) -> None:
        self._built += more
        if self._built > MOST_VALUES:
            raise YamlFault(f"more than {MOST_VALUES:,} values, aliases included", _line(event))

    def _scalar(self, event: Any) -> Any:
        tag = event.tag if event.tag and event.tag != "!" else None
        if tag is None:
            implicit = (event.implicit[0] and event.tag is None, event.implicit[1])
            tag = self._scalars.resolve(yaml.ScalarNode, event.value, implicit)
        if tag in _TEXTS:
            return event.value
        if tag not in _SCALARS:
            raise YamlFault(f"the tag {tag!r} is not used here; write a plain value", _line(event))
        try:
            return self._scalars.construct_object(yaml.ScalarNode(tag, event.value), deep=True)
        except (ValueError, KeyError):
            shown = event.value[:40]
            raise YamlFault(f"{shown!r} is not a value of its kind", _line(event)) from None

    def _listed(self, start: Any) -> Listed:
        _untagged(start, "seq")
        listed = Listed(_line(start))
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            listed.lines.append(_line(event))
            listed.append(self._value(event))
        return listed

    def _block(self, start: Any) -> Block:
        _untagged(start, "map")
        block, merged = Block(_line(start)), []
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise YamlFault("a key must be plain text", _line(event))
            key, line = event.value, _line(event)
            value = self._value(next(self._events))
            if key == _MERGE and event.implicit[0]:
                merged += [(part, line) for part in (value if isinstance(value, Listed) else [value])]
            elif key in block:
                shown = key if len(key) <= 40 else key[:37] + "..."
                raise YamlFault(
                    f"the key {shown!r} comes twice; the first is on line {block.lines[key]}", line
                )
            else:
                block[key], block.lines[key] = value, line
        for part, line in merged:
            if not isinstance(part, Block):
                raise YamlFault("<< takes a mapping, or a list of mappings", line)
            for key in part:
                if key not in block:
                    block[key], block.lines[key] = part[key], part.lines[key]
        return block


def _untagged(event: Any, kind: str) -> None:
    if event.tag not in (None, "!", f"tag:yaml.org,2002:{kind}"):
        raise YamlFault(f"the tag {event.tag!r} is not used here", _line(event))


def _line(event: Any) -> int:
    line: int = event.start_mark.line
    return line + 1
