"""Undo: what a rewind takes out of the line of play, what it leaves fallen, and who may take what back.

Nothing is deleted: a rewind is a row that says after which row the rules stand again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from footlights.core import GM, SPECTATOR, Refused, Seat, System
from footlights.dice import Dice, Pool, Throw, throw
from footlights.store import Row
from footlights.table.dicebox import Source
from footlights.table.events import Die, Fallen, Rewound, Standing
from footlights.table.line import Line, Move, Step, fork, spans


def undone(line: Line, to: int) -> Iterator[Step]:
    """The steps that a rewind to row `to` takes out of the line of play."""
    return _apart(line, line.head.seq, to)


def redone(line: Line, to: int) -> Iterator[Step]:
    """The steps, undone earlier, that a rewind to row `to` brings back."""
    return _apart(line, to, line.head.seq)


def _apart(line: Line, here: int, there: int) -> Iterator[Step]:
    """The steps that led to row `here` and not to row `there`."""
    rewinds = line.standing.rewinds
    along = spans(here, rewinds)
    shared = fork(along, spans(there, rewinds))
    return line.path(line.at(shared), [span for span in along if span[1] > shared])


def rewound(line: Line, to: int, *, taken_back: bool = False) -> Rewound:
    """The event of going back to row `to`: it says which dice stay fallen, and who may know of it."""
    fallen: list[Fallen] = []
    heard: set[Seat] = set()
    others = {*line.system.seats(line.head.state), *line.system.seats(line.at(to).state), SPECTATOR} - {GM}
    for step in undone(line, to):
        if step.thrown:
            fallen.append(Fallen(step.before.throws + 1, tuple(_dice(line, step))))
        heard |= {seat for seat in others - heard if line.knows(step, seat)}
    for step in redone(line, to):
        heard |= {seat for seat in others - heard if line.knows(step, seat)}
    return Rewound(to=to, fallen=tuple(fallen), taken_back=taken_back, heard=tuple(sorted(heard)))


def _dice(line: Line, step: Step) -> Iterator[Die]:
    """The dice of a throw, each with its place and sides."""
    due = line.system.due(step.before.state)
    faces: Throw = line.log.ordered(step.row).faces
    for place, (sides, shown) in enumerate(zip(sides_of(due.pool) if due else [], faces, strict=True)):
        yield Die(place, sides, shown)


Known: TypeAlias = Mapping[tuple[int, int], tuple[int, ...]]
"""What dice show that fell before a rewind, by place and sides."""


def known_dice(standing: Standing, number: int) -> Known:
    """The dice of the n-th throw of a line of play that fell before a rewind; none where the table wants them new."""
    if not standing.known_dice:
        return {}
    return {(die.place, die.sides): die.faces for die in standing.fallen.get(number, ())}


def sides_of(pool: Pool) -> list[int]:
    """The sides of every die, in the order of the pool."""
    return [dice.sides for dice in pool.groups for _ in range(dice.count)]


def rethrow(pool: Pool, known: Known, source: Source | None) -> tuple[Throw, tuple[int, ...]] | None:
    """A throw in which known dice fall as they fell and the missing ones come from the source, and the places of the
    known; None where dice are missing and there is no source."""
    if source and not known:
        return throw(pool, source), ()
    try:
        return _overlaid(pool, known, [source or _nobody] * len(sides_of(pool)))
    except _Missing:
        return None


def retyped(pool: Pool, known: Known, typed: Throw) -> tuple[Throw, tuple[int, ...]]:
    """The same, the missing dice showing the faces that people typed in for them; what they typed for known dice counts
    for nothing, but for explosions that are new."""
    return _overlaid(pool, known, [_one_by_one(shown) for shown in typed])


class _Missing(Exception):
    """A die has to be thrown, and nobody here throws."""


def _nobody(_sides: int) -> int:
    raise _Missing


def _one_by_one(faces: Iterable[int]) -> Source:
    left = iter(faces)
    return lambda _sides: next(left)


def _overlaid(pool: Pool, known: Known, sources: Sequence[Source]) -> tuple[Throw, tuple[int, ...]]:
    faces: list[tuple[int, ...]] = []
    for dice in pool.groups:
        single = Pool((Dice(1, dice.sides, dice.explode),))
        for _ in range(dice.count):
            fell = iter(known.get((len(faces), dice.sides), ()))
            faces += throw(single, partial(_next, fell, sources[len(faces)]))
    return tuple(faces), tuple(place for place, sides in enumerate(sides_of(pool)) if (place, sides) in known)


def _next(fell: Iterator[int], source: Source, sides: int) -> int:
    """The next face that is known, else a fresh one."""
    return next(fell, 0) or source(sides)


def described(pool: Pool, known: Known) -> str:
    """The known dice of a pool in words, "" for none."""
    dice = [(place, known.get((place, sides))) for place, sides in enumerate(sides_of(pool))]
    shown = [f"die {place + 1} shows {', then '.join(map(str, fell))}" for place, fell in dice if fell]
    return f"known from before the rewind: {'; '.join(shown)}" if shown else ""


def before_last(line: Line, seat: Seat) -> int:
    """The row to go back to so that the last move that the seat knows of is undone. Raises Refused where it may not
    take that back; what it does not know of makes no difference."""
    last = line.head.last.get(seat)
    if last is None:
        raise Refused("", "there is no move to take back")
    if seat != GM:
        if last.thrown:
            raise Refused("", "dice have fallen since; ask the GM to rewind")
        if last.row.seat != seat:
            raise Refused(
                "", "only your own move can be taken back, while it is the last; ask the GM to rewind"
            )
        if _showed(line, last):
            raise Refused("", "it has shown what was hidden; ask the GM to rewind")
    return last.row.seq - 1


def unaware(line: Line, seat: Seat) -> list[Row]:
    """The orders since the last move that the seat knows of, which it therefore cannot mean to take back."""
    last = line.head.last[seat]
    assert last is not None, "it was offered to take it back"
    return [step.row for step in undone(line, last.row.seq) if step.moves and not step.thrown]


def _showed(line: Line, move: Move) -> bool:
    """Whether the seat that moved was told more than the move, carried out on what it knew, would have told it."""
    system, command, seat = line.system, line.log.ordered(move.row), move.row.seat
    known = system.known(move.before, seat)
    try:
        foreseen = system.decide(known, seat, command)
    except Refused:
        return True
    return _heard(system, known, foreseen, seat) != _heard(
        system, move.before, (event for _, event in move.events), seat
    )


def _heard(system: System, state: Any, events: Any, seat: Seat) -> list[Any]:
    heard = []
    for event in events:
        heard.append(system.tell(state, event, seat))
        state = system.evolve(state, event)
    return [event for event in heard if event is not None]
