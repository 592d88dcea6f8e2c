"""What `make play` runs: the live table in a browser; without a terminal, the example sessions to their end."""

from __future__ import annotations

import sys

from footlights.cli.shell import FINE, guarded


def start() -> int:
    """Start the server, or print the chronicles of the examples."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        from footlights.cli.serve import serve

        return serve({}, None)
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
