"""Temptation: what becomes of the Impulse (TMP). A Temptation Check is drafted in drafts.py and rolled like any other
(TMP-04)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from footlights.core import Outcome, Seat
from footlights.games.you.clauses import TMP_05, TMP_06
from footlights.games.you.state import Course, Event, Impulse, State


class ImpulseSettled(Event, frozen=True, tag="impulse_settled"):
    """An Impulse is resisted, or acted on."""

    who: Seat
    impulse: Impulse

    def apply(self, state: State) -> State:
        """Part of how the check ended."""
        assert state.finished is not None
        return replace(state, finished=replace(state.finished, impulse=self.impulse))

    def say(self) -> str:
        """The sentence."""
        resists = self.impulse == "resists"
        return f"{self.who} resists the Impulse." if resists else f"{self.who} must act on the Impulse."

    def outcomes(self) -> Sequence[Outcome]:
        """Whether it is resisted."""
        resists = self.impulse == "resists"
        label = f"{self.who} {'resists' if resists else 'acts on'} the Impulse"
        return [Outcome(f"impulse:{self.who}:{self.impulse}", label, bad=not resists)]


def settle_impulse(course: Course, who: Seat, resisted: bool) -> None:
    """The last thing of a Temptation Check: it is resisted (TMP-05), or acted on even by somebody whom this roll has
    Incapacitated (TMP-06)."""
    if resisted:
        course.happen(ImpulseSettled(who=who, impulse="resists", because=TMP_05.id))
    else:
        course.happen(ImpulseSettled(who=who, impulse="acts", because=TMP_06.id))
