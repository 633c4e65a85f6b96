"""Documents: what is read, where it stands, and what is refused in which words."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.document import DocumentError, DocumentNode, ListNode, MappingNode, Scalar, parse_document, to_python
from tests.tables import rows


def at(node: DocumentNode, *path: str | int) -> Any:
    for part in path:
        node = node.entries[part][1] if isinstance(node, MappingNode) else node.items[part]  # type: ignore[union-attr,index]
    return node


def refusal(text: str | bytes) -> str:
    with pytest.raises(DocumentError) as caught:
        parse_document(text, source="f.yaml")
    return str(caught.value)


SCALARS: list[tuple[str, Any]] = [
    ("27648", 27648), ("-5", -5), ("+5", 5), ("010", 10), ("-010", -10), ("0o17", 15), ("0x1F", 31), ("0", 0),
    ("1e-5", 1e-5), ("1E5", 1e5), ("1e+2", 100.0), ("0.60", 0.6), (".5", 0.5), ("5.", 5.0), ("-.5e1", -5.0), ("1e400", math.inf),
    (".inf", math.inf), ("-.INF", -math.inf), ("+.Inf", math.inf),
    ("~", None), ("null", None), ("Null", None), ("NULL", None), ("", None),
    ("true", True), ("True", True), ("FALSE", False),
    *[(text, text) for text in (
        "no", "yes", "on", "off", "y", "tRUE", "nUll", "1:30", "1:30:00", "27,648", "1_000", "0b11", "-0x1F", "0x", "0o8", "1e",
        "+", "-x", ".", "..", "e5", "1e5x", "+-1", "2024-01-31", "1/3", "12.5%", "−5", "１２", "٣", "inf", "nan", "NaN", "-.nan", "=",
        "<<", "≈ 27.6K", "√2/2", "s1042", "$27{,}648$", "= 27648", "a#b", "a:b",
    )],
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), SCALARS)
def test_a_plain_scalar_is_resolved_by_the_core_schema_and_keeps_its_text(text: str, value: Any) -> None:
    node = at(parse_document(f"k: {text}", source="f"), "k")
    assert (node.value, type(node.value), node.text, node.quoted) == (value, type(value), text, False)


def test_nan() -> None:
    assert math.isnan(to_python(parse_document(".nan", source="f")))


@pytest.mark.parametrize(("text", "value"), rows(__file__, "quotes_and_blocks_are_always_text"))
def test_quotes_and_blocks_are_always_text(text: str, value: str) -> None:
    node = at(parse_document(f"k: {text}", source="f"), "k")
    assert (node.value, node.text, node.quoted) == (value, value, True)


DOCUMENT = """\
# a comment
student: s1042
answers:
  encoder-layer: "27,648"
  flying-attention: [0.609, 0.196]
  shape:
    - 0.60
    -   [1,2]
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_every_node_knows_its_place(line_end: str, bom: str) -> None:
    text = bom + DOCUMENT.replace("\n", line_end)
    for form in (text, text.encode()):
        root = parse_document(form, source="f")
        found = {
            path: (node.line, node.column, node.text)
            for path in [("student",), ("answers",), ("answers", "encoder-layer"), ("answers", "flying-attention"),
                         ("answers", "flying-attention", 1), ("answers", "shape"), ("answers", "shape", 0),
                         ("answers", "shape", 1), ("answers", "shape", 1, 1)]
            if (node := at(root, *path))
        }  # fmt: skip
        assert found == {
            ("student",): (2, 10, "s1042"),
            ("answers",): (4, 3, '{encoder-layer: "27,648", flying-attention: [0.609, 0.196], shape: [0.60, [1,2]]}'),
            ("answers", "encoder-layer"): (4, 18, "27,648"),
            ("answers", "flying-attention"): (5, 21, "[0.609, 0.196]"),
            ("answers", "flying-attention", 1): (5, 29, "0.196"),
            ("answers", "shape"): (7, 5, "[0.60, [1,2]]"),
            ("answers", "shape", 0): (7, 7, "0.60"),
            ("answers", "shape", 1): (8, 9, "[1,2]"),
            ("answers", "shape", 1, 1): (8, 12, "2"),
        }
        key = root.entries["answers"][0]  # type: ignore[union-attr]
        assert (key.line, key.column, key.text) == (3, 1, "answers")
        assert root.get("student") is at(root, "student")  # type: ignore[union-attr]
        assert root.get("none") is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("written", "text"), rows(__file__, "the_text_of_a_collection_is_its_source_or_a_line_like_it")
)
def test_the_text_of_a_collection_is_its_source_or_a_line_like_it(written: str, text: str) -> None:
    assert at(parse_document(f"k: {written}", source="f"), "k").text == text


def test_keys_are_text() -> None:
    text = "1: a\nno: b\n2.50: c\n'3': d\n~: e\n? long\n: f"
    assert to_python(parse_document(text, source="f")) == {
        "1": "a",
        "no": "b",
        "2.50": "c",
        "3": "d",
        "~": "e",
        "long": "f",
    }


def test_tabs_between_the_values_of_json_are_fine() -> None:
    assert to_python(parse_document('{\n\t"a":\t[1,\n\t\t2]\n}', source="f")) == {"a": [1, 2]}


def test_characters_that_yaml_1_1_takes_for_line_ends_are_content() -> None:
    text = "a: x\u2028y\u2029z\u0085w\ufeffv\u0096 \U0010fffd\nb: ['\u2028', 2]"
    root = parse_document(text, source="f")
    assert to_python(root) == {"a": "x\u2028y\u2029z\u0085w\ufeffv\u0096 \U0010fffd", "b": ["\u2028", 2]}
    assert (at(root, "b").line, at(root, "b", 1).column) == (2, 10)


def test_escaped_pairs_of_json_are_characters_and_keep_places() -> None:
    text = r'["\ud83d\ude00\uD83D\uDE00", "\\ud83d\\ude00", "\\\ud83d\ude00", 1]'
    root = parse_document(text, source="f")
    assert to_python(root) == ["😀😀", r"\ud83d\ude00", "\\😀", 1]
    assert at(root, 3).column == text.index("1]") + 1
    assert to_python(parse_document(r"a: \ud83d\ude00", source="f")) == {"a": r"\ud83d\ude00"}


REFUSED = [
    *rows(__file__, "what_is_refused"),
    ("a: \ud800", "f.yaml:1:4  control character U+D800; remove it, and save the file as UTF-8"),
    (b"\xef\xbb\xbfa: 1\nb: \xe9", "f.yaml:2:4  is not UTF-8: byte 0xe9 at offset 11; save it as UTF-8"),
    ("a: 1".encode("utf-16"), "f.yaml  is UTF-16; save it as UTF-8"),
    ("a".encode("utf-16-le"), "f.yaml:1:2  control character U+0000; remove it, and save the file as UTF-8"),
    ("[" * 65, "f.yaml:1:65  nested more than 64 deep"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_a_refused_document_has_a_place_and_advice(text: str | bytes, message: str) -> None:
    assert refusal(text) == message


def test_limits_are_inclusive() -> None:
    assert at(parse_document("[" * 64 + "]" * 64, source="f"), *[0] * 63).items == []
    assert to_python(parse_document("9" * 1000, source="f")) == 10**1000 - 1
    assert to_python(parse_document("9" * 1001, source="f")) == "9" * 1001, (
        "more digits than a number has here are text"
    )
    assert to_python(parse_document("9" * 900_000, source="f")) == "9" * 900_000
    assert to_python(parse_document("'" + "9" * 5000 + "'", source="f")) == "9" * 5000


LAUGHS = "a: &a [lol]\n" + "\n".join(
    f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "nested more than 64 deep"),
        ("- " * 100_000, "nested more than 64 deep"),
        ("{a: " * 100_000, "nested more than 64 deep"),
        ("? " * 100_000, "a key must be"),
        ("[" + "1," * 400_000 + "]", "too many values; the limit is about 200,000"),
        ("%TAG !a! x\n" * 90_000, "%TAG is not supported"),
        ("#\r%TAG !a! x\r--- 1", "%TAG is not supported"),
        ("'" * 999_999, "the quote that opens here is never closed"),
        ("\\ud83d" * 100_000, ""),
        (LAUGHS, "`&` sets an anchor"),
        ("&a [*a]", "`&` sets an anchor"),
    ],
)  # fmt: skip
def test_bombs_are_refused(text: str, message: str) -> None:
    if message:
        assert message in refusal(text)
    else:
        assert to_python(parse_document(text, source="f")) == text


YAMLISH = st.text("ab01.,:- \n\t[]{}'\"#&*!|>%@`?\\ue\r\x00\x85\u2028\ufeff\ud800é😀~", max_size=40)


@settings(max_examples=150)
@given(YAMLISH | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        node = parse_document(text, source="f")
    except DocumentError as error:
        str(error).encode()
        assert "is not valid YAML" not in str(error), "a complaint without a place"  # noqa: PT017
    else:
        to_python(node)
        node.text.encode()
        assert isinstance(node, (Scalar, ListNode, MappingNode))


@settings(max_examples=100)
@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        parse_document(data, source="f")
    except DocumentError as error:
        str(error).encode()


TEXTS = st.text(max_size=20)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXTS, inner, max_size=5), max_leaves=20
)


@settings(max_examples=100)
@given(TREES, st.booleans(), st.sampled_from([None, 2, "\t"]))
def test_json_comes_back_as_it_was(value: Any, ascii_only: bool, indent: int | str | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert repr(to_python(parse_document(text, source="f"))) == repr(value)  # repr: 1 is not 1.0, nor 0.0 -0.0
