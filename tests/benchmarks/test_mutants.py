import json

import pytest

from benchmarks.mutants import drawn, exit_codes, outcome


def test_the_same_seed_draws_the_same_changes_in_whatever_order_they_are_listed():
    names = [f"m{number}" for number in range(100)]
    assert drawn(names, 5, seed=1) == drawn(names[::-1], 5, seed=1)
    assert drawn(names, 5, seed=1) != drawn(names, 5, seed=2)
    assert drawn(names[:3], 5, seed=1) == ["m0", "m1", "m2"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [(None, "not run"), (0, "survived"), (33, "no test"), (5, "no test"), (1, "killed"), (-24, "killed")],
)
def test_outcomes_of_exit_codes(code, expected):
    assert outcome(code) == expected


def test_the_codes_of_all_files_are_collected(tmp_path):
    (tmp_path / "a").mkdir()
    for file, codes in (("a/one.py.meta", {"a.x": 0}), ("two.py.meta", {"b.y": None})):
        (tmp_path / file).write_text(json.dumps({"exit_code_by_key": codes}))
    assert exit_codes(tmp_path) == {"a.x": 0, "b.y": None}
