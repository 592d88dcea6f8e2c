"""Plays case files against the real rules and says where rules and cases differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, cast

import msgspec

from footlights.cases.format import Case, Sequence, Step, read_cases
from footlights.cases.translation import Changing, Fixed, Malformed, Plain, Played, Translation
from footlights.core import Refused
from footlights.written import unknown

GAMES: Final = ("you", "inciting-incident")
_GONE: Final = "gone"
_ABSENT: Final = object()


class Failure(msgspec.Struct, frozen=True):
    """A move that did not do what its case says."""

    place: str
    case: str
    step: str
    move: str
    expected: str
    got: str

    def __str__(self) -> str:
        return (
            f"{self.place}: {self.case}, {self.step} ({self.move}): expected {self.expected}, got {self.got}"
        )


class Report(msgspec.Struct, frozen=True):
    """How many moves passed, and each one that failed."""

    passed: int
    failures: tuple[Failure, ...]

    @property
    def failed(self) -> int:
        """How many moves failed, those counted that came after a failed one in their sequence."""
        return len(self.failures)


@cache
def translation(game: str) -> Translation:
    """The translation of that game, loaded when it is first needed. Raises Malformed for an unknown game."""
    if game not in GAMES:
        raise Malformed(f"there are no cases for a game called {game[:60]!r}; there are: {', '.join(GAMES)}")
    module = import_module(f"footlights.cases.{game.replace('-', '_')}")
    return cast(Translation, module.TRANSLATION)


def run(paths: Iterable[Path], game: str | None = None) -> Report:
    """Play every case of the files; without `game`, each case's game is recognised from its words.

    Raises Malformed, naming file and line, before anything is reported.
    """
    passed, failures = 0, []
    for path in paths:
        cases = read_cases(path)
        usual = None if game else _usual(cases, path)
        for case in cases:
            with_game = translation(game or _recognised(case) or usual or _unclear(case))
            for sequence in case.sequences:
                moves, failed = _play(case, sequence, with_game)
                passed += moves
                failures += failed
    return Report(passed, tuple(failures))


def _recognised(case: Case) -> str | None:
    """The game that knows most of the case's moves and their fields; of equals the only one that such a `given` and
    such rulings fit; None where even that leaves a choice."""
    words = {
        (step.move, *field)
        for sequence in case.sequences
        for step in sequence.steps
        for field in [(), *((name,) for name in step.do)]
    }
    scores = {name: sum(_knows(translation(name), word) for word in words) for name in GAMES}
    found = [name for name, score in scores.items() if score == max(scores.values())]
    if len(found) > 1:
        found = [name for name in found if _fits(translation(name), case)]
    return found[0] if len(found) == 1 else None


def _usual(cases: Iterable[Case], path: Path) -> str | None:
    """The game of most cases of the file; of a file that shows none, the one that begins its name."""
    recognised = Counter(filter(None, map(_recognised, cases)))
    named = [name for name in GAMES if path.name.startswith(name)]
    return next((name for name, _ in recognised.most_common(1)), named[0] if named else None)


def _unclear(case: Case) -> NoReturn:
    raise Malformed(
        f"{case.place}: case {case.id}: its moves do not say which game it is of; name the game with --game"
    )


def _fits(game: Translation, case: Case) -> bool:
    """Whether every start of the case, with its rulings, is one of the game's."""
    try:
        for sequence in case.sequences:
            game.ruled(game.given(sequence.given, sequence.players, sequence.rulings), sequence.rulings)
    except Malformed:
        return False
    return True


def _knows(game: Translation, word: tuple[str, ...]) -> bool:
    fields = game.moves.get(word[0])
    return fields is not None and (len(word) == 1 or word[1] in fields)


def _play(case: Case, sequence: Sequence, game: Translation) -> tuple[int, list[Failure]]:
    """Play one sequence: the number of moves that passed, and the failures."""
    with _placed(sequence.place, case):
        state = game.given(sequence.given, sequence.players, sequence.rulings)
    for step in sequence.steps:
        with _placed(step.place, case):
            _check_words(step, game)
            game.ruled(state, {**sequence.rulings, **step.rulings})
    for number, step in enumerate(sequence.steps):
        with _placed(step.place, case):
            ruled = game.ruled(state, {**sequence.rulings, **step.rulings})
            try:
                played = game.play(ruled, step.move, step.do)
            except Refused as refused:
                wrong = None if step.changes is None else ("the move to be allowed", f"refused: {refused}")
            else:
                wrong = _difference(step, game, ruled, played)
                state = played.state
        if wrong is not None:
            unreached = ("to be played", f"not reached: {step.label} failed")
            return number, [
                Failure(each.place, case.id, each.label, each.move, *(wrong if each is step else unreached))
                for each in sequence.steps[number:]
            ]
    return len(sequence.steps), []


@contextmanager
def _placed(place: str, case: Case) -> Iterator[None]:
    """Says where in the file something malformed was met."""
    try:
        yield
    except Malformed as fault:
        raise Malformed(f"{place}: case {case.id}: {fault}") from None


def _check_words(step: Step, game: Translation) -> None:
    _check_known([step.move], game.moves, "move")
    _check_known(step.do, game.moves[step.move], f"field of {step.move}")
    _check_known(step.out, game.outs, "key of out")


def _check_known(words: Iterable[str], known: Iterable[str], what: str) -> None:
    names = sorted(known)
    for word in words:
        if word not in names:
            raise Malformed(unknown(word, names, what))


def _difference(step: Step, game: Translation, before: Any, played: Played) -> tuple[str, str] | None:
    """The first thing that is not as the step says, as (expected, got)."""
    if step.changes is None:
        return "a refusal", "the move was allowed"
    old, new = game.compared(before), game.compared(played.state)
    unannounced: Plain = {"fired": []} if played.out.get("fired") else {}
    for key, value in {**unannounced, **step.out}.items():
        got = played.out.get(key, _ABSENT)
        if not _same(value, got):
            return f"{key} {_shown(value)}", _shown(got)
    expected = _changed(step.changes, old, new, game.whole)
    for key in game.whole:
        if isinstance(expected.get(key), list) and isinstance(new.get(key), list):
            expected[key], new[key] = sorted(expected[key], key=str), sorted(new[key], key=str)
    for place, value, got in _unequal(expected, new, ()):
        return f"{'.'.join(place)} {_shown(value)}", _shown(got)
    return None


def _changed(changes: Plain, old: Plain, new: Plain, whole: frozenset[str]) -> Plain:
    """The state that must follow. Somebody who enters or leaves counts as unchanged but for what is named."""
    _check_known(changes, {**old, **new}, "key of set")
    base = {key: old.get(key, new.get(key)) for key in {**old, **new} if key in new or key in changes}
    for key, now in new.items():
        if isinstance(now, Changing):
            before, named = old.get(key, {}), changes.get(key, {})
            base[key] = {name: before.get(name, value) for name, value in now.items()}
            if isinstance(named, Mapping):
                gone = before.keys() - now.keys()
                changes = {**changes, key: {name: named[name] for name in named if name not in gone}}
    return _laid_over(changes, base, whole)


def _laid_over(changes: Plain, base: Plain, whole: frozenset[str]) -> Plain:
    if isinstance(base, Fixed):
        _check_known(changes, base, "key of set")
    result = dict(base)
    for key, value in changes.items():
        if value == _GONE:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(result.get(key), Mapping) and key not in whole:
            result[key] = _laid_over(dict(value), result[key], whole)
        else:
            result[key] = value
    return result


def _unequal(expected: Any, got: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key in {**expected, **got}:
            yield from _unequal(expected.get(key, _ABSENT), got.get(key, _ABSENT), (*place, key))
    elif not _same(expected, got):
        yield place, expected, got


def _same(expected: Any, got: Any) -> bool:
    """Equal in value and kind: 1 is not true, and a list is a list however it is kept."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(
            _same(value, got[key]) for key, value in expected.items()
        )
    if isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        return len(expected) == len(got) and all(map(_same, expected, got))
    return type(expected) is type(got) and bool(expected == got)


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return "nothing of the kind"
    return msgspec.json.encode(value).decode()
