"""The live table under load, beside the boardgame.io server: one process each, the same generator for both."""
