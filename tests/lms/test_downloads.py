"""Whose a file is: one name by one rule, and what every name must come back as."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.lms.system import Owner, is_junk
from checker.lms.systems import owner_of, recognised
from tests.lms import downloads as built

MOODLE = "Ana Lee_12_assignsubmission"
ATTEMPT = "attempt_2026-10-05-12-00-59"

OWNERS = [
    ("leeana_1042_5521_hw.md", Owner("canvas", "1042", "leeana", "hw.md", attachment="5521")),
    ("leeana_LATE_1042_5521_hw_2.md", Owner("canvas", "1042", "leeana", "hw_2.md", is_late=True, attachment="5521")),
    ("leeana_1042_text.html", Owner("canvas", "1042", "leeana", "text.html", "text")),
    ("leeana_LATE_1042_link.html", Owner("canvas", "1042", "leeana", "link.html", "link", is_late=True)),
    ("_1042_5521_hw.md", Owner("canvas", "1042", "", "hw.md", attachment="5521")),
    ("2001_1042_5521_hw.md", Owner("canvas", "1042", "2001", "hw.md", attachment="5521", other_ids=())),
    ("lee‿ana_1042_5521_hw.md", Owner("canvas", "1042", "lee‿ana", "hw.md", attachment="5521")),
    ("submissions/李明_7_8_hw.md", Owner("canvas", "7", "李明", "hw.md", attachment="8")),
    ("anon_aB3xy_5521_hw.md", Owner("canvas", "aB3xy", "", "hw.md", is_anonymous=True, attachment="5521")),
    ("LATE_anon_aB3xy_text.html", Owner("canvas", "aB3xy", "", "text.html", "text", is_late=True, is_anonymous=True)),
    ("anon_1042_5521_hw.md", Owner("canvas", "1042", "anon", "hw.md", attachment="5521")),
    ("anon_12345_5521_hw.md", Owner("canvas", "12345", "", "hw.md", is_anonymous=True, attachment="5521")),
    ("leeana_1042_5521_text.html", Owner("canvas", "1042", "leeana", "text.html", attachment="5521", other_ids=("5521",))),
    ("lee_3_1042_5521_hw.md", Owner("canvas", "3", "lee", "5521_hw.md", attachment="1042", other_ids=("1042",))),
    (f"{MOODLE}_file/hw.md", Owner("moodle", "12", "Ana Lee", "hw.md")),
    (f"{MOODLE}_file_/task 1/hw.md", Owner("moodle", "12", "Ana Lee", "task 1/hw.md")),
    (f"CS 101-HW 3-77/{MOODLE}_file/hw.md", Owner("moodle", "12", "Ana Lee", "hw.md")),
    (f"{MOODLE}_onlinetext/onlinetext.html", Owner("moodle", "12", "Ana Lee", "onlinetext.html", "text")),
    (f"{MOODLE}_onlinetext/TEXT.HTM", Owner("moodle", "12", "Ana Lee", "TEXT.HTM", "text")),
    (f"{MOODLE}_onlinetext/photo.png", Owner("moodle", "12", "Ana Lee", "photo.png")),
    (f"{MOODLE}_file_my_hw.md", Owner("moodle", "12", "Ana Lee", "my_hw.md")),
    (f"{MOODLE}_onlinetext_onlinetext.html", Owner("moodle", "12", "Ana Lee", "onlinetext.html", "text")),
    (f"alee_{MOODLE}_file/hw.md", Owner("moodle", "12", "Ana Lee", "hw.md")),
    (f".ana_12_{MOODLE[11:]}_file/hw.md", Owner("moodle", "12", ".ana", "hw.md")),
    ("Participant_12_assignsubmission_file/hw.md", Owner("moodle", "12", "Participant", "hw.md", is_anonymous=True)),
    (f"HW 3_alee_{ATTEMPT}_hw.md", Owner("blackboard", "alee", "", "hw.md", attempt="2026-10-05-12-00-59")),
    (f"HW_3_alee_{ATTEMPT}_1_2_hw.md", Owner("blackboard", "alee", "", "1_2_hw.md", attempt="2026-10-05-12-00-59", other_ids=("3_alee",))),
    (f"HW 3_alee_{ATTEMPT}.txt", Owner("blackboard", "alee", "", f"HW 3_alee_{ATTEMPT}.txt", "receipt", attempt="2026-10-05-12-00-59")),
    ("submission_287654321/src/hw.md", Owner("gradescope", "287654321", "", "src/hw.md")),
    ("leeana_1042_5521_.txt", Owner("canvas", "1042", "leeana", ".txt", attachment="5521")),
    ("submission_287654321/lee_3_4_hw.md", Owner("gradescope", "287654321", "", "lee_3_4_hw.md")),
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
    "HW_alee_attempt_2.md", "HW_alee_attempt_2026-13-05-12-00-59_hw.md", "alee_attempt_2026-10-05-12-00-59_hw.md", f"_alee_{ATTEMPT}_hw.md",
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
    expected = Owner("canvas", user, words, built.canvas_file(file), is_late=late, attachment=attachment)
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
    owner = owner_of(f"{built.moodle_prefix(full_name, participant, plugin)}{joint}{file}".split("/"))
    folders = "task 1/" if "task" in joint else ""
    assert owner == Owner("moodle", participant, built.moodle_name(full_name), folders + file)


@given(built.TITLES, built.USERNAMES, built.TIMES, built.FILES)
def test_blackboard_files_come_back(title, username, time, file):
    owner = owner_of([f"{title}_{username}_attempt_{time}_{file}"])
    assert owner is not None
    assert owner._replace(other_ids=()) == Owner("blackboard", username, "", file, attempt=time)


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
    ("__MACOSX/hw.md", True), ("__MACOSX/._hw.md", True), ("a/._hw.md", True), (".git/hw.md", True), ("a/.ipynb_checkpoints/hw.ipynb", True),
    (".DS_Store", True), ("a/Thumbs.db", True), ("a/desktop.ini", True), ("~$hw.docx", True),
    ("hw.md", False), ("a/.md", False), ("~hw.md", False), ("MACOSX/hw.md", False), ("a.b/hw.md", False),
])  # fmt: skip
def test_what_systems_and_editors_leave_is_junk(path, expected):
    assert is_junk(path.split("/")) is expected
