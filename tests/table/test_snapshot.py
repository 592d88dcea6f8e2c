"""Snapshots: a table that is opened from one stands as the log says; where one cannot be believed the log is folded."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
from hypothesis import given

from footlights.core import GM, SPECTATOR, System
from footlights.games import load
from footlights.store import MemoryStore, Record, Store
from footlights.table import Table, snapshot
from footlights.table.dicebox import SeededDice, TypedDice
from footlights.table.line import STAND, TAIL, Line
from tests.laws.games import STAGES
from tests.laws.play import MOVES, Chance, Luck, law, lucky
from tests.laws.two_tables import TwoTables
from tests.table.conftest import Begin
from tests.table.test_chronicle import long_play


@pytest.fixture
def long(begin: Begin) -> Table:
    """A long campaign of the toy game, in a store that counts the rows that are read."""
    return begin(store=Counting(), box=SeededDice(1))


pytestmark = pytest.mark.usefixtures("lantern")


class Counting(MemoryStore):
    def __init__(self) -> None:
        super().__init__()
        self.read = 0

    def rows(self, table: str, after: int = 0, until: int | None = None) -> Iterator[Any]:
        for row in super().rows(table, after, until):
            self.read += 1
            yield row


def store_of(table: Table) -> Counting:
    store: Any = table._store
    assert isinstance(store, Counting)
    return store


def everything(table: Table) -> dict[str, Any]:
    """All that anybody at the table can ask for."""
    seats = (*table.seats, SPECTATOR)
    return {
        "stands": (table.line.head, table.standing),
        "marks": table.marks(limit=1_000),
        "chronicles": [table.chronicle(seat) for seat in seats],
        "ends": [table.chronicle(seat, limit=3) for seat in seats],
        "offers": [table.offers(seat) for seat in seats],
        "waiting": [table.waiting(seat) for seat in seats],
        "earlier": [table.line.at(seq) for seq in range(1, table.line.head.seq, 7)],
        "back": [table.preview_rewind(seq) for seq in range(1, table.line.head.seq, 11)],
    }


def folded(table: Table) -> Table:
    """The same table, folded from its log alone."""
    copy = MemoryStore()
    meta = table._store.meta(table.id)
    copy.create(meta, list(table.rows()))
    return Table.open(copy, table.id, TypedDice())


@pytest.mark.parametrize("game", STAGES)
@law
@given(luck=lucky())
def test_a_table_opened_from_a_snapshot_is_the_table_that_its_log_tells_of(game: str, luck: Luck) -> None:
    with mock.patch.multiple("footlights.table.line", STAND=4, TAIL=2, CHECKPOINTS=4):
        play = TwoTables(load(game), STAGES[game], Chance(luck.choices()))
        for _ in range(2):
            play.play(MOVES // 2)
            table = play.one
            table.keep_snapshot()
        again = Table.open(table._store, table.id, TypedDice())
        assert any(stand.kept for stand in again.line.stands) == (table.line.ripe is not None)
        assert everything(again) == everything(folded(table))


def test_whoever_opens_a_long_campaign_reads_its_end_only(long: Table) -> None:
    for turn in range(4 * STAND):
        long.act("Ana", {"type": "post", "text": f"post {turn}"})
    store = store_of(long)
    long.keep_snapshot()
    store.read = 0
    again = Table.open(store, long.id, TypedDice())
    ends = {seat: again.chronicle(seat, limit=60) for seat in (GM, "Ana", "Ben", SPECTATOR)}
    assert store.read <= 6 * 2 * STAND
    assert ends == {seat: long.chronicle(seat, limit=60) for seat in ends}
    assert again.chronicle("Ana") == long.chronicle("Ana")
    assert everything(again)["stands"] == everything(folded(long))["stands"]


def test_a_short_campaign_needs_no_snapshot(long: Table) -> None:
    long_play(long, STAND)
    long.keep_snapshot()
    assert store_of(long).record(snapshot.KIND, long.id) is None


def test_a_snapshot_is_laid_down_once_and_then_again_when_the_table_has_moved_on(long: Table) -> None:
    kept = []
    for _ in range(4):
        long_play(long, STAND)
        long.keep_snapshot()
        kept.append(store_of(long).record(snapshot.KIND, long.id))
        with mock.patch.object(Counting, "keeping") as keeping:
            long.keep_snapshot()
            Table.open(store_of(long), long.id, TypedDice()).keep_snapshot()
        keeping.assert_not_called()
    assert kept[0] is None
    assert len(set(kept)) == 4


SEAL = len(snapshot.sealed(b""))

SPOILT: dict[str, Any] = {
    "taken by other code": {"code": "0" * 32},
    "of another log": {"row": "0" * 32},
    "beyond the end of the log": {"seq": 1_000_000},
    "without a state": {"state": None},
    "of a state that there cannot be": {"state": {"walkers": 5}},
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_snapshot_that_cannot_be_believed_counts_for_nothing(long: Table, how: str) -> None:
    long_play(long, 3 * STAND)
    long.keep_snapshot()
    store = store_of(long)
    kept = store.record(snapshot.KIND, long.id)
    assert kept is not None
    spoilt = msgspec.json.encode(msgspec.json.decode(kept.body[SEAL:]) | SPOILT[how])
    for body in map(snapshot.sealed, (spoilt, b"", b"{}", kept.body[SEAL:-9])):
        store.keep([Record(snapshot.KIND, long.id, long.id, body)])
        again = Table.open(store, long.id, TypedDice())
        assert not any(stand.kept for stand in again.line.stands)
        assert again.line.head == long.line.head


def test_no_damage_to_a_snapshot_makes_another_table(long: Table) -> None:
    long_play(long, 3 * STAND)
    long.keep_snapshot()
    store = store_of(long)
    kept = store.record(snapshot.KIND, long.id)
    assert kept is not None
    for place in [*range(0, len(kept.body), len(kept.body) // 50), *figures(kept.body)]:
        for byte in (b"", b"7", b"8", b"\xff", b"[" * 5_000):
            body = kept.body[:place] + byte + kept.body[place + 1 :]
            if body != kept.body:
                store.keep([Record(snapshot.KIND, long.id, long.id, body)])
                assert snapshot.found(long.system, store, long.id) is None


def figures(body: bytes) -> list[int]:
    """The places of some of the figures in it."""
    return [place for place, byte in enumerate(body) if chr(byte).isdecimal()][::20]


def test_where_the_rules_stood_after_a_rewind_does_not_hang_on_what_is_in_memory(long: Table) -> None:
    long_play(long, 20)
    long.act(GM, {"type": "rewind", "to": 2})
    rewound = long.line.head
    for turn in range(2 * TAIL):
        long.act("Ana", {"type": "post", "text": f"post {turn}"})
    assert long.line.at(rewound.seq) == rewound


def test_a_snapshot_goes_with_its_table(long: Table) -> None:
    long_play(long, 3 * STAND)
    long.keep_snapshot()
    store = store_of(long)
    assert store.record(snapshot.KIND, long.id) is not None
    store.delete(long.id)
    assert store.record(snapshot.KIND, long.id) is None


def test_a_store_that_cannot_keep_it_troubles_nobody(long: Table) -> None:
    long_play(long, 3 * STAND)
    store_of(long).delete(long.id)
    long.keep_snapshot()


def test_a_game_whose_states_cannot_be_written_is_played_without(long: Table) -> None:
    long_play(long, 3 * STAND)
    with mock.patch("msgspec.json.encode", side_effect=TypeError):
        long.keep_snapshot()
    assert store_of(long).record(snapshot.KIND, long.id) is None


def test_code_is_told_apart_by_what_it_says(lantern: System) -> None:
    games = {snapshot.code(type(system)) for system in (load("you"), load("inciting-incident"), lantern)}
    assert len(games) == 3


def test_code_that_cannot_be_read_is_like_no_other(lantern: System) -> None:
    snapshot.code.cache_clear()
    with mock.patch("pathlib.Path.read_bytes", side_effect=OSError):
        blind = snapshot.code(type(lantern))
        assert snapshot.code(type(lantern)) == blind
    snapshot.code.cache_clear()
    assert snapshot.code(type(lantern)) != blind


@pytest.mark.parametrize("where", ["/nowhere/footlights.zip/footlights/__init__.py", None])
def test_code_in_an_archive_is_like_no_other(lantern: System, where: str | None) -> None:
    codes = set()
    for _ in range(2):
        snapshot.code.cache_clear()
        with mock.patch("footlights.__file__", where):
            codes.add(snapshot.code(type(lantern)))
    snapshot.code.cache_clear()
    assert len(codes) == 2


def test_code_that_was_replaced_under_a_running_server_is_not_the_code_that_it_runs(lantern: System) -> None:
    snapshot.code.cache_clear()
    with mock.patch("footlights.table.snapshot._BEGUN", 0):
        stale = snapshot.code(type(lantern))
    snapshot.code.cache_clear()
    assert snapshot.code(type(lantern)) != stale


def test_any_file_of_a_games_package_counts_wherever_its_system_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "cellar"
    package.mkdir()
    for name, text in {
        "__init__": "",
        "rules": "COINS = 1",
        "game": "from cellar import rules\nclass Cellar: ...",
    }.items():
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    system = importlib.import_module("cellar.game").Cellar
    monkeypatch.setattr(snapshot, "_BEGUN", time.time() + 60)
    before = snapshot.code(system)
    snapshot.code.cache_clear()
    assert snapshot.code(system) == before
    (package / "rules.py").write_text("COINS = 2")
    snapshot.code.cache_clear()
    assert snapshot.code(system) != before


def test_a_line_folds_from_the_start_where_there_is_none(long: Table) -> None:
    long_play(long, 20)
    store: Store = store_of(long)
    assert Line(long.system, store, long.id).head == long.line.head
