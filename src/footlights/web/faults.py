"""What went wrong, in words for people and as problem+json (RFC 9457) for programs."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from footlights.core import Refused, System
from footlights.store import StoreTrouble
from footlights.table import Stale
from footlights.written import Malformed


class Fault(Exception):
    """A request that cannot be answered as it was asked: an HTTP status, and what is wrong in a sentence."""

    def __init__(self, status: int, detail: str, *, field: str = "", wait: int = 0) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.field = field
        self.wait = wait


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fault as programs read it (application/problem+json). `clause` is the rule that forbids it, `field` the part of
    the order that is wrong, `type` tells the kinds apart."""

    type: str
    title: str
    status: int
    detail: str
    clause: str = ""
    field: str = ""


def problem(fault: Exception, system: System | None = None) -> Problem:
    """The fault that an exception is; anything unforeseen says no more than that."""
    match fault:
        case Refused():
            clause = f"{system.clauses.prefix}-{fault.clause}" if fault.clause and system else fault.clause
            return Problem(
                type="refused",
                title="The rules or the table do not allow this",
                status=422,
                detail=fault.reason,
                clause=clause,
                field=fault.field,
            )
        case Stale():
            return Problem(
                type="stale",
                title="The question has changed meanwhile",
                status=409,
                detail="This has changed since you saw it. Look at it again, then decide.",
            )
        case StoreTrouble():
            detail = f"Nothing was changed: {fault.what}. {fault.remedy}"
            return Problem(type="store", title="It cannot be written down", status=503, detail=detail)
        case Malformed() | msgspec.ValidationError() | msgspec.DecodeError():
            return Problem(type="malformed", title="This cannot be read", status=400, detail=str(fault))
        case Fault():
            title, kind = _TITLES.get(fault.status, ("This cannot be done", "fault"))
            return Problem(
                type=kind, title=title, status=fault.status, detail=fault.detail, field=fault.field
            )
        case _:
            return Problem(
                type="trouble",
                title="Something went wrong here",
                status=500,
                detail="It is written in the server's log; nothing was changed.",
            )


_TITLES = {
    400: ("This cannot be read", "malformed"),
    401: ("You have no seat here", "no-seat"),
    403: ("This is not for your seat", "forbidden"),
    404: ("There is nothing here", "not-found"),
    405: ("That is not how this is asked", "method"),
    409: ("The question has changed meanwhile", "stale"),
    413: ("This is too much at once", "too-large"),
    415: ("This cannot be read", "media-type"),
    422: ("The rules or the table do not allow this", "refused"),
    429: ("Too many at once", "too-many"),
}


def titled(status: int) -> str:
    """What a fault of that status means, in a few words."""
    return "It cannot be written down" if status == 503 else _TITLES[status][0]


def as_json(found: Problem, headers: dict[str, str] | None = None) -> Response:
    """The problem as a response for programs."""
    body = msgspec.json.encode(found)
    return Response(body, found.status, headers, media_type="application/problem+json")


def retry(fault: Exception) -> dict[str, str]:
    """Headers that say when to try again."""
    wait: Any = getattr(fault, "wait", 0)
    return {"Retry-After": str(wait)} if wait else {}
