"""Recognises how students number their answers, such as `Q1)`, `Question # 02`, `3.1`, `(b)` or `Aufgabe 3 a)`.

Each line is looked at by itself; `line_labels` judges the lines of a document together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from checker.units.reading import may_be_unit
from checker.writeups.document import BlockKind
from checker.writeups.language.words import one_of

Components = tuple[int | str, ...]
"""`Q3a` is (3, "a"), `1.2` is (1, 2)."""

IN_NUMBER, BARE, SIGNED, ALONE, IN_COLUMN, BOLD = 0.0, 2.0, 3.0, 4.0, 4.5, 5.0
HEADED, REVISED, WORDED, TITLE = 6.0, 7.0, 9.0, 10.0
"""How surely a label is one: **3 600 m**, `3 Then`, `3) Then`, `3`, `3  5`, **3)**, `3)` as a heading, `Correction of
Q3`, `Question 3`, and `Question 3` as a heading."""

_SHEET_LABEL: Final = re.compile(
    r"\s*(?:[^\W\d_]*\s*[#.:]?\s*)??0*(\d{1,3})((?:\.\d{1,2})*)\s*\.?\(?([a-z]?)\)?(.*)", re.IGNORECASE | re.DOTALL
)
_NOUN: Final = rf"(?:{one_of('questions')}(?![^\W\d_])|[#№])"
_FILLER: Final = r"(?:№|#|:|\.|-|–|\(|\s|~|no\b|nr\b|number\b)*\s*"
_NUMBER: Final = r"0*(\d{1,3})((?:\.\d{1,2})*)"
_PART: Final = r"\s*(?:\.?\s*\(?([a-hA-H])(?![\w'’])\)?)?"
_NO_QUANTITY: Final = r"(?![\w%]|[.:]\d|\s*(?:=(?!=)|[×·+/^]|\*(?!\*)))"
_WORD_LABEL: Final = re.compile(
    rf"[^\w#№]*+(?:{one_of('answers-to')}\s*[’']?\s*)?{_NOUN}{_FILLER}{_NUMBER}{_PART}{_NO_QUANTITY}"
)
_INNER_LABEL: Final = re.compile(rf"(?<!\w){_NOUN}(?:[№#.(\s~-]|no\b|nr\b|number\b)*{_NUMBER}{_PART}{_NO_QUANTITY}")
_REFERS: Final = re.compile(rf"(?:\b{one_of('references')}\s+(?:the\s+)?|\()$", re.IGNORECASE)
_REVISES: Final = re.compile(rf"\b{one_of('revisions')}", re.IGNORECASE)
_BARE: Final = re.compile(
    r"\(?0*(\d{1,2})((?:\.\d(?!\d)){0,3})\s?([a-h](?![\w'’]))?\s*([)\]|]|\.(?!\d)|:(?!\d)|-(?=\s))?\s*(?=(\S?))"
)
_DIGITS_AFTER: Final = re.compile(r"[.,'’]?\d")
"""More digits of a number, `538` in `1538` and `1,538`."""
_IN_GROUPS: Final = re.compile(r"\d{1,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)")
_LETTER: Final = re.compile(r"\W{0,3}\(?([a-hA-H])\s?(?:[).:]|(?=\s+\S))(?!\w)")
_IN_BRACKETS: Final = re.compile(
    r"(?<!\w)\((?:q|qn|question|no\.?|nr\.?|task|ex\.?)?\s*(\d{1,2})([a-h])?\)[.:\s]*$", re.IGNORECASE
)
_ALONE: Final = re.compile(
    r"[-–—=#*_.:(\s]{0,12}(?:zu|ad|re)?\s?0*(\d{1,2})((?:\.\d{1,2}){0,3})\s?([a-h])?[-–—=#*_.:)\s]{0,12}", re.IGNORECASE
)
_IN_COLUMN: Final = re.compile(r"\d{1,2}(?:\.\d{1,2})*[a-h]?(?:\s{2,}|\t)\S")
"""`3      27,648`: a row of a list of answers."""
_SEPARATOR: Final = re.compile(r"\A(?:\A[-–]|[ *_)\].:—#]|[-–](?![\w.,(√\\$]))+")
"""What divides a label from the text behind it; the minus of a term is none: `Question 3: -ln 0.3`."""
_FURTHEST: Final = 12
"""Characters before a label that is left out of its line."""


class Label(NamedTuple):
    """A question's number or title at the beginning of a line, and how sure it is that it is one."""

    components: Components
    strength: float
    shown: str
    is_name: bool = False
    """It is the title or the id of a question, not its number."""


def sheet_components(label: str) -> Components:
    """Return the numbers and letters that a question's label on the sheet consists of.

    Of `1.2, table` the numbers count.

    >>> sheet_components("Q3a"), sheet_components("1.2, table"), sheet_components("10")
    ((3, 'a'), (1, 2), (10,))
    """
    found = _SHEET_LABEL.fullmatch(label)
    return _components(found[1], found[2], found[3]) if found else ()


def labels_of(text: str, kind: BlockKind, strong: str = "", *, begins: bool = True) -> list[Label]:
    """Return the labels that a line may begin with.

    `strong`: the bold text that it begins with.  `begins`: it is the first line of its block.
    """
    start = text.strip()
    is_strong = bool(strong) or kind == "heading"
    found = [*_after_noun(start, is_strong=is_strong), *_without_noun(start, kind, strong, begins=begins)]
    if not found and (label := _ALONE.fullmatch(start)):
        found.append(Label(_components(*label.groups()), ALONE, label[0].strip()))
    # characters of a line that may be a title though it is not bold
    title = strong or (start if len(start) < 40 else "")
    if title and (label := _IN_BRACKETS.search(title.rstrip(" .:"))):
        strength = HEADED if is_strong else BOLD
        found.append(Label(_components(label[1], "", label[2]), strength, label[0].strip()))
    return found


def without_label(text: str, kind: BlockKind, strong: str = "", *, begins: bool = True, known: Components = ()) -> str:
    """Return a line without the label that it begins with, so that its number is not taken for an answer.

    `known`: the label that it has among those of the document.

    >>> without_label("Q3) 3,845", "paragraph"), without_label("3,845", "paragraph")
    ('3,845', '3,845')
    """
    start = text.lstrip()
    for label in labels_of(text, kind, strong, begins=begins):
        if label.strength == IN_NUMBER and label.components != known:
            continue
        place = start.find(label.shown)
        before, after = start[: max(0, place)], start[place + len(label.shown) :]
        if place > 0 and label.strength >= REVISED:
            return before + after
        if 0 <= place <= max(_FURTHEST, len(strong)):
            return (before if place > _FURTHEST else "") + _SEPARATOR.sub("", after)
    return text


def part_mark(text: str) -> str:
    """Return the letter of a part with which a line begins: `b` for `(b) the total`; empty where there is none.

    >>> part_mark("(b) the total"), part_mark("a total of 5")
    ('b', '')
    """
    letter = _LETTER.match(text)
    if letter and (letter[0].rstrip()[-1:] in ").:" or text[letter.end() :].lstrip()[:1].isdigit()):
        return letter[1].lower()
    return ""


def _after_noun(start: str, *, is_strong: bool) -> Iterator[Label]:
    """Yield the label after a noun: `Question 3` at the start, or further on as in `Correction of Q3`."""
    label = _with_noun(start.lower())
    if label is None:
        return
    if label.re is _WORD_LABEL:
        strength = TITLE if is_strong else WORDED
    else:
        before = start[: label.start()]
        is_revised = bool(_REVISES.search(before))
        if not is_revised and _REFERS.search(before) and not before.endswith("("):
            return
        strength = REVISED if is_revised else SIGNED
    yield Label(_components(*label.groups()), strength, start[label.start() : label.end()].strip())


@lru_cache(16_384)
def _with_noun(start: str) -> re.Match[str] | None:
    """Return the label with a noun at the start of a line in lower case, or else further on.

    Each line is searched several times, and to search without regard to case would take twice as long.
    """
    # characters of a line that may hold a label which is not at its start
    return _WORD_LABEL.match(start) or _INNER_LABEL.search(start[:80])


def _without_noun(start: str, kind: BlockKind, strong: str, *, begins: bool) -> Iterator[Label]:
    """Yield the label that is only a number and perhaps a sign: `3)`, `3b.`, `3 | ...`."""
    label = _BARE.match(start)
    is_strong = bool(strong) or kind == "heading"
    if not label or not _is_label(label, start, is_strong=is_strong, begins=begins):
        return
    sign = label[4]
    unit = start[label.end() :].rstrip(" .")
    unit = unit.removesuffix(")") if start[0] == "(" else unit
    if not sign and kind != "heading" and not unit.isalpha() and may_be_unit(unit):
        return  # `50.2 km/h` is no question 50.2, but `6 B` may be answer B to question 6
    if strong.strip() != label[1] and _IN_GROUPS.match(start):
        strength = IN_NUMBER
    elif is_strong:
        strength = HEADED if kind == "heading" else BOLD
    elif sign == "|" or (not sign and _IN_COLUMN.match(start)):
        strength = IN_COLUMN
    else:
        strength = SIGNED if sign else BARE
    yield Label(_components(label[1], label[2], label[3]), strength, label[0].strip())


def _components(number: str, more: str, letter: str | None) -> Components:
    """Return the numbers and the letter of a label as a tuple: (3, 1, "a")."""
    inner = [int(each) for each in more.split(".") if each]
    return (int(number), *inner, *([letter.lower()] if letter else []))


def _is_label(label: re.Match[str], text: str, *, is_strong: bool, begins: bool) -> bool:
    """Return whether a number at the start of a line numbers it: `3) Calculate`, not `2 × 768` or `27648`."""
    sign, after = label[4], text[label.end() :]
    is_row = sign == "|" and not label[3]  # the number of a table's row
    is_decimal = bool(sign) and sign in ".-" and (after if sign == "-" else text[label.end(4) :])[:1].isdigit()
    is_decimal |= not label[3] and after[:1] == "." and after[1:2].isdigit()  # `0   .5774`, but `2a   .08 ms`
    is_longer = not sign and not label[3] and _DIGITS_AFTER.match(text, label.end(2))
    is_factor = not sign and not label[3] and text[label.end(2) :][:1].isalpha()  # 2df
    if is_row or is_decimal or is_longer or is_factor or re.match(r"[×·*+/^=%≈~²]|[-−–]\s?\d|x\s?\d", after):
        return False
    if is_strong or sign:
        return True
    return (begins and bool(re.match(r"[^\W\d_]{2}", after))) or bool(_IN_COLUMN.match(text))
