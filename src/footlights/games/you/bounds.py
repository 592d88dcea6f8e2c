"""Every counter of a character and the least and most it can be: what corrections keep to and no play ever breaks."""

from __future__ import annotations

from typing import Final

from footlights.games.you.state import State
from footlights.games.you.traits import (
    BURDENS,
    DEGREES,
    FULL_GROWTH,
    MOST_BURDENS,
    MOST_CONFIDENCE,
    MOST_INS,
    MOST_PENDING,
    TRAITS,
    TYPES,
    Character,
)

BOUNDS: Final[dict[tuple[int, int], tuple[str, ...]]] = {
    (0, MOST_INS): tuple(f"{kind} INS" for kind in TYPES),
    (0, MOST_BURDENS): BURDENS,
    (0, MOST_CONFIDENCE): ("Confidence",),
    (0, MOST_PENDING): ("INS to pick",),
    (-FULL_GROWTH, FULL_GROWTH): tuple(f"{trait} Growth" for trait in TRAITS),
    (1, len(DEGREES)): tuple(f"{trait} Degree" for trait in TRAITS),
}
"""The counters by their bounds (TRT-04, GRO-07). Growth below 0 is Down; Degrees are 1, 2, 3 from Rarely to
Often."""


def counters(character: Character) -> dict[str, int]:
    """What each counter is now."""
    return {
        **{f"{kind} INS": held for kind, held in zip(TYPES, character.ins, strict=True)},
        **dict(zip(BURDENS, character.burdens, strict=True)),
        "Confidence": character.confidence,
        "INS to pick": character.pending,
        **{f"{trait} Growth": rated.growth for trait, rated in character.rated()},
        **{f"{trait} Degree": DEGREES.index(rated.degree) + 1 for trait, rated in character.rated()},
    }


def faults(state: State) -> list[str]:
    """One sentence for each bound that a state breaks: none, in any state that can be reached."""
    return [
        f"{character.name} has {value} {name}; it is {lo} to {hi}"
        for character in state.characters
        for (lo, hi), group in BOUNDS.items()
        for name, value in counters(character).items()
        if name in group and not lo <= value <= hi
    ]
