"""Where campaigns are kept, and how one is found by its name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from footlights.cli.called import suggested
from footlights.cli.play.questions import folded
from footlights.cli.play.visible import visible
from footlights.cli.shell import WrongUse
from footlights.store import SqliteStore, Store, StoreTrouble, TableMeta
from footlights.written import path_shown, shortened, unknown

FILE = "tables.sqlite3"


def folder(named: Path | None) -> Path:
    """The data folder: the one named, else that of FOOTLIGHTS_DATA, else the platform's own place for such data. Raises
    WrongUse for the home of somebody who has none."""
    if named is None and (said := os.environ.get("FOOTLIGHTS_DATA")):
        named = Path(said)
    try:
        return _platforms_own() if named is None else named.expanduser()
    except RuntimeError:  # who is meant, or whose home, cannot be found out
        where = "the home folder" if named is None else path_shown(named)
        raise WrongUse(
            f"{where}: there is no such home; name a folder by its whole path with --data"
        ) from None


def _platforms_own() -> Path:
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "footlights"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "footlights"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "footlights"


def none_yet() -> str:
    """That there are no campaigns, and what to do about it."""
    return f"there are no campaigns yet; begin one with: {suggested('new')} GAME"


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
        raise WrongUse(f"{path_shown(folder(named))}: {none_yet()}")
    with opened(named) as store:
        yield store


def find(store: Store, name: str) -> TableMeta:
    """The campaign of that name (whatever its case and accents) or id. Raises WrongUse, naming those there are,
    also when several bear the name."""
    return named(store.tables(), name)


def named(tables: Sequence[TableMeta], name: str) -> TableMeta:
    """The same among tables that are known already."""
    wanted = folded(visible(name))
    found = [meta for meta in tables if name == meta.id or wanted == _alike(meta)]
    if len(found) == 1:
        return found[0]
    if found:
        listed = "\n".join(
            f"  {meta.id}  {visible(meta.name)} ({meta.game}, begun {meta.created[:10]})" for meta in found
        )
        raise WrongUse(
            f"{len(found)} campaigns are called {shortened(name)!r}; name one by its id:\n{listed}"
        )
    if not tables:
        raise WrongUse(none_yet())
    raise WrongUse(unknown(name, distinct(tables), "campaign"))


def distinct(tables: Sequence[TableMeta]) -> list[str]:
    """What each campaign can be called by: its name; its id where names look alike, have something in them that cannot
    be seen, or would be taken for an option."""
    names = [_alike(meta) for meta in tables]

    def plain(meta: TableMeta) -> bool:
        alone = names.count(_alike(meta)) == 1
        return alone and meta.name == visible(meta.name) and not meta.name.startswith("-")

    return [meta.name if plain(meta) else meta.id for meta in tables]


def _alike(meta: TableMeta) -> str:
    """The same for all campaigns whose names a reader would take for one."""
    return folded(visible(meta.name))
