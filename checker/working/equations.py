"""Finds equations in running text: `3 × 4 = 12`, chains `a = b = c`, and words for the sign: `3 × 4 gives 12`.

It only splits the text into `Chain`s of `Side`s; `ledger` computes them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from checker.engine.errors import UnreadableAnswer
from checker.formula.functions import FUNCTION_NAMES
from checker.text.plain import plain
from checker.working.runs import HIDDEN, Run, runs

_VERBS: Final = (
    r"gives?(?: us| me)?|giving|makes?|equals?|yields?|comes? to|is|are|was|leaves"
    r"|ergibt|ergeben|macht|machen|sind|ist|gibt|donnent?|font|fait|égale?|soit|vaut|est|dan?|son|es|resultan?|hacen?"
)
_LEAD_INS: Final = (
    r"which|that|this|it|so|and|das|was|dies|also|und|ce qui|cela|ça|donc|et|lo que|esto|eso|y|nos|uns|me"
)
_HEDGES: Final = (
    r"about|around|roughly|approximately|exactly|a total of|in total|etwa|rund|ca\.|ungefähr|genau|insgesamt"
    r"|environ|à peu près|unos|aproximadamente"
)
_SIGN: Final = re.compile(
    rf"(?<![<>!:≤≥≠])(?P<sign>==?|≈|≃|≅|≐|~=|~|=>|⇒|→|->)(?:\s*(?:{_HEDGES})\b)?"
    rf"|(?<=[\d)%!\w])(?:,?\s+(?:{_LEAD_INS}))?,?\s+(?P<word>{_VERBS})\s+(?:(?:{_HEDGES})\s+)*(?=\$?\s?[-−]?\d)",
    re.IGNORECASE,
)
_WORDS: Final = tuple(
    (re.compile(rf"(?<=[\d)])((?: [^\W\d_]{{1,20}}){{0,4}}),? (?:{words}) (?=[\d(])", re.IGNORECASE), rf"\1 {sign} ")
    for words, sign in (
        ("(?:and )?(?:times|multiplied by)|mal|multipliziert mit|fois|multiplié par", "*"),
        ("(?:and |und |et )?plus", "+"),
        ("(?:and |und |et )?(?:minus|moins)", "-"),
        ("divided by|geteilt durch|divisé par", "/"),
    )
)
"""Signs as words, behind what a number counts: `9,216 weights, plus 96 biases`."""
_TIMES: Final = re.compile(r"(?<=[\d)]) ?[xX] ?(?=[\d√])|(?<=[\d)]) [xX] (?=[-(])")
_INNER_SIGN: Final = re.compile(r"\((?![^()=]{0,30}\d ?[-+*/×][^()=]{0,30}\d ?=)[^()=]{0,30}=[^()]{0,30}\)")
"""An equality sign in a bracket, unless numbers are calculated there: `(96 * 96 = 9216)`."""
_SQUARE: Final = re.compile(r"\[(?!\s?\d{1,2}\s?\])([^\[\]]*)\]")
"""Square brackets, but not those of the number of an equation."""
_FRACTION: Final = re.compile(r"\\[tdc]?frac\s?\{([^{}]*)\}\s?\{([^{}]*)\}")
_CALLED: Final = re.compile(rf"(?<![^\W\d_])({'|'.join(FUNCTION_NAMES)}) (?=\()")
_NAME: Final = re.compile(r"(?:^|[\s:;,.(|$])([^\W\d_][\w']{0,30})\s*$")
_DEFINED: Final = re.compile(
    r"(?:^|[,;:.(|]|\b(?:let|and|with|where|so|for|take|sei|und|mit|soit|et|avec|sea|y|con)\b)\s*\$?\s*[^\W\d_][\w']{0,30}\s*$",
    re.IGNORECASE,
)
"""A name that stands alone at the end of a side, and is defined there."""


class Side(NamedTuple):
    """The text between two equals signs, with the mathematics at its start and at its end, and a symbol at its end."""

    text: str
    """The whole text between two signs."""
    name: str
    """The symbol that ends it and that the next side defines: `d_model`; empty if there is none."""
    first: Run | None
    """The mathematics that it begins with."""
    last: Run | None
    """The mathematics that it ends with; usually both are one."""
    ends_alone: bool
    """Whether only words or the end of a sentence are before the name that ends it."""

    @property
    def label(self) -> str:
        """Return the text before its last mathematics."""
        return self.text[: self.last.start] if self.last else self.text

    @property
    def is_whole(self) -> bool:
        """Return whether it is one piece of mathematics: a chain goes on behind it, as behind b in `a = b = c`."""
        defines = self.ends_alone and self.last is not None and self.last.text.strip() != self.name
        return self.first is not None and self.first is self.last and not defines

    @property
    def is_only_name(self) -> bool:
        """Return whether it only names a symbol, with nothing to calculate."""
        return bool(self.name) and not (self.last and self.last.is_calculation)


Chain = Sequence[Side]
"""Expressions that a student joined with equals signs: `a = b = c`."""


@lru_cache(64)
def spelled(text: str) -> str:
    """Return a text in which each sign of mathematics has one spelling; empty if parts of it are struck out."""
    try:
        # the number of a heading, which a dash follows: `Layer 3 – 75 × 3`
        text = _FRACTION.sub(r"((\1)/(\2))", re.sub(r"((?:^|[^\W\d_] )\d{1,2}) +[–—] ", r"\1: ", text))
        text = plain(text.replace("$", " ").replace("-\\", "-"))
    except UnreadableAnswer:
        return ""
    for words, sign in _WORDS:
        text = words.sub(sign, text)
    text = re.sub(r"\blog_(?=(?:2|10)\b)", "log", re.sub(r" ?_ ?\( ?(\w+) ?\)", r"_\1", text))
    text = _TIMES.sub(" × ", _SQUARE.sub(r"(\1)", _CALLED.sub(r"\1", text).replace("( ", "(")))
    return _INNER_SIGN.sub(lambda found: found[0].replace("=", HIDDEN), text)


def chains(text: str, names: Collection[str]) -> list[Chain]:
    """Return the chains of equations in a text, such as `a = b = c`.

    A text without an equals sign is one chain with one side.
    """
    text = spelled(text)
    signs = list(_SIGN.finditer(text))
    sides: list[Side] = []
    start = 0
    for each in [*signs, None]:
        end = each.start() if each else len(text)
        sides.append(_side(text[start:end], names))
        start = each.end() if each else end
    found: list[Chain] = []
    begin = 0
    for place in range(len(sides)):
        is_last = place == len(sides) - 1
        if is_last or not (place == begin or sides[place].is_whole):
            found.append(sides[begin : place + 1])
            begin = place
    return [each for each in found if len(each) > 1 or len(sides) == 1]


def _side(text: str, names: Collection[str]) -> Side:
    """Return a side, with the mathematics and the symbol at its ends."""
    found = runs(text, names)
    named = _NAME.search(text)
    first = found[0] if found and not text[: found[0].start].strip(" \n\t$*_`(|≈~") else None
    last = found[-1] if found and not text[found[-1].end :].strip(" \n\t$*_`)|") else None
    ends_alone = named is not None and _DEFINED.search(text) is not None
    is_defined = named and (last is None or ends_alone or last.text.strip() == named[1])
    return Side(text, named[1] if named and is_defined else "", first, last, ends_alone)


def only_run(text: str, names: Collection[str]) -> Run | None:
    """Return the one piece of mathematics, with its nouns, that a text consists of; None if there is more than that."""
    text = spelled(text)
    found = runs(text, names)
    is_only = len(found) == 1 and not f"{text[: found[0].start]}{text[found[0].end :]}".strip(" $*")
    return found[0] if is_only else None
