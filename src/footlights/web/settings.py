"""How the server is set up: by options, environment and a TOML file, in this order of precedence."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from footlights.written import Malformed, in_words, unknown

VARIABLE: Final = "FOOTLIGHTS_"
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""What this machine calls itself."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that can be set, with what holds where nothing is said.

    `prefix` is the path that a reverse proxy serves this under ("/footlights"); `url` the address that people use, for
    links and QR codes (else the one they came by). `lan`: people in the same network can come. `create`: anybody may
    open a table, or those who know `token`. `proxy`: a reverse proxy stands before the server, and what it says of
    address and scheme is believed. `data` is the folder where tables are kept ("": the platform's place). `open`: show
    the first page in a browser; None: where there is a screen. `metrics`: everybody may read what is counted, not only
    this machine. `access_log`: a line for every request.

    Limits: `body` bytes a request, `upload` bytes a campaign file; `orders` a seat may send in ten seconds; `guesses`
    at links that one address may get wrong in a minute (a whole group may share one); `tables` that one address may
    open in an hour; `rooms` tables held in memory; `patience` seconds that a stopping server waits for its pages.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    lan: bool = False
    data: str = ""
    create: Literal["open", "token"] = "open"
    token: str = ""
    prefix: str = ""
    url: str = ""
    proxy: bool = False
    open: bool | None = None
    metrics: bool = False
    access_log: bool = False
    body: int = 2_000_000
    upload: int = 64_000_000
    orders: int = 100
    guesses: int = 60
    tables: int = 60
    rooms: int = 1_000
    patience: int = 5


FIELDS: Final = {field.name: field for field in msgspec.structs.fields(Settings)}

OWN_PATHS: Final = frozenset(
    {
        "api",
        "files",
        "healthz",
        "help",
        "import",
        "in",
        "metrics",
        "openapi.json",
        "rules",
        "static",
        "t",
        "tables",
    }
)
"""First parts of our own addresses: no prefix may begin with one, or a path could mean two things."""

_YES: Final = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False}
_YES["off"] = False


def settings(
    options: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """What holds: an option that is not None, else a variable FOOTLIGHTS_..., else the file, else the default. The
    file is the one named, or the one that FOOTLIGHTS_CONFIG names. Raises Malformed, saying where the fault stands."""
    if file is None and (named := environment.get(f"{VARIABLE}CONFIG")):
        file = Path(named)
    said: dict[str, tuple[str, Any]] = {}
    if file is not None:
        said |= _from_file(file.expanduser())
    said |= dict(_from_environment(environment))
    said |= {
        name: (f"--{name.replace('_', '-')}", value) for name, value in options.items() if value is not None
    }
    found = {name: _value(name, value, where) for name, (where, value) in said.items()}
    if found.get("lan") and "host" not in found:
        found["host"] = "0.0.0.0"
    made = Settings(**found)
    if fault := _fault(made):
        field, what = fault
        raise Malformed(f"{said.get(field, (field,))[0]}: {what}")
    return made


def _from_file(file: Path) -> dict[str, tuple[str, Any]]:
    try:
        read = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Malformed(f"{file}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{file}: not TOML ({error})") from None
    for name in read:
        if name not in FIELDS:
            raise Malformed(f"{file}: {unknown(name, FIELDS, 'setting')}")
    return {name: (f"{file}, {name}", value) for name, value in read.items()}


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """The variables that are ours; an empty one says nothing."""
    for name in FIELDS:
        variable = VARIABLE + name.upper()
        if value := environment.get(variable):
            yield name, (variable, value)


def _value(name: str, value: Any, where: str) -> Any:
    """A value of the setting's type; a variable's text is read as one. Raises Malformed."""
    kind = type(FIELDS[name].default)
    if kind in {bool, type(None)}:
        found = _YES.get(value.lower()) if isinstance(value, str) else value
        if isinstance(found, bool):
            return found
        raise Malformed(f"{where}: yes or no is expected, not {in_words(value)}")
    if kind is int:
        if type(value) is int:
            return value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 12:
            return int(value)
        raise Malformed(f"{where}: a whole number is expected, not {in_words(value)}")
    if not isinstance(value, str):
        raise Malformed(f"{where}: text is expected, not {in_words(value)}")
    return value


def _fault(made: Settings) -> tuple[str, str] | None:
    """The setting that cannot be so, and why."""
    if not 0 <= made.port <= 65535:
        return "port", f"a port is 1 to 65535 (0: any that is free), not {made.port}"
    if made.create not in ("open", "token"):
        return "create", f"open or token is expected, not {made.create!r}"
    if made.create == "token" and len(made.token) < 8:
        return "create", "with token, name one of at least 8 characters: --token, FOOTLIGHTS_TOKEN or token ="
    if made.token and made.create == "open":
        return "token", "a token is asked for only with create = token"
    for name in ("body", "upload", "orders", "guesses", "tables", "rooms"):
        if getattr(made, name) < 1:
            return name, f"1 is the least, not {getattr(made, name)}"
    return _fault_of_address(made)


def _fault_of_address(made: Settings) -> tuple[str, str] | None:
    """What is wrong with prefix or url."""
    if made.prefix:
        parts = made.prefix.strip("/").split("/")
        if not made.prefix.startswith("/") or not all(part and part.isprintable() for part in parts):
            return "prefix", f'a prefix is a path like "/footlights", not {made.prefix!r}'
        if parts[0] in OWN_PATHS:
            return "prefix", f"a prefix cannot begin with /{parts[0]}, which Footlights uses itself"
    if made.url:
        address = urlsplit(made.url)
        if address.scheme not in {"http", "https"} or not address.netloc or address.query or address.fragment:
            return "url", f'an address like "https://example.org/footlights" is expected, not {made.url!r}'
        if address.path.rstrip("/") != made.prefix.rstrip("/"):
            return (
                "url",
                f"its path is {address.path or '/'!r}, but the prefix is {made.prefix or '/'!r}; make them one",
            )
    return None
