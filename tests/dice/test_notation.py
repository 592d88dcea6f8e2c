"""Dice as players write them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footlights.dice import (
    BadNotation,
    Dice,
    Expression,
    Misread,
    Pool,
    Term,
    Throw,
    parse,
    render,
    to_notation,
)
from tests.dice.naive import any_expressions, throws


def dice(*terms: Dice | Term, plus: int = 0) -> Expression:
    return Expression(tuple(one if isinstance(one, Term) else Term(one) for one in terms), plus)


D6 = Dice(1, 6)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("2d20kh1+3", dice(Dice(2, 20, keep=1), plus=3)),
        ("5d6!+2d8!", dice(Dice(5, 6, "chain"), Dice(2, 8, "chain"))),
        ("2d20kl1", dice(Dice(2, 20, keep=-1))),
        ("d20", dice(Dice(1, 20))),
        ("d%", dice(Dice(1, 100))),
        ("2D%", dice(Dice(2, 100))),
        ("0d6", dice(Dice(0, 6))),
        ("  2 d 20 KH 1 + 3 \t", dice(Dice(2, 20, keep=1), plus=3)),
        ("2d20k1", dice(Dice(2, 20, keep=1))),
        ("2d20k", dice(Dice(2, 20, keep=1))),
        ("2d20kl", dice(Dice(2, 20, keep=-1))),
        ("4d6d1", dice(Dice(4, 6, keep=3))),
        ("4d6dl1", dice(Dice(4, 6, keep=3))),
        ("4d6d", dice(Dice(4, 6, keep=3))),
        ("4d6dh1", dice(Dice(4, 6, keep=-3))),
        ("5d6x", dice(Dice(5, 6, "chain"))),
        ("5d6e6", dice(Dice(5, 6, "chain"))),
        ("3d6!o", dice(Dice(3, 6, "once"))),
        ("3d6xo", dice(Dice(3, 6, "once"))),
        ("3d6!okh1", dice(Dice(3, 6, "once", 1))),
        ("3d6kh1!", dice(Dice(3, 6, "chain", 1))),
        ("3", dice(plus=3)),
        ("-3", dice(plus=-3)),
        ("+d6", dice(D6)),
        ("d6-d4", dice(D6, Term(Dice(1, 4), -1))),
        ("-d6+10-3", dice(Term(D6, -1), plus=7)),
        ("2*d6", dice(Term(D6, 2))),
        ("d6*2*3", dice(Term(D6, 6))),
        ("2*3", dice(plus=6)),
        ("2*(d6+1)-(d4-2)*3", dice(Term(D6, 2), Term(Dice(1, 4), -3), plus=8)),
        ("(-2)*d6", dice(Term(D6, -2))),
        ("((((((((((d6))))))))))", dice(D6)),
        ("(d6)+(d6)+(d6)+(d6)+(d6)+(d6)+(d6)+(d6)+(d6)+(d6)+(d6)", dice(*[D6] * 11)),
    ],
)
def test_notation_of_roll20_foundry_and_avrae_is_understood(text: str, means: Expression) -> None:
    assert parse(text) == means


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("", 0, "a number or dice are missing here"),
        ("   ", 3, "a number or dice are missing here"),
        ("2d6+", 4, "a number or dice are missing here"),
        ("2d6+*3", 4, "a number or dice are missing here"),
        ("--3", 1, "a number or dice are missing here"),
        ("()", 1, "a number or dice are missing here"),
        ("5d6!+2f8!", 6, "'f' is not known here"),
        ("nan", 0, "'nan' is not known here"),
        ("d6/2", 2, "'/' is not known here"),
        ("1.5", 1, "'.' is not known here"),
        ("d6\nd6", 2, r"'\n' is not known here"),
        ("2d6r1", 3, "'r' is not known here"),
        ("{2d6}kh1", 0, "'{' is not known here"),
        ("d20adv", 3, "'adv' is not shared notation: write 2d20kh1 for advantage"),
        ("d20 Disadvantage", 4, "'Disadvantage' is not shared notation"),
        ("d6!!", 2, "`!!` is not shared notation: write a single `!`"),
        ("2d6 3", 4, "something is missing before this: write + - or *"),
        ("d6(2)", 2, "something is missing before this: write + - or *"),
        ("(2d6 d4)", 5, "d4 of 2 dice"),
        ("(2 3)", 3, "something is missing before this"),
        ("d6)", 2, "was not opened"),
        ("2*(d6", 2, "not closed"),
        ("(((((((((((d6)))))))))))", 10, "parentheses in more than 10 others"),
        ("(" * 1_000 + "d6", 10, "parentheses in more than 10 others"),
        ("d", 1, "sides are missing"),
        ("d!", 1, "sides are missing"),
        ("d0", 0, "a die of 0 sides"),
        ("1+d1000001", 2, "a die of 1000001 sides"),
        ("3d1!", 0, "explodes for ever"),
        ("1001d6", 0, "1001 dice: there can be 0 to 1,000"),
        ("10000000000000000d6", 0, "a number of 17 digits: at most 7 are read"),
        ("2+" + "9" * 1_900, 2, "a number of 1,900 digits"),
        ("9" * 5_000, 2_000, "5,000 characters: at most 2,000 are read"),
        ("600d6+600d6", 6, "more than 1,000 dice in all"),
        ("+".join(["d6"] * 51), 150, "more than 50 groups"),
        ("d6*d6", 0, "dice times dice"),
        ("2+0*d6", 2, "dice can be multiplied by 1 to 1,000"),
        ("1001*d6", 0, "dice can be multiplied by 1 to 1,000"),
        ("1000001", 0, "numbers may come to 1,000,000 at most"),
        ("1+999999+1", 9, "numbers may come to 1,000,000 at most"),
        ("1000*1001", 0, "numbers may come to 1,000,000 at most"),
        ("d6!x", 3, "explode already"),
        ("d6kh1kl1", 5, "kept or dropped already"),
        ("d6e5", 2, "explodes on its maximum only: write e6"),
        ("d6e", 3, "which face explodes is missing"),
        ("2d20kh3", 4, "kh3 of 2 dice: keep 1 to 2"),
        ("2d20k0", 4, "k0 of 2 dice"),
        ("2d20dl2", 4, "dl2 of 2 dice"),
        ("2d20d0", 4, "d0 of 2 dice"),
        ("0d6kh1", 3, "kh1 of 0 dice"),
        ("2d6😀", 3, "a character unknown here"),
        ("d٣", 1, "a character unknown here"),
        ("2d6\u2212 1", 3, "a character unknown here"),
        ("2d20\N{KELVIN SIGN}1", 4, "a character unknown here"),
    ],
)
def test_what_is_no_notation_is_refused_at_its_place(text: str, at: int, says: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(says)) as refused:
        parse(text)
    assert (refused.value.at, refused.value.text) == (at, text)


def test_a_refusal_points_at_the_place() -> None:
    with pytest.raises(BadNotation) as refused:
        parse("5d6!+2f8!")
    problem, shown, caret = str(refused.value).split("\n")
    assert (problem, shown) == (refused.value.problem, "  5d6!+2f8!")
    assert shown[caret.index("^")] == "f"


def test_a_refusal_shows_long_and_strange_text_only_around_the_place() -> None:
    with pytest.raises(BadNotation) as refused:
        parse("\t1+" * 100 + "\x1b[31m" + "1+" * 100)
    _, shown, caret = str(refused.value).split("\n")
    assert shown[caret.index("^")] == "?"
    assert len(shown) <= 74
    assert shown.isprintable()


@given(st.text(max_size=40) | st.text("0123456789dkhlxoe!%+-*() ", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        expression = parse(text)
    except BadNotation:
        return
    assert parse(to_notation(expression)) == expression


@given(any_expressions)
def test_what_is_written_reads_back_the_same(expression: Expression) -> None:
    assert parse(to_notation(expression)) == expression


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("d%", "1d100"),
        ("4d6d1", "4d6kh3"),
        ("3d6xokl2", "3d6kl2!o"),
        ("-d6+3-2*d4", "-1d6-2*1d4+3"),
        ("d20+0", "1d20"),
        ("0", "0"),
        ("1-1", "0"),
        ("-5", "-5"),
    ],
)
def test_notation_is_written_in_one_way(text: str, written: str) -> None:
    assert to_notation(parse(text)) == written


def test_a_pool_is_written_as_notation_too() -> None:
    assert to_notation(Pool((Dice(5, 6, "chain"), Dice(2, 8, "chain")), 2)) == "5d6!+2d8!+2"


@pytest.mark.parametrize(
    ("text", "faces", "line"),
    [
        ("2d20kh1+3", ((3,), (17,)), "2d20kh1 (~~3~~, 17) + 3 = 20"),
        ("2d6!+d8!", ((1,), (6, 6, 2), (8, 1)), "2d6! (1, 6! 6! 2) + 1d8! (8! 1) = 24"),
        ("2d6!kl1", ((1,), (6, 2)), "2d6kl1! (1, ~~6! 2~~) = 1"),
        ("-d6+2*d4-1", ((2,), (3,)), "- 1d6 (2) + 2*1d4 (3) - 1 = 3"),
        ("5", (), "5 = 5"),
        ("0d6", (), "0d6 () = 0"),
    ],
)
def test_a_throw_is_written_out_with_what_was_dropped_and_what_exploded(
    text: str, faces: Throw, line: str
) -> None:
    assert render(parse(text), faces) == line


def test_a_throw_of_a_pool_is_written_out_too() -> None:
    assert render(Pool((Dice(1, 6),), -1), ((4,),)) == "1d6 (4) - 1 = 3"


def test_faces_that_do_not_fit_are_not_written_out() -> None:
    with pytest.raises(Misread):
        render(parse("d6"), ((7,),))


@given(st.data())
def test_an_expression_totals_its_terms_as_often_as_they_count(data: st.DataObject) -> None:
    expression = data.draw(any_expressions)
    faces = data.draw(throws(expression.pool))
    total, at = expression.plus, 0
    for term in expression.terms:
        own = faces[at : at + term.dice.count]
        alone = Expression((Term(term.dice),)).read(own)
        total += term.times * alone.total
        at += term.dice.count
    assert expression.read(faces).total == total
    assert render(expression, faces).endswith(f" = {total}")


@pytest.mark.parametrize("times", [0, 1_001, -1_001])
def test_dice_count_once_to_a_thousand_times(times: int) -> None:
    with pytest.raises(ValueError, match="dice counted"):
        Term(D6, times)


def test_an_expression_has_limits() -> None:
    with pytest.raises(ValueError, match="51 groups of dice"):
        dice(*[D6] * 51)
    with pytest.raises(ValueError, match="a modifier of"):
        dice(plus=1_000_001)
    with pytest.raises(ValueError, match="more than 1,000 dice"):
        dice(Dice(600, 6), Dice(600, 6))
