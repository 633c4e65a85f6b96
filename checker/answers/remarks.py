"""Removes remarks behind an answer that the question is about: `8.24 (basic)`, `30 cm (real)`, `$5 a month`.

A remark has to be true of the value: `8.24 (acidic)` stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from checker.answers.reading import Reading
from checker.notation.lazy_pattern import lazy_pattern
from checker.notation.number import Real
from checker.notation.vocabulary import Words

_REMARK: Final = lazy_pattern(
    r" ?(?:[,;] ?|\( ?)(?:so |thus |it is |the (?:image|solution|reaction|force|demand) is )?"
    r"([a-z]{4,15}) ?\)? ?\.? ?\$?$"
)
_Holds = Callable[[Real], bool]


def _above(limit: int) -> _Holds:
    """Return a test that is true of values above a limit."""
    return lambda value: value > limit


def _below(limit: int) -> _Holds:
    """Return a test that is true of values below a limit."""
    return lambda value: value < limit


_POTENTIAL: Final = r"cell potential|electrode potential|\bemf\b|E°"
_ENERGY: Final = r"enthalpy|[Δ∆]H|\\Delta ?H"
_GIBBS: Final = r"gibbs|free energy|[Δ∆]G|\\Delta ?G"
_NEGATIVE_ATTRACTION: Final = r"attract\w*\s+(?:\w+\s+){0,2}negative|negative\w*\s+(?:\w+\s+){0,2}attract"
_SIZE: Final = (
    r"image (?:height|size)|magnification|(?:how (?:long|tall|large|big|high)|height|size|length)\b[^.?!]{0,30}image"
)
_DISTANCE: Final = r"image distance|where[^.?!]{0,20}image|image position"
_MEANS: Final[tuple[tuple[frozenset[str], str, str, _Holds], ...]] = tuple(
    (frozenset(words.split()), asked, not_asked, holds)
    for words, asked, not_asked, holds in (
        ("basic alkaline basisch basique", r"\bph\b", r"\bpoh\b", _above(7)),
        ("acidic sauer acide", r"\bph\b", r"\bpoh\b", _below(7)),
        ("basic alkaline basisch basique", r"\bpoh\b", r"\bph\b", _below(7)),
        ("acidic sauer acide", r"\bpoh\b", r"\bph\b", _above(7)),
        ("upright erect aufrecht", _SIZE, r"distance", _above(0)),
        ("inverted", _SIZE, r"distance", _below(0)),
        ("real reell", _DISTANCE, r"virtual|magnitude|height|size", _above(0)),
        ("virtual", _DISTANCE, r"\breal\b|magnitude|height|size", _below(0)),
        ("attractive attraction anziehend", _NEGATIVE_ATTRACTION, r"magnitude", _below(0)),
        ("repulsive repulsion", _NEGATIVE_ATTRACTION, r"magnitude", _above(0)),
        ("exothermic exotherm", _ENERGY, r"magnitude|gibbs|entropy", _below(0)),
        ("endothermic endotherm", _ENERGY, r"magnitude|gibbs|entropy", _above(0)),
        ("spontaneous", _GIBBS, rf"magnitude|{_POTENTIAL}", _below(0)),
        ("nonspontaneous", _GIBBS, rf"magnitude|{_POTENTIAL}", _above(0)),
        ("spontaneous", _POTENTIAL, rf"magnitude|{_GIBBS}", _above(0)),
        ("nonspontaneous", _POTENTIAL, rf"magnitude|{_GIBBS}", _below(0)),
        ("elastic", "elasticity", "magnitude", lambda value: abs(value) > 1),
        ("inelastic", "elasticity", "magnitude", lambda value: abs(value) < 1),
    )
)
"""Words behind a number, what the question asks for and does not ask for, and of which numbers they are true."""

_TIMES: Final[dict[str, str]] = {
    "month": r"month\w*|monat\w*",
    "week": r"week\w*|woche\w*|wöchentlich\w*",
    "day": r"days?|daily|tag|täglich\w*",
    "hour": r"hour\w*|stunde\w*|stündlich\w*",
    "quarter": r"quarter\w*|quartal\w*|vierteljähr\w*",
    "year": r"years?|yearly|annum|annual\w*|jahr\w*|jährlich\w*|p\.? ?a\.?",
}
"""Times behind an amount of money or a percentage, in questions and in answers."""
_RATE: Final = lazy_pattern(
    r"(?<=[\w.$€£%]) ?(?:(?:\bper |\bpro |/ ?|\ban? |\beach )([^\W\d_]{3,10})"
    r"|\b(p\.? ?a\.?|annually|yearly|monthly|weekly|daily))"
    r" ?\.?$",
    re.IGNORECASE,
)
_ADVERB: Final = r"(?:monthly|weekly|daily|yearly|annual|quarterly|monatlich\w*|jährlich\w*)"
_PAID: Final = r"payments?|instalments?|installments?|salary|rent|wages?|zahlung|gehalt|miete"
_RATES: Final = r"rate|yield|zinssatz|rendite"
_OTHER_AMOUNT: Final = lazy_pattern(
    r"\b(?:value|total|sum|balance|worth|saved|altogether|over|in all|how many|after|interest(?! rate)|loan amount"
    r"|mean|average|median|down|last|first|final|extra|largest|smallest|highest|lowest|difference)\b",
    re.IGNORECASE,
)
"""Words of questions about an amount that is not paid again and again."""
_CURRENCIES: Final = frozenset({"EUR", "USD", "GBP", "CHF", "€", "$", "£"})


def without_remark(text: str, words: Words, unit: str | None) -> Iterator[tuple[str, Callable[[Reading], bool] | None]]:
    """Yield the answer without the remark behind it, with a test that is True if the remark is true of the reading.

    The test is None if the remark cannot be false.  Nothing is yielded without a known remark.
    """
    asked = words.asked
    if remark := _REMARK.search(text):
        for names, about, not_about, holds in _MEANS:
            is_about = remark[1] in names and re.search(about, asked, re.IGNORECASE)
            if is_about and not re.search(not_about, asked, re.IGNORECASE):
                yield text[: remark.start()], partial(_is_true, holds)
                return
    rate = _RATE.search(text)
    if rate and (time := _time(rate[1] or rate[2])) and time == _asked_time(words, unit):
        yield text[: rate.start()], None


def _is_true(holds: _Holds, reading: Reading) -> bool:
    """Return whether a reading is one number for which a test is true."""
    return len(reading.numbers) == 1 and not reading.shape and holds(reading.numbers[0].value)


def _time(word: str) -> str:
    """Return the time that a word names; empty for other words."""
    return next((time for time, names in _TIMES.items() if re.fullmatch(names, word, re.IGNORECASE)), "")


def _asked_time(words: Words, unit: str | None) -> str:
    """Return the time in which the asked amount is paid, or to which the asked rate applies; empty if uncertain."""
    nouns = _RATES if unit == "%" else _PAID if unit in _CURRENCIES else r"(?!)"
    asked = words.asked
    if not re.search(rf"\b(?:{nouns})\b", asked, re.IGNORECASE) or _OTHER_AMOUNT.search(asked):
        return ""
    tied = re.findall(rf"\b({_ADVERB})\s+(?:(?!and\b|or\b)[a-z]+\s+)?(?:{nouns})\b", asked, re.IGNORECASE)
    times = {_time(each) for each in tied}
    if not times:
        times = {time for time, names in _TIMES.items() if re.search(rf"\b(?:{names})\b", words.text, re.IGNORECASE)}
    return times.pop() if len(times) == 1 else ""
