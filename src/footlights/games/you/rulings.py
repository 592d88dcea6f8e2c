"""The table's choices where the text of YOU is open; clauses.py says what each option means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from footlights.core import Refused
from footlights.games.you.clauses import CLAUSES

YesNo = Literal["yes", "no"]

MOST_START_INS: Final = 6


class Rulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value for every ruling."""

    start_ins: int = 0
    establish_cost: Literal["negative_spice", "separate_award", "neutral_only"] = "negative_spice"
    spice_slots: Literal["one_each", "one_total"] = "one_each"
    spice_adder_earns: YesNo = "yes"
    spice_removal: Literal["with_element", "new_scene"] = "with_element"
    spice_while_incapacitated: YesNo = "yes"
    spice_on_pc: YesNo = "no"
    spice_midroll: YesNo = "no"
    trait_pick: Literal["player_names_gm_may_veto_before_dice", "gm", "player"] = (
        "player_names_gm_may_veto_before_dice"
    )
    nat_scope: Literal["kept", "any"] = "kept"
    partial_is_success: YesNo = "yes"
    crit_fail_roller_extra: YesNo = "no"
    player_scope: Literal["table", "scene"] = "table"
    ins_timing: Literal["before", "after"] = "before"
    pending_blocks: Literal["own", "table", "nothing"] = "own"
    pending_wiped: YesNo = "yes"
    award_stack: Literal["sum", "once"] = "sum"
    burden_type: Literal["governed", "gm", "player"] = "governed"
    overflow_pick: Literal["gm", "player", "auto"] = "gm"
    burden_recovery: Literal["gm_tool", "none", "session_reset", "check"] = "gm_tool"
    reservation_caller: Literal["either_declares_gm_confirms", "gm", "player"] = "either_declares_gm_confirms"
    reservation_on_temptation: YesNo = "yes"
    assist_max: Literal["1", "many"] = "1"
    assist_crit_stack: YesNo = "no"
    assist_on_temptation: YesNo = "yes"
    confidence_cap: Literal["held", "lifetime"] = "held"
    growth_spend: Literal["player_choice", "auto"] = "player_choice"
    growth_at_end: Literal["record", "ignore"] = "record"
    growth_double: Literal["down_last", "player_order", "cancel_both"] = "down_last"
    temptation_burdens: YesNo = "yes"
    release_by_gm: YesNo = "yes"
    release_burdens: Literal["clear_type", "keep", "clear_one", "clear_all"] = "clear_type"
    reincapacitate: Literal["nothing", "repeat_loss"] = "nothing"


def rulings_from(plain: Mapping[str, Any], base: Rulings | None = None) -> Rulings:
    """`base` (by default the defaults) with these rulings, as people write them: a boolean stands for yes or no, a
    number may be written as text. Raises Refused naming ruling, value and options."""
    chosen = {name: _option(name, value) for name, value in plain.items()}
    return replace(base or Rulings(), **chosen)


def options_of(name: str) -> tuple[str, ...]:
    """Every value that the ruling may take, as text."""
    if name == "start_ins":
        return tuple(str(n) for n in range(MOST_START_INS + 1))
    return tuple(option.value for option in CLAUSES.rulings()[name][1].options)


def _option(name: str, value: Any) -> str | int:
    if name not in Rulings.__struct_fields__:
        known = ", ".join(Rulings.__struct_fields__)
        raise Refused("", f"there is no ruling called {str(name)[:60]}; there are: {known}", "rulings")
    word = str(value)
    if isinstance(value, bool):
        word = "yes" if value else "no"
    options = options_of(name)
    if not isinstance(value, str | int) or word not in options:
        clause = CLAUSES.rulings()[name][0].id
        raise Refused(clause, f"{name} cannot be {word[:60]}; it is one of: {', '.join(options)}", name)
    return int(word) if name == "start_ins" else word
