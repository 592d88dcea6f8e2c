"""How Footlights was called, so that a command it suggests can be typed as it stands."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

_MODULE = ["-m", "footlights"]


def suggested(*words: str) -> str:
    """A command line of Footlights that works from here."""
    return shlex.join([*_program(), *words])


def _program() -> list[str]:
    """How a shell calls the Footlights that runs: by its name where the shell finds it, else as it was
    called, else by where it is."""
    script = Path(sys.executable).with_name("footlights")
    found = shutil.which("footlights")
    if found is not None and Path(found).resolve() == script.resolve():
        return ["footlights"]
    if sys.orig_argv[1:3] == _MODULE:
        return sys.orig_argv[:3]
    called = Path(sys.argv[0])
    if called.name == "footlights" and called.exists():
        return [sys.argv[0]]
    if not script.exists():
        return [sys.executable, *_MODULE]
    here = Path.cwd()
    return [str(script.relative_to(here) if script.is_relative_to(here) else script)]
