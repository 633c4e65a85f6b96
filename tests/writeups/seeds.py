"""Make the Word and PDF files of `submissions/` from the write-ups there: `python -m tests.writeups.seeds`.

Each write-up is saved as Word with pandoc, and as PDF with a program that students use for this format: LaTeX for LaTeX,
a browser for a notebook, a word processor for the others.  The programs are Debian's packages pandoc,
libreoffice-writer-nogui, texlive-latex-recommended, texlive-science and chromium.
"""

from __future__ import annotations

import re
import subprocess
import unicodedata
from functools import cache
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

SUBMISSIONS: Final = Path(__file__).parents[2] / "submissions"
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


def pandoc(case: dict[str, str], target: Path, *options: str) -> None:
    """Convert a document with pandoc."""
    text = FRONT.sub("", case["text"])
    if case["format"] == "txt":  # as typed: a paragraph for each line, with its spaces
        text = "".join(f"<p>{escape(line).replace('  ', '&nbsp; ')}</p>" for line in text.splitlines() if line.strip())
    command = ["pandoc", "-f", READERS[case["format"]], "-o", str(target), "--standalone", *options]
    subprocess.run(command, input=text.encode(), check=True, capture_output=True)


def libreoffice(sources: list[Path], kind: str, folder: Path) -> None:
    """Convert files with LibreOffice, all in one run."""
    with TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", kind]
        subprocess.run([*command, "--outdir", str(folder), *map(str, sources)], check=True, capture_output=True)


def chromium(source: Path, target: Path) -> None:
    """Print a page with Chromium."""
    with TemporaryDirectory() as profile:
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={profile}"]
        command = ["chromium", *flags, "--disable-background-networking", f"--print-to-pdf={target}", source.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def latex(case: dict[str, str], target: Path) -> None:
    """Typeset a document with LaTeX."""
    pandoc(case, target, "-V", f"header-includes={latex_head()}", "-V", "geometry:margin=2.5cm")


def printed(case: dict[str, str], target: Path) -> None:
    """Print a page with equations in MathML, as notebooks are printed."""
    page = target.with_suffix(".html")
    pandoc(case, page, "--mathml", "-M", "title=x")
    chromium(page, target)


def main() -> None:
    """Write the files."""
    for source in sorted(SUBMISSIONS.glob("*/*")):
        if source.suffix in {".yaml", ".docx", ".pdf"}:
            continue
        case = {"text": source.read_text("utf-8"), "format": source.suffix.removeprefix(".")}
        word, target = (source.with_suffix(suffix) for suffix in (".docx", ".pdf"))
        pandoc(case, word)
        with TemporaryDirectory() as folder:
            made = Path(folder, target.name)
            if source.suffix == ".tex":
                latex(case, made)
            elif source.suffix == ".ipynb":
                printed(case, made)
            else:
                libreoffice([word], "pdf", made.parent)
                made = made.with_name(f"{word.stem}.pdf")
            target.write_bytes(made.read_bytes())


if __name__ == "__main__":
    main()
