"""Problems as questions for a bank: right and wrong answers listed, each with its credit and its sentence.

Wrong answers are those of known mistakes, and of pairs of these; accepted answers are listed, too.  Texts that a person
marks become essays.  Kinds of answers that a list of values cannot grade are left out, and the question says where a
grade may differ from that of checker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from itertools import combinations
from typing import Any, Final, NamedTuple

from checker.diagnosis.mistakes import Mistakes, options_of, possible_mistakes
from checker.engine.errors import INVALID_RUN
from checker.engine.recording import MenuError
from checker.engine.values.choice import SelectedOptions
from checker.engine.values.tolerance import bounds
from checker.kinds import Tolerance, flatten
from checker.marking.mark import mark
from checker.marking.question import Question
from checker.marking.result import Result
from checker.marking.told import told
from checker.problems import Part, Problem
from checker.text.words import as_sentence, enumerated

MOST_SINGLE: Final = 200
"""Maximum number of single mistakes that are looked at."""

FORMULA: Final = "a list of spellings would mark other right ones wrong"
"""Why answers that are expressions are left out."""

KEPT: Final = "Here only {} {} asked for."
"""What is added to a prompt of whose parts some are left out."""


class ListedAnswer(NamedTuple):
    """One answer that a bank question lists: its value, its share of the points, and a sentence for the student."""

    value: Any
    """A number, or a text that a student may write."""
    share: float
    """The share of the points."""
    says: str
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    """The lowest and the highest number that counts as this answer."""

    @property
    def middle(self) -> Decimal:
        """Return the middle of the range of numbers that count as this answer."""
        return (self.low + self.high) / 2

    @property
    def reach(self) -> Decimal:
        """Return how far from the middle a number may be and still count."""
        return (self.high - self.low) / 2


class Field(NamedTuple):
    """A box for one number in a bank question, with the answers listed for it, in the order in which they count."""

    label: str
    answers: tuple[ListedAnswer, ...]
    is_whole: bool


class BankPart(NamedTuple):
    """One part of a problem in a bank question: its prompt, and the answers listed for it."""

    id: str | None
    asked: str
    points: float
    fields: tuple[Field, ...] = ()
    """Fields for numbers; none where the answer is something else."""
    options: tuple[ListedAnswer, ...] = ()
    """All options of a choice."""
    spellings: tuple[ListedAnswer, ...] = ()
    """Answers as texts, for shapes."""
    unit: str = ""

    @property
    def is_single(self) -> bool:
        """Return whether one option of the choice is right."""
        return any(each.share == 1 for each in self.options)

    @property
    def is_essay(self) -> bool:
        """Return whether the part takes a text that a person grades."""
        return not (self.fields or self.options or self.spellings)


class LeftOutQuestion(NamedTuple):
    """A question, or a part of one, that is not in the bank because no bank can hold it, and why."""

    id: str
    why: str


class BankQuestion(NamedTuple):
    """A problem, or one variant of it, as a question for a bank."""

    id: str
    name: str
    prompt: str
    """Markdown."""
    parts: tuple[BankPart, ...]
    """None if no bank can grade any part."""
    notes: tuple[str, ...]
    """What a bank cannot express, and does not falsify."""
    differs: tuple[str, ...]
    """Where a grade in a bank may be another one."""
    left_out: tuple[LeftOutQuestion, ...]
    """The problem, or parts of it."""
    solution: str = ""


class Category(NamedTuple):
    """A group of questions in a bank: those of an assignment, or the variants of a problem."""

    path: tuple[str, ...]
    """The names of the categories that it is in, and its own."""
    questions: list[BankQuestion]


def called(problem: Problem, name: str) -> str:
    """Return what a question is called: its id in the bank, and its title if that differs from the id."""
    return name if problem.title == name else f"{name}: {problem.title}"


def bank_question(problem: Problem, most_pairs: int, name: str = "") -> BankQuestion:
    """Return a problem as a bank question, without the parts that no bank can grade.

    Pairs of mistakes are tried only while a part has fewer than `most_pairs` wrong answers.  `name` is the id in the
    bank, if it is not the problem's.
    """
    kept = [part for part in problem.parts if part.answer_kind.fits_banks]
    others = [part for part in problem.parts if part not in kept]
    parts = [_Lister(problem, part, most_pairs).part() for part in kept]
    wheres = [f"{part.id}: " if part.id else "" for part in kept]
    prompt, left_out = problem.prompt, []
    if others and kept:
        ids = enumerated(part.id or "" for part in kept)
        prompt = f"{prompt.rstrip()}\n\n{KEPT.format(ids, 'is' if len(kept) == 1 else 'are')}"
        only = f". The question is published with {ids} only"
        left_out = [LeftOutQuestion(part.name, f"{_why([part])}{only}") for part in others]
    elif others:
        left_out = [LeftOutQuestion(problem.id, _why(others))]
    return BankQuestion(
        name or problem.id,
        called(problem, name or problem.id),
        prompt,
        tuple(parts),
        tuple(f"{where}{each}" for where, part in zip(wheres, kept, strict=True) for each in _lost_features(part)),
        tuple(
            f"{where}{each}"
            for where, part, made in zip(wheres, kept, parts, strict=True)
            for each in _differences(part, made)
        ),
        tuple(left_out),
    )


def _why(parts: Sequence[Part]) -> str:
    """Return why parts are left out."""
    return f"it asks for {enumerated(dict.fromkeys(part.answer_kind.called for part in parts))}; {FORMULA}"


def _lost_features(part: Part) -> Iterator[str]:
    """Yield what a bank does not do for this part although checker does."""
    if part.follow_through:
        yield "errors are not carried forward"
    if part.working:
        yield "working earns no credit"
    if part.answer_kind.needs_person:
        yield "a person marks the text"


def _differences(part: Part, made: BankPart) -> Iterator[str]:
    """Yield how a bank would grade the part differently than checker; `made` is the part as the bank has it."""
    rules = part.rules
    if len(made.fields) > 1 and not rules.by_entry:
        yield "each right entry earns a share of the points"
    if rules.digits:
        yield "the number of digits is not checked"
    if rules.unit_credit is not None:
        yield "the unit is not checked"
    if part.imprecise_credit:
        yield "an answer with too few digits earns nothing"


class _Lister:
    """Lists the answers to one part: the right one, and that of each known mistake."""

    def __init__(self, problem: Problem, part: Part, most_pairs: int) -> None:
        self._part = part
        self._most = most_pairs
        self._question = Question.of(problem, part)
        self._truth = part.truth

    def part(self) -> BankPart:
        """Return the part of the bank question, with its listed answers."""
        part, kind = self._part, self._part.answer_kind
        unit = part.variant.unit_of(part.step) or ""
        made = BankPart(part.id, as_sentence(part.expected_form), part.points, unit=unit)
        if kind.needs_person:
            return made
        if isinstance(self._truth, SelectedOptions):
            return made._replace(options=tuple(self._options(self._truth)))
        if kind.spellings(self._truth):
            return made._replace(spellings=tuple(self._spellings()))
        return made._replace(fields=tuple(self._fields()))

    def _options(self, truth: SelectedOptions) -> Iterator[ListedAnswer]:
        """Yield the options of a choice: the right ones share the points, and of a single one the wrong say why."""
        share = 1 / len(truth.places)
        for place, option in enumerate(truth.options):
            if place in truth.places:
                yield ListedAnswer(option, share, "")
            else:
                yield ListedAnswer(option, 0.0, self._result(option).message if share == 1 else "")

    def _spellings(self) -> Iterator[ListedAnswer]:
        """Yield the usual spellings of the right answer, then those of each wrong one, with credit and sentence."""
        spellings = self._part.answer_kind.spellings
        for sizes in spellings(self._truth):
            yield ListedAnswer(sizes, 1.0, "")
        for value, share, says in self._wrong():
            for sizes in spellings(value):
                yield ListedAnswer(sizes, share, says)

    def _fields(self) -> Iterator[Field]:
        """Yield a field for each number of the answer: first its right answer, then those with part of the credit."""
        shape, numbers = flatten(self._truth)
        rights = bounds(numbers, self._part.tolerance)
        steps = [(credit, bounds(numbers, width)) for width, credit in self._part.rules.tolerances]
        wrong = [(flatten(value), share, says) for value, share, says in self._wrong()]
        for place, (number, right) in enumerate(zip(numbers, rights, strict=True)):
            answers = [ListedAnswer(number, 1.0, "", right.low, right.high)]
            answers += [
                ListedAnswer(number, credit, "", found[place].low, found[place].high) for credit, found in steps
            ]
            for (other_shape, others), share, says in wrong:
                if other_shape != shape:
                    continue
                other = others[place]
                low, high = self._window(other)
                if all((low, high) != (each.low, each.high) for each in answers):
                    answers.append(ListedAnswer(other, share if len(numbers) == 1 else 0.0, says, low, high))
            yield Field(entry_label(shape, place), tuple(answers), isinstance(number, int))

    def _window(self, number: Any) -> tuple[Decimal, Decimal]:
        """Return the smallest and the largest number that count as this wrong one, by the tolerance of a right one."""
        found = bounds([number], self._tolerance([number]))[0]
        return found.low, found.high

    def _tolerance(self, numbers: Sequence[Any]) -> Tolerance:
        """Return the tolerance of wrong numbers: where whole ones are asked for, others may be rounded."""
        tolerance = self._part.tolerance
        is_whole = all(isinstance(each, int) for each in numbers)
        return tolerance if tolerance.rule != "exact" or is_whole else Tolerance.default(whole=False)

    def _wrong(self) -> Iterator[tuple[Any, float, str]]:
        """Yield other answers, first those that earn most, then the likeliest, with their credit and sentence.

        Answers that earn nothing and that nothing explains need no place in the list.
        """
        seen = {flatten(self._truth)}
        found: list[tuple[Any, float, str]] = []
        for value in self._values():
            flat = flatten(value)
            if flat in seen:
                continue
            seen.add(flat)
            text = self._part.answer_kind.show(value, None, self._tolerance(flat[1]))
            outcome = mark(text, self._question)
            if outcome.points is None or outcome.status == "correct":
                continue
            share = outcome.points / self._part.points if self._part.points else 0.0
            result = self._result(text)
            if share or (result.diagnosis and result.diagnosis.explanations):
                found.append((value, share, result.message))
        yield from sorted(found, key=lambda each: -each[1])

    def _result(self, text: str) -> Result:
        """Return what a student reads about an answer after it was graded."""
        return told(mark(text, self._question), "explain", is_graded=True)

    def _values(self) -> Iterator[Any]:
        """Yield the values of accepted answers, of single mistakes, and of pairs while they are few."""
        part = self._part
        for each in part.accept:
            yield each.variant.board[part.step].value
        for accepted in part.rules.accepted:
            yield accepted.value
        priors = possible_mistakes(part.variant)
        in_order = sorted(priors, key=lambda each: (-priors[each], each.id))
        number = 0
        for mistake in in_order[:MOST_SINGLE]:
            for value in self._value((mistake,)):
                number += 1
                yield value
        pairs = sorted(combinations(in_order[: 2 * self._most], 2), key=lambda pair: -priors[pair[0]] * priors[pair[1]])
        for pair in pairs[: max(0, self._most - number)]:
            if pair[0].point != pair[1].point:
                yield from self._value(pair)

    def _value(self, mistakes: Mistakes) -> Iterator[Any]:
        """Yield the value of the asked step with these mistakes; nothing if the run fails."""
        step = self._part.step
        with suppress(*INVALID_RUN, MenuError):
            value = self._part.variant.run(options_of(mistakes), {step}).get(step)
            if value is not None:
                yield value


def entry_label(shape: Sequence[int], place: int) -> str:
    """Return the label for an entry of a list or a table; empty for a single number.

    >>> entry_label((3,), 1), entry_label((2, 3), 4), entry_label((), 0)
    ('entry 2', 'row 2, column 2', '')
    """
    if not shape:
        return ""
    if len(shape) == 1:
        return f"entry {place + 1}"
    row, column = divmod(place, shape[-1])
    return f"row {row + 1}, column {column + 1}"
