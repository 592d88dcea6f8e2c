"""Session scripts: what is written is played, what is played can be written, and a fault is placed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from footlights.core import DICE, Refused, System
from footlights.games import load
from footlights.store import MemoryStore
from footlights.table import Campaign, Table
from footlights.table.dicebox import SeededDice
from footlights.table.script import Done, Forbidden, Heading, Session, read, written_out
from footlights.written import Malformed, read_file, read_yaml
from tests.laws.games import STAGES
from tests.laws.play import MOVES, Chance, Luck, law, lucky
from tests.laws.stage import rulings


def played(text: str) -> Table:
    session = Session(read(read_yaml(text, "a.yaml")))
    list(session.steps())
    return session.table


def same(one: Table, other: Table) -> bool:
    """Whether two tables stand alike: the rules, and everything beside them."""
    return bool(one.state == other.state and one.standing == other.standing)


def test_a_script_is_played_move_by_move_with_its_headings_and_foreseen_refusals(cellar: Path) -> None:
    steps = list(Session(read(read_file(cellar))).steps())
    assert [type(step) for step in steps[:2]] == [Heading, Done]
    forbidden = next(step for step in steps if isinstance(step, Forbidden))
    assert (forbidden.move.number, forbidden.move.seat, forbidden.refused.clause) == (6, "Ana", "FLK-01")
    assert steps[-1].move.number == read(read_file(cellar)).moves  # type: ignore[union-attr]


def test_playing_until_a_move_stops_after_it_with_its_dice_still_due(cellar: Path) -> None:
    session = Session(read(read_file(cellar)))
    list(session.steps(until=4))
    assert session.table.system.due(session.table.state) is not None
    assert [owed.seat for owed in session.table.waiting()] == ["Ana"]


def test_a_played_script_written_out_again_leads_to_the_same_state(cellar: Path) -> None:
    table = played(cellar.read_text("utf-8"))
    out = written_out(table)
    assert "  - dice: [[6, 2]]\n" in out
    assert "  - nobody: x_card\n" in out
    assert "{Ana: {roll: {notation: 2d6!, private: true}}, dice: [3, [6, 2]]}" in out
    again = played(out)
    assert same(again, table)
    assert written_out(again) == out


def test_what_cannot_be_seen_in_a_text_is_written_out_so_that_it_can(lantern: System) -> None:
    words = 'left \u202eright\u202c, \u200b\U0001f468\u200d\U0001f469: "so"\\'
    walkers = "walkers: [{name: Ana}, {name: Bo}]"
    table = played(
        f"game: {lantern.name}\ntitle: T\n{walkers}\nplay:\n- GM: {{say: {json.dumps(words, ensure_ascii=False)}}}\n"
    )
    written = written_out(table)
    assert written.replace("\n", "").replace("\U0001f468", "").replace("\U0001f469", "").isprintable()
    assert played(written).line.log.events(list(played(written).rows())[-1])[0].text == words


def test_redacted_words_stay_redacted_when_a_table_is_written_out(cellar: Path) -> None:
    table = played(cellar.read_text("utf-8") + '  - GM: {say: "The password is swordfish."}\n')
    table.act("GM", {"type": "redact", "entry": table.chronicles.count("GM")})
    out = written_out(table)
    assert "swordfish" not in out
    assert same(played(out), table)


def test_seeded_dice_fall_alike_every_time_and_are_written_out_as_faces(lantern: System) -> None:
    text = (
        f"game: {lantern.name}\ntitle: T\nwalkers: [{{name: A}}, {{name: B}}]\ndice: {{seed: oak}}\nplay:\n"
    )
    text += "  - A: step\n" * 3 + "  - B: {roll: {notation: d20}}\n"
    table = played(text)
    assert same(played(text), table)
    out = written_out(table)
    assert out.count("dice: [") == 4
    assert played(out).state == table.state


@pytest.mark.parametrize("game", sorted(STAGES))
@pytest.mark.usefixtures("lantern")
@given(luck=lucky())
@law
def test_any_play_written_out_and_played_again_leads_to_the_same_state(game: str, luck: Luck) -> None:
    chance = Chance(luck.choices())
    system, chance.sheets = load(game), STAGES[game].sheets
    setup = STAGES[game].setup(chance)
    setup["rulings"] = {**rulings(system, chance), **setup.get("rulings", {})}
    table = Table.create(
        MemoryStore(), game, setup, Campaign(name="Zoë's cellar: 影\u2028"), SeededDice(chance.choose(99))
    )
    for _ in range(MOVES):
        follow_an_offer(table, chance)
    out = written_out(table)
    again = played(out)
    assert again.state == table.state
    assert again.chronicle("GM")[-1].text == table.chronicle("GM")[-1].text
    assert written_out(again) == out


def follow_an_offer(table: Table, chance: Chance) -> None:
    """Let chance follow one of the offers that a seat has; an undone or redacted thing may turn out not to be there."""
    seat = chance.one([*table.seats, DICE])
    offers = table.offers(seat)
    if not offers:
        return
    offer = chance.one(offers)
    command: dict[str, Any] = {"type": offer.kind, **chance.answer(offer)}
    if offer.kind == "roll":
        command["notation"] = "3d4!"
    try:
        table.act(seat, msgspec.to_builtins(command))
    except Refused:
        assert offer.kind in ("redact", "rewind", "take_back", "session_zero")


HEAD = "game: lantern\ntitle: T\nwalkers: [{name: A}, {name: B}]\n"

OUT_OF_FORM = [
    ("[]", "line 1, column 1: a session script begins with game, title and play; this is a list"),
    ("title: T", "game is missing"),
    (
        "game: lanthorn\ntitle: T\nplay: []",
        "line 1, column 1 (game): there is no game called 'lanthorn'; did you mean",
    ),
    ("game: [you]", "(game): expected text, found a list"),
    (
        "game: lantern\nwakers: []\nplay: []",
        "line 2, column 1 (wakers): there is no key 'wakers' here; did you mean",
    ),
    (
        "game: lantern\ntitle: T\nwalkers: []\nplay: []",
        "line 3, column 1 (walkers): 0 walkers; at least two go",
    ),
    (HEAD, "play is missing"),
    ("game: lantern\ntitle: ''\nplay: []", "line 2, column 1 (title): name cannot be ''"),
    (f"{HEAD}premise: {'x' * 20_000}\nplay: []", "line 4, column 1 (premise): premise cannot be"),
    (f"{HEAD}premise: 3\nplay: []", "(premise): expected text, found the number 3; put it in quotes"),
    (
        f"{HEAD}rulings: {{flicker: oily}}\nplay: []",
        "(rulings.flicker): it cannot be the text 'oily' (FLK-01). What can",
    ),
    (
        f"{HEAD}rulings: {{flick: oil}}\nplay: []",
        "(rulings.flick): there is no ruling 'flick' here; did you mean flicker?",
    ),
    (
        "game: lantern\nwalkers:\n- {oil: x}\n- {name: 3}\ntitle: T\nplay: []",
        "(walkers[0]): name is missing",
    ),
    (
        "game: lantern\nwalkers:\n- {oil: x}\n- {name: 3}\ntitle: T\nplay: []",
        "(walkers[1].name): expected",
    ),
    (f"{HEAD}play:\n- A: stp\n- dice: 3", "[move 1]\na.yaml, line 6, column 3 (play[1].dice)"),
    (f"{HEAD}dice: 7\nplay: []", "(dice): expected a mapping (key: value), found the number 7"),
    (
        f"{HEAD}dice: {{seed: yes}}\nplay: []",
        "(dice.seed): a seed is a whole number or a text, not yes or no",
    ),
    (
        f"{HEAD}enter: 2\nplay: [A: step]",
        "line 4, column 1 (enter): enter is the number of a move, 0 to 1, not the number 2",
    ),
    (f"{HEAD}enter: soon\nplay: []", "0 to 0, not the text 'soon'"),
    (f"{HEAD}play: {{A: step}}", "(play): expected a list, found a mapping"),
]

OUT_OF_FORM_MOVES = [
    ("- 3", "line 5, column 3 (play[0]): a move is written Seat: {command: {field: value}}"),
    ("- {}", "(play[0]): a move is written"),
    ("- A: step\n  B: step", "line 6, column 3 (play[0].B): a move is one seat's; begin B's with a dash"),
    (
        "- hello\n- A: stp",
        "line 6, column 3 (play[1].A.stp): there is no command 'stp' here; did you mean step? [move 1]",
    ),
    ("- A: [step]", "(play[0].A): one command is expected"),
    (
        "- GM: {pour: 3}",
        "(play[0].GM.pour): pour takes a mapping of its fields (walker, oil), not the number 3",
    ),
    ("- A: {step: {born: 3}}", "(play[0].A.step.born): there is no key 'born' here; did you mean burn?"),
    ("- A: {step: {burn: much}}", "(play[0].A.step.burn): expected a whole number, found the text 'much'"),
    ("- GM: {hide: {depth: 3}}", "(play[0].GM.hide): name is missing"),
    (
        "- A: {say: No}",
        "(play[0].A.say.text): expected text, found yes or no (true or false); put it in quotes",
    ),
    ("- A: step\n  refused: FLK-9", "(play[0].refused): there is no clause 'FLK-9' here; did you mean FLK-0"),
    ("- A: {roll: {notation: d6}}", "(play[0]): what do the dice of this roll show?"),
    ("- A: {roll: d6}\n  dice: [3, 4]", "(play[0].dice): 2 dice were given: this throw needs 1 [move 1]"),
    ("- A: {roll: 2d6}\n  dice: [3]", "(play[0].dice): 1 dice were given: this throw needs 2"),
    ("- A: {roll: d6}\n  dice: []", "(play[0].dice): 0 dice were given: this throw needs 1"),
    ("- A: {roll: d6}\n  dice: [0]", "(play[0].dice): die 1 (d6) shows 0: its faces are 1 to 6"),
    ("- A: {roll: d6}\n  dice: [9]", "(play[0].dice): die 1 (d6) shows 9: its faces are 1 to 6"),
    (f"- A: {{roll: d6!}}\n  dice: [{[6] * 10_005}]", "(play[0].dice): die 1 (d6) ends on a 6"),
    ("- A: {step: {type: go_home}}", "(play[0].A.step.type): there is no key 'type' here; there is: burn"),
    ("- nobody: {note: hm}", "(play[0].nobody): nobody only plays an X-card; name the seat"),
    ("- nobody: step", "(play[0].nobody): nobody only plays an X-card"),
    ("- A: step\n  dice: [3]", "(play[0].dice): no faces are expected here"),
    ("- dice: [x]", "(play[0].dice[0]): a die shows a whole number, not the text 'x'"),
    ("- dice: 3", "(play[0].dice): expected a list, found the number 3"),
]


@pytest.mark.parametrize(
    ("text", "fault"), OUT_OF_FORM + [(f"{HEAD}play:\n{moves}", fault) for moves, fault in OUT_OF_FORM_MOVES]
)
@pytest.mark.usefixtures("lantern")
def test_a_script_with_a_fault_is_refused_with_its_place_and_what_would_be_right(
    text: str, fault: str
) -> None:
    with pytest.raises(Malformed) as found:
        read(read_yaml(text, "a.yaml"))
    assert fault in str(found.value)


def test_a_roll_that_is_refused_leaves_no_dice_behind(lantern: System) -> None:
    head = f"game: {lantern.name}\ntitle: T\nwalkers: [{{name: A}}, {{name: B}}]\nplay:\n"
    stopped = "- nobody: x_card\n- A: {roll: {notation: 2d6}}\n  dice: [3, 4]\n  refused: yes\n- GM: resume\n"
    table = played(f"{head}{stopped}- A: step\n")
    assert table.system.due(table.state) is not None


def test_a_roll_may_have_no_dice_at_all(lantern: System) -> None:
    head = f"game: {lantern.name}\ntitle: T\nwalkers: [{{name: A}}, {{name: B}}]\nplay:\n"
    table = played(head + "- A: {roll: '5'}\n  dice: []\n")
    assert table.chronicle("B")[-1].text == "A rolls: 5 = 5."
    assert same(played(written_out(table)), table)


MISPLAYED = [
    ("- C: step", "refused: there is no seat 'C' at this table; there are: GM, A, B"),
    (
        "- A: {step: {burn: 9}}",
        "refused: burn cannot be 9; it is a whole number from 0 to 3 [STP-02]. A may now: ",
    ),
    ("- A: step\n- B: step", "refused: the dice of a step are still to be thrown [STP-01]. B may now: post,"),
    ("- A: step\n- dice: [7]", "line 6, column 3 (play[1].dice): refused: die 1 (d6) shows 7"),
    ("- A: {lose: {what: oil}}\n  refused: STP-01", "refused by FLK-01, not by STP-01"),
    ("- A: step\n  refused: yes", "this was to be refused, but it is allowed [move 1]"),
    ("- A: {roll: {notation: nonsense}}\n  dice: [3]", "these are no dice"),
]


@pytest.mark.parametrize(("moves", "fault"), MISPLAYED)
@pytest.mark.usefixtures("lantern")
def test_a_move_that_the_rules_refuse_says_so_with_what_the_seat_may_do(moves: str, fault: str) -> None:
    with pytest.raises(Malformed) as found:
        played(f"{HEAD}play:\n{moves}\n")
    assert fault in str(found.value)
