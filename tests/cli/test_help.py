"""Every command has help that says what it is for, and an example that runs.  No addition edits this file."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import socket
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from checker.cli.app import COMMANDS, cli
from tests.tables import rows

ROOT = Path(__file__).parents[2]
EXAMPLE = re.compile(r"^ +checker (.+)$", re.MULTILINE)


def help_of(command):
    return CliRunner().invoke(cli, [command, "--help"], catch_exceptions=False).stdout


def examples():
    return [
        (command, example)
        for command in COMMANDS
        for example in EXAMPLE.findall(help_of(command).partition("Example")[2])
    ]


def test_every_command_is_listed():
    modules = (import_module(f"checker.cli.{path.stem}") for path in (ROOT / "checker/cli").glob("[a-z]*.py"))
    found = {each.name for module in modules for each in vars(module).values() if isinstance(each, click.Command)}
    assert found - {"cli"} == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says(name):
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert (command.help or "").splitlines()[0] == COMMANDS[name]
    for parameter in command.params:
        assert isinstance(parameter, click.Argument) or parameter.help, f"{name} {parameter.name}"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example_and_fits_a_screen(name):
    shown = help_of(name)
    assert EXAMPLE.search(shown.partition("Example")[2])
    assert len(shown.splitlines()) <= 42
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", ["check", "read", "grade"])
def test_the_help_names_every_format_of_documents(name):
    said = " ".join(help_of(name).split())
    assert all(
        form in said for form in ("Markdown", "text", "LaTeX", "HTML", "notebook", "Word", "OpenDocument", "PDF")
    )


WORKSHEET = """Identifier,Full name,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade)
Participant 7,Noor,Submitted,,4.00,Yes,-
"""
CANVAS = """Student,ID,SIS Login ID,Section,One layer and its shapes (17)
    Points Possible,,,,4.0
Noor,7,noor,A,
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A folder with results of one assignment, and gradebooks to fill in."""
    top = tmp_path_factory.mktemp("graded")
    (top / "problems").mkdir()
    for name in ("000", "001"):
        (top / "problems" / name).symlink_to(ROOT / "problems" / name)
    shutil.copytree(ROOT / "submissions" / "001", top / "submissions" / "001")
    (top / "Grades-week-3.csv").write_text(WORKSHEET)
    (top / "gradebook.csv").write_text(CANVAS)
    (top / "roster.csv").write_text("id,name\nnoor,Noor\n")
    words = ["grade", "submissions/001", "--problems", "problems/001", "--out", "results"]
    with contextlib.chdir(top):
        assert CliRunner().invoke(cli, words, catch_exceptions=False).exit_code in (0, 3)
    return top


@pytest.mark.parametrize(("name", "example"), examples())
def test_every_example_runs(name, example, tmp_path, monkeypatch, graded):
    shutil.copytree(graded, tmp_path, symlinks=True, dirs_exist_ok=True)
    if name == "grade":
        shutil.rmtree(tmp_path / "results")
    if name in {"bank", "init", "schema"}:
        shutil.rmtree(tmp_path / "problems")  # they write there
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("socketserver.BaseServer.serve_forever", lambda _: None)
    monkeypatch.setattr("webbrowser.open", lambda _: None)
    if name == "serve":
        pytest.importorskip("uvicorn")
        monkeypatch.setattr("checker.serve.serve", lambda *_: None)
        monkeypatch.setattr("socket.create_server", lambda *_, **__: socket.socket())  # the port may be taken
    words = shlex.split(example.partition(" > ")[0])
    assert words[0] == name
    if not all(Path(word).exists() for word in words if "/" in word):
        pytest.skip("a folder of one's own")
    result = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert result.exit_code in (0, 1, 3), result.output


def test_the_group_lists_all_commands_in_order():
    shown = CliRunner().invoke(cli, ["--help"]).stdout
    assert re.findall(r"^  ([a-z]+)  ", shown.partition("Commands:")[2], re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize(("words", "message"), rows(__file__, "a_wrong_word"))
def test_a_wrong_word(words, message):
    result = CliRunner().invoke(cli, words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(message)
