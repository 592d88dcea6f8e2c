"""Session scripts: a campaign and what is done in it, as a file that people read, write and send as a bug report.

`read` takes one in, `Session` plays it move by move, `written_out` makes one of any table: played again it leads to the
same state. docs/session-script.md describes the format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
import yaml

from footlights.core import DICE, GM, Refused, Seat, System
from footlights.dice import Throw
from footlights.games import UnknownGame, load
from footlights.store import MemoryStore, Store, TableMeta
from footlights.table.customs import check_campaign
from footlights.table.dicebox import ScriptedDice, SeededDice
from footlights.table.events import GONE, Rolled
from footlights.table.log import TABLE_COMMANDS, THROW, kind_of, tags
from footlights.table.orders import Campaign, Post, Receipt, Roll
from footlights.table.setting import refuse, setup, struct
from footlights.table.table import Table
from footlights.written import Malformed, PlainPath, Written, in_words, unknown

NOBODY: Final = "nobody"
"""Whose move an X-card is in a script: nobody learns who played it."""

SAY: Final = "say"
"""How a post in character is written in a script."""

_CAMPAIGN: Final = ("premise", "tone", "lines", "veils")
_HEAD: Final = ("game", "title", *_CAMPAIGN, "dice", "enter", "play")


class Heading(msgspec.Struct, frozen=True):
    """Words between the moves, for the reader."""

    text: str


class Move(msgspec.Struct, frozen=True):
    """The `number`-th thing done: who does it, and what. `refused` is the clause that must forbid it ("" for any);
    `faces` are what the dice of a roll at the table show."""

    number: int
    path: PlainPath
    seat: Seat
    command: Any
    refused: str | None = None
    faces: tuple[int, ...] | None = None


class Script(msgspec.Struct, frozen=True):
    """A session script, read and found to be in form. `enter` is the move after which people step in who play on from
    it; None: after the last."""

    file: Written
    system: System
    campaign: Campaign
    setup: Any
    seed: int | str | None
    items: tuple[Heading | Move, ...]
    enter: int | None = None

    @property
    def moves(self) -> int:
        """How many moves there are."""
        return sum(isinstance(item, Move) for item in self.items)


class Done(msgspec.Struct, frozen=True):
    """A move that was made, and what its seat was told."""

    move: Move
    receipt: Receipt


class Forbidden(msgspec.Struct, frozen=True):
    """A move that was refused, as the script says it must be."""

    move: Move
    refused: Refused


Step: TypeAlias = Heading | Done | Forbidden


# -- reading ------------------------------------------------------------------------------------------------------


def read(file: Written) -> Script:
    """The script in a file. Raises Malformed with the place of its faults: what is no script of an installed game,
    characters or rulings that the rules refuse, and commands that no seat of this game could ever give."""
    head = file.value
    if not isinstance(head, dict):
        raise file.fault((), f"a session script begins with game, title and play; this is {in_words(head)}")
    if "game" not in head:
        raise file.fault((), "game is missing; it says which game is played (you, inciting-incident)")
    try:
        system = load(file.text(("game",)))
    except UnknownGame as unknown_game:
        raise file.fault(("game",), str(unknown_game)) from None
    file.mapping((), (*_HEAD, *system.setup.__struct_encode_fields__), ("title", "play"))
    start = {name: head[name] for name in system.setup.__struct_encode_fields__ if name in head}
    items = _items(file, system)
    return Script(
        file, system, _campaign(file), setup(system, file, start), _seed(file), items, _enter(file, items)
    )


def _campaign(file: Written) -> Campaign:
    """What the table agreed on."""
    head = file.value
    agreed = {"name": head["title"], **{name: head[name] for name in _CAMPAIGN if name in head}}
    campaign: Campaign = struct(file, (), Campaign, agreed)
    try:
        check_campaign(campaign)
    except Refused as refused:
        raise file.fault(("title" if refused.field == "name" else refused.field,), str(refused)) from None
    return campaign


def _seed(file: Written) -> int | str | None:
    """What decides the dice, if the script does not give their faces."""
    if "dice" not in file.value:
        return None
    seed = file.mapping(("dice",), ("seed",), ("seed",))["seed"]
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise file.fault(("dice", "seed"), f"a seed is a whole number or a text, not {in_words(seed)}")
    return seed


def _enter(file: Written, items: tuple[Heading | Move, ...]) -> int | None:
    """The move after which people step in, if the script names one."""
    if "enter" not in file.value:
        return None
    enter, last = file.value["enter"], sum(isinstance(item, Move) for item in items)
    if type(enter) is not int or not 0 <= enter <= last:
        raise file.fault(("enter",), f"enter is the number of a move, 0 to {last}, not {in_words(enter)}")
    return enter


def _items(file: Written, system: System) -> tuple[Heading | Move, ...]:
    """The moves and the headings between. Raises Malformed with every fault of form."""
    commands = {**TABLE_COMMANDS, **tags(system.commands)}
    items: list[Heading | Move] = []
    faults: list[Malformed] = []
    number = 0
    for index, item in enumerate(file.sequence(("play",))):
        if isinstance(item, str):
            items.append(Heading(item))
            continue
        number += 1
        try:
            items.append(_move(file, system, commands, ("play", index), number))
        except Malformed as fault:
            faults.append(Malformed(f"{fault} [move {number}]"))
    refuse(faults)
    return tuple(items)


def _move(
    file: Written, system: System, commands: Mapping[str, type[msgspec.Struct]], path: PlainPath, number: int
) -> Move:
    item = file.at(path)
    if not isinstance(item, dict) or not item:
        form = "Seat: {command: {field: value}}"
        raise file.fault(path, f"a move is written {form}, a heading as plain text; this is {in_words(item)}")
    seat, *marks = item
    for mark in marks:
        if mark not in ("refused", DICE):
            what = f"a move is one seat's; begin {mark}'s with a dash (only refused and dice may stand beside it)"
            raise file.fault((*path, mark), what)
    if seat == DICE:
        command = struct(file, (*path, seat), commands[THROW], {"faces": _faces(file, (*path, seat))})
    else:
        command = _command(file, commands, (*path, seat))
    return Move(number, path, seat, command, _refused(file, system, path), _rolled(file, path, command))


def _rolled(file: Written, path: PlainPath, command: Any) -> tuple[int, ...] | None:
    """The faces of a roll at the table, which stand behind it; nothing else has its dice there."""
    given = isinstance(command, Roll) and "dice" not in file.value
    if DICE not in list(file.at(path))[1:]:
        if given:
            raise file.fault(path, "what do the dice of this roll show? Write dice: [...] below it")
        return None
    if not given:
        what = (
            "no faces are expected here; dice that the rules ask for are a move of their own: - dice: [...]"
        )
        raise file.fault((*path, DICE), what)
    return tuple(face for die in _faces(file, (*path, DICE)) for face in die)


def _refused(file: Written, system: System, path: PlainPath) -> str | None:
    """The clause named after `refused:` ("" for yes)."""
    if "refused" not in file.at(path):
        return None
    cited = file.at((*path, "refused"))
    if cited is True:
        return ""
    clause = file.text((*path, "refused"))
    if clause not in system.clauses:
        raise file.fault((*path, "refused"), unknown(clause, system.clauses, "clause"))
    return system.clauses[clause].id


def _command(file: Written, commands: Mapping[str, type[msgspec.Struct]], path: PlainPath) -> Any:
    """The command written as `tag`, `{tag: {fields}}`, or `{tag: value}` where one field says it all."""
    order = file.at(path)
    if isinstance(order, str):
        order = {order: {}}
    if not isinstance(order, dict) or len(order) != 1:
        raise file.fault(path, f"one command is expected, like {{say: Hello}}; this is {in_words(order)}")
    ((tag, fields),) = order.items()
    kind = Post if tag == SAY else commands.get(tag)
    if kind is None:
        raise file.fault((*path, tag), unknown(tag, [SAY, *sorted(commands)], "command"))
    if not isinstance(fields, dict) and fields is not None:
        only = _only_field(kind)
        if only is None:
            names = ", ".join(kind.__struct_encode_fields__) or "it has none"
            what = f"{tag} takes a mapping of its fields ({names}), not {in_words(fields)}"
            raise file.fault((*path, tag), what)
        fields = {only: fields}
    return struct(file, (*path, tag), kind, fields or {})


def _only_field(kind: type[msgspec.Struct]) -> str | None:
    """The field that a value alone is for: the only one that must be given, or the only one there is."""
    fields = msgspec.structs.fields(kind)
    needed = [field.encode_name for field in fields if field.required] or [
        field.encode_name for field in fields
    ]
    return needed[0] if len(needed) == 1 else None


def _faces(file: Written, path: PlainPath) -> list[list[int]]:
    """One list of faces per die; a die that did not explode may be its face alone."""
    faces = []
    for index, die in enumerate(file.sequence(path)):
        faces.append(die if isinstance(die, list) else [die])
        for face in faces[-1]:
            if type(face) is not int:
                raise file.fault((*path, index), f"a die shows a whole number, not {in_words(face)}")
    return faces


# -- playing ------------------------------------------------------------------------------------------------------


class Session:
    """A script at play, on a new table of `store` (by default one in memory).

    Without a seed nobody throws: the script's `dice` moves do.
    """

    def __init__(self, script: Script, store: Store | None = None) -> None:
        self.script = script
        self._given = ScriptedDice()
        dicebox = self._given if script.seed is None else SeededDice(script.seed)
        self.table = Table.create(
            store or MemoryStore(), script.system.name, script.setup, script.campaign, dicebox
        )

    def steps(self, until: int | None = None) -> Iterator[Step]:
        """Make the moves up to number `until` (all of them by default), with the headings between.

        Raises Malformed for a move that is refused unannounced, or announced as refused and is not; those before it
        have been made."""
        for item in self.script.items:
            if isinstance(item, Heading):
                yield item
            elif until is not None and item.number > until:
                return
            else:
                yield self._made(item)

    def _made(self, move: Move) -> Done | Forbidden:
        given = self._given.left
        given.extend(move.faces or ())
        try:
            receipt = self.table.act(GM if move.seat == NOBODY else move.seat, move.command)
        except Refused as refused:
            given.clear()
            if move.refused is None:
                raise self._fault(move, f"refused: {refused}. {self._open(move.seat)}") from None
            if move.refused not in ("", refused.clause):
                raise self._fault(
                    move, f"refused by {refused.clause or 'its form'}, not by {move.refused}: {refused}"
                ) from None
            return Forbidden(move, refused)
        if given:
            raise self._fault(move, f"{len(given)} faces more than the dice that were rolled")
        if move.refused is not None:
            raise self._fault(move, "this was to be refused, but it is allowed")
        return Done(move, receipt)

    def _fault(self, move: Move, what: str) -> Malformed:
        fault = self.script.file.fault((*move.path, move.seat), what)
        return Malformed(f"{fault} [move {move.number}]")

    def _open(self, seat: Seat) -> str:
        """What that seat could do instead."""
        kinds = [offer.kind for offer in self.table.offers(seat)]
        waited = "; ".join(f"{owed.seat}: {owed.label}" for owed in self.table.waiting(GM))
        return f"{seat} may now: {', '.join(kinds) or 'nothing'}." + (
            f" Waited for: {waited}." if waited else ""
        )


def played(script: Script, store: Store, until: int | None = None) -> TableMeta:
    """The campaign that the moves up to number `until` lead to (all of them by default), taken into the store at one
    stroke. Raises Malformed, and then nothing is taken in."""
    session = Session(script)
    for _ in session.steps(until):
        pass
    rows = list(session.table.rows())
    meta = TableMeta(session.table.id, script.system.name, session.table.campaign.name, session.table.created)
    store.create(meta, rows)
    return meta


# -- writing ------------------------------------------------------------------------------------------------------


class _Dumper(yaml.SafeDumper):
    """YAML as people like it: no aliases, and characters that nobody sees escaped."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - nothing is worth one
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if text.isprintable() else '"')


_Dumper.add_representer(str, _text)


def written_out(table: Table) -> str:
    """The table as a session script. Words that were redacted stay so: "(redacted)" is said in their place."""
    rows = table.rows()
    opened = table.line.log.events(next(rows))[0]
    agreed = msgspec.to_builtins(opened.campaign)
    head = {
        "game": table.system.name,
        "title": agreed["name"],
        **{name: agreed[name] for name in _CAMPAIGN if agreed[name]},
        **msgspec.to_builtins(opened.setup),
    }
    written = [_yaml(head, width=110), "play:\n"]
    for row in rows:
        item = _item(row.seat, table.line.log.ordered(row), table.line.log.events(row))
        line = _yaml(item, width=1_000_000, flow=True).strip()
        written.append(f"  - {line if len(item) > 1 else line[1:-1]}\n")
    return "".join(written)


def _yaml(value: Any, *, width: int, flow: bool = False) -> str:
    text: str = yaml.dump(
        value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=width, default_flow_style=flow
    )
    return text


def _item(seat: Seat, command: Any, events: Sequence[Any]) -> dict[str, Any]:
    """A move as it stands under `play`; fields that have their defaults are left out."""
    if seat == DICE:
        return {DICE: _shown(command.faces)}
    fields = {
        field.encode_name: msgspec.to_builtins(getattr(command, field.name))
        for field in msgspec.structs.fields(command)
        if getattr(command, field.name) != field.default
    }
    if fields.get("text") == "":
        fields["text"] = GONE
    only = _only_field(type(command))
    alone = only is not None and list(fields) == [only] and not isinstance(fields[only], dict)
    tag = SAY if isinstance(command, Post) and alone else kind_of(command)
    said = fields[only] if only is not None and alone else fields
    item: dict[str, Any] = {seat or NOBODY: {tag: said} if fields else tag}
    rolled = next((event for event in events if isinstance(event, Rolled)), None)
    return {**item, DICE: _shown(rolled.faces)} if rolled else item


def _shown(faces: Throw) -> list[Any]:
    """Faces as people write them: a die that did not explode is its face."""
    return [die[0] if len(die) == 1 else list(die) for die in faces]
