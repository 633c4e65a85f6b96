"""Sentences in the words of one field, for formulas whose form other fields have, too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Self

from checker.derivation.symbols import SymbolTable

_FIELDS: Final[Mapping[str, re.Pattern[str]]] = {
    field: re.compile(rf"(?<![^\W\d_])(?:{words})")
    for field, words in {
        "money": (
            "pay|paid|price|interest|invest|loan|deposit|discount|bank|bond|savings|cash"
            "|present value|annuit|inflation|yield|capital|mortgage|account|usd|eur|chf|gbp|dollar|euro|[$€£]"
        ),
        "growth": "gr[eo]w|growth|interest|invest|inflation|annual|year|per ?cent|population|sales|loan|price|%",
        "probability": "probab|chance|likel|odds|random|bayes|sensitivity|specificity|preval|test|lotter|dice|expected",
        "counts": "observed|observation|expected|chi|goodness|frequenc|contingency",
        "statistics": "sampl|varianc|var(?![^\\W\\d_])|deviation|statist|anova|test",
        "acids": "p(?:oh|h|ka|kb|kw)(?![^\\W\\d_])|acid|alkali|buffer|hydroxide|hydronium|oxonium",
        "reactions": "reaction|reactant|concentration|kinetic|rate law|mol/",
        "elasticity": "elastic|midpoint|arc(?![^\\W\\d_])|demand|supply",
        "circuits": "parallel|resist|capacit|circuit|volt|divider|conduct|coil|induct|lamp|branch|ω|ohm",
        "capacitors": "^(?!.*(?:resist|lamp|branch|ω|ohm)).*(?:capacit|condenser|spring)",
        "circles": "circ|radius|radii|diamet|arc(?![^\\W\\d_])|sector|cylind|cone|conical|spher|disk|wheel|pipe|round",
        "temperature": "temperature|heat|warm|cool|celsius|kelvin|thermal|°c",
        "means": "mean|averag|score|grade|mark",
        "shares": "per ?cent|share|part|discount|loss|los[et]|left|remain|%",
    }.items()
}
"""The fields that sentences are about, by beginnings of words that show that a question is of the field."""


class InField(str):
    """A sentence about a mistake in neutral words, which also has one (`there`) for questions of its field."""

    __slots__ = ("elsewhere", "field", "there")

    field: str
    there: str
    """The sentence for questions of the field."""
    elsewhere: str
    """The sentence for other questions; it may have another field of its own."""

    def __new__(cls, field: str, there: str, elsewhere: str) -> Self:
        """Make the sentence; `elsewhere` has the neutral words, which are true in every field."""
        sentence = super().__new__(cls, elsewhere)
        sentence.field, sentence.there, sentence.elsewhere = field, there, elsewhere
        return sentence

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]
        """Return what a copy is made from."""
        return self.field, self.there, self.elsewhere


def instead(field: str, there: str, new: str) -> InField:
    """Return a sentence for a field that elsewhere reads "You used X instead of Y", with `new` for X."""
    return InField(field, there, f"You used {new} instead of {{bare}}.")


def of_parallel(resistors: str, capacitors: str, new: str, of: str = "{bare}") -> InField:
    """Return a sentence on values in parallel or in series, which for capacitors is the other way round."""
    elsewhere = f"You used {new} instead of {of}."
    return InField("capacitors", capacitors, InField("circuits", resistors, elsewhere))


def told(sentence: str, words: str) -> str:
    """Return a sentence about a mistake, in its field's version if the question's words show that field."""
    while isinstance(sentence, InField):
        sentence = sentence.there if _FIELDS[sentence.field].search(words) else sentence.elsewhere
    return sentence


def words_of(table: SymbolTable, pieces: Mapping[str, str], shown: frozenset[str] | None) -> str:
    """Return all words that show which field a question is from: prompt, symbols, descriptions, units."""
    names = (*table.given, *table.derived)
    units = filter(None, table.units.values())
    return " ".join((*(shown or ()), *table.descriptions.values(), *pieces.values(), *names, *map(str, units))).lower()
