"""Answers as statisticians, chemists and mathematicians write them: what names the number, and what stands for it."""

from __future__ import annotations

import json

from checker import check, load_problem


def status(folder, prompt, parameters, text, **others):
    path = folder / "p.yaml"
    question = {"id": "p", "title": "T", "type": "numeric", "prompt": prompt, "parameters": parameters, **others}
    path.write_text(json.dumps(question))
    return check(load_problem(path), text).status


def test_kelvins_in_brackets_are_no_potassium(tmp_path):
    prompt = "Which heat is needed, in kJ? Water takes 4186 J/(kg K)."
    text = "0.4 kg · 4186 J/(kg K) · 4.2 K = 7.03 kJ"
    assert status(tmp_path, prompt, {"value": 7.0325, "unit": "kJ"}, text, tolerance={"relative": 0.01}) == "correct"
