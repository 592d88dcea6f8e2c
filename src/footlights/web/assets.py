"""The static files, and how long a browser may keep them."""

from __future__ import annotations

from mimetypes import guess_type
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from footlights.web.render import BUNDLES, content

FOR_GOOD: Final = "public, max-age=31536000, immutable"
A_DAY: Final = "public, max-age=86400"


class Assets(StaticFiles):
    """Files that are asked for by what is in them (`render.asset`) are kept for good; fonts, which style sheets name
    without it, for a day."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, or several as one."""
        if path in BUNDLES and scope["method"] in {"GET", "HEAD"}:
            response = Response(content(path), media_type=guess_type(path)[0])
        else:
            response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = FOR_GOOD if b"v=" in scope["query_string"] else A_DAY
        return response
