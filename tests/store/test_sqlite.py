"""The SQLite file: who may use it, what is said when it cannot be used, and that nothing is lost or left behind."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from footlights.store import Record, SqliteStore, StoreTrouble
from tests.store.test_store import meta, row

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def filled(path: Path, rows: int = 20) -> bytes:
    """A file with one table, closed; gives what is in it."""
    with closing(SqliteStore(path)) as store:
        store.create(meta(), [row(seq) for seq in range(1, rows + 1)])
    return path.read_bytes()


def trouble(path: Path) -> StoreTrouble:
    """What is said when the file is opened."""
    with pytest.raises(StoreTrouble) as caught:
        SqliteStore(path)
    assert caught.value.where == str(path)
    assert caught.value.remedy
    assert str(caught.value) == f"{path}: {caught.value.what}. {caught.value.remedy}"
    return caught.value


def elsewhere(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """What another process says to some code."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


OPEN = """
import sys
from footlights.store import SqliteStore, StoreTrouble
try:
    SqliteStore(sys.argv[1]).close()
except StoreTrouble as trouble:
    print(trouble)
"""


# --- one process at a time ---


def test_a_second_process_is_refused_and_told_who_has_the_file(path: Path) -> None:
    with closing(SqliteStore(path)):
        said = elsewhere(OPEN, path).stdout
    assert f"{path}: another Footlights is using it (process {os.getpid()})" in said
    assert elsewhere(OPEN, path).stdout == ""


def test_a_second_store_in_one_process_is_refused_too(path: Path) -> None:
    with closing(SqliteStore(path)):
        assert f"process {os.getpid()}" in trouble(path).what
    SqliteStore(path).close()


def test_a_process_that_died_holds_nothing(path: Path) -> None:
    code = (
        f"{OPEN}\nstore = SqliteStore(sys.argv[1])\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)"
    )
    assert elsewhere(code, path).returncode == -9
    SqliteStore(path).close()


def test_a_closed_store_says_so(path: Path) -> None:
    store = SqliteStore(path)
    store.create(meta(), [row(1)])
    store.close()
    store.close()
    for use in (store.tables, lambda: store.append([row(2)]), lambda: list(store.rows("t"))):
        with pytest.raises(StoreTrouble, match="it has been closed"):
            use()


def test_what_waits_is_written_before_the_file_is_let_go(path: Path) -> None:
    store = SqliteStore(path)
    store.create(meta(), [row(1)])
    threads = [
        threading.Thread(target=store.create, args=(meta(f"t{n}"), [row(1, f"t{n}")])) for n in range(30)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    with closing(SqliteStore(path)) as again:
        assert len(again.tables()) == 31


# --- files that cannot be used ---


def test_a_file_of_something_else_is_left_alone(path: Path) -> None:
    path.write_text("Dear diary, today we went down the stairs. " * 50)
    before = path.read_bytes()
    assert trouble(path).what == "it is not a file of tables"
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    assert trouble(path).what == "it belongs to another program"
    assert path.read_bytes() == before


def test_a_file_of_a_newer_release_is_left_alone(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 3")
    before = path.read_bytes()
    said = trouble(path)
    assert said.what == "a newer release wrote it (form 3; this one knows 2)"
    assert path.read_bytes() == before


def test_a_file_of_the_first_form_is_brought_to_this_one(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as older:
        older.execute("DROP TABLE records")
        older.execute("PRAGMA user_version = 1")
    with closing(SqliteStore(path)) as store:
        store.keep([Record("link", "a", "t", b"Ana")])
        assert len(list(store.rows("t"))) == 20
        assert store.records("link") == [Record("link", "a", "t", b"Ana")]


@pytest.mark.parametrize("kept", [0.9, 0.5, 0.2, 0.003])
def test_a_file_that_was_cut_short_is_told_from_a_whole_one(path: Path, kept: float) -> None:
    whole = filled(path, 300)
    path.write_bytes(whole[: int(len(whole) * kept)])
    assert "cut short" in trouble(path).what
    path.write_bytes(whole)
    with closing(SqliteStore(path)) as store:
        assert len(list(store.rows("t"))) == 300


def test_a_file_whose_write_ahead_log_has_the_rest_is_whole(path: Path) -> None:
    log = path.with_name(path.name + "-wal")
    with closing(SqliteStore(path)) as store:
        store.create(meta(), [row(1)])
    short = path.read_bytes()
    with closing(SqliteStore(path)) as store:
        for seq in range(2, 300):
            store.append([row(seq)])
        ahead = log.read_bytes()
    folded = path.read_bytes()
    assert len(folded) > len(short)
    path.write_bytes(folded[:4096] + short[4096:])  # the process died after the first page was folded in
    log.write_bytes(ahead)
    with closing(SqliteStore(path)) as store:
        assert list(store.rows("t")) == [row(seq) for seq in range(1, 300)]


@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_once_the_file_has_gone(path: Path, tmp_path: Path, replaced: bool) -> None:
    with closing(SqliteStore(path)) as store:
        store.create(meta(), [row(1)])
        shutil.copy(path, tmp_path / "other")
        path.unlink()
        if replaced:
            (tmp_path / "other").rename(path)
        with pytest.raises(StoreTrouble, match="it has gone or been replaced by another file"):
            store.append([row(2)])
        assert list(store.rows("t")) == [row(1)]


def test_a_file_cut_within_its_header_is_no_file_of_tables(path: Path) -> None:
    path.write_bytes(filled(path)[:20])
    assert trouble(path).what == "it is not a file of tables"


def test_damage_inside_is_reported_where_it_is_met(path: Path) -> None:
    whole = bytearray(filled(path, 300))
    whole[8192 : len(whole) - 4096] = b"\xa5" * (len(whole) - 12288)
    path.write_bytes(whole)
    with closing(SqliteStore(path)) as store, pytest.raises(StoreTrouble, match="it is damaged"):
        list(store.rows("t"))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ("UPDATE rows SET events = 'words' WHERE seq = 2", "row 2 of table t cannot be read"),
        ("UPDATE rows SET at = x'ff' WHERE seq = 2", "row 2 of table t cannot be read"),
        ("UPDATE tables SET name = x'ff'", "the list of tables cannot be read"),
    ],
)
def test_a_value_of_another_kind_is_damage_and_is_said_to_be_where(path: Path, spoil: str, said: str) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute(spoil)
        other.commit()
    with closing(SqliteStore(path)) as store:
        with pytest.raises(StoreTrouble, match=f"it is damaged: {said}"):
            [store.meta("t"), store.tables(), *store.rows("t")]
        if "row 2" in said:
            with pytest.raises(StoreTrouble, match=said):
                store.find("t", row(2).command_id)


def test_damage_that_sqlite_has_no_words_for_is_damage(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA writable_schema = ON")
        other.execute("UPDATE sqlite_master SET name = CAST(x'e7ff' AS TEXT) WHERE name = 'rows'")
        other.commit()
    assert trouble(path).what.startswith("it is damaged")


def test_a_pipe_is_no_file_of_tables_and_no_lock(path: Path) -> None:
    os.mkfifo(path)
    assert "it cannot be read and written" in trouble(path).what
    path.unlink()
    lock = path.with_name(path.name + ".lock")
    lock.unlink()
    os.mkfifo(lock)
    with pytest.raises(StoreTrouble, match=re.escape(f"{lock}: this is no file to lock")):
        SqliteStore(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "it cannot be read and written (Is a directory)" in trouble(tmp_path).what


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "cannot be written to (No such file or directory)" in trouble(tmp_path / "no" / "where.db").what


AS_NOBODY = f"""
import os
from footlights.store import Record, SqliteStore, StoreTrouble
if os.getuid() == 0:
    os.setgid({NOBODY})
    os.setuid({NOBODY})
{OPEN}"""


@pytest.mark.parametrize(
    ("folder", "file", "said"),
    [
        (0o555, 0o644, "its folder cannot be written to (Permission denied). Make the folder writable"),
        (
            0o755,
            0o444,
            "it cannot be read and written (Permission denied). Check that it is a file that you may",
        ),
        (
            0o755,
            0o000,
            "it cannot be read and written (Permission denied). Check that it is a file that you may",
        ),
        (0o000, 0o644, "its folder cannot be written to (Permission denied). Make the folder writable"),
    ],
)
def test_a_file_or_folder_that_may_not_be_written_is_said_to_be(folder: int, file: int, said: str) -> None:
    """Tried without root's powers, in a folder that any user can reach."""
    place = Path(tempfile.mkdtemp())
    try:
        path = place / "tables.db"
        before = filled(path)
        Path(f"{path}.lock").unlink()
        if os.getuid() == 0:
            os.chown(place, NOBODY, NOBODY)
            os.chown(path, NOBODY, NOBODY)
        path.chmod(file)
        place.chmod(folder)
        heard = elsewhere(AS_NOBODY, path)
        assert heard.stderr == ""
        assert heard.stdout.startswith(f"{path}: {said}")
        place.chmod(0o755)
        path.chmod(0o644)
        assert path.read_bytes() == before
    finally:
        shutil.rmtree(place)


def test_a_file_that_another_program_has_locked_is_said_to_be(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.store.sqlite._PATIENCE", 0.05)
    filled(path)
    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreTrouble, match="another program has locked it"):
            store.append([row(21)])
        other.execute("ROLLBACK")
        store.append([row(21)])
        assert len(list(store.rows("t"))) == 21


def test_what_waits_together_for_a_locked_file_waits_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.store.sqlite._PATIENCE", 0.2)
    filled(path)
    tries: list[int] = []
    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path)) as other:
        transact = store._transact

        def counted(batch: Sequence[Any]) -> None:
            tries.append(len(batch))
            transact(batch)

        monkeypatch.setattr(store, "_transact", counted)
        other.execute("BEGIN IMMEDIATE")
        waiting = [store.appending([row(21 + number)]) for number in range(9)]
        for one in waiting:
            assert isinstance(one.exception(), StoreTrouble)
        assert len(tries) <= 2, "the first, and all that came while it waited"
        assert sum(tries) == 9
        other.execute("ROLLBACK")
        store.append([row(21)])
        assert len(list(store.rows("t"))) == 21


# --- a full disk ---

FILL = """
import resource, sys
from footlights.store import Record, SqliteStore, StoreTrouble
from tests.store.test_store import meta, row
store = SqliteStore(sys.argv[1])
store.create(meta(), [row(1)])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
kept = 1
try:
    for seq in range(2, 2000):
        store.append([row(seq, events=b"x" * 5000)])
        kept = seq
except StoreTrouble as trouble:
    print(trouble)
try:
    store.append([row(kept + 1, events=b"x" * 5000)])
except StoreTrouble:
    pass
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store.append([row(kept + 1)])
print(kept + 1, len(list(store.rows("t"))))
"""


def test_where_the_disk_takes_no_more_nothing_is_lost_and_play_goes_on_after(path: Path) -> None:
    said = elsewhere(FILL, path)
    assert said.stderr == ""
    told, numbers = said.stdout.splitlines()
    assert told.startswith(f"{path}: ")
    assert "disk" in told
    promised, found = map(int, numbers.split())
    assert 2 < promised == found < 2000
    with closing(SqliteStore(path)) as store:
        assert [kept.seq for kept in store.rows("t")] == list(range(1, promised + 1))


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))" + OPEN


def test_a_disk_that_is_too_full_to_lock_the_file_is_said_to_be(path: Path) -> None:
    said = elsewhere(FULL, path)
    assert said.stderr == ""
    assert said.stdout.startswith(f"{path}.lock: it cannot be written to (File too large). Make room")


def test_a_full_file_is_a_full_disk(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        store.create(meta(), [row(1)])
        store._writer.execute("PRAGMA max_page_count = 20")
        with pytest.raises(StoreTrouble, match="the disk is full"):
            store.append([row(2, events=b"x" * 200_000)])
        store.append([row(2)])
        assert list(store.rows("t")) == [row(1), row(2)]


# --- groups ---


def test_of_changes_written_together_a_bad_one_fails_alone(path: Path) -> None:
    """While another program holds the file, changes pile up; then they are one batch."""
    with closing(SqliteStore(path)) as store:
        for table in "abcdef":
            store.create(meta(table), [row(1, table)])
        failed: list[str] = []

        def write(table: str) -> None:
            try:
                store.append(
                    [row(9 if table == "c" else 2, table, command_id="id1" if table == "e" else "id2")]
                )
            except StoreTrouble:
                failed.append(table)

        statements: list[str] = []
        store._writer.set_trace_callback(statements.append)
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            first, *more = threads = [threading.Thread(target=write, args=(table,)) for table in "abcdef"]
            first.start()
            while not statements:  # until the writer has begun with the first alone, and waits
                pass
            for thread in more:
                thread.start()
            while store._changes.qsize() < len(more):
                pass
            other.execute("ROLLBACK")
        for thread in threads:
            thread.join()
        assert failed == ["e"]
        assert {table: len(list(store.rows(table))) for table in "abcdef"} == dict.fromkeys("abcdf", 2) | {
            "e": 1
        }
        assert any("ROLLBACK" in statement for statement in statements)


# --- redaction ---


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))


@pytest.mark.parametrize("length", [20, 3_000, 60_000])
def test_redacted_words_are_on_no_page_of_the_file(path: Path, length: int) -> None:
    secret = b"7 Elm Street, " * (length // 14 + 1)
    with closing(SqliteStore(path)) as store:
        store.create(meta(), [row(1), row(2, command=secret, events=b'["' + secret + b'"]')])
        for seq in range(3, 40):
            store.append([row(seq)])
        assert b"Elm Street" in bytes_of(path)
        store.append([row(40)], redacted=[row(2)])
        assert b"Elm Street" not in bytes_of(path)
        store.append([row(41)])
    assert b"Elm Street" not in bytes_of(path)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_redacted_words_are_nowhere_however_rows_of_all_sizes_have_moved_about(path: Path, seed: int) -> None:
    chance = Random(seed)
    last = {"t": 1, "u": 1}
    posted: list[tuple[str, int, bytes]] = []
    with closing(SqliteStore(path)) as store:
        for table in last:
            store.create(meta(table), [row(1, table)])
        for number in range(60):
            table = chance.choice(["t", "u"])
            if chance.random() < 0.8 or not posted:
                last[table] += 1
                words = b"Elm Street %d." % number
                long = words + b"x" * chance.choice([0, 50, 300, 1_000, 1_500, 1_900, 3_000, 9_000])
                store.append([row(last[table], table, command=long, events=b'["' + long + b'"]')])
                posted.append((table, last[table], words))
            else:
                table, seq, words = posted.pop(chance.randrange(len(posted)))
                last[table] += 1
                store.append([row(last[table], table)], redacted=[row(seq, table)])
                assert words not in bytes_of(path)


def test_where_somebody_reads_the_file_redacted_words_go_with_the_next_change(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.store.sqlite._PATIENCE", 0.05)
    with closing(SqliteStore(path)) as store:
        store.create(meta(), [row(1), row(2, events=b'["7 Elm Street"]')])
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM rows").fetchall()
            store.append([row(3)], redacted=[row(2)])
            assert list(store.rows("t")) == [row(1), row(2), row(3)]
        store.append([row(4)])
        assert b"Elm Street" not in bytes_of(path)


def test_redacted_words_that_could_not_go_at_once_go_when_the_file_is_left(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.store.sqlite._PATIENCE", 0.05)
    with closing(SqliteStore(path)) as store:
        store.create(meta(), [row(1), row(2, events=b'["7 Elm Street"]')])
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN")
            other.execute("SELECT * FROM rows").fetchall()
            store.append([row(3)], redacted=[row(2)])
        store.close()
        assert b"Elm Street" not in bytes_of(path)


KILLED = """
import os, sys
from footlights.store import SqliteStore
from tests.store.test_store import meta, row
store = SqliteStore(sys.argv[1])
store.create(meta(), [row(1), row(2, events=b'["7 Elm Street"]')])
SqliteStore._overwrite = lambda _store: os._exit(9)
store.append([row(3)], redacted=[row(2)])
"""


def test_redacted_words_whose_process_died_too_soon_go_when_the_file_is_opened(path: Path) -> None:
    assert elsewhere(KILLED, path).returncode == 9
    assert b"Elm Street" in bytes_of(path)
    with closing(SqliteStore(path)) as store:
        assert b"Elm Street" not in bytes_of(path)
        assert list(store.rows("t")) == [row(1), row(2), row(3)]


def test_the_disk_is_asked_for_every_guarantee(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        ask = {
            name: store._writer.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "secure_delete")
        }
    assert ask == {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1}
