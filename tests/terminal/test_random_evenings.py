"""Evenings of people who press whatever they like: every game is played through its offers, and nothing breaks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from footlights.cli.play.asking import asked
from footlights.cli.play.dice import ScreenDice
from footlights.cli.play.questions import Amiss, Back, Pause, Pick, Question, Write
from footlights.cli.play.stage import Page, Stage, Still
from footlights.cli.play.turns import Left, Turns
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice
from footlights.table.script import Session, read
from footlights.written import read_file

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
QUESTIONS = 250
LINES = (
    "a word",
    "1",
    "2",
    "3",
    "5 5 5",
    "1 1 1 1 1 1 1 1",
    "20",
    "17 3",
    "4 4 4 4 4",
    "Ana",
    "2d20kh1+3",
    "{}",
    "",
)


class Restless:
    """A screen that answers by itself, at random, and draws everything on the way."""

    def __init__(self, luck: Random) -> None:
        self.page: Page = Still()
        self.asked = 0
        self._luck = luck

    def wipe(self) -> None:
        self.page = Still()

    async def ask(self, question: Question) -> Any:
        self.asked += 1
        if self.asked > QUESTIONS:
            raise Left
        width, height = self._luck.choice(((80, 24), (40, 12), (132, 50)))
        assert len(self.page.paint(width, height)) <= height
        assert len(asked(question, "", 0, "", width, height)) <= height
        if self._luck.random() < 0.1 and not (isinstance(question, Pause) and not question.back):
            raise Back
        match question:
            case Pick(title="Leave the table?"):
                return False
            case Pick():
                return self._luck.choice(question.choices).value
            case Write():
                return self._written(question)
            case Pause():
                return None

    def _written(self, question: Write) -> Any:
        for line in (question.start, *self._luck.sample(LINES, len(LINES))):
            try:
                return question.parse(line)
            except Amiss:
                continue
        raise Back


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("moves", [0, 25, None], ids=["from the start", "from the middle", "from the end"])
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_people_press_the_table_stands(example: Path, moves: int | None, seed: int) -> None:
    store = MemoryStore()
    session = Session(read(read_file(example)), store)
    for _ in session.steps(moves):
        pass
    dice = ScreenDice(SeededDice(seed))
    table = Table.open(store, session.table.id, dice)
    before = table.line.head.seq
    restless = Restless(Random(seed))
    turns = Turns(cast(Stage, restless), table, dice)
    with pytest.raises(Left):
        asyncio.run(turns.play())
    assert not table.system.faults(table.state)
    assert table.line.head.seq > before
