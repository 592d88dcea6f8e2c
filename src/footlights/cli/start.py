"""What `make play` runs: the live table in a browser; without a terminal, the example sessions to their end."""

from __future__ import annotations

import sys

from footlights.cli.shell import guarded


def start() -> int:
    """Start the server, or print the chronicles of the examples."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from footlights.cli.serve import serve

        return serve({}, None)
    from footlights.cli.run import run
    from footlights.table.examples import examples

    return run(examples(), None, None, as_json=False)


if __name__ == "__main__":
    sys.exit(guarded(start, "footlights"))
