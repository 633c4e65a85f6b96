"""`checker serve`: answers learning platforms over HTTP; the service is `checker.serve`."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from checker.cli import options, output
from checker.marking.told import LEVELS
from checker.text.words import counted


@options.command("serve --problems problems", "serve --host 0.0.0.0 --port 8080 --level hint")
@options.problems_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@options.typed_option(
    "--port", click.IntRange(0, 65535), 8000, "The port to listen on; 0 takes a free one.", metavar="N"
)
@options.typed_option(
    "--level", click.Choice(LEVELS), "explain", "How much to explain; only `full` shows the expected numbers."
)
def serve(problems: Path, host: str, port: int, level: str) -> int:
    """Answer learning platforms over HTTP: the evaluation service of the µEd API.

    The task that an answer is to is named by the id of its problem, `encoder-layer`, or of a part, `small-bert.total`.
    Problem files are read at the start.

    It runs until Ctrl+C. Exit codes: 0 stopped, 2 no problems, or the port is taken.
    """
    from checker.problems import load_problems
    from checker.serve import serve as run

    found = load_problems(problems)
    if not found.problems:
        error = f"; the first error is {found.findings[0]}" if found.findings else ""
        raise click.UsageError(f"there are no problem files without errors in {problems}{error}")
    if found.broken:
        output.note(f"{counted(len(found.broken), 'problem file')} in error are left out; `checker lint` shows them.")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "this is no address"
        where = f"{host}, port {port}: {reason}; --host and --port choose others"
        raise click.UsageError(f"cannot listen on {where}") from None
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else each response waits 40 ms for the client
    with listening:
        name = f"[{host}]" if ":" in host else host
        output.write(
            [f"{counted(len(found.problems), 'problem')}: http://{name}:{listening.getsockname()[1]}/evaluate"]
        )
        output.note("Press Ctrl+C to end.")
        run(found.problems, level, listening)
    return options.RIGHT
