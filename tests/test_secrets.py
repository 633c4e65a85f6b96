"""Below `full` nothing about any example of any problem gives a number away: not the truth, and no part of a difference."""

import json
import re

from checker.answers import flatten
from checker.cli.views import screen
from checker.cli.views.layout import Style
from checker.marking.marker import Marker
from tests.bank import bank

NUMBER = re.compile(r"\d(?:[\d,]*\d)?(?:\.\d+)?")


def numbers(text):
    """The numbers in a text, however they are written, to four digits; those of one or two digits tell nothing."""
    bare = (number.replace(",", "") for number in NUMBER.findall(text))
    return {f"{float(number):.4g}" for number in bare if len(number.strip("0.").replace(".", "")) > 2}


def secrets(part, record):
    """The truth, and everything that only full feedback says."""
    hidden = [*flatten(part.variant.run(wanted={part.step})[part.step])[1], record["expected"]]
    for explanation in record["explanations"]:
        hidden += [value for one in explanation["mistakes"] for value in one["values"].values()]
        hidden += [explanation.get("slip_values"), (explanation["first_difference"] or {}).get("expected")]
    return numbers(" ".join(map(str, hidden)))


def said(problem, outcome):
    """All that is said of an answer, beside the hash of the question."""
    record = json.dumps({**outcome.record(), "variant": None}, ensure_ascii=False)
    views = (screen.check(problem, [outcome], Style(plain=plain)) for plain in (True, False))
    return "\n".join([re.sub(r'"share": [\d.]+', "", record), *(line for view in views for line in view)])


def wrong_examples():
    """Every example of a wrong answer in numbers, with its part, problem by problem."""
    for problem in bank().problems.values():
        for part in problem.parts:
            if part.kind not in ("choice", "text", "complexity"):
                yield problem, part, [each.answer for each in part.examples if each.verdict != "correct"]


def test_no_example_of_a_problem_gives_a_number_away():
    seen = 0
    for problem, part, answers in wrong_examples():
        full = Marker(problem, part, "full")
        for level in ("verdict", "hint", "explain"):
            below = Marker(problem, part, level)
            below.target.index = full.target.index  # the same at every level, and slow to build
            question = screen.check(problem, [full.mark("")], Style())  # its title, and what counts in it
            for answer in answers:
                outcome, whole = below.mark(answer), full.mark(answer)
                text = said(problem, outcome)
                read = (answer, outcome.read_as, outcome.reading.note if outcome.reading else "")
                known = numbers(" ".join([*read, problem.prompt, *question]))
                assert (numbers(text) - known) & secrets(part, whole.record()) == set(), (problem.id, part.id, text)
                assert '"contribution"' not in text
                assert '"yours"' not in text
                assert outcome.breakdown is None
                seen += whole.breakdown is not None
    assert seen > 900, "most have a number to hide"
