"""The rules of the games, clause by clause: each has an address of its own, which whatever cites it leads to."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from footlights.core import Clause, System
from footlights.games import load, names
from footlights.store import TableMeta
from footlights.table.sheets import plain, summary
from footlights.web.faults import Fault
from footlights.web.house import COOKIE, House

MEANS: Final = {
    "text": "The author’s text settles it.",
    "ruling": "The text is open here: the table chooses.",
    "completion": "The text is silent: this rule is ours.",
}
NAMED: Final = {"text": "text", "ruling": "ruling", "completion": "ours"}
LONGEST_SEARCH: Final = 100


class Shown(msgspec.Struct, frozen=True):
    """A clause on the page: what a search looks through, and what this table has ruled where it is another value than
    by default (by the name of the ruling)."""

    clause: Clause
    words: str
    hidden: bool
    here: dict[str, str]


async def games(request: Request) -> Response:
    """GET /rules."""
    house: House = request.app.state.house
    return house.pages.response("rules.html", games=[load(name) for name in names()])


async def rules(request: Request) -> Response:
    """GET /rules/{game}?q=&table=: every clause, those that are searched for, and the rulings of a table that the
    reader sits at."""
    house: House = request.app.state.house
    game = request.path_params["game"]
    if game not in names():
        raise Fault(404, f"there is no game called {game[:40]!r} here; there are: {', '.join(names())}")
    system = load(game)
    asked = request.query_params.get("q", "")[:LONGEST_SEARCH].strip()
    if asked and (exact := _exact(system, asked)):
        return RedirectResponse(f"{house.pages.base}/rules/{game}{_query(request)}#{exact}", 303)
    table, here = await _here(house, request, system)
    chapters = [
        (chapter, [_shown(clause, asked, here) for clause in clauses])
        for chapter, clauses in system.clauses.chapters().items()
    ]
    found = sum(not one.hidden for _, clauses in chapters for one in clauses)
    return house.pages.response(
        "rules_game.html",
        system=system,
        games=[load(name) for name in names()],
        chapters=chapters,
        asked=asked,
        found=found,
        table=table,
        tables=[] if table else _tables(house, request, game),
        means=MEANS,
        named=NAMED,
    )


def _exact(system: System, asked: str) -> str:
    """The id of the clause that was asked for by its id, "" for none."""
    wanted = asked.upper().removeprefix(f"{system.clauses.prefix}-")
    return wanted if wanted in system.clauses else ""


def _query(request: Request) -> str:
    table = request.query_params.get("table", "")
    return f"?table={quote(table)}" if table else ""


def _tables(house: House, request: Request, game: str) -> list[TableMeta]:
    """The tables of that game that this browser has a seat at."""
    return [
        meta
        for meta in house.store.tables()
        if meta.game == game and COOKIE.format(meta.id) in request.cookies and house.held(request, meta.id)
    ]


async def _here(house: House, request: Request, system: System) -> tuple[Any, dict[str, str]]:
    """The table that the reader comes from, if they sit there and play this game, and its rulings that are not as by
    default."""
    id = request.query_params.get("table", "")
    if not id or (link := house.held(request, id)) is None:
        return None, {}
    table = (await house.room(link.table)).table
    now = getattr(table.state, "rulings", None)
    if table.system.name != system.name or now is None:
        return None, {}
    default = system.rulings()
    changed = {
        name: ruling.meaning(value := plain(getattr(now, name))) or summary(value)
        for name, (_, ruling) in system.clauses.rulings().items()
        if getattr(now, name) != getattr(default, name)
    }
    return table, changed


def _shown(clause: Clause, asked: str, here: dict[str, str]) -> Shown:
    options = (f"{option.value} {option.meaning}" for ruling in clause.rulings for option in ruling.options)
    rulings = (f"{ruling.title} {ruling.name.replace('_', ' ')}" for ruling in clause.rulings)
    words = " ".join(
        (clause.id, clause.chapter, clause.sentence, clause.source, *rulings, *options, NAMED[clause.status])
    ).casefold()
    return Shown(
        clause,
        words,
        not all(word in words for word in asked.casefold().split()),
        {ruling.name: here[ruling.name] for ruling in clause.rulings if ruling.name in here},
    )
