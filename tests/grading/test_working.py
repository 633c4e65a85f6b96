"""Working from the hand-in to the files: what is found in its lines, and equations in an essay."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from checker.cli.course import result_schema
from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY
from tests.tables import rows

PROMPT = "prompt: 'How many weights? {d_model} {num_heads} {d_k} {d_v} {d_ff} {conventions}'\n"


def findings(record: dict) -> list[tuple[int, str | None, str]]:
    return [(each["line"], each["finding"], each["message"]) for each in record["working"]]


@pytest.mark.parametrize(("lines", "status", "found"), rows(__file__, "what_is_found_in_lines_of_working"))
def test_what_is_found_in_lines_of_working(tmp_path, lines, status, found):
    text = "# encoder-layer\n" + "\n\n".join(lines)
    runs.run(runs.write(tmp_path, {"problems/a/layer.yaml": LAYER + PROMPT, "submissions/a/s1.md": text}))
    (record,) = runs.records(tmp_path)
    Draft202012Validator(result_schema()).validate(record)
    assert (record["status"], [[*each] for each in findings(record)]) == (status, found)


def test_equations_in_an_essay_are_shown_to_the_person_who_grades_it(tmp_path):
    text = "answers:\n  why: |\n    The scores grow. Their number is 512/64 = 7.\n    They grow by sqrt(64) = 8. And 3 * 64 = 193.\n"
    runs.run(runs.write(tmp_path, {"problems/a/why.yaml": WHY, "submissions/a/s1.yaml": text}))
    (record,) = runs.records(tmp_path)
    told = ["512/64 is 8, not 7.", "3 * 64 is 192, not 193."]
    assert (record["status"], record["points"]) == ("needs_review", None)
    assert [(line, message) for line, _, message in findings(record)] == [(1, told[0]), (2, ""), (2, told[1])]
    needs = (tmp_path / "results/needs-review.md").read_text().replace("\\", "")
    form = (tmp_path / "results/review.yaml").read_text()
    for line, message in zip((1, 2), told, strict=True):
        assert f"- Line {line}: {message}\n" in needs
        assert f"#   Line {line}: {message}\n" in form
