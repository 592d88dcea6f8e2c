"""Spice: details that help or hurt, what they cost and what they earn (SPI)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from footlights.core import GM, Field, Offer, OneOf, Refused, Seat, Split, Text, When
from footlights.games.you.clauses import (
    INS_09,
    SPI_01,
    SPI_03,
    SPI_05,
    SPI_06,
    SPI_07,
    SPI_08,
    SPI_11,
    SPI_13,
)
from footlights.games.you.inspiration import award_of_choice, picks_first
from footlights.games.you.state import (
    MOST_WORDS,
    Command,
    Course,
    Element,
    Event,
    Sign,
    Spice,
    State,
    every_player,
    in_play,
)
from footlights.games.you.traits import TYPES, Character, Three, TraitType
from footlights.games.you.words import quoted

PRICE = 3
"""INS that a player pays for Positive Spice (SPI-07)."""


class SpiceAdded(Event, frozen=True, tag="spice_added"):
    """A detail is added, and paid for."""

    element: str
    sign: Sign
    by: Seat
    detail: str
    paid: Three = (0, 0, 0)

    def apply(self, state: State) -> State:
        """Its slot is used, by whomever (SPI-04). A character becomes an element with its first Spice (SPI-12)."""
        spice = Spice(self.detail, self.by)
        found = next((e for e in state.elements if e.name == self.element), None)
        element = found or Element(self.element, "character")
        positive = self.sign == "positive"
        spiced = replace(element, positive=spice) if positive else replace(element, negative=spice)
        if found is None:
            elements: tuple[Element, ...] = (*state.elements, spiced)
        else:
            elements = tuple(spiced if e is found else e for e in state.elements)
        if any(self.paid):
            payer = state.character(self.by)
            held = payer.ins
            rest = (held[0] - self.paid[0], held[1] - self.paid[1], held[2] - self.paid[2])
            state = state.with_character(replace(payer, ins=rest))
        return replace(state, elements=elements)

    def say(self) -> str:
        """The sentence."""
        by = "The GM" if self.by == GM else self.by
        price = f" for {PRICE} INS" if any(self.paid) else ""
        return f"{by} adds {self.sign.title()} Spice to {self.element}{price}.{quoted(self.detail)}"


class AddSpice(Command, frozen=True, tag="spice"):
    """Adds a detail to something that is established. A player pays for one that helps, from any types (SPI-07)."""

    element: str
    sign: Sign
    detail: str
    pay: dict[TraitType, int] | None = None

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To everybody, for open slots only (SPI-03, SPI-04), while no check is open (SPI-13)."""
        _not_midroll(state)
        payer = None if seat == GM else _player(state, seat)
        unpayable = None if payer is None else _cannot_pay(state, payer)
        signs: dict[str, tuple[Sign, ...]] = {}
        for element in _elements(state):
            wanted = tuple(sign for sign in _open(state, element) if sign == "negative" or not unpayable)
            if wanted:
                signs[element.name] = wanted
        if not signs:
            raise unpayable or Refused(SPI_03.id, "there is nothing with an open slot for your Spice")
        return Offer(
            kind="spice",
            seat=seat,
            label="Add Spice",
            clause=SPI_01.id,
            fields=tuple(_fields(signs, payer, unpayable.clause if unpayable else SPI_03.id)),
            blocking=state.dice_due,
            group="scene",
        )

    def lead_to(self, course: Course) -> None:
        """The slot is used. Negative Spice earns every player INS (SPI-05), or all but the one who adds it (SPI-08)."""
        by, rulings = course.by, course.state.rulings
        pay = self.pay or {}
        paid = (pay.get(TYPES[0], 0), pay.get(TYPES[1], 0), pay.get(TYPES[2], 0))
        positive = self.sign == "positive"
        from_gm, from_player = (SPI_06, SPI_07) if positive else (SPI_05, SPI_08)
        because = from_gm if by == GM else from_player
        course.happen(
            SpiceAdded(
                element=self.element, sign=self.sign, by=by, detail=self.detail, paid=paid, because=because.id
            )
        )
        if not positive:
            left_out = by if rulings.spice_adder_earns == "no" else None
            award_of_choice(course, [who for who in every_player(course.state) if who != left_out], because)


def _not_midroll(state: State) -> None:
    check = state.check
    if check is not None and (check.faces or state.rulings.spice_midroll == "no"):
        raise Refused(SPI_13.id, f"{check.by}'s check is open; Spice waits until it is finished")


def _player(state: State, seat: Seat) -> Character:
    character = in_play(state, seat, SPI_01)
    if character.incapacitated and state.rulings.spice_while_incapacitated == "no":
        raise Refused(SPI_11.id, f"{seat} is Incapacitated; at this table they add no Spice")
    return character


def _cannot_pay(state: State, player: Character) -> Refused | None:
    """Why this player cannot pay for Positive Spice: a pick to make first (INS-09), or fewer than 3 INS (SPI-07)."""
    try:
        picks_first(state, player, INS_09)
    except Refused as refused:
        return refused
    if sum(player.ins) < PRICE:
        return Refused(SPI_07.id, f"{player.name} has fewer than {PRICE} INS to pay with")
    return None


def _elements(state: State) -> Iterator[Element]:
    """Everything that Spice may go on: what is established (SPI-01), and the characters by ruling (SPI-12)."""
    on_characters = state.rulings.spice_on_pc == "yes"
    yield from (e for e in state.elements if e.kind != "character" or on_characters)
    if on_characters:
        known = {element.name for element in state.elements}
        yield from (Element(c.name, "character") for c in state.characters if c.name not in known)


def _open(state: State, element: Element) -> tuple[Sign, ...]:
    """The slots that nobody has used (SPI-03)."""
    if state.rulings.spice_slots == "one_total" and (element.positive or element.negative):
        return ()
    positive: tuple[Sign, ...] = () if element.positive else ("positive",)
    return positive if element.negative else (*positive, "negative")


def _fields(signs: dict[str, tuple[Sign, ...]], payer: Character | None, closed: str) -> Iterator[Field]:
    yield OneOf(name="element", label="On", values=tuple(signs), clause=SPI_01.id)
    for choice in sorted(set(signs.values())):
        on = tuple(name for name in signs if signs[name] == choice)
        when = (When("element", on),)
        yield OneOf(name="sign", label="It helps or hurts", values=choice, when=when, clause=closed)
    yield Text(name="detail", label="The detail", least=1, most=MOST_WORDS, lines=True)
    if payer is not None:
        yield Split(
            name="pay",
            label=f"{PRICE} INS, from",
            total=PRICE,
            parts=tuple(zip(TYPES, payer.ins, strict=True)),
            when=(When("sign", ("positive",)),),
            clause=SPI_07.id,
        )
