"""How a question looks: its title, what stands above, its choices or its line, and what is amiss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from footlights.cli.play.ink import STYLES, Lines, cut, flowed, inked, joined, wrapped
from footlights.cli.play.questions import Amiss, Choice, Pause, Pick, Question, Write


def asked(
    question: Question, typed: str, at: int, message: str, width: int, height: int, easy: int | None = None
) -> Lines:
    """The question in at most `height` lines; `at` is the choice that Enter would take (-1: none). Beyond `easy` lines
    it takes no more than it has to.
    What is too long to fit is cut from the top of a question, from the end of what is only read."""
    title = wrapped(inked(question.title, "bold"), width) if question.title else []
    head = title + question.above(width)
    foot = _foot(question, typed, message, width)
    room = max(height - len(head) - len(foot), 0)
    body: Lines = []
    if isinstance(question, Pick):
        room = max(room, min(3, len(question.choices)))
        found = question.found(typed)
        if not found:
            body = [Text("Nothing here is called that (Esc clears it).", "dim")]
        elif question.dense and not typed.strip():
            spare = room if easy is None else min(room, easy - len(head) - len(foot))
            body = _dense(found, at, width, room, spare)
        else:
            body = _listed(found, at, width, room)
    lines = head + body + foot
    return lines[:height] if isinstance(question, Pause) else lines[max(len(lines) - height, 0) :]


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


def _key(choice: Choice, here: bool) -> Text:
    """What picks it."""
    return Text(f"{choice.key} ", "bold reverse" if here else "bold")


def _label(choice: Choice, here: bool) -> Text:
    """What it is called."""
    return inked(choice.label, "reverse" if here else STYLES[choice.tone])


def _listed(found: Sequence[Choice], at: int, width: int, room: int) -> Lines:
    """One choice below the other: in full where there is room, else one to a line, as many around the one at hand as
    there is room for."""
    wide = max((len(choice.key) for choice in found), default=0)
    items = []
    for number, choice in enumerate(found):
        here = number == at
        head = joined("▸ " if here else "  ", " " * (wide - len(choice.key)), _key(choice, here))
        note = joined("  ", inked(choice.note, "dim")) if choice.note else ""
        items.append((head, joined(_label(choice, here), note)))
    whole = [line for head, item in items for line in wrapped(item, width, head)]
    if len(whole) <= room:
        return whole
    lines = [cut(joined(head, item), width) for head, item in items]
    return lines if len(lines) <= room else _window(lines, at, width, room)


def _window(lines: Lines, here: int, width: int, room: int) -> Lines:
    """The lines around line `here`, and where there is more."""
    shown = max(room - 1, 1)
    first = min(max(here - shown // 2, 0), len(lines) - shown)
    above, below = ("↑ more above" if first else ""), ("↓ more below" if first + shown < len(lines) else "")
    more = "  ".join(filter(None, (above, below)))
    return [
        *lines[first : first + shown],
        cut(Text(f"  {more}: arrows to move, or type a part of the name", "dim"), width),
    ]


def _dense(found: Sequence[Choice], at: int, width: int, room: int, spare: int) -> Lines:
    """Choices side by side. Those without a group come first, one to a line; then every group begins a line, or where
    there are too few lines to spare all groups run on."""
    single = [choice for choice in found if not choice.group]
    lines = _listed(single, at, width, len(single))
    groups: list[list[Text]] = []
    for number, choice in enumerate(found[len(single) :], len(single)):
        here = number == at
        item = joined(_key(choice, here), _label(replace(choice, label=brief(choice.label)), here))
        if not groups or choice.group != found[number - 1].group:
            groups.append([joined(inked(f"{choice.group}: ", "dim"), item)])
        else:
            groups[-1].append(item)
    apart = [line for group in groups for line in flowed(group, width, 2)]
    together = flowed([item for group in groups for item in group], width, 2)
    lines += apart if len(lines) + len(apart) <= spare else together
    if len(lines) <= room:
        return lines
    marked = (n for n, line in enumerate(lines) if any("reverse" in str(span.style) for span in line.spans))
    return _window(lines, next(marked, 0), width, room)


def brief(label: str) -> str:
    """The label without what it explains."""
    return label.partition(" (")[0].partition(": ")[0]
