"""How to play here, on one page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from footlights.web.house import House


async def help(request: Request) -> Response:
    """GET /help."""
    house: House = request.app.state.house
    return house.pages.response("help.html")
