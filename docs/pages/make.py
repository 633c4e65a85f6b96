"""Make the pictures of this folder: the first screens of pages of feedback and of the report.

    pip install -e '.[browser,documents,reports]'
    python docs/pages/make.py

It grades `submissions/` with `problems/` and `reviews/`, and a class of 40, made up from the examples in problem files.
It makes their pages in a temporary folder, and opens these in a headless Chromium: the one on the path, or the one that
CHECKER_BROWSER names.  It needs no network.
"""
# ruff: noqa: INP001 - a script, not a module of a package

from __future__ import annotations

import json
import os
import shutil
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from click.testing import CliRunner
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from checker.cli.app import cli
from checker.problems import Part, load_problems
from checker.reading.show import legible

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
    Picture("feedback-desk.png", "seeds/feedback/s003.html", 1000, 1000),
    Picture("feedback-why.png", "seeds/feedback/s003.html", 1000, 1000, "light", ".question:has(.incorrect)"),
    Picture("feedback-document.png", "seeds/feedback/mara.html", 1000, 1000, "light", ".documents"),
    Picture("feedback-phone-dark.png", "seeds/feedback/noor.html", 390, 844, "dark", ".answer.incorrect"),
    Picture("report-desk.png", "class/report.html", 1000, 1000),
    Picture("report-phone-dark.png", "class/report.html", 390, 844, "dark"),
    Picture("report-seeds.png", "seeds/report.html", 1000, 1000),
)

STUDENTS: Final = 40
PROBLEMS: Final = (
    "001/encoder-layer",
    "000/flying-attention",
    "000/topic-head",
    "003/several-heads",
    "004/language-model",
)
"""What the class of 40 is asked."""


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


def make_pages(folder: Path) -> None:
    """Grade the submissions of the repository and a class of 40, and make the pages."""
    problems = f"--problems={REPOSITORY / 'problems'}"
    reviews = f"--reviews={REPOSITORY / 'reviews'}"
    seeds, others = str(folder / "seeds"), str(folder / "class")
    run("grade", str(REPOSITORY / "submissions"), problems, reviews, f"--out={seeds}")
    run("feedback", seeds, problems)
    run("report", seeds)
    make_class(folder)
    run("grade", str(folder / "submissions"), f"--problems={folder / 'problems'}", f"--out={others}")
    run("report", others)


def make_class(folder: Path) -> None:
    """Write problems, and answers drawn from the examples in their files; most of the class count W_O."""
    (folder / "problems").mkdir()
    (folder / "submissions").mkdir()
    for name in PROBLEMS:
        shutil.copy(REPOSITORY / "problems" / f"{name}.yaml", folder / "problems")
    (folder / "problems" / "assignment.yaml").write_text("title: Attention, week 5\n")
    draw = Random(5)  # noqa: S311 - no secret
    found = load_problems(folder / "problems").problems.values()
    for number in range(STUDENTS):
        skill = draw.uniform(0.3, 0.95)
        answers = {}
        for problem in found:
            given = {part.id: answer(part, skill, draw) for part in problem.parts}
            answers[problem.id] = given if problem.is_multipart else given[None]
        answers["encoder-layer"] = "31,744" if draw.random() < 0.75 else "27,648"  # noqa: PLR2004
        path = folder / "submissions" / f"s{1000 + 7 * number}.json"
        path.write_text(json.dumps({"answers": answers}))


def answer(part: Part, skill: float, draw: Random) -> str:
    """Return an answer to a part: a right example of its file with the chance of the student's skill."""
    if part.kind == "text":
        return draw.choice(["Each head can attend to something else.", "Heads run in parallel.", ""])
    right = [each.answer for each in part.examples if each.verdict == "correct"]
    wrong = [each.answer for each in part.examples if each.verdict != "correct"] or ["400", "12 or 13"]
    truth = right or [legible(part.truth)]
    return draw.choice(truth if draw.random() < skill else [*wrong, ""])


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
    data = smaller(page.screenshot())
    page.close()
    if len(data) > LARGEST:
        sys.exit(f"{picture.name} has {len(data):,} bytes; at most {LARGEST:,} are allowed.")
    (HERE / picture.name).write_bytes(data)
    return len(data)


def smaller(png: bytes) -> bytes:
    """Return a picture with 128 colours."""
    with Image.open(BytesIO(png)) as image, BytesIO() as file:
        image.convert("RGB").quantize(128).save(file, "PNG", optimize=True)
        return file.getvalue()


if __name__ == "__main__":
    main()
