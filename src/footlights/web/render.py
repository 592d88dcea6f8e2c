"""Templates, and what they need to know of the games' words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, TypeAlias

import msgspec
import nh3
import yaml
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from footlights.core import Field, Offer
from footlights.dice.notation import to_notation
from footlights.games import load
from footlights.lab import percent
from footlights.web import shapes, sheets
from footlights.web.orders import shown
from footlights.web.settings import Settings
from footlights.web.stage import tapped
from footlights.web.typed import boxes, dice_words

STATIC: Final = files("footlights.web") / "static"

_TAGS: Final = {"p", "br", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "a"}
_MARKDOWN: Final = (
    MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough").disable("image")
)


@lru_cache(2_000)  # what people write has no end
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


BUNDLES: Final = {
    "at-table.css": ("footlights.css", "roll.css", "pages.css"),
    "at-table.js": ("vendor/htmx-sse.js", "forms.js", "times.js", "table.js", "sheets.js", "roll.js"),
}
"""Static files that are sent as one: a phone far away asks once instead of nine times."""


@cache
def content(name: str) -> bytes:
    """What is in a static file, or in several as one. Raises OSError."""
    return b"\n".join((STATIC / one).read_bytes() for one in BUNDLES.get(name, (name,)))


@cache
def asset(name: str) -> str:
    """The address of a static file, which changes with what is in it."""
    return f"static/{name}?v={sha256(content(name)).hexdigest()[:12]}"


_SHORT: Final = {"gm": "GM", "pc": "PC", "ins": "INS", "rt": "Rising Tension"}
_SHORTS: Final = re.compile(rf"\b({'|'.join(_SHORT)})\b")


def words(text: str) -> str:
    """A name as the rules and the code write it, for people: "gm-amount" is "GM amount"."""
    plain = text.replace("_", " ").replace("-", " ").strip()
    return _SHORTS.sub(lambda found: _SHORT[found[0]], plain)


def sentence(text: str) -> str:
    """Text as a sentence: a capital at its start, a stop at its end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def capital(text: str) -> str:
    """Text with a capital at its start."""
    return text[:1].upper() + text[1:]


def indefinite(noun: str) -> str:
    """A noun with "a" or "an" before it."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def conditions(field: Field) -> str:
    """When a field applies, as JSON: every [name, values] must hold."""
    return msgspec.json.encode([(when.field, when.values) for when in field.when]).decode()


def in_yaml(value: Any) -> str:
    """A plain value as people write it."""
    return yaml.safe_dump(msgspec.to_builtins(value), allow_unicode=True, sort_keys=False)


def in_json(pairs: Any) -> str:
    """Pairs of names and values as a JSON object."""
    return msgspec.json.encode(dict(pairs)).decode()


def anchor(text: str) -> str:
    """A name as part of an id."""
    return re.sub(r"\W+", "-", text).strip("-").lower()


def in_plain_json(value: Any) -> str:
    """Any plain value as JSON."""
    return msgspec.json.encode(value).decode()


def turn(offer: Offer, field: Field) -> str:
    """What tells the fields of one name in an offer apart: "" for the first, then "2", "3"."""
    namesakes = [one for one in offer.fields if one.name == field.name]
    place = next(place for place, one in enumerate(namesakes, 1) if one is field)
    return "" if place == 1 else str(place)


def minus(text: Any) -> str:
    """A number with a minus sign in place of a hyphen."""
    return str(text).replace("-", "−")


_QUOTED: Final = re.compile("“[^”]*”")


def quotes(text: str) -> Markup:
    """A sentence in which what somebody said stands out."""
    return Markup(_QUOTED.sub(lambda found: f'<span class="said">{found[0]}</span>', str(escape(text))))


FILTERS: Final = {
    "prose": prose,
    "words": words,
    "sentence": sentence,
    "conditions": conditions,
    "yaml": in_yaml,
    "percent": percent,
    "notation": to_notation,
    "stamp": shown,
    "tapped": tapped,
    "plain_json": in_plain_json,
    "turn": turn,
    "minus": minus,
    "boxes": boxes,
    "dice_words": dice_words,
    "blocks": shapes.blocks,
    "sides": shapes.sides,
    "counted": shapes.counted,
    "flags": shapes.flags,
    "opened": shapes.opened,
    "within": shapes.within,
    "anchor": anchor,
    "quotes": quotes,
    "shape": sheets.shape,
    "chosen": sheets.chosen,
    "capital": capital,
    "a": indefinite,
    "json": in_json,
}


Macro: TypeAlias = Callable[..., Markup]


class Pages:
    """The templates for one server: every link begins with its prefix."""

    def __init__(self, settings: Settings) -> None:
        self.base = settings.prefix.rstrip("/")
        self._known: dict[str, Template] = {}
        self.macro = cache(self._macro)
        self.templates = Environment(
            loader=PackageLoader("footlights.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self.templates.globals |= {
            "base": self.base,
            "static": self.static,
            "icon": cache(self.icon),
            "load": load,
            "icon_of": shapes.icon_of,
            "sheet_type": sheets.type_of,
        }
        self.templates.filters |= FILTERS

    def prepare(self) -> None:
        """Read every template now, so that nobody waits for it later."""
        for name in self.templates.list_templates():
            self._known[name] = self.templates.get_template(name)

    def _macro(self, template: str, name: str) -> Macro:
        """A macro of a template."""
        found: Macro = getattr(self.templates.get_template(template).module, name)
        return found

    def static(self, name: str) -> str:
        """The address of a static file."""
        return f"{self.base}/{asset(name)}"

    def icon(self, name: str) -> Markup:
        """A drawing from the sheet of icons."""
        at = f"{self.static('icons.svg')}#i-{name}"
        return Markup('<svg class="i" aria-hidden="true"><use href="{}"/></svg>').format(at)

    def draw(self, template: str, **values: Any) -> str:
        """A template, filled in."""
        known = self._known.get(template)
        if known is None:
            known = self._known[template] = self.templates.get_template(template)
        return known.render(values)

    def response(self, template: str, status: int = 200, **values: Any) -> HTMLResponse:
        """A page."""
        return HTMLResponse(self.draw(template, **values), status, {"Cache-Control": "no-store"})
