"""No sentence below level `full` holds the right answer to another part of the problem."""

import re

from checker.diagnosis.values import every_number
from checker.diagnosis.wording import sentence
from checker.kinds import flatten
from checker.marking.question import Question
from tests.bank import bank

FEWEST = 12
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def numbers(text):
    return {float(each.replace(",", "")) for each in NUMBER.findall(text)}


def values_of(problem):
    parts = [part for part in problem.parts if part.step and part.variant.board.get(part.step)]
    return {part.id: flatten(part.variant.board[part.step].value) for part in parts}


def hidden(problem):
    """Return the whole right answers that neither the prompt nor the parameters hold."""
    found = {value[1][0] for value in values_of(problem).values() if not value[0] and type(value[1][0]) is int}
    known = numbers(problem.prompt).union(*(every_number(part.variant.arguments) for part in problem.parts))
    return {float(each) for each in found if each > FEWEST} - known


def test_no_detail_holds_the_right_answer_to_a_part():
    counting = [each for each in bank().problems.values() if len(each.parts) > 1 and hidden(each)]
    assert len(counting) > 50
    for problem in counting:
        truths, values = hidden(problem), values_of(problem)
        for part in problem.parts:
            if part.id not in values or values[part.id][0]:
                continue
            for run in Question.of(problem, part).index.singles:
                said = sentence(part.variant, run.mistakes[0])
                assert not numbers(said) & truths, (problem.id, said)
