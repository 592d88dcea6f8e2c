"""Take the README's picture of the terminal table: docs/img/table.svg, from the real program at a pseudo-terminal."""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT: Final = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.terminal.screen import Terminal  # noqa: E402

from footlights.cli.folder import opened  # noqa: E402
from footlights.table.script import Session, read  # noqa: E402
from footlights.written import read_file  # noqa: E402

PICTURE: Final = ROOT / "docs" / "img" / "table.svg"


def inked(glass: Any) -> Text:
    """What stands on the screen, with its colours."""
    text = Text()
    for row in range(glass.lines):
        for column in range(glass.columns):
            cell = glass.buffer[row][column]
            colour = "" if cell.fg == "default" else (f"#{cell.fg}" if len(cell.fg) == 6 else cell.fg)
            words = [colour.replace("brown", "yellow").replace("bright", "bright_"), "bold" * cell.bold]
            words += ["reverse" * cell.reverse, "underline" * cell.underscore]
            text.append(cell.data, " ".join(word for word in words if word))
        text.append("\n")
    return text


def main() -> None:
    """Play the example up to Ana's roll, sit down as Ana, and draw what she sees."""
    ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        with opened(data) as store:
            session = Session(read(read_file(ROOT / "examples" / "the-last-ferry.yaml")), store)
            for _ in session.steps(session.script.enter):
                pass
        terminal = Terminal("play", "The Last Ferry", data=data, columns=96, rows=44)
        terminal.see("Hand the screen to GM")
        terminal.enter()
        terminal.see("What you may do")
        terminal.enter("h")
        terminal.see("Who takes the screen?")
        terminal.enter("Ana")
        terminal.see("Hand the screen to Ana")
        terminal.enter()
        terminal.see("What you may do")
        terminal.enter("r")
        terminal.see("Partial Success", "INS to spend")
        console = Console(record=True, width=96, file=StringIO(), force_terminal=True)
        console.print(inked(terminal.glass), end="")
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        svg = console.export_svg(title="footlights play", theme=MONOKAI, unique_id="footlights")
        PICTURE.write_text(svg, encoding="utf-8")
        terminal.child.close(force=True)
    print(f"wrote {PICTURE}")


if __name__ == "__main__":
    main()
