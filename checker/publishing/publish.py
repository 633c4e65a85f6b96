"""`checker publish`: makes a bank of questions in one format, and reports what the format does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from checker.marking.expected import expected_answer, spelled
from checker.marking.solution import steps
from checker.problems import Part, Problem
from checker.publishing import moodle, qti, sheets
from checker.publishing.bank import BankQuestion, Categories, Field, fields_of, prompt_of
from checker.text.words import enumerated

_SPELLINGS: Final = (
    "other ways to write an answer (1/3, 27.6K, 3·64²) and slips are not understood, and parts are explained one by one"
)


class Published(NamedTuple):
    """A bank, and what is reported about it."""

    files: dict[str, bytes]
    """One, or several that make a zip; none without questions."""
    number: int
    notes: tuple[str, ...] = ()
    """What the format cannot express, but does not falsify."""
    differs: tuple[str, ...] = ()
    """Where a grade may be another one."""
    left_out: tuple[str, ...] = ()
    """The problems, or parts of them, that no bank can hold."""


class Wanted(NamedTuple):
    """The options of `checker publish`."""

    title: str
    variants: int = 10
    mistakes: int = 30
    solutions: bool = False
    is_strict: bool = False


def publish(problems: Sequence[Problem], wanted: Wanted, form: str) -> Published:
    """Return the bank of these problems.  Raise ProblemError where a variant cannot be drawn."""
    if form in {"html", "markdown"}:
        questions = [
            (_titled(each, name), each, _worked_solution(each) if wanted.solutions else "")
            for problem in problems
            for name, each in _variants(problem, wanted.variants)
        ]
        text = (sheets.html if form == "html" else sheets.markdown)(wanted.title, questions)
        return Published({"questions": text.encode()}, len(questions))
    return _bank(problems, wanted, is_moodle=form == "moodle")


def _bank(problems: Sequence[Problem], wanted: Wanted, *, is_moodle: bool) -> Published:
    categories: Categories = {(wanted.title,): []}
    notes = dict.fromkeys([_SPELLINGS] if is_moodle else [_SPELLINGS, qti.CANVAS])
    differs, left_out = dict[str, None](), dict[str, None]()
    for problem in problems:
        kept = [part for part in problem.parts if part.answer_kind.fits_banks]
        lost = [
            f"{part.name}: it asks for {part.answer_kind.called}; a list of spellings would mark other right ones wrong"
            for part in problem.parts
            if part not in kept
        ]
        if not kept or (wanted.is_strict and lost):
            left_out |= dict.fromkeys(lost)
            continue
        ids = enumerated(part.id or "" for part in kept)
        left_out |= dict.fromkeys(f"{each}. The question is published with {ids} only" for each in lost)
        questions, different = _questions(problem, wanted, is_moodle=is_moodle)
        if wanted.is_strict and different:
            left_out[next(iter(different))] = None
            continue
        differs |= different
        notes |= dict.fromkeys(f"{part.name}: {each}" for part in kept for each in _lost_features(part))
        path = (wanted.title, problem.id) if problem.variants else (wanted.title,)
        categories.setdefault(path, []).extend(questions)
    categories = {path: questions for path, questions in categories.items() if questions}
    number = sum(map(len, categories.values()))
    files = (moodle if is_moodle else qti).written(categories) if number else {}
    return Published(files, number, tuple(notes), tuple(differs), tuple(left_out))


def _questions(problem: Problem, wanted: Wanted, *, is_moodle: bool) -> tuple[list[BankQuestion], dict[str, None]]:
    """Return a question for each variant of a problem, and how the bank grades them differently."""
    questions, different = [], dict[str, None]()
    for name, variant in _variants(problem, wanted.variants):
        parts = [part for part in variant.parts if part.answer_kind.fits_banks]
        fields: list[Field] = []
        for part in parts:
            added = fields_of(variant, part, wanted.mistakes)
            fields += added
            found = [*_differences(part, len(added)), *(moodle.differences(added[0]) if is_moodle else ())]
            different |= dict.fromkeys(f"{part.name}: {each}" for each in found)
        solution = _worked_solution(variant) if wanted.solutions else ""
        prompt = prompt_of(variant, parts, fields)
        questions.append(BankQuestion(name, _titled(variant, name), prompt, tuple(fields), solution))
    return questions, different


def _lost_features(part: Part) -> Iterator[str]:
    if part.follow_through:
        yield "errors are not carried forward"
    if part.working:
        yield "working earns no credit"
    if part.answer_kind.needs_person:
        yield "a person marks the text"


def _differences(part: Part, fields: int) -> Iterator[str]:
    rules = part.rules
    if fields > 1 and not rules.by_entry:
        yield "each right entry earns a share of the points"
    if rules.digits:
        yield "the number of digits is not checked"
    if rules.unit_credit is not None:
        yield "the unit is not checked"
    if part.imprecise_credit:
        yield "an answer with too few digits earns nothing"


def _titled(problem: Problem, name: str) -> str:
    return name if problem.title == name else f"{name}: {problem.title}"


def _variants(problem: Problem, count: int) -> Iterator[tuple[str, Problem]]:
    """Yield the different variants of a problem with their ids: of the seeds "1", "2" and so on."""
    if problem.variants is None:
        yield problem.id, problem
        return
    seen: set[str] = set()
    for number in range(1, count + 1):
        drawn = problem.variants.drawn("", str(number))
        if drawn not in seen:
            seen.add(drawn)
            yield f"{problem.id}-{number}", problem.variants.at(drawn)


def _worked_solution(problem: Problem) -> str:
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
