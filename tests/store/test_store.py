"""What every store promises, in memory or on disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from footlights.store import MemoryStore, Record, Row, SqliteStore, Store, StoreTrouble, TableMeta


def meta(table: str = "t", name: str = "Down below") -> TableMeta:
    return TableMeta(table, "lantern", name, "2026-01-31T20:15:00.000Z")


def row(seq: int, table: str = "t", **changes: Any) -> Row:
    """The row of that number; every detail differs from row to row."""
    plain = Row(
        table=table,
        seq=seq,
        at=f"2026-01-31T20:15:00.{seq % 1000:03}Z",
        seat="Zoë ✨",
        command_id=f"id{seq}",
        command=b'{"type":"post"}',
        events=f'[{{"n":{seq}}}]'.encode(),
        version=1,
    )
    return replace(plain, **changes)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "tables.db")
    yield opened
    opened.close()


def test_a_new_table_has_its_first_rows(store: Store) -> None:
    store.create(meta(), [row(1), row(2)])
    assert store.tables() == [meta()]
    assert store.meta("t") == meta()
    assert list(store.rows("t")) == [row(1), row(2)]


def test_tables_are_listed_in_the_order_they_were_opened(store: Store) -> None:
    for table in ("z", "a", "m"):
        store.create(meta(table), [row(1, table)])
    assert [listed.id for listed in store.tables()] == ["z", "a", "m"]


def test_an_id_is_taken_once(store: Store) -> None:
    store.create(meta(), [row(1)])
    with pytest.raises(StoreTrouble):
        store.create(meta(name="Another"), [row(1)])
    assert store.tables() == [meta()]
    assert list(store.rows("t")) == [row(1)]


def test_rows_are_read_from_any_number_to_any(store: Store) -> None:
    store.create(meta(), [row(1)])
    store.append([row(seq) for seq in range(2, 1201)])
    assert [found.seq for found in store.rows("t")] == list(range(1, 1201))
    assert [found.seq for found in store.rows("t", 1197)] == [1198, 1199, 1200]
    assert [found.seq for found in store.rows("t", 3, 5)] == [4, 5]
    assert list(store.rows("t", 5, 3)) == list(store.rows("t", 1200)) == []


def test_a_command_is_found_by_its_id_in_its_own_table(store: Store) -> None:
    for table in ("t", "u"):
        store.create(meta(table), [row(1, table), row(2, table, events=table.encode())])
    assert store.find("t", "id2") == row(2, events=b"t")
    assert store.find("u", "id2") == row(2, "u", events=b"u")
    assert store.find("t", "id3") is None


@pytest.mark.parametrize(
    "rows",
    [
        [row(2)],
        [row(3), row(2, command_id="x")],
        [row(3, command_id="id1")],
        [row(3), row(4, command_id="id3")],
    ],
)
def test_rows_that_clash_are_trouble_and_none_of_them_is_kept(store: Store, rows: list[Row]) -> None:
    store.create(meta(), [row(1), row(2)])
    with pytest.raises(StoreTrouble, match="somebody else has written"):
        store.append(rows)
    assert list(store.rows("t")) == [row(1), row(2)]
    store.append([row(3)])
    assert len(list(store.rows("t"))) == 3


@pytest.mark.parametrize("use", ["meta", "append"])
def test_a_table_that_is_not_there_is_trouble(store: Store, use: str) -> None:
    store.create(meta(), [row(1)])
    with pytest.raises(StoreTrouble):
        store.meta("x" * 10_000) if use == "meta" else store.append([row(1, "other")])


def test_the_tables_there_are_are_named_where_one_is_not(store: Store) -> None:
    store.create(meta(), [row(1)])
    with pytest.raises(StoreTrouble, match=r"there is no table 'other'.*: t"):
        store.meta("other")


def test_a_redacted_row_takes_the_place_of_the_old_one(store: Store) -> None:
    store.create(meta(), [row(1), row(2, events=b'["secret"]')])
    store.append([row(3)], redacted=[row(2, command=b"{}", events=b"[]")])
    assert list(store.rows("t")) == [row(1), row(2, command=b"{}", events=b"[]"), row(3)]
    with pytest.raises(StoreTrouble):
        store.append([row(3)], redacted=[row(1, events=b"gone")])
    assert next(store.rows("t")) == row(1)


def test_a_table_is_renamed_with_the_row_that_says_so(store: Store) -> None:
    store.create(meta(), [row(1)])
    store.append([row(2)], name="Deeper")
    assert store.meta("t").name == "Deeper"
    with pytest.raises(StoreTrouble):
        store.append([row(2)], name="Never")
    assert store.meta("t").name == "Deeper"


def test_many_threads_write_and_read_at_once(store: Store) -> None:
    """Twenty tables, each written by a thread of its own; every row arrives once and in order."""
    tables = [f"table{number}" for number in range(20)]
    wrong: list[str] = []

    def play(table: str) -> None:
        store.create(meta(table), [row(1, table)])
        for seq in range(2, 60):
            store.append([row(seq, table)])
            if store.find(table, f"id{seq}") != row(seq, table):
                wrong.append(f"{table} {seq}")

    threads = [threading.Thread(target=play, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert {listed.id for listed in store.tables()} == set(tables)
    for table in tables:
        assert list(store.rows(table)) == [row(seq, table) for seq in range(1, 60)]


def test_of_many_writers_of_one_row_one_wins_and_the_others_are_told(store: Store) -> None:
    store.create(meta(), [row(1)])
    refused: list[str] = []

    def write(writer: int) -> None:
        try:
            store.append([row(2, command_id=f"writer{writer}")])
        except StoreTrouble:
            refused.append(f"writer{writer}")

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [found.command_id for found in store.rows("t", 1)]
    assert len(kept) == 1
    assert sorted([*refused, *kept]) == sorted(f"writer{writer}" for writer in range(12))


def test_records_lie_beside_the_logs_and_go_with_their_table(store: Store) -> None:
    store.create(meta("t"), [row(1)])
    store.create(meta("u"), [row(1, table="u")])
    ana, ben = Record("link", "a", "t", b"Ana"), Record("link", "b", "u", b"Ben")
    store.keep([ana, ben, Record("sheet", "a", "t", b"{}")])
    assert store.records("link") == [ana, ben]
    store.keep([Record("link", "a", "t", b"Anna")])
    assert {record.body for record in store.records("link")} == {b"Anna", b"Ben"}
    store.forget([ben, Record("link", "nobody", "t", b"")])
    assert [record.id for record in store.records("link")] == ["a"]
    store.delete("t")
    assert store.records("link") == store.records("sheet") == []
    assert [known.id for known in store.tables()] == ["u"]
    with pytest.raises(StoreTrouble, match="no table"):
        store.delete("t")
    store.keep([nobodys := Record("health", "mark", "", b"")])
    with pytest.raises(StoreTrouble, match="no table 't'") as late:
        store.keep([Record("health", "late", "u", b""), Record("health", "later", "t", b"")])
    assert "'u'" not in str(late.value)
    assert store.records("health") == [nobodys]


def test_an_append_need_not_be_waited_for(store: Store) -> None:
    store.create(meta("t"), [row(1)])
    on_its_way = [store.appending([row(2)]), store.appending([row(3)]), store.appending([row(3)])]
    assert [type(done.exception()) for done in on_its_way] == [type(None), type(None), StoreTrouble]
    assert [found.seq for found in store.rows("t")] == [1, 2, 3]
