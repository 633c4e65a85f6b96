"""Pages of the site that are no files of docs: README in front, notebooks, and the reference, made from the code.

MkDocs calls the functions with the names of its events.
"""

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from checker.cli.app import cli
from checker.solvers.registry import solver, topics

HOUSE = Path(__file__).parent.parent


def on_config(config: MkDocsConfig) -> None:
    """Put a page for each topic of question types into the navigation."""
    reference = next(group["Reference"] for group in config.nav or [] if "Reference" in group)
    (entry,) = (each for each in reference if each.get("Question types"))
    entry["Question types"] = [{topic.capitalize(): f"types/{topic}.md"} for topic, _ in _topics()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages that are made."""
    for name, page in (("index.md", "README.md"), ("CONTRIBUTING.md", "CONTRIBUTING.md"), ("LICENSE", "LICENSE")):
        text = (HOUSE / page).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=re.sub(r'(\]\(|src=")docs/', r"\1", text)))
    for notebook in [each for each in files if each.src_uri.endswith(".ipynb")]:
        files.remove(notebook)
        cells = json.loads(notebook.content_string)["cells"]
        files.append(File.generated(config, f"{notebook.name}.md", content="\n\n".join(map(_cell, cells))))
    files.append(File.generated(config, "commands.md", content="\n".join(_commands())))
    for topic, names in _topics():
        files.append(File.generated(config, f"types/{topic}.md", content="\n".join(_types(topic, names))))


def on_page_markdown(markdown: str, **_: object) -> str:
    """Return a page whose links to notebooks and to files above docs lead to their pages."""
    return re.sub(r"(\]\([\w/-]+)\.ipynb\b", r"\1.md", markdown.replace("](../README.md", "](index.md"))


def _cell(cell: dict[str, Any]) -> str:
    """Return a cell of a notebook as Markdown."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    shown = [f"```python\n{source}\n```"]
    for each in cell["outputs"]:
        data = each.get("data", {"text/plain": each.get("text")})
        shown += data.get("text/html") or ["```text\n" + "".join(data["text/plain"]).rstrip() + "\n```"]
    return "\n\n".join(shown)


def _topics() -> list[tuple[str, list[str]]]:
    """Return the topics of question types with their types."""
    return [(topic, list(names)) for topic, names in groupby(topics(), key=topics().__getitem__)]


def _types(topic: str, names: list[str]) -> Iterator[str]:
    """Yield the page on a topic: what each type computes, and what `checker types` says of it."""
    yield f"# {topic.capitalize()}"
    for name in names:
        about, _, text = solver(name).documentation.partition("\n")
        said = dict(re.findall(r"^(\w+): (.*?)(?=^\w+: |^>>>|\Z)", text, re.MULTILINE | re.DOTALL))
        facts = [f"- {key}: {' '.join(said[key].split())}" for key in ("Formula", "Answer", "Source") if key in said]
        yield "\n".join(["", f"## {name}", "", about, "", *facts])
        yield f'\n??? note "checker types {name}"\n'
        yield f"    ```text\n{_indented(_printed('types', name))}\n    ```"


def _commands() -> Iterator[str]:
    """Yield the page of all commands: what `--help` says of them."""
    yield "# Commands"
    for name in cli.commands:
        yield f"\n## {name}\n\n```text\n{_printed(name, '--help')}\n```"


def _printed(*arguments: str) -> str:
    """Return what a command prints."""
    done = CliRunner().invoke(cli, arguments, prog_name="checker", catch_exceptions=False)
    return done.output.strip("\n")


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines())
