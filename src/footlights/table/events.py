"""What happens at a table beside the rules, and what stands because of it. Tags are stored for ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from footlights.core import GM, SPECTATOR, Seat
from footlights.dice import Throw
from footlights.table.orders import Campaign, DiceMode, Manner


class TableEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact about the table itself."""


class Opened(TableEvent, frozen=True, kw_only=True, tag="opened"):
    """The table opens: what the game starts from (its setup as JSON), and what was agreed on."""

    setup: Any
    campaign: Campaign


class Posted(TableEvent, frozen=True, kw_only=True, tag="posted"):
    """Somebody says something to everybody."""

    by: Seat
    text: str
    manner: Manner
    redacted: bool = False


class Whispered(TableEvent, frozen=True, kw_only=True, tag="whispered"):
    """Somebody says something to one other seat; one of the two is the GM."""

    by: Seat
    to: Seat
    text: str
    redacted: bool = False


class Noted(TableEvent, frozen=True, kw_only=True, tag="noted"):
    """The GM notes something down."""

    text: str
    redacted: bool = False


Words: TypeAlias = Posted | Whispered | Noted
"""Events that carry people's own words, and can be redacted."""


class Redacted(TableEvent, frozen=True, kw_only=True, tag="redacted"):
    """The words in row `row` are gone; `readers` could read them (none named: everybody)."""

    row: int
    readers: tuple[Seat, ...] = ()


class Rolled(TableEvent, frozen=True, kw_only=True, tag="rolled"):
    """Dice that no rule asked for. `shown` is the roll as notation with its faces."""

    by: Seat
    notation: str
    shown: str
    faces: Throw
    total: int
    private: bool = False


class Sat(TableEvent, frozen=True, kw_only=True, tag="sat"):
    """A person takes a seat; "": nobody sits there now."""

    seat: Seat
    person: str


class DiceSet(TableEvent, frozen=True, kw_only=True, tag="dice_set"):
    """Who throws from now on, and whether dice stay known after a rewind."""

    mode: DiceMode
    known_dice: bool


class Agreed(TableEvent, frozen=True, kw_only=True, tag="agreed"):
    """What the table agreed on has changed to this."""

    campaign: Campaign


class Stopped(TableEvent, frozen=True, kw_only=True, tag="stopped"):
    """Somebody played the X-card."""


class Resumed(TableEvent, frozen=True, kw_only=True, tag="resumed"):
    """Play goes on."""


class Die(msgspec.Struct, frozen=True, array_like=True):
    """What one die showed: its place in the throw, its sides, its face and then those of its explosions."""

    place: int
    sides: int
    faces: tuple[int, ...]


class Fallen(msgspec.Struct, frozen=True, array_like=True):
    """The dice of the n-th throw of a line of play that was undone: they stay as they fell."""

    number: int
    dice: tuple[Die, ...]


class Rewound(TableEvent, frozen=True, kw_only=True, tag="rewound"):
    """The rules stand again as they stood after row `to`; posts, safety and seats stay. `fallen`: the throws undone.

    `heard`: the seats that may know of it, since they knew of something that it undoes or brings back; the spectator
    stands for every seat that came later. None, in early logs: everybody.
    """

    to: int
    fallen: tuple[Fallen, ...] = ()
    taken_back: bool = False
    heard: tuple[Seat, ...] | None = None


class DiceKnown(TableEvent, frozen=True, kw_only=True, tag="dice_known"):
    """Dice of the throw in this row (their places, counted from 0) fell before a rewind, and stay."""

    places: tuple[int, ...]


class StoodIn(TableEvent, frozen=True, kw_only=True, tag="stood_in"):
    """What follows in this row was done by the GM, for `seat`, who was not there."""

    seat: Seat


Happening: TypeAlias = (
    Opened
    | Posted
    | Whispered
    | Noted
    | Redacted
    | Rolled
    | Sat
    | DiceSet
    | Agreed
    | Stopped
    | Resumed
    | Rewound
    | DiceKnown
    | StoodIn
)


def tell(event: Happening, seat: Seat) -> Happening | None:
    """What that seat may know of an event."""
    if seat == GM:
        return event
    match event:
        case Noted():
            return None
        case Whispered():
            return event if seat in {event.by, event.to} else None
        case Rolled():
            return event if not event.private or seat == event.by else None
        case Redacted():
            return Redacted(row=0) if not event.readers or seat in event.readers else None
        case Opened():
            return replace(event, setup=None)
        case Rewound():
            return Rewound(to=0, taken_back=event.taken_back) if hears(event.heard, seat) else None
        case _:
            return event


def hears(heard: tuple[Seat, ...] | None, seat: Seat) -> bool:
    """Whether that seat may know of a rewind that these have heard of."""
    return heard is None or seat == GM or seat in heard or SPECTATOR in heard


GONE: Final = "(redacted)"

_DICE: Final[dict[str, str]] = {
    "thrown": "The table throws the dice.",
    "typed": "People roll and type the faces in.",
}

_SAID: Final[dict[type[TableEvent], Callable[[Any], str]]] = {
    Opened: lambda e: f"The table opens: {e.campaign.name}.",
    Posted: lambda e: GONE if e.redacted else e.text,
    Whispered: lambda e: GONE if e.redacted else e.text,
    Noted: lambda e: GONE if e.redacted else e.text,
    Redacted: lambda _e: "A text is taken out of the chronicle.",
    Rolled: lambda e: f"{e.by} rolls{' in private' if e.private else ''}: {e.shown}.",
    Sat: lambda e: f"{e.person} sits in the seat {e.seat}." if e.person else f"The seat {e.seat} is empty.",
    DiceSet: lambda e: (
        _DICE[e.mode] + (" Dice stay known after a rewind." if e.known_dice else " A rewind makes dice new.")
    ),
    Agreed: lambda _e: "What the table agreed on has changed.",
    Stopped: lambda _e: "X-card: play stops until the GM resumes.",
    Resumed: lambda _e: "Play resumes.",
    Rewound: lambda e: "The last move is taken back." if e.taken_back else "The GM rewinds the table.",
    DiceKnown: lambda _e: "Dice known: they fell before the rewind, and stay.",
    StoodIn: lambda e: f"The GM plays for {e.seat}.",
}


BESIDE: Final = (DiceKnown, StoodIn)
"""What is said of a move of the rules, and is undone with it."""


def say(event: Happening) -> str:
    """One sentence of the chronicle; people's own words as they wrote them."""
    return _SAID[type(event)](event)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What stands at a table beside the rules; no rewind touches it.

    `rewinds` are pairs (row of the rewind, row it went back to), `heard` says who may know of each; `fallen` has the
    dice of throws that were once undone, by the number of the throw in its line of play; `thrown` counts all throws,
    undone ones and those that no rule asked for too.
    """

    campaign: Campaign = Campaign(name="")
    persons: Mapping[Seat, str] = {}
    mode: DiceMode = "thrown"
    known_dice: bool = True
    paused: bool = False
    rewinds: tuple[tuple[int, int], ...] = ()
    heard: tuple[tuple[Seat, ...] | None, ...] = ()
    fallen: Mapping[int, tuple[Die, ...]] = {}
    thrown: int = 0

    def rewinds_known(self, seat: Seat) -> int:
        """How many rewinds that seat may know of."""
        return sum(hears(heard, seat) for heard in self.heard)


def stand(standing: Standing, row: int, event: Happening) -> Standing:
    """What stands after the event, which is in that row."""
    match event:
        case Opened() | Agreed():
            return replace(standing, campaign=event.campaign)
        case Sat():
            persons = {seat: person for seat, person in standing.persons.items() if seat != event.seat}
            return replace(standing, persons=persons | ({event.seat: event.person} if event.person else {}))
        case DiceSet():
            return replace(standing, mode=event.mode, known_dice=event.known_dice)
        case Stopped():
            return replace(standing, paused=True)
        case Resumed():
            return replace(standing, paused=False)
        case Rolled():
            return replace(standing, thrown=standing.thrown + 1)
        case Rewound():
            fallen = dict(standing.fallen)
            for throw in event.fallen:
                fallen[throw.number] = _merged(fallen.get(throw.number, ()), throw.dice)
            rewinds, heard = (*standing.rewinds, (row, event.to)), (*standing.heard, event.heard)
            return replace(standing, rewinds=rewinds, heard=heard, fallen=fallen)
        case _:
            return standing


def _merged(old: tuple[Die, ...], new: tuple[Die, ...]) -> tuple[Die, ...]:
    """What is known of a throw: the newest die of each place and sides; of two that begin alike the longer."""
    dice = {(die.place, die.sides): die for die in old}
    for die in new:
        known = dice.get((die.place, die.sides), die)
        if known.faces[: len(die.faces)] != die.faces:
            known = die
        dice[die.place, die.sides] = known
    return tuple(dice.values())
