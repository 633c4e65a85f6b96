"""Review files without the decisions about students who are left out: all else keeps its place and its meaning."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from checker.document import DocumentError, Mapping, Sequence, parse_document, to_python
from checker.grading.left_out import LeftOut
from checker.grading.reviews.read import about_left_out, redacted

SALTED = LeftOut(b"salt" * 8)
GONE = LeftOut(SALTED.salt, dict.fromkeys(SALTED.hashes(["s1"], ["4be0643f1d"]), 1))
FILE = b"""# why: s1
- group: 4be0643f1d
  problem: why
  points: 2   # generous
- {student: s1, problem: size, part: total, points: 1, answer: "31,744"}
- student: s2
  problem: why
  points: 1e-1
  comment: |
    Two lines,
    of "text".
  by:
"""


def places(data):
    """Every scalar with its line and column, item by item."""
    root = parse_document(data, source="ada.yaml")
    assert isinstance(root, Sequence)
    return [[(n.text, n.line, n.column) for pair in item.entries.values() for n in pair] for item in root.items]


def test_other_decisions_keep_their_places():
    found = redacted({"ada.yaml": FILE}, GONE)["ada.yaml"]
    first, _, last = places(FILE)
    assert places(found)[0] == first
    assert places(found)[1][:-1] == last[:-1]
    assert (places(found)[1][-1][0], to_python(parse_document(found, source="x"))[1]["by"]) == ("null", None)
    assert b"#" not in found
    assert b"s1" not in found


def test_lists_within_a_line_are_written_as_they_were():
    data = b"""[{student: s1, problem: size, points: 1}, {student: s2, points: [1, [2, x], {a: []}], problem: why}]"""
    found = redacted({"ada.yaml": data}, GONE)["ada.yaml"]
    assert to_python(parse_document(found, source="x")) == [
        {"student": "s2", "points": [1, [2, "x"], {"a": []}], "problem": "why"}
    ]
    (item,) = parse_document(found, source="x").items
    key, value = item.entries["points"]
    assert data[key.column - 1 :].startswith(b"points: [")
    assert [each.line for each in (key, value, *value.items)] == [1] * 5


def test_a_decision_on_an_answer_that_nobody_else_gave_is_kept_only_where_it_is_asked_for():
    found = redacted({"ada.yaml": FILE}, GONE, with_groups=False)["ada.yaml"]
    assert b"4be0643f1d" not in found
    assert [item[1][0] for item in places(found)] == ["s2"]


def test_a_file_that_cannot_be_read_is_not_kept():
    found = redacted({"ada.yaml": b"- student: [s1", "b.yaml": DocumentError("gone", "b.yaml")}, GONE)
    assert all(isinstance(each, DocumentError) for each in found.values())


def test_files_about_such_students():
    files = {"a.yaml": FILE, "b.yaml": b"- {student: s2, problem: why, points: 1}", "c.yaml": b"[s1"}
    assert about_left_out(files, GONE) == ["a.yaml", "c.yaml"]


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8)
VALUES = TEXT | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(st.dictionaries(TEXT.filter(bool), VALUES | st.lists(VALUES, max_size=2), max_size=4), min_size=1))
def test_what_is_written_anew_means_the_same(items):
    data = json.dumps(items, indent=1, ensure_ascii=False).encode()
    try:
        root = parse_document(data, source="a.json")
    except DocumentError:
        return
    found = parse_document(redacted({"a.json": data}, SALTED)["a.json"], source="a.json")
    assert to_python(found) == to_python(root)
    lines = [each.line for each in root.items if isinstance(each, Mapping)]
    assert [each.line for each in found.items] == lines
