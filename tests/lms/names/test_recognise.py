"""Which system a download is from: most of its files decide, never one that is named so by chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.lms.names import is_junk, recognised
from tests.lms.names import downloads as built


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


@given(
    st.lists(
        st.tuples(built.IDS, built.IDS, built.NAMES, built.FILES),
        min_size=3,
        max_size=8,
        unique_by=(lambda row: row[0], lambda row: row[1]),
    )
)
def test_names_of_any_script_are_recognised(rows):
    names = [f"{name}{letter}" for letter, (_, _, name, _) in zip("abcdefgh", rows, strict=False)]  # no two alike
    canvas = [
        f"{built.canvas_stem(name, user)}_{attachment}_{built.canvas_file(file)}"
        for name, (user, attachment, _, file) in zip(names, rows, strict=True)
    ]
    moodle = [
        f"{built.moodle_prefix(name, user)}/{built.moodle_clean(file)}"
        for name, (user, _, _, file) in zip(names, rows, strict=True)
    ]
    assert lms_of(*canvas) == "canvas"
    assert lms_of(*moodle) == "moodle"
