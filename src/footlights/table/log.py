"""How commands and events are written down, and read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec

from footlights.core import Refused, System
from footlights.dice import Throw
from footlights.store import Row, StoreTrouble
from footlights.table.events import Happening
from footlights.table.orders import Ordered


def tags(union: Any) -> dict[str, type[msgspec.Struct]]:
    """The structs of a tagged union by their stored tags."""
    return {kind.__struct_config__.tag: kind for kind in get_args(union) or (union,)}


THROW: Final = "throw"
"""The kind of the one command that dice are answered with."""

UNREADABLE: Final = (msgspec.MsgspecError, LookupError, TypeError, ValueError)
"""What decoding may raise, upcasts included."""

TABLE_COMMANDS = tags(Ordered)
TABLE_EVENTS = frozenset(get_args(Happening))


def damaged(row: Row, fault: Exception, what: str = "row") -> StoreTrouble:
    """The trouble with a row that this release cannot make sense of."""
    remedy = "It was written by a newer release, or the save is damaged; use that release, or a copy."
    return StoreTrouble(f"{what} {row.seq} cannot be read ({fault!r:.200})", f"table {row.table}", remedy)


def kind_of(value: Any) -> str:
    """The stored tag of a command or an event."""
    tag: str = value.__struct_config__.tag
    return tag


class Log:
    """The stored form of one game's commands and events, the table's own among them.

    Raises TypeError when a game uses a tag of the table.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._commands = tags(system.commands)
        if taken := sorted(self._commands.keys() & TABLE_COMMANDS.keys()):
            raise TypeError(f"{system.name} has commands called as the table's are: {', '.join(taken)}")
        self._known = {**self._commands, **TABLE_COMMANDS}
        kinds: Any = system.events | Happening
        self._events: msgspec.json.Decoder[list[Any]] = msgspec.json.Decoder(list[kinds])
        self._event: msgspec.json.Decoder[Any] = msgspec.json.Decoder(kinds)
        self.encode = msgspec.json.Encoder().encode

    def written(self, value: Any) -> bytes:
        """The JSON of a command or of events. Raises Refused for what JSON cannot hold."""
        try:
            return self.encode(value)
        except (UnicodeEncodeError, RecursionError) as fault:
            raise Refused("", f"this cannot be written down: {fault}") from None

    def command(self, given: Any) -> msgspec.Struct:
        """The command struct of what was ordered: itself, or built from the JSON object of one. Raises Refused."""
        known = self._known
        if isinstance(given, msgspec.Struct):
            if type(given) not in known.values():
                raise Refused("", f"{type(given).__name__} is no command of {self._system.title}")
            return given
        kind = given.get("type") if isinstance(given, Mapping) else None
        if not isinstance(kind, str) or kind not in known:
            raise Refused(
                "", f"there is no command {str(kind)[:60]!r}; there are: {', '.join(sorted(known))}", "type"
            )
        try:
            return msgspec.convert(given, known[kind])
        except (msgspec.ValidationError, RecursionError) as misfit:
            raise Refused("", f"this is no {kind}: {misfit}") from None

    def setup(self, given: Any) -> Any:
        """What the game starts from, built from its JSON object. Raises Refused."""
        if isinstance(given, self._system.setup):
            return given
        try:
            return msgspec.convert(given, self._system.setup)
        except (msgspec.ValidationError, RecursionError) as misfit:
            raise Refused("", f"this is no start for {self._system.title}: {misfit}", "setup") from None

    def throw(self, faces: Throw) -> Any:
        """The command that dice are answered with."""
        return self._commands[THROW](faces=faces)

    def ordered(self, row: Row) -> Any:
        """The command of a row. Raises StoreTrouble naming the row when it cannot be read."""
        try:
            return msgspec.json.decode(row.command, type=self._known[self.kind(row)])
        except UNREADABLE as fault:
            raise damaged(row, fault, "the command of row") from fault

    def kind(self, row: Row) -> str:
        """The stored tag of the command of a row."""
        return row.command.split(b'"', 4)[3].decode()

    def events(self, row: Row) -> list[Any]:
        """The events of a row. Raises StoreTrouble naming the row where something cannot be read."""
        try:
            return self._events.decode(row.events)
        except msgspec.DecodeError:
            pass
        try:
            return [self.event(plain) for plain in msgspec.json.decode(row.events)]
        except UNREADABLE as fault:
            raise damaged(row, fault) from fault

    def event(self, plain: Any) -> Any:
        """The event of a JSON object; one of an earlier release is lifted until its kind is a present one. Raises
        msgspec.ValidationError, or whatever a pure upcast raises on what it does not know."""
        try:
            return self._event.decode(self.encode(plain))
        except msgspec.ValidationError:
            lifted: set[str] = set()
            while (tag := plain["type"]) in self._system.upcasts and tag not in lifted:
                lifted.add(tag)
                plain = self._system.upcasts[tag](plain)
            if not lifted:
                raise
            return self._event.decode(self.encode(plain))
