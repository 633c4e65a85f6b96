"""(e) The bank: problems with several parts, answered with one or two mistakes, and at random."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.diagnosis.halves import seed
from benchmarks.diagnosis.nulls import null_answer
from benchmarks.diagnosis.parts import judged, told
from benchmarks.diagnosis.questions import Asked
from benchmarks.diagnosis.stated import reading
from checker.answers import Reading, flatten
from checker.diagnosis import Mistake
from checker.engine.errors import INVALID_RUN, ParameterError
from checker.engine.recording import MenuError
from checker.lint.target import Answers, LintQuestion, MistakeTable, identity, is_complete
from checker.marking.marker import Marker
from checker.problems import Problem, load_problems
from checker.questions.parameters import arguments
from checker.questions.variant import Variant

PROBLEMS: Final = Path(__file__).parent.parent.parent / "problems"

DIGITS: Final = (4, None)

RANDOM: Final = ("near", "log-uniform")

REDRAWN: Final = 3
"""Number of other parameter sets under which mistakes must agree to count as exact aliases."""


@cache
def problems() -> dict[str, Problem]:
    """Return the problems with several parts and known mistakes, without those answered by formulas."""
    found = load_problems(PROBLEMS).problems.values()
    several = (problem for problem in found if len(problem.parts) > 1)
    return {
        problem.id: problem for problem in several if not {part.kind for part in problem.parts} & {"text", "formula"}
    }


def students(problem: Problem, rng: Random, most: int) -> Counter[tuple[str, int, int | None, str]]:
    """Count how one and two mistakes are explained from the answers to all parts."""
    tally: Counter[tuple[str, int, int | None, str]] = Counter()
    exam = _exam(problem)
    parts = _parts(problem)
    seen = [mistake for mistake in exam.wrong_answers if exam.is_effective(mistake)]
    pairs = [pair for pair in combinations(seen, 2) if pair[0].point != pair[1].point]
    singles: list[tuple[Mistake, ...]] = [(mistake,) for mistake in seen]
    for made in (*rng.sample(singles, min(most, len(singles))), *rng.sample(pairs, min(most, len(pairs)))):
        answers = exam.run({mistake.point: mistake.option for mistake in made})
        if not is_complete(answers) or _is_dead(exam, made, answers):
            continue
        for digits in DIGITS:
            given = [_stated(part, value, digits) for part, value in zip(parts, answers, strict=True)]
            tally["bank", len(made), digits, "made"] += 1
            if not any(part.is_wrong(answer) for part, answer in zip(parts, given, strict=True)):
                tally["bank", len(made), digits, "invisible"] += 1
                continue
            for happened in ("visible", *told(judged(parts, given), frozenset(made))):
                tally["bank", len(made), digits, happened] += 1
    return tally


def random_alarms(problem: Problem, rng: Random, most: int) -> Counter[tuple[str, str, int | None, str]]:
    """Count how often random answers to all parts are explained in any of them."""
    tally: Counter[tuple[str, str, int | None, str]] = Counter()
    parts = _parts(problem)
    if any(part.index.is_coded for part in parts):
        return tally
    for null in RANDOM:
        for _ in range(most):
            values = [null_answer(null, rng, part.index) for part in parts]
            for digits in DIGITS:
                given = [reading(value, digits) for value in values]
                if not any(part.is_wrong(answer) for part, answer in zip(parts, given, strict=True)):
                    continue
                strengths = {way.strength for one in judged(parts, given) for way in one.explanations[:1]}
                tally["bank", null, digits, "plain asked"] += 1
                strongest = next((each for each in ("exact", "consistent") if each in strengths), "possible")
                tally["bank", null, digits, f"plain {strongest}"] += bool(strengths)
    return tally


def told_apart(problem: Problem) -> Counter[str]:
    """Count the single mistakes that the parts show and tell apart, as they are and with aliases merged."""
    exam = _exam(problem)
    classes: dict[Any, list[Mistake]] = defaultdict(list)
    for mistake, answers in exam.wrong_answers.items():
        if exam.is_effective(mistake) and exam.is_visible(mistake):
            classes[identity(answers)].append(mistake)
    others = _redrawn(problem)
    apart: Counter[str] = Counter()
    for alike in classes.values():
        apart["seen"] += len(alike)
        apart["apart"] += len(alike) == 1
        apart["merged"] += len(alike) * (len(alike) == 1 or _are_aliases(alike, others))
    return apart


def _parts(problem: Problem) -> list[Asked]:
    """Return the parts with their tolerances, as the product marks them."""
    markers = [Marker(problem, part) for part in problem.parts]
    return [Asked(marker.target.index, marker.target.judge) for marker in markers]


def _are_aliases(alike: Sequence[Mistake], others: Sequence[MistakeTable]) -> bool:
    """Return whether other parameters cannot tell these mistakes apart either."""
    return bool(others) and all(len({identity(exam.answers(mistake)) for mistake in alike}) == 1 for exam in others)


def _redrawn(problem: Problem) -> list[MistakeTable]:
    """Return the same questions with other parameters."""
    exams: list[MistakeTable] = []
    rng = seed("bank", problem.id, "redrawn")
    for _ in range(10 * REDRAWN):
        variants: dict[Variant, Variant] = {}
        try:
            drawn = arguments(problem.parts[0].variant.solver, problem.parts[0].variant.solver.draw(rng))
            for variant in _exam(problem).steps:
                variants[variant] = Variant(variant.solver, drawn, variant.declared)
            exam = _exam(problem).on(variants)
            if is_complete(exam.truth):
                exams.append(exam)
        except (ParameterError, MenuError, *INVALID_RUN):
            continue
        if len(exams) == REDRAWN:
            break
    return exams


def _exam(problem: Problem) -> MistakeTable:
    return MistakeTable(LintQuestion(part.variant, part.step, part.tolerance) for part in problem.parts)


def _is_dead(exam: MistakeTable, made: Sequence[Mistake], answers: Answers) -> bool:
    """Return whether one of the mistakes has no effect next to the others."""
    fewer = [[mistake for mistake in made if mistake is not left] for left in made]
    return any(
        identity(exam.run({mistake.point: mistake.option for mistake in rest})) == identity(answers) for rest in fewer
    )


def _stated(part: Asked, value: Any, digits: int | None) -> Reading:
    return reading(flatten(value), digits, is_coded=part.index.is_coded)
