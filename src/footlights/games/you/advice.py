"""What helps while a check is built: its five results at a glance, and what a form begins with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from footlights.core import GM, Chance, Outcome, Seat, sure
from footlights.games.you.checks import Commit
from footlights.games.you.drafts import DraftCheck
from footlights.games.you.moves import AnyCommand
from footlights.games.you.odds import results
from footlights.games.you.results import PASSES
from footlights.games.you.state import Draft, Result, State
from footlights.games.you.words import RESULTS


def glance(state: State) -> tuple[Chance, ...]:
    """The five results of the open check, worst first, and the chance to pass; empty once its dice have fallen."""
    check = state.check
    if check is None or check.faces:
        return ()
    odds = results(check.modifier, check.mode, state.rulings.nat_scope)._asdict()
    found = [sure(_result(result), odds[result]) for result in RESULTS]
    passed = sum((odds[result] for result in PASSES), Fraction(0))
    return (*found, sure(Outcome("passed", f"{check.by} passes"), passed))


def _result(result: Result) -> Outcome:
    return Outcome(f"result:{result}", RESULTS[result], bad=result not in PASSES)


def begun(state: State, seat: Seat, kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The own draft for the form that changes it, the ruling as it stands for the form that changes that."""
    if kind == "draft":
        draft = state.draft(seat)
        return {} if draft is None or draft.trait is None else _answers(draft)
    if kind == "rule" and seat == GM:
        ruled = next(
            (d.ruled for d in state.drafts if d.by == given.get("who") or len(state.drafts) == 1), None
        )
        if ruled is not None:
            said = {"mode": ruled.mode, "note": ruled.note, "approve": ruled.approved}
            return said | ({"reservation": ruled.reservation} if ruled.approved else {})
    return {}


def _answers(draft: Draft) -> dict[str, Any]:
    """A draft as the answers that it was made of."""
    return {
        "kind": draft.kind,
        "trait": draft.trait,
        "saying": draft.saying,
        "reservation": draft.reservation,
        "assist": tuple(ask.helper for ask in draft.asks),
        "target": draft.target,
        "relieves": draft.relieves,
        "burden": draft.burden,
    }


def ways(state: State, seat: Seat) -> dict[str, AnyCommand]:
    """The draft itself: committed where the GM has ruled, else made once more."""
    draft = state.draft(seat)
    if draft is None or draft.trait is None:
        return {}
    if draft.ruled is not None:
        return {f"Roll {draft.trait}": Commit()}
    return {f"Roll {draft.trait}": DraftCheck(**_answers(draft))}
