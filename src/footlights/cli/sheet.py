"""`footlights sheet`: a character's sheet, checked and printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from footlights.cli.builder import blank, leaves, part_at, plain, put, summary
from footlights.cli.play.ink import Lines, inked
from footlights.cli.play.panels import drawn
from footlights.cli.screen import console, show, show_json
from footlights.cli.shell import FINE, WrongUse
from footlights.core import GM, Note, Offer, Panel, Refused, Sheet, System
from footlights.games import load, names
from footlights.table.saves import FORM, SavedCharacter, import_character
from footlights.table.setting import field_path, struct
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
        system.opening(_alone(system, character))
    except Refused as refused:
        where, characters = field_path(refused.field), characters_field(system)
        if where != (characters,):  # else it is no fault of the sheet that it is alone
            inside = where[2:] if where[:2] == (characters, 0) else ()
            raise file.fault((*path, *inside), str(refused)) from None
    return character


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
    try:
        msgspec.convert(field.example, system.sheet)
    except msgspec.ValidationError:
        return False
    return True


def characters_field(system: System) -> str:
    """What the game's setup calls the characters it starts with."""
    for field in msgspec.structs.fields(system.setup):
        if system.sheet in get_args(field.type):
            return field.encode_name
    raise TypeError(f"the setup of {system.name} has no field for its sheets")


def _alone(system: System, character: Any) -> Any:
    return msgspec.convert({characters_field(system): [plain(character)]}, system.setup)


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
        state = system.opening(_alone(system, character))
    except Refused:
        lines = plain(character)
        return [inked(f"{leaf.label}  {summary(part_at(lines, leaf))}") for leaf in leaves(system.sheet)]
    panels = system.panels(system.view(state, character.name))
    sheet = drawn([panel for panel in panels if panel.place == "sheet"], width)
    return [*sheet, *remarked(system, character, width)]


def remarked(system: System, character: Any, width: int) -> Lines:
    """What the GM is told of a sheet that the rules allow but do not expect: points over a budget, and the like."""
    try:
        state = system.opening(_alone(system, character))
    except Refused:
        return []
    notes = [
        line
        for panel in system.panels(system.view(state, GM))
        for line in panel.lines
        if isinstance(line, Note) and line.tone in ("owed", "bad")
    ]
    return drawn([Panel("remarks", "", tuple(notes))], width)
