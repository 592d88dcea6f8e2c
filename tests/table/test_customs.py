"""Talk, safety, seats and dice: what can be done at any table."""

from __future__ import annotations

import re

import pytest

from footlights.core import DICE, GM, SPECTATOR, Refused
from footlights.store import MemoryStore
from footlights.table import Order, Stamp, Table
from footlights.table.dicebox import OsDice, ScriptedDice, SeededDice, TypedDice
from footlights.table.orders import Post, SessionZero
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")

ODD_TEXTS = [
    "👩‍👩‍👧 and 🏳️‍🌈",
    "שלום עולם",
    "e\u0301 and é",
    'O\'Brien "Bobby" <script>alert(1)</script>',
    "two\nlines\tand a tab",
    "x" * 10_000,
    "\u202eturned\u202c",
]


def said(table: Table, seat: str) -> list[str]:
    return [entry.text for entry in table.chronicle(seat)][1:]


def kinds(table: Table, seat: str) -> list[str]:
    return [offer.kind for offer in table.offers(seat)]


# --- talk ---


def test_a_post_is_read_by_everybody_in_or_out_of_character(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "Who is there?"})
    table.act("Ben", {"type": "post", "text": "Pizza is here.", "manner": "out_of_character"})
    for seat in (GM, "Ana", "Ben", SPECTATOR):
        assert said(table, seat) == ["Who is there?", "Pizza is here."]
    assert [entry.event.manner for entry in table.chronicle("Ana")[1:]] == [
        "in_character",
        "out_of_character",
    ]


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_what_people_write_comes_back_as_they_wrote_it(begin: Begin, text: str) -> None:
    store = MemoryStore()
    table = begin(store=store)
    table.act("Ana", Post(text=text))
    assert said(Table.open(store, table.id, OsDice()), "Ben") == [text]


@pytest.mark.parametrize(
    "text", ["", "  \n ", "x" * 10_001, "a\x00b", "\x1b[2J", "\r", "\ud83d", 3, None, ["x"]]
)
def test_words_that_cannot_be_kept_are_refused(begin: Begin, text: object) -> None:
    table = begin()
    with pytest.raises(Refused, match="text") as refusal:
        table.act("Ana", {"type": "post", "text": text})
    assert len(str(refusal.value)) < 250
    assert table.line.head.seq == 1


def test_a_whisper_is_read_by_its_two_and_counts_for_nobody_else(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "whisper", "to": GM, "text": "I stole the oil."})
    table.act(GM, {"type": "whisper", "to": "Ana", "text": "I know."})
    assert said(table, GM) == said(table, "Ana") == ["I stole the oil.", "I know."]
    assert said(table, "Ben") == said(table, SPECTATOR) == []
    table.act("Ben", {"type": "post", "text": "Hm?"})
    assert table.chronicle("Ben")[-1].seq == 2


def test_players_whisper_to_the_gm_only(begin: Begin) -> None:
    with pytest.raises(Refused, match="one of: GM"):
        begin().act("Ana", {"type": "whisper", "to": "Ben", "text": "Psst."})


def test_notes_are_for_the_gms_eyes(begin: Begin) -> None:
    table = begin()
    table.act(GM, {"type": "note", "text": "The cat did it."})
    assert said(table, GM) == ["The cat did it."]
    assert said(table, "Ana") == []
    assert "note" not in kinds(table, "Ana")
    with pytest.raises(Refused, match="only the GM"):
        table.act("Ana", {"type": "note", "text": "Mine."})


# --- redaction ---


def test_an_author_takes_their_own_words_out(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "My address is 7 Elm Street."})
    table.act("Ana", {"type": "redact", "entry": 2})
    for seat in (GM, "Ana", "Ben"):
        assert said(table, seat) == ["(redacted)", "A text is taken out of the chronicle."]


def test_redacted_words_are_nowhere_in_the_log(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "My address is 7 Elm Street."})
    table.act(GM, {"type": "redact", "entry": 2})
    assert "Elm Street" not in str(list(table.rows()))
    assert "Elm Street" not in str(list(table.line.tail))


def test_the_gm_takes_any_words_out_a_player_only_their_own(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "x"})
    with pytest.raises(Refused, match="line 2 is not yours"):
        table.act("Ben", {"type": "redact", "entry": 2})
    table.act(GM, {"type": "redact", "entry": 2})
    with pytest.raises(Refused, match="redacted already"):
        table.act("Ana", {"type": "redact", "entry": 2})


def test_an_author_counts_lines_in_their_own_chronicle(begin: Begin) -> None:
    table = begin()
    table.act(GM, {"type": "note", "text": "secret"})
    table.act("Ana", {"type": "post", "text": "x"})
    table.act("Ana", {"type": "redact", "entry": 2})
    assert said(table, GM)[:2] == ["secret", "(redacted)"]


def test_that_a_whisper_was_redacted_is_told_to_its_readers_alone(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "whisper", "to": GM, "text": "x"})
    table.act("Ana", {"type": "redact", "entry": 2})
    assert said(table, "Ana") == said(table, GM) == ["(redacted)", "A text is taken out of the chronicle."]
    assert said(table, "Ben") == []
    table.act(GM, {"type": "note", "text": "y"})
    table.act(GM, {"type": "redact", "entry": 4})
    assert len(said(table, "Ana")) == 2


@pytest.mark.parametrize("entry", [1, 3])
def test_only_words_are_redacted(begin: Begin, entry: int) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "x"})
    table.act("Ana", {"type": "go_home"})
    with pytest.raises(Refused, match=f"line {entry} is no post, whisper or note"):
        table.act(GM, {"type": "redact", "entry": entry})


@pytest.mark.parametrize(
    ("entry", "said"), [(0, "from 1 to"), (-1, "from 1 to"), (3, "no line 3"), (10**9, "no line")]
)
def test_a_line_that_is_not_there_is_not_redacted(begin: Begin, entry: int, said: str) -> None:
    table = begin()
    table.act("Ana", {"type": "post", "text": "x"})
    with pytest.raises(Refused, match=said):
        table.act(GM, {"type": "redact", "entry": entry})


# --- the X-card ---


def test_an_x_card_has_no_name_on_it(begin: Begin) -> None:
    table = begin()
    table.submit(Order(id="anas-own-id", seat="Ana", command={"type": "x_card"}))
    assert table.chronicle("Ben")[-1].text == "X-card: play stops until the GM resumes."
    assert table.chronicle(GM)[-1].seat == ""
    row = list(table.rows())[-1]
    assert row.seat == ""
    assert re.fullmatch("[0-9a-f]{32}", row.command_id)
    assert "Ana" not in str((row.command, row.events))


def test_while_play_stops_only_talk_seats_safety_and_rewinding_are_offered(begin: Begin) -> None:
    table = begin()
    table.act(GM, {"type": "pour", "walker": "Ben", "oil": 1})
    table.act("Ben", {"type": "x_card"})
    assert kinds(table, "Ana") == ["post", "whisper", "sit", "x_card", "redact"]
    assert kinds(table, GM) == [
        "post",
        "whisper",
        "note",
        "sit",
        "session_zero",
        "x_card",
        "resume",
        "redact",
        "rewind",
    ]
    assert [(owed.seat, owed.kind) for owed in table.waiting("Ana")] == [(GM, "resume")]
    for command in ({"type": "step"}, {"type": "roll", "notation": "1d6"}, {"type": "take_back"}):
        with pytest.raises(Refused, match="until the GM resumes"):
            table.act("Ana", command)
    table.act("Ana", {"type": "x_card"})


def test_play_goes_on_when_the_gm_resumes(begin: Begin) -> None:
    table = begin(5)
    table.act("Ben", {"type": "x_card"})
    with pytest.raises(Refused, match="only the GM"):
        table.act("Ben", {"type": "resume"})
    table.act(GM, {"type": "resume"})
    table.act("Ana", {"type": "step"})
    with pytest.raises(Refused, match="play has not stopped"):
        table.act(GM, {"type": "resume"})


def test_dice_that_are_due_wait_until_play_resumes(begin: Begin) -> None:
    table = begin(5)
    table.act(GM, {"type": "set_dice", "mode": "typed"})
    table.act("Ana", {"type": "step"})
    table.act("Ana", {"type": "x_card"})
    assert "throw" not in kinds(table, "Ana")
    assert table.offers(DICE) == []
    with pytest.raises(Refused, match="until the GM resumes"):
        table.act("Ana", {"type": "throw", "faces": [[5]]})
    table.act(GM, {"type": "resume"})
    assert "throw" in kinds(table, "Ana")


# --- session zero and seats ---


def test_what_the_table_agreed_on_stands_in_the_offer_to_change_it(begin: Begin) -> None:
    table = begin()
    table.act(GM, SessionZero(premise="A cellar.", lines="spiders\nharm to animals"))
    table.act(GM, {"type": "set_dice", "known_dice": False})
    offers = {offer.kind: offer for offer in table.offers(GM)}
    agreed = {field.name: field.default for field in offers["session_zero"].fields}
    assert agreed == {
        "name": "Down below",
        "premise": "A cellar.",
        "tone": "",
        "lines": "spiders\nharm to animals",
        "veils": "",
    }
    assert "no undo" in offers["session_zero"].label
    assert [field.default for field in offers["set_dice"].fields] == ["thrown", False]


def test_the_gm_changes_what_was_agreed_on_and_the_rest_stays(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(store=store)
    table.act(GM, SessionZero(premise="A cellar.", lines="spiders\n\n harm to animals \n"))
    table.act(GM, SessionZero(name="Deeper", veils="romance", premise=""))
    agreed = table.campaign
    assert (agreed.name, agreed.premise, agreed.lines, agreed.veils) == (
        "Deeper",
        "",
        ("spiders", "harm to animals"),
        ("romance",),
    )
    assert [meta.name for meta in store.tables()] == ["Deeper"]
    assert table.chronicle("Ana")[-1].event.campaign == agreed
    with pytest.raises(Refused, match="only the GM"):
        table.act("Ana", SessionZero(tone="grim"))


def test_persons_sit_in_seats_and_get_up_again(begin: Begin) -> None:
    table = begin()
    table.act("Ana", {"type": "sit", "seat": "Ana", "person": "Petra"})
    table.act(GM, {"type": "sit", "seat": "Ben", "person": "بن"})
    assert table.standing.persons == {"Ana": "Petra", "Ben": "بن"}
    table.act(GM, {"type": "sit", "seat": "Ana"})
    assert table.standing.persons == {"Ben": "بن"}
    assert said(table, "Ben")[-1] == "The seat Ana is empty."
    with pytest.raises(Refused, match="one of: Ana"):
        table.act("Ana", {"type": "sit", "seat": "Ben", "person": "Petra"})


@pytest.mark.parametrize("person", ["x" * 10_000, "a\x07b", "two\nlines"])
def test_a_person_has_a_name_that_fits(begin: Begin, person: str) -> None:
    with pytest.raises(Refused, match="person"):
        begin().act(GM, {"type": "sit", "seat": "Ana", "person": person})


# --- dice ---


def test_a_private_roll_is_seen_by_its_roller_and_the_gm(begin: Begin) -> None:
    table = begin(3, 17, 6, 4)
    receipt = table.act("Ana", {"type": "roll", "notation": "2d20kh1+3", "private": True})
    assert [entry.text for entry in receipt.entries] == [
        "Ana rolls in private: 2d20kh1 (~~3~~, 17) + 3 = 20."
    ]
    assert said(table, GM) == said(table, "Ana")
    assert said(table, "Ben") == []
    table.act(GM, {"type": "roll", "notation": "1d6!"})
    assert said(table, "Ben") == ["GM rolls: 1d6! (6! 4) = 10."]


@pytest.mark.parametrize(
    "notation", ["", "five dice", "10000000000000000d6", "1d1!", "1d6" * 100, "((((1d6", "1d6\n"]
)
def test_what_are_no_dice_is_refused(begin: Begin, notation: str) -> None:
    table = begin(1)
    with pytest.raises(Refused) as refusal:
        table.act("Ana", {"type": "roll", "notation": notation})
    assert refusal.value.field == "notation"
    assert table.line.head.seq == 1


def test_a_roll_is_no_look_at_the_next_throw(begin: Begin) -> None:
    table = begin(box=SeededDice(1))
    for _ in range(5):
        table.act(GM, {"type": "roll", "notation": "1d1000000", "private": True})
    faces = {entry.event.faces for entry in table.chronicle(GM)[1:]}
    assert len(faces) == 5
    assert table.standing.thrown == 5


def test_where_people_roll_themselves_no_roll_is_offered(begin: Begin) -> None:
    table = begin(box=TypedDice())
    assert "roll" not in kinds(table, "Ana")
    with pytest.raises(Refused, match="roll their own dice"):
        table.act("Ana", {"type": "roll", "notation": "1d6"})


def test_the_throw_is_offered_to_its_roller_and_the_gm_when_people_throw(begin: Begin) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", {"type": "step"})
    assert kinds(table, "Ana")[0] == "throw"
    assert "throw" in kinds(table, GM)
    assert "throw" not in kinds(table, "Ben")
    with pytest.raises(Refused, match="these dice are Ana's to throw"):
        table.act("Ben", {"type": "throw", "faces": [[5]]})
    seen = next(Stamp.of(offer) for offer in table.offers("Ana") if offer.kind == "throw")
    order = Order(id="t", seat="Ana", command={"type": "throw", "faces": [[5]]}, answers=seen)
    receipt = table.submit(order)
    assert [entry.seat for entry in receipt.entries] == ["Ana", "Ana"]
    assert table.state.depth == 1
    assert table.submit(order) == receipt


@pytest.mark.parametrize("faces", [[[7]], [[0]], [[6]], [[1, 2]], [[1], [1]], [], 5, [["1"]], [[True]]])
def test_typed_faces_are_exactly_those_that_are_due(begin: Begin, faces: object) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", {"type": "step"})
    with pytest.raises(Refused):
        table.act("Ana", {"type": "throw", "faces": faces})
    assert table.line.head.seq == 2


def test_nobody_throws_dice_that_are_not_due(begin: Begin) -> None:
    table = begin()
    for seat in (GM, "Ana", DICE):
        with pytest.raises(Refused):
            table.act(seat, {"type": "throw", "faces": [[5]]})


def test_the_table_throws_what_is_due_as_soon_as_it_may(begin: Begin) -> None:
    table = begin(5)
    table.act(GM, {"type": "set_dice", "mode": "typed"})
    table.act("Ana", {"type": "step"})
    assert table.state.depth == 0
    receipt = table.act(GM, {"type": "set_dice", "mode": "thrown"})
    assert [entry.text for entry in receipt.entries] == [
        "The table throws the dice. Dice stay known after a rewind.",
        "Ana throws 5.",
        "All stand on step 1; coins for Ana: 1.",
    ]


def test_dice_left_in_the_hand_are_thrown_when_the_table_is_opened(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(box=TypedDice(), store=store)
    table.act("Ana", {"type": "step"})
    assert Table.open(store, table.id, TypedDice()).state.depth == 0
    assert Table.open(store, table.id, ScriptedDice(5)).state.depth == 1
    assert Table.open(store, table.id, ScriptedDice(6)).state.depth == 1


@pytest.mark.parametrize(("notation", "faces"), [("1d6", [9]), ("1d6!", [6] * 10_005)])
def test_faces_that_no_die_shows_are_refused(begin: Begin, notation: str, faces: list[int]) -> None:
    table = begin(*faces)
    with pytest.raises(Refused, match="these dice cannot fall so"):
        table.act("Ana", {"type": "roll", "notation": notation})
