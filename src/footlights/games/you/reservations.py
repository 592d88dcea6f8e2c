"""Reservations: when one applies to a roll (RSV). What a pass with one brings is in results.py."""

from __future__ import annotations

from footlights.games.you.rulings import Rulings
from footlights.games.you.state import Draft, Kind, State
from footlights.games.you.traits import TRAITS, RatedTrait, Trait


def reserved_traits(traits: tuple[RatedTrait, ...]) -> tuple[Trait, ...]:
    """Those of a character's six Traits that have a Reservation."""
    return tuple([trait for trait, rated in zip(TRAITS, traits, strict=True) if rated.reservation])


def may_reserve(kind: Kind, rulings: Rulings) -> bool:
    """Whether a Reservation can apply to this kind of check (RSV-05)."""
    return kind == "trait" or rulings.reservation_on_temptation == "yes"


def player_claims(rulings: Rulings) -> bool:
    """Whether the player may say that a Reservation applies (RSV-01)."""
    return rulings.reservation_caller != "gm"


def gm_decides(rulings: Rulings) -> bool:
    """Whether it is for the GM to say so in the end (RSV-01)."""
    return rulings.reservation_caller != "player"


def applies(state: State, draft: Draft) -> bool:
    """Whether the roll of this draft has -2 (RSV-01): as the GM ruled, or as the player claims while nothing is ruled;
    never without a Reservation on the Trait."""
    said = draft.reservation if draft.ruled is None else draft.ruled.reservation
    if not said or draft.trait is None or not may_reserve(draft.kind, state.rulings):
        return False
    return bool(state.character(draft.by).trait(draft.trait).reservation)
