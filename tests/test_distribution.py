"""The distribution has a name of its own, and whoever is told to install an extra gets ours."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from checker.engine import DISTRIBUTION, VERSION
from checker.text.packaged import extra, program

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
TEXTS = [
    *ROOT.glob("*.md"),
    *(path for folder in ("checker", "docs", "benchmarks") for path in (ROOT / folder).rglob("*")),
]
INSTALLS = re.compile(r"pip install (?:-\w+ )*['\"]?([^\s'\"`;]+)")


def advised():
    """Yield what each text of the repository tells people to install."""
    for path in TEXTS:
        if path.suffix in {".py", ".md"} and path.name not in {"CHANGELOG.md", Path(__file__).name}:
            yield from ((path, what) for what in INSTALLS.findall(path.read_text()))


def test_the_command_and_the_package_keep_their_name():
    assert PROJECT["name"] == DISTRIBUTION == "answer-checker"
    assert PROJECT["scripts"] == dict.fromkeys(("answer-checker", "checker"), "checker.__main__:main")


def test_an_extra_of_ours_is_named_by_the_distribution():
    needed = [each for some in EXTRAS.values() for each in some if "[" in each]
    assert needed == ["answer-checker[cluster,documents,pandoc,pdf,reports,serve,web]"]


@pytest.mark.parametrize("name", ["cluster", "documents", "pdf", "reports", "web"])
def test_the_advice_on_an_extra_installs_ours(name):
    assert extra(name) == f"the extra `{name}`; run: pip install 'answer-checker[{name}]'"
    assert name in EXTRAS


@pytest.mark.parametrize(
    ("prefix", "file", "command"),
    [
        ("uv/tools/answer-checker", "uv-receipt.toml", "uv tool install '{}'"),
        ("uv/archive-v0/pvUJn1sw", "pyvenv.cfg", "uvx --from '{}' checker ..."),
        ("pipx/venvs/answer-checker", "pipx_metadata.json", "pipx install --force '{}'"),
        (".cache/pipx/219070b38a3b39d", "pipx_metadata.json", "pipx run --spec '{}' checker ..."),
    ],
)
def test_an_extra_is_added_where_checker_runs(tmp_path, monkeypatch, prefix, file, command):
    (tmp_path / prefix).mkdir(parents=True)
    (tmp_path / prefix / file).write_text("")
    monkeypatch.setattr("sys.prefix", str(tmp_path / prefix))
    for origin, source in (None, ""), ('{"url": "file:///a/checker.whl"}', " @ file:///a/checker.whl"):
        found = SimpleNamespace(read_text={"direct_url.json": origin}.get)
        monkeypatch.setattr("importlib.metadata.distribution", {"answer-checker": found}.get)
        assert extra("pdf") == f"the extra `pdf`; run: {command.format(f'answer-checker[pdf]{source}')}"
        runs = command.format(f"answer-checker{source}")
        assert program() == (runs.removesuffix(" ...") if runs.endswith(" ...") else "checker")


def test_nobody_is_sent_to_a_package_of_a_stranger():
    found = list(advised())
    assert len(found) > 8
    for path, what in found:
        names = re.fullmatch(r"(?:\.|answer-checker|\{DISTRIBUTION\})(?:\[([a-z,{}_]+)\])?", what)
        assert names, f"{path}: {what}"
        assert {each for each in (names[1] or "").split(",") if each not in {"", "{name}"}} <= EXTRAS.keys(), path


def test_the_version_has_its_changes():
    changes = (ROOT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (.+)$", changes, re.MULTILINE)[-1] == VERSION == "0.1.0"
