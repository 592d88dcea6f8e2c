"""What a newcomer needs to know to play at this screen."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from footlights.cli.play.ink import Lines, inked, wrapped
from footlights.cli.play.questions import Back, Pause
from footlights.cli.play.stage import Stage

HELP: Final = (
    (
        "What to do",
        "The list at the bottom is what you may do now, what is owed first. Type its letter or number, "
        "or a few letters of its name, and press Enter. The arrow keys move in the list. Esc always goes back; what "
        "you wrote waits until you come back to it.",
    ),
    (
        "Odds",
        "Before dice fall you see the exact odds and what may follow. Change a line and see what it changes.",
    ),
    (
        "Dice",
        "The table throws the dice. Choose “We roll at the table” and type your faces: 6 6 2, 3, 1 is a "
        "six that exploded into 6 and 2, then a 3, then a 1.",
    ),
    (
        "Reading",
        "Tab turns the page (scene, sheet, chronicle); PgUp and PgDn scroll it. [RES-03] names the rule behind a line: "
        "choose “Why?” to read it, or “Rules”.",
    ),
    (
        "Secrets",
        "Every seat has its own view. “Hand the screen over” wipes everything before the next person looks.",
    ),
    (
        "Mistakes",
        "“Take the last move back” undoes what you did, until dice fell or something hidden was shown. The GM can "
        "rewind further.",
    ),
    (
        "Leaving",
        "Every move is saved as it is made. Ctrl-C leaves at any time; footlights play brings you back to this moment.",
    ),
)


async def show_help(stage: Stage) -> None:
    """The help, until Enter."""
    try:
        await stage.ask(Pause("", above=_lines, back=True))
    except Back:
        return


def _lines(width: int) -> Lines:
    lines: Lines = []
    for title, words in HELP:
        lines += wrapped(Text(words), width, inked(f"{title + ':':<12}", "bold"))
    return lines
