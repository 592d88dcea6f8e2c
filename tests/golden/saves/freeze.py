"""Freeze the saves of this release: the example sessions, and at each table everything that any table can do."""

from __future__ import annotations

import shutil
import sys
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from footlights.core import GM, SPECTATOR
from footlights.store import MemoryStore, SqliteStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice, TypedDice
from footlights.table.markdown import chronicle_markdown
from footlights.table.saves import export_campaign, import_campaign
from footlights.table.script import Session, read
from footlights.written import read_file

SAVES = Path(__file__).parent
EXAMPLES = SAVES.parents[2] / "examples"


def freeze() -> None:
    """Write what is not there yet: all the saves of this release or, when something goes wrong, none."""
    release = version("footlights")
    if (SAVES / f"tables-{release}.sqlite3").exists():
        return
    with TemporaryDirectory() as made:
        folder = Path(made)
        with closing(SqliteStore(folder / f"tables-{release}.sqlite3")) as store:
            for path in sorted(EXAMPLES.glob("*.yaml")):
                session = Session(read(read_file(path)), store)
                for _ in session.steps():
                    pass
                table = Table.open(store, session.table.id, SeededDice(1))
                _do_what_any_table_can(table)
                _write(folder / f"{path.stem}-{release}", table)
        for file in folder.glob(f"*{release}*"):
            if file.suffix != ".lock":
                shutil.copy(file, SAVES)


def _do_what_any_table_can(table: Table) -> None:
    player, last = table.seats[1], table.line.head.seq
    table.act(
        player, {"type": "post", "text": 'She says "done" 👋\nand leaves.', "manner": "out_of_character"}
    )
    table.act(player, {"type": "post", "text": "This is to be forgotten."})
    table.act(player, {"type": "redact", "entry": table.chronicles.count(player)})
    table.act(player, {"type": "whisper", "to": GM, "text": "I know who it was."})
    table.act(GM, {"type": "note", "text": "It was the ferryman's clock."})
    table.act(player, {"type": "roll", "notation": "2d20kh1+3", "private": True})
    table.act(GM, {"type": "sit", "seat": player, "person": "Zoë"})
    table.act(player, {"type": "x_card"})
    table.act(GM, {"type": "resume"})
    table.act(GM, {"type": "rewind", "to": last // 2})
    table.act(GM, {"type": "rewind", "to": last})
    table.act(GM, {"type": "take_back"})
    table.act(GM, {"type": "set_dice", "mode": "typed", "known_dice": False})
    table.act(GM, {"type": "session_zero", "veils": "drowning\nfire"})


def _write(path: Path, table: Table) -> None:
    Path(f"{path}.json").write_bytes(export_campaign(table))
    state = msgspec.json.format(msgspec.json.encode(table.state), indent=1)
    Path(f"{path}.state.json").write_bytes(state + b"\n")
    _write_chronicles(path, table)


def _write_chronicles(path: Path, table: Table) -> None:
    for seat in (GM, table.seats[1], SPECTATOR):
        Path(f"{path}.{seat}.md").write_text(chronicle_markdown(table, seat), "utf-8")


def frozen() -> list[Path]:
    """Every frozen campaign, of whatever release."""
    return sorted(path for path in SAVES.glob("*.json") if not path.name.endswith(".state.json"))


def opened(path: Path) -> Table:
    """The campaign of a file, opened where nobody throws."""
    store = MemoryStore()
    return Table.open(store, import_campaign(store, read_file(path)).id, TypedDice())


if __name__ == "__main__":
    if "--chronicles" in sys.argv:
        for saved in frozen():
            _write_chronicles(saved.with_suffix(""), opened(saved))
    else:
        freeze()
