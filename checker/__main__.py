"""The entry point.  Whatever escapes, a failing import too, leaves with exit code 4 and is said to be our fault."""

from __future__ import annotations

import errno
import os
import sys

FULL = (errno.ENOSPC, errno.EDQUOT)

LOSSLESS = "backslashreplace"

FAULT = 4
INTERRUPTED = 130
PIPE_CLOSED = 141
UNWRITABLE = 2


def main() -> int:
    """Run the command line; gives back the exit code."""
    arguments = sys.argv[1:]
    try:
        for stream, how in ((sys.stdin, "surrogateescape"), (sys.stdout, LOSSLESS), (sys.stderr, LOSSLESS)):
            if stream is not None:  # it is where it was closed
                stream.reconfigure(errors=how)  # type: ignore[union-attr]  # a real stream here
        from checker.cli import cli

        code: int = cli.main(arguments, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code  # noqa: TRY300 - what is flushed has its exit code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_quietly()
        return PIPE_CLOSED
    except BaseException as error:  # noqa: BLE001 - the one boundary: a fault of ours is never a verdict
        if isinstance(error, OSError) and error.errno in FULL:
            print(f"The result could not be written: {error.strerror}.", file=sys.stderr)  # noqa: T201
            _close_quietly()
            return UNWRITABLE
        return _fault(error, arguments)


def _fault(error: BaseException, arguments: list[str]) -> int:
    try:
        from checker.report.error import fault, tell

        tell("fault", fault(error), arguments)
        if os.environ.get("CHECKER_DEBUG"):
            import traceback

            traceback.print_exception(error)
    except BaseException:  # noqa: BLE001 - even telling it failed, for want of memory perhaps
        os.write(2, b"checker itself has failed. This is our fault, not yours; nothing was judged.\n")
    return FAULT


def _close_quietly() -> None:
    """Keep the interpreter from complaining, at its end, of what it cannot write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
