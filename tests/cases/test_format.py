"""The format of case files: what is read, what counts as a failure, and what is malformed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from footlights.cases import Malformed, Report, run
from footlights.cases.format import merged, read_cases
from footlights.cases.runner import translation

Play = Callable[..., Report]


@pytest.fixture
def played(tmp_path: Path) -> Play:
    """Plays a text as a case file."""

    def play(text: str, game: str | None = "you") -> Report:
        path = tmp_path / "cases.yaml"
        path.write_text(dedent(text), "utf-8")
        return run([path], game)

    return play


def _malformed(played: Play, text: str, game: str | None = "you") -> str:
    with pytest.raises(Malformed) as malformed:
        played(text, game)
    return str(malformed.value)


def _lines(played: Play, text: str) -> list[str]:
    report = played(text)
    return [str(failure).partition(": ")[2] for failure in report.failures]


def test_moves_that_pass_and_moves_that_fail_are_counted(played: Play) -> None:
    report = played(
        """
        - id: one
          tries:
          - {do: {check: {by: A, trait: Boldness, dice: [15]}}, out: {result: success}}
          - {do: {check: {by: A, trait: Boldness, dice: [15]}}, out: {result: partial}}
        - id: two
          steps:
          - {do: {check: {by: A, trait: Boldness, dice: [21]}}, reject: face}
        """
    )
    assert (report.passed, report.failed) == (2, 1)


def test_a_failure_says_case_step_expected_and_got(played: Play) -> None:
    report = played(
        "- {id: Y1, tries: [{do: {check: {by: A, trait: Boldness, dice: [15]}}, out: {total: 16}}]}"
    )
    (failure,) = report.failures
    where = "cases.yaml, line 1, column 20 ([0].tries[0])"
    assert str(failure).endswith(f"{where}: Y1, try 1 (check): expected total 16, got 15")


def test_after_a_failed_move_the_rest_of_its_sequence_counts_as_failed(played: Play) -> None:
    assert _lines(
        played,
        """
        - id: Y1
          tries:
          - steps:
            - {do: {check: {by: A, trait: Boldness, dice: [15]}}}
            - {do: {check: {by: A, trait: Boldness, dice: [15]}}, reject: no}
            - {do: {pick: {by: A, type: Exertive}}, reject: nothing}
          - {do: {pick: {by: A, type: Exertive}}, reject: nothing}
        """,
    ) == [
        "Y1, try 1 step 2 (check): expected a refusal, got the move was allowed",
        "Y1, try 1 step 3 (pick): expected to be played, got not reached: try 1 step 2 failed",
    ]


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (
            "{do: {pick: {by: A, type: Exertive}}}",
            "expected the move to be allowed, got refused: A has no INS to pick a type for [INS-09]",
        ),
        (
            "{do: {check: {by: A, trait: Boldness, dice: [5]}}}",
            "expected A.bur [0,0,0], got [1,0,0]",
        ),
        (
            "{do: {check: {by: A, trait: Boldness, dice: [15]}}, set: {A: {bur: [1,0,0]}}}",
            "expected A.bur [1,0,0], got [0,0,0]",
        ),
        (
            "{do: {check: {by: A, trait: Boldness, dice: [15]}}, set: {A: {conf: false}}}",
            "expected A.conf false, got 0",
        ),
        (
            "{do: {check: {by: A, trait: Boldness, dice: [15]}}, out: {impulse: acts}}",
            'expected impulse "acts", got nothing of the kind',
        ),
        (
            "{do: {check: {by: A, trait: Boldness, dice: [15]}}, out: {passed: 1}}",
            "expected passed 1, got true",
        ),
        (
            "{do: {establish: {by: GM, name: Inn, kind: place}}}",
            "expected elements.Inn nothing of the kind, got [0,0]",
        ),
        (
            "{do: {establish: {by: GM, name: Inn, kind: place}}, set: {elements: {Inn: [0,0], Pub: [0,0]}}}",
            "expected elements.Pub [0,0], got nothing of the kind",
        ),
    ],
)
def test_what_differs_is_named(played: Play, step: str, line: str) -> None:
    (failure,) = _lines(played, f"- {{id: Y1, tries: [{step}]}}")
    assert failure.endswith(line)


def test_given_merges_key_by_key_and_lists_replace() -> None:
    base = {"A": {"ins": [1, 2, 3], "growth": {"Passion": [1, 0]}}, "B": {"conf": 1}}
    over = {"A": {"ins": [0, 0, 0], "growth": {"Boldness": [2, 0]}}}
    assert merged(over, base) == {
        "A": {"ins": [0, 0, 0], "growth": {"Passion": [1, 0], "Boldness": [2, 0]}},
        "B": {"conf": 1},
    }


def test_a_try_has_given_players_and_rulings_of_its_own(played: Play) -> None:
    report = played(
        """
        - id: Y1
          cites: []
          note: for people
          given: {A: {ins: [0,0,2]}, C: {conf: 1}}
          rulings: {nat_scope: any}
          tries:
          - players: [A, B]
            do: {check: {by: A, trait: Passion, dice: [20]}}
            set: {B: {ins: [0,0,1]}}
          - given: {A: {bur: [0,0,1]}}
            do: {check: {by: A, trait: Passion, ins: 2, dice: [14]}}
            out: {total: 15}
            set: {A: {ins: [0,0,0]}}
          - rulings: {nat_scope: kept}
            do: {check: {by: A, trait: Passion, mode: ADV, dice: [19,1]}}
            out: {result: success}
          - why: a step's ruling holds for that step alone
            steps:
            - do: {check: {by: A, trait: Passion, mode: ADV, dice: [19,1]}}
              rulings: {nat_scope: kept}
              out: {result: success}
            - do: {check: {by: A, trait: Passion, mode: ADV, dice: [19,1]}}
              out: {result: crit_failure}
              set: {A: {bur: [0,0,1]}, B: {bur: [0,0,1]}, C: {bur: [0,0,1]}}
        """
    )
    assert [str(failure) for failure in report.failures] == []
    assert report.passed == 5


def test_an_obstacle_named_by_a_try_replaces_that_of_the_case(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(
        "- {id: I1, given: {simple: A, crisis: 3}, tries: ["
        "{given: {complex: [4, 2]}, do: {act: {by: A}}}, {given: {crisis: 4}, do: {act: {by: A}}}]}"
    )
    (case,) = read_cases(path)
    assert [sequence.given for sequence in case.sequences] == [
        {"complex": [4, 2], "crisis": 3},
        {"simple": "A", "crisis": 4},
    ]


def test_anchors_aliases_and_words_for_yes_and_no_are_read(played: Play) -> None:
    report = played(
        """
        - id: Y1
          given: &tired {A: {bur: [3,3,3]}}
          rulings: {spice_on_pc: on, release_by_gm: yes, crit_fail_roller_extra: 'no'}
          tries:
          - {do: {check: {by: A, trait: Passion, dice: [18], reservation: no}}, out: {total: 15}}
          - {do: {spice: {by: GM, element: B, sign: positive}}, set: {elements: {B: [1,0]}}}
        - id: Y2
          given: *tired
          tries:
          - {do: {check: {by: A, trait: Passion, dice: [18], approved: 'on'}}, out: {total: 15}}
        """
    )
    assert [str(failure) for failure in report.failures] == []


def test_people_who_come_and_go_are_no_change_but_may_be_named(played: Play) -> None:
    report = played(
        """
        - id: Y1
          given: {B: {conf: 1}}
          rulings: {start_ins: 1}
          steps:
          - {do: {retire: {who: B}}}
          - {do: {enter: {who: D}}, set: {D: {ins: [1,1,1], bur: [0,0,0]}}}
          - {do: {retire: {who: D}}, set: {D: gone}}
        """
    )
    assert [str(failure) for failure in report.failures] == []
    (failure,) = _lines(played, "- {id: Y1, tries: [{do: {enter: {who: D}}, set: {D: {conf: 1}}}]}")
    assert failure.endswith("expected D.conf 1, got 0")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is nothing in it"),
        ("id: Y1", "expected a list"),
        ("- 5", "expected a mapping"),
        ("- {tries: []}", "id is missing"),
        ("- {id: [], tries: []}", "the id of a case is a word"),
        ("- {id: Y1}", "steps or tries are missing"),
        ("- {id: Y1, tries: 5}", "expected a list"),
        ("- {id: Y1, tries: [5]}", "expected a mapping"),
        ("- {id: Y1, tries: [], trys: []}", "there is no key 'trys' here; did you mean tries?"),
        ("- {id: Y1, steps: [{do: {session: {}}, given: {}}]}", "there is no key 'given' here"),
        ("- {id: Y1, tries: [{steps: [], do: {session: {}}}]}", "either steps or a do"),
        ("- {id: Y1, steps: []}\n- {id: Y1, steps: []}", "a case called Y1 stands further up"),
        ("- {id: Y1, id: Y2}", "stands twice"),
        ("- {id: Y1", "not YAML"),
    ],
)
def test_what_is_no_case_is_named_with_its_place(played: Play, text: str, says: str) -> None:
    message = _malformed(played, text)
    assert says in message
    assert "cases.yaml" in message


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("out: {}", "do names exactly one move"),
        ("do: {session: {}, rest: {}}", "do names exactly one move"),
        ("do: {session: [5]}", "expected a mapping"),
        ("do: {session: 5}", "there is no field of session 'session' here"),
        ("do: {session: {}}, sets: {}", "there is no key 'sets' here; did you mean set?"),
        ("do: {jump: {}}", "there is no move 'jump' here"),
        (
            "do: {check: {by: A, trat: Boldness}}",
            "there is no field of check 'trat' here; did you mean trait?",
        ),
        ("do: {session: {}}, out: {crisis: 2}", "there is no key of out 'crisis' here"),
        ("do: {session: {}}, set: 5", "expected a mapping"),
        ("do: {session: {}}, set: {D: {conf: 1}}", "there is no key of set 'D' here"),
        ("do: {session: {}}, set: {A: {confi: 1}}", "there is no key of set 'confi' here"),
        ("do: {session: {}}, set: {A: {growth: {Luck: [1,0]}}}", "there is no key of set 'Luck' here"),
        ("do: {session: {}}, rulings: {luck: good}", "there is no ruling called luck"),
        ("do: {session: {}}, rulings: {nat_scope: both}", "nat_scope cannot be both"),
    ],
)
def test_what_is_no_step_is_named_with_its_line(played: Play, step: str, says: str) -> None:
    message = _malformed(played, f"- id: Y1\n  tries:\n  - {{{step}}}")
    assert says in message
    assert "cases.yaml, line 3" in message


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("given: {D: {conf: 1}}", "there is no player 'D' here"),
        ("given: {A: {luck: 1}}", "there is no key of A 'luck' here"),
        ("given: {A: 5}", "A is a mapping"),
        ("given: {A: {ins: [7,0,0]}}", "ins is 0 to 6, not 7"),
        ("given: {A: {ins: 3}}", "ins is three numbers"),
        ("given: {A: {conf: true}}", "conf is 0 to 4, not True"),
        ("given: {A: {inc: Sleep}}", "inc is none or one of"),
        ("given: {A: {growth: 3}}", "growth is a mapping"),
        ("given: {A: {growth: {Passion: 3}}}", "growth of a Trait is [Up, Down]"),
        ("given: {A: {growth: {Passion: [1,1]}}}", "Up or Down, never both"),
        ("given: {A: {degree: {Passion: Never}}}", "the degree of Passion is one of"),
        ("given: {A: {no_impulse: [Luck]}}", "no_impulse is a list of Traits"),
        ("given: {elements: {Inn: [2,0]}}", "the slots of Inn are two of 0 and 1"),
        ("given: {scene: {who: [D]}}", "who is a list of players"),
        ("players: [A, A]", "players names somebody twice"),
        ("players: A", "players is a list of names"),
        ("players: [GM]", "reserved word"),
        ("rulings: {luck: good}", "there is no ruling called luck"),
    ],
)
def test_what_cannot_be_given_is_named(played: Play, given: str, says: str) -> None:
    assert says in _malformed(played, f"- {{id: Y1, {given}, tries: [{{do: {{session: {{}}}}}}]}}")


def test_words_are_checked_before_anything_is_played(played: Play) -> None:
    text = """
        - id: Y1
          steps:
          - {do: {pick: {by: A, type: Exertive}}}
          - {do: {jump: {}}}
        """
    assert "line 5" in _malformed(played, text)


def test_a_bomb_of_aliases_is_refused(played: Play) -> None:
    bomb = "- &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))
    assert "too many" in _malformed(played, bomb)


def test_a_file_that_is_not_there_is_malformed(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"no\.yaml"):
        run([tmp_path / "no.yaml"], "you")


def test_the_game_is_recognised_from_the_moves_and_their_fields(played: Play) -> None:
    assert played("- {id: Y1, tries: [{do: {scene: {who: [A]}}}, {do: {session: {}}}]}", None).passed == 2
    assert "do not say which game" in _malformed(played, "- {id: Q, tries: [{do: {scene: {}}}]}", None)
    assert "do not say which game" in _malformed(played, "- {id: Q, tries: [{do: {jump: {}}}]}", None)


def test_what_moves_leave_open_the_start_the_rulings_and_the_rest_of_the_file_say(
    played: Play, tmp_path: Path
) -> None:
    scene = "- {id: S, given: {elements: {Bridge: [1,1]}}, %s tries: [{do: {scene: {who: [A]}}%s}]}"
    reopened = scene % ("rulings: {spice_removal: new_scene},", ", set: {elements: {Bridge: [0,0]}}")
    assert played(reopened, None).passed == 1
    either = "- {id: Q, tries: [{do: {scene: {who: [A, B]}}}]}\n"
    assert played(either + "- {id: R, tries: [{do: {session: {}}}]}", None).passed == 2
    path = tmp_path / "you_scenes.yaml"
    path.write_text(either, "utf-8")
    assert run([path]).passed == 1


def test_there_are_cases_only_for_games_that_have_a_translation() -> None:
    with pytest.raises(Malformed, match="no cases for a game called 'chess'"):
        translation("chess")
