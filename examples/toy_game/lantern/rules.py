"""Who may do what, and what comes of it: one offer and one consequence per command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from footlights.core import (
    DICE,
    GM,
    Due,
    Faces,
    Number,
    Offer,
    OneOf,
    Refused,
    Seat,
    Text,
    When,
    Witness,
    follow,
    seat_name_fault,
)
from footlights.dice import Dice, Pool, read
from lantern.clauses import (
    CEL_01,
    DRA_01,
    DRA_02,
    END_01,
    FLK_01,
    FLK_02,
    GM_01,
    GM_02,
    STP_01,
    STP_02,
    STP_03,
)
from lantern.state import (
    DEEPEST,
    MOST_COINS,
    MOST_OIL,
    ChangeRuling,
    ChoiceOwed,
    Command,
    Correct,
    Corrected,
    DraughtHidden,
    DraughtMet,
    Event,
    GoHome,
    Hide,
    Lose,
    LostInTheDark,
    OilPoured,
    OneLost,
    Pour,
    RulingChanged,
    Setup,
    Sheet,
    State,
    Step,
    StepBegun,
    StepThrown,
    Throw,
    Walker,
    WentDeeper,
    WentHome,
)

ENOUGH = 4


def opening(setup: Setup) -> State:
    """The top of the stairs (CEL-01). Raises Refused naming what is wrong with the setup."""
    names = [sheet.name for sheet in setup.walkers]
    if len(names) < 2:
        raise Refused(CEL_01.id, f"{len(names)} walkers; at least two go down together", "walkers")
    for at, sheet in enumerate(setup.walkers):
        if fault := seat_name_fault(sheet.name):
            raise Refused(CEL_01.id, f"the name of walker {at + 1} {fault}", f"walkers[{at}].name")
        if sheet.name in names[:at]:
            raise Refused(CEL_01.id, f"two walkers are called {sheet.name}", f"walkers[{at}].name")
        if not 0 <= sheet.oil <= MOST_OIL:
            raise Refused(
                CEL_01.id, f"{sheet.name} has {sheet.oil} oil; it is 0 to {MOST_OIL}", f"walkers[{at}].oil"
            )
    return State(tuple(Walker(sheet.name, sheet.oil) for sheet in setup.walkers), setup.rulings)


def seats(state: State) -> tuple[Seat, ...]:
    """The GM, then every walker, those who left too: they may still watch."""
    return (GM, *(walker.name for walker in state.walkers))


def sheets(state: State) -> dict[Seat, Sheet]:
    """Every walker as a sheet (coins are not carried into another cellar)."""
    return {walker.name: Sheet(walker.name, walker.oil) for walker in state.walkers}


def due(state: State) -> Due | None:
    """The leader's die (STP-03), one measure of burnt oil adding 1 (STP-02)."""
    if state.descent is None:
        return None
    pool = Pool((Dice(1, 6, "chain"),), state.descent.burnt)
    return Due(state.descent.leader, pool, "a step down")


def witnesses(state: State) -> Iterator[Witness]:
    """One throw that fails and one that is enough; only the total against 4 matters (STP-03)."""
    if state.descent is not None:
        needed = max(1, ENOUGH - state.descent.burnt)
        yield Witness(Fraction(7 - needed, 6), ((needed,),))
        if needed > 1:
            yield Witness(Fraction(needed - 1, 6), ((1,),))


# --- offers: who may, or the reason why not ---


def _gm(seat: Seat, clause: str) -> None:
    if seat != GM:
        raise Refused(clause, "only the GM may do this")


def _walker(state: State, seat: Seat, clause: str) -> Walker:
    for walker in state.walkers:
        if walker.name == seat and walker.below:
            return walker
    raise Refused(clause, f"{seat} is not below ground")


def _undecided(walker: Walker, clause: str) -> None:
    if walker.owes:
        raise Refused(clause, f"{walker.name} must first choose what the flicker takes")


def _hide(state: State, seat: Seat) -> Offer:
    _gm(seat, DRA_01.id)
    if state.draught is not None:
        raise Refused(DRA_01.id, "there is one draught in the cellar already")
    if state.depth == DEEPEST:
        raise Refused(DRA_01.id, "there is no step below to hide it on")
    name = Text(name="name", label="What it is like", least=1, most=60)
    depth = Number(name="depth", label="On which step", lo=state.depth + 1, hi=DEEPEST)
    return Offer(kind="hide", seat=seat, label="Hide a draught", clause=DRA_01.id, fields=(name, depth))


def _step(state: State, seat: Seat) -> Offer:
    walker = _walker(state, seat, STP_01.id)
    _undecided(walker, STP_01.id)
    if state.depth == DEEPEST:
        raise Refused(STP_01.id, "there is no step below the ninth")
    burn = Number(
        name="burn", label="Oil to burn", lo=0, hi=walker.oil, clause=STP_02.id, optional=True, default=0
    )
    return Offer(kind="step", seat=seat, label="Lead a step down", clause=STP_01.id, fields=(burn,))


def _throw(state: State, seat: Seat) -> Offer:
    wanted = due(state)
    if seat != DICE or wanted is None:
        raise Refused(STP_03.id, "no dice are due from you now")
    faces = Faces(name="faces", label=wanted.why, pool=wanted.pool)
    return Offer(
        kind="throw", seat=seat, label="Throw", clause=STP_03.id, fields=(faces,), owed=True, blocking=True
    )


def _lose(state: State, seat: Seat) -> Offer:
    walker = _walker(state, seat, FLK_01.id)
    if not walker.owes:
        raise Refused(FLK_01.id, f"{seat} has nothing to lose now")
    what = OneOf(
        name="what", label="What the flicker takes", values=("oil", "coins"), labels=("1 oil", "1 coin")
    )
    return Offer(
        kind="lose",
        seat=seat,
        label="The light flickers: choose a loss",
        clause=FLK_01.id,
        fields=(what,),
        owed=True,
        number=walker.asked,
    )


def _go_home(state: State, seat: Seat) -> Offer:
    _undecided(_walker(state, seat, END_01.id), END_01.id)
    return Offer(kind="go_home", seat=seat, label="Go home", clause=END_01.id)


def _pour(state: State, seat: Seat) -> Offer:
    _gm(seat, GM_01.id)
    room = {
        walker.name: MOST_OIL - walker.oil
        for walker in state.walkers
        if walker.below and walker.oil < MOST_OIL
    }
    if not room:
        raise Refused(GM_01.id, "no walker below ground has room for oil")
    amounts = [
        Number(name="oil", label="Measures", lo=1, hi=most, when=(When("walker", (name,)),))
        for name, most in room.items()
    ]
    who = OneOf(name="walker", label="For whom", values=tuple(room))
    return Offer(kind="pour", seat=seat, label="Pour oil", clause=GM_01.id, fields=(who, *amounts))


def _correct(state: State, seat: Seat) -> Offer:
    _gm(seat, GM_02.id)
    free = [walker.name for walker in state.walkers if not walker.owes]
    if not free:
        raise Refused(GM_02.id, "every walker owes a choice between oil and coins; that comes first")
    oil, coins = (tuple(f"{name}: {what}" for name in free) for what in ("oil", "coins"))
    counter = OneOf(name="counter", label="Which number", values=oil + coins)
    to_oil = Number(name="value", label="To", lo=0, hi=MOST_OIL, when=(When("counter", oil),))
    to_coins = Number(name="value", label="To", lo=0, hi=MOST_COINS, when=(When("counter", coins),))
    reason = Text(name="reason", label="Why", least=1, most=200)
    fields = (counter, to_oil, to_coins, reason)
    return Offer(
        kind="correct",
        seat=seat,
        label="Set a number right",
        clause=GM_02.id,
        fields=fields,
        group="corrections",
    )


def _change_ruling(_state: State, seat: Seat) -> Offer:
    _gm(seat, GM_02.id)
    (asked,) = FLK_01.rulings
    values = tuple(option.value for option in asked.options)
    ruling = OneOf(name="ruling", label="Ruling", values=(asked.name,), labels=(asked.title,))
    value = OneOf(name="value", label="From now on", values=values, labels=tuple(map(asked.label, values)))
    return Offer(
        kind="change_ruling",
        seat=seat,
        label="Change a ruling",
        clause=GM_02.id,
        fields=(ruling, value),
        group="corrections",
    )


# --- consequences of a command that follows its offer ---


def _thrown(state: State, command: Throw) -> Iterator[Event]:
    wanted = due(state)
    assert wanted is not None, "the offer has seen to it"
    leader, total = wanted.seat, read(wanted.pool, command.faces).total
    yield StepThrown(leader=leader, faces=command.faces, total=total, because=STP_03.id)
    if total < ENOUGH:
        yield _flicker(state, leader)
        return
    depth = state.depth + 1
    yield WentDeeper(leader=leader, depth=depth, coins=depth, because=STP_03.id)
    if state.draught is not None and state.draught.depth == depth:
        yield DraughtMet(walker=leader, name=state.draught.name, because=DRA_02.id)


def _flicker(state: State, leader: Seat) -> Event:
    """What a flicker does to the leader (FLK-01, FLK-02)."""
    walker = state.walker(leader)
    if walker.oil and walker.coins and state.rulings.flicker == "choose":
        return ChoiceOwed(walker=leader, because=FLK_01.id)
    if walker.oil or walker.coins:
        return OneLost(walker=leader, what="oil" if walker.oil else "coins", because=FLK_01.id)
    return LostInTheDark(walker=leader, because=FLK_02.id)


def _corrected(command: Correct) -> Event:
    name, _, what = command.counter.rpartition(": ")
    return Corrected(
        walker=name,
        what="oil" if what == "oil" else "coins",
        value=command.value,
        reason=command.reason,
        because=GM_02.id,
    )


class Move(NamedTuple):
    """How a command is offered, and the events of one that follows its offer."""

    offer: Callable[[State, Seat], Offer]
    events: Callable[[State, Seat, Any], list[Event]]


MOVES: dict[type[Command], Move] = {
    Hide: Move(_hide, lambda _s, _b, c: [DraughtHidden(name=c.name, depth=c.depth, because=DRA_01.id)]),
    Step: Move(_step, lambda _s, b, c: [StepBegun(leader=b, burnt=c.burn, because=STP_02.id)]),
    Throw: Move(_throw, lambda s, _b, c: list(_thrown(s, c))),
    Lose: Move(_lose, lambda _s, b, c: [OneLost(walker=b, what=c.what, because=FLK_01.id)]),
    GoHome: Move(_go_home, lambda s, b, _c: [WentHome(walker=b, coins=s.walker(b).coins, because=END_01.id)]),
    Pour: Move(_pour, lambda _s, _b, c: [OilPoured(walker=c.walker, oil=c.oil, because=GM_01.id)]),
    Correct: Move(_correct, lambda _s, _b, c: [_corrected(c)]),
    ChangeRuling: Move(
        _change_ruling, lambda _s, _b, c: [RulingChanged(ruling=c.ruling, value=c.value, because=GM_02.id)]
    ),
}


def _offer(state: State, seat: Seat, kind: type[Command]) -> Offer:
    """The offer of that kind to that seat. Raises Refused when there is none."""
    if state.descent is not None and kind is not Throw:
        raise Refused(STP_01.id, "the dice of a step are still to be thrown")
    return MOVES[kind].offer(state, seat)


def offers(state: State, seat: Seat | None = None) -> list[Offer]:
    """Everything that seat (or anybody) may do now."""
    asked = (seat,) if seat is not None else (*seats(state), DICE)
    found = []
    for one in asked:
        for kind in MOVES:
            try:
                found.append(_offer(state, one, kind))
            except Refused:
                continue
    return found


def owed(state: State) -> list[Offer]:
    """What anybody is waited for."""
    return [offer for offer in offers(state) if offer.owed]


def decide(state: State, by: Seat, command: Command) -> list[Event]:
    """The events of the command. Raises Refused."""
    kind = type(command)
    follow(_offer(state, by, kind), {name: getattr(command, name) for name in command.__struct_fields__})
    return MOVES[kind].events(state, by, command)


def line(_state: State, by: Seat, command: Command) -> list[tuple[Seat, Command]]:
    """A step leads straight to its dice; no other command leads to any."""
    return [(by, command)]
