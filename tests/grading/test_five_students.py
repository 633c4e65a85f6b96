"""The documents of submissions/ hold what five real students answered: each answer is decided as the same one in YAML.

What a document does not say clearly, or not at all, is left to a person with the place or the reason.
"""

from __future__ import annotations

import json
from shutil import copytree, ignore_patterns

import pytest

from tests.bank import BANK
from tests.grading import runs

SUBMISSIONS = BANK.parent / "submissions"
ANSWERS = [
    ("mara", "small-bert.embeddings", "correct"),
    ("mara", "small-bert.projections", "incorrect"),
    ("mara", "small-bert.output-projection", "incorrect"),
    ("mara", "small-bert.attention", "incorrect"),
    ("mara", "small-bert.feed-forward", "correct"),
    ("mara", "small-bert.layer", "carried"),
    ("mara", "small-bert.encoder", "carried"),
    ("mara", "small-bert.total", "carried"),
    ("mara", "flying-attention", "incorrect"),
    ("mara", "topic-head", "correct"),
    ("mara", "language-head", "correct"),
    ("noor", "encoder-layer", "correct"),
    ("noor", "head-output.shape", "incorrect"),
    ("noor", "head-output.elements", "needs_review"),
    ("noor", "head-output.values", "needs_review"),
    ("luca", "attention-roles.queries", "correct"),
    ("luca", "attention-roles.keys", "correct"),
    ("luca", "attention-roles.values", "correct"),
    ("luca", "attention-roles.self-attention", "correct"),
    ("luca", "layer-costs.self-attention", "correct"),
    ("luca", "layer-costs.convolution", "needs_review"),
    ("luca", "layer-costs.recurrent", "correct"),
    ("luca", "rotation", "correct"),
    ("luca", "mask-semantics", "incorrect"),
    ("luca", "transformer-base", "incorrect"),
    ("sana", "position-table", "correct"),
    ("sana", "language-model.embeddings", "correct"),
    ("sana", "language-model.projections", "correct"),
    ("sana", "language-model.attention", "correct"),
    ("sana", "language-model.feed-forward", "correct"),
    ("sana", "language-model.norms", "incorrect"),
    ("sana", "language-model.encoder", "correct"),
    ("sana", "language-model.head", "correct"),
    ("sana", "language-model.total", "correct"),
    ("sana", "sentiment-model.attention", "correct"),
    ("sana", "sentiment-model.feed-forward", "correct"),
    ("sana", "sentiment-model.head", "correct"),
    ("sana", "sentiment-model.total", "correct"),
]
LEFT = {
    "head-output.elements": "No answer to this part could be found in the section.",
    "head-output.values": "No answer to this part could be found in the section.",
    "layer-costs.convolution": "It is not clear which of several results is the answer.",
}
"""The answers that a person decides on: two are not in the document, and of the third it has three versions."""


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    return graded(tmp_path_factory.mktemp("five"), ignore_patterns("*.docx", "*.pdf"))


def graded(top, left_out=None):
    """Return the records of a run on the documents, without those that are left out."""
    (top / "problems").symlink_to(BANK)
    copytree(SUBMISSIONS, top / "submissions", ignore=left_out)
    runs.run(top)
    found = map(json.loads, (top / "results/results.jsonl").read_text(encoding="utf-8").splitlines())
    return {(each["student"], ".".join(filter(None, (each["problem"], each["part"])))): each for each in found}


@pytest.mark.parametrize(("student", "question", "status"), ANSWERS)
def test_an_answer_in_a_document_has_its_verdict(records, student, question, status):
    record = records[student, question]
    assert record["status"] == status
    if status == "needs_review":
        assert record["message"] == LEFT[question]


def test_most_answers_are_decided_as_in_yaml(records):
    """Only those that YAML holds and the document does not are decided otherwise."""
    twins = {"mara": "s000", "noor": "s001", "luca": "s003", "sana": "s004"}
    decided = [(student, question) for student, question, status in ANSWERS if status != "needs_review"]
    assert (len(ANSWERS), len(decided)) == (38, 35)
    differ = [each for each in decided if records[each]["status"] != records[twins[each[0]], each[1]]["status"]]
    assert differ == [("noor", "head-output.shape")]


def test_word_and_pdf_of_the_same_student_change_no_verdict(records, tmp_path):
    """Where they are read otherwise, the text counts."""
    together = graded(tmp_path)
    assert {key for key in records if together[key]["status"] != records[key]["status"]} == set()
