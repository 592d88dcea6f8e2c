"""What `make play` runs: the terminal table; without a terminal, the example sessions from beginning to end."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from footlights.cli.shell import FINE, guarded


def start() -> int:
    """Open the table, or print the chronicles of the examples."""
    data = os.environ.get("FOOTLIGHTS_DATA")
    if sys.stdin.isatty() and sys.stdout.isatty():
        from footlights.cli.folder import folder
        from footlights.cli.play import play

        return play(None, folder(Path(data) if data else None))
    from footlights.cli.run import run
    from footlights.cli.screen import show
    from footlights.table.examples import examples

    for number, example in enumerate(examples()):
        if number:
            show("\n")
        run(example, None, None, as_json=False)
    return FINE


if __name__ == "__main__":
    sys.exit(guarded(start, "footlights"))
