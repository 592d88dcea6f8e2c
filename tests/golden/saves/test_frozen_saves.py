"""A campaign that an earlier release saved opens as it stood, and reads as it read."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footlights.store import SqliteStore
from footlights.table import Table
from footlights.table.dicebox import TypedDice
from footlights.table.markdown import chronicle_markdown
from footlights.table.saves import export_campaign
from tests.golden.saves.freeze import EXAMPLES, SAVES, frozen, opened

FROZEN = frozen()


def stands(then: Any, now: Any, place: str = "state") -> None:
    """Everything that was in a state is in it still; later releases may have added to it."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            assert key in now, f"{place}.{key} is gone"
            stands(value, now[key], f"{place}.{key}")
    elif isinstance(then, list) and isinstance(now, list):
        assert len(then) == len(now), f"{place} has {len(now)} parts; it had {len(then)}"
        for index, (old, new) in enumerate(zip(then, now, strict=True)):
            stands(old, new, f"{place}[{index}]")
    else:
        assert then == now, f"{place} is {now!r}; it was {then!r}"


def check(table: Table, path: Path) -> None:
    stands(
        json.loads(path.with_suffix(".state.json").read_text("utf-8")),
        json.loads(msgspec.json.encode(table.state)),
    )
    chronicles = sorted(SAVES.glob(f"{path.stem}.*.md"))
    assert len(chronicles) == 3
    for chronicle in chronicles:
        seat = chronicle.name.removeprefix(f"{path.stem}.").removesuffix(".md")
        assert chronicle_markdown(table, seat) == chronicle.read_text("utf-8")


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_a_frozen_save_opens_as_it_stood_and_reads_as_it_read(path: Path) -> None:
    table = opened(path)
    check(table, path)
    assert export_campaign(table) == path.read_bytes()


@pytest.mark.parametrize("tables", sorted(SAVES.glob("*.sqlite3")), ids=lambda path: path.stem)
def test_a_frozen_file_of_tables_opens_as_it_stood(tables: Path, tmp_path: Path) -> None:
    release = tables.stem.removeprefix("tables-")
    shutil.copy(tables, tmp_path / "tables.sqlite3")
    with closing(SqliteStore(tmp_path / "tables.sqlite3")) as store:
        saved = {meta.name: meta.id for meta in store.tables()}
        assert len(saved) >= 2
        for path in FROZEN:
            if path.stem.endswith(f"-{release}"):
                check(Table.open(store, saved[json.loads(path.read_bytes())["name"]], TypedDice()), path)


def test_every_game_and_every_example_has_a_frozen_save() -> None:
    assert {json.loads(path.read_bytes())["game"] for path in FROZEN} >= {"you", "inciting-incident"}
    assert {path.stem.rpartition("-")[0] for path in FROZEN} >= {
        path.stem for path in EXAMPLES.glob("*.yaml")
    }
