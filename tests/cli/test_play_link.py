"""`footlights play LINK`: one seat of a running table, at a real terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from footlights.cli.remote import RemoteTable, Server, door, parted
from footlights.cli.shell import WrongUse
from footlights.core import GM, Refused
from footlights.store import MemoryStore
from footlights.table import Order, Stale, Stamp, Table
from tests.cli.conftest import Footlights
from tests.terminal.screen import terminal
from tests.web.live import Running, running

MENU = "What you may do"


@pytest.fixture
def server() -> Iterator[Running]:
    """A server with nothing on it yet."""
    with running() as found:
        yield found


def seat_of(server: Running, table: Table, seat: str) -> RemoteTable:
    """That seat, as a terminal holds it."""
    return RemoteTable(Server(server.url, server.seat(table, seat)), table.id)


def test_an_invitation_leads_to_a_seat_that_plays_and_hears_the_others(
    server: Running, tmp_path: Path
) -> None:
    table = server.example("the-last-ferry", 0)
    gm = server.program(table, GM)
    invitation = gm.post(f"{gm.at}/invitations", json={"role": "player"}).json()["link"]
    with terminal("play", invitation, data=tmp_path, columns=100, rows=30) as ana:
        ana.see("Whom do you play?", "Ana", "Ben")
        ana.enter("Ana")
        ana.see("Who are you?")
        ana.enter("Noor")
        ana.see("seat: Ana (Noor)", MENU)
        assert "Hand the screen" not in ana.text()

        gm.does("post", text="The ferry turns its lamp.", manner="in_character")
        ana.see("The ferry turns its lamp.")
        ana.choose("say", "Words")
        ana.enter("I wave back.")
        ana.see("Words I wave back.")
        gm.does("post", text="Nobody waves.", manner="out_of_character")
        ana.enter("ok")
        ana.see("Ana: I wave back.", "Nobody waves.", MENU)
        said = [entry["text"] for entry in gm.get(f"{gm.at}/chronicle").json()["entries"]]
        assert said.count("I wave back.") == 1

        gm.does("x_card")
        ana.see("Paused by the X-card")
        gm.does("resume")
        ana.gone("Paused by the X-card")
        assert ana.leave() == 0
        token = ana.text().rpartition("/in/")[2].replace("\n", "").strip()
    held = server.app.house.links.find(token)
    assert held is not None
    assert (held.seat, held.person) == ("Ana", "Noor")


def test_a_roll_is_built_weighed_and_thrown_at_the_terminal(server: Running, tmp_path: Path) -> None:
    table = server.example("the-last-ferry")
    link = f"{server.url}/in/{server.seat(table, 'Ana')}"
    with terminal("play", link, data=tmp_path, columns=120, rows=40) as ana:
        ana.see("seat: Ana", "1 ")
        ana.enter("1")
        ana.see("Do it")
        ana.see("%")
        ana.enter("ok")
        ana.read_the_dice("Ana")
        assert ana.leave() == 0
    before = table.chronicles.count("Ana")
    assert any(hasattr(entry.event, "faces") for entry in server.now(table).chronicle("Ana", before))


def test_a_seat_that_ends_closes_the_terminal_and_says_why(server: Running, tmp_path: Path) -> None:
    table = server.example("the-salt-clock", 0)
    token = server.seat(table, table.seats[1])
    with terminal("play", f"{server.url}/in/{token}", data=tmp_path) as screen:
        screen.see(f"seat: {table.seats[1]}", MENU)
        link = server.app.house.links.find(token)
        assert link is not None
        gm = server.program(table, GM)
        assert gm.post(f"/t/{table.id}/people/{link.id}/revoke").status_code == 303
        assert screen.ended() == 1
        assert "you have no seat at this table" in screen.flat()


def test_a_server_that_goes_and_comes_back_is_found_again(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = Running(MemoryStore())
        stack.callback(server.stop)
        table = server.example("the-last-ferry", 0)
        link = f"{server.url}/in/{server.seat(table, 'Ana')}"
        ana = stack.enter_context(terminal("play", link, data=tmp_path, columns=100))
        ana.see("seat: Ana", MENU)
        ana.choose("say", "Words")
        ana.type("half a sen")
        ana.see("half a sen")
        server.stop()
        ana.see("the server is not heard")
        again = stack.enter_context(running(server.store, port=server.port))
        ana.gone("the server is not heard")
        again.program(table, GM).does("post", text="We are back.")
        ana.see("We are back.", "half a sen")
        ana.enter("tence")
        ana.see("Words half a sentence")
        ana.enter("ok")
        ana.see("Ana: half a sentence", MENU)
        assert ana.leave() == 0


@pytest.mark.parametrize(
    "link", ["http://127.0.0.1:9/t/x", "ftp://host/in/x", "http://host/in/", "://", "https:///in"]
)
def test_what_is_no_link_is_said_so(link: str) -> None:
    with pytest.raises(WrongUse, match="People"):
        parted(link)


def test_without_a_terminal_a_link_is_no_use(footlights: Footlights) -> None:
    said = footlights("play", "http://127.0.0.1:9/in/x")
    assert said.code == 2
    assert "a terminal is needed" in said.err


def test_a_link_that_opens_nothing_is_refused(server: Running) -> None:
    with pytest.raises(Refused, match="opens nothing"):
        door(*parted(f"{server.url}/in/nothing"))


@pytest.mark.parametrize("example", ["the-last-ferry", "the-salt-clock"])
def test_a_remote_table_shows_what_the_table_shows_every_seat(server: Running, example: str) -> None:
    table = server.example(example)
    for seat in (*table.seats, "spectator"):
        remote = seat_of(server, table, seat)
        here = server.now(table)
        assert remote.seat == seat
        assert remote.chronicle(seat) == here.chronicle(seat)
        assert list(remote.panels(seat)) == list(here.panels(seat))
        assert [Stamp.of(offer) for offer in remote.offers(seat)] == list(map(Stamp.of, here.offers(seat)))
        assert list(remote.waiting()) == here.waiting(seat)
        assert remote.state == here.known(seat)
        assert remote.campaign == here.campaign
        assert remote.count(seat) == here.chronicles.count(seat)
    assert seat_of(server, table, GM).marks() == server.now(table).marks()


def test_an_order_to_an_offer_that_has_changed_is_stale_and_shows_what_holds_now(server: Running) -> None:
    table = server.example("the-last-ferry")
    ana, gm = seat_of(server, table, "Ana"), server.program(table, GM)
    offer = next(offer for offer in ana.offers("Ana") if offer.kind == "commit")
    gm.does("rewind", to=ana_mark(server, table))
    with pytest.raises(Stale):
        ana.submit(Order(id="late", seat="Ana", command={"type": "commit"}, answers=Stamp.of(offer)))
    with pytest.raises(Refused):
        ana.submit(Order(id="wrong", seat="Ana", command={"type": "note", "text": "mine"}))


def ana_mark(server: Running, table: Table) -> int:
    """A point some moves back."""
    return seat_of(server, table, GM).marks()[3].seq
