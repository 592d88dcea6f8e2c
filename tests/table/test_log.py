"""How things are written down, and that what an earlier release wrote is read for ever."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from footlights.core import GM, Refused, System
from footlights.games import load, names
from footlights.store import MemoryStore, Row, SqliteStore, StoreTrouble
from footlights.table import Campaign, Table
from footlights.table.dicebox import OsDice
from footlights.table.events import Happening
from footlights.table.log import TABLE_COMMANDS, THROW, Log, tags
from footlights.table.orders import Ordered, Post
from tests.games.you.playing import sheet
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")


class Later:
    """A later release of the toy game: "went_down" was once the kind of "went_deeper", and before that "sank"."""

    upcasts: dict[str, Any] = {
        "sank": lambda old: {**old, "type": "went_down", "depth": old["steps"]},
        "went_down": lambda old: {**old, "type": "went_deeper", "coins": old["depth"]},
    }

    def __init__(self, game: System) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def kept(events: bytes, seq: int = 4) -> Row:
    return Row("t", seq, "2026-01-31T20:15:00.000Z", GM, "x", b'{"type":"throw"}', events, 1)


def test_events_of_an_earlier_release_are_lifted_to_what_they_are_now(lantern: Any) -> None:
    log = Log(Later(lantern))  # type: ignore[arg-type]
    row = kept(
        b'[{"type":"sank","leader":"Ana","steps":3,"because":"STP-03"},{"type":"posted","by":"Ana","text":"x",'
        b'"manner":"in_character"}]'
    )
    sank, posted = log.events(row)
    assert (sank.depth, sank.coins, sank.because) == (3, 3, "STP-03")
    assert posted.text == "x"


def test_a_table_with_old_rows_opens(lantern: Any, begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    table = begin(5, store=store)
    table.act("Ana", {"type": "step"})
    old = [
        replace(row, events=row.events.replace(b'"type":"went_deeper"', b'"type":"went_down"'))
        for row in table.rows()
    ]
    assert b"went_down" in old[-1].events
    store.append(
        [replace(old[-1], seq=4, command_id="x", command=b'{"type":"note"}', events=b"[]")], redacted=old
    )
    monkeypatch.setattr("footlights.table.table.load", lambda _name: Later(lantern))
    assert Table.open(store, table.id, OsDice()).state == table.state


@pytest.mark.parametrize(
    "events",
    [
        b'[{"type":"flown_away"}]',
        b'[{"type":"went_deeper"}]',
        b'[{"kind":"went_deeper"}]',
        b'[{"type":"sank"}]',
        b"[7]",
        b"7",
        b"[",
        b"\xff",
    ],
)
def test_what_cannot_be_read_is_told_with_its_row(lantern: Any, events: bytes) -> None:
    log = Log(Later(lantern))  # type: ignore[arg-type]
    with pytest.raises(StoreTrouble, match=r"table t: row 4 cannot be read \(.*written by a newer release"):
        log.events(kept(events))


def test_a_command_in_a_shape_that_is_gone_is_told_with_its_row(lantern: Any) -> None:
    log = Log(lantern)
    for command in (b'{"type":"fly"}', b'{"type":"hide"}'):
        with pytest.raises(StoreTrouble, match="the command of row 4 cannot be read"):
            log.ordered(replace(kept(b"[]"), command=command))


def test_every_event_and_command_of_the_table_is_written_and_read_as_it_is(
    lantern: Any, begin: Begin
) -> None:
    table = begin(2, 4, 3)
    table.act("Ana", {"type": "step"})
    table.act(GM, {"type": "take_back"})
    table.act("Ana", {"type": "step"})
    table.act("Ana", {"type": "roll", "notation": "1d6"})
    for step in table.line.tail:
        assert table.line.log.events(step.row) == [event for _, event in step.events] or step.row.seq == 1
    log = Log(lantern)
    for command in (Post(text="x"), table.line.log.command({"type": "hide", "name": "x", "depth": 1})):
        row = replace(kept(b"[]"), command=log.written(command))
        assert log.ordered(row) == command
        assert log.kind(row) in {"post", "hide"}


def test_what_json_cannot_hold_is_refused(lantern: Any) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in ("\ud800", deep):
        with pytest.raises(Refused, match="cannot be written down"):
            Log(lantern).written(value)


def test_the_words_of_the_table_are_its_own_in_every_game() -> None:
    for name in [*names(), "lantern"]:
        game = load(name)
        Log(game)
        assert THROW in tags(game.commands)


def test_a_game_that_uses_a_word_of_the_table_is_told_so(lantern: Any) -> None:
    class Chatty(Later):
        commands = lantern.commands | Post

    with pytest.raises(TypeError, match="commands called as the table's are: post"):
        Log(Chatty(lantern))  # type: ignore[arg-type]


def test_stored_words_of_the_table_never_change() -> None:
    assert sorted(TABLE_COMMANDS) == sorted(tags(Ordered))
    assert sorted(tags(Ordered)) == [
        "note",
        "post",
        "redact",
        "resume",
        "rewind",
        "roll",
        "session_zero",
        "set_dice",
        "sit",
        "take_back",
        "whisper",
        "x_card",
    ]
    assert sorted(tags(Happening)) == [
        "agreed",
        "dice_known",
        "dice_set",
        "noted",
        "opened",
        "posted",
        "redacted",
        "resumed",
        "rewound",
        "rolled",
        "sat",
        "stood_in",
        "stopped",
        "whispered",
    ]
    assert all(issubclass(kind, msgspec.Struct) for kind in get_args(Happening))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ("UPDATE rows SET events = CAST('[{' AS BLOB) WHERE seq = 2", "row 2 cannot be read"),
        ("UPDATE rows SET events = CAST('[' || x'ff' || ']' AS BLOB) WHERE seq = 2", "row 2 cannot be read"),
        ("DELETE FROM rows WHERE seq = 2", "row 2 is not there"),
    ],
)
def test_a_damaged_row_is_named(tmp_path: Path, begin: Begin, spoil: str, said: str) -> None:
    with closing(SqliteStore(tmp_path / "tables.db")) as store:
        table = begin(store=store)
        table.act("Ana", {"type": "go_home"})
        table.act("Ben", {"type": "post", "text": "So long."})
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute(spoil)
            other.commit()
        with pytest.raises(StoreTrouble, match=said) as trouble:
            Table.open(store, table.id, OsDice())
        assert table.id in str(trouble.value)
        assert "the save is damaged" in trouble.value.remedy


def test_a_damaged_row_that_reads_well_but_speaks_of_nobody_is_named(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "tables.db")) as store:
        sheets = [msgspec.to_builtins(sheet(name)) for name in ("Ana", "Ben")]
        table = Table.create(store, "you", {"characters": sheets}, Campaign(name="x"), OsDice())
        table.act(
            GM, {"type": "correct", "who": "Ana", "counter": "Injury", "value": 1, "reason": "forgotten"}
        )
        with closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            renamed = "CAST(replace(CAST(events AS TEXT), 'Ana', 'Eva') AS BLOB)"
            other.execute(f"UPDATE rows SET events = {renamed} WHERE seq = 2")
            other.commit()
        with pytest.raises(StoreTrouble, match="row 2 cannot be read"):
            Table.open(store, table.id, OsDice())
