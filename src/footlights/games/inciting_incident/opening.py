"""How a story begins."""

from __future__ import annotations

from footlights.core import Refused
from footlights.games.inciting_incident.building import entered
from footlights.games.inciting_incident.clauses import ABL_01
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.rulings import checked
from footlights.games.inciting_incident.state import Setup, State

MOST_CHARACTERS = 30


def opening(setup: Setup) -> State:
    """The story before its first scene: Rising Tension 0 (RT-01), nobody hurt. Raises Refused when a ruling has no such
    value, or a sheet is not whole."""
    if len(setup.characters) > MOST_CHARACTERS:
        raise Refused(ABL_01.id, f"a story has at most {MOST_CHARACTERS} characters", "characters")
    state = State(rulings=checked(setup.rulings))
    for at, sheet in enumerate(setup.characters):
        state = fold(state, entered(state, sheet, f"characters[{at}]"))
    return state
