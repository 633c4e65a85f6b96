"""Folders of problems that are renamed, moved, copied or given an id: nobody gets points for an assignment twice."""

from __future__ import annotations

import json
import shutil
from itertools import product

import pytest

from checker.cli.app import cli
from checker.grading.store import StoreError
from checker.problems import load_problems
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.weeks import stored, views

SUM = "id: sum\ntype: numeric\nparameters: {value: 4}\n"
FILES = {
    "problems/a/layer.yaml": LAYER,
    "problems/a/sum.yaml": SUM,
    "one/s1.yaml": "answers: {encoder-layer: 27648, sum: 4}",
    "one/s2.yaml": "answers: {encoder-layer: 1, sum: 4}",
    "two/s1.yaml": "answers: {encoder-layer: 27648, sum: 4}",
}
ONCE = {"s1": "2/2", "s2": "1/2"}


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, FILES)
    return tmp_path


def points(top) -> dict[str, str]:
    """Return the points of each student, of the maximum."""
    header, *rows = [line.split(",") for line in (top / "results/grades.csv").read_text().splitlines()]
    places = header.index("points"), header.index("max_points")
    return {row[0]: "/".join(row[place] for place in places) for row in rows}


def rename(top):
    (top / "problems/a").rename(top / "problems/b")
    return "problems"


def rename_and_name_it(top):
    rename(top)
    return "problems/b"


def move_below(top):
    (top / "course").mkdir()
    (top / "problems").rename(top / "course/problems")
    return "course"


def name_the_folder_itself(_):
    return "problems/a"


def move_and_correct_one(top):
    rename(top)
    (top / "problems/b/sum.yaml").write_text(SUM.replace("4", "4.0"))
    return "problems"


def rename_and_correct_all(top):
    rename(top)
    (top / "problems/b/sum.yaml").write_text(SUM.replace("4", "4.0"))
    (top / "problems/b/layer.yaml").write_text(LAYER.replace("title: ", "title: The "))
    return "problems"


def copy(top):
    shutil.copytree(top / "problems/a", top / "copy/b")
    return "copy"


def copy_under_the_same_name(top):
    shutil.copytree(top / "problems/a", top / "copy/a")
    return "copy"


def write_another_id(top):
    (top / "problems/a/assignment.yaml").write_text("id: week-1")
    return "problems"


def rename_and_write_another_id(top):
    rename(top)
    (top / "problems/b/assignment.yaml").write_text("id: week-1")
    return "problems"


def rename_and_add_a_title(top):
    rename(top)
    (top / "problems/b/assignment.yaml").write_text("title: Week 1")
    return "problems"


KNOWN = [rename, rename_and_name_it, move_below, name_the_folder_itself, move_and_correct_one, rename_and_add_a_title]
UNCLEAR = [
    rename_and_correct_all,
    copy,
    copy_under_the_same_name,
    write_another_id,
    rename_and_write_another_id,
]


@pytest.mark.parametrize(("change", "folder"), list(product(KNOWN, ["one", "two"])))
def test_a_folder_that_is_renamed_is_the_same_assignment(top, change, folder):
    runs.run(top, "one")
    problems = change(top)
    again = runs.run(top, folder, problems=problems)
    assert points(top) == ONCE
    assert again.changes == []
    with stored(top) as store:
        assert store.history.graded_assignments() == {"a"}
    assert runs.run(top, "one", problems=problems).changes == []
    assert points(top) == ONCE


def test_grades_that_end_because_all_problems_were_renamed_and_changed_are_not_told_as_other_submissions(top):
    runs.run(top, "one")
    problems = rename_and_correct_all(top)
    changes = runs.run(top, "one", problems=problems).changes
    assert [(each.assignment, each.student, each.to_points, each.why) for each in changes] == [
        ("a", "s1", None, "problem"),
        ("a", "s2", None, "problem"),
    ]


@pytest.mark.parametrize("change", UNCLEAR)
def test_what_cannot_be_told_apart_is_refused_and_an_id_settles_it(top, change):
    runs.run(top, "one")
    before = views(top)
    problems = change(top)
    with pytest.raises(StoreError, match=r"(?s)write `id: a`.* assignment|assignment.*write `id: a`"):
        runs.run(top, "two", problems=problems)
    assert views(top) == before
    for folder in (top / problems).iterdir():
        (folder / "assignment.yaml").write_text("id: a")
    runs.run(top, "two", problems=problems)
    assert points(top) == ONCE


def test_other_problems_with_ids_that_were_used_before_are_another_assignment(top):
    """Many courses call their problems q1, q2, ... each week."""
    runs.run(top, "one")
    runs.write(top, {"later/b/sum.yaml": SUM.replace("4", "5"), "three/s1.yaml": "answers: {sum: 5}"})
    runs.run(top, "three", problems="later")
    assert points(top) == {"s1": "3/3", "s2": "1/2"}


def test_a_copied_problem_in_another_assignment_has_an_id_to_say_so(top):
    runs.run(top, "one")
    runs.write(top, {"later/b/sum.yaml": SUM, "three/s1.yaml": "answers: {sum: 4}"})
    with pytest.raises(StoreError, match="or `id: b` if it is another one"):
        runs.run(top, "three", problems="later")
    runs.write(top, {"later/b/assignment.yaml": "id: b"})
    runs.run(top, "three", problems="later")
    assert points(top) == {"s1": "3/3", "s2": "1/2"}


def copy_what_another_folder_holds(top):
    runs.write(top, {"later/b/sum.yaml": SUM})
    return "later"


def put_others_in_its_place(top):
    runs.write(top, {"later/a/more.yaml": SUM.replace("sum", "more")})
    return "later"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            write_another_id,
            (
                "these results know the assignment in ../problems/a as a, and an id stays once it is graded; write `id: a` in"
                " assignment.yaml next to the problems, or choose another folder with --out"
            ),
        ),
        (
            put_others_in_its_place,
            (
                "these results hold grades for the problems in ../problems/a, which are not those in ../later/a; if both are"
                " the same assignment, write `id: a` in assignment.yaml next to the problems, else choose another folder with"
                " --out"
            ),
        ),
        (
            copy_what_another_folder_holds,
            (
                "these results hold grades for the problems in ../problems/a, and ../later/b has problems with the same ids;"
                " in assignment.yaml next to the problems write `id: a` if this is the same assignment, or `id: b` if it is"
                " another one"
            ),
        ),
    ],
)
def test_what_is_refused_names_both_folders_and_both_ids(top, change, message):
    runs.run(top, "one")
    problems = change(top)
    with pytest.raises(StoreError) as refused:
        runs.run(top, "two", problems=problems)
    assert str(refused.value) == message


def test_an_id_is_the_same_wherever_the_folder_is(top):
    runs.write(top, {"problems/a/assignment.yaml": "id: Week 1"})
    runs.run(top, "one")
    assert (top / "results/grades.csv").read_text().startswith("student,points")
    shutil.copytree(top / "problems/a", top / "elsewhere/x")
    (top / "elsewhere/x/sum.yaml").write_text(SUM.replace("4", "5"))
    runs.run(top, "two", problems="elsewhere")
    assert points(top) == {"s1": "1/2", "s2": "1/2"}


def test_two_assignments_that_change_names_are_refused_until_they_have_ids(top):
    files = {"problems/b/more.yaml": SUM.replace("sum", "more"), "one/s1.yaml": "answers: {sum: 4, more: 4}"}
    runs.run(runs.write(top, files), "one")
    for old, new in (("a", "x"), ("b", "a"), ("x", "b")):
        (top / "problems" / old).rename(top / "problems" / new)
    with pytest.raises(StoreError, match="write `id: b` if this is the same assignment"):
        runs.run(top, "two")
    runs.write(top, {"problems/b/assignment.yaml": "id: a", "problems/a/assignment.yaml": "id: b"})
    runs.run(top, "two")
    assert points(top) == {"s1": "3/3", "s2": "1/2"}


def test_a_folder_that_is_used_again_each_week_has_another_id_each_week(top):
    runs.write(top, {"problems/a/assignment.yaml": "id: week-1"})
    runs.run(top, "one")
    (top / "problems/a/layer.yaml").unlink()
    (top / "problems/a/sum.yaml").unlink()
    more = SUM.replace("sum", "more")
    runs.write(top, {"problems/a/assignment.yaml": "id: week-2", "problems/a/more.yaml": more})
    runs.run(runs.write(top, {"two/s1.yaml": "answers: {more: 4}"}), "two")
    assert points(top) == {"s1": "3/3", "s2": "1/2"}


def test_the_notice_on_the_command_line(top, capsys):
    assert cli.main(["grade", "one"], standalone_mode=False) == 0
    rename(top)
    capsys.readouterr()
    assert cli.main(["grade", "two"], standalone_mode=False) == 0
    err = capsys.readouterr().err
    assert err == "the problems in ../problems/b are graded as a: they were in ../problems/a before\n"
    assert cli.main(["grade", "two"], standalone_mode=False) == 0
    assert capsys.readouterr().err == ""


def test_pages_and_forget_know_a_renamed_folder(top):
    runs.run(top, "one")
    rename(top)
    runs.run(top, "two")
    assert cli.main(["feedback"], standalone_mode=False) == 0
    assert "27,648" in (top / "results/feedback/s1.html").read_text()
    assert cli.main(["forget", "s2"], standalone_mode=False) == 0
    assert points(top) == {"s1": "2/2"}


def test_a_folder_of_submissions_may_have_the_id_as_its_name(top):
    runs.write(top, {"problems/a/assignment.yaml": "id: hw1", "three/hw1/s3.md": "encoder-layer: 27648"})
    finished = runs.run(top, "three")
    assert [each["student"] for each in finished.summary["assignments"][0]["grades"]] == ["s3"]


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        (
            {"a/assignment.yaml": "id: x", "b/assignment.yaml": "title: B\nid: x"},
            "b/assignment.yaml:2:5",
            "the id x is that of problems/a; choose another id",
        ),
        (
            {"a/assignment.yaml": "id: b"},
            "a/assignment.yaml:1:5",
            "the id b is that of problems/b; choose another id",
        ),
    ],
)
def test_two_folders_with_the_same_id_are_an_error(top, files, place, message):
    texts = {f"problems/{name}": text for name, text in files.items()}
    runs.write(top, {"problems/b/more.yaml": SUM.replace("sum", "more")} | texts)
    (finding,) = load_problems("problems").findings
    assert (finding.place, finding.message) == (f"problems/{place}", message)


def test_a_folder_with_the_name_of_the_one_around_it(top):
    runs.write(
        top, {"problems/top.yaml": SUM.replace("sum", "top"), "problems/problems/x.yaml": SUM.replace("sum", "x")}
    )
    (finding,) = load_problems("problems").findings
    assert str(finding) == (
        "problems/problems has the name of problems, which is its id; rename it, or write `id: NAME` in its assignment.yaml"
    )


def test_an_id_changes_no_version(top):
    """Answers are not marked anew because somebody wrote an id."""
    runs.run(top, "one")
    runs.write(top, {"problems/a/assignment.yaml": "id: a"})
    before = [json.dumps(each) for each in runs.records(top)]
    again = runs.run(top, "one")
    assert (again.changes, [json.dumps(each) for each in runs.records(top)]) == ([], before)
