"""Names as people type them and as a shell takes them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from footlights.cli.called import suggested
from footlights.cli.folder import distinct, folder
from footlights.cli.play.questions import folded
from footlights.cli.shell import WrongUse
from footlights.store import Store, TableMeta
from footlights.written import unknown


def meant(typed: str, names: Iterable[str]) -> str:
    """The one of the names that was typed, whatever its case and accents; else what was typed."""
    names = tuple(names)
    alike = [name for name in names if folded(name) == folded(typed)]
    return alike[0] if len(alike) == 1 and typed not in names else typed


def one_of(typed: str, names: Iterable[str], what: str) -> str:
    """The one of the names that is meant. Raises WrongUse, naming the nearest or all there are."""
    names = tuple(names)
    name = meant(typed, names)
    if name not in names:
        raise WrongUse(unknown(typed, names, what))
    return name


def to_play(meta: TableMeta, store: Store, data: Path | None) -> str:
    """The command that goes on with the campaign, as a shell takes it: wherever it is kept, whatever it is called."""
    tables = store.tables()
    name = distinct(tables)[tables.index(meta)]
    elsewhere = folder(data) != folder(None)
    return suggested("play", name, *(("--data", str(data)) if elsewhere else ()))
