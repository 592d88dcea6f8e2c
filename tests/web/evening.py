"""Evenings that chance plays at a table of a real server, and everything that a seat can fetch of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2
import msgspec

from footlights.core import GM, Offer
from footlights.table import Entry, Table
from footlights.web.api import TableView
from tests.laws.games import STAGES
from tests.laws.play import Chance, Luck
from tests.laws.stage import Stage
from tests.web.live import Program, Running

EXAMPLES: Final = {"you": "the-last-ferry", "inciting-incident": "the-salt-clock"}

LEFT_OUT: Final = frozenset(
    {"retire", "set_dice", "sit", "session_zero", "x_card", "redact", "edit_sheet", "bring_in", "reveal"}
)
"""Kinds that would end an evening early, or bring to light what is to stay hidden."""


class Listener:
    """Everything that one stream sends, byte for byte."""

    def __init__(self, program: Program, path: str) -> None:
        self.bytes = b""
        self._thread = threading.Thread(target=self._listen, args=(program, path), daemon=True)
        self._thread.start()

    def _listen(self, program: Program, path: str) -> None:
        with suppress(httpx2.HTTPError), program.stream("GET", path) as stream:
            for chunk in stream.iter_bytes():
                self.bytes += chunk

    def end(self) -> bytes:
        """All there was, once the server has ended the stream."""
        self._thread.join(60)
        return self.bytes


@dataclass
class Evening:
    """A table in play, a program in every seat, and a spectator."""

    server: Running
    game: str
    luck: Luck
    table: Table = field(init=False)
    seats: dict[str, Program] = field(init=False)
    chance: Chance = field(init=False)

    def __post_init__(self) -> None:
        self.table = self.server.example(EXAMPLES[self.game])
        everybody = (*self.table.seats, "spectator")
        self.seats = {seat: self.server.program(self.table, seat) for seat in everybody}
        self.chance = Chance(self.luck.choices(), sheets=self.stage.sheets)

    @property
    def stage(self) -> Stage:
        """What is known of secrets in this game."""
        return STAGES[self.game]

    def offers(self, seat: str) -> list[Offer]:
        """What the seat may do, as a program reads it."""
        program = self.seats[seat]
        view = msgspec.json.decode(program.get(program.at).content, type=TableView)
        return [shown.offer for shown in view.offers if shown.offer.kind not in LEFT_OUT]

    def next(self) -> tuple[str, Offer, dict[str, Any]]:
        """Somebody, an offer to them (one that is owed, mostly), and an answer to it."""
        players = self.table.seats
        found = [(seat, offer) for seat in players for offer in self.offers(seat)]
        owed = [one for one in found if one[1].owed]
        seat, offer = self.chance.one(owed if owed and not self.chance.rarely(3) else found)
        return seat, offer, self.chance.answer(offer)

    def orders(self, seat: str, kind: str, answer: dict[str, Any]) -> httpx2.Response:
        """Give the order, as the seat's program."""
        return self.seats[seat].orders(kind, **msgspec.to_builtins(answer))

    def entries(self, seat: str) -> list[Entry]:
        """What the seat was told."""
        return self.server.now(self.table).chronicle(seat)

    def pages(self, seat: str, *, all: bool) -> Iterator[tuple[str, httpx2.Response]]:
        """Everything that a seat can ask for; with `all` also what changes seldom."""
        program, here = self.seats[seat], f"/t/{self.table.id}"
        kinds = [shown["offer"]["kind"] for shown in program.sees()["offers"]]
        paths = [here, program.at, f"{program.at}/known", f"{program.at}/chronicle", f"{program.at}/preview"]
        if all:
            paths += [
                f"{program.at}/marks",
                f"{program.at}/preview?to=2",
                f"{here}?_seat={GM}",
                f"{here}/log?before=10000",
                *(f"{here}/offer/{kind}" for kind in (*kinds, "bring_in", "reveal", "note", "rewind")),
                *(f"{here}/sheet/{one}" for one in self.table.seats),
                *(f"{here}/{name}" for name in ("people", "zero", "character", "files")),
                *(
                    f"{here}/files/{name}"
                    for name in ("campaign.json", "session.yaml", "chronicle.md", "character.json")
                ),
                f"/rules/{self.game}?table={self.table.id}",
                "/",
            ]
        for path in paths:
            yield path, program.get(path)
        for kind in (*kinds, "bring_in", "no such thing"):
            asked = {"command": {"type": kind}}
            yield f"odds of {kind}", program.post(f"{program.at}/odds", json=asked)
        yield "a forged order", program.orders("note", text="forged")
        yield "a forged form", program.post(f"{here}/order", data={"_kind": "rewind", "_id": "f", "to": "1"})
