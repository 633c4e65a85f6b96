"""Entries for `mistakes:` that explain a shared answer from then on."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.grading.output.summary import Summary
from tests.grading.class_answers.problems import CHOICE, GRAVITY, LAYER, OUTPUT, PARTS, RIGHT, layer


def teach(summary: Summary, folder: Path, says: str) -> None:
    """Do as the summary says: write the entry below `mistakes:` in the file, as an author would."""
    (each,) = summary.shared
    file = folder / "problems" / "a" / each.where.split()[-1 if each.column.part_id is None else -3].rstrip(",")
    text = file.read_text()
    entry = each.entry.replace('"..."', f'"{says}"')
    if "parameters" in each.where:
        text += f"  mistakes:\n    {entry}\n"
    elif each.column.part_id:
        text = text.replace("{id: total}", f"id: total\n    mistakes:\n      {entry}")
    else:
        text += f"mistakes:\n  {entry}\n"
    file.write_text(text)


@pytest.mark.parametrize(
    ("name", "text", "part", "answers", "where", "entry"),
    [
        (
            "encoder-layer",
            LAYER,
            None,
            ["41472", RIGHT],
            "in encoder-layer.yaml",
            '- {answer: "41,472", says: "..."}',
        ),
        (
            "parts",
            PARTS,
            "total",
            ["47616", str(4 * 64 * 64 + 2 * 64 * 120)],
            "in parts.yaml, part total",
            '- {answer: "47,616", says: "..."}',
        ),
        (
            "gravity",
            GRAVITY,
            None,
            ["3.27", "9.81"],
            "of the parameters in gravity.yaml",
            '- {answer: 3.27, says: "..."}',
        ),
        (
            "choice",
            CHOICE,
            None,
            ["b, c", "queries"],
            "of the parameters in choice.yaml",
            '- {answer: ["keys", "values"], says: "..."}',
        ),
        (
            "output",
            OUTPUT,
            None,
            ["[0.25, 0.75]", "[0.6089, 0.1956]"],
            "in output.yaml",
            '- {answer: "[[0.25, 0.75]]", says: "..."}',
        ),
    ],
)
def test_an_entry_explains_the_answer_from_then_on(  # noqa: PLR0913 - a case each
    graded, tmp_path, name, text, part, answers, where, entry
):
    given = [{name: {part: answer} if part else answer} for answer in [answers[0]] * 3 + [answers[1]] * 6]
    summary = graded({name: text}, *given)
    assert [(each.where, each.entry) for each in summary.shared] == [(where, entry)]
    teach(summary, tmp_path, "Think again of the layers")
    again = graded({}, *given)
    assert again.shared == []
    (question,) = [each for each in again.sheets[0]["questions"] if each["part"] == part]
    told = "keys, values" if name == "choice" else "Think again of the layers."
    assert question["mistakes"] == [{"label": told, "count": 3}]


def test_a_rounded_answer_is_not_to_be_listed(graded):
    (found,) = graded({"layer": LAYER}, *layer(*["41.5K"] * 3, *[RIGHT] * 6)).shared
    assert (found.entry, found.record()["add"]) == ("", None)
