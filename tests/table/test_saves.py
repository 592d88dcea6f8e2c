"""Campaigns and characters out and in: the same comes back, and what cannot have happened is refused whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from footlights.core import GM, SPECTATOR, Refused, System
from footlights.store import MemoryStore, SqliteStore
from footlights.table import Table
from footlights.table.dicebox import OsDice, SeededDice
from footlights.table.saves import export_campaign, export_character, import_campaign, import_character
from footlights.written import Malformed, read_json
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")


@pytest.fixture
def played(begin: Begin) -> Table:
    """A campaign with a bit of everything in it; row 5 is a throw, row 8 a rewind."""
    table = begin(2, 3, 6, 2, 4)
    table.act(GM, {"type": "hide", "name": "cold", "depth": 2})
    table.act("Ana", {"type": "post", "text": 'He said "hello" 👋\nשלום'})
    table.act("Ana", {"type": "step", "burn": 2})
    table.act("Ben", {"type": "whisper", "to": GM, "text": "I stole the oil."})
    table.act("Ben", {"type": "redact", "entry": 6})
    table.act(GM, {"type": "rewind", "to": 3})
    table.act("Ben", {"type": "step", "burn": 2})
    table.act(GM, {"type": "roll", "notation": "1d20+1", "private": True})
    table.act("Ana", {"type": "x_card"})
    table.act(GM, {"type": "session_zero", "name": "Deeper", "veils": "fire"})
    table.act(GM, {"type": "resume"})
    table.act(GM, {"type": "sit", "seat": "Ana", "person": "Petra"})
    table.act(GM, {"type": "set_dice", "known_dice": False})
    return table


def brought_in(text: str | bytes) -> Table:
    store = MemoryStore()
    data = text.decode() if isinstance(text, bytes) else text
    return Table.open(store, import_campaign(store, read_json(data, "save.json")).id, OsDice())


def refused(text: str) -> str:
    """Why a file is refused; nothing of it is in the store then."""
    store = MemoryStore()
    with pytest.raises(Malformed) as fault:
        import_campaign(store, read_json(text, "save.json"))
    assert store.tables() == []
    assert str(fault.value).startswith("save.json")
    assert len(str(fault.value)) < 700
    return str(fault.value)


def test_a_campaign_comes_back_as_it_was(played: Table) -> None:
    again = brought_in(export_campaign(played))
    assert again.id != played.id
    assert (again.state, again.standing) == (played.state, played.standing)
    for seat in (*played.seats, SPECTATOR):
        assert again.chronicle(seat) == played.chronicle(seat)
        assert again.offers(seat) == played.offers(seat)
    assert export_campaign(again) == export_campaign(played)


def test_a_campaign_goes_from_one_file_of_tables_to_another(played: Table, tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        meta = import_campaign(store, read_json(export_campaign(played).decode(), "save.json"))
        assert store.tables() == [meta]
        assert meta.name == "Deeper"
        table = Table.open(store, meta.id, SeededDice(1))
        table.act("Ana", {"type": "post", "text": "On we go."})
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        assert Table.open(store, meta.id, OsDice()).chronicle("Ben")[-1].text == "On we go."


def test_imported_twice_a_campaign_is_two(played: Table) -> None:
    store, file = MemoryStore(), read_json(export_campaign(played).decode(), "save.json")
    assert import_campaign(store, file).id != import_campaign(store, file).id
    assert len(store.tables()) == 2


def test_redacted_words_are_not_in_an_export(played: Table) -> None:
    assert b"stole the oil" not in export_campaign(played)


def test_an_export_is_a_row_to_a_line(played: Table) -> None:
    lines = export_campaign(played).decode().splitlines()
    assert len(lines) == played.line.head.seq + 2
    assert json.loads(lines[1].rstrip(","))["seq"] == 1


def drop_row(save: Any) -> None:
    del save["rows"][4]


def double_row(save: Any) -> None:
    save["rows"].insert(4, save["rows"][4])


def double_id(save: Any) -> None:
    save["rows"][6]["id"] = save["rows"][5]["id"]


def other_total(save: Any) -> None:
    save["rows"][4]["events"][0]["total"] = 9


def other_faces(save: Any) -> None:
    save["rows"][4]["command"]["faces"] = [[5]]


def other_consequence(save: Any) -> None:
    save["rows"][4]["events"].pop()


def one_consequence_more(save: Any) -> None:
    save["rows"][1]["events"].append(save["rows"][1]["events"][0])


def a_command_by_another(save: Any) -> None:
    save["rows"][1]["seat"] = "Ana"


def an_unknown_seat(save: Any) -> None:
    save["rows"][2]["seat"] = "Eve"


def an_unknown_event(save: Any) -> None:
    save["rows"][4]["events"][0]["type"] = "flown_away"


def an_event_with_more(save: Any) -> None:
    save["rows"][4]["events"][0]["bonus"] = 1


def an_event_with_less(save: Any) -> None:
    del save["rows"][4]["events"][0]["faces"]


def an_event_that_is_none(save: Any) -> None:
    save["rows"][4]["events"][0] = 7


def a_bad_type(save: Any) -> None:
    save["rows"][4]["events"][0]["total"] = "9"


def a_huge_number(save: Any) -> None:
    save["rows"][4]["events"][0]["total"] = 10**100


def a_rewind_ahead(save: Any) -> None:
    save["rows"][7]["events"][0]["to"] = 99


def a_rewind_to_itself(save: Any) -> None:
    save["rows"][7]["events"][0]["to"] = 8


def a_rewind_that_loads_the_dice(save: Any) -> None:
    save["rows"][7]["events"][0]["fallen"][0][1][0][2] = [6, 6, 6]


def a_redaction_ahead(save: Any) -> None:
    save["rows"][6]["events"][0]["row"] = 50


def a_roll_misread(save: Any) -> None:
    save["rows"][10]["events"][0]["total"] = 20


def a_roll_of_no_dice(save: Any) -> None:
    save["rows"][10]["events"][0]["notation"] = "dice"


def other_dice_than_those_known(save: Any) -> None:
    save["rows"][9]["command"]["faces"] = [[6, 1]]
    save["rows"][9]["events"][1]["faces"] = [[6, 1]]
    save["rows"][9]["events"][1]["total"] = 9


def a_post_by_another(save: Any) -> None:
    save["rows"][2]["events"][0]["by"] = "Ben"


def a_person_in_no_seat(save: Any) -> None:
    save["rows"][14]["events"][0]["seat"] = "Eve"


def words_with_escapes(save: Any) -> None:
    save["rows"][2]["events"][0]["text"] = "\x1b[2J"


def a_person_of_ten_thousand_letters(save: Any) -> None:
    save["rows"][14]["events"][0]["person"] = "x" * 10_000


def a_campaign_without_a_name(save: Any) -> None:
    save["rows"][12]["events"][0]["campaign"]["name"] = ""


def a_second_opening(save: Any) -> None:
    save["rows"][2]["events"] = save["rows"][0]["events"]


def no_opening(save: Any) -> None:
    save["rows"][0]["events"] = []


def an_opening_without_walkers(save: Any) -> None:
    save["rows"][0]["events"][0]["setup"]["walkers"] = []


def an_opening_with_more(save: Any) -> None:
    save["rows"][0]["events"][0]["setup"]["cheats"] = True


def an_opening_without_a_name(save: Any) -> None:
    save["rows"][0]["events"][0]["campaign"]["name"] = "\n"


def no_rows(save: Any) -> None:
    save["rows"] = []


def a_time_without_a_zone(save: Any) -> None:
    save["rows"][3]["at"] = "2026-01-31T20:15:00"


def newer_rules(save: Any) -> None:
    save["rows"][3]["version"] = 9


def a_key_too_many(save: Any) -> None:
    save["rows"][3]["mood"] = "dark"


def a_command_without_a_kind(save: Any) -> None:
    del save["rows"][3]["command"]["type"]


def a_command_that_is_none(save: Any) -> None:
    save["rows"][3]["command"]["burn"] = "much"


def a_command_with_more(save: Any) -> None:
    save["rows"][3]["command"]["sneakily"] = True


def a_post_with_a_consequence(save: Any) -> None:
    save["rows"][2]["events"] += save["rows"][1]["events"]


def other_words_than_were_said(save: Any) -> None:
    save["rows"][2]["command"]["text"] = "Goodbye"


def words_gone_of_themselves(save: Any) -> None:
    save["rows"][2]["command"]["text"] = ""
    save["rows"][2]["events"][0] |= {"text": "", "redacted": True}


def a_name_on_the_x_card(save: Any) -> None:
    save["rows"][11]["seat"] = "Ana"


def an_order_of_nobody(save: Any) -> None:
    save["rows"][2]["seat"] = ""


def a_rewind_that_hides_itself(save: Any) -> None:
    save["rows"][7]["events"][0]["heard"] = []


def dice_without_end(save: Any) -> None:
    save["rows"][10]["command"]["notation"] = save["rows"][10]["events"][0]["notation"] = "1d6!"
    save["rows"][10]["events"][0]["faces"] = [[6] * 10_005]


def another_game(save: Any) -> None:
    save["game"] = "chess"


def a_newer_form(save: Any) -> None:
    save["footlights"] = 2


def no_form(save: Any) -> None:
    del save["footlights"]


@pytest.mark.parametrize(
    ("spoil", "place", "why"),
    [
        (drop_row, "rows[4].seq", "says that it is row 6"),
        (double_row, "rows[5].seq", "says that it is row 5"),
        (double_id, "rows[6].id", "stands for another row already"),
        (other_total, "rows[4].events[0]", "the rules say otherwise: Ana throws 4."),
        (other_faces, "rows[4].events[0]", "the rules say otherwise: Ana throws 7."),
        (other_consequence, "rows[4].events[1]", "the rules say otherwise: All stand on step 1"),
        (one_consequence_more, "rows[1].events[1]", "the rules say otherwise: nothing more"),
        (a_command_by_another, "rows[1].command", "only the GM may do this"),
        (an_unknown_seat, "rows[2].seat", "there is no seat 'Eve'"),
        (an_unknown_event, "rows[4].events[0]", "flown_away"),
        (an_event_with_more, "rows[4].events[0]", "a step_thrown has no bonus"),
        (an_event_with_less, "rows[4].events[0]", "faces"),
        (an_event_that_is_none, "rows[4].events[0]", "this is no event"),
        (a_bad_type, "rows[4].events[0]", "Expected `int`"),
        (a_huge_number, "rows[4].events[0]", "the rules say otherwise: Ana throws 4."),
        (
            other_dice_than_those_known,
            "rows[9].command",
            "dice that fell before a rewind show something else",
        ),
        (a_post_by_another, "rows[2].events[0]", 'the rules say otherwise: He said "hello"'),
        (a_person_in_no_seat, "rows[14].events[0]", "the rules say otherwise: Petra sits in the seat Ana."),
        (a_rewind_ahead, "rows[7].events[0]", "the rules say otherwise: The GM rewinds"),
        (a_rewind_to_itself, "rows[7].events[0]", "the rules say otherwise: The GM rewinds"),
        (a_rewind_that_loads_the_dice, "rows[7].events[0]", "the rules say otherwise: The GM rewinds"),
        (a_redaction_ahead, "rows[6].events[0]", "the rules say otherwise: A text is taken out"),
        (
            a_roll_misread,
            "rows[10].events[0]",
            "the rules say otherwise: GM rolls in private: 1d20 (3) + 1 = 4",
        ),
        (a_roll_of_no_dice, "rows[10].events[0]", "the rules say otherwise: GM rolls"),
        (words_with_escapes, "rows[2].events[0]", 'the rules say otherwise: He said "hello"'),
        (a_person_of_ten_thousand_letters, "rows[14].events[0]", "the rules say otherwise: Petra sits"),
        (
            a_campaign_without_a_name,
            "rows[12].events[0]",
            "the rules say otherwise: What the table agreed on",
        ),
        (a_second_opening, "rows[2].events[0]", 'the rules say otherwise: He said "hello"'),
        (no_opening, "rows[0].events", "begins with one event"),
        (an_opening_without_walkers, "rows[0].events[0]", "at least two go down together [CEL-01]"),
        (an_opening_with_more, "rows[0].events[0]", "cheats"),
        (an_opening_without_a_name, "rows[0].events[0]", "name cannot be"),
        (no_rows, "rows", "begins with its opening"),
        (a_time_without_a_zone, "rows[3].at", "no UTC time"),
        (newer_rules, "rows[3].version", "newer rules wrote this (9; The Last Lantern has 1)"),
        (a_key_too_many, "rows[3].mood", "mood"),
        (a_command_without_a_kind, "rows[3].command", 'a command has a "type"'),
        (a_command_that_is_none, "rows[3].command", "this is no step"),
        (a_command_with_more, "rows[3].command", "a step has no sneakily"),
        (a_post_with_a_consequence, "rows[2].events[1]", "the rules say otherwise: nothing more"),
        (other_words_than_were_said, "rows[2].events[0]", "the rules say otherwise: Goodbye"),
        (words_gone_of_themselves, "rows[2].events[0]", "nothing later takes them out"),
        (a_name_on_the_x_card, "rows[11].seat", "there is no seat 'Ana'"),
        (an_order_of_nobody, "rows[2].seat", "there is no seat ''"),
        (a_rewind_that_hides_itself, "rows[7].events[0]", "the rules say otherwise: The GM rewinds"),
        (dice_without_end, "rows[10].command", "showed its maximum 10,000 times in a row"),
        (another_game, "(game)", "there is no game called 'chess'"),
        (a_newer_form, "(footlights)", "a newer release wrote this (form 2); this one reads 1"),
        (no_form, "save.json", "no file of Footlights"),
    ],
)
def test_what_cannot_have_happened_is_refused_whole_with_its_place(
    played: Table, spoil: Callable[[Any], None], place: str, why: str
) -> None:
    save = json.loads(export_campaign(played))
    spoil(save)
    said = refused(json.dumps(save))
    assert place in said
    assert why in said


class SecondEdition:
    """The toy game in a later edition, which need not decide as the first did."""

    version = 2

    def __init__(self, game: System) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def decide(self, *_: Any) -> Any:
        raise AssertionError("what earlier rules decided is not decided again")


def test_what_earlier_rules_decided_is_believed_within_the_bounds_of_the_present_ones(
    played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footlights.table.saves.load", lambda _name: SecondEdition(played.system))
    saved = export_campaign(played).decode()
    import_campaign(MemoryStore(), read_json(saved, "save.json"))
    assert "breaks the bounds of the rules" in refused(
        saved.replace('"depth":1,"coins":1', '"depth":10,"coins":1')
    )


def a_post_in_a_row_of_the_rules(save: Any) -> None:
    save["rows"][1]["events"] += save["rows"][2]["events"]


def a_move_taken_back_that_was_never_made(save: Any) -> None:
    save["rows"][-1]["events"][0]["to"] = 99


def a_redaction_of_what_are_no_words(save: Any) -> None:
    save["rows"][6]["events"][0]["row"] = 1


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (a_post_in_a_row_of_the_rules, "rows[1].events[1]"),
        (a_move_taken_back_that_was_never_made, "rows[16].events[0]"),
        (a_redaction_of_what_are_no_words, "rows[6].events[0]"),
    ],
)
def test_what_is_the_tables_own_is_not_believed_because_earlier_rules_wrote_it(
    played: Table, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Any], None], place: str
) -> None:
    played.act(GM, {"type": "take_back"})
    save = json.loads(export_campaign(played))
    monkeypatch.setattr("footlights.table.saves.load", lambda _name: SecondEdition(played.system))
    import_campaign(MemoryStore(), read_json(json.dumps(save), "save.json"))
    spoil(save)
    said = refused(json.dumps(save))
    assert place in said
    assert "does not come of the command" in said


def test_an_early_rewind_that_does_not_say_who_heard_of_it_was_told_to_everybody(played: Table) -> None:
    save = json.loads(export_campaign(played))
    del save["rows"][7]["events"][0]["heard"]
    again = brought_in(json.dumps(save))
    assert "rewound" in [entry.kind for entry in again.chronicle(SPECTATOR)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "7",
        '"footlights"',
        "NaN",
        '{"footlights": NaN}',
        "[" * 100_000,
        '{"footlights": true}',
    ],
)
def test_what_is_no_save_is_refused(text: str) -> None:
    refused(text)


def test_a_save_cut_short_anywhere_is_refused(played: Table) -> None:
    whole = export_campaign(played).decode().rstrip()
    for length in range(0, len(whole), 97):
        refused(whole[:length])


def test_nesting_without_end_is_refused(played: Table) -> None:
    save = export_campaign(played).decode()
    refused(save.replace('"depth":2', '"depth":' + "[" * 50_000 + "]" * 50_000, 1))


def test_nan_is_no_number(played: Table) -> None:
    save = export_campaign(played).decode()
    assert "NaN is not a number" in refused(save.replace('"depth":2', '"depth":NaN', 1))


# --- characters ---


def test_a_character_goes_out_and_comes_in(played: Table) -> None:
    text = export_character(played, "Ana").decode()
    system, sheet = import_character(read_json(text, "ana.json"))
    assert system.name == "lantern"
    assert sheet == played.system.sheets(played.state)["Ana"]


def test_only_characters_in_play_go_out(played: Table) -> None:
    with pytest.raises(Refused, match="no character 'Eve'; there are: Ana, Ben"):
        export_character(played, "Eve")


@pytest.mark.parametrize(
    ("character", "said"),
    [
        ({"name": 7}, "character.name"),
        ({"oil": 3}, "name"),
        ({"name": "Ana", "gold": 3}, "gold"),
        ([], "character"),
        (None, "character"),
    ],
)
def test_a_character_is_a_sheet_of_its_game(character: Any, said: str) -> None:
    text = json.dumps({"footlights": 1, "game": "lantern", "character": character})
    with pytest.raises(Malformed, match=said):
        import_character(read_json(text, "ana.json"))
