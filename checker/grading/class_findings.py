"""What a class's answers show: keys that look wrong, wrong answers that several share, and answers perhaps copied.

`ClassFindings` finds them, and `remarks` says what a shared answer may mean: how it relates to the right one, and the
entry for the problem file that would explain it.  An answer is perhaps copied if it is wrong for the student's drawn
numbers and right for those of another student.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, product
from math import isfinite
from typing import Any, Final, NamedTuple

from checker.diagnosis.breakdown import product_of_sizes, sizes_of
from checker.diagnosis.values import Value
from checker.diagnosis.wording import named, sentence
from checker.engine.memory import Memory
from checker.engine.trace import TOTAL
from checker.engine.values import EncodedValue, SelectedOptions
from checker.grading.course import GradeColumn
from checker.grading.gradebook import Gradebook
from checker.grading.records import PERHAPS, TOGETHER, TOO_COARSE, UNEXPLAINED
from checker.grading.rows import Row
from checker.kinds import Reading, flatten
from checker.marking.question import Question
from checker.marking.result import WRONG, Result
from checker.problems import Part, Problem, ProblemError, QuestionKey, question_name
from checker.solvers.variant import Variant
from checker.text.number import StatedNumber
from checker.text.words import first_of, shortened

_LOOK: Final = "Look at the problem file: does it ask what you meant?"

_LARGEST: Final = 12
"""Largest numerator or denominator of a fraction that people notice."""

_SMALL_NUMBER: Final = 100
_LARGEST_OF_SMALL: Final = 4
"""The same for whole numbers below _SMALL_NUMBER, between which most fractions are coincidence."""

_FEWEST_DIGITS: Final = 3
"""Minimum number of stated digits of a real number for a comparison."""


_MOST_NAMED_MISTAKES: Final = 2
"""Maximum number of mistakes that are named; three together give almost any number."""


def remarks(result: Result) -> dict[str, str]:
    """Return what can be said of a wrong answer: a `suggestion` on the key, a `relation`, `where` to list it, `entry`.

    There is no `relation` where `accept` in the problem file gives the answer credit.
    """
    where, entry = _entry(result)
    is_accepted = result.status == "partial" and result.diagnosis is not None and not result.diagnosis.ways
    found = {"suggestion": _suggestion(result), "where": where, "entry": entry}
    return found if is_accepted else found | {"relation": relation(result)}


def relation(result: Result) -> str:
    """Return how a wrong answer relates to the right one: `it is 1.5 × the right answer`; empty if that is unclear."""
    reading, question = result.reading, result.outcome.question
    if reading is None or reading.refused or isinstance(question.truth, EncodedValue):
        return ""
    truths = question.judge.numbers
    if reading.shape != question.judge.shape:
        return "it has another shape"
    found = [f"it is the step {named(step)}" for step in _equal_steps(question, reading)][:1]
    found += [f"it is {times} the right answer" for times in _ratio(reading, truths)]
    found = found or list(_difference(question, reading, truths))
    return "; ".join([*found, *_unreported_mistakes(result, " too" if found else "")])


def _equal_steps(question: Question, reading: Reading) -> Iterator[str]:
    for path, (shape, numbers) in _steps(question.variant):
        is_other = path != question.part.step and shape == reading.shape and any(numbers)
        if is_other and all(map(_is_stated, reading.numbers, numbers)):
            yield path


@lru_cache(64)
def _steps(question: Variant) -> list[tuple[str, Value]]:
    """Return the steps of the worked solution as (path, value), outer ones first; of a formula at all sizes."""
    board = question.board
    return [(path, flatten(board[path].value)) for path in sorted(board, key=lambda path: path.count("."))]


def _ratio(reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """Yield at most one small factor by which all numbers differ from the right ones, such as `1.5 ×` or `1/3 of`."""
    pairs = [(number, truth) for number, truth in zip(reading.numbers, truths, strict=True) if truth or number.value]
    if not pairs or not all(truth for _, truth in pairs):
        return
    number, truth = pairs[0]
    exact = Fraction(number.value) / Fraction(truth)
    ratio = exact if isinstance(truth, int) else exact.limit_denominator(_LARGEST)
    largest = _LARGEST if abs(truth) >= _SMALL_NUMBER or not isinstance(truth, int) else _LARGEST_OF_SMALL
    is_small = ratio not in (0, 1) and max(abs(ratio.numerator), ratio.denominator) <= largest
    if is_small and all(_is_stated(number, ratio * Fraction(truth)) for number, truth in pairs):
        yield f"{float(ratio):g} ×" if 100 % ratio.denominator == 0 else f"{ratio} of"


def _difference(question: Question, reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """Yield by how much a whole number is too small or large, and where that comes from: a step, or sizes."""
    value, half, *_ = reading.numbers[0]
    if reading.shape or not question.judge.whole or not isinstance(value, int) or half >= 1:
        return
    off = abs(value - truths[0])
    steps = (
        path
        for path, (shape, numbers) in _steps(question.variant)
        if not shape and type(numbers[0]) is int and numbers[0] == off and path != TOTAL
    )
    known = [f"as much as the step {named(path)}" for path in steps][:1]
    sizes = {name: size for name, size in sizes_of(question.part.variant).items() if size > 1}
    # of more factors, most numbers are some product of sizes
    known = known or [words for words in (product_of_sizes([off], [sizes], 3, 4).names,) if words]
    yield ", ".join([f"it is {off:,} too {'small' if value < truths[0] else 'large'}", *known])


def _unreported_mistakes(result: Result, too: str) -> Iterator[str]:
    """Yield a sentence on known mistakes that give the answer, perhaps by chance; `too`: " too" after a finding."""
    ways = result.diagnosis.ways if result.diagnosis else ()
    known = sorted((mistakes for mistakes, slip in ways if mistakes and not slip), key=len)
    if known and len(known[0]) <= _MOST_NAMED_MISTAKES:
        sentences = " And: ".join(sentence(result.outcome.question.part.variant, mistake) for mistake in known[0])
        yield f"known mistakes give it{too}, but that may be coincidence: “{sentences.removesuffix('.')}”"


def _is_stated(number: StatedNumber, value: Any) -> bool:
    if isinstance(value, float) and not isfinite(value):  # a masked score
        return False
    if isinstance(number.value, int) and number.half < 1:
        return bool(number.value == value)
    if number.digits is not None and not isinstance(number.value, int) and number.digits < _FEWEST_DIGITS:
        return False
    half = Fraction(number.half)
    is_rounded = half > 0 or isinstance(number.value, float)
    return abs(Fraction(number.value) - Fraction(value)) <= half + abs(Fraction(value)) / 10**9 * is_rounded


def _suggestion(result: Result) -> str:
    explanations = result.diagnosis.explanations if result.diagnosis else ()
    if result.reading and result.reading.refused:
        return f"{result.reading.refused} {_LOOK}"
    if result.status == "partial" and result.diagnosis is None:
        return "right as far as its digits go. Does the problem say how many digits it wants?"
    if not (result.diagnosis and result.diagnosis.is_identified):
        known = relation(result)
        if explanations or (result.diagnosis and result.diagnosis.silenced):
            return f"{known or 'no known mistake fits it well enough'}. {_LOOK}"
        return f"no known mistake gives it{f', but {known}' if known else ''}. {_LOOK}"
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
_A_PAIR: Final = 2
_SHARE: Final = 0.5
"""Share of those who answered from which on a wrong answer is that of most, however many give the right one."""
_MOST_LISTED: Final = 10
_ALSO_SHARED: Final = 0.75
"""Minimum share of these students who also share another wrong answer."""
_LONGEST_SHOWN: Final = 60


class LookTask(NamedTuple):
    """A wrong answer that several students gave, to find out more about it; without a text, the author's keys."""

    problem: str
    part: str | None = None
    text: str = ""
    shown: str = ""


@dataclass(eq=False)
class _Answer:
    """A wrong answer, and who gave it."""

    column: GradeColumn
    task: LookTask
    gave: int = 0
    unexplained: int = 0
    """How many of these no known mistake explains well."""
    followed: int = 0
    """How many gave it only because of an earlier wrong answer."""

    @property
    def question(self) -> QuestionKey:
        return self.task[:2]

    @property
    def shown(self) -> str:
        return self.task.shown

    def record(self, gave: int, of: int) -> dict[str, Any]:
        problem, part = self.question
        return {"problem": problem, "part": part, "answer": self.shown, "count": gave, "of": of}


class ClassFindings:
    """Looks for such answers in a gradebook; `tasks` says what has to be found out about them."""

    def __init__(self, book: Gradebook) -> None:
        self._book = book
        self._answered: Counter[QuestionKey] = Counter()
        self._right: Counter[QuestionKey] = Counter()
        self._wrong: dict[tuple[QuestionKey, str], _Answer] = {}
        """By question, and how they were read."""
        self._of_rows: list[dict[_Answer, bool]] = []
        """The wrong answers of each student, and whether an earlier one led to them."""
        for row in book.rows.values():
            self._count(row)
        self._suspicious = list(self._find_suspicious())
        reported = {each for each in self._suspicious if each.gave >= _SHARE * self._answered[each.question]}
        self._shared = list(self._find_shared(reported))

    def _count(self, row: Row) -> None:
        wrong: dict[_Answer, bool] = {}
        for column, record in zip(row.assignment.columns, row.records, strict=True):
            question = column.id, column.part_id
            status, label = record["status"], record.get("label", "")
            self._answered[question] += status != "not_answered"
            self._right[question] += status == "correct" or label == TOO_COARSE
            shown = record.get("reading", "")
            if status not in WRONG or not shown or len(shown) > _LONGEST_SHOWN or column.drawn or column.error:
                continue
            task = LookTask(*question, record["given"], shown)
            answer = self._wrong.setdefault((question, shown), _Answer(column, task))
            answer.gave += 1
            is_unsure = label == UNEXPLAINED or label.startswith(PERHAPS)
            answer.unexplained += is_unsure and status != "partial"  # which another way of counting may have earned
            wrong[answer] = record.get("consequence", False)
            answer.followed += wrong[answer]
        self._of_rows.append(wrong)

    def _find_suspicious(self) -> Iterator[_Answer]:
        """Yield the wrong answers that at least half of those who answered gave, or more than gave the right one."""
        wrong = sorted(self._wrong.values(), key=lambda each: (each.column.index, each.shown))
        for _, some in groupby(wrong, key=lambda each: each.question):
            counts = [(each.gave - each.followed, each) for each in some]
            most = max(self._right[counts[0][1].question] + 1, *(count for count, _ in counts))
            for count, each in counts:
                if count >= _FEWEST and count >= min(_SHARE * self._answered[each.question], most):
                    yield each

    def _find_shared(self, reported: set[_Answer]) -> Iterator[_Answer]:
        """Yield the wrong answers without a sure explanation that three share, or two who are a quarter of a class."""
        listed: Counter[int] = Counter()
        for each in sorted(self._wrong.values(), key=lambda each: (each.column.index, -each.unexplained, each.shown)):
            least = min(_FEWEST, max(_A_PAIR, 0.25 * self._answered[each.question]))
            if each.unexplained >= least and each not in reported and listed[each.column.index] < _MOST_LISTED:
                listed[each.column.index] += 1
                yield each

    @property
    def tasks(self) -> list[LookTask]:
        """Return what has to be found out."""
        course = self._book.course
        graded = {row.assignment.name for row in self._book.rows.values()}
        outlines = {each.id: each.outline for each in course.columns if each.outline and each.assignment in graded}
        keys = [LookTask(id_) for id_, each in outlines.items() if any(part.has_key for part in each.parts)]
        return list(dict.fromkeys([*keys, *(each.task for each in (*self._suspicious, *self._shared))]))

    def record(self, found: Mapping[LookTask, Any]) -> dict[str, Any]:
        """Return the findings as summary.json has them; `found`: what was found out about each task."""
        return {
            "keys_that_differ": [
                {"problem": task.problem, "part": part or None, "message": message}
                for task, messages in found.items()
                if not task.text
                for part, message in messages.items()
            ],
            "suspicious_keys": [self._suspicion(each, found[each.task]) for each in self._suspicious],
            "shared_answers": list(self._shared_records(found)),
            "neighbours_answers": list(neighbours_answers(self._book)),
        }

    def _suspicion(self, each: _Answer, about: Mapping[str, str]) -> dict[str, Any]:
        gave, of, right = each.gave - each.followed, self._answered[each.question], self._right[each.question]
        others = "" if gave >= _SHARE * of else f", and {right or 'nobody'} the right answer"
        message = f"{gave} of {of} gave {each.shown}{others}: {about['suggestion']}"
        return each.record(gave, of) | {"right": right, "message": message}

    def _shared_records(self, found: Mapping[LookTask, Any]) -> Iterator[dict[str, Any]]:
        others = self._other_answers()
        for each in self._shared:
            about, gave, of = found[each.task], each.unexplained, self._answered[each.question]
            if "relation" not in about:  # `accept` in the problem file gives it credit
                continue
            why = about["relation"] or "it has no obvious relation to the right answer"
            message = " ".join([f"{gave} of {of} gave {each.shown}: {why}.", *_also_shared(others[each], gave)])
            add = {"where": about["where"], "yaml": about["entry"]} if about["entry"] else None
            yield each.record(gave, of) | {"relation": about["relation"], "message": message, "add": add}

    def _other_answers(self) -> dict[_Answer, Counter[_Answer]]:
        """Return, for each shared answer, how many of its students share each other wrong one."""
        found: dict[_Answer, Counter[_Answer]] = {each: Counter() for each in self._shared}
        for wrong in self._of_rows:
            shared = [each for each, is_led_to in wrong.items() if each.gave >= _A_PAIR and not is_led_to]
            for answer in found.keys() & wrong.keys():
                found[answer].update(each for each in shared if each is not answer)
        return found


def _also_shared(others: Counter[_Answer], gave: int) -> Iterator[str]:
    """Yield at most two sentences on answers that most of the students share, too: `Both also gave 31,744 for ffn`."""
    most = sorted(others.items(), key=lambda item: (-item[1], item[0].column.index, item[0].shown))[:2]
    for each, count in most:
        if count >= _A_PAIR and count >= _ALSO_SHARED * gave:
            who = f"{count} of them" if count < gave else "Both" if gave == _A_PAIR else f"All {gave}"
            yield f"{who} also gave {each.shown} for {question_name(*each.question)}."


_MOST_DRAWS: Final = 3
"""A value that is right for more different numbers than these says nothing."""

_NEAR: Final = 0.01
"""Relative distance within which right answers are looked at more closely."""

_MESSAGE: Final = "{} gave {}: right for the numbers of {}, and not for those of {}."


def neighbours_answers(book: Gradebook) -> Iterator[dict[str, Any]]:
    """Yield a record for each wrong answer that is right for another student's drawn numbers: perhaps copied."""
    forgotten = book.rules.forgotten
    roster = sorted(each.id for each in book.course.members.absent(()) if not forgotten.has(*each.keys))
    for assignment in book.course.assignments.values():
        rows = list(book.of(assignment))
        students = dict.fromkeys([*(row.who.id for row in rows), *roster])
        known: dict[int, _Truths] = {}
        for row, place in product(rows, range(len(assignment.columns))):
            column, record, student = assignment.columns[place], row.records[place], row.who.id
            label = record.get("label", "")
            is_sure = TOGETHER not in label and not label.startswith((UNEXPLAINED, PERHAPS))
            if not column.drawn or record["status"] not in WRONG or is_sure:
                continue
            known[place] = known.get(place) or _Truths(column, students)
            if others := known[place].right_for(student, record["given"], record):
                who, named = shortened(student), first_of([*map(shortened, others)], 3)
                yield {
                    "problem": column.id,
                    "part": column.part_id,
                    "student": student,
                    "right_for": list(others),
                    "message": _MESSAGE.format(who, shortened(record["given"]), named, who),
                }


class _Truths:
    """The right answers to a question with drawn numbers, by student."""

    def __init__(self, column: GradeColumn, students: Iterable[str]) -> None:
        self._part = column.part_id
        self._drawn: dict[str, str] = {}
        self._problems: dict[str, Problem] = {}
        for student in students:
            with suppress(ProblemError):
                if (problem := column.problem and column.problem.of_student(student)) is not None:
                    self._drawn[student] = problem.drawn
                    self._problems[problem.drawn] = problem
        self._questions = Memory[str, Question](len(self._problems))
        self._sorted = sorted((_first(problem.part(self._part)), drawn) for drawn, problem in self._problems.items())

    def right_for(self, student: str, given: str, record: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the other students for whose numbers an answer is right.

        Return none if it is right for more than three other draws, or is too short to tell.
        """
        read = record["read_as"]
        while isinstance(read, list) and read:
            read = read[0]
        own = self._problems.get(self._drawn.get(student, ""))
        if type(read) not in (int, float) or own is None or not own.part(self._part).answer_kind.is_telling(given):
            return ()
        near = sorted((read * (1 - _NEAR), read * (1 + _NEAR)))
        start = bisect_left(self._sorted, (near[0], ""))
        end = bisect_right(self._sorted, (near[1], "\U0010ffff"))
        fitting = [
            drawn
            for _, drawn in self._sorted[start:end]
            if drawn != own.drawn and self._question(drawn).compared(given) == "correct"
        ]
        few = fitting if len(fitting) <= _MOST_DRAWS else ()
        return tuple(other for drawn in few for other, theirs in self._drawn.items() if theirs == drawn)

    def _question(self, drawn: str) -> Question:
        problem = self._problems[drawn]
        return self._questions.get(drawn, lambda: Question.of(problem, problem.part(self._part)))


def _first(part: Part) -> float:
    numbers = flatten(part.truth)[1] if part.answer_kind.is_of_numbers else ()
    return float(numbers[0]) if numbers else 0.0
