"""`forget`: no byte of a student is left, the others are graded as in a run without the student, and later runs keep to it.

Ids have letters that no hash in hexadecimal digits has: else a hash might be taken for an id that is left.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import checker
from checker.engine.errors import UserError
from checker.grading.api import NothingGraded
from checker.grading.forget import ForgetReport, forget, undo
from checker.grading.members import Forgotten
from checker.grading.own_files import FILES, HTML_MARK, PAGE_MARK
from checker.lms.roster import read_roster
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY
from tests.grading.weeks import CLASS, PROBLEMS, RIGHT, WRONG, brief, grades, views, without_place
from tests.tables import rows

ANA = "zoana"
TEMPORARY = ".checker-0123456789abcdef"
ESSAY = "Zebras graze on scores that saturate."
ANSWERS = f"answers: {{encoder-layer: {WRONG}, why: {ESSAY}}}"
THEIRS = {
    f"submissions/a/{ANA}.yaml": f"student: {{id: {ANA}, name: Ana Leeuwenhoek, email: ana@leeuwen.example}}\n{ANSWERS}",
    f"submissions/b/{ANA}.md": "# 1\n\n4.4242\n",
}
OTHERS = {
    "submissions/a/s4.yaml": "answers: {encoder-layer: 1, why: Scores grow with width.}",
    "submissions/b/s2.md": "# 1\n\n4\n",
    "submissions/b/s3.md": "# 1\n\nfour?\n",
}
MARKS = {".md": PAGE_MARK, ".html": HTML_MARK}
SECRETS = (ANA, "Leeuwenhoek", "ana@leeuwen", "Zebras", "4.4242")
ROSTER = f"id,name,email\ns1,Sam,\n{ANA},Ana Leeuwenhoek,ana@leeuwen.example\ns2,Sue,\nx9,Xia,\n"


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | {"problems/a/why.yaml": WHY} | CLASS | OTHERS | THEIRS)


def remaining(folder: Path, secrets: tuple[str, ...] = SECRETS) -> list[str]:
    """Return the files in which something of the student is left, in names or in bytes."""
    return [
        f"{path.relative_to(folder)}: {secret}"
        for path in sorted(folder.rglob("*"))
        for secret in secrets
        if secret in path.name or (path.is_file() and secret.encode() in path.read_bytes())
    ]


def fresh(top: Path, *gone: str, **options: object) -> dict[str, str]:
    """Return the files of a run into a new folder, without some files."""
    for name in gone:
        (top / "away" / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).rename(top / "away" / name)
    runs.run(top, out="scratch", **options)
    for name in gone:
        (top / "away" / name).rename(top / name)
    found = without_place(top, "scratch")
    shutil.rmtree(top / "scratch")
    return found


def test_no_byte_is_left_and_the_others_are_graded_as_without_the_student(top):
    runs.run(top)
    assert len(remaining(top / "results")) > 10
    report = forget(top / "results", ANA)
    assert remaining(top / "results") == []
    assert without_place(top) == fresh(top, *THEIRS)
    assert report == ForgetReport(ANA, (), (*FILES, "annotated/"), ())
    names = {path.name for path in (top / "results").iterdir()}
    assert names == {*FILES, "annotated", "cache.db", "forgotten.json"}


def test_what_other_commands_wrote_is_deleted_and_what_people_wrote_is_named(top):
    runs.run(top)
    ours = [
        "export.csv",
        "report.html",
        f"feedback/{ANA}.md",
        "feedback/s1.html",
        f"gradescope/{ANA}.json",
        "feedback-canvas.zip",
        f"gradescope/{TEMPORARY}/{ANA}.json",
    ]
    mine = {
        "mine.csv": "s1",
        "notes.txt": f"talk to {ANA}",
        "about/meeting.md": "With Ana Leeuwenhoek.",
        "annotated/remarks.txt": "s1 asked",
        "gradescope/own.txt": "s1",
        "x.txt": f"x{ANA}x",
    }
    runs.write(
        top,
        {f"results/{name}": f"{MARKS.get(Path(name).suffix, '')}{ANA}" for name in ours}
        | {f"results/{name}": text for name, text in mine.items()}
        | {"results/gradescope/.checker.lock": TEMPORARY},
    )
    report = forget(top / "results", ANA)
    assert report.deleted == ("export.csv", "feedback/", "feedback-canvas.zip", "gradescope/", "report.html")
    assert not any((top / "results" / name).exists() for name in ours)
    assert {name: (top / "results" / name).read_text() for name in mine} == mine
    assert [Path(each).name for each in report.left] == ["meeting.md", "notes.txt"]


@pytest.mark.parametrize(
    ("name", "text"), [("a/s4.yaml", f"answers: {{why: As {ANA} says.}}"), ("b/s2.md", f"With {ANA}.\n\n# 1\n\n4\n")]
)
def test_where_others_name_the_student_the_files_are_named_until_they_are_edited(top, name, text):
    runs.write(top, {f"submissions/{name}": text})
    runs.run(top)
    assert forget(top / "results", ANA).left
    runs.write(top, {f"submissions/{name}": text.replace(ANA, "somebody")})
    runs.run(top)
    assert remaining(top / "results") == []
    assert without_place(top) == fresh(top, *THEIRS)


def test_decisions_are_no_longer_reported(top):
    text = f"- {{student: {ANA}, problem: why, points: 2, comment: Ana Leeuwenhoek is right.}}\n- {{student: s4, problem: why, points: 1}}\n"
    runs.write(top, {"reviews/ada.yaml": text})
    runs.run(top)
    forget(top / "results", ANA)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert (finished.book.unapplied, remaining(top / "results")) == ([], [])
    assert [each["student"] for each in runs.records(top) if "review" in each] == ["s4"]


# Later runs


@pytest.mark.parametrize("jobs", [1, 2])
def test_later_runs_leave_the_student_out_and_say_so(top, jobs):
    runs.run(top)
    forget(top / "results", ANA)
    again = runs.run(top, jobs=jobs)
    assert (again.graded, again.summary["left_out"], again.changes) == (0, 1, [])
    runs.write(top, {f"submissions/a/{ANA}.yaml": f"{ANSWERS}\nnote: new", "submissions/a/s9.yaml": "answers: {}"})
    again = runs.run(top, jobs=jobs)
    assert again.summary["left_out"] == 1
    assert remaining(top / "results") == []
    assert without_place(top) == fresh(top, *THEIRS)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(
            (name, "answers: [unclosed")
            for name in (f"a/{ANA}.yaml", f"{ANA}.yaml", f"{ANA}.docx", f"{ANA}/essay.docx")
        ),
        *((f"a/{ANA}.yaml", text) for text in ("answers: {encoder-layer: [unclosed", "", "student: [x")),
    ],
)
def test_a_file_that_cannot_be_read_is_the_students_by_its_name(top, name, text):
    for each in THEIRS:
        (top / each).unlink()
    runs.write(top, {f"submissions/{name}": text})
    runs.run(top)
    forget(top / "results", ANA)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert remaining(top / "results") == []
    assert not any(ANA in each["place"] for each in finished.summary["needs_person"]["others"])


def test_undo_grades_the_student_again(top):
    runs.run(top)
    before = views(top)
    forget(top / "results", ANA)
    undo(top / "results", "ANA@leeuwen.example")
    again = runs.run(top)
    assert again.summary["left_out"] == 0
    assert views(top) == before
    assert {(student, why) for student, *_, why in brief(again.changes)} == {(ANA, "submission")}
    with pytest.raises(UserError, match=f"{ANA} is not forgotten in "):
        undo(top / "results", ANA)


def test_ids_are_kept_as_salted_hashes_only(top):
    runs.run(top)
    forget(top / "results", ANA)
    kept = Forgotten.read(top / "results")
    for id_ in (ANA, f" {ANA} ", "ANA@leeuwen.example"):
        assert kept.has(id_)
    assert not kept.has("s1")
    runs.run(top, out="other")
    forget(top / "other", ANA)
    other = Forgotten.read(top / "other")
    assert other.salt != kept.salt
    assert set.union(*map(set, other.students)).isdisjoint(*kept.students)


def test_a_file_of_an_earlier_version_still_leaves_its_students_out(tmp_path):
    hashes = ["7aba72085877b2b32fbb2f68b4eb0fde"]
    kept = {"salt": "8f163bf122e9f1bcac108d6cc770fda1", "students": [hashes], "groups": []}
    (tmp_path / "forgotten.json").write_text(json.dumps(kept))
    assert Forgotten.read(tmp_path).has(" ben ")
    assert not Forgotten.read(tmp_path).has("ada")


def test_a_second_student_and_the_first_one_again(top):
    runs.run(top)
    forget(top / "results", ANA)
    forget(top / "results", "s4")
    assert forget(top / "results", ANA).student == ANA
    assert without_place(top) == fresh(top, *THEIRS, "submissions/a/s4.yaml")
    assert runs.run(top).summary["left_out"] == 2


def test_where_nobody_else_has_grades_nothing_is_written(top):
    shutil.rmtree(top / "submissions")
    runs.write(top, THEIRS)
    runs.run(top)
    assert forget(top / "results", ANA).written == ()
    for _ in range(2):
        assert remaining(top / "results") == []
        assert "grades.csv" not in {path.name for path in (top / "results").iterdir()}
        with pytest.raises(NothingGraded):
            runs.run(top)


# Who is meant, and in which form the work was handed in


def test_a_student_on_the_roster_has_no_row(top):
    runs.write(top, {"roster.csv": ROSTER})
    runs.run(top, roster=top / "roster.csv")
    assert forget(top / "results", "ana@leeuwen.example").student == ANA
    assert remaining(top / "results") == []
    without = "".join(line for line in ROSTER.splitlines(keepends=True) if "Ana" not in line)
    expected = fresh(top, *THEIRS, roster=read_roster(without.encode(), "roster.csv"))
    assert without_place(top) == expected
    for name in THEIRS:
        (top / name).unlink()
    runs.run(top, roster=top / "roster.csv")
    assert (without_place(top), remaining(top / "results")) == (expected, [])


def test_a_row_of_a_table(top):
    rows = f"student,encoder-layer\ns7,{RIGHT}\n{ANA},77123.25\ns8,{WRONG}\n"
    runs.write(top, {"submissions/a/c.csv": rows})
    runs.run(top)
    forget(top / "results", ANA)
    secrets = (*SECRETS, "77123.25")
    assert remaining(top / "results", secrets) == []
    runs.write(top, {"submissions/a/c.csv": f"{rows}{ANA},77124.25\ns9,1\n"})
    assert runs.run(top).summary["left_out"] == 1
    assert remaining(top / "results", (*secrets, "77124.25")) == []
    assert {line.split(",")[0] for line in grades(top)} == {"s1", "s2", "s3", "s4", "s7", "s8", "s9"}


def test_a_download_of_a_learning_management_system(top):
    """Moodle's ids are numbers: this one is too long to be in a hash by chance."""
    folder = "week/Ana Leeuwenhoek_773100440055_assignsubmission_file"
    download = {
        "week/Sam Doe_1045_assignsubmission_file/hw.md": "# 1\n\n4\n",
        f"{folder}/hw.md": "# 1\n\n4.4242\n",
        f"{folder}/more.yaml": "answers: {foo: 1}",
    }
    roster = {"roster.csv": "id,name\n1045,Sam Doe\n773100440055,Ana Leeuwenhoek\n"}
    runs.write(top, download | roster)
    options = {"problems": "problems/b", "roster": top / "roster.csv"}
    runs.run(top, "week", **options)
    secrets = ("773100440055", "Leeuwenhoek", "4.4242")
    forget(top / "results", "773100440055")
    assert remaining(top / "results", secrets) == []
    assert runs.run(top, "week", **options).summary["left_out"] == 1
    assert remaining(top / "results", secrets) == []
    assert [line[:5] for line in grades(top)] == ["1045,"]


def test_others_in_the_folder_of_a_student_keep_their_grades(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {
        "problems/layer.yaml": LAYER,
        "submissions/team/hw.md": "---\nstudent: zoe\n---\nencoder-layer: 27648\n",
        "submissions/team/bob.yaml": "student: bob\nanswers: {encoder-layer: 27648}\n",
        "submissions/zoe/cy.yaml": "student: cy\nanswers: {encoder-layer: 27648}\n",
    }
    runs.run(runs.write(tmp_path, files))
    forget(tmp_path / "results", "zoe")
    assert [line.partition(",")[0] for line in grades(tmp_path)] == ["bob", "cy"]


# What cannot be done changes nothing; what was interrupted is finished the next time


@pytest.mark.parametrize(
    ("change", "student", "message"),
    [
        (lambda _: None, "zoan", r"there is no student zoan in these results; did you mean zoana\?; nothing was removed"),
        (lambda _: None, "ana leeuwenhoek", r"in these results; did you mean zoana\?; nothing was removed"),
        (lambda top: shutil.rmtree(top / "submissions"), ANA, "submissions is not where the last run found it"),
        (lambda top: shutil.rmtree(top / "problems"), ANA, "problems is not where the last run found it"),
        (lambda top: shutil.rmtree(top / "reviews"), ANA, "reviews is not where the last run found it"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_changes_nothing(top, change, student, message):
    runs.write(top, {"reviews/ada.yaml": "- {student: s4, problem: why, points: 1}"})
    runs.run(top)
    change(top)
    before = {path: path.read_bytes() for path in (top / "results").rglob("*.*")}
    with pytest.raises(UserError, match=message):
        forget(top / "results", student)
    assert {path: path.read_bytes() for path in (top / "results").rglob("*.*")} == before


KILLED = """
import os, pathlib, shutil, signal, sys
from checker.grading.own_files import FILES, HTML_MARK, PAGE_MARK
from checker.grading.forget import forget
moment, calls = sys.argv[1].split(":")
left = [int(calls)]
owner = shutil if moment == "rmtree" else pathlib.Path
do = getattr(owner, moment)
def killed(self, *arguments, **options):
    if "results" in str(self) and not str(self).endswith(("new", "added")):
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1
    return do(self, *arguments, **options)
setattr(owner, moment, killed)
forget(pathlib.Path("results"), sys.argv[2])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("moment", rows(__file__, "what_was_killed_is_finished_the_next_time"))
def test_what_was_killed_is_finished_the_next_time(top, moment):
    runs.run(top)
    before = views(top)
    environment = os.environ | {"PYTHONPATH": str(Path(checker.__file__).parents[1])}
    killed = subprocess.run([sys.executable, "-c", KILLED, moment, ANA], cwd=top, env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    if moment == "replace:0":
        assert views(top) == before
    forget(top / "results", ANA)
    assert remaining(top / "results") == []
    runs.run(top)
    assert remaining(top / "results") == []
    assert without_place(top) == fresh(top, *THEIRS)
    assert not [path.name for path in (top / "results").iterdir() if re.match(r"\.checker", path.name)]
