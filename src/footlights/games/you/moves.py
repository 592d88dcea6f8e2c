"""All commands and events of YOU, and the one way in which a command becomes events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, get_args

from msgspec.structs import asdict

from footlights.core import DICE, GM, Offer, Outcome, Refused, Seat, follow
from footlights.games.you.assists import Help, HelpAnswered
from footlights.games.you.burdens import (
    BurdenLowered,
    BurdenOwed,
    BurdenTaken,
    NewSession,
    PickBurden,
    Relieve,
    Rest,
    Rested,
    SessionBegun,
)
from footlights.games.you.characters import EditSheet, Enter, Entered, Retire, Retired, SheetEdited
from footlights.games.you.checks import AddIns, CallOff, CheckCalledOff, CheckOpened, Commit, Throw
from footlights.games.you.clauses import CHK_08
from footlights.games.you.confidence import ConfidenceEarned, ConfidenceLost
from footlights.games.you.corrections import ChangeRuling, Correct, Corrected, RulingChanged
from footlights.games.you.drafts import (
    AskCheck,
    CheckAsked,
    CheckDrafted,
    DraftCheck,
    DraftRuled,
    DraftWithdrawn,
    Rule,
    Withdraw,
)
from footlights.games.you.establishing import (
    BeginScene,
    BringIn,
    BroughtIn,
    Discard,
    Discarded,
    Establish,
    Established,
    Prepare,
    Prepared,
    Remove,
    Removed,
    SceneBegun,
)
from footlights.games.you.growth import (
    GrowthEarned,
    GrowthOrdered,
    GrowthOrderOwed,
    GrowthSpent,
    GrowthWaits,
    OrderGrowth,
    SpendGrowth,
)
from footlights.games.you.incapacitation import Free, Incapacitated, Released, Unafflicted
from footlights.games.you.inspiration import InsAdded, InsAwarded, InsLost, InsOwed, InsPicked, PickIns
from footlights.games.you.results import CheckFinished
from footlights.games.you.rolling import DiceFell
from footlights.games.you.spice import AddSpice, SpiceAdded
from footlights.games.you.state import Course, Event, State
from footlights.games.you.temptation import ImpulseSettled

AnyCommand = (
    Throw
    | CallOff
    | PickIns
    | PickBurden
    | OrderGrowth
    | AddIns
    | Help
    | Rule
    | Commit
    | DraftCheck
    | Withdraw
    | AskCheck
    | SpendGrowth
    | AddSpice
    | Establish
    | Remove
    | BeginScene
    | NewSession
    | Prepare
    | BringIn
    | Discard
    | Free
    | Relieve
    | Rest
    | EditSheet
    | Enter
    | Retire
    | Correct
    | ChangeRuling
)
"""Everything that may be ordered; offers are listed in this order."""

AnyEvent = (
    CheckAsked
    | CheckDrafted
    | HelpAnswered
    | DraftRuled
    | DraftWithdrawn
    | CheckOpened
    | CheckCalledOff
    | DiceFell
    | InsAdded
    | CheckFinished
    | BurdenTaken
    | BurdenOwed
    | BurdenLowered
    | Incapacitated
    | Unafflicted
    | Released
    | ConfidenceEarned
    | ConfidenceLost
    | InsAwarded
    | InsOwed
    | InsPicked
    | InsLost
    | GrowthEarned
    | GrowthOrderOwed
    | GrowthOrdered
    | GrowthWaits
    | GrowthSpent
    | ImpulseSettled
    | SpiceAdded
    | Established
    | Removed
    | Prepared
    | BroughtIn
    | Discarded
    | SceneBegun
    | SessionBegun
    | Rested
    | Entered
    | Retired
    | SheetEdited
    | Corrected
    | RulingChanged
)
"""Everything that can happen."""

_COMMANDS: Final[tuple[type[AnyCommand], ...]] = get_args(AnyCommand)
_OWED: Final = (Throw, PickIns, PickBurden, OrderGrowth, AddIns, Help, Rule, Commit, DraftCheck)
"""What somebody may be waited for to order."""


def seats(state: State) -> tuple[Seat, ...]:
    """The GM, then the players in order of entering."""
    return (GM, *(character.name for character in state.characters))


def offers(state: State, seat: Seat | None = None) -> list[Offer]:
    """What this seat may do now, or every seat, the dice last."""
    return list(_open(state, (*seats(state), DICE) if seat is None else (seat,), _COMMANDS))


def owed(state: State) -> list[Offer]:
    """What anybody is waited for."""
    return [offer for offer in _open(state, (*seats(state), DICE), _OWED) if offer.owed]


def _open(state: State, whose: Iterable[Seat], kinds: Iterable[type[AnyCommand]]) -> Iterator[Offer]:
    """The offers of those kinds that are open to those seats."""
    for seat in whose:
        for kind in kinds:
            if kind.gm_only is not None and seat != GM:
                continue  # refused below too, but most are the GM's
            try:
                yield _offer(kind, state, seat)
            except Refused:
                continue


def decide(state: State, by: Seat, command: AnyCommand) -> list[Event]:
    """What the command leads to. Raises Refused, and then nothing has changed (TIM-02)."""
    follow(_offer(type(command), state, by), asdict(command))
    course = Course(state, by)
    command.lead_to(course)
    return course.events


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return event.apply(state)


def outcomes(before: State, event: Event) -> Sequence[Outcome]:
    """What the event means when odds are told."""
    del before  # events say themselves what they mean
    return event.outcomes()


def _offer(kind: type[AnyCommand], state: State, seat: Seat) -> Offer:
    """The offer that a command of this kind answers. Raises Refused; while dice are due also for what must wait."""
    if kind.gm_only is not None and seat != GM:
        raise Refused(kind.gm_only, "only the GM may do this")
    offer = kind.offer(state, seat)
    if state.dice_due and not offer.blocking:
        assert state.check is not None
        raise Refused(CHK_08.id, f"the dice of {state.check.by}'s check come first")
    return offer
