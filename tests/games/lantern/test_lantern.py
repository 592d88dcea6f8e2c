"""The toy game's rules, clause by clause."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from footlights.core import DICE, GM, Refused, System


class Cellar:
    """A play of The Last Lantern by Ana and Bo; orders are given in their JSON form."""

    def __init__(self, system: System, oil: int = 3, **rulings: str) -> None:
        self.system = system
        walkers = [{"name": "Ana", "oil": oil}, {"name": "Bo"}]
        self.state = system.opening(msgspec.convert({"walkers": walkers, "rulings": rulings}, system.setup))

    def order(self, by: str, kind: str, **fields: Any) -> list[str]:
        """Play a command; the tags of its events."""
        command = msgspec.convert({"type": kind, **fields}, self.system.commands)
        events = self.system.decide(self.state, by, command)
        for event in events:
            self.state = self.system.evolve(self.state, event)
        return [msgspec.to_builtins(event)["type"] for event in events]

    def step(self, by: str, *faces: int, burn: int = 0) -> list[str]:
        """Lead a step and throw its dice."""
        self.order(by, "step", burn=burn)
        return self.order(DICE, "throw", faces=[list(faces)])

    def held(self, name: str) -> tuple[int, int]:
        """Oil and coins."""
        walker = self.state.walker(name)
        return walker.oil, walker.coins


@pytest.mark.clause("LAN-CEL-01")
@pytest.mark.parametrize(
    ("walkers", "at"),
    [
        ([{"name": "Ana"}], "walkers"),
        ([{"name": "Ana"}, {"name": "Ana"}], "walkers[1].name"),
        ([{"name": "Ana"}, {"name": "GM"}], "walkers[1].name"),
        ([{"name": "Ana", "oil": 6}, {"name": "Bo"}], "walkers[0].oil"),
    ],
)
def test_a_cellar_needs_two_walkers_with_names_of_their_own(
    lantern: System, walkers: list[dict[str, Any]], at: str
) -> None:
    with pytest.raises(Refused) as refused:
        lantern.opening(msgspec.convert({"walkers": walkers}, lantern.setup))
    assert refused.value.field == at


@pytest.mark.clause("LAN-STP-01", "LAN-STP-02", "LAN-STP-03")
def test_a_step_of_4_or_more_leads_all_deeper_and_burnt_oil_counts(lantern: System) -> None:
    cellar = Cellar(lantern)
    assert cellar.step("Ana", 2, burn=2) == ["step_thrown", "went_deeper"]
    assert cellar.held("Ana") == (1, 1)
    assert cellar.step("Bo", 6, 6, 1) == ["step_thrown", "went_deeper"]
    assert cellar.held("Bo") == (3, 2)
    assert cellar.state.depth == 2


@pytest.mark.clause("LAN-STP-01")
def test_nobody_steps_below_the_ninth_or_while_dice_are_due(lantern: System) -> None:
    cellar = Cellar(lantern)
    cellar.order("Ana", "step")
    with pytest.raises(Refused, match="still to be thrown"):
        cellar.order("Bo", "step")
    cellar.order(DICE, "throw", faces=[[4]])
    for _ in range(8):
        cellar.step("Bo", 5)
    with pytest.raises(Refused, match="below the ninth"):
        cellar.order("Bo", "step")


@pytest.mark.clause("LAN-FLK-01", "ruling.flicker=choose", "ruling.flicker=oil")
def test_a_flicker_takes_what_the_leader_chooses_or_oil_first(lantern: System) -> None:
    cellar = Cellar(lantern)
    cellar.step("Ana", 4)
    assert cellar.step("Ana", 3) == ["step_thrown", "choice_owed"]
    assert [offer.kind for offer in cellar.system.offers(cellar.state, "Ana")] == ["lose"]
    cellar.order("Ana", "lose", what="coins")
    assert cellar.held("Ana") == (3, 0)
    cellar.order(GM, "change_ruling", ruling="flicker", value="oil")
    cellar.step("Ana", 4)
    assert cellar.step("Ana", 3) == ["step_thrown", "one_lost"]
    assert cellar.held("Ana") == (2, 2)


@pytest.mark.clause("LAN-FLK-01", "LAN-FLK-02")
def test_a_leader_without_oil_loses_coins_and_without_coins_the_way(lantern: System) -> None:
    cellar = Cellar(lantern, oil=0)
    cellar.step("Ana", 4)
    cellar.step("Ana", 1)
    assert cellar.held("Ana") == (0, 0)
    assert cellar.step("Ana", 1) == ["step_thrown", "lost_in_the_dark"]
    assert cellar.system.offers(cellar.state, "Ana") == []


@pytest.mark.clause("LAN-DRA-01", "LAN-DRA-02")
def test_a_draught_is_the_gms_secret_until_it_blows_out_a_leaders_oil(lantern: System) -> None:
    cellar = Cellar(lantern)
    cellar.order(GM, "hide", name="a cold breath", depth=1)
    assert "cold" not in msgspec.json.encode(lantern.view(cellar.state, "Ana")).decode()
    assert cellar.step("Ana", 5) == ["step_thrown", "went_deeper", "draught_met"]
    assert cellar.held("Ana") == (0, 1)
    assert cellar.state.draught is None


@pytest.mark.clause("LAN-END-01")
def test_who_goes_home_keeps_the_coins_and_stays_there(lantern: System) -> None:
    cellar = Cellar(lantern)
    cellar.step("Ana", 4)
    assert cellar.order("Ana", "go_home") == ["went_home"]
    assert cellar.held("Ana") == (3, 1)
    with pytest.raises(Refused, match="not below ground"):
        cellar.order("Ana", "step")


@pytest.mark.clause("LAN-GM-01", "LAN-GM-02")
def test_the_gm_pours_oil_up_to_5_and_sets_numbers_right(lantern: System) -> None:
    cellar = Cellar(lantern)
    with pytest.raises(Refused, match="1 to 2"):
        cellar.order(GM, "pour", walker="Ana", oil=3)
    cellar.order(GM, "pour", walker="Ana", oil=2)
    cellar.order(GM, "correct", counter="Ana: coins", value=7, reason="we forgot the vault")
    assert cellar.held("Ana") == (5, 7)
    with pytest.raises(Refused, match="only the GM"):
        cellar.order("Bo", "pour", walker="Bo", oil=1)
