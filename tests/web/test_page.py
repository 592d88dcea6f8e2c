"""What the page of a seat shows at a moment."""

from __future__ import annotations

import asyncio

import pytest

from footlights.core import GM, SPECTATOR, Seat
from footlights.games.you.traits import TRAITS
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice
from footlights.table.orders import Campaign
from footlights.web import Settings, stream
from footlights.web.metrics import Metrics
from footlights.web.page import Drawn, regions
from footlights.web.render import Pages
from footlights.web.rooms import Room, Watcher
from footlights.web.stream import AT_ONCE

SHEETS = [
    {"name": name, "traits": {trait: {"degree": "Often"} for trait in TRAITS}} for name in ("Ana", "Ben")
]


@pytest.fixture
def room() -> Room:
    """A table of YOU at which Ana has thrown."""
    setup = {"characters": SHEETS, "rulings": {"overflow_pick": "auto", "ins_timing": "before"}}
    campaign = Campaign(name="A table", lines=("No harm to animals",), veils=("What the fire did",))
    room = Room(Table.create(MemoryStore(), "you", setup, campaign, SeededDice(3)), Metrics())
    throws(room, "Ana")
    return room


def throws(room: Room, who: Seat) -> None:
    """A check from its draft to its dice."""
    room.table.act(who, {"type": "draft", "trait": "Boldness", "saying": "I jump."})
    room.table.act(GM, {"type": "rule", "who": who})
    room.table.act(who, {"type": "commit", "ins": 0})
    room.changed()


def page(room: Room, seat: Seat) -> dict[str, str]:
    """Its regions."""
    return dict(regions(room, seat, Drawn(Pages(Settings()))))


@pytest.mark.parametrize("seat", [GM, "Ana", "Ben", SPECTATOR])
def test_dice_that_fell_stay_on_the_page_until_the_next_scene(room: Room, seat: Seat) -> None:
    assert "The dice have fallen" in page(room, seat)["stage"]
    room.table.act("Ben", {"type": "post", "text": "Well thrown."})
    room.changed()
    assert "The dice have fallen" in page(room, seat)["stage"]
    room.table.act(GM, {"type": "scene", "title": "The other bank"})
    room.changed()
    assert "The dice have fallen" not in page(room, seat)["stage"]


def test_what_the_gm_does_in_secret_takes_no_dice_off_the_page_of_others(room: Room) -> None:
    before = {seat: page(room, seat) for seat in ("Ana", "Ben", SPECTATOR)}
    for number in range(40):
        room.table.act(GM, {"type": "note", "text": f"Secret {number}."})
        room.changed()
    assert {seat: page(room, seat) for seat in before} == before
    for number in range(40):
        room.table.act("Ben", {"type": "post", "text": f"Word {number}."})
    room.changed()
    assert "The dice have fallen" not in page(room, "Ana")["stage"]


def test_a_long_chronicle_is_streamed_in_parts_that_are_whole_and_in_order(room: Room) -> None:
    for number in range(3 * AT_ONCE):
        room.table.act("Ben", {"type": "post", "text": f"Word {number}."})
    told = room.table.chronicles.count("Ana")

    async def listened() -> list[bytes]:
        watcher = Watcher("Ana", "a link")
        parts: list[bytes] = []
        async for part in stream.json(room, watcher, 0):
            parts.append(part)
            if b"id: %d\n" % told in part:
                watcher.leave("enough")
        return parts

    parts = asyncio.run(listened())
    assert max(part.count(b"event: entry") for part in parts) == AT_ONCE
    numbers = [int(line[4:]) for line in b"".join(parts).splitlines() if line.startswith(b"id: ")]
    assert numbers == list(range(1, told + 1))
    assert b"enough" in parts[-1]


def test_dice_that_were_taken_back_are_gone_and_those_before_them_lie_there_again(room: Room) -> None:
    before = page(room, "Ben")["stage"]
    throws(room, "Ben")
    assert page(room, "Ben")["stage"] != before
    room.table.act(GM, {"type": "rewind", "to": 5})
    room.changed()
    assert page(room, "Ben")["stage"] == before


@pytest.mark.parametrize("seat", [GM, "Ana", SPECTATOR])
def test_lines_and_veils_are_at_hand_on_every_page(room: Room, seat: Seat) -> None:
    html = page(room, seat)["tension"]
    assert "<dd>No harm to animals</dd>" in html
    assert "<dd>What the fire did</dd>" in html
