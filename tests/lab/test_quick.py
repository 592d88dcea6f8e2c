"""Quick odds: what a page looks up is what playing the rules gives."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from tests.laws.games import begin
from tests.laws.play import Luck, command, kinds, law, lucky

from footlights.core import GM, Chance, Outcome, Refused, Seat, System, active_fields
from footlights.lab import TooManyThrows, forecast, glance, quick
from footlights.lab.quick import Tree, plain
from footlights.lab.told import amount, hundredths, share, spread
from footlights.table import Table
from footlights.table.examples import examples
from footlights.table.script import Session, read
from footlights.written import read_file


@pytest.fixture(scope="module", autouse=True)
def _toy_game(lantern: System) -> System:
    return lantern


def looked_up(tree: Tree, answers: Mapping[str, Any]) -> Any:
    """The row that a page finds, as static/roll.js does."""
    while isinstance(tree, list):
        tree = tree[1].get(_written(answers.get(tree[0])))
    return tree


def _written(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return "\n".join(value)
        case _:
            return str(value)


@pytest.mark.parametrize("game", ["you", "inciting-incident"])
@law
@given(luck=lucky())
def test_what_is_looked_up_is_what_playing_the_rules_gives(game: str, luck: Luck) -> None:
    """The answers that a page has: those given, and the defaults of what is left open."""
    play = begin(game, luck)
    system = play.system
    for _ in play.moves(20):
        if system.due(play.state) is not None:
            continue
        offer = play.offer()
        table = quick(system, system.known(play.state, offer.seat), offer.seat, offer, {})
        if table is None:
            continue
        answer = play.chance.answer(offer)
        asked = active_fields(offer, answer)
        row = looked_up(table.tree, {name: answer.get(name, field.default) for name, field in asked.items()})
        if row is not None:
            _agree(system, play.state, offer.seat, command(system, offer.kind, answer), table.rows[row])


def _agree(system: System, state: Any, seat: Seat, order: Any, row: Any) -> None:
    try:
        played = forecast(system, state, seat, order)
    except TooManyThrows:
        return
    for one in row:
        assert one.chance == played.chance(one.outcome.key), (order, one.outcome.key)
        assert one.mean == played.mean(one.outcome.key), (order, one.outcome.key)
    told = {one.outcome.key for one in row if one.chance and one.outcome.key.startswith("result")}
    assert told == {one.outcome.key for one in played.chances if one.outcome.key.startswith("result")}


@pytest.mark.parametrize("game", ["you", "inciting-incident"])
@law
@given(luck=lucky())
def test_what_a_form_begins_with_is_said_in_its_own_words_and_what_could_be_done_instead_is_an_order(
    game: str, luck: Luck
) -> None:
    play = begin(game, luck)
    system: Any = play.system
    commands = kinds(system.commands)
    for _ in play.moves(25):
        for seat in system.seats(play.state):
            for offer in system.offers(play.state, seat):
                begun = system.begun(play.state, seat, offer.kind, {})
                assert begun.keys() <= set(commands[offer.kind].__struct_fields__)
            for order in system.ways(play.state, seat).values():
                with suppress(Refused):  # not every way is open at every moment, and then it is told so
                    assert system.decide(play.state, seat, order)


def test_a_game_without_closed_forms_has_no_quick_odds() -> None:
    play = begin("lantern", Luck())
    for offer in play.system.offers(play.state):
        assert quick(play.system, play.state, offer.seat, offer, {}) is None
    assert glance(play.system, play.state) == ()


def test_a_choice_that_changes_nothing_is_not_asked_for_and_a_number_of_too_many_values_only_near_its_start() -> (
    None
):
    table = example("the-salt-clock")
    table.act("Bram", {"type": "regular", "via": "Old Songs"})
    rule = next(offer for offer in table.offers(GM) if offer.kind == "rule")
    found = quick(table.system, table.known(GM), GM, rule, {})
    assert found is not None
    asked, branches = found.tree[0], found.tree[1]  # type: ignore[index]
    assert (asked, list(branches)) == (
        "adv",
        ["0", "1", "2", "3"],
    )  # there is one draft: "who" is no question
    assert len(found.rows) < 10  # equal rows are one


def test_a_table_is_told_in_hundredths_of_a_percent_and_means_in_hundredths() -> None:
    table = example("the-salt-clock")
    regular = next(offer for offer in table.offers("Bram") if offer.kind == "regular")
    found = quick(table.system, table.known("Bram"), "Bram", regular, {})
    assert found is not None
    told = plain(found)
    assert told["keys"] == ["", "result:failure", "result:success", "crisis"]
    assert told["rows"][looked_up(found.tree, {"via": "Haul"})] == [8962, 1038, 8962, 213]
    assert looked_up(found.tree, {"via": "automatic"}) is None


def example(name: str) -> Table:
    """An example where whoever plays on from it steps in."""
    script = read(read_file(next(path for path in examples() if path.stem == name)))
    session = Session(script)
    for _ in session.steps(script.enter):
        pass
    return session.table


# --- told ---


def test_shares_sum_to_the_whole_and_what_is_possible_never_shows_as_nothing() -> None:
    assert hundredths([Fraction(1, 3)] * 3) == [3334, 3333, 3333]
    tiny = Fraction(1, 10**6)
    assert [share(units) for units in hundredths([tiny, 1 - tiny])] == ["<0.01 %", ">99.99 %"]
    assert [share(units) for units in (0, 25, 8775, 10_000)] == ["0 %", "0.25 %", "87.75 %", "100 %"]


CRISIS = Outcome("crisis", "Crisis added", bad=True, counted=True)
HIT = Outcome("hit", "takes a hit", bad=True)


@pytest.mark.parametrize(
    ("outcome", "amounts", "told", "between"),
    [
        (HIT, {1: Fraction(1, 8)}, "12.5 %", ""),
        (CRISIS, {4: Fraction(1)}, "+4", ""),
        (CRISIS, {2: Fraction(3, 4), 5: Fraction(1, 4)}, "2.75", "2 to 5, on average"),
        (CRISIS, {3: Fraction(1, 2)}, "1.5", "0 to 3, on average"),
    ],
)
def test_amounts_are_told_on_average_where_they_vary(
    outcome: Outcome, amounts: dict[int, Fraction], told: str, between: str
) -> None:
    mean = sum((n * chance for n, chance in amounts.items()), Fraction(0))
    one = Chance(outcome, sum(amounts.values(), Fraction(0)), mean, tuple(amounts.items()))
    assert (amount(one), spread(one)) == (told, between)
