"""PDF files: lines and equations by the places of letters, what is hidden, and files that harm."""

import subprocess
import time

import pytest

from checker.writeups.document import DocumentUnreadable
from checker.writeups.formats import pdf as pdf_format
from tests.writeups.formats.pdf_files import PICTURE, form, note, pdf, rule, text


def lines(document):
    return [(block.kind, line.text) for block, line in document.lines]


def test_lines_are_ordered_by_their_places(read):
    page = text(72, 680, "second = 2") + text(72, 700, "first = 1") + text(200, 680, "and more")
    document = read(pdf(page, text(72, 700, "third")), ".pdf")
    assert [(line.text, str(line.place)) for _, line in document.lines] == [
        ("first = 1", "page 1, line 1"),
        ("second = 2   and more", "page 1, line 2"),
        ("third", "page 2, line 1"),
    ]


def test_headings_items_bold_text_and_code(read):
    page = text(72, 740, "Question 1", 18) + text(72, 700, "• a bullet") + text(72, 680, "(a) first")
    page += text(72, 650, "x = 5", font="F2") + "".join(text(72, 600 - 14 * n, f"some words {n}") for n in range(6))
    document = read(pdf(page), ".pdf")
    assert lines(document)[:4] == [
        ("heading", "Question 1"),
        ("item", "a bullet"),
        ("item", "(a) first"),
        ("code", "x = 5"),
    ]
    assert next(line for _, line in document.lines if line.text == "x = 5").strong == ("x = 5",)


def test_indices_and_exponents(read):
    page = text(72, 700, "10") + text(85.5, 705, "-4", 8) + text(97, 700, "W") + text(108.5, 697, "Q", 8)
    page += text(120, 700, "the 2") + text(148.5, 705, "nd", 8)
    assert lines(read(pdf(page), ".pdf")) == [("paragraph", "10^{-4} W_Q the 2nd")]


def placed(*words, y=700, size=10):
    """Return lines of words: each a place and a text, 14 points below the one before it."""
    return "".join(text(x, y - 14 * n, each, size) for n, (x, each) in enumerate(words) if each)


SHORT = [
    (72, "Problem 1: a layer without any of the bia-"),
    (72, "ses that it may have had in a book"),
    (72, "Result = 512"),
]
LONG = [*SHORT, *[(72, f"some words of the work, line {n}, go on and on") for n in range(32)]]
LONG[10:12] = [(72, "and this sentence is as long as the column is"), (72, "wide, so it goes on")]


def test_a_short_second_column_is_read_after_the_first(read):
    right = [
        (320, "Problem 2: another layer, but here"),
        (320, "the result is the number 1,024."),
        (320, "Result = 1,024"),
    ]
    page = text(250, 740, "Homework of two columns", 16) + placed(*LONG) + placed(*right)
    found = [each for _, each in lines(read(pdf(page + text(303, 120, "1", 10)), ".pdf"))]
    assert found[0] == "Homework of two columns"
    assert found.index("Result = 512") < found.index("Problem 2: another layer, but here")
    assert found[-1] == "Result = 1,024", "the number of the page is not read"


def test_a_table_with_sentences_is_no_pair_of_columns(read):
    right = [(320, each) for each in ("the result is clearly 512 here", "", "the result of it is 1,024", "", "")]
    left = [(72, "1) a layer without any of the biases"), (72, "that it has in the book")] * 3
    found = [each for _, each in lines(read(pdf(placed(*left) + placed(*right)), ".pdf"))]
    assert found[0] == "1) a layer without any of the biases   the result is clearly 512 here"


def test_a_bold_line_does_not_go_on_with_the_result_above_it(read):
    words = "the number of weights of the layer = 109,386"
    page = text(72, 700, words) + text(72, 686, "Problem 8: embedding", font="F6") + text(72, 650, f"{words} again")
    found = [each for _, each in lines(read(pdf(page), ".pdf"))]
    assert found[:2] == [words, "Problem 8: embedding"]


def test_the_words_of_a_divided_heading(read):
    page = (
        text(72, 740, "Problem 4: A perceptron for dig-", 15) + text(72, 722, "its", 15) + text(72, 690, "So 650.", 10)
    )
    page += placed(*[(72, "some words that are as wide as the page is")] * 3, y=660) + text(
        72, 560, "Problem 5: a model of some", 15
    )
    found = lines(read(pdf(page), ".pdf"))
    assert found[0] == ("heading", "Problem 4: A perceptron for digits")


def test_the_cells_of_a_table_without_lines(read):
    rows = [
        ("Question", "Part", "Answer"),
        ("1) A tall adult", "all", "0.063"),
        ("2) A deviation of it", "all", "1.89"),
    ]
    page = "".join(
        text(x, 700 - 14 * n, each, 10)
        for n, row in enumerate(rows)
        for x, each in zip((72, 172, 300), row, strict=True)
    )
    table = read(pdf(page), ".pdf").blocks[0]
    assert table.kind == "table"
    assert [line.cells for line in table.lines] == rows


def test_fractions_are_not_read_and_what_is_only_underlined_is(read):
    fraction = (
        text(72, 700, "x =")
        + text(102, 708, "12")
        + rule(100, 703, 117)
        + text(105, 690, "5")
        + text(122, 700, "= 2.4")
    )
    document = read(pdf(text(72, 740, "above") + fraction + text(72, 670, "below")), ".pdf")
    assert [kind for kind, _ in lines(document)] == ["paragraph", "unread", "paragraph"]
    assert document.notes == ("1 equation was not read",)
    underlined = text(72, 700, "total") + rule(72, 698.5, 98) + text(72, 684, "is 5")
    assert [each for _, each in lines(read(pdf(underlined), ".pdf"))] == ["total", "is 5"]


def test_what_is_under_a_root_is_not_read(read):
    sign = text(72, 700, "Ö", font="F3")  # the sign of a root in this font
    page = text(60, 700, "1/") + sign + text(79, 700, "2") + rule(79, 709, 86) + text(86, 700, " = 0.7")
    assert lines(read(pdf(page), ".pdf")) == [("unread", "1/?2 = 0.7")]
    large = text(72, 696, "Ö", 20, font="F3") + rule(83, 716, 130)
    fraction = text(90, 706, "k") + rule(87, 703, 100) + text(90, 690, "4") + text(106, 700, "+ c")
    assert [kind for kind, _ in lines(read(pdf(text(50, 700, "x =") + large + fraction), ".pdf"))] == ["unread"]


def test_rows_between_large_brackets_are_not_read_and_one_line_is(read):
    rows = text(120, 708, "1") + text(120, 690, "2")
    for bracket in (
        r"q BT /F1 40 Tf 0.3 0 0 1 100 686 Tm (\() Tj ET Q ",
        "".join(rf"q BT /F3 12 Tf 100 {y} Td (\{code}) Tj ET Q " for y, code in ((712, 346), (700, 347), (688, 350))),
    ):
        found = lines(read(pdf(text(72, 740, "above") + bracket + rows), ".pdf"))
        assert found[0] == ("paragraph", "above")
        assert {kind for kind, _ in found[1:]} == {"unread"}
    page = text(72, 700, "3 ·") + r"q BT /F1 20 Tf 0.6 0 0 1 90 697 Tm (\() Tj ET Q " + text(96, 700, "2 + 1)")
    assert lines(read(pdf(page), ".pdf")) == [("paragraph", "3 · (2 + 1)")]


def test_what_is_set_apart_has_two_spaces_before_it(read):
    page = text(72, 700, "6") + text(85, 700, "k + 1") + text(72, 680, "6") + text(82, 680, "kg")
    assert [each for _, each in lines(read(pdf(page), ".pdf"))] == ["6  k + 1", "6 kg"]


@pytest.mark.parametrize(
    "line",
    [rule(71, 704, 86), "2 w 71 704 m 86 704 l S ", "71 698 m 86 710 l S 71 710 m 86 698 l S "],
    ids=["a box", "a line", "a cross"],
)
def test_struck_out_text_is_apart(read, line):
    page = text(72, 700, "31") + line + text(95, 700, "32")
    ((_, line),) = read(pdf(page), ".pdf").lines
    assert (line.text, line.struck) == ("32", "31")


def test_what_is_typed_into_a_form_is_read_beside_its_label(read):
    page = text(72, 700, "Answer to (a):") + text(72, 660, "Answer to (b):")
    fields = (
        note("Widget", 170, 694, 260, 712, "/FT /Tx /T (a) /V (27648 bytes) /DA (/Helv 0 Tf 0 g)"),
        note("Widget", 170, 654, 260, 672, "/FT /Ch /T (b) /V (12 kg) /Opt [(12 kg) (13 kg)]"),
        note("Widget", 170, 614, 260, 632, "/FT /Tx /T (empty)"),
        note("Widget", 170, 594, 260, 612, "/FT /Tx /T (hidden) /V (99) /F 2").replace("/F 4", ""),
    )
    document = read(form(page, *fields), ".pdf")
    assert [each.split() for _, each in lines(document)] == [
        ["Answer", "to", "(a):", "27648", "bytes"],
        ["Answer", "to", "(b):", "12", "kg"],
    ]
    assert not document.notes
    assert not document.troubles


def test_typed_notes_are_lines_at_their_place(read):
    typed = note("FreeText", 72, 640, 300, 690, "/Contents (first = 1\\rsecond = 2) /DA (0 0 1 rg /Helv 12 Tf)")
    page = text(72, 700, "above") + text(72, 600, "below")
    found = [each for _, each in lines(read(pdf(page, annotations=typed), ".pdf"))]
    assert found == ["above", "first = 1", "second = 2", "below"]


def test_strike_outs_that_are_annotations(read):
    page = text(72, 700, "31 or 32")
    struck = note("StrikeOut", 70, 696, 86, 712, "/QuadPoints [70 712 86 712 70 696 86 696]")
    ((_, line),) = read(pdf(page, annotations=struck), ".pdf").lines
    assert (line.text.split(), line.struck) == (["or", "32"], "31")


@pytest.mark.parametrize(
    "drawn",
    [
        pdf(text(72, 700, "x = 5"), annotations=note("Ink", 70, 690, 200, 710, "/InkList [[70 690 200 710]]")),
        pdf(text(72, 700, "x = 5"), annotations=note("Text", 70, 690, 90, 710, "/Contents (it is 6)")),
        form(text(72, 700, "x = 5"), note("Widget", 200, 690, 210, 700, "/FT /Btn /T (a) /V /Yes /AS /Yes")),
    ],
    ids=["ink", "a comment", "a tick"],
)
def test_drawings_comments_and_ticks_are_left_to_a_person(read, drawn):
    document = read(drawn, ".pdf")
    assert lines(document) == [("paragraph", "x = 5")]
    assert document.unread == ("Drawings, ticks and comments were not read: a person must look at page 1.",)
    assert [each.message for each in document.troubles] == list(document.notes)


def test_a_box_that_is_not_ticked_is_no_answer(read):
    field = note("Widget", 200, 690, 210, 700, "/FT /Btn /T (a) /V /Off /AS /Off")
    assert not read(form(text(72, 700, "x = 5"), field), ".pdf").notes


def test_two_columns_are_read_one_after_the_other(read):
    left = [f"the left hand column of text with the words {n}" for n in range(10)]
    right = [f"right column with words {n}" for n in range(10)]
    page = placed(*[(72, each) for each in left], size=11) + placed(*[(330, each) for each in right], size=11)
    found = " ".join(each for _, each in lines(read(pdf(page), ".pdf")))
    assert found == " ".join([*left, *right])


def test_tables_have_cells(read):
    page = "".join(
        text(72, 700 - 20 * row, f"a{row}")
        + text(200, 700 - 20 * row, f"b{row}")
        + text(330, 700 - 20 * row, f"c{row}")
        for row in range(3)
    )
    document = read(pdf(page), ".pdf")
    assert [line.cells for block, line in document.lines if block.kind == "table"] == [
        (f"a{row}", f"b{row}", f"c{row}") for row in range(3)
    ]


def test_hidden_text_is_not_read_but_reported(read):
    document = read(pdf(text(72, 700, "shown") + text(72, 600, "27648").replace("BT", "BT 3 Tr")), ".pdf")
    assert [each for _, each in lines(document)] == ["shown"]
    assert document.notes == ("hidden text was not read: “27648”",)


def test_scans_are_left_to_a_person_and_what_a_program_read_in_them_is_no_text(read):
    scan = PICTURE + text(72, 700, "27648").replace("BT", "BT 3 Tr")
    with pytest.raises(DocumentUnreadable) as error:
        read(pdf(scan, PICTURE), ".pdf")
    assert error.value.message == "no text in this file: its pages are pictures, and a person must read them"
    document = read(pdf(text(72, 700, "typed"), scan), ".pdf")
    assert lines(document) == [("paragraph", "typed"), ("picture", "picture")]
    assert document.unread == ("Page 2 has no text: a person must read it.",)


def test_text_that_nobody_sees_is_not_called_a_scan(read):
    unseen = text(72, 700, "27648").replace("BT", "BT 3 Tr")
    with pytest.raises(DocumentUnreadable) as error:
        read(pdf(unseen), ".pdf")
    assert error.value.message.startswith("no text in this file that can be seen: it is drawn invisibly")
    document = read(pdf(text(72, 700, "typed"), unseen), ".pdf")
    assert "Page 2 has no text that can be seen: a person must look at it." in document.unread
    assert document.pages == (2,)


def test_page_numbers_and_running_heads_are_no_text(read):
    pages = [text(72, 770, "Jo Doe, homework 3") + text(72, 700, f"x = {n}") + text(300, 30, f"{n}") for n in (1, 2)]
    assert [each for _, each in lines(read(pdf(*pages), ".pdf"))] == ["x = 1", "x = 2"]


def test_files_with_a_password_and_broken_ones(read):
    locked = pdf(text(72, 700, "x")).replace(
        b"/Root 1 0 R",
        b"/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O ("
        + b"a" * 32
        + b") /U ("
        + b"b" * 32
        + b") /P -4 >> /ID [(a) (a)]",
    )
    for data, message in (
        (locked, "this file is protected by a password; save it without one"),
        (b"%PDF-1.4\n%%EOF", "this file is broken; print it to a new PDF, and hand that in"),
    ):
        with pytest.raises(DocumentUnreadable) as error:
            read(data, ".pdf")
        assert error.value.message == message


def test_a_broken_table_of_contents_is_repaired(read):
    data = pdf(text(72, 700, "x = 5"))
    assert lines(read(data[: data.rindex(b"startxref")] + b"startxref\n5\n%%EOF", ".pdf")) == [("paragraph", "x = 5")]


def test_scripts_and_files_inside_are_not_run(read):
    script = "/OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >>"
    assert lines(read(pdf(text(72, 700, "x = 5"), extra=script), ".pdf")) == [("paragraph", "x = 5")]


def test_long_files_are_cut(read):
    document = read(pdf(*[text(72, 700, "x = 5")] * 400), ".pdf")
    assert document.notes == ("only the first 150 of 400 pages were read",)
    assert len(list(document.lines)) == 150


def test_a_process_that_takes_too_long_is_ended(read, monkeypatch):
    monkeypatch.setattr(pdf_format, "WORKER", "import time; time.sleep(60)")
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda *given, timeout, **more: run(*given, timeout=timeout / 100, **more))
    start = time.monotonic()
    with pytest.raises(DocumentUnreadable) as error:
        read(pdf(text(72, 700, "x")), ".pdf")
    assert error.value.message == "this file takes more than 2 seconds to read; print it to a new PDF, and hand that in"
    assert time.monotonic() - start < 20


def test_a_missing_library(read, monkeypatch):
    monkeypatch.setattr(pdf_format, "find_spec", lambda _: None)
    with pytest.raises(DocumentUnreadable) as error:
        read(pdf(text(72, 700, "x")), ".pdf")
    assert error.value.message == "reading .pdf files needs the extra `pdf`; run: pip install 'answer-checker[pdf]'"


def noted(*notes):
    """Return a page with two results that have raised numbers, and what is below the short line."""
    lines = [("a = 245,760", 700, "1"), ("b = 512", 660, "2")]
    page = "".join(text(72, y, words) + text(72 + 6.2 * len(words), y + 4, mark, 6) for words, y, mark in lines)
    below = "".join(text(72, 80 - 14 * place, each, 10) for place, each in enumerate(notes))
    return page + rule(72, 100, 216) + below


def test_a_raised_number_that_may_be_that_of_a_footnote_is_not_read(read):
    found = read(pdf(noted("1 see page 3", "2 by calculator")), ".pdf")
    assert [kind for kind, _ in lines(found)[:2]] == ["unread", "unread"]


@pytest.mark.parametrize("page", [noted("3 see page 3"), noted("end of the page")])
def test_exponents_stay(read, page):
    assert "b = 512^2" in [each for _, each in lines(read(pdf(page), ".pdf"))]
