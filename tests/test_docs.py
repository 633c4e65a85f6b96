"""Every console block and notebook cell in README and docs is run, what stands there is what comes out, and problem files load.

    CHECKER_UPDATE_DOCS=1 python -m pytest tests/test_docs.py

writes them anew.
"""

import ast
import io
import json
import os
import re
import subprocess
from contextlib import redirect_stdout
from pathlib import Path
from shutil import copytree

import pytest

from checker import load_problem
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


@pytest.mark.parametrize("page", sorted((REPOSITORY / "docs").glob("*.ipynb")), ids=lambda page: page.name)
def test_notebooks(page, workplace, monkeypatch):
    monkeypatch.chdir(workplace)
    notebook, names = json.loads(page.read_text(encoding="utf-8")), {}
    cells = [dict(each) for each in notebook["cells"]]
    for count, cell in enumerate((each for each in cells if each["cell_type"] == "code"), 1):
        cell |= {"execution_count": count, "outputs": list(outputs("".join(cell["source"]), names, count))}
    if os.environ.get("CHECKER_UPDATE_DOCS"):
        lines = ",\n".join(json.dumps(cell, ensure_ascii=False) for cell in cells)
        page.write_text(f'{{"cells": [\n{lines}\n],\n{json.dumps(notebook | {"cells": 0})[13:]}\n', encoding="utf-8")
    assert cells == notebook["cells"]


def outputs(source, names, count):
    """Yield what a notebook shows below a cell: what is printed, and the value of an expression at its end."""
    *statements, last = ast.parse(source).body
    is_value, printed, value = isinstance(last, ast.Expr), io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(statements if is_value else [*statements, last], []), "cell", "exec"), names)
        if is_value:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    if printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        html = {"text/html": [value._repr_html_()]} if hasattr(value, "_repr_html_") else {}
        data = {**html, "text/plain": [repr(value)]}
        yield {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_problem_files(page, tmp_path):
    """A block of YAML with a type is a problem, or lacks its id and prompt."""
    (tmp_path / "config.json").symlink_to(REPOSITORY / "docs" / "own-types" / "lab" / "config.json")
    for block in re.findall(r"^```yaml\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        if re.search("^type: ", block, re.MULTILINE):
            rest = [f"{key}: any\n" for key in ("id", "prompt") if not re.search(f"^{key}: ", block, re.MULTILINE)]
            (tmp_path / "problem.yaml").write_text("".join([*rest, block]), encoding="utf-8")
            load_problem(tmp_path / "problem.yaml")


def test_links_lead_somewhere():
    for page in [*PAGES, *(REPOSITORY / "docs").glob("*.ipynb"), REPOSITORY / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_contributing_names_files_that_exist():
    text = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    names = re.findall(r"`([\w/]+\.(?:py|txt|jsonl|json|yaml))`", text)
    assert len(names) > 50
    assert [
        each for each in names if not any((room / each).exists() for room in (REPOSITORY, REPOSITORY / "checker"))
    ] == []
