"""Odds as a page shows them: the number to decide by, one bar, every result, what else may happen, other ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec

from footlights.core import Chance, Flag, Offer, OneOf, Panel, Refused, Seat, System, active_fields
from footlights.dice import Pool
from footlights.lab import (
    Forecast,
    TooManyThrows,
    before_dice,
    consequences,
    glance,
    quick,
)
from footlights.lab import told as tell
from footlights.lab.quick import plain
from footlights.web.rooms import Room

Mark = Literal["critfail", "fail", "partial", "success", "crit"]
"""How a result is drawn: a colour, a pattern and an icon."""

_RESULTS: Final[dict[str, tuple[Mark, str]]] = {
    "crit_failure": ("critfail", "Critical Failure"),
    "failure": ("fail", "Failure"),
    "partial": ("partial", "Partial Success"),
    "success": ("success", "Success"),
    "crit_success": ("crit", "Critical Success"),
}
"""How results are drawn, and what they are called; other games may have others."""
MOST_DICE: Final = 12
"""Dice that are drawn one by one."""
MOST_TOLD: Final = 5
"""What a button tells of its answer, at the most."""


class Share(msgspec.Struct, frozen=True):
    """One result: its key, its name, how it is drawn, and its share in hundredths of a percent."""

    key: str
    label: str
    mark: Mark
    units: float

    @property
    def text(self) -> str:
        """The share as people read it."""
        return tell.share(self.units)

    @property
    def percent(self) -> float:
        """The length of its part of the bar."""
        return self.units / 100


class Follows(msgspec.Struct, frozen=True):
    """Something that may come of it: how likely or how much. `sure`: it does for certain; `counted`: the key of an
    amount that the quick table knows too."""

    label: str
    amount: str
    spread: str
    bad: bool
    sure: bool
    counted: str = ""

    @property
    def listed(self) -> bool:
        """Whether it stands in the list of numbers: an amount that the dice decide."""
        return bool(self.counted and self.spread)


class Dice(msgspec.Struct, frozen=True):
    """What will be thrown: groups of so many dice of so many sides."""

    groups: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """As people say it: "5d6 + 1d10"."""
        return " + ".join(f"{count}d{sides}" for count, sides in self.groups)


class Odds(msgspec.Struct, frozen=True):
    """What a page tells of a roll: the hope and its chance (None where no dice decide), every result, what else."""

    hope: str
    units: float | None
    shares: tuple[Share, ...]
    then: tuple[Follows, ...]
    dice: Dice | None

    @property
    def text(self) -> str:
        """The chance of the hope."""
        return "" if self.units is None else tell.share(self.units)

    @property
    def words(self) -> str:
        """The bar for those who do not see it."""
        return ", ".join(f"{share.label} {share.text}" for share in self.shares)


class Way(msgspec.Struct, frozen=True):
    """One way to act: its name, the offer that it takes with its answers, and what each row of the table says."""

    label: str
    kind: str
    given: tuple[tuple[str, str], ...]
    cells: tuple[str, ...]
    refused: str


class Ways(msgspec.Struct, frozen=True):
    """Ways side by side; the first is the one that is being built."""

    rows: tuple[str, ...]
    ways: tuple[Way, ...]


def mark(key: str, *, bad: bool) -> Mark:
    """How the result with that key is drawn."""
    known = _RESULTS.get(key.partition(":")[2])
    return known[0] if known else "fail" if bad else "success"


def verdict(result: str) -> tuple[Mark, str]:
    """How the result of dice that fell is drawn, and what it is called."""
    return _RESULTS.get(result, ("success", result.replace("_", " ").capitalize()))


def shown(chances: Sequence[Chance], pool: Pool | None) -> Odds | None:
    """Chances as the page shows them; None for none."""
    if not chances:
        return None
    told = tell.results(chances)
    units = tell.hundredths([one.chance for one in told])
    hope = tell.verdict(chances)
    return Odds(
        hope[0] if hope else "",
        tell.hundredths([hope[1]])[0] if hope else None,
        tuple(
            Share(one.outcome.key, one.outcome.label, mark(one.outcome.key, bad=one.outcome.bad), share)
            for one, share in zip(told, units, strict=True)
        ),
        tuple(map(_follows, tell.consequences(chances))),
        Dice(tuple((dice.count, dice.sides) for dice in pool.groups if dice.count)) if pool else None,
    )


def _follows(one: Chance) -> Follows:
    sure = one.chance == 1 and len(one.amounts) == 1 and one.amounts[0][0] == 1 and not one.outcome.counted
    return Follows(
        one.outcome.label,
        "for certain" if sure else tell.amount(one),
        tell.spread(one),
        one.outcome.bad,
        sure,
        one.outcome.key if one.outcome.counted else "",
    )


# --- at a glance, for the page itself ---


def roll_at_a_glance(room: Room, seat: Seat, panel: Panel) -> Odds | None:
    """The results of a roll as it stands, in closed form, on what that seat knows; None where the game has none."""
    known = room.known(seat)
    return room.while_it_stands(
        ("glance", id(known), panel.id), lambda: _glanced(room.table.system, known, panel)
    )


def _glanced(system: System, state: Any, panel: Panel) -> Odds | None:
    try:
        due = _before(system, state, panel)
    except Refused:
        return None
    wanted = system.due(due) if due is not None else None
    return shown(glance(system, due), wanted.pool) if wanted is not None else None


def _before(system: System, state: Any, panel: Panel) -> Any | None:
    if system.due(state) is not None:
        return state
    itself = next(iter(_ways(system, state, panel.by).values()), None)
    return None if itself is None else before_dice(system, state, panel.by, itself)


def _ways(system: System, state: Any, seat: Seat) -> Mapping[str, Any]:
    ways = getattr(system, "ways", None)
    return ways(state, seat) if ways is not None else {}


# --- in full, for whoever asks ---


class Tap(msgspec.Struct, frozen=True):
    """What an answer comes to that is given by pressing its button: `tells` begins with the hope, where dice decide."""

    value: str
    tells: tuple[Follows, ...]


class Answer(msgspec.Struct, frozen=True):
    """The odds of a form or of a roll. `why`: what stands in the way of telling any. `taps`: those of each button,
    where the form has one for every answer."""

    odds: Odds | None
    ways: Ways | None = None
    why: str = ""
    taps: tuple[Tap, ...] = ()


def of_command(room: Room, seat: Seat, command: Any) -> Answer:
    """The odds of a command that the seat might give, on what it knows."""
    return room.while_it_stands(
        question("odds", seat, command),
        lambda: _of_command(room.table.system, room.known(seat), seat, command),
    )


def question(about: str, seat: Seat, command: Any) -> tuple[str, Seat, bytes]:
    """What the answer to a question about a command is kept under, however long that command is."""
    return about, seat, sha256(msgspec.json.encode(command)).digest()


def _of_command(system: System, state: Any, seat: Seat, command: Any) -> Answer:
    try:
        found = consequences(system, state, system.line(state, seat, command))
        due = before_dice(system, state, seat, command)
    except (Refused, TooManyThrows) as none:
        return Answer(None, why=str(none))
    return Answer(_forecast(system, found, due), _compared(system, state, seat, command))


def _forecast(system: System, found: Forecast, due: Any | None) -> Odds | None:
    wanted = system.due(due) if due is not None else None
    return shown(found.chances, wanted.pool if wanted is not None else None)


def of_roll(room: Room, seat: Seat, panel: Panel) -> Answer:
    """The odds of a roll as it stands, and what could be done in its place."""
    return room.while_it_stands(
        ("roll", seat, panel.id), lambda: _of_roll(room.table.system, room.known(seat), panel)
    )


def _of_roll(system: System, state: Any, panel: Panel) -> Answer:
    if system.due(state) is not None:
        try:
            return Answer(_forecast(system, consequences(system, state, ()), state))
        except TooManyThrows as many:
            return Answer(None, why=str(many))
    itself = next(iter(_ways(system, state, panel.by).values()), None)
    return Answer(None) if itself is None else _of_command(system, state, panel.by, itself)


def _compared(system: System, state: Any, seat: Seat, command: Any) -> Ways | None:
    """The other ways there are, where the command is that of a draft."""
    ways = _ways(system, state, seat)
    if len(ways) < 2 or command != next(iter(ways.values())):
        return None
    try:
        told = {label: _told(system, state, seat, way) for label, way in ways.items()}
    except TooManyThrows:
        return None
    rows: dict[str, str] = {}
    for found, _ in told.values():
        if found is not None:
            if (hope := tell.verdict(found.chances)) is not None:
                rows.setdefault("", hope[0])
            rows |= {chance.outcome.key: chance.outcome.label for chance in tell.consequences(found.chances)}
    return Ways(
        tuple(rows.values()),
        tuple(
            _way(label, ways[label], found, tuple(rows), refused) for label, (found, refused) in told.items()
        ),
    )


def _told(system: System, state: Any, seat: Seat, command: Any) -> tuple[Forecast | None, str]:
    """The odds of one way, or why it is not open. Raises TooManyThrows."""
    try:
        return consequences(system, state, system.line(state, seat, command)), ""
    except Refused as refused:
        return None, str(refused)


def _way(label: str, command: Any, found: Forecast | None, keys: Sequence[str], refused: str) -> Way:
    given = msgspec.to_builtins(command)
    kind = given.pop("type")
    answers = tuple((name, value) for name, value in given.items() if isinstance(value, str) and value)
    return Way(label, kind, answers, tuple(_cell(found, key) for key in keys) if found else (), refused)


def _cell(found: Forecast, key: str) -> str:
    if not key:
        hope = tell.verdict(found.chances)
        return "no roll" if hope is None else tell.share(tell.hundredths([hope[1]])[0])
    one = next((chance for chance in found.chances if chance.outcome.key == key), None)
    return "0" if one is None else tell.amount(one) if one.chance != 1 or one.outcome.counted else "certain"


# --- forms ---


class Table(msgspec.Struct, frozen=True):
    """The quick table of a form as JSON ("" for none), and odds of some choice in it, to be filled with others."""

    json: str = ""
    some: Odds | None = None


def table(room: Room, seat: Seat, offer: Offer) -> Table:
    """The quick table of a form."""
    return room.while_it_stands(
        ("quick", seat, offer.kind), lambda: _table(room.table.system, room.known(seat), seat, offer)
    )


def _table(system: System, state: Any, seat: Seat, offer: Offer) -> Table:
    found = quick(system, state, seat, offer, {})
    if found is None:
        return Table()
    json = msgspec.json.encode(plain(found)).decode()
    return Table(
        json.replace("<", "\\u003c"), shown(found.rows[0], None)
    )  # it stands within a script element


def of_form(room: Room, seat: Seat, offer: Offer, said: Mapping[str, Any]) -> Answer:
    """The odds of an offer answered like this; where the answers are not whole yet, what is missing."""
    system = room.table.system
    missing = [
        field for name, field in active_fields(offer, said).items() if name not in said and not field.optional
    ]
    if missing:
        return Answer(None, why=f"the odds show once this is said: {missing[0].label or missing[0].name}")
    try:
        command = msgspec.convert({"type": offer.kind, **said}, system.commands)
    except msgspec.ValidationError as wrong:
        return Answer(None, why=str(wrong))
    return of_command(room, seat, command)


def of_taps(
    room: Room, seat: Seat, offer: Offer, field: Flag | OneOf, said: Mapping[str, Any]
) -> tuple[Tap, ...]:
    """What each answer to the one field that is left comes to: the hope, and what else differs between them; where all
    are alike, what they have in common."""
    values = {"true": True, "false": False} if isinstance(field, Flag) else {one: one for one in field.values}
    answers = {key: of_form(room, seat, offer, {**said, field.name: value}) for key, value in values.items()}
    told = {key: _tells(answer.odds) for key, answer in answers.items()}
    alike = {one for one in next(iter(told.values())) if all(one in tells for tells in told.values())}
    if all(alike.issuperset(tells) for tells in told.values()):
        alike.clear()
    return tuple(
        Tap(key, tuple(one for place, one in enumerate(tells) if not place or one not in alike)[:MOST_TOLD])
        for key, tells in told.items()
    )


def _tells(odds: Odds | None) -> tuple[Follows, ...]:
    if odds is None:
        return ()
    hope = () if odds.units is None else (Follows(odds.hope, odds.text, "", bad=False, sure=False),)
    return (*hope, *odds.then)


def begun(room: Room, seat: Seat, kind: str, said: Mapping[str, str]) -> dict[str, Any]:
    """What a form begins with: the draft as it stands, and over it what the page says."""
    drafted = getattr(room.table.system, "begun", None)
    stands = drafted(room.known(seat), seat, kind, said) if drafted is not None else {}
    return {**stands, **said}
