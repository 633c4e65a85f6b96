"""Findings of `lint` in problem files given as texts."""

import pytest

from checker.lint import lint


@pytest.fixture
def found(tmp_path):
    """What lint finds in a file of this text, without the file's name; with `code`, only findings of this code."""

    def find(text, code="", assignment=""):
        path = tmp_path / "problem.yaml"
        path.write_text(text, encoding="utf-8")
        (tmp_path / "assignment.yaml").write_text(assignment or "title: A\n")
        findings = lint(path).findings
        assert all(finding.file == str(path) for finding in findings)
        assert not code or code == "schema" or all(finding.code != "schema" for finding in findings)
        shown = [(each, f"{each.line}:{each.column} {each.code} {each.message}") for each in findings]
        return [text for finding, text in shown if code in {"", finding.code}]

    return find
