"""Runs pandoc on one file, as a process of its own with limits that the operating system sets.

Pandoc does not end by itself on some short files, such as macros within macros.  It gets no name of a student's file:
it reads its input from a temporary file, and writes its tree to another one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryFile
from typing import Any, Final

from checker.writeups.document import DocumentUnreadable, TookTooLong

PROCESSOR_SECONDS: Final = 2
SECONDS: Final = 30.0
"""Maximum time for one file, however busy the machine is."""
MEGABYTES: Final = 512
"""Maximum size of pandoc's heap."""
OUTPUT: Final = 20_000_000
"""Maximum size of a tree in bytes."""
LOG: Final = 100_000
"""Number of bytes of pandoc's log that are read."""
LIMITED: Final = f"""import os, sys
from resource import RLIMIT_CORE, RLIMIT_CPU, RLIMIT_FSIZE, setrlimit
setrlimit(RLIMIT_CORE, (0, 0))
setrlimit(RLIMIT_CPU, ({PROCESSOR_SECONDS}, {PROCESSOR_SECONDS}))
setrlimit(RLIMIT_FSIZE, ({OUTPUT}, {OUTPUT}))
os.execv(sys.argv[1], sys.argv[1:])"""
"""A program that sets limits and becomes another one: to set them between fork and exec is not safe with threads."""
FULL: Final = 251
"""The exit code of a Haskell program whose heap is full."""

LOOP: Final = 91
"""The exit code of pandoc for macros that call themselves, or too many others."""
OLD: Final = 6
"""The exit code of a pandoc that does not know one of our options."""
PLACE: Final = re.compile(r"^Error at .*\(line (\d{1,9}),", re.MULTILINE)

TOO_OLD: Final = "the program pandoc on this machine is too old to read it; install pandoc 3 or later, and grade again"
SLOW: Final = "reading this file takes more than {}; save it as PDF, and hand that in"
LARGE: Final = "reading this file takes more than {} MB of memory; save it as PDF, and hand that in"
LONG: Final = "the text of this file has more than {} MB; hand in a shorter document"
ENDLESS: Final = "the macros of this file have no end; fix them, or save it as PDF, and hand that in"
ERROR: Final = "this file has an error near line {}; fix it, or save it as PDF, and hand that in"
BROKEN: Final = "this file is broken; open it, save it again, and hand that in"


def tree_of(data: bytes, form: str) -> tuple[dict[str, Any], str]:
    """Return pandoc's tree of a file in one of its formats, such as `html`, and its log.

    Raises DocumentUnreadable, or ModuleNotFoundError if there is no pandoc.
    """
    command = [program(), "-f", form, "-t", "json", "--sandbox", "--verbose", "+RTS", f"-M{MEGABYTES}m", "-RTS"]
    if sys.platform != "win32":
        command = [sys.executable, "-I", "-S", "-c", LIMITED, *command]
    with TemporaryFile() as file, TemporaryFile() as tree, TemporaryFile() as log:
        file.write(data)
        file.seek(0)
        try:
            code = subprocess.run(  # noqa: S603 - no argument is a student's
                command, stdin=file, stdout=tree, stderr=log, timeout=SECONDS, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            raise TookTooLong(SLOW.format(f"{SECONDS:.0f} s")) from None
        size = tree.seek(0, 2)
        tree.seek(0)
        if size >= OUTPUT:
            raise DocumentUnreadable(LONG.format(OUTPUT // 1_000_000))
        if code == FULL:
            raise DocumentUnreadable(LARGE.format(MEGABYTES))
        if code == LOOP:
            raise DocumentUnreadable(ENDLESS)
        if code < 0:
            raise TookTooLong(SLOW.format(f"{PROCESSOR_SECONDS} s of processor time"))
        log.seek(0)
        said = log.read(LOG).decode("utf-8", "replace")
        if code == OLD:
            raise DocumentUnreadable(TOO_OLD)
        if code:
            place = PLACE.search(said)
            raise DocumentUnreadable(ERROR.format(place[1]), int(place[1])) if place else DocumentUnreadable(BROKEN)
        return json.load(tree), said


@cache
def program() -> str:
    """Return the path of pandoc: the one on PATH, or that of the package `pypandoc_binary`."""
    package = find_spec("pypandoc")
    files = Path(package.origin or "").with_name("files") if package else None
    if found := which("pandoc") or (which("pandoc", path=str(files)) if files else None):
        return found
    raise ModuleNotFoundError("pandoc is not installed", name="pypandoc")
