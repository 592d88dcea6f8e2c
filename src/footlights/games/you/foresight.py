"""From a draft to its dice, when everybody else answers in the usual way: what odds are asked along."""

from __future__ import annotations

from footlights.core import GM, Seat
from footlights.games.you.assists import Help, can_help
from footlights.games.you.checks import AddIns, Commit
from footlights.games.you.drafts import DraftCheck, Rule
from footlights.games.you.moves import AnyCommand
from footlights.games.you.state import Draft, State

Line = list[tuple[Seat, AnyCommand]]


def line(state: State, by: Seat, command: AnyCommand) -> Line:
    """The command, then helpers agree, the GM rules nothing special, and the roller commits without INS (and adds none
    to the dice either, INS-05). The command alone where it leads to no dice, or where the GM still has to name the
    Trait."""
    first: Line = [(by, command)]
    match command:
        case DraftCheck(trait=str()):
            helps: Line = [(name, Help(by)) for name in command.assist if can_help(state, name)]
            return [*first, *helps, (GM, Rule(by)), (by, Commit()), *_added(state, by)]
        case Rule(who, approve=None | True):
            draft = state.draft(who)
            if draft is None:
                return first
            return [*first, *_helps(state, draft, by), (who, Commit()), *_added(state, who)]
        case Help(roller):
            draft = state.draft(roller)
            if draft is None or draft.trait is None or (draft.ruled and not draft.ruled.approved):
                return first
            rule: Line = [] if draft.ruled else [(GM, Rule(roller))]
            return [*first, *_helps(state, draft, by), *rule, (roller, Commit()), *_added(state, roller)]
        case Commit():
            return [*first, *_added(state, by)]
        case _:
            return first


def _helps(state: State, draft: Draft, but: Seat) -> Line:
    """Everybody else who was asked and has not answered agrees."""
    unanswered = (ask.helper for ask in draft.asks if ask.agreed is None and ask.helper != but)
    return [(name, Help(draft.by)) for name in unanswered if can_help(state, name)]


def _added(state: State, roller: Seat) -> Line:
    """No INS, where the roller is asked only when the dice lie there (INS-05)."""
    return [(roller, AddIns(0))] if state.rulings.ins_timing == "after" else []
