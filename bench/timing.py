"""Measuring one thing against another so that a busy machine treats both alike."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Literal


@dataclass(frozen=True, slots=True)
class Measure:
    """Seconds (or bytes, as `unit` says) for one piece of work, ours and a peer's; `wanted` is how many times less ours
    has to be.

    A `wanted` of 1/3 allows ours three times as long. `ratios`, if given, are those of samples taken side by side:
    their median is steadier on a busy machine than the ratio of two medians.
    """

    work: str
    peer: str
    ours: float
    theirs: float
    wanted: float
    ratios: tuple[float, ...] = ()
    unit: Literal["s", "B"] = "s"

    @property
    def ratio(self) -> float:
        return median(self.ratios) if self.ratios else self.theirs / self.ours

    @property
    def holds(self) -> bool:
        return self.ratio >= self.wanted


@dataclass(frozen=True, slots=True)
class Peer:
    """Somebody else's way to do the same work."""

    name: str
    run: Callable[[], object]
    wanted: float


def compare(work: str, ours: Callable[[], object], *peers: Peer, rounds: int = 21) -> Iterator[Measure]:
    """Measures of `ours` against each peer: medians of `rounds` interleaved samples, in seconds for one call."""
    runs = [ours, *(peer.run for peer in peers)]
    repeats = [_repeats(run) for run in runs]
    samples: list[list[float]] = [[] for _ in runs]
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for run, times, taken in zip(runs, repeats, samples, strict=True):
                taken.append(_seconds(run, times))
    finally:
        gc.enable()
    mine, *others = samples
    for peer, theirs in zip(peers, others, strict=True):
        ratios = tuple(their / our for our, their in zip(mine, theirs, strict=True))
        yield Measure(work, peer.name, median(mine), median(theirs), peer.wanted, ratios)


def _seconds(run: Callable[[], object], times: int) -> float:
    start = perf_counter()
    for _ in range(times):
        run()
    return (perf_counter() - start) / times


def _repeats(run: Callable[[], object], at_least: float = 0.002) -> int:
    """How many calls make a sample long enough to time."""
    times = 1
    while _seconds(run, times) * times < at_least:
        times *= 2
    return times
