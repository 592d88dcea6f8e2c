"""The GM establishes persons, places, things and scenes, openly or prepared in secret (GM)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from footlights.core import GM, Field, Flag, Offer, OneOf, Refused, Seat, SomeOf, Text, When
from footlights.games.you.clauses import GM_01, GM_02, GM_04, SPI_10
from footlights.games.you.inspiration import award_of_choice
from footlights.games.you.state import (
    MOST_WORDS,
    Command,
    Course,
    Element,
    Event,
    Scene,
    Spice,
    State,
    every_player,
    no_check_open,
)
from footlights.games.you.words import listed, quoted

PlainKind = Literal["person", "place", "thing"]

MOST_NAME = 60


class Established(Event, frozen=True, tag="established"):
    """A person, place or thing is there."""

    element: Element

    def apply(self, state: State) -> State:
        """Everybody may put Spice on it."""
        return replace(state, elements=(*state.elements, self.element))

    def say(self) -> str:
        """The sentence."""
        return f"The GM establishes {_told(self.element)}"

    def told_to_players(self) -> Event:
        """Without the GM's own words about it."""
        return replace(self, element=replace(self.element, secret="")) if self.element.secret else self


class BroughtIn(Established, frozen=True, tag="brought_in"):
    """What the GM had prepared is there now."""

    def apply(self, state: State) -> State:
        """It is no longer prepared."""
        prepared = tuple(e for e in state.prepared if e.name != self.element.name)
        return replace(state, prepared=prepared, elements=(*state.elements, self.element))

    def say(self) -> str:
        """The sentence."""
        return f"The GM brings in {_told(self.element)}"


class Unheard(Event, frozen=True):
    """Something that nobody but the GM hears of."""

    def told_to_players(self) -> None:
        """Nothing."""
        return


class Prepared(Unheard, frozen=True, tag="prepared"):
    """The GM has something ready."""

    element: Element

    def apply(self, state: State) -> State:
        """It waits to be brought in."""
        return replace(state, prepared=(*state.prepared, self.element))

    def say(self) -> str:
        """The sentence."""
        return f"The GM prepares {_told(self.element)}"


class Discarded(Unheard, frozen=True, tag="discarded"):
    """The GM will not bring that in."""

    name: str

    def apply(self, state: State) -> State:
        """It is forgotten."""
        return replace(state, prepared=tuple(e for e in state.prepared if e.name != self.name))

    def say(self) -> str:
        """The sentence."""
        return f"The GM discards {self.name}."


class Removed(Event, frozen=True, tag="removed"):
    """A person, place or thing is gone."""

    name: str

    def apply(self, state: State) -> State:
        """Its Spice goes with it, and nothing is refunded (SPI-10)."""
        return replace(state, elements=tuple(e for e in state.elements if e.name != self.name))

    def say(self) -> str:
        """The sentence."""
        return f"{self.name} is gone."


class SceneBegun(Event, frozen=True, tag="scene_begun"):
    """A scene with these players (None: all). `fresh` if it opens all slots for Spice again."""

    title: str = ""
    present: tuple[Seat, ...] | None = None
    fresh: bool = False

    new_scene = True

    def apply(self, state: State) -> State:
        """With `fresh` the Spice of the last scene is gone (SPI-10)."""
        state = replace(state, scene=Scene(self.title, self.present))
        if not self.fresh:
            return state
        return replace(
            state, elements=tuple(replace(e, positive=None, negative=None) for e in state.elements)
        )

    def say(self) -> str:
        """The sentence."""
        title = f": {self.title}" if self.title else ""
        who = "everybody" if self.present is None else listed(self.present) or "nobody"
        fresh = " Its Spice is still to come." if self.fresh else ""
        return f"A new scene{title}, with {who}.{fresh}"


def _told(element: Element) -> str:
    return f"{element.name}, a {element.kind}.{quoted(element.text)}"


class Establish(Command, frozen=True, tag="establish"):
    """Establishes a person, place or thing. `detail` is its Negative Spice, if it arrives with that."""

    name: str
    kind: PlainKind
    hurts: bool = False
    text: str = ""
    secret: str = ""
    detail: str = ""

    gm_only = GM_01.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM alone (GM-01)."""
        return Offer(
            kind="establish",
            seat=seat,
            label="Establish a person, place or thing",
            clause=GM_01.id,
            fields=tuple(_element_fields(state, may_hurt=state.check is None)),
            group="scene",
        )

    def lead_to(self, course: Course) -> None:
        """It is there; what hurts has its price (GM-02)."""
        element = Element(self.name, self.kind, self.text, self.secret)
        if self.hurts:
            element = _hurting(course.state, element, self.detail)
        course.happen(Established(element=element, because=GM_02.id if self.hurts else GM_01.id))
        _pay_for(course, self.hurts)


class Prepare(Command, frozen=True, tag="prepare"):
    """Gets something ready in secret. Its price, if it hurts, is paid when it is brought in."""

    name: str
    kind: PlainKind
    hurts: bool = False
    text: str = ""
    secret: str = ""

    gm_only = GM_01.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, at any time."""
        fields = tuple(field for field in _element_fields(state, may_hurt=True) if field.name != "detail")
        return Offer(
            kind="prepare",
            seat=seat,
            label="Prepare a person, place or thing in secret",
            clause=GM_01.id,
            fields=fields,
            group="gm",
        )

    def lead_to(self, course: Course) -> None:
        """Nobody else hears of it."""
        element = Element(self.name, self.kind, self.text, self.secret, hurts=self.hurts)
        course.happen(Prepared(element=element, because=GM_01.id))


class BringIn(Command, frozen=True, tag="bring_in"):
    """Establishes what was prepared."""

    name: str

    gm_only = GM_01.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, for what is prepared; for what hurts only when that may be paid (GM-02)."""
        may_hurt = state.check is None and state.rulings.establish_cost != "neutral_only"
        ready = tuple(e.name for e in state.prepared if may_hurt or not e.hurts)
        if not ready:
            raise Refused(GM_01.id, "nothing is prepared that could be brought in now")
        return Offer(
            kind="bring_in",
            seat=seat,
            label="Bring in what is prepared",
            clause=GM_01.id,
            fields=(OneOf(name="name", label="What", values=ready),),
            group="gm",
        )

    def lead_to(self, course: Course) -> None:
        """As if it were established now."""
        prepared = next(e for e in course.state.prepared if e.name == self.name)
        element = replace(prepared, hurts=False)
        if prepared.hurts:
            element = _hurting(course.state, element, "")
        course.happen(BroughtIn(element=element, because=GM_02.id if prepared.hurts else GM_01.id))
        _pay_for(course, prepared.hurts)


class Discard(Command, frozen=True, tag="discard"):
    """Forgets what was prepared."""

    name: str

    gm_only = GM_01.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, for what is prepared."""
        if not state.prepared:
            raise Refused(GM_01.id, "nothing is prepared")
        ready = tuple(e.name for e in state.prepared)
        return Offer(
            kind="discard",
            seat=seat,
            label="Discard what is prepared",
            clause=GM_01.id,
            fields=(OneOf(name="name", label="What", values=ready),),
            group="gm",
        )

    def lead_to(self, course: Course) -> None:
        """Nobody else hears of it."""
        course.happen(Discarded(name=self.name, because=GM_01.id))


class Remove(Command, frozen=True, tag="remove"):
    """Takes a person, place or thing away."""

    name: str

    gm_only = GM_01.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM."""
        there = tuple(e.name for e in state.elements if e.kind != "character")
        if not there:
            raise Refused(GM_01.id, "nothing is established")
        return Offer(
            kind="remove",
            seat=seat,
            label="Remove a person, place or thing",
            clause=SPI_10.id,
            fields=(OneOf(name="name", label="What", values=there),),
            group="scene",
        )

    def lead_to(self, course: Course) -> None:
        """It is gone."""
        course.happen(Removed(name=self.name, because=SPI_10.id))


class BeginScene(Command, frozen=True, tag="scene"):
    """Begins a scene. Without `present` all players are in it."""

    title: str = ""
    present: tuple[Seat, ...] | None = None

    gm_only = GM_04.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, when no check is open (GM-04)."""
        no_check_open(state)
        players = tuple(c.name for c in state.characters)
        return Offer(
            kind="scene",
            seat=seat,
            label="Begin a scene",
            clause=GM_04.id,
            fields=(
                Text(name="title", label="Title", most=MOST_WORDS, optional=True, default=""),
                SomeOf(name="present", label="Who is in it", values=players, optional=True),
            ),
            group="scene",
        )

    def lead_to(self, course: Course) -> None:
        """Spice stays on what it is on, unless the table's ruling is otherwise (SPI-10)."""
        fresh = course.state.rulings.spice_removal == "new_scene"
        course.happen(SceneBegun(title=self.title, present=self.present, fresh=fresh, because=GM_04.id))


def _element_fields(state: State, may_hurt: bool) -> Iterator[Field]:
    """What the GM says about something new. What hurts is not established while a check is open: it comes with
    Spice, or like it (SPI-13)."""
    taken = (*(e.name for e in (*state.elements, *state.prepared)), *(c.name for c in state.characters))
    yield Text(name="name", label="Name", least=1, most=MOST_NAME, naming=True, taken=taken)
    yield OneOf(name="kind", label="Kind", values=("person", "place", "thing"), clause=GM_01.id)
    cost = state.rulings.establish_cost
    if may_hurt and cost != "neutral_only":
        label = "It hurts or hinders the players"
        yield Flag(name="hurts", label=label, optional=True, default=False, clause=GM_02.id)
        if cost == "negative_spice":
            when = (When("hurts", (True,)),)
            yield _words("detail", "Its Negative Spice", when)
    yield _words("text", "What everybody sees")
    yield _words("secret", "What only you see")


def _words(name: str, label: str, when: tuple[When, ...] = ()) -> Text:
    return Text(name=name, label=label, most=MOST_WORDS, lines=True, optional=True, default="", when=when)


def _hurting(state: State, element: Element, detail: str) -> Element:
    """An element that hurts as it arrives: with its Negative Spice, if that is its price (GM-02)."""
    if state.rulings.establish_cost == "negative_spice":
        return replace(element, negative=Spice(detail, GM))
    return element


def _pay_for(course: Course, hurts: bool) -> None:
    """What hurts costs the GM 1 INS to every player (GM-02)."""
    if hurts:
        award_of_choice(course, every_player(course.state), GM_02)
