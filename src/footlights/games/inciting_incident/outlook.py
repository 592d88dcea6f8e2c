"""What may come: the readings of dice that are due, what events mean when odds are told, and the way to the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from footlights.core import GM, Outcome, Seat, Witness
from footlights.dice import witnesses as thrown
from footlights.games.inciting_incident import commands, conflict, events
from footlights.games.inciting_incident.characters import ABILITIES
from footlights.games.inciting_incident.crisis import label
from footlights.games.inciting_incident.drafts import rolling_pool
from footlights.games.inciting_incident.obstacles import lots_pool
from footlights.games.inciting_incident.orders import decide
from footlights.games.inciting_incident.scenery import Complex, Firing
from footlights.games.inciting_incident.simple_obstacles import TARGET
from footlights.games.inciting_incident.standing import abilities, is_out, opposes
from footlights.games.inciting_incident.state import Draft, Rolling, State

# -- readings -----------------------------------------------------------------------------------------------------


def witnesses(state: State) -> Iterator[Witness]:
    """One throw for each total that the rules tell apart, and one for all from which on they do not."""
    if state.rolling is not None:
        pool, below = rolling_pool(state.rolling), _all_alike_from(state, state.rolling)
    elif state.lots is not None:
        pool, below = lots_pool(state.lots), len(state.lots.among) + 1
    else:
        return
    for chance, throw in thrown(pool, below):
        yield Witness(chance, throw)


def _all_alike_from(state: State, roll: Rolling) -> int:
    """The total from which on every roll has the same consequences."""
    fight, obstacle = state.scene.conflict, state.scene.obstacle
    if roll.draft.what == "regular" and isinstance(obstacle, Complex):
        return max(TARGET, TARGET + obstacle.obstruction - roll.effect.effect)
    if roll.draft.what == "attack" and fight is not None:
        flow = -fight.flow if opposes(fight, roll.draft.by) else fight.flow
        return max(TARGET, TARGET + conflict.MOST_FLOW - flow - roll.effect.effect)
    return roll.need


# -- the way to the dice ------------------------------------------------------------------------------------------


def line(state: State, by: Seat, command: commands.AnyCommand) -> list[tuple[Seat, Any]]:
    """The orders that lead from this one (a draft, or a word about one) to its dice, when the GM allows it without more
    ado and whoever defends does so with their best Ability. Raises Refused as `decide` does."""
    orders: list[tuple[Seat, Any]] = [(by, command)]
    said = next((event for event in decide(state, by, command) if isinstance(event, _ABOUT_A_DRAFT)), None)
    if said is None:
        return orders
    if isinstance(said, events.DefenceNamed):
        draft = replace(state.drafts[said.seat], ability=said.ability)
    else:
        draft = said.draft
    best = _best_defence(state, draft) if draft.defender and not draft.ability else None
    if not draft.ruled:
        ability = best if draft.defender == GM else None
        orders.append((GM, commands.Rule(who=draft.by, ability=ability)))
    if best is not None and draft.defender != GM:
        orders.append((draft.defender, commands.Defend(best)))
    return [*orders, (said.seat, commands.Commit())]


_ABOUT_A_DRAFT: Final = (events.DraftMade, events.DraftRuled, events.DefenceNamed)


def _best_defence(state: State, draft: Draft) -> str:
    able = abilities(state, draft.target)
    return max(ABILITIES, key=able.level)


# -- what events mean ---------------------------------------------------------------------------------------------


def outcomes(before: State, event: events.AnyEvent) -> tuple[Outcome, ...]:
    """What an event means when odds are told; empty for most."""
    meaning = _MEANINGS.get(type(event))
    return () if meaning is None else meaning(before, event)


def _dice(_before: State, event: events.DiceThrown) -> tuple[Outcome, ...]:
    return (Outcome(f"result:{event.result}", event.result.capitalize(), bad=event.result == "failure"),)


def _crisis(_before: State, event: events.CrisisRaised) -> tuple[Outcome, ...]:
    return (Outcome("crisis", "Crisis added", event.amount, bad=True, counted=True),)


def _calmed(_before: State, event: events.CrisisLowered) -> tuple[Outcome, ...]:
    return (Outcome("calm", "Crisis taken off", event.amount, counted=True),)


def _fires(_before: State, event: events.TriggerFired) -> tuple[Outcome, ...]:
    name = label(event.firing)
    return (Outcome(f"fires {name}", f"{_said(event.firing)} fires", bad=True),)


def _said(firing: Firing) -> str:
    """A firing as odds name it: "Collapse at 15"."""
    return f"{firing.name} at {firing.threshold}"


def _spared(_before: State, event: events.TriggerShielded) -> tuple[Outcome, ...]:
    name = label(event.firing)
    return (Outcome(f"spares {name}", f"{_said(event.firing)} fires and spares {event.firing.causer}"),)


def _cancelled(_before: State, event: events.TriggerCancelled) -> tuple[Outcome, ...]:
    name = label(event.firing)
    return (Outcome(f"cancels {name}", f"{_said(event.firing)} comes to nothing"),)


def _beaten(_before: State, _event: events.ObstacleBeaten) -> tuple[Outcome, ...]:
    return (Outcome("beaten", "The Obstacle is overcome"),)


def _lowered(_before: State, event: events.ObstructionLowered) -> tuple[Outcome, ...]:
    return (Outcome("obstruction", "Obstruction taken off", event.amount, counted=True),)


def _tension(_before: State, event: events.TensionRaised) -> tuple[Outcome, ...]:
    return (Outcome("tension", "Rising Tension added", event.amount, bad=True, counted=True),)


def _flow(_before: State, event: events.FlowMoved) -> tuple[Outcome, ...]:
    way = "towards the characters" if event.amount > 0 else "towards the opposition"
    return (
        Outcome(f"flow {way}", f"Flow moved {way}", abs(event.amount), bad=event.amount < 0, counted=True),
    )


def _hit(before: State, event: events.HitsTaken) -> tuple[Outcome, ...]:
    if not event.amount:
        return ()
    bad = event.who in before.characters
    found = [Outcome(f"hits {event.who}", f"{event.who} takes a hit", event.amount, bad=bad)]
    if event.out and not is_out(before, event.who):
        found.append(Outcome(f"out {event.who}", f"{event.who} is out", bad=bad))
    return tuple(found)


def _healed(before: State, event: events.HitsHealed) -> tuple[Outcome, ...]:
    del before
    return (Outcome(f"heals {event.who}", f"{event.who} heals", event.amount),)


def _victory(_before: State, event: events.VictoryWon) -> tuple[Outcome, ...]:
    return (Outcome("victory", event.victory),)


def _over(_before: State, event: events.ConflictEnded) -> tuple[Outcome, ...]:
    return (Outcome(f"over: {event.result}", f"The conflict is over: {event.result}"),)


def _recreated(_before: State, event: events.RecreationRead) -> tuple[Outcome, ...]:
    if event.works:
        return (Outcome("recreated", f"{event.skill} is recreated"),)
    return (Outcome("not recreated", f"{event.skill} is not recreated", bad=True),)


_MEANINGS: Final[dict[type[Any], Callable[[State, Any], tuple[Outcome, ...]]]] = {
    events.DiceThrown: _dice,
    events.CrisisRaised: _crisis,
    events.CrisisLowered: _calmed,
    events.TriggerFired: _fires,
    events.TriggerShielded: _spared,
    events.TriggerCancelled: _cancelled,
    events.ObstacleBeaten: _beaten,
    events.ObstructionLowered: _lowered,
    events.TensionRaised: _tension,
    events.FlowMoved: _flow,
    events.HitsTaken: _hit,
    events.HitsHealed: _healed,
    events.VictoryWon: _victory,
    events.ConflictEnded: _over,
    events.RecreationRead: _recreated,
}
