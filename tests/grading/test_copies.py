"""One document in several formats: the most exact one counts, and what really differs is a person's."""

from __future__ import annotations

import pytest

from tests.grading import runs
from tests.grading.problems import LAYER
from tests.grading.reviewed import WHY
from tests.writeups.formats.office_files import docx, p
from tests.writeups.formats.pdf_files import pdf, text

PROBLEMS = {"problems/a/layer.yaml": LAYER, "problems/a/why.yaml": WHY}
ESSAY = "The scores grow with the size of the keys, and so the softmax saturates - much."


def word(*lines):
    return docx("".join(p(line) for line in lines))


def page(*lines):
    return pdf("".join(text(72, 700 - 30 * place, line) for place, line in enumerate(lines)))


def markdown(*lines):
    return "\n\n".join(lines)


def answer(result="Answer: 27648", essay=ESSAY):
    return ["Question encoder-layer", result, "Question why", essay]


@pytest.fixture
def graded(tmp_path):
    """Return what becomes of the hand-ins of one student: the layer, the essay, the conflict and who is told of."""

    def run(**files):
        named = {f"submissions/a/{name.replace('_', '.')}": data for name, data in files.items()}
        finished = runs.run(runs.write(tmp_path, {**PROBLEMS, **named}))
        found = {r["problem"]: (r["status"], r["given"]) for r in runs.records(tmp_path) if r["student"] == "s1"}
        told = finished.summary["assignments"][0]["several_formats"]
        return found["encoder-layer"], found["why"], bool(finished.results.conflicts), told

    return run


def test_equal_copies_are_one(graded):
    found = graded(s1_md=markdown(*answer()), s1_docx=word(*answer()), s1_pdf=page(*answer()))
    assert found[0] == ("correct", "27648")
    assert found[2:] == (False, [])


@pytest.mark.parametrize("doubtful", ["27648 squared", "27648 or 31744", "my friend got 31744"])
def test_a_doubtful_reading_does_not_speak_against_a_right_answer(graded, doubtful):
    layer, _, is_conflict, told = graded(s1_md=markdown(*answer()), s1_pdf=page(*answer(doubtful)))
    assert (layer, is_conflict, told) == (("correct", "27648"), False, ["s1"])


def test_the_doubt_of_the_more_exact_copy_stays(graded):
    layer, _, is_conflict, _ = graded(s1_docx=word(*answer("27648 or 31744")), s1_pdf=page(*answer("not 27648")))
    assert layer[0] == "needs_review"
    assert not is_conflict


def test_an_answer_that_only_one_copy_has_is_its_answer(graded):
    empty = answer("some words of the layer")
    layer, _, is_conflict, _ = graded(s1_docx=word(*answer()), s1_pdf=page(*empty), s1_md=markdown(*empty))
    assert (layer, is_conflict) == (("correct", "27648"), False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Answer: 27648", "Answer: 31744"),
        ("Answer: 31744", "Answer: 27648"),
        ("Answer: 31744", "27648 or 30000"),
        ("27648 or 30000", "Answer: 31744"),
    ],
)
def test_different_answers_are_a_conflict(graded, one, other):
    layer, _, is_conflict, told = graded(s1_docx=word(*answer(one)), s1_pdf=page(*answer(other)))
    assert layer[0] == "needs_review"
    assert (is_conflict, told) == (True, [])


def test_different_names_are_different_hand_ins(tmp_path):
    front = "---\nstudent: s1\n---\n\n"
    files = {"one.md": front + markdown(*answer()), "two.txt": front + markdown(*answer("27648 or 31744"))}
    named = {f"submissions/a/{name}": data for name, data in files.items()}
    assert runs.run(runs.write(tmp_path, {**PROBLEMS, **named})).results.conflicts


@pytest.mark.parametrize(
    "other",
    [
        ESSAY.replace(" - ", " − ").replace("  ", " "),
        f"{ESSAY}\ni=0 i=1 P_{{00}} = \\sin(0)",
        "The scores grow with the size of the keys, and so\nthe softmax saturates much.",
    ],
    ids=["signs", "a picture", "lines"],
)
def test_essays_are_compared_by_their_words(graded, other):
    _, essay, is_conflict, _ = graded(s1_txt=markdown(*answer()), s1_md=markdown(*answer(essay=other)))
    assert essay[0] == "needs_review"
    assert not is_conflict


@pytest.mark.parametrize(
    "other",
    [
        ESSAY.replace("grow", "do not grow"),
        f"{ESSAY}\nWithout it, nothing changes at all.",
        ESSAY.replace("saturates", "saturated"),
        "Because.",
    ],
)
def test_essays_with_other_words_are_a_conflict(graded, other):
    _, essay, is_conflict, _ = graded(s1_docx=word(*answer()), s1_md=markdown(*answer(essay=other)))
    assert is_conflict
    assert essay[0] == "needs_review"


def test_short_essays_are_compared_too(graded):
    one, other = answer(essay="Scores grow."), answer(essay="Scores fall.")
    assert graded(s1_docx=word(*one), s1_md=markdown(*other))[2]
    assert not graded(s1_docx=word(*one), s1_md=markdown(*one))[2]
