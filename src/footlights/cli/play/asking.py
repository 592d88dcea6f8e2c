"""How a question looks: its title, what stands above, its choices or its line, and what is amiss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from footlights.cli.play.ink import STYLES, Lines, cut, flowed, inked, joined, wrapped
from footlights.cli.play.questions import Amiss, Choice, Pick, Question, Write


def asked(question: Question, typed: str, at: int, message: str, width: int, height: int) -> Lines:
    """The question in at most `height` lines; `at` is the choice that Enter would take."""
    title = wrapped(inked(question.title, "bold"), width) if question.title else []
    head = title + question.above(width)
    foot = _foot(question, typed, message, width)
    room = max(height - len(head) - len(foot), 0)
    body: Lines = []
    if isinstance(question, Pick):
        room = max(room, min(3, len(question.choices)))
        found = question.found(typed)
        laid = _dense if question.dense and not typed.strip() else _listed
        body = laid(found, at, width, room) if found else [Text("Nothing here is called that.", "dim")]
    lines = head + body + foot
    return lines[max(len(lines) - height, 0) :]


def _foot(question: Question, typed: str, message: str, width: int) -> Lines:
    """What is amiss, or how the answer reads so far."""
    if message:
        return wrapped(inked(message, STYLES["bad"]), width, Text("! ", STYLES["bad"]))
    if isinstance(question, Write) and typed.strip():
        try:
            echo = question.echo(question.parse(typed))
        except Amiss as amiss:
            return wrapped(inked(str(amiss), "dim"), width)
        return wrapped(inked(echo, STYLES["good"]), width, Text("= ", STYLES["good"])) if echo else []
    return []


def _item(choice: Choice, here: bool) -> Text:
    """One choice: its key, its words, its note."""
    style = "reverse" if here else STYLES[choice.tone]
    key = Text(f"{choice.key} ", "bold reverse" if here else "bold")
    return joined(key, inked(choice.label, style))


def _listed(found: Sequence[Choice], at: int, width: int, room: int) -> Lines:
    """One choice per line, as many around the one at hand as there is room for."""
    rows: list[Lines] = []
    wide = max((len(choice.key) for choice in found), default=0)
    for number, choice in enumerate(found):
        here = number == at
        item = joined("▸ " if here else "  ", " " * (wide - len(choice.key)), _item(choice, here))
        if choice.note:
            item = joined(item, "  ", inked(choice.note, "dim"))
        rows.append([cut(item, width)])
    if len(rows) <= room:
        return [line for row in rows for line in row]
    shown = max(room - 1, 1)
    first = min(max(at - shown // 2, 0), len(rows) - shown)
    more = f"  {len(rows)} in all: arrows to move, or type a part of the name"
    return [line for row in rows[first : first + shown] for line in row] + [Text(more[:width], "dim")]


def _dense(found: Sequence[Choice], at: int, width: int, room: int) -> Lines:
    """Choices side by side. Those without a group come first, one to a line; then every group begins a line, or where
    there is too little room all groups run on."""
    single = [choice for choice in found if not choice.group]
    lines = _listed(single, at, width, len(single))
    groups: list[list[Text]] = []
    for number, choice in enumerate(found[len(single) :], len(single)):
        item = _item(replace(choice, label=brief(choice.label)), number == at)
        if not groups or choice.group != found[number - 1].group:
            groups.append([joined(inked(f"{choice.group}: ", "dim"), item)])
        else:
            groups[-1].append(item)
    apart = [line for group in groups for line in flowed(group, width, 2)]
    together = flowed([item for group in groups for item in group], width, 2)
    lines += apart if len(lines) + len(apart) <= room else together
    if len(lines) <= room:
        return lines
    here = next(
        (n for n, line in enumerate(lines) if any("reverse" in str(span.style) for span in line.spans)), 0
    )
    shown = max(room - 1, 1)
    first = min(max(here - shown // 2, 0), len(lines) - shown)
    more = "  … more: arrows to move, or type a part of the name"
    return lines[first : first + shown] + [Text(more[:width], "dim")]


def brief(label: str) -> str:
    """The label without what it explains."""
    return label.partition(" (")[0].partition(": ")[0]
