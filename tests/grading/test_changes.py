"""Who has another grade than before, and why; `--never-lower` keeps what was higher."""

from __future__ import annotations

import pytest

from checker.grading.cache import code_digest
from checker.kinds import Judge
from checker.lms.roster import read_roster
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY
from tests.grading.weeks import CLASS, PROBLEMS, brief, grades

RIGHT, WRONG, BLANK, NONE, OPEN = (
    ("correct", 1.0),
    ("incorrect", 0.0),
    ("not_answered", 0.0),
    (None, None),
    ("needs_review", None),
)
UNREADABLE = ("unreadable", None)
ROSTER = "id\ns1\ns2\ns3\ns9\n"
FIRST = PROBLEMS | CLASS | {"problems/a/why.yaml": WHY, "submissions/a/s4.yaml": "answers: {why: The scores grow.}"}


@pytest.fixture
def top(tmp_path):
    runs.write(tmp_path, FIRST)
    assert runs.run(tmp_path).changes == [], "first grades are no changes"
    return tmp_path


def answers(text: str) -> str:
    return f"answers: {{encoder-layer: {text}}}"


S2, S4 = "submissions/a/s2.yaml", "submissions/a/s4.yaml"
LAYER_FILE = "problems/a/layer.yaml"
ONE = "- {student: s2, problem: encoder-layer, points: 1}\n"
CASES = {
    "another answer": ({S2: answers("27648")}, [("s2", "encoder-layer", WRONG, RIGHT, "submission")]),
    "an answer that is as wrong": ({S2: answers("5")}, []),
    "the same answer in other words": ({S2: answers("'31,744'")}, []),
    "no answer": ({S2: answers("''")}, [("s2", "encoder-layer", WRONG, BLANK, "submission")]),
    "an answer that cannot be read": ({S2: answers("1 or 2")}, [("s2", "encoder-layer", WRONG, UNREADABLE, "submission")]),
    "a file that cannot be read": (
        {S2: "answers: ["},
        [
            ("s2", "block.queries", BLANK, OPEN, "submission"),
            ("s2", "block.total", BLANK, OPEN, "submission"),
            ("s2", "encoder-layer", WRONG, OPEN, "submission"),
            ("s2", "why", BLANK, OPEN, "submission"),
        ],
    ),
    "a student who is new": ({"submissions/a/s9.yaml": answers("27648")}, [("s9", "", NONE, (None, 1.0), "submission")]),
    "a student who is new and waits": ({"submissions/a/s9.yaml": answers("1 or 2")}, [("s9", "", NONE, OPEN, "submission")]),
    "another file name": ({S2: None, "submissions/a/x.yaml": f"student: s2\n{answers('31744')}"}, []),
    "a hand-in that is gone": ({S2: None}, [("s2", "", (None, 0.0), NONE, "submission")]),
    "a second file that differs": (
        {"submissions/a/x.yaml": f"student: s2\n{answers('27648')}"},
        [("s2", "encoder-layer", WRONG, OPEN, "submission")],
    ),
    "more points": ({LAYER_FILE: LAYER + "points: 2\n"}, [("s1", "encoder-layer", RIGHT, ("correct", 2.0), "problem")]),
    "other numbers": (
        {LAYER_FILE: LAYER.replace("output_projection: left_out", "output_projection: counted")},
        [
            ("s1", "encoder-layer", RIGHT, WRONG, "problem"),
            ("s2", "encoder-layer", WRONG, RIGHT, "problem"),
            ("s3", "encoder-layer", WRONG, RIGHT, "problem"),
        ],
    ),
    "a comment": ({LAYER_FILE: f"# a comment\n{LAYER}"}, []),
    "a named mistake": ({LAYER_FILE: LAYER + 'mistakes: [{answer: "31,744", says: You counted W_O.}]\n'}, []),
    "a problem that is gone": (
        {"problems/b/sum.yaml": None, "problems/b/other.yaml": "id: other\ntype: numeric\nparameters: {value: 4}\n"},
        [("s1", "sum", ("correct", 1.0), NONE, "problem"), ("s1", "other", NONE, BLANK, "problem")],
    ),
    "a rule": (
        {"problems/a/assignment.yaml": "problems: [{id: why}, {id: block}, {id: encoder-layer, grading: drop}]\n"},
        [
            ("s1", "encoder-layer", RIGHT, ("correct", None), "problem"),
            ("s2", "encoder-layer", WRONG, ("incorrect", None), "problem"),
            ("s3", "encoder-layer", WRONG, ("incorrect", None), "problem"),
            ("s4", "encoder-layer", BLANK, ("not_answered", None), "problem"),
        ],
    ),
    "a decision": ({"reviews/ada.yaml": ONE}, [("s2", "encoder-layer", WRONG, RIGHT, "review")]),
    "decisions that disagree": (
        {"reviews/ada.yaml": ONE, "reviews/bob.yaml": ONE.replace("points: 1", "points: 0.5")},
        [("s2", "encoder-layer", WRONG, OPEN, "review")],
    ),
    "an essay that is decided": (
        {"reviews/ada.yaml": "- {student: s4, problem: why, points: 2}\n"},
        [("s4", "why", OPEN, ("partial", 2.0), "review")],
    ),
}  # fmt: skip


def write(top, files):
    for name, text in files.items():
        if text is None:
            (top / name).unlink()
    runs.write(top, {name: text for name, text in files.items() if text is not None})


@pytest.mark.parametrize(("files", "expected"), CASES.values(), ids=CASES)
def test_why_a_grade_changed(top, files, expected):
    write(top, files)
    assert sorted(brief(runs.run(top).changes), key=str) == sorted(expected, key=str)
    assert runs.run(top).changes == [], "they are those of the last run"


@pytest.mark.parametrize("undone", [{"reviews/ada.yaml": "[]"}, {S2: answers("27648"), "reviews/ada.yaml": ONE}])
def test_a_decision_that_is_taken_away_or_meets_another_answer(top, undone):
    runs.write(top, {"reviews/ada.yaml": ONE.replace("points: 1", "points: 1, answer: '31744'")})
    runs.run(top)
    runs.write(top, undone)
    expected = [] if S2 in undone else [("s2", "encoder-layer", RIGHT, WRONG, "review")]
    assert brief(runs.run(top).changes) == expected


def test_another_version_of_checker(top, monkeypatch):
    code_digest()
    verdict = Judge.verdict
    monkeypatch.setattr(Judge, "verdict", lambda *_: "correct")
    for module in ("cache", "pipeline", "changes"):
        monkeypatch.setattr(f"checker.grading.{module}.code_digest", lambda: "another")
    found = brief(runs.run(top).changes)
    assert ("s2", "encoder-layer", WRONG, RIGHT, "checker") in found
    assert {why for *_, why in found} == {"checker"}
    assert verdict is not Judge.verdict


def test_absence_is_a_change_too(top):
    roster = read_roster(ROSTER.encode(), "roster.csv")
    runs.run(top, roster=roster)
    runs.write(top, {"submissions/a/s9.yaml": answers("27648")})
    assert brief(runs.run(top, roster=roster).changes) == [("s9", "", NONE, (None, 1.0), "submission")]
    (top / "submissions/a/s9.yaml").unlink()
    assert brief(runs.run(top, roster=roster).changes) == [("s9", "", (None, 1.0), NONE, "submission")]


# --never-lower

HARDER = LAYER.replace("output_projection: left_out", "output_projection: counted")


@pytest.mark.parametrize(
    ("files", "held", "expected"),
    [
        ({LAYER_FILE: HARDER}, 1, {"s1": 1.0, "s2": 1.0, "s3": 1.0}),
        ({LAYER_FILE: HARDER + "points: 0.5\n"}, 0, {"s1": 0.0, "s2": 0.5, "s3": 0.5}),
        ({LAYER_FILE: HARDER, "submissions/a/s1.yaml": answers("5")}, 0, {"s1": 0.0, "s2": 1.0, "s3": 1.0}),
        ({LAYER_FILE: HARDER, "reviews/ada.yaml": "- {student: s1, problem: encoder-layer, points: 0.25}\n"}, 0, {"s1": 0.25, "s2": 1.0, "s3": 1.0}),
        ({LAYER_FILE: HARDER, "submissions/a/x.yaml": f"student: s1\n{answers('5')}"}, 0, {"s1": None, "s2": 1.0, "s3": 1.0}),
        ({LAYER_FILE: "id: encoder-layer\ntype: nothing\n"}, None, {"s1": 1.0, "s2": None, "s3": None}),
    ],
)  # fmt: skip
def test_a_grade_never_becomes_lower_unless_its_answer_or_a_decision_changed(top, files, held, expected):
    write(top, files)
    finished = runs.run(top, never_lower=True)
    found = {
        each["student"]: each["points"] for each in reversed(runs.records(top)) if each["problem"] == "encoder-layer"
    }
    assert {student: found[student] for student in expected} == expected
    if held is not None:
        assert finished.book.kept_higher == held
    again = runs.run(top, never_lower=True)
    assert again.changes == []
    assert {
        each["student"]: each["points"] for each in reversed(runs.records(top)) if each["problem"] == "encoder-layer"
    } == found


def test_without_never_lower_the_next_run_lowers_what_was_held(top):
    runs.write(top, {LAYER_FILE: HARDER})
    runs.run(top, never_lower=True)
    assert grades(top)[0].split(",")[1] == "3"
    assert brief(runs.run(top).changes) == [("s1", "encoder-layer", RIGHT, WRONG, "problem")]


def test_a_document_that_waits_once_its_assignment_is_clear_was_not_changed(tmp_path):
    other = {"problems/b/other.yaml": LAYER.replace("encoder-layer", "other"), "roster.csv": "id\ns1\ns2\n"}
    files = {"problems/a/layer.yaml": LAYER, "submissions/s1.yaml": answers("27648"), "submissions/s2.md": ""}
    top = runs.write(tmp_path, other | files)
    runs.run(top, roster=top / "roster.csv")
    done = runs.run(top, problems="problems/a", roster=top / "roster.csv")
    assert brief(done.changes) == [("s2", "", NONE, OPEN, "problem")]
    assert [(each["student"], each["points"]) for each in done.grades] == [("s1", 1), ("s2", None)]
