"""A server without a socket, and browsers that know one another's addresses only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from footlights.store import MemoryStore, Store
from footlights.table.dicebox import SeededDice
from footlights.web import Settings, create_app
from footlights.web.app import App
from footlights.web.house import House

HERE = "http://testserver"

Build = Callable[..., App]


class Browser(TestClient):
    """Somebody's browser: it keeps cookies and says where its forms come from."""

    def __init__(self, app: App, address: str = "10.0.0.1") -> None:
        super().__init__(app, base_url=HERE, client=(address, 50_000), headers={"Origin": HERE})
        self.house: House = app.house

    def opens(self, game: str = "you", **said: str) -> str:
        """Open a table and give its id."""
        answer = self.post("/tables", data={"game": game, "name": "Lanterns", **said}, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    def opens_example(self, example: str = "the-last-ferry") -> str:
        """Step into an example as its GM and give the id of the table."""
        answer = self.post("/tables", data={"example": example}, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    def joins(self, link: str, **said: str) -> Any:
        """Follow a link and press its button."""
        assert self.get(link).status_code == 200
        return self.post(link, data=said, follow_redirects=False)


@pytest.fixture
def build() -> Build:
    """Makes a server; settings as given."""

    def built(store: Store | None = None, **said: Any) -> App:
        return create_app(Settings(**said), store or MemoryStore(), lambda: SeededDice(7))

    return built


@pytest.fixture
def app(build: Build) -> App:
    """A server with the settings that hold where nothing is said."""
    return build()


@pytest.fixture
def gm(app: App) -> Browser:
    """The browser of a GM to be."""
    return Browser(app)
