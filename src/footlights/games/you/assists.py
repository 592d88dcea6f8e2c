"""Assists: asking another player for help, and who is able to give it (AST)."""

from __future__ import annotations

from msgspec.structs import replace

from footlights.core import Flag, Offer, OneOf, Refused, Seat
from footlights.games.you.burdens import burdens_first
from footlights.games.you.clauses import AST_01, AST_06
from footlights.games.you.incapacitation import can_act
from footlights.games.you.inspiration import picks_first
from footlights.games.you.rulings import Rulings
from footlights.games.you.state import Ask, Command, Course, Draft, Event, Kind, State, in_play
from footlights.games.you.traits import Character


class HelpAnswered(Event, frozen=True, tag="help_answered"):
    """A player agrees to help with a check, or does not."""

    helper: Seat
    roller: Seat
    agreed: bool

    def apply(self, state: State) -> State:
        """The request is answered; it can be answered otherwise until the roller commits."""
        draft = state.draft(self.roller)
        assert draft is not None
        asks = tuple(
            replace(ask, agreed=self.agreed) if ask.helper == self.helper else ask for ask in draft.asks
        )
        return state.with_draft(replace(draft, asks=asks))

    def say(self) -> str:
        """The sentence."""
        answer = "helps" if self.agreed else "does not help"
        return f"{self.helper} {answer} {self.roller}."


class Help(Command, frozen=True, tag="help"):
    """Answers a request for help."""

    roller: Seat
    agree: bool = True

    @staticmethod
    def offer(state: State, seat: Seat) -> Offer:
        """To a player who was asked and is able to help (AST-01, AST-06)."""
        helper = in_play(state, seat, AST_06)
        asked = [(draft.by, ask) for draft in state.drafts for ask in draft.asks if ask.helper == seat]
        if not asked:
            raise Refused(AST_01.id, "nobody has asked you for help")
        _able(state, helper)
        unanswered = [ask.number for _, ask in asked if ask.agreed is None]
        return Offer(
            kind="help",
            seat=seat,
            label="Help with a check: +2 to the roll, and a Burden for you too if it fails",
            clause=AST_01.id,
            fields=(
                OneOf(name="roller", label="Whose check", values=tuple(roller for roller, _ in asked)),
                Flag(name="agree", label="You help", optional=True, default=True),
            ),
            owed=bool(unanswered),
            number=min(unanswered, default=helper.asked),
            group="check",
        )

    def lead_to(self, course: Course) -> None:
        """The roller sees the answer."""
        course.happen(
            HelpAnswered(helper=course.by, roller=self.roller, agreed=self.agree, because=AST_01.id)
        )


def may_assist(kind: Kind, rulings: Rulings) -> bool:
    """Whether this kind of check has Assists (AST-08)."""
    return kind == "trait" or rulings.assist_on_temptation == "yes"


def most_helpers(rulings: Rulings) -> int:
    """How many may be asked; 0 for any number (AST-02)."""
    return 0 if rulings.assist_max == "many" else 1


def helpers(state: State, draft: Draft) -> tuple[Seat, ...]:
    """Those who have agreed and are still able: each adds 2 to the roll and nothing else (AST-07)."""
    return tuple(ask.helper for ask in draft.asks if ask.agreed and can_help(state, ask.helper))


def new_asks(state: State, asked: tuple[Seat, ...]) -> tuple[Ask, ...]:
    """A request to each of these players."""
    return tuple(Ask(name, state.character(name).asked + 1) for name in asked)


def _able(state: State, helper: Character) -> None:
    """Raises Refused for a player who cannot help now."""
    can_act(helper)
    picks_first(state, helper, AST_06)
    burdens_first(helper)


def can_help(state: State, name: Seat) -> bool:
    """Whether that player is in play and able to help now."""
    helper = state.find(name)
    if helper is None:
        return False
    try:
        _able(state, helper)
    except Refused:
        return False
    return True
