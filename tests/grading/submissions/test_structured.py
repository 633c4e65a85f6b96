"""YAML and JSON submissions: texts as they were written, one student or several, and what is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.grading.submissions.formats import structured
from checker.grading.submissions.formats.structured import NO_ANSWERS, NO_STUDENT, NO_SUBMISSION
from checker.grading.submissions.model import Delivery, GivenAnswer, Submission, Trouble
from tests.grading.submissions.reading import of_paths

Found = Submission | Trouble
read = of_paths(structured.read)
ONE_FILE = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def hand_in(tmp_path):
    def write(text: str, name: str = "file.yaml") -> list[Found]:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return list(read(str(path)))

    return write


def told(found: list[Found]) -> list[tuple[int | None, str | None, str]]:
    return [(trouble.line, trouble.student, trouble.message) for trouble in found if isinstance(trouble, Trouble)]


def texts(found: list[Found]) -> list[str]:
    return [answer.text for item in found if isinstance(item, Submission) for answer in item.answers]


def test_the_contract_s_example(hand_in, tmp_path):
    path = tmp_path / "file.yaml"
    assert hand_in("""\
student: s1042
answers:
  encoder-layer: "27,648"
  flying-attention: [0.609, 0.196]
  bert-size: {embeddings: 31114752, total: 87737856}
""") == [
        Submission(
            "s1042",
            None,
            None,
            path,
            (
                GivenAnswer("encoder-layer", None, "27,648", str(path), 3),
                GivenAnswer("flying-attention", None, "[0.609, 0.196]", str(path), 4),
                GivenAnswer("bert-size", "embeddings", "31114752", str(path), 5),
                GivenAnswer("bert-size", "total", "87737856", str(path), 5),
            ),
        )
    ]


def test_problems_are_named_once_in_order(hand_in):
    (submission,) = hand_in("answers: {b: 1, a: {x: 1, y: 2}, c: }")
    assert submission.problems == ("b", "a", "c")


def test_a_student_with_name_and_email(hand_in):
    (submission,) = hand_in("student: {id: 007, name: Ada Lovelace, email: }\nanswers: {}")
    assert submission[:3] == ("007", "Ada Lovelace", None)
    assert submission.answers == ()


@pytest.mark.parametrize(
    ("written", "student"),
    [
        ("010", "010"),
        ("1e3", "1e3"),
        ("no", "no"),
        ("'null'", "null"),
        ("../../etc/passwd", "../../etc/passwd"),
        ("'a/b\\c'", "a/b\\c"),
        ('" s1 "', " s1 "),
        ("Zoë", "Zoë"),
    ],
)
def test_any_text_is_an_id(hand_in, written, student):
    (submission,) = hand_in(f"student: {written}\nanswers: {{q: 1}}")
    assert submission.student == student


@pytest.mark.parametrize("line", ["", "student:\n", "student: ~\n", "student: ''\n", "student: '  '\n"])
def test_without_a_student_the_file_s_name_is_the_id(hand_in, line):
    (submission,) = hand_in(line + "answers: {q: 1}", "ada.l.yaml")
    assert submission.student == "ada.l"


@pytest.mark.parametrize(
    ("head", "line"), [("answers: {q: 1}\nstudent:\n  name: Ada", 3), ("student: [a, b]\nanswers: {q: 1}", 1)]
)
def test_a_student_without_an_id_is_reported(hand_in, head, line):
    assert hand_in(head)[0].line == line
    assert told(hand_in(head)) == [(line, None, NO_STUDENT)]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("0.60", "0.60"),
        ("010", "010"),
        ("1:30", "1:30"),
        ("27,648", "27,648"),
        ("1e-5", "1e-5"),
        ("yes", "yes"),
        ('" 27 648 "', " 27 648 "),
        ("110M  # about", "110M"),
        ("", ""),
        ("~", ""),
        ("null", ""),
        ("'~'", "~"),
        ("{}", ""),
        ("[]", "[]"),
        ("[[1, 2.50], [03, 4]]", "[[1, 2.50], [03, 4]]"),
        ("\n  - 0.60\n  - 0.4\n", "[0.60, 0.4]"),
        ("|\n    1 2\n    3 4\n", "1 2\n3 4\n"),
    ],
)
def test_answers_stay_as_they_were_written(hand_in, written, text):
    assert texts(hand_in(f"answers:\n  q: {written}")) == [text]
    assert texts(hand_in(f"answers:\n  q: {written}\n  r: last"))[0] == text


def test_missing_values_keep_their_lines(hand_in):
    (submission,) = hand_in("answers:\n  a:\n  b: ~\n  c:\n    x:\n    y: 2\n")
    assert [(a.problem, a.part, a.text, a.line) for a in submission.answers] == [
        ("a", None, "", 2),
        ("b", None, "", 3),
        ("c", "x", "", 5),
        ("c", "y", "2", 6),
    ]


def test_what_is_nested_too_deep_is_reported_and_kept(hand_in):
    found = hand_in("student: s\nanswers:\n  q:\n    part: {deeper: 1}\n    other: 2")
    assert told(found) == [(4, "s", "`q` is nested too deep: a part such as `part` takes one answer")]
    assert texts(found) == ["{deeper: 1}", "2"]


def test_misspelt_keys_are_reported_with_the_key_that_was_meant(hand_in):
    assert told(hand_in("student: s\nanswres:\n  q: 1")) == [(2, "s", "`answres` is not read; did you mean `answers`?")]
    found = hand_in("answers: {q: 1}\nStudent_ID: s1\ncomment: hello\n", "ada.yaml")
    assert told(found) == [(2, "ada", "`Student_ID` is not read; did you mean `student`?")]
    assert found[1].student == "ada"


def test_other_keys_are_not_reported(hand_in):
    assert told(hand_in("student: s\nanswers: {q: 1}\ncomment: Thank you!\nstatement: mine\n")) == []


def test_missing_or_odd_answers_are_reported(hand_in):
    assert hand_in("student: s\ncomment: hello") == [
        Trouble(hand_in("answers:")[0].path, 1, "s", NO_ANSWERS),
    ]
    message = "`answers` must hold `problem: answer` for each problem"
    assert told(hand_in("student: s\nanswers: 27648")) == [(2, "s", message)]
    assert told(hand_in("student: s\nanswers:\n- 1\n- 2")) == [(3, "s", message)]


def test_no_answers_at_all_is_a_submission(hand_in):
    (submission,) = hand_in("student: s\nanswers:\n")
    assert submission[:1] + submission[4:] == ("s", (), None, Delivery())


def test_a_list_of_students(hand_in):
    found = hand_in(
        '[{"student": "a", "answers": {"q": 1}}, 5,\n {"student": {"id": "b"}, "answers": {"q": "2"}}]', "x.json"
    )
    assert told(found) == [(1, None, NO_SUBMISSION)]
    assert [(s.student, s.answers[0].text, s.answers[0].line) for s in found[1:]] == [("a", "1", 1), ("b", "2", 2)]


def test_in_a_list_of_several_the_file_s_name_is_nobody_s(hand_in):
    assert told(hand_in("- answers: {q: 1}\n- student: b\n  answers: {q: 2}")) == [(1, None, NO_STUDENT)]
    assert [s.student for s in hand_in("- answers: {q: 1}", "ada.yaml")] == ["ada"]


@pytest.mark.parametrize("text", ["hello", "[]", "[1, 2]", "~"])
def test_what_is_no_submission_is_reported_once(hand_in, text):
    assert told(hand_in(text)) == [(1, None, NO_SUBMISSION)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", None),
        ("# nothing\n", None),
        ("answers:\n  q: !!python/name:os.system\n", 2),
        ("answers:\n  q: &a [1]\n", 2),
        ("answers:\n  q: *a\n", 2),
        ("answers:\n  q: 1\n  q: 2\n", 3),
        ("[" * 100_000, 1),
        ("answers: {q: " + "{a: " * 100_000, 1),
        ("answers: {q: 1}\n---\nanswers: {q: 2}\n", 2),
        ("answers:\n\tq: 1\n", 2),
    ],
)
def test_bad_files_are_reported_where_they_are_bad(hand_in, text, line):
    (trouble,) = hand_in(text)
    assert isinstance(trouble, Trouble)
    assert (trouble.line, trouble.student) == (line, None)
    assert trouble.message


def test_an_alias_bomb_is_reported(hand_in):
    bomb = "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    assert told(hand_in(bomb))[0][0] == 1


def test_what_is_not_utf_8_is_reported_with_its_line(tmp_path):
    path = tmp_path / "s.yaml"
    path.write_bytes(b"answers:\n  q: Zo\xeb\n")
    (trouble,) = read(str(path))
    assert trouble.line == 2
    assert "not UTF-8" in trouble.message


def test_long_answers_are_read_and_huge_files_are_reported(hand_in):
    assert texts(hand_in(f"answers: {{q: '{'1' * 5_000_000}'}}")) == ["1" * 5_000_000]
    assert told(hand_in(f"answers: {{q: '{'1' * 10_000_000}'}}")) == [(None, None, "is too large; the limit is 10 MB")]


@ONE_FILE
@given(data=st.binary() | st.text().map(str.encode), suffix=st.sampled_from([".yaml", ".json"]))
def test_any_bytes_give_submissions_or_troubles(tmp_path, data, suffix):
    path = tmp_path / f"file{suffix}"
    path.write_bytes(data)
    for found in read(str(path)):
        assert type(found) in (Submission, Trouble)


words = st.text(st.characters(exclude_categories=["Cs"]))
keys = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="."), max_size=50
)  # libyaml takes 1,024 characters, escapes and all


@ONE_FILE
@given(
    student=words.filter(str.strip),
    answers=st.dictionaries(keys, words | st.dictionaries(keys, words, min_size=1), max_size=5),
    ascii_only=st.booleans(),
)
def test_what_json_writes_is_read_back(tmp_path, student, answers, ascii_only):
    path = tmp_path / "file.json"
    path.write_text(json.dumps({"student": student, "answers": answers}, ensure_ascii=ascii_only), "utf-8")
    (submission,) = read(str(path))
    assert submission.student == student
    back: dict[str, object] = {}
    for answer in submission.answers:
        if answer.part is None:
            back[answer.problem] = answer.text
        else:
            back.setdefault(answer.problem, {})[answer.part] = answer.text
    assert back == answers


def test_names_that_are_not_text_are_made_printable(tmp_path):
    path = Path(str(tmp_path / "zo\udceb.yaml"))
    path.write_text("answers: {q: 1}")
    (submission,) = read(str(path))
    assert submission.student == "zo\\udceb"
    assert submission.answers[0].file == str(tmp_path / "zo\\udceb.yaml")


@pytest.mark.parametrize(
    ("answers", "texts"),
    [
        ("{a: 27,648}", {("a", None): "27,648"}),
        ("{a: 1,008,100, b: 5}", {("a", None): "1,008,100", ("b", None): "5"}),
        ("{model: {embeddings: 20,000, total: 7}}", {("model", "embeddings"): "20,000", ("model", "total"): "7"}),
        ("{a.total: 5}", {("a", "total"): "5"}),
        ("{a: 5, '648': ''}", {("a", None): "5", ("648", None): ""}),
        ("{a: 27, 648}", {("a", None): "27,648"}),
        ("{head: {shape: (32, 16), elements: 512}}", {("head", "shape"): "(32, 16)", ("head", "elements"): "512"}),
        (
            "{head: {elements: 512, shape: (2,32, 128)}}",
            {("head", "elements"): "512", ("head", "shape"): "(2,32, 128)"},
        ),
        ("{a: max(1, f(2, 3)), b: (27,648)}", {("a", None): "max(1, f(2, 3))", ("b", None): "(27,648)"}),
        ("{a: (32, '16)': '', b: 5}", {("a", None): "(32", ("16)", None): "", ("b", None): "5"}),
    ],
)
def test_values_with_commas_in_braces(tmp_path, answers, texts):
    path = tmp_path / "s1.yaml"
    path.write_text(f"answers: {answers}\n")
    (submission,) = read(str(path))
    assert {(given.problem, given.part): given.text for given in submission.answers} == texts


@pytest.mark.parametrize(
    ("answers", "key"),
    [
        ("{head: {shape: 32, 16), elements: 512}}", "16)"),
        ("{head: {shape: ((32, 16), elements: 512}}", "16)"),
        ("{head: 32, 16)}", "16)"),
    ],
)
def test_a_lost_end_of_a_value_is_reported_with_its_line_and_what_to_do(tmp_path, answers, key):
    path = tmp_path / "s1.yaml"
    path.write_text(f"student: s1\nanswers:\n  {answers}\n")
    trouble, _ = read(str(path))
    assert str(trouble) == (
        f"{path}:3  `{key}` has no value: YAML splits values such as `(32, 16)` at the comma; "
        "put quotes around the whole value"
    )


def test_a_value_with_equal_sizes_is_reported(tmp_path):
    path = tmp_path / "s1.yaml"
    path.write_text("answers: {a: (2, 16, 16, 32)}\n")
    (trouble,) = read(str(path))
    assert trouble.line == 1
    assert trouble.message.endswith("put values such as `(32, 16)` in quotes")


def test_two_such_numbers_with_the_same_end_are_reported(tmp_path):
    path = tmp_path / "s1.yaml"
    path.write_text("answers: {a: 27,000, b: 12,000}\n")
    (trouble,) = read(str(path))
    assert trouble.message.endswith("put numbers such as `20,000` in quotes")


@pytest.mark.parametrize(
    ("beside", "key"),
    [
        ("encoder-layer: 27648", "encoder-layer"),
        ("responses: {head-output: {elements: 5}}", "responses"),
        ("total: 5", "total"),
        ("q: [1, 2]", "q"),
    ],
)
def test_unknown_keys_next_to_the_answers_are_reported(hand_in, beside, key):
    trouble, submission = hand_in(f"student: a2\n{beside}\nanswers: {{other: 1}}")
    assert trouble[1:] == (
        2,
        "a2",
        f"`{key}` is not read, because it is not below `answers`; if it is an answer, move it there",
    )
    assert submission.answers[0].text == "1"


@pytest.mark.parametrize("beside", ["comment: hi", "Notes: [a]", "email: a@b.c", "encoder-layer:", "x: {}", "x: null"])
def test_known_keys_next_to_the_answers_are_not_reported(hand_in, beside):
    assert told(hand_in(f"student: a2\n{beside}\nanswers: {{other: 1}}")) == []


def test_a_key_of_a_whole_class_is_reported_once_and_the_class_is_read(hand_in):
    students = "".join(f"- {{student: s{number}, score: 1, answers: {{q: 1}}}}\n" for number in range(300))
    trouble, *submissions = hand_in(students)
    assert trouble[1:3] == (1, None)
    assert trouble[3].endswith(" (300 times)")
    assert len(submissions) == 300


def test_of_very_many_keys_some_are_reported(hand_in):
    found = hand_in("student: s\nanswers: {q: 1}\n" + "".join(f"k{number}: 1\n" for number in range(200)))
    assert len(told(found)) == 11
    assert told(found)[-1][2] == "and 190 more keys are not read"
    assert texts(found) == ["1"]


def test_ten_unread_keys_are_all_named(hand_in):
    keys = "".join(f"k{n}: {n}\n" for n in range(10))
    found = [each for each in hand_in(f"{keys}answers: {{a: 1}}\n") if isinstance(each, Trouble)]
    assert [each.message.split(" ")[0] for each in found] == [f"`k{n}`" for n in range(10)]


def test_tabs_around_json(hand_in):
    (submission,) = hand_in('\t\n \t{"student": "s",\n"answers": {"q": "1"}}\n\t\n', "x.json")
    assert (submission.student, submission.answers[0].line) == ("s", 3)


def test_json_that_cannot_be_read_names_its_student(hand_in):
    long = "k" * 2_000
    assert told(hand_in(f'{{"student": "s", "answers": {{"{long}": 1}}}}', "x.json")) == [
        (1, "s", "a key has 2,002 characters; the limit is 1,000")
    ]
    (half,) = told(hand_in('{"student": {"id": "s"}, "answers": {"q": "\\ud800", "r": 1}}', "x.json"))
    assert half[1] == "s"
    assert "not a whole character" in half[2]
