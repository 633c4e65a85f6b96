"""Lint checks `key`, `example` and `draw`: keys and examples come out as stated, and drawn numbers are sensible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from checker.diagnosis import Mistake
from checker.document.findings import ProblemError
from checker.lint.linted import LintedProblem
from checker.lint.precision import without_requests
from checker.marking.authors_key import differing_keys
from checker.marking.explained import likeliest
from checker.marking.mark import WRONG, mark
from checker.problems import Finding
from checker.text.plain import brief
from checker.text.words import enumerated


def key(problem: LintedProblem) -> Iterator[Finding]:
    """Yield a finding for each author's key that differs from the solver's answer."""
    for each in differing_keys(problem.problem):
        i = problem.parts.index(each.part)
        message = f"The solver gives {problem.shown(i)}, not {each.key}. {each.why}"
        yield problem.finding("key", message, (*problem.section(i), "key"))


def example(problem: LintedProblem) -> Iterator[Finding]:
    """Yield a finding for each example that is not marked as its author expects."""
    for i, part in enumerate(problem.parts):
        for number in range(len(part.examples)):
            yield from failed(problem, i, number)


def failed(problem: LintedProblem, i: int, number: int) -> Iterator[Finding]:
    """Yield a finding if this example of a part is not marked as its author expects."""
    question = problem.questions[i]
    expected = question.part.examples[number]
    outcome = mark(expected.answer, question)
    difference = ""
    if outcome.status != expected.verdict:
        is_wrong = expected.verdict == "correct" and outcome.status in WRONG
        actual = f"; the solver gives {problem.shown(i)}" if is_wrong else f", but it is {outcome.status}"
        difference = f"{expected.verdict}{actual}"
    elif expected.mistakes:
        reported = likeliest(outcome.diagnosis) if outcome.diagnosis else ()
        names = [[mistake.id for mistake in each.mistakes] + ([each.slip] if each.slip else []) for each in reported]
        if not any(sorted(found) == sorted(expected.mistakes) for found in names):
            actual = " or ".join(" and ".join(each) for each in names) or "nothing"
            difference = f"explained by {' and '.join(expected.mistakes)}, but {actual} explains it"
    if difference:
        message = f"The example expects {brief(expected.answer)} to be {difference}."
        place = problem.file.place((*problem.section(i), "examples", number))
        yield Finding(problem.file.file, *place, "example", message)


def draw(problem: LintedProblem) -> Iterator[Finding]:
    """Yield findings on drawn numbers: few or refused draws, no seed, and what is worse in some of ten variants."""
    variants = problem.problem.variants
    if variants is None:
        return
    place = (("where",), ("parameters",))
    drawn = []
    for number in range(1, 11):  # the seeds that question banks have
        with suppress(ProblemError):
            drawn.append(LintedProblem(variants.at(variants.drawn("", str(number)))))
    if (different := len({each.problem.drawn for each in drawn})) < 8:  # noqa: PLR2004 - else many draws fit
        message = f"There are only {different} different draws, so students share their numbers. Draw from more values."
        yield problem.finding("draw", message, *place)
    if variants.has_default_seed:
        message = (
            "The draws depend on the name of this folder. Write `seed:` into assignment.yaml; then it may be renamed, "
            "and next year's class gets other numbers."
        )
        yield problem.finding("draw", message, *place)
    for told, some in _worse(drawn):
        yield problem.finding("draw", f"In {len(some)} of {len(drawn)} draws {told}", *place)
    seen = {finding[:4] for finding in (*key(problem), *example(problem))}
    for each in drawn:
        for finding in (*key(each), *example(each)):
            if finding[:4] not in seen:
                seen.add(finding[:4])
                yield finding._replace(message=f"With {_values(each)}: {finding.message}")


def _worse(drawn: Sequence[LintedProblem]) -> Iterator[tuple[str, list[LintedProblem]]]:
    """Yield what is wrong with some draws but not with most, and these draws."""
    for i, part in enumerate(drawn[0].parts if drawn else ()):
        trivial = [each for each in drawn if _is_trivial(each, i)]
        if 0 < len(trivial) < len(drawn):
            subject = f"the answer to {part.id}" if part.id else "the answer"
            of_question = f"is 0 or a number of the question ({_values(trivial[0])})"
            yield f"{subject} {of_question}. Exclude them with `where`.", trivial
    where: dict[tuple[Mistake, ...], list[LintedProblem]] = {}
    for each in drawn:
        for mistakes in (*each.pairs, *((one,) for one in each.accepted if each.is_common(one))):
            where.setdefault(mistakes, []).append(each)
    few = {mistakes: some for mistakes, some in where.items() if len(some) <= len(drawn) / 2}
    for mistakes in {len(each): each for each in reversed(few)}.values():  # the first pair, and the first one alone
        named = enumerated(f"`{mistake.id}`" for mistake in mistakes)
        values = _values(few[mistakes][0])
        told = "give the same answer ({}), though not" if len(mistakes) > 1 else "changes nothing ({}), though it does"
        yield f"{named} {told.format(values)} in others. Exclude these draws with `where`.", few[mistakes]


def _is_trivial(problem: LintedProblem, i: int) -> bool:
    """Return whether the answer to a part is 0, or a number in the question."""
    truth = problem.parts[i].truth
    numbers = re.findall(r"\d+(?:\.\d+)?", without_requests(problem.prompt).replace(",", ""))
    return type(truth) in (int, float) and float(truth) in (0.0, *map(float, numbers))


def _values(problem: LintedProblem) -> str:
    return ", ".join(f"{name} {value}" for name, value in problem.problem.values)
