"""Pages for Moodle: each becomes a feedback file of its student, in every version and whatever people are called."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checker.lms.feedback_zips import OTHER_STUDENT, OTHER_WAY, StudentPage
from checker.lms.students import Student
from checker.lms.systems import pack
from checker.lms.systems.moodle import OTHER_NAME
from tests.lms import downloads
from tests.lms.importers.moodle_feedback import VERSIONS, imported
from tests.lms.test_canvas_feedback import HOSTILE, harms

ANA = Student("1042", "Ana Lee")
PEOPLE = st.lists(
    st.tuples(
        downloads.IDS,
        st.one_of(downloads.NAMES, HOSTILE),
        st.sampled_from(["file", "onlinetext"]),
        st.sampled_from(["/", "_/", "_"]),
        st.one_of(downloads.FILES, HOSTILE.map(lambda name: f"{name}.md")),
    ),
    unique_by=lambda person: person[0],
    max_size=4,
)


def page(*files, student=ANA, suffix=".html", data=b"page"):
    return StudentPage(student, files, data, suffix)


@given(PEOPLE, st.sampled_from([".html", ".md"]), st.sampled_from(VERSIONS))
@example(
    [("7", "Ana_9_assignsubmission_file", "file", "_", "a_9.md"), ("9", "😀", "file", "/", "x/y.md")], ".md", "4.1"
)
def test_every_page_arrives_at_its_student_and_no_other(people, suffix, version):
    pages = [
        StudentPage(
            Student(number, name),
            (f"{downloads.moodle_prefix(name, number, plugin)}{between}{downloads.moodle_clean(file)}",),
            f"of {number}".encode(),
            suffix,
        )
        for number, name, plugin, between, file in people
    ]
    packed = pack("moodle", pages)
    assert harms(packed.entries) == set()
    made = imported(packed.entries, {int(each.student.id) for each in pages}, version)
    assert len(made) == len(packed.entries)
    assert made.items() <= {(int(each.student.id), f"feedback{suffix}"): each.data for each in pages}.items()
    assert len(made) == len(pages) or packed.left_out


@pytest.mark.parametrize(
    ("file", "student", "name"),
    [
        ("Ana Lee_1042_assignsubmission_file/hw.md", ANA, "Ana Lee_1042"),
        ("Ana Lee_1042_assignsubmission_file_/a/b/hw.md", ANA, "Ana Lee_1042"),
        ("Ana Lee_1042_assignsubmission_file_hw.md", ANA, "Ana Lee_1042"),
        ("week-1/Ana Lee_1042_assignsubmission_onlinetext/onlinetext.html", ANA, "Ana Lee_1042"),
        ("alee_Ana Lee_1042_assignsubmission_file/hw.md", ANA, "Ana Lee_1042"),
        ("Ana Lee_1042_assignsubmission_file/hw.md", Student("alee", "Lee, Ana", other_ids=("1042",)), "Ana Lee_1042"),
        ("Participant_1042_assignsubmission_file/hw.md", ANA, "Participant_1042"),
        (".net Lee_1042_assignsubmission_file/hw.md", Student("1042", ".net Lee"), "net Lee_1042"),
        ("~😀_1042_assignsubmission_file/hw.md", Student("1042", "😀"), "student_1042"),
        ("*.x_1042_assignsubmission_file/hw.md", Student("1042"), "x_1042"),
        ("𠮷田_1042_assignsubmission_file/hw.md", Student("1042"), "田_1042"),
        ("CON_1042_assignsubmission_file/hw.md", Student("1042"), "CON_1042"),
        ("a..b c_1042_assignsubmission_file/hw.md", Student("1042"), "a b c_1042"),
        (f"{'é' * 300}_1042_assignsubmission_file/hw.md", Student("1042"), f"{'é' * 45}_1042"),
    ],
)
def test_a_name_is_flat_and_has_the_number_of_the_download(file, student, name):
    assert list(pack("moodle", [page(file, student=student)]).entries) == [
        f"{name}_assignsubmission_file_feedback.html"
    ]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_second_upload_replaces_the_page(version):
    file = "Ana Lee_1042_assignsubmission_file/hw.md"
    before = imported(pack("moodle", [page(file, data=b"old")]).entries, {1042}, version)
    after = imported(pack("moodle", [page(file, data=b"new")]).entries, {1042}, version, before)
    assert (before, after) == ({(1042, "feedback.html"): b"old"}, {(1042, "feedback.html"): b"new"})


@pytest.mark.parametrize(
    ("name", "other", "is_packed"),
    [
        ("Group A", "Ann Late", False),
        ("Group A", "A. Lee", False),
        ("Ana Lee", "Lee, Ana", True),
        ("Ana Lee", "ANÁ M. Leé", True),
        ("小明 王", "王小明", True),
        ("Zoë OBrien", "O'Brien", True),
        ("Ana Lee", "", True),
        ("A B", "B A", True),
        ("ANA", "ana", True),
        ("Müller", "Muller", True),
        ("王 Ming", "王 Wang", True),
        ("😀", "Ana Lee", True),
    ],
)
def test_a_number_with_another_name_may_be_that_of_a_group(name, other, is_packed):
    pages = [page(f"{name}_1042_assignsubmission_file/hw.md", student=Student("1042", other))]
    packed = pack("moodle", pages)
    assert len(packed.entries) == is_packed
    assert [each.split(": ")[0] for each in packed.left_out] == [OTHER_NAME] * (not is_packed)


def test_hidden_names_are_not_compared():
    """In German, the worksheet has no names either, and its second column is the status."""
    pages = [
        page(f"Teilnehmerin_{number}_assignsubmission_file/hw.md", student=Student(number, "Abgegeben"))
        for number in ("1042", "1043")
    ]
    assert len(pack("moodle", pages).entries) == 2
    assert len(pack("moodle", pages[:1]).entries) == 0


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ((), OTHER_WAY.format("Moodle")),
        (("1042.md",), OTHER_WAY.format("Moodle")),
        (("leeana_1042_5521_hw.md",), OTHER_WAY.format("Moodle")),
        (("Default group_assignsubmission_file/hw.md",), OTHER_WAY.format("Moodle")),
        (("Ana Lee_1043_assignsubmission_file/hw.md",), OTHER_STUDENT),
    ],
)
def test_why_a_student_is_left_out(files, reason):
    packed = pack("moodle", [page(*files)])
    assert (packed.entries, packed.left_out) == ({}, (f"{reason}: Ana Lee (1042).",))
