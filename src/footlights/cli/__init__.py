"""The command line and the terminal table."""


def main() -> None:
    """What the `footlights` command runs."""
    from footlights.cli.app import app

    app(prog_name="footlights")
