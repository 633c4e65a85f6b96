"""What every question type promises to a run for many students: each gets what they get alone, to the last digit."""

from __future__ import annotations

from itertools import groupby
from random import Random

import numpy as np
import pytest

from checker.diagnosis.mistakes import options_of, possible_mistakes
from checker.engine.errors import INVALID_RUN
from checker.engine.lanes.run import LaneRun
from checker.engine.lanes.tables import is_table
from checker.engine.trace import TOTAL
from checker.engine.values.encoded import EncodedValue
from checker.questions.parameters import arguments, numbers_only
from checker.questions.registry import solver, topics
from checker.questions.variant import Variant

SETS = 200
"""So many sets of mistakes are tried of each question."""

every_type = pytest.mark.parametrize("name", sorted(topics()))


def questions(name):
    """The last example, and one that is drawn; and this under other conventions, where it goes with them."""
    type_, rng = solver(name), Random(name)
    example, drawn = (Variant(type_, arguments(type_, given)) for given in (type_.examples[-1], type_.draw(rng)))
    declared = {point.name: rng.choice(point.options) for point in drawn.menu.values() if point.is_convention}
    other = Variant(type_, drawn.arguments, declared)
    fits = declared and alone(other, (), {TOTAL}) is not None
    return [example, drawn, *([other] if fits else [])]


def sets_of(mistakes, rng):
    """Nobody's mistakes, single ones, and sets of two and three about different points."""
    single = rng.sample(mistakes, min(len(mistakes), SETS // 3))
    sets = [tuple(rng.sample(mistakes, rng.choice((2, 3)))) for _ in range(SETS) if len(mistakes) > 2]
    sets = [
        tuple(sorted(chosen, key=mistakes.index))
        for chosen in sets
        if len({each.point for each in chosen}) == len(chosen)
    ]
    return list(dict.fromkeys([(), *((mistake,) for mistake in single), *sets]))[:SETS]


def exact(value):
    """A value in a form that compares: its type, and all its digits."""
    if isinstance(value, np.ndarray):
        return (str(value.dtype), value.shape, repr(value.tolist()))
    if isinstance(value, EncodedValue):
        return (type(value), repr(value.code))
    if isinstance(value, tuple | list):
        return (type(value), [exact(entry) for entry in value])
    return (type(value), repr(value))


def alone(variant, mistakes, steps):
    try:
        return {step: exact(value) for step, value in variant.run(options_of(mistakes), steps).items()}
    except INVALID_RUN:
        return None


@every_type
def test_each_student_gets_the_values_of_a_separate_run(name):
    for variant in questions(name):
        mistakes, steps = list(possible_mistakes(variant)), {*variant.board, TOTAL}
        bits = {mistake: 1 << place for place, mistake in enumerate(mistakes)}
        sets = {sum(map(bits.__getitem__, chosen)): chosen for chosen in sets_of(mistakes, Random(0))}
        single = {student: alone(variant, chosen, steps) for student, chosen in sets.items()}
        named = {(mistake.point, mistake.option): bit for mistake, bit in bits.items()}
        run = LaneRun(variant.declared, named, list(sets), wanted=steps)
        run(variant.solver.function, variant.arguments)
        columns = run.columns()
        assert set(run.students) == {student for student, taken in single.items() if taken is not None}
        for student in run.students:
            found = {step: column.value_for(student) for step, column in columns.items()}
            found = {step: exact(value) for step, value in found.items() if value is not None}
            assert found == single[student], [mistake.id for mistake in sets[student]]


@every_type
@pytest.mark.parametrize("size", [1, 3])
def test_few_students_get_the_values_of_separate_runs(name, size):
    """Of few the values differ at few steps: right ones meet wrong ones on either side of an operator."""
    for variant in questions(name):
        mistakes, steps = list(possible_mistakes(variant)), {*variant.board, TOTAL}
        bits = {mistake: 1 << place for place, mistake in enumerate(mistakes)}
        named = {(mistake.point, mistake.option): bit for mistake, bit in bits.items()}
        sets = sets_of(mistakes, Random(1))
        for start in range(0, len(sets), SETS // 10):
            students = {sum(map(bits.__getitem__, chosen)): chosen for chosen in sets[start : start + size]}
            alive, columns = variant.run_many(named, list(students), steps)
            for student, chosen in students.items():
                found = {step: exact(column.value_for(student)) for step, column in columns.items()}
                assert (found if student in alive else None) == alone(variant, chosen, steps)


@every_type
def test_the_mistakes_of_one_choice_are_neighbours(name):
    for variant in questions(name):
        points = [point for point, _ in groupby(mistake.point for mistake in possible_mistakes(variant))]
        assert len(points) == len({*points})


@every_type
def test_each_student_with_another_number_gets_the_values_of_a_separate_run(name):
    """One step is 7 more, or one number of the question is 1 more, for another student each."""
    for variant in questions(name)[:2]:
        if variant.solver.one_by_one:
            continue
        steps = {*variant.board, TOTAL}
        numbers = {path: step.value for path, step in variant.board.items() if type(step.value) in (int, float)}
        named, secret = numbers_only(variant.solver), variant.solver.secret
        others = [{path: number + 7} for path, number in numbers.items()]
        separate = [run_replaced(variant, steps, other) for other in others]
        for each, value in variant.arguments.items():
            for larger in one_more(value) if each not in secret and (each in named or is_table(value)) else ():
                others.append({each: larger})
                changed = Variant(variant.solver, variant.arguments | others[-1], variant.declared)
                separate.append(alone(changed, (), steps))
        students = [1 << place for place in range(len(others))]
        wrong = [
            {each: {student: other[each]} for each in other} for student, other in zip(students, others, strict=True)
        ]
        columns = variant.run_replaced(merged(wrong[: len(numbers)]), merged(wrong[len(numbers) :]), steps)
        for student, expected in ((0, alone(variant, (), steps)), *zip(students, separate, strict=True)):
            found = {step: column.value_for(student) for step, column in columns.items()}
            if expected is not None:
                found = {step: exact(value) for step, value in found.items() if value is not None}
                assert found == expected, others


def one_more(value):
    """A value with 1 more in place of each of its numbers, one at a time."""
    if type(value) in (int, float):
        yield value + 1
    elif isinstance(value, list | dict):
        for place, entry in value.items() if isinstance(value, dict) else enumerate(value):
            for larger in one_more(entry):
                changed = value.copy()
                changed[place] = larger
                yield changed


def merged(tables):
    found = {}
    for table in tables:
        for name, by_student in table.items():
            found.setdefault(name, {}).update(by_student)
    return found


def run_replaced(variant, steps, other):
    try:
        values = variant.run(wanted=steps, override=other.get)
    except INVALID_RUN:
        return None
    return {step: exact(value) for step, value in values.items()}
