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


# A modifier of -9 or less makes every face a Failure, one of 13 or more every face a Success: naturals aside.
_LEAST, _MOST = FAILURE_TO - 19, PARTIAL_TO - 1
_FACES = range(FAILURE_TO - _MOST, PARTIAL_TO - _LEAST + 1)


class _Throws(NamedTuple):
    """How the throws of a mode fall: of how many, so many Critical Failures, and so many without a critical.

    `plain[face - _FACES.start]` counts those whose kept face is at most `face`; `chance[n]` is n of all throws.
    """

    crit_failure: int
    plain: tuple[int, ...]
    chance: tuple[Fraction, ...]


def _throws(whole: int, crit_failure: int, plain: Callable[[int], int]) -> _Throws:
    counts = tuple(plain(min(max(face, 1), 19)) for face in _FACES)
    return _Throws(crit_failure, counts, _CHANCES[whole])


# Every chance there is: so many 20ths of one die, so many 400ths of two.
_CHANCES = {whole: tuple(Fraction(n, whole) for n in range(whole + 1)) for whole in (20, 400)}

# Of two dice k^2 throws keep at most k of the higher, 400 - (20 - k)^2 of the lower. Under "any" a 1 or a 20 on
# the dropped die counts too: 37 or 39 throws show the one without the other kept, 18 faces are left for each die.
_NEITHER = _throws(20, 1, lambda k: k - 1)
_THROWS: Final[dict[tuple[Mode, NatScope], _Throws]] = {
    ("neither", "kept"): _NEITHER,
    ("neither", "any"): _NEITHER,
    ("ADV", "kept"): _throws(400, 1, lambda k: k**2 - 1),
    ("ADV", "any"): _throws(400, 37, lambda k: (k - 1) ** 2),
    ("DIS", "kept"): _throws(400, 39, lambda k: 400 - (20 - k) ** 2 - 39),
    ("DIS", "any"): _throws(400, 39, lambda k: 18**2 - (19 - k) ** 2),
}


def results(modifier: int, mode: Mode, nat_scope: NatScope = "kept") -> Results:
    """The chances of a check whose die gets `modifier` (YOU-ROL-01 to YOU-RES-07).

    ADV keeps the higher of two d20, DIS the lower. A natural 1 or 20 decides whatever the total: on the die that
    is kept, or with nat_scope "any" on either (of a 1 and a 20 the kept one wins). Every modifier is answered; a
    mode or scope of another name raises KeyError.
    """
    crit_failure, plain, chance = _THROWS[mode, nat_scope]
    shift = _LEAST if modifier < _LEAST else _MOST if modifier > _MOST else modifier
    fails, barely, passes = plain[_MOST - shift], plain[_MOST - shift + PARTIAL_TO - FAILURE_TO], plain[-1]
    crit_success = len(chance) - 1 - crit_failure - passes
    return Results(
        chance[crit_failure],
        chance[fails],
        chance[barely - fails],
        chance[passes - barely],
        chance[crit_success],
    )
