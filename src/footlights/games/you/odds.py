"""Quick exact odds of a Trait Check: its five results.

Closed forms, for a page that shows them before every check. The odds of what follows from the results come from
playing the rules; a law says that both agree.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Literal, NamedTuple

Mode = Literal["neither", "ADV", "DIS"]
NatScope = Literal["kept", "any"]

FAILURE_TO: Final = 10
PARTIAL_TO: Final = 14
"""The highest totals that are a Failure and a Partial Success (YOU-RES-03, YOU-RES-04)."""


class Results(NamedTuple):
    """The chance of each result of a check, from worst to best."""

    crit_failure: Fraction
    failure: Fraction
    partial: Fraction
    success: Fraction
    crit_success: Fraction


# With a modifier under -9 every face without a natural is a Failure, with one over 13 every face is a Success.
_LEAST, _MOST = FAILURE_TO - 19, PARTIAL_TO - 1


# How the throws of a mode fall: the chance of a Critical Failure; by `_MOST - modifier` how many throws without a
# critical come at most to a Failure, and to a Partial Success; how many there are; the chance of a Critical Success;
# and, by their number, the chance of so many throws.
_Throws = tuple[Fraction, tuple[int, ...], tuple[int, ...], int, Fraction, tuple[Fraction, ...]]


def _throws(whole: int, crit_failure: int, up_to: Callable[[int], int]) -> _Throws:
    """`up_to(k)` of the throws have no critical and keep at most k, for k = 1..19."""
    failure, partial = (
        tuple(up_to(min(max(band - modifier, 1), 19)) for modifier in range(_MOST, _LEAST - 1, -1))
        for band in (FAILURE_TO, PARTIAL_TO)
    )
    chance = tuple(Fraction(n, whole) for n in range(whole + 1))
    plain = up_to(19)
    return chance[crit_failure], failure, partial, plain, chance[whole - crit_failure - plain], chance


# Of two dice k^2 throws keep at most k of the higher, 400 - (20 - k)^2 of the lower. Under "any" a 1 or a 20 on
# the dropped die counts too: 18 faces are left for each die.
_NEITHER = _throws(20, 1, lambda k: k - 1)
_THROWS: Final[dict[NatScope, dict[Mode, _Throws]]] = {
    "kept": {
        "neither": _NEITHER,
        "ADV": _throws(400, 1, lambda k: k**2 - 1),
        "DIS": _throws(400, 39, lambda k: 400 - (20 - k) ** 2 - 39),
    },
    "any": {
        "neither": _NEITHER,
        "ADV": _throws(400, 37, lambda k: (k - 1) ** 2),
        "DIS": _throws(400, 39, lambda k: 18**2 - (19 - k) ** 2),
    },
}


def results(modifier: int, mode: Mode, nat_scope: NatScope = "kept") -> Results:
    """The chances of a check whose die gets `modifier` (YOU-ROL-01 to YOU-RES-07).

    ADV keeps the higher of two d20, DIS the lower. A natural 1 or 20 decides whatever the total: on the die that
    is kept, or with nat_scope "any" on either (of a 1 and a 20 the kept one wins). Every modifier is answered; a
    mode or scope of another name raises KeyError.
    """
    crit_failure, failure, partial, plain, crit_success, chance = _THROWS[nat_scope][mode]
    at = _MOST - (_LEAST if modifier < _LEAST else _MOST if modifier > _MOST else modifier)
    fails, barely = failure[at], partial[at]
    return Results._make(
        (crit_failure, chance[fails], chance[barely - fails], chance[plain - barely], crit_success)
    )
