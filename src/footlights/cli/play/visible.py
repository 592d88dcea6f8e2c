"""Other people's words, made safe to show: nothing in a name or a post can steer the terminal or disturb its lines."""

from __future__ import annotations

import unicodedata
from typing import Final

UNKNOWN: Final = "\ufffd"

SHAPES: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400))))
"""Variation selectors and skin tones: terminals disagree about their width, so the plain sign is shown."""


def visible(text: str, lines: bool = False) -> str:
    """`text` with every control character replaced by a sign for it; line breaks stay only where `lines`.

    What is left moves the cursor to the right and does nothing else, whatever terminal shows it.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(c, lines) for c in text)


def _shown(c: str, lines: bool) -> str:
    if c == "\n" and lines:
        return c
    if c in SHAPES:
        return ""
    match unicodedata.category(c):
        case "Cc" if c in "\n\t":
            return " "
        case "Cc":
            return chr(0x2400 + ord(c)) if ord(c) < 0x20 else UNKNOWN
        case "Zl" | "Zp":
            return " "
        case "Cf":  # changers of direction, joiners, tags: they draw nothing by themselves
            return ""
        case "Cs" | "Co" | "Cn":
            return UNKNOWN
        case _:
            return c
