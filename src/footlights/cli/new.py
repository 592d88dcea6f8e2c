"""`footlights new`: a campaign begun from options, from a file, or by being asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from footlights.cli.folder import opened
from footlights.cli.naming import to_play
from footlights.cli.play.visible import visible
from footlights.cli.screen import show, show_json, show_line
from footlights.cli.sheet import character_in
from footlights.cli.shell import FINE, WrongUse
from footlights.core import GM, Refused, System
from footlights.games import load
from footlights.store import MemoryStore, Store, TableMeta
from footlights.table import Campaign, Table
from footlights.table.customs import check_campaign
from footlights.table.dicebox import OsDice
from footlights.table.orders import SetDice
from footlights.table.setting import setup, struct
from footlights.table.sheets import characters_field, plain
from footlights.written import Written, read_file, read_yaml


@dataclass(frozen=True)
class Wishes:
    """What the command line says of the campaign: None and () are not said."""

    game: str
    title: str | None = None
    premise: str | None = None
    lines: Sequence[str] = ()
    veils: Sequence[str] = ()
    rulings: Sequence[str] = ()
    characters: Sequence[Path] = ()
    source: Path | None = None
    typed: bool = False


@dataclass
class Draft:
    """A campaign that is not begun yet: what was agreed on and what the game starts from, in plain values; and the file
    it was written in, if it was."""

    system: System
    file: Written = field(default_factory=lambda: Written("this campaign", {}, {}))
    agreed: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    typed: bool = False

    @property
    def characters(self) -> list[Any]:
        """The sheets, in plain values."""
        sheets: list[Any] = self.setup.setdefault(characters_field(self.system), [])
        return sheets

    @property
    def rulings(self) -> dict[str, Any]:
        """Those that are not as by default."""
        rulings: dict[str, Any] = self.setup.setdefault("rulings", {})
        return rulings

    def begun(self) -> tuple[Campaign, Any]:
        """What the table agreed on and what the game starts from. Raises Malformed or Refused for what cannot be."""
        file = self.file.amended({**self.agreed, **self.setup})
        campaign: Campaign = struct(file, (), Campaign, self.agreed)
        check_campaign(campaign)
        return campaign, setup(self.system, file, self.setup)


def new(wishes: Wishes, data: Path | None, *, as_json: bool) -> int:
    """Begin a campaign; in a terminal ask for what was not said. Raises Malformed, Refused, StoreTrouble and WrongUse,
    and then nothing has been begun."""
    draft = drafted(wishes)
    whole = bool(draft.agreed.get("name") and draft.characters)
    if not (whole or as_json) and _can_ask():
        return _asked(draft, data)
    if not draft.agreed.get("name"):
        raise WrongUse("what is the campaign called? Say so with --title, or have a terminal ask you")
    draft.begun()  # before a folder is made for it
    with opened(data) as store:
        meta = _begin(draft, store)
        if as_json:
            show_json(meta)
        else:
            _ready(meta, store, data)
    return FINE


def _can_ask() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _asked(draft: Draft, data: Path | None) -> int:
    """Have session zero at the screen. The store is held from the start, so that nobody fills in a form in vain."""
    from footlights.cli.session_zero import session_zero

    with opened(data) as store:
        begun: list[TableMeta] = []
        if session_zero(draft, lambda: begun.append(_begin(draft, store))):
            _ready(begun[0], store, data)
        else:
            show("Nothing was begun.")
    return FINE


def _begin(draft: Draft, store: Store) -> TableMeta:
    """The campaign of the draft, put into the store at one stroke. Raises as `new` does."""
    memory = MemoryStore()
    campaign, start = draft.begun()
    table = Table.create(memory, draft.system.name, start, campaign, OsDice())
    if draft.typed:
        table.act(GM, SetDice(mode="typed"))
    store.create(memory.meta(table.id), list(memory.rows(table.id)))
    return store.meta(table.id)


def _ready(meta: TableMeta, store: Store, data: Path | None) -> None:
    show_line(f"{visible(meta.name)} is ready. Play it with: {to_play(meta, store, data)}")


def drafted(wishes: Wishes) -> Draft:
    """What was said, in a file and by options; options come on top."""
    draft = Draft(load(wishes.game), typed=wishes.typed)
    if wishes.source is not None:
        _take(draft, read_file(wishes.source))
    said = {"name": wishes.title, "premise": wishes.premise}
    draft.agreed |= {name: text for name, text in said.items() if text is not None}
    for name, more in (("lines", wishes.lines), ("veils", wishes.veils)):
        if more:
            draft.agreed[name] = [*draft.agreed.get(name, ()), *more]
    for ruling in wishes.rulings:
        name, equals, value = ruling.partition("=")
        if not equals:
            raise WrongUse(f"--ruling {name[:60]!r} has no value; write NAME=VALUE")
        draft.rulings[name.strip()] = read_yaml(value, f"--ruling {name[:60]}").value
    for path in wishes.characters:
        _, character = character_in(read_file(path), draft.system.name)
        draft.characters.append(plain(character))
    return draft


def _take(draft: Draft, file: Written) -> None:
    """Everything that the file says: the head of a session script, none of it needed. Raises Malformed."""
    agreed = ("title", "premise", "tone", "lines", "veils")
    fields = draft.system.setup.__struct_encode_fields__
    head = file.mapping((), ("game", *agreed, *fields))
    if head.get("game", draft.system.name) != draft.system.name:
        raise file.fault(("game",), f"this is a campaign of another game; {draft.system.name} was asked for")
    characters = characters_field(draft.system)
    for name in ("lines", "veils", characters):
        if name in head:
            file.sequence((name,))
    for index, sheet in enumerate(head.get(characters, ())):
        struct(file, (characters, index), draft.system.sheet, sheet)
    if "rulings" in head:
        file.mapping(("rulings",), draft.system.clauses.rulings())
    draft.file = file
    draft.setup = {name: deepcopy(head[name]) for name in fields if name in head}
    draft.agreed = {"name" if name == "title" else name: head[name] for name in agreed if name in head}
    if "title" in head:
        file.text(("title",))
    try:
        check_campaign(struct(file, (), Campaign, {"name": "untitled", **draft.agreed}))
    except Refused as refused:
        raise file.fault(("title" if refused.field == "name" else refused.field,), str(refused)) from None
