"""The few addresses that a table in play is asked for all the time, found without looking through all the others.

A route answers the same here and in the application behind it: with the layers that stand before every other page, a
quarter of the work of an order was to find out who carries it out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, TypeAlias

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

Answers: TypeAlias = Callable[[Request], Awaitable[ASGIApp]]
Failed: TypeAlias = Callable[[Request, Exception], Awaitable[Response]]

_NAME: Final = "{table}"


class Direct:
    """`routes` with one method and one {table} in their path go straight to their endpoint; everything else goes to
    `inner`. `failed` answers what an endpoint raises; what is not among `foreseen` is raised again, to be logged."""

    def __init__(
        self, inner: Starlette, routes: Iterable[Route], failed: Failed, foreseen: tuple[type[Exception], ...]
    ) -> None:
        self._inner = inner
        self._failed = failed
        self._foreseen = foreseen
        self._answers: dict[tuple[str, str, str], Answers] = {}
        for route in routes:
            before, after = route.path.replace(":str", "").split(_NAME)
            (method,) = (route.methods or set()) - {"HEAD"}
            self._answers[method, before, after] = route.endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        found = self._found(scope) if scope["type"] == "http" else None
        if found is None:
            await self._inner(scope, receive, send)
            return
        answers, table = found
        scope["app"], scope["endpoint"], scope["path_params"] = self._inner, answers, {"table": table}
        request = Request(scope, receive, send)
        try:
            response: Any = await answers(request)
        except Exception as fault:
            await (await self._failed(request, fault))(scope, receive, send)
            if not isinstance(fault, self._foreseen):
                raise
        else:
            await response(scope, receive, send)

    def _found(self, scope: Scope) -> tuple[Answers, str] | None:
        """Who answers, and the table that is asked for."""
        path: str = scope["path"][len(scope["root_path"]) :]
        end = path.rfind("/")
        start = path.rfind("/", 0, max(end, 0)) + 1
        answers = self._answers.get((scope["method"], path[:start], path[end:]))
        return (answers, path[start:end]) if answers and start < end else None
