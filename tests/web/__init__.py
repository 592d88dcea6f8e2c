"""The live table, without a browser."""
