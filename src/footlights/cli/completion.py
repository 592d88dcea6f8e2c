"""What a shell offers when Tab is pressed. Never more than a look: nothing is made, locked or waited for."""

from __future__ import annotations

from collections.abc import Iterable

import typer

Offered = list[tuple[str, str]]
"""Words, each with a phrase about it."""


def games(_ctx: typer.Context, incomplete: str) -> Offered:
    """The installed games."""
    from footlights.games import load, names

    return _beginning(incomplete, ((name, load(name).title) for name in names()))


def campaigns(ctx: typer.Context, incomplete: str) -> Offered:
    """The campaigns of the data folder."""
    return _beginning(incomplete, ((name, game) for name, game in _campaigns(ctx)))


def clauses(ctx: typer.Context, incomplete: str) -> Offered:
    """The clause ids of the game named before."""
    from footlights.games import load

    system = load(ctx.params["game"])
    return _beginning(
        incomplete.upper(), ((clause.id, clause.sentence) for clause in system.clauses.values())
    )


def rulings(ctx: typer.Context, incomplete: str) -> Offered:
    """name=value for every option of every ruling of the game named before."""
    from footlights.games import load

    found = (
        (f"{name}={option.value}", option.meaning)
        for name, (_, ruling) in load(ctx.params["game"]).clauses.rulings().items()
        for option in ruling.options
    )
    return _beginning(incomplete, found)


def seats(ctx: typer.Context, incomplete: str) -> Offered:
    """The seats of the session script or campaign named before."""
    found = _script_seats(ctx.params["session"]) if "session" in ctx.params else _campaign_seats(ctx)
    return _beginning(incomplete, ((seat, "a seat") for seat in found))


def _beginning(incomplete: str, found: Iterable[tuple[str, str]]) -> Offered:
    return [(word, about) for word, about in found if word.startswith(incomplete)]
