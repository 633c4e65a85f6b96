"""review.yaml in a run: groups of equal answers, what a filled form decides and how long, and that nothing overwrites it."""

from __future__ import annotations

import re

import pytest
import yaml

from checker.grading.forget import forget
from checker.grading.output_folder import Unwritable
from checker.grading.records import group_id
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.reviewed import CODE, ESSAYS, GROUP, TEXT, WHY
from tests.grading.weeks import grades
from tests.tables import rows


def test_equal_answers_are_one_group(grade_reviewed):
    graded = grade_reviewed(ESSAYS)
    assert graded.open == [(GROUP, "why", ["s1", "s2"]), (group_id("why", None, "Another text.", CODE), "why", ["s3"])]
    assert graded.to_review == 3
    start = "These words are the same in all of the answers to this question "
    alike = grade_reviewed({"s1": {"why": f"{start}a"}, "s2": {"why": f"{start}b"}})
    assert ["s2"] in [students for *_, students in alike.open]


def test_an_unfilled_form_decides_nothing_and_a_filled_one_all(grade_reviewed):
    first = grade_reviewed(ESSAYS)
    text = first.read("review.yaml")
    again = grade_reviewed(ESSAYS, {"ada.yaml": text})
    assert (again.open, again.told) == (first.open, [])
    filled = text.replace("points:", "points: 3", 1).replace("points:  #", "points: 0.5  #")
    done = grade_reviewed(ESSAYS, {"ada.yaml": filled})
    assert [done.of(student) for student in ("s1", "s2", "s3")] == [("correct", 3), ("correct", 3), ("partial", 0.5)]
    assert (done.open, done.told, done.to_review) == ([], [], 0)
    assert yaml.safe_load(done.read("review.yaml")) == []
    assert done.read("needs-review.md") == "# To review\n\nNothing: every answer is graded.\n"


@pytest.mark.parametrize(
    "text", ["# harmless\n- group: x", "points: 3\n- student: s1\n", "\r\n\u2028- x\x07: [", "# ' \" | > %"]
)
def test_no_answer_breaks_out_of_its_comment(grade_reviewed, text):
    graded = grade_reviewed({"s1": {"why": text}})
    assert [each["problem"] for each in yaml.safe_load(graded.read("review.yaml"))] == ["why"]


def test_very_many_answers_are_listed_and_long_ones_are_cut(grade_reviewed):
    graded = grade_reviewed({f"s{n}": {"why": f"Text {n}."} for n in range(150)} | {"s": {"why": "word " * 1_900}})
    text = graded.read("review.yaml")
    assert len(yaml.safe_load(text)) == 151
    assert "more characters are in results.jsonl)\n" in text
    assert len(graded.results.groups()) == 151


# What is typed into the form in the results

FILES = {
    "problems/a/why.yaml": WHY,
    "problems/a/layer.yaml": LAYER,
    "problems/a/block.yaml": BLOCK,
    "submissions/a/s1.yaml": f"answers: {{why: {TEXT}, encoder-layer: 1 or 2, block: {{queries: x y}}}}",
    "submissions/a/s2.yaml": "answers: {why: '# \" - points: 3'}",
}
WAITS, DECIDED = "s1,,7,,1,3,,0,,", "s1,2,7,2,1,2,,0,,2"


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.run(runs.write(tmp_path, FILES))
    return tmp_path


def fill_in(top, text: str = "points: 2", instead: str = "points:  # of 3") -> str:
    """Fill in an entry; return the whole."""
    file = top / "results/review.yaml"
    before, mark, entry = file.read_text().partition(f'- group: "{GROUP}"')
    file.write_text(before + mark + entry.replace(instead, text, 1))
    return file.read_text()


@pytest.mark.parametrize(("text", "instead", "message"), rows(__file__, "nothing_overwrites_what_was_typed"))
def test_nothing_overwrites_what_was_typed(top, text, instead, message):
    fill_in(top, text, instead)
    before = {path: path.read_bytes() for path in (top / "results").iterdir() if path.is_file()}
    commands = (
        lambda: runs.run(top),
        lambda: runs.run(top, reviews=top / "results"),
        lambda: forget(top / "results", "s2"),
    )
    for command in commands:
        with pytest.raises(Unwritable, match=message):
            command()
    runs.run(top, is_draft=True)  # it writes nothing
    assert {path: path.read_bytes() for path in (top / "results").iterdir() if path.is_file()} == before
    (top / "results/cache.db").unlink()
    with pytest.raises(Unwritable, match=message):
        runs.run(top)


def test_a_copy_in_the_folder_of_reviews_settles_it(top):
    text = fill_in(top)
    assert grades(top)[0] == WAITS
    runs.write(top, {"reviews/ada.yaml": text.replace("points: 2", "points: 1.0")})
    with pytest.raises(Unwritable, match="was filled in"):
        runs.run(top)
    runs.write(top, {"reviews/ada.yaml": text})
    runs.run(top)
    assert grades(top)[0] == DECIDED
    assert GROUP not in (top / "results/review.yaml").read_text()


# Decisions in later runs

OPEN = {
    "problems/a/why.yaml": WHY,
    "problems/a/layer.yaml": LAYER,
    "submissions/a/s1.yaml": "answers: {why: The scores grow., encoder-layer: 64 or 128}",
}
NOT_APPLIED = "not applied: the question's numbers or its right answer have changed since; decide again"


@pytest.fixture
def decided(tmp_path):
    """A class in which all is decided."""
    runs.run(runs.write(tmp_path, OPEN))
    text = (tmp_path / "results/review.yaml").read_text()
    runs.run(runs.write(tmp_path, {"reviews/ada.yaml": text.replace("points:", "points: 1")}))
    assert [(each["status"], each["points"]) for each in runs.records(tmp_path)] == [("correct", 1), ("partial", 1)]
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "question"),
    rows(__file__, "a_decision_ends_with_the_numbers_and_the_right_answer_that_it_was_about"),
)
def test_a_decision_ends_with_the_numbers_and_the_right_answer_that_it_was_about(decided, file, old, new, question):
    path = decided / f"problems/a/{file}.yaml"
    path.write_text(path.read_text().replace(old, new))
    again = runs.run(decided)
    told = [f"A decision on {question} is {NOT_APPLIED}"] if question else []
    assert [issue.message for issue in again.book.unapplied] == told
    found = {each["problem"]: each["points"] for each in runs.records(decided)}
    assert found == {"encoder-layer": 1, "why": 1} | ({question: None} if question else {})
    assert all(each in (decided / "results/needs-review.md").read_text() for each in told)


def test_a_decision_without_a_digest_holds_for_any_numbers(decided):
    path = decided / "reviews/ada.yaml"
    path.write_text(re.sub(r"  question: .*\n", "", path.read_text()))
    problem = decided / "problems/a/layer.yaml"
    problem.write_text(problem.read_text().replace("d_ff: 120", "d_ff: 128"))
    again = runs.run(decided)
    assert (again.book.unapplied, [each["points"] for each in runs.records(decided)]) == ([], [1, 1])


def test_whose_a_file_is_stays_open_when_the_equal_answers_of_several_are_decided(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "# Answers\n\nAnswer (why): The scores grow.\n"
    names = {"itoivo_2008_91008_hw.md": text, "quistquentin_2016_91016_hw.md": f"---\nstudent: 2003\n---\n{text}"}
    files = {f"submissions/{name}": each for name, each in names.items()}
    top = runs.write(tmp_path, {"problems/a/why.yaml": WHY, **files})
    runs.run(top)
    assert "names the student" in (top / "results/needs-review.md").read_text()
    ((group, *_),) = [(each.id, each.students) for each in runs.run(top).book.groups()]
    for decision, issues in (f"group: {group}", 1), ("student: '2016'", 0):
        runs.write(top, {"reviews/ada.yaml": f"- {{{decision}, problem: why, points: 2}}\n"})
        done = runs.run(top)
        found = {each.who.id: (each.waiting, each.issues) for each in done.book.results.values()}
        assert found["2016"] == (0, issues)
        assert ("names the student" in (top / "results/needs-review.md").read_text()) == bool(issues)
