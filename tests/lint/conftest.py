"""Findings of `lint` in problem files given as texts."""

import pytest

from checker.lint import lint


@pytest.fixture
def found(tmp_path):
    """What lint finds in a file of this text, without the file's name."""

    def find(text):
        path = tmp_path / "problem.yaml"
        path.write_text(text, encoding="utf-8")
        findings = lint(path).findings
        assert all(finding.file == str(path) for finding in findings)
        return [f"{line}:{column} {code} {message}" for _, line, column, code, message in findings]

    return find
