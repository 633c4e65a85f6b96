"""Recognises what students write where they have no answer, in several languages: `?`, `TODO`, `I did not get to this`.

`is_empty` is about all lines for a question; `unanswered` finds the parts that such lines are about, and `mentioned`
the parts whose name begins a sentence with a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from checker.text import lazy_pattern
from checker.text.plain import is_blank
from checker.text.vocabulary import lexicon
from checker.writeups.language.phrases import lines_of, one_of
from checker.writeups.parts.part_words import PartWords, part_words
from checker.writeups.questions.labels import part_mark
from checker.writeups.results.statements import Statement
from checker.writeups.sheets import AskedPart, PartKey

_WORDS: Final = one_of("placeholders")
_PLACEHOLDER: Final = re.compile(
    rf"[\W_]*(?:section\s)?(?:{_WORDS}|\?{{1,5}})(?![\w])(?P<more>.*)", re.IGNORECASE | re.DOTALL
)
_LABELLED: Final = re.compile(
    rf"(?P<label>.{{0,60}}?)[\s:=–→>-]{{1,40}}(?:{_WORDS}|\?{{1,5}}|_{{3,}}|\.{{4,}})(?![\w]).{{0,80}}",
    re.DOTALL,
)
"""The name of a part with a placeholder, in lower case: `total: todo`."""
_GAVE_UP: Final = lazy_pattern(rf"\b{one_of('gave-up')}", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d")
_IN_WORDS: Final = re.compile(
    rf"[=^²*/+]|\bO\s?\(|\b(?:{'|'.join(sorted(lexicon().numbers))}|\w*teen|linear\w*|quadrat\w*|cubi\w*|constant\w*|log\w*)\b",
    re.IGNORECASE,
)
"""An answer in words: a number, a formula, an order of growth."""
_MOST_WORDS: Final = 150
"""Characters of a section without a number in which a student says that there is no answer."""
_ORDINALS: Final = tuple(
    re.compile(
        rf"\b(?:{each})\s+(?:part|one|question|half|teil\w*|frage|aufgabe|partie|question|parte|pregunta|deel|vraag)\b",
        re.IGNORECASE,
    )
    for each in lines_of("ordinals")
)
_LONGEST: Final = 80
"""Characters of a placeholder with the reason for it."""
_LABEL: Final = re.compile(r"^\W*(?:\d{1,2}|[a-h])?\W{0,3}[a-h]?[).:]")
_ELSEWHERE: Final = re.compile(
    r"\b(?:see|siehe|voir|véase|vedi|zie|below|unten|above|oben|later|end|page|photo|attached)\b", re.IGNORECASE
)
"""Words that say where an answer is, if not here."""
_SENTENCES: Final = re.compile(r"(?<=[.!?;])\s+")
_FOR_PART: Final = re.compile(r"(?:\((?=[a-h]\))|\b(?:part|teil|partie|parte|deel)\s+\(?)([a-h])\b", re.IGNORECASE)
_RESULT: Final = re.compile(r"\d{2}|=\s*\d")
_ANSWERED: Final = re.compile(r"(?P<label>.{2,60}?)(?<![\w.,])\d{2}|(?P<sign>.{2,60}?)[=:]\s*\d", re.DOTALL)
"""Words before a number: a result."""
_BEGUN: Final = re.compile(r"(?P<label>[^\d=≈→\n]{2,60}?)\s?(?:[:=≈→]|—|–|->|\bis\b)[^\n]*\d")
"""A label with a number somewhere behind it."""
_RESULTS: Final = re.compile(r"[:=≈→]\s*([-−–]?\d[\d.,' \u00a0\u202f\u2009]*)(?![\d\s]*[-−–+·×*/^x(]\s*[\d(])")
_FEWEST_DIGITS: Final = 3


def is_empty(read: Iterable[Statement], *, is_essay: bool = False) -> bool:
    """Return whether lines hold no answer: only headings, a placeholder, or (unless it is an essay) an excuse."""
    written = [text for each in read if each.kind != "heading" and not is_blank(text := each.text.strip())]
    if not written:
        return True
    is_short = sum(map(len, written)) < _MOST_WORDS and not any(map(_NUMBER.search, written))
    if is_short and not is_essay and gives_up(written) and not any(map(_IN_WORDS.search, written)):
        return True
    first, *others = written
    placeholder = _PLACEHOLDER.fullmatch(first)
    if placeholder is None or _RESULT.search(" ".join(written)):
        return False
    return len(placeholder["more"]) + sum(map(len, others)) < _LONGEST


def gives_up(texts: Iterable[str]) -> bool:
    """Return whether a sentence without a result says that there is no answer: `I did not get to this`."""
    several = (each for text in texts for each in _SENTENCES.split(text))
    return any(_GAVE_UP.search(each) and not _RESULT.search(each) for each in several)


def is_placeholder(text: str) -> bool:
    """Return whether an answer is only a placeholder: `?`, `TODO`."""
    return len(text) <= _LONGEST and bool(_PLACEHOLDER.fullmatch(text.strip())) and not _RESULT.search(text)


def unanswered(
    parts: Sequence[AskedPart], read: Iterable[Statement], lettered: Sequence[AskedPart] = ()
) -> set[PartKey]:
    """Return the parts that the student says are not answered, `total: TODO`, and does not answer later.

    `lettered`: all parts of the question, in the order of their letters, where these are only some of them.
    """
    if len(parts) <= 1:
        return set()
    words = part_words(tuple(parts))
    open_parts: set[PartKey] = set()
    for each in read:
        if part := _unanswered_part(each, words, lettered or parts):
            open_parts.add(part.key)
        elif open_parts and (result := _ANSWERED.match(each.text)):
            named = words.named(result["label"] or result["sign"])
            open_parts -= {named.key} if named else set()
    return open_parts


def has_other_results(read: Iterable[Statement], texts: Iterable[str]) -> bool:
    """Return whether the text has a number after `:` or `=` whose digits are in none of `texts`, the known results."""
    known = "|".join(_digits(text) for text in texts)
    found = (result[1] for each in read for result in _RESULTS.finditer(each.text))
    return any(len(digits) >= _FEWEST_DIGITS and digits not in known for digits in map(_digits, found))


def _digits(text: str) -> str:
    """Return the digits of a text, without zeros at the beginning."""
    return "".join(filter(str.isdigit, text)).lstrip("0")


def mentioned(
    parts: Sequence[AskedPart], read: Iterable[Statement], lettered: Sequence[AskedPart] = ()
) -> set[PartKey]:
    """Return the parts whose name or letter begins a sentence with a number in it, even one that cannot be read."""
    if len(parts) <= 1:
        return set()
    words = part_words(tuple(parts))
    begun = [(found["label"], each.mark) for each in read if (found := _BEGUN.match(each.text))]
    marks = {mark for label, own in begun if (mark := part_mark(label) or own)}
    named = {part.key for label, _ in begun if (part := words.named(label))}
    return named | {part.key for place, part in enumerate(lettered or parts) if chr(ord("a") + place) in marks}


def _unanswered_part(statement: Statement, words: PartWords, lettered: Sequence[AskedPart]) -> AskedPart | None:
    """Return the part that a statement says is not answered, if it says so of any."""
    text = statement.text.strip()
    if given_up := _given_up(text, words, lettered):
        return given_up
    labelled = _LABELLED.fullmatch(text.lower())
    if not labelled and (len(text) > _LONGEST or not _PLACEHOLDER.fullmatch(text)):
        return None
    label = labelled["label"] if labelled else ""
    if _RESULT.search(label):
        return None
    mark = part_mark(text) or ("" if label else statement.mark)
    return _lettered(mark, lettered) or words.named(label or " ".join(statement.above[:1]))


def _given_up(text: str, words: PartWords, lettered: Sequence[AskedPart]) -> AskedPart | None:
    """Return the part of which a sentence says that there is no answer: `(c) I did not know how`, `the second part`."""
    for sentence in _SENTENCES.split(text):
        said = _LABEL.sub("", sentence)
        if not _GAVE_UP.search(sentence) or _NUMBER.search(said) or _ELSEWHERE.search(sentence):
            continue
        letter = _FOR_PART.search(sentence)
        mark = part_mark(sentence) or (letter[1].lower() if letter else "")
        if named := _lettered(mark, lettered) or words.named(sentence):
            return named
        places = [place for place, each in enumerate(_ORDINALS) if each.search(sentence)]
        if places == [len(_ORDINALS) - 1]:
            return lettered[-1]
        if len(places) == 1 and places[0] < len(lettered):
            return lettered[places[0]]
    return None


def _lettered(mark: str, lettered: Sequence[AskedPart]) -> AskedPart | None:
    """Return the part with this letter; None if it has none, or there are fewer parts."""
    place = ord(mark) - ord("a") if mark else len(lettered)
    return lettered[place] if place < len(lettered) else None
