"""Drafting a check and ruling on it, before anything is at stake (CHK, TMP)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from footlights.core import GM, Field, Flag, Offer, OneOf, Refused, Seat, SomeOf, Text, When
from footlights.games.you.assists import can_help, may_assist, most_helpers, new_asks
from footlights.games.you.burdens import held_burdens
from footlights.games.you.clauses import (
    AST_06,
    CHK_02,
    CHK_03,
    CHK_04,
    CHK_08,
    CMP_04,
    INC_05,
    RSV_01,
    TMP_01,
    TMP_02,
    TMP_03,
)
from footlights.games.you.incapacitation import can_act
from footlights.games.you.odds import Mode
from footlights.games.you.reservations import gm_decides, may_reserve, player_claims, reserved_traits
from footlights.games.you.rulings import Rulings
from footlights.games.you.state import (
    MOST_WORDS,
    Command,
    Course,
    Draft,
    Event,
    Kind,
    Ruled,
    State,
    in_play,
)
from footlights.games.you.traits import TRAITS, BurdenType, RatedTrait, Trait
from footlights.games.you.words import KINDS, MODES, listed, quoted

IF_TRAIT = When("kind", ("trait",))
IF_TEMPTATION = When("kind", ("temptation",))
IF_APPROVED = When("approve", (True, None))


class CheckAsked(Event, frozen=True, tag="check_asked"):
    """The GM asks a player for a Trait Check."""

    who: Seat
    saying: str = ""

    def apply(self, state: State) -> State:
        """A draft in the player's name, which also is a question to the player."""
        character = state.character(self.who)
        number = state.asked_gm + 1
        draft = Draft(by=self.who, number=number, saying=self.saying, asked_by_gm=True)
        state = state.with_character(replace(character, asked=character.asked + 1))
        return replace(state.with_draft(draft), asked_gm=number)

    def say(self) -> str:
        """The sentence."""
        return f"The GM asks {self.who} for a check.{quoted(self.saying)}"


class CheckDrafted(Event, frozen=True, tag="check_drafted"):
    """A player builds a check, or builds it anew."""

    who: Seat
    kind: Kind
    trait: Trait | None
    saying: str = ""
    reservation: bool = False
    helpers: tuple[Seat, ...] = ()
    target: Seat | None = None
    relieves: Seat | None = None
    burden: BurdenType | None = None
    asked_by_gm: bool = False

    def apply(self, state: State) -> State:
        """Whatever was ruled or agreed before goes: it was about another draft."""
        number = state.asked_gm + 1
        draft = Draft(
            by=self.who,
            number=number,
            kind=self.kind,
            trait=self.trait,
            saying=self.saying,
            reservation=self.reservation,
            asks=new_asks(state, self.helpers),
            target=self.target,
            relieves=self.relieves,
            burden=self.burden,
            asked_by_gm=self.asked_by_gm,
        )
        if self.helpers:
            asked = (replace(c, asked=c.asked + 1) if c.name in self.helpers else c for c in state.characters)
            state = replace(state, characters=tuple(asked))
        return replace(state.with_draft(draft), asked_gm=number)

    def say(self) -> str:
        """The sentence."""
        check = "check" if self.kind == "trait" else KINDS[self.kind]
        with_trait = f" with {self.trait}" if self.trait else ""
        asks = f" and asks {listed(self.helpers)} for help" if self.helpers else ""
        return f"{self.who} drafts a {check}{with_trait}{asks}.{quoted(self.saying)}"


class DraftWithdrawn(Event, frozen=True, tag="draft_withdrawn"):
    """A draft is put away."""

    who: Seat

    def apply(self, state: State) -> State:
        """Nothing else changes."""
        return replace(state, drafts=tuple(state.drafts_but(self.who)))

    def say(self) -> str:
        """The sentence."""
        return f"{self.who}'s draft is withdrawn."


class DraftRuled(Event, frozen=True, tag="draft_ruled"):
    """The GM's ruling on a draft; `trait` is that of the check, whoever named it."""

    who: Seat
    trait: Trait
    mode: Mode = "neither"
    approved: bool = True
    reservation: bool = False
    note: str = ""

    def apply(self, state: State) -> State:
        """It stands until the draft or the GM's mind changes."""
        draft = state.draft(self.who)
        assert draft is not None
        ruled = Ruled(self.mode, self.approved, self.reservation, self.note)
        return state.with_draft(replace(draft, trait=self.trait, ruled=ruled))

    def say(self) -> str:
        """The sentence."""
        if not self.approved:
            return f"The GM does not let {self.who}'s draft stand.{quoted(self.note)}"
        reservation = ", and the Reservation applies" if self.reservation else ""
        mode = "neither Advantage nor Disadvantage" if self.mode == "neither" else MODES[self.mode]
        return f"The GM rules on {self.who}'s {self.trait}: {mode}{reservation}.{quoted(self.note)}"


class AskCheck(Command, frozen=True, tag="ask_check"):
    """Asks a player for a Trait Check; never for a Temptation Check (TMP-01)."""

    who: Seat
    saying: str = ""

    gm_only = CHK_02.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, for players who can act and are not building one (CHK-02)."""
        free = tuple(c.name for c in state.characters if not c.incapacitated and not state.draft(c.name))
        if not free:
            raise Refused(CHK_02.id, "everybody is building a check or Incapacitated")
        return Offer(
            kind="ask_check",
            seat=seat,
            label="Ask for a check",
            clause=CHK_02.id,
            fields=(OneOf(name="who", label="Of whom", values=free), _saying("What it is about")),
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """The player sees it as a draft of theirs."""
        course.happen(CheckAsked(who=self.who, saying=self.saying, because=CHK_02.id))


class DraftCheck(Command, frozen=True, tag="draft"):
    """Builds a check, or changes the one that is being built. The player names the Trait, unless that is the GM's
    to do (CHK-03); in a Temptation Check it is the Trait of the Impulse (TMP-03)."""

    kind: Kind = "trait"
    trait: Trait | None = None
    saying: str = ""
    reservation: bool = False
    assist: tuple[Seat, ...] = ()
    target: Seat | None = None
    relieves: Seat | None = None
    burden: BurdenType | None = None

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To a player who can act, at any time (CHK-08, INC-03)."""
        character = in_play(state, seat, CHK_08)
        can_act(character)
        drafted = state.draft(seat)
        asked = drafted is not None and drafted.asked_by_gm
        return Offer(
            kind="draft",
            seat=seat,
            label=_build(state, drafted),
            clause=CHK_08.id,
            fields=_draft_fields(state.rulings, character.traits, asked, _others(state, seat)),
            owed=drafted is not None and (_unanswered(state, drafted) or vetoed(drafted)),
            number=character.asked,
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """The GM is asked to rule on it."""
        drafted = course.state.draft(course.by)
        course.happen(
            CheckDrafted(
                who=course.by,
                kind=self.kind,
                trait=self.trait,
                saying=self.saying,
                reservation=self.reservation,
                helpers=self.assist,
                target=self.target,
                relieves=self.relieves,
                burden=self.burden,
                asked_by_gm=drafted is not None and drafted.asked_by_gm,
                because=CHK_08.id,
            )
        )


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Puts a draft away. `who` built it; players withdraw their own."""

    who: Seat | None = None

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To its player and to the GM (CHK-08)."""
        drafts = tuple(draft.by for draft in state.drafts if seat in (GM, draft.by))
        if not drafts:
            raise Refused(CHK_08.id, "there is no draft of yours to withdraw")
        own = seat != GM
        who = OneOf(
            name="who", label="Whose draft", values=drafts, optional=own, default=seat if own else None
        )
        return Offer(
            kind="withdraw",
            seat=seat,
            label="Withdraw a draft",
            clause=CHK_08.id,
            fields=(who,),
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """It is gone."""
        course.happen(DraftWithdrawn(who=self.who or course.by, because=CHK_08.id))


class Rule(Command, frozen=True, tag="rule"):
    """The GM's ruling on a draft: one of Advantage, Disadvantage or neither (CHK-04), and what else the table leaves to
    the GM: the Trait or a veto (CHK-03), the approval of a Temptation (TMP-02), the Reservation (RSV-01)."""

    who: Seat
    approve: bool | None = None
    trait: Trait | None = None
    mode: Mode | None = None
    reservation: bool | None = None
    note: str = ""

    gm_only = CHK_04.id

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the GM, while there are drafts with a Trait; it may be changed until the roller commits."""
        ready = [draft for draft in state.drafts if _ready(draft, state.rulings)]
        if not ready:
            raise Refused(CHK_04.id, "there is no draft to rule on")
        unruled = [draft.number for draft in ready if draft.ruled is None]
        return Offer(
            kind="rule",
            seat=seat,
            label="Rule on a check",
            clause=CHK_04.id,
            fields=_rule_fields(state.rulings, tuple(_question(state, draft) for draft in ready)),
            owed=bool(unruled),
            number=min(unruled, default=max(draft.number for draft in ready)),
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """The player sees it before committing."""
        state = course.state
        draft = state.draft(self.who)
        assert draft is not None
        trait = draft.trait if self.trait is None else self.trait
        assert trait is not None
        approved = self.approve is not False
        claimed = draft.reservation and trait in _question(state, draft).reserved
        reservation = claimed if self.reservation is None else self.reservation
        course.happen(
            DraftRuled(
                who=self.who,
                trait=trait,
                mode=self.mode or "neither",
                approved=approved,
                reservation=reservation and approved,
                note=self.note,
                because=CHK_04.id if approved else _no(draft.kind),
            )
        )


def _unanswered(state: State, draft: Draft) -> bool:
    """Whether the GM has asked for this check, and its player has not built it yet."""
    return draft.asked_by_gm and not _ready(draft, state.rulings)


def _build(state: State, drafted: Draft | None) -> str:
    if drafted is None:
        return "Build a check"
    return "Answer the GM with a check" if _unanswered(state, drafted) else "Change your check"


def vetoed(draft: Draft) -> bool:
    """Whether the GM does not let it stand: its player changes it or withdraws it."""
    return draft.ruled is not None and not draft.ruled.approved


def waits_for_roller(state: State, draft: Draft) -> bool:
    """Whether everybody else has had their say: the GM lets it stand, and nobody who could help is yet to answer. Its
    player rolls, or changes or withdraws it (CHK-08)."""
    asked = (ask.helper for ask in draft.asks if ask.agreed is None)
    return (
        draft.ruled is not None
        and draft.ruled.approved
        and not any(can_help(state, helper) for helper in asked)
    )


def _ready(draft: Draft, rulings: Rulings) -> bool:
    """Whether it is the GM's turn: the Trait is named, or the GM is to name it."""
    return draft.trait is not None or _gm_names(draft.kind, rulings)


def _gm_names(kind: Kind, rulings: Rulings) -> bool:
    return kind == "trait" and rulings.trait_pick == "gm"


def _no(kind: Kind) -> str:
    return TMP_02.id if kind == "temptation" else CHK_03.id


def _saying(label: str) -> Text:
    return Text(name="saying", label=label, most=MOST_WORDS, lines=True, optional=True, default="")


class Other(NamedTuple):
    """What a check can have to do with another player."""

    name: Seat
    bound: bool
    burdens: tuple[BurdenType, ...]


def _others(state: State, roller: Seat) -> tuple[Other, ...]:
    recovery = state.rulings.burden_recovery == "check"
    return tuple(
        Other(c.name, c.incapacitated is not None, held_burdens(c) if recovery else ())
        for c in state.characters
        if c.name != roller
    )


@lru_cache(maxsize=256)
def _draft_fields(
    rulings: Rulings, traits: tuple[RatedTrait, ...], asked: bool, others: tuple[Other, ...]
) -> tuple[Field, ...]:
    """What a player says about a check; one that the GM has asked for is no Temptation Check (TMP-01)."""
    tempted = () if asked else tuple(t for t, rated in zip(TRAITS, traits, strict=True) if rated.impulse)
    kinds: tuple[Kind, ...] = ("trait", "temptation") if tempted else ("trait",)
    fields: list[Field] = [
        OneOf(
            name="kind",
            label="Kind",
            values=kinds,
            labels=tuple(KINDS[kind] for kind in kinds),
            optional=True,
            default="trait",
            clause=TMP_01.id,
        )
    ]
    if not _gm_names("trait", rulings):
        fields.append(OneOf(name="trait", label="Trait", values=TRAITS, when=(IF_TRAIT,), clause=CHK_03.id))
    if tempted:
        of = OneOf(name="trait", label="Impulse of", values=tempted, when=(IF_TEMPTATION,), clause=TMP_03.id)
        fields.append(of)
    fields.append(_saying("What you do"))
    return (*fields, *_claims(rulings, traits, kinds), *_helps(rulings, others, kinds), *_aims(others))


def _claims(rulings: Rulings, traits: tuple[RatedTrait, ...], kinds: tuple[Kind, ...]) -> Iterator[Field]:
    """Whether a Reservation applies, where the player may say so (RSV-01). If the GM is to name the Trait, the claim is
    about whichever that will be."""
    reserved = reserved_traits(traits)
    where = tuple(kind for kind in kinds if may_reserve(kind, rulings))
    if player_claims(rulings) and reserved:
        named: tuple[When, ...] = (When("trait", reserved),)
        if _gm_names("trait", rulings):
            named = ()
        yield Flag(
            name="reservation",
            label="My Reservation applies: −2",
            when=(*_only(where, kinds), *named),
            optional=True,
            default=False,
            clause=RSV_01.id,
        )


def _helps(rulings: Rulings, others: tuple[Other, ...], kinds: tuple[Kind, ...]) -> Iterator[Field]:
    """Who may be asked for help: other players who can act (AST-06)."""
    able = tuple(other.name for other in others if not other.bound)
    where = tuple(kind for kind in kinds if may_assist(kind, rulings))
    if able:
        yield SomeOf(
            name="assist",
            label="Help from",
            values=able,
            most=most_helpers(rulings),
            when=_only(where, kinds),
            optional=True,
            default=(),
            clause=AST_06.id,
        )


def _only(where: tuple[Kind, ...], kinds: tuple[Kind, ...]) -> tuple[When, ...]:
    """The condition that a field is for these kinds of check, if there are others."""
    return () if where == kinds else (When("kind", where),)


def _aims(others: tuple[Other, ...]) -> Iterator[Field]:
    """Whom a Trait Check is for: somebody it would free (INC-05), or somebody with a Burden it would lower (CMP-04)."""
    bound = tuple(other.name for other in others if other.bound)
    if bound:
        yield OneOf(
            name="target", label="To free", values=bound, when=(IF_TRAIT,), optional=True, clause=INC_05.id
        )
    burdened = [other for other in others if other.burdens]
    if burdened:
        yield OneOf(
            name="relieves",
            label="To relieve",
            values=tuple(other.name for other in burdened),
            when=(IF_TRAIT, When("target", (None,))),
            optional=True,
            clause=CMP_04.id,
        )
    for other in burdened:
        when = (When("relieves", (other.name,)),)
        yield OneOf(name="burden", label="Of which Burden", values=other.burdens, when=when, clause=CMP_04.id)


class Question(NamedTuple):
    """What a draft asks of the GM. `reserved` are the Traits whose Reservation could apply to it."""

    by: Seat
    kind: Kind
    trait: Trait | None
    claimed: bool
    reserved: tuple[Trait, ...]


def _question(state: State, draft: Draft) -> Question:
    may = may_reserve(draft.kind, state.rulings)
    reserved = reserved_traits(state.character(draft.by).traits) if may else ()
    return Question(draft.by, draft.kind, draft.trait, draft.reservation, reserved)


@lru_cache(maxsize=256)
def _rule_fields(rulings: Rulings, questions: tuple[Question, ...]) -> tuple[Field, ...]:
    """What the GM says about each draft."""
    whose = tuple(asked.by for asked in questions)
    fields: list[Field] = [OneOf(name="who", label="Whose check", values=whose)]
    for asked in questions:
        mine = () if len(questions) == 1 else (When("who", (asked.by,)),)
        fields += _rule_on(rulings, asked, mine)
    mode = OneOf(
        name="mode",
        label="Advantage or Disadvantage",
        values=tuple(MODES),
        labels=tuple(MODES.values()),
        when=(IF_APPROVED,),
        optional=True,
        default="neither",
        clause=CHK_04.id,
    )
    note = Text(name="note", label="Why, for the chronicle", most=MOST_WORDS, optional=True, default="")
    return (*fields, mode, note)


def _rule_on(rulings: Rulings, asked: Question, mine: tuple[When, ...]) -> Iterator[Field]:
    """Veto or approval, Trait and Reservation, as far as they are the GM's (CHK-03, TMP-02, RSV-01)."""
    temptation = asked.kind == "temptation"
    if temptation or rulings.trait_pick == "player_names_gm_may_veto_before_dice":
        label = "Allow the Temptation Check" if temptation else f"Let {asked.trait} stand"
        clause = _no(asked.kind)
        yield Flag(name="approve", label=label, when=mine, optional=True, default=True, clause=clause)
    gm_names = _gm_names(asked.kind, rulings)
    if gm_names:
        yield OneOf(name="trait", label="Trait", values=TRAITS, when=mine, clause=CHK_03.id)
    if gm_decides(rulings) and asked.reserved and (gm_names or asked.trait in asked.reserved):
        named = (When("trait", asked.reserved),) if gm_names else ()
        yield Flag(
            name="reservation",
            label="The Reservation applies: −2",
            when=(*mine, IF_APPROVED, *named),
            optional=True,
            default=asked.claimed,
            clause=RSV_01.id,
        )
