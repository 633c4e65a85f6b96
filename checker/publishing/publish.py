"""`checker publish`: makes a bank of questions in one format from problems, and lists what is left out or differs.

A problem that draws its numbers becomes several variants.  `worked_solution` writes the steps of a question as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from checker.marking.solution import expected_answer, spelled, steps
from checker.problems import Problem
from checker.publishing.bank import BankPart, BankQuestion, Category, LeftOutQuestion, Request, bank_question
from checker.publishing.formats import BankFormat
from checker.text.words import as_sentence

SPELLINGS: Final = (
    "other ways to write an answer (1/3, 27.6K, 3·64²) and slips are not understood, and parts are explained one by one"
)


class Published(NamedTuple):
    """A bank, and what is reported about it: how many questions, what is left out or differs."""

    data: bytes
    number: int
    notes: tuple[str, ...]
    """What the format cannot express, but does not falsify."""
    differs: tuple[str, ...]
    """Where a grade may be another one."""
    left_out: tuple[LeftOutQuestion, ...]


class Wanted(NamedTuple):
    """The options of `checker publish`: variants, mistakes, solutions and so on."""

    title: str
    variants: int = 10
    mistakes: int = 30
    solutions: bool = False
    is_strict: bool = False


def publish(problems: Sequence[Problem], wanted: Wanted, format_: BankFormat) -> Published:
    """Return the bank of these problems.  Raise ProblemError where a variant cannot be drawn."""
    same: list[BankQuestion] = []
    categories = [Category((wanted.title,), same)]
    is_graded = not format_.is_read_only
    notes = dict.fromkeys((*([SPELLINGS] if is_graded else []), *format_.notes))
    differs: dict[str, None] = {}
    left_out: list[LeftOutQuestion] = []
    for problem in problems:
        made: list[BankQuestion] = []
        for name, variant in _variants(problem, wanted.variants):
            if format_.is_read_only:
                made.append(_readable_question(variant, name))
                continue
            found = bank_question(variant, wanted.mistakes, name)
            lost = [found] if isinstance(found, LeftOutQuestion) else found.left_out
            left_out += lost
            if not isinstance(found, LeftOutQuestion) and not (lost and wanted.is_strict):
                made.append(found)
        for question in list(made):
            different = [*question.differs, *format_.differences(question)] if is_graded else []
            if different and wanted.is_strict:
                made.remove(question)
                left_out.append(LeftOutQuestion(problem.id, different[0]))
                continue
            differs |= dict.fromkeys(f"{problem.id}: {each}" for each in different)
            notes |= dict.fromkeys(f"{problem.id}: {each}" for each in question.notes if is_graded)
        if problem.variants:
            categories.append(Category((wanted.title, problem.id), made))
        else:
            same += made
    categories = [each for each in categories if each.questions]
    count = sum(len(each.questions) for each in categories)
    request = Request(wanted.title, worked_solution if wanted.solutions else lambda _: "")
    data = format_.written(categories, request) if count else b""
    unique = {each.id: each for each in left_out}
    return Published(data, count, tuple(notes), tuple(differs), tuple(unique.values()))


def _variants(problem: Problem, count: int) -> Iterator[tuple[str, Problem]]:
    """Yield the variants of a problem with their names: of the seeds "1", "2" and so on."""
    if problem.variants is None:
        yield problem.id, problem
        return
    seen: set[str] = set()
    for number in range(1, count + 1):
        drawn = problem.variants.drawn("", str(number))
        if drawn not in seen:
            seen.add(drawn)
            yield f"{problem.id}-{number}", problem.variants.at(drawn)


def _readable_question(problem: Problem, name: str) -> BankQuestion:
    """Return a problem as a bank question for reading, without any answers; `name` is its id in the bank."""
    parts = tuple(BankPart(part.id, as_sentence(part.expected_form), part.points) for part in problem.parts)
    return BankQuestion(name, problem.title, problem.prompt, parts, problem)


def worked_solution(question: BankQuestion) -> str:
    """Return the steps and the answers of a question as text, for banks with solutions."""
    lines: list[str] = []
    for part in question.problem.parts:
        if part.answer_kind.needs_person:
            continue
        if part.answer_kind.has_working:
            for step in steps(part.variant, part.step):
                value = " ".join(spelled(part, step.value, step.path).split())
                formula = f" = {step.how}" if step.how and step.how != value else ""
                lines.append(f"{'  ' * step.depth}{step.name}{formula} = {value}")
        lines.append(f"{part.id or 'answer'}: {expected_answer(part)}")
    return "\n".join(lines)
