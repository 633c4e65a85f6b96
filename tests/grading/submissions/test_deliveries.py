"""When something was handed in, and by whom in Gradescope."""

from __future__ import annotations

import os

import pytest

from checker.grading.course import Course
from checker.grading.grader.write_ups import WriteUpReader
from checker.grading.submissions import walk_sources
from checker.grading.submissions.model import Delivery, HandIn, Submission, Trouble
from checker.lms.students import Student
from checker.lms.systems.gradescope import submitted
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.submissions.reading import read_folder
from tests.grading.submissions.zips import zipped

ADVICE = "write it like `2026-10-05 15:12` or `2026-10-05 15:12 +02:00`"


def hand_ins(root) -> dict[str, HandIn]:
    return {each.key: each for each in walk_sources(str(root), ("a",)) if isinstance(each, HandIn)}


def test_canvas_says_what_is_late(write):
    names = ["boal_LATE_102_9003_work.md", "doejane_101_9001_work.md", "doejane_101_9002_x.yaml", "coed_103_text.html"]
    found = hand_ins(write({f"a/{name}": "x" for name in names}) / "a")
    assert {key: each.delivery for key, each in found.items()} == {
        "102": Delivery(is_late=True, files=(names[0],)),
        "101": Delivery(files=(names[1], names[2])),
        "103": Delivery(files=(names[3],)),
    }


def test_blackboard_says_when_each_attempt_was_handed_in(write):
    name = "Homework 1_jdoe_attempt_2026-10-{:02}-12-00-59{}"
    names = [name.format(day, end) for day in (5, 12) for end in (".txt", "_work.md")]
    found = hand_ins(write(dict.fromkeys(names, "x")))
    assert {key: (each.student, each.delivery) for key, each in found.items()} == {
        f"jdoe/2026-10-{day:02}-12-00-59": (
            "jdoe",
            Delivery(
                f"2026-10-{day:02}T12:00:59",
                attempt=f"2026-10-{day:02}-12-00-59",
                files=tuple(names[place : place + 2]),
            ),
        )
        for day, place in ((5, 0), (12, 2))
    }


def test_moodle_gives_the_names_only(write):
    found = hand_ins(write({"a/Ana Lee_1042_assignsubmission_file/x/hw.md": "x"}))
    assert found["a/1042"].delivery == Delivery(files=("Ana Lee_1042_assignsubmission_file/x/hw.md",))


def test_a_structured_file_may_name_the_time(write):
    top = write(
        {
            "s1.yaml": "answers: {q: 1}\nsubmitted: 5 October 2026, 3:12 PM",
            "s2.json": '{"answers": {}, "Submitted": "2026-10-05T15:12+02:00"}',
            "s3.yaml": "answers: {q: 1}\nsubmitted: yesterday",
            "s4.yaml": "answers: {q: 1}\nsubmitted:",
        }
    )
    one, two, trouble, three, four = read_folder(top)
    assert [each.delivery.time for each in (one, two, three, four)] == [
        "2026-10-05T15:12:00",
        "2026-10-05T15:12:00+02:00",
        "",
        "",
    ]
    assert trouble == Trouble(top / "s3.yaml", 2, "s3", f"`submitted: yesterday` is no time; {ADVICE}")


@pytest.fixture
def read(write):
    def read(files: dict[str, str]):
        top = write({"problems/layer.yaml": LAYER} | {f"in/{name}": text for name, text in files.items()})
        reader = WriteUpReader(Course(load_problems(top / "problems")))
        return [reader.read(each) for each in walk_sources(str(top / "in")) if isinstance(each, HandIn)]

    return read


def test_front_matter_may_name_the_time(read):
    (found,) = read({"s1.md": "---\nstudent: s1\nSubmitted: 2026-10-05 15:12\n---\nencoder-layer: 27648"})
    assert (found.delivery, found.troubles) == (Delivery("2026-10-05T15:12:00"), [])
    (found, _) = read(
        {"s0/a.md": "---\nstudent: s1\nsubmitted: soon\n---\n", "s0/b.md": "---\nsubmitted: 2026-10-05 1:00\n---\n"}
    )
    assert found.delivery == Delivery("2026-10-05T01:00:00")
    assert [(each.path.name, *each[1:]) for each in found.troubles if "time" in each.message] == [
        ("a.md", 3, "s1", f"`submitted: soon` is no time; {ADVICE}")
    ]


def test_the_system_counts_more_than_the_file(read):
    own = "---\nsubmitted: 2026-01-01 15:12\n---\nencoder-layer: 27648"
    late, *rest = read(
        {
            "boal_LATE_102_1_x.md": own,
            "doejane_101_2_x.md": own,
            "coed_103_3_x.md": "x",
            "coed_103_4_x.yaml": "answers: {encoder-layer: 1}\nsubmitted: 2026-01-01 1:00",
        }
    )
    assert (late.delivery.is_late, late.delivery.time) == (True, "")
    coed, doe = rest
    assert doe.delivery == Delivery("2026-01-01T15:12:00", files=("doejane_101_2_x.md",))
    (submission,) = coed.submissions
    assert submission.delivery == coed.delivery._replace(time="2026-01-01T01:00:00")


def test_delivery_with_own_time():
    own = Delivery("2026-01-01T00:00:00", attempt="9", files=("x",))
    assert Delivery().with_own(own) == Delivery("2026-01-01T00:00:00")
    assert Delivery("2026-02-02T00:00:00").with_own(own) == Delivery("2026-02-02T00:00:00")
    assert Delivery(is_late=True).with_own(own) == Delivery(is_late=True)


METADATA = """\
---
submission_287654321:
  :submitters:
  - :name: Ana Lee
    :sid: '1042'
    :email: ana@uni.edu
  - :name: "Bo \\u00c5l"
    :sid: ''
    :email: bo@uni.edu
  :created_at: 2026-10-05 13:12:07.123456789 Z
  :score: !ruby/object:BigDecimal 18:0.1e1
  :results:
    tests:
    - output: |
        submission_287654322:
          :submitters:
          - :sid: forged
  :history: &1 []
submission_287654322:
  :created_at: 2026-10-06 08:00:00 -07:00
  :submitters:
    - :name:
      :sid: 007
      :email:
  :history: *1
"""
DOWNLOAD = {
    "submission_287654321/hw.md": "encoder-layer: 27648",
    "submission_287654322/hw.md": "encoder-layer: 1",
    "submission_287654323/hw.md": "encoder-layer: 2",
    "submission_287654323/submission_metadata.yml": METADATA,
    "submission_metadata.yml": METADATA,
}


@pytest.mark.parametrize("is_zip", [False, True])
def test_gradescope_s_list_names_the_students(write, tmp_path, is_zip):
    root = (
        zipped(tmp_path / "x.zip", {f"export/{name}": text for name, text in DOWNLOAD.items()})
        if is_zip
        else write(DOWNLOAD)
    )
    found = list(walk_sources(str(root)))
    assert [(each.key, *each.owner, each.delivery.time, each.is_certain) for each in found] == [
        ("1042", "1042", "Ana Lee", "ana@uni.edu", "2026-10-05T13:12:07.123456+00:00", True),
        ("bo@uni.edu", "bo@uni.edu", "Bo Ål", "bo@uni.edu", "2026-10-05T13:12:07.123456+00:00", True),
        ("007", "007", None, None, "2026-10-06T08:00:00-07:00", True),
        ("287654323", "287654323", None, None, "", True),
    ]
    assert found[0].files == found[1].files
    assert found[0].delivery == found[1].delivery
    assert found[0].digest != found[1].digest
    assert [file.key for file in found[3].files] == [
        "submission_287654323/hw.md",
        "submission_287654323/submission_metadata.yml",
    ]


def test_a_group_of_gradescope_is_graded_for_each(grade):
    records, _ = grade(DOWNLOAD, {"layer.yaml": LAYER})
    assert {record["student"]: record["status"] for record in records} == {
        "1042": "correct",
        "bo@uni.edu": "correct",
        "007": "incorrect",
        "287654323": "incorrect",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "names no students"),
        ("submission_287654321:\n  :submitters: []\n", "names no students"),
        (
            "submission_287654321:\n  :submitters:\n  - !ruby/object:User\n    :sid: 1\n",
            "submission_287654321 cannot be read: ",
        ),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_a_list_that_cannot_be_read_is_reported(write, text, message):
    top = write(DOWNLOAD)
    (top / "submission_metadata.yml").write_bytes(text if isinstance(text, bytes) else text.encode())
    trouble, *rest = read_folder(top)
    assert isinstance(trouble, Trouble)
    assert trouble.message.startswith(message)
    assert trouble.message.endswith("; so students have the number of their submission as their id")
    assert [each.student for each in rest] == ["287654321", "287654322", "287654323"]


def test_a_list_that_is_a_link_to_nowhere(write, tmp_path):
    write({name: text for name, text in DOWNLOAD.items() if name != "submission_metadata.yml"})
    (tmp_path / "submission_metadata.yml").symlink_to("nowhere")
    trouble, *_ = read_folder(tmp_path)
    assert trouble.message.startswith("is a link to a file that does not exist; so students")


def test_one_block_in_error_does_not_hide_the_others():
    text = METADATA.replace(":sid: 007", ":sid: [")
    found, wrong = submitted(text.encode(), ["x"])
    assert found["287654321", "", ()].students == (
        Student("1042", "Ana Lee", "ana@uni.edu"),
        Student("bo@uni.edu", "Bo Ål", "bo@uni.edu"),
    )
    assert ("287654322", "", ()) not in found
    assert wrong.startswith("submission_287654322 cannot be read")


def test_a_zip_of_canvas_is_graded_like_its_folder(tmp_path, grade):
    files = {
        "doejane_101_9001_a.yaml": "answers: {encoder-layer: 27648}",
        "boal_LATE_102_9003_b.md": "encoder-layer: 1",
    }
    records, _ = grade(files, {"layer.yaml": LAYER})
    path = zipped(tmp_path / "week-3.zip", files)
    for jobs in (1, 2):
        finished = runs.run(tmp_path, "week-3.zip", out=f"zip-{jobs}", jobs=jobs)
        assert runs.records(tmp_path, f"zip-{jobs}") == records
        assert len(records) == 2
        assert [row.file for row in finished.results.rows.values()] == [
            f"{path}{os.sep}boal_LATE_102_9003_b.md",
            f"{path}{os.sep}doejane_101_9001_a.yaml",
        ]


def test_a_quiz_is_graded_by_the_titles_of_its_columns(grade):
    header = "name,id,submitted,attempt,5521: Parameters of one encoder LAYER,1.0,n correct,n incorrect,score\n"
    quiz = header + "".join(f"Lee,{n},2026-10-05 13:12:07 UTC,1,{27648 + n},1.0,1,0,1.0\n" for n in range(200))
    for jobs in (1, 2):
        records, book = grade({"quiz.csv": quiz}, {"layer.yaml": LAYER}, jobs=jobs)
        assert [record["status"] for record in records] == ["correct", *["incorrect"] * 199]
        assert book.issues == []


def test_a_table_in_a_hand_in_may_have_titles_too(grade):
    files = {"s1/a.md": "text", "s1/b.csv": "student,Parameters of one encoder layer\ns1,27648\n"}
    records, _ = grade(files, {"layer.yaml": LAYER})
    assert "correct" in {record["status"] for record in records}


def test_submissions_have_no_delivery_by_default(write):
    (submission,) = read_folder(write({"s1.yaml": "answers: {q: 1}"}))
    assert isinstance(submission, Submission)
    assert submission.delivery == Delivery()
