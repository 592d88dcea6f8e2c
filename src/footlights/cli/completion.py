"""What a shell offers when Tab is pressed. A fault is no matter here: then there is nothing to offer."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import typer

_BEGUN: Final = "_FOOTLIGHTS_BEGUN"
"""What the word that is being completed begins with, where bash broke it."""

Offered = Iterator[tuple[str, str]]
"""Words, each with a phrase about it."""


def games(_ctx: typer.Context) -> Offered:
    """The installed games."""
    from footlights.games import load, names

    for name in names():
        yield name, load(name).title


def campaigns(ctx: typer.Context) -> Offered:
    """The campaigns of the data folder, unless somebody is using it."""
    from footlights.cli.folder import distinct, kept
    from footlights.cli.play.visible import visible

    with kept(_data(ctx)) as store:
        tables = store.tables()
    for name, meta in zip(distinct(tables), tables, strict=True):
        yield (
            name,
            meta.game
            if name == meta.name
            else f"{visible(meta.name)}, {meta.game}, begun {meta.created[:10]}",
        )


def clauses(ctx: typer.Context) -> Offered:
    """The clauses of the game named before."""
    from footlights.games import load

    for clause in load(_argument(ctx, "game")).clauses.values():
        yield clause.id, clause.sentence


def rulings(ctx: typer.Context) -> Offered:
    """NAME=VALUE for every option of every ruling of the game named before."""
    from footlights.games import load

    for name, (_, ruling) in load(_argument(ctx, "game")).clauses.rulings().items():
        for option in ruling.options:
            yield f"{name}={option.value}", option.meaning


def seats(ctx: typer.Context) -> Offered:
    """The seats of the session script or campaign named before."""
    from footlights.core import SPECTATOR

    of_script = ctx.info_name == "run"
    found = _script_seats(_scripts(ctx)) if of_script else _campaign_seats(ctx)
    for seat in (*found, SPECTATOR):
        yield seat, "a seat"


def offered(words: str, ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Those of the named words that begin as what was typed does."""
    found: list[tuple[str, str]] = []
    begun = os.environ.get(_BEGUN, "")
    with suppress(Exception):
        for word, about in globals()[words](ctx):
            if word.startswith(begun + incomplete):
                found.append((_typed(word.removeprefix(begun)), about))
    return found


def mend_words() -> None:
    """Bash breaks NAME=VALUE into three words, as if each were one: let only VALUE be completed, and know its NAME."""
    words, at = os.environ["COMP_WORDS"].split("\n"), int(os.environ["COMP_CWORD"])
    whole: list[str] = []
    for word in words[: at + 1]:
        goes_on = bool(whole) and (word == "=" or whole[-1].endswith("="))
        whole[-1:] = [whole[-1] + word] if goes_on else [*whole[-1:], word]
    if len(whole) < len(words[: at + 1]):
        *before, last = whole
        if last.startswith("--"):
            option, _, last = last.partition("=")
            before.append(option)
        name, equals, value = last.rpartition("=")
        os.environ[_BEGUN] = name + equals
        os.environ["COMP_WORDS"] = "\n".join([*before, value])
        os.environ["COMP_CWORD"] = str(len(before))


def _typed(word: str) -> str:
    """The word as it must stand on the line. Bash takes what is offered as if it had been typed, so that every sign
    that means something to it needs a backslash; other shells see to that themselves."""
    in_bash = os.environ.get("_FOOTLIGHTS_COMPLETE") == "complete_bash"
    return re.sub(r"[^\w@%+=:,./-]", r"\\\g<0>", word) if in_bash else word


def _argument(ctx: typer.Context, name: str) -> str:
    """The argument before the option that is being completed: it has its name only once the line is whole."""
    return str(ctx.params.get(name) or ctx.args[0])


def _data(ctx: typer.Context) -> Path | None:
    named = ctx.params.get("data")
    return Path(named) if named else None


def _scripts(ctx: typer.Context) -> list[Path]:
    """The session scripts before the option that is being completed."""
    return [Path(file) for file in ctx.params.get("sessions") or ctx.args]


def _script_seats(files: list[Path]) -> list[str]:
    from footlights.table.script import read
    from footlights.written import read_file

    scripts = [read(read_file(file)) for file in files]
    each = (script.system.seats(script.system.opening(script.setup)) for script in scripts)
    return list(dict.fromkeys(seat for seats in each for seat in seats))


def _campaign_seats(ctx: typer.Context) -> list[str]:
    from footlights.cli.folder import find, kept
    from footlights.table import Table
    from footlights.table.dicebox import TypedDice

    with kept(_data(ctx)) as store:
        return list(Table.open(store, find(store, _argument(ctx, "campaign")).id, TypedDice()).seats)
