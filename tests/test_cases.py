"""What users get, as far as a short run tells: each outcome is an expected one, or the one that is known to fall short.

`python -m tests.cases` runs all rows.
"""

from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.cases.__main__ import GROUPS
from tests.cases.table import AS_EXPECTED, known_of, part_of


@pytest.mark.parametrize("name", [name for name in GROUPS if find_spec(f"tests.cases.{name}")])
def test_cases(name):
    group, known = import_module(f"tests.cases.{name}"), known_of(name)
    rows = part_of(group, getattr(group, "EVERY", 1))
    found = group.run(rows)
    short = {row.key: found[row.key] for row in rows if group.difference(row.expect, found[row.key]) != AS_EXPECTED}
    assert {key: got for key, got in short.items() if key not in known or known[key].got != got} == {}
    assert [key for key in found if key in known and key not in short] == []  # `--shrink` takes them out
