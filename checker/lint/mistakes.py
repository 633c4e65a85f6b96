"""Lint checks `alias` and `hidden`: mistakes that give the same answer, and mistakes that the tolerance accepts.

What is said of a rule of a course is placed in its assignment.yaml; `unfit` are those that fit no problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from checker.diagnosis import Mistake
from checker.diagnosis.mistakes import value_with
from checker.diagnosis.values import comparable
from checker.engine.recording import AUTHOR_LISTED
from checker.kinds import flatten
from checker.lint.linted import LintedProblem
from checker.problems import Finding, Problem
from checker.problems.assignment import Assignment
from checker.problems.load import load_assignment
from checker.solvers.resized import resized_variants
from checker.text.words import enumerated

_SIZES: Final = 6
"""Number of other sizes of the question at which mistakes are compared."""


def alias(problem: LintedProblem) -> Iterator[Finding]:
    """Yield at most one finding: that common mistakes give one answer, which most other numbers would tell apart."""
    alone = sum(len(group) == 1 for group in problem.groups)
    if problem.problem.variants or alone >= 0.8 * len(problem.effects):
        return  # most mistakes have an answer of their own, so the numbers are good
    for pair, size in problem.pairs.items():
        if _differ_elsewhere(problem, pair):
            i = problem.first_changed(pair[0])
            message = (
                f"These mistakes give the same answer, {problem.shown(i, pair[0])}{problem.for_part(i)}: "
                f"{_named([f'`{mistake.id}`' for mistake in pair], size)}. Other numbers would tell them apart."
            )
            yield problem.finding("alias", message, *problem.nearest(i, ("parameters",)))
            return


def _differ_elsewhere(problem: LintedProblem, pair: tuple[Mistake, Mistake]) -> bool:
    """Return whether two mistakes give different answers at most other sizes of the question."""
    apart = set()
    for part, answers in zip(problem.parts, problem.answers, strict=True):
        if answers.keys() >= {*pair}:
            for size, variant in enumerate(resized_variants(part.variant, (), _SIZES).variants[1:]):
                values = (value_with(variant, part.step, (mistake,)) for mistake in pair)
                one, other = (None if value is None else comparable(flatten(value)) for value in values)
                if one != other:
                    apart.add(size)
    return len(apart) > _SIZES / 2


def hidden(problem: LintedProblem) -> Iterator[Finding]:
    """Yield a finding for each part where the tolerance accepts the answers that mistakes give, common ones first."""
    found: dict[int, list[Mistake]] = {}
    for mistake in problem.accepted:
        if mistake in problem.effects:
            found.setdefault(problem.first_changed(mistake), []).append(mistake)
    for i, mistakes in found.items():
        mistakes.sort(key=lambda mistake: not problem.is_common(mistake))
        answers = [f"`{mistake.id}` ({problem.shown(i, mistake)})" for mistake in mistakes[:3]]
        message = (
            f"The tolerance of {problem.shown(i)}{problem.for_part(i)} also accepts these mistakes: "
            f"{_named(answers, len(mistakes))}. Use a narrower tolerance."
        )
        yield problem.finding("hidden", message, *problem.nearest(i, ("tolerance",), ("parameters",)))


def _named(names: Sequence[str], count: int) -> str:
    """Return the names, and how many of all mistakes are not among them."""
    others = count - len(names)
    return enumerated([*names, f"{others} more"] if others else names)


def listed(problem: LintedProblem) -> Iterator[Finding]:
    """Yield findings on listed wrong answers that the tolerance accepts, or that another mistake gives, too."""
    for i, answers in enumerate(problem.answers):
        own = [mistake for mistake in answers if mistake.point == AUTHOR_LISTED]
        known = {comparable(value): each for each, value in reversed(answers.items()) if each not in own}
        if not own:
            continue
        entered = problem.parts[i].variant.listed
        ids = [id_ for id_, _ in entered.sentences] if entered else [mistake.id for mistake in own]
        course = load_assignment(problem.problem.path.parent) if entered else None
        of_course = len(ids) - len(course.file.mistakes) if course else len(ids)
        for mistake in own:
            number = ids.index(mistake.id)
            name, given = f"`{mistake.id}`", problem.shown(i, mistake)
            code, other = "alias", known.setdefault(comparable(answers[mistake]), mistake)
            if problem.is_accepted(i, mistake):
                code = "hidden"
                message = f"The tolerance accepts {name} ({given}), so nobody reads its sentence. Change or remove it."
            elif other == mistake:
                continue
            else:
                advice = "Keep one of them." if other in own else "Remove it unless it is a different mistake."
                message = f"{name} gives {given}, and so does `{other.id}`. {advice}"
            if course and number >= of_course:
                yield _at_rule(course, number - of_course, code, f"In {problem.problem.id}: {message}")
                continue
            entries = ("mistakes", number), ("parameters", "mistakes", number)
            keys = [(*entry, key) for entry in entries for key in ("answer", "change")]
            yield problem.finding(code, message, *problem.nearest(i, *keys))


def unfit(problems: Sequence[Problem]) -> Iterator[Finding]:
    """Yield a finding for each rule of a course that fits none of the problems, which are those of its folder."""
    course = load_assignment(problems[0].path.parent) if problems else None
    count = len(course.file.mistakes) if course else 0
    if not course or not count:
        return
    fitting = set()
    for entered in (part.variant.listed for problem in problems for part in problem.parts):
        if entered:
            ids = {Mistake(AUTHOR_LISTED, option).id for option, _ in entered.answers}
            fitting |= {number for number, (id_, _) in enumerate(entered.sentences[-count:]) if id_ in ids}
    for number in {*range(count)} - fitting:
        message = "This rule fits no problem of the folder. Correct its pattern or its conditions, or remove it."
        yield _at_rule(course, number, "unused", message)


def _at_rule(course: Assignment, number: int, code: str, message: str) -> Finding:
    file = course.findings()
    return Finding(file.file, *file.place(("mistakes", number, "change")), code, message)
