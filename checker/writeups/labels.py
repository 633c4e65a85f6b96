"""Labels: how students number their answers, such as `Q1)`, `Question # 02`, `3.1`, `(b)` or `Aufgabe 3 a)`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from checker.writeups.document import BlockKind

Components = tuple[int | str, ...]
"""`Q3a` is (3, "a"), `1.2` is (1, 2)."""

_NOUN: Final = (
    r"questions?|ques|qns?|qs|q|problems?|prob|tasks?|exercises?|exer|ex|no|nr|num|number|item|"
    r"aufgaben?|frage|[üu]bung|teilaufgabe|exercices?|probl[eè]me|pregunta|ejercicio|problema|punto|domanda|esercizio|"
    r"quest[aã]o|exerc[ií]cio|opgave|vraag|uppgift|zadanie|pytanie|soru|"
    r"задача|задание|вопрос|упражнение|номер|問題|问题|题目|問|题|第"
)
_SHEET_LABEL: Final = re.compile(r"\s*(?:[^\W\d_]*\s*[#.:]?\s*)??0*(\d{1,3})((?:\.\d{1,2})*)\s*\.?\(?([a-z]?)\)?(.*)", re.I | re.S)
_NUMBERED: Final = rf"(?:№|#|:|\.|-|–|\(|\s|no\b|nr\b|number\b)*\s*0*(\d{{1,3}})((?:\.\d{{1,2}})*)\s*(?:\.?\s*\(?([a-hA-H])(?![\w'’])\)?)?"
_WORD_LABEL: Final = re.compile(rf"\W*+(?:{_NOUN})(?![^\W\d_]){_NUMBERED}(?![\w%]|\.\d|\s*[=×·*+/^])", re.I)
_INNER: Final = re.compile(rf"(?<!\w)(?:{_NOUN})(?![^\W\d_]){_NUMBERED}(?![\w%]|\.\d|\s*[=×·*+/^])", re.I)
_REFERS: Final = re.compile(
    r"(?:\b(?:as|in|of|from|see|than|like|with|by|unlike|since|after|before|aus|von|wie|siehe|de|comme|voir|dans|del)\s+(?:the\s+)?|\()$", re.I
)
_CORRECTS: Final = re.compile(r"\b(?:correct|edit|update|fix|erratum|errata|korrektur|nachtrag|add(?:ition|endum)|redo|again)", re.I)
_BARE: Final = re.compile(r"\(?0*(\d{1,2})((?:\.\d{1,2}){0,3})\s?([a-h](?![\w'’]))?\s*([).:\]|]|-(?=\s))?\s*(?=(\S?))")
_LETTER: Final = re.compile(r"\W{0,3}\(?([a-hA-H])\s?(?:[).:]|(?=\s+\S))(?!\w)")
_ROMAN: Final = re.compile(r"\W{0,3}\(?(i{1,3}|iv|v|vi{0,3})\s?[).](?!\w)")
_IN_BRACKETS: Final = re.compile(r"(?<!\w)\((?:q|qn|question|no\.?|nr\.?|task|ex\.?)?\s*(\d{1,2})([a-h])?\)[.:\s]*$", re.I)
_ALONE: Final = re.compile(r"[-–—=#*_.:(\s]{0,12}0*(\d{1,2})((?:\.\d{1,2}){0,3})\s?([a-h])?[-–—=#*_.:)\s]{0,12}", re.I)
_IN_COLUMN: Final = re.compile(r"\d{1,2}(?:\.\d{1,2})*[a-h]?(?:\s{2,}|\t)\S")
"""`3      27,648`: a row of a list of answers."""
_FIRST_PART: Final = 80
_SHORT: Final = 40
_FURTHEST: Final = 12
_CORRECTING: Final = 7.0
_ROMANS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


class Label(NamedTuple):
    """A label at a line, and how surely it is one."""

    components: Components
    strength: float
    shown: str


def sheet_components(label: str) -> Components:
    """Return the components of a question's label on the sheet; of `1.2, table` the numbers count.

    >>> sheet_components("Q3a"), sheet_components("1.2, table"), sheet_components("10")
    ((3, 'a'), (1, 2), (10,))
    """
    found = _SHEET_LABEL.fullmatch(label)
    return _components(found[1], found[2], found[3]) if found else ()


def labels_of(text: str, kind: BlockKind, strong: str = "", *, begins: bool = True) -> list[Label]:
    """Return the labels that a line may begin with.

    `strong`: the bold text that it begins with.  `begins`: it is the first line of its block.
    """
    is_strong = bool(strong) or kind == "heading"
    found: list[Label] = []
    start = text.strip()
    if label := _WORD_LABEL.match(start):
        found.append(Label(_components(*label.groups()), 10.0 if is_strong else 9.0, label[0].strip()))
    elif label := _INNER.search(start[:_FIRST_PART]):
        before = start[: label.start()]
        strength = _CORRECTING if _CORRECTS.search(before) else 0.0 if _REFERS.search(before) and "(" not in before[-1:] else 3.0
        found.append(Label(_components(*label.groups()), strength, label[0].strip()))
    if (label := _BARE.match(start)) and _is_label(label, start, is_strong=is_strong, begins=begins):
        strength = 6.0 if kind == "heading" else 5.0 if is_strong else 4.5 if label[4] == "|" or (not label[4] and _IN_COLUMN.match(start)) else 3.0 if label[4] else 2.0
        found.append(Label(_components(label[1], label[2], label[3]), strength, label[0].strip()))
    if (label := _ALONE.fullmatch(start)) and not found:
        found.append(Label(_components(*label.groups()), 4.0, label[0].strip()))
    title = strong or (start if len(start) < _SHORT else "")
    if title and (label := _IN_BRACKETS.search(title.rstrip(" .:"))):
        found.append(Label(_components(label[1], "", label[2]), 6.0 if is_strong else 5.0, label[0].strip()))
    return [label for label in found if label.strength]


def without_label(text: str, kind: BlockKind, strong: str = "", *, begins: bool = True) -> str:
    """Return a line without the label that it begins with, so that its number is not taken for an answer.

    >>> without_label("Q3) 3,845", "paragraph"), without_label("3,845", "paragraph")
    ('3,845', '3,845')
    """
    start = text.lstrip()
    for label in labels_of(text, kind, strong, begins=begins):
        place = start.find(label.shown)
        if place > 0 and label.strength >= _CORRECTING:
            return start[:place] + start[place + len(label.shown) :]
        if 0 <= place <= max(_FURTHEST, len(strong)):
            return (start[:place] if place > _FURTHEST else "") + start[place + len(label.shown) :].lstrip(" *_)].:-–—#")
    return text


def part_mark(text: str) -> str:
    """Return the letter that a line begins with, `b` for `(b) the total`; empty where there is none.

    >>> part_mark("(b) the total"), part_mark("a total of 5"), part_mark("ii) then")
    ('b', '', 'b')
    """
    if (found := _LETTER.match(text)) and (found[0].rstrip()[-1:] in ").:" or text[found.end() :].lstrip()[:1].isdigit()):
        return found[1].lower()
    if found := _ROMAN.match(text):
        return "abcdefgh"[_ROMANS.index(found[1])]
    return ""


def _components(number: str, more: str, letter: str | None) -> Components:
    inner = [int(each) for each in more.split(".") if each]
    return (int(number), *inner, *([letter.lower()] if letter else []))


def _is_label(label: re.Match[str], text: str, *, is_strong: bool, begins: bool) -> bool:
    """Return whether a number at the start of a line numbers it: `3) Calculate`, not `2 × 768` or `27648`."""
    sign, after = label[4], text[label.end() :]
    if sign == "|" and not label[3]:  # the number of a table's row
        return False
    if re.match(r"[×·*+/^=%≈~²]|[-−–]\s?\d|x\s?\d", after):
        return False
    if sign in {".", "-"} and re.match(r"\d", after):
        return False
    if is_strong or sign:
        return True
    return (begins and bool(re.match(r"[^\W\d_]{2}", after))) or bool(_IN_COLUMN.match(text))
