"""Who may sit where. A seat is held by whoever knows its secret: a link, a cookie and a program's token are one thing.

Secrets are never stored: what is kept is a digest, and what is presented is digested before it is looked up, so that
neither a stolen file nor the time of an answer gives one away. A link that somebody makes for others is worked out from
the maker's own secret, so that the maker, and nobody else, can be shown it again as long as it has not been used up.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from footlights.core import GM, SPECTATOR, Seat
from footlights.store import Record, Store, StoreTrouble

Role: TypeAlias = Literal["gm", "player", "spectator"]
KIND: Final = "link"
LONGEST_SECRET: Final = 200


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """What a secret opens at one table.

    An invitation (`invites`) seats whoever joins by it, until it is revoked. Any other is a seat that somebody holds:
    `seat` is "" for a player who has no character yet. `person` is who that is, `made` when (UTC, ISO 8601). `first`:
    the GM who opened the table, whom no other GM can send away. `digest` is what is kept of the secret; `nonce` is what
    its maker's secret was mixed with, "" for one that nobody can be shown again. `id` is the server's own name for it.
    """

    id: str
    table: str
    role: Role
    invites: bool = False
    seat: Seat = ""
    person: str = ""
    made: str = ""
    first: bool = False
    digest: str = ""
    nonce: str = ""

    @property
    def eyes(self) -> Seat:
        """The seat whose view this link gives."""
        if self.role == "gm":
            return GM
        return self.seat or SPECTATOR


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def mixed(secret: str, nonce: str) -> str:
    """The secret that somebody who holds `secret` makes for others."""
    return urlsafe_b64encode(hmac.digest(secret.encode(), nonce.encode(), "sha256")).decode().rstrip("=")


class Links:
    """Every link of a store, held in memory and written through. `drop` is a folder in which the host may lay a link
    while the server runs (see `lay`). May be used from several threads. Raises StoreTrouble, and then nothing has
    changed."""

    def __init__(self, store: Store, drop: Path | None = None) -> None:
        self._store = store
        self._drop = drop
        kept = [msgspec.json.decode(record.body, type=Link) for record in store.records(KIND)]
        self._links = {link.id: link for link in kept}
        self._by_digest = {link.digest: link for link in kept}

    def find(self, secret: str) -> Link | None:
        """The link that a secret is."""
        if len(secret) > LONGEST_SECRET:
            return None
        known = digest(secret)
        return self._by_digest.get(known) or self._laid(known)

    def get(self, id: str) -> Link | None:
        """The link of that id."""
        return self._links.get(id)

    def make(self, link: Link, secret: str = "") -> str:
        """A new link, whose id is made here; gives its secret, which nobody can be told again. (`secret`: one that was
        mixed from the maker's.)"""
        secret = secret or secrets.token_urlsafe(32)
        self._keep(replace(link, id=secrets.token_hex(8), digest=digest(secret)))
        return secret

    def lend(self, link: Link, maker: str) -> str:
        """A new link that whoever holds the secret `maker` can be shown again; gives its secret."""
        nonce = secrets.token_urlsafe(16)
        return self.make(replace(link, nonce=nonce), mixed(maker, nonce))

    def shown(self, link: Link, maker: str) -> str:
        """The secret of a link, if it was made with `maker` and can still be shown; else ""."""
        secret = mixed(maker, link.nonce) if link.nonce else ""
        return secret if secret and same_secret(digest(secret), link.digest) else ""

    def renew(self, link: Link, maker: str = "") -> str:
        """End the secret of a link and give it a new one: what it opens stays. With `maker` it can be shown again."""
        nonce = secrets.token_urlsafe(16) if maker else ""
        secret = mixed(maker, nonce) if maker else secrets.token_urlsafe(32)
        self._keep(replace(link, digest=digest(secret), nonce=nonce))
        return secret

    def change(self, link: Link) -> None:
        """Put what a link opens in the place of what it opened."""
        self._keep(link)

    def revoke(self, link: Link) -> None:
        """The secret opens nothing any more."""
        self._store.forget([Record(KIND, link.id, link.table, b"")])
        self._links.pop(link.id, None)
        self._by_digest.pop(link.digest, None)

    def of(self, table: str) -> Iterator[Link]:
        """The links of one table, the oldest first."""
        return iter([link for link in list(self._links.values()) if link.table == table])

    def drop(self, table: str) -> None:
        """Forget the links of a table that was deleted, as its store has."""
        for link in self.of(table):
            self._links.pop(link.id, None)
            self._by_digest.pop(link.digest, None)

    def _keep(self, link: Link) -> None:
        self._store.keep([Record(KIND, link.id, link.table, msgspec.json.encode(link))])
        if was := self._links.get(link.id):
            self._by_digest.pop(was.digest, None)
        self._links[link.id] = self._by_digest[link.digest] = link

    def _laid(self, known: str) -> Link | None:
        """A link that the host has laid ready, taken in."""
        if self._drop is None or not (file := self._drop / known).is_file():
            return None
        try:
            link = msgspec.json.decode(file.read_bytes(), type=Link)
            self._store.meta(link.table)
        except (OSError, msgspec.DecodeError, StoreTrouble):
            return None
        if link.digest != known:
            return None
        self._keep(link)
        file.unlink(missing_ok=True)
        return link


def lay(drop: Path, link: Link) -> str:
    """Lay a link ready in the folder `drop`, for a server that runs or will run: it takes it in when somebody follows
    it. Gives the secret. Whoever can write to that folder is the host. Raises OSError."""
    secret = secrets.token_urlsafe(32)
    ready = replace(link, id=secrets.token_hex(8), digest=digest(secret))
    drop.mkdir(mode=0o700, exist_ok=True)
    file = drop / ready.digest
    part = file.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(ready))
    part.replace(file)
    return secret


def same_secret(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return secrets.compare_digest(one.encode(), other.encode())
