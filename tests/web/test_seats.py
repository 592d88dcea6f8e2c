"""Who may sit where: secrets that nobody keeps, links that are lent, and seats that end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from footlights.core import GM, SPECTATOR
from footlights.store import MemoryStore, Record, Row, StoreTrouble, TableMeta
from footlights.web.seats import KIND, Link, Links, digest, lay

ANA = Link(id="", table="t", role="player", seat="Ana", person="Noor", made="2026-01-31T20:15:00.000Z")


def a_table(store: MemoryStore | None = None) -> MemoryStore:
    """A store with the table "t" in it."""
    store = store or MemoryStore()
    row = Row("t", 1, "2026-01-31T20:15:00.000Z", GM, "open", b"{}", b"[]", 1)
    store.create(TableMeta("t", "you", "Lanterns", row.at), [row])
    return store


def test_a_secret_opens_what_it_was_made_for_and_is_written_down_nowhere() -> None:
    store = a_table()
    secret = Links(store).make(ANA)
    found = Links(store).find(secret)
    assert found is not None
    assert (found.seat, found.person, found.eyes) == ("Ana", "Noor", "Ana")
    assert not any(secret.encode() in record.body or secret in record.id for record in store.records(KIND))


@pytest.mark.parametrize("wrong", ["", "x", "x" * 100_000, "\ud800", digest("x")])
def test_anything_else_opens_nothing(wrong: str) -> None:
    links = Links(a_table())
    links.make(ANA)
    assert links.find(wrong) is None


def test_a_digest_that_was_read_in_a_stolen_file_opens_nothing() -> None:
    links = Links(a_table())
    links.make(ANA)
    (link,) = links.of("t")
    assert links.find(link.digest) is None
    assert links.find(link.id) is None


def test_a_lent_link_is_shown_again_to_whoever_made_it_and_to_nobody_else() -> None:
    store = a_table()
    links = Links(store)
    gm = links.make(Link(id="", table="t", role="gm", seat=GM))
    invitation = links.lend(Link(id="", table="t", role="player", invites=True), gm)
    link = links.find(invitation)
    assert link is not None
    again = Links(store)
    assert again.shown(link, gm) == invitation
    assert again.shown(link, "another") == ""
    assert again.shown(link, invitation) == ""


def test_a_renewed_link_opens_the_same_seat_by_its_new_secret_only() -> None:
    store = a_table()
    links = Links(store)
    old = links.make(ANA)
    link = links.find(old)
    assert link is not None
    new = links.renew(link)
    for now in (links, Links(store)):
        assert now.find(old) is None
        found = now.find(new)
        assert found is not None
        assert (found.id, found.seat) == (link.id, "Ana")


def test_a_revoked_link_opens_nothing_even_after_a_restart() -> None:
    store = a_table()
    links = Links(store)
    secret = links.make(ANA)
    (link,) = links.of("t")
    links.revoke(link)
    assert links.find(secret) is None
    assert Links(store).find(secret) is None


def test_eyes_without_a_character_are_a_spectators() -> None:
    assert Link(id="", table="t", role="player").eyes == SPECTATOR
    assert Link(id="", table="t", role="gm").eyes == GM


class Full(MemoryStore):
    """A store on a disk that is full."""

    full = False

    def keep(self, records: Sequence[Record]) -> None:
        self._check()
        super().keep(records)

    def forget(self, records: Sequence[Record]) -> None:
        self._check()
        super().forget(records)

    def _check(self) -> None:
        if self.full:
            raise StoreTrouble("the disk is full", "here", "Make room.")


def test_what_a_full_disk_refused_has_changed_nothing() -> None:
    store = Full()
    a_table(store)
    links = Links(store)
    secret = links.make(ANA)
    (link,) = links.of("t")
    store.full = True
    for change in (links.renew, links.revoke, links.make):
        with pytest.raises(StoreTrouble):
            change(link)
    assert links.find(secret) == link
    assert list(links.of("t")) == [link]


def test_the_host_lays_a_link_ready_and_a_running_server_takes_it_in(tmp_path: Path) -> None:
    store = a_table()
    links = Links(store, tmp_path / "links")
    secret = lay(tmp_path / "links", Link(id="", table="t", role="gm", seat=GM, first=True))
    assert secret not in str(list((tmp_path / "links").iterdir()))
    found = links.find(secret)
    assert found is not None
    assert found.role == "gm"
    assert not list((tmp_path / "links").iterdir())
    assert Links(store).find(secret) == found


def test_a_laid_file_that_is_damaged_or_misnamed_opens_nothing(tmp_path: Path) -> None:
    store = a_table()
    links = Links(store, tmp_path)
    for secret, body in {
        "one": b"{",
        "two": msgspec.json.encode(Link(id="x", table="t", role="gm", digest=digest("other"))),
        "three": msgspec.json.encode(Link(id="x", table="gone", role="gm", digest=digest("three"))),
    }.items():
        (tmp_path / digest(secret)).write_bytes(body)
        assert links.find(secret) is None
