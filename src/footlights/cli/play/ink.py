"""Lines of text as everything here draws them: wrapped, cut to a width, set side by side, handed to the terminal.

A line is a Rich `Text` without line breaks; widths are terminal cells. Only the sixteen colours of the terminal's own
theme are used, and never alone, so that light, dark and colourless terminals read the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from footlights.cli.play.visible import visible
from footlights.core.panels import Tone

if TYPE_CHECKING:
    from prompt_toolkit.formatted_text import StyleAndTextTuples

STYLES: Final[dict[Tone, str]] = {
    "plain": "",
    "good": "green",
    "bad": "red",
    "owed": "bold magenta",
    "quiet": "dim",
    "secret": "cyan",
}

Lines = list[Text]

_CONSOLE: Final = Console(
    width=80, color_system="standard", force_terminal=True, no_color=False, legacy_windows=False
)
"""Measures and wraps; it never prints."""

_ATTRIBUTES: Final = ("bold", "dim", "italic", "underline", "strike", "reverse")


def inked(words: str, style: str = "") -> Text:
    """One line of anybody's words."""
    return Text(visible(words), style=style, end="")


def joined(*parts: Text | str) -> Text:
    """The parts as one line; plain strings are our own words."""
    line = Text(end="")
    for part in parts:
        line.append_text(part if isinstance(part, Text) else Text(part))
    return line


def wrapped(text: Text, width: int, head: Text | str = "") -> Lines:
    """`text` broken at spaces to `width`, hanging behind `head`."""
    first = head if isinstance(head, Text) else Text(head)
    indent = min(first.cell_len, max(width - 8, 0))
    first = cut(first, indent) if first.cell_len > indent else first
    rows = text.wrap(_CONSOLE, max(width - indent, 1)) or [Text()]
    lines = [joined(first if row is rows[0] else " " * indent, row) for row in rows]
    for line in lines:
        line.rstrip()
    return lines


def paragraphs(words: str, width: int, style: str = "", head: Text | str = "") -> Lines:
    """Anybody's words of several lines, wrapped."""
    out: Lines = []
    for paragraph in visible(words, lines=True).split("\n"):
        indent = head if not out else " " * (head.cell_len if isinstance(head, Text) else cell_len(head))
        out += wrapped(Text(paragraph, style=style), width, indent)
    return out


def cut(text: Text, width: int) -> Text:
    """`text` in at most `width` cells; an ellipsis says that something is missing."""
    if text.cell_len <= width:
        return text
    short = text.copy()
    short.truncate(max(width, 0), overflow="ellipsis")
    return short


def filled(text: Text, width: int) -> Text:
    """`text` in exactly `width` cells."""
    short = cut(text, width)
    return joined(short, " " * (width - short.cell_len))


def spread(left: Text, right: Text, width: int) -> Text:
    """`left` and `right` at the two ends of a line; the left one gives way first."""
    right = cut(right, width)
    return joined(filled(left, width - right.cell_len), right)


def beside(columns: Sequence[tuple[Lines, int]], gap: str = " │ ") -> Lines:
    """Columns of their own widths, side by side."""
    height = max(len(lines) for lines, _ in columns)
    out: Lines = []
    for row in range(height):
        line = Text(end="")
        for number, (lines, width) in enumerate(columns):
            if number:
                line.append(gap, "dim")
            line.append_text(filled(lines[row] if row < len(lines) else Text(), width))
        out.append(line)
    return out


def flowed(items: Iterable[Text], width: int, gap: int = 3, head: Text | str = "") -> Lines:
    """Items one after another, broken only between them, hanging behind `head`."""
    first = head if isinstance(head, Text) else Text(head)
    indent = first.cell_len
    line, out, empty = first.copy(), [], True
    for item in items:
        if not empty and line.cell_len + gap + item.cell_len > width:
            out.append(line)
            line, empty = Text(" " * indent), True
        if not empty:
            line.append(" " * gap)
        line.append_text(cut(item, max(width - indent, 1)))
        empty = False
    return [*out, line]


def rule(width: int, title: Text | str = "") -> Text:
    """A line across, with a title in it."""
    words = title if isinstance(title, Text) else Text(title, style="bold")
    if not words.cell_len:
        return Text("─" * width, style="dim")
    words = cut(words, max(width - 4, 1))
    return cut(
        joined(Text("─ ", style="dim"), words, Text(" " + "─" * (width - words.cell_len - 3), style="dim")),
        width,
    )


def fragments(lines: Iterable[Text], width: int) -> StyleAndTextTuples:
    """Lines as prompt_toolkit draws them."""
    out: StyleAndTextTuples = []
    for line in lines:
        for segment in cut(line, width).render(_CONSOLE):
            out.append((_style(segment.style), segment.text.replace("\n", " ")))
        out.append(("", "\n"))
    return out[:-1]


def _style(style: Style | None) -> str:
    if style is None:
        return ""
    words = [name for name in _ATTRIBUTES if getattr(style, name)]
    if style.color is not None:
        words.append(f"fg:ansi{style.color.name}")
    return " ".join(words)
