"""The slow, plain twins of the dice package, and pools made at random for both to agree on."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from footlights.dice import Dice, Explode, Expression, Pool, Term, Throw

Chances = dict[int, Fraction]

EXPLODE: tuple[Explode, ...] = ("no", "once", "chain")


def die_throws(dice: Dice, below: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way one die can fall that stays under `below`, with its chance; the rest of the chance is above."""
    open_chains: list[tuple[int, ...]] = [()]
    while open_chains:
        chain = open_chains.pop()
        for face in range(1, dice.sides + 1):
            shown = (*chain, face)
            goes_on = face == dice.sides and (
                dice.explode == "chain" or (dice.explode == "once" and not chain)
            )
            if sum(shown) >= below:
                continue
            if goes_on:
                open_chains.append(shown)
            else:
                yield shown, Fraction(1, dice.sides ** len(shown))


def group_chances(dice: Dice, below: int) -> Chances:
    """Enumerate every throw of the group; `below` and more is one value, as if a die could show it."""
    values: Chances = defaultdict(Fraction)
    for shown, chance in die_throws(dice, below):
        values[sum(shown)] += chance
    values[below] = 1 - sum(values.values(), Fraction(0))
    totals: Chances = defaultdict(Fraction)
    for throw in product(values.items(), repeat=dice.count):
        ranked = sorted(value for value, _ in throw)
        kept = ranked[-dice.keep :] if dice.keep > 0 else ranked[: -dice.keep] if dice.keep else ranked
        chance = Fraction(1)
        for _, one in throw:
            chance *= one
        totals[min(sum(kept), below)] += chance
    return totals


def pool_chances(pool: Pool, below: int) -> Chances:
    """The chance of each total under `below`, by brute force."""
    totals: Chances = {pool.plus: Fraction(1)}
    for dice in pool.groups:
        # no group is ever negative: what reaches the bound alone reaches it with the others
        group = group_chances(dice, max(1, below - pool.plus))
        fresh: Chances = defaultdict(Fraction)
        for (before, chance), (more, other) in product(totals.items(), group.items()):
            fresh[before + more] += chance * other
        totals = fresh
    return {total: chance for total, chance in sorted(totals.items()) if total < below and chance}


def expression_chances(asked: Expression) -> Chances:
    """The chance of each total of dice that do not explode without limit, by brute force."""
    totals: Chances = {asked.plus: Fraction(1)}
    for term in asked.terms:
        fresh: Chances = defaultdict(Fraction)
        everything = group_chances(term.dice, 2 * term.dice.sides * term.dice.count + 1)
        for (before, chance), (more, other) in product(totals.items(), everything.items()):
            fresh[before + term.times * more] += chance * other
        totals = fresh
    return {total: chance for total, chance in totals.items() if chance}


@st.composite
def small_dice(draw: st.DrawFn, chains: bool = True, most: int = 3) -> Dice:
    """A few dice of a few sides, few enough to enumerate."""
    count = draw(st.integers(0, most))
    sides = draw(st.integers(1, 6))
    explode = draw(st.sampled_from(EXPLODE if chains else EXPLODE[:2])) if sides > 1 else "no"
    return Dice(count, sides, explode, draw(st.integers(-count, count)))


@st.composite
def any_dice(draw: st.DrawFn, most: int = 6) -> Dice:
    """Any dice there can be, up to `most` of a kind."""
    count = draw(st.integers(0, most))
    sides = draw(st.integers(1, 1_000_000))
    explode = draw(st.sampled_from(EXPLODE)) if sides > 1 else "no"
    return Dice(count, sides, explode, draw(st.integers(-count, count)))


small_pools = st.builds(Pool, st.lists(small_dice(), max_size=2).map(tuple), st.integers(-5, 5))
any_terms = st.builds(Term, any_dice(), st.integers(-1000, 1000).filter(bool))
any_expressions = st.builds(
    Expression, st.lists(any_terms, max_size=6).map(tuple), st.integers(-1_000_000, 1_000_000)
)


@st.composite
def throws(draw: st.DrawFn, pool: Pool) -> Throw:
    """Faces that fit the pool; chains are long now and then."""
    faces = []
    for dice in pool.groups:
        for _ in range(dice.count):
            shown = [draw(st.integers(1, dice.sides) | st.just(dice.sides))]
            while shown[-1] == dice.sides and dice.explode == "chain" and len(shown) < 10:
                shown.append(draw(st.integers(1, dice.sides)))
            if shown[-1] == dice.sides and dice.explode == "chain":
                shown[-1] = 1
            if shown[-1] == dice.sides and dice.explode == "once":
                shown.append(draw(st.integers(1, dice.sides)))
            faces.append(tuple(shown))
    return tuple(faces)
