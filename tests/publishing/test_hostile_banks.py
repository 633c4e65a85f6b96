"""Options, titles and prompts with the signs of the formats: importers find them as they were written."""

from __future__ import annotations

import html
import re

import pytest

from tests.publishing.published import HOSTILE, numeric, read

OPTIONS = ["%50% of it", "[html] first", "a -> b", "~= #1 {x} \\n", "a < b &lt; c", "{1:NUMERICAL:=3}", "<i>x</i>"]


def choice(*correct, **more):
    return {
        "id": "c",
        "type": "choice",
        "prompt": "Which?",
        "parameters": {"options": OPTIONS, "correct": [*correct]},
    } | more


@pytest.mark.parametrize("right", [1, 2, 6])
def test_hostile_options_come_back(right, loaded):
    for problem in (choice(*OPTIONS[:right]), choice(*OPTIONS[:right], parts=[{"id": "a"}, {"id": "b"}])):
        for question in read([loaded(problem)]):
            for asked in question.fields:
                assert [html.unescape(each.text) for each in asked.answers] == OPTIONS
                found = [each.fraction for each in asked.answers]
                assert all(each > 0 for each in found[:right])
                assert all(each <= 0 for each in found[right:])
                assert sum(found[:right]) == pytest.approx(100, abs=0.01)


def test_the_only_wrong_option_takes_all_off(loaded):
    assert read([loaded(choice(*OPTIONS[:6]))])[0].only.answers[-1].fraction == -100


@pytest.mark.parametrize("key", HOSTILE)
def test_hostile_texts_come_back(key, loaded):
    text = HOSTILE[key]
    mistakes = [{"answer": 5, "says": text.replace("\n", " ")}]
    problems = [loaded(numeric(title=text, prompt=f"{text}\n\nHow many?", mistakes=mistakes))]
    (question,) = read(problems)
    assert question.only.grade("27648")[0] == 100
    assert " ".join(text.split()) in question.only.grade("5")[1].replace("\\\\", "\\")
    name = question.name.partition(": ")[2]
    assert " ".join(name.split()) == " ".join(text.split())
    plain = html.unescape(re.sub(r"</?(p|ul|li|strong|code|em)>", "", question.text))
    assert "How many?" in plain
    assert "<script>" not in question.text
    letters = set(re.findall(r"\w{3,}", text)) - {"CDATA", "amp"}
    assert letters <= set(re.findall(r"\w{3,}", plain)) | {"category"}


def test_hostile_texts_among_embedded_answers_come_back(loaded):
    for text in HOSTILE.values():
        problem = numeric(prompt=text, title=text, type="formula")
        problem["parameters"] = {"expression": "a + b", "symbols": {"a": 3, "b": 4}}
        says = [{"answer": "50", "says": text.replace("\n", " ")}]
        problem["parts"] = [{"id": "a", "mistakes": says}, {"id": "b", "points": 2}]
        (question,) = read([loaded(problem)])
        assert [each.weight for each in question.fields] == [1, 2]
        assert question.fields[0].grade("7")[0] == question.fields[1].grade("7")[0] == 100
        assert " ".join(text.split()) in question.fields[0].grade("50")[1]
