"""A sheet filled in at the screen, line by line, from nothing but its type. What stands above every question says how
the whole looks now, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from footlights.cli.play.ink import inked, wrapped
from footlights.cli.play.questions import Above, Amiss, Back, Choice, Pick, Write, numbered
from footlights.cli.play.stage import Stage
from footlights.table.sheets import blank, kind_of, leaves, part_at, put, structs, summary
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
                helped = Builder(self.stage, _told(leaf.help, self.above))
                changed = await helped.changed(f"{title}: {leaf.label}", leaf.kind, part_at(value, leaf))
            except Back:
                at = picked
                continue
            put(value, leaf.path, changed)

    async def changed(self, title: str, kind: Any, value: Any) -> Any:
        """What is to stand there instead. Raises Back."""
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return await self.changed(title, inner[0], value)
        if kinds := structs(kind):
            which = await self._which(title, kinds, value)
            value = value if kind_of(value, kinds) == which else blank(kinds[which])
            await self.build(title, kinds[which], value)
            return value
        if origin is Literal:
            at = inner.index(value) if value in inner else 0
            return await self.stage.ask(
                Pick(title, numbered(Choice(o, str(o)) for o in inner), self.above, at=at)
            )
        if origin in (tuple, list) and structs(inner[0]):
            await self._listed(title, structs(inner[0]), value)
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
        which: int = await self.stage.ask(Pick(title, choices, self.above, at=kind_of(value, kinds)))
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
                kind = kinds[kind_of(value[picked], kinds)]
                whole, _, listed = title.rpartition(": ")
                part = f"{whole}: {_one_of(listed, picked)}"
                stays = await self.build(part, kind, value[picked], removable=True)
            except Back:
                continue
            if not stays:
                del value[picked]


def _told(help: str, above: Above) -> Above:
    """What a line is for, and then what stands above every question."""
    return lambda width: [*(wrapped(inked(help, "dim"), width) if help else ()), *above(width)]


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
