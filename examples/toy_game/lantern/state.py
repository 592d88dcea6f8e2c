"""What is true in the cellar, what may be ordered, and what can happen."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

import msgspec

from footlights.core import Seat
from footlights.dice import Throw as Faces

MOST_OIL: Final = 5
MOST_COINS: Final = 99
DEEPEST: Final = 9

Loss = Literal["oil", "coins"]


class Rulings(msgspec.Struct, frozen=True):
    """The table's choices where the text is open."""

    flicker: Literal["choose", "oil"] = "choose"


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A walker as people write one down."""

    name: str
    oil: int = 3

    helps: ClassVar[dict[str, str]] = {
        "name": "What the others call down the stairs.",
        "oil": "Measures of oil to start with, 0 to 5.",
    }


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table starts from."""

    walkers: tuple[Sheet, ...]
    rulings: Rulings = Rulings()


class Walker(msgspec.Struct, frozen=True):
    """A walker in play. `asked` counts the questions put to this seat so far; `owes` one of them now."""

    name: Seat
    oil: int
    coins: int = 0
    below: bool = True
    asked: int = 0
    owes: bool = False


class Descent(msgspec.Struct, frozen=True):
    """A step that waits for its dice."""

    leader: Seat
    burnt: int


class Draught(msgspec.Struct, frozen=True):
    """The GM's secret."""

    name: str
    depth: int


class State(msgspec.Struct, frozen=True):
    """Everything that is true, secrets included. Walkers are in order of entering."""

    walkers: tuple[Walker, ...]
    rulings: Rulings
    depth: int = 0
    descent: Descent | None = None
    draught: Draught | None = None

    def walker(self, name: Seat) -> Walker:
        """The walker of that name. Raises StopIteration when there is none."""
        return next(walker for walker in self.walkers if walker.name == name)


class Order(msgspec.Struct, frozen=True, tag_field="type"):
    """A command."""


class Hide(Order, frozen=True, tag="hide"):
    name: str
    depth: int


class Step(Order, frozen=True, tag="step"):
    burn: int = 0


class Throw(Order, frozen=True, tag="throw"):
    faces: Faces


class Lose(Order, frozen=True, tag="lose"):
    what: Loss


class GoHome(Order, frozen=True, tag="go_home"):
    pass


class Pour(Order, frozen=True, tag="pour"):
    walker: Seat
    oil: int


class Correct(Order, frozen=True, tag="correct"):
    counter: str
    value: int
    reason: str


class ChangeRuling(Order, frozen=True, tag="change_ruling"):
    ruling: str
    value: str


Command = Hide | Step | Throw | Lose | GoHome | Pour | Correct | ChangeRuling


class Fact(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """An event, and the clause that caused it."""

    because: str


class DraughtHidden(Fact, frozen=True, tag="draught_hidden"):
    name: str
    depth: int


class StepBegun(Fact, frozen=True, tag="step_begun"):
    leader: Seat
    burnt: int


class StepThrown(Fact, frozen=True, tag="step_thrown"):
    leader: Seat
    faces: Faces
    total: int


class WentDeeper(Fact, frozen=True, tag="went_deeper"):
    leader: Seat
    depth: int
    coins: int


class ChoiceOwed(Fact, frozen=True, tag="choice_owed"):
    walker: Seat


class OneLost(Fact, frozen=True, tag="one_lost"):
    walker: Seat
    what: Loss


class LostInTheDark(Fact, frozen=True, tag="lost_in_the_dark"):
    walker: Seat


class DraughtMet(Fact, frozen=True, tag="draught_met"):
    walker: Seat
    name: str


class WentHome(Fact, frozen=True, tag="went_home"):
    walker: Seat
    coins: int


class OilPoured(Fact, frozen=True, tag="oil_poured"):
    walker: Seat
    oil: int


class Corrected(Fact, frozen=True, tag="corrected"):
    walker: Seat
    what: Loss
    value: int
    reason: str


class RulingChanged(Fact, frozen=True, tag="ruling_changed"):
    ruling: str
    value: str


Event = (
    DraughtHidden
    | StepBegun
    | StepThrown
    | WentDeeper
    | ChoiceOwed
    | OneLost
    | LostInTheDark
    | DraughtMet
    | WentHome
    | OilPoured
    | Corrected
    | RulingChanged
)
