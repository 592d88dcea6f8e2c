"""Frozen saves: campaigns as releases wrote them, which must open for ever.

For each there is the campaign as JSON (`NAME-RELEASE.json`), the state it stood in (`.state.json`) and the chronicle of
some seats (`.SEAT.md`); `tables-RELEASE.sqlite3` is a file of tables that holds them all.
`python -m tests.golden.saves.freeze` adds those of the present release; what was saved is never written again. With
`--chronicles` it writes the chronicles of all of them as they read now, for when a sentence is put better.
"""
