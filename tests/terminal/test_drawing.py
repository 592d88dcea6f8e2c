"""Whatever there is to draw fits the terminal, steers nothing, and says the same without colours."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from footlights.cli.play.asking import asked
from footlights.cli.play.ink import Lines, beside, fragments, inked, wrapped
from footlights.cli.play.odds import gists, shares, shown
from footlights.cli.play.page import SeatPage, Sight, curtain
from footlights.cli.play.panels import drawn
from footlights.cli.play.questions import Amiss, Choice, Pause, Pick, Write, mnemonics, numbered
from footlights.core import Card, Chance, Fact, Meter, Note, Outcome, Panel
from footlights.lab import Forecast
from footlights.table import Entry, Owed

words = st.text(max_size=80) | st.sampled_from(
    ["\x1b[2J", "日本語" * 20, "👩‍👩‍👧" * 30, "\u202eevil", "a" * 1_000]
)
tones = st.sampled_from(["plain", "good", "bad", "owed", "quiet"])
facts = st.builds(Fact, words, words, tones, words)
numbers = st.integers(-(10**6), 10**6)
meters = st.builds(
    lambda label, value, lo, span, marks: Meter(label, value, lo, lo + span, tuple(marks)),
    words,
    numbers,
    numbers,
    st.integers(0, 10**6),
    st.lists(st.tuples(numbers, words), max_size=3),
)
cards = st.builds(Card, words, words, st.lists(facts, max_size=3).map(tuple), words)
lines = st.lists(facts | meters | cards | st.builds(Note, words, tones, words), max_size=6)
panels = st.lists(
    st.builds(
        Panel, words, words, lines.map(tuple), st.sampled_from(["scene", "sheet", "tension", "roll", "gm"])
    ),
    max_size=5,
)
widths = st.integers(1, 140)
heights = st.integers(1, 50)


def fits(drawing: Lines, width: int, height: int | None = None) -> None:
    """Nothing runs beyond the terminal and nothing in it is more than a letter."""
    assert height is None or len(drawing) <= height
    for _, text, *_ in fragments(drawing, width):
        assert not any(unicodedata.category(c) in {"Cc", "Cf"} for c in text.replace("\n", ""))
    shown = "".join(text for _, text, *_ in fragments(drawing, width)).split("\n")
    assert all(cell_len(line) <= width for line in shown)


@given(panels, widths)
def test_panels_fit_any_width(drawing: list[Panel], width: int) -> None:
    fits(drawn(drawing, width), width)


@given(panels, st.lists(words, max_size=4), st.text(max_size=300), widths, heights)
def test_the_page_of_a_seat_fits_any_terminal(
    drawing: list[Panel], said: list[str], name: str, width: int, height: int
) -> None:
    entries = [
        Entry(seq=n, at="", seat="", text=text, kind="said", event=None, clause=text[:9])
        for n, text in enumerate(said, 1)
    ]
    waiting = (Owed(name, "pick", name),)
    seats = ((name, name), ("Ben", ""))
    sight = Sight(
        name, "YOU", name, seats, tuple(drawing), tuple(entries), waiting, paused=len(said) > 2, since=1
    )
    page = SeatPage(sight)
    for _ in range(3):
        fits(page.paint(width, height), width, height)
        page.scroll(1)
        page.turn()
    fits(curtain(name, waiting).paint(width, height), width, height)


choices = st.lists(
    st.builds(Choice, st.just(1), words, group=st.sampled_from(["", "Talk", "Undo"]), note=words), max_size=30
)


@given(words, choices, st.booleans(), words, st.integers(0, 40), widths, heights)
def test_a_question_fits_any_terminal(
    title: str, offered: list[Choice], dense: bool, typed: str, at: int, width: int, height: int
) -> None:
    offered = sorted(offered, key=lambda choice: choice.group)
    pick = Pick(title, numbered(offered), dense=dense, message=title)
    fits(asked(pick, typed, at, title, width, height), width, height)


@given(st.lists(words, max_size=12), widths)
def test_columns_fit_their_width(said: list[str], width: int) -> None:
    column = [line for text in said for line in wrapped(inked(text), width)]
    fits(beside([(column, width), ([], 4), (column, width)]), 2 * width + 10)


def test_what_is_typed_is_echoed_as_it_reads_or_as_what_is_missing() -> None:
    def parse(typed: str) -> int:
        if typed == "7":
            return 7
        raise Amiss("Type 7.")

    write = Write("Seven", parse, echo=lambda answer: f"read as {answer}")
    assert "= read as 7" in plain(asked(write, "7", 0, "", 40, 9))
    assert "Type 7." in plain(asked(write, "8", 0, "", 40, 9))
    assert "! no" in plain(asked(write, "8", 0, "no", 40, 9))


# --- odds ---


def test_a_menu_that_is_too_long_says_where_there_is_more_and_every_choice_can_be_reached() -> None:
    many = [Choice(n, f"Do number {n}", f"k{n}", f"Group {n % 7}") for n in range(60)]
    pick = Pick("What you may do", tuple(sorted(many, key=lambda one: one.group)), dense=True, at=-1)
    assert "↓ more below" in plain(asked(pick, "", -1, "", 80, 9))
    assert "↑ more above" not in plain(asked(pick, "", -1, "", 80, 9))
    for at, choice in enumerate(pick.choices):
        assert choice.label in plain(asked(pick, "", at, "", 80, 9))
    assert "↑ more above" in plain(asked(pick, "", 59, "", 80, 9))
    assert "↓ more below" not in plain(asked(pick, "", 59, "", 80, 9))


def test_what_nothing_is_called_says_how_to_go_on() -> None:
    pick = Pick("Who?", (Choice(1, "Ana"),))
    assert "Nothing here is called that (Esc clears it)." in plain(asked(pick, "Bo", 0, "", 80, 9))


def test_a_long_choice_is_told_in_full_where_there_is_room() -> None:
    pick = Pick("Which?", (Choice(1, "before: " + "word " * 20 + "end", "1"), Choice(2, "after", "2")))
    assert "end" in plain(asked(pick, "", 0, "", 60, 9))
    assert len(asked(pick, "", 0, "", 60, 3)) == 3


def test_what_is_only_read_is_cut_at_its_end() -> None:
    pause = Pause("", above=lambda _: [Text(str(n)) for n in range(30)])
    assert plain(asked(pause, "", 0, "", 40, 5)).split() == ["0", "1", "2", "3", "4"]


def chance(
    key: str, p: Fraction, amounts: tuple[tuple[int, Fraction], ...] = (), bad: bool = False
) -> Chance:
    amounts = amounts or ((1, p),)
    mean = sum((n * q for n, q in amounts), Fraction(0))
    return Chance(Outcome(key, key.partition(":")[2] or key, bad=bad), p, mean, amounts)


def plain(drawing: Lines) -> str:
    return "\n".join(line.plain for line in drawing)


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=7))
def test_percentages_of_all_results_sum_to_a_hundred(weights: list[int]) -> None:
    told = shares([Fraction(weight, sum(weights)) for weight in weights])
    written = [Fraction(share.removesuffix(" %")) for share in told if share[0] not in "<>"]
    assert sum(written) <= 100
    assert len(written) < len(told) or sum(written) == 100


@given(st.fractions(0, 1))
def test_nothing_possible_is_told_as_impossible_and_nothing_uncertain_as_certain(one: Fraction) -> None:
    told = shares([one])[0]
    assert (told == "0 %") == (one == 0)
    assert (told == "100 %") == (one == 1)


def test_odds_show_results_in_order_with_their_patterns_and_what_changed() -> None:
    before = Forecast(
        20, (chance("result:Failure", Fraction(3, 4), bad=True), chance("result:Success", Fraction(1, 4)))
    )
    crisis = chance("crisis", Fraction(1), ((2, Fraction(1, 2)), (6, Fraction(1, 2))))
    after = Forecast(
        20,
        (
            chance("result:Failure", Fraction(1, 2), bad=True),
            chance("result:Success", Fraction(1, 2)),
            chance("passed", Fraction(1, 2)),
            crisis,
        ),
    )
    told = plain(shown(after, 40, before))
    assert told.splitlines()[1] == "╳" * 20 + "█" * 20
    assert "╳ Failure 50 % (was 75 %)" in told
    assert "█ Success 50 % (was 25 %)" in told
    assert "crisis 4.0 on average (2 to 6)" in told
    assert "passed 50" not in told
    assert told.startswith("50 %  passed")


def test_a_certain_success_does_not_look_like_a_failure() -> None:
    sure = Forecast(3, (chance("result:Success", Fraction(1)),))
    assert plain(shown(sure, 20)).splitlines() == ["█" * 20, "█ Success 100 %"]


def test_of_what_is_counted_one_more_is_told_as_one_and_not_as_a_certainty() -> None:
    """Crisis added, 1 for certain, is "+1"; a Burden for certain is 100 %."""
    always = ((1, Fraction(1)),)
    crisis = Chance(Outcome("crisis", "Crisis added", counted=True), Fraction(1), Fraction(1), always)
    burden = Chance(Outcome("burden", "Ana takes a Burden"), Fraction(1), Fraction(1), always)
    half = ((1, Fraction(1, 2)),)
    coins = Chance(Outcome("coins", "coins found", counted=True), Fraction(1, 2), Fraction(1, 2), half)
    told = plain(shown(Forecast(9, (crisis, burden, coins)), 120))
    assert "Crisis added +1" in told
    assert "Ana takes a Burden 100 %" in told
    assert "coins found 0.5 on average (0 to 1)" in told


@given(st.lists(st.integers(1, 1000), min_size=2, max_size=6), st.integers(10, 200))
def test_every_possible_result_has_a_part_of_the_bar_and_the_bar_is_as_wide_as_asked(
    weights: list[int], width: int
) -> None:
    told = [chance(f"result:{n}", Fraction(weight, sum(weights))) for n, weight in enumerate(weights)]
    bar = plain(shown(Forecast(1, tuple(told)), width)).splitlines()[0]
    assert len(bar) == width
    assert len(set(bar)) == len(weights)


def test_ways_are_compared_by_what_differs_between_them() -> None:
    rolled = Forecast(9, (chance("passes", Fraction(1)), chance("crisis", Fraction(1), ((2, Fraction(1)),))))
    alone = Forecast(0, (chance("passes", Fraction(1)), chance("crisis", Fraction(1), ((4, Fraction(1)),))))
    assert gists([alone, rolled, None], stepwise=False) == ["crisis +4", "crisis +2", ""]
    assert gists([alone], stepwise=False) == ["passes 100 %, crisis +4"]


# --- keys ---


@given(st.lists(st.from_regex(r"[a-z]{1,9}(_[a-z]{1,9}){0,2}", fullmatch=True), unique=True, max_size=80))
def test_every_name_has_a_key_of_its_own_and_always_the_same(names: list[str]) -> None:
    keys = mnemonics(names, taken="hyq")
    assert list(keys) == names
    assert len(set(keys.values())) == len(names)
    assert not {"h", "y", "q"} & set(keys.values())
    assert keys == mnemonics(names, taken="hyq")


def test_a_typed_key_comes_before_every_name_that_begins_so() -> None:
    offered = (Choice(1, "Say", "p"), Choice(2, "Pass", "z"), Choice(3, "Hand over", "s"))
    pick = Pick("?", offered)
    assert [choice.value for choice in pick.found("s")] == [3, 1, 2]
    assert [choice.value for choice in pick.found("over")] == [3]
    assert pick.found("nothing like it") == []
    assert list(pick.found("  ")) == list(offered)


def test_names_are_found_without_their_accents_and_in_any_case() -> None:
    pick = Pick("?", (Choice(1, "Zoë O’Neill"), Choice(2, "Åsa")))
    found: list[Any] = [choice.value for choice in pick.found("ZOE")]
    assert found == [1]
    assert [choice.value for choice in pick.found("asa")] == [2]
