"""`footlights rules`: the rules as the table meets them, clause by clause."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from footlights.cli.screen import hang, show, show_json
from footlights.cli.shell import FINE, NO, say
from footlights.core import Clause, Clauses
from footlights.games import load
from footlights.written import shortened

MARKS = {"text": "", "ruling": "ruling", "completion": "ours"}
MEANS = {
    "text": "the author's text settles it",
    "ruling": "the text is open here: the table chooses",
    "completion": "the text is silent: this rule is ours",
}


def rules(game: str, words: Sequence[str], *, as_json: bool) -> int:
    """Print the clauses that fit: in full when one does, else a line or two each. 1 when none does."""
    system = load(game)
    found = find(system.clauses, words)
    if as_json:
        show_json(found)
    elif len(found) == 1:
        _whole(system.title, found[0])
    elif found:
        _list(system.title, system.clauses, found)
    if not found:
        asked = shortened(" ".join(words))
        say(
            f"no clause of {system.title} is called or speaks of '{asked}'; footlights rules {system.name} lists all"
        )
    return FINE if found else NO


def find(clauses: Clauses, words: Sequence[str]) -> list[Clause]:
    """The clauses of that id (any case, with or without the game's prefix), of that beginning of an id, or with all
    of these words in them; every clause when there are no words."""
    asked = " ".join(words).casefold().split()
    if len(asked) == 1:
        wanted = asked[0].upper().removeprefix(f"{clauses.prefix}-")
        if wanted in clauses:
            return [clauses[wanted]]
        if chapter := [clause for id, clause in clauses.items() if id.startswith(f"{wanted.rstrip('-')}-")]:
            return chapter
    return [clause for clause in clauses.values() if all(word in _text(clause) for word in asked)]


def _text(clause: Clause) -> str:
    options = [
        text
        for ruling in clause.rulings
        for text in (ruling.name, ruling.title, *(f"{o.value} {o.meaning}" for o in ruling.options))
    ]
    return "\n".join((clause.id, clause.chapter, clause.sentence, clause.source, *options)).casefold()


def _list(title: str, clauses: Clauses, found: Sequence[Clause]) -> None:
    count = (
        f"all {len(found)} clauses"
        if len(found) == len(clauses)
        else f"{len(found)} of {len(clauses)} clauses"
    )
    show(Text(f"{title}: {count}", style="bold"))
    wide = max(len(clause.id) for clause in found)
    chapter = ""
    for clause in found:
        if clause.chapter != chapter:
            chapter = clause.chapter
            show(Text(f"\n{chapter}", style="bold"))
        mark = MARKS[clause.status] and f"  [{MARKS[clause.status]}]"
        text = Text.assemble(clause.sentence, (mark, "dim"))
        hang(Text(f"{clause.id:<{wide}}  ", style="cyan"), text)


def _whole(title: str, clause: Clause) -> None:
    show(Text.assemble((clause.id, "bold cyan"), f"  {title}, {clause.chapter}\n"))
    hang("  ", Text(clause.sentence))
    judged = "" if clause.computable else " A judgement: the product records or prompts for it."
    show(Text.assemble(("\nSource  ", "dim"), clause.source))
    hang(Text("Status  ", style="dim"), Text(f"{clause.status}: {MEANS[clause.status]}.{judged}"))
    for ruling in clause.rulings:
        show(Text.assemble(("\nRuling  ", "dim"), (ruling.title, "bold")))
        show(Text.assemble(("Name    ", "dim"), ruling.name, f"  (default: {ruling.default})"))
        wide = max(len(option.value) for option in ruling.options)
        for option in ruling.options:
            sign = "*" if option.value == ruling.default else " "
            hang(f"  {sign} {option.value:<{wide}}  ", Text(option.meaning))
