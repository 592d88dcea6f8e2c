"""The view as panels that any face can draw."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import asdict, replace

from footlights.core import GM, Card, Fact, Meter, Note, Opens, Panel, Seat
from footlights.core.panels import Line, Tone
from footlights.games.inciting_incident.building import budget, cost
from footlights.games.inciting_incident.characters import ABILITIES, Abilities, Ability, Character, Skill
from footlights.games.inciting_incident.clauses import (
    ABL_04,
    CMP_01,
    CMP_02,
    CMP_03,
    CMP_05,
    CMP_06,
    CMP_10,
    CMP_13,
    CMP_14,
    CMP_16,
    COO_03,
    COO_04,
    CPX_01,
    CPX_03,
    CPX_08,
    CRI_01,
    DEC_04,
    DIC_03,
    DIF_01,
    DIF_02,
    DIF_04,
    REC_06,
    RT_01,
    SCN_05,
    SIM_02,
    SIM_03,
    TAL_03,
    TRG_01,
    TRG_02,
    TRG_08,
    TRG_09,
)
from footlights.games.inciting_incident.crisis import next_threshold
from footlights.games.inciting_incident.fields import SHOWN, SHOWN_LABELS
from footlights.games.inciting_incident.saying import (
    capital,
    caused_words,
    draft_words,
    flow_words,
    level_dice,
    names,
    note_words,
    obstacle_words,
    pool_words,
    side,
    target_words,
    trigger_name,
    trigger_words,
)
from footlights.games.inciting_incident.scenery import Complex, Individual, Simple, Trigger
from footlights.games.inciting_incident.standing import opposes, turns_left
from footlights.games.inciting_incident.state import SITUATION, Conflict, Draft
from footlights.games.inciting_incident.view import RollView, View

EASIER: Final = "More difficulty dice make a roll easier."
SHORTEST_TRACK: Final = 20
AHEAD: Final = 7
"""How much Crisis to come a track shows at least."""
ROLLS: Final = ("regular", "attack", "act")
"""What a Talent on the sheet leads to, where it is open."""

_SCENES: Final = {
    "none": "No scene yet",
    "cooperative": "Cooperative scene",
    "action": "Action scene",
    "conflict": "Conflict",
}


def panels(view: View) -> tuple[Panel, ...]:
    """Tension and what is owed, the scene with its Obstacle or conflict, rolls on their way, the own sheet before the
    others', and what is for the GM alone."""
    shown = [_tension(view)]
    owed = tuple(_owed(view))
    if owed:
        shown.append(Panel("owed", "Waiting for", owed, "tension"))
    shown.append(_scene(view))
    if view.conflict is not None:
        shown.append(_conflict(view, view.conflict))
    elif view.scene == "action":
        shown.append(Panel("obstacle", "The Obstacle", tuple(_obstacle(view)), "scene"))
    shown += [_roll(view, roll) for roll in view.rolls]
    own = view.sheets.get(view.seat)
    if own is not None:
        shown.append(Panel(f"sheet:{own.name}", own.name, tuple(_sheet(view, own)), "sheet"))
    others = tuple(_in_short(view, sheet) for sheet in view.sheets.values() if sheet is not own)
    if others:
        shown.append(Panel("party", "The party" if own is None else "The others", others, "sheet"))
    if view.skills:
        listed = tuple(_skill(skill) for skill in view.skills.values())
        shown.append(Panel("skills", "The table's Skills", listed, "sheet"))
    if view.seat == GM:
        shown.append(_gm(view))
    return tuple(shown)


# -- tension ------------------------------------------------------------------------------------------------------


def _tension(view: View) -> Panel:
    lines: list[Line] = []
    if view.scene in ("action", "conflict"):
        marks = _marks(view)
        furthest = max([SHORTEST_TRACK, view.crisis + AHEAD, *(at for at, _ in marks)])
        lines.append(Meter("Crisis", view.crisis, 0, furthest, marks, clause=CRI_01.id))
        if marks:
            at, _ = marks[0]
            lines.append(Fact("Next Trigger", f"at {at}, {at - view.crisis} to go", clause=TRG_02.id))
    lines.append(Fact("Rising Tension", str(view.tension), clause=RT_01.id))
    if view.coop_run:
        lines.append(Fact("Cooperative scenes in a row", str(view.coop_run), clause=COO_04.id))
    return Panel("tension", "Tension", tuple(lines), "tension")


def _marks(view: View) -> tuple[tuple[int, str], ...]:
    """Where the Triggers wait that this seat knows of: each once, and again as far as the track goes at least."""
    found = [(next_threshold(view.rulings, trigger, view.crisis), trigger) for trigger in view.triggers]
    first = [(at, trigger) for at, trigger in found if at is not None]
    furthest = max([SHORTEST_TRACK, view.crisis + AHEAD, *(at for at, _ in first)])
    marks: list[tuple[int, str]] = []
    for at, trigger in first:
        again = range(at, furthest + 1, trigger.threshold) if trigger.repeats else (at,)
        marks += [(there, _mark(trigger)) for there in again]
    return tuple(sorted(marks))


def _mark(trigger: Trigger) -> str:
    return trigger_name(trigger) + (f" (every {trigger.threshold})" if trigger.repeats else "")


def _owed(view: View) -> Iterator[Note]:
    """Who is waited for, and for what, as far as this seat may know."""
    for roll in view.rolls:
        draft = roll.draft
        if roll.due:
            yield Note(f"The dice: {draft_words(draft)}", "owed")
        elif not draft.ruled:
            yield Note(f"GM: rule on {draft.by}'s roll", "owed", DIF_02.id)
        elif not draft.settled:
            yield Note(f"{roll.waits_for}: which Ability defends against {draft.by}?", "owed", CMP_02.id)
        elif draft.what == "react":
            yield Note(f"{draft.by}: react with {draft.via}", "owed")
        elif roll.waits_for:
            yield Note(f"{roll.waits_for}: roll {draft.via}, or take the draft back", "owed", DIC_03.id)
    for firing in view.waiting:
        yield Note(f"GM: confirm {caused_words(firing)}", "owed", TRG_08.id)
    if view.follow_up is not None:
        follow_up = view.follow_up
        yield Note(
            f"{follow_up.by}: make or drop what {follow_up.skill} was recreated for", "owed", REC_06.id
        )
    if isinstance(view.obstacle, Simple) and not view.obstacle.confronted and view.conflict is None:
        yield Note("GM: whom does the Obstacle confront?", "owed", SIM_02.id)


# -- the scene ----------------------------------------------------------------------------------------------------


def _scene(view: View) -> Panel:
    kind = "Montage" if view.montage else _SCENES[view.scene]
    lines: list[Line] = [Fact("Kind", kind), Fact("Here", names(view.who) or "nobody", clause=SCN_05.id)]
    if view.scene in ("action", "conflict"):
        lines.append(Fact("Difficulty dice", f"{view.base}d6", clause=DIF_01.id))
        lines.append(Note(EASIER, "quiet", DIF_01.id))
    if view.scene == "cooperative":
        lines.append(Fact("Changed something", names(view.changed) or "nobody yet", clause=COO_03.id))
        lines.append(Fact("Healed", names(view.healed) or "nobody yet"))
    for name, dis in view.burdened.items():
        lines.append(Fact(f"{name}'s next roll", f"{dis} Disadvantage", "bad"))
    if view.seat != GM:
        lines += [_trigger(view, trigger) for trigger in view.triggers]
    return Panel("scene", view.title or "The scene", tuple(lines), "scene")


def _trigger(view: View, trigger: Trigger) -> Card:
    """A Trigger, as far as this seat knows it."""
    at = next_threshold(view.rulings, trigger, view.crisis)
    facts = [Fact("Fires next", "not any more" if at is None else f"at {at} Crisis", clause=TRG_01.id)]
    if trigger.owner not in ("", GM):
        facts.append(Fact("Owner", trigger.owner, clause=TRG_09.id))
    if trigger.beneficiary:
        facts.append(Fact("Helps", trigger.beneficiary, clause=TRG_09.id))
    return Card(capital(trigger_words(trigger)), "Trigger", tuple(facts), trigger.effect)


def _obstacle(view: View) -> Iterator[Line]:
    obstacle = view.obstacle
    if view.past:
        yield Fact("Overcome so far", str(view.past))
    if obstacle is None:
        yield Note("No Obstacle is in the way.", "quiet")
        return
    yield Note(capital(obstacle_words(obstacle)) + ".")
    if obstacle.shift:
        yield Fact("Difficulty dice", f"{obstacle.shift:+d}", clause=DIF_02.id)
    match obstacle:
        case Complex():
            yield Fact("Obstruction", str(obstacle.obstruction), clause=CPX_01.id, main=True)
            yield Fact("Decisive attempts left", str(obstacle.attempts), clause=DEC_04.id)
            yield Fact("Acted last", view.last or "nobody yet", clause=CPX_03.id)
            yield from _uses(view)
        case Individual():
            yield Fact("Have passed", names(obstacle.passed) or "nobody yet", clause=SIM_03.id)
        case _:
            yield Fact("Confronted", obstacle.confronted or "nobody yet", clause=SIM_02.id)


def _uses(view: View) -> Iterator[Fact]:
    """Talents that cost more when they are used again."""
    for name, talents in view.uses.items():
        for talent, count in talents.items():
            if count:
                yield Fact(f"{name}'s {talent}", f"used {count}x: the next use costs more", "bad", CPX_08.id)


# -- conflict -----------------------------------------------------------------------------------------------------


def _conflict(view: View, conflict: Conflict) -> Panel:
    reach = max(SHORTEST_TRACK, abs(conflict.flow))
    ends = side(-reach), side(reach)
    lines: list[Line] = [
        Meter("Flow of Battle", conflict.flow, -reach, reach, clause=CMP_05.id, ends=ends),
        Fact("The Flow is", flow_words(conflict.flow), clause=CMP_05.id),
        Fact("Round", str(conflict.round), clause=CMP_06.id),
    ]
    if conflict.over:
        lines.append(Note(f"It is over: {conflict.result}.", "good", CMP_10.id))
    everybody = (*view.who, *conflict.opponents, *((SITUATION,) if conflict.situation else ()))
    lines += [_fighter(view, conflict, name) for name in everybody]
    lines += _uses(view)
    return Panel("conflict", "The conflict", tuple(lines), "scene")


def _fighter(view: View, conflict: Conflict, name: str) -> Card:
    side = "opposition" if opposes(conflict, name) else "characters"
    facts = [_hits(view, name)]
    if name != SITUATION:
        foe = conflict.opponents.get(name)
        facts.append(Fact("Turns left", str(turns_left(conflict, name)), clause=CMP_06.id))
        facts.append(_defences(view, view.sheets[name].abilities if foe is None else foe.abilities))
    if name in conflict.zones:
        facts.append(Fact("Zone", conflict.zones[name]))
    words = conflict.opponents[name].text if name in conflict.opponents else ""
    return Card(capital(target_words(name)), side, tuple(facts), words, side=side)


def _most_hits(view: View, name: str) -> int:
    """As `standing.most_hits` has it, from what the view shows."""
    if view.conflict is not None:
        if name == SITUATION:
            return view.conflict.situation
        foe = view.conflict.opponents.get(name)
        if foe is not None:
            return foe.hits or view.rulings.hits_table[foe.abilities.fortitude]
    return view.rulings.hits_table[view.sheets[name].abilities.fortitude]


def _hits(view: View, name: str) -> Fact:
    taken, most = view.hits.get(name, 0), _most_hits(view, name)
    out = ", out" if taken >= most else ""
    return Fact("Hits", f"{taken} of {most}{out}", "bad" if out else "plain", CMP_03.id)


def _defences(view: View, abilities: Abilities) -> Fact:
    """How many dice each Ability gives to an attacker."""
    table = view.rulings.defence_table
    dice = [f"{table[abilities.level(ability)]}d6 against {ability}" for ability in ABILITIES]
    return Fact("An attacker rolls", ", ".join(dice), clause=CMP_02.id)


def _defence(view: View, abilities: Abilities, ability: Ability, family: str = "") -> Fact:
    dice = view.rulings.defence_table[abilities.level(ability)]
    return Fact(f"Defence by {ability}", f"{dice}d6 to the attacker", clause=CMP_02.id, family=family)


# -- rolls --------------------------------------------------------------------------------------------------------


def _roll(view: View, roll: RollView) -> Panel:
    draft, terms = roll.draft, roll.terms
    lines: list[Line] = [Note(capital(draft_words(draft)) + ".")]
    if draft.saying:
        lines.append(Note(draft.saying))
    lines.append(Fact(f"Difficulty dice by {terms.source}", f"{terms.base}d6", clause=DIF_01.id))
    for name, amount in terms.shifts:
        lines.append(Fact(f"Shift, {name}", f"{amount:+d}", _tone(amount), DIF_02.id))
    for name, amount in terms.adv:
        lines.append(Fact(f"Advantage, {name}", f"+{amount}", "good"))
    for name, amount in terms.dis:
        lines.append(Fact(f"Disadvantage, {name}", f"-{amount}", "bad"))
    lines.append(Fact("Rolled", pool_words(roll.difficulty, roll.level), clause=DIF_04.id))
    lines.append(Note(EASIER, "quiet", DIF_01.id))
    lines.append(Fact("To reach", str(roll.need)))
    if roll.waits_for:
        lines.append(Fact("Waits for", roll.waits_for, "owed"))
    state = "rolling" if roll.due else "a draft"
    by = draft.by if draft.by in view.sheets else GM
    acts = () if roll.due else _acts(draft, by, view.seat)
    return Panel(f"roll:{draft.by}", f"{draft.by}'s roll, {state}", tuple(lines), "roll", by, acts)


def _acts(draft: Draft, by: Seat, seat: Seat) -> tuple[Opens, ...]:
    """What can be done about a draft, by whoever builds it and by the GM."""
    who = (("who", draft.by),)
    own = (
        Opens("Roll", ("commit",)),
        Opens("Change the roll", (draft.what,)),
        Opens("Take it back", ("withdraw",)),
    )
    ruling = (Opens("Change the ruling", ("rule",), who), Opens("Do not allow it", ("veto",), who))
    return (own if seat == by else ()) + (ruling if seat == GM else ())


def _tone(amount: int) -> Tone:
    return "good" if amount > 0 else "bad"


# -- sheets -------------------------------------------------------------------------------------------------------


def _sheet(view: View, sheet: Character) -> Iterator[Line]:
    """A whole sheet: overview, Abilities and Talents, defences, actions, Skills, details (CMP-15)."""
    if sheet.summary:
        yield Note(sheet.summary)
    yield _hits(view, sheet.name)
    for ability in ABILITIES:
        level = sheet.abilities.level(ability)
        carried = sum(talent.ability == ability for talent in sheet.talents)
        yield Meter(ability, level, 0, 9, family=ability)
        talents = f"{carried} of {level}"
        yield Fact(f"Talents under {ability}", talents, clause=ABL_04.id, family=ability)
        yield _defence(view, sheet.abilities, ability, ability)
        for talent in sheet.talents:
            if talent.ability == ability:
                dice = level_dice(talent.level) or "no dice of its own"
                facts = (Fact("Rolls", dice, clause=TAL_03.id),) + tuple(
                    Fact("Not", limitation) for limitation in talent.limitations
                )
                kind = f"Talent, level {talent.level}"
                opens = Opens(f"Build a roll with {talent.name}", ROLLS, (("via", talent.name),))
                yield Card(talent.name, kind, facts, talent.description, family=ability, opens=opens)
    yield from map(_skill, sheet.skills)
    yield from _points(view, sheet)
    if sheet.details:
        yield Note(sheet.details)


def _points(view: View, sheet: Character) -> Iterator[Fact]:
    spent, allowed = cost(sheet), budget(view.rulings, sheet)
    for what, points in spent.items():
        of = "" if allowed is None else f" of {allowed[what]}"
        clause = CMP_16.id if getattr(sheet.awarded, what) else CMP_01.id
        yield Fact(f"Points in {what}", f"{points}{of}", clause=clause)


def _in_short(view: View, sheet: Character) -> Card:
    """Somebody else's character in short."""
    talents = ", ".join(f"{talent.name} {talent.level}" for talent in sheet.talents)
    facts = (
        _hits(view, sheet.name),
        *(Fact(ability, str(sheet.abilities.level(ability))) for ability in ABILITIES),
        Fact("Talents", talents or "none"),
    )
    return Card(sheet.name, "character", facts, sheet.summary)


def _skill(skill: Skill) -> Card:
    kinds = {"modifier": "Modifier", "advanced": "Advanced Action", "other": "Skill"}
    facts = [Fact("Cost", str(skill.cost))]
    if skill.talent:
        facts.append(Fact("Talent", skill.talent))
    effect = asdict(skill.effect)
    facts += [
        Fact(label, form.format(effect[name]), clause=CMP_13.id if skill.kind == "modifier" else CMP_14.id)
        for name, (label, form) in _EFFECTS.items()
        if effect[name]
    ]
    return Card(skill.name, kinds[skill.kind], tuple(facts), skill.text)


_EFFECTS: Final = {
    "crisis": ("Crisis of the action", "{:+d}"),
    "advantage": ("Advantage", "{:+d}"),
    "effect": ("Obstruction or Flow moved by a success", "{:+d}"),
    "shield": ("Triggers that spare you", "{}"),
    "calm": ("Lowers Crisis", "by {}"),
    "intervene": ("Steps in on a Trigger", "yes"),
    "heal": ("Heals", "up to {} hits"),
    "omen": ("Adds a Trigger", "yes"),
}
"""What each effect is called, and how its number is written."""


_SEEN: Final = dict(zip(SHOWN, SHOWN_LABELS, strict=True))


# -- for the GM ---------------------------------------------------------------------------------------------------


def _gm(view: View) -> Panel:
    """Triggers, Obstacles to come, notes, and what is pointed out about sheets."""
    lines: list[Line] = []
    for trigger in view.triggers:
        card = _trigger(view, trigger)
        lines.append(replace(card, facts=(*card.facts, Fact("Players see", _SEEN[trigger.shown]))))
    lines += [Note(f"To come: {obstacle_words(obstacle)}.") for obstacle in view.to_come]
    lines += [Card(name, "note", text=note_words(note)) for name, note in view.notes.items()]
    for name, words in view.pointed_out.items():
        lines.append(Note(f"{name}: {'; '.join(words)}.", "owed", CMP_01.id))
    lines.append(Fact("Plain rolls wait for your ruling", "no" if view.waved else "yes"))
    return Panel("gm", "For your eyes only", tuple(lines), "gm")
