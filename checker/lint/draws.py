"""Lint checks `key`, `example` and `draw`: keys and examples come out as stated, and drawn numbers are sensible.

`redundant_mistakes` checks the wrong answers that the file lists, with the codes `hidden` and `alias`.  `Drawn` makes
the first ten variants of a problem with draws, for the checks and for the author to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Final, NamedTuple

from checker.diagnosis.mistakes import Mistake
from checker.diagnosis.numeric_equality import identity
from checker.document.findings import ProblemError
from checker.engine.recording import AUTHOR_LISTED
from checker.lint.collisions import collisions
from checker.lint.precision import without_requests
from checker.lint.target import LintQuestion, LintTarget, MistakeTable, agrees, shown_value
from checker.marking.authors_key import differing_keys
from checker.marking.explained import likeliest
from checker.marking.formulas import FormulaQuestion
from checker.marking.mark import Outcome, mark
from checker.marking.question import Question
from checker.marking.result import WRONG
from checker.problems import Example, Finding, Part, Problem
from checker.problems.prompt import left_in
from checker.text.plain import brief
from checker.text.words import enumerated, shortened

KEYS: Final = ("answer", "expression")


def redundant_mistakes(target: LintTarget) -> Iterator[Finding]:
    """Yield findings on listed wrong answers that the tolerance accepts, or that another mistake gives, too."""
    for i, part in enumerate(target.problem.parts):
        if part.variant.listed is None:
            continue
        shown_as = dict(part.variant.listed.answers)
        if part.answer_kind.is_formula:
            formula = FormulaQuestion(target.problem, part)
            judge, answers = formula.judge, dict(part.variant.listed.at_sizes)
            known = _known(MistakeTable([LintQuestion(formula.variant, part.step, part.tolerance)]), 0)
        else:
            judge, answers = part.answer_kind.judge(target.table.truth[i], part.tolerance), shown_as
            known = _known(target.table, i)
        for number, (option, value) in enumerate(answers.items()):
            given = shown_value(part, shown_as[option])
            name, other = f"{AUTHOR_LISTED}.{option}", known.get(identity((value,)))
            code, message = _fault_of_listed(f"`{name}`", given, is_right=agrees(judge, value), other=other)
            if code:
                paths = [(*target.section(part), "mistakes", number, key) for key in KEYS]
                yield target.finding(code, message, *paths)
            known.setdefault(identity((value,)), name)


def _fault_of_listed(name: str, given: str, *, is_right: bool, other: str | None) -> tuple[str, str]:
    """Return the code and the message for a listed answer that is right, or that another mistake gives.

    Both are empty if nothing is wrong.
    """
    if is_right:
        return "hidden", f"The tolerance accepts {name} ({given}), so nobody reads its sentence. Change or remove it."
    if other is None:
        return "", ""
    if other.startswith(AUTHOR_LISTED):
        return "alias", f"{name} gives {given}, and so does `{other}`. Keep one of them."
    return "alias", f"{name} gives {given}, and so does `{other}`. Remove it unless it is a different mistake."


def _known(table: MistakeTable, i: int) -> dict[Any, str]:
    """Return the mistakes that the solver knows, by the answer that they give to question i."""
    known: dict[Any, str] = {}
    for mistake, answers in table.wrong_answers.items():
        if answers[i] is not None:
            known.setdefault(identity((answers[i],)), mistake.id)
    return known


def key(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each author's key that differs from the solver's answer."""
    for each in differing_keys(target.problem):
        message = f"The solver gives {_shown_truth(each.part)}, not {each.key}. {each.why}"
        yield target.finding("key", message, (*target.section(each.part), "key"))


def example(target: LintTarget) -> Iterator[Finding]:
    """Yield a finding for each example that is not marked as its author expects."""
    for part in target.problem.parts:
        question = Question.of(target.problem, part)
        for each in part.examples:
            if difference := _difference(part, each, mark(each.answer, question)):
                message = f"The example expects {brief(each.answer)} to be {difference}."
                yield Finding(target.file, each.line, each.column, "example", message)


def _difference(part: Part, example: Example, outcome: Outcome) -> str:
    """Return in words how the marking of an example differs from what its author expects; empty if it does not."""
    if outcome.status != example.verdict:
        if example.verdict == "correct" and outcome.status in WRONG:
            return f"correct; the solver gives {_shown_truth(part)}"
        return f"{example.verdict}, but it is {outcome.status}"
    if not example.mistakes:
        return ""
    reported = likeliest(outcome.diagnosis) if outcome.diagnosis else ()
    names = [[mistake.id for mistake in each.mistakes] + ([each.slip] if each.slip else []) for each in reported]
    if any(sorted(found) == sorted(example.mistakes) for found in names):
        return ""
    actual = " or ".join(" and ".join(each) for each in names) or "nothing"
    return f"explained by {' and '.join(example.mistakes)}, but {actual} explains it"


def _shown_truth(part: Part) -> str:
    return shown_value(part, part.variant.run(wanted=(part.step,))[part.step])


SHOWN: Final = 10
"""Number of variants that are looked at and shown: those of the seeds "1" to "10", as in question banks."""

NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")

TRIVIAL: Final = "In {} of {} draws the answer{} is {} ({}). Exclude them with `where`."
EQUAL: Final = "In {} of {} draws {} give the same answer ({}), though not in others. Exclude these draws with `where`."
LOST: Final = "In {} of {} draws {} changes nothing ({}), though it does in others. Exclude these draws with `where`."
LEFT: Final = (
    "In {} of {} draws the prompt shows {{{}}} as it is written ({}), because it has no value there. Give {} in"
    " `parameters` a number or a draw of numbers, or do not name it in the prompt."
)
REFUSED: Final = "No student ever gets {}, because the question does not take it: {}"
FEW: Final = "There are only {} different draws, so students share their numbers. Draw from more values."
NO_SEED: Final = (
    "The draws depend on the name of this folder. Write `seed:` into assignment.yaml; then it may be renamed,"
    " and next year's class gets other numbers."
)
FEWEST: Final = 8


class DrawnVariant(NamedTuple):
    """One variant of a problem with draws, for showing it to the author: its values and its answers."""

    values: str
    answers: str


class Drawn:
    """The first ten variants of a problem that draws its numbers, for checks and for the author to see."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    @cached_property
    def variants(self) -> list[Problem]:
        """Return the variants for the first few seeds; those that cannot be drawn are left out."""
        found: list[Problem] = []
        draws = self._problem.variants
        for number in range(1, SHOWN + 1) if draws else ():
            try:
                assert draws is not None  # noqa: S101 - for mypy: see above
                found.append(draws.at(draws.drawn("", str(number))))
            except ProblemError:
                continue
        return found

    def shown(self) -> Iterator[DrawnVariant]:
        """Yield the variants as an author reads them, each once."""
        for each in {variant.drawn: variant for variant in self.variants}.values():
            answers = [
                f"{part.id}: {shown_value(part, part.truth)}" if part.id else shown_value(part, part.truth)
                for part in each.parts
            ]
            yield DrawnVariant(_values(each), ", ".join(answers))


def draws(target: LintTarget) -> Iterator[Finding]:
    """Yield findings on drawn numbers: few different draws, no seed, values that the question refuses, unfilled names.

    Also yield those on some of ten variants that are worse than others: a trivial answer, equal mistakes, or a key or
    example that is wrong there.
    """
    problem = target.problem
    if problem.variants is None:
        return
    found = Drawn(problem).variants
    place = (("where",), ("parameters",))
    if len({each.drawn for each in found}) < FEWEST:
        yield target.finding("draw", FEW.format(len({each.drawn for each in found})), *place)
    if problem.variants.has_default_seed:
        yield target.finding("draw", NO_SEED, *place)
    for path, value, message in problem.variants.impossible_values():
        yield target.finding("draw", REFUSED.format(shortened(value), message), path, *place)
    left = [left_in(each.prompt) for each in found]
    for name in sorted(problem.variants.names & set[str]().union(*left)):
        some = [each for each, names in zip(found, left, strict=True) if name in names]
        message = LEFT.format(len(some), len(found), name, _values(some[0]), name)
        yield target.finding("draw", message, ("prompt",))
    for number, part in enumerate(problem.parts):
        trivial = [each for each in found if _is_trivial(each, number)]
        if 0 < len(trivial) < len(found):
            named = f" to {part.id}" if part.id else ""
            what = "0 or a number of the question"
            message = TRIVIAL.format(len(trivial), len(found), named, what, _values(trivial[0]))
            yield target.finding("draw", message, *place)
    yield from _mistakes(target, found)
    yield from _not_following(target, found)


def _mistakes(target: LintTarget, found: Sequence[Problem]) -> Iterator[Finding]:
    """Report mistakes that are equal, or change nothing, in some draws only; the first of each."""
    told: set[str] = set()
    for sentence, mistakes, some in _weak_variants(found):
        if sentence not in told:
            told.add(sentence)
            names = enumerated(f"`{mistake.id}`" for mistake in mistakes)
            message = sentence.format(len(some), len(found), names, _values(some[0]))
            yield target.finding("draw", message, ("where",), ("parameters",))


def _weak_variants(found: Sequence[Problem]) -> Iterator[tuple[str, tuple[Mistake, ...], list[Problem]]]:
    """Yield (sentence, mistakes, variants) for mistakes that are equal, or change nothing, in few of the variants.

    Few are at most half of them.
    """
    tables = [(each, LintTarget(each).table) for each in found]
    if any(table.is_large for _, table in tables):
        return
    equal: dict[tuple[Mistake, ...], list[Problem]] = {}
    lost: dict[tuple[Mistake, ...], list[Problem]] = {}
    for each, table in tables:
        common = set(filter(table.is_common, table.wrong_answers))
        for group in collisions(table):
            for pair in combinations(sorted(common.intersection(group)), 2):
                equal.setdefault(pair, []).append(each)
        for mistake in sorted(common):
            if not table.is_visible(mistake):
                lost.setdefault((mistake,), []).append(each)
    for sentence, cases in ((EQUAL, equal), (LOST, lost)):
        for mistakes, some in cases.items():
            if len(some) <= len(found) / 2:
                yield sentence, mistakes, some


def _not_following(target: LintTarget, found: Sequence[Problem]) -> Iterator[Finding]:
    """Report each key or example that is wrong in a variant but right with the author's own numbers, once."""
    own = {finding[:4] for check in (key, example) for finding in check(target)}
    told: set[tuple[Any, ...]] = set()
    for each in found:
        for check in (key, example):
            for finding in check(LintTarget(each)):
                if finding[:4] not in own and finding[:4] not in told:
                    told.add(finding[:4])
                    yield finding._replace(message=f"With {_values(each)}: {finding.message}")


def _is_trivial(problem: Problem, number: int) -> bool:
    """Return whether the answer to a part (by its place) is 0, or a number in the question."""
    part = problem.parts[number]
    truth = part.truth
    if type(truth) not in (int, float):
        return False
    shown = {float(each.replace(",", "")) for each in NUMBER.findall(without_requests(problem.prompt))}
    return truth == 0 or float(truth) in shown


def _values(problem: Problem) -> str:
    return ", ".join(f"{name} {value}" for name, value in problem.values)
