"""Runs pandoc on one file, with limits: it does not end by itself on some short files, such as macros within macros."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any, Final

from checker.writeups.document import DocumentUnreadable, NotInstalled
from checker.writeups.formats import _limited
from checker.writeups.formats._limited import Limits, run

LIMITS: Final = Limits(seconds=2)
MEGABYTES: Final = 448
"""Maximum size of pandoc's heap."""


_TOO_OLD: Final = "the program pandoc on this machine is too old to read it; install pandoc 3 or later, and grade again"
SLOW: Final = "reading this file takes more than 2 s of processor time; save it as PDF, and hand that in"
LARGE: Final = "reading this file takes more than {} MB of memory; save it as PDF, and hand that in"
LONG: Final = "the text of this file has more than {} MB; hand in a shorter document"
ERROR: Final = "this file has an error near line {}; fix it, or save it as PDF, and hand that in"
BROKEN: Final = "this file is broken; open it, save it again, and hand that in"


def tree_of(data: bytes, form: str) -> tuple[dict[str, Any], str]:
    """Return pandoc's tree of a file in one of its formats, such as `html`, and its log.

    Raises DocumentUnreadable, or ModuleNotFoundError if there is no pandoc.
    """
    command = [program(), "-f", form, "-t", "json", "--sandbox", "--verbose", "+RTS", f"-M{MEGABYTES}m", "-RTS"]
    code, tree, log = run(command, data, LIMITS, SLOW)
    if len(tree) >= _limited.OUTPUT:
        raise DocumentUnreadable(LONG.format(_limited.OUTPUT // 1_000_000))
    if code == 251:  # the exit code of a Haskell program whose heap is full
        raise DocumentUnreadable(LARGE.format(MEGABYTES))
    if code == 91:  # the exit code of pandoc for macros that call themselves, or too many others
        raise DocumentUnreadable("the macros of this file have no end; fix them, or save it as PDF, and hand that in")
    if code == 6:  # the exit code of a pandoc that does not know one of our options
        raise NotInstalled(_TOO_OLD)
    if code:
        place = re.search(r"^Error at .*\(line (\d{1,9}),", log, flags=re.MULTILINE)
        raise DocumentUnreadable(ERROR.format(place[1]), int(place[1])) if place else DocumentUnreadable(BROKEN)
    return json.loads(tree), log


def program() -> str:
    """Return the path of pandoc: the one on PATH, or that of the package `pypandoc_binary`."""
    package = find_spec("pypandoc")
    files = Path(package.origin or "").with_name("files") if package else None
    if found := which("pandoc") or (which("pandoc", path=str(files)) if files else None):
        return found
    raise ModuleNotFoundError("pandoc is not installed", name="pypandoc")
