"""footlights rules: found by id, by part of an id, by words."""

from __future__ import annotations

from typing import Any

import pytest

from footlights.core import System
from tests.cli.conftest import Footlights

pytestmark = pytest.mark.usefixtures("lantern")


@pytest.mark.parametrize("id", ["FLK-01", "flk-01", "LAN-FLK-01", "lan-flk-01"])
def test_a_clause_is_found_by_its_id_in_any_writing(footlights: Footlights, id: str) -> None:
    said = footlights("rules", "lantern", id)
    assert said.out.startswith("FLK-01  The Last Lantern, The flicker\n")
    assert "Ruling  What a flicker takes\nName    flicker  (default: choose)\n" in said.out
    assert "\n  * choose  the leader chooses while both are held\n" in said.out
    assert "Status  ruling: the text is open here: the table chooses.\n" in said.out


def test_part_of_an_id_finds_a_chapter(footlights: Footlights) -> None:
    said = footlights("rules", "lantern", "stp", "--json").json
    assert [clause["id"] for clause in said] == ["STP-01", "STP-02", "STP-03"]


def test_words_find_clauses_that_have_all_of_them(footlights: Footlights, lantern: System) -> None:
    found: list[dict[str, Any]] = footlights("rules", "lantern", "Oil", "DRAUGHT", "--json").json
    assert [clause["id"] for clause in found] == ["DRA-02"]
    assert found[0]["sentence"] == lantern.clauses["DRA-02"].sentence
    assert footlights("rules", "lantern", "leader chooses").out.startswith("FLK-01"), (
        "options are searched too"
    )


def test_without_words_all_clauses_come_by_chapter_within_80_columns(
    footlights: Footlights, lantern: System
) -> None:
    said = footlights("rules", "lantern")
    for clause in lantern.clauses.values():
        assert f"\n{clause.id}" in said.out
        assert f"\n{clause.chapter}\n" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert "[ruling]" in said.out


def test_what_no_clause_speaks_of_is_a_no(footlights: Footlights) -> None:
    said = footlights("rules", "lantern", "dragons")
    assert said.code == 1
    assert (
        said.err
        == "no clause of The Last Lantern is called or speaks of 'dragons'; footlights rules lantern lists all\n"
    )
    assert footlights("rules", "lantern", "dragons", "--json").json == []
    assert len(footlights("rules", "lantern", "x" * 10_000).err) < 200


def test_an_unknown_game_is_wrong_use(footlights: Footlights) -> None:
    said = footlights("rules", "lanthorn")
    assert said.code == 2
    assert "did you mean lantern?" in said.err
