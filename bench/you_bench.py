"""One whole action of YOU, from draft to what a seat sees after it, against the text of one roll by d20."""

from collections.abc import Iterator
from itertools import cycle

import d20

from bench.timing import Measure, Peer, compare
from footlights.core import DICE, GM, Seat
from footlights.games.you import SYSTEM
from footlights.games.you.characters import Setup, Sheet, SheetTrait, opening
from footlights.games.you.checks import Commit, Throw
from footlights.games.you.drafts import DraftCheck, Rule
from footlights.games.you.moves import AnyCommand
from footlights.games.you.rulings import Rulings
from footlights.games.you.traits import TRAITS

THROWS = cycle([((5,), (17,)), ((3,), (6,)), ((8,), (2,)), ((20,), (4,))])
"""A success, a failure, a partial success and a natural 20."""

BEFORE: tuple[tuple[Seat, AnyCommand], ...] = (
    ("Ana", DraftCheck(trait="Boldness", saying="I leap.")),
    (GM, Rule("Ana", mode="ADV")),
    ("Ana", Commit(3)),
)


def measures() -> Iterator[Measure]:
    traits = {trait: SheetTrait("Often", "I hold back.", "I cannot help it.") for trait in TRAITS}
    sheets = tuple(Sheet(name, traits) for name in ("Ana", "Ben", "Cid"))
    start = opening(Setup(sheets, Rulings(start_ins=3)))

    def action() -> object:
        """Every command decided, every event folded, and one seat's view at the end."""
        state = start
        for by, command in (*BEFORE, (DICE, Throw(next(THROWS)))):
            for event in SYSTEM.decide(state, by, command):
                state = SYSTEM.evolve(state, event)
        return SYSTEM.view(state, "Ana")

    d20.roll("2d20kh1+3")  # its parse cache is warm
    peer = Peer("d20, text of 2d20kh1+3", lambda: str(d20.roll("2d20kh1+3")), 1 / 3)
    yield from compare("YOU: a whole action, draft to view", action, peer)
