"""What each seat sees: views, panels, secrets, and sentences."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from footlights.core import GM, SPECTATOR, Card, Fact, Meter, Note, Panel
from footlights.games.inciting_incident import SYSTEM, saying
from footlights.games.inciting_incident.bounds import faults
from footlights.games.inciting_incident.scenery import Complex, Individual, Simple
from footlights.games.inciting_incident.state import State
from tests.games.inciting_incident.playing import GUARD, Playing, sheet, skill


def panel(playing: Playing, seat: str, wanted: str) -> Panel:
    """One panel of that seat's page."""
    return next(one for one in SYSTEM.panels(SYSTEM.view(playing.state, seat)) if one.id == wanted)


def words(shown: Panel) -> list[str]:
    """The lines of a panel in short."""
    found = []
    for line in shown.lines:
        match line:
            case Fact():
                found.append(f"{line.label}: {line.value}")
            case Meter():
                found.append(f"{line.label}: {line.value} of {line.lo}..{line.hi}")
            case Card():
                found.append(
                    f"{line.kind} {line.title}: " + "; ".join(f"{f.label} {f.value}" for f in line.facts)
                )
            case Note():
                found.append(line.text)
    return found


EASIER = "More difficulty dice make a roll easier."


@pytest.mark.clause("II-DIF-01", "II-CPX-01", "II-CRI-01", "II-TRG-01")
def test_the_scene_and_its_obstacle() -> None:
    playing = Playing().gm("gain_tension", n=1, reason="dusk").scene(title="The tower").trigger("Fire", 25)
    assert words(panel(playing, "Ana", "obstacle")) == ["No Obstacle is in the way."]
    playing.gm("add_obstacle", kind="complex", obstruction=14, attempts=2, title="A gate", shift=-1)
    playing.roll("Ana", "regular", 5, 5, 4, 2, 3, via="Climb").gm("buy", what="disadvantage", who="Bo")
    assert words(panel(playing, "Ana", "tension")) == [
        "Crisis: 2 of 0..25",
        "Next Trigger: at 25, 23 to go",
        "Rising Tension: 0",
    ]
    crisis = panel(playing, "Ana", "tension").lines[0]
    assert isinstance(crisis, Meter)
    assert crisis.marks == ((25, "“Fire” (every 25)"),)
    assert words(panel(playing, "Ana", "scene")) == [
        "Kind: Action scene",
        "Here: Ana, Bo and Cy",
        "Difficulty dice: 5d6",
        EASIER,
        "Bo's next roll: 1 Disadvantage",
        "Trigger “Fire” at every 25 Crisis: Fires next at 25 Crisis",
    ]
    assert words(panel(playing, "Ana", "obstacle")) == [
        "“A gate”, a Complex Obstacle of Obstruction 14 with 2 attempts.",
        "Difficulty dice: -1",
        "Obstruction: 14",
        "Decisive attempts left: 2",
        "Acted last: Ana",
        "Ana's Climb: used 1x: the next use costs more",
    ]


def test_a_talent_that_was_used_by_mistake_costs_no_more() -> None:
    playing = Playing().scene().obstacle().roll("Ana", "regular", 5, 5, 4, 2, 1, 3, via="Climb")
    playing.gm("correct", counter="Uses: Ana, Climb", value=0, reason="it was Break")
    assert not [line for line in words(panel(playing, "Ana", "obstacle")) if line.startswith("Ana's")]


def test_simple_and_individual_obstacles() -> None:
    playing = (
        Playing()
        .scene()
        .gm("add_obstacle", kind="simple")
        .gm("add_obstacle", kind="individual", each=["Ana", "Bo"])
    )
    assert words(panel(playing, "Ana", "obstacle"))[1] == "Confronted: nobody yet"
    assert words(panel(playing, "Ana", "owed")) == ["GM: whom does the Obstacle confront?"]
    playing.gm("confront", who="Ana").do("Ana", "act", via="automatic").do("Bo", "act", via="automatic")
    assert words(panel(playing, "Ana", "obstacle")) == [
        "Overcome so far: 1",
        "An Obstacle that Ana and Bo must pass one by one.",
        "Have passed: Bo",
    ]


@pytest.mark.clause("II-CMP-05", "II-CMP-06", "II-CMP-02")
def test_the_conflict() -> None:
    playing = (
        Playing().fight({**GUARD, "text": "Bored."}).do("Ana", "press").do("Bo", "move", zone="the stair")
    )
    shown = words(panel(playing, "Ana", "conflict"))
    assert shown[:3] == [
        "Flow of Battle: 4 of -20..20",
        "The Flow is: +4, for the characters",
        "Round: 1",
    ]
    flow = panel(playing, "GM", "conflict").lines[0]
    assert isinstance(flow, Meter)
    assert flow.ends == ("the opposition", "the characters"), "in the same words for whoever looks"
    assert shown[4] == (
        "characters Bo: Hits 0 of 2; Turns left 0; An attacker rolls "
        "6d6 against Fortitude, 5d6 against Perseverance, 3d6 against Nimbleness; Zone the stair"
    )
    assert shown[6].startswith(
        "opposition Guard: Hits 0 of 2; Turns left 1; An attacker rolls 5d6 against Fortitude"
    )
    playing.gm("end_conflict", result="parley")
    assert "It is over: parley." in words(panel(playing, "Ana", "conflict"))
    playing.fight().gm("hit", who="Ana", n=9)
    assert words(panel(playing, "Ana", "conflict"))[-1] == "opposition The situation: Hits 0 of 3"
    assert words(panel(playing, "Ana", "conflict"))[3].startswith("characters Ana: Hits 4 of 4, out")


def test_a_cooperative_scene() -> None:
    playing = (
        Playing().scene("cooperative", montage=True).do("Ana", "heal").do("Ana", "upgrade", talent="Climb")
    )
    assert words(panel(playing, "Bo", "scene")) == [
        "Kind: Montage",
        "Here: Ana, Bo and Cy",
        "Changed something: Ana",
        "Healed: Ana",
    ]
    assert words(panel(playing, "Bo", "tension")) == ["Rising Tension: 0", "Cooperative scenes in a row: 1"]


@pytest.mark.clause("II-ADV-01", "II-DIF-02")
def test_a_roll_shows_everything_that_counts_with_its_sign() -> None:
    playing = Playing(sheet("Ana", skill("Sure", "modifier", advantage=2)), sheet("Bo")).scene()
    playing.gm("add_obstacle", kind="complex", obstruction=9, attempts=3, shift=1)
    playing.do("Ana", "regular", via="Climb", skill="Sure", saying="Up.")
    assert words(panel(playing, "Bo", "roll:Ana"))[-1] == "Waits for: GM"
    playing.gm("rule", who="Ana", adv=1, dis=1, shift=-2)
    assert words(panel(playing, "Bo", "roll:Ana")) == [
        "Ana plans a Regular Action with Climb and Sure.",
        "Up.",
        "Difficulty dice by the scene: 5d6",
        "Shift, the GM: -2",
        "Shift, the Obstacle: +1",
        "Advantage, the GM: +1",
        "Advantage, Sure: +2",
        "Disadvantage, the GM: -1",
        "Rolled: 5d6 + 1d8",
        EASIER,
        "To reach: 20",
        "Waits for: Ana",
    ]
    playing.do("Ana", "commit")
    assert panel(playing, "Bo", "roll:Ana").title == "Ana's roll, rolling"
    assert words(panel(playing, "Bo", "owed")) == ["The dice: Ana plans a Regular Action with Climb and Sure"]


def test_who_is_waited_for() -> None:
    playing = Playing().fight(GUARD).gm("attack", by="Guard", via="Pike", target="Bo")
    playing.do("Ana", "attack", via="Climb", target="Guard").gm(
        "call_reaction", who="Cy", ability="Fortitude"
    )
    playing.trigger("Fire", 3).do("Bo", "press")
    assert words(panel(playing, SPECTATOR, "owed")) == [
        "Bo: which Ability defends against Guard?",
        "GM: rule on Ana's roll",
        "Cy: react with Fortitude",
        "GM: confirm “Fire” at 3 Crisis, caused by Bo",
    ]
    playing.do("Bo", "defend", ability="Nimbleness").gm("rule", who="Ana", ability="Fortitude")
    assert words(panel(playing, SPECTATOR, "owed"))[:2] == [
        "GM: roll Pike, or take the draft back",
        "Ana: roll Climb, or take the draft back",
    ]
    playing = Playing().gm("write_skill", skill=skill("Lever", "modifier", talent="")).scene().obstacle()
    playing.roll("Ana", "recreate", 1, 1, 1, 1, via="Climb", skill="Lever")
    assert words(panel(playing, "Bo", "owed")) == ["Ana: make or drop what Lever was recreated for"]


@pytest.mark.clause("II-CMP-16", "II-TAL-01", "II-ABL-03")
def test_a_sheet_is_drawn_whole_for_its_player_and_in_short_for_others() -> None:
    playing = Playing(sheet("Ana", skill("Steady", "modifier", crisis=-1)), sheet("Bo"))
    playing.do("Ana", "edit_sheet", summary="Climbs.", details="Owes the Duke.")
    assert words(panel(playing, "Ana", "sheet:Ana")) == [
        "Climbs.",
        "Hits: 0 of 4",
        "Fortitude: 6 of 0..9",
        "Talents under Fortitude: 2 of 6",
        "Defence by Fortitude: 4d6 to the attacker",
        "Talent, level 3 Climb: Rolls 1d8; Not Not by night.",
        "Talent, level 5 Break: Rolls 2d6; Not Not by night.",
        "Perseverance: 4 of 0..9",
        "Talents under Perseverance: 1 of 4",
        "Defence by Perseverance: 5d6 to the attacker",
        "Talent, level 0 Wits: Rolls no dice of its own; Not Not by night.",
        "Nimbleness: 0 of 0..9",
        "Talents under Nimbleness: 0 of 0",
        "Defence by Nimbleness: 7d6 to the attacker",
        "Modifier Steady: Cost 3; Talent Climb; Crisis of the action -1",
        "Points in abilities: 31 of 20",
        "Points in talents: 21 of 30",
        "Points in skills: 3 of 10",
        "Owes the Duke.",
    ]
    assert words(panel(playing, "Ana", "party")) == [
        "character Bo: Hits 0 of 2; Fortitude 2; Perseverance 4; Nimbleness 8; Talents Dash 8, Talk 1"
    ]
    assert words(panel(playing, "Ana", "skills")) == ["Modifier Steady: Cost 3; Crisis of the action -1"]
    bare = Playing(sheet("Cy"), points="off")
    assert words(panel(bare, "Cy", "sheet:Cy"))[-1] == "Points in skills: 0"
    assert [one.id for one in SYSTEM.panels(SYSTEM.view(bare.state, "Cy"))] == [
        "tension",
        "scene",
        "sheet:Cy",
    ]


def secretive() -> Playing:
    playing = Playing(sheet("Ana", limitations=()), sheet("Bo"))
    playing.gm("prepare", name="later", note={"type": "add_opponent", "opponent": GUARD})
    playing.gm(
        "prepare", name="flood", note={"type": "add_trigger", "name": "Flood", "rhythm": "at", "threshold": 9}
    )
    playing.gm("prepare", name="gap", note={"type": "add_obstacle", "kind": "simple", "title": "A gap"})
    playing.gm(
        "prepare",
        name="cellar",
        note={"type": "start_scene", "scene": "action", "who": ["Ana"], "title": "Deep"},
    )
    playing.scene().obstacle().gm(
        "add_obstacle", kind="complex", obstruction=5, attempts=1, title="The last door"
    )
    playing.trigger("Ambush", 4, "hidden", effect="Arrows.").trigger(
        "Flood", 3, "threshold", beneficiary="Bo"
    )
    playing.gm("add_trigger", name="Debt", rhythm="at", threshold=2, owner="Ana", beneficiary="Bo")
    return playing.do("Ana", "regular", via="automatic").do("Bo", "regular", via="Dash")


def test_what_is_for_the_gm_alone() -> None:
    assert words(panel(secretive(), GM, "gm")) == [
        "Trigger “Ambush” at every 4 Crisis: Fires next at 8 Crisis; Players see hidden from the players",
        "Trigger “Flood” at every 3 Crisis: Fires next at 6 Crisis; Helps Bo; Players see only its threshold",
        "Trigger “Debt” at 2 Crisis: Fires next not any more; Owner Ana; Helps Bo; Players see open to all",
        "To come: “The last door”, a Complex Obstacle of Obstruction 5 with 1 attempt.",
        "note later: ",
        "note flood: ",
        "note gap: ",
        "note cellar: ",
        "Ana: 11 points over the budget for abilities; Climb has no limitation; Break has no limitation; "
        "Wits has no limitation.",
        "Bo: 29 points over the budget for abilities; 7 points over the budget for talents.",
        "Plain rolls wait for your ruling: yes",
    ]
    texts = [
        line.text
        for line in panel(secretive(), GM, "gm").lines
        if isinstance(line, Card) and line.kind == "note"
    ]
    assert texts == [
        "the opponent Guard",
        "“Flood” at 9 Crisis",
        "“A gap”, a Simple Obstacle that confronts somebody yet to be named",
        "an Action scene: Deep",
    ]


@pytest.mark.parametrize("seat", ["Ana", "Bo", SPECTATOR])
def test_nobody_else_knows_of_it(seat: str) -> None:
    state = secretive().state
    known = SYSTEM.known(state, seat)
    for shown in (
        SYSTEM.view(state, seat),
        known,
        SYSTEM.panels(SYSTEM.view(state, seat)),
        SYSTEM.offers(state, seat),
    ):
        text = msgspec.json.encode(shown).decode()
        for secret in (
            "Ambush",
            "Arrows",
            "Flood",
            "The last door",
            "Guard",
            "A gap",
            "Deep",
            "no limitation",
        ):
            assert secret not in text
    assert faults(known) == []
    assert SYSTEM.view(known, seat) == SYSTEM.view(state, seat)
    assert SYSTEM.offers(known, seat) == SYSTEM.offers(state, seat)
    assert known.asked[GM] == 2
    assert [firing.number for firing in known.scene.waiting] == [1, 2]
    assert known.drafts["Bo"].question == 0
    assert SYSTEM.known(state, GM) is state


def test_a_roll_that_waits_for_its_dice_keeps_the_gms_count_secret_too() -> None:
    playing = secretive().gm("rule", who="Bo")
    ruled = SYSTEM.tell(playing.state, playing.happened[0], "Ana")
    assert ruled is not None
    assert ruled.draft.question == 0
    playing.do("Bo", "commit")
    known: State = SYSTEM.known(playing.state, "Ana")
    assert known.rolling is not None
    assert known.rolling.draft.question == 0
    told = SYSTEM.tell(playing.state, playing.happened[0], "Ana")
    assert told is not None
    assert told.rolling.draft.question == 0
    assert SYSTEM.view(playing.state, "Ana").rolls[0].draft.question == 0
    playing.throw(5, 5, 4, 2, 1, 1, 1, 1)
    assert SYSTEM.known(playing.state, "Ana").rolling is None


def test_a_revealed_threshold_tells_no_place_in_the_list() -> None:
    playing = Playing().scene().trigger("Ambush", 4, "hidden").trigger("Fire", 3, "hidden")
    playing.gm("reveal", trigger="Fire", shown="threshold")
    told = SYSTEM.tell(playing.state, playing.happened[0], "Ana")
    assert told is not None
    assert (told.place, told.trigger.name) == (0, "?")
    assert (
        SYSTEM.tell(
            playing.state, replace(playing.happened[0], trigger=playing.state.scene.triggers[0]), "Ana"
        )
        is None
    )


# -- sentences ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "said"),
    [((), ""), (("Ana",), "Ana"), (("Ana", "Bo"), "Ana and Bo"), (("Ana", "Bo", "Cy"), "Ana, Bo and Cy")],
)
def test_names_are_listed_as_people_say_them(people: tuple[str, ...], said: str) -> None:
    assert saying.names(people) == said


@pytest.mark.parametrize(
    ("difficulty", "level", "said"),
    [(5, 6, "5d6 + 2d8"), (1, 0, "1d6"), (0, 1, "1d4"), (0, 0, "no dice")],
)
def test_a_pool_in_writing(difficulty: int, level: int, said: str) -> None:
    assert saying.pool_words(difficulty, level) == said


@pytest.mark.parametrize(
    ("obstacle", "said"),
    [
        (Simple("Ana", "A gap"), "“A gap”, a Simple Obstacle that confronts Ana"),
        (Simple(), "a Simple Obstacle that confronts somebody yet to be named"),
        (Individual(("Ana", "Bo")), "an Obstacle that Ana and Bo must pass one by one"),
        (Complex(9, 1), "a Complex Obstacle of Obstruction 9 with 1 attempt"),
    ],
)
def test_an_obstacle_in_a_phrase(obstacle: Any, said: str) -> None:
    assert saying.obstacle_words(obstacle) == said


def test_faults_name_what_is_out_of_bounds() -> None:
    playing = Playing().fight(GUARD)
    state = playing.state
    broken = replace(
        state,
        tension=-1,
        scene=replace(state.scene, who=("Zed",), base=10, conflict=replace(playing.conflict, flow=201)),
        characters={"Ana": msgspec.convert(sheet("Ana") | {"abilities": {}}, type(state.characters["Ana"]))},
    )
    assert faults(broken) == [
        "Rising Tension is -1: it is from 0 to 1000000000",
        "base difficulty is 10: it is from 1 to 9",
        "Flow of Battle is 201: it is from -200 to 200",
        "Climb is at level 3; under Fortitude it is from 0 to 0 [TAL-03]",
        "Zed is in the scene, but not in the story",
    ]
