"""Finds wrong answers without a sure explanation that several students share: three, or two in a small class.

Of each it finds the relation to the right answer (`1.5 ×`, a step), and the entry for the problem file that would
explain it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any, Final, NamedTuple

from checker.diagnosis.flat_values import Value
from checker.diagnosis.mistake_effects import sizes_of
from checker.diagnosis.products import Products
from checker.diagnosis.wording import named, sentence
from checker.engine.trace import TOTAL
from checker.engine.values.choice import SelectedOptions
from checker.engine.values.encoded import EncodedValue
from checker.grading.course import AssignmentColumns, GradeColumn
from checker.grading.grader.graded_source import FAILED
from checker.grading.grader.mark import PERHAPS, UNEXPLAINED, Mark
from checker.grading.results.findings import FindingKey, KeptFindings
from checker.grading.store import Row
from checker.kinds import Reading, flatten
from checker.marking.question import Question
from checker.marking.result import WRONG, Result
from checker.questions.variant import Variant
from checker.text.number import StatedNumber

LARGEST: Final = 12
"""Largest numerator or denominator of a fraction that people notice."""

SMALL_NUMBER: Final = 100
LARGEST_OF_SMALL: Final = 4
"""The same for whole numbers below SMALL_NUMBER, between which most fractions are coincidence."""

FEWEST_DIGITS: Final = 3
"""Minimum number of stated digits of a real number for a comparison."""

MOST_TIMES: Final = 4
MOST_FACTORS: Final = 3
"""Limits of the products of sizes that a difference is compared with; with more, most numbers are some product."""

MOST_NAMED_MISTAKES: Final = 2
"""Maximum number of mistakes that are named; three together give almost any number."""


def safely(remark: Callable[[], str]) -> str:
    """Return the text that `remark` returns, or a sentence that it failed: a mere remark must not stop a run."""
    try:
        return remark()
    except Exception as error:  # noqa: BLE001 - nothing that is only a remark may stop a run
        return FAILED.format(type(error).__name__)


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
    """Yield the steps of the worked solution that have the value of the answer."""
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
    ratio = exact if isinstance(truth, int) else exact.limit_denominator(LARGEST)
    largest = LARGEST if abs(truth) >= SMALL_NUMBER or not isinstance(truth, int) else LARGEST_OF_SMALL
    is_small = ratio not in (0, 1) and max(abs(ratio.numerator), ratio.denominator) <= largest
    if is_small and all(_is_stated(number, ratio * Fraction(truth)) for number, truth in pairs):
        yield f"{float(ratio):g} ×" if 100 % ratio.denominator == 0 else f"{ratio} of"


def _difference(question: Question, reading: Reading, truths: tuple[Any, ...]) -> Iterator[str]:
    """Yield by how much a whole number is too small or large, and where that comes from: a step, or sizes."""
    value, half, *_ = reading.numbers[0]
    if reading.shape or not question.judge.whole or not isinstance(value, int) or half >= 1:
        return
    off = abs(value - truths[0])
    steps = (path for path, value in _steps(question.variant) if _is_whole(value, off) and path != TOTAL)
    known = [f"as much as the step {named(path)}" for path in steps][:1]
    known = known or [words for words in (_products(question.part.variant).single([off]).names,) if words]
    yield ", ".join([f"it is {off:,} too {'small' if value < truths[0] else 'large'}", *known])


def _is_whole(value: Value, number: int) -> bool:
    """Return whether a step is this one whole number."""
    shape, numbers = value
    return not shape and type(numbers[0]) is int and numbers[0] == number


@lru_cache(64)
def _products(variant: Variant) -> Products:
    """Return the products of a question's sizes."""
    sizes = {name: size for name, size in sizes_of(variant).items() if size > 1}
    return Products([sizes], MOST_FACTORS, MOST_TIMES)


def _unreported_mistakes(result: Result, too: str) -> Iterator[str]:
    """Yield a sentence on known mistakes that give the answer, perhaps by chance; `too`: " too" after a finding."""
    ways = result.diagnosis.ways if result.diagnosis else ()
    known = sorted((mistakes for mistakes, slip in ways if mistakes and not slip), key=len)
    if known and len(known[0]) <= MOST_NAMED_MISTAKES:
        sentences = " And: ".join(sentence(result.outcome.question.part.variant, mistake) for mistake in known[0])
        yield f"known mistakes give it{too}, but that may be coincidence: “{sentences.removesuffix('.')}”"


def _is_stated(number: StatedNumber, value: Any) -> bool:
    """Return whether a value is the number that was stated, with enough digits to be sure."""
    if isinstance(value, float) and not isfinite(value):  # a masked score
        return False
    if isinstance(number.value, int) and number.half < 1:
        return bool(number.value == value)
    if number.digits is not None and not isinstance(number.value, int) and number.digits < FEWEST_DIGITS:
        return False
    half = Fraction(number.half)
    is_rounded = half > 0 or isinstance(number.value, float)
    return abs(Fraction(number.value) - Fraction(value)) <= half + abs(Fraction(value)) / 10**9 * is_rounded


FEWEST: Final = 3
"""Minimum number of students who give the answer."""

A_PAIR: Final = 2
A_QUARTER: Final = 0.25
"""In a small class two are enough, if they are at least this share of those who answered."""

MOST_LISTED: Final = 10
"""Maximum number of answers to one question that are listed, the most common first."""

ALSO_SHARED: Final = 0.75
"""Minimum share of these students who also share another wrong answer."""

MOST_ALSO_SHARED: Final = 2


class SharedAnswer(NamedTuple):
    """A wrong answer that several students gave and that no known mistake explains well."""

    column: GradeColumn
    answer: str
    gave: int
    of: int
    relation: str
    """Its relation to the right answer; empty where there is no obvious one."""
    also_shared: tuple[str, ...]
    """Sentences about other wrong answers that these students share."""
    where: str
    entry: str
    """The entry for the problem file that explains it; empty where it cannot be listed."""

    @property
    def message(self) -> str:
        """Return the finding as sentences for instructors: `4 of 40 gave 14,155,008: it is 1.5 × the right answer`."""
        why = self.relation or "it has no obvious relation to the right answer"
        return " ".join([f"{self.gave} of {self.of} gave {self.answer}: {why}.", *self.also_shared])

    def record(self) -> dict[str, Any]:
        """Return the finding as a mapping for JSON."""
        return {
            "problem": self.column.id,
            "part": self.column.part_id,
            "answer": self.answer,
            "count": self.gave,
            "of": self.of,
            "relation": self.relation,
            "message": self.message,
            "add": {"where": self.where, "yaml": self.entry} if self.entry else None,
        }


def shared_answers(
    assignment: AssignmentColumns,
    counts: Mapping[Mark, int],
    rows: Iterable[Row],
    reported: Collection[FindingKey],
    findings: KeptFindings,
) -> list[SharedAnswer]:
    """Return the wrong answers without a sure explanation that several share, but for those in `reported`.

    Of each question the ten most common are returned; answers listed under `accept` in the problem file are left out.
    """
    answered: Counter[int] = Counter()
    wrong: Counter[FindingKey] = Counter()
    unexplained: Counter[FindingKey] = Counter()
    for cell, count in counts.items():
        if cell.status != "not_answered":
            answered[cell.column] += count
        if _is_wrong(cell):
            wrong[_key(cell)] += count
            if cell.label == UNEXPLAINED or cell.label.startswith(PERHAPS):  # several who share a slip made none
                unexplained[_key(cell)] += count
    columns = {column.index: column for column in assignment.columns}
    kept: list[FindingKey] = []
    listed: Counter[int] = Counter()
    for key in sorted(unexplained, key=lambda key: (key[0], -unexplained[key], key[1])):
        index = key[0]
        if key not in reported and _is_shared(unexplained[key], answered[index]) and listed[index] < MOST_LISTED:
            listed[index] += 1
            kept.append(key)
    others = _other_answers(kept, wrong, rows) if kept else {}
    found = []
    for key in kept:
        numbers = unexplained[key], answered[key[0]]
        also_shared = _also_shared(others[key], numbers[0], columns)
        if answer := _shared(columns[key[0]], key[1], numbers, also_shared, findings):
            found.append(answer)
    return found


def _is_shared(count: int, answered: int) -> bool:
    """Return whether three students gave an answer, or two who are at least a quarter of those who answered."""
    return count >= FEWEST or (count >= A_PAIR and count >= A_QUARTER * answered)


def _is_wrong(cell: Mark) -> bool:
    return cell.status in WRONG and bool(cell.answer)


def _key(cell: Mark) -> FindingKey:
    return cell.column, cell.answer


def _other_answers(
    kept: Sequence[FindingKey], wrong: Mapping[FindingKey, int], rows: Iterable[Row]
) -> dict[FindingKey, Counter[FindingKey]]:
    """Return, for each answer in `kept`, how many of its students share each other wrong one that is no consequence."""
    found: dict[FindingKey, Counter[FindingKey]] = {key: Counter() for key in kept}
    for row in rows:
        keys = [_key(cell) for cell in row.cells if _is_wrong(cell)]
        others = [_key(cell) for cell in row.cells if _is_wrong(cell) and not cell.is_consequence]
        for key in keys:
            if key in found:
                found[key].update(other for other in others if other != key and wrong[other] >= A_PAIR)
    return found


def _also_shared(others: Counter[FindingKey], gave: int, columns: Mapping[int, GradeColumn]) -> tuple[str, ...]:
    """Return at most two sentences on answers that most of the students share, too: `Both also gave 31,744 for ffn`."""
    most = sorted(others.items(), key=lambda item: (-item[1], item[0]))[:MOST_ALSO_SHARED]
    return tuple(
        f"{_who(count, gave)} also gave {answer} for {columns[index].name}."
        for (index, answer), count in most
        if count >= A_PAIR and count >= ALSO_SHARED * gave
    )


def _who(count: int, gave: int) -> str:
    """Return `Both`, `All 4` or `3 of them`, for `count` of the `gave` students."""
    if count < gave:
        return f"{count} of them"
    return "Both" if gave == A_PAIR else f"All {gave}"


def _shared(
    column: GradeColumn,
    answer: str,
    numbers: tuple[int, int],
    also_shared: tuple[str, ...],
    findings: KeptFindings,
) -> SharedAnswer | None:
    """Return an answer with what was found; None if `accept` has it.  `numbers`: how many gave it and answered."""
    known = findings.get("shared", column, answer, relation_and_entry)
    if not known:
        return None
    related, where, entry = known
    return SharedAnswer(column, answer, *numbers, related, also_shared, where, entry)


def relation_and_entry(result: Result) -> list[str]:
    """Return the relation to the right answer, where to list it, and the entry; nothing if `accept` has it."""
    if result.status == "partial" and result.diagnosis and not result.diagnosis.ways:
        return []  # `accept` in the problem file gives it credit
    return [safely(lambda: relation(result)), *_entry(result)]


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
        given = (
            _chosen_options(question.truth, marks)
            if isinstance(question.truth, SelectedOptions)
            else question.kind.to_json(reading)
        )
    return where, f'- {{answer: {json.dumps(given, ensure_ascii=False)}, says: "..."}}'


def _chosen_options(truth: SelectedOptions, marks: Sequence[Any]) -> Any:
    """Return the chosen options as the file lists them."""
    texts = [option for option, mark in zip(truth.options, marks, strict=True) if mark]
    return texts[0] if len(texts) == 1 else texts
