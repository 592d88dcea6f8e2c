"""How every command ends: exit codes, faults in one line, and pipes that close early.

0 fine, 1 the answer is no, 2 wrong use (also a file or a save that cannot be used), 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn, TextIO

import typer
from typer.core import TyperGroup

FINE, NO, WRONG_USE, INSIDE, STOPPED = 0, 1, 2, 70, 130


class WrongUse(Exception):
    """Something a person asked for that cannot be: where, what, and what would be right."""


class Commands(TyperGroup):
    """The group of all commands. Nothing but an exit code ever leaves it."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command line and leave with its exit code."""
        extra["standalone_mode"] = False
        sys.exit(guarded(lambda: super(Commands, self).main(*args, **extra), "footlights"))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the line names; its help lists the games that are installed."""
        name, command, rest = super().resolve_command(ctx, args)
        for wanted in command.params if command is not None else ():
            if wanted.name == "game":
                from footlights.games import names

                *others, last = names()
                wanted.help = f"{', '.join(others)} or {last}."  # type: ignore[attr-defined]
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the line names."""
        return heard_out(lambda: super(Commands, self).invoke(ctx))


def guarded(work: Callable[[], int | None], program: str) -> int:
    """The exit code of some work; exceptions become messages."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
        lenient(getattr(sys, name))
    try:
        return heard_out(work) or FINE
    except KeyboardInterrupt:
        return STOPPED
    except Exception as error:
        return explain(error, program)


def heard_out(work: Callable[[], int | None]) -> int | None:
    """Do some work to its end, its output included; whoever reads that and leaves early ends it without a fault."""
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        quiet()
        return FINE
    return code


def explain(error: Exception, program: str) -> int:
    """Print what went wrong in a line or two; the exit code for it.

    With FOOTLIGHTS_DEBUG set, a fault of Footlights itself is raised instead.
    """
    if type(error).__name__ == "Abort":
        return STOPPED
    if type(error).__name__ == "NoArgsIsHelpError":
        return FINE  # the help is on the screen already
    if hasattr(error, "format_message"):
        context = getattr(error, "ctx", None)
        path = context.command_path if context else program
        say(f"{path}: {error.format_message()}\nTry '{path} --help'.")
        return WRONG_USE
    if message := known_fault(error):
        say(f"{program}: {message}")
        return WRONG_USE
    if os.environ.get("FOOTLIGHTS_DEBUG"):
        raise error
    say(
        f"{program}: this is a fault of Footlights itself ({type(error).__name__}: {error}). Nothing that was "
        "saved is lost. Set FOOTLIGHTS_DEBUG=1 and do it again to see where; please report that."
    )
    return INSIDE


def known_fault(error: Exception) -> str | None:
    """The message of a fault that lies in what was asked or in the world, None for one of Footlights itself."""
    from footlights.core import Refused
    from footlights.dice import TooLarge
    from footlights.dice.notation import BadNotation
    from footlights.games import UnknownGame
    from footlights.store import StoreTrouble
    from footlights.written import Malformed

    if isinstance(error, WrongUse | Malformed | Refused | StoreTrouble | BadNotation | TooLarge):
        return str(error)
    if isinstance(error, UnknownGame):
        return str(error.args[0])
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or error}"
    return None


def say(message: str) -> None:
    """A message on standard error, without control characters, whatever a file or an argument put into it."""
    from footlights.written import shortened

    lines = (shortened(line, 2_000) for line in message.splitlines())
    with suppress(OSError):
        typer.echo("\n".join(lines), err=True)


PLAINLY = str.maketrans(
    {"─": "-", "·": "*", "✗": "x", "█": "#", "▏": "|", "…": "...", "“": '"', "”": '"', "’": "'", "−": "-"}
)
"""How our own signs are written where the output has nothing but ASCII."""


def lenient(stream: TextIO) -> None:
    """Let a character that the stream's encoding lacks come out in plain characters instead of stopping the program."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        codecs.register_error("plainly", _plainly)
        reconfigure(errors="plainly")


def _plainly(fault: UnicodeError) -> tuple[str, int]:
    assert isinstance(fault, UnicodeEncodeError)
    missing = fault.object[fault.start : fault.end].translate(PLAINLY)
    return missing.encode("ascii", "backslashreplace").decode(), fault.end


def quiet() -> None:
    """Whoever read our output has gone: say no more, not even when Python flushes at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
