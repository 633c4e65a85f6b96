"""Hand-ins of documents: whose they are, what is marked, and what waits for a person instead of being wrong or blank."""

from __future__ import annotations

import json

import pytest

from checker.grading import documents
from checker.grading.documents import CLAIM, DIFFERENT_NAMES, OTHERS, SAME_QUESTION, all_wait
from checker.grading.found_answers import FOLLOWS, SCANNED, Understood, records_of
from checker.grading.gradebook import prefer_exact
from checker.grading.model import File, HandIn
from checker.grading.records import NOT_READ, Marker, Reason
from checker.grading.rows import Row
from checker.lms.students import Student
from checker.lms.system import Delivery
from tests.grading.handed_in import course, read, records
from tests.tables import rows
from tests.writeups.formats.office_files import docx, p
from tests.writeups.formats.pdf_files import pdf, text

RIGHT, WRONG = "Answer (encoder-layer): 27648", "Answer (encoder-layer): 1"
QUERIES = "# block\n\nqueries: {}\n\ntotal: {}\n"
FIGURES = "# encoder-layer\n\nI get **31744**.\n\nI did it by hand.\n\nA friend says 27648.\n"


def brief(done):
    return ", ".join(f"{name} {record['status']}" for name, record in records(done).items())


def told(done):
    return [(each.file, each.line, each.student, each.message) for each in done.troubles]


def group(done, question="encoder-layer"):
    return records(done)[question]["waits"]["group"]


@pytest.mark.parametrize(("name", "written", "expected", "message"), rows(__file__, "what_is_marked_and_what_waits"))
def test_what_is_marked_and_what_waits(name, written, expected, message):
    done = read(name, {"a/s1.md": written})
    assert brief(done) == expected
    waiting = [record["message"] for record in records(done).values() if record["points"] is None]
    assert bool(waiting) == bool(message)
    assert all(each.startswith(message) for each in waiting[:1])
    assert (told(done), done.unread, done.faults) == ([], [], [])


def test_a_record_says_where_the_answer_is_and_what_else_it_may_be():
    sure = records(read("layer", {"a/s1.md": f"# Homework\n\n{RIGHT}\n"}))["encoder-layer"]
    assert sure["evidence"] == [{"file": "a/s1.md", "line": 3, "text": RIGHT}]
    assert "candidates" not in sure
    cells = [{"cell_type": "markdown", "source": each} for each in ("# Work", f"so\n\n{RIGHT}")]
    done = read("layer", {"a/s1.ipynb": json.dumps({"cells": cells, "metadata": {}})})
    assert records(done)["encoder-layer"]["evidence"] == [{"file": "a/s1.ipynb", "line": 3, "cell": 2, "text": RIGHT}]
    passed = records(read("layer", {"a/s1.md": FIGURES}))["encoder-layer"]
    found = [(each["line"], each["text"]) for each in passed["candidates"]]
    assert found == [(3, "I get 31744."), (7, "A friend says 27648.")]
    essay = records(read("why", {"a/s1.md": "# why\n\nThe scores grow.\n"}))["why"]
    assert [(each["line"], each.get("point")) for each in essay["evidence"]] == [(1, None), (1, "scores grow")]


def test_equal_doubts_are_one_case_but_not_where_each_student_has_another():
    first, same, other = (group(read("layer", {"a/x.md": f"# 1\n\n27648 or {n}"}, f"s{n}")) for n in (30000, 30000, 4))
    assert first == same != other
    first, other = (read("follows", {"a/x.md": QUERIES.format("40200 or 4", 7)}, student) for student in ("s1", "s2"))
    assert records(first)["block.total"]["waits"]["sentence"] == FOLLOWS.format("block.queries")
    assert group(first, "block.total") != group(other, "block.total")
    assert group(first, "block.queries") == group(other, "block.queries")
    first, same, other = (group(read("layer", {"a/x.png": data * 32})) for data in (b"a", b"a", b"b"))
    assert first == same != other, "the pictures are others"


HEADS = "You multiplied the Q, K and V projections by the number of heads. Their columns already cover all heads."
SLIP = "2 * 64 * 120 is 15,360, not 15,630."
SUM = "# encoder-layer\n3 * 64 * 64{0} = {1}\n\n2 * 64 * 120 = {2}\n\nTotal: {1} + {2} = **{3}**\n"


@pytest.mark.parametrize(
    ("name", "written", "points", "lines"),
    [
        ("layer", SUM.format("", "12,288", "15,630", "27,918"), 0, ["", SLIP, ""]),
        ("layer", SUM.format(" * 4", "49,152", "15,360", "64,512"), 0, [HEADS, "", ""]),
        ("layer", SUM.format("", "12,288", "15,360", "27,648"), 1, ["", "", ""]),
        ("half", SUM.format("", "12,288", "15,630", "27,918"), 0.25, ["", SLIP, ""]),
    ],
)
def test_lines_of_working_are_read_and_may_earn_points(name, written, points, lines):
    record = records(read(name, {"a/s1.md": written}))["encoder-layer"]
    assert record["points"] == points
    assert [line["message"] for line in record["working"]] == lines
    assert [(line["file"], line["line"]) for line in record["working"]] == [("a/s1.md", n) for n in (2, 4, 6)]


def test_each_part_has_the_lines_above_its_answer():
    written = "# block\n\nqueries: 200 * 200 + 200 = 40,200\n\ntotal: 4 * 40,200 = 160,800\n\nTo check: 3 * 3 = 9\n"
    found = records(read("block", {"a/s1.md": written})).values()
    assert [[line["line"] for line in record["working"]] for record in found] == [[3], [5, 7]]


FRONT = "---\nstudent: {}\n---\n" + RIGHT
TIMES = "---\nsubmitted: {}\n---\n" + RIGHT
NO_STUDENT = "`student` names no student; write `student: ID` or `student: {id: ..., name: ...}`"


@pytest.mark.parametrize(
    ("students", "who", "troubles"),
    [
        (["s2"], ("s2", "Ana", ""), []),
        (["{id: s2, name: Bo, email: bo@x.org}"], ("s2", "Bo", "bo@x.org"), []),
        (["s2", "s2"], ("s2", "Ana", ""), []),
        (["s2", "s3"], ("s1", "Ana", ""), [DIFFERENT_NAMES.format("s2 (a/0.md), s3 (a/1.md)")]),
        (["[s2]"], ("s1", "Ana", ""), [NO_STUDENT]),
    ],
)
def test_the_front_matter_names_the_student(students, who, troubles):
    files = {f"a/{number}.md": FRONT.format(student) for number, student in enumerate(students)}
    done = read("layer", files, Student("s1", "Ana"))
    assert {answers.who[:3] for answers in done.answers} == {who}
    assert [(each.student, each.message) for each in done.troubles] == [(who[0], each) for each in troubles]


@pytest.mark.parametrize(
    ("owner", "claim", "is_another"),
    [
        (Student("s1"), "s2", True),
        (Student("1042", "Ana Lee"), "s1042", False),
        (Student("1042", "Ana Lee"), "1043", True),
        (Student("1042", "Ana Lee"), "Ana Lee", False),
        (Student("leeana"), "Ana Lee", False),
        (Student("leeana"), "Bo Lee", True),
        (Student("287654301"), "Ana Lee", False),
        (Student("287654301"), "1042", True),
    ],
)
def test_a_document_that_names_another_student_than_the_download_is_reported(owner, claim, is_another):
    done = read("layer", {"a/x.md": FRONT.format(claim)}, owner, is_certain=True)
    message = CLAIM.format(f"`{claim}`", f"`{owner.id}`")
    assert told(done) == ([("a/x.md", 2, owner.id, message)] if is_another else [])
    assert {answers.who for answers in done.answers} == {owner}


@pytest.mark.parametrize(
    ("file", "written", "given", "message"),
    [
        ("a/x.yaml", "answers: {encoder-layer: 5}", ["5"], []),
        ("a/x.yaml", "{student: s2, answers: {encoder-layer: 5}}", ["5"], [CLAIM.format("`s2`", "`s1`")]),
        ("a/x.csv", "student,encoder-layer\ns2,5\ns1,6\ns3,7\n", ["6"], [OTHERS.format(2, "`s2`", "`s1`")]),
    ],
)
def test_a_structured_file_in_a_download_is_its_owners(file, written, given, message):
    done = read("layer", {file: written}, is_certain=True)
    assert [each.text for answers in done.answers for each in answers.given] == given
    assert {answers.who.id for answers in done.answers} == {"s1"}
    assert [each.message for each in done.troubles] == message


def test_structured_answers_among_documents_are_that_students_and_each_has_its_time():
    yaml = "submitted: 2026-10-06 12:00\nanswers: {encoder-layer: 5}"
    files = {"a/s1/x.md": TIMES.format("2026-10-05 12:00"), "a/s1/x.yaml": yaml}
    structured, marked = read("layer", files).answers
    assert (structured.given[0].text, structured.assignment, structured.delivery.time[:10]) == ("5", None, "2026-10-06")
    assert (marked.given, marked.assignment, marked.delivery.time[:10]) == ([], "a", "2026-10-05")
    late = read("layer", files, delivery=Delivery("2026-10-07", attempt="2"))
    assert [(each.delivery.time, each.delivery.attempt) for each in late.answers] == [("2026-10-07", "2")] * 2
    (wrong,) = read("layer", {"a/s1.md": TIMES.format("soon")}).troubles
    assert (wrong.line, wrong.message.partition(";")[0]) == (2, "`submitted: soon` is no time")


@pytest.mark.parametrize(
    ("files", "is_several"),
    [
        ({"s1.md": RIGHT, "s2.md": WRONG}, True),
        (dict.fromkeys(("s1.md", "s2.md", "s3.md"), RIGHT), True),
        ({"work.md": RIGHT, "answers.md": RIGHT}, False),
        ({"work.md": RIGHT, "answers.md": RIGHT.replace("27648", "27,648")}, False),
        ({"work.md": RIGHT, "work.tex": WRONG}, False),
        ({"q1.md": RIGHT, "q2.md": "Answer (block.queries): 40200", "q3.md": "Answer (block.total): 1"}, False),
    ],
)
def test_files_that_answer_the_same_question_may_be_of_several_students(files, is_several):
    done = read("both", files)
    *first, last = files
    expected = SAME_QUESTION.format("encoder-layer", f"{', '.join(first)} and {last}")
    assert told(done) == ([("a/s1", None, "s1", expected)] if is_several else [])
    assert not is_several or {record["status"] for record in records(done).values()} == {"needs_review"}
    assert told(read("both", files, is_certain=True)) == []


UNKNOWN = "I cannot read `.py` files"


@pytest.mark.parametrize(
    ("files", "code", "kinds"),
    [
        ({"a/s1/x.ipynb": "{"}, "file_not_read", ["not_read"]),
        ({"a/s1/x.yaml": "answers: {encoder-layer: [}"}, "file_not_read", ["not_read"]),
        ({"a/s1/x.doc": b""}, "file_not_read", ["not_read"]),
        ({f"a/s1/{n}.py": f"!{UNKNOWN}" for n in range(300)}, "file_not_read", ["not_read"]),
        ({"a/s1/x.md": ""}, "file_not_read", ["not_read"]),
        ({"a/s1/x.png": b"1" * 32}, "scan", []),
    ],
)
def test_what_was_not_found_may_be_in_a_file_that_was_not_read(files, code, kinds):
    done = read("layer", files)
    record = records(done)["encoder-layer"]
    assert (record["status"], record["waits"]["code"]) == ("needs_review", code)
    assert bool(record["waits"]["group"]) == (code != "file_not_read"), "nobody can decide on a file that nobody read"
    assert [(each.hint, each.students) for each in done.unread] == [("a", ("s1",))]
    assert [each.kind for each in done.troubles] == kinds
    if len(files) > 1:
        assert told(done) == [("a/s1/0.py", None, "s1", f"{UNKNOWN} (300 files)")]
    if code == "scan":
        assert record["candidates"] == [{"file": "a/s1/x.png", "line": 1, "where": "page 1", "text": "a picture"}]
    found = read("layer", files | {"a/s1/b.md": RIGHT})
    assert records(found)["encoder-layer"]["status"] == "correct"
    assert [each.kind for each in found.troubles] == (kinds or ["scanned"])


def test_a_decision_on_an_answer_that_was_not_found_ends_with_the_text_of_the_document():
    texts = ("# encoder-layer\n\nI had no time.\n", "# encoder-layer\n\nIt is large.\n")
    found = [records(read("layer", {"a/s1/x.md": text}))["encoder-layer"]["waits"] for text in (*texts, texts[0])]
    assert found[0] == found[2]
    assert found[0]["group"] != found[1]["group"]


BOTH = {"block.queries", "block.total"}


@pytest.mark.parametrize(
    ("where", "files", "questions", "trouble"),
    [
        (("two", None), {"s1.md": "Answer (block.queries): 40200"}, BOTH, ""),
        (("two", None), {"s1.md": "Hello"}, set(), "No assignment fits this document."),
        (("two", None), {"s1.ipynb": "{"}, set(), "the notebook"),
        (("two", None), {"s1.ipynb": "{", "s1.yaml": "answers: {block: {queries: 5}}"}, BOTH, "the notebook"),
        (("two", "b"), {"s1.md": "Answer (block.queries): 40200"}, BOTH, ""),
        (("two", "b"), {"s1.md": RIGHT}, BOTH, "It fits assignment a better than b"),
        (("two", "b"), {"s1.md": "---\nassignment: a\n---\n# 1\n5"}, BOTH, "It names assignment a"),
        (("nested", "a"), {"s1.md": "Answer (block.total): 1"}, BOTH, ""),
        (("nested", "a/x"), {"s1.md": ""}, {"encoder-layer"}, "this file is empty"),
    ],
)
def test_the_assignment_is_that_of_the_folder_or_the_one_that_is_answered(where, files, questions, trouble):
    done = read(where[0], files, hint=where[1])
    assert set(records(done)) == questions
    assert [each.message[: len(trouble)] for each in done.troubles] == [trouble] * bool(trouble)


def test_answer_lines_that_name_no_question_are_reported():
    message = "encodr-layer is not a question of this assignment; did you mean encoder-layer?"
    done = read("layer", {"a/s1.md": f"{RIGHT}\n\nAnswer (encodr-layer): 31744\n"})
    assert (brief(done), told(done)) == ("encoder-layer correct", [("a/s1.md", 3, "s1", message)])


def test_numbers_are_those_of_the_student():
    of_all = course("drawn")
    students = ("ana", "bo", "cy", "di")
    own = {each: of_all.of_student(of_all.assignments["a"], each).columns[0] for each in students}
    assert len({column.drawn for column in own.values()}) > 1
    for student, column in own.items():
        done = read("drawn", {"a/x.md": f"Answer (drawn): {column.part.truth}"}, student)
        assert brief(done) == "drawn correct"
        assert records(done)["drawn"]["drawn"] == column.drawn


@pytest.mark.parametrize("what", ["read_contents", "read_writeup", "read_file"])
def test_a_fault_of_ours_is_no_wrong_answer(monkeypatch, what):
    def fail(*_):
        raise RuntimeError("it failed")

    monkeypatch.setattr(documents, what, fail)
    done = read("layer", {"a/s1.md": RIGHT, "a/s1.yaml": "answers: {encoder-layer: 5}"})
    (record,) = records(done).values()
    assert (record["status"], record["waits"]["code"], record["waits"]["group"]) == ("error", "fault", "")
    assert "RuntimeError: it failed" in record["message"]
    assert [each.partition(": A fault of checker")[0] for each in done.faults] == ["a/s1"]
    assert [each.students for each in done.unread] == [("s1",)]


@pytest.mark.parametrize(
    ("name", "hint", "is_known"), [("layer", "a", True), ("layer", "s1", True), ("two", None, False)]
)
def test_a_hand_in_that_could_not_be_read_waits(name, hint, is_known):
    hand_in = HandIn("a/s1", (File("a/s1.yaml", "structured"),), Student("s1"), hint)
    for reason, status in (NOT_READ, "needs_review"), (Reason("worker_ended", "The process ended."), "error"):
        done = all_wait(hand_in, course(name), Marker(), reason)
        assert brief(done) == f"encoder-layer {status}" * is_known
        assert told(done) == ([] if is_known else [("a/s1.yaml", None, "s1", reason.sentence)])


@pytest.mark.parametrize("reason", [NOT_READ, SCANNED])
def test_what_was_not_read_waits_also_where_the_question_type_fails(monkeypatch, reason):
    monkeypatch.setattr(Marker, "questions", lambda *_: 1 / 0)
    (assignment,) = course("layer").assignments.values()
    (record,) = records_of(Understood("s1", missing=reason), assignment, Marker())
    assert (record["status"], record["points"], record["unseen"]) == ("needs_review", None, True)


def copy(suffix, answer):
    lines = ["Question encoder-layer", answer]
    contents = {
        "md": "\n\n".join(lines),
        "docx": docx("".join(map(p, lines))),
        "pdf": pdf("".join(text(72, 700 - 30 * place, line) for place, line in enumerate(lines))),
    }
    (answers,) = read("layer", {f"a/s1.{suffix}": contents[suffix]}).answers
    return Row(course("layer").assignments["a"], answers.who, answers, [*answers.records])


@pytest.mark.parametrize(
    ("copies", "given"),
    [
        ({"md": "Answer: 27648", "docx": "Answer: 27648", "pdf": "Answer: 27648"}, ["27648"] * 3),
        ({"pdf": "27648 or 31744", "md": "Answer: 27648"}, ["27648"] * 2),
        ({"pdf": "Answer: 1", "docx": "Answer: 27648"}, ["27648"] * 2),
        ({"md": "some words", "pdf": "Answer: 27648"}, ["27648"] * 2),
    ],
)
def test_of_copies_in_several_formats_the_most_exact_answer_counts(copies, given):
    rows = [copy(suffix, answer) for suffix, answer in copies.items()]
    prefer_exact(rows)
    assert [row.records[0]["given"] for row in rows] == given


def test_other_names_and_attempts_are_no_copies():
    one, other = copy("md", "Answer: 27648"), copy("pdf", "Answer: 1")
    other.answers.file = "a/s2.pdf"
    prefer_exact([one, other])
    other.answers.file, other.answers.delivery = "a/s1.pdf", Delivery(attempt="1")
    prefer_exact([one, other])
    assert [row.records[0]["given"] for row in (one, other)] == ["27648", "1"]
