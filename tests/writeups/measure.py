"""Measure how well write-ups with known answers are read: `python -m tests.writeups.measure [FOLDER]`.

Next to each document is its key, `STEM.key.yaml`: where each question begins, and the answer to each part.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from pathlib import Path
from typing import Final

import click

from checker.answers import Reading
from checker.engine.errors import UnreadableAnswer
from checker.marking.outcome import Outcome
from checker.marking.parts import PartsMarker
from checker.writeups.all_results import AllResults
from checker.writeups.formats import DocumentUnreadable, read_document
from checker.writeups.read import read_writeup
from checker.writeups.reading import BoundAnswer, Evidence, FoundQuestion
from checker.writeups.sheets import AskedPart, PartKey, Sheet
from tests.writeups.answer_keys import Key, assignment_named, keys, sheet_named

DOCUMENTS: Final = Path(__file__).parent / "documents"
_ABOVE, _BELOW = 2, 1
"""Lines by which the beginning of a question may be off."""
_WORDS_AFTER: Final = re.compile(r"(?<=[])])\s*[^\W\d]+$")
"""The unit after a list, which a part of another unit does not read."""
_OPENING: Final = 12
"""Letters and digits by which a line of a page is found again in its HTML."""


@dataclass
class Measured:
    """How well the documents of a folder were read."""

    documents: int = 0
    unread: list[str] = field(default_factory=list)
    boundaries: Counter[str] = field(default_factory=Counter)
    """The number of questions that are in the documents (`there`), that were found, and found in the right place."""
    answers: Counter[str] = field(default_factory=Counter)
    """The number of answers by what became of them; see `fate`."""
    essays: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)
    """All that was not read as the keys have it."""
    severe: list[str] = field(default_factory=list)
    """Wrong answers with full marks, and right answers with no points."""

    @property
    def precision(self) -> float:
        """Return the share of the questions found that are where the key has them."""
        return self.boundaries["right"] / max(1, self.boundaries["found"])

    @property
    def recall(self) -> float:
        """Return the share of the questions in the documents that were found where the key has them."""
        return self.boundaries["right"] / max(1, self.boundaries["there"])

    def share(self, fate: str) -> float:
        """Return the share of the answers in the documents that were read right or wrong, missed or sent to review."""
        return self.answers[fate] / max(1, sum(self.answers[each] for each in ("right", "wrong", "missed", "review")))

    def __str__(self) -> str:
        shares = "  ".join(f"{fate} {self.share(fate):.3f}" for fate in ("right", "wrong", "missed", "review"))
        return "\n".join(
            (
                *self.remarks,
                *(f"not read: {each}" for each in self.unread),
                *(f"SEVERE {each}" for each in self.severe),
                f"{self.documents} documents, {len(self.unread)} not read, {len(self.severe)} severe cases",
                f"questions: precision {self.precision:.3f}  recall {self.recall:.3f}  {dict(self.boundaries)}",
                f"answers: {shares}  {dict(self.answers)}",
                f"essays: {dict(self.essays)}",
            )
        )


def measure(folder: Path) -> Measured:
    """Return how well the documents of a folder are read."""
    measured = Measured()
    for key in keys(folder):
        measured.documents += 1
        sheet = sheet_named(key.assignment)
        try:
            document = read_document(str(key.path), key.path.name)
        except DocumentUnreadable as error:
            measured.unread.append(f"{key.path.name}: {error.message}")
            continue
        results = AllResults([document], sheet)
        for question in read_writeup([document], [sheet]).questions:
            _compare_place(key, question, measured)
            _compare_answers(key, sheet, _settled(key, question), measured, results)
    return measured


def _settled(key: Key, question: FoundQuestion) -> FoundQuestion:
    """Return a question as it is graded: an answer that is likely, and right, is not in doubt."""
    marker = _marker(key.assignment, question.problem)
    answers = (
        each._replace(doubt="") if each.is_likely and marker.markers[each.part].is_right(each.text) else each
        for each in question.answers
    )
    return question._replace(answers=tuple(answers))


def fate(part: AskedPart, answer: str, bound: BoundAnswer) -> str:
    """Return what became of the answer that the student gave to a part; `answer` is empty where there is none."""
    if not answer:
        return "review of nothing" if bound.doubt else "invented" if bound.text else "nothing"
    if bound.doubt:
        return "review"
    if not bound.text:
        return "missed"
    return "right" if is_same(part, answer, bound.text) else "wrong"


def is_same(part: AskedPart, one: str, other: str) -> bool:
    """Return whether two texts are the same answer to a part; one of them may be rounded."""
    try:
        first, second = part.read(one), part.read(other)
    except UnreadableAnswer:
        return _WORDS_AFTER.sub("", one) == _WORDS_AFTER.sub("", other)
    if first.shown or second.shown:
        return first.shown == second.shown
    return _axes(first) == _axes(second) and all(
        abs(float(a.value) - float(b.value)) <= 1.001 * float(max(a.half, b.half))
        for a, b in zip(first.numbers, second.numbers, strict=True)
    )


def _axes(reading: Reading) -> list[int]:
    """Return the shape without the brackets that nobody needs: around the only row, or a number."""
    return [size for size in reading.shape if size != 1]


def _compare_place(key: Key, question: FoundQuestion, measured: Measured) -> None:
    """Count a question, which is there or not, and found or not."""
    there, found = key.questions.get(question.problem), question.evidence
    is_right = there is not None and any(_is_near(each, there, key.path) for each in found)
    measured.boundaries += Counter(there=there is not None, found=bool(found), right=is_right)
    if (there is not None or found) and not is_right:
        places = ", ".join(str(each.place) for each in found) or "nothing"
        expected = "not there" if there is None else f"at {there}"
        measured.remarks.append(f"{key.path.name}: question {question.problem} is {expected}; found: {places}")


def _is_near(found: Evidence, there: int, path: Path) -> bool:
    """Return whether a section begins where the key has it.  The lines of a page are not those of its HTML."""
    if found.place.cell:
        return abs(found.place.cell - there) <= 1
    if path.suffix != ".html":
        return -_ABOVE <= found.place.line - there <= _BELOW
    source = path.read_text(encoding="utf-8").splitlines()[max(0, there - 1 - _ABOVE) : there + _BELOW]
    opening = _letters(found.text).lstrip("0123456789")  # the numbers of a list are not in its HTML
    return opening[:_OPENING] in _letters(unescape(re.sub(r"<[^>]*>", "", "\n".join(source))))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text)


def _compare_answers(key: Key, sheet: Sheet, question: FoundQuestion, measured: Measured, results: AllResults) -> None:
    """Count the answers to the parts of a question."""
    fates: dict[PartKey, str] = {}
    for bound in question.answers:
        name = PartKey(bound.problem, bound.part)
        if sheet.parts[name].kind == "text":
            _compare_essay(key, bound, measured)
        elif str(name) in key.unclear:
            measured.answers["unclear, to review" if bound.doubt else "unclear, bound"] += 1
        else:
            answer = key.answers.get(str(name), "")
            fates[name] = found = fate(sheet.parts[name], answer, bound)
            measured.answers[found] += 1
            if found not in {"right", "nothing"}:
                measured.remarks.append(
                    f"{key.path.name}: {name} {found}: {answer!r}, read as {bound.text!r} ({bound.confidence:.2f})"
                )
    if {"wrong", "missed", "invented"} & {*fates.values()}:
        found_answers = [each for each in question.answers if (each.problem, each.part) in fates]
        measured.severe += _severe(key, question.problem, found_answers, results)


def _compare_essay(key: Key, bound: BoundAnswer, measured: Measured) -> None:
    is_written, is_found = bound.problem in key.essays, bool(bound.text)
    measured.essays["right" if is_written == is_found else "missed" if is_written else "invented"] += 1
    if is_written != is_found:
        measured.remarks.append(f"{key.path.name}: essay {bound.problem} is {'' if is_written else 'not '}there")


def _severe(key: Key, problem: str, found: Sequence[BoundAnswer], results: AllResults) -> Iterator[str]:
    """Yield the answers to a problem that get full marks and deserve none, or none and deserve all.

    What goes to review is decided by a person, who sees what the key says; so does, in `grade`, a wrong answer in a
    document that holds the right one.
    """
    marker = _marker(key.assignment, problem)
    names = {each.part: str(PartKey(problem, each.part)) for each in found}
    answers = {part: key.answers.get(name, "") for part, name in names.items()}
    deserved = marker.mark(answers)
    marked = marker.mark({each.part: answers[each.part] if each.doubt else each.text for each in found})
    for each in found:
        reason = _injustice(deserved[each.part], marked[each.part])
        is_right = marker.markers[each.part].is_right
        is_passed_over = any(is_right(text) for text, _ in results.for_part(PartKey(problem, each.part)))
        if reason and not ("no points" in reason and is_passed_over):
            answer = answers[each.part]
            yield f"{key.path.name}: {names[each.part]} {reason}: {answer!r}, read as {each.text!r}"


def _injustice(deserved: Outcome, marked: Outcome) -> str:
    most = marked.question.max_points
    if (deserved.points, marked.points) == (0, most):
        return "gets full marks and deserves none"
    return "gets no points and deserves all" if (deserved.points, marked.points) == (most, 0) else ""


@cache
def _marker(assignment: str, problem: str) -> PartsMarker:
    (found,) = (each for each in assignment_named(assignment).problems if each.id == problem)
    return PartsMarker(found)


if __name__ == "__main__":
    click.echo(measure(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENTS / "first"))
