"""`checker publish`: makes a bank of questions in one format from problems, and lists what is left out or differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from checker.marking.solution import expected_answer, spelled, steps
from checker.problems import Problem
from checker.publishing import moodle, qti, reading
from checker.publishing.bank import Category, LeftOutQuestion, bank_question, called
from checker.publishing.reading import ReadableQuestion

SPELLINGS: Final = (
    "other ways to write an answer (1/3, 27.6K, 3·64²) and slips are not understood, and parts are explained one by one"
)


class Published(NamedTuple):
    """A bank, and what is reported about it."""

    data: bytes
    number: int
    """Number of questions."""
    notes: tuple[str, ...] = ()
    """What the format cannot express, but does not falsify."""
    differs: tuple[str, ...] = ()
    """Where a grade may be another one."""
    left_out: tuple[LeftOutQuestion, ...] = ()


class Wanted(NamedTuple):
    """The options of `checker publish`: variants, mistakes, solutions and so on."""

    title: str
    variants: int = 10
    mistakes: int = 30
    solutions: bool = False
    is_strict: bool = False


def publish(problems: Sequence[Problem], wanted: Wanted, form: str) -> Published:
    """Return the bank of these problems.  Raise ProblemError where a variant cannot be drawn."""
    if form in {"html", "markdown"}:
        questions = [
            ReadableQuestion.of(each, called(each, name), worked_solution(each) if wanted.solutions else "")
            for problem in problems
            for name, each in _variants(problem, wanted.variants)
        ]
        write = reading.html if form == "html" else reading.markdown
        return Published(write(wanted.title, questions), len(questions))
    format_ = moodle if form == "moodle" else qti
    categories = [Category((wanted.title,), [])]
    notes = dict.fromkeys((SPELLINGS, *format_.NOTES))
    differs: dict[str, None] = {}
    left_out: dict[str, LeftOutQuestion] = {}
    for problem in problems:
        if problem.variants:
            categories.append(Category((wanted.title, problem.id), []))
        for name, variant in _variants(problem, wanted.variants):
            question = bank_question(variant, wanted.mistakes, name)
            different = [*question.differs, *format_.differences(question)]
            left_out |= {each.id: each for each in question.left_out}
            if not question.parts or (wanted.is_strict and question.left_out):
                continue
            if wanted.is_strict and different:
                left_out[problem.id] = LeftOutQuestion(problem.id, different[0])
                continue
            differs |= dict.fromkeys(f"{problem.id}: {each}" for each in different)
            notes |= dict.fromkeys(f"{problem.id}: {each}" for each in question.notes)
            solution = worked_solution(variant) if wanted.solutions else ""
            categories[-1 if problem.variants else 0].questions.append(question._replace(solution=solution))
    categories = [each for each in categories if each.questions]
    number = sum(len(each.questions) for each in categories)
    data = format_.written(categories) if number else b""
    return Published(data, number, tuple(notes), tuple(differs), tuple(left_out.values()))


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


def worked_solution(problem: Problem) -> str:
    """Return the steps and the answers of a problem as text."""
    lines: list[str] = []
    for part in problem.parts:
        if part.answer_kind.needs_person:
            continue
        if part.answer_kind.has_working:
            for step in steps(part.variant, part.step):
                value = " ".join(spelled(part, step.value, step.path).split())
                formula = f" = {step.how}" if step.how and step.how != value else ""
                lines.append(f"{'  ' * step.depth}{step.name}{formula} = {value}")
        lines.append(f"{part.id or 'answer'}: {expected_answer(part)}")
    return "\n".join(lines)
