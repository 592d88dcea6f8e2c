"""What if: the exact odds of everything a command may lead to, found by playing the rules themselves."""

from footlights.lab.advice import Change, Compared, Point, changes, compare, marginal
from footlights.lab.odds import MOST_THROWS, Forecast, TooManyThrows, consequences, forecast
from footlights.lab.percent import percent

__all__ = [
    "MOST_THROWS",
    "Change",
    "Compared",
    "Forecast",
    "Point",
    "TooManyThrows",
    "changes",
    "compare",
    "consequences",
    "forecast",
    "marginal",
    "percent",
]
