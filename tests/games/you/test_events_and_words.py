"""Events as facts with words of their own, and how those are put."""

from __future__ import annotations

from typing import get_args

import pytest

from footlights.games.you import SYSTEM
from footlights.games.you.burdens import BurdenOwed
from footlights.games.you.growth import GrowthWaits
from footlights.games.you.moves import AnyCommand, AnyEvent
from footlights.games.you.state import Event
from footlights.games.you.words import listed
from tests.games.you.playing import Playing


def test_an_event_of_which_nothing_more_is_known_changes_and_says_nothing() -> None:
    state = Playing("Ana").state
    event = Event(because="TIM-02")
    assert event.apply(state) is state
    assert (SYSTEM.say(event), SYSTEM.outcomes(state, event)) == ("", ())
    assert SYSTEM.tell(state, event, "Ana") is event


@pytest.mark.parametrize("kind", get_args(AnyEvent))
def test_every_event_has_a_stored_name_a_change_and_a_sentence_of_its_own(kind: type[Event]) -> None:
    assert kind.__struct_config__.tag
    assert kind.apply is not Event.apply
    assert kind.say is not Event.say


@pytest.mark.parametrize("kind", get_args(AnyCommand))
def test_every_command_has_one_offer_under_its_own_name(kind: type[AnyCommand]) -> None:
    assert callable(kind.offer)
    assert isinstance(kind.__struct_config__.tag, str)


@pytest.mark.parametrize(
    ("by_gm", "due", "says"),
    [
        (True, None, "Ana takes a Burden; the GM picks its type."),
        (False, "Injury", "Ana takes a Burden in place of Injury; they pick its type."),
    ],
)
def test_a_burden_that_waits_for_its_type_says_who_picks(by_gm: bool, due: object, says: str) -> None:
    event = BurdenOwed(who="Ana", by_gm=by_gm, due="Injury" if due else None, because="BUR-03")
    assert event.say() == says


def test_growth_that_waits_for_a_burden_says_so() -> None:
    says = {
        trait: GrowthWaits(who="Ana", trait=trait, because="GRO-06").say() for trait in ("Boldness", None)
    }
    assert says == {
        "Boldness": "Ana's Growth on Boldness is spent when the type of their Burden is picked.",
        None: "Ana's Growth need not wait any longer.",
    }


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ((), ""),
        (("Ana",), "Ana"),
        (("Ana", "Ben"), "Ana and Ben"),
        (("Ana", "Ben", "Cid"), "Ana, Ben and Cid"),
    ],
)
def test_names_are_listed_as_people_say_them(names: tuple[str, ...], words: str) -> None:
    assert listed(names) == words
