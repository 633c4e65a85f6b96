"""`checker feedback`: pages and zips, and what is left alone."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.cases.command import command
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.reports.pages import text_of

WRONG = "answers: {encoder-layer: 31744, block: {queries: 40200}}"


@pytest.fixture
def top(tmp_path, monkeypatch):
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "problems/block.yaml": BLOCK})
    runs.write(tmp_path, {f"submissions/s{number}.yaml": WRONG for number in range(3)})
    monkeypatch.chdir(tmp_path)
    command("grade", "submissions")
    return tmp_path


def feedback(*words):
    result = command("feedback", *words)
    return result.exit_code, result.stdout, result.stderr


def pages(top):
    return sorted(each.name for each in (top / "results/feedback").iterdir())


def test_there_is_a_page_for_each_student(top):
    assert feedback() == (0, "results/feedback: 3 pages\n", "")
    assert pages(top) == ["s0.html", "s1.html", "s2.html"]
    shown = text_of((top / "results/feedback/s1.html").read_text())
    assert "Your answer counts the output projection W_O" in shown
    assert "27,648" not in shown
    assert [each.name for each in (top / "results").iterdir() if each.name.startswith(".")] == []


def test_the_pages_of_before_are_replaced_and_those_of_others_stay(top):
    feedback()
    (top / "results/feedback/notes.txt").write_text("mine")
    assert feedback("--format", "md", "--level", "hint")[0] == 0
    assert pages(top) == ["notes.txt", "s0.md", "s1.md", "s2.md"]
    assert "Where: The first step that differs is attention" in (top / "results/feedback/s0.md").read_text()


@pytest.mark.parametrize(("name", "why"), [("s1.html", "it was not written by checker"), ("", "it is a link")])
def test_what_somebody_else_has_there_is_not_overwritten(top, name, why):
    place = top / "results/feedback"
    (top / "elsewhere").mkdir()
    if name:
        place.mkdir()
        (place / name).write_text("mine")
    else:
        place.symlink_to(top / "elsewhere")
    code, _, err = feedback()
    assert (code, why in err) == (2, True)
    assert [each.read_text() for each in place.iterdir()] == ["mine"] * bool(name)


def test_the_full_level_is_announced(top):
    code, _, err = feedback("--level", "full")
    note = "These pages show the expected answers: give them out when nobody can hand in any more.\n"
    assert (code, err) == (0, note)
    assert "27,648" in (top / "results/feedback/s0.html").read_text()


def test_no_answer_is_marked_again(top, monkeypatch):
    monkeypatch.setattr("checker.marking.parts.Questions.mark", None)
    monkeypatch.setattr("checker.marking.mark.mark", None)
    assert feedback("--level", "full")[0] == 0


def test_problems_that_changed_or_are_gone_are_left_out_and_named(top):
    (top / "problems/layer.yaml").write_text(LAYER + "points: 3\n")
    code, out, err = feedback()
    assert (code, out) == (0, "results/feedback: 3 pages\n")
    assert err == (
        "encoder-layer changed since the grades were made, or cannot be found, so the pages leave the text out."
        " Grade again, or name the folder of problems with --problems.\n"
    )
    (top / "problems/layer.yaml").write_text(LAYER)
    (top / "problems").rename(top / "moved")
    assert feedback()[2].startswith("block and encoder-layer changed since")
    assert feedback("--problems", "moved")[2] == ""


def test_without_results_or_with_those_of_another_version(top):
    hint = "`checker feedback --help` shows how it is used.\n"
    assert feedback("nowhere")[2] == f"there are no grades in nowhere: `checker grade` writes them there\n{hint}"
    assert not (top / "nowhere").exists()
    runs.write(top, {"old/checker.db": "", "damaged/summary.json": "{", "older/summary.json": '{"schema": "x"}'})
    assert feedback("old")[2].startswith("the results in old are of another version of checker; grade again\n")
    assert feedback("older")[2].startswith("the results in older are of another version of checker; grade again\n")
    assert feedback("damaged")[2].startswith("damaged/summary.json cannot be read (")


def test_our_pages_are_no_submissions(top):
    feedback()
    (top / "results").rename(top / "submissions" / "old")
    assert command("grade", "submissions", "--out", "fresh").exit_code == 0
    assert (top / "fresh/grades.csv").read_text().count("\n") == 4


def test_a_run_that_changes_grades_says_that_pages_are_old(top):
    feedback()
    old = "The pages in results/feedback are older than these grades. `checker feedback` writes them again.\n"
    assert old not in command("grade", "submissions").stderr
    runs.write(top, {"problems/layer.yaml": LAYER + "accept: [{value: 31744}]\n"})
    assert old not in command("grade", "submissions", "--dry-run").stderr
    assert old in command("grade", "submissions").stderr


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
    runs.write(top, {f"download/{name}": work for name, work in DOWNLOADS[lms].items()})
    command("grade", "download", "--out", "fresh")
    code, out, _ = feedback("fresh", "--zip", lms, "--format", form)
    assert code == 0
    assert f"fresh/feedback-{lms}.zip: 2 pages\n\n1. In" in out
    with ZipFile(BytesIO((top / "fresh" / f"feedback-{lms}.zip").read_bytes())) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    written = {each.stem: each.read_bytes() for each in (top / "fresh/feedback").iterdir()}
    assert {name.split("_")[1]: data for name, data in contents.items()} == written


def test_a_zip_needs_a_download_and_one_assignment(top):
    code, out, err = feedback("--zip", "canvas")
    left_out = "No page in the zip, because the work did not come in a download from Canvas: s0; s1; s2.\n"
    assert (code, out) == (2, "")
    assert err.startswith(f"no page can be packed\n{left_out}")
    assert not (top / "results/feedback").exists()


def test_one_of_several_assignments(tmp_path, monkeypatch):
    runs.write(tmp_path, {"problems/a/layer.yaml": LAYER, "problems/b/block.yaml": BLOCK, "results/x": ""})
    work = {"submissions/a/s1.yaml": "answers: {encoder-layer: 1}", "submissions/b/s1.yaml": "answers: {block: {}}"}
    monkeypatch.chdir(runs.write(tmp_path, work))
    command("grade", "submissions")
    assert feedback()[0] == 0
    assert text_of((tmp_path / "results/feedback/s1.html").read_text()).startswith("Skip to the content\nFeedback for")
    several = "these results hold several assignments; name one with --assignment: a, b\n"
    assert feedback("--zip", "canvas")[2].startswith(several)
    assert feedback("--assignment", "c")[2].startswith("there is no assignment c in these results")
    (tmp_path / "problems/b/block.yaml").write_text(BLOCK + "title: Other\n")
    assert feedback("--assignment", "a") == (0, "results/feedback: 1 page\n", "")
