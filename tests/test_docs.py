"""Every console block in README and docs is run, and what stands there is what comes out.

    CHECKER_UPDATE_DOCS=1 python -m pytest tests/test_docs.py

writes the blocks anew.
"""

import os
import re
import subprocess
from itertools import groupby
from pathlib import Path
from shutil import copytree

import pytest

from checker.solvers.registry import solver, topics
from tests.forks import forks

REPOSITORY = Path(__file__).parent.parent
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRESS = re.compile(
    r"^[\d,]+ (?:of (?:about )?[\d,]+ \w+ \w+, .* left|\w+ graded, [\d,]+ a (?:second|minute))\n+", re.MULTILINE
)
"""What slow machines show while a command runs."""
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)


@pytest.fixture
def page():
    """A page that asks for no reviews."""
    return REPOSITORY / "docs"


@pytest.fixture
def workplace(tmp_path, page):
    """A folder with the repository's problems and submissions, in which commands may write.

    README has its reviews too, the page on learning management systems its example downloads, that on types of your own
    some types, and those on draws and on question banks an assignment that draws its numbers.
    """
    for name in ("problems", "submissions", *(["reviews"] if page.name == "README.md" else [])):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    if page.name == "lms.md":
        copytree(REPOSITORY / "docs" / "downloads", tmp_path / "downloads")
    if page.name == "own-types.md":
        copytree(REPOSITORY / "docs" / "own-types", tmp_path, dirs_exist_ok=True)
    if page.name in {"variants.md", "publishing.md"}:
        copytree(REPOSITORY / "docs" / "draws", tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """What a shell shows for a command; `checker` is this checkout's."""
    environment = os.environ | {"NO_COLOR": "1", "COLUMNS": "80", "PYTHONUTF8": "1"}
    with forks(tmp_path_factory.mktemp("forks")) as checker:

        def output(command, folder):
            run = ["bash", "-c", f"{checker}\n{command}"]
            done = subprocess.run(
                run, cwd=folder, env=environment, stdout=-1, stderr=-2, text=True, encoding="utf-8", check=False
            )
            return re.sub(r"[ \t]+$", "", PROGRESS.sub("", done.stdout), flags=re.MULTILINE).strip("\n")

        yield output


def rerun(block, folder, shell):
    """The block with every command's output as it comes out now."""
    return "".join(f"$ {command}\n\n{shell(command, folder)}\n\n" for command in COMMAND.findall(block))[:-1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_blocks(page, workplace, shell):
    text = page.read_text(encoding="utf-8")
    anew = BLOCK.sub(lambda block: f"```console\n{rerun(block[1], workplace, shell)}```", text)
    if os.environ.get("CHECKER_UPDATE_DOCS"):
        page.write_text(anew, encoding="utf-8")
    assert anew == text


def test_links_lead_somewhere():
    for page in [*PAGES, REPOSITORY / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_contributing_names_files_that_exist():
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    names = re.findall(r"`([\w/]+\.(?:py|txt|jsonl|json|yaml))`", text)
    assert len(names) > 50
    assert [
        each for each in names if not any((room / each).exists() for room in (REPOSITORY, REPOSITORY / "checker"))
    ] == []


def test_the_page_of_question_types_is_what_the_types_say():
    """A paragraph for each: what it computes, its formula and its answer, from the type's own file."""
    page = REPOSITORY / "docs" / "question-types.md"
    anew = "\n".join(_question_types())
    if os.environ.get("CHECKER_UPDATE_DOCS"):
        page.write_text(anew, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == anew


def _question_types():
    """Yield the lines of the page."""
    yield "# Question types\n"
    yield "What each type computes. `checker types TYPE` has the rest: parameters, conventions, misconceptions, steps, and a"
    yield "problem file to start from.\n"
    for topic, names in groupby(topics(), key=topics().__getitem__):
        yield f"- [{topic.capitalize()}](#{topic}): {', '.join(f'`{name}`' for name in names)}"
    yield ""
    for topic, names in groupby(topics(), key=topics().__getitem__):
        yield f"## {topic.capitalize()}\n"
        for name in names:
            title, _, text = solver(name).documentation.partition("\n")
            said = dict(re.findall(r"^(\w+): (.*?)(?=^\w+: |^>>>|\Z)", text, re.MULTILINE | re.DOTALL))
            facts = [f"{key}: {' '.join(said[key].split())}" for key in ("Formula", "Answer", "Source") if key in said]
            yield " ".join([f"**`{name}`**: {title}", *facts]) + "\n"
