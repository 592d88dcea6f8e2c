"""What a seat may not know never reaches it: in no page, stream, answer, export or error, over long random play."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any, Final

import httpx2
import msgspec
import pytest

from footlights.core import GM, SPECTATOR, Offer, Text
from footlights.table.log import TABLE_COMMANDS
from footlights.web.seats import digest
from tests.laws.play import Chance, Luck, command
from tests.web.evening import EXAMPLES, Evening, Listener
from tests.web.live import running

MOVES: Final = 32
EACH: Final = 8
"""After so many moves everything is fetched that can be."""

GAMES: Final = sorted(EXAMPLES)
LUCK: Final = Luck(bytes((91 * n * n + 17 * n) % 251 for n in range(20_000)))


class Planted:
    """Secret words, and from whom each is kept."""

    def __init__(self) -> None:
        self._kept: dict[str, frozenset[str]] = {}
        self.shown: set[str] = set()

    def word(self, *readers: str) -> str:
        """A new word that only these may read, and the GM."""
        word = f"Geheimnis{len(self._kept):04}x"
        self._kept[word] = frozenset(readers)
        return word

    def keep(self, word: str, *readers: str) -> None:
        """So is this one."""
        self._kept[word] = frozenset(readers)

    def kept_from(self, seat: str) -> list[str]:
        """What that seat may not read."""
        return [
            word for word, readers in self._kept.items() if seat not in readers and word not in self.shown
        ]

    def found(self, seat: str, body: str) -> list[str]:
        """What is in there though the seat may not read it."""
        return [word for word in self.kept_from(seat) if word in body]


def secretly(evening: Evening, planted: Planted, offer: Offer, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer, its texts that stay with the GM being planted words."""
    if offer.kind == "prepare":
        for name, value in answer.items():
            if isinstance(value, dict):
                answer[name] = {
                    key: planted.word() if key in {"name", "title"} else one for key, one in value.items()
                }
            elif any(isinstance(one, Text) and one.name == name for one in offer.fields):
                answer[name] = planted.word()
    elif offer.kind not in TABLE_COMMANDS:
        order = command(evening.table.system, offer.kind, msgspec.to_builtins(answer))
        answer |= {name: planted.word() for name in evening.stage.private(order) if answer.get(name)}
    return answer


def whispers(evening: Evening, planted: Planted) -> None:
    """Words between the GM and each player, a note of the GM's, and rolls in private."""
    gm = evening.seats[GM]
    gm.does("note", text=planted.word())
    for number, player in enumerate(evening.table.seats[1:]):
        gm.does("whisper", to=player, text=planted.word(player))
        evening.seats[player].does("whisper", to=GM, text=planted.word(player))
        if "roll" in {offer.kind for offer in evening.offers(player)}:
            planted.keep(f"d{9_001 + number}", player)
            evening.seats[player].does("roll", notation=f"1d{9_001 + number}", private=True)


def moves(evening: Evening, planted: Planted) -> int:
    """One move of the evening; how many were accepted. What a rule brings to light is planted no more."""
    seat, offer, answer = evening.next()
    if seat == GM:
        answer = secretly(evening, planted, offer, answer)
    accepted = evening.orders(seat, offer.kind, answer)
    assert accepted.status_code in {200, 422}, accepted.text
    for entry in evening.entries(GM)[-12:]:
        if entry.kind in evening.stage.reveals:
            told = msgspec.json.encode(entry.event).decode() + entry.text
            planted.shown |= {word for word in planted.kept_from(SPECTATOR) if word in told}
    return int(accepted.status_code == 200)


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_that_a_player_or_a_spectator_receives_has_a_secret_in_it(game: str) -> None:
    planted = Planted()
    with running() as server:
        evening = Evening(server, game, LUCK)
        watchers = (evening.table.seats[1], SPECTATOR)
        for seat, program in evening.seats.items():
            for secret in (program.token, digest(program.token)):
                planted.keep(secret, seat)
        streams = {
            seat: [
                Listener(evening.seats[seat], path)
                for path in (f"/t/{evening.table.id}/live", f"{evening.seats[seat].at}/events?view=yes")
            ]
            for seat in watchers
        }
        accepted = 0
        for number in range(MOVES):
            if number % EACH == 0:
                whispers(evening, planted)
            accepted += moves(evening, planted)
            for seat in watchers:
                for path, answer in evening.pages(seat, all=number % EACH == EACH - 1):
                    assert answer.status_code < 500, (path, answer.text)
                    found = planted.found(seat, answer.text + str(answer.headers))
                    found = [one for one in found if one != evening.seats[seat].token]
                    assert not found, (seat, path, found)
        gm = evening.seats[GM]
        sees = "".join(gm.get(path).text for path in (gm.at, f"{gm.at}/known", f"{gm.at}/chronicle"))
    assert accepted > MOVES // 2
    assert len(planted.kept_from(SPECTATOR)) > 20
    assert sum(word in sees for word in planted.kept_from(SPECTATOR)) > 20, "the GM sees what is planted"
    for seat in watchers:
        for stream in streams[seat]:
            told = stream.end().decode()
            assert len(told) > 5_000
            assert not planted.found(seat, told)


# --- markup ---


PAYLOADS: Final = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</textarea></script><b onclick=x>",
    "[x](javascript:alert(1))",
    "<a href=javascript:alert(1)>x",
    "{{7*7}}<hx-partial hx-target=body>",
)


class Malicious(Chance):
    """Chance, whose every text is markup."""

    def text(self, asked: Text) -> str:
        """A payload that fits the field, and is no name that there is already."""
        self.named += 1
        number = str(self.named)
        fitting = [one for one in PAYLOADS if len(one) + len(number) <= asked.most]
        return f"{self.one(fitting)}{number}" if fitting else number[-asked.most :]


class Runs(HTMLParser):
    """What would run on a page, or leave its place."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.seen = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is wrong with the tag."""
        said = {name: value or "" for name, value in attrs}
        self.seen += 1
        own = said.get("src", "").startswith("/static/") or said.get("type") == "application/json"
        if (tag == "script" and not own) or tag in {"iframe", "object", "embed", "base", "img"}:
            self.found.append(f"<{tag} {attrs}>")
        for name, value in said.items():
            if name.startswith(("on", "hx-on")) or value.strip().lower().startswith(("javascript:", "data:")):
                self.found.append(f"<{tag} {name}={value}>")


def runs(answer: httpx2.Response) -> list[str]:
    """What would run of an answer that a browser takes for a page."""
    return Runs(answer.text).found if "html" in answer.headers.get("content-type", "") else []


def agrees_on_markup(evening: Evening) -> None:
    """Session zero, and the names of the people, full of markup."""
    gm = evening.seats[GM]
    texts = dict(zip(("name", "premise", "tone", "lines", "veils"), PAYLOADS, strict=False))
    gm.does("session_zero", **texts)
    for number, seat in enumerate(evening.table.seats):
        gm.does("sit", seat=seat, person=PAYLOADS[number])
        for payload in PAYLOADS:
            evening.seats[seat].does("post", text=payload, manner="out_of_character")


@pytest.mark.parametrize("game", GAMES)
def test_markup_in_any_text_runs_nowhere(game: str) -> None:
    with running() as server:
        evening = Evening(server, game, LUCK)
        evening.chance = Malicious(LUCK.choices(), sheets=evening.stage.sheets)
        agrees_on_markup(evening)
        streams = [Listener(program, f"/t/{evening.table.id}/live") for program in evening.seats.values()]
        for _ in range(MOVES):
            seat, offer, answer = evening.next()
            assert evening.orders(seat, offer.kind, answer).status_code in {200, 422}
        pages = 0
        for seat in evening.seats:
            for path, page in evening.pages(seat, all=True):
                assert not runs(page), (seat, path)
                pages += "html" in page.headers.get("content-type", "")
            assert not runs(evening.seats[seat].get(f"/t/{PAYLOADS[1]}", headers={"Accept": "text/html"}))
    assert pages > 30
    for stream in streams:
        told = "\n".join(
            line.removeprefix("data: ") for line in stream.end().decode().splitlines() if "data: " in line
        )
        found = Runs(told)
        assert found.seen > 50
        assert not found.found


def test_the_test_sees_what_would_run() -> None:
    assert all(Runs(payload).found for payload in PAYLOADS[:3])
    assert not Runs(json.dumps(PAYLOADS[5])).found
