"""YAML and JSON submissions: texts as they were written, one student or several, and what is told."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.document import parse_document
from checker.grading.model import Answers, Contents, File, Given, Unread
from checker.grading.structured import (
    own_time,
    read_file,
    who_in,
)
from checker.grading.tables import ColumnNames
from checker.lms.students import Student
from checker.lms.system import Delivery
from tests.tables import rows

ONE = "student: s\nanswers: {q: 1}\n"


def read(text: str | bytes, name: str = "a/ada.l.yaml", **options: str) -> Contents:
    data = text.encode() if isinstance(text, str) else text
    return read_file(File(name, "structured", data), ColumnNames(), **options)


def told(text: str | bytes, name: str = "a/ada.l.yaml") -> list[tuple[int | None, str, str]]:
    return [each[1:4] for each in read(text, name).troubles]


def texts(text: str) -> dict[str, str]:
    return {".".join(filter(None, each[:2])): each.text for answers in read(text).answers for each in answers.given}


def test_the_contracts_example():
    text = """\
student: {id: 007, name: Ada Lovelace, email: }
answers:
  encoder-layer: "27,648"
  flying-attention: [0.609, 0.196]
  bert-size: {embeddings: 31114752, total: }
submitted: 2026-10-05 15:12
"""
    assert read(text, hint="a") == Contents(
        [
            Answers(
                Student("007", "Ada Lovelace"),
                "a/ada.l.yaml",
                3,
                Delivery("2026-10-05T15:12:00"),
                "a",
                [
                    Given("encoder-layer", None, "27,648", 3),
                    Given("flying-attention", None, "[0.609, 0.196]", 4),
                    Given("bert-size", "embeddings", "31114752", 5),
                    Given("bert-size", "total", "", 5),
                ],
            )
        ]
    )


@pytest.mark.parametrize(
    ("written", "student"),
    [
        *((each, each) for each in ("010", "1e3", "no", "../../etc/passwd", "Zoë")),
        *(("'null'", "null"), ("'a/b\\c'", "a/b\\c"), ('" s1 "', " s1 ")),
        *((each, "ada.l") for each in ("", "~", "''", "'  '")),
    ],
)
def test_any_text_is_an_id_and_without_one_the_name_of_the_file_is(written, student):
    (answers,) = read(f"student: {written}\nanswers: {{q: 1}}").answers
    assert answers.who.id == student
    assert read("answers: {q: 1}", owner="bo").answers[0].who.id == "bo"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        *((each, each) for each in ("0.60", "010", "1:30", "27,648", "1e-5", "yes", "[]", "[[1, 2.50], [03, 4]]")),
        *((each, "") for each in ("", "~", "null", "{}")),
        *(('" 27 648 "', " 27 648 "), ("110M  # about", "110M"), ("'~'", "~")),
        *(("\n  - 0.60\n  - 0.4\n", "[0.60, 0.4]"), ("|\n    1 2\n    3 4\n", "1 2\n3 4\n")),
    ],
)
def test_answers_stay_as_they_were_written(written, text):
    assert texts(f"answers:\n  q: {written}\n  r: last") == {"q": text, "r": "last"}


@pytest.mark.parametrize(("answers", "expected"), rows(__file__, "values_with_commas_and_parts"))
def test_values_with_commas_and_parts(answers, expected):
    assert texts(f"answers: {answers}\n") == expected


def test_a_number_of_a_file_is_no_text_with_thousands():
    given_ = read("answers: {a: 1.234, b: '1.234'}").answers[0].given
    assert [each.is_number for each in given_] == [True, False]


NOT_BELOW = "is not read, because it is not below `answers`; if it is an answer, move it there"


@pytest.mark.parametrize(("text", "troubles", "students"), rows(__file__, "what_is_told"))
def test_what_is_told(text, troubles, students):
    assert [[*each] for each in told(text)] == troubles
    assert [each.who.id for each in read(text).answers] == students


@pytest.mark.parametrize(
    ("text", "line"),
    [
        *(("", None), ("# nothing\n", None), ("answers:\n  q: &a [1]\n", 2), ("answers:\n  q: *a\n", 2)),
        *(("answers:\n  q: !!python/name:os.system\n", 2), ("answers:\n  q: 1\n  q: 2\n", 3), ("[" * 100_000, 1)),
        *(("answers: {q: " + "{a: " * 100_000, 1), ("answers: {q: 1}\n---\nanswers: {q: 2}\n", 2)),
        *(("answers:\n\tq: 1\n", 2), ("answers:\n  q: Zo\xeb\n".encode("latin-1"), 2)),
        ("answers: {a: (2, 16, 16, 32)}\n", 1),
    ],
)
def test_bad_files_are_told_where_they_are_bad_and_may_hold_a_students_answers(text, line):
    found = read(text, hint="a")
    assert [(each.line, each.student, bool(each.message)) for each in found.troubles] == [(line, "", True)]
    assert (found.answers, found.unread) == ([], [Unread("a/ada.l.yaml", "a", ("ada.l", "a"))])


def test_what_hides_answers_of_others():
    assert read("student: s\nanswers: 5").unread == [Unread("a/ada.l.yaml", None, ("s",))]
    assert read("[{student: s, answers: {q: 1}}, 5]").unread == [Unread("a/ada.l.yaml", None)]
    assert read(f"{ONE}k: 5").unread == []


def test_a_student_with_more_answers_than_any_assignment_asks_for_is_refused():
    answers = "".join(f"  q{number}: 1\n" for number in range(1_001))
    (trouble,) = read(f"answers:\n{answers}").troubles
    assert trouble.message.startswith("has more than 1,000 answers of one student")
    assert len(read(f"answers:\n{answers}".rpartition("  ")[0]).answers[0].given) == 1_000


def test_very_many_troubles_are_counted_and_the_answers_are_read():
    everybody = "".join(f"- {{student: s{n}, score: 1, answers: {{q: 1}}, k{n}: 1}}\n" for n in range(300))
    found = read(everybody)
    assert len(found.answers) == 300
    assert found.troubles[0].message == f"`score` {NOT_BELOW} (300 times)"
    assert (len(found.troubles), found.troubles[-1].message) == (101, "and 201 more errors")


def test_who_and_when_of_other_mappings():
    node = parse_document("student: {id: a, email: a@b.c}\nSubmitted: 5 Oct 2026 1:02", source="x")
    assert who_in(node.get("student")) == Student("a", "", "a@b.c")
    assert own_time(node, "x") == ("2026-10-05T01:02:00", [])
    assert (who_in(None, "b"), own_time(None, "x")) == (Student("b"), ("", []))


@given(data=st.binary() | st.text().map(str.encode), name=st.sampled_from(["a.yaml", "a.json"]))
def test_any_bytes_give_answers_or_troubles_that_json_keeps(data, name):
    found = read(data, name)
    assert Contents.from_json(json.loads(json.dumps(found.to_json()))) == found


words = st.text(st.characters(exclude_categories=["Cs"]))
keys = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="."), max_size=50)


@given(
    student=words.filter(str.strip),
    answers=st.dictionaries(keys, words | st.dictionaries(keys, words, min_size=1), max_size=5),
    ascii_only=st.booleans(),
)
def test_what_json_writes_is_read_back(student, answers, ascii_only):
    (found,) = read(json.dumps({"student": student, "answers": answers}, ensure_ascii=ascii_only), "f.json").answers
    back: dict[str, object] = {}
    for each in found.given:
        if each.part is None:
            back[each.problem] = each.text
        else:
            back.setdefault(each.problem, {})[each.part] = each.text
    assert (found.who.id, back) == (student, answers)
