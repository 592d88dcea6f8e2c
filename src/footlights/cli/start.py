"""What `make play` runs: the terminal table; without a terminal, the example sessions from beginning to end."""

from __future__ import annotations

import sys

from footlights.cli.shell import guarded


def start() -> int:
    """Open the table, or print the chronicles of the examples."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from footlights.cli.folder import folder
        from footlights.cli.play import play

        return play(None, folder(None))
    from footlights.cli.examples import examples
    from footlights.cli.run import run

    return run(examples(), None, None, as_json=False)


if __name__ == "__main__":
    sys.exit(guarded(start, "footlights"))
