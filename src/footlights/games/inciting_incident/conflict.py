"""Conflict: two sides, the Flow of Battle, turns and rounds (CMP-02 to CMP-11, CMP-17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from footlights.core import GM, Field, Offer, OneOf, Refused, Seat, Text, When
from footlights.games.inciting_incident.characters import Opponent
from footlights.games.inciting_incident.clauses import (
    CMP_02,
    CMP_04,
    CMP_06,
    CMP_07,
    CMP_08,
    CMP_09,
    CMP_10,
    CMP_11,
    CON_01,
    CON_02,
    SCN_05,
    TRG_07,
)
from footlights.games.inciting_incident.commands import (
    Attack,
    ChangeSides,
    EndConflict,
    Hit,
    Move,
    NextRound,
    Pass,
    Press,
    RollTalent,
    Strike,
)
from footlights.games.inciting_incident.complex_obstacles import decisive_crisis, regular_crisis, surcharge
from footlights.games.inciting_incident.crisis import raised
from footlights.games.inciting_incident.drafts import (
    check_no_reaction,
    defender,
    drafted,
    follow_up_via,
    modifier_fields,
    via_field,
)
from footlights.games.inciting_incident.events import (
    AnyEvent,
    ConflictEnded,
    FlowMoved,
    HitsTaken,
    Moved,
    OpponentAdded,
    RoundStarted,
    SidesChanged,
    Turn,
    TurnTaken,
    VictoryWon,
)
from footlights.games.inciting_incident.fields import (
    MOST_AMOUNT,
    MOST_LINE,
    MOST_NAME,
    RULING,
    SAYING,
    ability_field,
    amount,
    line,
)
from footlights.games.inciting_incident.fold import fold
from footlights.games.inciting_incident.obstacles import cleared_by_absence
from footlights.games.inciting_incident.saying import target_words
from footlights.games.inciting_incident.simple_obstacles import AUTOMATIC_CRISIS, TARGET
from footlights.games.inciting_incident.standing import (
    check_conflict,
    check_flow_rules,
    check_gm,
    check_player,
    check_stakes,
    check_turn,
    hits,
    is_out,
    most_hits,
    opposes,
    person,
    standing,
    targets,
    turns_left,
)
from footlights.games.inciting_incident.state import SITUATION, Conflict, Draft, Rolling, State

USUAL_SITUATION: Final = 3
MOST_SITUATION: Final = 9
PRESS_FLOW: Final = 4
MOST_FLOW: Final = 200
MOST_AGAINST: Final = 200


# -- how a conflict begins and who joins it -----------------------------------------------------------------------


def begun(opponents: Iterable[Opponent], situation: int | None) -> Conflict:
    """A conflict with these opponents; with none, against the situation and its hits (CON-02, CMP-17)."""
    foes = {opponent.name: opponent for opponent in opponents}
    if foes:
        return Conflict(opponents=foes, hits=dict.fromkeys(foes, 0))
    return Conflict(situation=situation or USUAL_SITUATION, hits={SITUATION: 0})


def can_be_joined(state: State) -> bool:
    """Whether an opponent can still come (CMP-11)."""
    conflict = state.scene.conflict
    return conflict is not None and not conflict.over


def joined(opponent: Opponent, because: str = CMP_11.id) -> list[AnyEvent]:
    """An opponent joins the conflict."""
    return [OpponentAdded(opponent, because=because)]


# -- who acts -----------------------------------------------------------------------------------------------------


def _actors(state: State, seat: Seat, conflict: Conflict, what: Turn, clause: str) -> list[str]:
    """Those this seat may have act now: a player's own character, or of the GM's opponents all whose turn it may be.

    Raises Refused, with the reason of each, when there is none.
    """
    if seat != GM:
        check_player(state, seat, clause)
        check_no_reaction(state, seat)
        check_turn(state, seat, what)
        return [seat]
    if not conflict.opponents:
        raise Refused(CON_02.id if conflict.situation else CMP_04.id, "no opponent is there to act")
    names, reasons = list[str](), list[Refused]()
    for name in conflict.opponents:
        try:
            check_turn(state, name, what)
        except Refused as refused:
            reasons.append(refused)
        else:
            names.append(name)
    if not names:
        why = dict.fromkeys(refused.reason for refused in reasons)
        raise Refused(reasons[0].clause, "; ".join(why))
    return names


def _by_field(names: Sequence[str], seat: Seat) -> tuple[Field, ...]:
    """Which opponent; a player's character needs no naming."""
    return (OneOf(name="by", label="Which opponent", values=tuple(names)),) if seat == GM else ()


# -- attacks and strikes ------------------------------------------------------------------------------------------


def check_attack(state: State, draft: Draft, what: Turn) -> None:
    """Raise Refused unless the attack may be made now on its target (CMP-04, CMP-06, CMP-10)."""
    conflict = check_flow_rules(state)
    check_turn(state, draft.by, what)
    if draft.target not in targets(state, conflict, draft.by):
        raise Refused(CMP_04.id, f"{draft.target} is no target for {draft.by} now", "target")


def _attack_fields(state: State, seat: Seat, what: Turn, clause: str) -> tuple[Field, ...]:
    conflict = check_flow_rules(state)
    names, via = _with_talents(state, seat, conflict, what, clause)
    modifiers = () if seat == GM else modifier_fields(state, state.characters[seat])
    aims = tuple(targets(state, conflict, names[0]))
    if not aims:
        raise Refused(CMP_04.id, "there is nobody on the other side to attack")
    target = OneOf(name="target", label="Whom", values=aims, labels=_labels(aims), clause=CMP_04.id)
    return (*_by_field(names, seat), *via, *modifiers, target, *_gms_own(state, seat, aims), SAYING)


def _labels(targets: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(target_words(target) for target in targets)


def _with_talents(
    state: State, seat: Seat, conflict: Conflict, what: Turn, clause: str
) -> tuple[list[str], tuple[Field, ...]]:
    """Those who may act and have a Talent to roll, and the fields that ask with which."""
    names = [name for name in _actors(state, seat, conflict, what, clause) if person(state, name).talents]
    if not names:
        raise Refused(clause, "a Talent is needed to roll with")
    if seat != GM:
        return names, (follow_up_via(state, state.characters[seat]),)
    return names, tuple(via_field(conflict.opponents[name], when=(When("by", (name,)),)) for name in names)


def _gms_own(state: State, seat: Seat, aims: tuple[str, ...]) -> tuple[Field, ...]:
    """What the GM settles at once for an opponent: Advantage, Disadvantage, shift, and the Ability that defends
    where the GM names it."""
    if seat != GM:
        return ()
    named = tuple(aim for aim in aims if defender(state, aim) == GM)
    if not named:
        return RULING
    defence = ability_field(CMP_02.id, label="With which Ability they defend", when=(When("target", named),))
    return (*RULING, defence)


def attack_offer(state: State, seat: Seat) -> Offer:
    """A Regular Attack on somebody of the other side (CMP-07)."""
    fields = _attack_fields(state, seat, "attack", CMP_07.id)
    return Offer(kind="attack", seat=seat, label="Attack", clause=CMP_07.id, fields=fields, group="actions")


def strike_offer(state: State, seat: Seat) -> Offer:
    """A Decisive Attack, for a hit or for a significant victory that is named before (CMP-09)."""
    fields = _attack_fields(state, seat, "strike", CMP_09.id)
    victory = line("victory", "For a significant victory in place of a hit: which")
    return Offer(
        kind="strike",
        seat=seat,
        label="Strike decisively",
        clause=CMP_09.id,
        fields=(*fields, victory),
        group="actions",
    )


def attack(state: State, seat: Seat, command: Attack) -> list[AnyEvent]:
    """What an Attack does: it drafts the roll."""
    return drafted(state, seat, _draft(state, seat, command), CMP_07.id)


def strike(state: State, seat: Seat, command: Strike) -> list[AnyEvent]:
    """What a Strike does: it drafts the roll."""
    return drafted(state, seat, _draft(state, seat, command), CMP_09.id)


def _draft(state: State, seat: Seat, command: Attack | Strike) -> Draft:
    return Draft(
        what="strike" if isinstance(command, Strike) else "attack",
        by=command.by or seat,
        via=command.via,
        skill=command.skill or "",
        target=command.target,
        saying=command.saying,
        victory=command.victory if isinstance(command, Strike) else "",
        adv=command.adv,
        dis=command.dis,
        shift=command.shift,
        ruled=seat == GM,
        defender=defender(state, command.target),
        ability=command.ability or "",
    )


def need(state: State, by: str) -> int:
    """What a strike has to reach: less, the more the Flow favours the striker's side, to a floor (CMP-09)."""
    conflict = check_conflict(state)
    advantage = -conflict.flow if opposes(conflict, by) else conflict.flow
    return max(state.rulings.decisive_floor, state.rulings.decisive_base - advantage)


def attack_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What a Regular Attack does (CMP-07): a success moves the Flow; a character adds Crisis."""
    conflict, draft, effect = check_conflict(state), rolling.draft, rolling.effect
    by, mine = draft.by, draft.by in state.characters
    happened: list[AnyEvent] = [TurnTaken(by, "attack", draft.via if mine else "", because=CMP_07.id)]
    if total >= TARGET:
        happened += _flow(conflict, by, total - TARGET + effect.effect, CMP_07.id)
    if mine:
        lump = regular_crisis(state.rulings, total) + surcharge(state.rulings, conflict.uses, by, draft.via)
        happened += raised(state, by, lump + effect.crisis, CMP_07.id, effect.shield)
    return happened


def strike_thrown(state: State, rolling: Rolling, total: int) -> list[AnyEvent]:
    """What a Decisive Attack does (CMP-09): a hit, or the victory named, and the Flow returns to 0."""
    conflict, draft, effect = check_conflict(state), rolling.draft, rolling.effect
    by = draft.by
    happened: list[AnyEvent] = [TurnTaken(by, "strike", because=CMP_09.id)]
    if total >= rolling.need:
        if draft.victory:
            happened.append(VictoryWon(by, draft.victory, because=CMP_09.id))
        else:
            happened += hit_events(state, draft.target, 1, CMP_09.id)
        if conflict.flow:
            happened.append(FlowMoved(by, -conflict.flow, 0, because=CMP_09.id))
    if by in state.characters:
        lump = decisive_crisis(state.rulings, total, rolling.need) + effect.crisis
        happened += raised(state, by, lump, CMP_09.id, effect.shield)
    return happened + over(fold(state, happened))


def _flow(conflict: Conflict, by: str, amount: int, because: str) -> list[AnyEvent]:
    """The Flow moves towards somebody's side, within bounds (CMP-05)."""
    to = conflict.flow + (-amount if opposes(conflict, by) else amount)
    to = max(-MOST_FLOW, min(MOST_FLOW, to))
    return [FlowMoved(by, to - conflict.flow, to, because=because)] if to != conflict.flow else []


# -- turns without a roll -----------------------------------------------------------------------------------------


def press_offer(state: State, seat: Seat) -> Offer:
    """Characters only (CMP-08)."""
    check_player(state, seat, CMP_08.id)
    _actors(state, seat, check_flow_rules(state), "press", CMP_08.id)
    return Offer(kind="press", seat=seat, label="Press, without a roll", clause=CMP_08.id, group="actions")


def press(state: State, seat: Seat, _command: Press) -> list[AnyEvent]:
    """What a Press does: the Flow moves 4, for 4 Crisis (CMP-08)."""
    return [
        TurnTaken(seat, "press", because=CMP_08.id),
        *_flow(check_conflict(state), seat, PRESS_FLOW, CMP_08.id),
        *raised(state, seat, AUTOMATIC_CRISIS, CMP_08.id),
    ]


def move_offer(state: State, seat: Seat) -> Offer:
    """To a zone that has a name (CMP-06)."""
    names = _actors(state, seat, check_flow_rules(state), "move", CMP_06.id)
    zone = Text(name="zone", label="Where to", least=1, most=MOST_NAME)
    return Offer(
        kind="move",
        seat=seat,
        label="Move",
        clause=CMP_06.id,
        fields=(*_by_field(names, seat), zone),
        group="actions",
    )


def move(_state: State, seat: Seat, command: Move) -> list[AnyEvent]:
    """What a Move does."""
    by = command.by or seat
    return [TurnTaken(by, "move", because=CMP_06.id), Moved(by, command.zone, because=CMP_06.id)]


def pass_offer(state: State, seat: Seat) -> Offer:
    """A turn may go by (CMP-06)."""
    names = _actors(state, seat, check_flow_rules(state), "pass", CMP_06.id)
    return Offer(
        kind="pass",
        seat=seat,
        label="Pass",
        clause=CMP_06.id,
        fields=_by_field(names, seat),
        group="actions",
    )


def pass_turn(_state: State, seat: Seat, command: Pass) -> list[AnyEvent]:
    """What a Pass does."""
    return [TurnTaken(command.by or seat, "pass", because=CMP_06.id)]


def change_sides_offer(state: State, seat: Seat) -> Offer:
    """By the player's own choice (CMP-04)."""
    check_player(state, seat, CMP_04.id)
    conflict = check_conflict(state)
    if seat not in state.scene.who:
        raise Refused(SCN_05.id, f"{seat} is not in this scene")
    if state.follow_up is not None or seat in state.drafts:
        raise Refused(CMP_04.id, "not in the middle of an action")
    there = opposes(conflict, seat)
    return Offer(
        kind="change_sides",
        seat=seat,
        label="Come back to the characters' side" if there else "Go over to the opposition",
        clause=CMP_04.id,
        group="actions",
    )


def change_sides(state: State, seat: Seat, _command: ChangeSides) -> list[AnyEvent]:
    """What a ChangeSides does."""
    happened: list[AnyEvent] = [
        SidesChanged(seat, not opposes(check_conflict(state), seat), because=CMP_04.id)
    ]
    return happened + over(fold(state, happened))


# -- rounds, hits, the end ----------------------------------------------------------------------------------------


def next_round_offer(state: State, seat: Seat) -> Offer:
    """When every character who can act has, the GM starts the next; opponents' turns are given up (CMP-06)."""
    check_gm(seat, CMP_06.id)
    conflict = check_conflict(state)
    if state.follow_up is not None:
        raise Refused(CMP_06.id, f"{state.follow_up.by} is in the middle of a turn")
    if state.rulings.conflict == "flow":
        for name in state.scene.who:
            if not is_out(state, name) and turns_left(conflict, name) > 0:
                raise Refused(CMP_06.id, f"{name} has neither acted nor passed")
    return Offer(
        kind="next_round", seat=seat, label="Start the next round", clause=CMP_06.id, group="conflict"
    )


def next_round(state: State, _seat: Seat, _command: NextRound) -> list[AnyEvent]:
    """What a NextRound does."""
    conflict = check_conflict(state)
    forfeited = tuple(
        name for name in conflict.opponents if not is_out(state, name) and turns_left(conflict, name) > 0
    )
    return [RoundStarted(conflict.round + 1, forfeited, because=CMP_06.id)]


def hit_offer(state: State, seat: Seat) -> Offer:
    """The GM deals hits (TRG-07, CMP-10)."""
    check_gm(seat, CMP_10.id)
    check_stakes(state)
    conflict = state.scene.conflict
    names = (*state.scene.who, *(() if conflict is None else conflict.hits))
    if not names:
        raise Refused(SCN_05.id, "nobody is in the scene")
    return Offer(
        kind="hit",
        seat=seat,
        label="Deal hits",
        clause=CMP_10.id,
        fields=(
            OneOf(name="who", label="Whom", values=names, labels=_labels(names), clause=SCN_05.id),
            amount("n", "How many", 1, MOST_AMOUNT),
        ),
        group="conflict",
    )


def hit(state: State, _seat: Seat, command: Hit) -> list[AnyEvent]:
    """What a Hit does."""
    return dealt(state, (command.who,), command.n, TRG_07.id)


def dealt(state: State, whom: Iterable[str], n: int, because: str) -> list[AnyEvent]:
    """Hits, and what follows when somebody is out (CMP-10)."""
    happened = [event for name in whom for event in hit_events(state, name, n, because)]
    after = fold(state, happened)
    return happened + cleared_by_absence(after) + over(after)


def hit_events(state: State, who: str, n: int, because: str) -> list[AnyEvent]:
    """Somebody takes hits, never more than they can (CMP-10)."""
    taken, most = hits(state, who), most_hits(state, who)
    to = max(taken, min(taken + n, most))
    return [HitsTaken(who, to - taken, to, to >= most, because=because)]


def over(state: State) -> list[AnyEvent]:
    """The conflict is over when a side has nobody standing (CMP-10)."""
    conflict = state.scene.conflict
    if conflict is None or conflict.over:
        return []
    if not standing(state, conflict, opposition=True):
        return [ConflictEnded("the opposition has nobody standing", because=CMP_10.id)]
    if not standing(state, conflict, opposition=False):
        return [ConflictEnded("the characters have nobody standing", because=CMP_10.id)]
    return []


def end_offer(state: State, seat: Seat) -> Offer:
    """The GM may end a conflict at any time, with a result (CMP-10)."""
    check_gm(seat, CMP_10.id)
    check_conflict(state)
    result = Text(name="result", label="How it ends", least=1, most=MOST_LINE)
    return Offer(
        kind="end_conflict",
        seat=seat,
        label="End the conflict",
        clause=CMP_10.id,
        fields=(result,),
        group="conflict",
    )


def end(_state: State, _seat: Seat, command: EndConflict) -> list[AnyEvent]:
    """What an EndConflict does."""
    return [ConflictEnded(command.result, because=CMP_10.id)]


# -- conflicts kept by hand ---------------------------------------------------------------------------------------


def _by_hand(state: State) -> Conflict:
    conflict = check_conflict(state)
    if state.rulings.conflict != "free_entry":
        raise Refused(CON_01.id, "conflicts are fought by the rules of the Flow here")
    return conflict


def check_roll_talent(state: State, by: str) -> None:
    """Raise Refused unless a plain roll may be made: in a conflict that is kept by hand (CON-01)."""
    _by_hand(state)
    check_turn(state, by, "attack")


def roll_talent_offer(state: State, seat: Seat) -> Offer:
    """A roll that only reports its total (CON-01)."""
    names, via = _with_talents(state, seat, _by_hand(state), "attack", CON_01.id)
    return Offer(
        kind="roll_talent",
        seat=seat,
        label="Roll a Talent against a number",
        clause=CON_01.id,
        fields=(*_by_field(names, seat), *via, amount("against", "Against", 0, MOST_AGAINST), SAYING),
        group="actions",
    )


def roll_talent(state: State, seat: Seat, command: RollTalent) -> list[AnyEvent]:
    """What a RollTalent does: it drafts the roll."""
    draft = Draft(
        what="roll_talent",
        by=command.by or seat,
        via=command.via,
        against=command.against,
        saying=command.saying,
        ruled=seat == GM,
    )
    return drafted(state, seat, draft, CON_01.id)
