"""Hostile documents: each is read in bounded time, or refused with a message, and the other students are graded."""

from __future__ import annotations

import gc
import os
import signal
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from checker.problems import load_problems
from checker.writeups.document import Document, DocumentUnreadable
from checker.writeups.formats import TEXT_LIMIT, formats, limit_of, read_contents, read_document
from checker.writeups.read import read_writeup
from checker.writeups.sheets import sheet_of
from tests.grading import runs

SECONDS = 20
"""Of the processor.  Each takes far less than one; what is not bounded takes minutes or for ever."""

PROBLEMS = {
    "layer": "title: Encoder layer\ntype: encoder_layer_parameters\nparameters: {d_model: 64, num_heads: 4, d_ff: 120}\n",
    "output": "title: Output of attention\ntype: self_attention_output\n"
    "parameters: {inputs: [[1, 2], [3, 4]], slices: {query_dims: [1], key_dims: [2], value_dims: [1, 2]}, query: 1}\n",
    "growth": "title: How self-attention grows\ntype: layer_complexity\n"
    "parameters: {layer: self_attention, quantity: operations}\n",
}
FILES = {f"problems/a/{name}.yaml": f"id: {name}\n{text}" for name, text in PROBLEMS.items()}
FILES["problems/a/assignment.yaml"] = (
    f"title: Homework\nproblems: [{', '.join(f'{{id: {name}}}' for name in PROBLEMS)}]\n"
)
RIGHT = "## Question 1\n\nTotal: **{}**\n"
MANY = 3_000

TEXTS = {
    "nothing": "",
    "NUL at the end of UTF-16": "Question 1: 5\0\0".encode("utf-16"),
    "lone surrogates": b"Question 1: \xed\xa0\x80 5 \xed\xb0\x80",
    "marks of the direction of writing": "Question 1: \u202e12345\u202c \u200f678\u2066\u2069 " * 50,
    "brackets": "[(" * MANY,
    "closed brackets": "[" * MANY + "1" + "]" * MANY,
    "lists that never close": "[1, " * MANY,
    "lists": "[1, 2], " * (MANY // 10),
    "thousands": " 111" * MANY,
    "rows of spaces": "1" + " " * MANY + "x\n2" + " " * MANY + "x",
    "lists far apart": ("[1, 2]" + " \n" * 20) * (MANY // 10),
    "quotes": ">" * MANY + "1",
    "quotes with spaces": "> " * MANY + "1",
    "list items": "- " * MANY + "1",
    "braces": "$" + "{" * MANY + "1" + "}" * MANY + "$",
    "fractions": "$" + r"\frac{" * MANY + "1$",
    "boxes": "$" + r"\boxed{" * MANY + "1$",
    "matrices": r"\begin{bmatrix}" * (MANY // 10),
    "stars": "*" * MANY,
    "stars and words": "*a " * MANY,
    "underscores": "_a" * MANY,
    "backticks": " ".join("`" * number for number in range(100)),
    "dollars": "$" * MANY,
    "links": "[a](b " * MANY,
    "comments": "<!--" * MANY,
    "less-than signs": "<" * MANY,
    "a long line of answers": "and 5,012 is it " * 5_000,
    "a long line of results": "= 5 " * 5_000,
    "a long word": "a" * 200_000,
    "a long blank": " " * 200_000 + "1",
    "a long blank after a word": "1" + " " * 199_000 + "x",
    "5,000 columns": "|" + "a|" * 5_000 + "\n|" + "-|" * 5_000 + "\n|" + "12|" * 5_000 + "\n",
    "a number of 100,000 digits": "Question 1: " + "1" * 100_000,
    "a number with a letter": "Question 1: " + "1" * 100_000 + "a",
    "a number in groups": "Question 1: 1" + " 000" * 5_000,
    "digits after the point": "Question 1: 0." + "1" * 100_000,
    "a power that is no number": "Question 1: 10^999999999 = 1e999999999 = 9**9**9**9 = 1/0",
    "equals signs": "=" * 20_000,
    "equals signs with spaces": "1" + " = " * 20_000,
    "a shape": "1 x " * MANY,
    "orders of growth": "O(" * MANY,
    "points": "." * MANY + "1",
    "colons": ":" * MANY + "a",
    "question marks": "? " * MANY + "a",
    "labels": "q1 " * MANY,
    "numbers of questions": "no " * MANY,
    "answer lines that never close": "Answer (" * MANY,
    "answer lines of no question": "Answer (x.y): " * 1_000,
    "headings": "".join(f"## Question {number}\n" for number in range(10_000)),
    "rules": "---\n" * MANY,
    "fences": "```\n" * (MANY - 1),
    "front matter": "---\n" + "a: {" * MANY + "\n---\n",
    "bold numbers": "**5** " * 3_000,
    "struck numbers": "~~5~~ " * 3_000,
    "rows": "| 1 | 2 |\n|--|--|\n" + "| 1 | 2 |\n" * 1_000,
    "lines of numbers": "1 2 3 4 5 6\n" * 2_000,
    "corrections": "summary\n\n" + "sorry, 5\n\n" * 1_000,
    "withdrawals": "5\n\nthis is wrong\n\n" * 500,
}
PAGES = {
    "divs": "<div>" * MANY + "1" + "</div>" * MANY,
    "spans": "<span>" * MANY + "1",
    "tables": "<table><tr><td>" * (MANY // 10) + "1",
    "bold text": "<b>" * MANY + "1",
    "indices": "<sub>" * MANY + "1",
    "attributes": "<p " + "a=1 " * MANY + ">",
    "an attribute that never ends": "<p a='" + "a" * MANY,
    "mathematics": "<math>" + "<mrow>" * MANY,
    "scripts": "<script>" * MANY,
    "comments": "<!--" * MANY,
    "entities": "&#9999999999;&a" * MANY,
}
SOURCES = {
    "an environment that never closes": r"\begin{document}\begin{align} x = 5",
    "a macro that expands for ever": r"\newcommand{\a}{\a\a}\begin{document}\a\end{document}",
    "macros that double": "".join(rf"\def\{one}{{\{two}\{two}}}" for one, two in pairwise("abcdefghijklmnopqrstuvwxyz"))
    + r"\begin{document}\a\end{document}",
    "a file that reads itself": r"\input{work.tex}" * 100,
    "dollars": "$" * MANY,
    "a verbatim text that never ends": r"\verb|" + "a" * MANY,
}
NOTEBOOKS = {
    "broken": '{"cells": [',
    "of numbers": "5",
    "of deep lists": "[" * MANY,
    "with cells of no sort": '{"cells": [5, null, {"cell_type": 7, "source": {"a": 1}}, {"cell_type": "markdown", "source": [null, 5]}]}',
    "with outputs of no sort": '{"cells": [{"cell_type": "code", "source": "x", "outputs": [null, {"data": 5, "text": {}}, 7]}]}',
    "with a lone surrogate": '{"cells": [{"cell_type": "markdown", "source": "Question 1: \\ud800 5"}]}',
}
TEXT_FORMATS = (".html", ".ipynb", ".md", ".tex")
"""The others whose files are text are read as one of these, or by pandoc's own readers, within its limits."""
HOSTILE = {
    f"{suffix} {name}": (suffix, text if isinstance(text, bytes) else text.encode())
    for suffix in TEXT_FORMATS
    for name, text in {".html": PAGES, ".tex": SOURCES, ".ipynb": NOTEBOOKS}.get(suffix, TEXTS).items()
}


LARGE = {
    ".html cells": "<table><tr>" + "<td>1" * 100_000,
    ".html rules of a style": f"<style>{'.a{display:none}' * 40_000}</style>{'<p class=a>1' * 40_000}",
    ".md quotes": ">" * 100_000 + "1",
    ".md nested items": "- " * 100_000 + "1",
    ".md items": "- 1\n" * 100_000,
    ".tex nested macros": r"\textbf{" * 100_000 + "1",
    ".tex nested fractions": "$" + r"\frac{" * 300_000 + "1$",
}
LARGE_SECONDS = 4
"""Each takes a second at most."""

OPENERS = {
    "displays": r"\[",
    "dollars": "$$",
    "formulas": r"\(",
    "braces": "{",
    "links": "[[",
    "fences": "```",
    "rows": "| a | b |\n|---|---|\n| 1",
    "bold": "**",
    "blocks": "#+begin_src\n:PROPERTIES:",
    "comments": "<!--",
    "environments": r"\begin{align}",
}


@contextmanager
def bounded(seconds=SECONDS):
    """Stop what takes longer; what other programs do on the machine does not count."""

    def stop(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.fixture(autouse=True, scope="module")
def _frozen():
    """Leave what earlier tests made out of collections: one of millions of objects would count as time of a reader."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def problems(tmp_path_factory):
    folder = runs.write(tmp_path_factory.mktemp("hostile"), FILES)
    found = load_problems(folder / "problems")
    assert not found.findings, found.findings
    return found


@pytest.fixture(scope="module")
def sheet(problems):
    return sheet_of(problems.assignments["a"])


def document_of(text, suffix):
    """Return the document in a text; one that cannot be read says so."""
    try:
        return read_contents(text.encode(), f"work{suffix}", f"work{suffix}")
    except DocumentUnreadable as error:
        return Document(f"work{suffix}", (), unread=(error.message,))


@pytest.mark.parametrize("name", HOSTILE)
def test_each_is_read_in_bounded_time(tmp_path, sheet, name):
    suffix, contents = HOSTILE[name]
    path = tmp_path / f"work{suffix}"
    path.write_bytes(contents)
    with bounded():
        documents, message = _read(path)
        assert bool(documents) != bool(message)
        reading = read_writeup(documents, [sheet])
    assert [question.problem for question in reading.questions] in ([], list(PROBLEMS))
    for question in reading.questions:
        for answer in question.answers:
            assert len(answer.text) < 20_000
            assert len(answer.candidates) <= 6


@pytest.mark.parametrize("name", LARGE)
def test_large_pages_are_cut_while_they_are_read(sheet, name):
    suffix = name.split()[0]
    with bounded(LARGE_SECONDS):
        document = document_of(LARGE[name], suffix)
        read_writeup([document], [sheet])
    assert sum(len(block.lines) for block in document.blocks) <= 5_000
    assert document.unread or document.notes


@pytest.mark.parametrize("suffix", [each for each in TEXT_FORMATS if each != ".ipynb"])  # its cells are Markdown
@pytest.mark.parametrize("name", OPENERS)
def test_what_is_opened_and_never_closed_takes_no_longer(sheet, suffix, name):
    """Every format of text is tried with the signs of all on one line; of Markdown also on lines of their own."""
    for between in ("\n\n", " ") if suffix == ".md" else (" ",):
        text = f"{OPENERS[name]} x{between}" * 5_000
        with bounded(LARGE_SECONDS):
            document = document_of(text, suffix)
            read_writeup([document], [sheet])
        assert sum(len(block.lines) for block in document.blocks) <= 5_000


@pytest.mark.parametrize("suffix", sorted(formats()))
def test_a_large_file_is_refused_by_its_size_before_it_is_read(tmp_path, suffix):
    path = tmp_path / f"work{suffix}"
    with path.open("wb") as file:
        os.truncate(file.fileno(), 2 * limit_of(path.name))
    most = limit_of(path.name) // 1_000_000
    with bounded(), pytest.raises(DocumentUnreadable, match=rf"this file has {2 * most}\.0 MB; the limit is {most} MB"):
        read_document(str(path))


@pytest.mark.parametrize("contents", [b"\0", b"Question 1: 5\0", b"\x89PNG\r\n\x1a\n\0\0", bytes(range(1, 32)) * 500])
def test_binary_files_are_no_text(tmp_path, contents):
    path = tmp_path / "work.md"
    path.write_bytes(contents)
    with pytest.raises(DocumentUnreadable, match="this is no text file; export it as text, and hand that in"):
        read_document(str(path))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Question 1\n\nTotal: **\u202a31,744\u202c**\n", "31,744"),
        ("## Question 1\n\nTotal: **\u200f31,744\u2066\u2069**\n", "31,744"),
        ("## Question 1\n\nTotal: **31\u200b,744\ufeff**\n", "31,744"),
    ],
)
def test_marks_of_the_direction_of_writing_leave_a_number_as_it_was_typed(tmp_path, sheet, text, expected):
    path = tmp_path / "work.md"
    path.write_text(text, encoding="utf-8")
    reading = read_writeup([read_document(str(path))], [sheet])
    assert reading.questions[0].answers[0].text == expected


def test_an_answer_after_a_long_line_is_found(tmp_path, sheet):
    path = tmp_path / "work.md"
    path.write_text("words and words " * 5_000 + "\n\n" + RIGHT.format("31,744"))
    reading = read_writeup([read_document(str(path))], [sheet])
    assert reading.questions[0].answers[0].text == "31,744"


def test_no_part_of_a_long_number_is_an_answer(tmp_path, sheet):
    path = tmp_path / "work.md"
    path.write_text("## Question 1\n\nTotal: " + "31744" * 2_000 + "\n")
    reading = read_writeup([read_document(str(path))], [sheet])
    assert reading.questions[0].answers[0].text == ""


def test_the_other_students_are_graded(tmp_path, problems):
    names = [".md brackets", ".md braces", ".md 5,000 columns", ".md a number of 100,000 digits", ".html divs"]
    names += [name for name in (".tex a macro that expands for ever", ".ipynb broken") if name in HOSTILE]
    folder = tmp_path / "submissions" / "a"
    folder.mkdir(parents=True)
    truth = _truth(problems)
    for place, name in enumerate(names):
        suffix, contents = HOSTILE[name]
        (folder / f"hostile{place}{suffix}").write_bytes(contents)
        (folder / f"student{place}.md").write_text(RIGHT.format(truth))
    (folder / "large.md").write_bytes(b"")
    os.truncate(folder / "large.md", 10 * TEXT_LIMIT)
    (folder / "binary.md").write_bytes(b"Question 1: 5\0")
    runs.write(tmp_path, FILES)
    with bounded():
        results = runs.run(tmp_path).book
    given = {
        (record["student"], record["problem"]): (record["status"], record["points"])
        for record in runs.records(tmp_path)
    }
    for place in range(len(names)):
        assert given[f"student{place}", "layer"] == ("correct", 1.0)
        assert given[f"hostile{place}", "layer"][1] in (0.0, None)
    messages = {Path(issue.place).name: issue.message for issue in results.issues()}
    assert messages["large.md"] == "is too large; the limit is 10 MB"
    assert messages["binary.md"] == "this is no text file; export it as text, and hand that in"
    assert given["large", "layer"] == given["binary", "layer"] == ("needs_review", None)
    if ".ipynb" in formats():
        assert any(name.endswith(".ipynb") or ".ipynb" in name for name in messages)


def _read(path):
    try:
        return [read_document(str(path), path.name)], ""
    except DocumentUnreadable as error:
        return [], error.message


def _truth(problems):
    part = problems.problems["layer"].parts[0]
    return f"{part.variant.run(wanted={part.step})[part.step]:,}"
