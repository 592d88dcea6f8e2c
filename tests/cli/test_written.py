"""YAML and JSON that people wrote: read strictly, every fault with its place."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from footlights.written import MOST_BYTES, Malformed, read_file, read_json, read_yaml, unknown
from tests.laws.play import law

WORDS = st.from_regex(r"[-+0-9._eExobOXy:=<~#&*!|>'\"%@`{}\[\], ?nN]{0,8}", fullmatch=True) | st.text(
    max_size=8
)
PLAIN: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


class Dumper(yaml.SafeDumper):
    """As footlights.table.script writes it."""


Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style=None if text.isprintable() else '"'
    ),
)


@given(PLAIN, st.booleans())
@law
def test_what_yaml_writers_write_is_read_as_it_was(value: Any, flow: bool) -> None:
    text = yaml.dump(value, Dumper=Dumper, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    assert read_yaml(text, "a.yaml").value == value


@given(PLAIN)
@law
def test_json_is_read_as_it_was(value: Any) -> None:
    assert read_json(json.dumps(value), "a.json").value == value


@given(st.text(alphabet="ab:-[]{}&*!|>'\"%@`#,? \n\t01.~<\x00\ud800é", max_size=40))
@law
def test_any_other_text_is_refused_and_nothing_worse(text: str) -> None:
    for read in (read_yaml, read_json):
        with suppress(Malformed):
            read(text, "a")


def test_a_value_knows_its_place() -> None:
    file = read_yaml("a:\n  - b: 1\n  - {c: x}\n", "a.yaml")
    assert file.place() == "a.yaml, line 1, column 1"
    assert file.place(("a", 1, "c")) == "a.yaml, line 3, column 6 (a[1].c)"
    assert file.place(("a", 1, "missing")) == "a.yaml, line 3, column 5 (a[1].missing)"


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9))

FAULTY_YAML = [
    ("", "a.yaml: there is nothing in it"),
    ("a: 1\nb: 2\na: 3", "line 3, column 1: the key a stands twice in one mapping"),
    ("a: [1, 2", "not YAML"),
    ("a: b: c", "line 1, column 5: not YAML"),
    ("&a [*a]", "line 1, column 5: *a repeats something that no & before it names"),
    ("a: .nan", "line 1, column 4: .nan is not a number that can be used"),
    ("a: -.inf", "is not a number that can be used"),
    ("a: 1.0e+999", "is not a number that can be used"),
    ("a: !!python/object:os.system x", "the tag tag:yaml.org,2002:python/object:os.system is not used here"),
    ("a: !secret [1]", "the tag !secret is not used here"),
    ("- 1\n---\n- 2", "line 2, column 1: a second document begins"),
    ("? [a]\n: 1", "a key must be a word or a number"),
    ("a: {<<: 3}", "<< takes a mapping"),
    ("[" * 70 + "]" * 70, "nested more than 60 deep"),
    ("\x00", "not YAML"),
    ("\ud800", "half a character"),
    (BOMB, "more than 500,000 values, aliases written out"),
]


@pytest.mark.parametrize(("text", "fault"), FAULTY_YAML)
def test_faulty_yaml_is_refused_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(Malformed) as found:
        read_yaml(text, "a.yaml")
    assert fault in str(found.value)


def test_aliases_and_merges_are_written_out() -> None:
    text = "a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: {<<: [*a, {x: 7, z: 1}]}\n'<<': quoted"
    value = read_yaml(text, "a.yaml").value
    assert value["b"] == {"x": 1, "y": 3}
    assert value["c"] == {"x": 1, "y": 2, "z": 1}
    assert value["<<"] == "quoted"


FAULTY_JSON = [
    ('{"a": 1, "a": 2}', "line 1, column 10: the key 'a' stands twice in one object"),
    (
        '{"a": "b",\n "b": [{"a": "x"}, {"a": {"\\u0061": 1}, "c": "a",\n  "\\u0061" : 2}]}',
        "line 3, column 3: the key 'a' stands twice in one object",
    ),
    ('["NaN",\n {"a\\"": NaN}]', "line 2, column 10: NaN is not a number that can be used"),
    ("[1e999]", "line 1, column 2: 1e999 is not a number that can be used"),
    ("[" + "1" * 400 + "]", "a number of 400 digits is not a number that can be used"),
    ("[" * 100_000, "nested too deeply"),
    ('["\\ud800"]', "half a character"),
    ('{"a": ', "line 1, column 7: not JSON"),
]


@pytest.mark.parametrize(("text", "fault"), FAULTY_JSON)
def test_faulty_json_is_refused_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(Malformed) as found:
        read_json(text, "a.json")
    assert fault in str(found.value)


def test_json_of_too_many_values_is_refused_before_any_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footlights.written.MOST_JSON_VALUES", 5)
    words = '["a,[{,,", "b\\",,,,", {"c": 1}]'
    assert read_json(words, "a.json").value == ["a,[{,,", 'b",,,,', {"c": 1}]
    with pytest.raises(Malformed, match=r"^a\.json: more than 5 values; that is too many$"):
        read_json("[0, 0, 0, 0, 0]", "a.json")


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    def fault(path: Path) -> str:
        with pytest.raises(Malformed) as found:
            read_file(path)
        return str(found.value).removeprefix(str(tmp_path))

    assert fault(tmp_path / "none.yaml").endswith("there is no such file")
    assert fault(tmp_path).endswith("this is a folder; name a file in it")
    (tmp_path / "binary.yaml").write_bytes(b"a: 1\nb: \xff\xfe")
    assert "line 2: not UTF-8 text (byte 9)" in fault(tmp_path / "binary.yaml")
    with (tmp_path / "long.yaml").open("wb") as long:
        long.truncate(MOST_BYTES + 1)
    assert "too long to be read" in fault(tmp_path / "long.yaml")
    with (tmp_path / "campaign.json").open("wb") as campaign:
        campaign.truncate(MOST_BYTES + 1)
    assert "too long" not in fault(tmp_path / "campaign.json")
    assert "cannot be read" in fault(tmp_path / ("x" * 300))
    assert "cannot be read" in fault(Path("a\0b"))


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "notepad.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: x\r\n")
    assert read_file(file).value == {"a": 1, "b": "x"}


def test_an_unknown_word_gets_the_nearest_known_one_or_all_there_are() -> None:
    assert unknown("Bolness", ["Boldness", "Passion"], "Trait").endswith("did you mean Boldness?")
    assert unknown("x" * 10_000, ["Boldness", "Passion"]).endswith("there is: Boldness, Passion")
    assert "there is none at all" in unknown("x", [])
    assert "\x1b" not in unknown("\x1b[31m", [])
