"""`load_problem`, `check`, `solve`, `grade` and `mistakes` as Python programs call them."""

import numpy as np
import pytest

import checker
from checker import check, grade, load_problem, mistakes, solve
from checker.engine.errors import UserError

SIZES = {"d_model": np.int64(64), "num_heads": 4, "d_k": 16, "d_v": 16, "d_ff": 120}
LAYER = {
    "type": "encoder_layer_parameters",
    "parameters": SIZES,
    "conventions": dict.fromkeys(("biases", "layer_norm", "output_projection"), "left_out"),
}
FILE = "id: layer\ntype: feed_forward_parameters\nparameters: {d_model: 2, d_ff: 3}\n"
DRAWN = {"type": "formula", "parameters": {"expression": "2*a", "symbols": {"a": {"from": 1, "to": 1000}}}}


def test_what_is_exported():
    assert set(checker.__all__) == {"UserError", "__version__", "check", "grade", "load_problem", "mistakes", "solve"}


def test_a_problem_without_that_part(layer, model):
    with pytest.raises(LookupError, match="encoder-layer has no parts"):
        check(layer(), {"total": "1"})
    with pytest.raises(LookupError, match=r'parts embeddings, projections, total; give one as \{"PART": answer}$'):
        check(model, "1")
    with pytest.raises(LookupError, match="totl is not a part of model; did you mean total"):
        check(model, {"total": 1, "totl": 2})


def test_answers_may_be_python_values(layer, flying):
    assert check(layer(), 27648).status == "correct"
    assert check(layer(), None).status == "not_answered"
    assert check(flying, [0.609, 0.196]).status == "correct"
    with pytest.raises(TypeError, match="an answer must be a text, a number or a list of them, not set"):
        check(layer(), {1})
    with pytest.raises(ValueError, match="feedback is one of verdict, hint, explain, full, not 'loud'"):
        check(layer(), 1, feedback="loud")


def test_a_problem_is_a_path_an_id_or_a_mapping(tmp_path, monkeypatch):
    (tmp_path / "problems").mkdir()
    path = tmp_path / "problems" / "layer.yaml"
    path.write_text(FILE)
    for found in (load_problem(path), load_problem("layer", problems=tmp_path)):
        assert (found.id, solve(found).answer) == ("layer", 2 * 3 + 3 + 3 * 2 + 2)
    monkeypatch.chdir(tmp_path)
    assert check("layer", 17)
    assert check(LAYER, 27648)
    with pytest.raises(UserError, match="there is no problem layr in problems; did you mean layer"):
        check("layr", 17)
    with pytest.raises(UserError, match=r"d_modl is not a parameter of .*; did you mean d_model"):
        load_problem({**LAYER, "parameters": {"d_modl": 3}})
    with pytest.raises(TypeError, match="a problem holds texts, numbers, lists and mappings, not set"):
        load_problem({**LAYER, "parameters": {1}})


def test_numbers_drawn_for_a_student():
    answers = {solve(load_problem(DRAWN, student=student)).answer for student in ("s1", "s2", "s3", "s1")}
    assert len(answers) == 3


def test_a_result():
    right, wrong = check(LAYER, 27648), check(LAYER, "31,744")
    assert (bool(right), right.is_correct, right.points, right.parts) == (True, True, 1.0, {})
    assert (bool(wrong), wrong.is_correct, wrong.points) == (False, False, 0.0)
    assert wrong.explanations == wrong.record()["explanations"]
    assert wrong.explanations[0]["mistakes"][0]["id"] == "output_projection.counted"
    assert repr(right) == "<Result correct, 1 of 1 point: Correct: 27,648.>"
    assert len(repr(wrong)) < 200
    assert "27,648" not in wrong._repr_html_() + repr(wrong)
    assert "&lt;b&gt;" in check(LAYER, "<b>")._repr_html_()
    assert "<b>" not in check(LAYER, "<b>")._repr_html_().replace("<p><b>", "")


def test_results_by_part():
    parts = {"attention": 12288, "feed-forward": "15,361", "total": ""}
    asked = [{"id": name, "asks": name.replace("-", "_"), "points": 2} for name in parts]
    problem = load_problem(LAYER | {"parts": asked})
    found = check(problem, parts)
    assert [*found.parts] == [*parts]
    assert [each.status for each in found.parts.values()] == ["correct", "incorrect", "not_answered"]
    assert (bool(found), found.status, found.points) == (False, "partial", 2.0)
    named = "attention correct, feed-forward incorrect, total not_answered"
    assert repr(found) == f"<PartResults partial, 2 of 6 points: {named}>"
    assert found.message.startswith("attention: Correct: 12,288.\nfeed-forward: 15,361 is not correct.")
    assert [each["part"] for each in found.record("s1")["results"]] == [*parts]
    assert found._repr_html_().count("<h4>") == 3
    assert (check(problem, {}).status, bool(check(problem, {"attention": 12288}))) == ("not_answered", True)
    unread = check(problem, {"attention": "1 or 2", "total": 27648})
    assert (unread.status, unread.points) == ("unreadable", None)


def test_a_solution():
    found = solve(LAYER)
    assert (found.answer, found.parts) == (27648, {})
    assert found.steps[-1] == {"step": "total", "formula": "12,288 + 15,360", "value": 27648}
    assert repr(found) == "<Solution of problem: 27,648>"
    assert "<td>12,288 + 15,360</td><td>27,648</td>" in found._repr_html_()
    several = solve(LAYER | {"parts": [{"id": "a", "asks": "attention"}, {"id": "b"}]})
    assert several.answer == {"a": 12288, "b": 27648} == {part: each.answer for part, each in several.parts.items()}


def test_the_wrong_answers_of_a_problem():
    found = {each.given: each for each in mistakes(LAYER)}
    assert found["31,744"].message.startswith("31,744 is not correct. Your answer counts the output projection W_O;")
    assert not any(found.values())


def test_a_class(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "layer.yaml").write_text(FILE)
    (tmp_path / "answers.csv").write_text("student,layer\na,17\nb,18\nc,1 or 2\n")
    found = grade("answers.csv", dry_run=True)
    assert not (tmp_path / "results").exists()
    rows = [(each["student"], each["points"], each["layer"]) for each in found.grades]
    assert rows == [("a", 1.0, 1.0), ("b", 0.0, 0.0), ("c", None, None)]
    assert repr(found) == "<GradedClass: 3 students graded, 1 to review>"
    assert "grades.csv" in grade("answers.csv", "problems", "there").files
    with pytest.raises(UserError, match="there is no folder or zip nowhere"):
        grade("nowhere")
