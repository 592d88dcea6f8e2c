"""What commands print: one console, JSON, bars and percentages. Readable at 80 columns, with and without colour."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from footlights.cli.play.ink import wrapped

WIDEST = 100
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Screen(Console):
    """A console that leaves a reader who has gone to footlights.cli.shell."""

    def on_broken_pipe(self) -> None:
        """Let the exception pass."""
        raise BrokenPipeError


@cache
def console() -> Console:
    """Standard output as Rich sees it; text is taken as it is (no mark-up, no emoji codes, no guessed colours).

    Rich itself honours NO_COLOR, TERM=dumb, COLUMNS, and an output that is no terminal.
    """
    found = Screen(markup=False, emoji=False, highlight=False)
    if found.width > WIDEST:
        found.width = WIDEST
    return found


def show(*things: Any, style: str | None = None) -> None:
    """Print, wrapped to the width of the screen."""
    console().print(*things, style=style)


def hang(head: Text | str, text: Text) -> None:
    """Print a text behind a label; what wraps goes under the text."""
    for line in wrapped(text, console().width, head):
        console().print(line)


def show_line(text: str) -> None:
    """Print one line as it is, however long."""
    typer.echo(text)


def show_json(value: Any) -> None:
    """Print a value as JSON, two spaces deep; fractions are reduced and in strings ("1/400")."""
    plain = msgspec.to_builtins(value, enc_hook=_plain, str_keys=True)
    ascii_only = (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    typer.echo(json.dumps(plain, indent=2, ensure_ascii=ascii_only))


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def bar(share: Fraction, width: int) -> str:
    """A bar of `share` (0 to 1) in at most `width` characters."""
    if console().options.ascii_only:
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    if share and not eighths:
        eighths = 1
    whole, part = divmod(eighths, 8)
    return "█" * whole + _EIGHTHS[part].strip()
