"""How the server is set up."""

from __future__ import annotations

from typing import Literal

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that can be set, with what holds where nothing is said.

    `prefix` is the path that a reverse proxy serves this under ("/footlights"); `url` the address that people use, for
    links and QR codes (else the one they came by). `create`: anybody may open a table, or those with `create_token`.
    `proxy`: a reverse proxy stands before the server, and what it says of address and scheme is believed.
    Limits: `body` bytes a request, `orders` a seat may send in ten seconds, `guesses` at links that one address may get
    wrong in a minute (a whole group may share one address), `tables` that one address may open in an hour.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    prefix: str = ""
    url: str = ""
    create: Literal["open", "token"] = "open"
    create_token: str = ""
    proxy: bool = False
    body: int = 2_000_000
    orders: int = 100
    guesses: int = 60
    tables: int = 60
