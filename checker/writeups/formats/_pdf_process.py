"""Reads PDF files, and shows their pages as JPEGs, in a separate process with limits of time and memory.

Each process of checker keeps one such process, which runs `_pdf_worker`: a file that ends it harms nobody.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from importlib.util import find_spec
from typing import Any, Final

from checker.writeups.document import DocumentUnreadable, TookTooLong

SECONDS: Final = 20.0
"""Maximum time for a file where the system keeps no limits, or the process waits for something."""
PASSWORD: Final = 4
"""The code of pdfium for a file with a password."""
SLOW: Final = "this file takes more than 2 seconds to read; print it to a new PDF, and hand that in"
ENDED: Final = (
    "this file is broken, or takes more than 600 MB of memory to read; print it to a new PDF, and hand that in"
)
BROKEN: Final = "this file is broken; print it to a new PDF, and hand that in"
LARGE: Final = "this picture has too many pixels to be shown here; open the file itself"
BROKEN_PICTURE: Final = "this picture cannot be shown here; open the file itself"
LOCKED: Final = "this file is protected by a password; save it without one"
SERVE: Final = "from checker.writeups.formats._pdf_worker import serve; serve()"
REQUEST: Final = struct.Struct("<QI")
LENGTH: Final = struct.Struct("<Q")

_processes: dict[int, subprocess.Popen[bytes]] = {}
_lock = threading.Lock()


def pages_of(data: bytes) -> dict[str, Any]:
    """Return what is on the pages of a PDF file, as `_pdf_worker.read` does.

    Raises DocumentUnreadable, or ModuleNotFoundError.
    """
    found: dict[str, Any] = json.loads(_asked(data, 0, "pypdfium2"))
    if "error" in found:
        raise DocumentUnreadable(LOCKED if found["error"] == PASSWORD else BROKEN)
    return found


def picture_of(data: bytes, page: int) -> bytes:
    """Return a page of a PDF file, or a picture file, as an upright JPEG of at most 1,600 x 1,600 pixels.

    Raises DocumentUnreadable, or ModuleNotFoundError.
    """
    found = _asked(data, page, "pypdfium2", "PIL")
    if found.startswith(b"{"):
        raise DocumentUnreadable(LARGE if "large" in json.loads(found)["error"] else BROKEN_PICTURE)
    return found


def _asked(data: bytes, number: int, *libraries: str) -> bytes:
    """Return the process's answer: JSON for the number 0, else the page with this number as a JPEG.

    Raise ModuleNotFoundError if one of these libraries is missing, and DocumentUnreadable if the process has ended.
    """
    for name in libraries:
        if find_spec(name) is None:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)
    with _lock:
        process = _process()
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - they are pipes
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        try:
            process.stdin.write(REQUEST.pack(len(data), number) + data)
            process.stdin.flush()
            head = process.stdout.read(LENGTH.size)
            answer = process.stdout.read(*LENGTH.unpack(head)) if len(head) == LENGTH.size else b""
        except OSError:
            answer = b""
        is_late = not timer.is_alive()
        timer.cancel()
        if answer:
            return answer
        ended_by = -(end() or 0)
    raise TookTooLong(SLOW) if is_late or ended_by == getattr(signal, "SIGXCPU", None) else DocumentUnreadable(ENDED)


def _process() -> subprocess.Popen[bytes]:
    """Return the separate process that reads for this one, started if need be; a forked process has its own."""
    found = _processes.get(os.getpid())
    if found is None or found.poll() is not None:
        places = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        found = _processes[os.getpid()] = subprocess.Popen(  # noqa: S603 - our code
            [sys.executable, "-P", "-c", SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=places,
        )
    return found


@atexit.register
def end() -> int | None:
    """End the separate process that reads PDF files, and return its exit code: minus a signal, if one ended it."""
    process = _processes.pop(os.getpid(), None)
    if process is None:
        return None
    process.kill()
    code = process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    return code
