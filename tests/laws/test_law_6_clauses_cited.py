"""Law 6: every computable clause is cited where the code embodies it and by a test, every ruling option by a test."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from footlights.core import Clauses, Ruling, System
from footlights.games import load
from tests.laws.games import STAGES

GAMES = pytest.mark.parametrize("game", STAGES)
TESTS: Final = Path(__file__).parents[1]
SAME_AS: Final = {"true": ("yes", "on"), "false": ("no", "off")}


@GAMES
def test_every_computable_clause_is_cited_by_the_code_that_embodies_it(game: str) -> None:
    system = load(game)
    cited = _cited_in_code(Path(str(sys.modules[type(system).__module__].__file__)).parent)
    computable = [clause.id for clause in system.clauses.values() if clause.computable]
    assert computable
    missing = [clause for clause in computable if clause not in cited]
    assert not missing, ", ".join(missing)


@GAMES
def test_every_computable_clause_is_cited_by_a_test(game: str) -> None:
    system = load(game)
    cited = {cite.removeprefix(f"{system.clauses.prefix}-") for cite in _cited_by_tests(system)}
    computable = [clause.id for clause in system.clauses.values() if clause.computable]
    missing = [clause for clause in computable if clause not in cited]
    assert not missing, ", ".join(missing)


@GAMES
def test_every_option_of_every_ruling_is_tried_by_a_test(game: str) -> None:
    system = load(game)
    cited = _cited_by_tests(system)
    rulings = [(clause, ruling) for clause in system.clauses.values() for ruling in clause.rulings]
    missing = [
        f"ruling.{ruling.name}={option}"
        for clause, ruling in rulings
        for option in _untried(ruling, cited)
        if not (option == ruling.default and f"{system.clauses.prefix}-{clause.id}" in cited)
    ]
    assert not missing, ", ".join(missing)


@GAMES
def test_tests_cite_nothing_that_is_not_a_clause_or_a_ruling(game: str) -> None:
    system = load(game)
    clauses: Clauses = system.clauses
    prefix = f"{clauses.prefix}-"
    marked = [cite for cite in _marked() if cite.startswith(prefix)]
    assert [cite for cite in marked if cite not in clauses] == []
    known = {ruling for other in STAGES for ruling in load(other).clauses.rulings()}
    named = {
        cite.removeprefix("ruling.").partition("=")[0] for cite in _marked() if cite.startswith("ruling.")
    }
    assert named <= known


def test_a_clause_that_nobody_cites_is_noticed(lantern: System) -> None:
    folder = Path(str(sys.modules[type(lantern).__module__].__file__)).parent
    assert "CEL-02" in lantern.clauses, "the one that is told, not counted"
    assert "CEL-02" not in _cited_in_code(folder)
    assert "LAN-CEL-02" not in _cited_by_tests(lantern)
    assert _untried(lantern.clauses["FLK-01"].rulings[0], {"ruling.flicker=oil"}) == ["choose"]


def _untried(ruling: Ruling, cited: Iterable[str]) -> list[str]:
    """The options that no test tries. One that describes numbers ("0..6") is tried by any number."""
    tried = {cite.partition("=")[2] for cite in cited if cite.startswith(f"ruling.{ruling.name}=")}
    words = {option.value for option in ruling.options if re.fullmatch(r"\w+", option.value)}
    return [
        option.value
        for option in ruling.options
        if not (option.value in tried or (option.value not in words and tried - words))
    ]


def _cited_in_code(folder: Path) -> set[str]:
    """The clauses whose constant is used in the folder's modules, or whose id stands in a docstring."""
    cited: set[str] = set()
    for path in folder.rglob("*.py"):
        if path.name == "clauses.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Name | ast.Attribute):
                cited.add((node.id if isinstance(node, ast.Name) else node.attr).replace("_", "-"))
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                cited.update(re.findall(r"\b[A-Z]{2,4}-\d\d\b", str(node.value.value)))
    return cited


def _cited_by_tests(system: System) -> frozenset[str]:
    """What the tests of a game cite: its clauses with their prefix, and options as "ruling.name=option"."""
    return _marked() | _cited_by_cases(system.name, system.clauses.prefix)


@cache
def _marked() -> frozenset[str]:
    """The arguments of every `pytest.mark.clause(...)`."""
    return frozenset(
        argument.value
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


@cache
def _cited_by_cases(game: str, prefix: str) -> frozenset[str]:
    """What the conformance cases of a game cite, and the rulings they are played under."""
    cited: set[str] = set()
    for path in (TESTS / "cases").glob(f"{game}*.yaml"):
        for case in yaml.load(path.read_text("utf-8"), Loader=yaml.BaseLoader):
            cited.update(f"{prefix}-{clause}" for clause in case.get("cites", ()))
            cited.update(_rulings(case))
    return frozenset(cited)


def _rulings(plain: Any) -> Iterator[str]:
    """Every "ruling.name=option" anywhere in a case; a boolean is each of the words that mean the same."""
    if isinstance(plain, dict):
        for name, option in plain.get("rulings", {}).items():
            for word in SAME_AS.get(str(option), (option,)):
                yield f"ruling.{name}={word}"
        for value in plain.values():
            yield from _rulings(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _rulings(value)
