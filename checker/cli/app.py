"""`cli`, the program with all commands; a command is imported only when it runs.

Errors that the user can fix are printed here, and end with exit code 2.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

from checker.cli import output
from checker.cli.options import USAGE, word_shown
from checker.engine import VERSION
from checker.engine.errors import UserError
from checker.text.packaged import extra
from checker.text.words import did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS: Final = {
    "check": "Check one answer, a document, or a stream of answers.",
    "next": "Find the question whose answer best shows what led to a wrong one.",
    "read": "Show how a student's document is understood.",
    "grade": "Grade a folder of submissions, or the zip that a learning management system gives.",
    "review": "Decide what waits for a person, on a page that only this machine can open.",
    "serve": "Answer learning platforms over HTTP: the evaluation service of the µEd API.",
    "changes": "Show whose grades changed, and why.",
    "export": "Write the grades as a learning management system takes them.",
    "feedback": "Write a page of feedback for each student.",
    "report": "Write a report on the class: report.html in RESULTS, one page that needs no network.",
    "learn": "Order explanations by what classes got wrong.",
    "forget": "Remove a student from the results, and leave the student out of later runs.",
    "solve": "Show the answer with its worked solution.",
    "show": "Show the question as a student reads it.",
    "handout": "Write a sheet of questions for each student, with the student's own numbers.",
    "publish": "Write problems as questions for the bank of a learning management system.",
    "lint": "Find everything wrong or risky in problem files.",
    "types": "List the question types, or explain one.",
    "new": "Print a problem file to start from.",
    "bank": "List the problems that come with checker, or copy some to start from.",
    "init": "Write a small course to try: problems, and what two students answered.",
    "schema": "Print the JSON Schema of problem files or of results.",
}
"""First line of each command's help, so that listing commands imports none of them; a test keeps both equal."""

_MODULES: Final = {
    "course": ("bank", "init", "schema"),
    "grade": ("changes",),
    "pages": ("feedback", "publish", "report", "review"),
    "question_types": ("new", "types"),
    "questions": ("handout", "show", "solve"),
    "results": ("export", "forget", "learn"),
}
"""The modules with commands that are not in one of their own name."""


_LIBRARIES: Final = frozenset(
    {"jinja2", "latex2mathml", "markdown_it", "markupsafe", "mdit_py_plugins", "starlette", "uvicorn"}
)
"""Those of the extras `reports`, `web` and `serve`, which only the commands that make pages or serve import."""


class Commands(click.Group):
    """The group of all commands, for click: it imports a command when it runs, and words usage errors itself."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the command names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the command with this name and return it; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = next((each for each, names in _MODULES.items() if cmd_name in names), cmd_name)
        command: click.Command = getattr(import_module(f"checker.cli.{module}"), cmd_name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin like this, and the options."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=said) for name, said in COMMANDS.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name.  Raise UsageError, with the nearest name, if there is none."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"{word_shown(args[0])} is not a command{did_you_mean(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands into the text of `checker --help`."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, args: Sequence[str] | None = None, *_: Any, standalone_mode: bool = True, **__: Any) -> Any:
        """Run a command and return its exit code, or exit with it in standalone mode.

        A fault of checker escapes unchanged.
        """
        code = self._run(sys.argv[1:] if args is None else list(args))
        if standalone_mode:
            sys.exit(code)
        return code

    def _run(self, arguments: list[str]) -> int:
        """Run the command that these arguments name, print errors that the user can fix, and return the exit code."""
        try:
            self._main_shell_completion({}, "checker")
        except SystemExit as done:  # the shell asked for completions
            if not done.code:
                return 0  # and has them; else what it asked cannot be understood, and is no reason to judge nothing
        try:
            # not click's own main: it would turn a closed pipe into exit code 1, which is a verdict here
            with self.make_context("checker", arguments) as ctx:
                return self.invoke(ctx) or 0
        except click.exceptions.Exit as done:
            return done.exit_code
        except UserError as error:
            code, message, path = error.code, str(error), f"checker {ctx.invoked_subcommand}"
        except ModuleNotFoundError as error:
            if error.name not in _LIBRARIES:
                raise
            needed = extra({"review": "web", "serve": "serve"}.get(arguments[0], "reports"))
            code, message, path = "usage", f"`checker {arguments[0]}` needs {needed}", ""
        except click.UsageError as error:
            code, message, path = "usage", error.format_message(), error.ctx.command_path if error.ctx else "checker"
            if isinstance(error, click.NoSuchOption) and path == "checker":
                message += " Options go after the command: checker COMMAND OPTION"
        is_usage = code == "usage" and path
        output.error(code, message, arguments, f"\n`{path} --help` shows how it is used." if is_usage else "")
        return USAGE


@click.group(cls=Commands, epilog="`checker COMMAND --help` explains a command, with an example.")
@click.version_option(VERSION, prog_name="checker", message="%(prog)s %(version)s")
def cli() -> None:
    """Check numeric homework answers, and explain the wrong ones."""
