"""Reads PDF files, and shows their pages as JPEGs, in a separate process that is ended if a file takes too long.

Each process of checker keeps one such process, which runs `_pdf_pages.py`.
"""

from __future__ import annotations

import atexit
import json
import os
import struct
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from checker.writeups.document import DocumentUnreadable, TookTooLong

SECONDS: Final = 20.0
"""Maximum time for one file."""
PASSWORD: Final = 4
"""The code of pdfium for a file with a password."""
SLOW: Final = "this file takes too long to read; print it to a new PDF, and hand that in"
BROKEN: Final = "this file is broken; print it to a new PDF, and hand that in"
LARGE: Final = "this picture has too many pixels to be shown here; open the file itself"
BROKEN_PICTURE: Final = "this picture cannot be shown here; open the file itself"
LOCKED: Final = "this file is protected by a password; save it without one"
SCRIPT: Final = Path(__file__).with_name("_pdf_pages.py")

_processes: dict[int, subprocess.Popen[bytes]] = {}
_lock = threading.Lock()


def pages_of(data: bytes) -> dict[str, Any]:
    """Return the pages of a PDF file, as `_pdf_pages` gives them.

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
    """Return the process's answer: JSON of all pages for the number 0, else the page with this number as a JPEG.

    Raise ModuleNotFoundError if one of these libraries is missing.
    """
    for name in libraries:
        if find_spec(name) is None:
            raise ModuleNotFoundError(f"{name} is not installed", name=name)
    with _lock:
        return _answer(data, number)


def _answer(data: bytes, number: int) -> bytes:
    """Send a request to the separate process, and return its answer.

    Raise DocumentUnreadable, and end the process, if it fails or takes too long.
    """
    process = _process()
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    try:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - they are pipes
        process.stdin.write(struct.pack("<QI", len(data), number))
        process.stdin.write(data)
        process.stdin.flush()
        head = process.stdout.read(8)
        answer = process.stdout.read(struct.unpack("<Q", head)[0]) if len(head) == 8 else b""
    except OSError:
        answer = b""
    finally:
        was_slow = not timer.is_alive()
        timer.cancel()
    if not answer:
        end()
        raise TookTooLong(SLOW) if was_slow else DocumentUnreadable(BROKEN)
    return answer


def _process() -> subprocess.Popen[bytes]:
    """Return the separate process that reads for this one, started if need be; a forked process has its own."""
    found = _processes.get(os.getpid())
    if found is None or found.poll() is not None:
        command = [sys.executable, "-I", str(SCRIPT)]
        found = subprocess.Popen(  # noqa: S603 - our script
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        _processes[os.getpid()] = found
    return found


@atexit.register
def end() -> None:
    """End the separate process that reads PDF files."""
    process = _processes.pop(os.getpid(), None)
    if process is not None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
