"""What the diagnoser promises of every question type: a mistake that is put in is found again, or told in a tie."""

from decimal import Decimal

import pytest

from checker.answers import Judge, Number, Reading, Tolerance
from checker.diagnose import Index, Traces, diagnose
from checker.parameters import arguments
from checker.solvers import solver, topics
from checker.trace import TOTAL
from checker.variant import Variant


def stated(value):
    """A number with all its digits, or with twelve."""
    if isinstance(value, int):
        return Number(value, Decimal("0.5"), len(str(abs(value))))
    written = Decimal(f"{value:.11e}")
    return Number(written, Decimal(5).scaleb(written.adjusted() - 12), 12)


def answers(index, stage):
    """The wrong answers that need each of their mistakes, and can be seen."""
    judge = Judge(index.traces.variant.run()[TOTAL], Tolerance.default(whole=index.whole))
    for trace in filter(index.is_alive, index.traces.stage(stage)):
        shape, numbers = trace.values[TOTAL]
        answer = Reading(shape, tuple(map(stated, numbers)))
        if judge.verdict(answer) in ("wrong", "shape"):
            yield trace.mistakes, answer


@pytest.mark.parametrize("stage", [1, 2])
@pytest.mark.parametrize("name", topics())
def test_a_mistake_that_is_put_in_is_found(name, stage):
    question = solver(name)
    found = silent = 0
    for example in question.examples:
        index = Index(Traces(Variant(question, arguments(question, example)), [TOTAL]))
        for mistakes, answer in answers(index, stage):
            diagnosis = diagnose(index, answer)
            told = [set(one.mistakes) for one in diagnosis.explanations if not one.slip]
            assert set(mistakes) in told or diagnosis.silenced
            found += bool(told)
            silent += diagnosis.silenced
    assert silent <= 0.5 * (found + silent), "the guard may be silent about small numbers, not about most"
