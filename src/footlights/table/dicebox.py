"""Where chance comes in: the only module that throws dice.

A dicebox gives, for the n-th throw of a table, a source of faces: a function from a number of sides to a face.
No source means that people throw and type the faces in.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from hashlib import blake2b
from typing import Protocol, TypeAlias

from footlights.core import Refused

Source: TypeAlias = Callable[[int], int]

_BLOCK = 64
_WIDE = 8


class Dicebox(Protocol):
    """Whoever throws."""

    def source(self, number: int) -> Source | None:
        """The faces of the table's n-th throw (counted from 1, undone throws too), or None: people throw."""
        ...


class OsDice:
    """Dice thrown by the operating system's randomness; every face is exactly as likely as every other."""

    def source(self, number: int) -> Source:  # noqa: ARG002 - each throw is new
        return _faces(lambda _block: secrets.token_bytes(_BLOCK))


class SeededDice:
    """Dice that a seed decides: the same seed and throw number give the same faces, in every release.

    The bytes of a throw are BLAKE2b-512 of "number/0", "number/1" ... (decimal, ASCII), keyed with the BLAKE2b-512
    of the seed's UTF-8. A die of up to 128 sides takes the next byte, a larger one the next 8 as a big-endian number;
    values of the incomplete last round are skipped; the face is the value modulo the sides, plus 1.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._key = blake2b(str(seed).encode("utf-8", "surrogatepass")).digest()

    def source(self, number: int) -> Source:
        key = self._key
        return _faces(lambda block: blake2b(b"%d/%d" % (number, block), key=key).digest())


class ScriptedDice:
    """Dice that fall as written: faces in the order thrown, explosions behind their die, throw after throw.

    When none are left people throw. Raises Refused where a throw needs more than are left.
    """

    def __init__(self, *faces: int) -> None:
        self.left: deque[int] = deque(faces)

    def source(self, number: int) -> Source | None:  # noqa: ARG002 - a script knows no numbers
        return self._next if self.left else None

    def _next(self, sides: int) -> int:
        if not self.left:
            raise Refused(
                "", f"the script of dice has run out where a d{sides} is thrown; give one more face", "faces"
            )
        return self.left.popleft()


class TypedDice:
    """Nobody throws here: people roll at their table and type the faces in."""

    def source(self, number: int) -> None:  # noqa: ARG002 - none for any throw
        return None


def new_id() -> str:
    """An id that nobody has seen or can guess (128 random bits as text)."""
    return secrets.token_hex(16)


def _faces(block: Callable[[int], bytes]) -> Source:
    """Faces from random bytes, without bias: values of the incomplete last round are thrown away."""
    pool, at, blocks = b"", 0, 0

    def face(sides: int) -> int:
        nonlocal pool, at, blocks
        width, values = (1, 256) if sides <= 128 else (_WIDE, 1 << 8 * _WIDE)
        fair = values - values % sides
        while True:
            if at + width > len(pool):
                pool, at, blocks = pool[at:] + block(blocks), 0, blocks + 1
            value = pool[at] if width == 1 else int.from_bytes(pool[at : at + width], "big")
            at += width
            if value < fair:
                return value % sides + 1

    return face
