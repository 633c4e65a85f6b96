"""Sentences in the words of one field, for formulas whose form other fields have, too.

Half of this module tells from a question's words which fields, such as money or circuits, it is of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Self

if TYPE_CHECKING:  # few questions have symbols
    from checker.derivation.symbols import SymbolTable

FIELDS: Final[Mapping[str, re.Pattern[str]]] = {
    field: re.compile(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])" + (signs and f"|{signs}"), re.DOTALL)
    for field, (words, signs) in {
        "money": (
            (
                r"pay(?:s|ing|ments?|off)?|(?:re)?paid|repay(?:s|ments?)?|prices?|priced|interest"
                r"|invest(?:s|ed|ing|ments?)?"
                r"|loans?|deposit(?:s|ed)?|discount(?:s|ed|ing)?|banks?|coupons?|savings?|cash|present value"
                r"|annuit(?:y|ies)"
                r"|inflation|capital(?! letters?)|mortgages?|accounts?(?! for)|usd|eur|chf|gbp|dollars?|euros?"
            ),
            r"[€£]|\$(?:\d[\d,.]*|\{\w+\})(?=[\s.,;:?!)]|$)",
        ),
        "growth": (
            (
                r"gr[eo]w(?:s|ing|n)?|growth|interest|invest(?:s|ed|ing|ments?)?|inflation|annual(?:ly)?|years?|yearly"
                r"|populations?|sales|loans?|prices?|per ?cent(?:age)?"
            ),
            "%",
        ),
        "probability": (
            (
                r"probab(?:le|ly|ility|ilities)|chances?|likel(?:y|ier|iest|ihood)|odds|random(?:ly)?|bayes(?:ian)?"
                r"|sensitivity|specificity|prevalence|lotter(?:y|ies)|dice|expected"
                r"|(?:positive|negative) tests?|tests? (?:(?:is|are|was) )?(?:positive|negative)"
            ),
            "",
        ),
        "counts": (
            "observed|observations?|expected|chi|goodness|contingency|frequencies|frequency tables?",
            "",
        ),
        "statistics": (
            (
                r"samples?|sampling|sampled|variances?|var|deviations?|statistic(?:s|al)?|anova"
                r"|(?:[tzf]|hypothesis|significance|chi-squared?)[- ]tests?"
            ),
            "",
        ),
        "acids": (
            "p(?:oh|h|ka|kb|kw)|acids?|acidic|alkalis?|alkaline|buffers?|buffered|hydroxides?|hydronium|oxonium",
            "",
        ),
        "reactions": (r"reactions?(?! times?| forces?)|reactants?|concentrations?|kinetics|rate laws?", "mol/"),
        "elasticity": (
            (
                "elasticit(?:y|ies)|(?:in)?elastic demand|midpoint (?:method|formula)|midpoints|demand(?:s|ed)?"
                "|supply|supplied"
            ),
            "",
        ),
        "circuits": (
            (
                r"in parallel|parallel (?:connections?|circuits?)|resist(?:ors?|ances?)|capacit(?:ors?|ances?)"
                r"|circuits?"
                r"|volt(?:s|ages?)?|dividers?|conduct(?:ors?|ances?)|coils?|induct(?:ors?|ances?)|light bulbs?|k?ohms?"
            ),
            "",
        ),
        "capacitors": (
            "capacit(?:ors?|ances?)|condensers?|(?<!in )springs?",
            "",
        ),
        "circles": (
            (
                r"circ(?:les?|ular|umferences?)|radi(?:us|i)|diameters?|arcs?|sectors?|cylind(?:ers?|rical)"
                r"|cones?|conical"
                r"|spher(?:es?|ical)|dis[ck]s?|wheels?|pipes?"
                r"|round (?:tables?|plates?|ponds?|pools?|fields?|holes?|wires?)"
            ),
            "",
        ),
        "temperature": (
            r"temperatures?|heat(?:s|ed|er|ing)?|warm(?:s|ed|er|ing)?|cool(?:s|ed|er|ing)?|celsius|kelvin|thermal",
            "°c",
        ),
        "means": (r"(?<!by )means?(?! that)|averages?|averaged|scores?|grades?|marks?", ""),
        "groups": (
            "groups?|class(?:es)?|students?|pupils?|people|persons?|employees|workers|members|samples|women|girls|boys",
            "",
        ),
        "percentages": (r"per ?cent(?:ages?)?", "%"),
        "shares": (
            (
                r"shares?|parts? of|what part|discount(?:s|ed)?|loss(?:es)?|lose[sd]?|lost|losing|left"
                r"|remain(?:s|ed|ing|der)?|per ?cent(?:ages?)?|fractions? of|proportions?"
            ),
            "%",
        ),
    }.items()
}
"""The fields that sentences are about, by the words, and the signs, that show that a question is of the field."""

_OPPOSED: Final[Mapping[str, str]] = {"capacitors": r"(?<![^\W\d_])(?:resist(?:ors?|ances?)|k?ohms?)(?![^\W\d_])"}
"""Words by which a question is not of a field, whatever else is in it."""

_SPACE: Final = re.compile(r"\s+")


class Prompt(NamedTuple):
    """What students read of a question: its text, and the names in it by which they may know a symbol."""

    text: str
    names: frozenset[str]


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
        sentence = sentence.there if is_of(sentence.field, words) else sentence.elsewhere
    return sentence


def is_of(field: str, words: str) -> bool:
    """Return whether the words of a question show that it is of a field."""
    opposed = _OPPOSED.get(field)
    return bool(FIELDS[field].search(words)) and not (opposed and re.search(opposed, words))


def words_of(table: SymbolTable, pieces: Mapping[str, str], prompt: Prompt | None, unit: str | None = None) -> str:
    """Return the text that shows which field a question is from: prompt, descriptions, symbols, units, in lower case.

    The prompt keeps its order, so that it may show a field by several words.
    """
    names = (*table.given, *table.derived)
    units = filter(None, (*table.units.values(), unit))
    text = prompt.text if prompt else ""
    parts = (text, *table.descriptions.values(), *pieces.values(), *names, *map(str, units))
    return _SPACE.sub(" ", " ; ".join(filter(None, parts)).replace("Ω", " ohm ").replace("\u2126", " ohm ")).lower()
