"""The dice of a check: how many are thrown, which is kept, and what a natural face is (ROL)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from msgspec.structs import replace

from footlights.core import Clause, Due, Seat, Witness
from footlights.dice import Dice, Pool
from footlights.games.you.clauses import ROL_01, ROL_02, ROL_03
from footlights.games.you.odds import Mode, NatScope
from footlights.games.you.state import Event, State

SIDES: Final = 20

_THROWN: Final[dict[Mode, Dice]] = {
    "neither": Dice(1, SIDES),
    "ADV": Dice(2, SIDES, keep=1),
    "DIS": Dice(2, SIDES, keep=-1),
}
DICE_OF: Final[dict[Mode, Clause]] = {"neither": ROL_01, "ADV": ROL_02, "DIS": ROL_03}


class DiceFell(Event, frozen=True, tag="dice_fell"):
    """The dice of the open check show these faces."""

    who: Seat
    faces: tuple[int, ...]
    kept: int

    def apply(self, state: State) -> State:
        """They lie on the table."""
        assert state.check is not None
        return replace(state, check=replace(state.check, faces=self.faces, kept=self.kept))

    def say(self) -> str:
        """The sentence."""
        shown = " and ".join(str(face) for face in self.faces)
        keeps = f"; the {self.kept} is kept" if len(self.faces) > 1 else ""
        return f"{self.who} rolls {shown}{keeps}."


@lru_cache(maxsize=256)
def pool_of(mode: Mode, modifier: int) -> Pool:
    """One d20, or two of which the higher (ROL-02) or the lower (ROL-03) is kept; the modifier is the same for
    either (CHK-06)."""
    return Pool((_THROWN[mode],), modifier)


def due(state: State) -> Due | None:
    """The dice of the open check, until they have fallen."""
    check = state.check
    if check is None or check.faces:
        return None
    return Due(check.by, pool_of(check.mode, check.modifier), f"{check.by} rolls {check.trait}")


def keep(mode: Mode, faces: Sequence[int]) -> int:
    """The face that counts (ROL-01, ROL-02, ROL-03)."""
    return min(faces) if mode == "DIS" else max(faces)


def natural(kept: int, faces: Sequence[int], scope: NatScope) -> int | None:
    """1 or 20 if that is the natural face of the roll, else None (ROL-05)."""
    if kept in (1, SIDES):
        return kept
    if scope == "any":
        return next((face for face in faces if face in (1, SIDES)), None)
    return None


def witnesses(state: State) -> Sequence[Witness]:
    """A throw for each kept face, told apart by the natural face where that may lie on the other die."""
    check = state.check
    if check is None or check.faces:
        return ()
    return _witnesses(check.mode, state.rulings.nat_scope)


@cache
def _witnesses(mode: Mode, scope: NatScope) -> tuple[Witness, ...]:
    sides = range(1, SIDES + 1)
    throws = [(a,) for a in sides] if mode == "neither" else [(a, b) for a in sides for b in sides]
    alike: dict[tuple[int, int | None], list[tuple[int, ...]]] = {}
    for faces in throws:
        kept = keep(mode, faces)
        alike.setdefault((kept, natural(kept, faces, scope)), []).append(faces)
    return tuple(
        Witness(Fraction(len(group), len(throws)), tuple((face,) for face in group[0]))
        for group in alike.values()
    )
