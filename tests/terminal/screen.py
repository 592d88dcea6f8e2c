"""A real pseudo-terminal with pyte as its screen: what a person at the table sees, and every byte that got there."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pexpect
import pyte

PATIENCE: Final = 90
"""Seconds that a machine may take to show what it must; nothing is measured by it."""

WIPED: Final = b"\x1b[3J"
"""What clears the lines that a terminal remembers."""


class Glass(pyte.HistoryScreen):  # type: ignore[misc]
    """A screen with an alternate one beside it, as terminals have; only the main one scrolls lines into its memory."""

    def __init__(self, columns: int, rows: int) -> None:
        self.main: Any = None
        super().__init__(columns, rows, history=5_000)

    def set_mode(self, *modes: int, **kwargs: Any) -> None:
        if 1049 in modes and kwargs.get("private"):
            self.main = (deepcopy(self.buffer), self.cursor.x, self.cursor.y)
            super().erase_in_display(2)
        super().set_mode(*modes, **kwargs)

    def reset_mode(self, *modes: int, **kwargs: Any) -> None:
        super().reset_mode(*modes, **kwargs)
        if 1049 in modes and kwargs.get("private") and self.main is not None:
            self.buffer, self.cursor.x, self.cursor.y = self.main
            self.main = None

    def remembered(self) -> str:
        """The lines that can be scrolled back to."""
        return "\n".join("".join(line[x].data for x in range(self.columns)) for line in self.history.top)


class Terminal:
    """A program at a terminal. Waits for words, never for time."""

    def __init__(self, *argv: str, data: Path, columns: int = 80, rows: int = 24, **env: str) -> None:
        self.glass = Glass(columns, rows)
        self._stream = pyte.ByteStream(self.glass)
        self.bytes = b""
        inherited = {
            name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS", "LINES"}
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "footlights", *argv, "--data", str(data)],
            dimensions=(rows, columns),
            env={**inherited, "LANG": "C.UTF-8", **({"TERM": "xterm-256color"} | env)},
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None

    # --- seeing ---

    def text(self) -> str:
        """The screen, line by line."""
        return "\n".join(line.rstrip() for line in self.glass.display)

    def flat(self) -> str:
        """The screen as one line, so that words are found wherever they wrap."""
        return re.sub(r"[\s│]+", " ", self.text())

    def see(self, *words: str) -> None:
        """Wait until all the words are on the screen at once."""
        self._until(lambda: all(word in self.flat() for word in words), f"see {words}")

    def gone(self, *words: str) -> None:
        """Wait until none of the words is on the screen."""
        self._until(lambda: not any(word in self.flat() for word in words), f"no longer see {words}")

    def _until(self, seen: Callable[[], bool], wanted: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not seen():
            if time.monotonic() > deadline or not self._read():
                raise AssertionError(f"waited in vain to {wanted}; the screen is\n{self.text()}")

    def _read(self) -> bool:
        """Take in what the program has written; False when it has ended and there is no more."""
        try:
            chunk = self.child.read_nonblocking(65_536, timeout=0.2)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.bytes += chunk
        self._stream.feed(chunk)
        return True

    # --- doing ---

    def type(self, keys: str) -> None:
        """Press these keys."""
        self.child.send(keys)

    def enter(self, words: str = "") -> None:
        """Type the words, wait until they stand on the line, press Enter."""
        if words:
            self.type(words)
            self._until(lambda: words in self._line(), f"see {words!r} on the line")
        self.type("\r")

    def _line(self) -> str:
        """What stands on the line to type on (and the lines it runs on to)."""
        found = self.text().rpartition("\n› ")[2]
        return found.replace("\n  ", "")

    def choose(self, words: str, then: str) -> None:
        """Type words that name a choice, wait until they narrow the list, press Enter, wait for what comes."""
        self.enter(words)
        self.see(then)

    def hand(self, seat: str) -> int:
        """Hand the screen to a seat, which sits down; where in `bytes` what it may see begins."""
        self.enter("h")
        self.see("Who takes the screen?")
        self.enter(seat)
        self.see(f"Hand the screen to {seat}.")
        handed_over = self.bytes.rindex(WIPED)
        self.sit(seat)
        return handed_over

    def sit(self, seat: str) -> None:
        """The seat takes the screen that was handed to it."""
        self.see(f"Hand the screen to {seat}.")
        self.type("\r")
        self.see(f"seat: {seat}")

    def read_the_dice(self, *words: str) -> None:
        """See what the dice did, and go on."""
        self.see("The dice have fallen.", *words)
        self.type("\r")
        self.see("What you may do")

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self.glass.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def leave(self) -> int:
        """Leave the table; the exit code."""
        self.type("\x03")
        self.see("Leave the table?")
        self.enter("q")
        return self.ended()

    def ended(self) -> int:
        """Read to the end; the exit code (negative: the signal that ended it)."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, f"it does not end; the screen is\n{self.text()}"
        self.child.wait()
        return (
            int(self.child.exitstatus)
            if self.child.exitstatus is not None
            else -int(self.child.signalstatus or 0)
        )

    def kill(self) -> None:
        """End it at once, as a machine that loses its power."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()


@contextmanager
def terminal(*argv: str, data: Path, columns: int = 80, rows: int = 24, **env: str) -> Iterator[Terminal]:
    """A program at a terminal, gone in the end whatever happens."""
    opened = Terminal(*argv, data=data, columns=columns, rows=rows, **env)
    try:
        yield opened
    finally:
        if opened.child.isalive():
            opened.kill()
        opened.child.close()
