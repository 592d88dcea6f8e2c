"""The chronicle as Markdown: what a seat may see, and nobody's words as mark-up."""

from __future__ import annotations

import pytest

from footlights.core import GM, SPECTATOR
from footlights.store import MemoryStore
from footlights.table import Campaign, Table
from footlights.table.dicebox import ScriptedDice
from footlights.table.markdown import chronicle_markdown, escaped, escaped_lines
from tests.table.conftest import SETUP

pytestmark = pytest.mark.usefixtures("lantern")


def played() -> Table:
    times = iter(f"2026-01-3{0 + n // 6}T20:{n % 60:02}:00.000Z" for n in range(100))
    agreed = Campaign(name="*Down* below", premise="A cellar.\nIt is dark.", lines=("spiders", "rats & mice"))
    table = Table.create(
        MemoryStore(), "lantern", SETUP, agreed, ScriptedDice(2, 5, 3), clock=lambda: next(times)
    )
    table.act(GM, {"type": "hide", "name": "cold", "depth": 2})
    table.act("Ana", {"type": "post", "text": "- Who is there?\n<b>Nobody</b>"})
    table.act("Ben", {"type": "post", "text": "Pizza!", "manner": "out_of_character"})
    table.act("Ben", {"type": "whisper", "to": GM, "text": "I am afraid."})
    table.act(GM, {"type": "note", "text": "Ben is afraid."})
    table.act("Ana", {"type": "step", "burn": 1})
    table.act(GM, {"type": "take_back"})
    table.act("Ben", {"type": "step", "burn": 2})
    table.act("Ana", {"type": "redact", "entry": 2})
    return table


FOR_THE_GM = r"""# \*Down\* below

The Last Lantern, as GM knows it.

**Premise:** A cellar.\
It is dark.

**Lines:** spiders; rats \& mice

## 2026-01-30

The table opens: \*Down\* below.

The GM hides a draught on step 2: cold. (DRA-01)

**Ana:**

> (redacted)

**Ben (out of character):**

> Pizza!

**Ben, whispering to GM:**

> I am afraid.

**Note:**

> Ben is afraid.

## 2026-01-31

~~Ana leads a step down, burning 1 oil. (STP-02)~~ (undone)

~~Ana throws 3. (STP-03)~~ (undone)

~~The light flickers; Ana loses one measure or coin (oil). (FLK-01)~~ (undone)

The last move is taken back.

Ben leads a step down, burning 2 oil. (STP-02)

Dice known: they fell before the rewind, and stay.

Ben throws 4. (STP-03)

All stand on step 1; coins for Ben: 1. (STP-03)

A text is taken out of the chronicle.
"""


def test_a_chronicle_reads_like_this() -> None:
    assert chronicle_markdown(played(), GM) == FOR_THE_GM


def test_a_seat_reads_what_it_may_see() -> None:
    for seat in ("Ana", SPECTATOR):
        text = chronicle_markdown(played(), seat)
        for secret in ("cold", "afraid", "whispering", "Note"):
            assert secret not in text
        assert "Pizza!" in text
    assert "I am afraid." in chronicle_markdown(played(), "Ben")


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("<script>alert(1)</script>", r"\<script\>alert(1)\</script\>"),
        ("![x](javascript:alert(1))", r"!\[x\](javascript:alert(1))"),
        ("**bold** _it_ `code` ~~gone~~", r"\*\*bold\*\* \_it\_ \`code\` \~\~gone\~\~"),
        ("# no heading", r"\# no heading"),
        ("- no list", r"\- no list"),
        ("+ no list", r"\+ no list"),
        ("1. no list", r"1\. no list"),
        ("12) no list", r"12\) no list"),
        ("1 plain 2.5", "1 plain 2.5"),
        ("===", r"\==="),
        ("> no quote", r"\> no quote"),
        ("    no code", "no code"),
        ("a | b & c", r"a \| b \& c"),
        (r"back\slash", r"back\\slash"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("שלום", "שלום"),
    ],
)
def test_words_are_words_and_no_mark_up(text: str, safe: str) -> None:
    assert escaped(text) == safe


def test_lines_stay_lines() -> None:
    assert escaped_lines("one\n\n# two\r\nthree") == "one\\\n\\# two\\\nthree"


def test_control_characters_in_old_words_steer_nothing_and_begin_no_line() -> None:
    assert escaped("Fire\x1b]0;pwned\x07\n# Heading\u2028\x9b31m") == r"Fire \]0;pwned # Heading 31m"
