"""Pages for Canvas: each becomes a comment on its student's submission, whatever people and files are called."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from checker.lms.feedback_zips import OTHER_STUDENT, OTHER_WAY, StudentPage
from checker.lms.students import Student
from checker.lms.systems import pack
from checker.lms.systems.canvas import NO_FILE, NOTES
from tests.lms import downloads
from tests.lms.importers.canvas_feedback import Assignment, Comment, comments
from tests.lms.test_names import problems_of

ANA = Student("1042", "Lee, Ana")
HOSTILE = st.sampled_from(
    ["CON", "../../x", "\u202egpj.exe", "😀", "x" * 300, "a\\b", "1042", "7_8", "anon", "LATE", "_1_2_", ". .", "~a", "-rf", ".a", "nul\0", "٣", "", "\u3164", "link", "a\n5\nb", "_", "\ud800", "𠮷", "*.x"]
)  # fmt: skip
PEOPLE = st.lists(
    st.tuples(
        downloads.IDS,
        st.one_of(downloads.NAMES, HOSTILE),
        st.booleans(),
        st.lists(st.one_of(downloads.FILES, HOSTILE.map(lambda name: f"{name}.md")), min_size=1, max_size=3),
    ),
    unique_by=lambda person: person[0],
    max_size=4,
)


def page(*files, student=ANA, suffix=".md", data=b"page"):
    return StudentPage(student, files, data, suffix)


def harms(names):
    """Return what some program that unpacks a zip finds wrong with names in it, but for their length."""
    return {found for name in names for found in problems_of(name)} - {"too long"}


def names(*pages):
    return list(pack("canvas", pages).entries)


@given(PEOPLE, st.sampled_from([".html", ".md"]))
@example([("1", "", False, ["0.md"]), ("18111", "anon", False, ["0.md"])], ".html")
@example([("5", "x", False, ["a.md"]), ("12", "5", True, ["12_5_7.md"])], ".md")
def test_every_page_arrives_at_its_student_and_no_other(people, suffix):
    assume(
        not people or any(name.casefold() != "anon" for _, name, *_ in people)
    )  # a class of nobody else is anonymous
    attachments, pages = {}, []
    for user, name, is_late, files in people:
        theirs = {90_000 + 10 * len(pages) + place: file for place, file in enumerate(files)}
        stem = downloads.canvas_stem(name, user, late=is_late)
        paths = [f"{stem}_{id_}_{downloads.canvas_file(file)}" for id_, file in theirs.items()]
        attachments[int(user)] = theirs
        pages.append(StudentPage(Student(user, name), tuple(paths), f"of {user}".encode(), suffix))
    packed = pack("canvas", pages)
    assert harms(packed.entries) == set()
    made, ignored = comments(packed.entries, Assignment(attachments))
    assert ignored == []
    assert {each.type for each in made} <= {suffix[1:]}
    left_out = {each.student.id for each in pages} - {str(each.user) for each in made}
    assert len(left_out) <= sum(remark.count(";") + 1 for remark in packed.left_out)
    assert {each.user: each.data for each in made} == {
        int(each.student.id): each.data for each in pages if each.student.id not in left_out
    }
    assert len(made) == len(pages) - len(left_out)
    assert not any(_is_plain(name) for user, name, *_ in people if user in left_out)


def _is_plain(name):
    """Return whether nothing in a name looks like an id or a sign of Canvas."""
    return name.isascii() and name.isalpha() and name.lower() not in {"anon", "late"}


@pytest.mark.parametrize(
    ("file", "student", "name"),
    [
        ("leeana_1042_5521_hw.md", ANA, "leeana_1042_5521_feedback.md"),
        ("leeana_LATE_1042_5521_hw.md", ANA, "leeana_1042_5521_feedback.md"),
        ("week-1/leeana_1042_5521_links.md", ANA, "leeana_1042_5521_feedback.md"),
        ("anon_aB3xy_5521_hw.md", Student("aB3xy"), "anon_aB3xy_5521_feedback.md"),
        ("LATE_anon_aB3xy_5521_hw.md", Student("aB3xy"), "anon_aB3xy_5521_feedback.md"),
        ("1042_1042_5521_hw.md", ANA, "student-1042_1042_5521_feedback.md"),
        ("anon_1042_5521_hw.md", ANA, "student-anon_1042_5521_feedback.md"),
        ("_1042_5521_hw.md", ANA, "student_1042_5521_feedback.md"),
        ("lee_x_1042_5521_hw.md", ANA, "leex_1042_5521_feedback.md"),
        ("leeana_1042_5521_hw.md", Student("alee", other_ids=("1042",)), "leeana_1042_5521_feedback.md"),
        ("leeana_1042_5521_hw.md", ANA._replace(name="../CON"), "leeana_1042_5521_feedback.md"),
        (f"{'é' * 150}_1042_5521_hw.md", ANA, f"{'é' * 45}_1042_5521_feedback.md"),
    ],
)
def test_the_ids_are_those_of_the_download(file, student, name):
    assert names(page(file, student=student)) == [name]


def test_anonymous_students_get_their_pages():
    pages = [
        page(f"anon_{id_}_{number}_hw.md", student=Student(id_), data=id_.encode())
        for id_, number in (("aB3xy", 7), ("AB3xy", 8))
    ]
    found, ignored = comments(
        pack("canvas", pages).entries, Assignment({1: {7: "hw.md"}, 2: {8: "hw.md"}}, {"aB3xy": 1, "AB3xy": 2})
    )
    assert found == [Comment(1, "hw.md", "md", b"aB3xy"), Comment(2, "hw.md", "md", b"AB3xy")]
    assert ignored == []


@pytest.mark.parametrize(
    ("suffix", "files", "attachment"),
    [
        (".md", ["9_a.pdf", "7_b.md", "8_c.docx"], 7),
        (".md", ["5_a.TXT", "7_b.yaml", "6_c.md"], 7),
        (".md", ["10_a.md", "9_b.md"], 10),
        (".html", ["9_a.md", "7_b.HTM", "8_c.pdf"], 7),
        (".html", ["7_a.md", "8_b.pdf"], 8),
    ],
)
def test_a_page_takes_the_latest_upload_whose_name_suits_it(suffix, files, attachment):
    files = [f"leeana_1042_{each}" for each in files]
    assert names(page(*files, suffix=suffix)) == [f"leeana_1042_{attachment}_feedback{suffix}"]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ((), OTHER_WAY.format("Canvas")),
        (("Ana Lee_1042_assignsubmission_file/hw.md",), OTHER_WAY.format("Canvas")),
        (("leeana_1042_text.html",), NO_FILE),
        (("leeana_LATE_1042_link.html",), NO_FILE),
        (("kim_1043_5521_hw.md",), OTHER_STUDENT),
        (("lee_3_1042_5521_hw.md",), OTHER_STUDENT),  # Canvas takes 3 for the id
        ((f"leeana_1042_{'5' * 30}_hw.md",), OTHER_STUDENT),
    ],
)
def test_why_a_student_is_left_out(files, reason):
    packed = pack("canvas", [page(*files)])
    assert (packed.entries, packed.left_out) == ({}, (f"{reason}: Lee, Ana (1042).",))


def test_a_page_under_the_name_of_another_program_is_noted():
    assert pack("canvas", [page("leeana_1042_1_hw.pdf")]).notes == (f"{NOTES['.md']}: Lee, Ana (1042).",)
