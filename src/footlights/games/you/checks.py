"""A check from commit to result: the INS, the dice, and calling it off (CHK, TIM)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from footlights.core import DICE, GM, Faces, Number, Offer, Refused, Seat
from footlights.dice import Throw as Thrown
from footlights.games.you.assists import helpers
from footlights.games.you.burdens import burdens_first, held_burdens
from footlights.games.you.clauses import (
    CHK_04,
    CHK_05,
    CHK_06,
    CHK_08,
    CMP_04,
    INC_05,
    INS_02,
    INS_05,
    INS_09,
    TIM_01,
)
from footlights.games.you.drafts import waits_for_roller
from footlights.games.you.growth import order_first
from footlights.games.you.incapacitation import can_act
from footlights.games.you.inspiration import InsAdded, paid, picks_first
from footlights.games.you.reservations import applies
from footlights.games.you.results import finish
from footlights.games.you.rolling import DICE_OF, DiceFell, due, keep
from footlights.games.you.state import (
    Check,
    Command,
    Course,
    Draft,
    Event,
    State,
    in_play,
    no_check_open,
)
from footlights.games.you.traits import FAMILY, MOST_INS, Trait, changed


class Modifiers(NamedTuple):
    """What a roll has beside INS; nothing else counts (CHK-05). Confidence is all that is held (CNF-01), `burden` the
    points of the Trait's type (BUR-01)."""

    confidence: int
    burden: int
    helpers: tuple[Seat, ...]
    reservation: bool


def modifiers(state: State, draft: Draft, trait: Trait) -> Modifiers:
    """What the draft's roll would have if it were committed now."""
    roller = state.character(draft.by)
    return Modifiers(
        roller.confidence, roller.burdens[FAMILY[trait]], helpers(state, draft), applies(state, draft)
    )


class CheckOpened(Event, frozen=True, tag="check_opened"):
    """A player commits to a check; from here on the modifiers stand."""

    who: Seat
    ins: int
    confidence: int
    burden: int
    helpers: tuple[Seat, ...] = ()
    reservation: bool = False

    def apply(self, state: State) -> State:
        """The INS is paid at once (TIM-01), and the draft is a check."""
        draft = state.draft(self.who)
        assert draft is not None
        assert draft.trait is not None
        assert draft.ruled is not None
        relieves = (draft.relieves, draft.burden) if draft.relieves and draft.burden else None
        check = Check(
            by=self.who,
            kind=draft.kind,
            trait=draft.trait,
            mode=draft.ruled.mode,
            saying=draft.saying,
            note=draft.ruled.note,
            reservation=self.reservation,
            helpers=self.helpers,
            confidence=self.confidence,
            burden=self.burden,
            ins=self.ins,
            target=draft.target,
            relieves=relieves,
        )
        roller = state.character(self.who)
        roller = replace(paid(roller, FAMILY[draft.trait], self.ins), asked=roller.asked + 1)
        drafts = tuple(state.drafts_but(self.who))
        return replace(state.with_character(roller), drafts=drafts, check=check)

    def say(self) -> str:
        """The sentence."""
        spends = f" and spends {self.ins} INS" if self.ins else ""
        return f"{self.who} commits{spends}."


class CheckCalledOff(Event, frozen=True, tag="check_called_off"):
    """The open check is called off before its dice."""

    by: Seat

    def apply(self, state: State) -> State:
        """The INS returns (CHK-08), as far as there is room for it."""
        check = state.check
        assert check is not None
        roller, place = state.character(check.by), FAMILY[check.trait]
        ins = changed(roller.ins, place, min(MOST_INS, roller.ins[place] + check.ins))
        return replace(state.with_character(replace(roller, ins=ins)), check=None)

    def say(self) -> str:
        """The sentence."""
        return f"{'The GM' if self.by == GM else self.by} calls the check off; the INS returns."


class Commit(Command, frozen=True, tag="commit"):
    """Makes the drafted check real and pays INS into it."""

    ins: int = 0

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To a player whose draft the GM has ruled on, when no check is open and nothing is owed first (CHK-08, INS-09,
        BUR-07, GRO-09)."""
        roller = in_play(state, seat, CHK_08)
        no_check_open(state)
        can_act(roller)
        draft = state.draft(seat)
        if draft is None:
            raise Refused(CHK_08.id, "build a check first")
        if draft.ruled is None or draft.trait is None:
            raise Refused(CHK_04.id, "the GM has not ruled on this check yet")
        if not draft.ruled.approved:
            raise Refused(CHK_08.id, "the GM does not let this draft stand; change it")
        _aim_stands(state, draft)
        picks_first(state, roller, INS_09)
        burdens_first(roller)
        order_first(roller)
        before = state.rulings.ins_timing == "before"
        held = roller.ins[FAMILY[draft.trait]]
        return Offer(
            kind="commit",
            seat=seat,
            label=f"Roll {draft.trait}",
            clause=TIM_01.id if before else INS_05.id,
            fields=(_spend(held),) if before else (),
            owed=waits_for_roller(state, draft),
            number=roller.asked,
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """The dice are due."""
        draft = course.state.draft(course.by)
        assert draft is not None
        assert draft.trait is not None
        now = modifiers(course.state, draft, draft.trait)
        course.happen(
            CheckOpened(
                who=course.by,
                ins=self.ins,
                confidence=now.confidence,
                burden=now.burden,
                helpers=now.helpers,
                reservation=now.reservation,
                because=CHK_05.id,
            )
        )


class CallOff(Command, frozen=True, tag="call_off"):
    """Calls the open check off."""

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the roller and the GM, until the dice have fallen (CHK-08)."""
        check = state.check
        if check is None or seat not in (GM, check.by):
            raise Refused(CHK_08.id, "there is no check of yours to call off")
        if check.faces:
            raise Refused(CHK_08.id, "the dice have fallen; the check cannot be called off any more")
        return Offer(
            kind="call_off",
            seat=seat,
            label="Call the check off",
            clause=CHK_08.id,
            blocking=True,
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """As if it had not been committed."""
        course.happen(CheckCalledOff(by=course.by, because=CHK_08.id))


class Throw(Command, frozen=True, tag="throw"):
    """What the dice of the open check show."""

    faces: Thrown

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the dice, when they are due: exactly those that the ruling calls for."""
        wanted = due(state)
        if seat != DICE or wanted is None:
            raise Refused(CHK_06.id, "no dice are due from you now")
        return Offer(
            kind="throw",
            seat=seat,
            label=wanted.why,
            clause=CHK_06.id,
            fields=(Faces(name="faces", label=wanted.why, pool=wanted.pool),),
            owed=True,
            blocking=True,
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """The result follows at once, unless the roller may still add INS (INS-05)."""
        check = course.state.check
        assert check is not None
        faces = tuple(die[0] for die in self.faces)
        kept = keep(check.mode, faces)
        course.happen(DiceFell(who=check.by, faces=faces, kept=kept, because=DICE_OF[check.mode].id))
        if course.state.rulings.ins_timing == "before":
            finish(course)


class AddIns(Command, frozen=True, tag="add_ins"):
    """Adds INS to the roll once the dice are seen, or none."""

    ins: int = 0

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To the roller (INS-06), once, where the table's ruling is that INS comes after the dice (INS-05)."""
        check = state.check
        if check is None or not check.faces:
            raise Refused(INS_05.id, "no dice lie on the table that INS could be added to")
        roller = in_play(state, seat, INS_05)
        if seat != check.by:
            raise Refused(INS_05.id, f"only {check.by} may add INS to this roll")
        return Offer(
            kind="add_ins",
            seat=seat,
            label=f"Add INS to {check.kept + check.modifier}",
            clause=INS_05.id,
            fields=(_spend(roller.ins[FAMILY[check.trait]]),),
            owed=True,
            number=roller.asked,
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """It is paid, and the result follows."""
        course.happen(InsAdded(who=course.by, ins=self.ins, because=INS_05.id))
        finish(course)


def _aim_stands(state: State, draft: Draft) -> None:
    """Raises Refused when whom the draft is for does not need it any more (INC-05, CMP-04)."""
    target = state.character(draft.target) if draft.target else None
    if target is not None and not target.incapacitated:
        raise Refused(INC_05.id, f"{target.name} can act; there is nothing to free them from")
    sufferer = state.character(draft.relieves) if draft.relieves else None
    if sufferer is not None and draft.burden not in held_burdens(sufferer):
        raise Refused(CMP_04.id, f"{sufferer.name} has no {draft.burden} any more")


def _spend(held: int) -> Number:
    """How much INS goes into the roll: each adds 1 (INS-01); only the roller's of the Trait's type will do (INS-02)."""
    return Number(name="ins", label="INS to spend", lo=0, hi=held, clause=INS_02.id, optional=True, default=0)
