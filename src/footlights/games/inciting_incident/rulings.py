"""The choices a table makes where the text is open: one typed field for each ruling of `clauses.py`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from footlights.core import Refused
from footlights.games.inciting_incident.clauses import CLAUSES

Small: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
Step: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Ten: Final = Meta(min_length=10, max_length=10)


class PerDie(Struct, frozen=True, forbid_unknown_fields=True):
    """Rising Tension for each difficulty die below 5 (DIF-01)."""

    per_die: Small


class FixedRest(Struct, frozen=True, forbid_unknown_fields=True):
    """By how much every rest lowers Rising Tension (RT-06)."""

    fixed: Small


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    """What things cost in Rising Tension (RT-05)."""

    trigger: Small = 1
    obstacle: Small = 1
    enemy: Small = 1
    disadvantage: Small = 1


class Budget(Struct, frozen=True, forbid_unknown_fields=True):
    """Points to build a character with (CMP-01)."""

    abilities: Points = 20
    talents: Points = 30
    skills: Points = 10


class Rulings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every ruling of a table. What each means stands in the clause it belongs to."""

    ability_roll_crisis: Literal["none", "as_simple"] = "none"
    explode: Literal["chain", "once"] = "chain"
    base_difficulty_cost: Literal["free"] | PerDie = "free"
    pool_clamp: Literal["1..9", "min1_only", "base_only"] = "1..9"
    advantage_table: tuple[Step, Step, Step, Step] = (1, 3, 6, 10)
    advantage_cap: Literal["net_first", "each_side_first"] = "net_first"
    trigger_pass: Literal["reach", "exceed"] = "reach"
    trigger_multi: Literal["each", "highest_only", "once_per_trigger"] = "each"
    trigger_recross: Literal["highwater", "refire"] = "highwater"
    trigger_added: Literal["future", "immediate"] = "future"
    rt_auto_pass: Small = 1
    rt_auto_regular: Small = 0
    rt_price: Prices = Prices()
    rt_rest: Literal["gm_amount"] | FixedRest = "gm_amount"
    convert_crisis: Literal["keep", "reset"] = "keep"
    coop_limit: Literal["per_scene", "per_character"] = "per_scene"
    coop_heal_counts: Literal["no", "yes"] = "no"
    conflict: Literal["flow", "free_entry"] = "flow"
    in_a_row_scope: Literal["obstacle", "scene"] = "obstacle"
    in_a_row_counts: Literal["all", "regular_only"] = "all"
    solo: Literal["waive", "strict"] = "waive"
    regular_fail_min: Literal[2, 0] = 2
    talent_surcharge: Literal["flat", "cumulative"] = "flat"
    surcharge_scope: Literal["obstacle", "scene"] = "obstacle"
    decisive_fail_min: Literal[0, 2] = 0
    last_attempt: Literal["roll", "no_roll"] = "roll"
    recreate_crisis: Literal["cost_only", "cost_plus_roll"] = "cost_only"
    recreate_round: Literal["floor", "ceil"] = "floor"
    recreate_uses_turn: Literal["yes", "no"] = "yes"
    skill_learning: Literal["off", "on"] = "off"
    points: Literal["off"] | Budget = Budget()
    defence_table: Annotated[tuple[Small, ...], Ten] = (7, 7, 6, 6, 5, 5, 4, 4, 3, 3)
    defence_pick: Literal["defender", "gm"] = "defender"
    hits_table: Annotated[tuple[Step, ...], Ten] = (2, 2, 2, 3, 3, 3, 4, 4, 4, 5)
    conflict_order: Literal["free", "alternate"] = "free"
    decisive_base: Points = 32
    decisive_floor: Points = 20
    heal_amount: Step | Literal["all"] = 1
    advanced_limit: Literal["one_success", "none"] = "one_success"


_SWITCHES: Final[Mapping[str, Mapping[bool, str]]] = {
    "coop_heal_counts": {True: "yes", False: "no"},
    "recreate_uses_turn": {True: "yes", False: "no"},
    "skill_learning": {True: "on", False: "off"},
    "points": {False: "off"},
}
"""Rulings of which a value is a word that YAML reads as true or false."""


def rulings_from(plain: Mapping[str, Any]) -> Rulings:
    """The rulings that `plain` (ruling -> value, as JSON or YAML has it) sets, the rest at their defaults.

    Raises Refused naming the ruling, what is wrong with its value, and what it may be.
    """
    known = CLAUSES.rulings()
    for name in plain:
        if name not in known:
            raise Refused("", f"there is no ruling called {name!r}; there are: {', '.join(known)}", str(name))
    values = {name: _SWITCHES.get(name, {}).get(value, value) if isinstance(value, bool) else value
              for name, value in plain.items()}  # fmt: skip
    for name, value in values.items():
        _check(name, value)
    return msgspec.convert(values, Rulings)


def _check(name: str, value: Any) -> None:
    clause, ruling = CLAUSES.rulings()[name]
    with suppress(msgspec.ValidationError):
        converted = getattr(msgspec.convert({name: value}, Rulings), name)
        if name != "advantage_table" or all(a < b for a, b in pairwise(converted)):
            return
    options = " or ".join(option.value for option in ruling.options)
    raise Refused(clause.id, f"{name} cannot be {repr(value)[:60]}; it is: {options}", name)


def checked(rulings: Rulings) -> Rulings:
    """The same rulings, if they are within bounds. Raises Refused as `rulings_from` does."""
    return rulings_from(msgspec.to_builtins(rulings))


def with_ruling(rulings: Rulings, name: str, value: Any) -> Rulings:
    """These rulings but for one. Raises Refused as `rulings_from` does."""
    return rulings_from({**msgspec.to_builtins(rulings), name: value})
