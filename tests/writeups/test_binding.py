"""Binding: which result of a section answers which part."""

from hypothesis import given
from hypothesis import strategies as st

from checker.writeups.formats.markdown import read
from checker.writeups.parts.binding import bind
from checker.writeups.questions.lines import SectionLine
from checker.writeups.questions.statements import statements
from checker.writeups.results.candidates import candidates
from tests.writeups.documents_of import sheet_named

KINDS = frozenset({"number", "vector", "matrix", "shape", "complexity"})
SECTIONS = [
    ("000", "topic-head", ["768 × 20 = 15,360 weights", "15,360 + 20 = 15,380"]),
    ("001", "head-output", ["(a) 32 × 16", "(b) 512", "(c) 1,024"]),
    ("any-course", "free-fall", ["It rises, then h = 19.6 m"]),
]
WORDS = [
    "the",
    "because",
    "every",
    "number",
    "comes",
    "from",
    "rows",
    "that",
    "are",
    "multiplied",
    "which",
    "we",
    "know",
]


def bound_texts(name, problem, text):
    """Return what the Markdown of a section binds to the parts of a question."""
    (question,) = (each for each in sheet_named(name).questions if each.problem == problem)
    lines = [
        SectionLine("s1.md", block, line, is_prompt=False, starts_block=number == 0)
        for block in read(text.encode(), "s1.md").blocks
        for number, line in enumerate(block.lines)
    ]
    found = bind(question.parts, candidates(statements(lines), KINDS), question.prompt)
    return [each.candidate and each.candidate.text for each in found]


@given(
    section=st.sampled_from(SECTIONS), words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), data=st.data()
)
def test_a_line_without_numbers_changes_no_answer(section, words, data):
    name, problem, lines = section
    place = data.draw(st.integers(0, len(lines)))
    more = [*lines[:place], " ".join(words), *lines[place:]]
    assert bound_texts(name, problem, "\n\n".join(more)) == bound_texts(name, problem, "\n\n".join(lines))
