"""The rules of The Last Lantern as data, in the order of its chapters."""

from __future__ import annotations

from typing import Final

from footlights.core import Clause, Clauses, Option, Ruling

CEL_01: Final = Clause(
    id="CEL-01",
    chapter="The cellar",
    sentence="Two or more walkers start at the top of a cellar of nine steps, each with 0 to 5 oil and no coins.",
    source="The cellar",
)
CEL_02: Final = Clause(
    id="CEL-02",
    chapter="The cellar",
    sentence="What the walkers see down there is told, not counted.",
    source="The cellar",
    computable=False,
)
STP_01: Final = Clause(
    id="STP-01",
    chapter="Stepping down",
    sentence="Any walker below ground may lead the next step down; one step at a time, and none below the ninth.",
    source="Stepping down",
)
STP_02: Final = Clause(
    id="STP-02",
    chapter="Stepping down",
    sentence="Before the throw the leader may burn oil they hold; each measure adds 1. Burnt oil is gone either way.",
    source="Stepping down",
)
STP_03: Final = Clause(
    id="STP-03",
    chapter="Stepping down",
    sentence="Throw a six-sided die; a 6 adds another. On 4 or more all go one step deeper, "
    "and the leader finds as many coins as the new depth.",
    source="Stepping down",
)
FLK_01: Final = Clause(
    id="FLK-01",
    chapter="The flicker",
    sentence="On less than 4 the light flickers and the leader loses one oil or one coin.",
    source="The flicker",
    status="ruling",
    rulings=(
        Ruling(
            name="flicker",
            title="What a flicker takes",
            default="choose",
            options=(
                Option("choose", "the leader chooses while both are held"),
                Option("oil", "oil goes first, coins only when there is no oil"),
            ),
        ),
    ),
)
FLK_02: Final = Clause(
    id="FLK-02",
    chapter="The flicker",
    sentence="A leader whose light flickers and who holds neither oil nor coins is lost in the dark.",
    source="The flicker",
)
DRA_01: Final = Clause(
    id="DRA-01",
    chapter="The draught",
    sentence="The GM may hide one draught on a step below; nobody else knows of it until it is met.",
    source="The draught",
)
DRA_02: Final = Clause(
    id="DRA-02",
    chapter="The draught",
    sentence="Whoever leads onto the step of the draught meets it: all their oil is blown out; the draught is spent.",
    source="The draught",
)
END_01: Final = Clause(
    id="END-01",
    chapter="The way out",
    sentence="A walker who owes no choice may go home with their coins at any time, and does not come back.",
    source="The way out",
)
GM_01: Final = Clause(
    id="GM-01",
    chapter="The GM's hand",
    sentence="The GM may pour oil for a walker below ground, up to 5 in all.",
    source="The GM's hand",
)
GM_02: Final = Clause(
    id="GM-02",
    chapter="The GM's hand",
    sentence="The GM may set any walker's oil or coins right, with a reason, and may change a ruling.",
    source="completion",
    status="completion",
)

CLAUSES: Final = Clauses(
    "LAN",
    (CEL_01, CEL_02, STP_01, STP_02, STP_03, FLK_01, FLK_02, DRA_01, DRA_02, END_01, GM_01, GM_02),
)
