"""What a class's answers show: keys that look wrong, wrong answers that several share, and answers perhaps copied.

`class_findings` finds them, and `remarks` says what a shared answer may mean: how it relates to the right one, and the
entry for the problem file that would explain it.  An answer is perhaps copied if it is wrong for the student's drawn
numbers and right for those of another student.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, product
from math import isfinite
from typing import Any, Final, NamedTuple

from checker.diagnosis.breakdown import product_of_sizes, sizes_of
from checker.diagnosis.wording import named
from checker.engine.values import EncodedValue, SelectedOptions
from checker.grading.course import GradeColumn
from checker.grading.gradebook import Gradebook
from checker.grading.records import PERHAPS, TOGETHER, TOO_COARSE, UNEXPLAINED
from checker.kinds import Reading, flatten
from checker.marking.feedback import Feedback
from checker.marking.mark import WRONG, Status
from checker.marking.question import Question
from checker.marking.result import Result
from checker.problems import ProblemError, QuestionKey
from checker.text.number import StatedNumber
from checker.text.words import first_of, shortened


def remarks(result: Result) -> dict[str, str]:
    """Return what can be said of a wrong answer.

    It is a `suggestion` on the key, a `relation`, the `reason` that students read, `where` to list it, and the `entry`.
    There is no `relation` where `accept` in the problem file gives the answer credit, or the kind of answer says in
    words how it differs: it is explained.
    """
    where, entry = _entry(result)
    diagnosis, why = result.diagnosis, result.feedback.why
    is_accepted = result.status is Status.PARTIAL and diagnosis is not None and not diagnosis.ways
    reason = Feedback("", why).message if diagnosis and diagnosis.explanations else ""
    found = {"suggestion": _suggestion(result), "reason": reason, "where": where, "entry": entry}
    return found if is_accepted or _is_told_in_words(result) else found | {"relation": relation(result)}


def _is_told_in_words(result: Result) -> bool:
    reading, question = result.reading, result.outcome.question
    if reading is None or reading.refused:
        return False
    return question.has_digits and bool(question.kind.in_words(question.judge, reading))


def relation(result: Result) -> str:
    """Return how a wrong answer relates to the right one: `it is 1.5 × the right answer`; empty if that is unclear."""
    reading, question = result.reading, result.outcome.question
    if reading is None or reading.refused or isinstance(question.truth, EncodedValue):
        return ""
    if reading.shape != question.judge.shape:
        return "it has another shape"
    board = question.variant.board
    for path in sorted(board, key=lambda path: path.count(".")):
        shape, numbers = flatten(board[path].value)
        is_other = path != question.part.step and shape == reading.shape and any(numbers)
        if is_other and all(map(_is_stated, reading.numbers, numbers)):
            return f"it is the step {named(path)}"
    return _ratio(reading, question.judge.numbers) or _difference(question, reading)


def _ratio(reading: Reading, truths: tuple[Any, ...]) -> str:
    """Return a small factor by which all numbers differ from the right ones: `it is 1/3 of the right answer`."""
    pairs = [(number, truth) for number, truth in zip(reading.numbers, truths, strict=True) if truth or number.value]
    if not pairs or not all(truth for _, truth in pairs):
        return ""
    number, truth = pairs[0]
    # people notice small numerators and denominators; between small whole numbers most fractions are coincidence
    largest = 4 if isinstance(truth, int) and abs(truth) < 100 else 12  # noqa: PLR2004
    exact = Fraction(number.value) / Fraction(truth)
    ratio = exact if isinstance(truth, int) else exact.limit_denominator(largest)
    is_small = ratio not in (0, 1) and max(abs(ratio.numerator), ratio.denominator) <= largest
    if not is_small or not all(_is_stated(number, ratio * Fraction(truth)) for number, truth in pairs):
        return ""
    return f"it is {f'{float(ratio):g} ×' if 100 % ratio.denominator == 0 else f'{ratio} of'} the right answer"


def _difference(question: Question, reading: Reading) -> str:
    """Return by how much a whole number is too small or large, also as a product of the question's sizes."""
    value, half, *_ = reading.numbers[0]
    if reading.shape or not question.judge.whole or not isinstance(value, int) or half >= 1:
        return ""
    off = value - question.judge.numbers[0]
    sizes = {name: size for name, size in sizes_of(question.part.variant).items() if size > 1}
    names = product_of_sizes([abs(off)], [sizes], 3, 4).names  # with more factors, most numbers are some product
    return f"it is {abs(off):,} too {'small' if off < 0 else 'large'}{names and f', {names}'}"


def _is_stated(number: StatedNumber, value: Any) -> bool:
    """Return whether a number is this value, as far as it is stated, in at least three digits."""
    if isinstance(value, float) and not isfinite(value):  # a masked score
        return False
    if isinstance(number.value, int) and number.half < 1:
        return bool(number.value == value)
    if number.digits is not None and not isinstance(number.value, int) and number.digits < 3:  # noqa: PLR2004
        return False
    half = Fraction(number.half)
    is_rounded = half > 0 or isinstance(number.value, float)
    return abs(Fraction(number.value) - Fraction(value)) <= half + abs(Fraction(value)) / 10**9 * is_rounded


def _suggestion(result: Result) -> str:
    explanations = result.diagnosis.explanations if result.diagnosis else ()
    look = "Look at the problem file: does it ask what you meant?"
    if result.reading and result.reading.refused:
        return f"{result.reading.refused} {look}"
    if result.status is Status.PARTIAL and result.diagnosis is None:
        return "right as far as its digits go. Does the problem say how many digits it wants?"
    if not (result.diagnosis and result.diagnosis.is_identified):
        known = relation(result)
        if explanations or (result.diagnosis and result.diagnosis.silenced):
            return f"{known or 'no known mistake fits it well enough'}. {look}"
        return f"no known mistake gives it{f', but {known}' if known else ''}. {look}"
    mistakes = explanations[0].mistakes
    variant = result.outcome.question.part.variant
    point = variant.menu.get(mistakes[0].point) if len(mistakes) == 1 and not explanations[0].slip else None
    if point and point.is_convention:
        return f"right for anyone who {variant.sentences[mistakes[0].id]}. Declare it, or accept both."
    return f"{' '.join(result.feedback.why)} Is this a common mistake, or does the problem file ask something else?"


def _entry(result: Result) -> tuple[str, str]:
    """Return words for where to list an answer, such as `in size.yaml, part a`, and the line to write there.

    Both are empty where nothing was read, or a whole number was rounded, so that many fit.
    """
    reading, question = result.reading, result.outcome.question
    part = question.part
    if reading is None or (question.judge.whole and any(number.half >= 1 for number in reading.numbers)):
        return "", ""  # it is rounded: many numbers fit it
    where = f"in {question.problem.path.name}" + (f", part {part.id}" if part.id else "")
    given: Any = result.read_as
    if "mistakes" in part.variant.arguments:
        where = f"of the parameters {where}"
        marks = [number.value for number in reading.numbers]
        given = question.kind.to_json(reading)
        if isinstance(question.truth, SelectedOptions):
            texts = [option for option, mark in zip(question.truth.options, marks, strict=True) if mark]
            given = texts[0] if len(texts) == 1 else texts
    return where, f'- {{answer: {json.dumps(given, ensure_ascii=False)}, says: "..."}}'


_FEWEST: Final = 3
"""Number of students who share an answer that is worth a remark."""
_SHARE: Final = 0.5
"""Share of those who answered from which on a wrong answer is that of most, however many give the right one."""


class LookTask(NamedTuple):
    """A wrong answer that several students gave, to find out more about it; without a text, the author's keys."""

    problem: str
    part: str | None = None
    text: str = ""
    shown: str = ""


@dataclass(eq=False)
class _Answer:
    """A wrong answer, and who gave it, by the number of the row."""

    column: GradeColumn
    task: LookTask
    gave: set[int] = field(default_factory=set)
    unexplained: set[int] = field(default_factory=set)
    """Those whose answer no known mistake explains well."""
    followed: set[int] = field(default_factory=set)
    """Those who gave it only because of an earlier wrong answer."""

    @property
    def by_itself(self) -> int:
        """Return how many gave it, and not because of an earlier wrong answer."""
        return len(self.gave - self.followed)

    @property
    def question(self) -> QuestionKey:
        return QuestionKey(*self.task[:2])

    def record(self, gave: int, of: int) -> dict[str, Any]:
        problem, part = self.question
        return {"problem": problem, "part": part, "answer": self.task.shown, "count": gave, "of": of}


def class_findings(
    book: Gradebook, look: Callable[[Collection[LookTask]], Mapping[LookTask, Mapping[str, str]]]
) -> dict[str, Any]:
    """Return the findings as summary.json has them; `look` finds out what there is to say of answers and keys."""
    answered, right = Counter[QuestionKey](), Counter[QuestionKey]()
    by_reading: dict[tuple[QuestionKey, str], _Answer] = {}
    for number, row in enumerate(book.rows.values()):
        for column, record in zip(row.assignment.columns, row.records, strict=True):
            question = column.key
            status, label, shown = record["status"], record.get("label", ""), record.get("reading", "")
            answered[question] += status != Status.NOT_ANSWERED
            right[question] += status == Status.CORRECT or label == TOO_COARSE
            if status not in WRONG or not 0 < len(shown) <= 60 or column.drawn or column.error:  # noqa: PLR2004
                continue
            task = LookTask(*question, record["given"], shown)
            answer = by_reading.setdefault((question, shown), _Answer(column, task))
            answer.gave.add(number)
            if status != Status.PARTIAL and (label == UNEXPLAINED or label.startswith(PERHAPS)):
                answer.unexplained.add(number)  # a partial one may be earned by another way of counting
            if record.get("consequence"):
                answer.followed.add(number)
    wrong = sorted(by_reading.values(), key=lambda each: (each.column.index, each.task.shown))
    suspicious = list(_suspicious(wrong, answered, right))
    of_most = {each for each in suspicious if len(each.gave) >= _SHARE * answered[each.question]}
    shared = list(_shared([each for each in wrong if each not in of_most], answered))
    graded = {row.assignment.name for row in book.rows.values()}
    outlines = {each.id: each.outline for each in book.course.columns if each.outline and each.assignment in graded}
    keys = [LookTask(id_) for id_, each in outlines.items() if any(part.has_key for part in each.parts)]
    found = look(list(dict.fromkeys([*keys, *(each.task for each in (*suspicious, *shared))])))
    return {
        "keys_that_differ": [
            {"problem": task.problem, "part": part or None, "message": message}
            for task in keys
            for part, message in found[task].items()
        ],
        "suspicious_keys": [
            _suspicion(each, answered[each.question], right[each.question], found[each.task]) for each in suspicious
        ],
        "shared_answers": [
            _shared_record(each, answered[each.question], found[each.task], wrong)
            for each in shared
            if "relation" in found[each.task]  # else it is explained
        ],
        "neighbours_answers": list(_neighbours_answers(book)),
    }


def _suspicious(
    wrong: Iterable[_Answer], answered: Mapping[QuestionKey, int], right: Mapping[QuestionKey, int]
) -> Iterator[_Answer]:
    """Yield the wrong answers that at least half of those who answered gave, or more than gave the right one."""
    for question, some in groupby(wrong, key=lambda each: each.question):
        counts = [(each.by_itself, each) for each in some]
        most = max(right[question] + 1, *(count for count, _ in counts))
        least = max(_FEWEST, min(_SHARE * answered[question], most))
        yield from (each for count, each in counts if count >= least)


def _shared(wrong: Iterable[_Answer], answered: Mapping[QuestionKey, int]) -> Iterator[_Answer]:
    """Yield the wrong answers without a sure explanation that three share, or two who are a quarter of a class."""
    for question, some in groupby(wrong, key=lambda each: each.question):
        least = min(_FEWEST, max(2, 0.25 * answered[question]))
        found = [each for each in some if len(each.unexplained) >= least]
        yield from sorted(found, key=lambda each: -len(each.unexplained))[:10]


def _suspicion(each: _Answer, of: int, right: int, about: Mapping[str, str]) -> dict[str, Any]:
    others = "" if each.by_itself >= _SHARE * of else f", and {right or 'nobody'} the right answer"
    message = f"{each.by_itself} of {of} gave {each.task.shown}{others}: {about['suggestion']}"
    return each.record(each.by_itself, of) | {"right": right, "message": message}


def _shared_record(each: _Answer, of: int, about: Mapping[str, str], wrong: Iterable[_Answer]) -> dict[str, Any]:
    gave = len(each.unexplained)
    known, reason = about["relation"], about.get("reason", "")
    if not known and not reason:
        known = "it has no obvious relation to the right answer"
    sentences = [f"{gave} of {of} gave {each.task.shown}{known and f': {known}'}.", *filter(None, [reason])]
    others = [(len(each.gave & (other.gave - other.followed)), other) for other in wrong if other is not each]
    for count, other in sorted(others, key=lambda item: -item[0])[:2]:
        if count >= max(2, 0.75 * gave):  # most of these students share another wrong answer, too
            who = f"{count} of them" if count < gave else "Both" if gave == 2 else f"All {gave}"  # noqa: PLR2004
            sentences.append(f"{who} also gave {other.task.shown} for {other.question}.")
    add = {"where": about["where"], "yaml": about["entry"]} if about["entry"] else None
    return each.record(gave, of) | {"relation": about["relation"], "message": " ".join(sentences), "add": add}


class _Draw(NamedTuple):
    """A question with numbers that were drawn, and the students who have these."""

    question: Question
    first: float
    """The first number of the right answer."""
    students: list[str]


def _neighbours_answers(book: Gradebook) -> Iterator[dict[str, Any]]:
    """Yield a record for each wrong answer that is right for another student's drawn numbers: perhaps copied."""
    forgotten = book.rules.forgotten
    roster = sorted(each.id for each in book.course.members.absent(()) if not forgotten.has(*each.keys))
    for assignment in book.course.assignments.values():
        rows = list(book.of(assignment))
        students = dict.fromkeys([*(row.who.id for row in rows), *roster])
        known: dict[int, dict[str, _Draw]] = {}
        for row, place in product(rows, range(len(assignment.columns))):
            column, record, student = assignment.columns[place], row.records[place], row.who.id
            label = record.get("label", "")
            is_sure = TOGETHER not in label and not label.startswith((UNEXPLAINED, PERHAPS))
            if not column.drawn or record["status"] not in WRONG or is_sure:
                continue
            if place not in known:
                known[place] = _draws(column, students)
            if others := list(_right_for(student, record, known[place])):
                who, given, names = shortened(student), shortened(record["given"]), map(shortened, others)
                right_for = f"right for the numbers of {first_of([*names], 3)}"
                yield {
                    "problem": column.id,
                    "part": column.part_id,
                    "student": student,
                    "right_for": others,
                    "message": f"{who} gave {given}: {right_for}, and not for those of {who}.",
                }


def _draws(column: GradeColumn, students: Iterable[str]) -> dict[str, _Draw]:
    found: dict[str, _Draw] = {}
    for student in students:
        with suppress(ProblemError):
            problem = column.problem and column.problem.of_student(student)
            if problem and problem.drawn not in found:
                part = problem.part(column.part_id)
                numbers = flatten(part.truth)[1] if part.answer_kind.is_of_numbers else ()
                found[problem.drawn] = _Draw(Question.of(problem, part), float(numbers[0]) if numbers else 0.0, [])
            if problem:
                found[problem.drawn].students.append(student)
    return found


def _right_for(student: str, record: Mapping[str, Any], draws: Mapping[str, _Draw]) -> Iterator[str]:
    """Yield the other students for whose numbers an answer is right.

    Yield none if it is right for more than three other draws, or is too short to tell.
    """
    read = record["read_as"]
    while isinstance(read, list) and read:
        read = read[0]
    own = next((each for each in draws.values() if student in each.students), None)
    if type(read) not in (int, float) or own is None or not own.question.kind.is_telling(record["given"]):
        return
    near = [each for each in draws.values() if each is not own and abs(each.first - read) <= 0.01 * abs(read)]
    fitting = [each for each in near if each.question.compared(record["given"]) == "correct"]
    if len(fitting) <= 3:  # noqa: PLR2004 - a value that is right for more numbers says nothing
        yield from (other for each in fitting for other in each.students)
