"""Conformance cases: worked examples in YAML, played through the real rules."""

from footlights.cases.runner import Failure, Report, run
from footlights.cases.translation import Malformed

__all__ = ["Failure", "Malformed", "Report", "run"]
