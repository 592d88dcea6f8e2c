"""One sentence of the chronicle for each event; "" for those that need none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from footlights.core import GM
from footlights.games.inciting_incident import events
from footlights.games.inciting_incident.clauses import CLAUSES
from footlights.games.inciting_incident.commands import (
    AddObstacle,
    AddTrigger,
    Prepared,
    StartScene,
)
from footlights.games.inciting_incident.crisis import UNNAMED
from footlights.games.inciting_incident.fields import obstacle_of, trigger_of
from footlights.games.inciting_incident.levels import LEVEL_DICE
from footlights.games.inciting_incident.scenery import Complex, Firing, Individual, Obstacle, Trigger
from footlights.games.inciting_incident.state import NOBODY, SITUATION, Draft, Roll, Terms


def say(event: events.AnyEvent) -> str:
    """The sentence."""
    return capital(_SAYINGS[type(event)](event))


# -- words --------------------------------------------------------------------------------------------------------


def names(people: Sequence[str]) -> str:
    """ "Ana", "Ana and Bo", "Ana, Bo and Cy"."""
    if len(people) < 2:
        return "".join(people)
    return f"{', '.join(people[:-1])} and {people[-1]}"


def capital(words: str) -> str:
    """Them as a sentence begins, whatever name stands first."""
    return words[:1].upper() + words[1:]


def target_words(name: str) -> str:
    """Whoever takes hits, by name; the situation has none (CMP-04)."""
    return "the situation" if name == SITUATION else name


def level_dice(level: int) -> str:
    """The dice of a level in writing: "2d8", "" for none."""
    dice = LEVEL_DICE[level]
    return "" if dice is None else f"{dice[0]}d{dice[1]}"


def pool_words(difficulty: int, level: int) -> str:
    """The dice of a roll in writing: "5d6 + 2d8"."""
    parts = [f"{difficulty}d6" if difficulty else "", level_dice(level)]
    return " + ".join(part for part in parts if part) or "no dice"


def terms_words(terms: Terms) -> str:
    """Where the difficulty dice come from: "5 by the scene, the GM's shift +1 die; Disadvantage 2"."""
    parts = [f"{terms.base} by {terms.source}"]
    parts += [f"{name} {amount:+d}" for name, amount in terms.shifts]
    parts += [f"{amount} Advantage ({name})" for name, amount in terms.adv]
    parts += [f"{amount} Disadvantage ({name})" for name, amount in terms.dis]
    return ", ".join(parts)


def obstacle_words(obstacle: Obstacle) -> str:
    """An Obstacle in a phrase."""
    name = f"“{obstacle.name}”, " if obstacle.name else ""
    if isinstance(obstacle, Complex):
        attempts = "1 attempt" if obstacle.attempts == 1 else f"{obstacle.attempts} attempts"
        return f"{name}a Complex Obstacle of Obstruction {obstacle.obstruction} with {attempts}"
    if isinstance(obstacle, Individual):
        return f"{name}an Obstacle that {names(obstacle.who)} must pass one by one"
    whom = f"confronts {obstacle.confronted}" if obstacle.confronted else "confronts somebody yet to be named"
    return f"{name}a Simple Obstacle that {whom}"


def trigger_words(trigger: Trigger) -> str:
    """A Trigger in a phrase, as far as it is known: "Collapse at every 5 Crisis"."""
    return f"{trigger_name(trigger)} at {'every ' if trigger.repeats else ''}{trigger.threshold} Crisis"


def trigger_name(trigger: Trigger | Firing) -> str:
    """The name of a Trigger, as far as it is known."""
    return "a Trigger" if trigger.name == UNNAMED else f"“{trigger.name}”"


def firing_words(firing: Firing) -> str:
    """A firing in a phrase, as far as it is known: "“Collapse” at 15 Crisis"."""
    return f"{trigger_name(firing)} at {firing.threshold} Crisis"


def caused_words(firing: Firing) -> str:
    """A firing and its causer, if it has one."""
    return firing_words(firing) + ("" if firing.causer == NOBODY else f", caused by {firing.causer}")


def note_words(note: Prepared) -> str:
    """What a note of the GM's brings in, in a phrase."""
    match note:
        case StartScene():
            kind = _KINDS[note.scene]
            return kind[:1].lower() + kind[1:] + (f": {note.title}" if note.title else "")
        case AddTrigger():
            return trigger_words(trigger_of(note, GM))
        case AddObstacle():
            return obstacle_words(obstacle_of(note))
        case _:
            return f"the opponent {note.opponent.name}"


def _many(count: int, one: str) -> str:
    return f"1 {one}" if count == 1 else f"{count} {one}s"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


_DRAFTS: Final[dict[Roll, str]] = {
    "act": "means to take on the Obstacle with {via}",
    "regular": "plans a Regular Action with {via}",
    "decisive": "plans a Decisive Action with {via}",
    "attack": "means to attack {target} with {via}",
    "strike": "means to strike {target} with {via}",
    "advanced": "plans the Advanced Action {skill}",
    "recreate": "tries to recreate {skill} with {via}",
    "react": "must react with {via}",
    "roll_talent": "rolls {via} against {against}",
}


def draft_words(draft: Draft) -> str:
    """What somebody is about to roll, in a sentence without its full stop."""
    words = _DRAFTS[draft.what].format(
        via=draft.via, target=target_words(draft.target), skill=draft.skill, against=draft.against
    )
    if draft.skill and draft.what not in ("advanced", "recreate"):
        words += f" and {draft.skill}"
    victory = f", for a victory: {draft.victory}" if draft.victory else ""
    return f"{draft.by} {words}{victory}"


# -- rolls --------------------------------------------------------------------------------------------------------


def _drafted(event: events.DraftMade) -> str:
    saying = f" “{' '.join(event.draft.saying.split())}”" if event.draft.saying else ""
    return f"{draft_words(event.draft)}.{saying}"


def _ruled(event: events.DraftRuled) -> str:
    draft = event.draft
    parts = [
        (name, amount) for name, amount in (("Advantage", draft.adv), ("Disadvantage", draft.dis)) if amount
    ]
    words = [f"{amount} {name}" for name, amount in parts]
    if draft.shift:
        words.append(f"difficulty dice {draft.shift:+d}")
    if draft.ability:
        words.append(f"{draft.ability} defends")
    return f"The GM allows {draft.by}'s roll{': ' + ', '.join(words) if words else ''}."


def _committed(event: events.RollCommitted) -> str:
    roll = event.rolling
    pool = pool_words(roll.difficulty, roll.level)
    return f"{roll.draft.by} rolls {pool} against {roll.need}: {terms_words(roll.terms)}."


def _dice(event: events.DiceThrown) -> str:
    faces = " ".join("+".join(map(str, die)) for die in event.faces)
    shown = f" ({faces})" if faces else ""
    return f"{event.by} rolls {event.total}{shown} with {event.via} against {event.need}: {event.result}."


_TURNS: Final[dict[str, str]] = {
    "pass": "passes",
    "press": "presses",
    "drop": "gives up the action that the recreation was for",
}


def _turn(event: events.TurnTaken) -> str:
    return f"{event.by} {_TURNS[event.what]}." if event.what in _TURNS else ""


# -- Obstacles ----------------------------------------------------------------------------------------------------


def _added(event: events.ObstacleAdded) -> str:
    when = "now" if event.at_once else "to come"
    return f"An Obstacle ({when}): {obstacle_words(event.obstacle)}."


def _confronted(event: events.Confronted) -> str:
    by = " by lot" if event.faces else ""
    return f"The Obstacle confronts {event.who}{by}."


def _attempt(event: events.AttemptSpent) -> str:
    how = "Without a roll, t" if event.unrolled else "T"
    return f"{how}hat was a Decisive Action of {event.by}'s: {_many(event.left, 'attempt')} left."


# -- Triggers -----------------------------------------------------------------------------------------------------


def _fired(event: events.TriggerFired) -> str:
    firing = event.firing
    by = "" if firing.causer == NOBODY else f", caused by {firing.causer}"
    return f"{firing_words(firing)} fires{by}; the GM is to confirm it."


def _confirmed(event: events.TriggerConfirmed) -> str:
    firing = event.firing
    effect = f": {' '.join(firing.effect.split())}" if firing.effect else "."
    whom = "" if firing.causer == NOBODY else f", {firing.causer} first of all"
    return f"{firing_words(firing)} strikes{whom}{effect}"


def _raised(event: events.CrisisRaised) -> str:
    by = "" if event.causer == NOBODY else f", through {event.causer}"
    return f"Crisis rises by {event.amount} to {event.to}{by}."


def _spent(event: events.TensionSpent) -> str:
    what = f" on {event.what}" if event.what else ""
    return f"The GM spends {event.amount} Rising Tension{what} ({event.to} left)."


# -- scenes and conflict ------------------------------------------------------------------------------------------


def _scene(event: events.SceneStarted) -> str:
    kind = "A montage" if event.montage else _KINDS[event.scene]
    title = f", “{event.title}”" if event.title else ""
    dice = (
        ""
        if event.scene == "cooperative"
        else f"; {_many(event.base, 'difficulty die')}".replace("dies", "dice")
    )
    return f"{kind} begins{title}, with {names(event.who)}{dice}."


_KINDS: Final[dict[str, str]] = {
    "none": "Nothing",
    "cooperative": "A Cooperative scene",
    "action": "An Action scene",
    "conflict": "A Conflict scene",
}


def _hits(event: events.HitsTaken) -> str:
    out, who = " and is out" if event.out else "", target_words(event.who)
    if not event.amount:
        return f"{who} can take no more hits{out}."
    return f"{who} takes {_many(event.amount, 'hit')}{out} ({event.to} in all)."


def _healed(event: events.HitsHealed) -> str:
    back = "; back in the next round" if event.benched else ""
    return f"{event.who} heals {_many(event.amount, 'hit')} ({event.to} left{back})."


def side(flow: int) -> str:
    """Whom a Flow of Battle favours, or a move of it (CMP-05)."""
    return "the characters" if flow > 0 else "the opposition"


def flow_words(flow: int) -> str:
    """How the Flow of Battle stands: "+4, for the characters"."""
    return f"{flow:+d}, for {side(flow)}" if flow else "0, for neither side"


def _flow(event: events.FlowMoved) -> str:
    to = f"{event.to:+d}" if event.to else "0"
    return f"The Flow of Battle moves by {abs(event.amount)} towards {side(event.amount)}, to {to}."


def _round(event: events.RoundStarted) -> str:
    given_up = f"; turns that {names(event.forfeited)} had left are given up" if event.forfeited else ""
    return f"Round {event.round} begins{given_up}."


def _recreated(event: events.RecreationRead) -> str:
    if event.works:
        return f"{event.by} recreates {event.skill}."
    dis = (
        ""
        if event.follow_up is None
        else f"; the action can still be made at {event.follow_up.dis} Disadvantage"
    )
    return f"{event.by} does not recreate {event.skill}{dis}."


def _entered(event: events.CharacterEntered) -> str:
    pointed_out = f" To be looked at: {'; '.join(event.warnings)}." if event.warnings else ""
    return f"{event.sheet.name} enters the story.{pointed_out}"


def _reworded(event: events.TalentChanged) -> str:
    now = f" as {event.talent.name}" if event.talent.name != event.old else ""
    return f"{event.who} words {event.old} anew{now}."


def _learned(event: events.SkillLearned) -> str:
    given = f" in place of {event.given}" if event.given else ""
    return f"{event.who} learns {event.skill.name} for {event.skill.talent}{given}."


def _ruling(event: events.RulingChanged) -> str:
    _, ruling = CLAUSES.rulings()[event.ruling]
    return f"The table rules on “{ruling.title}”: {ruling.meaning(event.value) or _plain(event.value)}."


def _plain(value: Any) -> str:
    """A ruling's name or value in words: "per character", "trigger 1, obstacle 2"."""
    match value:
        case dict():
            return ", ".join(f"{_plain(name)} {_plain(part)}" for name, part in value.items())
        case list() | tuple():
            return ", ".join(map(_plain, value))
        case _:
            return str(value).replace("_", " ")


def _silent(_event: Any) -> str:
    return ""


_SAYINGS: Final[dict[type[Any], Callable[[Any], str]]] = {
    events.DraftMade: _drafted,
    events.DraftRuled: _ruled,
    events.DraftVetoed: lambda e: f"The GM does not allow {e.by}'s roll{_because(e.reason)}.",
    events.DraftWithdrawn: lambda e: f"{e.by} thinks again.",
    events.DefenceNamed: lambda e: f"{e.target} defends with {e.ability}.",
    events.RollCommitted: _committed,
    events.DiceThrown: _dice,
    events.RollsWaved: lambda e: (
        f"Plain rolls {'go ahead without' if e.waved else 'wait for'} the GM's ruling."
    ),
    events.TurnTaken: _turn,
    events.ObstacleAdded: _added,
    events.ObstacleShown: lambda e: f"Next comes {obstacle_words(e.obstacle)}.",
    events.ObstacleShifted: lambda e: f"The Obstacle shifts the difficulty dice by {e.shift:+d}.",
    events.LotsCalled: lambda e: f"Lots are drawn among {names(e.among)}.",
    events.Confronted: _confronted,
    events.ObstaclePassed: lambda e: f"{e.by} passes{' without rolling' if e.automatic else ''}.",
    events.ObstructionLowered: lambda e: f"Obstruction falls by {e.amount} to {e.to}.",
    events.AttemptSpent: _attempt,
    events.ObstacleBeaten: lambda _: "The Obstacle is overcome.",
    events.CrisisRaised: _raised,
    events.CrisisLowered: lambda e: f"Crisis falls by {e.amount} to {e.to}{_because(e.reason)}.",
    events.TriggerAdded: lambda e: f"{trigger_words(e.trigger)} is set.",
    events.TriggerShown: lambda e: f"The GM shows {trigger_words(e.trigger)}.",
    events.TriggerFired: _fired,
    events.TriggerShielded: lambda e: f"{firing_words(e.firing)} fires, but spares {e.firing.causer}.",
    events.TriggerConfirmed: _confirmed,
    events.TriggerCancelled: lambda e: f"{e.by} keeps {firing_words(e.firing)} from striking.",
    events.TriggerRewritten: lambda e: f"{e.by} changes what {firing_words(e.firing)} does.",
    events.SteppedIn: lambda e: f"{e.by} steps in on {firing_words(e.firing)} in vain.",
    events.TensionRaised: lambda e: f"Rising Tension rises by {e.amount} to {e.to}{_because(e.reason)}.",
    events.TensionLowered: lambda e: f"Rising Tension falls by {e.amount} to {e.to}{_because(e.reason)}.",
    events.TensionSpent: _spent,
    events.DisadvantageBought: lambda e: f"The GM puts {e.n} Disadvantage on {e.who}'s next roll.",
    events.SceneStarted: _scene,
    events.SceneConverted: lambda e: f"The scene goes on. {_KINDS[e.scene]} it is now.",
    events.CharacterJoined: lambda e: f"{e.who} has been there all along.",
    events.OpponentAdded: lambda e: f"{e.opponent.name} joins the opposition.",
    events.SidesChanged: lambda e: (
        f"{e.who} {'goes over to the opposition' if e.opposition else 'comes back'}."
    ),
    events.FlowMoved: _flow,
    events.HitsTaken: _hits,
    events.HitsHealed: _healed,
    events.VictoryWon: lambda e: f"{e.by} wins: {e.victory}.",
    events.Moved: lambda e: f"{e.by} moves: {e.zone}.",
    events.RoundStarted: _round,
    events.ConflictEnded: lambda e: f"The conflict is over: {e.result}.",
    events.AdvancedSucceeded: lambda e: f"{e.by}'s {e.skill} takes effect.",
    events.RecreationRead: _recreated,
    events.SkillMastered: lambda e: f"{e.who} could learn {e.skill} now.",
    events.TalentUpgraded: lambda e: f"{e.who}'s {e.talent} rises to level {e.level}.",
    events.TalentLearned: lambda e: f"{e.who} learns the Talent {e.talent.name} under {e.talent.ability}.",
    events.TalentChanged: _reworded,
    events.SkillLearned: _learned,
    events.Rested: lambda e: f"{e.who} rests.",
    events.CharacterEntered: _entered,
    events.CharacterRetired: lambda e: f"{e.who} leaves the story.",
    events.WarningsAccepted: lambda e: f"The GM accepts {e.who}'s sheet as it is.",
    events.PointsAwarded: lambda e: f"{e.who} is awarded {_many(e.n, 'point')} for {e.what}.",
    events.SkillWritten: lambda e: f"{e.skill.name} ({e.skill.cost}) is written into the list of Skills.",
    events.SheetEdited: _silent,
    events.NoteWritten: lambda e: f"A note: {e.name}.",
    events.NoteDiscarded: lambda e: f"The note {e.name} is thrown away.",
    events.Corrected: lambda e: f"The GM corrects {e.counter} from {e.was} to {e.value}{_because(e.reason)}.",
    events.RulingChanged: _ruling,
}
