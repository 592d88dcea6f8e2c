"""A player who knows no rules: reads offers and follows them, with whatever values chance brings."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, TypeVar, get_args

import msgspec
from hypothesis import HealthCheck, Phase, currently_in_test_context, note, settings
from hypothesis import strategies as st

from footlights.core import (
    DICE,
    GM,
    Faces,
    Field,
    Flag,
    Number,
    Offer,
    OneOf,
    Refused,
    Seat,
    Sheet,
    SomeOf,
    Split,
    System,
    Text,
    active_fields,
)
from footlights.dice import throw

PLAYS: Final = int(os.environ.get("FOOTLIGHTS_PLAYS", "0"))
"""How many plays each law tries: by default few and always the same ones (tests/conftest.py); with FOOTLIGHTS_PLAYS=500
that many new ones, and a play that fails is made simple (which can take minutes)."""

law = settings(
    max_examples=PLAYS or 12,
    phases=[Phase.generate, Phase.shrink] if PLAYS else [Phase.generate],
    suppress_health_check=list(HealthCheck),
)

MOVES: Final = 40
"""Commands in one play."""

T = TypeVar("T")

Choose = Callable[[int], int]
"""A number from 0 up to, not including, the one given."""


class Luck(bytes):
    """All that one play leaves to chance. Zeros choose what comes first."""

    def __repr__(self) -> str:
        """Without the zeros at the end; what is long even so is better read as the commands it led to."""
        digits = self.rstrip(bytes(1)).hex()
        return f"Luck.fromhex('{digits}')" if len(digits) < 200 else f"<{len(digits) // 2} bytes of luck>"

    def choices(self) -> Choose:
        """Choices that use up these bytes; once they are gone, what comes first is chosen."""
        left = iter(self)

        def choose(count: int) -> int:
            number, reach = 0, 1
            while reach < count:
                number, reach = number * 256 + next(left, 0), reach * 256
            return number % count

        return choose


@st.composite
def lucky(draw: st.DrawFn) -> Luck:
    """Bytes cost Hypothesis far less than thousands of single draws, and it still finds the simplest failing play."""
    return Luck(draw(st.binary(min_size=3000, max_size=3000)))


WIDE: Final = 40

WORDS: Final = ("Zoë", "影", "a lamp 🕯", "l'été", "{0}", "<b>", "x" * 40)


@dataclass
class Chance:
    """Everything a random player decides, drawn from `choose`."""

    choose: Choose
    named: int = 0
    mark: str = ""
    """Stands in every text that is written, when a test wants to find it again."""
    bold: bool = False
    """Whether numbers are mostly as high as may be."""
    sheets: Mapping[str, Callable[[Chance], Any]] = field(default_factory=dict)
    """How to fill in a sheet, by the name of its field, where the example of the offer is not enough."""

    def one(self, options: Sequence[T]) -> T:
        """One of the options, each as likely."""
        return options[self.choose(len(options))]

    def rarely(self, one_in: int) -> bool:
        """True once in so many times (and never in the simplest play)."""
        return self.choose(one_in) == one_in - 1

    def answer(self, offer: Offer, **given: Any) -> dict[str, Any]:
        """Values for every field of the offer that applies and is not `given`; optional ones are left out now and then.

        Raises DeadEnd when a field that must be answered has no possible value.
        """
        answer: dict[str, Any] = dict(given)
        skipped: set[str] = set()
        while open_fields := [
            f for f in active_fields(offer, answer).values() if f.name not in answer.keys() | skipped
        ]:
            asked = open_fields[0]
            if asked.optional and (self.rarely(3) or not _possible(asked)):
                skipped.add(asked.name)
            else:
                answer[asked.name] = self.value(asked, offer)
        return answer

    def value(self, asked: Field, offer: Offer) -> Any:
        """A value of the field's domain."""
        if not _possible(asked):
            raise DeadEnd(f"{offer.kind} offered to {offer.seat} asks for {asked}, which nobody can give")
        match asked:
            case Flag():
                return bool(self.choose(2))
            case OneOf():
                return self.one(asked.values)
            case SomeOf():
                return self.some(asked.values, asked.least, asked.most or len(asked.values))
            case Number():
                return self.number(asked.lo, asked.hi)
            case Text():
                return self.text(asked)
            case Split():
                return self.split(asked)
            case Faces():
                return throw(asked.pool, self.face)
            case Sheet():
                written = self.sheets.get(asked.name)
                return written(self) if written and self.choose(2) else asked.example

    def number(self, lo: int, hi: int) -> int:
        """A number lo..hi, its ends more often than the rest; of a wide range mostly a low one."""
        if hi - lo > WIDE:
            return hi if self.rarely(8) else lo + self.choose(WIDE)
        between = lo + self.choose(hi - lo + 1)
        return self.one((hi, hi, hi, between) if self.bold else (lo, hi, between, between))

    def some(self, values: tuple[str, ...], least: int, most: int) -> list[str]:
        """`least` to `most` different ones of the values."""
        left = list(values)
        return [left.pop(self.choose(len(left))) for _ in range(least + self.choose(most - least + 1))]

    def text(self, asked: Text) -> str:
        """A text that nobody has written before, so that it can be the name of something new."""
        self.named += 1
        return f"{self.one(WORDS)} {self.mark}{self.named}"[-asked.most :].strip()

    def split(self, asked: Split) -> dict[str, int]:
        """The whole of it over the parts, none above its cap."""
        points: dict[str, int] = {}
        left, room = asked.total, sum(cap for _, cap in asked.parts)
        for part, cap in asked.parts:
            room -= cap
            points[part] = self.number(max(0, left - room), min(cap, left))
            left -= points[part]
        return points

    def face(self, sides: int) -> int:
        """A face, the lowest and highest more often than the rest."""
        return self.one((1, sides, 1 + self.choose(sides), 1 + self.choose(sides), 1 + self.choose(sides)))


class DeadEnd(AssertionError):
    """An offer that cannot be followed."""


def _possible(asked: Field) -> bool:
    match asked:
        case OneOf():
            return bool(asked.values)
        case SomeOf():
            return asked.least <= len(asked.values)
        case Number():
            return asked.lo <= asked.hi
        case Split():
            return asked.total <= sum(cap for _, cap in asked.parts)
        case _:
            return True


def kinds(union: Any) -> dict[str, type[msgspec.Struct]]:
    """The structs of a tagged union by their stored tags."""
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


def command(system: System, kind: str, answer: dict[str, Any]) -> Any:
    """The command of that kind with these fields."""
    return msgspec.convert({"type": kind, **answer}, system.commands)


@dataclass
class Moment:
    """One step of a play: what was ordered by whom, in which state, and what came of it."""

    before: Any
    by: Seat
    command: Any
    events: tuple[Any, ...]
    after: Any


@dataclass
class Play:
    """A play under way. `moments` is everything so far; offers of the kinds in `seldom` are followed as seldom as
    corrections are."""

    system: System
    state: Any
    chance: Chance
    seldom: frozenset[str] = frozenset()
    moments: list[Moment] = field(default_factory=list)
    given: Counter[str] = field(default_factory=Counter)
    ahead: list[tuple[Seat, Any]] = field(default_factory=list)

    def offer(self) -> Offer:
        """One of the offers that are open: half of the time of a kind that this play has seen least, else one that is
        owed or, if none is, anybody's, each seat being as likely to speak. Some kinds come seldom."""
        offers = self.system.offers(self.state)
        assert offers, "nobody has an offer"
        seldom = {offer.kind for offer in offers if offer.group == "corrections"} | self.seldom
        common = [offer for offer in offers if offer.kind not in seldom]
        if not common or self.chance.rarely(12):
            return self.chance.one(offers)
        if self.chance.choose(2):
            least = min(self.given[offer.kind] for offer in common)
            return self.chance.one([offer for offer in common if self.given[offer.kind] == least])
        if owed := [offer for offer in common if offer.owed]:
            return self.chance.one(owed)
        seat = self.chance.one(sorted({offer.seat for offer in common}))
        return self.chance.one([offer for offer in common if offer.seat == seat])

    def begin_in_the_middle(self) -> None:
        """Half of the time set all the numbers that the GM may correct, and take that for the opening."""
        self.chance.bold = bool(self.chance.choose(2))
        offer = next((offer for offer in self.system.offers(self.state, GM) if offer.kind == "correct"), None)
        if offer is None or not self.chance.choose(2):
            return
        which = [one for one in offer.fields if isinstance(one, OneOf) and not one.when]
        for values in product(*(one.values for one in which)):
            chosen = {one.name: value for one, value in zip(which, values, strict=True)}
            with suppress(Refused):  # where an earlier correction has changed what may be corrected
                self.follow(offer, **chosen)

    def move(self) -> Moment:
        """Follow one offer; half of the time everybody then does what takes it to its dice, if it leads to any and
        nothing else has to be done first. Raises Refused if the game refuses what it offers."""
        with suppress(Refused):
            if self.ahead and self.system.due(self.state) is None:
                return self.order(*self.ahead.pop(0))
        offer = self.offer()
        order = command(self.system, offer.kind, self.chance.answer(offer))
        line = list(self.system.line(self.state, offer.seat, order))
        assert line[0] == (offer.seat, order)
        if not self.ahead and self.chance.choose(2):
            self.ahead = line[1:]
        return self.order(offer.seat, order)

    def follow(self, offer: Offer, **given: Any) -> Moment:
        """Follow this offer, with these values where they are given. Raises Refused if the game refuses it."""
        return self.order(offer.seat, command(self.system, offer.kind, self.chance.answer(offer, **given)))

    def order(self, by: Seat, order: Any) -> Moment:
        """Give a command. Raises Refused."""
        if currently_in_test_context():
            note(f"{by}: {order}")
        before = state = self.state
        events = tuple(self.system.decide(state, by, order))
        for event in events:
            state = self.system.evolve(state, event)
        self.state = state
        self.given[tag(order)] += 1
        self.moments.append(Moment(before, by, order, events, state))
        return self.moments[-1]

    def moves(self, count: int = MOVES) -> Iterator[Moment]:
        """Follow so many offers, one after another."""
        for _ in range(count):
            yield self.move()


def seats(system: System, state: Any) -> list[Seat]:
    """Every seat that may speak, the dice included."""
    return [*system.seats(state), DICE]


def tag(struct: Any) -> str:
    """The stored name of a command or event."""
    name: str = struct.__struct_config__.tag
    return name
