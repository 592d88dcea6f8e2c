"""The rules of Inciting Incident as data, in the order of their chapters.

"Difficulty" counts six-sided dice that are added to a roll: the more of them, the easier it is.
"""

from __future__ import annotations

from typing import Final

from footlights.core import Clause, Clauses, Option, Ruling

_TALENTS: Final = "Abilities & Talents"
_DICE: Final = "Dice"
_DIFFICULTY: Final = "Difficulty"
_ADVANTAGE: Final = "Advantage & Disadvantage"
_CRISIS: Final = "Crisis"
_TRIGGERS: Final = "Triggers"
_TENSION: Final = "Rising Tension"
_SCENES: Final = "Scenes"
_COOPERATIVE: Final = "Cooperative scenes"
_ACTION: Final = "Action & Conflict scenes"
_SIMPLE: Final = "Simple Obstacles"
_COMPLEX: Final = "Complex Obstacles"
_DECISIVE: Final = "Decisive Actions"
_SKILLS: Final = "Skills"
_RECREATION: Final = "Recreating a Skill"
_BUILDING: Final = "Building & Advancement"
_CONFLICT: Final = "Conflict"
_PREPARATION: Final = "Preparation"

_OBSTACLES_TEXT: Final = "Simple & Complex Obstacles"
_OUTSIDE: Final = "the author's public rules page"
_OURS: Final = "completion"
_UNCONFIRMED: Final = "no source confirms it"


# -- Abilities & Talents ------------------------------------------------------------------------------------------

ABL_01: Final = Clause(
    id="ABL-01",
    chapter=_TALENTS,
    sentence="Every character has the three Abilities Fortitude, Perseverance and Nimbleness, each at a level "
    "from 0 to 9.",
    source=_TALENTS,
)
ABL_02: Final = Clause(
    id="ABL-02",
    chapter=_TALENTS,
    sentence="An Ability is never used to act on an Obstacle or to recreate a Skill. Only when instinct takes over in "
    "an emergency may the GM call for a reaction: the scene's difficulty dice and the Ability's dice against 20.",
    source=_TALENTS,
    status="ruling",
    rulings=(
        Ruling(
            name="ability_roll_crisis",
            title="Crisis from a reaction",
            default="none",
            options=(
                Option("none", "a reaction is reported and adds no Crisis"),
                Option("as_simple", "a reaction adds Crisis as a roll on a Simple Obstacle does"),
            ),
        ),
    ),
)
ABL_03: Final = Clause(
    id="ABL-03",
    chapter=_TALENTS,
    sentence="A character's defences and the hits they can take follow from their Abilities (CMP-02, CMP-03).",
    source=_TALENTS,
)
ABL_04: Final = Clause(
    id="ABL-04",
    chapter=_TALENTS,
    sentence="An Ability carries at most as many Talents as its level; at level 0 it carries none.",
    source=_TALENTS,
)
TAL_01: Final = Clause(
    id="TAL-01",
    chapter=_TALENTS,
    sentence="A Talent belongs to one Ability and has a name, a short description and some limitations. A Talent "
    "without a limitation is pointed out, not refused.",
    source=_TALENTS,
)
TAL_02: Final = Clause(
    id="TAL-02",
    chapter=_TALENTS,
    sentence="Player and GM agree what a Talent is called and what it means; within its limitations the player "
    "tells freely how it is used.",
    source=_TALENTS,
    computable=False,
)
TAL_03: Final = Clause(
    id="TAL-03",
    chapter=_TALENTS,
    sentence="A Talent has a level from 0 to 9 that never exceeds the level of its Ability.",
    source=_TALENTS,
)
TAL_04: Final = Clause(
    id="TAL-04",
    chapter=_TALENTS,
    sentence="Everybody can do ordinary things: the automatic way through never needs a Talent.",
    source=_TALENTS,
)

# -- Dice ---------------------------------------------------------------------------------------------------------

DIC_01: Final = Clause(
    id="DIC-01",
    chapter=_DICE,
    sentence="Levels 0 to 9 bring these dice: none, 1d4, 1d6, 1d8, 1d10, 2d6, 2d8, 2d10, 3d8, 3d10.",
    source=_OUTSIDE,
)
DIC_02: Final = Clause(
    id="DIC-02",
    chapter=_DICE,
    sentence="A level costs the sum of the numbers from 1 to it: 0, 1, 3, 6, 10, 15, 21, 28, 36, 45 points.",
    source=_OUTSIDE,
)
DIC_03: Final = Clause(
    id="DIC-03",
    chapter=_DICE,
    sentence="A roll is the sum of the difficulty dice and the dice of the Talent. At level 0 the difficulty dice "
    "are rolled alone.",
    source=_OBSTACLES_TEXT,
)
DIC_04: Final = Clause(
    id="DIC-04",
    chapter=_DICE,
    sentence="Every die that shows its highest face brings another die of the same kind into the roll.",
    source=_OBSTACLES_TEXT,
)
DIC_05: Final = Clause(
    id="DIC-05",
    chapter=_DICE,
    sentence="An added die is a die of the roll like any other, so it may explode in its turn.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="explode",
            title="Whether added dice explode",
            default="chain",
            options=(
                Option("chain", "added dice explode too, without end"),
                Option("once", "an added die adds no other"),
            ),
        ),
    ),
)

# -- Difficulty ---------------------------------------------------------------------------------------------------

DIF_01: Final = Clause(
    id="DIF-01",
    chapter=_DIFFICULTY,
    sentence="The GM sets how many difficulty dice a scene gives, from 1 to 9; 5 when nothing is said. More dice "
    "make rolls easier.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="base_difficulty_cost",
            title="What fewer than 5 difficulty dice cost the GM",
            default="free",
            options=(
                Option("free", "the GM simply decides"),
                Option("{per_die: n}", "n (0 to 99) Rising Tension for each die below 5"),
            ),
        ),
    ),
)
DIF_02: Final = Clause(
    id="DIF-02",
    chapter=_DIFFICULTY,
    sentence="For one Obstacle, or for what a character chooses to do, the GM may shift the number of difficulty "
    "dice directly.",
    source=_OBSTACLES_TEXT,
)
DIF_03: Final = Clause(
    id="DIF-03",
    chapter=_DIFFICULTY,
    sentence="An attack is rolled with the dice of the target's defence in place of the scene's.",
    source=_ADVANTAGE,
)
DIF_04: Final = Clause(
    id="DIF-04",
    chapter=_DIFFICULTY,
    sentence="The dice rolled are the base, the shift and the dice of Advantage or Disadvantage added up, then "
    "brought into 1 to 9.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="pool_clamp",
            title="How few and how many dice there can be",
            default="1..9",
            options=(
                Option("1..9", "never fewer than 1 die or more than 9"),
                Option("min1_only", "at least 1 die, no upper bound"),
                Option(
                    "base_only",
                    "base and shift are kept within 1 to 9, Advantage may lead outside; at least 0",
                ),
            ),
        ),
    ),
)

# -- Advantage & Disadvantage -------------------------------------------------------------------------------------

ADV_01: Final = Clause(
    id="ADV-01",
    chapter=_ADVANTAGE,
    sentence="Skills and terrain may give Advantage or Disadvantage, the GM grants Advantage for a well told "
    "action and buy Disadvantage with Rising Tension. All of it is settled before the dice.",
    source=_ADVANTAGE,
)
ADV_02: Final = Clause(
    id="ADV-02",
    chapter=_ADVANTAGE,
    sentence="Advantage and Disadvantage cancel one for one; only what is left counts.",
    source=_ADVANTAGE,
)
ADV_03: Final = Clause(
    id="ADV-03",
    chapter=_ADVANTAGE,
    sentence="What is left of Advantage adds difficulty dice, what is left of Disadvantage takes them away: one at "
    "1, two at 3, three at 6, four at 10.",
    source=_UNCONFIRMED,
    status="ruling",
    rulings=(
        Ruling(
            name="advantage_table",
            title="How much Advantage changes a die",
            default="[1, 3, 6, 10]",
            options=(
                Option(
                    "four rising integers from 1 to 99",
                    "the net amounts from which 1, 2, 3 and 4 dice change",
                ),
            ),
        ),
    ),
)
ADV_04: Final = Clause(
    id="ADV-04",
    chapter=_ADVANTAGE,
    sentence="Beyond 10 there is no further effect.",
    source=_ADVANTAGE,
    status="ruling",
    rulings=(
        Ruling(
            name="advantage_cap",
            title="Which comes first, cancelling or the limit of Advantage",
            default="net_first",
            options=(
                Option("net_first", "first they cancel, then the cap applies to what is left"),
                Option("each_side_first", "each side is capped at the table's last step, then they cancel"),
            ),
        ),
    ),
)

# -- Crisis -------------------------------------------------------------------------------------------------------

CRI_01: Final = Clause(
    id="CRI-01",
    chapter=_CRISIS,
    sentence="Crisis is a number of the scene: it starts at 0, never falls below 0 and ends with the scene.",
    source=_CRISIS,
)
CRI_02: Final = Clause(
    id="CRI-02",
    chapter=_CRISIS,
    sentence="Whenever Crisis rises, somebody caused it: whoever took the action that it comes from.",
    source=_CRISIS,
)
CRI_03: Final = Clause(
    id="CRI-03",
    chapter=_CRISIS,
    sentence="Only Advanced Actions and the GM lower Crisis, and on the way down no Trigger fires.",
    source=_SKILLS,
)
CRI_04: Final = Clause(
    id="CRI-04",
    chapter=_CRISIS,
    sentence="All the Crisis of one action is added in one step, surcharge included; what a recreation costs is a "
    "step of its own before it.",
    source=_OURS,
    status="completion",
)

# -- Triggers -----------------------------------------------------------------------------------------------------

TRG_01: Final = Clause(
    id="TRG-01",
    chapter=_TRIGGERS,
    sentence="The GM makes Triggers for a scene: each waits at one level of Crisis, or repeats at every multiple of "
    "a number.",
    source=_CRISIS,
)
TRG_02: Final = Clause(
    id="TRG-02",
    chapter=_TRIGGERS,
    sentence="A Trigger fires when an increase of Crisis passes its threshold.",
    source=_CRISIS,
    status="ruling",
    rulings=(
        Ruling(
            name="trigger_pass",
            title="What passing a threshold means",
            default="reach",
            options=(
                Option("reach", "reaching the threshold is enough"),
                Option("exceed", "the threshold must be exceeded"),
            ),
        ),
    ),
)
TRG_03: Final = Clause(
    id="TRG-03",
    chapter=_TRIGGERS,
    sentence="One increase over several thresholds fires them all, lowest first, equal ones in the order they were "
    "made; a repeating Trigger fires once for each multiple. Thresholds skipped count as passed. Where only one fires, "
    "Triggers that only the GM knows come after those that the players know: that is ours, so that what happens gives "
    "no secret away.",
    source=_CRISIS,
    status="ruling",
    rulings=(
        Ruling(
            name="trigger_multi",
            title="Several thresholds passed at once",
            default="each",
            options=(
                Option("each", "every threshold fires"),
                Option(
                    "highest_only", "one firing per increase: the highest threshold, the Trigger made first"
                ),
                Option("once_per_trigger", "no Trigger twice in one increase: of its thresholds the highest"),
            ),
        ),
    ),
)
TRG_04: Final = Clause(
    id="TRG-04",
    chapter=_TRIGGERS,
    sentence="A Trigger that fires strikes its causer first of all.",
    source=_CRISIS,
)
TRG_05: Final = Clause(
    id="TRG-05",
    chapter=_TRIGGERS,
    sentence="When Crisis falls and rises again, thresholds that it has passed before do not fire again.",
    source=_CRISIS,
    status="ruling",
    rulings=(
        Ruling(
            name="trigger_recross",
            title="A threshold that is passed again",
            default="highwater",
            options=(
                Option("highwater", "what was passed once stays quiet until the scene ends"),
                Option("refire", "a threshold fires whenever it is passed"),
            ),
        ),
    ),
)
TRG_06: Final = Clause(
    id="TRG-06",
    chapter=_TRIGGERS,
    sentence="Of a Trigger added during a scene only the thresholds that Crisis has not passed yet count.",
    source=_CRISIS,
    status="ruling",
    rulings=(
        Ruling(
            name="trigger_added",
            title="A Trigger added behind the Crisis level",
            default="future",
            options=(
                Option("future", "thresholds behind the Crisis level never fire"),
                Option(
                    "immediate",
                    "thresholds reached already fire at once, caused by the character whose Trigger it is; by "
                    "nobody when it is the GM's",
                ),
            ),
        ),
    ),
)
TRG_07: Final = Clause(
    id="TRG-07",
    chapter=_TRIGGERS,
    sentence="What a Trigger does is told in words. Confirming it, the GM may deal hits, or bring in an opponent, an "
    "Obstacle or a Trigger at no price, or raise Crisis again: same causer, a step of its own, after the Triggers "
    "that wait already.",
    source=_OURS,
    status="completion",
)
TRG_08: Final = Clause(
    id="TRG-08",
    chapter=_TRIGGERS,
    sentence="First an action has its own effect, then Crisis rises, then the Triggers that fired wait in line for "
    "the GM to confirm them one by one.",
    source=_OURS,
    status="completion",
)
TRG_09: Final = Clause(
    id="TRG-09",
    chapter=_TRIGGERS,
    sentence="With a Skill for it, or by the GM's leave, players make Triggers too; whose it is and "
    "whom it helps is written down.",
    source=_SKILLS,
)

# -- Rising Tension -----------------------------------------------------------------------------------------------

RT_01: Final = Clause(
    id="RT-01",
    chapter=_TENSION,
    sentence="Rising Tension is a number of the whole story: it starts at 0, outlives scenes and never falls below 0.",
    source=_TENSION,
)
RT_02: Final = Clause(
    id="RT-02",
    chapter=_TENSION,
    sentence="Each time somebody takes the automatic way past an Obstacle, it rises.",
    source=_TENSION,
    status="ruling",
    rulings=(
        Ruling(
            "rt_auto_pass",
            "Rising Tension for an automatic way past an Obstacle",
            "1",
            (Option("integer from 0 to 99", "by how much"),),
        ),
    ),
)
RT_03: Final = Clause(
    id="RT-03",
    chapter=_TENSION,
    sentence="An automatic Regular Action passes no Obstacle, and neither was a last Decisive Action chosen: neither "
    "raises it, unless the table says so for the former.",
    source=_TENSION,
    status="ruling",
    rulings=(
        Ruling(
            "rt_auto_regular",
            "Rising Tension for an automatic Regular Action",
            "0",
            (Option("integer from 0 to 99", "by how much an automatic Regular Action raises it"),),
        ),
    ),
)
RT_04: Final = Clause(
    id="RT-04",
    chapter=_TENSION,
    sentence="For what happens in the story the GM adds any amount, giving a reason.",
    source=_TENSION,
)
RT_05: Final = Clause(
    id="RT-05",
    chapter=_TENSION,
    sentence="The GM spends it on Obstacles, Triggers, enemies and Disadvantage, never more than there is. Before "
    "the first action of a scene or of its conversion the first three are free to add; afterwards they are bought. "
    "What is bought is paid for at any time; Disadvantage is for the next roll of one character.",
    source=_TENSION,
    status="ruling",
    rulings=(
        Ruling(
            name="rt_price",
            title="What Rising Tension buys",
            default="{trigger: 1, obstacle: 1, enemy: 1, disadvantage: 1}",
            options=(
                Option("{trigger: n, obstacle: n, enemy: n, disadvantage: n}", "what each costs, 0 to 99"),
            ),
        ),
    ),
)
RT_06: Final = Clause(
    id="RT-06",
    chapter=_TENSION,
    sentence="A restful scene may lower it; the GM judges which scene that is, and gives a reason.",
    source=_TENSION,
    status="ruling",
    rulings=(
        Ruling(
            name="rt_rest",
            title="How far a rest lowers Rising Tension",
            default="gm_amount",
            options=(
                Option("gm_amount", "the GM says by how much"),
                Option("{fixed: n}", "always by n, 0 to 99"),
            ),
        ),
    ),
)
RT_07: Final = Clause(
    id="RT-07",
    chapter=_TENSION,
    sentence="Cooperative scenes in a row raise it (COO-04).",
    source=_SCENES,
)

# -- Scenes -------------------------------------------------------------------------------------------------------

SCN_01: Final = Clause(
    id="SCN-01",
    chapter=_SCENES,
    sentence="A scene is a Cooperative, Action or Conflict scene with certain characters, in one place and without "
    "a gap in time.",
    source=_SCENES,
)
SCN_02: Final = Clause(
    id="SCN-02",
    chapter=_SCENES,
    sentence="Another place, a lapse of time or somebody who was not there make a new scene: Crisis is 0 again, and "
    "Triggers, Obstacles, difficulty, uses of Talents, opponents, Flow and rounds are gone; hits and Rising Tension "
    "stay.",
    source=_SCENES,
)
SCN_03: Final = Clause(
    id="SCN-03",
    chapter=_SCENES,
    sentence="A character who may well have been there all along can step in without a new scene; the GM confirms it.",
    source=_SCENES,
)
SCN_04: Final = Clause(
    id="SCN-04",
    chapter=_SCENES,
    sentence="Time may pass within one scene when place and characters stay the same; the GM decides.",
    source=_SCENES,
    computable=False,
)
SCN_05: Final = Clause(
    id="SCN-05",
    chapter=_SCENES,
    sentence="Only characters in the scene act in it, are confronted in it and gain from it.",
    source=_SCENES,
)
SCN_06: Final = Clause(
    id="SCN-06",
    chapter=_SCENES,
    sentence="A scene may turn into another kind and go on: Cooperative into Action or Conflict, Action into "
    "Conflict, and a Conflict that is over back into Action. Meanwhile the Obstacle waits, of whatever kind.",
    source=_SCENES,
    status="ruling",
    rulings=(
        Ruling(
            name="convert_crisis",
            title="Crisis when Action turns into Conflict",
            default="keep",
            options=(
                Option("keep", "Crisis stays as it is"),
                Option("reset", "Crisis starts at 0 again; coming back to Action keeps it"),
            ),
        ),
    ),
)

# -- Cooperative scenes -------------------------------------------------------------------------------------------

COO_01: Final = Clause(
    id="COO-01",
    chapter=_COOPERATIVE,
    sentence="In a Cooperative scene nothing is at stake: it has neither Obstacles nor Triggers, and Crisis does not "
    "rise.",
    source=_SCENES,
)
COO_02: Final = Clause(
    id="COO-02",
    chapter=_COOPERATIVE,
    sentence="Only here Talents and Skills are learned, upgraded and changed, and wounds heal by themselves. "
    "Upgrading is one level; a new Talent starts at 1; a change is new wording, or a Skill for one that costs no more.",
    source=_SCENES,
)
COO_03: Final = Clause(
    id="COO-03",
    chapter=_COOPERATIVE,
    sentence="One such scene is good for one step: a Talent or a Skill that is new, better or another.",
    source=_SCENES,
    status="ruling",
    rulings=(
        Ruling(
            name="coop_limit",
            title="How many changes a Cooperative scene allows",
            default="per_scene",
            options=(
                Option("per_scene", "one for the whole party"),
                Option("per_character", "one for each character"),
            ),
        ),
    ),
)
COO_04: Final = Clause(
    id="COO-04",
    chapter=_COOPERATIVE,
    sentence="Cooperative scenes that follow each other raise Rising Tension as they begin: the first by nothing, the "
    "second by 1, the third by 2, and so on.",
    source=_SCENES,
)
COO_05: Final = Clause(
    id="COO-05",
    chapter=_COOPERATIVE,
    sentence="An Action or Conflict scene, or turning into one, ends the row; what it raised stays.",
    source=_SCENES,
)
COO_06: Final = Clause(
    id="COO-06",
    chapter=_COOPERATIVE,
    sentence="A montage is a Cooperative scene like any other, only told briefly.",
    source=_SCENES,
)
COO_07: Final = Clause(
    id="COO-07",
    chapter=_COOPERATIVE,
    sentence="Healing does not use up the scene's one change.",
    source=_SCENES,
    status="ruling",
    rulings=(
        Ruling(
            name="coop_heal_counts",
            title="Healing in a Cooperative scene",
            default="no",
            options=(
                Option("no", "healing comes on top"),
                Option("yes", "healing is a change and falls under the same limit"),
            ),
        ),
    ),
)

# -- Action & Conflict scenes -------------------------------------------------------------------------------------

ACT_01: Final = Clause(
    id="ACT-01",
    chapter=_ACTION,
    sentence="For an Action scene the GM prepares Triggers and a sequence of Simple and Complex Obstacles.",
    source=_SCENES,
)
CON_01: Final = Clause(
    id="CON-01",
    chapter=_ACTION,
    sentence="A Conflict has a Flow of Battle in place of an Obstruction: each side gains ground by Regular Actions "
    "and then strikes decisively.",
    source=_SCENES,
    status="ruling",
    rulings=(
        Ruling(
            name="conflict",
            title="How Conflict is played",
            default="flow",
            options=(
                Option("flow", "the conflict rules of this game's completions"),
                Option("free_entry", "the GM keeps Flow, hits and turns; rolls are only read"),
            ),
        ),
    ),
)
CON_02: Final = Clause(
    id="CON-02",
    chapter=_ACTION,
    sentence="The other side of a Conflict need not be present: the situation itself can be the opposition.",
    source=_SCENES,
)

# -- Simple Obstacles ---------------------------------------------------------------------------------------------

SIM_01: Final = Clause(
    id="SIM-01",
    chapter=_SIMPLE,
    sentence="A Simple Obstacle takes one action of one character; then everybody else in the scene is past it too.",
    source=_OBSTACLES_TEXT,
)
SIM_02: Final = Clause(
    id="SIM-02",
    chapter=_SIMPLE,
    sentence="Whom it confronts the GM decides or the group agrees; else chance picks. Nobody else may take it on.",
    source=_OBSTACLES_TEXT,
)
SIM_03: Final = Clause(
    id="SIM-03",
    chapter=_SIMPLE,
    sentence="Rarely an Obstacle is individual: each character has to pass it, and it is behind them when all have.",
    source=_OBSTACLES_TEXT,
)
SIM_04: Final = Clause(
    id="SIM-04",
    chapter=_SIMPLE,
    sentence="The player chooses: pass automatically for 4 Crisis, or roll with a Talent.",
    source=_OBSTACLES_TEXT,
)
SIM_05: Final = Clause(
    id="SIM-05",
    chapter=_SIMPLE,
    sentence="Whoever reaches 20 succeeds: 2 Crisis, and the Obstacle is passed.",
    source=_OBSTACLES_TEXT,
)
SIM_06: Final = Clause(
    id="SIM-06",
    chapter=_SIMPLE,
    sentence="A lower total is a failure: as much Crisis as is missing to 20, at least 2; the Obstacle is passed "
    "all the same.",
    source=_OBSTACLES_TEXT,
)

# -- Complex Obstacles --------------------------------------------------------------------------------------------

CPX_01: Final = Clause(
    id="CPX-01",
    chapter=_COMPLEX,
    sentence="A Complex Obstacle has an Obstruction, a number that everybody sees at all times.",
    source=_OBSTACLES_TEXT,
)
CPX_02: Final = Clause(
    id="CPX-02",
    chapter=_COMPLEX,
    sentence="Everybody in the scene may take Regular Actions on it, in any order.",
    source=_OBSTACLES_TEXT,
)
CPX_03: Final = Clause(
    id="CPX-03",
    chapter=_COMPLEX,
    sentence="While a Complex Obstacle is the current one, nobody takes two actions in a row. On any other, or "
    "without an Obstacle, Advanced Actions and recreations may follow each other freely.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="in_a_row_scope",
            title="Acting twice in a row across Obstacles",
            default="obstacle",
            options=(
                Option("obstacle", "a new Obstacle starts afresh"),
                Option("scene", "who acted last is remembered from one Obstacle to the next"),
            ),
        ),
        Ruling(
            name="in_a_row_counts",
            title="Which actions count as acting in a row",
            default="all",
            options=(
                Option("all", "Regular, Decisive and Advanced Actions count"),
                Option("regular_only", "only Regular Actions count"),
            ),
        ),
    ),
)
CPX_04: Final = Clause(
    id="CPX-04",
    chapter=_COMPLEX,
    sentence="When only one character in the scene can act, they may act again and again.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="solo",
            title="Acting twice in a row when alone",
            default="waive",
            options=(
                Option("waive", "a lone character may act twice in a row"),
                Option("strict", "not even a lone character may"),
            ),
        ),
    ),
)
CPX_05: Final = Clause(
    id="CPX-05",
    chapter=_COMPLEX,
    sentence="An automatic Regular Action takes 4 off the Obstruction for 4 Crisis and uses no Talent.",
    source=_OBSTACLES_TEXT,
)
CPX_06: Final = Clause(
    id="CPX-06",
    chapter=_COMPLEX,
    sentence="A rolled Regular Action of 20 or more takes off what the total has above 20, for 2 Crisis.",
    source=_OBSTACLES_TEXT,
)
CPX_07: Final = Clause(
    id="CPX-07",
    chapter=_COMPLEX,
    sentence="Below 20 it takes nothing off and adds as much Crisis as is missing to 20.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="regular_fail_min",
            title="The least Crisis from a failed Regular Action",
            default="2",
            options=(
                Option("2", "at least 2, as on a Simple Obstacle"),
                Option("0", "no minimum"),
            ),
        ),
    ),
)
CPX_08: Final = Clause(
    id="CPX-08",
    chapter=_COMPLEX,
    sentence="Each Regular Action with a Talent that its character has used before adds 3 more Crisis, whether it "
    "succeeds or not.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="talent_surcharge",
            title="The price of using a Talent again",
            default="flat",
            options=(
                Option("flat", "3 for each use after the first"),
                Option("cumulative", "3 for the second use, 6 for the third, and so on"),
            ),
        ),
    ),
)
CPX_09: Final = Clause(
    id="CPX-09",
    chapter=_COMPLEX,
    sentence="Uses are counted for each Complex Obstacle; only Regular Actions count and pay.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="surcharge_scope",
            title="How long the uses of a Talent are counted",
            default="obstacle",
            options=(
                Option("obstacle", "a new Obstacle counts from the start"),
                Option("scene", "uses count through the whole scene"),
            ),
        ),
    ),
)
CPX_10: Final = Clause(
    id="CPX-10",
    chapter=_COMPLEX,
    sentence="Obstruction stops at 0, and even then a Decisive Action has to be taken.",
    source=_OBSTACLES_TEXT,
)

# -- Decisive Actions ---------------------------------------------------------------------------------------------

DEC_01: Final = Clause(
    id="DEC-01",
    chapter=_DECISIVE,
    sentence="Only a Decisive Action passes a Complex Obstacle: a roll with a Talent against its Obstruction. There "
    "is no automatic one, and no surcharge.",
    source=_OBSTACLES_TEXT,
)
DEC_02: Final = Clause(
    id="DEC-02",
    chapter=_DECISIVE,
    sentence="A total that reaches the Obstruction beats the Obstacle for 2 Crisis.",
    source=_OBSTACLES_TEXT,
)
DEC_03: Final = Clause(
    id="DEC-03",
    chapter=_DECISIVE,
    sentence="A lower total adds as much Crisis as is missing, and the Obstacle stands.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="decisive_fail_min",
            title="The least Crisis from a failed Decisive Action",
            default="0",
            options=(
                Option("0", "what is missing, however little"),
                Option("2", "at least 2"),
            ),
        ),
    ),
)
DEC_04: Final = Clause(
    id="DEC-04",
    chapter=_DECISIVE,
    sentence="The GM allows 1, 2 or 3 attempts at it for the whole party.",
    source=_OBSTACLES_TEXT,
)
DEC_05: Final = Clause(
    id="DEC-05",
    chapter=_DECISIVE,
    sentence="The last attempt passes whatever the total, and its Crisis is charged as usual.",
    source=_OBSTACLES_TEXT,
    status="ruling",
    rulings=(
        Ruling(
            name="last_attempt",
            title="Whether the last attempt is rolled",
            default="roll",
            options=(
                Option("roll", "it is rolled and charged like any other"),
                Option("no_roll", "it passes without a roll and adds the Obstruction as Crisis"),
            ),
        ),
    ),
)

# -- Skills -------------------------------------------------------------------------------------------------------

SKL_01: Final = Clause(
    id="SKL-01",
    chapter=_SKILLS,
    sentence="A Skill belongs to a Talent and has a cost. It is a Modifier of actions and attacks, an Advanced "
    "Action, or something else that needs no roll.",
    source=_SKILLS,
)
SKL_02: Final = Clause(
    id="SKL-02",
    chapter=_SKILLS,
    sentence="A Skill can change the Crisis of an action, shield from Triggers, change difficulty or effect, lower "
    "Crisis, step in on a Trigger, heal, or add a Trigger (CMP-13, CMP-14).",
    source=_SKILLS,
)

# -- Recreating a Skill -------------------------------------------------------------------------------------------

REC_01: Final = Clause(
    id="REC-01",
    chapter=_RECREATION,
    sentence="With a roll of a Talent of their own, characters may try to recreate a Skill they lack, if it makes "
    "sense and breaks no limitation of the Talent; the GM confirms that.",
    source=_SKILLS,
)
REC_02: Final = Clause(
    id="REC-02",
    chapter=_RECREATION,
    sentence="The attempt adds as much Crisis as the Skill costs, whether it succeeds or not.",
    source=_SKILLS,
    status="ruling",
    rulings=(
        Ruling(
            name="recreate_crisis",
            title="The Crisis of recreating a Skill",
            default="cost_only",
            options=(
                Option("cost_only", "the cost and nothing else"),
                Option(
                    "cost_plus_roll", "also 2 on a success, what is missing to 20 (at least 2) on a failure"
                ),
            ),
        ),
    ),
)
REC_03: Final = Clause(
    id="REC-03",
    chapter=_RECREATION,
    sentence="It is rolled with 5 difficulty dice, whatever the scene's, at as much Disadvantage as the Skill costs "
    "(netted with any other, and with Advantage), against 20.",
    source=_SKILLS,
)
REC_04: Final = Clause(
    id="REC-04",
    chapter=_RECREATION,
    sentence="On a success the Modifier works on the action at hand, or the Advanced Action may be tried.",
    source=_SKILLS,
)
REC_05: Final = Clause(
    id="REC-05",
    chapter=_RECREATION,
    sentence="Without the Modifier that failed, the action is still possible at 1 Disadvantage for every 5 of the "
    "cost; after a failed Advanced Action nothing more happens.",
    source=_SKILLS,
    status="ruling",
    rulings=(
        Ruling(
            name="recreate_round",
            title="How a cost is divided by five",
            default="floor",
            options=(
                Option("floor", "only full fives count"),
                Option("ceil", "a part of five counts as five"),
            ),
        ),
    ),
)
REC_06: Final = Clause(
    id="REC-06",
    chapter=_RECREATION,
    sentence="A recreation and the action it is for are one turn: until that action is rolled with the same Talent, "
    "or given up, nobody else acts. Giving up uses the turn, though a Simple Obstacle is still to be taken on; so does "
    "failing to recreate an Advanced one. In a Cooperative scene nothing is recreated.",
    source=_SKILLS,
    status="ruling",
    rulings=(
        Ruling(
            name="recreate_uses_turn",
            title="The turn after a failed Advanced recreation",
            default="yes",
            options=(
                Option("yes", "a failed Advanced recreation is the turn"),
                Option("no", "the turn is still there to be used"),
            ),
        ),
    ),
)
REC_07: Final = Clause(
    id="REC-07",
    chapter=_RECREATION,
    sentence="As an option, a Skill can be learned only by somebody who has recreated it (for an Advanced one: whose "
    "Advanced Action then succeeded).",
    source=_SKILLS,
    status="ruling",
    rulings=(
        Ruling(
            name="skill_learning",
            title="Which Skills can be learned",
            default="off",
            options=(
                Option("off", "any Skill of the table's list can be learned"),
                Option("on", "only what one has recreated can be learned"),
            ),
        ),
    ),
)

# -- Building & Advancement ---------------------------------------------------------------------------------------

CMP_01: Final = Clause(
    id="CMP-01",
    chapter=_BUILDING,
    sentence="Abilities, Talents and Skills are bought from points; more than the budget is pointed out, and the GM "
    "may accept it. Going up to level L costs L.",
    source=_OURS,
    status="completion",
    rulings=(
        Ruling(
            name="points",
            title="Points to build a character from",
            default="{abilities: 20, talents: 30, skills: 10}",
            options=(
                Option(
                    "{abilities: n, talents: n, skills: n}", "the budget of a new character, 0 to 999 each"
                ),
                Option("off", "no budget"),
            ),
        ),
    ),
)

# -- Conflict -----------------------------------------------------------------------------------------------------

CMP_02: Final = Clause(
    id="CMP-02",
    chapter=_CONFLICT,
    sentence="Who attacks rolls as many difficulty dice as the table gives for the Ability that defends. Before "
    "anything is rolled, the target's player says which one fits; the GM decides if somebody objects.",
    source=_OURS,
    status="completion",
    rulings=(
        Ruling(
            name="defence_table",
            title="The attacker's dice against a defence",
            default="[7, 7, 6, 6, 5, 5, 4, 4, 3, 3]",
            options=(Option("ten integers from 0 to 99", "the attacker's dice against levels 0 to 9"),),
        ),
        Ruling(
            name="defence_pick",
            title="Who names the Ability that defends",
            default="defender",
            options=(
                Option("defender", "whoever plays the target names the Ability"),
                Option("gm", "the GM names it"),
            ),
        ),
    ),
)
CMP_03: Final = Clause(
    id="CMP-03",
    chapter=_CONFLICT,
    sentence="How many hits somebody can take follows from Fortitude; the GM may set another number for an opponent.",
    source=_OURS,
    status="completion",
    rulings=(
        Ruling(
            name="hits_table",
            title="How many hits somebody can take",
            default="[2, 2, 2, 3, 3, 3, 4, 4, 4, 5]",
            options=(Option("ten integers from 1 to 99", "the hits that Fortitude 0 to 9 can take"),),
        ),
    ),
)
CMP_04: Final = Clause(
    id="CMP-04",
    chapter=_CONFLICT,
    sentence="There are two sides, the characters and the opposition; one attacks the other. A character may go over "
    "by the player's own choice. An opponent has 1 to 3 turns in a round and no Skills. With no opponents "
    "the situation is the opposition: it defends with the scene's dice, takes hits and no turns.",
    source=_OURS,
    status="completion",
)
CMP_05: Final = Clause(
    id="CMP-05",
    chapter=_CONFLICT,
    sentence="The Flow of Battle is one number that starts at 0; above 0 it favours the characters, below 0 the "
    "opposition.",
    source=_OURS,
    status="completion",
)
CMP_06: Final = Clause(
    id="CMP-06",
    chapter=_CONFLICT,
    sentence="In a round everybody who can act takes their turns in any order, or passes; when all have, or the GM "
    "gives up what the opponents have left, the GM starts the next. A turn is a move, an attack, a press, a strike, an "
    "Advanced Action or a pass.",
    source=_OURS,
    status="completion",
    rulings=(
        Ruling(
            name="conflict_order",
            title="Who takes the next turn in a round",
            default="free",
            options=(
                Option("free", "in any order"),
                Option("alternate", "after one side the other is next, if it has turns left"),
            ),
        ),
    ),
)
CMP_07: Final = Clause(
    id="CMP-07",
    chapter=_CONFLICT,
    sentence="An attack of 20 or more moves the Flow by what the total has above 20. A character adds Crisis as by a "
    "Regular Action, uses of a Talent counted through the conflict; opponents add none.",
    source=_OURS,
    status="completion",
)
CMP_08: Final = Clause(
    id="CMP-08",
    chapter=_CONFLICT,
    sentence="A character may press without a roll: the Flow moves 4 their way, for 4 Crisis; Rising "
    "Tension stays as it is.",
    source=_OURS,
    status="completion",
)
CMP_09: Final = Clause(
    id="CMP-09",
    chapter=_CONFLICT,
    sentence="A strike is rolled against 32 less the striker's advantage in the Flow, and never less than 20. "
    "Reached, it deals a hit (or wins the victory named before) and the Flow returns to 0; missed, it adds Crisis as a "
    "Decisive Action does.",
    source=_OURS,
    status="completion",
    rulings=(
        Ruling(
            "decisive_base",
            "The number that a strike has to reach",
            "32",
            (Option("integer from 0 to 999", "the number to reach when the Flow is 0"),),
        ),
        Ruling(
            "decisive_floor",
            "The lowest number for a strike",
            "20",
            (Option("integer from 0 to 999", "the number below which it never falls"),),
        ),
    ),
)
CMP_10: Final = Clause(
    id="CMP-10",
    chapter=_CONFLICT,
    sentence="Whoever has taken all their hits is out, in every scene: no actions, not confronted, not attacked; once "
    "healed they return in the next round. A side with nobody standing, even from the start, has lost; the GM may end "
    "a conflict at any time.",
    source=_OURS,
    status="completion",
)
CMP_11: Final = Clause(
    id="CMP-11",
    chapter=_CONFLICT,
    sentence="Into a conflict under way the GM brings opponents for Rising Tension; those there at its beginning are "
    "free.",
    source=_OURS,
    status="completion",
)
CMP_12: Final = Clause(
    id="CMP-12",
    chapter=_CONFLICT,
    sentence="Hits stay after a scene. Whoever is in a Cooperative scene heals in it once at the most.",
    source=_OURS,
    status="completion",
    rulings=(
        Ruling(
            name="heal_amount",
            title="How many hits a healing heals",
            default="1",
            options=(
                Option("integer from 1 to 99", "how many hits heal"),
                Option("all", "all hits heal"),
            ),
        ),
    ),
)

# -- Skills at work -----------------------------------------------------------------------------------------------

CMP_13: Final = Clause(
    id="CMP-13",
    chapter=_SKILLS,
    sentence="One Modifier, named before the dice, may go with what its own Talent does, be it an action or an attack: "
    "less Crisis, more Advantage, more effect on a success, or a shield from the first Triggers the action fires, "
    "those that only the GM knows last, so that what happens gives no secret away. Words without a number are told.",
    source=_OURS,
    status="completion",
)
CMP_14: Final = Clause(
    id="CMP-14",
    chapter=_SKILLS,
    sentence="An Advanced Action is a roll with its Talent at the scene's dice against 20: on a success its effect "
    "and then 2 Crisis, on a failure what is missing, at least 2. It takes a turn and counts for CPX-03, except to "
    "step in on a waiting Trigger, once for each. Healing may name anybody in the scene, hurt or not.",
    source=_OURS,
    status="completion",
    rulings=(
        Ruling(
            name="advanced_limit",
            title="How often an Advanced Skill can succeed",
            default="one_success",
            options=(
                Option("one_success", "each Skill succeeds once per character and scene, stepping in aside"),
                Option("none", "no limit"),
            ),
        ),
    ),
)
CMP_15: Final = Clause(
    id="CMP-15",
    chapter=_BUILDING,
    sentence="A character sheet has an overview, Abilities and Talents, defences, actions, Skills and details.",
    source=_OURS,
    status="completion",
    computable=False,
)
CMP_16: Final = Clause(
    id="CMP-16",
    chapter=_BUILDING,
    sentence="The GM awards points; they are shown, not enforced. New Skills go into the table's list, from which "
    "others learn or recreate them.",
    source=_OURS,
    status="completion",
)
CMP_17: Final = Clause(
    id="CMP-17",
    chapter=_CONFLICT,
    sentence="A conflict without opponents asks how many hits the situation takes, 3 if nothing is said. It is the "
    "only target then and has no Abilities.",
    source=_OURS,
    status="completion",
)
CMP_18: Final = Clause(
    id="CMP-18",
    chapter=_PREPARATION,
    sentence="The GM can write scenes, Triggers, Obstacles and opponents down beforehand as notes, and bring them in "
    "as often as wanted.",
    source=_OURS,
    status="completion",
)

CLAUSES: Final = Clauses(
    "II",
    (
        *(ABL_01, ABL_02, ABL_03, ABL_04, TAL_01, TAL_02, TAL_03, TAL_04),
        *(DIC_01, DIC_02, DIC_03, DIC_04, DIC_05, DIF_01, DIF_02, DIF_03, DIF_04),
        *(ADV_01, ADV_02, ADV_03, ADV_04, CRI_01, CRI_02, CRI_03, CRI_04),
        *(TRG_01, TRG_02, TRG_03, TRG_04, TRG_05, TRG_06, TRG_07, TRG_08, TRG_09),
        *(RT_01, RT_02, RT_03, RT_04, RT_05, RT_06, RT_07),
        *(SCN_01, SCN_02, SCN_03, SCN_04, SCN_05, SCN_06),
        *(COO_01, COO_02, COO_03, COO_04, COO_05, COO_06, COO_07, ACT_01, CON_01, CON_02),
        *(SIM_01, SIM_02, SIM_03, SIM_04, SIM_05, SIM_06),
        *(CPX_01, CPX_02, CPX_03, CPX_04, CPX_05, CPX_06, CPX_07, CPX_08, CPX_09, CPX_10),
        *(DEC_01, DEC_02, DEC_03, DEC_04, DEC_05, SKL_01, SKL_02),
        *(REC_01, REC_02, REC_03, REC_04, REC_05, REC_06, REC_07),
        *(CMP_01, CMP_02, CMP_03, CMP_04, CMP_05, CMP_06, CMP_07, CMP_08, CMP_09, CMP_10, CMP_11, CMP_12),
        *(CMP_13, CMP_14, CMP_15, CMP_16, CMP_17, CMP_18),
    ),
)
