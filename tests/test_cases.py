"""Cases: what a part of each group gives is what is expected, or is known to fall short; `python -m tests.cases` runs all."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.cases.__main__ import GROUPS
from tests.cases.table import known_of


@pytest.mark.parametrize("name", [name for name in GROUPS if find_spec(f"tests.cases.{name}")])
def test_cases(name):
    group = import_module(f"tests.cases.{name}")
    rows = group.rows()[:: getattr(group, "EVERY", 1)]
    known = known_of(name)
    expected = {row.key: {*row.expect, known[row.key].got if row.key in known else row.expect[0]} for row in rows}
    got = group.run(rows)
    assert {key: got[key] for key, accepted in expected.items() if got[key] not in accepted} == {}
