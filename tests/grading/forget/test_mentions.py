"""What others wrote about the student is theirs: it is named, and gone once they have edited it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.grading import runs
from tests.grading.forget.forgotten import ANA, THEIRS, forget, fresh, remaining
from tests.grading.weeks import views

NAMING = {
    "an answer": ("a/s4.yaml", f"answers: {{why: As {ANA} says.}}"),
    "a name in an answer": ("a/s4.yaml", "answers: {why: With Ana Leeuwenhoek.}"),
    "the front matter": ("b/s2.md", f"---\npartner: {ANA}\n---\n# 1\n\n4\n"),
    "a document": ("b/s2.md", f"With {ANA}.\n\n# 1\n\n4\n"),
    "an id": ("b/s2.md", f"---\nstudent: s2 and {ANA}\n---\n# 1\n\n4\n"),
    "the name of a file": (f"a/s4-{ANA}.yaml", "student: s4\nanswers: {encoder-layer: 1}"),
}


@pytest.mark.parametrize("where", NAMING)
def test_what_others_wrote_about_the_student_is_theirs_and_named(top, where):
    name, text = NAMING[where]
    runs.write(top, {f"submissions/{name}": text})
    runs.run(top)
    report = forget(top, annotated="checker grade")
    found = {what: [each.path for each in report.left if each.what == what] for what in ("mentioned in", "mention")}
    assert found["mentioned in"] == [f"{top}/submissions/{name}"]
    files = {each.partition(":")[0] for each in remaining(top / "results") if "/" not in each or ".md" in each}
    assert {Path(each).relative_to(top / "results").as_posix() for each in found["mention"]} == files
    assert "checker.db" in files


@pytest.mark.parametrize("where", NAMING)
def test_what_others_wrote_is_gone_once_they_are_edited(top, where):
    name, text = NAMING[where]
    runs.write(top, {f"submissions/{name}": text})
    runs.run(top)
    forget(top)
    (top / "submissions" / name).unlink()
    edited = text.replace(ANA, "somebody").replace("Ana Leeuwenhoek", "somebody")
    runs.write(top, {f"submissions/{name.replace(ANA, 'x')}": edited})
    runs.run(top)
    report = forget(top)
    assert [each for each in report.left if each.what in {"mentioned in", "mention"}] == []
    assert remaining(top / "results", (ANA,)) == []
    if "Leeuwenhoek" not in text:  # the name is not known any more
        assert remaining(top / "results") == []
    before = views(top)
    assert runs.run(top).graded == 0
    assert views(top) == before == fresh(top, *THEIRS)
