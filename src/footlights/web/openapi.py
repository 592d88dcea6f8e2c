"""The API in words that programs and people read: an OpenAPI 3.1 description made from the types, and a page of it."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from inspect import cleandoc
from typing import Any, Final, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from footlights.core import System
from footlights.games import load, names
from footlights.table.events import Happening
from footlights.table.orders import Entry, Ordered
from footlights.web.api import OPERATIONS, Asked, Operation, Query, TableView
from footlights.web.faults import Problem, titled
from footlights.web.house import House
from footlights.web.orders import Sent

_AT: Final = "#/components/schemas/"
_PROBLEM: Final = "application/problem+json"
_GROUPS: Final = {"games": "The games and their rules", "": "Coming in", "table": "A table, from one seat"}


async def document(request: Request) -> Response:
    """GET /openapi.json."""
    house: House = request.app.state.house
    described = {**described_api(), "servers": [{"url": house.url(request)}]}
    return Response(msgspec.json.encode(described), 200, {"Cache-Control": "no-cache"}, "application/json")


async def page(request: Request) -> Response:
    """GET /api: the same for people."""
    house: House = request.app.state.house
    api = described_api()
    groups: dict[str, list[Any]] = {title: [] for title in _GROUPS.values()}
    for one in OPERATIONS:
        said = api["paths"][one.path][one.method.lower()]
        groups[said["tags"][0]].append((one, said))
    return house.pages.response(
        "api.html", groups=groups, schemas=api["components"]["schemas"], here=house.url(request), typed=_typed
    )


@cache
def described_api() -> dict[str, Any]:
    """The description, but for the address of the server."""
    schemas, components = _schemas()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Footlights",
            "version": version("footlights"),
            "description": "The same commands and the same views as the pages of a table. A seat's secret is its "
            "token: whoever sends it is that seat, and is told what that seat may know.",
        },
        "tags": [{"name": title} for title in _GROUPS.values()],
        "paths": _paths(schemas),
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "The secret of a seat."}
            },
        },
    }


def _paths(schemas: dict[Any, Any]) -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schemas)
    return paths


def _operation(one: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    words = " ".join(cleandoc(one.answers.__doc__ or "").split())
    summary, _, rest = words.partition(". ")
    said: dict[str, Any] = {
        "operationId": getattr(one.answers, "__name__", ""),
        "tags": [_group(one)],
        "summary": summary.rstrip("."),
        "parameters": [*map(_in_path, re.findall(r"{(\w+)}", one.path)), *map(_in_query, one.query)],
        "responses": {str(int(one.status)): _answer(one, schemas), **_faults(one)},
    }
    if rest:
        said["description"] = rest
    if one.takes is not None:
        body = {"application/json": {"schema": schemas[one.takes]}}
        said["requestBody"] = {"required": True, "content": body}
    if one.seat:
        said["security"] = [{"seat": []}]
    return said


def _group(one: Operation) -> str:
    if "{table}" in one.path:
        return _GROUPS["table"]
    return _GROUPS["games" if one.path.startswith("/api/games") else ""]


def _in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _in_query(query: Query) -> dict[str, Any]:
    kinds: dict[str, Any] = {
        "number": {"type": "integer", "minimum": 0, "maximum": 10**11 - 1},
        "yes": {"type": "string", "enum": ["no", "yes"]},
    }
    return {"name": query.name, "in": "query", "description": query.says, "schema": kinds[query.kind]}


def _answer(one: Operation, schemas: dict[Any, Any]) -> dict[str, Any]:
    title = HTTPStatus(one.status).phrase
    if one.gives is None:
        return {"description": title, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    return {"description": title, "content": {"application/json": {"schema": schemas[one.gives]}}}


def _faults(one: Operation) -> dict[str, Any]:
    """What may come instead, by its status."""
    found = {*one.faults}
    if one.takes is not None:
        found |= {400, 413, 429}
    if one.query:
        found |= {400}
    if one.seat:
        found |= {401, 404}
    if one.method == "POST":
        found |= {503}
    content = {_PROBLEM: {"schema": {"$ref": f"{_AT}Problem"}}}
    return {str(status): {"description": titled(status), "content": content} for status in sorted(found)}


# --- types ---


def _schemas() -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of every type that is sent or comes back, and all that they refer to."""
    systems = [load(name) for name in names()]
    wanted = dict.fromkeys([*(x for one in OPERATIONS for x in (one.gives, one.takes)), Problem, Entry])
    types = [one for one in wanted if one not in {None, System}]
    commands = [Ordered, *(system.commands for system in systems)]
    events = [Happening, *(system.events for system in systems)]
    views = [get_type_hints(type(system).view).get("return", Any) for system in systems]
    states = [system.state for system in systems]
    found, components = msgspec.json.schema_components(
        [*types, *commands, *events, *views, *states],
        schema_hook=lambda _: {"type": "string"},  # fractions
        ref_template=f"{_AT}{{name}}",
    )
    schemas: dict[Any, Any] = dict(zip(types, found, strict=False))
    rest = iter(found[len(types) :])

    def any_of(kinds: list[Any]) -> dict[str, Any]:
        return {"anyOf": [next(rest) for _ in kinds]}

    components["Command"] = any_of(commands)
    components["Event"] = any_of(events)
    components["View"] = any_of(views)
    components["State"] = any_of(states)
    for kind, field, name in (
        (Sent, "command", "Command"),
        (Asked, "command", "Command"),
        (Entry, "event", "Event"),
        (TableView, "view", "View"),
    ):
        components[kind.__name__]["properties"][field] = {"$ref": _AT + name}
    schemas[System] = {"$ref": f"{_AT}State"}
    return _shorter(schemas), _shorter(components)


def _shorter(value: Any) -> Any:
    """The same, types of which there are several of one name called as shortly as can be."""
    if isinstance(value, str):
        return value.replace("footlights.games.", "").replace("footlights.web.", "")
    if isinstance(value, list):
        return [_shorter(one) for one in value]
    if isinstance(value, dict):
        return {_shorter(key): _shorter(one) for key, one in value.items()}
    return value


def _typed(schema: Any) -> str:
    """In a word or two, for people, what a schema is that is made of no others."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(_AT)
    if "const" in schema or "enum" in schema:
        return " or ".join(f'"{one}"' for one in schema.get("enum", [schema.get("const")]))
    inner = schema.get("additionalProperties")
    if isinstance(inner, dict) and inner:
        return f"object of {_typed(inner)}"
    return {"array": "list", None: "any value"}.get(schema.get("type"), str(schema.get("type")))
