"""What can be done at any table, whatever the game: talk, safety, seats, dice and undo.

As in the games, one function per command gives its offer or raises Refused, and one says what comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from msgspec.structs import replace

from footlights.core import DICE, GM, Flag, Number, Offer, OneOf, Refused, Seat, Text, follow
from footlights.dice import Misread, throw
from footlights.dice.notation import BadNotation, parse, render, to_notation
from footlights.table.events import (
    Agreed,
    DiceSet,
    Happening,
    Noted,
    Posted,
    Redacted,
    Resumed,
    Rolled,
    Sat,
    Stopped,
    Whispered,
    Words,
)
from footlights.table.orders import (
    Campaign,
    DiceMode,
    Manner,
    Ordered,
    Post,
    Redact,
    Remember,
    Resume,
    Rewind,
    Roll,
    SessionZero,
    SetDice,
    Sit,
    TakeBack,
    Whisper,
    XCard,
)
from footlights.table.undo import before_last, rewound

if TYPE_CHECKING:
    from footlights.table.table import Table

LONGEST_TEXT: Final = 10_000
LONGEST_NAME: Final = 120
LONGEST_NOTATION: Final = 200
MOST_LINES: Final = 1_000_000_000
"""More than a chronicle can have: an offer that named its present end would change with every line."""

CALM: Final = frozenset({Post, Whisper, Remember, XCard, Resume, Redact, Rewind, SessionZero, Sit})
"""What can be done while an X-card stops play."""

PAUSED: Final = "an X-card was played: only talk, seats, safety and rewinding until the GM resumes"


def _text(label: str) -> Text:
    return Text(name="text", label=label, least=1, most=LONGEST_TEXT, lines=True)


_PERSON: Final = Text(name="person", label="Who sits there", most=LONGEST_NAME, optional=True, default="")


def _post(_table: Table, seat: Seat) -> Offer:
    manner = OneOf(
        name="manner",
        label="How",
        values=get_args(Manner),
        labels=("in character", "out of character"),
        optional=True,
        default="in_character",
    )
    return Offer(kind="post", seat=seat, label="Say", fields=(_text("Words"), manner), group="talk")


def _whisper(table: Table, seat: Seat) -> Offer:
    readers = tuple(other for other in table.seats if other != GM) if seat == GM else (GM,)
    if not readers:
        raise Refused("", "there is nobody to whisper to yet")
    to = OneOf(name="to", label="To", values=readers)
    return Offer(kind="whisper", seat=seat, label="Whisper", fields=(to, _text("Words")), group="talk")


def _note(_table: Table, seat: Seat) -> Offer:
    return Offer(kind="note", seat=seat, label="Note down", fields=(_text("Note"),), group="talk")


def _redact(_table: Table, seat: Seat) -> Offer:
    entry = Number(name="entry", label="Number of the line", lo=1, hi=MOST_LINES)
    return Offer(kind="redact", seat=seat, label="Take a text out", fields=(entry,), group="safety")


def _redacted(table: Table, seat: Seat, command: Redact) -> Redacted:
    told = next(table.chronicles.told(seat, command.entry - 1), None)
    if told is None:
        raise Refused("", f"there is no line {command.entry} yet", "entry")
    match told.event:
        case Posted() | Whispered() | Noted() as words:
            if words.redacted:
                raise Refused("", f"line {command.entry} is redacted already", "entry")
        case _:
            raise Refused("", f"line {command.entry} is no post, whisper or note", "entry")
    row = told.step.row
    if seat != GM and (row.seat != seat or row.seq <= table.line.since(seat)):
        raise Refused("", f"line {command.entry} is not yours; the GM can take it out", "entry")
    return Redacted(row=row.seq, readers=_readers(words))


def _readers(words: Words) -> tuple[Seat, ...]:
    match words:
        case Posted():
            return ()
        case Whispered():
            return (words.by, words.to)
        case Noted():
            return (GM,)


def _roll(table: Table, seat: Seat) -> Offer:
    if table.dicebox.source(table.standing.thrown + 1) is None:
        raise Refused("", "here people roll their own dice")
    notation = Text(name="notation", label="Dice, as 2d20kh1+3", least=1, most=LONGEST_NOTATION)
    private = Flag(name="private", label="Only for you and the GM", optional=True, default=False)
    return Offer(kind="roll", seat=seat, label="Roll dice", fields=(notation, private), group="table")


def _rolled(table: Table, seat: Seat, command: Roll) -> Rolled:
    try:
        dice = parse(command.notation)
    except BadNotation as fault:
        raise Refused("", f"these are no dice: {fault}", "notation") from None
    source = table.dicebox.source(table.standing.thrown + 1)
    assert source is not None, "it was not offered"
    try:
        faces = throw(dice.pool, source)
        total = dice.read(faces).total
    except (Misread, RuntimeError) as fault:  # of a script, or of a source that is broken
        raise Refused("", f"these dice cannot fall so: {fault}", "notation") from None
    return Rolled(
        by=seat,
        notation=to_notation(dice),
        shown=render(dice, faces),
        faces=faces,
        total=total,
        private=command.private,
    )


def _sit(table: Table, seat: Seat) -> Offer:
    seats = tuple(table.seats) if seat == GM else (seat,)
    where = OneOf(name="seat", label="Seat", values=seats)
    return Offer(
        kind="sit", seat=seat, label="Name the person in a seat", fields=(where, _PERSON), group="table"
    )


def _set_dice(table: Table, seat: Seat) -> Offer:
    now = table.standing
    mode = OneOf(
        name="mode",
        label="Who throws",
        values=get_args(DiceMode),
        labels=("the table throws", "people roll and type the faces in"),
        optional=True,
        default=now.mode,
    )
    known = Flag(
        name="known_dice",
        label="Dice stay as they fell after a rewind",
        optional=True,
        default=now.known_dice,
    )
    return Offer(kind="set_dice", seat=seat, label="Set the dice", fields=(mode, known), group="table")


def _dice_set(table: Table, _seat: Seat, command: SetDice) -> DiceSet:
    now = table.standing
    known = now.known_dice if command.known_dice is None else command.known_dice
    return DiceSet(mode=command.mode or now.mode, known_dice=known)


SESSION_ZERO: Final = Offer(
    kind="session_zero",
    seat=GM,
    label="Change what was agreed on (no undo or rewind changes it back)",
    fields=(
        Text(name="name", label="Name of the campaign", least=1, most=LONGEST_NAME, optional=True),
        Text(name="premise", label="Premise", most=LONGEST_TEXT, lines=True, optional=True),
        Text(name="tone", label="Tone", most=LONGEST_TEXT, lines=True, optional=True),
        Text(name="lines", label="Lines, one to a line", most=LONGEST_TEXT, lines=True, optional=True),
        Text(name="veils", label="Veils, one to a line", most=LONGEST_TEXT, lines=True, optional=True),
    ),
    group="safety",
)


def check_campaign(campaign: Campaign) -> None:
    """Raise Refused unless this could be agreed on."""
    follow(SESSION_ZERO, _told(campaign))


def _told(campaign: Campaign) -> dict[str, str]:
    """What was agreed on, as it would be written in answer to the offer."""
    told = {name: getattr(campaign, name) for name in campaign.__struct_fields__}
    return told | {"lines": "\n".join(campaign.lines), "veils": "\n".join(campaign.veils)}


def _session_zero(table: Table, _seat: Seat) -> Offer:
    now = _told(table.campaign)
    fields = (replace(field, default=now[field.name]) for field in SESSION_ZERO.fields)
    return replace(SESSION_ZERO, fields=tuple(fields))


def _agreed(table: Table, _seat: Seat, command: SessionZero) -> Agreed:
    now = table.campaign
    return Agreed(
        campaign=Campaign(
            name=now.name if command.name is None else command.name,
            premise=now.premise if command.premise is None else command.premise,
            tone=now.tone if command.tone is None else command.tone,
            lines=now.lines if command.lines is None else _listed(command.lines),
            veils=now.veils if command.veils is None else _listed(command.veils),
        )
    )


def _listed(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _x_card(_table: Table, seat: Seat) -> Offer:
    return Offer(
        kind="x_card", seat=seat, label="X-card: stop here (nobody learns who asked)", group="safety"
    )


def _resume(table: Table, seat: Seat) -> Offer:
    if not table.standing.paused:
        raise Refused("", "play has not stopped")
    return Offer(kind="resume", seat=seat, label="Resume play", group="safety", owed=True)


def _take_back(table: Table, seat: Seat) -> Offer:
    before_last(table.line, seat)
    return Offer(kind="take_back", seat=seat, label="Take the last move back", group="undo")


def _rewind(table: Table, seat: Seat) -> Offer:
    changed = table.line.head.changed
    if changed == 1:
        raise Refused("", "there is nothing to rewind")
    to = Number(name="to", label="To after row", lo=1, hi=changed - 1)
    return Offer(kind="rewind", seat=seat, label="Rewind the table", fields=(to,), group="undo")


class Custom(NamedTuple):
    """How a command of the table is offered, to the GM only or to anybody, and what comes of one that follows its
    offer."""

    offer: Callable[[Table, Seat], Offer]
    happens: Callable[[Table, Seat, Any], Happening]
    gm_only: bool = False


CUSTOMS: Final[dict[type[Ordered], Custom]] = {
    Post: Custom(_post, lambda _t, seat, c: Posted(by=seat, text=c.text, manner=c.manner)),
    Whisper: Custom(_whisper, lambda _t, seat, c: Whispered(by=seat, to=c.to, text=c.text)),
    Remember: Custom(_note, lambda _t, _s, c: Noted(text=c.text), gm_only=True),
    Roll: Custom(_roll, _rolled),
    Sit: Custom(_sit, lambda _t, _s, c: Sat(seat=c.seat, person=c.person)),
    SetDice: Custom(_set_dice, _dice_set, gm_only=True),
    SessionZero: Custom(_session_zero, _agreed, gm_only=True),
    XCard: Custom(_x_card, lambda _t, _s, _c: Stopped()),
    Resume: Custom(_resume, lambda _t, _s, _c: Resumed(), gm_only=True),
    Redact: Custom(_redact, _redacted),
    TakeBack: Custom(
        _take_back, lambda t, seat, _c: rewound(t.line, before_last(t.line, seat), taken_back=True)
    ),
    Rewind: Custom(_rewind, lambda t, _s, c: rewound(t.line, c.to), gm_only=True),
}


def offers(table: Table, seat: Seat) -> Iterator[Offer]:
    """Everything of this that the seat may do now."""
    for kind, custom in CUSTOMS.items():
        if custom.gm_only and seat != GM:
            continue
        try:
            yield _offer(table, seat, kind)
        except Refused:
            continue


def decide(table: Table, seat: Seat, command: Ordered) -> Happening:
    """What comes of the command. Raises Refused."""
    offer = _offer(table, seat, type(command))
    follow(offer, {name: getattr(command, name) for name in command.__struct_fields__})
    return CUSTOMS[type(command)].happens(table, seat, command)


def _offer(table: Table, seat: Seat, kind: type[Ordered]) -> Offer:
    if seat == DICE:
        raise Refused("", "the dice only say what they show")
    if table.standing.paused and kind not in CALM:
        raise Refused("", PAUSED)
    custom = CUSTOMS[kind]
    if custom.gm_only and seat != GM:
        raise Refused("", "only the GM may do this")
    return custom.offer(table, seat)
