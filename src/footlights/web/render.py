"""Templates, and what they need to know of the games' words."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

import msgspec
import nh3
import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import HTMLResponse

from footlights.core import Field
from footlights.dice.notation import to_notation
from footlights.games import load
from footlights.lab import percent
from footlights.web.orders import shown
from footlights.web.settings import Settings

STATIC: Final = files("footlights.web") / "static"

_TAGS: Final = {"p", "br", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "a"}
_MARKDOWN: Final = (
    MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough").disable("image")
)


@cache
def prose(text: str) -> Markup:
    """People's Markdown as safe HTML: no images, no raw HTML, links that say nothing of this page."""
    html = nh3.clean(
        _MARKDOWN.render(text),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https"},
        link_rel="noopener noreferrer nofollow",
    )
    return Markup(html)


@cache
def asset(name: str) -> str:
    """The address of a static file, which changes with what is in it."""
    content = (STATIC / name).read_bytes()
    return f"static/{name}?v={sha256(content).hexdigest()[:12]}"


def words(text: str) -> str:
    """A name as the rules and the code write it, for people: "gm-amount" is "gm amount"."""
    return text.replace("_", " ").replace("-", " ").strip()


def sentence(text: str) -> str:
    """Text as a sentence: a capital at its start, a stop at its end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def conditions(field: Field) -> str:
    """When a field applies, as JSON: every [name, values] must hold."""
    return msgspec.json.encode([(when.field, when.values) for when in field.when]).decode()


def in_yaml(value: Any) -> str:
    """A plain value as people write it."""
    return yaml.safe_dump(msgspec.to_builtins(value), allow_unicode=True, sort_keys=False)


FILTERS: Final = {
    "prose": prose,
    "words": words,
    "sentence": sentence,
    "conditions": conditions,
    "yaml": in_yaml,
    "percent": percent,
    "notation": to_notation,
    "stamp": shown,
}


class Pages:
    """The templates for one server: every link begins with its prefix."""

    def __init__(self, settings: Settings) -> None:
        self.base = settings.prefix.rstrip("/")
        self.templates = Environment(
            loader=PackageLoader("footlights.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self.templates.globals |= {"base": self.base, "static": self.static, "load": load}
        self.templates.filters |= FILTERS

    def static(self, name: str) -> str:
        """The address of a static file."""
        return f"{self.base}/{asset(name)}"

    def draw(self, template: str, **values: Any) -> str:
        """A template, filled in."""
        return self.templates.get_template(template).render(values)

    def response(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """A page."""
        return HTMLResponse(self.draw(template, **values), status, {"Cache-Control": "no-store"})
