"""Confidence: added to every roll, earned by Growth, lost by Incapacitation (CNF)."""

from __future__ import annotations

from msgspec.structs import replace

from footlights.core import Seat
from footlights.games.you.clauses import CNF_02, CNF_04
from footlights.games.you.state import Course, Event, State
from footlights.games.you.traits import MOST_CONFIDENCE


class ConfidenceEarned(Event, frozen=True, tag="confidence_earned"):
    """Somebody has one more."""

    who: Seat

    def apply(self, state: State) -> State:
        """Counted as held and as earned (CNF-03)."""
        character = state.character(self.who)
        return state.with_character(
            replace(
                character,
                confidence=character.confidence + 1,
                confidence_earned=character.confidence_earned + 1,
            )
        )

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} earns 1 Confidence."


class ConfidenceLost(Event, frozen=True, tag="confidence_lost"):
    """Somebody has one less."""

    who: Seat

    def apply(self, state: State) -> State:
        """What was earned stays counted as earned (CNF-03)."""
        character = state.character(self.who)
        return state.with_character(replace(character, confidence=character.confidence - 1))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who} loses 1 Confidence."


def earn_confidence(course: Course, who: Seat) -> None:
    """One more for a Degree that has moved (CNF-02), unless there is no more to be had (CNF-03, GRO-10)."""
    character = course.state.character(who)
    lifetime = course.state.rulings.confidence_cap == "lifetime"
    spent = max(character.confidence, character.confidence_earned if lifetime else 0)
    if spent < MOST_CONFIDENCE:
        course.happen(ConfidenceEarned(who=who, because=CNF_02.id))


def lose_confidence(course: Course, who: Seat) -> None:
    """One less (CNF-04): nothing but Incapacitation does this."""
    course.happen(ConfidenceLost(who=who, because=CNF_04.id))
