"""A student is forgotten: nothing of the student is left in the results, and later runs leave the student out."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from pathlib import Path

import pytest

from checker.grading.computed_grades import NothingGraded
from checker.grading.forget import student as forgetting
from checker.grading.forget.student import NoSuchStudent
from checker.grading.output.output_folder import OutputFolder, Unwritable
from checker.grading.results.members import Members
from checker.grading.store import Store, StoreError
from checker.grading.submissions import PAGE_MARK
from checker.lms.students import Roster, Student, read_roster
from tests.grading import documents, runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY
from tests.grading.weeks import CLASS, PROBLEMS, RIGHT, WRONG, grades, stored, views

ANA = "ana7731"
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
SECRETS = (ANA, "Leeuwenhoek", "ana@leeuwen", "Zebras", "4.4242")


def remaining(folder: Path, secrets: tuple[str, ...] = SECRETS) -> list[str]:
    """Return the files in which something of the student is left, in names or in bytes."""
    return [
        f"{path.relative_to(folder)}: {secret}"
        for path in sorted(folder.rglob("*"))
        for secret in secrets
        if secret in path.name or (path.is_file() and secret.encode() in path.read_bytes())
    ]


def forget(top: Path, student: str = ANA, **commands: str) -> forgetting.ForgetReport:
    return forgetting.forget(top / "results", student, commands)


def fresh(top: Path, *gone: str, **options: object) -> dict[str, bytes]:
    """Return the files of a run into a new folder, without some files."""
    shutil.rmtree(top / "away", ignore_errors=True)
    for name in gone:
        (top / "away" / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).rename(top / "away" / name)
    runs.run(top, out="scratch", **options)
    for name in gone:
        (top / "away" / name).rename(top / name)
    found = views(top, "scratch")
    shutil.rmtree(top / "scratch")
    return found


def roster(text: str) -> dict[str, object]:
    return {"members": Members(read_roster(text.encode(), "roster.csv")), "roster": text.encode()}


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return runs.write(tmp_path, PROBLEMS | {"problems/a/why.yaml": WHY} | CLASS | OTHERS | THEIRS)


def test_the_files_are_those_of_a_run_without_the_student(top):
    runs.run(top)
    assert len(remaining(top / "results")) > 10
    report = forget(top)
    assert views(top) == fresh(top, *THEIRS)
    assert report.remade.written == [
        "grades.csv",
        "results.jsonl",
        "needs-review.md",
        "review.yaml",
        "summary.json",
        "annotated/",
    ]
    assert (report.removed.grades, report.removed.submissions) == (2, 2)
    assert [(each.what, each.path) for each in report.left] == [
        ("submission", f"{top}/submissions/a/{ANA}.yaml"),
        ("submission", f"{top}/submissions/b/{ANA}.md"),
    ]


def test_no_byte_of_the_student_is_left(top):
    runs.run(top)
    runs.write(top, {f"submissions/b/{ANA}.md": "# 1\n\n4.5\n"})  # the earlier answer is in the history
    runs.run(top)
    forget(top)
    assert remaining(top / "results") == []
    assert sorted(path.name for path in (top / "results").iterdir()) == [
        "annotated",
        "checker.db",
        "grades.csv",
        "needs-review.md",
        "results.jsonl",
        "review.yaml",
        "summary.json",
    ]
    with sqlite3.connect(top / "results/checker.db") as store:
        assert store.execute("PRAGMA freelist_count").fetchone() == (0,)
        assert store.execute("SELECT count(*) FROM cache WHERE key LIKE '%4242%'").fetchone() == (0,)
    store.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_later_runs_leave_the_student_out_and_say_so(top, jobs):
    runs.run(top)
    forget(top)
    runs.write(top, {f"submissions/a/{ANA}.yaml": f"{ANSWERS}\nnote: new", "submissions/a/s9.yaml": "answers: {}"})
    again = runs.run(top, jobs=jobs)
    assert again.summary["left_out"] == 1
    assert remaining(top / "results") == []
    assert views(top) == fresh(top, *THEIRS)
    quick = runs.run(top, jobs=jobs)
    assert (quick.results, quick.graded, quick.summary["left_out"]) == (None, 0, 1)


def test_the_first_run_after_it_reads_no_source_again(top):
    runs.run(top)
    forget(top)
    again = runs.run(top)
    assert (again.graded, again.summary["left_out"], again.changes) == (0, 1, [])


def test_a_student_who_is_a_row_of_a_table(top):
    rows = f"student,encoder-layer\ns7,{RIGHT}\n{ANA},77123\ns8,{WRONG}\n"
    runs.write(top, {"submissions/a/c.csv": rows})
    runs.run(top)
    forget(top)
    secrets = (*SECRETS, "77123")
    assert remaining(top / "results", secrets) == []
    again = runs.run(top)
    assert (again.graded, again.summary["left_out"]) == (0, 1)
    runs.write(top, {"submissions/a/c.csv": f"{rows}{ANA},77124\ns9,1\n"})
    assert runs.run(top, small_file=10).summary["left_out"] == 1
    assert remaining(top / "results", (*secrets, "77124")) == []
    assert [line.split(",")[0] for line in grades(top)] == ["s7", "s8", "s9", "s1", "s2", "s3", "s4"]


def test_what_is_wrong_in_a_row_of_the_student_is_left_out_too(top):
    shutil.rmtree(top / "submissions")
    rows = ["s5,1,x", f"{ANA},2,x", "s6,3,x", f"{ANA},4", "s7,5,x", "s8,6,x", "s9,7"]
    runs.write(top, {"submissions/a/c.csv": "student,encoder-layer\n" + "\n".join(rows)})
    runs.run(top)
    forget(top)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert finished.graded == 0, "the issues of others stay"
    (issue,) = finished.summary["needs_person"]["others"]
    assert issue["message"].endswith("(4 rows)")
    assert finished.summary["left_out"] == 1


def test_a_file_that_cannot_be_read_is_the_students_by_its_name(top):
    runs.write(top, {f"submissions/a/{ANA}.yaml": "answers: [unclosed"})
    runs.run(top)
    forget(top)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert remaining(top / "results") == []
    assert not any(ANA in each["place"] for each in finished.summary["needs_person"]["others"])
    runs.write(top, {f"submissions/a/{ANA}.yaml": "answers: {encoder-layer: [unclosed"})
    runs.run(top)
    assert remaining(top / "results") == []


def test_a_student_in_a_zip(top):
    with zipfile.ZipFile(top / "week.zip", "w") as archive:
        for path in sorted((top / "submissions").rglob("*.*")):
            archive.write(path, path.relative_to(top / "submissions"))
    runs.run(top, "week.zip")
    report = forget(top)
    assert f"{top}/week.zip/b/{ANA}.md" in [each.path for each in report.left]
    assert runs.run(top, "week.zip").summary["left_out"] == 1
    assert remaining(top / "results") == []


ROSTER = f"id,name,email\ns1,Sam,\n{ANA},Ana Leeuwenhoek,ana@leeuwen.example\ns2,Sue,\nx9,Xia,\n"


def test_a_student_on_the_roster_has_no_row(top):
    runs.run(top, **roster(ROSTER))
    report = forget(top, "ana@leeuwen.example")
    assert report.student == ANA
    assert report.left[-1] == ("roster", "", "")
    without = roster("".join(line for line in ROSTER.splitlines(keepends=True) if "Ana" not in line))
    expected = fresh(top, *THEIRS, **without)
    assert views(top) == expected
    assert remaining(top / "results") == []
    for name in THEIRS:
        (top / name).unlink()
    finished = runs.run(top, **roster(ROSTER))
    assert finished.summary["left_out"] == 1
    assert views(top) == expected
    assert remaining(top / "results") == []


def test_a_later_roster_has_more_ids_of_the_student(top):
    login = "leeuwen88"
    runs.write(top, {"submissions/a/c.csv": f"student,encoder-layer\n{login},5\ns7,{RIGHT}\n"})
    runs.run(top)
    forget(top)
    assert any(login in line for line in grades(top)), "nobody knows yet that this is the same student"
    canvas = f"Student,ID,SIS Login ID,Section,x (1)\n    Points Possible,,,,4\nAna,{ANA},{login},A,\nSam,s1,s1,A,\n"
    runs.run(top, **roster(canvas))
    assert remaining(top / "results", (*SECRETS, login)) == []
    assert runs.run(top).summary["left_out"] == 1, "now it is known without the roster, too"
    assert remaining(top / "results", (*SECRETS, login)) == []


DECISIONS = f"""# why: {ANA}
#   | {ESSAY}
- student: {ANA}
  problem: why
  points: 2
  comment: Ana Leeuwenhoek is right about zebras.
- student: s4
  problem: why
  points: 1
  comment: Short. # but good
"""


def test_decisions_about_the_student(top):
    runs.write(top, {"reviews/ada.yaml": DECISIONS})
    runs.run(top)
    report = forget(top)
    assert [each.path for each in report.left if each.what == "decisions"] == [f"{top}/reviews/ada.yaml"]
    secrets = (*SECRETS, "zebras")
    assert remaining(top / "results", secrets) == []
    (kept,) = [each for each in runs.records(top) if "review" in each]
    assert (kept["student"], kept["review"]["line"], kept["review"]["comment"]) == ("s4", 7, "Short.")
    before = views(top)
    finished = runs.run(top)
    assert remaining(top / "results", secrets) == []
    assert views(top) == before
    assert not any("decision" in each["message"] for each in finished.summary["needs_person"]["others"])


def test_a_decision_on_an_answer_that_nobody_else_gave(top):
    runs.run(top)
    (group,) = _column(top, f"SELECT review_group FROM mark WHERE record LIKE '%{ESSAY}%'")
    runs.write(top, {"reviews/ada.yaml": f'- {{group: "{group}", problem: why, points: 1, answer: "{ESSAY}"}}\n'})
    assert runs.run(top).reviews.decisions
    forget(top)
    assert remaining(top / "results") == []
    finished = runs.run(top)
    assert not any("decision" in each["message"] for each in finished.summary["needs_person"]["others"])
    assert remaining(top / "results") == []
    runs.write(top, {"submissions/a/s9.yaml": f"answers: {{why: {ESSAY}}}"})
    runs.run(top)
    assert [each["points"] for each in runs.records(top) if each["student"] == "s9" and each["problem"] == "why"] == [1]


def _column(top: Path, query: str) -> list[str]:
    with sqlite3.connect(top / "results/checker.db") as store:
        found = [each for (each,) in store.execute(query)]
    store.close()
    return found


def test_undo_grades_the_student_again(top):
    runs.run(top)
    runs.write(top, {"submissions/a/c.csv": f"student,block.total\n{ANA},7\ns7,7\n"})
    runs.run(top)
    before = views(top)
    forget(top)
    runs.run(top)
    forgetting.undo(top / "results", ANA)
    again = runs.run(top)
    assert (again.graded, again.summary["left_out"]) == (3, 0)
    assert views(top) == before
    assert {(each.student, each.why) for each in again.changes} == {(ANA, "forgotten")}
    with pytest.raises(NoSuchStudent, match=f"{ANA} was not forgotten in these results: it has grades there"):
        forgetting.undo(top / "results", ANA)


def test_only_files_of_students_who_were_forgotten(top):
    shutil.rmtree(top / "submissions")
    runs.write(top, THEIRS)
    runs.run(top)
    report = forget(top)
    assert report.remade == ([], "nobody else has grades")
    assert [path.name for path in (top / "results").iterdir()] == ["checker.db"]
    with pytest.raises(NothingGraded) as nothing:
        runs.run(top)
    assert nothing.value.left_out == 1
    assert [path.name for path in (top / "results").iterdir()] == ["checker.db"]


def test_a_run_on_one_file_of_the_student(top):
    runs.run(top, f"submissions/a/{ANA}.yaml")
    report = forget(top)
    assert report.remade == ([], "nobody else has grades")
    assert remaining(top / "results") == []
    with pytest.raises(NothingGraded):
        runs.run(top, f"submissions/a/{ANA}.yaml")
    assert remaining(top / "results") == []
    assert runs.run(top).summary["left_out"] == 1
    assert views(top) == fresh(top, *THEIRS)


def test_an_unknown_student_changes_nothing(top):
    runs.run(top)
    before = {path: path.read_bytes() for path in (top / "results").rglob("*.*")}
    with pytest.raises(NoSuchStudent, match=r"there is no student ana773 in these results; did you mean ana7731\?"):
        forget(top, "ana773")
    with pytest.raises(NoSuchStudent, match="to leave out somebody who is not graded yet, remove the files"):
        forget(top, "zoe")
    with pytest.raises(NoSuchStudent, match="zoe was not forgotten in these results; give the id exactly as it was"):
        forgetting.undo(top / "results", "zoe")
    assert {path: path.read_bytes() for path in (top / "results").rglob("*.*")} == before


class Killed(BaseException):
    """The end of a process, at some moment."""


@pytest.mark.parametrize("moment", ["removal", "compact", "delete_files", "publish", "replace_run"])
def test_what_is_ended_halfway_is_finished_by_the_next_time(top, monkeypatch, moment):
    runs.run(top)
    before = views(top)

    def killed(*_: object, **__: object) -> None:
        raise Killed

    places = {
        "removal": "checker.grading.store.removal.Removal.remove_unused_marks",
        "compact": "checker.grading.store.Store.compact",
        "delete_files": "checker.grading.forget.student.delete_files",
        "publish": "checker.grading.output.write.ResultFiles.publish",
        "replace_run": "checker.grading.store.history.History.replace_run",
    }
    with monkeypatch.context() as patch:
        patch.setattr(places[moment], killed)
        with pytest.raises(Killed):
            forget(top)
    assert views(top) in (before, fresh(top, *THEIRS))
    report = forget(top)
    assert report.was_forgotten == (moment != "removal")
    assert views(top) == fresh(top, *THEIRS)
    assert remaining(top / "results") == []


def test_it_waits_for_no_other_run(top):
    runs.run(top)
    before = views(top)
    with (
        OutputFolder(top / "results", ()),
        pytest.raises(Unwritable, match="another command of checker is writing there"),
    ):
        forget(top)
    assert views(top) == before


def test_a_damaged_store_stays_as_it_is(top):
    runs.run(top)
    store = top / "results/checker.db"
    store.write_bytes(store.read_bytes()[:10_000])
    with pytest.raises(StoreError, match=r"is damaged: .* run `checker grade`, which keeps it aside"):
        forget(top)
    assert store.stat().st_size == 10_000


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda top: runs.write(top, {"problems/a/layer.yaml": LAYER + "points: 2\n"}),
            "the problems or checker changed",
        ),
        (lambda top: shutil.rmtree(top / "problems"), "the problems are not where they were"),
        (lambda top: _execute(top, "DELETE FROM run_input"), "the last run is of an earlier version of checker"),
    ],
)
def test_files_that_cannot_be_made_again_are_deleted(top, change, why):
    runs.run(top)
    runs.write(top, {"results/annotated/notes.md": "mine", "results/mine.txt": "mine"})
    change(top)
    report = forget(top)
    assert report.remade.written == []
    assert report.remade.why_not.startswith(why)
    left = sorted(path.relative_to(top / "results").as_posix() for path in (top / "results").rglob("*.*"))
    assert left == ["annotated/notes.md", "annotated/s2.md", "annotated/s3.md", "checker.db", "mine.txt"]
    assert remaining(top / "results") == []
    if (top / "problems").exists():
        runs.run(top)
        (top / "results/annotated/notes.md").unlink()
        assert views(top) == fresh(top, *THEIRS)


def _execute(top: Path, statement: str) -> None:
    with sqlite3.connect(top / "results/checker.db") as store:
        store.execute("PRAGMA foreign_keys = ON")
        store.execute(statement)
    store.close()


def test_grades_of_another_folder(top):
    (top / "submissions/b").rename(top / "elsewhere")
    runs.run(top, "elsewhere", problems="problems/b")
    runs.run(top, "submissions", problems="problems/a")
    forget(top)
    assert remaining(top / "results") == []
    found = views(top)
    (top / f"submissions/a/{ANA}.yaml").unlink()
    (top / f"elsewhere/{ANA}.md").unlink()
    runs.run(top, "elsewhere", problems="problems/b", out="scratch")
    runs.run(top, "submissions", problems="problems/a", out="scratch")
    assert found == views(top, "scratch")


def test_what_other_commands_wrote_is_deleted(top):
    runs.run(top)
    runs.write(
        top,
        {
            "results/export.csv": ANA,
            f"results/feedback/{ANA}.md": f"{PAGE_MARK}\n{ANA}",
            f"results/feedback/{ANA}.html": f"<p>{ANA} wrote this",
            "results/feedback/s1.md": "s1",
            f"results/lti/{ANA}.json": ANA,
            "results/mine.csv": "mine",
        },
    )
    report = forget(top, **{"export.csv": "checker export --to csv", "feedback": "checker feedback", "lti": "x"})
    assert report.deleted == [
        ("export.csv", "checker export --to csv"),
        (f"feedback/{ANA}.md", ""),
        (f"lti/{ANA}.json", ""),
    ]
    assert (top / f"results/feedback/{ANA}.html").exists(), "somebody else's"
    (top / f"results/feedback/{ANA}.html").unlink()
    assert remaining(top / "results") == []
    assert (top / "results/feedback/s1.md").exists()
    assert (top / "results/mine.csv").exists()
    assert not (top / "results/lti").exists()


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


def test_earlier_versions_of_other_submissions_stay(top):
    runs.run(top)
    runs.write(top, {"submissions/a/s4.yaml": "answers: {encoder-layer: 2, why: Later.}"})
    runs.run(top)
    forget(top)
    runs.write(top, {"submissions/a/s4.yaml": OTHERS["submissions/a/s4.yaml"]})
    assert runs.run(top).graded == 0


def test_a_download_of_a_learning_management_system(top):
    download = {
        "week/Sam Doe_1045_assignsubmission_file/hw.md": "# 1\n\n4\n",
        "week/Ana Leeuwenhoek_7731_assignsubmission_file/hw.md": "# 1\n\n4.4242\n",
        "week/Ana Leeuwenhoek_7731_assignsubmission_file/more.yaml": "answers: {foo: 1}",
    }
    runs.write(top, download)
    runs.run(top, "week", problems="problems/b", **roster("id,name\n1045,Sam Doe\n7731,Ana Leeuwenhoek\n"))
    report = forget(top, "7731")
    secrets = ("7731", "Leeuwenhoek", "4.4242")
    assert remaining(top / "results", secrets) == []
    assert [each.path for each in report.left if each.what == "submission"] == [
        f"{top}/week/Ana Leeuwenhoek_7731_assignsubmission_file",
    ]
    assert runs.run(top, "week", problems="problems/b").summary["left_out"] == 1
    assert remaining(top / "results", secrets) == []
    assert [line[:5] for line in grades(top)] == ["1045,"]


def test_a_file_whose_name_may_mean_two_students(top):
    """Blackboard's names without receipts: `ann_b` or `b`; the roster says who it is."""
    runs.write(top, {"week/HW1_ann_b_attempt_2026-10-01-10-00-00_h.yaml": "answers: {sum: 4.4242}"})
    runs.run(top, "week", problems="problems/b", **roster("id,name\nb,Bob\nc,Cid\n"))
    forget(top, "b")
    assert remaining(top / "results", ("ann_b", "4.4242", "Bob")) == []
    assert runs.run(top, "week", problems="problems/b", **roster("id,name\nb,Bob\nc,Cid\n")).summary["left_out"] == 1
    assert remaining(top / "results", ("ann_b", "4.4242", "Bob")) == []
    assert [line[:2] for line in grades(top)] == ["c,"]


def test_the_id_is_kept_only_as_a_salted_hash(top):
    runs.run(top)
    forget(top)
    with stored(top) as store:
        left_out = store.forgotten.left_out()
        assert left_out.has(ANA)
        assert left_out.has(f" {ANA} ")
        assert left_out.has("ANA@leeuwen.example")
        assert not left_out.has("s1")
        assert len(left_out.salt) == 32
    runs.run(top, out="other")
    forgetting.forget(top / "other", ANA, {})
    with Store(top / "other/checker.db") as other:
        assert other.forgotten.left_out().numbers.keys().isdisjoint(left_out.numbers)


def test_the_summaries_of_other_folders_do_not_name_the_student(top):
    shutil.copytree(top / "submissions", top / "earlier")
    runs.run(top, "earlier", **roster(ROSTER))
    runs.run(top, **roster(ROSTER))
    runs.write(top, {"submissions/a/s1.yaml": "answers: {encoder-layer: 5}"})
    runs.run(top, **roster(ROSTER))
    forget(top)
    first, second, last = map(json.loads, _column(top, "SELECT summary FROM run ORDER BY id"))
    assert [each["students"] for each in first["assignments"]] == [4, 3]
    assert [[one["student"] for one in each["grades"]] for each in first["assignments"]] == [
        ["s1", "s2", "s3", "s4"],
        ["s1", "s2", "s3"],
    ]
    assert (first["left_out"], last["left_out"]) == (0, 1)
    assert second == {}, "nobody asks for it any more"
    assert remaining(top / "results") == []


LOGINS = "id,name,login\n7731,Ana Leeuwenhoek,leeuwen88\n7732,Bo Bean,bean9\n"


def test_a_login_means_the_student_of_the_roster(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"problems/a/layer.yaml": LAYER, "submissions/leeuwen88.yaml": "answers: {encoder-layer: 1}"})
    runs.write(tmp_path, {"submissions/bean9.yaml": "answers: {encoder-layer: 2}"})
    people = (
        Student("7731", "Ana Leeuwenhoek", "", "", ("leeuwen88",)),
        Student("7732", "Bo Bean", "", "", ("bean9",)),
    )
    runs.run(tmp_path, members=Members(Roster(people)), roster=LOGINS.encode())
    assert forget(tmp_path, "leeuwen88").student == "7731"
    assert remaining(tmp_path / "results", ("7731", "leeuwen88", "Leeuwenhoek")) == []
    assert grades(tmp_path)[0].startswith("7732,")


def test_others_in_the_folder_of_a_student_keep_their_grades(tmp_path, monkeypatch):
    """The name has letters that no hash in hexadecimal digits has."""
    documents.install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    runs.write(tmp_path, {"submissions/team/hw.md": "---\nstudent: zoe\n---\nencoder-layer: 27648\n"})
    runs.write(tmp_path, {"submissions/team/bob.yaml": "student: bob\nanswers: {encoder-layer: 27648}\n"})
    runs.write(tmp_path, {"submissions/cy.yaml": "answers: {encoder-layer: 27648}\n"})
    runs.run(tmp_path)
    forget(tmp_path, "zoe")
    (tmp_path / "problems/layer.yaml").write_text(LAYER + "points: 2\n")
    runs.run(tmp_path)
    assert [line.partition(",")[0] for line in grades(tmp_path)] == ["cy", "bob"]
    assert remaining(tmp_path / "results", ("zoe",)) == []


def test_a_student_named_like_the_folder_takes_nothing_else_along(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(
        tmp_path,
        {"problems/layer.yaml": LAYER, "reviews/ada.yaml": "- {student: '002', problem: encoder-layer, points: 1}"},
    )
    for student in ("001", "002", "003"):
        runs.write(tmp_path, {f"submissions/001/{student}.yaml": "answers: {encoder-layer: 5}"})
    runs.run(tmp_path, "submissions/001")
    report = forget(tmp_path, "001")
    assert report.remade.why_not == ""
    shutil.rmtree(tmp_path / "reviews")
    runs.run(tmp_path, "submissions/001")
    assert grades(tmp_path) == ["002,1,1,1,1,0,1", "003,0,1,0,1,0,0"]


def test_the_options_of_the_last_run_still_hold_for_the_others(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"problems/layer.yaml": LAYER})
    for student, answer in {"s1": 27648, "s2": 27648, "s3": 5}.items():
        runs.write(tmp_path, {f"submissions/{student}.yaml": f"answers: {{encoder-layer: {answer}}}"})
    runs.run(tmp_path)
    (tmp_path / "problems/layer.yaml").write_text(LAYER.replace("d_ff: 120", "d_ff: 121"))
    runs.run(tmp_path, never_lower=True)
    before = grades(tmp_path)
    assert before[0].startswith("s1,1,")
    assert forget(tmp_path, "s3").remade.why_not == ""
    assert grades(tmp_path) == before[:2]
