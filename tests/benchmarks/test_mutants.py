"""Which one-line changes the search for missing tests tries."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.mutants import mutants, run_for


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("x = a < b", {"x = (a <= b)"}),
        ("x = a is not b", {"x = (a is b)"}),
        ("x = 3", {"x = 4", "x = 2"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = c and not (a or b)", {"x = (c or not (a or b))", "x = c and (a or b)", "x = c and not ((a and b))"}),
        ("def f(): return a", {"def f(): return None"}),
        ("def f(): return None", set()),
        ("x = é[low:high]", {"x = é[:high]", "x = é[low:]", "x = é[high:]"}),
        ("x = a[-N:]", {"x = a[:]"}),
        ("x: Literal[1] = f'{y + 1}'", set()),
        ("@cache(1)\ndef f(x: T[1]) -> T[2]: pass", set()),
        ("x = True", set()),
    ],
)
def test_changes_of_one_line(source, changed):
    assert set(mutants(source)) == changed


def test_the_run_for_a_module_come_first():
    module = Path("checker/diagnosis/coincidence.py")
    assert run_for(module)[:3] == [
        str(module),
        "tests/diagnosis/test_coincidence.py",
        "tests/marking/test_essay_matches.py",
    ]
