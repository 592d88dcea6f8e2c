"""How the cases of Inciting Incident read as commands of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from footlights.cases.inciting_given import Given, Playing, TalentRow, one_rhythm, rulings_of
from footlights.cases.translation import Changing, Malformed, Plain, Played, flag
from footlights.core import DICE, GM, Refused, Seat
from footlights.games.inciting_incident import SYSTEM, building, difficulty
from footlights.games.inciting_incident.characters import (
    AUTOMATIC,
    Abilities,
    Character,
    Opponent,
    Skill,
    Talent,
    check_character,
)
from footlights.games.inciting_incident.clauses import DIC_04, TRG_01
from footlights.games.inciting_incident.crisis import label
from footlights.games.inciting_incident.events import (
    AnyEvent,
    AttemptSpent,
    CrisisRaised,
    DiceThrown,
    RecreationRead,
    RollCommitted,
    TriggerFired,
    TriggerShielded,
)
from footlights.games.inciting_incident.scenery import (
    Complex,
    Individual,
    Simple,
    Trigger,
)
from footlights.games.inciting_incident.state import Conflict, State
from footlights.games.inciting_incident.triggers import labels


class Orders:
    """Gives the commands of one move, one after another. Any that is refused raises Refused."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[AnyEvent] = []

    def give(self, by: Any, order: str, /, **fields: Any) -> None:
        """One command; a value that is not even of its type is refused as well."""
        plain = {name: value for name, value in fields.items() if value is not None}
        try:
            command = msgspec.convert({"type": order, **plain}, SYSTEM.commands)
            seat = msgspec.convert(by, Seat)
        except msgspec.ValidationError as misfit:
            raise Refused("", f"{order} cannot be that: {misfit}") from None
        for event in SYSTEM.decide(self.state, seat, command):
            self.events.append(event)
            self.state = SYSTEM.evolve(self.state, event)

    def roll(self, seat: Any, do: Plain, *, allowed: bool = True) -> None:
        """What leads from a draft of that seat to its dice, and the dice; nothing when no roll was drafted."""
        draft = self.state.drafts.get(seat)
        if draft is None:
            return
        if not allowed:
            self.give(GM, "veto", who=draft.by)
        elif not draft.ruled:
            self.give(
                GM,
                "rule",
                who=draft.by,
                adv=do.get("adv"),
                dis=self._ruled_dis(draft.by, do.get("dis")),
                shift=do.get("shift"),
                ability=do.get("ability") if draft.defender in ("", GM) else None,
            )
        if draft.defender not in ("", GM):
            self.give(draft.defender, "defend", ability=do.get("ability"))
        self.give(seat, "commit")
        self.throw(do)

    def _ruled_dis(self, by: str, dis: Any) -> Any:
        """What of a move's Disadvantage the GM rules: the rest was bought or follows from a recreation."""
        bought = self.state.scene.burdened.get(by, 0)
        follow_up = self.state.follow_up
        apart = bought + (follow_up.dis if follow_up is not None and follow_up.by == by else 0)
        return max(0, dis - apart) if type(dis) is int and dis >= 0 else dis

    def throw(self, do: Plain) -> None:
        """The dice that are due, as the move gives them: difficulty dice, then those of the level."""
        rolling = self.state.rolling
        assert rolling is not None
        d6, td = _faces(do.get("d6")), _faces(do.get("td"))
        if len(d6) != rolling.difficulty:
            raise Refused(DIC_04.id, f"{len(d6)} difficulty dice were given; {rolling.difficulty} are rolled")
        self.give(DICE, "throw", faces=[*d6, *td])

    def confirm(self) -> None:
        """Every Trigger that this move has fired."""
        fired = {event.firing.number for event in self.events if isinstance(event, TriggerFired)}
        for firing in self.state.scene.waiting:
            if firing.number in fired:
                self.give(GM, "confirm", firing=label(firing))


def _faces(dice: Any) -> list[Any]:
    """Faces as the dice seat gives them: a list for each die."""
    if dice is None:
        return []
    if not isinstance(dice, list):
        raise Refused(DIC_04.id, "the dice are a list of faces")
    return [die if isinstance(die, list) else [die] for die in dice]


def _seat(orders: Orders, by: Any) -> tuple[Any, str | None]:
    """Who gives the order of an acting person, and the opponent it is about."""
    if by in list(orders.state.characters):
        return by, None
    return GM, by


# -- moves --------------------------------------------------------------------------------------------------------


def _action(kind: str) -> Callable[[Orders, Plain], None]:
    """An action of a character, by a roll or automatically."""

    def move(orders: Orders, do: Plain) -> None:
        by, via = do.get("by"), do.get("via")
        if via == AUTOMATIC:
            raise Refused("", "to pass automatically is via: auto", "via")
        orders.give(by, kind, via=AUTOMATIC if via == "auto" else via, skill=do.get("skill"))
        orders.roll(by, do)

    return move


def _attack(kind: str) -> Callable[[Orders, Plain], None]:
    """An attack or strike, of a character or of an opponent."""

    def move(orders: Orders, do: Plain) -> None:
        seat, opponent = _seat(orders, do.get("by"))
        fields = {name: do.get(name) for name in ("via", "target", "skill", "victory")}
        if opponent is not None:
            gm_names = orders.state.rulings.defence_pick == "gm" or do.get("target") not in list(
                orders.state.characters
            )
            fields |= {name: do.get(name) for name in ("adv", "dis", "shift")}
            fields["ability"] = do.get("ability") if gm_names else None
        orders.give(seat, kind, by=opponent, **fields)
        orders.roll(seat, do)

    return move


def _turn(kind: str, *names: str) -> Callable[[Orders, Plain], None]:
    """A turn without a roll, of a character or of an opponent."""

    def move(orders: Orders, do: Plain) -> None:
        seat, opponent = _seat(orders, do.get("by"))
        orders.give(seat, kind, by=opponent, **{name: do.get(name) for name in names})

    return move


def _plainly(kind: str, **names: str) -> Callable[[Orders, Plain], None]:
    """A move that is one command; `names` are the fields of the command that are called otherwise in the move."""

    def move(orders: Orders, do: Plain) -> None:
        orders.give(do.get("by", GM), kind, **{name: do.get(called) for name, called in names.items()})

    return move


def _react(orders: Orders, do: Plain) -> None:
    orders.give(GM, "call_reaction", who=do.get("by"), ability=do.get("ability"))
    orders.roll(do["by"], do)


def _recreate(orders: Orders, do: Plain) -> None:
    """The GM writes the Skill into the table's list as the move has it; what it does stays as it was listed."""
    name, by = do.get("skill"), do.get("by")
    listed = orders.state.skills.get(name) if isinstance(name, str) else None
    skill = {} if listed is None else msgspec.to_builtins(listed)
    skill |= {key: do[key] for key in ("cost", "kind") if key in do} | {"name": name}
    orders.give(GM, "write_skill", skill=skill)
    orders.give(by, "recreate", via=do.get("via"), skill=name)
    orders.roll(by, do, allowed=not flag(do, "violates"))


def _advanced(orders: Orders, do: Plain) -> None:
    by = do.get("by")
    omen = _threshold(do) if {"id", "at", "every"} & do.keys() else {}
    orders.give(by, "advanced", skill=do.get("skill"), target=do.get("target"), **omen)
    orders.roll(by, do)


def _threshold(do: Plain) -> Plain:
    """The fields of a Trigger: its name, and either `at` or `every`."""
    if "at" in do and "every" in do:
        raise Refused(TRG_01.id, "a Trigger waits at one level or repeats, not both")
    rhythm = "every" if "every" in do else "at" if "at" in do else None
    return {"name": do.get("id"), "rhythm": rhythm, "threshold": do.get("every", do.get("at"))}


def _add_trigger(orders: Orders, do: Plain) -> None:
    """By leave the GM makes it for its owner; without, the owner tries to."""
    by, words = do.get("by", GM), _threshold(do)
    if by != GM and flag(do, "skill"):
        orders.give(GM, "add_trigger", owner=by, shown="open", **words)
    else:
        orders.give(by, "add_trigger", shown="open" if by == GM else None, **words)


def _obstacle_fields(do: Any) -> list[Plain]:
    """The fields of each Obstacle that is described as in `given`."""
    if not isinstance(do, dict) or len(do) != 1:
        raise Refused("", "an Obstacle is one of simple, individual, complex and sequence, as in given")
    if "sequence" in do:
        if not isinstance(do["sequence"], list) or not do["sequence"]:
            raise Refused("", "a sequence is a list of Obstacles")
        return [fields for one in do["sequence"] for fields in _obstacle_fields(one)]
    if "simple" in do:
        return [{"kind": "simple", "confronted": do["simple"]}]
    if "individual" in do:
        return [{"kind": "individual", "each": do["individual"]}]
    numbers = do.get("complex")
    if not isinstance(numbers, list) or len(numbers) != 2:
        raise Refused("", "a Complex Obstacle is [Obstruction, attempts]")
    return [{"kind": "complex", "obstruction": numbers[0], "attempts": numbers[1]}]


def _add_obstacle(orders: Orders, do: Plain) -> None:
    for fields in _obstacle_fields({key: value for key, value in do.items() if key != "by"}):
        orders.give(do.get("by", GM), "add_obstacle", **fields)


def _buy(orders: Orders, do: Plain) -> None:
    """One purchase for each thing that is added; the price of a move is that of each."""
    what, price, n = do.get("what"), do.get("price"), do.get("n")
    things: list[Plain] = [{}]
    if what == "trigger":
        things = [{**_threshold(do), "shown": "open"}]
    elif what == "obstacle" and "add" in do:
        things = _obstacle_fields(do["add"])
    elif what == "enemy" and "add" in do:
        things = [{"opponent": foe} for foe in _opponents(do["add"])]
    elif what == "disadvantage":
        things = [{"n": n, "who": do.get("who")}]
    if type(price) is int and type(n) is int:
        price *= n
    for thing in things:
        orders.give(do.get("by", GM), "buy", what=what, price=price, **thing)


def _opponents(named: Any) -> list[Plain]:
    """Opponents by name, with what is said about them; a mere list of names says nothing about any."""
    if isinstance(named, list):
        named = {str(name): {} for name in named}
    if not isinstance(named, dict) or not all(isinstance(foe, dict) for foe in named.values()):
        raise Refused("", "opponents are a mapping of names")
    if not named:
        raise Refused("", "name at least one opponent")
    return [_opponent(str(name), foe) for name, foe in named.items()]


def _opponent(name: str, foe: Plain) -> Plain:
    rows = foe.get("talents", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        raise Refused("", "talents are a list of [name, parent, level]")
    talents = [dict(zip(("name", "ability", "level"), row, strict=True)) for row in rows]
    return {"name": name, **foe, "talents": talents}


def _scene(orders: Orders, do: Plain) -> None:
    """A new scene, or (`convert`) the same as another kind."""
    opponents = _opponents(do["opponents"]) if do.get("opponents") else None
    fields = {name: do.get(name) for name in ("who", "base", "hits")} | {"montage": flag(do, "montage")}
    orders.give(do.get("by", GM), "start_scene", scene=do.get("type"), opponents=opponents, **fields)


def _convert(orders: Orders, do: Plain) -> None:
    opponents = _opponents(do["opponents"]) if do.get("opponents") else None
    orders.give(do.get("by", GM), "convert", scene=do.get("type"), opponents=opponents, hits=do.get("hits"))


def _join(orders: Orders, do: Plain) -> None:
    there = "yes" if flag(do, "could_have_been_there") else "no"
    orders.give(do.get("by", GM), "join", who=do.get("who"), could_have_been_there=there)


def _learn(orders: Orders, do: Plain) -> None:
    by = do.get("by")
    if "upgrade" in do:
        orders.give(by, "upgrade", talent=do["upgrade"], to=do.get("to"))
    elif "change" in do:
        orders.give(by, "change_talent", talent=do["change"])
    elif do.get("talent") is True:
        orders.give(by, "learn_talent", name=do.get("name"), under=do.get("under"))
    else:
        name = do.get("skill")
        if isinstance(name, str) and name not in orders.state.skills:
            orders.give(GM, "write_skill", skill={"name": name, "cost": 1, "kind": "other"})
        orders.give(by, "learn_skill", skill=name, talent=do.get("talent"))


# -- look-ups -----------------------------------------------------------------------------------------------------


def _level(_state: State, do: Plain) -> Plain:
    dice, cost = building.look_up(do.get("level"))
    return {"dice": "-" if dice is None else f"{dice[0]}d{dice[1]}", "cost": cost}


def _pool(state: State, do: Plain) -> Plain:
    names = ("base", "shift", "adv", "dis")
    numbers = {name: do[name] for name in names if name in do}
    return {"pool": difficulty.asked(state.rulings, **{"base": difficulty.USUAL_BASE, **numbers})}


class _Build(msgspec.Struct, forbid_unknown_fields=True):
    abilities: Abilities = Abilities()
    talents: tuple[TalentRow, ...] = ()
    skills: tuple[tuple[str, str, int], ...] = ()


def _build(state: State, do: Plain) -> Plain:
    try:
        built = msgspec.convert(do, _Build)
    except msgspec.ValidationError as misfit:
        raise Refused("", f"a character cannot be that: {misfit}") from None
    sheet = Character(
        name="Somebody",
        abilities=built.abilities,
        talents=tuple(Talent(*row) for row in built.talents),
        skills=tuple(Skill(name, cost, "other", talent) for name, talent, cost in built.skills),
    )
    check_character(sheet)
    over = building.over(state.rulings, sheet)
    return {"ok": True, **({"over": over} if over else {})}


_LOOK_UPS: Final[Mapping[str, tuple[Callable[[State, Plain], Plain], frozenset[str]]]] = {
    "level": (_level, frozenset({"level"})),
    "pool": (_pool, frozenset({"base", "shift", "adv", "dis"})),
    "build": (_build, frozenset({"abilities", "talents", "skills"})),
}

_DICE: Final = frozenset({"d6", "td"})
_ROLL: Final = _DICE | {"by", "via", "adv", "dis", "shift", "skill"}
_OBSTACLES: Final = frozenset({"simple", "individual", "complex", "sequence"})

_MOVES: Final[Mapping[str, tuple[Callable[[Orders, Plain], None], frozenset[str]]]] = {
    "act": (_action("act"), _ROLL),
    "regular": (_action("regular"), _ROLL),
    "decisive": (_action("decisive"), _ROLL),
    "react": (_react, _DICE | {"by", "ability"}),
    "recreate": (_recreate, _ROLL | {"cost", "kind", "violates"}),
    "advanced": (_advanced, _ROLL | {"target", "id", "at", "every"}),
    "attack": (_attack("attack"), _ROLL | {"target", "ability"}),
    "strike": (_attack("strike"), _ROLL | {"target", "ability", "victory"}),
    "press": (_plainly("press"), frozenset({"by"})),
    "move": (_turn("move", "zone"), frozenset({"by", "zone"})),
    "pass": (_turn("pass"), frozenset({"by"})),
    "round": (_plainly("next_round"), frozenset({"by"})),
    "end_conflict": (_plainly("end_conflict", result="result"), frozenset({"by", "result"})),
    "hit": (_plainly("hit", who="who", n="n"), frozenset({"by", "who", "n"})),
    "drop": (_plainly("drop"), frozenset({"by"})),
    "crisis_down": (_plainly("crisis_down", n="n"), frozenset({"by", "n"})),
    "crisis_up": (_plainly("crisis_up", n="n", causer="causer"), frozenset({"by", "n", "causer"})),
    "add_trigger": (_add_trigger, frozenset({"by", "id", "at", "every", "skill"})),
    "add_obstacle": (_add_obstacle, _OBSTACLES | {"by"}),
    "buy": (_buy, frozenset({"by", "what", "price", "n", "id", "at", "every", "add", "who"})),
    "rt_gain": (_plainly("gain_tension", n="n", reason="reason"), frozenset({"by", "n", "reason"})),
    "rt_rest": (_plainly("rest", n="n", reason="reason"), frozenset({"by", "n", "reason"})),
    "scene": (_scene, frozenset({"by", "type", "who", "base", "montage", "opponents", "hits"})),
    "convert": (_convert, frozenset({"by", "type", "opponents", "hits"})),
    "join": (_join, frozenset({"by", "who", "could_have_been_there"})),
    "learn": (
        _learn,
        frozenset({"by", "upgrade", "to", "skill", "talent", "name", "under", "change"}),
    ),
    "heal": (_plainly("heal"), frozenset({"by"})),
}


class IncitingIncidentCases:
    """The translation of Inciting Incident."""

    game: Final = "inciting-incident"
    moves: Final = {name: fields for name, (_, fields) in (*_LOOK_UPS.items(), *_MOVES.items())}
    outs: Final = frozenset(
        {
            *("dice", "cost", "ok", "over", "pool", "total", "need", "result", "crisis", "fired", "shielded"),
            *("follow_dis", "effect"),
        }
    )
    whole: Final = frozenset({"triggers", "skills", "who", "acted", "waiting"})

    def given(self, given: Plain, players: list[str], rulings: Plain) -> Playing:
        """The scene as it is given, with the characters that every case has."""
        try:
            start = msgspec.convert(one_rhythm(given), Given)
            playing = start.playing(players, rulings_of(rulings))
        except msgspec.ValidationError as misfit:
            raise Malformed(f"given: {misfit}") from None
        if faults := SYSTEM.faults(playing.state):
            raise Malformed(f"given: {faults[0]}")
        return playing

    def ruled(self, state: Playing, rulings: Plain) -> Playing:
        """The same under these rulings."""
        return replace(state, state=replace(state.state, rulings=rulings_of(rulings)))

    def play(self, state: Playing, move: str, do: Plain) -> Played:
        """The move as commands of the game, and the confirmations of the Triggers that it fires."""
        if move in _LOOK_UPS:
            return Played(state, _LOOK_UPS[move][0](state.state, do))
        orders = Orders(state.state)
        _MOVES[move][0](orders, do)
        orders.confirm()
        sequence = state.sequence and move != "scene"
        return Played(replace(state, state=orders.state, sequence=sequence), _out(orders.events))

    def compared(self, state: Playing) -> Plain:
        """Everything that cases compare."""
        scene, now = state.state.scene, state.state
        conflict = scene.conflict or Conflict()
        shown = scene.obstacles[: scene.at + 1]
        last = shown[-1] if shown else None
        complex_ = last if isinstance(last, Complex) else None
        plain: Plain = {
            "crisis": scene.crisis,
            "rt": now.tension,
            "scene": scene.type,
            "who": list(scene.who),
            "triggers": {
                name: _trigger(scene.triggers[place]) for name, place in labels(scene.triggers).items()
            },
            "obstacle": _KINDS[type(last)],
            "obstruction": "none" if complex_ is None else complex_.obstruction,
            "left": "none" if complex_ is None else complex_.attempts,
            "cleared": bool(shown) and scene.at == len(scene.obstacles),
            "level": Changing(_levels(now, conflict)),
            "skills": [
                f"{name}.{skill.name}"
                for name, sheet in now.characters.items()
                for skill in sheet.skills
                if (name, skill.name) not in state.known
            ],
            "flow": conflict.flow,
            "hits": Changing({**now.hits, **conflict.hits}),
            "round": conflict.round,
            "acted": list(conflict.acted),
            "over": conflict.over,
            "waiting": [label(firing) for firing in scene.waiting],
        }
        return {**plain, "at": scene.at} if state.sequence else plain


TRANSLATION: Final = IncitingIncidentCases()

_KINDS: Final[dict[type, str]] = {
    Simple: "simple",
    Individual: "individual",
    Complex: "complex",
    type(None): "none",
}


def _out(events: Iterable[AnyEvent]) -> Plain:
    """Everything that a move reports."""
    out: Plain = {"ok": True, "result": "automatic", "crisis": 0, "fired": [], "shielded": []}
    for event in events:
        match event:
            case RollCommitted():
                out |= {"pool": event.rolling.difficulty, "need": event.rolling.need}
            case DiceThrown():
                out |= {"total": event.total, "result": event.result}
            case AttemptSpent(unrolled=True):
                out["result"] = "passed_unrolled"
            case CrisisRaised():
                out["crisis"] += event.amount
            case TriggerFired():
                out["fired"].append(f"{label(event.firing)}>{event.firing.causer}")
            case TriggerShielded():
                out["shielded"].append(label(event.firing))
            case RecreationRead():
                dis = 0 if event.follow_up is None else event.follow_up.dis
                out |= {"follow_dis": dis, "effect": event.works}
            case _:
                pass
    return out


def _trigger(trigger: Trigger) -> Plain:
    waits: Plain = {"every" if trigger.repeats else "at": trigger.threshold}
    return {**waits, "owner": trigger.owner} if trigger.owner else waits


def _levels(state: State, conflict: Conflict) -> Plain:
    people: tuple[Character | Opponent, ...] = (*state.characters.values(), *conflict.opponents.values())
    return {f"{one.name}.{talent.name}": talent.level for one in people for talent in one.talents}
