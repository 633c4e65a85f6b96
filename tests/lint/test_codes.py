"""The codes of findings: each is explained where authors look for it."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from checker.cli.lint import lint

HOUSE = Path(__file__).parents[2]
CODES = {
    code
    for file in (HOUSE / "checker/lint").glob("*.py")
    for code in re.findall(r"finding\(\s*\"([a-z]+)\"", file.read_text())
} | {"schema", "revealed"}


def test_the_help_and_the_docs_explain_every_code():
    assert {"alias", "dimension", "draw", "precision"} <= CODES
    told = CliRunner().invoke(lint, ["--help"]).output
    assert {code for code in CODES if not re.search(rf"^  {code} {{2,}}\w", told, re.MULTILINE)} == set()
    page = (HOUSE / "docs/lint.md").read_text()
    assert {code for code in CODES if f"\n| `{code}` |" not in page} == set()
