"""What stands before every request: limits, origins, headers, and nothing secret in what is written down."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from footlights.web.faults import Fault
from footlights.web.guard import HEADERS, Guesses, Rate
from footlights.web.logs import JsonLines, without_secrets
from footlights.web.settings import settings
from footlights.written import Malformed
from tests.web.conftest import HERE, Browser, Build

COMMANDS = [
    "/tables",
    "/import",
    "/in/nothing",
    "/t/{table}/order",
    "/t/{table}/claim",
    "/t/{table}/leave",
    "/t/{table}/people/invite",
    "/t/{table}/people/x/revoke",
    "/t/{table}/people/x/renew",
    "/t/{table}/people/x/give",
    "/t/{table}/archive",
    "/t/{table}/delete",
    "/api/tables/{table}/orders",
]


class Clock:
    """Time that passes when a test says so."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


# --- origins ---


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": f"{HERE}.elsewhere.example"},
        {"Origin": HERE, "Sec-Fetch-Site": "cross-site"},
        {"Origin": HERE, "Sec-Fetch-Site": "same-site"},
        {"Origin": ""},
    ],
)
def test_no_command_that_comes_with_a_cookie_is_taken_from_another_site(
    gm: Browser, command: str, headers: dict[str, str]
) -> None:
    table = gm.opens()
    answer = gm.post(command.format(table=table), headers=headers, follow_redirects=False)
    assert answer.status_code == 403
    assert "another site" in answer.json()["detail"]


def test_a_command_with_a_cookie_says_where_it_comes_from(gm: Browser) -> None:
    table = gm.opens()
    del gm.headers["origin"]
    answer = gm.post(f"/t/{table}/archive", data={"archived": "yes"}, follow_redirects=False)
    assert answer.status_code == 403
    answer = gm.post(
        f"/t/{table}/archive",
        data={"archived": "yes"},
        headers={"Sec-Fetch-Site": "same-origin"},
        follow_redirects=False,
    )
    assert answer.status_code == 303


def test_behind_a_proxy_pages_come_from_the_name_that_people_use(build: Build) -> None:
    gm = Browser(build(proxy=True))
    gm.headers |= {"Origin": "https://play.example", "X-Forwarded-Host": "play.example"}
    table = gm.opens()
    answer = gm.post(f"/t/{table}/archive", data={"archived": "yes"}, follow_redirects=False)
    assert answer.status_code == 303
    direct = Browser(build())
    direct.opens()
    direct.headers |= {"Origin": "https://play.example", "X-Forwarded-Host": "play.example"}
    assert direct.post("/tables", data={"game": "you"}).status_code == 403


# --- headers ---


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/static/footlights.css", 200),
        ("GET", "/static/nothing.css", 404),
        ("GET", "/nothing", 404),
        ("GET", "/t/nothing", 401),
        ("GET", "/in/nothing", 404),
        ("DELETE", "/", 405),
        ("GET", "/api/tables/nothing", 401),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 403),
    ],
)
def test_every_answer_has_the_headers_that_protect_it(
    gm: Browser, method: str, path: str, status: int
) -> None:
    answer = gm.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_a_fault_of_the_server_says_nothing_of_itself_and_has_the_headers_too(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = build()
    browser = Browser(app)
    browser._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    monkeypatch.setattr(app.house.pages, "response", lambda *_a, **_k: 1 / 0)
    answer = browser.get("/", headers={"Accept": "application/json"})
    assert answer.status_code == 500
    assert "ZeroDivision" not in answer.text
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_no_page_runs_a_script_of_its_own_and_no_address_leaves_with_a_link() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "default-src 'none'" in policy
    assert HEADERS["Referrer-Policy"] == "strict-origin"


def test_cookies_are_for_our_pages_alone(build: Build) -> None:
    browser = Browser(build(prefix="/play", url="https://example.org/play"))
    browser.headers["origin"] = "https://example.org"
    answer = browser.post("/play/tables", data={"game": "you"}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    for said in ("httponly", "samesite=lax", "secure", "path=/play/"):
        assert said in cookie


# --- limits ---


def test_what_is_too_large_is_refused_whether_it_says_its_length_or_not(build: Build) -> None:
    browser = Browser(build(body=1_000))
    table = browser.opens()
    said = {"_kind": "post", "text": "x" * 2_000}
    assert browser.post(f"/t/{table}/order", data=said).status_code == 413

    def dripping() -> object:
        for _ in range(20):
            yield b"x" * 100

    answer = browser.post(
        f"/t/{table}/order",
        content=dripping(),  # type: ignore[arg-type]
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("length", ["-1", "many", "9" * 30])
def test_a_length_that_is_none_is_refused(gm: Browser, length: str) -> None:
    assert gm.post("/tables", headers={"Content-Length": length}).status_code == 413


def test_a_seat_that_sends_too_much_waits_and_the_others_do_not(build: Build) -> None:
    app = build(orders=3)
    gm = Browser(app)
    table = gm.opens()

    def put() -> int:
        return gm.post(f"/t/{table}/archive", data={"archived": "no"}, follow_redirects=False).status_code

    assert [put() for _ in range(4)] == [303, 303, 303, 429]
    other = Browser(app)
    second = other.opens()
    assert (
        other.post(f"/t/{second}/archive", data={"archived": "no"}, follow_redirects=False).status_code == 303
    )


def test_guesses_run_out_for_one_address_and_nobody_who_sits_is_shut_out(build: Build) -> None:
    app = build(guesses=3)
    gm = Browser(app)
    table = gm.opens()
    found = [gm.get(f"/in/guess-{n}").status_code for n in range(5)]
    assert found == [404, 404, 404, 429, 429]
    assert gm.get(f"/t/{table}/people").status_code == 200
    assert Browser(app, "10.0.0.2").get("/in/guess").status_code == 404


def test_a_page_whose_seat_was_taken_away_asks_again_without_using_up_guesses(build: Build) -> None:
    app = build(guesses=3)
    gone = Browser(app)
    gone.cookies.set("seat-t", "ended")
    assert [gone.get("/t/t").status_code for _ in range(9)] == [401] * 9
    assert Browser(app).get("/in/guess").status_code == 404


def test_behind_a_proxy_the_address_is_what_the_proxy_itself_says(build: Build) -> None:
    app = build(guesses=1, proxy=True)
    browser = Browser(app)
    said = {"X-Forwarded-For": "1.1.1.1, 9.9.9.9"}
    assert browser.get("/in/one", headers=said).status_code == 404
    assert browser.get("/in/two", headers={"X-Forwarded-For": "2.2.2.2, 9.9.9.9"}).status_code == 429
    assert browser.get("/in/two", headers={"X-Forwarded-For": "9.9.9.9, 8.8.8.8"}).status_code == 404


def test_an_address_opens_so_many_tables_and_no_more(build: Build) -> None:
    gm = Browser(build(tables=2))
    gm.opens()
    gm.opens()
    answer = gm.post("/tables", data={"game": "you"}, follow_redirects=False)
    assert answer.status_code == 429
    assert "wait" in answer.text


def test_tables_are_opened_by_those_who_know_the_token(build: Build) -> None:
    gm = Browser(build(create="token", token="open sesame"))
    wrong = gm.post("/tables", data={"game": "you", "name": "Lanterns", "token": "open barley"})
    assert wrong.status_code == 403
    assert "Lanterns" in wrong.text
    assert "open barley" not in wrong.text
    assert gm.post("/import", files={"file": ("a.json", b"{}")}).status_code == 403
    assert gm.opens(token="open sesame")


def test_a_rate_counts_what_came_within_its_span() -> None:
    clock = Clock()
    rate = Rate(2, 10, clock)
    rate.check("Ana", "much")
    rate.check("Ana", "much")
    with pytest.raises(Fault) as refused:
        rate.check("Ana", "much")
    assert refused.value.wait == 10
    rate.check("Ben", "much")
    clock.now += 10
    rate.check("Ana", "much")


def test_one_wrong_secret_counts_once_and_again_when_its_time_has_passed() -> None:
    clock = Clock()
    guesses = Guesses(2, 60, clock)
    for _ in range(5):
        guesses.wrong("here", "one")
    guesses.wrong("here", "two")
    with pytest.raises(Fault):
        guesses.wrong("here", "three")
    clock.now += 60
    guesses.wrong("here", "one")


# --- what is written down ---


def test_no_secret_is_written_to_the_log(build: Build, caplog: pytest.LogCaptureFixture) -> None:
    app = build(access_log=True)
    gm = Browser(app)
    with caplog.at_level(logging.INFO):
        table = gm.opens()
        secret = gm.cookies[f"seat-{table}"]
        gm.get(f"/in/{secret}")
        gm.get(f"/t/{table}", headers={"Authorization": f"Bearer {secret}"})
        gm.get("/in/a-wrong-guess")
    lines = [JsonLines().format(record) for record in caplog.records]
    paths = [json.loads(line).get("path") for line in lines if '"path"' in line]
    assert paths[-3:] == ["/in/...", f"/t/{table}", "/in/..."]
    assert secret not in "".join(lines)
    assert "a-wrong-guess" not in "".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        "GET /in/SECRET HTTP/1.1",
        "no '/in/SECRET'",
        "Cookie: seat-abc=SECRET; seat-def=SECRET",
        "Authorization: Bearer SECRET",
    ],
)
def test_secrets_are_taken_out_of_whatever_is_said(text: str) -> None:
    assert "SECRET" not in without_secrets(text)


def test_no_secret_is_in_a_page_but_where_its_holder_asks_for_it(gm: Browser) -> None:
    table = gm.opens_example()
    secret = gm.cookies[f"seat-{table}"]
    for path in ("/", f"/t/{table}", f"/t/{table}/files"):
        assert secret not in gm.get(path).text
    assert secret in gm.get(f"/t/{table}/people").text


# --- a path below a proxy ---


@pytest.mark.parametrize("stripped", [True, False])
def test_below_a_prefix_all_is_found_whether_the_proxy_takes_it_away_or_not(
    build: Build, stripped: bool
) -> None:
    browser = Browser(build(prefix="/play"))
    seen = "" if stripped else "/play"
    page = browser.get(f"{seen}/")
    assert page.status_code == 200
    assert 'href="/play/static/footlights.css' in page.text
    assert browser.get(f"{seen}/static/footlights.css").status_code == 200
    assert browser.get(f"{seen}/static/nothing.css").status_code == 404
    opened = browser.post(f"{seen}/tables", data={"game": "you"}, follow_redirects=False)
    assert opened.headers["location"].startswith("/play/t/")
    table = opened.headers["location"].removeprefix("/play")
    cookie = opened.headers["set-cookie"].partition(";")[0]
    people = browser.get(f"{seen}{table}/people", headers={"Cookie": cookie})
    assert people.status_code == 200
    assert f'action="/play{table}/people/invite"' in people.text
    assert f"{HERE}/play/in/" in people.text


def test_the_bare_prefix_is_the_first_page(build: Build) -> None:
    assert Browser(build(prefix="/play")).get("/play").status_code == 200


# --- settings ---


def test_an_option_goes_before_a_variable_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('port = 1\nhost = "file"\nurl = "http://file"\nlan = true\n', "utf-8")
    made = settings({"port": 3, "host": None}, {"FOOTLIGHTS_PORT": "2", "FOOTLIGHTS_HOST": "env"}, file)
    assert (made.port, made.host, made.url, made.lan, made.create) == (3, "env", "http://file", True, "open")
    assert settings({}, {"FOOTLIGHTS_CONFIG": str(file), "FOOTLIGHTS_HOST": ""}).host == "file"
    assert settings({"lan": True}, {}).host == "0.0.0.0"


@pytest.mark.parametrize(
    ("file", "variables", "options", "says"),
    [
        ("prot = 1", {}, {}, "table.toml: there is no setting 'prot'"),
        ("port = true", {}, {}, "table.toml, port: a whole number is expected"),
        ("port = ", {}, {}, "table.toml: not TOML"),
        ("", {"FOOTLIGHTS_PORT": "many"}, {}, "FOOTLIGHTS_PORT: a whole number is expected"),
        ("", {"FOOTLIGHTS_PORT": "99999"}, {}, "FOOTLIGHTS_PORT: a port is 1 to 65535"),
        ("", {"FOOTLIGHTS_LAN": "perhaps"}, {}, "FOOTLIGHTS_LAN: yes or no is expected"),
        ("", {"FOOTLIGHTS_CREATE": "nobody"}, {}, "FOOTLIGHTS_CREATE: open or token is expected"),
        ("create = 'token'", {}, {}, "create: with token, name one of at least 8"),
        ("", {}, {"token": "open sesame"}, "--token: a token is asked for only with"),
        ("", {}, {"prefix": "play"}, "--prefix: a prefix is a path"),
        ("", {}, {"prefix": "/t"}, "--prefix: a prefix cannot begin with /t"),
        ("", {}, {"url": "example.org"}, "--url: an address like"),
        ("", {}, {"url": "https://example.org/play"}, "--url: its path is '/play'"),
        ("guesses = 0", {}, {}, "guesses: 1 is the least"),
    ],
)
def test_a_setting_that_cannot_be_says_where_it_stands_and_what_would_be_right(
    tmp_path: Path, file: str, variables: dict[str, str], options: dict[str, object], says: str
) -> None:
    place = tmp_path / "table.toml"
    place.write_text(file, "utf-8")
    with pytest.raises(Malformed) as fault:
        settings(options, variables, place)
    assert says in str(fault.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"nowhere\.toml: cannot be read"):
        settings({}, {}, tmp_path / "nowhere.toml")
