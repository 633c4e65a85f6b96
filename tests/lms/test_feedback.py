"""Zips with feedback: each page arrives at its student and no other, whatever people and files are called."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from checker.lms.students import Student
from checker.lms.system import StudentPage
from checker.lms.systems import OTHER_STUDENT, OTHER_WAY, SHARED, pack
from checker.lms.systems.canvas import NOTE
from tests.lms import downloads
from tests.lms.importers.canvas import Assignment, Comment, comments
from tests.lms.importers.moodle import VERSIONS, from_zip

ANA = Student("1042", "Lee, Ana")
HOSTILE = st.sampled_from(
    ["CON", "../../x", "\u202egpj.exe", "😀", "x" * 300, "a\\b", "1042", "7_8", "anon", "LATE", "_1_2_", ". .", "~a", "-rf", ".a", "nul\0", "٣", "", "\u3164", "link", "a\n5\nb", "_", "\ud800", "𠮷", "*.x"]
)  # fmt: skip
HARMLESS = re.compile(r"(student|anon)_\w+_feedback\.(html|md)", re.ASCII)
FILES = st.one_of(downloads.FILES, HOSTILE.map(lambda name: f"{name}.md"))
CLASSES = st.lists(
    st.tuples(downloads.IDS, st.one_of(downloads.NAMES, HOSTILE), st.lists(FILES, min_size=1, max_size=3)),
    unique_by=lambda person: person[0],
    max_size=4,
)


def page(*files, student=ANA, suffix=".md", data=b"page"):
    return StudentPage(student, files, data, suffix)


@given(CLASSES, st.sampled_from([".html", ".md"]), st.booleans())
@example([("5", "x", ["a.md"]), ("12", "5", ["12_5_7.md"])], ".md", True)
def test_canvas_gives_every_page_to_its_student(people, suffix, late):
    assume("anon" not in {name.casefold() for _, name, _ in people})  # Canvas takes it for a hidden name
    attachments, pages = {}, []
    for user, name, files in people:
        theirs = {90_000 + 10 * len(pages) + place: file for place, file in enumerate(files)}
        stem = downloads.canvas_stem(name, user, late=late)
        paths = [f"{stem}_{id_}_{downloads.canvas_file(file)}" for id_, file in theirs.items()]
        attachments[int(user)] = theirs
        pages.append(StudentPage(Student(user, name), tuple(paths), f"of {user}".encode(), suffix))
    packed = pack("canvas", pages)
    assert all(map(HARMLESS.fullmatch, packed.files))
    made, ignored = comments(packed.files, Assignment(attachments))
    assert ignored == []
    assert {each.type for each in made} <= {suffix[1:]}
    arrived = {str(each.user): each.data for each in made}
    assert arrived == {each.student.id: each.data for each in pages if each.student.id in arrived}
    assert len(made) == len(arrived)
    assert len(arrived) == len(pages) or packed.notes
    plain = {user for user, name, _ in people if name.isascii() and name.isalpha() and name.lower() != "late"}
    assert plain <= arrived.keys()


@given(CLASSES, st.sampled_from([".html", ".md"]), st.sampled_from(VERSIONS), st.sampled_from(["/", "_/", "_"]))
@example([("7", "Ana_9_assignsubmission_file", ["a_9.md"]), ("9", "😀", ["x/y.md"])], ".md", "4.1", "_")
def test_moodle_gives_every_page_to_its_student(people, suffix, version, between):
    pages = [
        StudentPage(
            Student(number, name),
            tuple(f"{downloads.moodle_prefix(name, number)}{between}{downloads.moodle_clean(file)}" for file in files),
            f"of {number}".encode(),
            suffix,
        )
        for number, name, files in people
    ]
    packed = pack("moodle", pages)
    assert all(map(HARMLESS.fullmatch, packed.files))
    made = from_zip(packed.files, {int(each.student.id) for each in pages}, version)
    assert len(made) == len(packed.files)
    assert made.items() <= {(int(each.student.id), f"feedback{suffix}"): each.data for each in pages}.items()
    assert len(made) == len(pages) or packed.notes
    again = pack("moodle", [each._replace(data=b"new") for each in pages])
    assert from_zip(again.files, {int(each.student.id) for each in pages}, version, made) == dict.fromkeys(made, b"new")


MOODLE = "1042_assignsubmission_file"


@pytest.mark.parametrize(("system", "file", "student", "name"), [
    ("canvas", "week-1/leeana_LATE_1042_5521_links.md", ANA, "student_1042_5521"),
    ("canvas", "LATE_anon_aB3xy_5521_hw.md", Student("aB3xy"), "anon_aB3xy_5521"),
    ("canvas", "leeana_1042_5521_hw.md", Student("alee", "../CON", other_ids=("1042",)), "student_1042_5521"),
    ("moodle", f"Ana Lee_{MOODLE}_/a/b/hw.md", ANA, f"student_{MOODLE}"),
    ("moodle", "week-1/Ana Lee_1042_assignsubmission_onlinetext/onlinetext.html", ANA, f"student_{MOODLE}"),
    ("moodle", f"alee_Ana Lee_{MOODLE}_hw.md", Student("alee", "Lee, Ana", other_ids=("1042",)), f"student_{MOODLE}"),
    ("moodle", f"Participant_{MOODLE}/hw.md", ANA, f"student_{MOODLE}"),
])  # fmt: skip
def test_entries_have_the_ids_of_the_download(system, file, student, name):
    assert list(pack(system, [page(file, student=student)]).files) == [f"{name}_feedback.md"]


def test_anonymous_students_of_canvas_get_their_pages():
    pages = [page(f"anon_{id_}_{n}_hw.md", student=Student(id_), data=b"x") for id_, n in (("aB3xy", 7), ("AB3xy", 8))]
    assignment = Assignment({1: {7: "hw.md"}, 2: {8: "hw.md"}}, {"aB3xy": 1, "AB3xy": 2})
    found, ignored = comments(pack("canvas", pages).files, assignment)
    assert (found, ignored) == ([Comment(1, "hw.md", "md", b"x"), Comment(2, "hw.md", "md", b"x")], [])


@pytest.mark.parametrize(("suffix", "files", "attachment"), [
    (".md", ["9_a.pdf", "7_b.md", "8_c.docx"], 7),
    (".md", ["10_a.md", "9_b.md"], 10),
    (".html", ["9_a.md", "7_b.HTM", "8_c.pdf"], 7),
    (".html", ["7_a.md", "8_b.pdf"], 8),
])  # fmt: skip
def test_a_page_takes_the_latest_upload_whose_name_suits_it(suffix, files, attachment):
    packed = pack("canvas", [page(*(f"leeana_1042_{each}" for each in files), suffix=suffix)])
    assert list(packed.files) == [f"student_1042_{attachment}_feedback{suffix}"]
    assert bool(packed.notes) == (attachment == 8)
    assert not packed.notes or packed.notes == (f"{NOTE}: Lee, Ana (1042).",)


@pytest.mark.parametrize(("name", "other", "is_packed"), [
    ("Group A", "Ann Late", False), ("Group A", "A. Lee", False), ("Ana Lee", "Lee, Ana", True), ("Ana Lee", "ANÁ M. Leé", True),
    ("小明 王", "王小明", True), ("Zoë OBrien", "O'Brien", True), ("Ana Lee", "", True), ("Müller", "Muller", True), ("😀", "Ana Lee", True),
])  # fmt: skip
def test_a_number_of_moodle_with_another_name_may_be_that_of_a_group(name, other, is_packed):
    packed = pack("moodle", [page(f"{name}_{MOODLE}/hw.md", student=Student("1042", other))])
    assert (len(packed.files), len(packed.notes)) == (is_packed, not is_packed)


@pytest.mark.parametrize(("system", "files", "reason"), [
    ("canvas", (), OTHER_WAY.format("Canvas")),
    ("canvas", ("Ana Lee_1042_assignsubmission_file/hw.md",), OTHER_WAY.format("Canvas")),
    ("canvas", ("leeana_1042_text.html",), "Canvas takes pages back only where a file was uploaded"),
    ("canvas", ("kim_1043_5521_hw.md",), OTHER_STUDENT),
    ("canvas", ("lee_3_1042_5521_hw.md",), OTHER_STUDENT),  # Canvas takes 3 for the id
    ("moodle", ("1042.md",), OTHER_WAY.format("Moodle")),
    ("moodle", ("Default group_assignsubmission_file/hw.md",), OTHER_WAY.format("Moodle")),
    ("moodle", ("Ana Lee_1043_assignsubmission_file/hw.md",), OTHER_STUDENT),
])  # fmt: skip
def test_why_a_student_is_left_out(system, files, reason):
    packed = pack(system, [page(*files)])
    assert (packed.files, packed.notes) == ({}, (f"No page in the zip, because {reason}: Lee, Ana (1042).",))


@pytest.mark.parametrize(("system", "files"), [
    ("canvas", ("a_77_1_x.md", "b_77_2_x.md")),
    ("moodle", ("A_77_assignsubmission_file/x.md", "B_077_assignsubmission_file/x.md")),
])  # fmt: skip
def test_two_pages_never_go_to_one_student(system, files):
    twins = [page(file, student=Student(f"s{n}", other_ids=("77", "077"))) for n, file in enumerate(files)]
    ann = page("a_5_9_x.md", "A_5_assignsubmission_file/x.md", student=Student("5"), data=b"ann")
    packed = pack(system, [*twins, ann])
    assert list(packed.files.values()) == [b"ann"]
    assert packed.notes == (f"No page in the zip, because {SHARED}: s0; s1.",)
