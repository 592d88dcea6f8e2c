"""Where chance comes in: the only module that throws dice.

A dicebox gives, for the n-th throw of a table, a source of faces: a function from a number of sides to a face.
No source means that people throw and type the faces in.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Iterator
from hashlib import blake2b
from itertools import chain, count, islice, repeat
from typing import Final, Protocol, TypeAlias

from footlights.core import Refused

Source: TypeAlias = Callable[[int], int]

_BLOCK: Final = 64
_NARROW: Final = 128
_WIDE: Final = 8


class Dicebox(Protocol):
    """Whoever throws."""

    def source(self, number: int) -> Source | None:
        """The faces of the table's n-th throw (counted from 1, undone throws too), or None: people throw."""
        ...


class OsDice:
    """Dice thrown by the operating system's randomness; every face is exactly as likely as every other."""

    def source(self, number: int) -> Source:  # noqa: ARG002 - each throw is new
        return _faces(chain.from_iterable(map(secrets.token_bytes, repeat(_BLOCK))))


class SeededDice:
    """Dice that a seed decides: the same seed and throw number give the same faces, in every release.

    The bytes of a throw are the BLAKE2b digests (64 bytes) of "seed/number/0", "seed/number/1" and so on (UTF-8,
    numbers in decimal). A die of up to 128 sides takes the next byte, a larger one the next 8 as a big-endian
    number; values of the incomplete last round are skipped; the face is the value modulo the sides, plus 1.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._seed = str(seed).encode("utf-8", "surrogatepass")

    def source(self, number: int) -> Source:
        first = blake2b(b"%b/%d/0" % (self._seed, number)).digest()  # nearly always enough
        return _faces(chain(first, self._later(number)))

    def _later(self, number: int) -> Iterator[int]:
        for block in count(1):
            yield from blake2b(b"%b/%d/%d" % (self._seed, number, block)).digest()


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


def _faces(stream: Iterator[int]) -> Source:
    """Faces from random bytes without bias: values of the incomplete last round are skipped."""
    draw = stream.__next__

    def face(sides: int) -> int:
        value = draw()
        if sides > _NARROW:
            return _wide(value, stream, sides)
        return value % sides + 1 if value < 256 - 256 % sides else face(sides)

    return face


def _wide(first: int, stream: Iterator[int], sides: int) -> int:
    """A face of a die with many sides, from 8 bytes of which the first has been drawn."""
    value = int.from_bytes(bytes((first, *islice(stream, _WIDE - 1))), "big")
    values = 1 << 8 * _WIDE
    return value % sides + 1 if value < values - values % sides else _wide(next(stream), stream, sides)
