"""What a page says about the lines of a student's working, at each level."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from checker.reports.feedback import page_text
from tests.grading import runs
from tests.reports.pages import page_of, text_of

SEEDS = Path(__file__).resolve().parents[2]
"""The repository: its first and its last assignment have documents with working."""

CONCEPT = "You multiplied the Q, K and V projections by the number of heads. Their columns already cover all heads."
STEP = "(160800 + 80400 + 400) * 4"
VALUES = ("14,155,776", "4,718,592 ", "18,724,992", "966,400", "966400", "0.8044", "0.1956")
"""What the expressions of the students give, which no page below `full` may say of them."""


@pytest.fixture(scope="module")
def top(tmp_path_factory):
    top = tmp_path_factory.mktemp("seeds")
    for name in ("000", "004"):
        shutil.copytree(SEEDS / "problems" / name, top / "problems" / name)
        ignore = shutil.ignore_patterns(
            "*.docx", "*.pdf"
        )  # the same write-up again, which would be the attempt that counts
        shutil.copytree(SEEDS / "submissions" / name, top / "submissions" / name, ignore=ignore)
    runs.run(top)
    return top


def answers(top, student, level):
    page = page_of(top, student, level)
    return {f"{each.name.partition(' ')[0]} {each.part}".strip(): each for each in page.assignments[0].answers}


def working(answer):
    return [(each.place, each.text, each.remark) for each in answer.working]


SLIP = "3 × (768 × 768) × 8 is not 14,155,008; work it out again."


@pytest.mark.parametrize(
    ("student", "name", "status", "remarks"),
    [
        ("mara", "Q1 projections", "incorrect", [f"{CONCEPT} And: {SLIP}"]),
        ("mara", "Q1 attention", "incorrect", ["14,155,008 + 4,569,984 is not 18,725,992; work it out again."]),
        ("mara", "Q1 total", "carried", ["218,671,424 does not round to 218 million parameters."]),
        ("mara", "Q1 embeddings", "correct", []),
        ("sana", "3.1 encoder", "correct", [f"{STEP} is not 968000; work it out again."]),
    ],
)
def test_wrong_lines_are_remarked_on_whatever_the_result(top, student, name, status, remarks):
    found = answers(top, student, "explain")[name]
    assert (found.status, [remark for *_, remark in working(found)]) == (status, remarks)


def test_the_line_is_quoted_in_place_of_the_reasons(top):
    found = answers(top, "mara", "explain")["Q1 projections"]
    assert [each[:2] for each in working(found)] == [("line 19 of mara.md", "3 × (768 × 768) × 8 = 14,155,008")]
    assert found.why == ()


def test_other_reasons_stay_next_to_the_remarks(top):
    found = answers(top, "mara", "explain")["Q2"]
    assert found.why[0].startswith("Two mistakes together give")
    assert [place for place, *_ in working(found)] == ["line 64 of mara.md", "line 65 of mara.md"]


def test_the_full_level_has_the_sentences_of_the_records(top):
    records = {(each["student"], each["part"] or each["problem"]): each for each in runs.records(top)}
    for student, name in (("mara", "projections"), ("mara", "total"), ("sana", "encoder")):
        (answer,) = (each for each in answers(top, student, "full").values() if each.part == name)
        expected = [each["message"] for each in records[student, name]["working"] if each["finding"]]
        assert [remark for *_, remark in working(answer)] == expected
    message = records["sana", "encoder"]["working"][0]["message"]
    assert message == f"{STEP} is 966,400, not 968000."


@pytest.mark.parametrize("level", ["verdict", "hint"])
def test_no_line_is_remarked_on_below_explain(top, level):
    for student in ("mara", "sana"):
        assert not any(each.working for each in answers(top, student, level).values())


@pytest.mark.parametrize("level", ["verdict", "hint", "explain"])
@pytest.mark.parametrize("format_", ["md", "html"])
def test_no_value_of_an_expression_is_told_below_full(top, level, format_):
    for student in ("mara", "sana"):
        text = page_text(page_of(top, student, level), format_)
        found = [each for each in VALUES if re.search(rf"\bis {re.escape(each.strip())}, not", text)]
        assert found == []
        assert not any(each in text for each in VALUES if each != "4,718,592 ")  # which is mara's feed-forward


def test_both_formats_quote_the_line_and_its_remark(top):
    page = page_of(top, "mara")
    text = text_of(page_text(page, "html"))
    quoted, place = "3 × (768 × 768) × 8 = 14,155,008", "line 19 of mara.md"
    assert f"Your working\n{quoted}\n{place}\n{CONCEPT} And: {SLIP}\n" in text
    markdown = page_text(page, "md")
    assert f"- Your working, {place}: “{quoted}”\n\n  {CONCEPT} And: {SLIP}\n" in markdown


def test_where_a_person_accepted_the_work_no_line_is_remarked_on(tmp_path):
    shutil.copytree(SEEDS / "problems/000", tmp_path / "problems/000")
    shutil.copytree(SEEDS / "submissions/000", tmp_path / "submissions/000")
    decision = "- {student: mara, problem: small-bert, part: attention, points: 1, comment: As you count it.}\n"
    runs.run(runs.write(tmp_path, {"reviews/ada.yaml": decision}))
    found = answers(tmp_path, "mara", "explain")
    assert (found["Q1 attention"].is_accepted, working(found["Q1 attention"])) == (True, [])
    assert found["Q1 projections"].working
