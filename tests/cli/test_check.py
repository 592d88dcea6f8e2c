"""footlights check: a line per failure, the count of moves, and exit codes that say how it went."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Footlights

GOOD = """\
- id: a-good-case
  cites: [RES-05]
  tries:
    - {do: {check: {by: A, trait: Boldness, dice: [16]}}, out: {result: success}}
    - {do: {check: {by: A, trait: Boldness, dice: [3]}}, out: {result: failure}, set: {A: {bur: [1, 0, 0]}}}
    - {do: {check: {by: A, trait: Boldness, dice: [21]}}, reject: no such face}
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    file = tmp_path / "cases.yaml"
    file.write_text(GOOD)
    return file


def test_cases_that_hold_are_counted_move_by_move(footlights: Footlights, cases: Path) -> None:
    said = footlights("check", cases)
    assert (said.code, said.out, said.err) == (0, "3 passed, 0 failed\n", "")
    assert footlights("check", cases, cases, "--game", "you").out == "6 passed, 0 failed\n"
    assert footlights("check", cases, "--json").json == {"passed": 3, "failed": 0, "failures": []}


def test_a_case_that_fails_says_which_step_what_was_expected_and_what_came(
    footlights: Footlights, cases: Path
) -> None:
    cases.write_text(GOOD.replace("result: success", "result: partial").replace("[1, 0, 0]", "[0, 1, 0]"))
    said = footlights("check", cases)
    assert said.code == 1
    first, second, last = said.out.splitlines()
    assert "a-good-case" in first
    assert 'expected result "partial", got "success"' in first
    assert "a-good-case" in second
    assert last == "1 passed, 2 failed"
    report = footlights("check", cases, "--json")
    assert report.code == 1
    assert report.json["failures"][0]["expected"] == 'result "partial"'


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("trait:", "trat:"), "trat"),
        (("check:", "chek:"), "its moves do not say which game"),
        (("out:", "owt:"), "(["),
        (("id: a-good-case", "id: [1, 2"), "not YAML"),
        (("- id", "- id: x\n  id"), "the key id stands twice"),
        (("RES-05", "&a [*a]"), "repeats something that no & before it names"),
        (("dice: [16]", "dice: [.nan]"), ".nan is not a number"),
    ],
)
def test_a_malformed_file_is_wrong_use_and_nothing_is_reported(
    footlights: Footlights, cases: Path, change: tuple[str, str], fault: str
) -> None:
    cases.write_text(GOOD.replace(*change))
    said = footlights("check", cases)
    assert (said.code, said.out) == (2, "")
    assert fault in said.err
    assert str(cases)[-20:] in said.err


def test_files_that_are_none_are_wrong_use(footlights: Footlights, cases: Path, tmp_path: Path) -> None:
    for arguments, fault in (
        ((cases, tmp_path / "none.yaml"), "there is no such file"),
        ((tmp_path,), "this is a folder"),
        ((cases, "--game", "chess"), "there are no cases for a game called 'chess'"),
        ((), "Missing argument"),
    ):
        said = footlights("check", *arguments)
        assert (said.code, said.out) == (2, "")
        assert fault in said.err


def test_words_of_a_case_cannot_steer_the_terminal(footlights: Footlights, cases: Path) -> None:
    cases.write_text(
        GOOD.replace("a-good-case", r'"a\e]0;pwned\a\u202e"').replace("result: success", "result: partial")
    )
    said = footlights("check", cases)
    assert said.code == 1
    assert not {"\x1b", "\x07", "\u202e"} & set(said.out)
