"""What if: the exact odds of everything a command may lead to, found by playing the rules themselves."""

from footlights.lab.advice import Change, Compared, Point, changes, compare, marginal
from footlights.lab.odds import MOST_THROWS, Forecast, TooManyThrows, consequences, forecast
from footlights.lab.percent import percent
from footlights.lab.quick import Quick, before_dice, glance, quick

__all__ = [
    "MOST_THROWS",
    "Change",
    "Compared",
    "Forecast",
    "Point",
    "Quick",
    "TooManyThrows",
    "before_dice",
    "changes",
    "compare",
    "consequences",
    "forecast",
    "glance",
    "marginal",
    "percent",
    "quick",
]
