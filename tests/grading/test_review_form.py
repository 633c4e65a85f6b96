"""review.yaml: the answers that wait for a decision, what a filled form decides, and that nothing typed into it is lost."""

from __future__ import annotations

import json
import os
import re
import shutil

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.forget import forget
from checker.grading.output_folder import Unwritable
from checker.grading.records import group_id
from checker.grading.review_files import refuse_to_overwrite
from tests.grading import runs
from tests.grading.problems import BLOCK, LAYER
from tests.grading.reviewed import CODE, ESSAYS, GROUP, TEXT, WHY
from tests.grading.weeks import grades


def test_equal_answers_are_one_group(grade_reviewed):
    graded = grade_reviewed(ESSAYS)
    assert graded.open == [(GROUP, "why", ["s1", "s2"]), (group_id("why", None, "Another text.", CODE), "why", ["s3"])]
    assert graded.to_review == 3
    start = "These words are the same in all of the answers to this question "
    alike = grade_reviewed({"s1": {"why": f"{start}a"}, "s2": {"why": f"{start}b"}})
    assert ["s2"] in [students for *_, students in alike.open]


def test_the_form_shows_all_that_is_open_and_what_was_found(grade_reviewed):
    graded = grade_reviewed(ESSAYS | {"s4": {"encoder-layer": "64 or 128", "block": {"queries": "1 or 2"}}})
    text = graded.read("review.yaml")
    form = yaml.safe_load(text)
    assert [(each["problem"], each.get("part"), each["points"], each["comment"]) for each in form] == [
        ("block", "queries", None, None),
        ("encoder-layer", None, None, None),
        ("why", None, None, None),
        ("why", None, None, None),
    ]
    assert [each["group"] for each in form] == [id_ for id_, *_ in graded.open]
    assert (
        "# why: s1, s2\n"
        "# A person will read and grade this text.\n"
        "#   | The scores grow.\n"
        "#   · scores grow (2 points): line 1 “The scores grow”.\n"
        "#   · softmax (1 point): no matching sentence.\n"
        f'- group: "{GROUP}"\n'
        '  problem: "why"\n'
        '  question: "33eff49cb9"\n'
        "  points:  # of 3\n"
        "  comment:\n"
    ) in text
    needs = graded.read("needs-review.md")
    assert f"group {GROUP}" in needs
    assert "  - softmax (1 point): no matching sentence.\n" in needs


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


def test_very_many_or_long_answers_are_cut_for_people_only(grade_reviewed):
    graded = grade_reviewed({f"s{n}": {"why": f"Text {n}."} for n in range(150)} | {"s": {"why": "word " * 1_900}})
    text = graded.read("review.yaml")
    assert len(yaml.safe_load(text)) == 151
    assert "more characters are in results.jsonl)\n" in text
    assert len(graded.results.groups()) == 101
    assert graded.read("needs-review.md").count("“…” (51 students)") == 1


# What is typed into the form in the results

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


def fill_in(top, text: str = "points: 2", instead: str = "points:  # of 3") -> str:
    """Fill in an entry; return the whole."""
    file = top / "results/review.yaml"
    before, mark, entry = file.read_text().partition(f'- group: "{GROUP}"')
    file.write_text(before + mark + entry.replace(instead, text, 1))
    return file.read_text()


@pytest.mark.parametrize(
    ("text", "instead", "message"),
    [
        ("points: 2", "points:  # of 3", "was filled in, and no file in the folder of reviews has this decision"),
        ("comment: Say why.", "comment:", "was filled in"),
        ("points: [", "points:", "was changed and cannot be read; correct it and copy"),
    ],
)
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
    runs.write(top, {"reviews/ada.yaml": text.replace("points: 2", "points: 2.0\n  by: Ada")})
    runs.run(top)
    assert grades(top)[0] == DECIDED
    assert GROUP not in (top / "results/review.yaml").read_text()


def test_a_decision_on_the_question_as_it_was_does_not_serve_for_todays(top):
    runs.write(top, {"reviews/ada.yaml": fill_in(top)})
    (top / "results/review.yaml").unlink()
    runs.write(top, {"problems/a/why.yaml": WHY.replace("point: softmax", "point: saturation")})
    runs.run(top)
    fill_in(top)
    with pytest.raises(Unwritable, match="was filled in"):
        runs.run(top)


def test_an_entry_that_somebody_added_counts_too(top):
    file, entry = top / "results/review.yaml", "- {student: s2, problem: encoder-layer, points: 1}\n"
    file.write_text(file.read_text() + entry)
    with pytest.raises(Unwritable, match="was filled in"):
        runs.run(top)
    runs.write(top, {"reviews/ada.yaml": entry})
    assert runs.run(top).files


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("nowhere.yaml")])
def test_a_pipe_or_a_link_to_nothing_holds_no_decision_and_is_replaced(top, make):
    file = top / "results/review.yaml"
    before = file.read_text()
    file.unlink()
    make(file)
    runs.run(top)
    assert (file.is_symlink(), file.read_text()) == (False, before)


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_what_was_written_here_is_never_taken_for_typed(tmp_path_factory, answers):
    """Whatever students write."""
    top = tmp_path_factory.mktemp("run")
    submissions = {f"submissions/a/s{n}.json": json.dumps({"answers": {"why": each}}) for n, each in enumerate(answers)}
    runs.run(runs.write(top, {"problems/a/why.yaml": WHY} | submissions))
    refuse_to_overwrite(top / "results/review.yaml", {})
    shutil.rmtree(top)


@given(st.sampled_from(["points", "comment"]), st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 .]{0,9}", fullmatch=True))
def test_whatever_is_typed_is_noticed(tmp_path_factory, key, text):
    file = tmp_path_factory.mktemp("typed") / "review.yaml"
    file.write_text(f'# Why?\n- group: "x"\n  problem: "why"\n  {key}: {text}\n')
    with pytest.raises(Unwritable, match=r"review\.yaml:2 was filled in"):
        refuse_to_overwrite(file, {"ada.yaml": b'- {group: "y", problem: why, points: 2}'})
    refuse_to_overwrite(file, {"ada.yaml": file.read_bytes()})


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
    [
        ("layer", "d_ff: 120", "d_ff: 128", "encoder-layer"),
        ("layer", "biases: left_out", "biases: counted", "encoder-layer"),
        ("why", "point: softmax, points: 1", "point: softmax, points: 2", "why"),
        ("why", "point: softmax,", "point: saturation,", "why"),
        ("layer", "title: Parameters of one encoder layer", "title: A layer", None),
        ("layer", "id: encoder-layer", "id: encoder-layer\nprompt: How many?", None),
        ("why", "prompt: Why?", "prompt: Why is that?", None),
        ("why", "ideas: [scores grow]", "ideas: [scores grow, variance]", None),
    ],
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
