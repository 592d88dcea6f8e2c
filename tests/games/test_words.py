"""What people read at a table is in their language, not in that of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from footlights.core import GM, Card, Fact, Flag, Meter, Note, OneOf, Sheet, SomeOf
from footlights.core.panels import Line
from footlights.games import load, names
from footlights.games.inciting_incident.characters import Opponent
from footlights.table.sheets import helps_of, is_struct
from tests.laws.games import STAGES
from tests.laws.play import Chance, Play
from tests.laws.stage import staged

CODE = re.compile(r"[a-z]_[a-z]|@\d|\bNone\b|\bTrue\b|\bFalse\b")


def _lines(lines: tuple[Line, ...] | tuple[Fact, ...]) -> Iterator[str]:
    for line in lines:
        match line:
            case Fact(label=label, value=value):
                yield f"{label}: {value}"
            case Meter(label=label, marks=marks):
                yield " ".join([label, *(words for _, words in marks)])
            case Note(text=text):
                yield text
            case Card(title=title, kind=kind, facts=facts):
                yield f"{title} ({kind})"
                yield from _lines(facts)


def _offered(play: Play) -> Iterator[str]:
    for offer in play.system.offers(play.state):
        yield offer.label
        for field in offer.fields:
            if offer.kind == "change_ruling" and isinstance(field, Sheet):
                continue  # numbers, lists and mappings, which the label says how to write
            assert field.label, (offer.kind, field.name)
            yield field.label
            if isinstance(field, OneOf):
                assert len(field.labels) in (0, len(field.values))
                yield from field.labels or field.values
            elif isinstance(field, SomeOf | Flag):
                yield field.name.removesuffix("_")


def _sheets(kind: Any) -> Iterator[Any]:
    """A type of sheet and those of its parts."""
    if is_struct(kind):
        yield kind
        for field in msgspec.structs.fields(kind):
            yield from _sheets(field.type)
    else:
        for inner in get_args(kind):
            yield from _sheets(inner)


@pytest.mark.parametrize("game", names())
def test_every_field_of_a_sheet_says_what_it_is_for(game: str) -> None:
    for kind in (*_sheets(load(game).sheet), Opponent):
        helps = helps_of(kind)
        assert set(helps) == set(kind.__struct_encode_fields__), kind
        for said in helps.values():
            assert said[0].isupper(), said
            assert said.endswith("."), said
            assert len(said) <= 110, said


def _read(play: Play, events: tuple[Any, ...], before: Any) -> Iterator[str]:
    """Everything that is shown after a move."""
    system = play.system
    for event in events:
        if sentence := system.say(event):
            assert sentence[0] == sentence[0].upper(), sentence
            yield sentence
        yield from (outcome.label for outcome in system.outcomes(before, event))
    yield from _offered(play)
    for seat in (GM, system.seats(play.state)[-1]):
        for panel in system.panels(system.view(play.state, seat)):
            yield panel.title
            yield from _lines(panel.lines)


@pytest.mark.parametrize("game", ["you", "inciting-incident"])
@pytest.mark.parametrize("seed", range(6))
def test_nobody_reads_code_words(game: str, seed: int) -> None:
    play = staged(load(game), STAGES[game], Chance(Random(seed).randrange))
    for moment in play.moves(60):
        for words in _read(play, moment.events, moment.before):
            assert not CODE.search(words), words


def test_a_sentence_begins_with_a_capital_whatever_name_stands_first() -> None:
    system = load("you")
    from footlights.games.you.establishing import Removed

    assert system.say(Removed(name="the ferryman", because="SPI-10")) == "The ferryman is gone."
