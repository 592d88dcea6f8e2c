"""Dice and numbers added up: what notation can say."""

from dataclasses import dataclass
from itertools import compress

from footlights.dice.pool import MOST_PLUS, Dice, Pool, Reading, Throw, read

MOST_TERMS = 50
MOST_TIMES = 1_000


@dataclass(frozen=True, slots=True)
class Term:
    """Equal dice whose sum counts `times` times: 1 adds it, -1 takes it off.

    Raises ValueError unless `times` is a whole number other than 0 from -1,000 to 1,000.
    """

    dice: Dice
    times: int = 1

    def __post_init__(self) -> None:
        if not 1 <= abs(self.times) <= MOST_TIMES:
            raise ValueError(
                f"dice counted {self.times} times: it can be -{MOST_TIMES:,} to {MOST_TIMES:,}, not 0"
            )


@dataclass(frozen=True, slots=True)
class Expression:
    """Terms added up, and a number: every sum, difference and multiple of dice comes down to this.

    Raises ValueError beyond 50 terms, and where `Pool` does.
    """

    terms: tuple[Term, ...]
    plus: int = 0

    def __post_init__(self) -> None:
        if len(self.terms) > MOST_TERMS:
            raise ValueError(f"{len(self.terms)} groups of dice: there can be {MOST_TERMS}")
        if abs(self.plus) > MOST_PLUS:
            raise ValueError(f"a modifier of {self.plus}: it can be {-MOST_PLUS:,} to {MOST_PLUS:,}")
        _ = self.pool

    @property
    def pool(self) -> Pool:
        """The dice to throw, in order; the pool's own sum knows nothing of `times` and `plus`."""
        return Pool(tuple(term.dice for term in self.terms))

    def read(self, faces: Throw) -> Reading:
        """The total of a throw of `pool`, every term as many times as it counts. Raises Misread as `read` does."""
        kept = read(self.pool, faces).kept
        total, at = self.plus, 0
        for term in self.terms:
            here = slice(at, at := at + term.dice.count)
            total += term.times * sum(map(sum, compress(faces[here], kept[here])))
        return Reading(total, kept)


def expression(of: Pool | Expression) -> Expression:
    """The same dice and numbers as an expression. Raises ValueError beyond 50 groups."""
    return of if isinstance(of, Expression) else Expression(tuple(map(Term, of.groups)), of.plus)
