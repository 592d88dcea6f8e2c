"""The sessions that come with Footlights: whole evenings that touch every chapter of their game's rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from footlights.core import GM, SPECTATOR
from footlights.table.examples import examples
from footlights.table.script import Forbidden, Move, Session, read, written_out
from footlights.written import read_file, read_yaml
from tests.cli.conftest import Footlights

EXAMPLES = pytest.mark.parametrize("file", examples(), ids=lambda file: file.stem)


def test_there_is_one_for_each_game() -> None:
    assert {read(read_file(file)).system.name for file in examples()} == {"you", "inciting-incident"}


@EXAMPLES
def test_an_example_has_at_least_forty_moves(file: Path) -> None:
    assert read(read_file(file)).moves >= 40


@EXAMPLES
def test_an_example_cites_every_chapter_of_the_rules(file: Path) -> None:
    session = Session(read(read_file(file)))
    table, cited = session.table, set()
    steps = session.steps()
    for item in session.script.items:
        if isinstance(item, Move):
            tag = item.command.__struct_config__.tag
            cited |= {offer.clause for offer in table.offers(item.seat) if offer.kind == tag}
        step = next(steps)
        if isinstance(step, Forbidden):
            cited.add(step.refused.clause)
    cited |= {entry.clause for entry in table.chronicle(GM)}
    clauses = table.system.clauses
    chapters = {clauses[clause].chapter for clause in cited if clause}
    assert set(clauses.chapters()) - chapters == set()


@EXAMPLES
def test_an_example_written_out_again_leads_to_the_same_state(file: Path) -> None:
    session = Session(read(read_file(file)))
    list(session.steps())
    out = written_out(session.table)
    again = Session(read(read_yaml(out, "again.yaml")))
    list(again.steps())
    assert again.table.state == session.table.state
    assert written_out(again.table) == out


@EXAMPLES
def test_every_seat_reads_its_own_chronicle_of_an_example_within_80_columns(
    footlights: Footlights, file: Path
) -> None:
    session = Session(read(read_file(file)))
    list(session.steps())
    for seat in (*session.table.seats, SPECTATOR):
        said = footlights("run", file, "--as", seat)
        assert (said.code, said.err) == (0, "")
        assert max(map(len, said.out.splitlines())) <= 80
        assert footlights("run", file, "--as", seat, "--json").json["seat"] == seat


def test_what_the_gm_keeps_is_in_nobody_elses_chronicle(footlights: Footlights) -> None:
    ferry = next(file for file in examples() if file.stem == "the-last-ferry")
    for seat in ("Ana", "Ben", "spectator"):
        said = footlights("run", ferry, "--as", seat, "--json").out
        for secret in ("it is Ben who booked the boat", "Ben's name is the first in it"):
            assert secret not in said
        assert ("I have seen that lantern before" in said) == (seat == "Ben")
        assert ("2d6 (6, 4)" in said) == (seat == "Ben")
    assert "Ben's name is the first in it" in footlights("run", ferry, "--json").out


def test_somebody_who_joins_or_leaves_on_the_way_has_a_chronicle_too(
    footlights: Footlights, tmp_path: Path
) -> None:
    ferry = next(file for file in examples() if file.stem == "the-last-ferry")
    file = tmp_path / "ferry.yaml"
    file.write_text(ferry.read_text("utf-8") + "  - GM: {retire: Ben}\n", "utf-8")
    assert "Permission to come aboard" in footlights("run", file, "--as", "dov").out
    assert "I have seen that lantern before" in footlights("run", file, "--as", "Ben").out
    assert footlights("run", file, "--as", "Ben", "--json").json["seat"] == "Ben"
    said = footlights("run", file, "--as", "Eve")
    assert said.code == 2
    assert "there is no seat 'Eve' here; there is: GM, Ana, Ben, Caro, spectator, Dov" in said.err


def test_several_sessions_are_played_one_after_the_other(footlights: Footlights) -> None:
    files = examples()
    said = footlights("run", *files, "--until", "2")
    assert said.out == "\n\n".join(footlights("run", file, "--until", "2").out for file in files)
    titles = [each["title"] for each in footlights("run", *files, "--until", "2", "--json").json]
    assert titles == [read(read_file(file)).campaign.name for file in files]


@pytest.mark.parametrize("file", examples(), ids=lambda file: str(file.stem))
def test_an_example_is_read_where_yaml_is_pure_python_too(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = read_file(file).value
    monkeypatch.setattr("footlights.written._Loader", yaml.SafeLoader)
    assert read_file(file).value == quick


def test_without_a_terminal_make_play_plays_the_examples() -> None:
    start = [sys.executable, "-m", "footlights.cli.start"]
    said = subprocess.run(start, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    for file in examples():
        assert f"{read(read_file(file)).campaign.name}\n" in said.stdout
    piped = f"{' '.join(start)} < /dev/null | head -3; echo ${{PIPESTATUS[0]}}"
    cut = subprocess.run(["bash", "-c", piped], capture_output=True, text=True, check=False)
    assert cut.stdout.splitlines() == [*said.stdout.splitlines()[:3], "0"]
    assert cut.stderr == ""
