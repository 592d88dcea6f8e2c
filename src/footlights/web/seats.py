"""Who may sit where. A seat is held by whoever knows its secret: a link, a cookie and a program's token are one thing.

Secrets are made here and never stored: what is kept is a digest, and what is presented is digested before it is looked
up, so that neither a stolen file nor the time of an answer gives one away.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from footlights.core import GM, SPECTATOR, Seat
from footlights.store import Record, Store

Role: TypeAlias = Literal["gm", "player", "spectator"]
KIND: Final = "link"


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """What a secret opens at one table.

    An invitation (`invites`) seats whoever joins by it, until it is revoked. Any other is a seat that somebody holds:
    `seat` is "" for a player who has no character yet. `person` is who that is, `made` when (UTC, ISO 8601).
    """

    id: str
    table: str
    role: Role
    invites: bool = False
    seat: Seat = ""
    person: str = ""
    made: str = ""

    @property
    def eyes(self) -> Seat:
        """The seat whose view this link gives."""
        if self.role == "gm":
            return GM
        return self.seat or SPECTATOR


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


class Links:
    """Every link of a store, held in memory and written through. Raises StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._links = {
            record.id: msgspec.json.decode(record.body, type=Link) for record in store.records(KIND)
        }

    def find(self, secret: str) -> Link | None:
        """The link that a secret is."""
        return self._links.get(digest(secret)) if len(secret) <= 200 else None

    def make(self, link: Link) -> str:
        """A new link, whose `id` is taken from the new secret; gives the secret, which nobody can be told again."""
        secret = secrets.token_urlsafe(32)
        self._keep(replace(link, id=digest(secret)))
        return secret

    def change(self, link: Link) -> None:
        """Put what a link opens in the place of what it opened."""
        self._keep(link)

    def revoke(self, link: Link) -> None:
        """The secret opens nothing any more."""
        self._store.forget([Record(KIND, link.id, link.table, b"")])
        self._links.pop(link.id, None)

    def of(self, table: str) -> Iterator[Link]:
        """The links of one table, the oldest first."""
        return iter([link for link in self._links.values() if link.table == table])

    def drop(self, table: str) -> None:
        """Forget the links of a table that was deleted."""
        self._links = {id: link for id, link in self._links.items() if link.table != table}

    def _keep(self, link: Link) -> None:
        self._store.keep([Record(KIND, link.id, link.table, msgspec.json.encode(link))])
        self._links[link.id] = link


def same_secret(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that tells nothing."""
    return secrets.compare_digest(one.encode(), other.encode())
