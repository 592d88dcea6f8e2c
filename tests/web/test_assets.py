"""Static files: whose they are, how they are sent, how long they are kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from footlights.web.app import App
from footlights.web.assets import A_DAY, FOR_GOOD
from footlights.web.render import BUNDLES, asset
from tests.web.conftest import Browser


def test_what_others_made_is_what_the_list_says() -> None:
    script = Path(__file__).parents[2] / "scripts/vendor.py"
    checked = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_page_and_its_scripts_are_packed_and_fonts_are_not(app: App) -> None:
    browser = Browser(app)
    assert browser.get("/").headers["content-encoding"] == "gzip"
    assert browser.get(f"/{asset('footlights.css')}").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in browser.get("/static/vendor/literata.woff2").headers


def test_a_file_that_is_named_by_its_content_is_kept_for_good(app: App) -> None:
    browser = Browser(app)
    assert browser.get(f"/{asset('table.js')}").headers["cache-control"] == FOR_GOOD
    assert browser.get("/static/vendor/literata.woff2").headers["cache-control"] == A_DAY
    assert browser.get("/").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", BUNDLES)
def test_what_is_sent_as_one_is_all_that_is_in_it(app: App, name: str) -> None:
    browser = Browser(app)
    sent = browser.get(f"/{asset(name)}")
    assert sent.headers["content-encoding"] == "gzip"
    assert sent.headers["cache-control"] == FOR_GOOD
    assert sent.headers["content-type"].split(";")[0] in {"text/css", "text/javascript"}
    apart = [browser.get(f"/{asset(part)}") for part in BUNDLES[name]]
    assert sent.text == "\n".join(part.text for part in apart)
    assert {part.headers["content-type"] for part in apart} == {sent.headers["content-type"]}


@pytest.mark.parametrize("name", ["table.js", *BUNDLES])
def test_nobody_can_send_something_to_a_file(app: App, name: str) -> None:
    assert Browser(app).post(f"/static/{name}").status_code == 405
    assert Browser(app).head(f"/static/{name}").status_code == 200
