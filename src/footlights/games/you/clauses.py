"""The rules of YOU as data, in our own words; `source` is the heading of the author's text they come from."""

from __future__ import annotations

from functools import partial
from typing import Final

from footlights.core import Clause, Clauses, Option, Ruling


def _ruling(name: str, title: str, options: dict[str, str]) -> Ruling:
    """A ruling whose first option is the default."""
    choices = tuple(Option(value, meaning) for value, meaning in options.items())
    return Ruling(name, title, choices[0].value, choices)


# --- Traits ---

_traits = partial(Clause, chapter="Traits", source="Burdens")

TRT_01: Final = _traits(
    id="TRT-01",
    sentence="There are six Traits of three types. Assertiveness and Boldness are Exertive (Exertive INS, "
    "Injury), Determination and Influence Decisive (Decisive INS, Stress), Empathy and Passion "
    "Emotive (Emotive INS, Fear).",
)
TRT_02: Final = _traits(
    id="TRT-02",
    source="Growth (the names of the Degrees are from the author's public posts)",
    sentence="Each Trait has a Degree: Rarely, Occasionally or Often, in that order. A Degree never changes "
    "a roll.",
)
TRT_03: Final = _traits(
    id="TRT-03",
    source="Reservations",
    computable=False,
    sentence="A Trait may carry one Reservation and one Impulse in the player's words. When its Degree "
    "moves, the player is asked to reword them; nothing is rewritten for them.",
)
TRT_04: Final = _traits(
    id="TRT-04",
    source="Confidence",
    status="ruling",
    sentence="A character starts with no Confidence, Burdens or Growth, and able to act. At all times INS is "
    "0 to 6 and Burdens are 0 to 3 of each type, and Confidence is 0 to 4.",
    rulings=(
        Ruling(
            "start_ins",
            "INS at the start",
            "0",
            (Option("0..6", "INS of each type that a character starts with, a whole number"),),
        ),
    ),
)

# --- The GM ---

_gm = partial(Clause, chapter="The GM", source="The role of the GM")

GM_01: Final = _gm(
    id="GM-01",
    sentence="The GM, and nobody else, establishes persons, places and things. Harmless ones cost nothing.",
)
GM_02: Final = _gm(
    id="GM-02",
    status="ruling",
    sentence="What hurts or hinders the players from the moment it is established costs the GM something.",
    rulings=(
        _ruling(
            "establish_cost",
            "What the GM pays for something harmful",
            {
                "negative_spice": "it brings Negative Spice along, at its cost: 1 INS to every player, one slot used",
                "separate_award": "every player earns 1 INS, and the slot stays open",
                "neutral_only": "everything arrives harmless; only Spice makes it hurt",
            },
        ),
    ),
)
GM_03: Final = _gm(
    id="GM-03",
    computable=False,
    sentence="Whether something hurts or hinders is for the GM to say; the others may object in talk.",
)
GM_04: Final = _gm(
    id="GM-04",
    status="completion",
    source="completion",
    sentence="The GM begins a scene, naming it and the players who are in it; without names all of them are.",
)

# --- Spice ---

_spice = partial(Clause, chapter="Spice", source="Spice")

SPI_01: Final = _spice(id="SPI-01", sentence="Spice goes only on what is established already.")
SPI_02: Final = _spice(
    id="SPI-02",
    computable=False,
    sentence="Positive Spice is for the players, Negative Spice is against them. What is neither is no Spice; "
    "for a detail that is both, whoever adds it says which it is.",
)
SPI_03: Final = _spice(
    id="SPI-03",
    status="ruling",
    sentence="A person, place or thing has room for only so much Spice.",
    rulings=(
        _ruling(
            "spice_slots",
            "How much Spice one thing can carry",
            {"one_each": "one Positive and one Negative detail", "one_total": "one detail, of either sign"},
        ),
    ),
)
SPI_04: Final = _spice(
    id="SPI-04",
    sentence="The GM and the players share the same slots: one that anybody has filled is closed to all, and "
    "trying costs and earns nothing.",
)
SPI_05: Final = _spice(
    id="SPI-05",
    source="GMs use of Spice",
    sentence="When the GM adds Negative Spice every player earns 1 INS, of the type each of them picks.",
)
SPI_06: Final = _spice(
    id="SPI-06",
    source="GMs use of Spice",
    sentence="When the GM adds Positive Spice it costs nothing and nobody earns INS.",
)
SPI_07: Final = _spice(
    id="SPI-07",
    source="Players use of Spice",
    sentence="A player who adds Positive Spice pays exactly 3 INS of their own, from whatever types they "
    "like.",
)
SPI_08: Final = _spice(
    id="SPI-08",
    source="Players use of Spice",
    status="ruling",
    sentence="A player adds Negative Spice for nothing, and every player earns 1 INS of the type they pick.",
    rulings=(
        _ruling(
            "spice_adder_earns",
            "Who earns from a player's Negative Spice",
            {"yes": "the player who added it earns as well", "no": "only the other players earn"},
        ),
    ),
)
SPI_09: Final = _spice(
    id="SPI-09",
    computable=False,
    sentence="No roll counts Spice as a modifier. The GM may take it as a reason for Advantage or Disadvantage.",
)
SPI_10: Final = _spice(
    id="SPI-10",
    status="ruling",
    sentence="How long Spice lasts. Taking it away returns nothing, and a detail is never swapped for "
    "another.",
    rulings=(
        _ruling(
            "spice_removal",
            "How long Spice lasts",
            {
                "with_element": "as long as what it is on",
                "new_scene": "every new scene opens all slots again",
            },
        ),
    ),
)
SPI_11: Final = _spice(
    id="SPI-11",
    status="ruling",
    sentence="Adding Spice is telling, not acting, so being Incapacitated need not prevent it.",
    rulings=(
        _ruling(
            "spice_while_incapacitated",
            "Spice by somebody Incapacitated",
            {"yes": "an Incapacitated player may add Spice", "no": "an Incapacitated player may not"},
        ),
    ),
)
SPI_12: Final = _spice(
    id="SPI-12",
    status="ruling",
    sentence="A player's character was never established by the GM, so there is no Spice on it.",
    rulings=(
        _ruling(
            "spice_on_pc",
            "Spice on players' characters",
            {"no": "characters take no Spice", "yes": "characters take Spice like anything else"},
        ),
    ),
)
SPI_13: Final = _spice(
    id="SPI-13",
    status="ruling",
    sentence="Spice waits while a check is open; at any other time any amount of it may be added.",
    rulings=(
        _ruling(
            "spice_midroll",
            "Spice in the middle of a check",
            {"no": "not while a check is open", "yes": "also while a check is open, until its dice fall"},
        ),
    ),
)
SPI_14: Final = _spice(
    id="SPI-14",
    computable=False,
    status="completion",
    source="completion",
    sentence="The GM has no written veto over a player's Spice.",
)

# --- Trait Checks ---

_checks = partial(Clause, chapter="Trait Checks", source="How to perform a Trait Check")

CHK_01: Final = _checks(
    id="CHK-01",
    source="Performing Actions",
    computable=False,
    sentence="There is a check when an outcome is both uncertain and interesting; otherwise nobody rolls.",
)
CHK_02: Final = _checks(
    id="CHK-02",
    source="Performing Actions",
    sentence="A player may start a Trait Check or the GM may ask for one; both run alike.",
)
CHK_03: Final = _checks(
    id="CHK-03",
    status="ruling",
    sentence="One Trait makes a check: of the six, that which fits the action best.",
    rulings=(
        _ruling(
            "trait_pick",
            "Who names the Trait that is rolled",
            {
                "player_names_gm_may_veto_before_dice": "the player names it and the GM may object until the dice fall",
                "gm": "the GM names it",
                "player": "the player names it and nobody objects",
            },
        ),
    ),
)
CHK_04: Final = _checks(
    id="CHK-04",
    sentence="The GM rules one of three: Advantage, Disadvantage, or neither. More reasons do not make more "
    "of it.",
)
CHK_05: Final = _checks(
    id="CHK-05",
    sentence="Only INS, Burdens, a Reservation, Assists and Confidence change a roll, and they are settled "
    "before the dice.",
)
CHK_06: Final = _checks(id="CHK-06", sentence="The same modifier is added to each die that is rolled.")
CHK_07: Final = _checks(
    id="CHK-07", computable=False, sentence="The GM says what a result means in the story."
)
CHK_08: Final = _checks(
    id="CHK-08",
    status="completion",
    source="completion",
    sentence="Drafting a check and ruling on it is not yet a check and holds nobody up. One check is open at "
    "the table, from the roller's commit to its last result. While no dice have fallen its roller "
    "and the GM can still call it off; the INS spent on it comes back.",
)

# --- Dice ---

_dice = partial(Clause, chapter="Dice", source="How to perform a Trait Check")

ROL_01: Final = _dice(id="ROL-01", sentence="With neither Advantage nor Disadvantage one d20 is rolled.")
ROL_02: Final = _dice(
    id="ROL-02", sentence="With Advantage two d20 are rolled and the higher is kept, always."
)
ROL_03: Final = _dice(id="ROL-03", sentence="With Disadvantage two d20 are rolled and the lower is kept.")
ROL_04: Final = _dice(
    id="ROL-04",
    sentence="The total is the kept face, plus INS spent, plus all Confidence, plus 2 if assisted, minus the "
    "Burdens of the Trait's type, minus 2 for a Reservation. It has no floor and no ceiling.",
)
ROL_05: Final = _dice(
    id="ROL-05",
    source="Roll Results",
    status="ruling",
    sentence="Which of two dice can show a natural 1 or a natural 20.",
    rulings=(
        _ruling(
            "nat_scope",
            "Which die can show a natural 1 or 20",
            {
                "kept": "only the die that is kept",
                "any": "either die; if one shows 1 and one 20, the kept one",
            },
        ),
    ),
)

# --- Results ---

_results = partial(Clause, chapter="Results", source="Roll Results")

RES_01: Final = _results(
    id="RES-01",
    sentence="The natural face comes first: a 1 is a Critical Failure and a 20 a Critical Success whatever "
    "the total.",
)
RES_02: Final = _results(
    id="RES-02", sentence="A Critical Failure fails, and every player, the roller included, takes one Burden."
)
RES_03: Final = _results(id="RES-03", sentence="10 or less is a Failure: the roller takes a Burden.")
RES_04: Final = _results(
    id="RES-04", sentence="11 to 14 is a Partial Success: it passes, and the roller takes a Burden."
)
RES_05: Final = _results(id="RES-05", sentence="15 or more is a Success: it passes without a Burden.")
RES_06: Final = _results(
    id="RES-06",
    sentence="A Critical Success passes without a Burden, and every other player earns 1 INS of the Trait's "
    "type.",
)
RES_07: Final = _results(
    id="RES-07", sentence="Modifiers neither make a critical, whatever total they lead to, nor unmake one."
)
RES_08: Final = _results(
    id="RES-08",
    status="ruling",
    sentence="Whether a Partial Success is success enough for what a success earns: Growth, awards, a "
    "release.",
    rulings=(
        _ruling(
            "partial_is_success",
            "What a Partial Success earns",
            {
                "yes": "a Partial Success earns what a Success earns",
                "no": "only a Success or Critical Success does; a Partial still passes its action, but earns and "
                "frees nothing, and an Impulse is acted on",
            },
        ),
    ),
)
RES_09: Final = _results(
    id="RES-09",
    status="ruling",
    sentence="Results do not add up: nobody takes more than one Burden from one check.",
    rulings=(
        _ruling(
            "crit_fail_roller_extra",
            "What a natural 1 costs whoever rolled",
            {
                "no": "the roller of a natural 1 takes one Burden",
                "yes": "the roller takes the Failure's Burden too",
            },
        ),
    ),
)
RES_10: Final = _results(
    id="RES-10",
    status="ruling",
    sentence="Who is meant by every player; being Incapacitated makes no difference.",
    rulings=(
        _ruling(
            "player_scope",
            "Who “every player” is",
            {
                "table": "all players of the table, in the scene or not",
                "scene": "the players in the scene, and the roller and helpers",
            },
        ),
    ),
)

# --- Inspiration ---

_inspiration = partial(Clause, chapter="Inspiration", source="Inspiration (INS)")

INS_01: Final = _inspiration(
    id="INS-01",
    sentence="Each INS spent on a roll adds 1; a player spends as much as they like of what they hold.",
)
INS_02: Final = _inspiration(
    id="INS-02", sentence="Only INS of the Trait's type can be spent on it, on Temptation Checks as well."
)
INS_03: Final = _inspiration(
    id="INS-03",
    sentence="A player holds at most 6 INS of a type, for as long as they like; what they earn beyond is "
    "lost.",
)
INS_04: Final = _inspiration(id="INS-04", sentence="INS spent on a roll is gone, however the roll ends.")
INS_05: Final = _inspiration(
    id="INS-05",
    status="ruling",
    sentence="When the roller says how much INS to spend.",
    rulings=(
        _ruling(
            "ins_timing",
            "When INS is added to a roll",
            {
                "before": "before the dice, with the other modifiers",
                "after": "none before the dice, and once after seeing them; a natural 1 stays one",
            },
        ),
    ),
)
INS_06: Final = _inspiration(
    id="INS-06", sentence="Only the roller's own INS goes into a roll, never a helper's."
)
INS_07: Final = _inspiration(
    id="INS-07",
    sentence="In play INS comes from another player's natural 20, passed Temptation or passed Reservation, and "
    "from Negative Spice or what stands for its cost; there is no other source.",
)
INS_08: Final = _inspiration(
    id="INS-08", sentence="INS of a given type is never turned into another type: whoever is full loses it."
)
INS_09: Final = _inspiration(
    id="INS-09",
    status="ruling",
    sentence="INS of a free type waits until its player picks the type; picking a full one is allowed and "
    "wastes it.",
    rulings=(
        _ruling(
            "pending_blocks",
            "What waits until INS is picked",
            {
                "own": "until then that player's own checks, Assists and paid Spice wait",
                "table": "until then everybody's checks, Assists and paid Spice wait",
                "nothing": "nothing waits for it",
            },
        ),
        _ruling(
            "pending_wiped",
            "INS not yet picked when all INS is lost",
            {"yes": "losing all INS takes what is not yet picked too", "no": "what is not yet picked stays"},
        ),
    ),
)
INS_10: Final = _inspiration(
    id="INS-10",
    status="ruling",
    sentence="A natural 20, a Reservation and a Temptation passed in one check each award INS.",
    rulings=(
        _ruling(
            "award_stack",
            "Several reasons for INS in one check",
            {"sum": "the awards add up", "once": "one INS in all, however many reasons"},
        ),
    ),
)
INS_11: Final = _inspiration(
    id="INS-11",
    sentence="Incapacitated players earn and pick INS like the others; where there is no other player, "
    "nobody earns.",
)

# --- Burdens ---

_burdens = partial(Clause, chapter="Burdens", source="Burdens")

BUR_01: Final = _burdens(
    id="BUR-01",
    sentence="Each Burden takes 1 from every roll with the two Traits of its type, always, and is not used "
    "up.",
)
BUR_02: Final = _burdens(id="BUR-02", sentence="A player holds at most 3 Burdens of a type.")
BUR_03: Final = _burdens(
    id="BUR-03",
    status="ruling",
    sentence="Which type a Burden from a check has.",
    rulings=(
        _ruling(
            "burden_type",
            "Who sets the type of a Burden",
            {
                "governed": "the type of the Trait that was rolled, for everybody it hits",
                "gm": "the GM picks it for each sufferer",
                "player": "each sufferer picks it",
            },
        ),
    ),
)
BUR_04: Final = _burdens(
    id="BUR-04",
    status="ruling",
    sentence="A Burden whose type is full becomes one of a type with room. If only one has room it is that "
    "one.",
    rulings=(
        _ruling(
            "overflow_pick",
            "Where a Burden goes when its type is full",
            {
                "gm": "of two, the GM picks",
                "player": "of two, the sufferer picks",
                "auto": "of two, the one with fewer points; of equals Injury, then Stress, then Fear",
            },
        ),
    ),
)
BUR_05: Final = _burdens(id="BUR-05", sentence="A Burden from a roll counts from the next roll on.")
BUR_06: Final = _burdens(
    id="BUR-06",
    status="completion",
    source="completion",
    sentence="How Burdens go away; the text names no way.",
    rulings=(
        _ruling(
            "burden_recovery",
            "How Burdens go away",
            {
                "gm_tool": "the GM lowers one by 1, or gives everybody a rest: 1 less of each type; this frees nobody",
                "none": "not at all",
                "session_reset": "a session begins without any, and with everybody free; nothing else lowers them",
                "check": "by a check of another player, and by the GM's means as well",
            },
        ),
    ),
)
BUR_07: Final = _burdens(
    id="BUR-07",
    status="completion",
    source="completion",
    sentence="A Burden whose type is still to be picked keeps only its sufferer from checks and Assists. "
    "Such picks are made in order, each among the types with room at that moment; a single one is "
    "taken at once. Where none has room the character becomes Incapacitated, finally by the type that was "
    "due first; where the table's ruling is that every type is picked, the pick names it.",
)

# --- Reservations ---

_reservations = partial(Clause, chapter="Reservations", source="Reservations")

RSV_01: Final = _reservations(
    id="RSV-01",
    status="ruling",
    sentence="If the Reservation of the rolled Trait applies, the roll has -2, once.",
    rulings=(
        _ruling(
            "reservation_caller",
            "Who says that a Reservation applies",
            {
                "either_declares_gm_confirms": "the player or the GM says that it applies, and the GM decides",
                "gm": "the GM alone says so",
                "player": "the player alone says so",
            },
        ),
    ),
)
RSV_02: Final = _reservations(
    id="RSV-02", sentence="Passing with a Reservation awards every other player 1 INS of the Trait's type."
)
RSV_03: Final = _reservations(
    id="RSV-03",
    sentence="Passing with a Reservation earns the roller 1 Up-Growth (the text also says High-Growth) on "
    "that Trait.",
)
RSV_04: Final = _reservations(
    id="RSV-04", sentence="Failing with a Reservation brings nothing beyond the ordinary result."
)
RSV_05: Final = _reservations(
    id="RSV-05",
    status="ruling",
    sentence="Whether a Reservation can apply to a Temptation Check. Where it can, it costs its -2 there as well, "
    "and a pass earns for the Reservation and for the Temptation.",
    rulings=(
        _ruling(
            "reservation_on_temptation",
            "Whether a Reservation can apply to a Temptation Check",
            {"yes": "it can", "no": "only to Trait Checks"},
        ),
    ),
)

# --- Assists ---

_assists = partial(Clause, chapter="Assists", source="Assists")

AST_01: Final = _assists(
    id="AST-01",
    sentence="A player about to roll may ask another for help; if that player agrees, the roll has +2.",
)
AST_02: Final = _assists(
    id="AST-02",
    status="ruling",
    sentence="How many players may help with one roll.",
    rulings=(
        _ruling(
            "assist_max", "How many may help with one roll", {"1": "one", "many": "any number, each adding 2"}
        ),
    ),
)
AST_03: Final = _assists(
    id="AST-03",
    status="ruling",
    sentence="If an assisted check fails, roller and helper take one Burden each; for the roller that is the "
    "Failure's.",
    rulings=(
        _ruling(
            "assist_crit_stack",
            "What a natural 1 costs those who helped",
            {"no": "on a natural 1 they still take one each", "yes": "on a natural 1 they take two each"},
        ),
    ),
)
AST_04: Final = _assists(id="AST-04", sentence="The Burden of a Partial Success is the roller's alone.")
AST_05: Final = _assists(id="AST-05", sentence="A helper earns what the other players are awarded, once.")
AST_06: Final = _assists(
    id="AST-06",
    sentence="A helper is another player who is able to act: not oneself, not the GM, nobody Incapacitated.",
)
AST_07: Final = _assists(
    id="AST-07", sentence="A helper adds 2 and nothing else of their own, and earns no Growth."
)
AST_08: Final = _assists(
    id="AST-08",
    status="ruling",
    sentence="Whether others can help with a Temptation Check.",
    rulings=(
        _ruling(
            "assist_on_temptation",
            "Whether others can help with a Temptation Check",
            {"yes": "they can", "no": "only with Trait Checks"},
        ),
    ),
)

# --- Confidence ---

_confidence = partial(Clause, chapter="Confidence", source="Confidence")

CNF_01: Final = _confidence(
    id="CNF-01",
    sentence="All Confidence that a player holds is added to every roll of theirs, of any type, and is never "
    "spent.",
)
CNF_02: Final = _confidence(
    id="CNF-02", sentence="1 Confidence is earned after a Degree has been changed with Growth."
)
CNF_03: Final = _confidence(
    id="CNF-03",
    status="ruling",
    sentence="Confidence ends at 4.",
    rulings=(
        _ruling(
            "confidence_cap",
            "What the limit of 4 Confidence means",
            {
                "held": "a player holds at most 4",
                "lifetime": "a player earns at most 4 ever, lost ones counted",
            },
        ),
    ),
)
CNF_04: Final = _confidence(id="CNF-04", sentence="Confidence is lost only by becoming Incapacitated.")

# --- Growth ---

_growth = partial(Clause, chapter="Growth", source="Growth")

GRO_01: Final = _growth(id="GRO-01", sentence="Growth is Up or Down, and each Trait keeps its own.")
GRO_02: Final = _growth(
    id="GRO-02",
    sentence="Passing with a Trait's Reservation earns 1 Up-Growth on it, passing a Temptation Check with it "
    "1 Down-Growth; nothing else does.",
)
GRO_03: Final = _growth(
    id="GRO-03",
    sentence="4 Growth of one kind on a Trait can be spent: Up raises its Degree by one, Down lowers it by "
    "one.",
)
GRO_04: Final = _growth(
    id="GRO-04",
    sentence="Spending sets that Trait's Growth to 0, leaves the other Traits alone, and then earns "
    "Confidence.",
)
GRO_05: Final = _growth(
    id="GRO-05",
    sentence="Growth of the other kind is added, and all that was held of the first kind is lost, a full 4 "
    "as well.",
)
GRO_06: Final = _growth(
    id="GRO-06",
    status="ruling",
    sentence="Growth may be spent whenever no check is open, also while Incapacitated.",
    rulings=(
        _ruling(
            "growth_spend",
            "When Growth is spent",
            {
                "player_choice": "when the player wants to",
                "auto": "by itself at 4, after everything else of that check",
            },
        ),
    ),
)
GRO_07: Final = _growth(
    id="GRO-07",
    status="completion",
    source="completion",
    sentence="Growth stops at 4; a fifth point has no use and is not kept.",
)
GRO_08: Final = _growth(
    id="GRO-08",
    status="ruling",
    sentence="Up-Growth at Often and Down-Growth at Rarely cannot be spent, as there is no further Degree.",
    rulings=(
        _ruling(
            "growth_at_end",
            "Growth that no Degree has room for",
            {"record": "it is earned and held all the same", "ignore": "it is not earned"},
        ),
    ),
)
GRO_09: Final = _growth(
    id="GRO-09",
    status="ruling",
    sentence="One roll can earn both kinds: a Temptation Check passed with a Reservation.",
    rulings=(
        _ruling(
            "growth_double",
            "Up- and Down-Growth from one roll",
            {
                "down_last": "Up first, then Down, which therefore stays",
                "player_order": "the roller says which comes first",
                "cancel_both": "neither is earned, and what is held stays",
            },
        ),
    ),
)
GRO_10: Final = _growth(
    id="GRO-10",
    sentence="With full Confidence Growth can still be spent: the Degree moves, and no Confidence comes of "
    "it.",
)

# --- Temptation ---

_temptation = partial(Clause, chapter="Temptation", source="Temptation Checks")

TMP_01: Final = _temptation(
    id="TMP-01",
    sentence="Only a player starts a Temptation Check, to keep their own character from acting on an "
    "Impulse.",
)
TMP_02: Final = _temptation(id="TMP-02", sentence="Without the GM's approval there is no Temptation Check.")
TMP_03: Final = _temptation(id="TMP-03", sentence="It is rolled with the Trait that the Impulse belongs to.")
TMP_04: Final = _temptation(
    id="TMP-04", sentence="It is rolled, modified and read exactly like a Trait Check."
)
TMP_05: Final = _temptation(
    id="TMP-05",
    sentence="A pass resists the Impulse, earns 1 Down-Growth on the Trait, and awards every other player 1 "
    "INS of its type.",
)
TMP_06: Final = _temptation(
    id="TMP-06",
    sentence="After a fail the Impulse is acted on, even by somebody whom this roll Incapacitates: it is "
    "their last act.",
)
TMP_07: Final = _temptation(
    id="TMP-07",
    status="ruling",
    sentence="Whether a Temptation Check hands out Burdens.",
    rulings=(
        _ruling(
            "temptation_burdens",
            "Burdens from a Temptation Check",
            {"yes": "as a Trait Check does", "no": "none, not even on a natural 1"},
        ),
    ),
)
TMP_08: Final = _temptation(
    id="TMP-08", sentence="A Partial Success brings its Burden and, as a pass, the Growth and the award."
)
TMP_09: Final = _temptation(
    id="TMP-09",
    sentence="A natural 20 awards twice, for itself and for the Temptation; a natural 1 burdens everybody, "
    "and the Impulse is acted on.",
)

# --- Incapacitation ---

_incapacitation = partial(Clause, chapter="Incapacitation", source="Incapacitation")

INC_01: Final = _incapacitation(
    id="INC-01",
    sentence="A Burden that finds all three types full is not taken; its sufferer becomes Incapacitated "
    "instead. Being full is nothing yet.",
)
INC_02: Final = _incapacitation(
    id="INC-02",
    sentence="How it shows depends on the type that Burden first had: Injury, unconscious; Stress, hostile "
    "to everybody; Fear, fleeing or giving up.",
)
INC_03: Final = _incapacitation(
    id="INC-03",
    sentence="The Incapacitated make no check and help with none. They still earn and pick INS, add Spice "
    "and spend Growth.",
)
INC_04: Final = _incapacitation(
    id="INC-04",
    sentence="Whoever becomes Incapacitated loses 1 Confidence; having none, they lose all their INS.",
)
INC_05: Final = _incapacitation(
    id="INC-05",
    status="ruling",
    sentence="Somebody else's passed check aimed at the Incapacitated frees them; nobody frees themself.",
    rulings=(
        _ruling(
            "release_by_gm",
            "How somebody Incapacitated is freed",
            {"yes": "the GM may also free somebody without a roll", "no": "it takes a passed check"},
        ),
    ),
)
INC_06: Final = _incapacitation(
    id="INC-06",
    computable=False,
    sentence="What is done must answer the final Burden: treat or seek care for Injury, calm or win back for "
    "Stress, settle or persuade to stay for Fear. The GM judges.",
)
INC_07: Final = _incapacitation(
    id="INC-07",
    status="ruling",
    sentence="What a release does to the Burdens.",
    rulings=(
        _ruling(
            "release_burdens",
            "Which Burdens go when somebody is freed",
            {
                "clear_type": "those of the final type go",
                "keep": "all stay",
                "clear_one": "one of the final type goes",
                "clear_all": "all go",
            },
        ),
    ),
)
INC_08: Final = _incapacitation(
    id="INC-08",
    status="ruling",
    sentence="A Burden that reaches somebody Incapacitated is not taken and leaves the final type as it is.",
    rulings=(
        _ruling(
            "reincapacitate",
            "A Burden for somebody Incapacitated",
            {
                "nothing": "nothing more happens",
                "repeat_loss": "the loss of Confidence or INS is suffered again",
            },
        ),
    ),
)
INC_09: Final = _incapacitation(
    id="INC-09",
    sentence="When everybody takes a Burden, each player's is worked out for itself. Helping with a check "
    "that fails can leave the helper Incapacitated.",
)
INC_10: Final = _incapacitation(
    id="INC-10",
    sentence="When its Burden is one too many for the roller, a Partial Success has passed all the same: what it "
    "awards and earns stands.",
)

# --- Order ---

_order = partial(Clause, chapter="Order", source="How to perform a Trait Check")

TIM_01: Final = _order(
    id="TIM-01",
    sentence="Trait; Advantage or Disadvantage; Reservation, Assist and INS, which is paid at once; dice; "
    "result; Burdens; INS awards; Growth; Impulse or release.",
)
TIM_02: Final = _order(
    id="TIM-02",
    status="completion",
    source="completion",
    sentence="A move that is refused changes nothing at all.",
)

# --- Completions ---

_completions = partial(Clause, chapter="Completions", source="completion", status="completion")

CMP_01: Final = _completions(
    id="CMP-01",
    computable=False,
    sentence="A hint for new characters, never enforced: Rarely goes well with a Reservation, Often with an "
    "Impulse, Occasionally with either or both.",
)
CMP_02: Final = _completions(
    id="CMP-02",
    computable=False,
    sentence="Players rate their own six Traits; others may comment. There is no budget.",
)
CMP_03: Final = _completions(
    id="CMP-03",
    computable=False,
    sentence="A campaign has a Starting Off Point, and each character a list of gear; neither has numbers.",
)
CMP_04: Final = _completions(
    id="CMP-04",
    sentence="A recovery check names another player and one of their Burdens; a pass takes 1 of it away. It "
    "frees nobody, and a check that would free somebody names no Burden.",
)
CMP_05: Final = _completions(
    id="CMP-05",
    computable=False,
    sentence="A character has a name, pronouns, a look, a portrait and notes, none of them with a number.",
)
CMP_06: Final = _completions(
    id="CMP-06",
    sentence="Every player means every character in play: one whose player is away counts, a retired one "
    "does not, and one who joins late starts like everybody else.",
)

CLAUSES: Final = Clauses("YOU", [clause for clause in dict(vars()).values() if isinstance(clause, Clause)])
