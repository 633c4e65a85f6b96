"""The console script as a process: exit codes, streams, pipes, faults, and what it loads."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from checker import __main__ as entry
from checker.cli import options
from checker.marking.mark import Status
from tests.tables import rows

ROOT = Path(__file__).parents[2]

FAULT = (
    "checker itself failed ({}). This is our fault, not yours; nothing was graded.\n"
    "Please report it where you got checker, with the command you ran. CHECKER_DEBUG=1 shows the details.\n"
)

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")

BREAK = """
import sys
from checker import __main__
{}
sys.argv = ["checker", *{!r}]
sys.exit(__main__.main())
"""


def run(command, stdin="", encoding="utf-8", **environment):
    return subprocess.run(
        command,
        input=stdin,
        capture_output=True,
        text=True,
        encoding=encoding,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


def process(*command, **more):
    return run([sys.executable, *command], **more)


def checker(*arguments, **more):
    return process("-m", "checker", *arguments, **more)


def shell(command, **more):
    return run(["bash", "-c", f'checker() {{ "{sys.executable}" -m checker "$@"; }}; {command}'], **more)


def broken(how, *arguments, **environment):
    return process("-c", BREAK.format(how, arguments), **environment)


def test_a_pipe(folder):
    result = checker("check", "encoder-layer", stdin="27648\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "I read: 27,648" in result.stdout
    assert "\x1b" not in result.stdout
    assert checker("check", "encoder-layer", "-5").returncode == 1
    assert checker("--version").stdout == "checker 0.1.0\n"


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        ("ValueError('27648')", 4, FAULT.format("ValueError")),
        ("MemoryError()", 4, FAULT.format("MemoryError")),
        ("SystemExit(0)", 4, FAULT.format("SystemExit")),
        ("KeyboardInterrupt", 130, ""),
    ],
)
def test_whatever_escapes_is_said_to_be_our_fault(folder, error, code, told):
    how = f"import checker.problems as p\ndef load(*_, **__): raise {error}\np.load_problem = load"
    result = broken(how, "check", "encoder-layer", "27648")
    assert (result.returncode, result.stdout, result.stderr) == (code, "", told)


@pytest.mark.parametrize("module", ["click", "checker.cli.check", "yaml"])
def test_a_failing_import_is_our_fault(folder, module):
    how = f"sys.modules[{module!r}] = None"
    result = broken(how, "check", "encoder-layer", "27648")
    assert result.returncode == 4
    assert "This is our fault, not yours" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("command", "extra"), [("feedback", "reports"), ("report", "reports"), ("review", "web"), ("serve", "serve")]
)
def test_a_missing_library_is_named_with_its_extra(folder, command, extra):
    result = broken("sys.modules['jinja2'] = sys.modules['uvicorn'] = None", command)
    needs = f"`checker {command}` needs the extra `{extra}`; run: pip install 'answer-checker[{extra}]'\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", needs)


def test_even_the_telling_may_fail(folder):
    result = broken("sys.modules['click'] = sys.modules['checker.cli.output'] = None", "check", "encoder-layer", "5")
    assert result.returncode == 4
    assert result.stderr == "checker itself failed. This is our fault, not yours; nothing was graded.\n"


def test_a_fault_for_scripts_and_its_details(folder):
    how = "sys.modules['checker.marking.mark'] = None"
    result = broken(how, "check", "--format", "json", "encoder-layer", "5", CHECKER_DEBUG="1")
    message = FAULT.format("ModuleNotFoundError").rstrip("\n")
    assert json.loads(result.stdout) == {"schema": "checker.error/1", "code": "fault", "message": message}
    assert (result.returncode, "Traceback" in result.stderr) == (4, True)


@POSIX
def test_a_closed_pipe_is_left_quietly(folder):
    lines = '{"id": 1, "problem": "encoder-layer", "answer": "27648"}\n' * 500
    result = shell("checker check --jsonl | head -n 1; exit ${PIPESTATUS[0]}", stdin=lines)
    assert result.returncode == 141
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr == ""


@FULL
def test_a_full_disk_is_no_verdict(folder):
    result = shell("checker check encoder-layer 27648 > /dev/full")
    assert result.returncode == 2
    assert result.stderr == "The result could not be written: No space left on device.\n"


@FULL
@pytest.mark.parametrize(
    ("command", "code", "unbuffered"), rows(__file__, "a_full_standard_error_changes_no_exit_code")
)
def test_a_full_standard_error_changes_no_exit_code(folder, command, code, unbuffered):
    assert shell(f"checker {command} 2> /dev/full", PYTHONUNBUFFERED=unbuffered).returncode == code


@FULL
@pytest.mark.parametrize(
    ("streams", "module"),
    [("2> /dev/full", "click"), ("> /dev/full 2> /dev/full", "checker.cli.output"), (">&- 2>&-", "checker.cli.output")],
)
def test_a_fault_that_cannot_be_told_is_still_one(folder, streams, module):
    how = f"sys.modules['checker.marking.mark'] = sys.modules[{module!r}] = None"
    code = BREAK.format(how, ("check", "--format", "json", "encoder-layer", "5"))
    assert run(["bash", "-c", f'"$0" -c "$1" {streams}', sys.executable, code]).returncode == 4


CLOSED = "The result could not be written: the standard output is closed.\n"


@POSIX
@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        ("check encoder-layer 27648 >&-", 2, CLOSED),
        ("check --format json encoder-layer 27648 1< /dev/null", 2, CLOSED),
        ("check --jsonl >&-", 2, CLOSED),
        ("--help >&-", 2, CLOSED),
        ("check nosuch 5 2>&-", 2, ""),
        ("check encoder-layer --feedback=full 2>&-", 3, ""),
        ("check encoder-layer <&-", 3, ""),
        ("check encoder-layer 27648 <&- >&- 2>&-", 2, ""),
        ("check encoder-layer 5 <&- 2>&-", 1, ""),
    ],
)
def test_closed_streams_lose_no_result_and_are_taken_for_no_file(folder, command, code, error):
    result = shell(f"checker {command}", stdin='{"id": 1, "problem": "encoder-layer", "answer": "27648"}\n')
    assert (result.returncode, result.stderr) == (code, error)
    assert not error or result.stdout == ""
    assert "nosuch" not in result.stdout
    assert "read as part of the answer" not in result.stdout


@POSIX
@pytest.mark.parametrize("arguments", ["encoder-layer", "--jsonl"])
def test_a_standard_input_that_cannot_be_read(folder, arguments):
    result = shell(f"checker check {arguments} 0> nothing.txt")
    assert result.returncode == 2
    assert result.stderr.startswith("standard input cannot be read: Bad file descriptor")


def test_a_shell_gets_its_completions_and_junk_is_no_verdict(folder):
    result = checker(_CHECKER_COMPLETE="zsh_source")
    assert result.returncode == 0
    assert "_CHECKER_COMPLETE=zsh_complete" in result.stdout
    for junk in ("junk", "bash_junk"):
        result = checker("check", "encoder-layer", "27648", _CHECKER_COMPLETE=junk)
        assert (result.returncode, "Correct: 27,648." in result.stdout) == (0, True)


def test_an_output_that_cannot_hold_every_sign(folder):
    words = ("check", "--feedback", "full", "encoder-layer", "31744")
    result = checker(*words, encoding="cp1252", PYTHONIOENCODING="cp1252")
    assert result.returncode == 1
    assert "\\u25c0 first difference: 4,096" in result.stdout


def test_a_stream_answers_each_line_at_once(folder):
    with subprocess.Popen(
        [sys.executable, "-m", "checker", "check", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for answer, status in (("27648", "correct"), ("5", "incorrect")):
            running.stdin.write(json.dumps({"id": 1, "problem": "encoder-layer", "answer": answer}) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["status"] == status
        running.stdin.close()
        assert running.wait() == 1


def test_a_number_in_a_pipe_loads_nothing_heavy(folder):
    heavy = ("numpy", "rich", "csv", "email", "asyncio", "importlib.metadata", "jsonschema", "multiprocessing")
    how = "import atexit\natexit.register(lambda: print([name for name in %r if name in sys.modules], file=sys.stderr))"
    for arguments, answer in ((["check", "encoder-layer"], "31744"), (["check", "--plain", "encoder-layer"], "3*64")):
        assert process("-c", BREAK.format(how % (heavy,), arguments), stdin=answer).stderr == "[]\n"


def test_importing_the_package_loads_nothing():
    result = process(
        "-c", "import sys; before = set(sys.modules); import checker; print(sorted(set(sys.modules) - before))"
    )
    assert result.stdout == "['checker']\n"


def test_the_python_door():
    import checker as door

    assert {"check", "load_problem", "__version__"} <= set(dir(door))
    with pytest.raises(AttributeError, match="module 'checker' has no attribute 'nothing'"):
        _ = door.nothing


def test_the_docs_have_every_exit_code():
    page = (ROOT / "docs" / "command-line.md").read_text()
    table = page.partition("## Exit codes")[2].partition("##")[0]
    rows = dict(re.findall(r"^\| (\d+) \| (.+) \|$", table, re.MULTILINE))
    codes = {
        *(each.exit_code for each in Status),
        options.USAGE,
        entry.FAULT,
        entry.UNWRITABLE,
        entry.INTERRUPTED,
        entry.PIPE_CLOSED,
    }
    assert {*map(int, rows)} == codes
    assert "standard output is closed" in rows[str(entry.UNWRITABLE)]
    assert "disk is full" in rows[str(entry.UNWRITABLE)]
