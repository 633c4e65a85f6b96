"""Sections of write-ups for tests: their candidates, and what is bound to the parts of a question."""

from functools import cache

from checker.problems import load_problems
from checker.writeups.formats.markdown import read
from checker.writeups.parts.binding import bind
from checker.writeups.questions.section_lines import SectionLine
from checker.writeups.results.candidates import candidates
from checker.writeups.results.statements import statements
from checker.writeups.sheets import sheet_of
from tests.bank import BANK

KINDS = frozenset({"number", "vector", "matrix", "shape", "complexity"})


@cache
def questions(name):
    (folder,) = load_problems(BANK / name).assignments.values()
    return {question.problem: question for question in sheet_of(folder).questions}


def found(text, kinds=KINDS):
    """Return the candidates in the Markdown of a section."""
    lines = [
        SectionLine(0, block, line, is_prompt=False, starts_block=number == 0)
        for block in read(text.encode(), "s1.md").blocks
        for number, line in enumerate(block.lines)
    ]
    return candidates(statements(lines), kinds)


def texts(text, *kinds):
    """Return the candidates of these kinds that are written like results."""
    return [each.text for each in found(text, frozenset(kinds) or KINDS) if each.is_result]


def bound(name, problem, text):
    """Return what the Markdown of a section binds to the parts of a question."""
    question = questions(name)[problem]
    return bind(question.parts, found(text), question.prompt)


def bound_texts(name, problem, text):
    """Return the text that is bound to each part; empty where none is."""
    several = zip(questions(name)[problem].parts, bound(name, problem, text), strict=True)
    return {part.key.part: each.candidate.text if each.candidate else "" for part, each in several}
