"""footlights new, export, import: campaigns begun, taken out and taken in; nothing is lost, nothing half done."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from footlights.cli.called import suggested
from footlights.cli.folder import folder, kept
from footlights.cli.shell import WrongUse
from footlights.store import SqliteStore
from footlights.written import path_shown
from tests.cli.conftest import Footlights

ANA = """\
name: Ana
traits:
  Assertiveness: {degree: Rarely}
  Boldness: {degree: Often, impulse: Goes first.}
  Determination: {degree: Occasionally}
  Influence: {degree: Occasionally}
  Empathy: {degree: Occasionally}
  Passion: {degree: Occasionally}
"""


@pytest.fixture
def ana(tmp_path: Path) -> Path:
    file = tmp_path / "ana.yaml"
    file.write_text(ANA, "utf-8")
    return file


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder that commands use here."""
    return tmp_path / "data"


# -- new ----------------------------------------------------------------------------------------------------------


def test_a_campaign_is_begun_by_options_alone(footlights: Footlights, ana: Path) -> None:
    said = footlights(
        "new", "you", "--title", "Zoë's ferry", "--premise", "Fog.", "--line", "rats", "--line", "fire",
        "--veil", "drowning", "--ruling", "burden_type=gm", "--ruling", "assist_max=1", "--ruling", "spice_on_pc=yes",
        "--ruling", "start_ins=2", "--character", ana, "--typed-dice",
    )  # fmt: skip
    assert (said.code, said.err) == (0, "")
    assert said.out == "Zoë's ferry is ready. Play it with: footlights play 'Zoë'\"'\"'s ferry'\n"
    script = footlights("export", "zoe's ferry", "--session").out
    assert "lines:\n- rats\n- fire\n" in script
    assert "  burden_type: gm\n" in script
    assert "  start_ins: 2\n" in script
    assert "  - GM: {set_dice: {mode: typed}}\n" in script


def test_a_campaign_is_begun_from_a_file_with_options_on_top(
    footlights: Footlights, ana: Path, tmp_path: Path
) -> None:
    file = tmp_path / "campaign.yaml"
    file.write_text(
        f"game: you\ntitle: Old\nlines: [rats]\nrulings: {{nat_scope: any}}\ncharacters:\n- {ANA!r}\n"
    )
    file.write_text(
        "game: you\ntitle: Old\nlines: [rats]\nrulings: {nat_scope: any}\ncharacters:\n- "
        + ANA.replace("\n", "\n  ").replace("name: Ana", "name: Ben")
    )
    said = footlights(
        "new", "you", "--from", file, "--title", "New", "--line", "fire", "--character", ana, "--json"
    )
    assert said.json["name"] == "New"
    script = footlights("export", said.json["id"], "--session").out
    assert "lines:\n- rats\n- fire\n" in script
    assert "nat_scope: any" in script
    assert script.index("name: Ben") < script.index("name: Ana")


NOT_BEGUN = [
    (("you",), "what is the campaign called?"),
    (("yuo", "--title", "T"), "there is no game called 'yuo'; did you mean you?"),
    (("you", "--title", "x" * 10_000), "name cannot be 'xxx"),
    (("you", "--title", "a\tb"), "without control characters"),
    (("you", "--title", "T", "--ruling", "burden_typ=gm"), "there is no ruling 'burden_typ' here; did you mean"),
    (("you", "--title", "T", "--ruling", "burden_type=dm"), "it cannot be the text 'dm' (BUR-03). What can be:"),
    (
        ("inciting-incident", "--title", "T", "--ruling", "advantage_table=[3, 2, 1, 0]"),
        "it cannot be [3,2,1,0] (ADV-03). What can be: four rising integers",
    ),
    (
        ("inciting-incident", "--title", "T", "--ruling", "rt_price={trigger: -1}"),
        'it cannot be {"trigger":-1} (RT-05). What can be:',
    ),
    (("you", "--title", "T", "--ruling", "burden_type"), "has no value; write NAME=VALUE"),
    (("you", "--title", "T", "--ruling", "start_ins=.nan"), ".nan is not a number"),
    (("you", "--title", "T", "--ruling", "start_ins=9"), "(rulings.start_ins): start_ins is 0 to 6 [TRT-04]"),
    (("you", "--title", "T", "--character", "/nowhere"), "/nowhere: there is no such file"),
    (("you", "--title", "T", "--from", "/"), "this is a folder"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "fault"), NOT_BEGUN)
def test_what_cannot_be_begun_is_refused_and_nothing_is_kept(
    footlights: Footlights, data: Path, arguments: tuple[str, ...], fault: str
) -> None:
    said = footlights("new", *arguments)
    assert (said.code, said.out) == (2, "")
    assert fault in said.err
    assert not data.exists()


def test_a_file_that_begins_nothing_is_placed(footlights: Footlights, tmp_path: Path) -> None:
    file = tmp_path / "campaign.yaml"
    for text, fault in (
        ("titel: T", "line 1, column 1 (titel): there is no key 'titel' here; did you mean title?"),
        ("game: inciting-incident\ntitle: T", "this is a campaign of another game; you was asked for"),
        ("title: T\nlines: rats", "line 2, column 1 (lines): expected a list"),
        ('premise: P\ntitle: "a\\tb"', "line 2, column 1 (title): name cannot be 'a\\tb'"),
        ("premise: P\ntitle: 7", "line 2, column 1 (title): expected text, found the number 7"),
        ("premise: [P]", "line 1, column 1 (premise): expected text"),
        ("title: T\ncharacters: {}", "(characters): expected a list"),
        (
            "title: T\ncharacters: [3]",
            "line 2, column 14 (characters[0]): expected a mapping (key: value), found the number 3",
        ),
        ("title: T\nrulings: [x]", "(rulings): expected a mapping"),
        (
            "title: T\ncharacters:\n- {name: Ana, traits: {}}",
            "line 3, column 15 (characters[0].traits): Ana does",
        ),
    ):
        file.write_text(text)
        said = footlights("new", "you", "--from", file)
        assert said.code == 2
        assert fault in said.err


def test_two_characters_of_one_name_are_refused(footlights: Footlights, ana: Path) -> None:
    said = footlights("new", "you", "--title", "T", "--character", ana, "--character", ana)
    assert said.code == 2
    assert "(characters[1].name): the name Ana is taken" in said.err


# -- out and in ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("lantern")
def test_a_campaign_goes_out_and_comes_in_again_as_it_was(
    footlights: Footlights, cellar: Path, tmp_path: Path
) -> None:
    assert footlights("import", cellar, "--title", "One").code == 0
    out = tmp_path / "one.json"
    assert footlights("export", "One", "-o", out).code == 0
    assert footlights("import", out, "--title", "Two").code == 0
    one, two = (footlights("export", name).json["rows"] for name in ("One", "Two"))
    assert two[:-1] == one
    assert two[-1]["command"] == {"type": "session_zero", "name": "Two"} | dict.fromkeys(
        ("premise", "tone", "lines", "veils")
    )


@pytest.mark.usefixtures("lantern")
def test_the_chronicle_goes_out_as_a_seat_may_see_it(footlights: Footlights, cellar: Path) -> None:
    footlights("import", cellar)
    gm, ana = (
        footlights("export", "The cellar under the mill", "--chronicle", *seat).out
        for seat in ((), ("--as", "ana"))
    )
    assert gm.startswith("# The cellar under the mill\n")
    assert "a cold breath" in gm
    assert "second lamp" in gm
    assert "The GM hides" not in ana
    assert "second lamp" not in ana


def test_a_character_goes_out_and_joins_another_campaign(
    footlights: Footlights, ana: Path, tmp_path: Path
) -> None:
    footlights("new", "you", "--title", "One", "--character", ana)
    footlights("new", "you", "--title", "Two")
    out = tmp_path / "out.json"
    assert footlights("export", "One", "--character", "ana", "-o", out).code == 0
    assert footlights("sheet", out).code == 0
    said = footlights("import", out, "--into", "Two")
    assert (said.code, said.out) == (0, "Ana has joined Two.\n")
    again = footlights("import", out, "--into", "Two")
    assert again.code == 2
    assert "the name Ana is taken" in again.err
    assert footlights("import", ana, "--into", "One").code == 2


WRONG_USE = [
    ("export Nothing", "there is no campaign 'Nothing' here; there is: Ferry"),
    ("export Fery", "did you mean Ferry?"),
    ("export Ferry --chronicle --session", "ask for one at a time"),
    ("export Ferry --as Ana", "--as goes with --chronicle or --character"),
    ("export Ferry --chronicle --as Bob", "there is no seat 'Bob' here; there is: GM, Ana, spectator"),
    ("export Ferry --character Bob", "there is no character 'Bob'; there are: Ana"),
    (
        "export Ferry -o /nowhere/at/all.json",
        "/nowhere/at/all.json: cannot be written (No such file or directory)",
    ),
    ("export Ferry -o /", "cannot be written"),
    ("import /nowhere", "there is no such file"),
    ("import ANA", "a character of YOU; add --into CAMPAIGN to say where it joins"),
    ("import ANA --into Ferry --title T", "--title is for campaigns"),
]


@pytest.mark.parametrize(("asked", "fault"), WRONG_USE)
def test_wrong_use_of_campaigns_says_what_would_be_right(
    footlights: Footlights, ana: Path, asked: str, fault: str
) -> None:
    footlights("new", "you", "--title", "Ferry", "--character", ana)
    said = footlights(*(str(ana) if word == "ANA" else word for word in asked.split()))
    assert (said.code, said.out) == (2, "")
    assert fault in said.err


def test_an_export_goes_where_links_lead_and_the_file_keeps_its_mode(
    footlights: Footlights, tmp_path: Path
) -> None:
    footlights("new", "you", "--title", "Ferry")
    target, link, fresh = tmp_path / "real.json", tmp_path / "link.json", tmp_path / "fresh.json"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert footlights("export", "Ferry", "-o", link).out == f"Written to {path_shown(link)}.\n"
    assert link.is_symlink()
    assert json.loads(target.read_text("utf-8"))["game"] == "you"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    before = os.umask(0o027)
    footlights("export", "Ferry", "-o", fresh)
    os.umask(before)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"real.json", "link.json", "fresh.json", "data"}


def test_an_export_is_written_into_a_pipe_or_a_device_itself(footlights: Footlights, tmp_path: Path) -> None:
    footlights("new", "you", "--title", "Ferry")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        said = footlights("export", "Ferry", "-o", pipe)
        assert json.load(reader)["game"] == "you"
    assert (said.code, said.out, said.err) == (0, "", "")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    full = footlights("export", "Ferry", "-o", "/dev/full")
    assert (full.code, full.err) == (
        2,
        "footlights: /dev/full: cannot be written (No space left on device)\n",
    )


def test_what_is_suggested_works_wherever_the_program_and_the_campaign_are(
    footlights: Footlights, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "else where"
    said = footlights("new", "you", "--title", "Ferry", "--data", elsewhere).out
    assert said == f"Ferry is ready. Play it with: footlights play Ferry --data '{elsewhere}'\n"
    monkeypatch.setenv("PATH", os.defpath)
    script = Path(sys.executable).with_name("footlights")
    monkeypatch.chdir(tmp_path)
    assert suggested("play", "the 'x'") == shlex.join([str(script), "play", "the 'x'"])
    monkeypatch.chdir(script.parent.parent)
    assert suggested("play", "x") == "bin/footlights play x"
    monkeypatch.setattr(sys, "argv", [str(script), "import"])
    assert suggested("play", "x") == f"{script} play x"
    monkeypatch.setattr(sys, "orig_argv", ["some/python", "-m", "footlights", "import"])
    assert suggested("play", "x") == "some/python -m footlights play x"
    monkeypatch.undo()
    monkeypatch.setenv("PATH", os.defpath)
    monkeypatch.setattr(sys, "orig_argv", ["some/python", "some/script"])
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert suggested("play", "x") == f"{tmp_path / 'python'} -m footlights play x"


@pytest.mark.parametrize("title", ["-x", "Fer\u200bry", "Ferry \U0001f468\u200d\U0001f469", "\u202eevil"])
def test_a_campaign_whose_name_cannot_be_typed_is_suggested_by_its_id(
    footlights: Footlights, title: str
) -> None:
    shown = footlights("new", "you", f"--title={title}").out
    suggested = shown.rpartition(" ")[2].strip()
    assert "\u202e" not in shown
    assert "\u200b" not in shown
    assert footlights("export", suggested).json["name"] == title


def test_names_that_look_alike_are_told_apart_by_their_ids(footlights: Footlights) -> None:
    plain = footlights("new", "you", "--title", "Ferry")
    odd = footlights("new", "you", "--title", "Fer\u200bry")
    again = footlights("export", "Ferry")
    assert plain.out.endswith("footlights play Ferry\n")
    assert again.code == 2
    assert "2 campaigns are called 'Ferry'; name one by its id:" in again.err
    assert odd.out.rpartition(" ")[2].strip() in again.err


def test_where_nothing_was_ever_kept_nothing_is_made(footlights: Footlights, data: Path) -> None:
    said = footlights("export", "Anything")
    assert said.code == 2
    assert "there are no campaigns yet; begin one with: footlights new GAME" in said.err
    assert not data.exists()


def test_a_file_of_campaigns_that_was_emptied_is_not_taken_for_one_without_any(
    footlights: Footlights, data: Path
) -> None:
    footlights("new", "you", "--title", "Ferry")
    kept = data / "tables.sqlite3"
    for log in data.glob("tables.sqlite3-*"):
        log.unlink()
    kept.write_bytes(b"")
    for command in (("export", "Ferry"), ("new", "you", "--title", "Another")):
        said = footlights(*command)
        assert said.code == 2
        assert "it is empty, with 0 bytes" in said.err
        assert "Restore a copy" in said.err
    assert kept.read_bytes() == b""


def test_whoever_runs_a_campaign_is_told_to_import_it(footlights: Footlights, tmp_path: Path) -> None:
    footlights("new", "you", "--title", "Ferry")
    file = tmp_path / "ferry.json"
    footlights("export", "Ferry", "-o", file)
    said = footlights("run", file)
    assert said.code == 2
    assert f"this is a campaign, and no session script; take it in with: footlights import {file}" in said.err


def test_a_campaign_that_cannot_bear_its_new_name_is_not_taken_in(
    footlights: Footlights, data: Path, tmp_path: Path
) -> None:
    footlights("new", "you", "--title", "Ferry")
    whole = tmp_path / "ferry.json"
    footlights("export", "Ferry", "-o", whole)
    said = footlights("import", whole, "--title", "x" * 500)
    assert said.code == 2
    assert "name cannot be 'xxx" in said.err
    with kept(data) as store:
        assert [meta.name for meta in store.tables()] == ["Ferry"]


def test_two_campaigns_of_one_name_are_told_apart_by_their_ids(footlights: Footlights) -> None:
    ids = [footlights("new", "you", "--title", "Ferry", "--json").json["id"] for _ in range(2)]
    said = footlights("export", "ferry")
    assert said.code == 2
    assert all(id in said.err for id in ids)
    assert footlights("export", ids[1]).code == 0


@pytest.mark.usefixtures("lantern")
def test_a_file_with_a_fault_is_refused_whole(
    footlights: Footlights, cellar: Path, data: Path, tmp_path: Path
) -> None:
    footlights("import", cellar, "--title", "One")
    whole = json.loads(footlights("export", "One").out)
    before = (data / "tables.sqlite3").read_bytes()
    broken = tmp_path / "broken.json"
    for text, fault in (
        (json.dumps(whole)[:-40], "not JSON"),
        (json.dumps(whole).replace('"seq": 3', '"seq": 4'), "(rows[2].seq)"),
        (json.dumps({**whole, "footlights": 99}), "a newer release"),
        (json.dumps(whole).replace('"total": 6', '"total": NaN'), "NaN is not a number"),
        (json.dumps(whole).replace('"total": 6', '"total": 5'), "the rules say otherwise"),
        (json.dumps({**whole, "game": "chess"}), "there is no game called 'chess'"),
    ):
        broken.write_text(text)
        said = footlights("import", broken)
        assert said.code == 2
        assert fault in said.err
    session = tmp_path / "broken.yaml"
    session.write_text(cellar.read_text("utf-8") + "  - Bo: step\n")
    assert "[STP-01]" in footlights("import", session).err
    assert (data / "tables.sqlite3").read_bytes() == before


# -- the data folder ----------------------------------------------------------------------------------------------


def test_the_data_folder_is_the_one_named_or_the_platforms_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert folder(None) == tmp_path / "footlights"
    assert folder(Path("~/here")) == Path.home() / "here"
    with pytest.raises(WrongUse, match=r"^~nobody-of-that-name/x: there is no such home"):
        folder(Path("~nobody-of-that-name/x"))
    monkeypatch.delenv("XDG_DATA_HOME")
    assert folder(None) == Path.home() / ".local/share/footlights"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert folder(None) == Path.home() / "Library/Application Support/footlights"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert folder(None) == tmp_path / "footlights"


def test_a_data_folder_that_cannot_be_used_is_named(footlights: Footlights, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    said = footlights("new", "you", "--title", "T", "--data", tmp_path / "file")
    assert said.code == 2
    assert (
        "the folder cannot be made (File exists). Choose another folder with --data or FOOTLIGHTS_DATA."
        in said.err
    )
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "tables.sqlite3").write_bytes(b"this is no database, but it is somebody's file" * 99)
    said = footlights("new", "you", "--title", "T", "--data", tmp_path / "odd")
    assert said.code == 2
    assert "tables.sqlite3" in said.err
    assert (tmp_path / "odd" / "tables.sqlite3").read_bytes().startswith(b"this is no database")


def test_a_store_that_somebody_else_is_using_is_not_waited_for(footlights: Footlights, data: Path) -> None:
    footlights("new", "you", "--title", "T")
    hold = (
        "import sys\nfrom footlights.store import SqliteStore\nstore = SqliteStore(sys.argv[1])\n"
        "print('held', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(data / "tables.sqlite3")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdout
        assert other.stdin
        assert other.stdout.readline() == "held\n"
        said = footlights("export", "T")
        other.stdin.close()
    assert said.code == 2
    assert str(other.pid) in said.err
    assert footlights("export", "T").code == 0


def test_a_data_folder_that_may_not_be_written_is_a_fault_in_words(
    footlights: Footlights, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(self: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", denied)
    said = footlights("new", "you", "--title", "T")
    assert said.code == 2
    assert "the folder cannot be made (Permission denied). Choose another folder" in said.err
    assert str(data)[-20:] in said.err


def test_a_full_disk_loses_nothing(
    footlights: Footlights, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    footlights("new", "you", "--title", "One")

    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(SqliteStore, "_apply", full)
    said = footlights("new", "you", "--title", "Two")
    monkeypatch.undo()
    assert said.code == 2
    assert "full" in said.err
    with kept(data) as store:
        assert [meta.name for meta in store.tables()] == ["One"]
