"""Where campaigns are kept, and how one is found by its name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from footlights.cli.play.questions import folded
from footlights.cli.shell import WrongUse
from footlights.store import SqliteStore, Store, StoreTrouble, TableMeta
from footlights.written import path_shown, shortened, unknown

FILE = "tables.sqlite3"
NONE_YET = "there are no campaigns yet; begin one with: footlights new GAME"


def folder(named: Path | None) -> Path:
    """The data folder: the one named (by --data or FOOTLIGHTS_DATA), else the platform's own place for such data."""
    if named is not None:
        return named.expanduser()
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "footlights"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "footlights"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "footlights"


@contextmanager
def opened(named: Path | None) -> Iterator[Store]:
    """The store of the data folder, closed in the end; the folder is made when it is missing. Raises StoreTrouble."""
    place = folder(named)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        remedy = "Choose another folder with --data or FOOTLIGHTS_DATA."
        raise StoreTrouble(f"the folder cannot be made ({error.strerror})", str(place), remedy) from None
    store = SqliteStore(place / FILE)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def kept(named: Path | None) -> Iterator[Store]:
    """The store of a data folder that has one already. Raises WrongUse where there is none, and StoreTrouble."""
    if not (folder(named) / FILE).exists():
        raise WrongUse(f"{path_shown(folder(named))}: {NONE_YET}")
    with opened(named) as store:
        yield store


def find(store: Store, name: str) -> TableMeta:
    """The campaign of that name (whatever its case and accents) or id. Raises WrongUse, naming those there are,
    also when several bear the name."""
    return named(store.tables(), name)


def named(tables: Sequence[TableMeta], name: str) -> TableMeta:
    """The same among tables that are known already."""
    wanted = folded(name)
    found = [meta for meta in tables if name == meta.id or wanted == folded(meta.name)]
    if len(found) == 1:
        return found[0]
    if found:
        listed = "\n".join(
            f"  {meta.id}  {meta.name} ({meta.game}, begun {meta.created[:10]})" for meta in found
        )
        raise WrongUse(
            f"{len(found)} campaigns are called {shortened(name)!r}; name one by its id:\n{listed}"
        )
    if not tables:
        raise WrongUse(NONE_YET)
    raise WrongUse(unknown(name, distinct(tables), "campaign"))


def distinct(tables: Sequence[TableMeta]) -> list[str]:
    """What each campaign can be called by: its name, or its id where names are not distinct."""
    names = [folded(meta.name) for meta in tables]
    return [meta.name if names.count(folded(meta.name)) == 1 else meta.id for meta in tables]
