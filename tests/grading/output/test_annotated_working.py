"""Remarks on the lines of a student's working: behind the line, and never inside an equation, a table or code."""

from __future__ import annotations

import pytest

from checker.grading.grader.remarks import Remark, RemarkedDocument, RemarkedWriteUp, SourceLine
from checker.grading.output.write import lines
from tests.grading import runs
from tests.grading.problems import BLOCK

QUERIES = "200 × 200 + 200 is 40,200, not 40,300."
TOTAL = "4 × 40,300 is 161,200, not 161,800."

DOCUMENTS = {
    "plain": "# block\n\nqueries: 200 × 200 + 200 = 40,300\n\ntotal: 4 × 40,300 = 161,800\n\nDone.\n",
    "dollars": """# block

queries:
$$
200 \\times 200 + 200 = 40{,}300
$$
total:
$$
4 \\times 40{,}300 = 161{,}800
$$

Done.
""",
    "align": """# block

queries and total:
\\begin{align}
\\text{queries} &= 200 \\times 200 + 200 = 40{,}300 \\\\
\\text{total} &= 4 \\times 40{,}300 = 161{,}800
\\end{align}

Done.
""",
    "a table": """# block

| part | working | value |
|---|---|---|
| queries | 200 × 200 + 200 | 40,300 |
| total | 4 × 40,300 | 161,800 |

Done.
""",
}


@pytest.fixture
def annotated(tmp_path):
    """Grade a document and return the annotated one, in its pieces."""

    def annotated(text: str) -> list[str]:
        runs.run(runs.write(tmp_path, {"problems/a/block.yaml": BLOCK, "submissions/a/s1.md": text}))
        whole = (tmp_path / "results/annotated/s1.md").read_text()
        return whole.partition("## a/s1.md")[2].split("\n\n")

    return annotated


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_slip_is_told_once_and_behind_its_block(annotated, name):
    text = DOCUMENTS[name]
    pieces = annotated(text)
    for slip in (QUERIES, TOTAL):
        assert sum(slip in each for each in pieces) == 1
    blocks = [each for each in pieces if each.startswith("```text")]
    source = [line.partition("| ")[2] for block in blocks for line in block.splitlines()[1:-1]]
    assert "\n".join(source).strip() == text.strip()
    for block in blocks:
        assert block.count("$$") % 2 == 0
        assert block.count("\\begin{align}") == block.count("\\end{align}")
        assert ("|---|" in block) == ("| total | 4" in block)
    slips = [place for place, each in enumerate(pieces) if QUERIES in each or TOTAL in each]
    assert all(number in "".join(pieces[:place]) for place, number in zip(slips, ("300", "161"), strict=True))
    assert "Done." in pieces[-1]
    assert max(slips) < len(pieces) - 1


def test_a_line_that_no_answer_tells_has_its_own_remark(annotated):
    text = "# block\n\nqueries: 200 × 200 + 200 = 40,200\n\nTo check: 40,200 + 40,200 = 80,900\n\ntotal: 160,800\n"
    (remark,) = (each for each in annotated(text) if "80,900" in each and each.startswith(">"))
    assert remark.splitlines() == [
        "> **checker** **block.total: slip in the arithmetic**  ",
        "> “40,200 + 40,200 = 80,900”  ",
        "> 40,200 + 40,200 is 80,400, not 80,900.",
    ]


def test_a_remark_on_a_text_is_behind_it(tmp_path):
    essay = "id: why\ntype: essay\nprompt: Why?\nparameters: {rubric: [{point: scores grow, points: 2, ideas: [scores grow]}]}\n"
    text = "# why\n\nThe scores grow with the width of the keys,\nso their softmax has\nsmall gradients.\n\n## Notes\n\nBye.\n"
    runs.run(runs.write(tmp_path, {"problems/a/why.yaml": essay, "submissions/a/s1.md": text}))
    whole = (tmp_path / "results/annotated/s1.md").read_text()
    assert " 9 | Bye.\n```\n\n> **checker** **why: needs review**" in whole


def record(findings: list[dict]) -> dict:
    more = {"status": "incorrect", "points": 0.0, "max_points": 1.0, "message": "5 is not correct."}
    return {"problem": "sum", "part": None, "working": findings, **more}


@pytest.mark.parametrize(
    ("finding", "title"),
    [
        ("arithmetic", "sum: slip in the arithmetic"),
        ("mistake", "sum: mistake in the working"),
    ],
)
def test_the_remark_says_what_kind_of_fault_it_is(finding, title):
    source = (SourceLine("1", "2 + 2 = 5"), SourceLine("2", "y"))
    document = RemarkedDocument("a.md", source, (), (Remark(1, 0, working="2 + 2 = 5"),))
    line = {"text": "2 + 2 = 5", "finding": finding, "message": "2 + 2 is 4,\nnot 5."}
    shown = list(lines(RemarkedWriteUp((document,), (), ()), [record([line])]))
    assert shown[7:10] == [f"> **checker** **{title}**  ", "> “2 + 2 = 5”  ", "> 2 + 2 is 4, not 5."]


def test_a_line_that_its_record_has_no_more_has_no_remark():
    source = (SourceLine("1", "2 + 2 = 5"), SourceLine("2", "y"))
    document = RemarkedDocument("a.md", source, (), (Remark(1, 0, working="2 + 2 = 5"),))
    shown = list(lines(RemarkedWriteUp((document,), (), ()), [record([])]))
    assert shown == ["", "## a.md", "", "```text", "1 | 2 + 2 = 5", "2 | y", "```"]
