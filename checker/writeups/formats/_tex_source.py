r"""Prepares LaTeX for pandoc: takes out what is not printed, and writes out what pandoc would drop without a word.

Not printed are branches such as `\iffalse`, and arguments that print nothing; notes report results in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from checker.writeups.formats._decode import Decoded
from checker.writeups.formats._hidden import Hidden, blanked
from checker.writeups.formats._mathematics import group_ends
from checker.writeups.formats._pandoc_tree import INCLUDED
from checker.writeups.formats._spans import item_number

BEGIN: Final = r"\begin{document}"
END: Final = r"\end{document}"
UNITS: Final = r"""nano n micro µ milli m centi c deci d kilo k mega M giga G tera T kibi Ki mebi Mi gibi Gi metre m
 meter m gram g second s minute min hour h day d newton N joule J watt W volt V ampere A ohm Ω kelvin K celsius °C
 mole mol degreeCelsius °C hertz Hz pascal Pa litre L liter L byte B bit bit percent \% degree ° coulomb C tesla T
 kilogram kg squared ^2 cubed ^3 per / electronvolt eV farad F radian rad candela cd decibel dB"""
MACROS: Final = {
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
DEFINED: Final = re.compile(r"\\(?:(?:re)?newcommand\*?|def|DeclareMathOperator\*?)\s*\{?\s*\\([a-zA-Z]+)")
WORD: Final = re.compile(r"\\([a-zA-Z]+)")
UNKNOWN: Final = re.compile(r"^\[INFO\] Skipped '\\([a-zA-Z]+)[\s*]*((?:.|\n(?!\[))*?)'(?: at .*)?$", re.MULTILINE)
"""A word that pandoc has skipped, perhaps together with what comes after it."""
DIGIT: Final = re.compile(r"\d")
SEVERAL: Final = re.compile(r"\}\s*\{")
SKIPPED: Final = "“{}” in this file was not read."
TEXT: Final = r"\newcommand{\text}[1]{\mbox{#1}}\newcommand{\mathrm}[1]{\mbox{#1}}"
AS_TEXT: Final = {
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
SILENT: Final = frozenset(
    """addtolength begin captionsetup cfoot chead color colorlet cite definecolor end excludecomment fancyfoot fancyhead
    geometry hspace hypersetup lfoot lhead linespread newcolumntype newsavebox pagecolor pagestyle rfoot rhead
    rule selectlanguage setcounter setlength setlist setmainfont sisetup titleformat transparent usepackage
    usetikzlibrary vspace""".split()  # noqa: SIM905 - quotes would hide the names
)
"""Words whose arguments are not printed."""
DRAWING: Final = re.compile(r"\\begin\{(tikzpicture|picture)\}.*?(?:\\end\{\1\}|\Z)", re.DOTALL)
INCLUDING: Final = re.compile(
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
OTHER_COLUMN: Final = re.compile("[A-WYZ]")
PATTERNS: Final = {"enumerate": ("1.", "(a)", "i.", "A."), "questions": ("1",), "parts": ("(a)",), "subparts": ("i.",)}
LABEL: Final = re.compile(r"label\s*=\s*([^,]*(?:\{[^{}]*\})?[^,]*)")
START: Final = re.compile(r"start\s*=\s*(\d{1,4})")
COUNTER: Final = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\*|^(1|a|A|i|I)(?=[).]?$)|(?<=\()(1|a|A|i|I)(?=\))")
COUNTERS: Final = {"arabic": "1", "alph": "a", "Alph": "A", "roman": "i", "Roman": "I"}
BRACES: Final = re.compile(r"[{}]|\\(?:bfseries|textbf|normalfont|itshape|emph)\b\s*")


def prepared(source: Decoded) -> Decoded:
    """Return LaTeX as pandoc can read it, with notes on results that are not printed."""
    shown = without_unprinted(source)
    text = shown.text.partition(END)[0] + (END if BEGIN in shown.text else "")
    text = DRAWING.sub(lambda found: r"\includegraphics{picture}" + "\n" * found[0].count("\n"), text)
    text = INCLUDING.sub(lambda found: f"{found[1]}\\includegraphics{{{INCLUDED}{found[2] or found[3]}}}", text)
    own = {*DEFINED.findall(text)}
    macros = "".join(MACROS[word] for word in dict.fromkeys(WORD.findall(text)) if word in MACROS and word not in own)
    return shown._replace(text=macros + with_numbers(TABLE.sub(_simple, text)))


def with_unknown(text: str, log: str) -> tuple[str, tuple[str, ...]]:
    """Return LaTeX in which a word that pandoc has skipped means nothing, so that its argument is read.

    The text is empty if there are none.  Also return sentences on words with several arguments: these stay unread.
    """
    found = [(word, more) for word, more in UNKNOWN.findall(log) if word not in SILENT and (more or word in AS_TEXT)]
    several = {word: more for word, more in found if SEVERAL.search(more) and word not in AS_TEXT}
    words = sorted({word for word, _ in found} - {*several})
    told = tuple(SKIPPED.format(f"\\{word}{more}") for word, more in several.items() if DIGIT.search(more))
    return "".join(
        AS_TEXT.get(each, rf"\newcommand{{\{each}}}[1][]{{}}") for each in words
    ) + text if words else "", told


def _simple(found: re.Match[str]) -> str:
    """Return the beginning of a table in which the columns of other packages are usual ones."""
    return found[1] + OTHER_COLUMN.sub("l", found[2])


def with_numbers(text: str) -> str:
    """Return LaTeX in which the numbers and labels of list items are text."""
    pieces, place = [], 0
    lists: list[_List] = []
    for found in LIST.finditer(text):
        pieces.append(text[place : found.start()])
        place = found.end()
        name, option, end, question, label = found.groups()
        if name:
            lists.append(_List(name, option or "", sum(each.name == name for each in lists)))
            pieces.append(r"\begin{itemize}" if name != "questions" else "")
        elif end:
            pieces.append(r"\end{itemize}" if not lists or lists.pop().name != "questions" else "")
        elif question == "question" and any(each.name == "questions" for each in lists):
            pieces.append(rf"\section{{Question {lists[-1].next()}}}")
        elif lists and not (question and lists[-1].name not in PATTERNS):
            lines = "\n" * found[0].count("\n")
            pieces.append(rf"{lines}\item {{}}{label if label and not question else lists[-1].next()} ")
        else:
            pieces.append(found[0])
    return "".join((*pieces, text[place:]))


class _List:
    """A list that is open, and its counter."""

    def __init__(self, name: str, option: str, depth: int) -> None:
        self.name = name
        start = START.search(option)
        self.number = int(start[1]) - 1 if start else 0
        usual = PATTERNS.get(name, ("",))
        found = LABEL.search(option)
        pattern = found[1] if found else option if name in PATTERNS and "=" not in option else ""
        self.pattern = BRACES.sub("", pattern) or usual[min(depth, len(usual) - 1)]
        """How its items are numbered, such as `(a)`; empty for bullets."""

    def next(self) -> str:
        self.number += 1
        return COUNTER.sub(self._counted, self.pattern, count=1)

    def _counted(self, found: re.Match[str]) -> str:
        return item_number(COUNTERS.get(found[1]) or found[2] or found[3], self.number)[:-1]


_SUSPECT: Final = re.compile(
    r"\\(?:if|endinput|phantom|[hv]phantom|excludecomment|index|glossary|typeout|message"
    r"|hypersetup|pdf|wlog|write|sbox|savebox|setbox|note|nomenclature"
    r"|begin\{filecontents)"
)
_CONDITION: Final = re.compile(r"\\(?P<word>if[a-zA-Z@]*|else|fi)(?![a-zA-Z@])|(?P<comment>(?<!\\)%[^\n]*)")
_NEW_CONDITION: Final = re.compile(r"\\newif\s*\\if([a-zA-Z@]+)")
_SET: Final = r"\\{name}(true|false)(?![a-zA-Z@])"
_TWO_SIGNS: Final = re.compile(r"\s*(\w)\s*(\S)")
_COMPARED: Final = re.compile(r"\s*(\d{1,20})\s*([<=>])\s*(\d{1,20})")
_NO_CONDITIONS: Final = frozenset({"iff", "ifthenelse", "iflanguage", "ifblank"})
_EXCLUDED: Final = re.compile(r"\\excludecomment\s*\{([a-zA-Z]+)\}")
_ENVIRONMENT: Final = r"\\begin\s*\{{({names})\}}.*?(?:\\end\s*\{{\1\}}|\Z)"
_SILENT: Final = re.compile(
    r"\\(?:[hv]?phantom|index|glossary|typeout|message|wlog|hypersetup|pdfinfo|pdfcomment|pdftooltip|nomenclature|note(?:<[^<>]*>)?|sbox\s*\\?\w*"
    r"|savebox\s*\{?\\?\w*\}?|setbox\s*\\?\w*\s*=?\s*\\[hv]box|write\d*|immediate\s*\\write\d*)\s*(?=\{)"
)
"""Commands whose argument is not printed."""
_END_INPUT: Final = re.compile(r"(?m)^[^%\n]*?(\\endinput(?![a-zA-Z]))")


def without_unprinted(shown: Decoded) -> Decoded:
    """Return LaTeX without text that is not printed; lines keep their numbers, and ordinary comments (`% ...`) stay."""
    if _SUSPECT.search(shown.text):
        for find in (_after_the_end, _in_conditions, _in_environments, _in_arguments):
            shown = blanked(shown, find(shown.text))
    return shown


def _after_the_end(text: str) -> Iterator[Hidden]:
    r"""Yield what is behind `\endinput`, which LaTeX does not read."""
    if found := _END_INPUT.search(text):
        yield found.start(1), len(text)


def _in_conditions(text: str) -> Iterator[Hidden]:
    r"""Yield the branches that are not printed, such as those of `\iffalse`; of an unknown condition, both are read."""
    states = {name: re.findall(_SET.format(name=name), text)[-1:] == ["true"] for name in _NEW_CONDITION.findall(text)}
    open_: list[tuple[int, bool | None]] = []
    """The places where branches begin, each with whether it is printed; None if that is not known."""
    place = 0
    for found in _CONDITION.finditer(_NEW_CONDITION.sub(lambda new: " " * len(new[0]), text)):
        word = found["word"]
        if word is None or word in _NO_CONDITIONS:
            continue
        if word not in {"else", "fi"}:
            open_.append((found.end(), _holds(word, text, found.end(), states)))
        elif open_:
            begin, holds = open_.pop()
            if holds is False and not any(around is False for _, around in open_):
                yield max(begin, place), found.start()
                place = found.start()
            if word == "else":
                open_.append((found.end(), None if holds is None else not holds))
    if open_ and open_[0][1] is False:
        yield open_[0][0], len(text)


def _holds(word: str, text: str, place: int, states: dict[str, bool]) -> bool | None:
    """Return whether a condition holds; None if that is not known."""
    if word in {"iffalse", "iftrue"}:
        return word == "iftrue"
    if word == "if" and (signs := _TWO_SIGNS.match(text, place)):
        return signs[1] == signs[2]
    if word == "ifnum" and (compared := _COMPARED.match(text, place)):
        one, other = Decimal(compared[1]), Decimal(compared[3])
        return {"<": one < other, "=": one == other, ">": one > other}[compared[2]]
    return states.get(word.removeprefix("if"))


def _in_environments(text: str) -> Iterator[Hidden]:
    """Yield the environments that the file excludes."""
    if names := "|".join(sorted({*_EXCLUDED.findall(text), r"filecontents\*?"})):
        for found in re.compile(_ENVIRONMENT.format(names=names), re.DOTALL).finditer(text):
            yield found.span()


def _in_arguments(text: str) -> Iterator[Hidden]:
    """Yield the arguments of commands that print nothing."""
    ends = group_ends(text)
    for found in _SILENT.finditer(text):
        if end := ends.get(found.end()):
            yield found.start(), end
