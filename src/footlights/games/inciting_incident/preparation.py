"""The GM's preparation: notes of scenes, Triggers, Obstacles and opponents, brought in when wanted (CMP-18)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import asdict

from footlights.core import GM, Field, Number, Offer, OneOf, Refused, Seat, Sheet, Text, When, follow
from footlights.games.inciting_incident import additions, conflict, crisis, scenes
from footlights.games.inciting_incident.characters import check_opponent
from footlights.games.inciting_incident.clauses import CMP_18, RT_05
from footlights.games.inciting_incident.commands import (
    AddObstacle,
    AddTrigger,
    BringIn,
    Discard,
    Prepare,
    Prepared,
    StartScene,
)
from footlights.games.inciting_incident.events import AnyEvent, NoteDiscarded, NoteWritten
from footlights.games.inciting_incident.fields import (
    MOST_NAME,
    check_trigger,
    obstacle_fields,
    obstacle_of,
    trigger_fields,
    trigger_of,
)
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.rising_tension import check_payable, spent
from footlights.games.inciting_incident.standing import able, check_gm, check_stakes
from footlights.games.inciting_incident.state import State

GROUP: Final = "preparation"
NOTE_EXAMPLE: Final = {"type": "add_trigger", "name": "The bell tolls", "rhythm": "every", "threshold": 10}


def prepare_offer(_state: State, seat: Seat) -> Offer:
    """A note is what would be ordered when it is brought in; an old one of that name is replaced."""
    check_gm(seat, CMP_18.id)
    return Offer(
        kind="prepare",
        seat=seat,
        label="Write a note",
        clause=CMP_18.id,
        fields=(
            Text(name="name", label="What the note is called", least=1, most=MOST_NAME),
            Sheet(name="note", label="What it brings in", example=NOTE_EXAMPLE),
        ),
        group=GROUP,
    )


def prepare(_state: State, _seat: Seat, command: Prepare) -> list[AnyEvent]:
    """What a Prepare does. Raises Refused when the note could never be brought in."""
    _check_note(command.note)
    return [NoteWritten(command.name, command.note, because=CMP_18.id)]


def _check_note(note: Prepared) -> None:
    """Raise Refused unless the note is whole, whatever the scene it is brought into."""
    match note:
        case StartScene():
            if note.scene not in scenes.TYPES:
                raise Refused(CMP_18.id, f"a scene is one of: {', '.join(scenes.TYPES)}", "note.scene")
            for at, opponent in enumerate(note.opponents):
                check_opponent(opponent, f"note.opponents[{at}]")
            for at, trigger in enumerate(note.triggers):
                check_trigger(trigger, f"note.triggers[{at}]")
        case AddTrigger():
            follow(_offer("add_trigger", trigger_fields(State(), secret=True)), asdict(note))
        case AddObstacle():
            people = (*note.each, *((note.confronted,) if note.confronted else ()))
            follow(_offer("add_obstacle", obstacle_fields(people)), asdict(note))
        case _:
            check_opponent(note.opponent, "note.opponent")


def _offer(kind: str, fields: tuple[Field, ...]) -> Offer:
    """What the order in a note answers."""
    return Offer(kind=kind, seat=GM, label="", clause=CMP_18.id, fields=fields)


def brought(state: State, note: Prepared, because: str) -> list[AnyEvent]:
    """What comes into play when a note is brought in. Raises Refused when it does not fit the scene."""
    match note:
        case StartScene():
            follow(scenes.start_offer(state, GM), asdict(note))
            return scenes.start(state, GM, note)
        case AddTrigger():
            check_stakes(state)
            return crisis.added(state, trigger_of(note, GM, note.shown), because)
        case AddObstacle():
            check_stakes(state)
            follow(_offer("add_obstacle", obstacle_fields(tuple(able(state)))), asdict(note))
            return additions.obstacle_added(state, obstacle_of(note), because)
        case _:
            if not conflict.can_be_joined(state):
                raise Refused(CMP_18.id, "there is no conflict under way to join")
            return additions.opponent_added(state, note.opponent, because)


def _fits(state: State, note: Prepared) -> bool:
    try:
        brought(state, note, CMP_18.id)
    except Refused:
        return False
    return True


def fitting(state: State) -> tuple[str, ...]:
    """The notes that can be added to the scene under way, by name."""
    return tuple(
        name for name, note in state.notes.items() if not isinstance(note, StartScene) and _fits(state, note)
    )


def discard_offer(state: State, seat: Seat) -> Offer:
    """A note can be thrown away."""
    check_gm(seat, CMP_18.id)
    if not state.notes:
        raise Refused(CMP_18.id, "there are no notes")
    note = OneOf(name="note", label="Which note", values=tuple(state.notes))
    return Offer(
        kind="discard", seat=seat, label="Throw a note away", clause=CMP_18.id, fields=(note,), group=GROUP
    )


def discard(_state: State, _seat: Seat, command: Discard) -> list[AnyEvent]:
    """What a Discard does."""
    return [NoteDiscarded(command.note, because=CMP_18.id)]


# -- bringing in --------------------------------------------------------------------------------------------------


def _price(state: State, note: Prepared) -> int:
    """What bringing it in costs: nothing before the first action, the usual price afterwards (RT-05)."""
    if isinstance(note, StartScene) or not state.scene.begun:
        return 0
    price: int = getattr(state.rulings.rt_price, _thing(note))
    return price


def _thing(note: Prepared) -> str:
    """What Rising Tension is spent on when it is brought in; everybody may hear that, but not the note's title."""
    return {AddTrigger: "trigger", AddObstacle: "obstacle"}.get(type(note), "enemy")


def _cost(state: State, command: BringIn) -> int:
    return _price(state, state.notes[command.note]) if command.price is None else command.price


def check_paid(state: State, command: BringIn) -> None:
    """Raise Refused when the note is too dear to be brought in (RT-05)."""
    if command.note in state.notes:
        check_payable(state, _cost(state, command), command.note)


def bring_in_offer(state: State, seat: Seat) -> Offer:
    """Notes that fit come in, as often as wanted; what is no longer free is bought (RT-05)."""
    check_gm(seat, CMP_18.id)
    notes = [name for name, note in state.notes.items() if _fits(state, note)]
    if not notes:
        raise Refused(CMP_18.id, "no note fits the scene now")
    usual = {name: _price(state, state.notes[name]) for name in notes}
    bought = [name for name in notes if state.scene.begun and not isinstance(state.notes[name], StartScene)]
    return Offer(
        kind="bring_in",
        seat=seat,
        label="Bring in what is prepared",
        clause=CMP_18.id,
        fields=(
            OneOf(name="note", label="Which note", values=tuple(notes)),
            *(
                Number(
                    name="price",
                    label=f"Price (usually {usual[name]})",
                    lo=0,
                    hi=min(additions.MOST_PRICE, state.tension),
                    clause=RT_05.id,
                    optional=usual[name] <= state.tension,
                    when=(When("note", (name,)),),
                )
                for name in bought
            ),
        ),
        group=GROUP,
    )


def bring_in(state: State, _seat: Seat, command: BringIn) -> list[AnyEvent]:
    """What a BringIn does."""
    note = state.notes[command.note]
    if isinstance(note, StartScene):
        return brought(state, note, CMP_18.id)
    paid = spent(
        state,
        _cost(state, command),
        additions.IN_WORDS[_thing(note)],
        secret=additions.is_secret(state, note),
    )
    return paid + brought(fold(state, paid), note, CMP_18.id)
