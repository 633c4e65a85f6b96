"""Where a remark may stand: behind a whole equation, table, block of code or piece of HTML."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.grader.remarks import block_ends

BLOCKS = {
    "dollars": "$$\n3 + 4\n= 8\n$$",
    "dollars behind words": "so $$3 + 4\n= 8$$ in all",
    "brackets": "\\[ 3 + 4\n= 8 \\]",
    "align": "\\begin{align*}\n  3 + 4 &= 8 \\\\\n\\end{align*}",
    "a matrix in brackets": "\\[ R = \\begin{bmatrix} 1 & 2 \\\\\n 3 & 4\n\\end{bmatrix} \\]",
    "a tabular": "\\begin{tabular}{ll}\n3 + 4 & 8 \\\\\n\\end{tabular}",
    "a fence": "```python\n3 + 4 = 8\n\n$$\n```",
    "tildes in an item": "- ~~~\n  3 + 4 = 8\n  ~~~",
    "a table": "| step | value |\n|---|---:|\n| 3 + 4 | 8 |\n| 3 + 5 | 9 |",
    "html": "<table>\n<tr><td>3 + 4 = 8\n</td></tr>\n</TABLE>",
    "a paragraph": '<P class="x">\n3 + 4 = 8\n</P>',
}


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_is_not_split(name):
    block = BLOCKS[name].split("\n")
    lines = ["before", *block, "after", "more"]
    last = 1 + len(block)
    assert block_ends(lines) == [1, *([last] * len(block)), last + 1, last + 2]


@pytest.mark.parametrize(
    "line",
    ["$$3 + 4 = 8$$", "\\[3 + 4 = 8\\]", "a \\\\[2pt] b", "\\begin{align}3\\end{align}", "<p>3 + 4 = 8</p>", "P(A|B)"],
)
def test_what_ends_in_its_line_is_no_block(line):
    assert block_ends([line, "after"]) == [1, 2]


@pytest.mark.parametrize("line", ["$$", "\\[", "\\begin{align}", "```", "<table>"])
def test_what_never_ends_leaves_the_other_lines_alone(line):
    assert block_ends(["before", line, "3 + 4 = 8", "after"]) == [1, 2, 3, 4]


def test_a_piece_of_html_goes_up_to_an_empty_line_but_a_page_is_no_such_piece():
    assert block_ends(["<div>", "3 + 4 = 8", "</div>", "", "x"]) == [3, 3, 3, 4, 5]
    assert block_ends(["<ul>", "<li>3 + 4 = 8</li>", "</ul>"]) == [3, 3, 3]
    assert block_ends(["<html>", "<div>", "3 + 4 = 8", "</div>"]) == [1, 2, 3, 4]


PIECES = ("", "x", "| a |", "|---|", "$$", "\\[", "\\]", "```", "~~~", "<p>", "</p>", "<div>", "\\begin{align}")


@given(st.lists(st.sampled_from(PIECES)))
def test_an_end_is_never_above_its_line_and_blocks_do_not_overlap(lines):
    ends = block_ends(lines)
    assert all(number <= end <= len(lines) for number, end in enumerate(ends, 1))
    assert ends == sorted(ends)
    assert all(ends[end - 1] == end for end in ends)


def test_the_time_grows_with_the_number_of_lines():
    lines = ["\\[ x", "\\begin{align}", "<table>", "<p>", "~~~"] * 10_000 + ["```"]
    started = time.perf_counter()
    assert block_ends(lines)[-1] == len(lines)
    assert time.perf_counter() - started < 2
