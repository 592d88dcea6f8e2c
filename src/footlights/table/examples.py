"""The sessions that come with Footlights."""

from __future__ import annotations

from pathlib import Path

import footlights


def examples() -> list[Path]:
    """Their files, in alphabetical order: inside an installed package, or beside the source it is run from."""
    package = Path(footlights.__file__).parent
    for folder in (package / "examples", package.parents[1] / "examples"):
        if found := sorted(folder.glob("*.yaml")):
            return found
    return []
