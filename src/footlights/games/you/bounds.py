"""Which bounds of the rules a state breaks: none, in any state that can be reached."""

from __future__ import annotations

from collections.abc import Iterator

from footlights.games.you.state import State
from footlights.games.you.traits import (
    FULL_GROWTH,
    MOST_BURDENS,
    MOST_CONFIDENCE,
    MOST_INS,
    TRAITS,
    TYPES,
    Character,
)


def faults(state: State) -> list[str]:
    """One sentence for each bound that is broken (TRT-04, GRO-07)."""
    return [fault for character in state.characters for fault in _faults(character)]


def _faults(character: Character) -> Iterator[str]:
    bounds = [
        *((f"{kind} INS", held, 0, MOST_INS) for kind, held in zip(TYPES, character.ins, strict=True)),
        *(
            (f"{kind} Burdens", held, 0, MOST_BURDENS)
            for kind, held in zip(TYPES, character.burdens, strict=True)
        ),
        ("Confidence", character.confidence, 0, MOST_CONFIDENCE),
        ("INS to pick", character.pending, 0, character.asked_ins),
        *((f"{t} Growth", rated.growth, -FULL_GROWTH, FULL_GROWTH) for t, rated in character.rated()),
    ]
    for name, value, lo, hi in bounds:
        if not lo <= value <= hi:
            yield f"{character.name} has {value} {name}; it is {lo} to {hi}"
    if len(character.traits) != len(TRAITS):
        yield f"{character.name} has {len(character.traits)} Traits; it is {len(TRAITS)}"
