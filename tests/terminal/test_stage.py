"""The screen itself: questions on top of questions, and faults that never show as a traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from footlights.cli.play.ink import Lines
from footlights.cli.play.questions import Back, Choice, Pause, Pick, Write
from footlights.cli.play.stage import Stage, Still


def played(keys: str, play: Callable[[Stage], Awaitable[Any]]) -> Any:
    """What `play` comes to at a screen where those keys are pressed, all at once."""
    with create_pipe_input() as source:
        stage = Stage(source, DummyOutput())
        told: list[Any] = []

        async def noted() -> None:
            told.append(await play(stage))

        source.send_text(keys)
        asyncio.run(stage.run(noted))
        return told[0] if told else None


def test_keys_typed_ahead_wait_for_their_question() -> None:
    async def play(stage: Stage) -> list[Any]:
        first = await stage.ask(Pick("One?", (Choice(1, "one", "1"), Choice(2, "two", "2"))))
        second = await stage.ask(Write("Words?", str))
        await stage.ask(Pause("Go on?"))
        third = await stage.ask(Write("More?", str))
        return [first, second, third]

    assert played("2\rsome words\r\rmore\r", play) == [2, "some words", "more"]


def test_keys_typed_ahead_do_not_reach_whoever_takes_the_screen_next() -> None:
    async def play(stage: Stage) -> str:
        await stage.ask(Write("The GM writes", str))
        stage.wipe()
        asyncio.get_running_loop().call_later(0, stage._app.input.send_text, "mine\r")  # type: ignore[attr-defined]
        answer: str = await stage.ask(Write("Ana writes", str))
        return answer

    assert played("secret\rmore secrets", play) == "mine"


def test_going_back_hands_over_what_was_typed() -> None:
    async def play(stage: Stage) -> str:
        with pytest.raises(Back) as back:
            await stage.ask(Write("Words?", str))
        return back.value.typed

    assert played("half a sent\x1b", play) == "half a sent"


def test_a_line_is_completed_from_the_names_around_the_table() -> None:
    async def play(stage: Stage) -> str:
        answer: str = await stage.ask(Write("To?", str, words=("Bartholomew", "Zoë")))
        return answer

    assert played("for bart\t\r", play) == "for Bartholomew"
    assert played("nobody\t\r", play) == "nobody"


def test_long_texts_have_lines_and_short_ones_have_not() -> None:
    async def play(stage: Stage) -> list[str]:
        return [await stage.ask(Write("Long", str, lines=True)), await stage.ask(Write("Short", str))]

    assert played("a\x0fb\ra\x0fb\r", play) == ["a\nb", "ab"]
    pasted = "\x1b[200~a\r\nb\x1b[31m\x1b[201~\r"
    assert played(pasted + pasted, play) == ["a\nb␛[31m", "a b␛[31m"]


def test_an_enter_before_anything_is_chosen_chooses_nothing() -> None:
    async def play(stage: Stage) -> int:
        answer: int = await stage.ask(
            Pick("Which?", (Choice(1, "one"), Choice(2, "two"), Choice(3, "three")), at=-1)
        )
        return answer

    assert played("\r\x1b[B\r", play) == 1
    assert played("\r\x1b[A\r", play) == 3
    assert played("\rtw\r", play) == 2
    assert played("tw\x7f\x7f\r\x1b[B\x1b[B\r", play) == 2


def test_older_lines_come_and_go_and_what_was_being_written_stays() -> None:
    async def play(stage: Stage) -> str:
        answer: str = await stage.ask(Write("Words?", str, past=["old"]))
        return answer

    assert played("half\x1b[A\x1b[B done\r", play) == "half done"


def test_a_fault_while_drawing_closes_the_screen_and_is_raised() -> None:
    def broken(_width: int) -> Lines:
        raise ZeroDivisionError("drawing")

    async def play(stage: Stage) -> None:
        await stage.ask(Write("Before", str))
        stage.page = Still(broken)
        await stage.ask(Write("After", str))

    with pytest.raises(ZeroDivisionError, match="drawing"):
        played("x\r", play)


def test_a_fault_in_play_closes_the_screen_and_is_raised() -> None:
    async def play(_stage: Stage) -> None:
        raise ZeroDivisionError("playing")

    with pytest.raises(ZeroDivisionError, match="playing"):
        played("", play)


def test_a_closed_terminal_is_no_fault() -> None:
    async def play(stage: Stage) -> None:
        stage._app.input.close()
        await stage.ask(Write("Is anybody there?", str))

    assert played("", play) is None
