"""The one screen of the terminal table: a page above, a question below, one line to type on.

`ask` puts a question and waits for its answer; questions asked meanwhile (leave? help) lie on top, and what was typed
underneath is still there afterwards. Everything happens on the alternate screen.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.clipboard import InMemoryClipboard
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPress, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.output import Output
from rich.cells import cell_len
from rich.text import Text

from footlights.cli.play.asking import asked
from footlights.cli.play.ink import Lines, fragments
from footlights.cli.play.questions import (
    Above,
    Amiss,
    Back,
    Choice,
    Pause,
    Pick,
    Question,
    Write,
    completed,
    nothing,
)
from footlights.cli.play.visible import visible

WIPE: Final = "\x1b[H\x1b[J\x1b[2J\x1b[3J"
"""Clears the screen, then whatever lines the terminal kept of it."""

PROMPT: Final = "› "
NONE_CHOSEN: Final = "Type a choice's letters, or move to it with the arrows; then press Enter."
MOST_PASTED: Final = 100_000
LEAST_PAGE: Final = 4
"""Lines of the page that stay above a question, however long it is."""


class Page(Protocol):
    """What stands above the questions."""

    def paint(self, width: int, height: int) -> Lines:
        """The page in at most `height` lines."""
        ...

    def wants(self, width: int) -> int:
        """How many lines it takes to show its view whole."""
        ...

    def turn(self) -> None:
        """Show the next of its views."""
        ...

    def scroll(self, pages: int) -> None:
        """Move up (negative) or down within the view."""
        ...


class Still:
    """A page with one view, drawn by `lines` for a width."""

    def __init__(self, lines: Above = nothing) -> None:
        self._lines = lines

    def paint(self, width: int, height: int) -> Lines:
        """As much as fits."""
        return self._lines(width)[:height]

    def wants(self, width: int) -> int:
        """All it has."""
        return len(self._lines(width))

    def turn(self) -> None:
        """There is one view only."""

    def scroll(self, pages: int) -> None:
        """There is nothing beyond it."""


class _Frame:
    """A question that waits: what is typed so far, which choice is at hand, what was amiss."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.typed = Document(question.start if isinstance(question, Write) else "")
        self.at = question.at if isinstance(question, Pick) else 0
        self.message = "" if isinstance(question, Pause) else question.message
        self.recalled = 0
        self.unsent = ""  # what was being written when older lines were called up

    def found(self) -> tuple[Choice, ...]:
        """The choices that what is typed may mean."""
        return tuple(self.question.found(self.typed.text)) if isinstance(self.question, Pick) else ()


class Stage:
    """The screen. `help` and `leave` are asked for by F1 and Ctrl-C at any time."""

    def __init__(self, source: Input | None = None, sink: Output | None = None) -> None:
        self.page: Page = Still()
        self.help: Callable[[], Awaitable[None]] | None = None
        self.leave: Callable[[], Awaitable[bool]] | None = None
        self._frames: list[_Frame] = []
        self._overlaid = False
        self._held: list[KeyPress] = []
        self._fault: Exception | None = None
        self._buffer = Buffer(multiline=True, on_text_changed=lambda _: self._typed())
        self._line = Window(
            BufferControl(self._buffer),
            height=self._rows_typed,
            wrap_lines=True,
            get_line_prefix=lambda number, wrapped: PROMPT if not number and not wrapped else "  ",
        )
        self._foot = Window(
            FormattedTextControl(self._hints, focusable=True), height=1, always_hide_cursor=True
        )
        self._app: Application[None] = Application(
            layout=Layout(self._layout(), self._foot),
            key_bindings=self._keys(),
            full_screen=True,
            input=source,
            output=sink,
            mouse_support=False,
            enable_page_navigation_bindings=False,
        )
        self._app.ttimeoutlen = 0.05
        self._app.timeoutlen = 0.3

    # --- for the table ---

    @property
    def question(self) -> Question | None:
        """The question at hand."""
        return self._frames[-1].question if self._frames else None

    async def run(self, play: Callable[[], Awaitable[None]]) -> None:
        """Show the screen until `play` returns, somebody leaves, or the terminal is gone; then wipe it. A fault
        anywhere in between closes the screen and is raised."""
        asyncio.get_running_loop().set_exception_handler(lambda _, context: self._failed(context))
        playing = asyncio.ensure_future(self._playing(play))
        for name in ("SIGHUP", "SIGTERM"):
            if hasattr(signal, name) and sys.platform != "win32":
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self.close)
        try:
            await self._app.run_async(set_exception_handler=False)
        except (EOFError, OSError):  # the terminal was closed
            pass
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await playing
        if self._fault is not None:
            raise self._fault

    def _failed(self, context: dict[str, Any]) -> None:
        """Something went wrong outside `play`: while drawing, or at the press of a key."""
        self._fault = self._fault or context.get("exception")
        self.close()

    async def _playing(self, play: Callable[[], Awaitable[None]]) -> None:
        try:
            await play()
        finally:
            self.close()

    def close(self) -> None:
        """Wipe the screen and leave it, once: what comes back then is the person's own."""
        self._frames.clear()
        self.page = Still()
        if self._app.is_running and not self._app.is_done:
            with suppress(OSError):
                self.wipe()
            self._app.exit()

    async def ask(self, question: Question) -> Any:
        """The answer: the value of the choice, what `parse` made of the words, None after a pause. Raises Back."""
        if self._frames:
            self._frames[-1].typed = self._buffer.document
        frame = _Frame(question)
        self._frames.append(frame)
        self._show(frame)
        try:
            return await frame.answer
        finally:
            if frame in self._frames:  # not so when the screen was closed meanwhile
                self._frames.remove(frame)
            if self._frames:
                self._show(self._frames[-1])
            else:
                self._app.layout.focus(self._foot)

    def renew(self, asked: Question, now: Question) -> None:
        """Put another question in the place of one that waits; what was typed stays."""
        for frame in self._frames:
            if frame.question is asked:
                frame.question = now

    def refresh(self) -> None:
        """Draw the screen anew."""
        self._app.invalidate()

    def wipe(self) -> None:
        """Forget everything that is on the screen, in the terminal's memory of it, or was typed, cut or recorded."""
        self._app.clipboard = InMemoryClipboard()
        self._app.emacs_state.reset()
        self._app.emacs_state.macro = []
        self._app.vi_state.named_registers.clear()
        self._buffer.reset()
        self._held.clear()
        output = self._app.output
        output.write_raw(WIPE)
        output.flush()
        self._app.renderer.reset(leave_alternate_screen=False)
        self._app.invalidate()

    def _show(self, frame: _Frame) -> None:
        message = frame.message
        self._buffer.reset(frame.typed)
        frame.message = message
        self._app.layout.focus(self._foot if isinstance(frame.question, Pause) else self._line)
        self._app.invalidate()
        if self._held:
            asyncio.get_running_loop().call_soon(self._go_on, context=self._app.context)

    def _hold(self) -> None:
        """Keep what was typed ahead for the next question."""
        queue = self._app.key_processor.input_queue
        self._held += queue
        queue.clear()

    def _go_on(self) -> None:
        """Press the keys that were typed ahead."""
        held, self._held = self._held, []
        self._app.key_processor.feed_multiple(held)
        self._app.key_processor.process_keys()

    # --- drawing ---

    def _layout(self) -> HSplit:
        return HSplit(
            [
                Window(FormattedTextControl(self._above), height=self._rows_above, always_hide_cursor=True),
                self._line,
                self._foot,
            ]
        )

    def _size(self) -> tuple[int, int]:
        size = self._app.output.get_size()
        return max(size.columns, 1), max(size.rows, 1)

    def _rows_typed(self) -> int:
        width, height = self._size()
        room = max(width - 3, 1)
        rows = sum(cell_len(visible(line)) // room + 1 for line in self._buffer.text[:4000].split("\n"))
        return max(min(rows, height // 3), 1)

    def _rows_above(self) -> int:
        return max(self._size()[1] - self._rows_typed() - 1, 0)

    def _above(self) -> StyleAndTextTuples:
        width, rows = self._size()[0], self._rows_above()
        question: Lines = []
        if self._frames:
            frame = self._frames[-1]
            easy = rows - 1 - self.page.wants(width)
            menu = (
                isinstance(frame.question, Pick) and frame.question.dense
            )  # it leaves the page what it needs
            most = min(max(easy, rows * 9 // 20 if menu else rows - LEAST_PAGE, 3), rows)
            question = asked(frame.question, self._buffer.text, frame.at, frame.message, width, most, easy)
        room = rows - len(question) - 1
        page = self.page.paint(width, room) if room > 0 else []
        page += [Text()] * (room - len(page))
        line = [Text("─" * width, style="dim")] if room >= 0 else []
        return fragments([*page[: max(room, 0)], *line, *question][:rows], width)

    def _hints(self) -> StyleAndTextTuples:
        question = self.question
        match question:
            case None:
                words = ""
            case Pick(dense=True):
                words = "Enter: choose   arrows: move   Tab: turn the page   PgUp/PgDn: scroll   ?: help"
            case Pick():
                words = "Enter: choose   arrows: move   Esc: back   Tab: turn the page   ?: help"
            case Write(lines=True):
                words = "Enter: done   Ctrl-O: new line   Tab: complete a name   Esc: back   F1: help"
            case Write():
                words = "Enter: done   Esc: back   F1: help"
            case Pause():
                words = "Enter: go on" + ("   Esc: back" if question.back else "")
        return fragments([Text(words, "dim")], self._size()[0])

    # --- keys ---

    def _typed(self) -> None:
        if self._frames:
            frame = self._frames[-1]
            frame.typed, frame.message = self._buffer.document, ""
            if isinstance(frame.question, Pick):
                frame.at = 0 if self._buffer.text.strip() else frame.question.at

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        picking = Condition(lambda: isinstance(self.question, Pick))
        empty = Condition(lambda: not self._buffer.text)
        on = keys.add

        on(Keys.Enter, eager=True)(lambda _: self._enter())
        on(Keys.Escape)(lambda _: self._back())
        on(Keys.ControlC, eager=True)(lambda _: self._overlay_leave())
        on(Keys.SIGINT)(lambda _: self._overlay_leave())
        on(Keys.ControlD, filter=empty, eager=True)(lambda _: self._overlay_leave())
        on(Keys.F1)(lambda _: self._overlay_help())
        on("?", filter=picking & empty)(lambda _: self._overlay_help())
        on(Keys.PageUp)(lambda _: self.page.scroll(-1))
        on(Keys.PageDown)(lambda _: self.page.scroll(1))
        on(Keys.ControlL)(lambda _: self._app.renderer.clear())
        on(Keys.BracketedPaste)(self._paste)
        on(Keys.ControlO, eager=True)(lambda _: self._new_line())
        on(Keys.Escape, Keys.Enter)(lambda _: self._new_line())
        on(Keys.Tab)(lambda _: self._tab())
        for key, step in ((Keys.Up, -1), (Keys.Down, 1), (Keys.BackTab, -1)):
            on(key, filter=picking)(lambda _, step=step: self._move(step))
        on(Keys.Left, filter=picking & empty)(lambda _: self._move(-1))
        on(Keys.Right, filter=picking & empty)(lambda _: self._move(1))
        writing = ~picking & Condition(lambda: "\n" not in self._buffer.text)
        on(Keys.Up, filter=writing)(lambda _: self._recall(1))
        on(Keys.Down, filter=writing)(lambda _: self._recall(-1))
        return keys

    def _enter(self) -> None:
        if not self._frames or self._frames[-1].answer.done():
            return
        frame = self._frames[-1]
        match frame.question:
            case Pause():
                self._answer(frame, None)
            case Pick():
                found = frame.found()
                if found and frame.at >= 0:
                    self._answer(frame, found[min(frame.at, len(found) - 1)].value)
                elif found:
                    frame.message = NONE_CHOSEN
            case Write() as write:
                try:
                    answer = write.parse(self._buffer.text)
                except Amiss as amiss:
                    frame.message = str(amiss)
                else:
                    if self._buffer.text.strip():
                        write.past.append(self._buffer.text)
                    self._answer(frame, answer)

    def _answer(self, frame: _Frame, answer: Any) -> None:
        frame.answer.set_result(answer)
        self._hold()

    def _back(self) -> None:
        if not self._frames or self._frames[-1].answer.done():
            return
        frame = self._frames[-1]
        if isinstance(frame.question, Pick) and self._buffer.text:
            self._buffer.reset()
            self._typed()
        elif not isinstance(frame.question, Pause) or frame.question.back:
            frame.answer.set_exception(Back(self._buffer.text))
            self._hold()

    def _move(self, step: int) -> None:
        frame = self._frames[-1]
        if found := frame.found():
            start = max(min(frame.at, len(found) - 1), -1 if step > 0 else 0)
            frame.at, frame.message = (start + step) % len(found), ""

    def _recall(self, step: int) -> None:
        frame = self._frames[-1] if self._frames else None
        if frame is not None and isinstance(frame.question, Write) and frame.question.past:
            past = frame.question.past
            if not frame.recalled:
                frame.unsent = self._buffer.text
            frame.recalled = min(max(frame.recalled + step, 0), len(past))
            self._buffer.set_document(Document(past[-frame.recalled] if frame.recalled else frame.unsent))

    def _tab(self) -> None:
        if not isinstance(self.question, Write) or not self.question.words:
            self.page.turn()
        elif found := completed(self._buffer.document.text_before_cursor, self.question.words):
            begun, name = found
            self._buffer.delete_before_cursor(begun)
            self._buffer.insert_text(name)

    def _new_line(self) -> None:
        if isinstance(self.question, Write) and self.question.lines:
            self._buffer.insert_text("\n")

    def _paste(self, event: KeyPressEvent) -> None:
        keep = isinstance(self.question, Write) and self.question.lines
        pasted = event.data[:MOST_PASTED].replace("\r\n", "\n").replace("\r", "\n")
        if self.question is not None and not isinstance(self.question, Pause):
            self._buffer.insert_text(visible(pasted, lines=keep))

    def _overlay_leave(self) -> None:
        async def leave() -> None:
            if self.leave is None or await self.leave():
                self.close()

        self._overlay(leave)

    def _overlay_help(self) -> None:
        if self.help is not None:
            self._overlay(self.help)

    def _overlay(self, show: Callable[[], Awaitable[None]]) -> None:
        """Ask on top of whatever is being asked, one thing at a time."""
        if self._overlaid:
            return
        self._overlaid = True

        async def shown() -> None:
            try:
                await show()
            except Back:
                pass
            finally:
                self._overlaid = False

        self._app.create_background_task(shown())
