"""The results of a check, in order: natural face or band, Burdens, awards, Growth, and what follows (RES, TIM)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from footlights.core import Clause, Outcome, Seat
from footlights.games.you.burdens import afflict, recover
from footlights.games.you.clauses import (
    AST_03,
    RES_02,
    RES_03,
    RES_04,
    RES_05,
    RES_06,
    RES_09,
    RSV_02,
    TMP_05,
)
from footlights.games.you.growth import Direction, earn_growth, spend_by_itself
from footlights.games.you.incapacitation import release
from footlights.games.you.inspiration import award
from footlights.games.you.odds import FAILURE_TO, PARTIAL_TO
from footlights.games.you.rolling import natural
from footlights.games.you.rulings import Rulings
from footlights.games.you.state import Check, Course, Event, Finished, Result, State, every_player
from footlights.games.you.temptation import settle_impulse
from footlights.games.you.traits import FAMILY, TYPES, Trait
from footlights.games.you.words import RESULTS

CAUSE: Final[dict[Result, Clause]] = {
    "crit_failure": RES_02,
    "failure": RES_03,
    "partial": RES_04,
    "success": RES_05,
    "crit_success": RES_06,
}
PASSES: Final = frozenset[Result]({"partial", "success", "crit_success"})


class CheckFinished(Event, frozen=True, tag="check_finished"):
    """The result of the open check; what it brings comes after."""

    who: Seat
    trait: Trait
    faces: tuple[int, ...]
    kept: int
    modifier: int
    total: int
    result: Result
    passed: bool

    def apply(self, state: State) -> State:
        """No check is open any more."""
        finished = Finished(self.who, self.trait, self.faces, self.kept, self.total, self.result, self.passed)
        return replace(state, check=None, finished=finished)

    def say(self) -> str:
        """The sentence."""
        sum_ = f"{self.kept} {'-' if self.modifier < 0 else '+'} {abs(self.modifier)} = {self.total}"
        return f"{self.who}'s {self.trait}: {sum_}. {RESULTS[self.result]}."

    def outcomes(self) -> Sequence[Outcome]:
        """The result, and whether it passes."""
        result = Outcome(f"result:{self.result}", RESULTS[self.result], bad=not self.passed)
        if self.passed:
            return [result, Outcome("passed", f"{self.who} passes")]
        return [result, Outcome("failed", f"{self.who} fails", bad=True)]


def result_of(total: int, natural_face: int | None) -> Result:
    """The natural face first (RES-01), whatever the total (RES-07); then 10 or less, 11 to 14, or more."""
    if natural_face is not None:
        return "crit_failure" if natural_face == 1 else "crit_success"
    if total <= FAILURE_TO:
        return "failure"
    return "partial" if total <= PARTIAL_TO else "success"


def finish(course: Course) -> None:
    """Everything that the fallen dice of the open check bring, in order (TIM-01). A Temptation Check is read alike, but
    by ruling it hands out no Burdens (TMP-07)."""
    check, rulings = course.state.check, course.state.rulings
    assert check is not None
    total = check.kept + check.modifier
    result = result_of(total, natural(check.kept, check.faces, rulings.nat_scope))
    course.happen(
        CheckFinished(
            who=check.by,
            trait=check.trait,
            faces=check.faces,
            kept=check.kept,
            modifier=check.modifier,
            total=total,
            result=result,
            passed=result in PASSES,
            because=CAUSE[result].id,
        )
    )
    if check.kind == "trait" or rulings.temptation_burdens == "yes":
        _hand_out_burdens(course, check, result)
    won = _is_won(result, rulings)
    growth = _growth(check) if won else []
    if won:
        _award(course, check, result)
        earn_growth(course, check.by, check.trait, growth)
    if check.kind == "temptation":
        settle_impulse(course, check.by, resisted=won)
    elif won:
        _help_others(course, check)
    if growth:
        spend_by_itself(course, check.by, check.trait)


def _growth(check: Check) -> list[Direction]:
    """What a pass earns: Up with a Reservation (RSV-03), Down for a Temptation (TMP-05). A fail earns none (RSV-04)."""
    up: list[Direction] = ["up"] if check.reservation else []
    return [*up, "down"] if check.kind == "temptation" else up


def _is_won(result: Result, rulings: Rulings) -> bool:
    """Whether the result earns what a success earns (RES-08), even if it has Incapacitated its roller (INC-10); a
    Temptation is resisted by the same measure (TMP-08)."""
    return result in PASSES and (result != "partial" or rulings.partial_is_success == "yes")


def _hand_out_burdens(course: Course, check: Check, result: Result) -> None:
    """One Burden to the roller of a Failure (RES-03) or Partial Success (RES-04), one to the helpers of a Failure
    (AST-03) but not of a Partial (AST-04), one to every player on a Critical Failure (RES-02), worked out one by one
    (INC-09). Two only by ruling, never three (RES-09)."""
    rulings, place = course.state.rulings, FAMILY[check.trait]
    if result in ("failure", "partial"):
        afflict(course, check.by, place, CAUSE[result])
    if result == "failure":
        for helper in check.helpers:
            afflict(course, helper, place, AST_03)
    if result == "crit_failure":
        stacks = rulings.assist_crit_stack == "yes" and bool(check.helpers)
        twice = set(check.helpers) if stacks else set()
        if stacks or rulings.crit_fail_roller_extra == "yes":
            twice.add(check.by)
        for who in every_player(course.state, (check.by, *check.helpers)):
            afflict(course, who, place, RES_02)
            if who in twice:
                afflict(course, who, place, AST_03 if stacks else RES_09)


def _award(course: Course, check: Check, result: Result) -> None:
    """1 INS of the Trait's type to every other player for a natural 20, a Reservation, a Temptation (INS-10), two
    of which may be one roll's (TMP-09); a helper is one of the others (AST-05)."""
    causes: list[Clause] = [RES_06] if result == "crit_success" else []
    if check.reservation:
        causes.append(RSV_02)
    if check.kind == "temptation":
        causes.append(TMP_05)
    if course.state.rulings.award_stack == "once":
        del causes[1:]
    others = [who for who in every_player(course.state, (check.by, *check.helpers)) if who != check.by]
    for cause in causes:
        award(course, others, TYPES[FAMILY[check.trait]], cause)


def _help_others(course: Course, check: Check) -> None:
    """A passed check frees its target (INC-05), or lowers the Burden it names (CMP-04)."""
    target = course.state.find(check.target) if check.target else None
    if target is not None and target.incapacitated:
        release(course, target.name, check.by)
    if check.relieves:
        recover(course, *check.relieves)
