"""What people decide: which decisions hold, what they change, and that none is dropped silently."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from checker.cli.result_schema import RESULT
from checker.cli.views import overview
from checker.cli.views.layout import Style
from checker.grading import Course, collect, grade_folder, read_reviews, review_files
from checker.grading.groups import fingerprint, group_id
from checker.grading.output.output_folder import OutputFolder
from checker.grading.output.write import FILES, publish, save_records
from checker.problems import load_problems

WHY = """id: why
type: essay
prompt: Why?
parameters:
  rubric:
    - {point: scores grow, points: 2, ideas: [scores grow], wrong: [d_model]}
    - {point: softmax, points: 1, ideas: [softmax saturates]}
"""
LAYER = """id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
BLOCK = """id: block
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
parts: [{id: queries, asks: queries}, {id: total, points: 2}]
"""
PROBLEMS = {"why": WHY, "layer": LAYER, "block": BLOCK}
REASON = "A person reads this text and decides."
CODE = "essay"
TEXT = "The scores grow."
GROUP = group_id("why", None, TEXT, CODE)
SCHEMA = Draft202012Validator(RESULT)
"""Built once: to build it for each record takes a hundred times as long as to validate one."""


class Graded:
    """A run and what it left."""

    def __init__(self, top: Path, jobs: int = 1) -> None:
        self.out = top / "results"
        course = Course(load_problems(top / "problems"))
        reviews = top / "reviews"
        self.reviews = read_reviews(review_files(reviews) if reviews.exists() else [], course)
        chunks = grade_folder(str(top / "submissions"), course, jobs=jobs, reviews=self.reviews)
        with OutputFolder(self.out, FILES) as folder:
            results = collect(course, self.reviews, save_records(chunks, folder))
            self.summary = publish(results, folder, datetime.now(UTC))

    def read(self, name: str) -> str:
        return (self.out / name).read_text()

    @property
    def records(self) -> dict[tuple[str, str], dict]:
        found = [json.loads(line) for line in self.read("results.jsonl").splitlines()]
        for record in found:
            SCHEMA.validate(record)
        return {(each["student"], f"{each['problem']}.{each['part']}".removesuffix(".None")): each for each in found}

    def of(self, student: str, problem: str = "why") -> tuple[str, float | None]:
        record = self.records[student, problem]
        return record["status"], record["points"]

    @property
    def told(self) -> list[tuple[str, str | None, str]]:
        return [(Path(issue.place).name, issue.student, issue.message) for issue in self.summary.unapplied]

    @property
    def open(self) -> list[tuple[str, str, list[str]]]:
        return [(each.id, each.column.name, each.students) for each in self.summary.results.open_decisions]


@pytest.fixture
def grade(tmp_path):
    def grade(answers: dict[str, dict], reviews: dict[str, str] | None = None, jobs: int = 1) -> Graded:
        shutil.rmtree(tmp_path / "reviews", ignore_errors=True)
        files = {f"problems/a/{name}.yaml": text for name, text in PROBLEMS.items()}
        files |= {f"submissions/a/{name}.yaml": json.dumps({"answers": each}) for name, each in answers.items()}
        files |= {f"reviews/{name}": text for name, text in (reviews or {}).items()}
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return Graded(tmp_path, jobs)

    return grade


ESSAYS = {"s1": {"why": TEXT}, "s2": {"why": "The  scores\ngrow. "}, "s3": {"why": "Another text."}}


def test_equal_answers_are_one_group(grade):
    graded = grade(ESSAYS)
    assert graded.open == [
        (GROUP, "why", ["s1", "s2"]),
        (group_id("why", None, "Another text.", CODE), "why", ["s3"]),
    ]
    assert graded.summary.to_review == 3


def test_long_answers_that_begin_alike_are_not_equal(grade):
    start = "These words are the same in all of the answers to this question "
    assert [students for *_, students in grade({"s1": {"why": f"{start}a"}, "s2": {"why": f"{start}b"}}).open] == [
        ["s1"],
        ["s2"],
    ]


def test_a_group_is_of_one_problem_part_answer_and_reason():
    ids = {
        group_id("p", None, "a b", "r"),
        group_id("q", None, "a b", "r"),
        group_id("p", "x", "a b", "r"),
        group_id("p", None, "ab", "r"),
        group_id("p", None, "a b", "s"),
    }
    assert len(ids) == 5
    assert group_id("p", None, "a b", "r") == group_id("p", None, " a\n b\t", "r") == "6f84b968bc"


def test_the_template_shows_all_that_is_open_and_what_was_found(grade):
    graded = grade(ESSAYS | {"s4": {"encoder-layer": "64 or 128", "block": {"queries": "1 or 2"}}})
    text = graded.read("review.yaml")
    template = yaml.safe_load(text)
    assert [(each["problem"], each.get("part"), each["points"], each["comment"]) for each in template] == [
        ("block", "queries", None, None),
        ("encoder-layer", None, None, None),
        ("why", None, None, None),
        ("why", None, None, None),
    ]
    assert [each["group"] for each in template] == [id_ for id_, *_ in graded.open]
    assert (
        "# why: s1, s2\n"
        "# A person reads this text and decides.\n"
        "#   | The scores grow.\n"
        "#   · scores grow (2 points): line 1 “The scores grow”.\n"
        "#   · softmax (1 point): no matching sentence.\n"
        f'- group: "{GROUP}"\n'
        '  problem: "why"\n'
        "  points:  # of 3\n"
        "  comment:\n"
    ) in text
    assert f"group {GROUP}" in graded.read("needs-you.md")
    assert "  - softmax (1 point): no matching sentence.\n" in graded.read("needs-you.md")


def test_an_unfilled_template_decides_nothing(grade):
    first = grade(ESSAYS)
    again = grade(ESSAYS, {"ada.yaml": first.read("review.yaml")})
    assert (again.open, again.told) == (first.open, [])


def test_a_template_without_anything_open(grade):
    text = grade({"s1": {"encoder-layer": 27648}}).read("review.yaml")
    assert yaml.safe_load(text) == []
    assert grade({"s1": {"encoder-layer": 27648}}, {"ada.yaml": text}).told == []


def test_a_filled_template_decides_all(grade):
    text = grade(ESSAYS).read("review.yaml")
    graded = grade(
        ESSAYS, {"ada.yaml": text.replace("points:", "points: 3", 1).replace("points:  #", "points: 0.5  #")}
    )
    assert [graded.of(student) for student in ("s1", "s2", "s3")] == [("correct", 3), ("correct", 3), ("partial", 0.5)]
    assert (graded.open, graded.told, graded.summary.to_review) == ([], [], 0)
    assert yaml.safe_load(graded.read("review.yaml")) == []


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        ("# harmless\n- group: x", 1),
        ("points: 3\n- student: s1\n", 1),
        ("\r\n\u2028- x\x07: [", 1),
        ("# ' \" | > %", 2),
    ],
)
def test_no_answer_breaks_out_of_its_comment(grade, text, jobs):
    graded = grade({"s1": {"why": text}}, jobs=jobs)
    assert [each["problem"] for each in yaml.safe_load(graded.read("review.yaml"))] == ["why"]


def test_the_status_follows_the_points(grade):
    for points, status in ((0, "incorrect"), (0.5, "partial"), (2.9, "partial"), (3, "correct")):
        graded = grade({"s1": {"why": TEXT}}, {"ada.yaml": f"- {{student: s1, problem: why, points: {points}}}"})
        assert graded.of("s1") == (status, points)


def test_the_record_says_who_decided_and_where(grade):
    decision = (
        "# mine\n- student: s1\n  problem: why\n  points: 2\n  comment: Say why.\n  by: Ada L.\n  at: 2026-11-21\n"
    )
    record = grade(ESSAYS, {"ada.yaml": decision}).records["s1", "why"]
    assert record["review"] == {
        "points": 2,
        "by": "Ada L.",
        "at": "2026-11-21",
        "comment": "Say why.",
        "file": "ada.yaml",
        "line": 2,
        "overrides": None,
    }
    assert record["message"] == "Ada L. gave 2 of 3 points. Say why."
    assert [one["point"] for one in record["evidence"]] == ["scores grow"]
    assert record["given"] == TEXT


def test_a_decision_may_override_what_was_found(grade):
    answers = {"s1": {"encoder-layer": 31744}, "s2": {"encoder-layer": 31744}}
    graded = grade(answers, {"ada.yaml": "- {student: s1, problem: encoder-layer, points: 1}"})
    record = graded.records["s1", "encoder-layer"]
    assert (record["status"], record["points"]) == ("correct", 1)
    assert record["review"]["by"] == "ada"
    assert record["review"]["overrides"] == {"status": "incorrect", "points": 0}
    assert record["explanations"][0]["mistakes"][0]["id"] == "output_projection.counted"
    assert graded.of("s2", "encoder-layer") == ("incorrect", 0)
    (question,) = [each for each in graded.summary.sheets[0].questions if each.column.name == "encoder-layer"]
    assert (question.tally.right, question.tally.wrong, question.mistakes) == (1, 1, [("output projection counted", 1)])


def test_the_gradebook_and_the_counts_follow(grade):
    graded = grade(ESSAYS, {"ada.yaml": f"- {{group: {GROUP.upper()}, problem: why, points: 2}}"})
    rows = graded.read("grades.csv").splitlines()
    assert rows[0] == "student,block.queries,block.total,encoder-layer,why,total,max,needs_person"
    assert rows[1:] == ["s1,0,0,0,2,2,7,0", "s2,0,0,0,2,2,7,0", "s3,0,0,0,,0,7,1"]
    question = graded.summary.sheets[0].questions[-1]
    assert (question.tally.partial, question.tally.to_review, question.mistakes) == (2, 1, [])
    assert graded.summary.to_review == 1


def test_a_part_is_decided_on_its_own(grade):
    answers = {"s1": {"block": {"queries": "1 or 2", "total": "x y"}}}
    graded = grade(answers, {"ada.yaml": "- {student: s1, problem: block, part: total, points: 1.5}"})
    assert graded.of("s1", "block.queries") == ("unreadable", None)
    assert graded.of("s1", "block.total") == ("partial", 1.5)


def test_what_was_not_answered_may_be_decided_too(grade):
    graded = grade({"s1": {"encoder-layer": 27648}}, {"ada.yaml": "- {student: s1, problem: why, points: 3}"})
    assert graded.of("s1") == ("correct", 3)
    assert graded.records["s1", "why"]["review"]["overrides"] == {"status": "not_answered", "points": 0}


def test_an_answer_that_belongs_nowhere_may_be_decided(grade):
    answers = {"s1": {"encoder-layr": "31,744"}}
    group = grade(answers).open[0][0]
    graded = grade(answers, {"ada.yaml": f"- {{group: {group}, problem: encoder-layer, points: 0.5}}"})
    assert graded.of("s1", "encoder-layer") == ("partial", 0.5)


def test_two_who_agree(grade):
    reviews = {
        "bob.yaml": "- {student: s1, problem: why, points: 2}",
        "ada.yml": f"- {{group: {GROUP}, problem: why, points: 2}}",
    }
    graded = grade(ESSAYS, reviews)
    assert graded.of("s1") == graded.of("s2") == ("partial", 2)
    assert graded.records["s1", "why"]["review"]["by"] == "ada"
    assert graded.told == []


@pytest.mark.parametrize("answer", [TEXT, "27648"])
def test_two_who_disagree_leave_the_answer_to_a_person(grade, answer):
    problem = "why" if answer == TEXT else "encoder-layer"
    reviews = {
        "ada.yaml": f"- {{student: s1, problem: {problem}, points: 0.5}}",
        "bob.yaml": f"- {{student: s1, problem: {problem}, points: 1}}",
    }
    graded = grade({"s1": {problem: answer}}, reviews)
    assert graded.of("s1", problem) == ("needs_review", None)
    message = "Decisions disagree: ada.yaml:1 gives 0.5 points, bob.yaml:1 gives 1 point. Correct one of them."
    assert graded.records["s1", problem]["message"] == message
    assert "review" not in graded.records["s1", problem]
    assert [(group.students, group.reason, group.ids) for group in graded.summary.groups] == [(["s1"], message, {})]
    assert yaml.safe_load(graded.read("review.yaml")) == []


@pytest.mark.parametrize("answer", ["The scores  grow.", fingerprint(TEXT), fingerprint(TEXT).upper()])
def test_a_decision_on_the_answer_that_stands_there(grade, answer):
    decision = json.dumps([{"student": "s1", "problem": "why", "points": 1, "answer": answer}])
    graded = grade(ESSAYS, {"ada.json": decision})
    assert (graded.of("s1"), graded.told) == (("partial", 1), [])


@pytest.mark.parametrize("answer", ["The scores shrink.", fingerprint("The scores shrink.")])
def test_a_decision_on_an_answer_that_has_changed_is_told_and_not_applied(grade, answer):
    decision = json.dumps([{"student": "s1", "problem": "why", "points": 1, "answer": answer}])
    graded = grade(ESSAYS, {"ada.json": decision})
    assert graded.of("s1") == ("needs_review", None)
    assert graded.told == [
        ("ada.json:1", "s1", "A decision on why is not applied: the answer has changed since"),
    ]
    assert graded.open[0] == (GROUP, "why", ["s1", "s2"])
    assert graded.summary.to_review == 4


def test_a_changed_answer_does_not_disturb_a_decision_that_holds(grade):
    decision = json.dumps(
        [
            {"student": "s1", "problem": "why", "points": 1, "answer": "before"},
            {"student": "s1", "problem": "why", "points": 2, "answer": TEXT},
        ]
    )
    graded = grade(ESSAYS, {"ada.json": decision})
    assert graded.of("s1") == ("partial", 2)
    assert len(graded.told) == 1


def test_a_group_that_is_gone_is_told(grade):
    review = f"- {{group: {GROUP}, problem: why, points: 2}}\n- {{group: {GROUP}, problem: encoder-layer, points: 1}}"
    graded = grade({"s3": ESSAYS["s3"]}, {"ada.yaml": review})
    told = f"no answer that needs a person is in the group {GROUP} any more"
    assert graded.told == [
        ("ada.yaml:1", None, f"A decision on why is not applied: {told}"),
        ("ada.yaml:2", None, f"A decision on encoder-layer is not applied: {told}"),
    ]
    assert graded.of("s3") == ("needs_review", None)


def test_a_student_that_there_is_not(grade):
    graded = grade(ESSAYS, {"ada.yaml": "- {student: s11, problem: why, points: 2}"})
    assert graded.told == [("ada.yaml:1", "s11", "A decision on why is not applied: there is no student s11")]


def test_a_decision_holds_where_a_second_hand_in_is_empty(grade):
    both = {"s1": {"why": TEXT}, "b": {"why": ""}}
    grade(both)
    reviews = {"ada.yaml": f"- {{student: s1, problem: why, points: 2, answer: {json.dumps(TEXT)}}}"}
    top = grade(both, reviews).out.parent
    (top / "submissions/a/b.yaml").write_text("student: s1\nanswers: {why: ''}")
    graded = Graded(top)
    assert graded.of("s1") == ("partial", 2)
    assert graded.told == []


def test_who_handed_in_twice_waits_all_the_same(grade):
    twice = {"s1": {"why": TEXT}, "b": {"why": "More."}}
    grade(twice)
    reviews = {"ada.yaml": f"- {{student: s1, problem: why, points: 2}}\n- {{group: {GROUP}, problem: why, points: 1}}"}
    top = grade(twice, reviews).out.parent
    (top / "submissions/a/b.yaml").write_text("student: s1\nanswers: {why: More.}")
    graded = Graded(top)
    records = [json.loads(line) for line in graded.read("results.jsonl").splitlines()]
    whys = [record for record in records if record["problem"] == "why"]
    assert [(each["status"], each["points"], "review" in each) for each in whys] == [("needs_review", None, False)] * 2
    why = "A decision on why is not applied: s1 handed in different answers, and only one of them can count"
    assert graded.told == [("ada.yaml:1", "s1", why), ("ada.yaml:2", None, why)]


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        ("student: s1, problem: why, points: 3.5", "1:39: why is worth at most 3 points"),
        ("student: s1, problem: why, points: -1", "1:39: points must be 0 or more"),
        ("student: s1, problem: why, points: .inf", "1:39: points must be a finite number, not inf"),
        ("student: s1, problem: why, points: two", '1:39: points must be a number, not the text "two"'),
        ("student: s1, problem: whi, points: 1", "1:26: there is no problem whi; did you mean why?"),
        ("student: s1, points: 1", "1:3: problem is missing; it needs text"),
        ("problem: why, points: 1", "1:3: a decision needs a `group` or a `student`"),
        ("student: s1, group: a, problem: why, points: 1", "1:3: give a `group` or a `student`, not both"),
        ("student: s1, problem: why, pointz: 1", "1:31: pointz is not a key of a decision; did you mean points?"),
        ("student: s1, problem: why, part: x, points: 1", "1:37: why has no parts"),
        ("student: s1, problem: block, points: 1", "1:3: block has several parts; name one: `part: queries`"),
        (
            "student: s1, problem: block, part: totl, points: 1",
            "1:39: totl is not a part of block; did you mean total?",
        ),
    ],
)
def test_a_decision_in_error_is_told_with_its_place_and_the_others_hold(grade, decision, told):
    text = f"- {{{decision}}}\n- {{student: s2, problem: why, points: 1}}"
    graded = grade(ESSAYS, {"ada.yaml": text})
    place, _, message = told.partition(": ")
    assert graded.told == [(f"ada.yaml:{place}", None, message)]
    assert graded.of("s1") == ("needs_review", None)
    assert graded.of("s2") == ("partial", 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "the file ends inside brackets"),
        ("a: 1", "a review file is a list of decisions"),
        ("", "is empty"),
        ("- 3", "a decision must be a mapping: lines of `key: value`"),
        ("- &a x", "`&` sets an anchor"),
    ],
)
def test_a_file_in_error_never_stops_the_others(grade, text, message):
    graded = grade(ESSAYS, {"a.yaml": text, "b.yaml": "- {student: s1, problem: why, points: 1}"})
    assert graded.of("s1") == ("partial", 1)
    (told,) = graded.told
    assert told[0].startswith("a.yaml")
    assert message in told[2]


def test_a_problem_in_error_is_not_decided(grade, tmp_path):
    graded = grade(ESSAYS)
    (tmp_path / "problems/a/broken.yaml").write_text("id: broken\ntype: poem\n")
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews/ada.yaml").write_text("- {student: s1, problem: broken, points: 1}")
    graded = Graded(tmp_path)
    assert graded.told == [("ada.yaml:1:26", None, "the problem file of broken is in error: fix it first")]


def test_decisions_that_are_not_applied_are_listed_for_people_and_scripts(grade):
    graded = grade(ESSAYS, {"ada.yaml": "- {student: s1, problem: whi, points: 1}"})
    heading, line = graded.read("needs-you.md").split("\n## Decisions that are not applied\n\n")
    assert "## Not graded" not in heading
    assert line.endswith("ada.yaml:1:26: there is no problem whi; did you mean why?\n")
    others = graded.summary.record(students=False)["needs_person"]["others"]
    assert [each["message"] for each in others] == ["there is no problem whi; did you mean why?"]
    screen = "\n".join(overview.lines(graded.summary, "results", [], Style(width=200)))
    assert "there is no problem whi; did you mean why?" in screen


def test_equal_needs_are_one_line_on_the_screen(grade):
    screen = "\n".join(overview.lines(grade(ESSAYS).summary, "results", [], Style(width=200)))
    assert "to review (3)\n    why  s1, s2, s3: A person reads this text and decides.\n" in screen


def test_the_same_for_any_number_of_jobs(grade, monkeypatch):
    monkeypatch.setattr("checker.grading.jobs.CHUNK", 2)
    answers = {f"s{n}": {"why": f"Text {n % 7}.", "encoder-layer": "1 or 2" if n % 2 else 31744} for n in range(30)}
    group = group_id("why", None, "Text 3.", CODE)
    reviews = {
        "ada.yaml": f"- {{group: {group}, problem: why, points: 2}}\n- {{student: s4, problem: encoder-layer, points: 1}}",
        "bob.yaml": "- {student: s3, problem: why, points: 1}\n- {student: s5, problem: why, points: 1, answer: x}",
        "c.yaml": "- {student: nobody, problem: why, points: 1}",
    }
    alone = grade(answers, reviews)
    files = {name: alone.read(name) for name in FILES if name != "summary.json"}
    assert alone.of("s10") == ("partial", 2)
    assert alone.of("s3") == ("needs_review", None)
    together = grade(answers, reviews, jobs=2)
    assert {name: together.read(name) for name in files} == files
    assert together.told == alone.told


def test_very_many_open_answers_all_stand_in_the_template(grade):
    graded = grade({f"s{n}": {"why": f"Text {n}."} for n in range(150)})
    assert len(yaml.safe_load(graded.read("review.yaml"))) == 150
    assert len(graded.summary.groups) == 101
    assert graded.read("needs-you.md").count("“…” (50 students)") == 1


def test_a_very_long_answer_is_shown_in_part(grade):
    text = grade({"s1": {"why": "word " * 2_000}}).read("review.yaml")
    assert "#   | … (5,000 more characters are in results.jsonl)\n" in text
    assert len(text) < 7_000


def test_only_files_of_reviewers_are_read(tmp_path):
    for name in ("b.yml", "a.YAML", "c.json", ".hidden.yaml", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in review_files(tmp_path)] == ["a.YAML", "b.yml", "c.json"]


def test_a_decision_on_work_that_was_not_handed_in(grade, tmp_path):
    graded = grade(ESSAYS)
    (tmp_path / "problems/b").mkdir()
    (tmp_path / "problems/b/other.yaml").write_text(WHY.replace("id: why", "id: other"))
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews/ada.yaml").write_text("- {student: s1, problem: other, points: 1}")
    graded = Graded(tmp_path)
    assert graded.told == [
        ("ada.yaml:1", "s1", "A decision on other is not applied: s1 handed in nothing that it belongs to")
    ]


def test_a_fault_of_ours_may_be_decided_too(grade, monkeypatch):
    from checker.answers import Judge

    monkeypatch.setattr(Judge, "verdict", lambda *_: 1 / 0)
    graded = grade({"s1": {"encoder-layer": 1}}, {"ada.yaml": "- {student: s1, problem: encoder-layer, points: 1}"})
    assert graded.of("s1", "encoder-layer") == ("correct", 1)
    overridden = graded.records["s1", "encoder-layer"]["review"]["overrides"]
    assert overridden == {"status": "error", "points": None}


def test_decisions_on_other_assignments_are_only_counted(tmp_path):
    """One folder of reviews may serve several assignments, of which one is graded."""
    (tmp_path / "r").mkdir()
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "why.yaml").write_text(WHY)
    file = tmp_path / "r" / "ada.yaml"
    file.write_text("- {student: s1, problem: elsewhere, points: 9}\n- {student: s1, problem: whi, points: 1}\n")
    reviews = read_reviews([file], Course(load_problems(tmp_path / "p")))
    assert reviews.not_graded == {str(file): 1}
    (tmp_path / "p" / "week-1.yaml").write_text(WHY.replace("id: why", "id: week-1"))
    file.write_text("- {student: s1, problem: week-2, points: 9}\n- {student: s1, problem: whi, points: 1}\n")
    reviews = read_reviews([file], Course(load_problems(tmp_path / "p")))
    assert reviews.not_graded == {str(file): 1}
    assert [finding.message for finding in reviews.findings] == ["there is no problem whi; did you mean why?"]
