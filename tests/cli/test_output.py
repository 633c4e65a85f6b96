"""How a page is printed: in columns, in plain lines, in colour; and JSON and errors."""

from __future__ import annotations

import io
import json

import pytest

from checker.cli import output
from checker.cli.output import Table, Text, page_text

PAGE = [
    "",
    Text("Q1 · layer · One layer", "Problem"),
    Text("31,744 is not correct.", "Incorrect", ":("),
    "",
    Table([("Why", "It counts W_O."), ("Next", ""), ("", "Once more.")], indent=6),
    "",
    Table(
        [("attention", "16,384", "12,288", "◀ first difference: 4,096"), ("total", "31,744", "-", "")],
        "lrrw",
        ("step", "yours", "expected", ""),
        "Step",
    ),
    Table([("queries", "64 · 64", "4,096")], "lwr", between=" = "),
]


def test_a_page_for_people():
    assert page_text(PAGE).split("\n") == [
        "",
        "  Q1 · layer · One layer",
        "  :(  31,744 is not correct.",
        "",
        "      Why  It counts W_O.",
        "           Once more.",
        "",
        "  step        yours  expected",
        "  attention  16,384    12,288  ◀ first difference: 4,096",
        "  total      31,744         -",
        "  queries  64 · 64  4,096",
    ]


def test_a_page_in_plain_lines():
    assert page_text(PAGE, plain=True).split("\n") == [
        "Problem: Q1 · layer · One layer",
        "Incorrect: 31,744 is not correct.",
        "Why: It counts W_O.",
        "Once more.",
        "Step attention: yours 16,384, expected 12,288, first difference: 4,096",
        "Step total: yours 31,744",
        "queries: 64 · 64 = 4,096",
    ]


def test_colours_are_those_of_the_signs_and_labels():
    shown = page_text(PAGE, colour=True)
    assert "\x1b[31m\x1b[1m:(\x1b[0m  31,744" in shown
    assert "\x1b[1mWhy\x1b[0m  It counts" in shown
    assert "\x1b[31m◀ first difference: 4,096\x1b[0m" in shown
    assert "\x1b" not in page_text(PAGE) + page_text(PAGE, plain=True)


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        ("the sum of all the weights in it", ["  the sum of all the", "  weights in it"]),
        ("- the sum of all the weights", ["  - the sum of all the", "    weights"]),
        (Table([("Why", "it is:\n· the sum of all the weights")]), ["  Why  it is:", "       · the sum of all the", "         weights"]),
        (Table([("a" * 30, "b")], "lr"), [f"  {'a' * 30}  b"]),
        (Table([("中文", "1"), ("layer", "22")], "lr"), ["  中文    1", "  layer  22"]),
        (Table([("m", "[1 2]\n[3 4]")]), ["  m  [1 2]", "     [3 4]"]),
        (Table([("a" * 14, "it counts W_O"), ("b", "")]), [f"  {'a' * 14}", "    it counts W_O"]),
        ("中文中文中文中文中文中文中文", ["  中文中文中文中文中文中文", "  中文"]),
    ],
)  # fmt: skip
def test_a_narrow_window(block, lines):
    assert page_text([block], width=24).split("\n") == lines


@pytest.mark.parametrize("plain", [True, False])
def test_no_page_steers_a_terminal(plain):
    shown = page_text(["a\x1b[2Jb", Text("c\u202ed", "e\x07"), Table([("f", "g\x9bh\ud800")])], plain=plain)
    assert all(sign.isprintable() or sign == "\n" for sign in shown)
    assert shown.count("\ufffd") == (5 if plain else 4)


@pytest.mark.parametrize(
    ("columns", "is_terminal", "width"),
    [
        ("", False, 80),
        ("60", False, 60),
        ("900", False, 100),
        ("9" * 50, False, 80),
        ("0", False, 80),
        ("60", True, 80),
    ],
)
def test_the_width(monkeypatch, columns, is_terminal, width):
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    monkeypatch.setattr("sys.stdout", stream)
    monkeypatch.setenv("COLUMNS", columns)
    output.print_page(["x " * 200])
    assert max(map(len, stream.getvalue().split("\n"))) in (width, width - 1)


def test_json_has_no_half_of_a_character(capsys):
    output.write_json({"given": "a\ud800b😀\\ud800é\x7f"})
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert "\x7f" not in printed
    assert json.loads(printed) == {"given": "a\ufffdb😀\\ud800é\x7f"}


@pytest.mark.parametrize(
    ("arguments", "has_json"),
    [
        (["--format", "json"], True),
        (["--format=json"], True),
        (["--jsonl"], True),
        (["--format", "text"], False),
        (["json"], False),
    ],
)
def test_an_error(capsys, arguments, has_json):
    output.error("usage", "no \ud800 file\x1b", arguments, "\nhint")
    printed = capsys.readouterr()
    assert printed.err == "no \ufffd file\ufffd\nhint\n"
    record = {"schema": "checker.error/1", "code": "usage", "message": "no \ufffd file\x1b"}
    assert (json.loads(printed.out) if printed.out else None) == (record if has_json else None)
