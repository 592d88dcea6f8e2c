"""What stands before every request: limits, the origin of commands, headers, and what is counted."""

from __future__ import annotations

import logging
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footlights.web.faults import Fault, as_json, problem
from footlights.web.logs import without_secrets
from footlights.web.metrics import Metrics
from footlights.web.settings import Settings

access: Final = logging.getLogger("footlights.access")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # lengths of bars, nothing else can be set there that runs
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin",  # never a path, it may be secret; with no origin, forms have none either
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_RAW: Final = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_NAME: Final = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._~-]{1,253})(:\d{1,5})?")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Rate:
    """At most `most` of something in `span` seconds, for each key."""

    def __init__(self, most: int, span: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.span = span
        self._clock = clock
        self._times: defaultdict[Hashable, deque[float]] = defaultdict(deque)

    def wait(self, key: Hashable) -> int:
        """Seconds until there may be another one; 0: now."""
        times = self._times.get(key)
        if not times:
            return 0
        now = self._clock()
        while times and times[0] <= now - self.span:
            times.popleft()
        if not times:
            del self._times[key]
            return 0
        return max(1, round(times[0] + self.span - now)) if len(times) >= self.most else 0

    def count(self, key: Hashable) -> None:
        """There was one more."""
        if len(self._times) > 10_000:
            now = self._clock()
            for old in [one for one, times in self._times.items() if times[-1] <= now - self.span]:
                del self._times[old]
        self._times[key].append(self._clock())

    def check(self, key: Hashable, what: str) -> None:
        """Count one more. Raises Fault when there were too many."""
        if seconds := self.wait(key):
            raise Fault(429, f"{what}; wait {seconds} seconds and try again", wait=seconds)
        self.count(key)


class Guesses:
    """How many different wrong secrets an address has presented in the last `span` seconds. One and the same counts
    once: a page whose seat was taken away asks again and again, and nobody else at its address shall suffer."""

    def __init__(self, most: int, span: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = Rate(most, span, clock)
        self._seen: dict[tuple[str, str], float] = {}
        self._span = span
        self._clock = clock

    def check(self, address: str) -> None:
        """Raise Fault when there were too many."""
        if wait := self._rate.wait(address):
            raise Fault(429, f"too many links that open nothing; wait {wait} seconds", wait=wait)

    def wrong(self, address: str, digest: str) -> None:
        """This one opened nothing. Raises Fault when there were too many."""
        now = self._clock()
        if self._seen.get((address, digest), -self._span) > now - self._span:
            return
        self.check(address)
        if len(self._seen) > 10_000:
            self._seen = {key: at for key, at in self._seen.items() if at > now - self._span}
        self._seen[address, digest] = now
        self._rate.count(address)


def _host(url: str) -> str:
    """Host and port of an address, "" where it is none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""


class Guard:
    """The outermost part of the server. `app` is what it guards."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self._settings = settings
        self._metrics = metrics
        self._prefix = settings.prefix.rstrip("/")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        self._place(scope)
        headers = Headers(scope=scope)
        start = time.perf_counter()
        status = 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_RAW]
            await send(message)

        try:
            self._check_host(headers)
            self._check_origin(scope, headers)
            receive = self._limited(scope, headers, receive)
        except Fault as fault:
            await as_json(problem(fault))(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)
        finally:
            self._note(scope, status, time.perf_counter() - start)

    def _place(self, scope: Scope) -> None:
        """Put the path below the prefix, whether the proxy has taken that away or not."""
        if prefix := self._prefix:
            path = scope["path"]
            if path != prefix and not path.startswith(f"{prefix}/"):
                scope["path"] = prefix + path
            elif path == prefix:
                scope["path"] = f"{prefix}/"
        scope["root_path"] = self._prefix

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request that was answered, and write it down where that is asked for."""
        endpoint = scope.get("endpoint")
        module = getattr(endpoint, "__module__", "").rpartition(".")[2]
        name = getattr(endpoint, "__name__", "")
        self._metrics.request(f"{module}.{name}" if name else "static" if endpoint else "none", status)
        if self._settings.access_log:
            said = {"method": scope["method"], "path": without_secrets(scope["path"]), "status": status}
            access.info("request", extra={"said": said | {"seconds": round(seconds, 4)}})

    def _check_host(self, headers: Headers) -> None:
        """Raise Fault for a request to no host that there can be: links are made of its name."""
        named = headers.get("x-forwarded-host") if self._settings.proxy else None
        for name in (headers.get("host"), None if self._settings.url else named):
            if name and not (_NAME.fullmatch(name) and _host(f"http://{name}")):
                raise Fault(400, "this asks for a host whose name cannot be one (Host)")

    def _check_origin(self, scope: Scope, headers: Headers) -> None:
        """Raise Fault for a command that a browser sends from another site: with a cookie it would act for somebody,
        without one it would seat them somewhere else."""
        if scope["method"] in _SAFE:
            return
        site = headers.get("sec-fetch-site")
        origin = headers.get("origin")
        if site is not None and site not in {"same-origin", "none"}:
            raise Fault(403, "another site sent this; open Footlights itself and try again")
        if origin is not None and _host(origin) not in self._hosts(headers):
            raise Fault(403, "another site sent this; open Footlights itself and try again")
        if site is None and origin is None and "cookie" in headers:
            raise Fault(
                403, "a command with a cookie must say where it comes from (Origin); programs use a token"
            )

    def _hosts(self, headers: Headers) -> set[str]:
        """The names that this server goes by."""
        hosts = {headers.get("host", ""), _host(self._settings.url)}
        if self._settings.proxy:
            hosts.add(headers.get("x-forwarded-host", ""))
        return hosts - {""}

    def _limited(self, scope: Scope, headers: Headers, receive: Receive) -> Receive:
        """`receive`, until there was more than a request may bring. Raises Fault."""
        uploads = scope["path"] == f"{self._prefix}/import"
        most = self._settings.upload if uploads else self._settings.body
        said = headers.get("content-length", "0")
        if not said.isdigit() or len(said) > 15 or int(said) > most:
            raise Fault(413, f"this is larger than {most:,} bytes, the most that is taken at once")
        so_far = 0

        async def counted() -> Message:
            nonlocal so_far
            message = await receive()
            so_far += len(message.get("body", b""))
            if so_far > most:
                raise Fault(413, f"this is larger than {most:,} bytes, the most that is taken at once")
            return message

        return counted
