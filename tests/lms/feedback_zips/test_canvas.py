"""Pages for Canvas: each becomes a comment on its student's submission, whatever people and files are called."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from checker.lms.feedback_zips import StudentPage, pack
from checker.lms.students import Student
from checker.lms.systems.canvas import NO_FILE, NOTES, OTHER_STUDENT, OTHER_WAY
from tests.lms.feedback_zips.harmless import assert_harmless
from tests.lms.importers.canvas_feedback import Assignment, Comment, comments
from tests.lms.names import downloads

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


def names(*pages):
    return list(pack("canvas", pages).entries)


def reasons(*pages):
    return [(each.reason, [student.id for student in each.students]) for each in pack("canvas", pages).left_out]


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
    assert_harmless(packed.entries)
    made, ignored = comments(packed.entries, Assignment(attachments))
    assert ignored == []
    assert {each.type for each in made} <= {suffix[1:]}
    left_out = {student.id for remark in packed.left_out for student in remark.students}
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
        ("lee_3_1042_5521_hw.md", ANA, "lee_1042_5521_feedback.md"),
        ("lee_x_1042_5521_hw.md", ANA, "leex_1042_5521_feedback.md"),
        ("lee_3_11042_1042_5521_hw.md", ANA, "lee_1042_5521_feedback.md"),
        ("anon_23456_7_8_hw.md", Student("7"), "student_7_8_feedback.md"),
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


def test_the_group_name_in_front_does_not_matter():
    entries = pack("canvas", [page("team7_1042_5521_hw.md")]).entries
    made, _ = comments(entries, Assignment({1042: {5521: "hw.md"}}, groups=["team7", "student"]))
    assert made == [Comment(1042, "hw.md", "md", b"page")]


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


def test_a_page_under_the_name_of_another_program_is_noted():
    other = Student("1043", "Kim")
    packed = pack("canvas", [page("leeana_1042_1_hw.pdf"), page("kim_1043_2_hw.md", student=other)])
    assert [(each.reason, each.students) for each in packed.notes] == [(NOTES[".md"], (ANA,))]
    packed = pack("canvas", [page("kim_1043_2_hw.md", student=other, suffix=".html")])
    assert [str(each) for each in packed.notes] == [f"{NOTES['.html']}: Kim (1043)."]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ((), OTHER_WAY),
        (("1042.md",), OTHER_WAY),
        (("Ana Lee_1042_assignsubmission_file/hw.md",), OTHER_WAY),
        (("leeana_1042_text.html",), NO_FILE),
        (("leeana_LATE_1042_link.html",), NO_FILE),
        (("kim_1043_5521_hw.md",), OTHER_STUDENT),
        (("lee_3_1043_5521_hw.md",), OTHER_STUDENT),
        ((f"leeana_1042_{'5' * 30}_hw.md",), OTHER_STUDENT),
    ],
)
def test_why_a_student_is_left_out(files, reason):
    assert pack("canvas", [page(*files)]).entries == {}
    assert reasons(page(*files)) == [(reason, ["1042"])]


def test_an_id_that_is_too_long_is_left_out():
    number = "1" * 21
    assert reasons(page(f"leeana_{number}_5521_hw.md", student=Student(number))) == [(OTHER_STUDENT, [number])]


def test_a_text_next_to_a_file_does_not_matter():
    assert names(page("leeana_1042_text.html", "leeana_1042_5521_hw.md")) == ["leeana_1042_5521_feedback.md"]
