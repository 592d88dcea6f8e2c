"""Who is in the scene, who can act, on which side, and whose turn it may be."""

from __future__ import annotations

from typing import Final

from footlights.core import GM, Refused, Seat
from footlights.games.inciting_incident.characters import Abilities, Character, Opponent
from footlights.games.inciting_incident.clauses import (
    CMP_04,
    CMP_06,
    CMP_10,
    CON_01,
    COO_01,
    CPX_03,
    CPX_04,
    REC_06,
    SCN_01,
    SCN_05,
)
from footlights.games.inciting_incident.events import Turn
from footlights.games.inciting_incident.scenery import Complex
from footlights.games.inciting_incident.state import SITUATION, Conflict, State

FOLLOW_UPS: Final[dict[str, frozenset[Turn]]] = {
    "modifier": frozenset({"act", "regular", "decisive", "attack", "strike", "drop"}),
    "advanced": frozenset({"advanced", "drop"}),
}
"""What may follow a recreation (REC-06)."""

COUNTED: Final[frozenset[Turn]] = frozenset({"regular", "decisive", "advanced", "recreate"})
"""Actions that nobody takes twice in a row on a Complex Obstacle (CPX-03)."""


# -- hits ---------------------------------------------------------------------------------------------------------


def hits(state: State, name: str) -> int:
    """The hits taken by a character, an opponent or the situation."""
    conflict = state.scene.conflict
    if conflict is not None and name in conflict.hits:
        return conflict.hits[name]
    return state.hits.get(name, 0)


def most_hits(state: State, name: str) -> int:
    """The hits that bring somebody down: by Fortitude (ABL-03), unless the GM has set another number
    (CMP-03)."""
    conflict = state.scene.conflict
    if conflict is not None:
        if name == SITUATION:
            return conflict.situation
        opponent = conflict.opponents.get(name)
        if opponent is not None:
            return opponent.hits or state.rulings.hits_table[opponent.abilities.fortitude]
    return state.rulings.hits_table[state.characters[name].abilities.fortitude]


def is_out(state: State, name: str) -> bool:
    """Whether somebody has taken all the hits they can (CMP-10)."""
    taken = hits(state, name)
    return taken > 0 and taken >= most_hits(state, name)


def able(state: State) -> list[str]:
    """The characters in the scene who can act (CMP-10)."""
    return [name for name in state.scene.who if not is_out(state, name)]


# -- people -------------------------------------------------------------------------------------------------------


def opponent(state: State, name: str) -> Opponent | None:
    """The opponent of that name, if there is one."""
    conflict = state.scene.conflict
    return None if conflict is None else conflict.opponents.get(name)


def person(state: State, name: str) -> Character | Opponent:
    """The character or opponent of that name."""
    return opponent(state, name) or state.characters[name]


def abilities(state: State, name: str) -> Abilities:
    """The Abilities of a character or opponent."""
    return person(state, name).abilities


def level(state: State, name: str, talent: str) -> int:
    """The level of somebody's Talent."""
    return next(one.level for one in person(state, name).talents if one.name == talent)


# -- sides (CMP-04) -----------------------------------------------------------------------------------------------


def opposes(conflict: Conflict, name: str) -> bool:
    """Whether somebody is on the side of the opposition."""
    return name == SITUATION or name in conflict.opponents or name in conflict.turncoats


def standing(state: State, conflict: Conflict, *, opposition: bool) -> list[str]:
    """Those of a side who are not out, the situation among them (CMP-10)."""
    if opposition:
        side = [*conflict.opponents, *conflict.turncoats]
        if conflict.situation:
            side.append(SITUATION)
    else:
        side = [name for name in state.scene.who if name not in conflict.turncoats]
    return [name for name in side if not is_out(state, name)]


def targets(state: State, conflict: Conflict, by: str) -> list[str]:
    """Whom somebody can attack: those of the other side who are not out."""
    return standing(state, conflict, opposition=not opposes(conflict, by))


def turns_left(conflict: Conflict, name: str) -> int:
    """How many turns somebody has left in this round (CMP-06)."""
    if name == SITUATION or name in conflict.benched:
        return 0
    foe = conflict.opponents.get(name)
    return (1 if foe is None else foe.turns) - conflict.acted.count(name)


def uses_no_turn(state: State, who: str) -> bool:
    """Whether acting takes no turn: where conflicts are kept by hand (CON-01), or the GM has counted it already."""
    conflict = state.scene.conflict
    if conflict is None:
        return False
    return state.rulings.conflict == "free_entry" or turns_left(conflict, who) < 1


# -- may they? ----------------------------------------------------------------------------------------------------


def check_gm(seat: Seat, clause: str) -> None:
    """Raise Refused unless it is the GM."""
    if seat != GM:
        raise Refused(clause, "only the GM does this")


def check_player(state: State, seat: Seat, clause: str) -> Character:
    """The character of that seat. Raises Refused when there is none."""
    sheet = state.characters.get(seat)
    if sheet is None:
        raise Refused(clause, f"{seat[:60]!r} plays no character")
    return sheet


def check_present(state: State, who: str) -> None:
    """Raise Refused unless the character is in the scene (SCN-05)."""
    if state.scene.type == "none":
        raise Refused(SCN_01.id, "there is no scene yet; the GM starts one")
    if who not in state.scene.who:
        raise Refused(SCN_05.id, f"{who} is not in this scene")


def check_stakes(state: State) -> None:
    """Raise Refused unless something is at stake: in an Action or Conflict scene (COO-01)."""
    if state.scene.type == "none":
        raise Refused(SCN_01.id, "there is no scene yet; the GM starts one")
    if state.scene.type == "cooperative":
        raise Refused(COO_01.id, "nothing is at stake in a Cooperative scene")


def check_conflict(state: State) -> Conflict:
    """The conflict under way. Raises Refused when there is none."""
    conflict = state.scene.conflict
    if conflict is None:
        raise Refused(CMP_04.id, "this is no Conflict scene")
    if conflict.over:
        raise Refused(CMP_10.id, "the conflict is over")
    return conflict


def check_able(state: State, who: str) -> None:
    """Raise Refused when somebody is out (CMP-10)."""
    if is_out(state, who):
        raise Refused(CMP_10.id, f"{who} is out: {hits(state, who)} of {most_hits(state, who)} hits")


def check_turn(state: State, who: str, what: Turn) -> None:
    """Raise Refused unless somebody of the scene may act like this now: present (SCN-05), not out (CMP-10), nobody
    owes a follow-up (REC-06), and not twice in a row (CPX-03) or beyond their turns in the round (CMP-06)."""
    scene, follow_up = state.scene, state.follow_up
    if who not in scene.who and opponent(state, who) is None:
        check_present(state, who)
    check_stakes(state)
    check_able(state, who)
    if follow_up is not None:
        if follow_up.by != who:
            raise Refused(
                REC_06.id, f"first {follow_up.by} makes or drops what {follow_up.skill} was recreated for"
            )
        if what not in FOLLOW_UPS[follow_up.kind]:
            raise Refused(REC_06.id, f"first make or drop what {follow_up.skill} was recreated for")
    if scene.conflict is not None:
        _check_round(state, who)
    elif what in COUNTED and isinstance(scene.obstacle, Complex):
        _check_in_a_row(state, who, what)


def _check_in_a_row(state: State, who: str, what: Turn) -> None:
    """Nobody acts twice in a row on a Complex Obstacle (CPX-03), but for the only one who can act (CPX-04)."""
    rulings, scene = state.rulings, state.scene
    last = scene.last if rulings.in_a_row_scope == "obstacle" else scene.scene_last
    regular_only = rulings.in_a_row_counts == "regular_only"
    again = what == "regular" and last.regular == who if regular_only else last.any == who
    if again and not (rulings.solo == "waive" and able(state) == [who]):
        clause = CPX_04 if len(able(state)) == 1 else CPX_03
        raise Refused(clause.id, f"{who} acted last; nobody acts twice in a row")


def _check_round(state: State, who: str) -> None:
    """Turns and rounds (CMP-06); where conflicts are kept by hand, the GM keeps them (CON-01)."""
    conflict = check_conflict(state)
    if state.rulings.conflict == "free_entry":
        return
    if who in conflict.benched:
        raise Refused(CMP_10.id, f"{who} returns in the next round")
    if turns_left(conflict, who) < 1:
        raise Refused(CMP_06.id, f"{who} has acted in this round")
    if state.rulings.conflict_order == "alternate" and conflict.acted:
        mine = opposes(conflict, who)
        others = standing(state, conflict, opposition=not mine)
        if opposes(conflict, conflict.acted[-1]) == mine and any(
            turns_left(conflict, name) > 0 for name in others
        ):
            raise Refused(CMP_06.id, f"{who} waits: the sides alternate, and the other one is next")


def check_flow_rules(state: State) -> Conflict:
    """The conflict under way, fought by the rules of the Flow. Raises Refused when it is kept by hand (CON-01)."""
    conflict = check_conflict(state)
    if state.rulings.conflict == "free_entry":
        raise Refused(CON_01.id, "this table keeps conflicts by hand: the GM enters Flow, hits and turns")
    return conflict
