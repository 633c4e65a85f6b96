"""The kind of answer `set`: numbers in any order, `{2, 3}`, `2 or 3`, `x = 3, x = 2`, `3 ± √2`.

Messages say how many entries are missing, wrong or too many.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from checker.engine.errors import UnreadableAnswer
from checker.engine.values.tolerance import Tolerance
from checker.formula.symbols import latex_greek
from checker.kinds.compare import Judge
from checker.kinds.vector import VectorKind
from checker.reading.reading import Reading, flatten
from checker.text.number import Hints
from checker.text.plain import brief, refuse_long
from checker.text.words import as_sentence

_LABEL: Final = re.compile(r"(?<![\w.])([^\W\d_])(?:_?\{?\d(?:,?\d)?\}?|[₀-₉])? ?(?:=|∈|\\in(?![A-Za-z])) ?")
"""`x =` and `x_1 =`"""
_JOINED: Final = re.compile(
    r" ?[,;]? ?(?:(?<![^\W_])(?:or|and|oder|und|ou|et|o|y)(?![^\W_])|\\text ?\{ ?(?:or|and) ?\}"
    r"|[\N{LOGICAL OR}]|\\(?:lor|vee)(?![A-Za-z])) ?"
)
"""What stands between entries, where all white space is one space."""
_BRACE: Final = re.compile(r"\\([lr])brace(?![A-Za-z])")
_DECIMAL_COMMA: Final = re.compile(r"\s*-?\d+,\d+\s*")
"""An entry next to `and` or `or`, in which a comma is a decimal sign."""
_DOUBT: Final = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|not sure|vielleicht|evtl)\b|\bor\b[^,;]*\?\s*$", re.IGNORECASE
)
"""Words that leave an entry open: `2, 3 and maybe 5`, `2, 3 or 4?`."""


class SetKind(VectorKind):
    """Answers that are a set of numbers: order and repeats do not matter."""

    name = "set"
    fits_banks = False
    results = frozenset({"vector"})
    example = "a list, such as [2, 3]"

    def read(self, text: str, hints: Hints) -> Reading:
        """Return the numbers in a student's set, in ascending order and each once."""
        refuse_long(text)
        text = " ".join(latex_greek(text).split())
        if _DOUBT.search(text):
            raise UnreadableAnswer(f'"{brief(text)}" leaves open what belongs to the set. Write only its entries.')
        if len(set(_LABEL.findall(text))) > 1:
            raise UnreadableAnswer(f'"{brief(text)}" has values of several symbols. Write only the entries of the set.')
        text = _LABEL.sub(
            "", re.sub(r"\$([^$]*)\$", r"\1", _BRACE.sub(lambda brace: "{" if brace[1] == "l" else "}", text))
        ).strip()
        # the braces of the set around the whole of it; those of LaTeX are inside: `{1, 2^{3}}`
        braces = re.match(r"(?:\\left ?)?\\?\{((?:[^{}\\]|\{[^{}]*\}|\\[A-Za-z]+ ?)*)(?:\\right ?)?\\?\}", text)
        inner, behind = (braces[1], text[braces.end() :]) if braces else (text, "")
        sign = "; " if ";" in inner or hints.decimal == "comma" else ", "
        pieces = _JOINED.split(inner)
        is_comma = len(pieces) > 1 and all(map(_DECIMAL_COMMA.fullmatch, pieces))
        if is_comma and hints.decimal is None and hints.shape != (2 * len(pieces),):
            hints = hints._replace(decimal="comma", whole=False)
        if not all(map(str.strip, pieces)):
            raise UnreadableAnswer(f'An entry is missing in "{brief(text)}". Write all entries of the set.')
        inner = _JOINED.sub(sign, inner)
        if "±" in inner or "\\pm" in inner or "+-" in inner or "+/-" in inner:
            inner = sign.join(sign.join(_twice(each)) for each in re.split(r"[,;](?!\d)|;", inner))
        is_open = braces is None and inner[:1] not in {"[", "("}
        reading = super().read(inner if is_open else f"[{inner}]{behind}" if braces else inner, hints)
        if len(reading.shape) > 1:
            return reading
        unique = {Fraction(number.value): number for number in reading.numbers}
        numbers = tuple(unique[value] for value in sorted(unique))
        return reading._replace(shape=(len(numbers),), numbers=numbers)

    def judge(self, truth: Any, tolerance: Tolerance) -> Judge:
        """Return what compares sets with the right one, whatever the order of their numbers."""
        return Judge(tuple(sorted(set(flatten(truth)[1]))), tolerance)

    def right_share(self, judge: Judge, reading: Reading) -> float:
        """Return the share of the right numbers that are given, less that of wrong ones."""
        if len(reading.shape) != 1:
            return 0.0
        return max(0, self._found(judge, reading) * 2 - len(reading.numbers)) / len(judge.numbers)

    def in_words(self, judge: Judge, reading: Reading) -> str:
        """Return how many numbers are missing, wrong or too many; empty for a table."""
        if len(reading.shape) != 1:
            return ""
        right, given = self._found(judge, reading), len(reading.numbers)
        if not right:
            return "None of your entries belongs to the set."
        missing, wrong = len(judge.numbers) - right, given - right
        are_right, are_wrong, are_missing = (
            "one entry is" if number == 1 else f"{number} entries are" for number in (right, wrong, missing)
        )
        if wrong and missing:
            return as_sentence(f"{are_right} right, and {are_wrong} wrong")
        if missing:
            return f"All that you gave is right, but {are_missing} missing."
        return as_sentence(f"{are_wrong} too many: not everything that you gave belongs to the set")

    @staticmethod
    def _found(judge: Judge, reading: Reading) -> int:
        """Return how many numbers of the right set are among the entries."""
        members = [Judge(each, judge.tolerance) for each in judge.numbers]
        alone = [Reading((), (each,)) for each in reading.numbers]
        return sum(1 for member in members if any(member.verdict(each) == "correct" for each in alone))


def _twice(entry: str) -> tuple[str, ...]:
    """Return `3 + √2` and `3 - √2` for `3 ± √2`; an entry without ± as it is."""
    # an entry for two: `3 ± √2`
    if not (found := re.fullmatch(r"(.*?)(?:±|\\pm(?![A-Za-z])|\+/?-)(.+)", entry)):
        return (entry,)
    before, after = (each.strip() for each in found.groups())
    return (f"{before} + {after}", f"{before} - {after}") if before else (after, f"-({after})")


kind: Final = SetKind()
