"""Dice: what is thrown, how it reads, how it is written, and how likely each reading is."""

from footlights.dice.expression import Expression, Term
from footlights.dice.notation import BadNotation, parse, render, to_notation
from footlights.dice.odds import Chances, TooLarge, at_least, distribution, mean
from footlights.dice.pool import Dice, Explode, Misread, Pool, Reading, Throw, dealt, read, throw
from footlights.dice.witnesses import witnesses

__all__ = [
    "BadNotation",
    "Chances",
    "Dice",
    "Explode",
    "Expression",
    "Misread",
    "Pool",
    "Reading",
    "Term",
    "Throw",
    "TooLarge",
    "at_least",
    "dealt",
    "distribution",
    "mean",
    "parse",
    "read",
    "render",
    "throw",
    "to_notation",
    "witnesses",
]
