"""What is written to the log: one JSON object to a line, and no secret in any."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final

_SECRETS: Final = (
    (re.compile(r"/in/[^\s/?#\"']+"), "/in/..."),
    (re.compile(r"(seat-[\w-]+=)[^\s;,\"']+"), r"\1..."),
    (re.compile(r"((?i:bearer)\s+)[\w.~+/=-]+"), r"\1..."),
)


def without_secrets(text: str) -> str:
    """The text with the secrets of links, cookies and tokens taken out."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


class JsonLines(logging.Formatter):
    """Time (UTC), level, logger, message; what `extra={"said": ...}` adds (as it is); and where it went wrong."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **getattr(record, "said", {}),
        }
        if record.exc_info:
            line["trouble"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def to_stderr(level: int = logging.WARNING) -> None:
    """Write warnings (or from another level on) to standard error, and requests where they are asked for."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    logging.basicConfig(handlers=[lines], level=level, force=True)
    logging.getLogger("footlights.access").setLevel(logging.INFO)
