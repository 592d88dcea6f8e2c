"""How every command ends: exit codes, faults in one line, and pipes that close early.

0 fine, 1 the answer is no, 2 wrong use (also a file or a save that cannot be used), 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any, TextIO

import typer
from typer.core import TyperGroup

FINE, NO, WRONG_USE, INSIDE, STOPPED = 0, 1, 2, 70, 130


class WrongUse(Exception):
    """Something a person asked for that cannot be: where, what, and what would be right."""


class Commands(TyperGroup):
    """The group of all commands. It alone turns exceptions into messages and exit codes."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line and leave with its exit code."""
        lenient(sys.stdout)
        lenient(sys.stderr)
        extra["standalone_mode"] = False
        try:
            code = super().main(*args, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            quiet()
            code = FINE
        except KeyboardInterrupt:
            code = STOPPED
        except Exception as error:
            code = explain(error, extra.get("prog_name") or "footlights")
        sys.exit(code or FINE)


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
    from footlights.games import UnknownGame
    from footlights.store import StoreTrouble
    from footlights.written import Malformed

    if isinstance(error, WrongUse | Malformed | Refused | StoreTrouble):
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


def lenient(stream: TextIO) -> None:
    """Let a character that the stream's encoding lacks come out as an escape instead of stopping the program."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def quiet() -> None:
    """Whoever read our output has gone: say no more, not even when Python flushes at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
