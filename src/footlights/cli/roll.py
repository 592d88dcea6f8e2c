"""`footlights roll`: dice thrown here and now, every face shown."""

from __future__ import annotations

from footlights.cli.screen import show, show_json
from footlights.cli.shell import FINE
from footlights.dice import throw
from footlights.dice.notation import parse, render, to_notation
from footlights.table.dicebox import OsDice, SeededDice


def roll(notation: str, times: int, seed: int | None, *, as_json: bool) -> int:
    """Roll and print each roll: dropped dice struck out, exploded ones marked. Raises BadNotation."""
    dice = parse(notation)
    box = OsDice() if seed is None else SeededDice(seed)
    rolls = [throw(dice.pool, box.source(number)) for number in range(1, times + 1)]
    if as_json:
        read = [(faces, dice.read(faces)) for faces in rolls]
        shown = [{"total": reading.total, "faces": faces, "kept": reading.kept} for faces, reading in read]
        show_json({"notation": to_notation(dice), "rolls": shown})
    else:
        for faces in rolls:
            show(render(dice, faces))
    return FINE
