"""`Mark`: the status, points and record of one answer, as tables and the store hold them.

Makes marks from outcomes, and of answers that were not marked; `Reason`, a code and a sentence, is why one waits for a
person.  Also here are the ids of review groups, in which equal answers wait for one decision, and the labels of
mistakes in tables.
"""

from __future__ import annotations

import hashlib
import json
import re
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Any, Final, NamedTuple

from checker.diagnosis import Mistake, wording
from checker.diagnosis.slips import CALCULATION, COPIED
from checker.engine.recording import AUTHOR_LISTED
from checker.grading.course import GradeColumn
from checker.kinds import is_blank
from checker.marking.feedback import NO_ANSWER, Feedback
from checker.marking.result import NEEDS_A_PERSON, WRONG, Result, dumps
from checker.text.words import in_one_line

OURS: Final = frozenset({"fault", "worker_ended"})
"""Codes of reasons that are faults of checker."""

UNEXPLAINED: Final = "unexplained"
PERHAPS: Final = "perhaps "
"""Beginning of the label of a possible explanation."""

TOGETHER: Final = " + "
"""Between the causes of an answer in its label."""

TOO_COARSE: Final = "too coarse"
REFUSED: Final = "another unit or claim"
NO_OUTCOME: Final = ("not_answered", "error")
LONGEST_LABEL: Final = 40
LONGEST_SHOWN: Final = 60


class Mark(NamedTuple):
    """What one answer earned: status and points, and its record, which tables leave out."""

    column: int
    status: str
    points: float | None
    label: str = ""
    """The mistake in a few words, or the sentence that says why the answer needs a person."""
    answer: str = ""
    """A wrong answer as it was read, or the beginning of an answer that needs a person."""
    fingerprint: str = ""
    """The hash of an answer that needs a person; equal for equal answers."""
    group: str = ""
    """The id of the review group; empty where no decision can serve several equal answers."""
    is_consequence: bool = False
    """The answer is wrong only because of the student's answers to earlier parts."""
    digest: str = ""
    """Equal for answers with equal readings and results; empty where no answer was found."""
    record: str = ""
    """Without the student at its beginning."""
    reason: Reason | None = None
    """The reason why the answer needs a person."""

    @property
    def fields(self) -> dict[str, Any]:
        """Return the record as a mapping; the student is not in it."""
        found: dict[str, Any] = json.loads(f"{{{self.record}")
        return found

    def with_working(self, lines: Sequence[Mapping[str, Any]]) -> Mark:
        """Return the mark with lines of the student's working added to its record."""
        return self._replace(record=f"{self.record[:-1]},{dumps({'working': lines})[1:]}") if lines else self

    @property
    def in_table(self) -> Mark:
        """Return the mark without its record and its reason, which tables do not show."""
        return self._replace(record="", reason=None)


def marked(column: GradeColumn, result: Result, reason: Reason | None = None) -> Mark:
    """Return the mark of an answer from its result; `reason` says why it needs a person, if that was known before."""
    status, points = result.status, result.points
    if status in NEEDS_A_PERSON:
        sentence = Feedback(result.feedback.headline).message
        reason = reason or Reason("unreadable" if status == "unreadable" else "essay", sentence)
        return _waiting(column, status, result.given, result.json_fields, reason)
    mark = Mark(column.index, status, points)
    if status in WRONG:
        # equal answers to other numbers are not equal cases
        shown = result.read_as if len(result.read_as) <= LONGEST_SHOWN and not column.drawn else ""
        mark = mark._replace(label=_label(column, result), answer=shown, is_consequence=_is_consequence(result))
    seen = (points is not None and result.read_as) or result.given
    return mark._replace(digest=_digest(mark, seen), record=result.json_fields)


def in_error(column: GradeColumn, given: str, part: str | None = None) -> Mark:
    """Return the mark of an answer to a problem whose file is in error: it waits until the file is fixed."""
    return unmarked(column, given, problem_in_error(column), part)


def problem_in_error(column: GradeColumn) -> Reason:
    """Return the reason why answers wait whose problem's file is in error."""
    sentence = f"The problem file is in error ({column.error}). Fix it and grade again; until then the answer waits."
    return Reason("problem_in_error", sentence)


def unmarked(column: GradeColumn, given: str, reason: Reason, part: str | None = None) -> Mark:
    """Return the mark of an answer that waits for a person for this reason; a blank one is not answered."""
    return _without_outcome(column, given, None if is_blank(given) else reason, part)


def unseen(column: GradeColumn, reason: Reason) -> Mark:
    """Return the mark of an answer that was not found but may be in a file that could not be read."""
    return without_group(_without_outcome(column, "", reason))._replace(digest="")


def without_group(mark: Mark) -> Mark:
    """Return the mark without a review group, so that no decision settles it: it waits for a file."""
    return mark._replace(group="")


def of_one_student(mark: Mark, column: GradeColumn, student: str, seen: str = "") -> Mark:
    """Return the mark with a review group for this student alone, since equal answers may be different cases.

    `seen`: what else the person sees; if it changes, the decision holds no more.
    """
    if not mark.group or not mark.reason:
        return mark
    seen = f"{student}: {mark.answer}{seen}"
    group = group_id(column.id, column.part_id, _in_variant(column, seen), mark.reason.code)
    return mark._replace(fingerprint=fingerprint(seen), group=group)


def faulty(column: GradeColumn, given: str, error: Exception) -> Mark:
    """Return the mark of an answer at which checker itself failed: it waits for a person, and the fault is reported."""
    return _without_outcome(column, given, fault(error))


def fault(error: Exception) -> Reason:
    """Return the reason why an answer waits at which checker failed, with the place of the fault."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    sentence = f"A fault of checker, not of this answer: {what} ({where}). Please report it."
    return Reason("fault", sentence)


def _without_outcome(column: GradeColumn, given: str, reason: Reason | None, part: str | None = None) -> Mark:
    """Return the mark of an answer that was not marked: it waits for `reason`, or is not answered if that is None."""
    status = "error" if reason else "not_answered"
    record: dict[str, Any] = {
        "problem": column.id,
        "part": part or column.part_id,
        "variant": None,
        "status": status,
        "points": None if reason else 0.0,
        "max_points": column.part.points if column.part else None,
        "given": given,
        "read_as": None,
        "expected": None,
        "feedback": "full",
        "explanations": [],
        "message": reason.sentence if reason else NO_ANSWER,
    }
    text = dumps(record)[1:]
    if reason:
        return _waiting(column, status, given, text, reason)
    return Mark(column.index, status, 0.0, record=text)


def _waiting(column: GradeColumn, status: str, given: str, record: str, reason: Reason) -> Mark:
    """Return the mark of an answer that needs a person, with its group; without one if the file is in error."""
    seen = f"{given} | {reason.candidates}" if reason.candidates else given
    seen = _in_variant(column, seen)
    group = group_id(column.id, column.part_id, seen, reason.code) if column.part else ""
    shown = in_one_line(given or reason.candidates)
    mark = Mark(column.index, status, None, reason.sentence, shown, fingerprint(seen), group)
    if column.part and column.part.answer_kind.needs_person:
        seen = _words_in(seen)
    return mark._replace(digest=_digest(mark, seen), record=record, reason=reason)


def _words_in(essay: str) -> str:
    """Return the words of an essay, which are the same in each format that it is handed in.

    >>> _words_in("- *One* ~~two~~ thing"), _words_in("• One thing")
    ('one thing', 'one thing')
    """
    return " ".join(re.findall(r"\w+", re.sub(r"~~.*?~~", "", essay))).casefold()


def _in_variant(column: GradeColumn, seen: str) -> str:
    """Return `seen` after the drawn values, so that equal answers to other numbers get another group."""
    return f"{column.drawn} | {seen}" if column.drawn else seen


def _digest(mark: Mark, text: str) -> str:
    """Return a hash of status, points and text, by which hand-ins are compared; empty where nothing was answered."""
    if mark.status == "not_answered":
        return ""
    return short_hash(json.dumps([mark.status, mark.points, " ".join(text.split())]))


def _label(column: GradeColumn, result: Result) -> str:
    """Return the likeliest mistakes, such as `heads multiplied + biases left out`, or why there is none.

    `perhaps` comes before unsure ones, and `?` after one of several that are equally likely.
    """
    if result.reading and result.reading.refused:
        return REFUSED
    if result.diagnosis is None:
        return TOO_COARSE
    if not result.diagnosis.explanations:
        return UNEXPLAINED
    best = result.diagnosis.explanations[0]
    causes = [_name(column, result, mistake) for mistake in best.mistakes] + [slip_words(best.slip or "")]
    causes = causes if any(causes) else [f"as in {', '.join(best.since or best.again)}"]
    doubt = "" if result.diagnosis.is_identified else PERHAPS
    return doubt + TOGETHER.join(filter(None, causes)) + ("?" if result.diagnosis.is_tie else "")


def commonest(labels: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return labels of wrong answers, such as `heads multiplied`, with their numbers, most first.

    A mistake that is sure in one answer and possible in another is one label.

    >>> commonest({"heads multiplied": 1, "perhaps heads multiplied": 2, "perhaps arithmetic": 1})
    [('heads multiplied', 3), ('perhaps arithmetic', 1)]
    """
    together: Counter[str] = Counter()
    for label, count in labels.items():
        sure = label.removeprefix(PERHAPS)
        together[sure if sure in labels else label] += count
    return sorted(together.items(), key=lambda item: (-item[1], item[0]))


def _is_consequence(result: Result) -> bool:
    """Return whether the best explanation is only an error carried forward from another part."""
    best = result.diagnosis.explanations[0] if result.diagnosis and result.diagnosis.explanations else None
    return bool(best and best.since and not best.mistakes and not best.slip)


def _name(column: GradeColumn, result: Result, mistake: Mistake) -> str:
    """Return the name of a mistake, or the author's sentence about one that has no name."""
    part = column.part
    assert part is not None  # noqa: S101 - for mypy: what was marked has a part
    if mistake.point != AUTHOR_LISTED and not mistake.is_derived and part.variant.solver.named == 1:
        return _words(mistake.id)
    is_choice = mistake.point == AUTHOR_LISTED and part.answer_kind.has_options  # named by the option that was chosen
    sentence = result.read_as if is_choice else wording.sentence(part.variant, mistake)
    return shorten(sentence, LONGEST_LABEL, placeholder="…")


def slip_words(slip: str) -> str:
    """Return a slip's name in a few words for tables.

    >>> slip_words("power_of_ten"), slip_words("copied")
    ('power of ten', 'repeats another part')
    """
    return {COPIED: "repeats another part", CALCULATION: "arithmetic"}.get(slip) or _words(slip)


def _words(id_: str) -> str:
    return id_.replace(".", " ").replace("_", " ")


HASH_DIGITS: Final = 10
"""Hexadecimal digits of an id or a fingerprint."""


class Reason(NamedTuple):
    """Why an answer waits for a person: a code and a sentence."""

    code: str
    """Group ids are made of the code, so the sentence may be reworded."""
    sentence: str
    candidates: str = ""
    """What a person chooses from; only answers with equal ones are in one group."""


def short_hash(text: str) -> str:
    """Return a short hash of a text, which may be invalid Unicode."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_DIGITS]


def fingerprint(answer: str) -> str:
    """Return a short hash of an answer as given, which is the same however its words are spaced."""
    return short_hash(" ".join(answer.split()))


def group_id(problem: str, part: str | None, answer: str, code: str) -> str:
    """Return the id of the review group of an answer: equal answers that wait for the same reason share it."""
    return short_hash(json.dumps([problem, part, " ".join(answer.split()), code]))
