"""Pages and exports of grades that were not lowered: they are from an earlier version of a question."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from checker.grading.student_feedback import OTHER_QUESTION
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.reports.pages import text_of

LAYER = f"{LAYER}prompt: 'How many parameters? {{conventions}}'\n"
HARDER = LAYER.replace("output_projection: left_out", "output_projection: counted")


def checker(*words):
    result = CliRunner().invoke(cli, [*map(str, words)], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def top(tmp_path, monkeypatch):
    right = "answers: {encoder-layer: 27648}"
    runs.write(tmp_path, {"problems/layer.yaml": LAYER, "submissions/s1.yaml": right, "submissions/s2.yaml": right})
    monkeypatch.chdir(tmp_path)
    assert checker("grade", "submissions", "--plain")[0] == 0
    runs.write(tmp_path, {"problems/layer.yaml": HARDER})
    return tmp_path


def page(student, form="html"):
    text = Path(f"results/feedback/{student}.{form}").read_text()
    return text_of(text) if form == "html" else text


def test_where_all_grades_were_held_pages_and_exports_say_so(top):
    assert checker("feedback")[2].startswith("encoder-layer: not the same as when they were graded")
    assert checker("grade", "submissions", "--never-lower", "--plain")[0] == 0
    assert checker("feedback") == (0, "results/feedback: 2 pages\n", "")
    assert OTHER_QUESTION in page("s1")
    assert "✓\nCorrect\n1 of 1 point\nYou wrote\n27648" in page("s1")
    assert checker("feedback", "--format", "md")[0] == 0
    assert f"\n{OTHER_QUESTION}\n" in page("s2", "md")
    code, _, err = checker("export", "--to", "gradescope")
    assert (code, err) == (0, "")
    assert OTHER_QUESTION in (top / "results/gradescope/s1.json").read_text()


def test_only_the_pages_of_grades_that_were_held_say_so(top):
    runs.write(top, {"submissions/s3.yaml": "answers: {encoder-layer: 31744}"})
    assert checker("grade", "submissions", "--never-lower", "--plain")[0] == 0
    assert checker("feedback")[0] == 0
    assert [OTHER_QUESTION in page(each) for each in ("s1", "s2", "s3")] == [True, True, False]


def test_problems_that_changed_after_grades_were_held_have_to_be_graded_first(top):
    checker("grade", "submissions", "--never-lower", "--plain")
    runs.write(top, {"problems/layer.yaml": HARDER + "points: 3\n"})
    code, _, err = checker("feedback")
    assert code == 2
    assert "grade again" in err
    checker("grade", "submissions", "--never-lower", "--plain")
    assert checker("feedback")[0] == 0


def test_a_folder_of_problems_is_known_again_where_all_grades_were_held(top):
    runs.run(top, never_lower=True)
    (top / "problems").rename(top / "course")
    runs.run(top, problems="course", never_lower=True)
    assert (top / "results/grades.csv").read_text().count("s1") == 1
    assert "course" not in (top / "results/grades.csv").read_text().splitlines()[0]


def test_another_version_of_checker_is_no_other_question(top, monkeypatch):
    runs.write(top, {"problems/layer.yaml": LAYER, "later/s3.yaml": "answers: {encoder-layer: 31744}"})
    monkeypatch.setattr("checker.grading.versions.code_digest", lambda: "new")
    checker("grade", "later", "--plain")
    assert checker("feedback")[0] == 0
    assert OTHER_QUESTION not in page("s1") + page("s3")
