"""Whose a file is: one name by one rule, and what every name must come back as."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.lms.students import Student
from checker.lms.system import Owner, is_junk
from checker.lms.systems import lists_owners, owner_of, read_download, recognised
from tests.lms import downloads as built

MOODLE = "Ana Lee_12_assignsubmission"
TIME = "2026-10-05-12-00-59"
ATTEMPT = f"attempt_{TIME}"

OWNERS = [
    ("leeana_1042_5521_hw.md", Owner("1042", "leeana", attachment="5521", file="hw.md")),
    ("leeana_LATE_1042_5521_hw_2.md", Owner("1042", "leeana", is_late=True, attachment="5521", file="hw_2.md")),
    ("leeana_1042_text.html", Owner("1042", "leeana")),
    ("leeana_LATE_1042_link.html", Owner("1042", "leeana", "link", is_late=True)),
    ("_1042_5521_hw.md", Owner("1042", attachment="5521", file="hw.md")),
    ("2001_1042_5521_hw.md", Owner("1042", "2001", attachment="5521", file="hw.md")),
    ("lee‿ana_1042_5521_hw.md", Owner("1042", "lee‿ana", attachment="5521", file="hw.md")),
    ("submissions/李明_7_8_hw.md", Owner("7", "李明", attachment="8", file="hw.md")),
    ("leeana_1042_5521_.txt", Owner("1042", "leeana", attachment="5521", file=".txt")),
    ("anon_aB3xy_5521_hw.md", Owner("aB3xy", is_anonymous=True, attachment="5521", file="hw.md")),
    ("LATE_anon_aB3xy_text.html", Owner("aB3xy", is_late=True, is_anonymous=True)),
    ("anon_1042_5521_hw.md", Owner("1042", "anon", attachment="5521", file="hw.md")),
    ("leeana_1042_5521_text.html", Owner("1042", "leeana", attachment="5521", file="text.html", other_ids=("5521",))),
    ("lee_3_1042_5521_hw.md", Owner("3", "lee", attachment="1042", file="5521_hw.md", other_ids=("1042",))),
    (f"{MOODLE}_file/hw.md", Owner("12", "Ana Lee")),
    (f"CS 101-HW 3-77/{MOODLE}_file_/task 1/hw.md", Owner("12", "Ana Lee")),
    (f"{MOODLE}_onlinetext/onlinetext.html", Owner("12", "Ana Lee")),
    (f"{MOODLE}_file_my_hw.md", Owner("12", "Ana Lee")),
    (f"alee_{MOODLE}_file/hw.md", Owner("12", "Ana Lee")),
    (f".ana_12_{MOODLE[11:]}_file/hw.md", Owner("12", ".ana")),
    ("Participant_12_assignsubmission_file/hw.md", Owner("12", "Participant", is_anonymous=True)),
    (f"HW 3_alee_{ATTEMPT}_hw.md", Owner("alee", attempt=TIME, stem=f"HW 3_alee_{ATTEMPT}")),
    (f"HW_3_alee_{ATTEMPT}_bo_{ATTEMPT}_hw.md", Owner("alee", attempt=TIME, other_ids=("3_alee",), stem=f"HW_3_alee_{ATTEMPT}")),
    (f"HW 3_alee_{ATTEMPT}.txt", Owner("alee", kind="receipt", attempt=TIME, stem=f"HW 3_alee_{ATTEMPT}")),
    ("submission_287654321/lee_3_4_hw.md", Owner("287654321")),
]  # fmt: skip


@pytest.mark.parametrize(("path", "owner"), OWNERS, ids=[path for path, _ in OWNERS])
def test_the_rules_of_each_system_are_read(path, owner):
    assert owner_of(path.split("/")) == owner


PLAIN = [
    "", "hw.md", "s1042.md", "s1042_report_2.md", "lee_homework_3_final.md", "lee_1042_hw.md", "lee_1042_5521.md", "lee_1042_5521_",
    "LeeAna_1042_5521_hw.md", "lee, ana_1042_5521_hw.md", "1042_5521_hw.md", "lee_LATE_hw.md", "LATE_1042_5521_hw.md", "lee_LATE_x_1042_5521_hw.md",
    "lee_١٢_٣٤_hw.md", "lee_²_³_hw.md", "lee_text.html", "anon_aB3x_5521_hw.md", "anon_aB3x0_5521_hw.md", "anon_aB3xy_hw.md", "anon_aB3xy.md",
    "Ana Lee_12_assignsubmission_file", "Ana Lee_12_assignsubmission_file_", "Ana Lee_12_assignsubmission_comments/hw.md",
    "Ana Lee_twelve_assignsubmission_file/hw.md", "Default group_assignsubmission_file/hw.md", "Ana Lee_12_assignsubmission_filed/hw.md", "Ana Lee_12_assignsubmission_filed_hw.md",
    "Ana Lee_12_assignsubmission_file_x/hw.md", "Ana Lee_12_assignfeedback_file/hw.md",
    "HW_alee_attempt_2.md", "alee_attempt_2026-10-05-12-00-59_hw.md", f"_alee_{ATTEMPT}_hw.md",
    f"HW__{ATTEMPT}_hw.md", f"HW_a lee_{ATTEMPT}_hw.md", f"HW_alee_{ATTEMPT}_", f"HW_alee_{ATTEMPT}.md", f"HW_alee_{ATTEMPT}-hw.md",
    "submission_2/hw.md", "submission_287654321", "submission_287654321.pdf", "my_submission_287654321/hw.md",
]  # fmt: skip


@pytest.mark.parametrize("path", PLAIN)
def test_a_name_that_does_not_fit_a_rule_in_full_has_no_owner(path):
    assert owner_of(path.split("/")) is None


@pytest.mark.parametrize("path", [
    "__MACOSX/._leeana_1042_5521_hw.md", f"__MACOSX/{MOODLE}_file/._hw.md", f"__MACOSX/._HW_alee_{ATTEMPT}_hw.md",
    f"{MOODLE}_file/.DS_Store", f"{MOODLE}_file/.git/config.md", f"{MOODLE}_file/~$hw.docx", f"{MOODLE}_file/Thumbs.db",
])  # fmt: skip
def test_what_an_operating_system_left_there_has_no_owner(path):
    assert owner_of(path.split("/")) is None


@pytest.mark.parametrize(("name", "id_"), [
    ("_1" * 50_000, "1"), ("a_" * 50_000 + f"{ATTEMPT}_x", "a"), ("_1_assignsubmission" * 3_000, None), ("anon_" * 9_000, None),
], ids=["numbers", "underscores", "moodle", "anonymous"])  # fmt: skip
def test_long_names_are_read_in_linear_time(name, id_):
    assert getattr(owner_of([name]), "id", None) == id_


def _ends_in_a_number(sortable):
    """Return whether a part of the name looks like an id; then Canvas, too, mistakes it for one."""
    return any(re.fullmatch("[0-9]+", part) for part in built.canvas_words(sortable).split("_")[1:])


@given(built.NAMES, built.IDS, built.IDS, built.FILES, st.booleans())
def test_canvas_uploads_come_back(sortable, user, attachment, file, late):
    assume(not _ends_in_a_number(sortable))
    owner = owner_of([f"{built.canvas_stem(sortable, user, late=late)}_{attachment}_{built.canvas_file(file)}"])
    words = built.canvas_words(sortable)
    expected = Owner(user, words, is_late=late, attachment=attachment, file=built.canvas_file(file))
    assert owner is not None
    assert owner._replace(other_ids=()) == expected
    if not re.match("[0-9]+_", file):
        assert owner.other_ids == ()


@given(built.NAMES, st.sampled_from(["", "_7", "_7_8", " 2_0"]), built.IDS, built.IDS, built.FILES)
def test_canvas_never_loses_the_id(sortable, ending, user, attachment, file):
    owner = owner_of([f"{built.canvas_stem(sortable + ending, user)}_{attachment}_{built.canvas_file(file)}"])
    assert owner is not None
    assert user in {owner.id, *owner.other_ids}


@given(
    built.NAMES,
    built.IDS,
    built.FILES,
    st.sampled_from(["file", "onlinetext"]),
    st.sampled_from(["/", "_/", "/task 1/", "_"]),
)
def test_moodle_files_come_back(full_name, participant, file, plugin, joint):
    file = built.moodle_clean(file)
    assume(not is_junk([file]))
    assume(full_name.strip(". "))
    owner = owner_of(f"{built.moodle_prefix(full_name, participant, plugin)}{joint}{file}".split("/"))
    assert owner == Owner(participant, built.moodle_name(full_name))


@given(built.TITLES, built.USERNAMES, built.TIMES, built.FILES)
def test_blackboard_files_come_back(title, username, time, file):
    owner = owner_of([f"{title}_{username}_attempt_{time}_{file}"])
    assert owner is not None
    assert owner._replace(other_ids=()) == Owner(username, attempt=time, stem=f"{title}_{username}_attempt_{time}")


def lms_of(*paths):
    return recognised(path.split("/") for path in paths)


def blackboard(username, rest):
    return f"HW 3_{username}_attempt_2026-10-05-12-00-59{rest}"


@pytest.mark.parametrize(("paths", "lms"), [
    (["leeana_1042_5521_hw.md", "kimbo_1043_5522_hw.md"], "canvas"),
    (["leeana_1042_text.html", "kimbo_1043_text.html"], "canvas"),
    (["anon_aB3xy_5521_hw.md", "anon_aB3xz_5522_hw.md"], "canvas"),
    (["submissions/lee_1042_5521_a.md", "submissions/kim_1043_5522_a.md", "notes.txt"], "canvas"),
    (["lee_1042_5521_a.md", "lee_1042_5522_b.md", "lee_3_1044_5523_a.md", "kim_1043_5524_a.md"], "canvas"),
    (["Ana Lee_12_assignsubmission_file/lee_3_4_hw.md"], "moodle"),
    (["Ana Lee_12_assignsubmission_file_hw.md", "Bo Kim_13_assignsubmission_onlinetext_onlinetext.html"], "moodle"),
    ([blackboard("alee", "_hw.md"), blackboard("alee", ".txt")], "blackboard"),
    (["submission_287654321/lee_3_4_a.md", "submission_287654322/kim_4_5_a.md", "submission_metadata.yml"], "gradescope"),
    (["Ana Lee_12_assignsubmission_file/hw.md", ".DS_Store", "__MACOSX/._a", "Thumbs.db"], "moodle"),
], ids=str)  # fmt: skip
def test_a_download_is_recognised(paths, lms):
    assert lms_of(*paths) == lms


@pytest.mark.parametrize("paths", [
    [],
    ["s1042.md", "s1043.yaml"],
    ["leeana_1042_5521_hw.md"],  # one file may be named so by chance
    ["lee_3_1_a.md", "lee_3_2_b.md"],  # one student: exercise 3, parts 1 and 2
    ["lee_3_1_a.md", "lee_4_2_a.md"],  # one student: exercises 3 and 4
    ["lee_3_2_final.md", "kim_3_2_final.md"],  # everybody: week 3, exercise 2
    ["lee_3_1_final.md", "kim_3_2_final.md"],  # everybody: week 3, in several versions
    ["lee_1042_3_final.md", "kim_1043_3_final.md", "ali_1044_3_final.md"],  # everybody: student number, week 3
    ["lee_1042_5521_a.md", "kim_1043_5522_a.md", "s1044.md", "s1045.md"],  # half of them
    ["Ana Lee_12_assignsubmission_file/hw.md", "s1.md", "s2.md"],
    ["s1042/submission_1/a.md", "s1042/submission_2/a.md"],
    ["submission_287654321/a.md", "submission_287654321/b.md"],
    ["encoder-layer/s1042.md", "__MACOSX/encoder-layer/._s1042.md"],
], ids=str)  # fmt: skip
def test_other_folders_are_not(paths):
    assert lms_of(*paths) is None


@pytest.mark.parametrize(("path", "expected"), [
    ("__MACOSX/hw.md", True), ("a/._hw.md", True), (".git/hw.md", True), ("a/.ipynb_checkpoints/hw.ipynb", True), (".DS_Store", True),
    ("a/Thumbs.db", True), ("desktop.ini", True), ("~$hw.docx", True), ("hw.md~", True), ("hw.md.bak", True), ("#hw.md#", True),
    ("__pycache__/a.md", True), ("a/.md", True), (f"._{MOODLE}_file/hw.md", True),
    ("hw.md", False), ("~hw.md", False), ("MACOSX/hw.md", False), ("a.b/hw.md", False), (f".{MOODLE}_file/hw.md", False),
])  # fmt: skip
def test_what_systems_and_editors_leave_is_junk(path, expected):
    assert is_junk(path.split("/")) is expected


def download(lms, *paths, lists=None):
    """Return the deliveries of a download as dictionaries without defaults, its other files, and the faults."""
    lists = {tuple(path.split("/")): text.encode() for path, text in (lists or {}).items()}
    found = read_download([tuple(path.split("/")) for path in paths], lms, lists)
    deliveries = [
        {
            "key": each.key,
            "students": [student.id for student in each.students],
            "files": ["/".join(file) for file in each.files],
        }
        | {name: value for name, value in each.delivery._asdict().items() if value and name != "files"}
        for each in found.attempts
    ]
    return deliveries, ["/".join(file) for file in found.others], {"/".join(k): why for k, why in found.faults.items()}


def test_a_download_of_canvas_by_student():
    paths = [
        "boal_LATE_102_9003_work.md",
        "doejane_101_9001_a.md",
        "doejane_101_9002_x.yaml",
        "coed_103_link.html",
        "notes.md",
    ]
    deliveries, others, faults = download("canvas", *paths)
    assert deliveries == [
        {"key": "102", "students": ["102"], "files": paths[:1], "is_late": True},
        {"key": "101", "students": ["101"], "files": paths[1:3]},
        {"key": "103", "students": ["103"], "files": paths[3:4]},
    ]
    assert others == ["notes.md"]
    assert faults == {"coed_103_link.html": "is a link to a page that was handed in; a person must open it"}


def test_files_of_moodle_s_default_group_name_no_student():
    deliveries, others, faults = download("moodle", f"{MOODLE}_file/hw.md", "Default group_assignsubmission_file/hw.md")
    assert deliveries == [{"key": "12", "students": ["12"], "files": [f"{MOODLE}_file/hw.md"]}]
    assert others == []
    assert list(faults) == ["Default group_assignsubmission_file/hw.md"]
    assert next(iter(faults.values())).startswith("names no student: Moodle has it in a default group")


def test_attempts_of_blackboard_and_receipts_that_tell_a_username_with_underscores():
    work, receipt = f"HW_1_ann_lee_{ATTEMPT}_hw.md", f"HW_1_ann_lee_{ATTEMPT}.txt"
    alone = "HW 1_kim_attempt_2026-10-06-12-00-59.txt"
    text = "Name: Ann (Nan) Lee (ann_lee)\nAssignment: HW_1\n"
    assert lists_owners([receipt], "blackboard")
    assert not any(lists_owners([name], "blackboard") for name in (work, alone))
    found, _, _ = download("blackboard", work, receipt, alone, lists={receipt: text})
    assert found == [
        {"key": f"ann_lee/{TIME}", "students": ["ann_lee"], "files": [work], "time": TIME, "attempt": TIME},
        {
            "key": "kim/2026-10-06-12-00-59",
            "students": ["kim"],
            "files": [alone],
            "time": "2026-10-06-12-00-59",
            "attempt": "2026-10-06-12-00-59",
        },
    ]
    found, _, _ = download("blackboard", work, lists={receipt: "Name: Bo (bo)"})
    assert (found[0]["students"], found[0]["other_ids"]) == (["lee"], ("ann_lee", "1_ann_lee"))


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
LIST = "export/submission_metadata.yml"


def gradescope(text):
    paths = [f"export/submission_28765432{number}/hw.md" for number in (1, 2, 3)]
    found, others, faults = download("gradescope", *paths, LIST, lists={LIST: text})
    assert [each["files"] for each in found] == [[path] for path in paths]
    assert others == []
    return [(each["key"], each["students"], each.get("time", "")) for each in found], faults.get(LIST, "")


def test_the_list_of_gradescope_names_the_students():
    assert lists_owners(LIST.split("/"), "gradescope")
    assert gradescope(METADATA.replace("\n", "\r\n")) == ([
        ("287654321", ["1042", "bo@uni.edu"], "2026-10-05 13:12:07.123456789 Z"),
        ("287654322", ["007"], "2026-10-06 08:00:00 -07:00"),
        ("287654323", ["287654323"], ""),
    ], "")  # fmt: skip
    paths = [("submission_287654321", "hw.md")]
    ana, bo = read_download(paths, "gradescope", {(LIST,): METADATA.encode()}).attempts[0].students
    assert (ana, bo) == (Student("1042", "Ana Lee", "ana@uni.edu"), Student("bo@uni.edu", "Bo Ål", "bo@uni.edu"))


@pytest.mark.parametrize(("text", "ids", "message"), [
    ("", ["287654321", "287654322"], "names no students"),
    ("submission_287654321:\n  :submitters: []\n", ["287654321", "287654322"], "names no students"),
    (METADATA.replace("007", "["), ["1042", "287654322"], "submission_287654322 cannot be read: "),
    (METADATA.replace("- :name: Ana", "- !ruby/object:User\n    :name: Ana"), ["287654321", "007"], "submission_287654321 cannot be read: "),
])  # fmt: skip
def test_a_list_of_gradescope_that_cannot_be_read_is_reported_and_spoils_no_other_entry(text, ids, message):
    found, fault = gradescope(text)
    assert [students[0] for _, students, _ in found[:2]] == ids
    assert fault.startswith(message)
    assert fault.endswith("; so students have the number of their submission as their id")


def test_the_example_downloads_are_those_that_their_script_makes():
    folder = Path(__file__).parents[2] / "docs" / "downloads"
    made = runpy.run_path(str(folder / "make.py"))["files"]()
    paths = [path for path in folder.rglob("*") if path.suffix in {".zip", ".csv"}]
    assert {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths} == made
