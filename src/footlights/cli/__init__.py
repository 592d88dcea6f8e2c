"""The command line and the terminal table."""

import os


def main() -> None:
    """What the `footlights` command runs."""
    if os.environ.get("_FOOTLIGHTS_COMPLETE") == "complete_bash":
        from footlights.cli.completion import mend_words

        mend_words()
    from footlights.cli.app import app

    app(prog_name="footlights")
