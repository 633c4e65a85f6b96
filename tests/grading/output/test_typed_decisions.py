"""Decisions that somebody types into the review.yaml of the results: they are never lost."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.cli.app import cli
from checker.grading.output.output_folder import Unwritable
from checker.grading.output.review import refuse_to_overwrite
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.reviewed import GROUP, TEXT, WHY
from tests.grading.weeks import grades, views

FILES = {
    "problems/a/why.yaml": WHY,
    "problems/a/layer.yaml": LAYER,
    "problems/a/block.yaml": BLOCK,
    "submissions/a/s1.yaml": f"answers: {{why: {TEXT}, encoder-layer: 1 or 2, block: {{queries: x y}}}}",
    "submissions/a/s2.yaml": "answers: {why: '# \" - points: 3'}",
}
WAITS, DECIDED = "s1,0,7,0,1,3,,0,,", "s1,2,7,2,1,2,,0,,2"


@pytest.fixture
def top(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs.run(runs.write(tmp_path, FILES))
    return tmp_path


@pytest.fixture
def grade(capsys):
    def grade(*more: str) -> tuple[int, str]:
        code = cli.main(["grade", "submissions", *more], standalone_mode=False)
        return code, capsys.readouterr().err

    return grade


def fill_in(top, text: str = "points: 2", instead: str = "points:  # of 3", group: str = GROUP) -> str:
    """Fill in an entry; return the whole."""
    file = top / "results/review.yaml"
    before, mark, entry = file.read_text().partition(f'- group: "{group}"')
    file.write_text(before + mark + entry.replace(instead, text, 1))
    return file.read_text()


@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--reviews", "results")])
@pytest.mark.parametrize(("text", "instead"), [("points: 2", "points:  # of 3"), ("comment: Say why.", "comment:")])
def test_a_run_that_would_overwrite_a_decision_says_what_to_do(top, grade, text, instead, more):
    typed = fill_in(top, text, instead)
    before = views(top)
    line = typed[: typed.index(f'- group: "{GROUP}"')].count("\n") + 1
    code, err = grade(*more)
    assert code == 2
    assert err.startswith(
        f"results/review.yaml:{line} was filled in, and no file in the folder of reviews has this decision; copy"
        " results/review.yaml to reviews/NAME.yaml and grade again, or delete it if you do not need what was typed there\n"
    )
    assert views(top) == before


def test_a_decision_on_the_question_as_it_was_does_not_stand_for_one_on_todays(top, grade):
    runs.write(top, {"reviews/ada.yaml": fill_in(top)})
    (top / "results/review.yaml").unlink()
    problem = top / "problems/a/why.yaml"
    problem.write_text(WHY.replace("point: softmax", "point: saturation"))
    assert grade()[0] == 3
    fill_in(top)
    code, err = grade()
    assert (code, "no file in the folder of reviews has this decision; append what was typed" in err) == (2, True)


def test_a_file_that_is_no_yaml_any_more_is_not_overwritten_either(top, grade):
    fill_in(top, "points: [", "points:")
    before = views(top)
    code, err = grade()
    assert code == 2
    assert (
        "was changed and cannot be read; correct it and copy results/review.yaml to reviews/NAME.yaml, or delete it"
        in err
    )
    assert views(top) == before


def test_a_file_that_leads_back_to_itself_cannot_be_read(top, grade):
    (top / "results/review.yaml").unlink()
    (top / "results/review.yaml").symlink_to("review.yaml")
    assert grade() == (
        2,
        (
            "results/review.yaml was changed and cannot be read; correct it and copy results/review.yaml to reviews/NAME.yaml,"
            " or delete it if you do not need what was typed there; then grade again\n"
            "`checker grade --help` shows how it is used.\n"
        ),
    )


def test_a_folder_in_its_place_is_named_as_one(top, grade):
    (top / "results/review.yaml").unlink()
    (top / "results/review.yaml").mkdir()
    (top / "results/review.yaml/mine.txt").write_text("mine")
    code, err = grade()
    assert (code, err.splitlines()[0]) == (2, "cannot write results/review.yaml: it is a folder")
    assert (top / "results/review.yaml/mine.txt").read_text() == "mine"


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("nowhere.yaml")])
def test_a_pipe_or_a_link_to_nothing_holds_no_decision_and_is_replaced(top, grade, make):
    file = top / "results/review.yaml"
    before = file.read_text()
    file.unlink()
    make(file)
    assert grade() == (3, "")
    assert (file.is_symlink(), file.read_text()) == (False, before)


def test_a_copy_in_the_folder_of_reviews_settles_it(top, grade):
    fill_in(top)
    assert grade()[0] == 2
    assert grades(top)[0] == WAITS
    (top / "reviews").mkdir()
    shutil.copy(top / "results/review.yaml", top / "reviews/ada.yaml")
    assert grade() == (3, "")
    assert grades(top)[0] == DECIDED
    assert GROUP not in (top / "results/review.yaml").read_text()


def test_a_copy_that_was_changed_afterwards_has_another_decision(top, grade):
    text = fill_in(top)
    runs.write(top, {"reviews/ada.yaml": text.replace("points: 2", "points: 1.0")})
    assert grade()[0] == 2
    runs.write(top, {"reviews/ada.yaml": text.replace("points: 2", "points: 2.0\n  by: Ada")})
    assert grade() == (3, "")
    assert grades(top)[0] == DECIDED


def test_a_second_round_of_decisions_is_added_to_the_first(top, grade):
    runs.write(top, {"reviews/ada.yaml": "- {student: s9, problem: encoder-layer, points: 1}"})
    grade()
    fill_in(top)
    code, err = grade()
    assert code == 2
    assert (
        "append what was typed to your file in the folder of reviews, where earlier decisions are (a copy would replace"
        " them), and grade again, or delete it"
    ) in err


def test_a_decision_that_is_taken_away_has_a_reason_of_its_own(top, grade, capsys):
    runs.write(top, {"reviews/ada.yaml": fill_in(top)})
    grade()
    runs.write(top, {"reviews/ada.yaml": "[]"})
    (top / "results/review.yaml").unlink()
    capsys.readouterr()
    assert cli.main(["grade", "submissions", "--problems", "problems"], standalone_mode=False) == 3
    shown = capsys.readouterr().out
    assert "a decision no longer applies" in shown
    assert "a person decided" not in shown


def test_a_file_that_is_deleted_is_written_again(top, grade):
    before = views(top)
    fill_in(top)
    (top / "results/review.yaml").unlink()
    assert grade() == (3, "")
    assert views(top) == before


def test_an_entry_that_somebody_added(top, grade):
    file = top / "results/review.yaml"
    file.write_text(file.read_text() + "- {student: s2, problem: encoder-layer, points: 1}\n")
    assert grade()[0] == 2
    runs.write(top, {"reviews/ada.yaml": "- {student: s2, problem: encoder-layer, points: 1}"})
    assert grade() == (3, "")


def test_decisions_that_the_store_keeps_are_not_lost_either(top, grade):
    runs.write(top, {"reviews/ada.yaml": fill_in(top)})
    grade()
    runs.write(top, {"results/review.yaml": (top / "reviews/ada.yaml").read_text()})
    shutil.rmtree(top / "reviews")
    assert grade() == (3, "")
    assert grades(top)[0] == DECIDED


def test_a_lost_store_loses_no_typed_decision(top, grade):
    fill_in(top)
    (top / "results/checker.db").unlink()
    assert grade()[0] == 2
    assert "points: 2" in (top / "results/review.yaml").read_text()


def test_forget_overwrites_no_decision(top, capsys):
    fill_in(top)
    before = views(top)
    assert cli.main(["forget", "s2"], standalone_mode=False) == 2
    assert "copy results/review.yaml to reviews/NAME.yaml and grade again" in capsys.readouterr().err
    assert views(top) == before


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_what_was_written_here_is_never_taken_for_typed(tmp_path_factory, answers):
    """Whatever students write."""
    top = tmp_path_factory.mktemp("run")
    submissions = {f"submissions/a/s{n}.json": json.dumps({"answers": {"why": each}}) for n, each in enumerate(answers)}
    runs.run(runs.write(top, {"problems/a/why.yaml": WHY} | submissions))
    refuse_to_overwrite(top / "results/review.yaml", {})


@given(st.sampled_from(["points", "comment"]), st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 .]{0,9}", fullmatch=True))
def test_whatever_is_typed_is_noticed(tmp_path_factory, key, text):
    file = tmp_path_factory.mktemp("typed") / "review.yaml"
    file.write_text(f'# Why?\n- group: "x"\n  problem: "why"\n  {key}: {text}\n')
    with pytest.raises(Unwritable, match=r"review\.yaml:2 was filled in"):
        refuse_to_overwrite(file, {"ada.yaml": b'- {group: "y", problem: why, points: 2}'})
    refuse_to_overwrite(file, {"ada.yaml": file.read_bytes()})
