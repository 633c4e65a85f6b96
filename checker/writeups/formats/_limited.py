"""Runs a program on a student's file, in a process of its own with limits that the operating system sets.

A program that does not end by itself, or breaks, harms nobody.  It gets no name of a student's file: it reads its input
from a temporary file, and writes its output to another one.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from tempfile import TemporaryFile
from typing import Final

from checker.writeups.document import TookTooLong

SECONDS: Final = 30.0
"""Maximum time for one file, however busy the machine is."""
OUTPUT: Final = 20_000_000
"""Maximum size of an output in bytes."""
LIMITED: Final = """import os, sys
from resource import *
for kind, most in ((RLIMIT_CORE, 0), (RLIMIT_CPU, int(sys.argv[1])), (RLIMIT_FSIZE, int(sys.argv[2])),
                   (RLIMIT_AS, int(sys.argv[3]) or RLIM_INFINITY)):
    hard = getrlimit(kind)[1]
    try:
        setrlimit(kind, (most if hard == RLIM_INFINITY else hard if most == RLIM_INFINITY else min(most, hard), hard))
    except (ValueError, OSError):
        pass
os.execv(sys.argv[4], sys.argv[4:])"""
"""A program that sets limits and becomes another one: to set them between fork and exec is not safe with threads."""


def run(command: Sequence[str], data: bytes, late: str, seconds: int, memory: int = 0) -> tuple[int, bytes, str]:
    """Run a program on the bytes of a file, and return its exit code, its output and its log.

    It may use some seconds of processor time, and some bytes of memory, or all if they are 0; Windows has SECONDS only.
    Raise TookTooLong, with the message `late`, if it does not end in time.
    """
    if sys.platform != "win32":
        most = (str(each) for each in (seconds, OUTPUT, memory))
        command = [sys.executable, "-I", "-S", "-c", LIMITED, *most, *command]
    places = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with TemporaryFile() as file, TemporaryFile() as output, TemporaryFile() as log:
        file.write(data)
        file.seek(0)
        try:
            code = subprocess.run(  # noqa: S603 - no argument is a student's
                command, stdin=file, stdout=output, stderr=log, timeout=SECONDS, check=False, env=places
            ).returncode
        except subprocess.TimeoutExpired:
            raise TookTooLong(late) from None
        if code in {-getattr(signal, "SIGXCPU", 0), -getattr(signal, "SIGKILL", 0)} - {0}:
            raise TookTooLong(late)
        output.seek(0)
        log.seek(0)
        # number of bytes of a log that are read
        return code, output.read(OUTPUT), log.read(100_000).decode("utf-8", "replace")
