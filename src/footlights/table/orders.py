"""What is ordered at a table: the table's own commands, the envelope every command comes in, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final, Literal, TypeAlias

import msgspec

from footlights.core import Field, Offer, Seat, active_fields

Manner = Literal["in_character", "out_of_character"]
DiceMode = Literal["thrown", "typed"]


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """Session zero: what the table agreed on before play. Every seat may read it, the GM may change it later."""

    name: str
    premise: str = ""
    tone: str = ""
    lines: tuple[str, ...] = ()
    veils: tuple[str, ...] = ()


class TableCommand(msgspec.Struct, frozen=True, kw_only=True):
    """An order to the table itself; field names are those of its offer."""


class Post(TableCommand, frozen=True, kw_only=True, tag="post"):
    """Say something to everybody."""

    text: str
    manner: Manner = "in_character"


class Whisper(TableCommand, frozen=True, kw_only=True, tag="whisper"):
    """From a player to the GM, or from the GM to one player."""

    text: str
    to: Seat


class Remember(TableCommand, frozen=True, kw_only=True, tag="note"):
    """A note of the GM, for the GM's eyes."""

    text: str


class Roll(TableCommand, frozen=True, kw_only=True, tag="roll"):
    """Dice that no rule asks for. A private roll is seen by its roller and the GM."""

    notation: str
    private: bool = False


class Sit(TableCommand, frozen=True, kw_only=True, tag="sit"):
    """The name of the person in a seat; "" leaves the seat empty."""

    seat: Seat
    person: str = ""


class SetDice(TableCommand, frozen=True, kw_only=True, tag="set_dice"):
    """Who throws (the table, or people who type the faces in), and whether dice stay known after a rewind.
    None: as it was."""

    mode: DiceMode | None = None
    known_dice: bool | None = None


class SessionZero(TableCommand, frozen=True, kw_only=True, tag="session_zero"):
    """Change what was agreed on. None: as it was; lines and veils are one to a line of text."""

    name: str | None = None
    premise: str | None = None
    tone: str | None = None
    lines: str | None = None
    veils: str | None = None


class XCard(TableCommand, frozen=True, kw_only=True, tag="x_card"):
    """Stop. Nobody learns who asked, not even the log; play waits until the GM resumes."""


class Resume(TableCommand, frozen=True, kw_only=True, tag="resume"):
    """The GM takes play up again after an X-card."""


class Redact(TableCommand, frozen=True, kw_only=True, tag="redact"):
    """Take the text of a post, a whisper or a note out of the chronicle and out of the save, for ever. `entry` is its
    number in the chronicle of the seat that orders it."""

    entry: int


class TakeBack(TableCommand, frozen=True, kw_only=True, tag="take_back"):
    """Undo the last command of the rules: a player their own, until dice fell or something hidden was shown; the GM
    any."""


class Rewind(TableCommand, frozen=True, kw_only=True, tag="rewind"):
    """Undo (or redo) the rules as far as they stood after row `to` of the log. The GM's."""

    to: int


Ordered: TypeAlias = (
    Post
    | Whisper
    | Remember
    | Roll
    | Sit
    | SetDice
    | SessionZero
    | XCard
    | Resume
    | Redact
    | TakeBack
    | Rewind
)


class Stamp(msgspec.Struct, frozen=True):
    """Which offer a command answers, as it was shown: its kind, the number of the question, a mark of each field, and
    how many rewinds the seat knew of.

    The command stands while the question and the fields that it answers are as they were shown. What there is to
    choose from may grow and shrink meanwhile (somebody else's draft is one more to rule on): whether a choice is still
    there is for `follow` to say."""

    kind: str
    number: int
    shown: tuple[str, ...]
    rewinds: int = 0

    @staticmethod
    def of(offer: Offer) -> Stamp:
        """The stamp of an offer as it stands."""
        return Stamp(offer.kind, offer.number, tuple(map(_mark, offer.fields)), offer.rewinds)

    def stands(self, now: Offer, answer: Mapping[str, Any]) -> bool:
        """Whether the offer, as it is now, still asks what this answer was given to."""
        return (now.number, now.rewinds) == (self.number, self.rewinds) and all(
            _mark(field) in self.shown for field in active_fields(now, answer).values()
        )


_PASSING: Final = frozenset({"when", "values", "labels", "taken", "example"})
"""What may change in a field while an answer to it stands: when it applies, and what there is to choose from."""


def _mark(field: Field) -> str:
    """A short digest of what lasts in a field."""
    lasting = [getattr(field, name) for name in field.__struct_fields__ if name not in _PASSING]
    return blake2b(msgspec.json.encode((type(field).__name__, lasting)), digest_size=6).hexdigest()


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A command on its way.

    `id` is the sender's own, 1 to 80 letters, digits and . _ - (a second order of the same id gets the answer of the
    first); `command` is a struct of the game or of the table, or the JSON object of one with its "type".
    `stand_in`: the GM gives it for a seat whose person is not there, and everybody is told so."""

    id: str
    seat: Seat
    command: Any
    answers: Stamp | None = None
    stand_in: bool = False


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the chronicle as one seat may see it.

    `seq` counts the lines of that seat from 1, so that gaps tell nothing. `seat` ordered it ("" for an X-card). `text`
    may be empty: something a face shows elsewhere. `event` is what the seat was told, `kind` its stored tag. `undone`:
    a rewind has taken it out of the line of play.
    """

    seq: int
    at: str
    seat: Seat
    text: str
    kind: str
    event: Any
    clause: str = ""
    undone: bool = False


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """An order was carried out and is on disk. `seq` is the last line of the seat's chronicle now, `entries` what it
    was told."""

    seq: int
    entries: tuple[Entry, ...]


class Owed(msgspec.Struct, frozen=True):
    """Somebody is waited for: who, for which kind of command, and why as far as the asker may know."""

    seat: Seat
    kind: str
    label: str


class Mark(msgspec.Struct, frozen=True):
    """A point of the log to rewind to: the rules as they stood after row `seq`, which said `text`."""

    seq: int
    at: str
    seat: Seat
    text: str
    undone: bool


class Preview(msgspec.Struct, frozen=True):
    """What a rewind would take out of the line of play and what it would bring back, as the GM sees it."""

    undone: tuple[Mark, ...]
    redone: tuple[Mark, ...]


class Stale(Exception):
    """The offer that the command answers has changed since it was shown; nothing has changed. `now` is the offer of
    that kind as it stands, or None."""

    def __init__(self, kind: str, now: Offer | None) -> None:
        why = "it has changed" if now else "it is no longer open"
        super().__init__(f"this answers an offer ({kind}) that was shown earlier, but {why}; look again")
        self.kind = kind
        self.now = now
