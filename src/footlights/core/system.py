"""The one protocol. A game satisfies it; nothing inherits.

Commands are orders, events are facts; both are frozen structs in tagged unions. Rules never throw dice: a state
in which dice are due says so, and the dice seat answers with faces. Waiting is state: a choice somebody owes is
data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Protocol

import msgspec

from footlights.core.clauses import Clauses
from footlights.core.offers import Offer
from footlights.core.panels import Panel
from footlights.core.seats import Seat
from footlights.dice import Pool, Throw


class Due(msgspec.Struct, frozen=True):
    """Dice that somebody must throw now: for whom, what, and why in a phrase."""

    seat: Seat
    pool: Pool
    why: str


class Witness(msgspec.Struct, frozen=True):
    """One throw that stands for all that read alike, with its exact probability."""

    chance: Fraction
    throw: Throw


class Outcome(msgspec.Struct, frozen=True):
    """Something an event means to people when odds are told: "Ana becomes Incapacitated".

    Outcomes with the same `key` are the same thing; `amount` is for those that add up, and `counted` says that people
    want to hear how much, be it 1 (Crisis added). Keys that begin with "result:" are the results of a roll, of which
    exactly one comes about; "passed" and "failed" sum them up.
    """

    key: str
    label: str
    amount: int = 1
    bad: bool = False
    counted: bool = False


class Chance(msgspec.Struct, frozen=True):
    """How likely an outcome is, its mean amount (0 where it does not happen), and how likely each amount is, in
    ascending order; those chances sum to `chance`."""

    outcome: Outcome
    chance: Fraction
    mean: Fraction
    amounts: tuple[tuple[int, Fraction], ...]


class System(Protocol):
    """A game. State, Command, Event, View and Setup are the game's own frozen structs (unions of them);
    the protocol passes them through as Any, each game's own signatures are exact."""

    name: ClassVar[str]  # stored in saves; never renamed ("you")
    title: ClassVar[str]  # as people write it ("YOU")
    pitch: ClassVar[str]  # what playing it is like, in a sentence or two, for those who choose
    version: ClassVar[int]  # of the rules; stored with every row of the log
    clauses: ClassVar[Clauses]
    rulings: ClassVar[type[msgspec.Struct]]
    setup: ClassVar[type[msgspec.Struct]]  # name-independent start: rulings, sheets of the characters
    sheet: ClassVar[type[msgspec.Struct]]  # one character, as JSON in and out
    state: ClassVar[type[msgspec.Struct]]
    commands: ClassVar[Any]  # the tagged union of command structs
    events: ClassVar[Any]  # the tagged union of event structs
    upcasts: ClassVar[
        dict[str, Any]
    ]  # old event tag -> pure function from old JSON object to new JSON object

    def opening(self, setup: Any) -> Any:
        """The first state. Raises Refused when the setup is not one."""
        ...

    def seats(self, state: Any) -> Sequence[Seat]:
        """The seats in play: the GM first, then the players' in order of entering."""
        ...

    def offers(self, state: Any, seat: Seat | None = None) -> Sequence[Offer]:
        """Who may do what now (of one seat, or of all, the dice seat included). While a blocking offer is open only
        blocking ones are there."""
        ...

    def owed(self, state: Any) -> Sequence[Offer]:
        """Of the offers of all seats those that somebody waits for, in the same order. It is asked for at every change,
        for everybody who looks: only what can be owed need be looked at."""
        ...

    def decide(self, state: Any, by: Seat, command: Any) -> Sequence[Any]:
        """The events that the command causes. Raises Refused, and then nothing has changed."""
        ...

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after the event. Total and pure; the only way a state changes; reads no ruling."""
        ...

    def view(self, state: Any, seat: Seat) -> Any:
        """What the seat may see, built field by field: what is new in a state is hidden until shown."""
        ...

    def panels(self, view: Any) -> Sequence[Panel]:
        """The view, as any face can draw it."""
        ...

    def known(self, state: Any, seat: Seat) -> Any:
        """A playable state without what that seat may not know; its odds run on this."""
        ...

    def tell(self, before: Any, event: Any, seat: Seat) -> Any | None:
        """What that seat may know of an event: the event, a poorer one, or nothing."""
        ...

    def say(self, event: Any) -> str:
        """One sentence of the chronicle for an event; "" for one that needs none."""
        ...

    def due(self, state: Any) -> Due | None:
        """The dice that must be thrown now, if any."""
        ...

    def witnesses(self, state: Any) -> Iterable[Witness]:
        """One witness throw per distinguishable reading of the dice that are due; chances sum to exactly 1."""
        ...

    def outcomes(self, before: Any, event: Any) -> Sequence[Outcome]:
        """What the event means when odds are told (empty for most)."""
        ...

    def line(self, state: Any, by: Seat, command: Any) -> Sequence[tuple[Seat, Any]]:
        """The commands that take this one to its dice when everybody else answers in the usual way (the GM rules
        nothing special, helpers agree): starts with (by, command), ends with the commit that makes dice due, or with
        what the roller usually answers once they lie there; just the command itself when it leads to no dice. Odds are
        asked along this line."""
        ...

    def faults(self, state: Any) -> Sequence[str]:
        """Which bounds of the rules the state breaks: empty in every state that can be reached."""
        ...

    def sheets(self, state: Any) -> dict[Seat, Any]:
        """Every character in play as a sheet."""
        ...


class Advised(Protocol):
    """What a game may have beside `System` for faces that help while a roll is being built. It can do without."""

    def glance(self, state: Any) -> Sequence[Chance]:
        """The results of the dice that are due and what the roll itself costs, in closed form; empty where there is
        none. What else follows, the rules say when they are played."""
        ...

    def begun(self, state: Any, seat: Seat, kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """What a form of that kind, in which some answers are `given`, begins with: the draft or the ruling as it
        stands, field by field; {} for nothing."""
        ...

    def ways(self, state: Any, seat: Seat) -> dict[str, Any]:
        """What the draft of a seat comes to and what the seat could do in its place, as commands by their names, the
        draft itself first; {} without a draft."""
        ...


def sure(outcome: Outcome, chance: Fraction) -> Chance:
    """The chance of an outcome that either comes about once or does not."""
    return Chance(outcome, chance, chance * outcome.amount, ((outcome.amount, chance),))
