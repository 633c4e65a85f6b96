"""The command line, in this process."""

from __future__ import annotations

from click.testing import CliRunner, Result

from checker.cli.app import cli


def command(*words: str, stdin: str = "") -> Result:
    """Run a command and return its exit code and what it printed; a fault that escapes is exit code 4."""
    result = CliRunner(env={"ACCESSIBLE": None, "COLUMNS": None}).invoke(cli, words, input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        result.exit_code = 4
    return result
