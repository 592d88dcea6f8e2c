"""The pages: coming in, the table, its people, its files, the rules."""
