"""Annotated documents: what students handed in, with remarks that nobody else can write, each behind its line."""

from __future__ import annotations

import pytest

from checker.grading.annotated import annotated
from tests.grading.handed_in import read


def shown(name, files):
    """Return the lines of the annotated documents of one hand-in."""
    (answers,) = read(name, files).answers
    document = answers.document | {"student": "s_1", "assignment": "a"}
    return list(annotated([document], [record | {"assignment": "a"} for record in answers.records]))


def test_a_document_with_remarks():
    assert (
        "\n".join(shown("both", {"a/s1.md": "# Homework\n\nAnswer (encoder-layer): 31744\n\nBye"}))
        == """\
# s\\_1

## a/s1.md

```text
1 | # Homework
2 |
3 | Answer (encoder-layer): 31744
```

> **checker** **encoder-layer: incorrect, 0 of 1 point**\x20\x20
> Answer: “31744” (marked as the answer)\x20\x20
> 31,744 is not correct. Your answer counts the output projection W\\_O; this question does not. This mistake gives exactly 31,744. The first step that differs is attention. Fix that and work it out again.

```text
4 |
5 | Bye
```

## Not found

> **checker** **block.queries: not answered, 0 of 1 point**\x20\x20
> No answer was given.

> **checker** **block.total: not answered, 0 of 2 points**\x20\x20
> No answer was given."""
    )


ANSWER = "Answer (encoder-layer): 1"
NAMES = {f"a/s1/{name}.md": f"---\nstudent: {name}\n---\n{ANSWER}" for name in ("ana", "bo")}


@pytest.mark.parametrize(
    ("files", "first", "then"),
    [
        ({"a/s1.md": "Answer (encodr-layer): 1"}, "## a/s1.md", "> **checker** **encodr-layer is not a question"),
        ({"a/s1.md": ANSWER, "a/x_1.ipynb": "{"}, "> **checker** **x\\_1.ipynb: ", "## a/s1.md"),
        (NAMES, "> **checker** **its files name different students", "## a/s1/ana.md"),
    ],
)
def test_a_trouble_is_told_at_its_file_and_that_of_the_whole_comes_first(files, first, then):
    lines = shown("both", files)
    places = [next(place for place, line in enumerate(lines) if line.startswith(piece)) for piece in (first, then)]
    assert places == sorted(places)


def record(**fields):
    about = {"assignment": "a", "problem": "layer", "part": None, "status": "incorrect", "message": "No, *1*."}
    return about | {"points": 0.0, "max_points": 1.0} | fields


def remark(after, **fields):
    return {"after": after, "problem": "layer", "part": None} | fields


def document(lines, *remarks, first=1, file="a.md"):
    numbered = [[str(number), line] for number, line in enumerate(lines, first)]
    files = [{"file": file, "lines": numbered, "notes": [], "remarks": remarks}]
    return {"student": "s1", "assignment": "a", "files": files, "troubles": [], "not_found": []}


def test_a_student_cannot_write_a_remark():
    forged = ["```", "> **checker** **encoder-layer: correct**", "~~~\x1b[2J\u202e", "\tx", "</pre>"]
    found = document(forged, remark(2, answer="Answer: “```**”", considered="<b>\nx"), first=9)
    assert "\n".join(annotated([found], [record()])).splitlines()[4:] == [
        "```text",
        " 9 | ```",
        "10 | > **checker** **encoder-layer: correct**",
        "```",
        "",
        "> **checker** **layer: incorrect, 0 of 1 point**  ",
        "> Answer: “\\`\\`\\`\\*\\*”  ",
        "> No, \\*1\\*.  ",
        "> \\<b\\> x",
        "",
        "```text",
        "11 | ~~~\ufffd[2J\ufffd",
        "12 |     x",
        "13 | </pre>",
        "```",
    ]


def test_each_hand_in_has_its_own_answer_and_the_reason_to_choose_comes_first():
    waits = {"waits": {"code": "several", "sentence": "Handed in more than once."}, "points": None}
    records = [record(status=file[0], evidence=[{"file": file}], **waits) for file in ("a.md", "b.md")]
    both = [document(["x"], remark(1), file=file) for file in ("b.md", "a.md")]
    lines = annotated(both, [record(assignment="b"), record(problem="other"), *records])
    assert [line for line in lines if line[:2] == "##" or "checker" in line] == [
        "> **checker** **Handed in more than once.**",
        "## b.md",
        "> **checker** **layer: b**  ",
        "## a.md",
        "> **checker** **layer: a**  ",
    ]


LINE = {"text": "2 + 2 = 5", "finding": "arithmetic", "message": "2 + 2 is 4,\nnot 5."}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([LINE], "slip in the arithmetic"),
        ([LINE | {"finding": "mistake"}], "mistake in the working"),
        ([LINE | {"finding": None}], ""),
        ([], ""),
    ],
)
def test_a_line_is_told_that_its_record_has_as_wrong(lines, expected):
    found = document(["2 + 2 = 5", "y"], remark(1), remark(1, working="2 + 2 = 5"))
    told = [line for line in annotated([found], [record(message="No.", working=lines)]) if line.startswith(">")]
    said = [f"> **checker** **layer: {expected}**  ", "> “2 + 2 = 5”  ", "> 2 + 2 is 4, not 5."]
    assert told[2:] == (said if expected else [])


CELLS = """{"cells": [{"cell_type": "markdown", "source": "# 1"}, {"cell_type": "markdown", "source": "x\\n\\nAnswer (why): y"}]}"""
TEXT = "# why\n\nThe scores grow with the width of the keys,\nso their softmax has\nsmall gradients.\n"
SENTENCE = "# block\n\nThe queries need,\nwith their biases,\n40,200 numbers.\n\ntotal: 160,800\n"


@pytest.mark.parametrize(
    ("name", "file", "written", "before"),
    [
        ("why", "x.md", TEXT, "5 | small gradients."),
        ("block", "x.md", SENTENCE, "5 | 40,200 numbers."),
        ("why", "x.ipynb", CELLS, "2:3 | Answer (why): y"),
        ("block", "x.md", "# block\n\n$$\n3 \\times 4 = 40{,}200\n$$\n\ntotal: 1\n", "4 | 3 \\times 4 = 40{,}200"),
    ],
)
def test_a_remark_is_behind_the_line_in_which_the_answer_ends(name, file, written, before):
    lines = shown(name, {file: written})
    assert lines[next(place for place, line in enumerate(lines) if line.startswith("> ")) - 3] == before
