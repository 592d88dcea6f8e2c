"""Every command with the offer that it answers and with what it does: the whole game in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from footlights.core import DICE, GM, Offer, Refused, Seat, follow
from footlights.games.inciting_incident import (
    additions,
    advanced,
    building,
    commands,
    complex_obstacles,
    conflict,
    cooperative,
    corrections,
    drafts,
    obstacles,
    preparation,
    reactions,
    recreation,
    rising_tension,
    rolls,
    scenes,
    simple_obstacles,
    triggers,
)
from footlights.games.inciting_incident.characters import Character
from footlights.games.inciting_incident.clauses import DIC_03
from footlights.games.inciting_incident.events import AnyEvent
from footlights.games.inciting_incident.state import State


class Order(NamedTuple):
    """`offer` says who may give the command, with which values, or raises Refused; `decide` says what it does.
    `check`, where there is one, says better than the offer's bounds can what is wrong with a value."""

    offer: Callable[[State, Seat], Offer]
    decide: Callable[[State, Seat, Any], list[AnyEvent]]
    check: Callable[[State, Any], None] | None = None


ORDERS: Final[dict[type[Any], Order]] = {
    commands.Throw: Order(rolls.throw_offer, rolls.throw),
    commands.Commit: Order(rolls.commit_offer, rolls.commit),
    commands.Defend: Order(drafts.defend_offer, drafts.defend),
    commands.Rule: Order(drafts.rule_offer, drafts.rule),
    commands.Veto: Order(drafts.veto_offer, drafts.veto),
    commands.Confirm: Order(triggers.confirm_offer, triggers.confirm),
    commands.Act: Order(simple_obstacles.act_offer, simple_obstacles.act),
    commands.Regular: Order(complex_obstacles.regular_offer, complex_obstacles.regular),
    commands.Decisive: Order(complex_obstacles.decisive_offer, complex_obstacles.decisive),
    commands.Attack: Order(conflict.attack_offer, conflict.attack),
    commands.Strike: Order(conflict.strike_offer, conflict.strike),
    commands.Press: Order(conflict.press_offer, conflict.press),
    commands.Move: Order(conflict.move_offer, conflict.move),
    commands.Pass: Order(conflict.pass_offer, conflict.pass_turn),
    commands.RollTalent: Order(conflict.roll_talent_offer, conflict.roll_talent),
    commands.Advanced: Order(advanced.advanced_offer, advanced.advanced),
    commands.Recreate: Order(recreation.recreate_offer, recreation.recreate),
    commands.Drop: Order(recreation.drop_offer, recreation.drop),
    commands.Withdraw: Order(drafts.withdraw_offer, drafts.withdraw),
    commands.ChangeSides: Order(conflict.change_sides_offer, conflict.change_sides),
    commands.Heal: Order(cooperative.heal_offer, cooperative.heal),
    commands.Upgrade: Order(cooperative.upgrade_offer, cooperative.upgrade),
    commands.LearnTalent: Order(cooperative.learn_talent_offer, cooperative.learn_talent),
    commands.ChangeTalent: Order(cooperative.change_talent_offer, cooperative.change_talent),
    commands.LearnSkill: Order(cooperative.learn_skill_offer, cooperative.learn_skill),
    commands.SwapSkill: Order(cooperative.swap_skill_offer, cooperative.swap_skill),
    commands.StartScene: Order(scenes.start_offer, scenes.start),
    commands.Convert: Order(scenes.convert_offer, scenes.convert),
    commands.Join: Order(scenes.join_offer, scenes.join),
    commands.CallReaction: Order(reactions.call_reaction_offer, reactions.call_reaction),
    commands.Confront: Order(obstacles.confront_offer, obstacles.confront),
    commands.DrawLots: Order(obstacles.draw_lots_offer, obstacles.draw_lots),
    commands.ShiftObstacle: Order(obstacles.shift_offer, obstacles.shift),
    commands.NextRound: Order(conflict.next_round_offer, conflict.next_round),
    commands.Hit: Order(conflict.hit_offer, conflict.hit),
    commands.EndConflict: Order(conflict.end_offer, conflict.end),
    commands.AddTrigger: Order(additions.add_trigger_offer, additions.add_trigger),
    commands.AddObstacle: Order(additions.add_obstacle_offer, additions.add_obstacle),
    commands.AddOpponent: Order(additions.add_opponent_offer, additions.add_opponent),
    commands.Buy: Order(additions.buy_offer, additions.buy, additions.check_bought),
    commands.Reveal: Order(triggers.reveal_offer, triggers.reveal),
    commands.CrisisUp: Order(triggers.crisis_up_offer, triggers.crisis_up),
    commands.CrisisDown: Order(triggers.crisis_down_offer, triggers.crisis_down),
    commands.GainTension: Order(rising_tension.gain_offer, rising_tension.gain),
    commands.Rest: Order(rising_tension.rest_offer, rising_tension.rest),
    commands.Wave: Order(drafts.wave_offer, drafts.wave),
    commands.Prepare: Order(preparation.prepare_offer, preparation.prepare),
    commands.BringIn: Order(preparation.bring_in_offer, preparation.bring_in, preparation.check_paid),
    commands.Discard: Order(preparation.discard_offer, preparation.discard),
    commands.WriteSkill: Order(building.write_skill_offer, building.write_skill),
    commands.Award: Order(building.award_offer, building.award),
    commands.AcceptWarnings: Order(building.accept_offer, building.accept),
    commands.EditSheet: Order(building.edit_sheet_offer, building.edit_sheet),
    commands.Enter: Order(building.enter_offer, building.enter),
    commands.Retire: Order(building.retire_offer, building.retire),
    commands.Correct: Order(corrections.correct_offer, corrections.correct),
    commands.ChangeRuling: Order(corrections.change_ruling_offer, corrections.change_ruling),
}


_OWED: Final = (
    commands.Throw,
    commands.Commit,
    commands.Defend,
    commands.Rule,
    commands.Confirm,
    commands.Drop,
    commands.Confront,
)
"""What somebody may be waited for to order."""


def decide(state: State, by: Seat, command: commands.AnyCommand) -> list[AnyEvent]:
    """The events that the command causes. Raises Refused, and then nothing has changed."""
    order = ORDERS[type(command)]
    if isinstance(command, commands.Throw):
        rolls.check_dice_due(state, by)  # whether the faces fit is seen when they are read
    elif state.rolling is not None or state.lots is not None:
        raise Refused(DIC_03.id, "the dice are due; nothing else happens until they are thrown")
    else:
        offer = order.offer(state, by)
        if order.check is not None:
            order.check(state, command)
        follow(offer, asdict(command))
    return order.decide(state, by, command)


def seats(state: State) -> tuple[Seat, ...]:
    """The GM, then the characters in order of entering."""
    return (GM, *state.characters)


def offers(state: State, seat: Seat | None = None) -> list[Offer]:
    """Who may do what now."""
    return list(_open(state, (seat,) if seat is not None else (*seats(state), DICE), ORDERS))


def owed(state: State) -> list[Offer]:
    """What anybody is waited for."""
    return [offer for offer in _open(state, (*seats(state), DICE), _OWED) if offer.owed]


def _open(state: State, whose: Iterable[Seat], kinds: Iterable[type[Any]]) -> Iterator[Offer]:
    """The offers of those kinds that are open to those seats; while dice are due only the throw is."""
    dice_due = state.rolling is not None or state.lots is not None
    for seat in whose:
        for kind in (commands.Throw,) if dice_due else kinds:
            try:
                yield ORDERS[kind].offer(state, seat)
            except Refused:
                continue


def sheets(state: State) -> dict[Seat, Character]:
    """Every character in play as a sheet."""
    return dict(state.characters)
