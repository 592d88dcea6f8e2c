"""Odds as pages ask for them: of a form or of a roll as it stands, told on what a seat knows."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from footlights.core import GM, Seat
from footlights.games import load
from footlights.store import MemoryStore
from footlights.table import Table
from footlights.table.dicebox import SeededDice
from footlights.table.orders import Campaign
from footlights.web import odds
from footlights.web.app import App
from footlights.web.house import COOKIE
from footlights.web.metrics import Metrics
from footlights.web.orders import shown
from footlights.web.rooms import Room
from footlights.web.seats import Link
from tests.web.conftest import Browser

SALT, FERRY = "the-salt-clock", "the-last-ferry"


class Asking:
    """A table, and what its seats are told when they ask."""

    def __init__(self, app: App, gm: Browser, example: str) -> None:
        self.id = gm.opens_example(example)
        self._app, self._gm = app, gm
        self._sat: dict[Seat, Browser] = {GM: gm}

    @property
    def table(self) -> Table:
        """The table itself."""
        return next(room.table for room in self._app.house.rooms if room.table.id == self.id)

    def browser(self, seat: Seat) -> Browser:
        """Somebody in that seat; whoever has none watches."""
        if seat not in self._sat:
            browser = Browser(self._app, "10.0.0.2")
            role, held = ("player", seat) if seat in self.table.seats else ("spectator", "")
            link = Link(id="", table=self.id, role=role, seat=held)  # type: ignore[arg-type]
            browser.cookies.set(COOKIE.format(self.id), self._app.house.links.make(link))
            self._sat[seat] = browser
        return self._sat[seat]

    def does(self, seat: Seat, kind: str, /, **fields: Any) -> None:
        """Order something."""
        self.table.act(seat, {"type": kind, **fields})

    def attacks(self, target: Seat) -> None:
        """Let the watchman attack somebody."""
        abilities = {"Fortitude": 3, "Perseverance": 2, "Nimbleness": 2}
        cudgel = {"name": "Cudgel", "ability": "Fortitude", "level": 3}
        pell = {"name": "Mr Pell", "abilities": abilities, "talents": [cudgel], "text": "Night watchman."}
        self.does("Bram", "withdraw")
        self.does(GM, "convert", scene="conflict", opponents=[pell])
        self.does(GM, "attack", by="Mr Pell", via="Cudgel", target=target, saying="He swings.")

    def form(self, seat: Seat, kind: str, /, **said: str) -> str:
        """The odds of a form."""
        offer = next(one for one in self.table.offers(seat) if one.kind == kind)
        return self._told(seat, {"_kind": kind, "_stamp": shown(offer), **said})

    def roll(self, seat: Seat, panel: str) -> str:
        """The odds of a roll as it stands."""
        return self._told(seat, {"_roll": panel})

    def _told(self, seat: Seat, said: dict[str, str]) -> str:
        answer = self.browser(seat).post(f"/t/{self.id}/odds", data=said)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.fixture
def salt(app: App, gm: Browser) -> Asking:
    """Inciting Incident, at a roll of Bram's."""
    return Asking(app, gm, SALT)


@pytest.fixture
def ferry(app: App, gm: Browser) -> Asking:
    """YOU, at a check of Ana's."""
    return Asking(app, gm, FERRY)


def quick(answer: str) -> dict[str, Any]:
    """The quick table that an answer carries."""
    found = re.search(r"<script type=\"application/json\" data-quick>(.*?)</script>", answer, re.S)
    assert found, answer
    made: dict[str, Any] = json.loads(found[1])
    return made


def words(answer: str) -> str:
    """An answer without its marks."""
    return " ".join(unescape(re.sub(r"<script.*?</script>|<[^>]*>", " ", answer, flags=re.S)).split())


def buttons(answer: str) -> dict[str, str]:
    """What each button tells."""
    return {
        name: words(tells)
        for name, tells in re.findall(r'<small data-part="tap-(.*?)">(.*?)</small>', answer)
    }


def test_a_form_that_is_not_whole_says_what_is_missing_and_has_its_table_already(salt: Asking) -> None:
    answer = salt.form("Bram", "decisive")
    assert "The odds show once this is said: With." in words(answer)
    assert list(quick(answer)["tree"][1]) == ["Haul", "Shoulder Through", "Old Songs"]


def test_a_whole_form_is_answered_with_results_and_with_what_follows(salt: Asking) -> None:
    answer = words(salt.form("Bram", "decisive", via="Haul"))
    assert "96.69 % Bram succeeds" in answer
    assert "The Obstacle is overcome" in answer
    assert "for certain “the tide” at 18 Crisis fires" in answer


def test_what_takes_no_dice_is_told_as_certain(salt: Asking) -> None:
    answer = salt.form("Bram", "regular", via="automatic")
    assert "data-certain" in answer
    assert "What comes of it" in words(answer)
    assert "+4 Obstruction taken off" in words(answer)


def test_a_roll_is_compared_with_passing_and_deciding_and_only_its_roller_is_offered_those(
    salt: Asking,
) -> None:
    own, other = salt.roll("Bram", "roll:Bram"), salt.roll("Iris", "roll:Bram")
    for answer in (own, other):
        assert "Bram succeeds 89.62 % no roll 96.69 %" in words(answer)
    assert 'data-offer="decisive"' in own
    assert "data-offer" not in other


def test_a_hidden_trigger_does_not_shine_through_odds(salt: Asking) -> None:
    salt.does(GM, "crisis_down", n=5)
    trigger = {"name": "Glass bell", "rhythm": "at", "threshold": 14, "owner": "Iris"}
    salt.does(GM, "add_trigger", **trigger, shown="hidden")
    salt.does("Bram", "withdraw")
    salt.does("Bram", "regular", via="Haul")
    assert "“Glass bell” at 14 Crisis fires" in words(salt.roll(GM, "roll:Bram"))
    for seat in ("Bram", "Sunny", "somebody who watches"):
        assert "Glass bell" not in salt.roll(seat, "roll:Bram")
    assert "Glass bell" not in salt.form("Bram", "regular", via="Haul")


def test_answers_that_are_buttons_each_tell_what_they_come_to_and_not_what_all_have_in_common(
    ferry: Asking,
) -> None:
    ferry.does("Ana", "draft", trait="Boldness", saying="I jump for the rail.", assist=["Ben"])
    told = buttons(ferry.form("Ben", "help", roller="Ana"))
    assert told["true"].startswith("60 % Ana passes 60 % Ana takes a Burden 40 % Ben takes a Burden")
    assert told["false"].startswith("50 % Ana passes 70 % Ana takes a Burden 5 % Ben takes a Burden")
    assert "Caro" not in told["true"] + told["false"]


def test_who_is_attacked_is_told_of_each_defence_how_likely_it_is_to_fail(salt: Asking) -> None:
    salt.attacks("Iris")
    told = buttons(salt.form("Iris", "defend"))
    assert told["Nimbleness"].startswith("78.39 % Mr Pell succeeds")
    assert told["Fortitude"].startswith("91.62 % Mr Pell succeeds")
    assert "on average" in told["Fortitude"]


def test_those_who_watch_may_ask_about_a_roll_but_not_about_forms(ferry: Asking) -> None:
    assert "75 % Ana passes" in words(ferry.roll("somebody who watches", "draft:Ana"))
    answer = ferry.browser("somebody who watches").post(f"/t/{ferry.id}/odds", data={"_kind": "draft"})
    assert answer.status_code == 403


def test_a_roll_that_is_not_there_has_no_odds_nor_has_an_offer_that_is_not_open_any_more(
    ferry: Asking,
) -> None:
    assert words(ferry.roll("Ana", "draft:Nobody")) == ""
    assert ferry.browser("Ana").post(f"/t/{ferry.id}/odds", data={"_kind": "rule"}).status_code == 204


def test_what_cannot_be_read_is_said_and_nothing_that_is_asked_changes_anything(ferry: Asking) -> None:
    before = ferry.table.state
    assert "Type a whole number." in words(ferry.form("Ana", "commit", ins="many"))
    assert "91 %" not in words(ferry.form("Ana", "commit", ins="9"))
    assert "84.75" not in words(ferry.form("Ana", "commit", ins="2"))
    assert ferry.table.state is before


def test_the_gm_asks_for_a_player_who_is_not_there(ferry: Asking, gm: Browser) -> None:
    offer = next(one for one in ferry.table.offers("Ana") if one.kind == "commit")
    said = {"_kind": "commit", "_stamp": shown(offer), "_seat": "Ana", "ins": "1"}
    assert "79.75 % Ana passes" in words(gm.post(f"/t/{ferry.id}/odds", data=said).text)


def test_a_name_cannot_end_the_data_that_a_page_carries() -> None:
    system = load("you")
    traits = {trait: {"degree": "Often"} for trait in _TRAITS}
    names = ("Ana", "</script><b>Bo")
    setup = {"characters": [{"name": name, "traits": traits} for name in names]}
    table = Table.create(MemoryStore(), system.name, setup, Campaign(name="A table"), SeededDice(1))
    draft = next(offer for offer in table.offers("Ana") if offer.kind == "draft")
    made = odds.table(Room(table, Metrics()), "Ana", draft)
    assert "<" not in made.json
    assert "</script><b>Bo" in json.dumps(json.loads(made.json))


_TRAITS = ("Assertiveness", "Boldness", "Determination", "Influence", "Empathy", "Passion")


def test_a_page_draws_results_at_a_glance_as_it_would_tell_them_in_full(salt: Asking, ferry: Asking) -> None:
    for asking, seat, id in ((salt, "Bram", "roll:Bram"), (ferry, "Ana", "draft:Ana")):
        room = Room(asking.table, Metrics())
        panel = next(panel for panel in asking.table.panels(seat) if panel.id == id)
        glanced, full = odds.roll_at_a_glance(room, seat, panel), odds.of_roll(room, seat, panel).odds
        assert glanced is not None
        assert full is not None
        assert (glanced.hope, glanced.units, glanced.shares) == (full.hope, full.units, full.shares)
