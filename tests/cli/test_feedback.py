"""`checker feedback`: pages and zips, and what is left alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from io import BytesIO
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.grading.store import Store
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.reports.pages import text_of
from tests.writeups.formats.office_files import docx, p
from tests.writeups.formats.pdf_files import pdf, text

WRONG = "answers: {encoder-layer: 31744, block: {queries: 40200}}"


@pytest.fixture
def top(tmp_path, monkeypatch):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "problems/block.yaml": BLOCK})
    runs.write(tmp_path, {f"submissions/s{number}.yaml": WRONG for number in range(3)})
    monkeypatch.chdir(tmp_path)
    runs.run(tmp_path)
    return tmp_path


def feedback(*words):
    result = CliRunner().invoke(cli, ["feedback", *map(str, words)], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def pages(top):
    return sorted(each.name for each in (top / "results/feedback").iterdir())


def test_there_is_a_page_for_each_student(top):
    assert feedback() == (0, "results/feedback: 3 pages\n", "")
    assert pages(top) == ["s0.html", "s1.html", "s2.html"]
    text = text_of((top / "results/feedback/s1.html").read_text())
    assert "Your answer counts the output projection W_O" in text
    assert "27,648" not in text
    assert sorted(each.name for each in (top / "results").iterdir() if each.name.startswith(".")) == []


@pytest.mark.parametrize("level", ["hint", "explain"])
def test_what_was_said_to_an_answer_is_kept_and_not_worked_out_again(top, monkeypatch, level):
    feedback("--level", level)
    written = [(top / "results/feedback" / name).read_bytes() for name in pages(top)]

    def marked_again(*_):
        raise AssertionError

    monkeypatch.setattr("checker.marking.parts.Questions.mark", marked_again)
    assert feedback("--level", level) == (0, "results/feedback: 3 pages\n", "")
    assert [(top / "results/feedback" / name).read_bytes() for name in pages(top)] == written
    other = {"hint": "explain", "explain": "hint"}[level]
    assert "so these answers have no explanation" in feedback("--level", other)[2]


def test_what_is_said_to_wrong_answers_is_known_from_when_they_were_graded(tmp_path, monkeypatch):
    answers = ["encoder-layer: 31744", "block: {queries: 40000}", "block: {queries: 40000, total: 80000}"]
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "problems/block.yaml": BLOCK})
    runs.write(tmp_path, {f"submissions/s{at}.yaml": f"answers: {{{each}}}" for at, each in enumerate(answers)})
    monkeypatch.chdir(tmp_path)
    runs.run(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr("checker.grading.student_feedback.Questions.mark", None)
        assert feedback() == (0, "results/feedback: 3 pages\n", "")
    known = [(tmp_path / "results/feedback" / name).read_bytes() for name in pages(tmp_path)]
    with closing(sqlite3.connect(tmp_path / "results/checker.db")) as store, store:
        store.execute("DELETE FROM cache")
    assert feedback() == (0, "results/feedback: 3 pages\n", "")
    assert [(tmp_path / "results/feedback" / name).read_bytes() for name in pages(tmp_path)] == known
    assert "W_O" in known[0].decode()


def test_the_pages_of_before_are_replaced_and_those_of_others_stay(top):
    feedback()
    (top / "results/feedback/notes.txt").write_text("mine")
    assert feedback("--format", "md", "--level", "hint")[0] == 0
    assert pages(top) == ["notes.txt", "s0.md", "s1.md", "s2.md"]
    assert "Where: The first step that differs is attention" in (top / "results/feedback/s0.md").read_text()


def test_a_page_of_somebody_else_is_not_overwritten(top):
    (top / "results/feedback").mkdir()
    (top / "results/feedback/s1.html").write_text("mine")
    code, _, err = feedback()
    assert code == 2
    assert "s1.html: it was not written by checker" in err
    assert pages(top) == ["s1.html"]


def test_the_full_level_is_announced(top):
    code, _, err = feedback("--level", "full")
    assert code == 0
    assert err == "These pages show the expected answers: give them out when nobody can hand in any more.\n"
    assert "27,648" in (top / "results/feedback/s0.html").read_text()


def test_problems_that_changed_are_no_base_for_feedback(top):
    (top / "problems/layer.yaml").write_text(LAYER + "points: 3\n")
    code, out, err = feedback()
    assert (code, out) == (2, "")
    assert err.startswith(
        "encoder-layer: not the same as when they were graded, in problems, or graded by another version"
    )
    assert not (top / "results/feedback").exists()


def test_dates_that_changed_are_no_base_for_feedback(top):
    (top / "problems/assignment.yaml").write_text("due: 2030-01-01\n")
    runs.run(top)
    assert feedback()[0] == 0
    (top / "problems/assignment.yaml").write_text("due: 2020-01-01\n")
    code, _, err = feedback()
    assert code == 2
    assert err.startswith("the title, dates or rules of problems changed; grade again\n")
    runs.run(top)
    assert feedback()[0] == 0


def test_a_link_in_place_of_the_folder_is_not_followed(top):
    (top / "elsewhere").mkdir()
    (top / "results/feedback").symlink_to(top / "elsewhere")
    code, _, err = feedback()
    assert code == 2
    assert "feedback: it is a link; move it away" in err
    assert list((top / "elsewhere").iterdir()) == []


def test_without_results_and_while_grading(top, tmp_path):
    assert feedback("nowhere")[::2] == (
        2,
        "there are no grades in nowhere: `checker grade` writes them there\n`checker feedback --help` shows how it is used.\n",
    )
    assert not (top / "nowhere").exists()


def test_our_pages_are_no_submissions(top):
    feedback()
    (top / "results").rename(top / "submissions" / "old")
    again = runs.run(top, out="fresh")
    assert again.summary["needs_person"]["count"] == 0
    assert [each["students"] for each in again.summary["assignments"]] == [3]


DOWNLOADS = {
    "canvas": {"leeana_1042_90001_homework.yaml": WRONG, "zoe_1043_90002_homework.yaml": WRONG},
    "moodle": {
        "Ana Lee_1042_assignsubmission_file/homework.yaml": WRONG,
        "Zoe Z_1043_assignsubmission_file/homework.yaml": WRONG,
    },
}


@pytest.mark.parametrize("lms", ["canvas", "moodle"])
@pytest.mark.parametrize("form", ["html", "md"])
def test_the_zip_has_the_pages_of_a_download(top, lms, form):
    runs.write(top, {f"download/{name}": text for name, text in DOWNLOADS[lms].items()})
    runs.run(top, "download", out="fresh")
    code, out, _ = feedback("fresh", "--zip", lms, "--format", form)
    assert code == 0
    assert f"fresh/feedback-{lms}.zip: 2 pages\n\n1. In" in out
    data = (top / "fresh" / f"feedback-{lms}.zip").read_bytes()
    with ZipFile(BytesIO(data)) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    written = {each.stem: each.read_bytes() for each in (top / "fresh/feedback").iterdir()}
    assert sorted(contents.values()) == sorted(written.values())
    assert {name.split("_")[1]: data for name, data in contents.items()} == written


@pytest.mark.parametrize("lms", ["canvas", "moodle"])
def test_word_and_pdf_files_of_a_download_get_pages(top, lms):
    words = docx(p("Question 2") + p("Total: 31744"))
    print_out = pdf(text(72, 700, "Question 2") + text(72, 680, "Total: 31744"))
    for name, data in zip(DOWNLOADS[lms], (words, print_out), strict=True):
        path = top / "download" / name.replace(".yaml", ".docx" if data is words else ".pdf")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    runs.run(top, "download", out="fresh")
    code, _, _ = feedback("fresh", "--zip", lms)
    assert code == 0
    with ZipFile(top / "fresh" / f"feedback-{lms}.zip") as archive:
        contents = {name.split("_")[1]: text_of(archive.read(name).decode()) for name in archive.namelist()}
    assert sorted(contents) == ["1042", "1043"]
    for page in contents.values():
        assert "Answer: “31744”" in page
        assert "27,648" not in page


def test_a_zip_needs_a_download_and_one_assignment(top):
    code, out, err = feedback("--zip", "canvas")
    assert (code, out) == (2, "")
    assert err.startswith(
        "no page can be packed\nNo page in the zip, because the work did not come in a download from Canvas: s0; s1; s2.\n"
    )
    assert not (top / "results/feedback").exists()
    assert feedback("--assignment", "nothing")[0] == 2


def test_odd_ids_become_harmless_names(top):
    ids = ["../../up", "CON", "a" * 300, "S0", "\u202egnp.exe", "<b>"]
    answer = "encoder-layer: 31744"
    runs.write(
        top,
        {
            f"submissions/x{n}.yaml": f"student: {id_!r}\nanswers: {{{answer}}}".replace("'", '"').replace(
                "\\u202e", "\u202e"
            )
            for n, id_ in enumerate(ids)
        },
    )
    runs.run(top)
    assert feedback()[0] == 0
    names = pages(top)
    assert len(names) == 9
    assert len({name.casefold() for name in names}) == 9
    assert all(
        len(name) < 120 and name.endswith(".html") and "\u202e" not in name and "/" not in name for name in names
    )
    assert "CON.html" not in names


def test_a_grade_that_was_not_lowered_stops_no_feedback(top):
    (top / "problems/layer.yaml").write_text(LAYER.replace("d_ff: 120", "d_ff: 121"))
    runs.write(top, {"submissions/s0.yaml": "answers: {encoder-layer: 27648}"})
    (top / "problems/layer.yaml").write_text(LAYER)
    runs.run(top)
    (top / "problems/layer.yaml").write_text(LAYER.replace("d_ff: 120", "d_ff: 121"))
    runs.run(top, never_lower=True)
    assert feedback() == (0, "results/feedback: 3 pages\n", "")
    assert "1 of 1 point" in (top / "results/feedback/s0.html").read_text()


def test_a_problem_of_another_assignment_stops_no_feedback(tmp_path, monkeypatch):
    runs.write(tmp_path, {"problems/a/layer.yaml": LAYER, "problems/b/block.yaml": BLOCK})
    runs.write(tmp_path, {"submissions/a/s1.yaml": "answers: {encoder-layer: 1}"})
    monkeypatch.chdir(tmp_path)
    runs.run(tmp_path)
    (tmp_path / "problems/b/block.yaml").write_text(BLOCK + "title: Other\n")
    assert feedback("--assignment", "a")[0] == 0


def test_a_fault_is_told_and_costs_no_page(top, monkeypatch):
    def failing(*_):
        raise RuntimeError("boom")

    monkeypatch.setattr("checker.marking.parts.Questions.mark", failing)
    code, out, err = feedback("--level", "hint")
    assert (code, out) == (4, "results/feedback: 3 pages\n")
    assert "A fault of checker, so these answers have no explanation: encoder-layer, answer 31744: RuntimeError" in err
    assert "Not correct" in (top / "results/feedback/s1.html").read_text()


@pytest.fixture
def weeks(tmp_path, monkeypatch):
    """Two assignments, each graded from its own folder into the same results."""
    runs.write(tmp_path, {"course/a/layer.yaml": LAYER, "course/b/block.yaml": BLOCK, "elsewhere/x": ""})
    runs.write(tmp_path, {"in/a/s1.yaml": "answers: {encoder-layer: 31744}", "in/b/s1.yaml": "answers: {block: {}}"})
    for name in "ab":
        runs.run(tmp_path, f"in/{name}", problems=f"course/{name}", out="results")
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path


def test_the_results_know_the_folders_of_problems(weeks):
    results = weeks / "results"
    assert feedback(results) == (0, f"{results}/feedback: 1 page\n", "")
    text = text_of((results / "feedback/s1.html").read_text())
    assert "Your answer counts the output projection W_O" in text
    assert "No answer" in text
    exported = CliRunner().invoke(cli, ["export", "--to", "gradescope", str(results), "--assignment", "a"])
    assert (exported.exit_code, exported.stderr) == (0, "")


def test_results_and_problems_may_be_moved_together(weeks, monkeypatch):
    (weeks / "elsewhere").rename(weeks.with_name("moved"))
    for name in ("course", "results"):
        (weeks / name).rename(weeks.with_name("moved") / name)
    monkeypatch.chdir(weeks.with_name("moved"))
    assert feedback() == (0, "results/feedback: 1 page\n", "")


def test_a_folder_of_problems_that_moved_is_named(weeks):
    (weeks / "course").rename(weeks / "moved")
    code, out, err = feedback(weeks / "results")
    assert (code, out) == (2, "")
    assert err.startswith(
        f"there is no folder {weeks}/course/a; the messages for students need the problems that were graded. "
        "If their folder has moved, name it with --problems\n"
    )
    assert feedback(weeks / "results", "--problems", weeks / "moved")[0] == 0
    assert feedback(weeks / "results", "--problems", weeks / "moved/b", "--assignment", "b")[0] == 0
    assert feedback(weeks / "results", "--problems", weeks / "moved/a")[2].startswith("block: not the same as when")


def test_problems_of_two_folders_with_one_id_are_not_mixed_up(weeks):
    (weeks / "course/b/layer.yaml").write_text(LAYER.replace("d_ff: 120", "d_ff: 121"))
    code, _, err = feedback(weeks / "results")
    assert code == 2
    assert err.startswith(
        f"encoder-layer differs between the folders of problems {weeks}/course/a and {weeks}/course/b; "
        "name one assignment with --assignment\n"
    )
    assert feedback(weeks / "results", "--assignment", "a")[0] == 0


def test_results_of_an_earlier_version_ask_for_the_folder(top):
    with Store(top / "results/checker.db") as store, store.transaction():
        descriptions = store.history.assignments()
        del descriptions["problems"]["top"]
        store.history.save_assignments(descriptions)
    assert feedback()[2].startswith(
        "an earlier version of checker wrote these results; grade again, or name the folder"
    )
    assert feedback("--problems", "problems")[0] == 0
