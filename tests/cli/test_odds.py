"""footlights odds: the exact answers, and how they are shown."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.conftest import Footlights


def test_the_five_results_of_a_check_are_reduced_fractions_in_strings(footlights: Footlights) -> None:
    said = footlights("odds", "you", "--modifier", "3", "--advantage", "adv", "--json")
    assert said.json == {
        "crit_failure": "1/400",
        "failure": "3/25",
        "partial": "9/50",
        "success": "3/5",
        "crit_success": "39/400",
    }
    assert list(said.json) == ["crit_failure", "failure", "partial", "success", "crit_success"]


def test_a_natural_on_either_die_can_be_the_rule(footlights: Footlights) -> None:
    said = footlights("odds", "you", "--advantage", "adv", "--nat-scope", "any", "--json")
    assert said.json["crit_failure"] == "37/400"


def test_success_and_the_whole_crisis_distribution_of_a_roll(footlights: Footlights) -> None:
    said = footlights("odds", "inciting-incident", "--difficulty", "5", "--level", "6", "--json")
    assert said.json["success"] == "5570045/5971968"
    crisis = {int(amount): Fraction(chance) for amount, chance in said.json["crisis"].items()}
    assert sum(crisis.values()) == 1
    assert min(crisis) == 2
    assert list(crisis) == sorted(crisis)


def test_a_target_makes_it_a_decisive_action_also_a_target_of_20(footlights: Footlights) -> None:
    roll = ("odds", "inciting-incident", "--difficulty", "5", "--level", "0", "--json")
    assert (
        footlights(*roll).json["success"]
        == footlights(*roll, "--target", "20").json["success"]
        == "48601/93312"
    )
    assert "1" not in footlights(*roll).json["crisis"]
    assert "1" in footlights(*roll, "--target", "20").json["crisis"]


def test_any_dice_against_a_number(footlights: Footlights) -> None:
    said = footlights("odds", "5d6!+2d8!", "--at-least", "20", "--json")
    assert said.json == {"at_least": "5570045/5971968"}


def test_any_dice_total_by_total(footlights: Footlights) -> None:
    said = footlights("odds", "2d6", "--json").json
    assert said["mean"] == "7"
    assert said["totals"]["7"] == "1/6"
    assert said["more"] == "0"
    assert footlights("odds", "2d6!kh1", "--json").json["mean"] is None


def test_without_json_there_are_bars_within_80_columns(footlights: Footlights) -> None:
    for asked in (
        ("you", "--modifier", "3", "--advantage", "dis"),
        ("inciting-incident", "--difficulty", "1", "--level", "0", "--target", "300"),
        ("5d6!+2d8!",),
        ("40d20-3d100",),
    ):
        said = footlights("odds", *asked)
        assert said.code == 0
        assert "█" in said.out
        assert max(map(len, said.out.splitlines())) <= 80


def test_bars_add_up_to_the_whole(footlights: Footlights) -> None:
    for asked in (
        ("5d6!+2d8!",),
        ("40d20-3d100",),
        ("inciting-incident", "--difficulty", "3", "--level", "9"),
    ):
        rows = footlights("odds", *asked).out.splitlines()
        chances = [
            float(row.split(" %")[0].split()[-1]) for row in rows if row.startswith("  ") and " %" in row
        ]
        whole = 200 if "inciting-incident" in asked else 100  # success and failure, then the Crisis
        assert abs(sum(chances) - whole) < 2


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ("odds inciting-incident --difficulty 5", "--level is missing; it is a whole number from 0 to 9"),
        ("odds inciting-incident --difficulty 5 --level 10", "--level 10: it is a whole number from 0 to 9"),
        (
            "odds inciting-incident --difficulty -1 --level 1",
            "--difficulty -1: it is a whole number from 0 to 100",
        ),
        ("odds inciting-incident --difficulty 5 --level 1 --target 99999", "--target 99999"),
        ("odds inciting-incident --modifier 5", "--modifier does not go with 'inciting-incident'"),
        ("odds you --modifier 1000000000000", "--modifier 1000000000000"),
        (
            "odds you --at-least 3",
            "--at-least does not go with 'you'; what does: --modifier, --advantage, --nat-scope",
        ),
        ("odds you --advantage both", "both"),
        ("odds you --modifier NaN", "--modifier"),
        ("odds 3d", "sides are missing"),
        ("odds 10000000000000000d6", "a number of 17 digits: at most 7 are read"),
        ("odds d6-d6!", "with --at-least N less has to be worked out"),
        ("odds 1000d1000000 --at-least 500000000", "totals"),
        ("odds", "Missing argument"),
        ("roll 1d1!", "explodes for ever"),
        ("roll " + "(" * 50, "parentheses"),
        ("roll 5x", "5x\n   ^"),
        ("roll d6 --times 0", "--times"),
    ],
)
def test_wrong_use_says_what_would_be_right(footlights: Footlights, asked: str, fault: str) -> None:
    said = footlights(*asked.split())
    assert said.code == 2
    assert fault in said.err
    assert said.out == ""


def test_a_seeded_roll_is_the_same_every_time_and_shows_every_face(footlights: Footlights) -> None:
    first, second = (footlights("roll", "5d6!+2d20kl1", "--seed", "7", "--times", "3") for _ in range(2))
    assert first == second
    assert first.code == 0
    assert len(first.out.splitlines()) == 3


def test_a_roll_as_json_has_its_faces(footlights: Footlights) -> None:
    said = footlights("roll", "2D20 kh1 + 3", "--seed", "1", "--json").json
    assert said["notation"] == "2d20kh1+3"
    (roll,) = said["rolls"]
    assert roll["total"] == max(face for (face,) in roll["faces"]) + 3
    assert sum(roll["kept"]) == 1


def test_unseeded_rolls_are_made_by_the_operating_system(footlights: Footlights) -> None:
    assert footlights("roll", "20d1000").out != footlights("roll", "20d1000").out
