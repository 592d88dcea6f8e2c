"""How the cases of YOU read as commands of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from footlights.cases.translation import Fixed, Malformed, Plain, Played, flag
from footlights.core import DICE, GM, Refused, Seat
from footlights.games.you import SYSTEM
from footlights.games.you.characters import Setup, Sheet, SheetTrait, opening
from footlights.games.you.clauses import BUR_07, CHK_02, CHK_03, GRO_09, RSV_01
from footlights.games.you.rulings import Rulings, rulings_from
from footlights.games.you.state import Element, ElementKind, Scene, Spice, State
from footlights.games.you.traits import (
    BURDENS,
    DEGREES,
    FULL_GROWTH,
    MOST_BURDENS,
    MOST_CONFIDENCE,
    MOST_INS,
    TRAITS,
    TYPES,
    Character,
    Three,
    Trait,
)
from footlights.written import unknown

_LATER: Final = frozenset({"overflow", "burden", "growth_order", "ins_after"})
"""What a check says about choices that come after its dice."""
_CHECK: Final = _LATER | {
    *("by", "kind", "trait", "mode", "ins", "reservation", "assist", "target", "relieves"),
    *("asked_by", "approved", "trait_by", "veto", "reservation_by", "confirmed"),
}
_GIVEN: Final = (
    "ins", "bur", "conf", "pend", "inc", "growth", "degree", "no_reservation", "no_impulse", "conf_earned"
)  # fmt: skip
_MANY: Final = 99


class Playing(msgspec.Struct, frozen=True):
    """The game's state, and what the open check says about choices that are still to come."""

    state: State
    later: Plain = {}


class Orders:
    """Gives the commands of one move, one after another. Any that is refused raises Refused."""

    def __init__(self, playing: Playing) -> None:
        self.state = playing.state
        self.later = playing.later

    def give(self, by: Any, order: str, /, **fields: Any) -> None:
        """One command; a value that is not even of its type is refused as well."""
        plain = {name: value for name, value in fields.items() if value is not None}
        try:
            command = msgspec.convert({"type": order, **plain}, SYSTEM.commands)
            seat = msgspec.convert(by, Seat)
        except msgspec.ValidationError as misfit:
            raise Refused("", f"{order} cannot be that: {misfit}") from None
        for event in SYSTEM.decide(self.state, seat, command):
            self.state = SYSTEM.evolve(self.state, event)

    def settle(self) -> None:
        """Every choice that the dice have led to, as the move gives them."""
        given = {name: _queues(self.later.get(name)) for name in ("overflow", "burden")}
        while owing := next((c for c in self.state.characters if c.owed_burdens), None):
            owed = owing.owed_burdens[0]
            queue = given["burden" if owed.due is None else "overflow"].get(owing.name)
            if not queue:
                raise Refused(BUR_07.id, f"the type of {owing.name}'s Burden is owed, and not given")
            picker = GM if owed.by_gm else owing.name
            self.give(picker, "pick_burden", who=owing.name, burden=queue.pop(0))
        for character in self.state.characters:
            if character.owed_order:
                order = self.later.get("growth_order")
                if not isinstance(order, list) or sorted(map(str, order)) != ["down", "up"]:
                    raise Refused(GRO_09.id, "the order of Up and Down is owed, and not given")
                self.give(character.name, "order_growth", first=order[0])


def _declare(orders: Orders, do: Plain) -> None:
    """Asked for or not, drafted, helped with, ruled on, committed."""
    by, rulings = do.get("by"), orders.state.rulings
    if do.get("asked_by") == GM:
        orders.give(GM, "ask_check", who=by)
    elif do.get("asked_by", by) not in (by, "player"):
        raise Refused(CHK_02.id, "a check is asked for by the GM, or by nobody")
    temptation = do.get("kind") == "temptation"
    gm_names = not temptation and rulings.trait_pick == "gm"
    named_by = None if temptation else do.get("trait_by")
    gm_trait = _one_of(named_by, ("player", "gm"), "gm" if gm_names else "player") == "gm"
    reserved = flag(do, "reservation")
    caller = "gm" if rulings.reservation_caller == "gm" else "player"
    gm_calls = _one_of(do.get("reservation_by"), ("player", "gm"), caller) == "gm"
    helpers = _names(do.get("assist"))
    relieves, burden = _pair(do.get("relieves"))
    orders.give(
        by,
        "draft",
        kind=do.get("kind"),
        trait=None if gm_trait else do.get("trait"),
        reservation=(reserved and not gm_calls) or None,
        assist=helpers or None,
        target=do.get("target"),
        relieves=relieves,
        burden=burden,
    )
    for helper in helpers:
        orders.give(helper, "help", roller=by)
    vetoed = flag(do, "veto")
    approved = not vetoed and flag(do, "approved", True)
    orders.give(
        GM,
        "rule",
        who=by,
        trait=do.get("trait") if gm_trait else None,
        mode=do.get("mode"),
        approve=None if approved else False,
        reservation=(reserved and gm_calls) or None,
    )
    if vetoed:
        raise Refused(CHK_03.id, "the GM does not let the Trait stand")
    if not flag(do, "confirmed", True):
        raise Refused(RSV_01.id, "the GM does not confirm the Reservation")
    orders.give(by, "commit", ins=do.get("ins"))
    check = orders.state.check
    assert check is not None
    if check.reservation != reserved:
        raise Refused(RSV_01.id, "the Reservation does not apply")
    orders.later = {name: do[name] for name in _LATER if name in do}


def _roll(orders: Orders, do: Plain) -> None:
    """The dice, and then INS if the move says how much."""
    orders.later = {**orders.later, **{name: do[name] for name in _LATER if name in do}}
    check = orders.state.check
    orders.give(DICE, "throw", faces=_faces(do.get("dice")))
    ins = orders.later.get("ins_after")
    if check is not None and ins is not None and (orders.state.check is not None or ins != 0):
        orders.give(check.by, "add_ins", ins=ins)
    orders.settle()


def _check(orders: Orders, do: Plain) -> None:
    _declare(orders, do)
    _roll(orders, {"dice": do.get("dice")})
    if orders.state.check is not None:
        orders.give(do.get("by"), "add_ins")
        orders.settle()


def _add_ins(orders: Orders, do: Plain) -> None:
    orders.later = {**orders.later, **{name: do[name] for name in _LATER if name in do}}
    orders.give(do.get("by"), "add_ins", ins=do.get("ins"))
    orders.settle()


def _spice(orders: Orders, do: Plain) -> None:
    pay = do.get("pay")
    if pay is not None:
        if not isinstance(pay, list) or len(pay) != len(TYPES):
            raise Refused("", "pay is three numbers")
        pay = {kind: ins for kind, ins in zip(TYPES, pay, strict=True) if ins} or None
    named = {name: do.get(name) for name in ("element", "sign")}
    orders.give(do.get("by"), "spice", **named, pay=pay, detail="as the case has it")


def _enter(orders: Orders, do: Plain) -> None:
    name = do.get("who")
    sheet = msgspec.to_builtins(_sheet(name, (), ())) if isinstance(name, str) else name
    orders.give(do.get("by", GM), "enter", sheet=sheet)


def _plainly(kind: str, **names: str) -> Callable[[Orders, Plain], None]:
    """A move that is one command; `names` are the fields of the command that are called otherwise in the move."""

    def move(orders: Orders, do: Plain) -> None:
        fields = {name: do.get(called) for name, called in names.items()}
        orders.give(do.get("by", GM), kind, **fields)

    return move


def _establish(orders: Orders, do: Plain) -> None:
    named = {name: do.get(name) for name in ("name", "kind")}
    orders.give(do.get("by", GM), "establish", **named, hurts=flag(do, "hurts"))


_MOVES: Final[Mapping[str, tuple[Callable[[Orders, Plain], None], frozenset[str]]]] = {
    "check": (_check, _CHECK | {"dice"}),
    "declare": (_declare, _CHECK),
    "add_ins": (_add_ins, frozenset({"by", "ins", *_LATER})),
    "roll": (_roll, frozenset({"dice", *_LATER})),
    "establish": (_establish, frozenset({"by", "name", "kind", "hurts"})),
    "remove": (_plainly("remove", name="name"), frozenset({"by", "name"})),
    "spice": (_spice, frozenset({"by", "element", "sign", "pay"})),
    "pick": (_plainly("pick_ins", of="type"), frozenset({"by", "type"})),
    "grow": (_plainly("grow", trait="trait", direction="dir"), frozenset({"by", "trait", "dir"})),
    "free": (_plainly("free", who="who"), frozenset({"by", "who"})),
    "relieve": (_plainly("relieve", who="who", burden="type"), frozenset({"by", "who", "type"})),
    "session": (_plainly("new_session"), frozenset({"by"})),
    "scene": (_plainly("scene", present="who"), frozenset({"by", "who"})),
    "rest": (_plainly("rest"), frozenset({"by"})),
    "call_off": (_plainly("call_off"), frozenset({"by"})),
    "retire": (_plainly("retire", who="who"), frozenset({"by", "who"})),
    "enter": (_enter, frozenset({"by", "who"})),
}


class YouCases:
    """The translation of YOU."""

    game: Final = "you"
    moves: Final = {name: fields for name, (_, fields) in _MOVES.items()}
    outs: Final = frozenset({"total", "kept", "result", "passed", "impulse"})
    whole: Final = frozenset[str]()

    def given(self, given: Plain, players: list[str], rulings: Plain) -> Playing:
        """The players in order, each with what `given` says about them."""
        ruled = _rulings(rulings)
        for name in given:
            if name not in (*players, "elements", "scene", "session"):
                raise Malformed(unknown(name, [*players, "elements", "scene"], "player"))
        held = {name: _known(given.get(name) or {}, _GIVEN, name) for name in players}
        sheets = (
            _sheet(
                name,
                _traits(held[name], "no_reservation"),
                _traits(held[name], "no_impulse"),
                _mapping(held[name], "degree"),
            )
            for name in players
        )
        try:
            state = opening(Setup(tuple(sheets), ruled))
        except Refused as refused:
            raise Malformed(str(refused)) from None
        characters = tuple(_holding(c, held[c.name]) for c in state.characters)
        elements = _mapping(given, "elements")
        return Playing(
            replace(
                state,
                characters=characters,
                elements=tuple(_element(name, slots, players) for name, slots in elements.items()),
                scene=Scene(present=_present(_mapping(given, "scene"), players)),
            )
        )

    def ruled(self, state: Playing, rulings: Plain) -> Playing:
        """The same under these rulings."""
        return replace(state, state=replace(state.state, rulings=_rulings(rulings)))

    def play(self, state: Playing, move: str, do: Plain) -> Played:
        """The move as commands of the game."""
        orders = Orders(state)
        _MOVES[move][0](orders, do)
        return Played(Playing(orders.state, orders.later), _out(state.state, orders.state))

    def compared(self, state: Playing) -> Plain:
        """Every character in play, and the slots of the elements."""
        characters = {character.name: _compared(character) for character in state.state.characters}
        elements = {
            e.name: [int(e.positive is not None), int(e.negative is not None)] for e in state.state.elements
        }
        return Fixed({**characters, "elements": elements})


TRANSLATION: Final = YouCases()


# --- reading a state ---


def _out(before: State, after: State) -> Plain:
    if after.check is not None:
        return {"kept": after.check.kept} if after.check.faces else {}
    finished = after.finished
    if finished is None or finished is before.finished:
        return {}
    out = {
        "total": finished.total,
        "kept": finished.kept,
        "result": finished.result,
        "passed": finished.passed,
    }
    return {**out, "impulse": finished.impulse} if finished.impulse else out


def _compared(character: Character) -> Plain:
    growth: Plain = {
        trait: [max(0, rated.growth), max(0, -rated.growth)] for trait, rated in character.rated()
    }
    return Fixed(
        ins=list(character.ins),
        bur=list(character.burdens),
        conf=character.confidence,
        pend=character.pending,
        inc=character.incapacitated or "none",
        growth=Fixed(growth),
        degree=Fixed({trait: rated.degree for trait, rated in character.rated()}),
    )


# --- reading what is given ---


def _rulings(rulings: Plain) -> Rulings:
    try:
        return rulings_from(rulings)
    except Refused as refused:
        raise Malformed(refused.reason) from None


def _sheet(
    name: str,
    no_reservation: Iterable[Trait],
    no_impulse: Iterable[Trait],
    degrees: Plain | None = None,
) -> Sheet:
    """Every Trait Occasionally, with a Reservation and an Impulse, but for what is named."""
    traits: dict[Trait, SheetTrait] = {}
    known = _known(degrees or {}, TRAITS, "degree")
    for trait in TRAITS:
        degree = known.get(trait, "Occasionally")
        if degree not in DEGREES:
            raise Malformed(f"the degree of {trait} is one of: {', '.join(DEGREES)}")
        traits[trait] = SheetTrait(
            degree,
            reservation="" if trait in no_reservation else "a Reservation",
            impulse="" if trait in no_impulse else "an Impulse",
        )
    return Sheet(name, traits)


def _holding(character: Character, held: Plain) -> Character:
    confidence = _whole(held.get("conf", 0), MOST_CONFIDENCE, "conf")
    growth = _known(_mapping(held, "growth"), TRAITS, "growth")
    for trait in TRAITS:
        if trait in growth:
            rated = replace(character.trait(trait), growth=_growth(growth[trait]))
            character = character.with_trait(trait, rated)
    final = held.get("inc", "none")
    if final not in (*BURDENS, "none"):
        raise Malformed(f"inc is none or one of: {', '.join(BURDENS)}")
    pending = _whole(held.get("pend", 0), _MANY, "pend")
    return replace(
        character,
        ins=_three(held["ins"], MOST_INS, "ins") if "ins" in held else character.ins,
        burdens=_three(held.get("bur", [0, 0, 0]), MOST_BURDENS, "bur"),
        confidence=confidence,
        confidence_earned=_whole(held.get("conf_earned", confidence), _MANY, "conf_earned"),
        pending=pending,
        asked_ins=pending,
        incapacitated=None if final == "none" else final,
    )


def _element(name: str, slots: Any, players: list[str]) -> Element:
    if not isinstance(slots, list) or len(slots) != 2 or any(slot not in (0, 1) for slot in slots):
        raise Malformed(f"the slots of {name} are two of 0 and 1, Positive first")
    kind: ElementKind = "character" if name in players else "thing"
    positive, negative = (Spice("as given", GM) if used else None for used in slots)
    return Element(name, kind, positive=positive, negative=negative)


def _present(scene: Plain, players: list[str]) -> tuple[Seat, ...] | None:
    who = _known(scene, ("who",), "scene").get("who")
    if who is None:
        return None
    if not isinstance(who, list) or any(name not in players for name in who):
        raise Malformed("who is a list of players")
    return tuple(who)


def _traits(held: Plain, key: str) -> tuple[Trait, ...]:
    named = held.get(key, [])
    if not isinstance(named, list) or any(trait not in TRAITS for trait in named):
        raise Malformed(f"{key} is a list of Traits")
    return tuple(named)


def _growth(value: Any) -> int:
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed("growth of a Trait is [Up, Down]")
    up, down = (_whole(points, FULL_GROWTH, "growth") for points in value)
    if up and down:
        raise Malformed("a Trait holds Up or Down, never both")
    return up - down


def _three(value: Any, most: int, name: str) -> Three:
    if not isinstance(value, list) or len(value) != 3:
        raise Malformed(f"{name} is three numbers")
    first, second, third = (_whole(points, most, name) for points in value)
    return first, second, third


def _whole(value: Any, most: int, name: str) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Malformed(f"{name} is 0 to {most}, not {value!r}"[:120])
    return value


def _mapping(part: Plain, key: str) -> Plain:
    value = part.get(key) or {}
    if not isinstance(value, dict):
        raise Malformed(f"{key} is a mapping")
    return value


def _known(part: Any, known: Iterable[str], what: str) -> Plain:
    if not isinstance(part, dict):
        raise Malformed(f"{what} is a mapping")
    for key in part:
        if key not in known:
            raise Malformed(unknown(key, known, f"key of {what}"))
    return part


# --- reading a move ---


def _one_of(value: Any, options: tuple[str, ...], default: str) -> str:
    if value is None:
        return default
    if value not in options:
        raise Refused("", f"that is one of: {', '.join(options)}")
    return str(value)


def _names(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _pair(value: Any) -> tuple[Any, Any]:
    if value is None:
        return None, None
    if not isinstance(value, list) or len(value) != 2:
        raise Refused("", "relieves is a player and a Burden type")
    return value[0], value[1]


def _faces(value: Any) -> Any:
    """One list per die; a plain number is a die that did not explode."""
    return [die if isinstance(die, list) else [die] for die in value] if isinstance(value, list) else value


def _queues(value: Any) -> dict[str, list[Any]]:
    """The picks given for each player, in order."""
    return {who: list(_names(picks)) for who, picks in value.items()} if isinstance(value, dict) else {}
