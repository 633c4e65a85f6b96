"""Pages as PDF, printed by a browser that has no window: it shows mathematics as it is."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
NAMED: Final = "CHECKER_BROWSER"
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--disable-background-networking",
)
TIMEOUT: Final = 120
"""Seconds that one page may take."""

MISSING: Final = (
    f"a PDF is printed by Chromium, and there is none; install it, name a browser as {NAMED}, or use --format html and"
    " print the pages"
)
FAILED: Final = "{} printed no PDF of {}; use --format html and print the pages"


class NoBrowser(Exception):  # noqa: N818 - not an error of the program
    """There is no browser that prints pages; the message says what to do."""


def printed(pages: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield each page of HTML as PDF, by its name.  Raise NoBrowser."""
    found = os.environ.get(NAMED) or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise NoBrowser(MISSING)
    with TemporaryDirectory() as name:
        folder = Path(name)
        page, pdf = folder / "page.html", folder / "page.pdf"
        for called, html in pages.items():
            page.write_bytes(html)
            pdf.unlink(missing_ok=True)
            command = [found, *FLAGS, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={pdf}", page.as_uri()]
            try:
                subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=True)  # noqa: S603 - our own words
                yield called, pdf.read_bytes()
            except (OSError, subprocess.SubprocessError):
                raise NoBrowser(FAILED.format(found, called)) from None
