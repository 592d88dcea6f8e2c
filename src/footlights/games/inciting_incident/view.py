"""What a seat sees: built field by field, so that whatever is new in a state stays hidden until somebody shows it."""

from __future__ import annotations

from msgspec import Struct

from footlights.core import GM, Refused, Seat
from footlights.games.inciting_incident import building, rolls
from footlights.games.inciting_incident.characters import Character, Skill
from footlights.games.inciting_incident.commands import Prepared
from footlights.games.inciting_incident.drafts import dice_of, level_of, terms_of
from footlights.games.inciting_incident.rulings import Rulings
from footlights.games.inciting_incident.scenery import Firing, Obstacle, SceneType, Trigger
from footlights.games.inciting_incident.secrets import draft_seen, firings_seen, triggers_seen
from footlights.games.inciting_incident.state import Conflict, Draft, FollowUp, State, Terms


class RollView(Struct, frozen=True):
    """A roll on its way: its draft, what its difficulty dice come from and how many they are, the level whose dice join
    them, the number to reach, and whom it waits for: the GM, who defends, or at last who rolls; "" for nobody, when it
    cannot be rolled now. `due`: its dice are to be thrown now."""

    draft: Draft
    terms: Terms
    difficulty: int
    level: int
    need: int
    waits_for: Seat = ""
    due: bool = False


class View(Struct, frozen=True, kw_only=True):
    """A page for one seat. `sheets` are the characters of the story, `hits` those taken by everybody who can take any;
    `past` counts the Obstacles behind; `to_come`, `notes` and `pointed_out` are the GM's alone."""

    seat: Seat
    rulings: Rulings
    scene: SceneType
    title: str
    who: tuple[str, ...]
    base: int
    montage: bool
    begun: bool
    crisis: int
    tension: int
    coop_run: int
    triggers: tuple[Trigger, ...]
    waiting: tuple[Firing, ...]
    obstacle: Obstacle | None
    past: int
    conflict: Conflict | None
    sheets: dict[str, Character]
    hits: dict[str, int]
    skills: dict[str, Skill]
    rolls: tuple[RollView, ...]
    follow_up: FollowUp | None
    burdened: dict[str, int]
    uses: dict[str, dict[str, int]]
    last: str
    changed: tuple[str, ...]
    healed: tuple[str, ...]
    waved: bool
    to_come: tuple[Obstacle, ...] = ()
    notes: dict[str, Prepared] = {}
    pointed_out: dict[str, tuple[str, ...]] = {}


def view(state: State, seat: Seat) -> View:
    """What that seat sees. To a spectator everything is shown that all players see."""
    scene, conflict, gm = state.scene, state.scene.conflict, seat == GM
    taken = state.hits if conflict is None else {**state.hits, **conflict.hits}
    return View(
        seat=seat,
        rulings=state.rulings,
        scene=scene.type,
        title=scene.title,
        who=scene.who,
        base=scene.base,
        montage=scene.montage,
        begun=scene.begun,
        crisis=scene.crisis,
        tension=state.tension,
        coop_run=state.coop_run,
        triggers=triggers_seen(scene.triggers, seat),
        waiting=firings_seen(scene.waiting, seat),
        obstacle=scene.obstacle,
        past=scene.at,
        conflict=conflict,
        sheets=state.characters,
        hits=taken,
        skills=state.skills,
        rolls=_rolls(state, gm=gm) if state.drafts or state.rolling is not None else (),
        follow_up=state.follow_up,
        burdened=scene.burdened,
        uses=scene.uses if conflict is None else conflict.uses,
        last=_last(state),
        changed=scene.changed,
        healed=scene.healed,
        waved=state.waved,
        to_come=scene.obstacles[scene.at + 1 :] if gm else (),
        notes=state.notes if gm else {},
        pointed_out=building.pointed_out(state) if gm else {},
    )


def _last(state: State) -> str:
    """Who acted last, as far as it bars anybody (CPX-03)."""
    scene, rulings = state.scene, state.rulings
    last = scene.last if rulings.in_a_row_scope == "obstacle" else scene.scene_last
    return last.any if rulings.in_a_row_counts == "all" else last.regular


def _rolls(state: State, *, gm: bool) -> tuple[RollView, ...]:
    found = [_roll(state, seat, draft, gm=gm) for seat, draft in state.drafts.items()]
    if state.rolling is not None:
        roll = state.rolling
        draft = roll.draft if gm else draft_seen(roll.draft)
        found.append(RollView(draft, roll.terms, roll.difficulty, roll.level, roll.need, due=True))
    return tuple(found)


def _roll(state: State, seat: Seat, draft: Draft, *, gm: bool) -> RollView:
    terms = terms_of(state, draft)
    return RollView(
        draft if gm else draft_seen(draft),
        terms,
        dice_of(state, terms),
        level_of(state, draft),
        rolls.need(state, draft),
        _waits_for(state, seat, draft),
    )


def _waits_for(state: State, seat: Seat, draft: Draft) -> Seat:
    """Whom the draft of that seat waits for."""
    if not draft.ruled:
        return GM
    if not draft.settled:
        return draft.defender
    try:
        return rolls.commit_offer(state, seat).seat
    except Refused:
        return ""
