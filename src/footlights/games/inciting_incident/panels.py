"""The view as any face can draw it."""

from __future__ import annotations

from footlights.core import Panel
from footlights.games.inciting_incident.view import View


def panels(_view: View) -> tuple[Panel, ...]:
    return ()
