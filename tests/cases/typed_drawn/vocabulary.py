"""Words that students write around an answer, by what they do to it."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

FRONT: Final = """about|roughly|approximately|approx.|ca.|circa|around|the answer is|answer:|Answer =|my answer:|I think|I think it is
    |I guess|I believe it's|it is|result:|the result is|so|therefore|thus|hence|total:|total =|in total|≈|~|=|ungefähr|etwa|rund|ca
    |die Antwort ist|Antwort:|Ergebnis:|insgesamt|ich glaube|ich denke|environ|la réponse est|réponse :|je pense|résultat :
    |aproximadamente|la respuesta es|respuesta:|creo que|la risposta è|risposta:|penso|a resposta é|resposta:|acho que|cerca de
    |ongeveer|het antwoord is|antwoord:|ik denk|probably|maybe|perhaps|final answer:|value:|ans:|ans =|equals|**Answer:**|exactly"""
BEHIND: Final = """in total|I think|approximately|is my answer|is the answer|insgesamt|glaube ich|au total|je crois|en total
    |in totale|no total|in totaal|(approximately)|, I think|.|exactly|(I think)|total|I guess|ungefähr|environ"""
UNKNOWN: Final = """apples|foo|lambda:|banana|wrong|false|incorrect|qwx|error|remaining|too many|bad|Kühe|pommes|falsch|faux
    |incorrecto|sbagliato|errado|fout|fish|per cow|return|print|except biases|if lucky|unless|was Anna's|remainder|missing|old
    |yesterday|squirrels|cancelled|deleted|ignore|zzz|each|per head of cattle|hex|octal|binary|imaginary|reversed|inverted"""
NOT_IN_FRONT: Final = """not|isn't|is not|it is not|isn't =|nicht|kein|ist nicht|pas|n'est pas|non|não|no es|non è|não é|niet|is niet
    |never|≠|!=|¬|neither|anything but|everything except|all but|other than|cannot be|can't be|doesn't equal|unequal to|jamais|nie"""
NOT_BEHIND: Final = """is wrong|is not it|isn't right|nicht|is false|? no|not really|is incorrect|ist falsch|est faux|es falso
    |no|not|is not the answer|- wrong|(wrong)|is a lie|minus something|, not|can't be right"""
COMPARED_IN_FRONT: Final = """at most|at least|less than|more than|under|over|below|above|up to|<|>|≤|≥|<=|>=|at most =|≪|no more than
    |fewer than|höchstens|mindestens|weniger als|mehr als|bis zu|au plus|au moins|moins de|plus de|como máximo|al menos|menos de
    |más de|al massimo|almeno|meno di|più di|no máximo|pelo menos|hoogstens|minstens|minder dan|meer dan|smaller than|larger than
    |bounded by|max|min|the maximum is below|exceeds|<<"""
COMPARED_BEHIND: Final = """or more|or less|at most|or fewer|and up|max|at least|oder mehr|ou plus|o más|höchstens|minimum|and more
    |or above|+|and counting|as an upper bound|too high"""
COUNTED_IN_FRONT: Final = "one|two|three|ten|zwei|drei|deux|trois|dos|due|dois|twee|both|several|zero"
COUNTED_BEHIND: Final = (
    "two|ten|times|and a half|plus one|minus one|zwei|deux|twice over again|und eins|of ten|per ten|zero"
)
UNITS: Final = "km|kg|ms|GB|MiB|bytes|bits|Hz|€|EUR|°C|V|seconds|meters|days|J|kWh|N·m|inches|years|Ω|rad|mol"

SCALES: Final[dict[Fraction, str]] = {
    Fraction(12): "dozen|dozens|Dutzend|douzaines",
    Fraction(2): "pairs",
    Fraction(100): "hundred|hundreds|hundert|centaines",
    Fraction(1000): "thousand|thousands|k|K|tausend|Tausend|Tsd.|milliers|mille|mil|mila|migliaia|duizend",
    Fraction(10**5): "lakh|lakhs",
    Fraction(10**6): "million|millions|mln|Mio.|Mio|mio|M|Millionen|millones|milhões|milioni|miljoen",
    Fraction(10**7): "crore|crores",
    Fraction(10**9): "billion|billions|bn|Mrd.|Mrd|Milliarden|milliards|miliardi|miljard",
    Fraction(10**12): "trillion|trillions|T",
    Fraction(1, 100): "%|percent|per cent|Prozent|pour cent|por ciento|per cento|procent|pct",
    Fraction(1, 10**6): "ppm|parts per million",
}
DOUBTFUL_SCALES: Final = frozenset({"miles", "T", "pairs", "ppm", "parts per million", "‰", "per mille", "Promille"})
"""Words that also mean something else, or that few write: reading them is good, not reading them is no loss."""
SCALES_IN_FRONT: Final = {
    "in thousands:": 1000, "in millions:": 10**6, "(in thousands)": 1000, "in Tausend:": 1000, "en milliers :": 1000,
    "thousands:": 1000, "in dozens:": 12, "thousand times": 1000, "thousands of": 1000, "in hundreds =": 100,
}  # fmt: skip
FACTORS: Final = {"half": Fraction(1, 2), "half of": Fraction(1, 2), "twice": 2, "double": 2, "triple": 3, "a quarter of": Fraction(1, 4),
    "halb": Fraction(1, 2), "la moitié de": Fraction(1, 2), "doppelt": 2, "die Hälfte von": Fraction(1, 2), "a tenth of": Fraction(1, 10)}  # fmt: skip
FACTORS_BEHIND: Final = {"halved": Fraction(1, 2), "doubled": 2, "tripled": 3, "twice": 2, "times 2": 2, "times two": 2, "* 2": 2, "× 2": 2, "/ 2": Fraction(1, 2),
    "divided by 2": Fraction(1, 2), "over 3": Fraction(1, 3), ", halved": Fraction(1, 2), "(doubled)": 2, "divided by three": Fraction(1, 3), "negated": -1,
    "halbiert": Fraction(1, 2), "mal 2": 2, "fois 2": 2, "by 2": None, "in quadrature": None}  # fmt: skip


def words(text: str) -> list[str]:
    """Return the entries of one of the lists above."""
    return [entry.strip() for entry in text.split("|")]
