"""Entry point of the command line: prepares the standard streams, runs the command and returns the exit code.

An exception that escapes is reported as a fault of checker, with exit code 4. Ctrl+C gives 130, a pipe that is closed
141, and a result that cannot be written 2.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Reasons why a result cannot be written."""

LOSSLESS = "backslashreplace"

FAULT = 4
INTERRUPTED = 130
PIPE_CLOSED = 141
UNWRITABLE = 2


def main() -> int:
    """Run the command line and return the exit code."""
    arguments = sys.argv[1:]
    try:
        _prepare_streams()
        from checker.cli.app import cli

        code: int = cli.main(arguments, standalone_mode=False)
        sys.stdout.flush()
        return code  # noqa: TRY300 - what is flushed has its exit code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return PIPE_CLOSED
    except BaseException as error:  # noqa: BLE001 - the one boundary: a fault of ours is never a verdict
        if isinstance(error, OSError) and error.errno in NOT_WRITTEN:
            why = "the standard output is closed" if error.errno == errno.EBADF else error.strerror
            print(f"The result could not be written: {why}.", file=sys.stderr)  # noqa: T201
            return UNWRITABLE
        return _fault(error, arguments)
    finally:
        _close_quietly()


class _Lossy(io.RawIOBase):
    """A stream to standard error that ignores failures: they must not change the exit code."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()

    def write(self, data: Any, /) -> int:
        try:
            return self._raw.write(data) or len(data)
        except OSError:
            return len(data)


def _prepare_streams() -> None:
    """Make the streams accept every text, replace closed ones, and ignore what standard error cannot write."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # closed: the next file that is opened would be taken for the stream
            os.open(os.devnull, os.O_RDONLY)
    if sys.stdin is not None:  # it is where it was closed
        sys.stdin.reconfigure(errors="surrogateescape")  # type: ignore[union-attr]  # a real stream here
    if sys.stdout is None:  # what cannot be written to either, and says so
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    sys.stdout.reconfigure(errors=LOSSLESS)  # type: ignore[union-attr]
    binary: Any = io.FileIO(os.devnull, "w") if sys.stderr is None else sys.stderr.buffer
    lossy = _Lossy(getattr(binary, "raw", binary))  # it is the raw one itself where Python was asked not to buffer
    encoding = sys.stderr.encoding if sys.stderr else "utf-8"
    sys.stderr = io.TextIOWrapper(io.BufferedWriter(lossy), encoding, LOSSLESS, line_buffering=True)


def _fault(error: BaseException, arguments: list[str]) -> int:
    """Report an exception as a fault of checker, with its traceback if CHECKER_DEBUG is set; return exit code 4."""
    try:
        from checker.cli.output import error as tell
        from checker.cli.output import fault

        tell("fault", fault(error), arguments)
        if os.environ.get("CHECKER_DEBUG"):
            import traceback

            traceback.print_exception(error)
    except BaseException:  # noqa: BLE001 - even telling it failed, for want of memory perhaps
        try:
            os.write(2, b"checker itself failed. This is our fault, not yours; nothing was graded.\n")
        except OSError:
            return FAULT
    return FAULT


def _close_quietly() -> None:
    """Flush; where that fails, keep the interpreter from complaining at exit, which would change the exit code."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
