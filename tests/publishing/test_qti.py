"""QTI packages, graded by running the rules in their items."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZipFile

import pytest

from checker import check
from checker.publishing.publish import Wanted, publish
from tests.bank import BANK, bank
from tests.publishing import importers, published, qti_rules
from tests.publishing.published import HOSTILE, SOME, numeric

DRAWN = {"value": {"from": 20, "to": 40}}
MARKDOWN = """- a list
  1. inner

     > a *quotation* of `code`

| a | b |
|--:|---|
| 1 | <b>x</b> |

# A heading

[a link](http://example.com/a?b=c&d "title"), ![a picture](a.png)

***

one line\\
and another, $x<2$

```python
x = 1
```
"""


def made(problems, **wanted):
    return published.made("qti", problems, **wanted)


def read(problems, **wanted):
    found = made(problems, **wanted)
    return importers.qti(found.data) if found.number else []


@pytest.mark.parametrize("id_", ["encoder-layer", "incline", "kinetic-energy"])
def test_right_answers_and_known_mistakes(id_):
    problem = bank().problems[id_]
    (question,) = read([problem])
    (field,) = question.fields
    part = problem.parts[0]
    assert field.score(str(part.variant.board[part.step].value))[0] == part.points
    texts = [each.find("baseValue").text for each in field.item.iter("gte")]
    assert len(texts) > 4
    for each in texts[1:]:
        middle = float(each)
        if field.score(each)[0] == part.points or field.score(str(middle))[1].startswith("Not correct. Check"):
            continue
        score, feedback = field.score(each)
        outcome = check(problem, each, feedback="full").record()
        if outcome["status"] != "correct":
            assert score == pytest.approx(outcome["points"], abs=0.01)
            assert "is not correct" in feedback
    assert field.score("987654321.5") == (0, "Not correct. Check the formula, then the numbers.")


def test_tolerances_are_exactly_those_of_the_problem():
    (question,) = read([bank().problems["incline"]])  # 9.81 · sin(25°) = 4.145885...; half a unit of 0.01
    scores = [question.fields[0].score(each)[0] for each in ("4.140886", "4.150885", "4.140885", "4.150886")]
    assert scores == [1, 1, 0, 0]


def test_parts_are_interactions_of_one_item():
    problem = bank().problems["small-bert"]
    (question,) = read([problem])
    truths = [part.variant.board[part.step].value for part in problem.parts]
    scores = [each.score(str(truth))[0] for each, truth in zip(question.fields, truths, strict=True)]
    assert scores == [part.points for part in problem.parts]
    assert question.points == sum(scores)


def test_shapes_and_choices(loaded):
    (question,) = read([loaded((BANK / "001" / "head-output.yaml").read_text())])
    assert [question.fields[0].score(each)[0] for each in ("(32, 16)", "32X16", "32x17")] == [1, 1, 0]
    for problem in bank().problems.values():
        if problem.is_multipart or problem.parts[0].kind != "choice":
            continue
        part = problem.parts[0]
        truth = part.variant.board[part.step].value
        (question,) = read([problem])
        right = {f"c{place}" for place in truth.places}
        is_single = question.fields[0].declaration.attrib["cardinality"] == "single"
        assert question.fields[0].score(min(right) if is_single else right)[0] == pytest.approx(part.points)
        wrong = {f"c{place}" for place in range(len(truth.options))} - right
        assert question.fields[0].score(min(wrong) if is_single else wrong)[0] == 0


@pytest.mark.parametrize("key", HOSTILE)
def test_hostile_texts_come_back(key, loaded):
    text = HOSTILE[key]
    mistakes = [{"answer": 5, "says": text.replace("\n", " ")}]
    problem = loaded(numeric(title=text, prompt=f"{text}\n\nHow many?", mistakes=mistakes))
    (question,) = read([problem])
    assert question.fields[0].score("27648")[0] == 1
    assert " ".join(text.split()) in " ".join(question.fields[0].score("5")[1].split())
    assert " ".join(text.split()) in " ".join(question.name.split())
    assert set(re.findall(r"\w{3,}", text)) - {"CDATA", "amp"} <= set(re.findall(r"\w{3,}", question.text))


def test_packages_keep_the_rules(loaded):
    problems = [bank().problems[id_] for id_ in SOME]
    problems += [loaded(numeric(id=f"text-{at}", title=text, prompt=text)) for at, text in enumerate(HOSTILE.values())]
    problems += [loaded(numeric(id="text", prompt=MARKDOWN)), loaded(numeric(id="drawn", parameters=DRAWN))]
    found = made(problems, mistakes=0, solutions=True, variants=2)
    assert found.number > len(SOME)
    assert qti_rules.breaches(found.data) == []


@pytest.mark.parametrize(
    ("old", "new", "breach"),
    [
        (' cardinality="single"', "", "responseDeclaration has no cardinality"),
        ('identifier="SCORE"', 'identifier="7"', "outcomeDeclaration has identifier='7'"),
        ('identifier="FEEDBACK-R1"', 'identifier="SCORE-R1"', "two variables have one name"),
        ('responseIdentifier="R1"', 'responseIdentifier="R2"', "responses are not those of the interactions"),
        ('baseType="float">0<', 'baseType="float">0,5<', "'0,5' is no float"),
        ("<responseElse>", "<responseElse>5", "responseElse holds text"),
        ('showHide="show" identifier="a1"', 'showHide="show" identifier="b"', "feedback b is never shown"),
        ("imsqti_v2p1", "imsqti_v2p2", "assessmentItem is in the namespace"),
    ],
)
def test_the_rules_notice_what_is_wrong(old, new, breach):
    with ZipFile(BytesIO(made([bank().problems["incline"]]).data)) as archive:
        item = archive.read("A-week/incline.xml").decode()
    assert qti_rules.item_breaches(item.encode()) == []
    assert old in item
    assert any(each.startswith(breach) for each in qti_rules.item_breaches(item.replace(old, new, 1).encode()))


def test_names_in_a_package_need_no_escapes():
    problem = bank().problems["incline"]
    found = publish([problem], Wanted("Übung / 1 & 2"), "qti")
    with ZipFile(BytesIO(found.data)) as archive:
        assert archive.namelist()[1] == "bung-1-2/incline.xml"
    assert qti_rules.breaches(found.data) == []


def test_solutions_are_for_scorers_only():
    data = made([bank().problems["encoder-layer"]], solutions=True).data
    (question,) = importers.qti(data)
    (block,) = list(question.fields[0].item.iter("rubricBlock"))
    assert block.attrib["view"] == "scorer author"
    assert "27,648" in "".join(block.itertext())
    (plain,) = read([bank().problems["encoder-layer"]])
    assert "27,648" not in plain.text


def test_canvas_is_warned_of():
    assert any("Canvas's importer may give" in each for each in made([bank().problems["encoder-layer"]]).notes)
