"""What each seat sees, knows and is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from footlights.core import GM, Refused, Seat
from footlights.games.you.checks import Commit, modifiers
from footlights.games.you.clauses import (
    AST_01,
    BUR_01,
    BUR_07,
    CHK_04,
    CHK_08,
    CNF_01,
    GRO_09,
    INS_01,
    INS_05,
    INS_09,
    RSV_01,
)
from footlights.games.you.drafts import vetoed
from footlights.games.you.odds import Mode
from footlights.games.you.rulings import Rulings
from footlights.games.you.state import (
    Ask,
    Check,
    Draft,
    Element,
    ElementKind,
    Event,
    Finished,
    Kind,
    Spice,
    State,
)
from footlights.games.you.traits import BURDENS, FAMILY, TYPES, BurdenType, Character, Degree, Three, Trait
from footlights.games.you.words import sentence


class TraitView(msgspec.Struct, frozen=True):
    """A Trait of a character."""

    name: Trait
    degree: Degree
    reservation: str
    impulse: str
    up: int
    down: int


class CharacterView(msgspec.Struct, frozen=True, cache_hash=True):
    """A character, as everybody at the table sees it."""

    name: Seat
    traits: tuple[TraitView, ...]
    ins: Three
    burdens: Three
    confidence: int
    pending: int
    incapacitated: BurdenType | None
    pronouns: str
    look: str
    portrait: str
    notes: str
    gear: tuple[str, ...]


class ElementView(msgspec.Struct, frozen=True):
    """A person, place or thing; `secret` is empty for everybody but the GM."""

    name: str
    kind: ElementKind
    text: str
    positive: Spice | None
    negative: Spice | None
    secret: str = ""


class Modifier(msgspec.Struct, frozen=True):
    """A line of what counts: "Stress", -1, and the clause."""

    label: str
    value: int
    clause: str


class RollView(msgspec.Struct, frozen=True):
    """A check that is being built (`open` false) or open. `mode` and `approved` are None until the GM has ruled."""

    by: Seat
    open: bool
    kind: Kind
    trait: Trait | None
    saying: str
    mode: Mode | None
    approved: bool | None
    note: str
    asks: tuple[Ask, ...]
    target: Seat | None
    relieves: Seat | None
    burden: BurdenType | None
    modifiers: tuple[Modifier, ...]
    faces: tuple[int, ...] = ()


class Owed(msgspec.Struct, frozen=True):
    """Who is waited for, for what."""

    seat: Seat
    what: str
    clause: str


class View(msgspec.Struct, frozen=True):
    """What one seat sees. `prepared` is empty for everybody but the GM."""

    seat: Seat
    session: int
    title: str
    present: tuple[Seat, ...]
    elements: tuple[ElementView, ...]
    prepared: tuple[ElementView, ...]
    characters: tuple[CharacterView, ...]
    rolls: tuple[RollView, ...]
    finished: Finished | None
    owed: tuple[Owed, ...]
    rulings: Rulings


def view(state: State, seat: Seat) -> View:
    """What the seat may see, field by field."""
    scene, everybody = state.scene, tuple(c.name for c in state.characters)
    gm = seat == GM
    rolls = tuple(_draft(state, draft) for draft in state.drafts)
    return View(
        seat=seat,
        session=state.session,
        title=scene.title,
        present=everybody if scene.present is None else scene.present,
        elements=tuple(_element(element, gm) for element in state.elements),
        prepared=tuple(_element(element, gm) for element in state.prepared) if gm else (),
        characters=tuple(map(_character, state.characters)),
        rolls=rolls if state.check is None else (_open_check(state.check), *rolls),
        finished=state.finished,
        owed=tuple(_owed(state)),
        rulings=state.rulings,
    )


def known(state: State, seat: Seat) -> State:
    """A state to play on, without what the GM has prepared and the GM's own words."""
    if seat == GM or not (state.prepared or any(element.secret for element in state.elements)):
        return state
    return replace(state, prepared=(), elements=tuple(replace(e, secret="") for e in state.elements))


def tell(before: State, event: Event, seat: Seat) -> Event | None:
    """What that seat may know of the event: players and spectators hear nothing of what is only prepared."""
    del before  # who may know what does not depend on the state
    return event if seat == GM else event.told_to_players()


def say(event: Event) -> str:
    """The event as a sentence of the chronicle."""
    return sentence(event.say())


@lru_cache(maxsize=1024)
def _character(character: Character) -> CharacterView:
    return CharacterView(
        name=character.name,
        traits=tuple(
            TraitView(trait, r.degree, r.reservation, r.impulse, max(0, r.growth), max(0, -r.growth))
            for trait, r in character.rated()
        ),
        ins=character.ins,
        burdens=character.burdens,
        confidence=character.confidence,
        pending=character.pending,
        incapacitated=character.incapacitated,
        pronouns=character.pronouns,
        look=character.look,
        portrait=character.portrait,
        notes=character.notes,
        gear=character.gear,
    )


def _element(element: Element, gm: bool) -> ElementView:
    return ElementView(
        name=element.name,
        kind=element.kind,
        text=element.text,
        positive=element.positive,
        negative=element.negative,
        secret=element.secret if gm else "",
    )


def _draft(state: State, draft: Draft) -> RollView:
    ruled = draft.ruled
    counts: tuple[Modifier, ...] = ()
    if draft.trait is not None:
        now = modifiers(state, draft, draft.trait)
        counts = _modifiers(draft.trait, now.confidence, now.burden, now.reservation, now.helpers)
    return RollView(
        by=draft.by,
        open=False,
        kind=draft.kind,
        trait=draft.trait,
        saying=draft.saying,
        mode=ruled.mode if ruled else None,
        approved=ruled.approved if ruled else None,
        note=ruled.note if ruled else "",
        asks=draft.asks,
        target=draft.target,
        relieves=draft.relieves,
        burden=draft.burden,
        modifiers=counts,
    )


def _open_check(check: Check) -> RollView:
    relieves, burden = check.relieves or (None, None)
    return RollView(
        by=check.by,
        open=True,
        kind=check.kind,
        trait=check.trait,
        saying=check.saying,
        mode=check.mode,
        approved=True,
        note=check.note,
        asks=tuple(Ask(helper, 0, True) for helper in check.helpers),
        target=check.target,
        relieves=relieves,
        burden=burden,
        modifiers=_modifiers(
            check.trait, check.confidence, check.burden, check.reservation, check.helpers, check.ins
        ),
        faces=check.faces,
    )


def _modifiers(
    trait: Trait, confidence: int, burden: int, reservation: bool, helpers: tuple[Seat, ...], ins: int = 0
) -> tuple[Modifier, ...]:
    """Every part of the modifier that is not 0, named (CHK-05)."""
    place = FAMILY[trait]
    lines = [Modifier("Confidence", confidence, CNF_01.id), Modifier(BURDENS[place], -burden, BUR_01.id)]
    if reservation:
        lines.append(Modifier("Reservation", -2, RSV_01.id))
    lines += [Modifier(f"Assist by {helper}", 2, AST_01.id) for helper in helpers]
    lines.append(Modifier(f"{TYPES[place]} INS", ins, INS_01.id))
    return tuple(line for line in lines if line.value)


def _to_be_rolled(state: State, draft: Draft) -> bool:
    """Whether its player is waited for, and may roll it now."""
    try:
        return Commit.offer(state, draft.by).owed
    except Refused:
        return False


def _owed(state: State) -> Iterator[Owed]:
    """Everything that somebody is waited for; all of it is open to everybody."""
    check = state.check
    if check is not None and check.faces:
        yield Owed(check.by, "INS to add to the roll, or none", INS_05.id)
    for draft in state.drafts:
        names_trait = draft.kind == "trait" and state.rulings.trait_pick == "gm"
        if draft.trait is None and not names_trait:
            yield Owed(draft.by, "the check that the GM asks for", CHK_04.id)
        elif draft.ruled is None:
            yield Owed(GM, f"a ruling on {draft.by}'s check", CHK_04.id)
        elif vetoed(draft):
            yield Owed(draft.by, "another check, or none: the GM does not let this one stand", CHK_08.id)
        elif _to_be_rolled(state, draft):
            yield Owed(draft.by, f"the roll of {draft.trait}, or a change of mind", CHK_08.id)
        yield from (
            Owed(ask.helper, f"help for {draft.by}, or none", AST_01.id)
            for ask in draft.asks
            if ask.agreed is None
        )
    for character in state.characters:
        if character.pending:
            yield Owed(character.name, f"the type of {character.pending} INS", INS_09.id)
        for owed in character.owed_burdens[:1]:
            picker = GM if owed.by_gm else character.name
            yield Owed(picker, f"the type of {character.name}'s Burden", BUR_07.id)
        if character.owed_order:
            yield Owed(character.name, "which Growth comes first", GRO_09.id)
