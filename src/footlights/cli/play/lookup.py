"""What is at hand: why something happened, what the rules say, what the table agreed on."""

from __future__ import annotations

from collections.abc import Sequence

from footlights.cli.play.ink import Lines, inked, joined, paragraphs, wrapped
from footlights.cli.play.questions import Back, Choice, Pause, Pick, numbered
from footlights.cli.play.stage import Stage
from footlights.cli.rules import MEANS
from footlights.core import Clause, Clauses
from footlights.table import Campaign, Entry

RECENT = 40


async def why(stage: Stage, clauses: Clauses, entries: Sequence[Entry]) -> None:
    """Pick a line of the chronicle, the newest first, and read the clause it came from. Raises Back."""
    cited = [entry for entry in reversed(entries) if entry.text and entry.clause in clauses][:RECENT]
    if not cited:
        await stage.ask(Pause("Nothing in the chronicle has come from a rule yet.", back=True))
        return
    choices = numbered(Choice(entry.clause, entry.text, note=f"[{entry.clause}]") for entry in cited)
    while True:
        clause = await stage.ask(Pick("Why? Choose a line of the chronicle.", choices))
        await read(stage, clauses[clause])


async def look_up(stage: Stage, clauses: Clauses) -> None:
    """Find a rule by its name or its words, and read it. Raises Back."""
    choices = tuple(
        Choice(c, f"{c.id}  {c.sentence}", group=c.chapter, note=f"{c.chapter} {c.source}")
        for c in clauses.values()
    )
    while True:
        await read(stage, await stage.ask(Pick("The rules: type a word or the name of a rule.", choices)))


async def read(stage: Stage, clause: Clause) -> None:
    """One clause in full."""
    try:
        await stage.ask(Pause("", above=lambda width: clause_lines(clause, width), back=True))
    except Back:
        return


def clause_lines(clause: Clause, width: int) -> Lines:
    """The clause, where it comes from, and the ways a table may read it."""
    lines = wrapped(joined(inked(clause.id, "bold"), inked(f"  {clause.chapter}", "dim")), width)
    lines += wrapped(inked(clause.sentence), width, "  ")
    means = MEANS[clause.status]
    lines += wrapped(inked(f"{means[:1].upper()}{means[1:]} ({clause.source}).", "dim"), width, "  ")
    for ruling in clause.rulings:
        lines += wrapped(joined("Ruling: ", inked(ruling.title, "bold")), width, "  ")
        for option in ruling.options:
            words = f"{option.meaning}{' (the default)' if option.value == ruling.default else ''}"
            lines += wrapped(inked(words), width, "    - ")
    return lines


def agreed(campaign: Campaign, width: int) -> Lines:
    """What the table agreed on before play: the premise, the tone, lines and veils."""
    lines = [inked(campaign.name, "bold")]
    for title, words in (("Premise", campaign.premise), ("Tone", campaign.tone)):
        lines += paragraphs(words or "nothing said", width, head=inked(f"{title}: ", "dim"))
    for title, listed in (
        ("Lines, never at this table", campaign.lines),
        ("Veils, only off stage", campaign.veils),
    ):
        lines += wrapped(inked("; ".join(listed) or "none"), width, inked(f"{title}: ", "dim"))
    return lines
