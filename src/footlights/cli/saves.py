"""`footlights export` and `footlights import`: campaigns, sessions and characters out and in."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import msgspec

from footlights.cli.folder import find, kept, opened
from footlights.cli.naming import meant, one_of, to_play
from footlights.cli.play.visible import visible
from footlights.cli.screen import show_json, show_line
from footlights.cli.sheet import character_in
from footlights.cli.shell import FINE, WrongUse
from footlights.core import GM, SPECTATOR, Seat, Sheet
from footlights.store import MemoryStore, Store, TableMeta
from footlights.table import Table
from footlights.table.dicebox import TypedDice
from footlights.table.markdown import chronicle_markdown
from footlights.table.orders import SessionZero
from footlights.table.saves import export_campaign, export_character, import_campaign
from footlights.table.script import played, read, written_out
from footlights.table.sheets import takes_character
from footlights.written import Written, path_shown, read_file


def export(
    campaign: str,
    *,
    chronicle: bool,
    session: bool,
    character: str | None,
    seat: Seat | None,
    output: Path | None,
    data: Path | None,
) -> int:
    """Write the campaign, or the part of it that is asked for, to a file or to the screen. Raises WrongUse."""
    if chronicle + session + (character is not None) > 1:
        raise WrongUse("--chronicle, --session and --character are three exports; ask for one at a time")
    if seat is not None and not (chronicle or character is not None):
        raise WrongUse(
            "--as goes with --chronicle or --character; campaigns and session scripts hold every secret"
        )
    with kept(data) as store:
        table = Table.open(store, find(store, campaign).id, TypedDice())
        reader = one_of(seat or GM, (*table.seats, SPECTATOR), "seat")
        if chronicle:
            written = chronicle_markdown(table, reader).encode()
        elif session:
            written = written_out(table).encode()
        elif character is not None:
            written = export_character(table, meant(character, table.seats), reader)
        else:
            written = export_campaign(table)
    if output is None:
        sys.stdout.buffer.write(written)
    elif _write(output, written):
        show_line(f"Written to {path_shown(output)}.")
    return FINE


def _write(output: Path, written: bytes) -> bool:
    """Put the bytes where the path leads; whether that is a file (and no pipe or device, which other programs read).
    Raises WrongUse."""
    try:
        if output.exists() and not output.is_file():
            output.write_bytes(written)
            return False
        _replace(Path(os.path.realpath(output)), written)
    except OSError as error:
        raise WrongUse(f"{path_shown(output)}: cannot be written ({error.strerror or error})") from None
    return True


def _replace(file: Path, written: bytes) -> None:
    """Make the bytes the contents of the file, which keeps what it had until all of them are on disk, and its mode."""
    beside = file.with_name(f".{file.name[:40]}.{os.getpid()}")
    with beside.open("xb") as new:
        try:
            new.write(written)
            new.flush()
            os.fsync(new.fileno())
            if file.exists():
                beside.chmod(stat.S_IMODE(file.stat().st_mode))
            beside.replace(file)
        except BaseException:
            beside.unlink()
            raise


def import_(file: Path, into: str | None, title: str | None, data: Path | None, *, as_json: bool) -> int:
    """Take in whatever the file is. Raises Malformed, and WrongUse for options that do not go with it; then nothing has
    been taken in."""
    written = read_file(file)
    keys = written.value.keys() if isinstance(written.value, dict) else ()
    if "rows" in keys or "play" in keys:
        if into is not None:
            raise WrongUse(
                "--into is for characters; a campaign and a session script become a campaign of their own"
            )
        take_in = _campaign if "rows" in keys else _session
        with opened(data) as store:
            meta = take_in(store, written, title)
            if as_json:
                show_json(meta)
            else:
                show_line(f"{visible(meta.name)} is here. Go on with: {to_play(meta, store, data)}")
        return FINE
    if title is not None:
        raise WrongUse("--title is for campaigns; a character keeps its name")
    return _character(written, into, data, as_json=as_json)


def _character(file: Written, into: str | None, data: Path | None, *, as_json: bool) -> int:
    system, character = character_in(file)
    if into is None:
        raise WrongUse(
            f"{file.name}: a character of {system.title}; add --into CAMPAIGN to say where it joins"
        )
    with kept(data) as store:
        table = Table.open(store, find(store, into).id, TypedDice())
        if table.system is not system:
            games = f"of {system.title}, and {table.campaign.name} is a campaign of {table.system.title}"
            raise WrongUse(f"{file.name}: a character {games}")
        _join(table, character)
    if as_json:
        show_json({"campaign": table.id, "character": character.name})
    else:
        show_line(visible(f"{character.name} has joined {table.campaign.name}."))
    return FINE


def _campaign(store: Store, file: Written, title: str | None) -> TableMeta:
    """The campaign, under another name if one is asked for, taken in at one stroke."""
    memory = MemoryStore()
    meta = import_campaign(memory, file)
    if title is not None:
        Table.open(memory, meta.id, TypedDice()).act(GM, SessionZero(name=title))
    store.create(memory.meta(meta.id), list(memory.rows(meta.id)))
    return store.meta(meta.id)


def _session(store: Store, file: Written, title: str | None) -> TableMeta:
    """The campaign that the session leads to, its whole log taken in at one stroke."""
    script = read(file)
    if title is not None:
        script = msgspec.structs.replace(
            script, campaign=msgspec.structs.replace(script.campaign, name=title)
        )
    return played(script, store)


def _join(table: Table, character: object) -> None:
    """Answer the GM's offer that takes a character's sheet. Raises Refused, WrongUse where there is none."""
    for offer in table.offers(GM):
        for field in offer.fields:
            if isinstance(field, Sheet) and takes_character(table.system, field):
                table.act(GM, {"type": offer.kind, field.name: msgspec.to_builtins(character)})
                return
    raise WrongUse(f"nobody can join {table.campaign.name} now; play on and try again later")
