"""Dice that fell stay fallen: what a rewind leaves on the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins

from footlights.core import GM
from footlights.dice import Dice, Pool, read, throw
from footlights.store import MemoryStore
from footlights.table import Campaign, Table
from footlights.table.dicebox import OsDice, ScriptedDice, SeededDice, TypedDice
from footlights.table.events import Die, Fallen, Rewound, Standing, stand
from footlights.table.undo import described, known_dice, rethrow, retyped
from tests.games.you.playing import sheet
from tests.table.conftest import Begin

pytestmark = pytest.mark.usefixtures("lantern")

STEP = {"type": "step"}
BACK = {"type": "take_back"}


def test_the_same_throw_shows_the_same_faces_after_a_rewind(begin: Begin) -> None:
    table = begin(box=SeededDice(5))
    table.act("Ana", STEP)
    fell = table.chronicle("Ana")[2].event.faces
    for _ in range(5):
        table.act(GM, {"type": "rewind", "to": 1})
        table.act("Ben", {"type": "step", "burn": 1})
        assert table.chronicle("Ana")[-2].event.faces == fell


def test_the_chronicle_says_that_dice_are_known(begin: Begin) -> None:
    table = begin(2, 5)
    table.act("Ana", STEP)
    table.act(GM, BACK)
    receipt = table.act("Ana", {"type": "step", "burn": 2})
    assert [entry.text for entry in receipt.entries[1:3]] == [
        "Dice known: they fell before the rewind, and stay.",
        "Ana throws 4.",
    ]
    again = table.act("Ana", STEP)
    assert "dice_known" not in [entry.kind for entry in again.entries]


def test_the_second_throw_of_a_line_keeps_the_faces_of_the_second(begin: Begin) -> None:
    table = begin(5, 4, 1)
    table.act("Ana", STEP)
    table.act("Ana", STEP)
    table.act(GM, {"type": "rewind", "to": 1})
    table.act("Ben", STEP)
    table.act("Ben", STEP)
    thrown = [entry.event.faces for entry in table.chronicle("Ana") if entry.kind == "step_thrown"]
    assert thrown == [((5,),), ((4,),), ((5,),), ((4,),)]


def test_explosions_stay_with_their_die(begin: Begin) -> None:
    table = begin(6, 6, 1, 3)
    table.act("Ana", STEP)
    table.act(GM, BACK)
    table.act("Ana", STEP)
    assert table.chronicle("Ana")[-2].event.faces == ((6, 6, 1),)


def test_a_table_may_want_its_dice_new_after_a_rewind(begin: Begin) -> None:
    table = begin(2, 5)
    table.act(GM, {"type": "set_dice", "known_dice": False})
    table.act("Ana", STEP)
    table.act(GM, BACK)
    table.act("Ana", STEP)
    assert table.chronicle("Ana")[-2].event.faces == ((5,),)


def test_known_dice_outlive_the_process(begin: Begin) -> None:
    store = MemoryStore()
    table = begin(2, store=store)
    table.act("Ana", STEP)
    table.act(GM, {"type": "rewind", "to": 1})
    again = Table.open(store, table.id, ScriptedDice(6, 5))
    again.act("Ben", STEP)
    assert again.chronicle("Ana")[-2].event.faces == ((2,),)


def test_a_redo_brings_the_throws_back_with_it(begin: Begin) -> None:
    table = begin(5, 4, 1)
    table.act("Ana", STEP)
    table.act("Ana", STEP)
    end = table.line.head.seq
    table.act(GM, {"type": "rewind", "to": 1})
    table.act("Ben", STEP)
    table.act(GM, {"type": "rewind", "to": end})
    assert table.line.head.throws == 2
    assert table.state.depth == 2


def test_nobody_is_asked_for_dice_that_are_all_known(begin: Begin) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", STEP)
    table.act("Ana", {"type": "throw", "faces": [[6, 2]]})
    table.act(GM, BACK)
    receipt = table.act("Ben", STEP)
    assert [entry.kind for entry in receipt.entries][1:3] == ["dice_known", "step_thrown"]
    assert receipt.entries[2].event.faces == ((6, 2),)


def test_faces_that_were_typed_wrong_are_typed_anew_where_dice_are_to_be_new(begin: Begin) -> None:
    table = begin(box=TypedDice())
    table.act("Ana", STEP)
    table.act("Ana", {"type": "throw", "faces": [[2]]})
    table.act(GM, {"type": "set_dice", "known_dice": False})
    table.act(GM, BACK)
    table.act("Ana", STEP)
    table.act("Ana", {"type": "throw", "faces": [[5]]})
    assert table.state.depth == 1


def you_with_typed_dice() -> Table:
    """A table of YOU at which people throw; Ana's check waits for its one die, which then shows 7."""
    sheets = [sheet(name) for name in ("Ana", "Ben")]
    table = Table.create(
        MemoryStore(), "you", {"characters": to_builtins(sheets)}, Campaign(name="x"), TypedDice()
    )
    check(table, "neither")
    table.act("Ana", {"type": "throw", "faces": [[7]]})
    return table


def check(table: Table, mode: str) -> None:
    table.act("Ana", {"type": "draft", "trait": "Boldness"})
    table.act(GM, {"type": "rule", "who": "Ana", "mode": mode})
    table.act("Ana", {"type": "commit", "ins": 0})


def test_only_missing_dice_are_asked_for_the_known_ones_count_as_they_fell() -> None:
    table = you_with_typed_dice()
    table.act(GM, {"type": "rewind", "to": 1})
    check(table, "ADV")
    offer = next(offer for offer in table.offers("Ana") if offer.kind == "throw")
    assert offer.label.endswith("(known from before the rewind: die 1 shows 7)")
    table.act("Ana", {"type": "throw", "faces": [[20], [13]]})
    throw_row = list(table.rows())[-1]
    assert b'"faces":[[7],[13]]' in throw_row.command
    known = [entry for entry in table.chronicle("Ben") if entry.kind == "dice_known"]
    assert [entry.event.places for entry in known] == [(0,)]


def test_a_fresh_die_beside_a_known_one_is_known_from_then_on() -> None:
    table = you_with_typed_dice()
    table.act(GM, {"type": "rewind", "to": 1})
    check(table, "ADV")
    table.act("Ana", {"type": "throw", "faces": [[7], [13]]})
    for mode, faces in (("neither", b"[[7]]"), ("DIS", b"[[7],[13]]")):
        table.act(GM, {"type": "rewind", "to": 1})
        check(table, mode)
        assert b'"faces":' + faces in list(table.rows())[-1].command


POOLS = st.lists(
    st.builds(Dice, st.integers(1, 4), st.sampled_from([2, 6, 20]), st.sampled_from(["no", "once", "chain"])),
    max_size=4,
).map(lambda groups: Pool(tuple(groups)))


@given(POOLS, POOLS, st.integers())
def test_a_throw_keeps_every_known_die_and_is_whole(before: Pool, after: Pool, seed: int) -> None:
    def dice(pool: Pool, faces: Any) -> dict[tuple[int, int], tuple[int, ...]]:
        sides = [group.sides for group in pool.groups for _ in range(group.count)]
        return {(place, die): shown for place, (die, shown) in enumerate(zip(sides, faces, strict=True))}

    known = dice(before, throw(before, SeededDice(seed).source(1)))
    thrown = rethrow(after, known, SeededDice(seed).source(2))
    assert thrown is not None
    faces, places = thrown
    read(after, faces)
    for (place, sides), shown in dice(after, faces).items():
        fell = known.get((place, sides), ())
        both = min(len(fell), len(shown))
        assert fell[:both] == shown[:both]
        assert (place in places) == bool(fell)
    whole = known | dice(after, faces)
    assert rethrow(after, whole, None) == rethrow(after, whole, OsDice().source(1))
    assert rethrow(after, whole, None) == (faces, tuple(range(len(faces))))
    typed = throw(after, SeededDice(seed).source(3))
    landed, still = retyped(after, known, typed)
    read(after, landed)
    assert still == places
    for place, shown in enumerate(landed):
        assert place in places or shown == typed[place]


def test_where_a_die_is_missing_and_nobody_throws_there_is_no_throw() -> None:
    pool = Pool((Dice(2, 6, "chain"),))
    assert rethrow(pool, {}, None) is None
    assert rethrow(pool, {(0, 6): (3,)}, None) is None
    assert rethrow(pool, {(0, 6): (3,), (1, 6): (6,)}, None) is None
    assert rethrow(pool, {(0, 6): (3,), (1, 6): (6, 1)}, None) == (((3,), (6, 1)), (0, 1))


def test_of_two_dice_that_begin_alike_the_longer_is_remembered() -> None:
    def after(*throws: tuple[Die, ...]) -> tuple[Die, ...]:
        standing = Standing()
        for dice in throws:
            standing = stand(standing, 9, Rewound(to=1, fallen=(Fallen(3, dice),)))
        return tuple(Die(place, sides, faces) for (place, sides), faces in known_dice(standing, 3).items())

    short, long, other = Die(0, 6, (6,)), Die(0, 6, (6, 2)), Die(0, 6, (3,))
    assert after((short,), (long,)) == (long,)
    assert after((long,), (short,)) == (long,)
    assert after((long,), (other,)) == (other,)
    assert after((short,), (Die(1, 6, (5,)), Die(0, 20, (7,)))) == (short, Die(1, 6, (5,)), Die(0, 20, (7,)))


def test_no_known_dice_are_described_by_nothing() -> None:
    assert described(Pool((Dice(2, 6),)), {}) == ""
