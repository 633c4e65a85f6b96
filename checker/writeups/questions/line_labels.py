"""Finds the question labels in all lines of a document, judged together because one line alone says little."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from checker.writeups.language.phrases import one_of
from checker.writeups.questions.labels import (
    BARE,
    BOLD,
    HEADED,
    SIGNED,
    TITLE,
    Components,
    Label,
    labels_of,
    sheet_components,
)
from checker.writeups.questions.section_lines import SectionLine
from checker.writeups.questions.sheet_index import SheetIndex

_RUN: Final = 3
"""Number of labels that count up, from which they are trusted."""
_SEVERAL: Final = 2
"""Number of questions whose labels have a sign, from which bare numbers are no labels."""
_FITS: Final = 0.9
"""How well a number fits a question at least: `3`, or `3 a)` where question 3 has parts."""
_MOSTLY: Final = 0.7
"""Share of different numbers among the labels that count up."""
_IN_LINE: Final = re.compile(
    r"(\d{1,2})([a-h])?(?:[).:]?\s++|(?<=[a-h])[).:])(?![×·*+/^=%≈~²x]|[-−–]\s?\d|\d{3}(?!\d))"
)
"""A number at the start of a line, perhaps with a letter, that does not go on as a calculation or as `3 845`."""
_FEWEST_LINES: Final = 5
_MOST_LINES_EACH: Final = 4
"""Number of parts of a question on average, at most."""
_MOST_OF_SHEET: Final = 0.6
"""Number of labels in a run of lines at least, and their share of the questions on the sheet."""
_SIGNS: Final = re.compile(r"[\W_]*")
_BEFORE_TITLE: Final = re.compile(rf"[\W_]*(?:{one_of('questions')}(?![^\W\d_])[\W_]*)?", re.IGNORECASE)
_AFTER_TITLE: Final = re.compile(
    r"[\s\W]*(?:\([\w.-]+\))?(?P<end>[\W_]*$)|\W{0,3}\s?(?:\([\w.-]+\))?[*_ ]*[:=–—/|]"
    r"|[*_ ]*(?:\([\w.-]+\))?\s*[,(–—-]\s*[^\W\d_][^\d=:]{0,30}$"
)
"""What may follow a title: nothing but signs and the question's id, a sign before the answer, or the name of a part."""
_NUMBERS_HEADING: Final = re.compile(rf"\W*{one_of('question-columns')}?\W*", re.IGNORECASE)
_ROW_NUMBER: Final = re.compile(r"\W*(?:q\W?)?\d{1,2}(?:\.\d)?\s?\(?[a-h]?(?!\w)", re.IGNORECASE)


_NUMBERED: Final = frozenset((BARE, SIGNED, BOLD, HEADED))
"""Strengths of labels that are only a number at the start of a line."""


def line_labels(lines: Sequence[SectionLine], index: SheetIndex) -> list[list[Label]]:
    """Return for each line the labels with which it may begin, such as `Q3` or `2 b)`."""
    found = [
        labels_of(
            *(each.line.text, each.block.kind, each.line.strong[0] if each.starts_bold else ""),
            begins=each.starts_block,
        )
        for each in lines
    ]
    for each, labels in zip(lines, found, strict=True):
        labels.extend(_title(each, labels, index))
    _without_own_numbers(lines, found, index)
    is_headed = False
    for each, labels in zip(lines, found, strict=True):
        labels.extend(_row_label(each, is_headed=is_headed))
        is_headed |= each.is_heading and any(label.strength >= SIGNED for label in labels)
    found = _without_bare(found, index)
    is_marked = any(label.strength >= BOLD for labels in found for label in labels)
    _trust_runs(lines, found, index)
    if not is_marked:
        _trust_lines(lines, found, index)
    return found


def _without_own_numbers(lines: Sequence[SectionLine], found: Sequence[list[Label]], index: SheetIndex) -> None:
    """Leave out the numbers of a document that numbers its headings itself: `1. TITLE OF 4`, `2. TITLE OF 7`.

    Several that are followed by the title of another question count the headings, and no questions.
    """
    numbered = [
        (place, name)
        for place, labels in enumerate(found)
        if labels and all(label.strength <= HEADED and not label.is_name for label in labels)
        for name in _title(lines[place], [], index, after=labels[0].shown)
        if name.strength == TITLE
    ]
    others = [
        place
        for place, name in numbered
        if not any(index.fits(label.components).keys() & index.fits(name.components).keys() for label in found[place])
    ]
    if len(others) < _SEVERAL:
        return
    for labels in found:
        labels[:] = [label for label in labels if label.strength not in _NUMBERED]
    for place, name in numbered:
        found[place].append(name)


def _title(each: SectionLine, labels: Sequence[Label], index: SheetIndex, *, after: str = "") -> Iterator[Label]:
    """Yield a label for the question whose title or id begins a line that has no label yet.

    `after`: a number at the start of the line, which is passed over.
    """
    if labels or (each.is_prompt and not after):
        return
    line = each.line.text.lstrip().removeprefix(after) if after else each.line.text
    texts = {before.sub("", line, count=1) for before in (_SIGNS, _BEFORE_TITLE)}
    several = [
        (len(name), name, text) for text in texts for name in index.names if text[: len(name)].casefold() == name
    ]
    length, name, text = max(several, default=(0, "", ""))
    if not name or not (rest := _AFTER_TITLE.match(text, length)):
        return
    components = index.labels[index.names[name]]
    if not components or not (rest["end"] is not None or each.starts_block):
        return
    yield Label(components, TITLE if rest["end"] is not None else HEADED, text[:length], is_name=True)


def _row_label(each: SectionLine, *, is_headed: bool) -> Iterator[Label]:
    """Yield the label of a row in a table of answers, whose first column has the numbers of the questions.

    Below headings that have labels, rows are only numbered, unless their column says that these are questions.
    """
    if each.block.kind != "table" or not each.line.cells:
        return
    heading = each.block.lines[0].cells[0]
    if _NUMBERS_HEADING.fullmatch(heading) and (not is_headed or any(map(str.isalpha, heading))):
        cell = _ROW_NUMBER.match(each.line.cells[0])
        if cell:
            yield Label(sheet_components(cell[0]), HEADED, cell[0].strip())


def _without_bare(found: list[list[Label]], index: SheetIndex) -> list[list[Label]]:
    """Return the labels without those that are only a number, if several others have a sign.

    Next to `1.` and `2.`, `1 head` is no label. The sign of `1 a)` belongs to its letter.
    """
    signed = {label.components for labels in found for label in labels if label.strength > BARE}
    signed = {each for each in signed if each and not (isinstance(each[-1], str) and len(each) > 1)}
    if sum(1.0 in index.fits(each).values() for each in signed) < _SEVERAL:
        return found
    return [[label for label in labels if label.strength > BARE] for labels in found]


def _trust_runs(lines: Sequence[SectionLine], found: list[list[Label]], index: SheetIndex) -> None:
    """Make labels that are only numbers strong if they count up through the document. `found` is changed."""
    bare = [
        (place, label)
        for place, labels in enumerate(found)
        for label in labels
        if label.strength <= SIGNED
        and lines[place].starts_block
        and max(index.fits(label.components).values(), default=0) >= _FITS
    ]
    numbers = {label.components for _, label in bare}
    better = {label.components for labels in found for label in labels if label.strength > BOLD}
    if len(better) >= _RUN or len(numbers) < _RUN or len(numbers) < _MOSTLY * len(bare):
        return
    for place, label in bare:
        found[place] = [each._replace(strength=BOLD) if each is label else each for each in found[place]]


def _trust_lines(lines: Sequence[SectionLine], found: list[list[Label]], index: SheetIndex) -> None:
    """Put strong labels on lines that begin with numbers in order, through most of the sheet; change `found`."""
    order = {label: place for place, label in enumerate(index.labels)}
    numbered = []
    for place, each in enumerate(lines):
        start = _IN_LINE.match(each.line.text) if each.block.kind == "paragraph" else None
        components: Components = (int(start[1]), *filter(None, [start[2]])) if start else ()
        question = order.get(components, order.get(components[:1]))
        if start and question is not None:
            numbered.append((place, (question, start[2] or ""), Label(components, BOLD, start[0].strip())))
    if _MOSTLY * len(numbered) > _MOST_LINES_EACH * len(index.labels):  # no run can be that long
        return
    run = _longest_run([question for _, question, _ in numbered])
    reached = {numbered[number][1][0] for number in run}
    if len(run) < max(_FEWEST_LINES, _MOSTLY * len(numbered)) or len(reached) < _MOST_OF_SHEET * len(index.labels):
        return
    for number in run:
        place, _, label = numbered[number]
        found[place] = [label]


def _longest_run(several: Sequence[tuple[int, str]]) -> list[int]:
    runs: list[list[int]] = []
    for place, number in enumerate(several):
        before = max((run for run in runs if several[run[-1]] < number), key=len, default=[])
        runs.append([*before, place])
    return max(runs, key=len, default=[])
