"""Make Word, OpenDocument and PDF files of write-ups, as programs of students make them, and compare their verdicts.

    python -m tests.writeups.makers FOLDER [--count 60]

Documents of `courses/` are converted by pandoc, LibreOffice, LaTeX and Chromium into FOLDER (those that are there stay),
and graded.  Their verdicts are compared with those of the documents that they were made of.  The programs are Debian's
packages pandoc, libreoffice-writer-nogui, texlive-latex-recommended, texlive-science and chromium.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

import click

from tests.writeups.battery import COURSES, Case, Grader, cases, outcome

FRONT: Final = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
READERS: Final = {
    "md": "commonmark_x+hard_line_breaks",
    "txt": "html",
    "tex": "latex",
    "html": "html+tex_math_single_backslash",
    "ipynb": "ipynb",
}
SIGNS: Final = {
    "−": "-",
    "√": r"\surd",
    "✓": r"\checkmark",
    "″": "''",
    "′": "'",
    "≈": r"\approx",
    "≤": r"\le",
    "≥": r"\ge",
    "→": r"\to",
    "⇒": r"\Rightarrow",
    "∞": r"\infty",
    "⋅": r"\cdot",
    "∩": r"\cap",
    "∪": r"\cup",
    "∈": r"\in",
    "ᵀ": "^T",
    "∙": r"\cdot",
    "∑": r"\sum",
    "≠": r"\ne",
    "°": r"^\circ",
    "\u0304": r"\bar{}",
    "\u2006": r"\,",
    "\u2009": r"\,",
    "\u202f": r"\,",
}
"""What students who typeset with LaTeX declare, or would have written."""
STYLE: Final = (
    "<style>body { font: 11pt Arial; max-width: 18cm } td, th { border: 1px solid #888; padding: 2pt }</style>"
)
WORD: Final = "docx:MS Word 2007 XML"
MAKERS: Final = (
    *("pandoc.docx", "libreoffice.docx", "pandoc.odt", "libreoffice.odt"),
    *("libreoffice.pdf", "latex.pdf", "chromium.pdf", "google.pdf"),
)


@cache
def latex_head() -> str:
    """Return declarations for the signs in documents that LaTeX does not know."""
    known = dict(SIGNS)
    for sign in map(chr, range(0x370, 0x3D0)):
        name = unicodedata.name(sign, "").removeprefix("GREEK ").replace("LAMDA", "LAMBDA").split()  # codespell:ignore
        if name[1:2] == ["LETTER"] and len(name) == 3:
            plain = name[2].lower()
            latin = unicodedata.normalize("NFKC", sign) if plain == "omicron" else ""
            known[sign] = latin or f"\\{plain if name[0] == 'SMALL' else plain.capitalize()}"
    for sign in "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵥ":
        plain = unicodedata.normalize("NFKC", sign).replace("−", "-")
        known[sign] = f"{'_' if 'SUBSCRIPT' in unicodedata.name(sign) else '^'}{{{plain}}}"
    lines = [
        rf"\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{\ensuremath{{{tex}}}}}"
        for sign, tex in known.items()
        if not (sign.isalpha() and tex[1:] in {"Alpha", "Beta", "Epsilon", "Zeta", "Eta", "Iota", "Kappa", "Mu", "Nu"})
    ]
    return "".join((r"\usepackage[utf8]{inputenc}\usepackage{amssymb,siunitx}\usepackage[version=4]{mhchem}", *lines))


def pandoc(case: Case, target: Path, *options: str) -> None:
    """Convert a document with pandoc."""
    text = FRONT.sub("", case["text"])
    if case["format"] == "txt":  # as typed: a paragraph for each line, with its spaces
        text = "".join(f"<p>{escape(line).replace('  ', '&nbsp; ')}</p>" for line in text.splitlines() if line.strip())
    command = ["pandoc", "-f", READERS[case["format"]], "-o", str(target), "--standalone", *options]
    subprocess.run(command, input=text.encode(), check=True, capture_output=True)


def libreoffice(sources: list[Path], kind: str, folder: Path) -> None:
    """Convert files with LibreOffice, all in one run."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", kind]
        subprocess.run([*command, "--outdir", str(folder), *map(str, sources)], check=True, capture_output=True)


def chromium(source: Path, target: Path) -> None:
    """Print a page with Chromium."""
    with tempfile.TemporaryDirectory() as profile:
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={profile}"]
        command = ["chromium", *flags, "--disable-background-networking", f"--print-to-pdf={target}", source.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def natural(count: int) -> list[tuple[str, Case]]:
    """Return documents of all courses, in turn, without those that cheat."""
    found = []
    folders = sorted(COURSES.iterdir())
    for folder in folders:
        honest = [each for each in cases(folder.name) if not each.get("kind") and not each.get("trap")]
        step = max(1, len(honest) * len(folders) // count)
        found += [(folder.name, each) for each in honest[::step][: -(-count // len(folders))]]
    return found[:count]


def latex(case: Case, target: Path) -> None:
    """Typeset a document with LaTeX."""
    pandoc(case, target, "-V", f"header-includes={latex_head()}", "-V", "geometry:margin=2.5cm")


def printed(case: Case, target: Path) -> None:
    """Print a page with equations in MathML, as notebooks are printed."""
    page = target.with_suffix(".html")
    pandoc(case, page, "--mathml", "-M", "title=x")
    chromium(page, target)


def google(case: Case, target: Path) -> None:
    """Print a page with equations that are typed, as Google Docs makes it."""
    page = target.with_suffix(".html")
    pandoc(case, page, "-M", "title=x")
    page.write_text(page.read_text("utf-8").replace("</head>", f"{STYLE}</head>"), "utf-8")
    chromium(page, target)


ONE_BY_ONE: Final = {
    "pandoc.docx": pandoc,
    "pandoc.odt": pandoc,
    "latex.pdf": latex,
    "chromium.pdf": printed,
    "google.pdf": google,
}
TOGETHER: Final = {
    "libreoffice.odt": ("pandoc.docx", "odt"),
    "libreoffice.docx": ("pandoc.odt", WORD),
    "libreoffice.pdf": ("pandoc.docx", "pdf"),
}


def make(documents: list[tuple[str, Case]], folder: Path, makers: tuple[str, ...]) -> None:
    """Make the files that are not there."""
    for maker in makers:
        (folder / maker).mkdir(parents=True, exist_ok=True)
    for maker in [each for each in makers if each in ONE_BY_ONE]:
        for course, case in documents:
            target = folder / maker / f"{course}-{case['id']}.{maker.rpartition('.')[2]}"
            if target.exists():
                continue
            try:
                ONE_BY_ONE[maker](case, target)
            except subprocess.SubprocessError as error:
                click.echo(f"{maker} {target.stem}: {(getattr(error, 'stderr', b'') or b'')[-300:]!r}")
    for maker in [each for each in makers if each in TOGETHER]:
        source, kind = TOGETHER[maker]
        done = {each.stem for each in (folder / maker).iterdir()}
        if todo := [each for each in (folder / source).glob("*.*") if each.stem not in done]:
            libreoffice(todo, kind, folder / maker)


@cache
def grader(course: str) -> Grader:
    """Return what grades the documents of a course."""
    return Grader(COURSES / course / "problems")


def verdicts(course: str, case: Case, path: Path | None = None) -> list[tuple[str, str]]:
    """Return for each part what is right, and what became of it: in the document, or in a file made of it."""
    data = None if path is None else path.read_bytes()
    return [
        (right, outcome(right, status)) for right, status in grader(course).verdicts(case, data, path and path.suffix)
    ]


def compare(documents: list[tuple[str, Case]], folder: Path, maker: str) -> Iterator[str]:
    """Yield what a maker's files change."""
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    for course, case in documents:
        name = f"{course}-{case['id']}"
        path = next((folder / maker).glob(f"{name}.{maker.rpartition('.')[2]}"), None)
        if path is None:
            yield f"  {name}: not made"
            continue
        old, new = verdicts(course, case), verdicts(course, case, path)
        before.update(each for _, each in old)
        after.update(each for _, each in new)
        for number, ((right, was), (_, now)) in enumerate(zip(old, new, strict=True)):
            if now in {"false zero", "false full"} and was != now:
                yield f"  {name} part {number + 1}: {right}, {was} -> {now}"
    total = max(1, sum(after.values()))
    yield f"{maker}: before {dict(before)}, after {dict(after)}; review {before['review'] / total:.1%} -> {after['review'] / total:.1%}"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--count", default=60)
@click.option("--maker", "makers", multiple=True, default=MAKERS)
@click.option("--compare-only", is_flag=True)
def main(folder: Path, count: int, makers: tuple[str, ...], *, compare_only: bool) -> None:
    """Make files and compare their verdicts."""
    documents = natural(count)
    if not compare_only:
        make(documents, folder, makers)
    for maker in makers:
        for line in compare(documents, folder, maker):
            click.echo(line)


if __name__ == "__main__":
    main()
