"""The server as a process: the socket it listens on, how it starts, and how it stops and says so."""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import uvicorn
from msgspec.structs import replace

from footlights.store import Store
from footlights.web.app import App, create_app
from footlights.web.logs import to_stderr
from footlights.web.settings import Settings

DROP: Final = "links"
"""The folder, within that of the tables, where the host may lay a link (footlights.web.seats.lay)."""

ADDRESS: Final = "address"
"""The file, beside the tables, that says where the server is as long as it runs."""


class PortTaken(Exception):
    """The server cannot listen there; the message says what would be right."""


class Server(uvicorn.Server):
    """uvicorn, but that pages are told before it stops, and that stopping is no failure."""

    def __init__(self, app: App, settings: Settings, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                lifespan="on",
                timeout_graceful_shutdown=settings.patience,
                timeout_keep_alive=75,
            )
        )
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self.started:
            _collect_seldom()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell every page, then wait for what is under way."""
        self._app.say_goodbye()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in good order when asked to by Ctrl-C or by the system; a second Ctrl-C does not wait."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def _collect_seldom() -> None:
    """Let Python look for cycles of garbage seldom. Frozen values, of which a table is made, are freed as soon as
    nobody holds them; to walk through all that tables hold, several times a second, made everybody wait for nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def serve(settings: Settings, store: Store, folder: Path, said: Callable[[str], None]) -> None:
    """Serve the tables of a store until somebody stops it. `folder` is that of the tables; `said` is called with what a
    person should read when it has started. Raises PortTaken."""
    to_stderr()
    listening = listen(settings.host, settings.port)
    port = listening.getsockname()[1]
    settings = replace(settings, port=port, url=settings.url or _url_for_others(settings, port))
    here = f"http://localhost:{port}" if settings.host in {"127.0.0.1", "0.0.0.0", "::", "::1"} else ""
    here = f"{here or f'http://{settings.host}:{port}'}{settings.prefix.rstrip('/')}"
    address = folder / ADDRESS

    def ready() -> None:
        # no more than a help to whoever starts a second server; a full disk takes no file
        with suppress(OSError):
            address.write_text(settings.url or here, "utf-8")
        said(f"Footlights is at {here}")
        if settings.url:
            said(f"Others come by {settings.url}")
        said(f"Tables are kept in {folder}")
        said("Ctrl-C stops it.")
        if settings.open if settings.open is not None else _has_screen():
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    with listening:
        try:
            app = create_app(settings, store, drop=folder / DROP)
            Server(app, settings, ready).run([listening])
        finally:
            with suppress(OSError):
                address.unlink()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises PortTaken."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise PortTaken(
            f"there is no address {host!r} ({error.strerror}); name one of this machine"
        ) from None
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise PortTaken(_why_not(error, host, port)) from None
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            free = next((one for one in range(port + 1, min(port + 50, 65536)) if _is_free(host, one)), None)
            other = f"; {free} is free: --port {free}, or FOOTLIGHTS_PORT={free}" if free else ""
            return f"port {port} of {host} is taken{other}"
        case errno.EACCES:
            return f"port {port} may not be used by you; take one from 1024 on"
        case errno.EADDRNOTAVAIL:
            return f"{host} is no address of this machine; 127.0.0.1 is, and 0.0.0.0 stands for all it has"
        case _:
            return f"port {port} of {host} cannot be used ({error.strerror})"


def _is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _url_for_others(settings: Settings, port: int) -> str:
    """The address that others in the network use, "" where they cannot come or there is no network."""
    if not settings.lan:
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # kept for documentation; a datagram socket sends nothing by connecting
        except OSError:
            return ""
        return f"http://{probe.getsockname()[0]}:{port}{settings.prefix.rstrip('/')}"


def _has_screen() -> bool:
    """Whether somebody sits at this machine who would see a browser."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in {"win32", "darwin"} or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
