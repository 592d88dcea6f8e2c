"""One whole action of Inciting Incident, from draft to what a seat sees, against the text of one roll by d20."""

from collections.abc import Iterator
from itertools import cycle

import d20

from bench.timing import Measure, Peer, compare
from footlights.core import DICE, GM, Seat
from footlights.games.inciting_incident import SYSTEM
from footlights.games.inciting_incident.characters import Abilities, Character, Talent
from footlights.games.inciting_incident.commands import (
    AddObstacle,
    AddTrigger,
    AnyCommand,
    Commit,
    Regular,
    Rule,
    StartScene,
    Throw,
)
from footlights.games.inciting_incident.opening import opening
from footlights.games.inciting_incident.state import Setup, State

CAST = ("Ana", "Ben", "Cid")

THROWS = cycle(
    [
        ((4,), (6, 3), (2,), (5,), (1,), (7,), (3,)),
        ((1,), (2,), (1,), (3,), (1,), (2,), (4,)),
        ((6, 6, 2), (5,), (4,), (4,), (3,), (8, 1), (6,)),
    ]
)
"""5d6 and 2d8: a success that explodes, a failure that fires a Trigger, a great success."""

BEFORE: tuple[tuple[Seat, AnyCommand], ...] = (
    ("Ana", Regular("Climb", saying="Straight up the chimney.")),
    (GM, Rule("Ana")),
    ("Ana", Commit()),
)


def played(state: State, by: Seat, command: AnyCommand) -> State:
    """The state after a command."""
    for event in SYSTEM.decide(state, by, command):
        state = SYSTEM.evolve(state, event)
    return state


def measures() -> Iterator[Measure]:
    talents = (Talent("Climb", "Fortitude", 6), Talent("Haggle", "Perseverance", 3))
    sheets = tuple(Character(name, "", Abilities(6, 4, 3), talents) for name in CAST)
    start = opening(Setup(characters=sheets))
    start = played(start, GM, StartScene("action", CAST))
    start = played(start, GM, AddTrigger("Collapse", "every", 5, shown="open"))
    start = played(start, GM, AddObstacle("complex", obstruction=30, attempts=2))

    def action() -> object:
        """Every command decided, every event folded, and one seat's view at the end."""
        state = start
        for by, command in (*BEFORE, (DICE, Throw(next(THROWS)))):
            for event in SYSTEM.decide(state, by, command):
                state = SYSTEM.evolve(state, event)
        return SYSTEM.view(state, "Ana")

    d20.roll("5d6e6+2d8e8")  # its parse cache is warm
    peer = Peer("d20, text of 5d6e6+2d8e8", lambda: str(d20.roll("5d6e6+2d8e8")), 1)
    yield from compare("Inciting Incident: a whole action, draft to view", action, peer)
