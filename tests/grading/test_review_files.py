"""review.yaml and needs-review.md: what they show, and that nothing which somebody typed there is lost."""

from __future__ import annotations

import json
import os

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.output_folder import Unwritable
from checker.grading.review_files import refuse_to_overwrite
from tests.grading import runs
from tests.grading.reviewed import BLOCK, ESSAYS, GROUP, LAYER, WHY

TYPED = '# Why?\n- group: "x"\n  problem: "why"\n  question: "q"\n  points: 2\n'


def test_the_form_shows_all_that_is_open_and_what_was_found(grade_reviewed):
    graded = grade_reviewed(ESSAYS | {"s4": {"encoder-layer": "64 or 128", "block": {"queries": "1 or 2"}}})
    text = graded.read("review.yaml")
    form = yaml.safe_load(text)
    assert [(each["problem"], each.get("part"), each["points"], each["comment"]) for each in form] == [
        ("block", "queries", None, None),
        ("encoder-layer", None, None, None),
        ("why", None, None, None),
        ("why", None, None, None),
    ]
    assert (
        "# why: s1 and s2\n"
        "# A person will read and grade this text.\n"
        "#   | The scores grow.\n"
        "#   · scores grow (2 points): line 1 “The scores grow”.\n"
        "#   · softmax (1 point): no matching sentence.\n"
        f'- group: "{GROUP}"\n'
        '  problem: "why"\n'
        '  question: "33eff49cb9"\n'
        "  points:  # of 3\n"
        "  comment:\n"
    ) in text
    listed = graded.read("needs-review.md")
    assert f"group {GROUP}" in listed
    assert "  - softmax (1 point): no matching sentence.\n" in listed
    filled = text.replace("points:", "points: 1")
    assert grade_reviewed(ESSAYS, {"ada.yaml": text}).summary["needs_person"]["count"] == 5, "nothing is filled in"
    decided = grade_reviewed(ESSAYS, {"ada.yaml": filled[filled.index("# why: s1") :]})
    assert (decided.summary["needs_person"]["count"], decided.read("review.yaml").count("group")) == (2, 2)


def test_the_form_has_the_students_own_lines_around_a_place(tmp_path):
    lines = ["Question encoder-layer", "Each head has three matrices.", "Perhaps it is 27648.", "Or 31744.", *"abcde"]
    files = {"problems/layer.yaml": LAYER, "submissions/s1.md": "\n\n".join(lines)}
    runs.run(runs.write(tmp_path, files))
    text = (tmp_path / "results/review.yaml").read_text()
    assert "#   In s1.md:\n" in text
    assert "#   | 3: Each head has three matrices.\n" in text
    assert "#   | 5: Perhaps it is 27648.\n" in text
    assert ": d\n" not in text


def test_what_has_no_group_is_listed(tmp_path):
    files = {"problems/block.yaml": BLOCK, "problems/layer.yaml": LAYER, "submissions/s1.yaml": "answers: {block: [1\n"}
    runs.run(runs.write(tmp_path, files))
    assert yaml.safe_load((tmp_path / "results/review.yaml").read_text()) == []
    text = (tmp_path / "results/needs-review.md").read_text()
    assert "Write {student: ..., problem: ..., part: ..., points: ...} into\nreviews/NAME.yaml" in text
    assert "- no answer was found: A file of this hand-in was not read; the answer may be in it.  \n  s1\n" in text
    assert "## Not graded\n\n" in text
    assert "submissions/s1.yaml:1: the \\`\\[\\` that opens here is never closed" in text


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_what_was_written_here_is_never_taken_for_typed(tmp_path_factory, answers):
    """Whatever students write."""
    top = tmp_path_factory.mktemp("run")
    submissions = {f"submissions/a/s{n}.json": json.dumps({"answers": {"why": each}}) for n, each in enumerate(answers)}
    runs.run(runs.write(top, {"problems/a/why.yaml": WHY} | submissions))
    refuse_to_overwrite(top / "results/review.yaml", {})


@given(st.sampled_from(["points", "comment"]), st.from_regex(r"[A-Za-z0-9][A-Za-z0-9 .]{0,9}", fullmatch=True))
def test_whatever_is_typed_is_noticed(tmp_path_factory, key, text):
    file = tmp_path_factory.mktemp("typed") / "review.yaml"
    file.write_text(f'# Why?\n- group: "x"\n  problem: "why"\n  {key}: {text}\n')
    with pytest.raises(Unwritable, match=r"review\.yaml:2 was filled in"):
        refuse_to_overwrite(file, {"ada.yaml": b'- {group: "y", problem: why, points: 2}'})
    refuse_to_overwrite(file, {"ada.yaml": file.read_bytes()})


@pytest.mark.parametrize(
    ("known", "is_lost"),
    [
        ({}, True),
        ({"ada.yaml": TYPED}, False),
        ({"ada.yaml": f"- {{student: s, problem: p, points: 1}}\n{TYPED}"}, False),
        ({"ada.yaml": TYPED.replace("\n", "\r\n") + "# another comment"}, False),
        ({"ada.yaml": TYPED.replace("points: 2", "points: 1")}, True),
        ({"ada.yaml": TYPED.replace('"q"', '"r"')}, True),
        ({"ada.yaml": TYPED.replace('"why"', '"why"\n  part: a')}, True),
        ({"ada.yaml": "[", "bob.yaml": TYPED}, False),
        ({"results/review.yaml": TYPED}, True),
    ],
)
def test_a_decision_that_is_in_no_file_of_a_reviewer_is_not_overwritten(tmp_path, monkeypatch, known, is_lost):
    monkeypatch.chdir(tmp_path)
    runs.write(tmp_path, {"results/review.yaml": TYPED})
    found = {name: text.encode() for name, text in known.items()}
    if is_lost:
        with pytest.raises(Unwritable, match=r"results/review\.yaml:2 was filled in, and no file .* has this entry"):
            refuse_to_overwrite(tmp_path / "results/review.yaml", found)
    else:
        refuse_to_overwrite(tmp_path / "results/review.yaml", found)


@pytest.mark.parametrize("text", ["- group: [\n", "- {student: s, problem: why, points: 1}\nx: 1\n"])
def test_a_form_that_is_no_yaml_any_more_is_not_overwritten(tmp_path, text):
    (tmp_path / "review.yaml").write_text(text)
    with pytest.raises(Unwritable, match="was filled in"):
        refuse_to_overwrite(tmp_path / "review.yaml", {})


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("nowhere.yaml"), lambda path: None])
def test_what_holds_no_decision_is_replaced(tmp_path, make):
    make(tmp_path / "review.yaml")
    refuse_to_overwrite(tmp_path / "review.yaml", {})
