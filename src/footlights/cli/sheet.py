"""`footlights sheet`: a character's sheet, checked and printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from footlights.cli.play.ink import Lines, inked
from footlights.cli.play.panels import drawn
from footlights.cli.screen import console, show, show_json
from footlights.cli.shell import FINE, WrongUse
from footlights.core import Panel, Refused, System
from footlights.games import load, names
from footlights.table.saves import FORM, SavedCharacter, import_character
from footlights.table.setting import field_path, struct
from footlights.table.sheets import alone, characters_field, leaves, part_at, plain, remarks, summary
from footlights.written import PlainPath, Written, in_words, read_file


def sheet(file: Path, game: str | None, *, as_json: bool) -> int:
    """Check the sheet and print it as it stands when play begins.

    Raises Malformed with the place of every fault, WrongUse when the file does not say which game it is of.
    """
    system, character = character_in(read_file(file), game)
    if as_json:
        show_json(SavedCharacter(footlights=FORM, game=system.name, character=character))
    else:
        for line in _drawn(system, character, console().width):
            show(line)
    return FINE


def character_in(file: Written, game: str | None = None) -> tuple[System, Any]:
    """The game and the sheet in a file: a sheet alone, or one that Footlights exported. Raises as `sheet` does."""
    if not (isinstance(file.value, dict) and "footlights" in file.value):
        system = load(game) if game is not None else _recognised(file)
        return system, checked(system, file)
    system, _ = import_character(file)
    if game not in (None, system.name):
        raise file.fault(("game",), f"this is a character of {system.title}, not of {game}")
    return system, checked(system, file, ("character",))


def checked(system: System, file: Written, path: PlainPath = ()) -> Any:
    """The sheet that stands at `path`. Raises Malformed with every fault of form or, when there is none, with what the
    rules refuse."""
    character = struct(file, path, system.sheet, file.at(path))
    try:
        system.opening(alone(system, character))
    except Refused as refused:
        where, characters = field_path(refused.field), characters_field(system)
        if where != (characters,):  # else it is no fault of the sheet that it is alone
            inside = where[2:] if where[:2] == (characters, 0) else ()
            raise file.fault((*path, *inside), str(refused)) from None
    return character


def _recognised(file: Written) -> System:
    """The installed game whose sheets have most of the keys that stand here."""
    if not isinstance(file.value, dict):
        raise file.fault((), f"a sheet is a mapping (name: ...), this is {in_words(file.value)}")
    systems = [load(name) for name in names()]
    scores = [len(file.value.keys() & set(system.sheet.__struct_encode_fields__)) for system in systems]
    best = [system for system, score in zip(systems, scores, strict=True) if score == max(scores)]
    if len(best) != 1:
        raise WrongUse(
            f"{file.name}: it does not say which game it is of; add --game {' or --game '.join(names())}"
        )
    return best[0]


def _drawn(system: System, character: Any, width: int) -> Lines:
    """The sheet as its own player sees it when play begins, and what the GM is told of it; line by line where nobody
    can begin alone."""
    try:
        state = system.opening(alone(system, character))
    except Refused:
        lines = plain(character)
        return [inked(f"{leaf.label}  {summary(part_at(lines, leaf))}") for leaf in leaves(system.sheet)]
    panels = system.panels(system.view(state, character.name))
    sheet = drawn([panel for panel in panels if panel.place == "sheet"], width)
    return [*sheet, *remarked(system, character, width)]


def remarked(system: System, character: Any, width: int) -> Lines:
    """What the GM is told of a sheet that the rules allow but do not expect: points over a budget, and the like."""
    return drawn([Panel("remarks", "", remarks(system, character))], width)
