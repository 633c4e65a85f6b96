"""Promises for every question type: a simulated mistake is found, alone or in a tie."""

from decimal import Decimal
from functools import lru_cache
from random import Random

import pytest

from checker.diagnosis import MistakenRuns, WrongAnswerIndex, diagnose
from checker.diagnosis.coincidence import story_of
from checker.engine.errors import ParameterError
from checker.engine.trace import TOTAL
from checker.kinds import Judge, Reading, StatedNumber, Tolerance
from checker.solvers.registry import solver, topics
from checker.solvers.signature import arguments
from checker.solvers.variant import Variant
from tests.simulated import runs_of

MOST = {1: 30, 2: 12}
"""Maximum number of answers that are diagnosed for a question, by their mistakes: of two mistakes there are hundreds."""


def stated(value, *, is_coded):
    """Return a number with all its digits, or with twelve."""
    if is_coded:
        return StatedNumber(value, 0, None)
    if isinstance(value, int):
        return StatedNumber(value, Decimal("0.5"), len(str(abs(value))))
    written = Decimal(f"{value:.11e}")
    return StatedNumber(written, Decimal(5).scaleb(written.adjusted() - 12), 12)


def answers(index, stage):
    """Yield the visible wrong answers that need each of their mistakes."""
    truth = index.variant.run(wanted={index.step})[index.step]
    judge = Judge(truth, Tolerance.default(whole=index.whole))
    for trace in runs_of(index, stage):
        shape, numbers = trace.values[index.step]
        answer = Reading(shape, tuple(stated(number, is_coded=index.is_coded) for number in numbers))
        if judge.verdict(answer) in ("wrong", "shape"):
            yield trace.mistakes, answer


def variants(question):
    """Return the examples under the default conventions and under the opposite ones."""
    for example in question.examples:
        given = arguments(question, example)
        plain = Variant(question, given)
        yield plain
        turned = {point.name: point.options[-1] for point in plain.menu.values() if point.is_convention}
        try:
            opposite = Variant(question, given, turned)
            opposite.run()
        except ParameterError:
            continue  # these parameters do not allow them all
        yield opposite


def declaring_some(question):
    """Return the examples under random conventions."""
    rng = Random(question.name)
    for number in range(60):
        given = arguments(question, question.examples[number % len(question.examples)])
        conventions = [point for point in Variant(question, given).menu.values() if point.is_convention]
        declared = {point.name: rng.choice(point.options) for point in conventions if rng.random() < 0.4}
        try:
            variant = Variant(question, given, declared)
            variant.run()
        except ParameterError:
            continue  # these parameters do not allow them all
        yield variant


@lru_cache(maxsize=1)
def indexes(name):
    """Return the index of a variant's total; it is kept while tests of one type follow each other."""
    return [WrongAnswerIndex(MistakenRuns(variant, [TOTAL])) for variant in variants(solver(name))]


@pytest.mark.parametrize("name", topics(), scope="module")
@pytest.mark.parametrize("stage", [1, 2])
def test_a_simulated_mistake_is_found(name, stage):
    found = silent = 0
    for index in indexes(name)[: None if stage == 1 else 2]:  # pairs of one example, under both conventions
        simulated = list(answers(index, stage))
        for mistakes, answer in simulated[:: len(simulated) // MOST[stage] + 1]:
            diagnosis = diagnose(index, answer)
            told = [set(one.mistakes) for one in diagnosis.explanations if not one.slip]
            is_near = [story_of(one.mistakes, one.slip, one.detail) == "near" for one in diagnosis.explanations]
            is_single = stage > 1 and any(
                len(one) == 1 for one in told
            )  # one mistake says it, so no pair is looked for
            assert set(mistakes) in told or is_single or diagnosis.silenced or all(is_near)
            found += bool(told) or any(is_near)
            silent += diagnosis.silenced
    most = 0.5 if index.is_coded or stage > 1 else 0.3 if name.endswith("_shape") else 0.1
    is_few = found + silent < 10
    assert is_few or silent <= most * (found + silent), "the guard may be silent about small numbers, not about many"


def changes(variant):
    """Return, by step, the mistakes that change it, from one run: an index of each step takes far longer."""
    traces = MistakenRuns(variant, variant.board)
    singles = traces.singles
    return {
        step: {trace.mistakes[0].id for trace in singles if trace.values.get(step) != traces.truth.get(step)}
        for step in variant.board
    }


@pytest.mark.parametrize("name", topics())
def test_every_mistake_is_reported_for_some_answer(name):
    """Each mistake is reported in some question, for the total or for a step.

    Of derived ones, which belong to one example, the guard may be silent where its numbers are small, and some change
    nothing there.
    """
    is_derived = solver(name).named < 1
    missing = {
        f"{each.name}.{option}" for one in variants(solver(name)) for each in one.menu.values() for option in each.wrong
    }
    acting = set()
    for variant in (*variants(solver(name)), *declaring_some(solver(name))):
        changing = changes(variant)
        acting |= set().union(*changing.values())
        for step in sorted(variant.board, key=lambda path: (path != TOTAL, path.count("."))):
            if not missing:
                return
            if missing.isdisjoint(changing[step]):
                continue
            index = WrongAnswerIndex(MistakenRuns(variant, [step]), step)
            for mistakes, answer in answers(index, 1):
                if mistakes[0].id in missing:
                    diagnosis = diagnose(index, answer)
                    missing -= {mistake.id for one in diagnosis.explanations for mistake in one.mistakes}
                    missing -= {mistakes[0].id} if is_derived and diagnosis.silenced else set()
    assert (missing & acting if is_derived else missing) == set()
