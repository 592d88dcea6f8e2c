"""Golden plays: a game as a text that people read, with every command and every line of the chronicle.

A play begins with its setup in YAML, up to a line of dashes. Then each line is a heading ("# ..."), a command
("Ana: draft {trait: Boldness}"), or, indented, what came of the command before it. `python -m tests.golden.plays`
writes the indented lines anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from footlights.core import Refused
from footlights.games import load
from footlights.written import read_yaml

PLAYS = Path(__file__).parent / "plays"
RULE = "-" * 72


def played(text: str, name: str) -> str:
    """The text with what comes of its commands as the rules have it now."""
    head, _, rest = text.partition(f"{RULE}\n")
    setup = dict(read_yaml(head, name).value)
    system = load(setup.pop("game"))
    state = system.opening(msgspec.convert(setup, system.setup))
    lines: list[str] = []
    for line in rest.splitlines():
        if line.startswith("    "):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            seat, _, order = line.partition(": ")
            kind, _, fields = order.partition(" ")
            said, state = _done(system, state, seat, {"type": kind, **_fields(fields, name)})
            lines += [f"    {sentence}" for sentence in said]
    return f"{head}{RULE}\n" + "\n".join(lines) + "\n"


def _fields(text: str, name: str) -> dict[str, Any]:
    return dict(read_yaml(text, name).value) if text else {}


def _done(system: Any, state: Any, seat: str, order: dict[str, Any]) -> tuple[list[str], Any]:
    """What a command leads to, in words, and the state after it."""
    try:
        events = system.decide(state, seat, msgspec.convert(order, system.commands))
    except Refused as refused:
        return [f"refused: {refused}"], state
    said = []
    for event in events:
        if sentence := system.say(event):
            said.append(f"{sentence} [{event.because}]")
        state = system.evolve(state, event)
    return said, state


def plays() -> Iterator[Path]:
    """The files, in order."""
    yield from sorted(PLAYS.glob("*.txt"))


if __name__ == "__main__":
    for path in plays():
        path.write_text(played(path.read_text("utf-8"), path.name), "utf-8")
