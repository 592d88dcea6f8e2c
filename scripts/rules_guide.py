"""Write docs/rules/GAME.md from the clauses of each game; with --check, fail when a page is not what they say."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from footlights.core import Clause, System
from footlights.games import load

PAGES = Path(__file__).parent.parent / "docs" / "rules"
GAMES = ("you", "inciting-incident")
STATUS = {
    "text": "the author's text",
    "ruling": "a ruling: the text is open here",
    "completion": "ours: the text is silent",
}


def page(system: System) -> str:
    """The rules guide of one game as Markdown."""
    lines = [
        f"# {system.title}: the rules, clause by clause",
        "",
        "Written by `scripts/rules_guide.py` from the game's `clauses.py`; do not edit by hand.",
        f"At a table, `footlights rules {system.name} {next(iter(system.clauses))}` shows one clause.",
        "",
    ]
    for chapter, clauses in system.clauses.chapters().items():
        lines += [f"## {chapter}", ""]
        for clause in clauses:
            lines += entry(system.clauses.prefix, clause)
    return "\n".join(lines)


def entry(prefix: str, clause: Clause) -> list[str]:
    """One clause: its sentence, where it comes from, and the choices a table has."""
    judged = "" if clause.computable else "; judged by people"
    lines = [
        f'<a id="{clause.id}"></a>**{prefix}-{clause.id}** {clause.sentence}',
        "",
        f"*{clause.source}; {STATUS[clause.status]}{judged}.*",
        "",
    ]
    for ruling in clause.rulings:
        lines += [f"- {ruling.title}: `{ruling.name}` (default `{ruling.default}`)"]
        lines += [f"  - `{option.value}`: {option.meaning}" for option in ruling.options]
        lines += [""]
    return lines


def main() -> int:
    """Write or check the pages; 1 when a check fails."""
    asked = ArgumentParser(description=__doc__)
    asked.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 when a page is out of date"
    )
    check = asked.parse_args().check
    PAGES.mkdir(parents=True, exist_ok=True)
    stale = []
    for name in GAMES:
        path = PAGES / f"{name}.md"
        text = page(load(name))
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            stale.append(str(path))
        elif not check:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path}")
    if stale:
        print(
            f"out of date: {', '.join(stale)}; run: .venv/bin/python scripts/rules_guide.py", file=sys.stderr
        )
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
