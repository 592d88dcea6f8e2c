"""`footlights serve` and `footlights recover-gm`: the live table, and the way back for a GM who has lost the link."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from footlights.cli.called import suggested
from footlights.cli.folder import FILE, folder, named, none_yet, opened
from footlights.cli.shell import FINE, WrongUse
from footlights.core import GM
from footlights.serving import ADDRESS, DROP, PortTaken
from footlights.serving import serve as served
from footlights.store import InUse
from footlights.store.lock import Lock
from footlights.store.sqlite import listed
from footlights.table.table import utc_now
from footlights.web.seats import Link, lay
from footlights.web.settings import settings
from footlights.written import path_shown


def serve(options: Mapping[str, Any], config: Path | None) -> int:
    """Serve until somebody stops it. Raises Malformed for settings, WrongUse, StoreTrouble."""
    made = settings(options, os.environ, config)
    data = folder(Path(made.data) if made.data else None)
    try:
        with opened(data) as store:
            served(made, store, data, _say)
    except PortTaken as taken:
        raise WrongUse(str(taken)) from None
    except InUse as trouble:
        if where := running(data):
            raise WrongUse(f"Footlights serves these tables already, at {where} ({trouble.what})") from None
        raise
    return FINE


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - at once, though a pipe reads it


def running(data: Path) -> str:
    """Where the server of that folder said it is, "" for nowhere. One that died may have said so."""
    try:
        return (data / ADDRESS).read_text("utf-8").strip()[:200]
    except OSError:
        return ""


def _in_use(file: Path) -> bool:
    """Whether some process holds the tables."""
    try:
        Lock(file.with_name(f"{file.name}.lock"), file).release()
    except InUse:
        return True
    return False


def recover_gm(table: str, data: Path | None, url: str | None) -> int:
    """Lay a new GM link ready and print it. Raises WrongUse where there is no such table."""
    place = folder(data)
    if not (place / FILE).exists():
        raise WrongUse(f"{path_shown(place)}: {none_yet()}")
    meta = named(listed(place / FILE), table)
    link = Link(id="", table=meta.id, role="gm", seat=GM, made=utc_now(), first=True)
    secret = lay(place / DROP, link)
    where = running(place) if _in_use(place / FILE) else ""
    made = settings({"url": url}, os.environ)
    base = (url or where or made.url or f"http://localhost:{made.port}{made.prefix}").rstrip("/")
    _say(f"{base}/in/{secret}")
    _say(f"Whoever follows it is GM of {meta.name}. Older links go on working; end them on the page People.")
    if not where:
        elsewhere = ("--data", str(data)) if data else ()
        _say(f"The server does not run now; start it with: {suggested('serve', *elsewhere)}")
    return FINE
