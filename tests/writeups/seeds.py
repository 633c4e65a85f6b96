"""Make the Word and PDF files of `submissions/` from the write-ups there: `python -m tests.writeups.seeds`.

Each write-up is saved as Word with pandoc, and as PDF with a program that students use for this format: LaTeX for LaTeX,
a browser for a notebook, a word processor for the others.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.writeups.makers import latex, libreoffice, pandoc, printed

SUBMISSIONS = Path(__file__).parents[2] / "submissions"


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
