"""Dice as players write them, and a throw written out for people to read.

    2d20kh1+3          two d20, keep the highest, add 3 (k1 is the same; kl1 keeps the lowest; dl1, d1 and dh1 drop)
    5d6!+2d8!          every maximum adds a die, those added too, without limit (also 5d6x, and 5d6e6)
    3d6!o              every maximum adds one die, which adds no other (also 3d6xo)
    2*(d6+1)-d4        one die needs no number; sums and whole multiples, with parentheses
    d%                 a d100

Spaces and capitals do not matter. This is what Roll20, Foundry VTT and Avrae players have in common. What they do
not share (a word for advantage, compounding `!!`, rerolls) is refused with what to write instead, if anything.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from footlights.dice.expression import MOST_TERMS, MOST_TIMES, Expression, Term, expression
from footlights.dice.pool import MOST_DICE, MOST_PLUS, Dice, Explode, Pool, Throw

LONGEST_TEXT = 2_000
MOST_DIGITS = 7
DEEPEST = 10

_TOKEN = re.compile(r"[ \t]*([0-9]+|!!|!o|xo|[kd][hl]|(?:adv|dis)[a-z]*|.)", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"[A-Za-z]+")
_MARKS: dict[Explode, str] = {"no": "", "once": "!o", "chain": "!"}
_EXPLODES: dict[str, Explode] = {"!": "chain", "x": "chain", "!o": "once", "xo": "once"}
_KEEPS = ("k", "kh", "kl", "d", "dl", "dh")


class BadNotation(ValueError):
    """Text that does not say dice: `problem` is what is wrong and what would be right, `at` the index in `text`.

    As a string it is three lines: the problem, the text around the place, and a caret under the place.
    """

    def __init__(self, problem: str, text: str, at: int) -> None:
        start = max(0, at - 40)
        shown = "".join(c if " " <= c <= "~" else "?" for c in text[start : start + 72])
        super().__init__(f"{problem}\n  {shown}\n  {' ' * (at - start)}^")
        self.problem = problem
        self.text = text
        self.at = at


def parse(text: str) -> Expression:
    """What `text` says to throw and to add up.

    Raises BadNotation for anything else, before any work: more than 2,000 characters, numbers of more than 7
    digits, 1,000 dice, 50 groups of dice or 10 parentheses in each other, and whatever `Dice` refuses.
    """
    if len(text) > LONGEST_TEXT:
        raise BadNotation(f"{len(text):,} characters: at most {LONGEST_TEXT:,} are read", text, LONGEST_TEXT)
    if not text.isascii():
        strange = next(at for at, character in enumerate(text) if not character.isascii())
        raise BadNotation(
            "a character unknown here: write plain letters, digits and + - * ( ) ! %", text, strange
        )
    return _Reader(text).whole()


def to_notation(of: Pool | Expression) -> str:
    """The shortest notation of these dice: parsed, it gives the same expression. A die always has its number, 1d20."""
    written = "".join(f"{sign}{_times(times)}{_dice(dice)}" for sign, times, dice in _signed(expression(of)))
    plus = expression(of).plus
    return (written + (f"{plus:+d}" if plus or not written else "")).removeprefix("+")


def render(of: Pool | Expression, faces: Throw) -> str:
    """A throw as one line of text: `2d20kh1 (~~3~~, 17) + 3 = 20`, `5d6! (1, 6! 4, 2, 3, 5) = 21`.

    A dropped die stands between `~~`, a face that added a die is followed by `!`. Raises Misread as `read` does.
    """
    asked = expression(of)
    reading = asked.read(faces)
    dice = iter(zip(faces, reading.kept, strict=True))
    parts = []
    for sign, times, group in _signed(asked):
        shown = ", ".join(_die(*one) for one in islice(dice, group.count))
        parts.append(f"{sign} {_times(times)}{_dice(group)} ({shown})")
    if asked.plus or not parts:
        parts.append(f"{'-' if asked.plus < 0 else '+'} {abs(asked.plus)}")
    line = " ".join(parts).removeprefix("+ ")
    return f"{line} = {reading.total}"


def _signed(of: Expression) -> Iterator[tuple[str, int, Dice]]:
    return (("-" if term.times < 0 else "+", abs(term.times), term.dice) for term in of.terms)


def _times(times: int) -> str:
    return "" if times == 1 else f"{times}*"


def _dice(dice: Dice) -> str:
    keep = f"k{'h' if dice.keep > 0 else 'l'}{abs(dice.keep)}" if dice.keep else ""
    return f"{dice.count}d{dice.sides}{keep}{_MARKS[dice.explode]}"


def _die(shown: tuple[int, ...], kept: bool) -> str:
    text = "! ".join(map(str, shown))
    return text if kept else f"~~{text}~~"


# -- reading ------------------------------------------------------------------------------------------------------


class _Token(NamedTuple):
    """A piece of the text in lower case; "" at its end."""

    text: str
    at: int


class _Sum(NamedTuple):
    """What a piece of text comes down to: dice, each with how many times they count, and a number."""

    terms: list[tuple[Dice, int]]
    plus: int


class _Reader:
    """Recursive descent: a sum of products of numbers, dice, and sums in parentheses."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = [_Token(match[1].lower(), match.start(1)) for match in _TOKEN.finditer(text.rstrip(" \t"))]
        self.tokens = [*found, _Token("", len(text))]
        self.place = 0
        self.depth = 0

    @property
    def up(self) -> _Token:
        """The token to be read next."""
        return self.tokens[self.place]

    def take(self, *wanted: str) -> _Token | None:
        """The next token, stepped over, if it is one of these."""
        token = self.up
        if token.text not in wanted:
            return None
        self.place += 1
        return token

    def wrong(self, problem: str, token: _Token) -> BadNotation:
        return BadNotation(problem, self.text, token.at)

    def whole(self) -> Expression:
        terms, plus = self.sum()
        if self.up.text:
            raise self.wrong(self.unexpected(), self.up)
        return Expression(tuple(Term(dice, times) for dice, times in terms), plus)

    def unexpected(self) -> str:
        word = _WORD.match(self.text, self.up.at)
        what = word[0] if word else self.up.text
        if what.lower().startswith(("adv", "dis")):
            return f"{what!r} is not shared notation: write 2d20kh1 for advantage, 2d20kl1 for disadvantage"
        if self.up.text == ")":
            return "this parenthesis was not opened: leave it out"
        if self.up.text == "!!":
            return "`!!` is not shared notation: write a single `!`, the total is the same"
        if self.up.text.isdigit() or self.up.text in ("(", "d"):
            return "something is missing before this: write + - or * between numbers and dice"
        return f"{what!r} is not known here: write + - or * between dice, kh kl dh dl ! or !o after them"

    def sum(self) -> _Sum:
        terms: list[tuple[Dice, int]] = []
        plus = 0
        sign = self.take("+", "-") or _Token("+", self.up.at)
        while True:
            start = self.up
            more, number = self.product()
            factor = -1 if sign.text == "-" else 1
            terms += [(dice, factor * times) for dice, times in more]
            plus += factor * number
            self.check(terms, plus, start)
            following = self.take("+", "-")
            if following is None:
                return _Sum(terms, plus)
            sign = following

    def product(self) -> _Sum:
        start = self.up
        left = self.factor()
        while self.take("*"):
            right = self.factor()
            if left.terms and right.terms:
                raise self.wrong("dice times dice: multiply dice by whole numbers only", start)
            many, number = (left, right.plus) if left.terms else (right, left.plus)
            left = _Sum([(dice, times * number) for dice, times in many.terms], many.plus * number)
            self.check(*left, start)
        return left

    def check(self, terms: list[tuple[Dice, int]], plus: int, start: _Token) -> None:
        """Refuse what an expression cannot hold, as soon as it is read."""
        if len(terms) > MOST_TERMS:
            raise self.wrong(f"more than {MOST_TERMS} groups of dice: write equal dice as one, 3d6", start)
        if sum(dice.count for dice, _ in terms) > MOST_DICE:
            raise self.wrong(f"more than {MOST_DICE:,} dice in all: write fewer", start)
        if not all(1 <= abs(times) <= MOST_TIMES for _, times in terms):
            raise self.wrong(f"dice can be multiplied by 1 to {MOST_TIMES:,}", start)
        if abs(plus) > MOST_PLUS:
            raise self.wrong(f"numbers may come to {MOST_PLUS:,} at most", start)

    def factor(self) -> _Sum:
        start = self.up
        if self.take("("):
            return self.parenthesis(start)
        count = self.number() if start.text.isdigit() else None
        if self.take("d"):
            return _Sum([(self.dice(1 if count is None else count, start), 1)], 0)
        if count is not None:
            return _Sum([], count)
        if start.text and start.text not in ("+", "-", "*", ")"):
            raise self.wrong(self.unexpected(), start)
        raise self.wrong("a number or dice are missing here: write for example 3 or 2d6", start)

    def parenthesis(self, start: _Token) -> _Sum:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.wrong(f"parentheses in more than {DEEPEST} others: write fewer", start)
        inner = self.sum()
        if not self.up.text:
            raise self.wrong("this parenthesis is not closed: write ) where it ends", start)
        if not self.take(")"):
            raise self.wrong(self.unexpected(), self.up)
        self.depth -= 1
        return inner

    def number(self) -> int:
        token = self.up
        if len(token.text) > MOST_DIGITS:
            raise self.wrong(f"a number of {len(token.text):,} digits: at most {MOST_DIGITS} are read", token)
        self.place += 1
        return int(token.text)

    def dice(self, count: int, start: _Token) -> Dice:
        sides = 100 if self.take("%") else self.due("sides are missing: write for example d6, or d% for d100")
        explode: Explode | None = None
        keep: int | None = None
        while token := self.take("!", "!o", "x", "xo", "e", *_KEEPS):
            if token.text in _KEEPS:
                if keep is not None:
                    raise self.wrong("these dice are kept or dropped already: do it once", token)
                keep = self.kept(token, count)
            else:
                if explode is not None:
                    raise self.wrong("these dice explode already: write it once", token)
                explode = self.exploding(token, sides)
        try:
            return Dice(count, sides, explode or "no", keep or 0)
        except ValueError as refused:
            raise self.wrong(str(refused), start) from None

    def due(self, problem: str) -> int:
        """The number that has to be next."""
        if not self.up.text.isdigit():
            raise self.wrong(problem, self.up)
        return self.number()

    def exploding(self, token: _Token, sides: int) -> Explode:
        if token.text == "e" and self.due(f"which face explodes is missing: write e{sides}, or !") != sides:
            raise self.wrong(f"a d{sides} explodes on its maximum only: write e{sides}, or !", token)
        return _EXPLODES.get(token.text, "chain")

    def kept(self, token: _Token, count: int) -> int:
        """What `Dice.keep` is for k3, kl1, dh2 ... of so many dice; no number means 1."""
        number = self.number() if self.up.text.isdigit() else 1
        drops = token.text.startswith("d")
        keeps = count - number if drops else number
        if not 1 <= number <= count or keeps < 1:
            raise self.wrong(
                f"{token.text}{number} of {count} dice: keep 1 to {count} of them, or drop fewer than all",
                token,
            )
        return -keeps if token.text in ("kl", "dh") else keeps
