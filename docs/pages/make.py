"""Make the pictures of this folder: the first screens of pages of feedback and of the report.

    pip install -e '.[browser,documents,reports]'
    python docs/pages/make.py

It grades `submissions/` with `problems/` and `reviews/` into a temporary folder, makes the pages there, and opens them
in a headless Chromium: the one on the path, or the one that CHECKER_BROWSER names.  It needs no network.
"""
# ruff: noqa: INP001 - a script, not a module of a package

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from click.testing import CliRunner
from playwright.sync_api import Browser, sync_playwright

from checker.cli.app import cli

HERE: Final = Path(__file__).parent
REPOSITORY: Final = HERE.parents[1]
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
LARGEST: Final = 150_000
"""Maximum number of bytes of a picture."""


class Picture(NamedTuple):
    """A picture, and what is on it."""

    name: str
    page: str
    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"
    at: str = ""
    """The element that is at the top; by default the beginning of the page."""


PICTURES: Final = (
    Picture("feedback-desk.png", "feedback/s003.html", 1280, 900),
    Picture("feedback-phone-dark.png", "feedback/noor.html", 390, 844, "dark", ".answer.incorrect"),
    Picture("report-desk.png", "report.html", 1280, 900),
    Picture("report-phone-dark.png", "report.html", 390, 844, "dark"),
)


def main() -> None:
    """Make the pictures."""
    wanted = os.environ.get("CHECKER_BROWSER")
    found = next(filter(None, map(shutil.which, [wanted] if wanted else BROWSERS)), None)
    if found is None:
        sys.exit(f"There is no browser here. Install one of {', '.join(BROWSERS)}, or name it in CHECKER_BROWSER.")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        make_pages(Path(folder))
        browser = playwright.chromium.launch(executable_path=found)
        for picture in PICTURES:
            size = take(browser, Path(folder), picture)
            print(f"{picture.name}: {size / 1000:.0f} kB")  # noqa: T201
        browser.close()


def make_pages(results: Path) -> None:
    """Grade the submissions of the repository, and make the pages."""
    problems = f"--problems={REPOSITORY / 'problems'}"
    reviews = f"--reviews={REPOSITORY / 'reviews'}"
    run("grade", str(REPOSITORY / "submissions"), problems, reviews, f"--out={results}")
    run("feedback", str(results), problems)
    run("report", str(results))


def run(*arguments: str) -> None:
    """Run a command of checker.  It returns 3 where something needs a person."""
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    if result.return_value not in {0, 3}:
        sys.exit(f"checker {' '.join(arguments)} failed: {result.exception!r}\n{result.output}")


def take(browser: Browser, results: Path, picture: Picture) -> int:
    """Write a picture, and return its size in bytes."""
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        device_scale_factor=1,
        color_scheme=picture.scheme,
        reduced_motion="reduce",
    )
    page.goto((results / picture.page).as_uri())
    if picture.at:
        page.locator(picture.at).first.evaluate("each => each.scrollIntoView()")
    data = page.screenshot()
    page.close()
    if len(data) > LARGEST:
        sys.exit(f"{picture.name} has {len(data):,} bytes; at most {LARGEST:,} are allowed.")
    (HERE / picture.name).write_bytes(data)
    return len(data)


if __name__ == "__main__":
    main()
