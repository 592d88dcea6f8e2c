"""Sheets in forms: a nested form's texts become the plain value that a game checks."""

from __future__ import annotations

import re
from typing import Any, Final

from starlette.datastructures import FormData

from footlights.core import Refused
from footlights.written import Malformed, read_yaml

_STEP: Final = re.compile(r"\[([^\[\]]*)\]")
MOST_PARTS: Final = 2_000


def gathered(form: FormData, name: str) -> Any:
    """What a form says below `name`: YAML or JSON where it is one text, else its parts ("sheet[talents][0][name]").
    Raises Refused."""
    whole = form.get(name)
    if isinstance(whole, str):
        if not whole.strip():
            return None
        try:
            return read_yaml(whole, name).value
        except Malformed as fault:
            raise Refused("", str(fault), name) from None
    parts = [(key, value) for key, value in form.multi_items() if key.startswith(f"{name}[")]
    if len(parts) > MOST_PARTS:
        raise Refused("", f"this sheet has more than {MOST_PARTS} parts", name)
    tree: dict[str, Any] = {}
    for key, value in parts:
        steps = _STEP.findall(key[len(name) :])
        _put(tree, steps, value)
    return _listed(tree) if tree else None


def _put(tree: dict[str, Any], steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        inner = tree.setdefault(step, {})
        if not isinstance(inner, dict):
            return
        tree = inner
    tree[steps[-1]] = value


def _listed(tree: Any) -> Any:
    """Mappings whose keys are all numbers are lists."""
    if not isinstance(tree, dict):
        return tree
    inner = {key: _listed(value) for key, value in tree.items()}
    if inner and all(key.isdigit() for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner
