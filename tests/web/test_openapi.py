"""The description of the API: it is true of every answer, names every door, and is read by people too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from footlights.core import GM
from footlights.store import MemoryStore
from footlights.table.dicebox import SeededDice
from footlights.web import Settings, create_app
from footlights.web.api import OPERATIONS
from footlights.web.app import App
from tests.web.conftest import Browser

EXAMPLES: Final = {"you": "the-last-ferry", "inciting-incident": "the-salt-clock"}
APP: Final = create_app(
    Settings(orders=10**6, tables=10**6, guesses=10**6), MemoryStore(), lambda: SeededDice(7)
)
SCHEMA: Final = schemathesis.openapi.from_asgi("/openapi.json", APP)


def described(app: App) -> dict[str, Any]:
    """The description that a server gives."""
    found: dict[str, Any] = Browser(app).get("/openapi.json").json()
    return found


@pytest.fixture(scope="module")
def seats() -> Mapping[str, tuple[str, str]]:
    """A table of each game: its id and its GM's token."""
    host = Browser(APP)
    opened = {game: host.post("/api/tables", json={"example": one}).json() for game, one in EXAMPLES.items()}
    return {game: (seat["table"], seat["token"]) for game, seat in opened.items()}


CHECKS: Final = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
)


@SCHEMA.exclude(path_regex="/events$").parametrize()
@settings(
    max_examples=12,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_sent_the_answer_is_as_described(case: Any, seats: Mapping[str, tuple[str, str]]) -> None:
    path = dict(case.path_parameters or {})
    game = sorted(EXAMPLES)[len(str(case.body)) % 2]
    table, token = seats[game]
    case.path_parameters = path | {
        name: one for name, one in {"table": table, "game": game}.items() if name in path
    }
    headers = {"Authorization": f"Bearer {token}"}
    case.call_and_validate(headers=headers, checks=CHECKS)


def test_every_door_is_described_once_with_what_it_takes_and_gives(app: App) -> None:
    api = described(app)
    assert api["openapi"].startswith("3.1")
    doors = {(one.method.lower(), one.path) for one in OPERATIONS}
    assert doors == {(method, path) for path, of in api["paths"].items() for method in of}
    ids = [said["operationId"] for of in api["paths"].values() for said in of.values()]
    assert len(ids) == len(set(ids))
    assert all(said["summary"] for of in api["paths"].values() for said in of.values())


def test_every_reference_leads_somewhere(app: App) -> None:
    api = described(app)
    text = Browser(app).get("/openapi.json").text
    found = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    assert found <= set(api["components"]["schemas"])
    assert {"Command", "Event", "View", "State", "Problem", "TableView"} <= found


def test_commands_of_every_game_and_of_the_table_are_described(app: App) -> None:
    text = str(described(app)["components"]["schemas"])
    for tag in ("post", "x_card", "draft", "commit", "decisive", "strike", "rewind"):
        assert f"'{tag}'" in text


def test_the_address_is_the_one_that_people_use() -> None:
    settings = Settings(prefix="/stage", url="https://example.org/stage")
    app = create_app(settings, MemoryStore(), lambda: SeededDice(7))
    answer = Browser(app).get("/stage/openapi.json").json()
    assert answer["servers"] == [{"url": "https://example.org/stage"}]
    assert 'href="/stage/openapi.json"' in Browser(app).get("/stage/api").text


class Page(HTMLParser):
    """Links, ids and what runs on a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag says."""
        said = {name: value or "" for name, value in attrs}
        assert tag != "script"
        if tag == "a":
            self.links.add(said["href"])
        if "id" in said:
            self.ids.append(said["id"])


def test_the_page_for_people_names_every_door_and_every_link_on_it_leads_somewhere(gm: Browser) -> None:
    html = gm.get("/api").text
    page = Page(html)
    for one in OPERATIONS:
        assert f"{one.method} {one.path}" in html
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert gm.get("/openapi.json").status_code == 200
    assert "http" not in "".join(page.links)


def test_the_pages_say_how_a_program_gets_its_token(gm: Browser) -> None:
    table = gm.opens()
    html = gm.get(f"/t/{table}/people").text
    assert "token" in html
    assert 'href="/api"' in html
    assert 'href="/api"' in gm.get("/help").text
    secret = html.rpartition("/in/")[2].partition('"')[0]
    seen = Browser(gm.app).get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {secret}"})  # type: ignore[arg-type]
    assert seen.json()["seat"] == GM
