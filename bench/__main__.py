"""Run every bench/*_bench.py, or those named, and print what they measure.

Exits 1 if a measure does not hold, 2 for a name that no bench has. `--json` prints a list of objects instead of a
table.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from bench.timing import Measure

BENCHES = sorted(path.stem.removesuffix("_bench") for path in Path(__file__).parent.glob("*_bench.py"))


def measures(names: list[str]) -> Iterator[Measure]:
    """The measures of the named benches, or of all; a bench is a module with a function `measures`."""
    for name in names or BENCHES:
        yield from import_module(f"bench.{name}_bench").measures()


def main(arguments: list[str]) -> int:
    names = [argument for argument in arguments if argument != "--json"]
    if unknown := [name for name in names if name not in BENCHES]:
        print(
            f"there is no bench called {', '.join(unknown)}; there is: {', '.join(BENCHES)}", file=sys.stderr
        )
        return 2
    done = []
    if "--json" not in arguments:
        print(f"{'work':<50} {'peer':<28} {'ours':>10} {'peer':>10} {'ratio':>8} {'wanted':>7}")
    for measure in measures(names):
        done.append(measure)
        if "--json" not in arguments:
            print(_line(measure), flush=True)
    if "--json" in arguments:
        print(json.dumps([_plain(measure) for measure in done], indent=2))
    return 0 if all(measure.holds for measure in done) else 1


def _line(measure: Measure) -> str:
    written = _time if measure.unit == "s" else _size
    ours, theirs = written(measure.ours), written(measure.theirs)
    numbers = f"{ours:>10} {theirs:>10} {measure.ratio:>7.4g}x {measure.wanted:>6.3g}x"
    return f"{measure.work:<50} {measure.peer:<28} {numbers}  {'holds' if measure.holds else 'FAILS'}"


def _time(seconds: float) -> str:
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1 or unit == "us":
            break
    return f"{seconds * factor:.3g} {unit}"


def _size(size: float) -> str:
    return f"{size / 1024:,.0f} KiB"


def _plain(measure: Measure) -> dict[str, object]:
    return {
        "work": measure.work,
        "peer": measure.peer,
        "unit": measure.unit,
        "ours": measure.ours,
        "peer_needs": measure.theirs,
        "ratio": measure.ratio,
        "wanted": measure.wanted,
        "verdict": "holds" if measure.holds else "fails",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
