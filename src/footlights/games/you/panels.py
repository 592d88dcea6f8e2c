"""The view as panels that any face can draw."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from footlights.core import GM, Card, Fact, Meter, Note, Opens, Panel, Seat
from footlights.core.panels import Line
from footlights.games.you.clauses import BUR_02, CHK_04, CNF_01, INC_02, INS_03, INS_09, SPI_03
from footlights.games.you.incapacitation import SHOWS
from footlights.games.you.sight import CharacterView, ElementView, RollView, TraitView, View
from footlights.games.you.state import Spice
from footlights.games.you.traits import (
    BURDENS,
    DEGREES,
    FAMILY,
    FULL_GROWTH,
    MOST_BURDENS,
    MOST_CONFIDENCE,
    MOST_INS,
    TYPES,
)
from footlights.games.you.words import KINDS, MODES, RESULTS, listed


def panels(view: View) -> list[Panel]:
    """What is owed, the scene, the rolls, the own sheet before the others', and what is for the GM alone."""
    shown = [_owed(view)] if view.owed else []
    shown += [_scene(view), *(_roll(view, roll) for roll in view.rolls)]
    if view.finished is not None:
        shown.append(_finished(view))
    own = [character for character in view.characters if character.name == view.seat]
    others = tuple(
        _card(character, words=view.seat == GM)
        for character in view.characters
        if character.name != view.seat
    )
    shown += [_sheet(character) for character in own]
    if others:
        shown.append(Panel("party", "The others" if own else "The party", others, "sheet"))
    if view.prepared:
        prepared = tuple(_element(element) for element in view.prepared)
        shown.append(Panel("prepared", "Prepared, for your eyes only", prepared, "gm"))
    return shown


def _owed(view: View) -> Panel:
    lines = tuple(Note(f"{owed.seat}: {owed.what}", "owed", owed.clause) for owed in view.owed)
    return Panel("owed", "Waiting for", lines, "tension")


def _scene(view: View) -> Panel:
    here = Fact("Here", listed(view.present) or "nobody")
    lines: list[Line] = [Fact("Session", str(view.session)), here, *map(_element, view.elements)]
    return Panel("scene", view.title or "The scene", tuple(lines), "scene")


@lru_cache(maxsize=1024)
def _element(element: ElementView) -> Card:
    facts = []
    slots: tuple[tuple[Literal["+", "-"], str, Spice | None], ...] = (
        ("+", "positive", element.positive),
        ("-", "negative", element.negative),
    )
    for sign, word, spice in slots:
        label = f"{word.title()} Spice"
        if spice is None:
            opens = Opens(f"Add {label}", ("spice",), (("element", element.name), ("sign", word)))
            facts.append(Fact(label, "open", "quiet", SPI_03.id, opens=opens, sign=sign))
        else:
            detail = f"{spice.detail or 'nothing said yet'} ({spice.by})"
            facts.append(Fact(label, detail, clause=SPI_03.id, sign=sign))
    if element.secret:
        facts.append(Fact("Only you see this", element.secret, "secret"))
    return Card(element.name, element.kind, tuple(facts), element.text)


def _roll(view: View, roll: RollView) -> Panel:
    kind = "check" if roll.kind == "trait" else KINDS[roll.kind]
    id_, state = ("check", "open") if roll.open else ("draft", "a draft")
    traits = (t for character in view.characters if character.name == roll.by for t in character.traits)
    trait = next((trait for trait in traits if trait.name == roll.trait), None)
    lines = tuple(_roll_lines(roll, trait))
    acts = _own_acts(roll) if view.seat == roll.by else _acts_on(roll, view.seat)
    return Panel(f"{id_}:{roll.by}", f"{roll.by}'s {kind}, {state}", lines, "roll", roll.by, acts)


def _own_acts(roll: RollView) -> tuple[Opens, ...]:
    """What the roller can do about a check."""
    if roll.open:
        return (Opens("Add INS", ("add_ins",)), Opens("Call it off", ("call_off",)))
    return (
        Opens("Roll", ("commit",)),
        Opens("Change the check", ("draft",)),
        Opens("Withdraw it", ("withdraw",), (("who", roll.by),)),
    )


def _acts_on(roll: RollView, seat: Seat) -> tuple[Opens, ...]:
    """What the GM, or somebody who is asked for help, can do about the check of another."""
    if seat != GM:
        return (Opens("Help", ("help",), (("roller", roll.by),)),)
    if roll.open:
        return (Opens("Call it off", ("call_off",)),)
    who = (("who", roll.by),)
    return (Opens("Change the ruling", ("rule",), who), Opens("Withdraw it", ("withdraw",), who))


def _roll_lines(roll: RollView, trait: TraitView | None) -> Iterator[Line]:
    """What is tried, the words of the Trait that may bear on it, how it was ruled, and every modifier with its sign."""
    if roll.saying:
        yield Note(roll.saying)
    yield Fact("Trait", roll.trait or "not named yet", family=TYPES[FAMILY[roll.trait]] if roll.trait else "")
    if trait is not None:
        yield from _words(trait, f" of {trait.name}", impulse=roll.kind == "temptation")
    if roll.mode is None:
        yield Fact("The GM rules", "not yet", "owed", CHK_04.id)
    elif not roll.approved:
        yield Fact("The GM rules", "this does not stand", "bad", CHK_04.id)
    else:
        yield Fact("The GM rules", MODES[roll.mode], clause=CHK_04.id)
    if roll.note:
        yield Note(roll.note)
    if roll.target:
        yield Fact("To free", roll.target)
    if roll.relieves and roll.burden:
        yield Fact("To relieve", f"{roll.relieves} of {roll.burden}")
    for ask in roll.asks:
        if not ask.agreed:
            yield Fact(f"Help of {ask.helper}", "asked" if ask.agreed is None else "no", "quiet")
    for modifier in roll.modifiers:
        yield Fact(
            modifier.label, f"{modifier.value:+d}", "bad" if modifier.value < 0 else "good", modifier.clause
        )
    yield Fact("Added to each die", f"{sum(modifier.value for modifier in roll.modifiers):+d}")
    if roll.faces:
        yield Fact("The dice show", " and ".join(map(str, roll.faces)))


def _finished(view: View) -> Panel:
    last = view.finished
    assert last is not None
    lines = [Fact("Dice", " and ".join(map(str, last.faces))), Fact("Total", str(last.total))]
    lines.append(Fact("Result", RESULTS[last.result], "good" if last.passed else "bad"))
    if last.impulse:
        lines.append(Fact("Impulse", "resisted" if last.impulse == "resists" else "acted on"))
    return Panel("finished", f"{last.by}'s {last.trait}", tuple(lines), "last", last.by)


@lru_cache(maxsize=1024)
def _sheet(character: CharacterView) -> Panel:
    """The whole sheet: words, what is held of each type, the six Traits."""
    about = (("", character.pronouns), ("Look", character.look), ("Portrait", character.portrait))
    lines: list[Line] = [Fact(label or "Pronouns", text) for label, text in about if text]
    lines += _state_lines(character)
    for place, kind in enumerate(TYPES):
        lines.append(Meter(f"{kind} INS", character.ins[place], 0, MOST_INS, family=kind, clause=INS_03.id))
        burdens = character.burdens[place]
        lines.append(
            Meter(BURDENS[place], burdens, 0, MOST_BURDENS, family=kind, clause=BUR_02.id, tone="bad")
        )
        lines += [_trait(trait, kind) for trait in character.traits[2 * place : 2 * place + 2]]
    if character.gear:
        lines.append(Fact("Gear", ", ".join(character.gear)))
    if character.notes:
        lines.append(Note(character.notes))
    return Panel(f"sheet:{character.name}", character.name, tuple(lines), "sheet")


def _state_lines(character: CharacterView) -> list[Line]:
    lines: list[Line] = [Meter("Confidence", character.confidence, 0, MOST_CONFIDENCE, clause=CNF_01.id)]
    if character.incapacitated:
        shows = SHOWS[character.incapacitated]
        lines.append(Note(f"Incapacitated by {character.incapacitated}: {shows}", "bad", INC_02.id))
    if character.pending:
        lines.append(Note(f"{character.pending} INS to pick a type for", "owed", INS_09.id))
    return lines


def _trait(trait: TraitView, kind: str) -> Card:
    facts = list(_words(trait))
    for label, growth in (("Up-Growth", trait.up), ("Down-Growth", trait.down)):
        if growth:
            facts.append(Fact(label, f"{growth} of {FULL_GROWTH}"))
    level = (DEGREES.index(trait.degree) + 1, len(DEGREES))
    opens = Opens(f"Build a check with {trait.name}", ("draft",), (("trait", trait.name),))
    return Card(trait.name, trait.degree, tuple(facts), family=kind, level=level, opens=opens)


def _words(trait: TraitView, of: str = "", *, impulse: bool = True) -> Iterator[Fact]:
    """The Reservation and the Impulse of a Trait, where it has them (TRT-03)."""
    if trait.reservation:
        yield Fact(f"Reservation{of}", trait.reservation)
    if trait.impulse and impulse:
        yield Fact(f"Impulse{of}", trait.impulse)


@lru_cache(maxsize=1024)
def _card(character: CharacterView, *, words: bool) -> Card:
    """Somebody else's character in short; for the GM, who rules on them, with the words of its Traits (RSV-01,
    TMP-02)."""
    facts = [Fact("Confidence", str(character.confidence), clause=CNF_01.id)]
    for place, kind in enumerate(TYPES):
        held = f"{character.ins[place]} INS, {BURDENS[place]} {character.burdens[place]}"
        facts.append(Fact(kind, held, clause=INS_03.id))
    if character.incapacitated:
        facts.append(Fact("Incapacitated", SHOWS[character.incapacitated], "bad", INC_02.id))
    if character.pending:
        facts.append(Fact("To pick", f"{character.pending} INS", "owed", INS_09.id))
    if words:
        facts += [fact for trait in character.traits for fact in _words(trait, f" of {trait.name}")]
    return Card(character.name, character.pronouns or "character", tuple(facts), character.look)
