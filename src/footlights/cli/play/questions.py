"""What the screen can ask a person: to pick one of several things, to write something, to press Enter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from footlights.cli.play.ink import Lines
from footlights.core.panels import Tone

Above = Callable[[int], Lines]
"""What stands above a question, for a width."""


def nothing(_width: int) -> Lines:
    """Nothing stands above."""
    return []


class Back(Exception):
    """The person went back; nothing has been decided. `typed` is what stood on the line, so that it is not lost."""

    def __init__(self, typed: str = "") -> None:
        super().__init__(typed)
        self.typed = typed


class Amiss(Exception):
    """What was typed is not an answer yet; the message says what would be right."""


@dataclass(frozen=True)
class Choice:
    """One thing to pick. `key` picks it at once; `note` explains it; `group` is what it is listed under."""

    value: Any
    label: str
    key: str = ""
    group: str = ""
    note: str = ""
    tone: Tone = "plain"


@dataclass(frozen=True)
class Pick:
    """Pick one of these. What is typed narrows the list; a key typed whole picks exactly its choice.

    `dense` sets many short choices side by side, group by group. `at` is the choice that Enter takes first;
    -1: none, before one is named or moved to.
    """

    title: str
    choices: tuple[Choice, ...]
    above: Above = nothing
    dense: bool = False
    at: int = 0
    message: str = ""

    def found(self, typed: str) -> Sequence[Choice]:
        """The choices that what was typed may mean, the likeliest first; without anything typed all, in order."""
        words = folded(typed).split()
        if not words:
            return self.choices
        ranked = [
            (rank, at) for at, choice in enumerate(self.choices) if (rank := _rank(choice, words)) is not None
        ]
        return [self.choices[at] for _, at in sorted(ranked)]


@dataclass(frozen=True)
class Write:
    """Write something. `parse` turns it into the answer or raises Amiss; `echo` shows how an answer reads while it is
    typed. `lines` allows line breaks; `words` are offered for completion; `past` is what was written here before."""

    title: str
    parse: Callable[[str], Any]
    above: Above = nothing
    echo: Callable[[Any], str] = lambda _answer: ""
    start: str = ""
    lines: bool = False
    words: tuple[str, ...] = ()
    past: list[str] = field(default_factory=list)
    message: str = ""


@dataclass(frozen=True)
class Pause:
    """Go on with Enter."""

    title: str
    above: Above = nothing
    back: bool = False


Question = Pick | Write | Pause


def folded(text: str) -> str:
    """`text` as it is compared: without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c)).strip()


def _rank(choice: Choice, words: list[str]) -> int | None:
    """How well the choice fits the typed words: 0 best, None not at all."""
    typed, label = " ".join(words), folded(choice.label)
    if typed == folded(choice.key):
        return 0
    if label.startswith(typed):
        return 1
    if all(any(part.startswith(word) for part in label.split()) for word in words):
        return 2
    everything = f"{label} {folded(choice.group)} {folded(choice.note)}"
    return 3 if all(word in everything for word in words) else None


def completed(typed: str, names: Iterable[str]) -> tuple[int, str] | None:
    """The first name that the end of what was typed begins, and how many characters of it stand there already."""
    names = tuple(names)
    for start in (match.start() for match in re.finditer(r"(?<!\S)\S", typed)):
        begun = typed[start:]
        for name in names:
            if name.casefold().startswith(begun.casefold()) and name != begun:
                return len(begun), name
    return None


def numbered(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The choices with the keys 1, 2, 3 ... (those that have a key keep it)."""
    return tuple(choice if choice.key else replace(choice, key=str(n)) for n, choice in enumerate(choices, 1))


def mnemonics(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """A short key for each name (words joined by "_"), always the same for the same names: a first letter where one is
    free, else two letters."""
    keys: dict[str, str] = {}
    used = set(taken)
    for name in names:
        words = [word for word in name.lower().split("_") if word] or ["x"]
        letters = "".join(words)
        wishes = [
            *(word[0] for word in words),
            "".join(word[0] for word in words[:2]) if len(words) > 1 else "",
            *(words[0][0] + c for c in letters[1:]),
            *(f"{words[0][0]}{n}" for n in range(1, 100)),
        ]
        keys[name] = next(wish for wish in wishes if wish and wish not in used)
        used.add(keys[name])
    return keys
