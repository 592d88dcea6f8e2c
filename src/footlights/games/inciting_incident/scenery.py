"""What the GM sets into a scene: Triggers, and Obstacles."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from footlights.core import GM

SceneType: TypeAlias = Literal["none", "cooperative", "action", "conflict"]
"""The kind of a scene (SCN-01); "none" before the first."""

Visibility: TypeAlias = Literal["hidden", "threshold", "open"]
"""What the players know of a Trigger: nothing, only where it waits, or all of it."""


class Trigger(Struct, frozen=True, forbid_unknown_fields=True):
    """A Trigger (TRG-01): at one threshold, or at every multiple of it. `owner` made it ("" when it came with the
    scene), `beneficiary` is whom it helps (TRG-09). `mark` is the highest Crisis since it was made (TRG-06)."""

    name: str
    threshold: int
    repeats: bool = False
    effect: str = ""
    shown: Visibility = "hidden"
    owner: str = GM
    beneficiary: str = ""
    mark: int = 0


class Firing(Struct, frozen=True):
    """A Trigger that has fired and waits for the GM (TRG-08). `number` is the GM's question it is, and tells firings
    apart; `tried`: somebody has stepped in, which is done once (CMP-14)."""

    name: str
    threshold: int
    causer: str
    effect: str = ""
    shown: Visibility = "open"
    number: int = 0
    tried: bool = False


class Simple(Struct, frozen=True, forbid_unknown_fields=True, tag="simple", tag_field="kind"):
    """A Simple Obstacle (SIM-01); `confronted` is "" until somebody is. `shift` counts difficulty dice (DIF-02)."""

    confronted: str = ""
    name: str = ""
    shift: int = 0


class Individual(Struct, frozen=True, forbid_unknown_fields=True, tag="individual", tag_field="kind"):
    """An Obstacle that each of `who` has to pass (SIM-03)."""

    who: tuple[str, ...]
    passed: tuple[str, ...] = ()
    name: str = ""
    shift: int = 0


class Complex(Struct, frozen=True, forbid_unknown_fields=True, tag="complex", tag_field="kind"):
    """A Complex Obstacle (CPX-01) with `attempts` Decisive Actions left (DEC-04)."""

    obstruction: int
    attempts: int
    name: str = ""
    shift: int = 0


Obstacle: TypeAlias = Simple | Individual | Complex
