"""What helps while a roll is built: its odds at a glance, what a form begins with, and the other ways there are."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from msgspec import NODEFAULT
from msgspec.structs import fields

from footlights.core import Chance, Outcome, Seat, sure
from footlights.dice import TooLarge
from footlights.games.inciting_incident import commands, odds
from footlights.games.inciting_incident.characters import AUTOMATIC
from footlights.games.inciting_incident.complex_obstacles import surcharge
from footlights.games.inciting_incident.simple_obstacles import LEAST_FAILURE_CRISIS
from footlights.games.inciting_incident.state import Draft, Roll, Rolling, State

# -- at a glance --------------------------------------------------------------------------------------------------


def glance(state: State) -> tuple[Chance, ...]:
    """Failure and success of the roll that is due, and the Crisis it may add; empty for other dice, and for more of
    them than the closed forms take."""
    roll = state.rolling
    if roll is None:
        return ()
    try:
        succeeds = odds.success(roll.difficulty, roll.level, roll.need, roll.explode)
        return (
            sure(Outcome("result:failure", f"{roll.draft.by} fails", bad=True), 1 - succeeds),
            sure(Outcome("result:success", f"{roll.draft.by} succeeds"), succeeds),
            *_crisis(state, roll),
        )
    except (TooLarge, ValueError):
        return ()


def _crisis(state: State, roll: Rolling) -> tuple[Chance, ...]:
    """All the Crisis that the roll itself may add, with the surcharge of its Talent and what its Skill does to it."""
    draft, rulings = roll.draft, state.rulings
    if draft.by not in state.characters or draft.what not in (
        "act",
        "regular",
        "decisive",
        "attack",
        "strike",
    ):
        return ()
    decided = draft.what in ("decisive", "strike")
    lump = odds.crisis(
        roll.difficulty,
        roll.level,
        roll.need if decided else None,
        regular_fail_min=LEAST_FAILURE_CRISIS if draft.what == "act" else rulings.regular_fail_min,
        decisive_fail_min=rulings.decisive_fail_min,
        explode=roll.explode,
    )
    more = roll.effect.crisis + _surcharge(state, draft)
    amounts = {amount + more: chance for amount, chance in lump.items() if amount + more > 0}
    chance, mean = sum(amounts.values(), Fraction(0)), sum((n * p for n, p in amounts.items()), Fraction(0))
    added = Outcome("crisis", "Crisis added", 1, bad=True, counted=True)
    return (Chance(added, chance, mean, tuple(sorted(amounts.items()))),)


def _surcharge(state: State, draft: Draft) -> int:
    """What using the Talent again costs (CPX-08); a simple roll and what decides cost no more."""
    scene, conflict, rulings = state.scene, state.scene.conflict, state.rulings
    if draft.what == "attack" and conflict is not None:
        return surcharge(rulings, conflict.uses, draft.by, draft.via)
    if draft.what == "regular":
        uses = scene.uses if rulings.surcharge_scope == "obstacle" else scene.scene_uses
        return surcharge(rulings, uses, draft.by, draft.via)
    return 0


# -- forms --------------------------------------------------------------------------------------------------------

_COMMANDS: Final[dict[Roll, type[commands.AnyCommand]]] = {
    "act": commands.Act,
    "regular": commands.Regular,
    "decisive": commands.Decisive,
    "attack": commands.Attack,
    "strike": commands.Strike,
    "advanced": commands.Advanced,
    "recreate": commands.Recreate,
    "roll_talent": commands.RollTalent,
}
"""What drafts each kind of roll; a reaction is called for by the GM."""


def begun(state: State, seat: Seat, kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The own draft for the form that changes it, the ruling as it stands for the form that changes that."""
    if kind == "rule":
        whose = given.get("who")
        ruled = next((d for d in state.drafts.values() if d.by == whose or len(state.drafts) == 1), None)
        if ruled is None or not ruled.ruled:
            return {}
        said = {"adv": ruled.adv, "dis": ruled.dis, "shift": ruled.shift}
        return said | ({"ability": ruled.ability} if ruled.ability else {})
    draft = state.drafts.get(seat)
    return _answers(draft, seat) if draft is not None and draft.what == kind else {}


_FOR_OPPONENTS: Final = frozenset({"by", "adv", "dis", "shift", "ability"})
"""What is said at once of an opponent's roll; of a player's it is the ruling, or the defence."""


def _answers(draft: Draft, seat: Seat) -> dict[str, Any]:
    """A draft as the answers that it was made of."""
    own = draft.by == seat
    said: dict[str, Any] = {}
    for field in fields(_COMMANDS[draft.what]):
        value = getattr(draft, field.name, None)
        if (field.default is NODEFAULT or value) and not (own and field.name in _FOR_OPPONENTS):
            said[field.name] = value
    if draft.omen is not None:
        omen = draft.omen
        rhythm = "every" if omen.repeats else "at"
        said |= {"name": omen.name, "rhythm": rhythm, "threshold": omen.threshold, "effect": omen.effect}
        said["beneficiary"] = omen.beneficiary or None
    return said


# -- ways ---------------------------------------------------------------------------------------------------------


def ways(state: State, seat: Seat) -> dict[str, commands.AnyCommand]:
    """The draft itself (committed where all is settled, else made once more), and what else could be done with the
    same Talent, or without a roll (SIM-04, CPX-05, CMP-08)."""
    draft = state.drafts.get(seat)
    if draft is None:
        return {}
    return {f"Roll {draft.via}": _itself(draft, seat), **(_instead(draft) if draft.by == seat else {})}


def _itself(draft: Draft, seat: Seat) -> commands.AnyCommand:
    if draft.settled or draft.what == "react":
        return commands.Commit()
    return _COMMANDS[draft.what](**_answers(draft, seat))


def _instead(draft: Draft) -> dict[str, commands.AnyCommand]:
    via, skill, target = draft.via, draft.skill or None, draft.target
    match draft.what:
        case "act":
            return {"Without a roll": commands.Act(AUTOMATIC)}
        case "regular":
            decide = commands.Decisive(via, skill)
            return {"Without a roll": commands.Regular(AUTOMATIC), "Decide it now": decide}
        case "decisive":
            wear = commands.Regular(via, skill)
            return {"Without a roll": commands.Regular(AUTOMATIC), "Wear it down": wear}
        case "attack":
            return {
                "Press, without a roll": commands.Press(),
                "Strike now": commands.Strike(via, target, skill=skill),
            }
        case "strike":
            return {
                "Press, without a roll": commands.Press(),
                "Attack": commands.Attack(via, target, skill=skill),
            }
        case _:
            return {}
