"""Dice: what is thrown, how it reads, how it is written, and how likely each reading is."""

from footlights.dice.pool import Dice, Explode, Misread, Pool, Reading, Throw, read, throw

__all__ = ["Dice", "Explode", "Misread", "Pool", "Reading", "Throw", "read", "throw"]
