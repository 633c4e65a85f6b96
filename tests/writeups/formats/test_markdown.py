"""Markdown: blocks with their places."""

import pytest

from checker.writeups.document import DocumentUnreadable, Place
from checker.writeups.formats.markdown import BROKEN, NO_END, NO_MAPPING, UNREAD
from checker.writeups.front_matter import front_answers, front_text
from tests.tables import rows


def lines(document):
    return [(line.place.line, line.text) for _, line in document.lines]


def test_headings_of_both_styles(read):
    document = read("# One\n\n### 3. Three ##\n\nTotal\n=====\n\nPart a\n------\ntext\n")
    assert [(block.kind, block.level, block.lines[0].text) for block in document.blocks] == [
        ("heading", 1, "One"),
        ("heading", 3, "3. Three"),
        ("heading", 1, "Total"),
        ("heading", 2, "Part a"),
        ("paragraph", 0, "text"),
    ]
    assert [place for place, _ in lines(document)] == [1, 3, 5, 8, 10]


def test_a_rule_below_several_lines_or_a_number_makes_no_heading(blocks):
    assert blocks("one\ntwo\n-----\n\n27,648\n---\n") == [("paragraph", ["one", "two"]), ("paragraph", ["27,648"])]


@pytest.mark.parametrize("inside", ["$3 +\n4$", "`3 +\n4`", "<span\nid=a>3 + 4"])
def test_a_line_goes_on_behind_a_break_in_a_formula_code_or_tag(read, inside):
    lines = [(line.place.line, line.text.replace("$", "")) for _, line in read(f"So {inside} is 7\nnext").lines]
    assert lines == [(1, "So 3 + 4 is 7"), (3, "next")]


def test_soft_breaks_are_lines_with_their_places(read):
    document = read("\n\nfirst\n  second **bold\nstill** third\n")
    assert lines(document) == [(3, "first"), (4, "second bold"), (5, "still third")]
    assert [line.strong for _, line in document.lines] == [(), ("bold",), ("still",)]


def test_lists_keep_numbers_and_depth(read):
    document = read("1. one\n   - * deep\n   more of it\n2) two\n\n   its text\n- 3. three\n")
    assert [(block.kind, block.level, [line.text for line in block.lines]) for block in document.blocks] == [
        ("item", 1, ["1. one"]),
        ("item", 3, ["deep", "more of it"]),
        ("item", 1, ["2) two"]),
        ("paragraph", 0, ["its text"]),
        ("item", 2, ["3. three"]),
    ]


def test_struck_text_is_kept_apart(read):
    (_, first), (_, second) = read("the total is ~~31,744~~ **27,648**\n<del>all **wrong**</del>").lines
    assert (first.text, first.strong, first.struck) == ("the total is  27,648", ("27,648",), "31,744")
    assert (second.text, second.strong, second.struck) == ("", (), "all wrong")


def test_quotes_end_where_their_marks_end(blocks):
    assert blocks("> 3) Calculate\n> the total\n27,648\n\n>> deep\n") == [
        ("quote", ["3) Calculate", "the total"]),
        ("paragraph", ["27,648"]),
        ("quote", ["deep"]),
    ]


def test_tables_have_cells(read):
    document = read("| a | **b** |\n|---|---|\n| $P(x|y)$ | 2 | 3 |\n| a \\| b | `c|d` |\n| | ~~5~~ 6 |\nTotal = 3\n")
    table, rest = document.blocks
    assert (table.kind, rest.kind, rest.lines[0].text, rest.lines[0].place) == (
        "table",
        "paragraph",
        "Total = 3",
        Place(6),
    )
    assert [line.cells for line in table.lines] == [
        ("a", "b"),
        ("$P(x|y)$", "2", "3"),
        ("a | b", "c|d"),
        ("", "6"),
    ]
    assert table.lines[1].text == "$P(x|y)$ | 2 | 3"
    assert table.lines[0].strong == ("b",)
    assert table.lines[3].struck == "5"
    assert [line.place.line for line in table.lines] == [1, 3, 4, 5]


def test_tables_in_lists(read):
    document = read("- | a | b |\n  |---|---|\n  | 1 | 2 |\n")
    assert [line.cells for _, line in document.lines if line.cells] == [("a", "b"), ("1", "2")]


def test_code(blocks):
    assert blocks("```python\nx = 2**10\n\n    print(x)\n```\n~~~\n# no heading\n~~~") == [
        ("code", ["x = 2**10", "    print(x)"]),
        ("code", ["# no heading"]),
    ]


def test_code_that_is_never_closed_is_text(blocks):
    assert blocks("```\nx = 5\n\n## Q2\n\n- item\n```python\n") == [
        ("paragraph", ["```", "x = 5"]),
        ("heading", ["Q2"]),
        ("item", ["item", "```python"]),
    ]


@pytest.mark.parametrize(("formula", "expected"), rows(__file__, "formulas"))
def test_formulas(read, formula, expected):
    (block,) = read(formula).blocks
    assert block.kind == "formula"
    assert [[line.place.line, line.text] for line in block.lines] == expected


def test_formulas_in_lists_and_quotes_and_before_text(blocks):
    assert blocks("1. so\n   $$\n   x = 5\n   $$\n> $$\n> y = 6\n> $$\n\n$$\nz = 7\n$$ which is it\n") == [
        ("item", ["1. so"]),
        ("formula", ["x = 5"]),
        ("formula", ["y = 6"]),
        ("formula", ["z = 7"]),
        ("paragraph", ["which is it"]),
    ]


def test_dollars_that_do_not_belong_together(blocks):
    assert blocks("$$ is a price\n\n# Q2\n\nmuch $$") == [
        ("paragraph", ["$$ is a price"]),
        ("heading", ["Q2"]),
        ("paragraph", ["much $$"]),
    ]


def test_dollars_behind_amounts_are_no_formula(blocks):
    text = "a = 9540 $\nb = 12292,55 $"
    assert blocks(text) == [("paragraph", text.split("\n"))]
    assert blocks("a = 9540$, b = 12$") == [("paragraph", ["a = 9540$, b = 12$"])]
    assert blocks("$ x_1 = 5 $, $ y = 6 $") == [("paragraph", ["$x_1 = 5$, $y = 6$"])]


def test_pictures_are_blocks_with_a_note(read):
    document = read("see ![my **scan**](scan.png) here\n\n<img src='x'>\n")
    assert [(block.kind, block.lines[0].text, block.lines[0].place.line) for block in document.blocks] == [
        ("paragraph", "see  here", 1),
        ("picture", "my scan", 1),
        ("picture", "picture", 3),
    ]
    assert document.notes == ("2 pictures were not read",)
    assert read("![](a.png)").notes == ("1 picture was not read",)


def test_html_in_markdown(blocks):
    assert blocks(
        "<div>\none<br>two\n</div>\n\n<!-- a\n\n# comment -->\n<table><tr><td>5</td><td>6</td></tr></table>\n"
    ) == [
        ("paragraph", ["one", "two"]),
        ("paragraph", ["5 | 6 |"]),
    ]


def test_styles_of_html(read):
    ((_, line),) = read("<b>5</b> <s>6</s> <strong>7 <del>8</del></strong> </b> <b>9").lines
    assert (line.text, line.strong, line.struck) == ("5  7   9", ("5", "7"), "6 8")


def test_front_matter(read):
    document = read("---\nstudent: s1\nanswers:\n  small-bert: {total: 5}\n---\n\n# Q1\n")
    assert document.front.get("student").text == "s1"
    assert document.front.get("answers").get("small-bert").get("total").line == 4
    assert lines(document) == [(7, "Q1")]
    assert document.source[1] == "student: s1"


def test_broken_front_matter_is_reported_and_is_no_text(read):
    document = read("---\nanswers: [5\n---\n\n# Q1\n")
    assert document.front is None
    ((line, message),) = document.troubles
    assert line == 2
    assert message.startswith(BROKEN.format("the `[` that opens here is never closed"))
    assert document.unread == (UNREAD,)
    assert lines(document) == [(5, "Q1")]


@pytest.mark.parametrize(("front", "line", "message"), rows(__file__, "odd_front_matter_is_reported_with_its_line"))
def test_odd_front_matter_is_reported_with_its_line(read, front, line, message):
    document = read(f"---\n{front}\n---\n\n# Q1\n")
    ((found, reported),) = document.troubles
    assert found == line
    assert message is None or reported == message
    assert bool(document.unread) == ("answer" in front or message in {None, NO_MAPPING})
    assert lines(document)[0][1] == "Q1"


def test_front_matter_without_an_end_is_reported(read):
    for rest in ("\n# Q1\n", "# Q1\n", ""):
        document = read(f"---\nstudent: s1\nanswers: {{a: 1}}\n{rest}")
        assert document.troubles == ((2, NO_END),)
        assert document.unread == (UNREAD,)


def test_front_matter_that_ends_at_a_rule_further_down_takes_no_text(read):
    document = read("---\nstudent: s1\n\n# Q1\n\n5\n\n---\n\n# Q2\n")
    assert len(document.troubles) == 1
    assert {"Q1", "5", "Q2"} <= {text for _, text in lines(document)}


def test_keys_of_front_matter_may_have_capital_letters(read):
    document = read("---\nStudent: s1\nAnswers: {a: 1}\n---\n")
    assert document.troubles == ()
    assert front_text(document, "student") == "s1"
    assert [each.text for each in front_answers(document)] == ["1"]


def test_answers_between_two_rules_are_text(read):
    document = read("---\nQ1: 27648\nTotal: 5\n---\n")
    assert document.front is None
    assert (document.troubles, document.unread) == ((), ())
    assert "Q1: 27648" in [text for _, text in lines(document)]


@pytest.mark.parametrize("text", ["---\nmy first answer\n---\n", "---\n5\n\n---\n", "---\nanswer: 5\n"])
def test_rules_at_the_top_are_no_front_matter(read, text):
    document = read(text)
    assert document.front is None
    assert document.notes == ()
    assert [line.text for _, line in document.lines] == [text.split("\n")[1]]


@pytest.mark.parametrize(
    "contents",
    [
        "\ufeffa\u200b\u200fb c\r\nd\x0c\re".encode(),
        "a\u202bb\u00a0c\nd\ne".encode("utf-16"),
    ],
)
def test_characters_that_nobody_sees(read, contents):
    document = read(contents)
    assert lines(document) == [(1, "ab c"), (2, "d"), (3, "e")]
    assert document.source == ("ab c", "d", "e")


def test_other_encodings(read):
    document = read("3 × 64 = 192 für d".encode("cp1252"))
    assert lines(document) == [(1, "3 × 64 = 192 für d")]
    assert document.notes == ("this file is not UTF-8; it was read as Windows-1252",)


def test_a_broken_character_does_not_spoil_the_rest(read):
    document = read("3 × 64 · 2 ".encode() + b"\xff")
    assert lines(document) == [(1, "3 × 64 · 2 \ufffd")]
    assert document.notes == ("some characters are broken; save the file as UTF-8",)


@pytest.mark.parametrize("contents", [b"a\0b", b"\x89PNG\r\n\x1a\n\0\0", bytes(range(1, 32)) * 50])
def test_binary_is_no_text(read, contents):
    with pytest.raises(DocumentUnreadable, match="this is no text file; export it as text, and hand that in"):
        read(contents)


def test_a_paper_on_the_web_is_no_picture(read):
    text = "# Q3\n\nSee [Vaswani](https://arxiv.org/1706.03762.PDF), and [my scan](scan.pdf)."
    assert [block.kind for block in read(text, ".md").blocks] == ["heading", "paragraph", "picture"]


@pytest.mark.parametrize("picture", rows(__file__, "a_picture_is_found_in_any_notation"))
def test_a_picture_is_found_in_any_notation(read, picture):
    kinds = [block.kind for block in read(f"# Q3\n\n{picture}", ".md").blocks]
    assert kinds[0] == "heading"
    assert kinds[-1] == "picture"


def test_brackets_in_the_description_of_a_picture(blocks):
    assert blocks("![a [b [c]] = 5](p.png)") == [("picture", ["a [b [c]] = 5"])]
