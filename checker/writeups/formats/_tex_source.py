r"""Prepares LaTeX for pandoc: takes out what is not printed, and writes out what pandoc would drop without a word.

Not printed are environments that the file excludes; pandoc itself leaves out branches such as `\iffalse`.
"""

from __future__ import annotations

import re
from typing import Final

from checker.writeups.formats._decode import Decoded
from checker.writeups.formats._hidden import blanked
from checker.writeups.formats._spans import item_number
from checker.writeups.formats.pandoc import INCLUDED

ENVIRONMENT: Final = r"\\begin\s*\{{({names})\}}.*?(?:\\end\s*\{{\1\}}|\Z)"
"""Environments that are not printed, which pandoc does not know."""
END: Final = r"\end{document}"
UNITS: Final = r"""nano n micro µ milli m centi c deci d kilo k mega M giga G tera T kibi Ki mebi Mi gibi Gi metre m
 meter m gram g second s minute min hour h day d newton N joule J watt W volt V ampere A ohm Ω kelvin K celsius °C
 mole mol degreeCelsius °C hertz Hz pascal Pa litre L liter L byte B bit bit percent \% degree ° coulomb C tesla T
 kilogram kg squared ^2 cubed ^3 per / electronvolt eV farad F radian rad candela cd decibel dB"""
_MACROS: Final = {
    "SI": r"\newcommand{\SI}[3][]{#2 #3}",
    "qty": r"\newcommand{\qty}[3][]{#2 #3}",
    "num": r"\newcommand{\num}[2][]{#2}",
    "si": r"\newcommand{\si}[2][]{#2}",
    "unit": r"\newcommand{\unit}[2][]{#2}",
    "fbox": r"\newcommand{\fbox}[1]{\textbf{#1}}",
    "fontsize": r"\newcommand{\fontsize}[2]{#1#2}",
    "framebox": r"\newcommand{\framebox}[1]{\textbf{#1}}",
    "EUR": r"\def\EUR{€}",
    "euro": r"\def\euro{€}",
    "texteuro": r"\def\texteuro{€}",
    "checkmark": r"\def\checkmark{✓}",
    "og": r"\def\og{«}",
    "fg": r"\def\fg{»}",
} | {name: rf"\def\{name}{{{unit}}}" for name, unit in zip(UNITS.split()[::2], UNITS.split()[1::2], strict=True)}
"""Words that pandoc does not know, and quantities, which it reads outside of formulas only.

The size of letters is shown, so that a text too small to be seen does not pass for an answer.
"""
WORD: Final = re.compile(r"\\([a-zA-Z]+)")
UNKNOWN: Final = re.compile(r"^\[INFO\] Skipped '\\([a-zA-Z]+)[\s*]*((?:.|\n(?!\[))*?)'(?: at .*)?$", re.MULTILINE)
"""A word that pandoc has skipped, perhaps together with what comes after it."""
SKIPPED: Final = "“{}” in this file was not read."
TEXT: Final = r"\newcommand{\text}[1]{\mbox{#1}}\newcommand{\mathrm}[1]{\mbox{#1}}"
_AS_TEXT: Final = {
    "boxed": r"\newcommand{\boxed}[1]{\textbf{#1}}" + TEXT,
    "text": TEXT,
    **{name: rf"\newcommand{{\{name}}}[2]{{(#1)/(#2)}}" for name in ("frac", "dfrac", "tfrac")},
    "sqrt": r"\newcommand{\sqrt}[2][]{√(#2)}",
    **{name: rf"\def\{name}{{{name} }}" for name in ("exp", "ln", "log", "sin", "cos", "tan")},
    **{
        name: rf"\def\{name}{{{sign}}}"
        for name, sign in zip(
            ("times", "cdot", "approx", "pm", "to", "rightarrow", "Rightarrow", "leq", "geq", "neq", "Sigma", "infty"),
            "×·≈±→→⇒≤≥≠Σ∞",
            strict=True,
        )
    },
}
"""What words of formulas are in a text."""
_SILENT: Final = frozenset(
    """addtolength begin captionsetup cfoot chead color colorlet cite definecolor end excludecomment fancyfoot fancyhead
    geometry glossary hphantom hspace hypersetup index lfoot lhead linespread message newcolumntype newsavebox
    nomenclature note pagecolor pagestyle pdfcomment pdfinfo pdftooltip phantom rfoot rhead rule savebox sbox
    selectlanguage setcounter setlength setlist setmainfont sisetup titleformat transparent typeout usepackage
    usetikzlibrary vphantom vspace wlog""".split()  # noqa: SIM905 - quotes would hide the names
)
"""Words whose arguments are not printed."""
DRAWING: Final = re.compile(r"\\begin\{(tikzpicture|picture)\}.*?(?:\\end\{\1\}|\Z)", re.DOTALL)
_INCLUDING: Final = re.compile(
    r"^([^%\n]*?)\\(?:(?:input|include|subfile|lstinputlisting|verbatiminput|(?:sub)?import\s*\{[^{}\n]*\})\s*"
    r"(?:\[[^\][\n]*\])?\s*\{([^{}\n]*)\}|input[ \t]+([\w./-]+))",
    re.MULTILINE,
)
LIST: Final = re.compile(
    r"\\begin\s*\{(enumerate|itemize|description|questions|parts|subparts)\}[ \t]*(?:\[((?:[^\][{}]|\{[^{}]*\})*)\])?"
    r"|\\(end)\s*\{(?:enumerate|itemize|description|questions|parts|subparts)\}"
    r"|\\(?:item|(question|(?:sub)?part))(?![a-zA-Z])\*?\s*(?:\[([^\][]*)\])?(?:[ \t]*(?:%[^\n]*)?\n(?!\s*\n))?[ \t]*"
)
TABLE: Final = re.compile(r"(\\begin\{(?:tabular|longtable|array)\}(?:\[\w*\])?\{)([^{}\\]*\})")
_PATTERNS: Final = {"enumerate": ("1.", "(a)", "i.", "A."), "questions": ("1",), "parts": ("(a)",), "subparts": ("i.",)}
_COUNTER: Final = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\*|^(1|a|A|i|I)(?=[).]?$)|(?<=\()(1|a|A|i|I)(?=\))")
DEEPEST: Final = 6
"""How many lists LaTeX nests at most."""
_COUNTERS: Final = {"arabic": "1", "alph": "a", "Alph": "A", "roman": "i", "Roman": "I"}
_BRACES: Final = re.compile(r"[{}]|\\(?:bfseries|textbf|normalfont|itshape|emph)\b\s*")


def prepared(source: Decoded) -> Decoded:
    """Return LaTeX as pandoc can read it, with notes on results that are not printed."""
    excluded = "|".join(sorted({*re.findall(r"\\excludecomment\s*\{([a-zA-Z]+)\}", source.text), r"filecontents\*?"}))
    parts = re.compile(ENVIRONMENT.format(names=excluded), re.DOTALL).finditer(source.text)
    shown = blanked(source, (each.span() for each in parts))
    text = shown.text.partition(END)[0] + (END if r"\begin{document}" in shown.text else "")
    text = DRAWING.sub(lambda found: r"\includegraphics{picture}" + "\n" * found[0].count("\n"), text)
    text = _INCLUDING.sub(lambda found: f"{found[1]}\\includegraphics{{{INCLUDED}{found[2] or found[3]}}}", text)
    own = {*re.findall(r"\\(?:(?:re)?newcommand\*?|def|DeclareMathOperator\*?)\s*\{?\s*\\([a-zA-Z]+)", text)}
    macros = "".join(_MACROS[word] for word in dict.fromkeys(WORD.findall(text)) if word in _MACROS and word not in own)
    # the columns of other packages are usual ones
    text = TABLE.sub(lambda found: found[1] + re.sub("[A-WYZ]", "l", found[2]), text)
    return shown._replace(text=macros + with_numbers(text))


def with_unknown(text: str, log: str) -> tuple[str, tuple[str, ...]]:
    """Return LaTeX in which a word that pandoc has skipped means nothing, so that its argument is read.

    The text is empty if there are none.  Also return sentences on words with several arguments: these stay unread.
    """
    found = [(word, more) for word, more in UNKNOWN.findall(log) if word not in _SILENT and (more or word in _AS_TEXT)]
    several = {word: more for word, more in found if re.search(r"\}\s*\{", more) and word not in _AS_TEXT}
    words = sorted({word for word, _ in found} - {*several})
    told = tuple(SKIPPED.format(f"\\{word}{more}") for word, more in several.items() if re.search(r"\d", more))
    return "".join(
        _AS_TEXT.get(each, rf"\newcommand{{\{each}}}[1][]{{}}") for each in words
    ) + text if words else "", told


def with_numbers(text: str) -> str:
    """Return LaTeX in which the numbers and labels of list items are text."""
    pieces, place = [], 0
    lists: list[_List] = []
    for found in LIST.finditer(text):
        pieces.append(text[place : found.start()])
        place = found.end()
        name, option, end, question, label = found.groups()
        if name:
            lists.append(_List(name, option or "", sum(each.name == name for each in lists[-DEEPEST:])))
            pieces.append(r"\begin{itemize}" if name != "questions" else "")
        elif end:
            pieces.append(r"\end{itemize}" if not lists or lists.pop().name != "questions" else "")
        elif question == "question" and any(each.name == "questions" for each in lists[-DEEPEST:]):
            pieces.append(rf"\section{{Question {lists[-1].next()}}}")
        elif lists and not (question and lists[-1].name not in _PATTERNS):
            lines = "\n" * found[0].count("\n")
            pieces.append(rf"{lines}\item {{}}{label if label and not question else lists[-1].next()} ")
        else:
            pieces.append(found[0])
    return "".join((*pieces, text[place:]))


class _List:
    """A list that is open, and its counter."""

    def __init__(self, name: str, option: str, depth: int) -> None:
        self.name = name
        start = re.search(r"start\s*=\s*(\d{1,4})", option)
        self.number = int(start[1]) - 1 if start else 0
        usual = _PATTERNS.get(name, ("",))
        found = re.search(r"label\s*=\s*([^,]*(?:\{[^{}]*\})?[^,]*)", option)
        pattern = found[1] if found else option if name in _PATTERNS and "=" not in option else ""
        self.pattern = _BRACES.sub("", pattern) or usual[min(depth, len(usual) - 1)]
        """How its items are numbered, such as `(a)`; empty for bullets."""

    def next(self) -> str:
        self.number += 1
        return _COUNTER.sub(self._counted, self.pattern, count=1)

    def _counted(self, found: re.Match[str]) -> str:
        return item_number(_COUNTERS.get(found[1]) or found[2] or found[3], self.number)[:-1]
