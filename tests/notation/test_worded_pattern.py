"""Patterns that rule texts out by the words in them find what plain expressions find."""

from __future__ import annotations

import re
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.text.worded_pattern import WordedPattern, _pieces_of
from checker.writeups import read  # noqa: F401 - with all that reads write-ups
from checker.writeups.language.phrases import _sections, phrases
from tests.cases import documents

PATTERNS = {
    f"{module}.{name}": value
    for module, content in sorted(sys.modules.items())
    if module.startswith("checker.")
    for name, value in vars(content).items()
    if isinstance(value, WordedPattern)
}


@cache
def texts() -> list[str]:
    """Return lines of write-ups, and phrases in the middle of lines, in all cases."""
    written = [row.data[0].get("text", "") for row in documents.part(documents.rows(), 15)]
    lines = [line for text in dict.fromkeys(written) for line in text.split("\n")]
    plain = [re.sub(r"\(\?[:!<=]+|[()?*\\]|\[.*?\]", "", phrase) for name in _sections() for phrase in phrases(name)]
    return [*dict.fromkeys(line[:160] for line in lines if line), *(f"12, {phrase.title()} 5" for phrase in plain)]


def test_there_are_such_patterns():
    assert len(PATTERNS) > 30
    assert sum(any(_pieces_of(each.pattern, each.flags)) for each in PATTERNS.values()) > 30


@pytest.mark.parametrize("name", PATTERNS)
def test_the_same_is_found(name):
    worded, plain = PATTERNS[name], re.compile(PATTERNS[name].pattern, PATTERNS[name].flags)
    for text in texts():
        for each in (text, text.lower(), text[: len(text) // 2]):
            found, right = worded.search(each), plain.search(each)
            assert (found and found.span()) == (right and right.span()), each


WORDS = (
    "not",
    "no",
    "so",
    "fehlt",
    "kein",
    "peut-être",
    "≠",
    "(no)",
    "a lie",
    "x",
    "\u212aein",
    "\u017fo",
    "\u0130dea",
    "_so",
    "so_",
    "=",
)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=5), st.sampled_from(["", " ", ", ", "\n"]))
def test_odd_letters_and_places_between_words(words, between):
    text = between.join(words)
    for pattern, flags in (
        (r"\b(?:so|no(?:t)?|a lie)\b", re.IGNORECASE),
        (r"(?<!\w)kein|\bidea", re.IGNORECASE),
        (r"(?:≠|\bso)(?!\w)", 0),
        (r"[\s,]+so|x$", 0),
        (r"no(?![^\w])t", 0),
    ):
        worded, plain = WordedPattern(pattern, flags), re.compile(pattern, flags)
        assert worded.findall(text) == plain.findall(text)
        assert worded.split(text) == plain.split(text)
        assert worded.sub("-", text) == plain.sub("-", text)
        assert [each.span() for each in worded.finditer(text)] == [each.span() for each in plain.finditer(text)]
        assert bool(worded.match(text)) == bool(plain.match(text))
        assert bool(worded.fullmatch(text)) == bool(plain.fullmatch(text))


@pytest.mark.parametrize(
    ("pattern", "words", "signs"),
    [
        (r"\b(?:guess|perhaps)\b", {" guess ", " perhaps "}, set()),
        (r"(?:un)?sure\s+of", {"sure of"}, set()),
        (r"[≤≥]|\bat most\b", {" at most "}, {"≤", "≥"}),
        (r"\w+|so", set(), set()),
        (r"so?|\bno\b", {"s", " no "}, set()),
        (r"(?:so)*", set(), set()),
        (r"so(?!\w)", {"so "}, set()),
        (r"so(?![^\w])", {"so"}, set()),
    ],
)  # fmt: skip
def test_pieces_that_each_match_has(pattern, words, signs):
    found = _pieces_of(pattern, 0)
    assert (set(found.words), set(found.signs)) == (words, signs)


def test_a_set_without_some_characters_is_no_place_between_words():
    assert WordedPattern(r"foo(?![^\w])bar").search("a foobar").span() == (2, 8)
    assert WordedPattern(r"foo(?<![^\w])bar").search("a foobar").span() == (2, 8)


def no_parser(name):
    raise ModuleNotFoundError(name)


class OtherParser(list):
    """A parser as a later Python may have it, whose trees are as given."""

    def parse(self, pattern, flags):
        return list(self)


@pytest.mark.parametrize(
    "imported",
    [
        no_parser,
        lambda name: object(),
        lambda name: OtherParser([("LITERAL", ord("s")), ("A_NEW_OPERATION", None)]),
        lambda name: OtherParser([("SUBPATTERN", (1, 0, 0, [("A_NEW_OPERATION", None)])), ("LITERAL", ord("s"))]),
        lambda name: OtherParser([("IN", [("LITERAL",)])]),
        lambda name: OtherParser(["LITERAL"]),
    ],
)
def test_an_unknown_parser_rules_no_text_out(monkeypatch, imported):
    monkeypatch.setattr("checker.text.worded_pattern.import_module", imported)
    assert _pieces_of("so", 0) == ((), ())
    assert WordedPattern("so").search("and so on").span() == (4, 6)


def test_an_expression_that_is_wrong_is_an_error_as_of_re():
    with pytest.raises(re.error, match="unterminated"):
        WordedPattern("(so").search("so")
