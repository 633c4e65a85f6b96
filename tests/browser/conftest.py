"""A headless browser, the pages of some classes, and a look at what each page does.

`pytest -m browser tests/browser` runs these tests, in at most two processes; they are skipped where there is no playwright or browser.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from click.testing import CliRunner

from checker.cli.app import cli
from tests.browser import classes
from tests.grading import runs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request, Route

REPOSITORY = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update")
LEVELS = ("hint", "explain", "full")
PHONE, DESK = (390, 844), (1280, 900)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser of this process."""
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install '.[browser]'")
    wanted = os.environ.get("CHECKER_BROWSER")
    found = next(filter(None, map(shutil.which, [wanted] if wanted else NAMES)), None)
    if found is None:
        pytest.skip(f"needs a browser: {wanted or ', '.join(NAMES)}; CHECKER_BROWSER may name another one")
    with api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


class Visit:
    """Opens pages, and keeps what they must never do: complain, ask for another file, open a dialog.

    A process has one tab for each set of options: a page is loaded anew, and a browser need not make a tab for each.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._tabs: dict[tuple[tuple[str, Any], ...], Page] = {}
        self.faults: list[str] = []
        self.opened = ""

    def __call__(self, path: Path, size: tuple[int, int] = DESK, *, is_dark: bool = False, **options: Any) -> Page:
        """Open a page; the tab forgets the page that was open in it, its size, colours and medium."""
        key = tuple(sorted(options.items()))
        if key not in self._tabs:
            self._tabs[key] = self._tab(options)
        page = self._tabs[key]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(media="null", color_scheme="dark" if is_dark else "light")
        page.mouse.move(-1, -1)
        self.go(page, path)
        return page

    def go(self, page: Page, path: Path) -> None:
        """Open another page in the same tab."""
        self.opened = path.as_uri()
        page.goto(self.opened)

    def finish(self) -> list[str]:
        """Return the faults of the pages since the last call."""
        for page in self._tabs.values():
            page.evaluate("0")  # whatever a page has complained about arrives before the answer
        found, self.faults[:] = list(self.faults), []
        return found

    def _tab(self, options: dict[str, Any]) -> Page:
        context = self._browser.new_context(**options)
        context.route("**/*", self._only_files)
        page = context.new_page()
        page.on("console", lambda message: self.faults.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("dialog", self._close)
        page.on("request", self._see)
        return page

    def _see(self, request: Request) -> None:
        if request.url.partition("#")[0] != self.opened:
            self.faults.append(f"request: {request.url}")

    @staticmethod
    def _only_files(route: Route) -> None:
        if route.request.url.startswith("file:"):
            route.continue_()
        else:
            route.abort()

    def _close(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Visit:
    """The tabs of this process."""
    return Visit(browser)


@pytest.fixture
def visit(tabs: Visit) -> Iterator[Visit]:
    """Open pages; the test fails if one of them complains or asks for anything."""
    yield tabs
    assert tabs.finish() == []


class Pages(NamedTuple):
    """The pages of the classes."""

    top: Path

    def feedback(self, of: str, level: str = "explain") -> list[Path]:
        """Return the pages of all students of a class."""
        return sorted((self.top / of / level).glob("*.html"))

    def student(self, name: str, level: str = "explain", *, of: str = "repository") -> Path:
        """Return the page of a student, whose name begins like this."""
        (found,) = (self.top / of / level).glob(f"{name}*.html")
        return found

    def report(self, of: str, naming: str = "ids") -> Path:
        """Return the report on a class."""
        return self.top / of / f"report-{naming}.html"

    @property
    def reports(self) -> list[Path]:
        """Return all reports."""
        return sorted(self.top.glob("*/report-*.html"))


@pytest.fixture(scope="session")
def pages(browser: Browser, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Pages:
    """The pages of all classes, made once for all processes."""
    base = tmp_path_factory.getbasetemp()
    top = (base if worker_id == "master" else base.parent) / "classes"
    top.mkdir(exist_ok=True)
    for name, make in MADE.items():
        _make_once(top / name, make)
    _wait(top)
    return Pages(top)


def _make_once(folder: Path, make: Callable[[Path], None]) -> None:
    """Make a folder, unless another process does."""
    done, failed = folder.with_suffix(".done"), folder.with_suffix(".failed")
    try:
        folder.mkdir()
    except FileExistsError:
        return
    try:
        make(folder)
    except BaseException:
        failed.touch()
        raise
    done.touch()


def _wait(top: Path) -> None:
    """Wait until the folders are made."""
    while missing := [name for name in MADE if not (top / f"{name}.done").exists()]:
        assert not list(top.glob("*.failed")), f"another process could not make the pages of {missing}"
        time.sleep(0.1)


def _repository(folder: Path) -> None:
    results = folder / "results"
    _grade(results, REPOSITORY, "--reviews", REPOSITORY / "reviews")
    for level in LEVELS:
        _feedback(results, REPOSITORY, level)
    _report(results, "ids")


def _large(folder: Path) -> None:
    results = folder / "results"
    for files in (classes.large_class(), classes.corrected()):
        runs.write(folder, files)
        _grade(results, folder, "--roster", folder / "roster.csv", "--reviews", _empty(folder))
    for naming in ("ids", "names"):
        _report(results, naming)


def _hostile(folder: Path) -> None:
    results = folder / "results"
    runs.write(folder, classes.hostile_class())
    _grade(results, folder, "--roster", folder / "roster.csv", "--reviews", _empty(folder))
    for level in ("explain", "full"):
        _feedback(results, folder, level)
    for naming in ("ids", "names"):
        _report(results, naming)


MADE = {"repository": _repository, "large": _large, "hostile": _hostile}


def _empty(folder: Path) -> Path:
    """Return a folder of reviews with none in it."""
    (folder / "reviews").mkdir(exist_ok=True)
    return folder / "reviews"


def _grade(results: Path, source: Path, *options: object) -> None:
    _run("grade", source / "submissions", "--problems", source / "problems", "--out", results, *options)


def _feedback(results: Path, source: Path, level: str) -> None:
    _run("feedback", results, "--problems", source / "problems", "--level", level)
    (results / "feedback").rename(results.parent / level)


def _report(results: Path, naming: str) -> None:
    _run("report", results, *([] if naming == "ids" else [f"--{naming}"]))
    (results / "report.html").rename(results.parent / f"report-{naming}.html")


def _run(*arguments: object) -> None:
    """Run a command of checker; 3 says that something needs a person."""
    result = CliRunner().invoke(cli, list(map(str, arguments)), catch_exceptions=False, standalone_mode=False)
    assert result.return_value in {0, 3}, result.output
