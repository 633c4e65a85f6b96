"""Numbers with units, by factors that are written here and not taken from the code under test."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from tests.cases.typed_drawn.answer import Answer, Chooser, decimal, half_of, number

Factors = dict[str, Fraction | int | None]

SPEED: Final[Factors] = {
    "m/s": 1, "m s^-1": 1, "m·s⁻¹": 1, "m s⁻¹": 1, r"\,\mathrm{m/s}": 1, "meters per second": 1, "km/h": Fraction(5, 18), "km/s": 1000, "cm/s": Fraction(1, 100), "mm/s": Fraction(1, 1000),
    "m/min": Fraction(1, 60), "km h^-1": Fraction(5, 18), "m": None, "s": None, "kg": None, "m/s²": None, "m*s": None, "km": None, "s/m": None, "apples": None, "m/s/s": None, "m² / s": None, "mi/h": Fraction(44704, 100000), "mph": Fraction(44704, 100000), "kn": Fraction(1852, 3600),
}  # fmt: skip
VOLUME: Final[Factors] = {
    "L": 1, "l": 1, "litres": 1, "liters": 1, "mL": Fraction(1, 1000), "ml": Fraction(1, 1000), "dL": Fraction(1, 10), "cL": Fraction(1, 100), "µL": Fraction(1, 10**6), "kL": 1000, "m³": 1000, "m^3": 1000,
    "cm^3": Fraction(1, 1000), "cm³": Fraction(1, 1000), "dm³": 1, "g": None, "kg": None, "m²": None, "cm": None, "mm": None, "L/s": None, "hL": 100, "mol/L": None, "cups of tea": None, "mg": None,
}  # fmt: skip
MONEY: Final[Factors] = {
    "USD": 1, "dollars": 1, "$": 1, "US$": 1, "cents": Fraction(1, 100), "¢": Fraction(1, 100), "EUR": None, "€": None, "£": None, "kg": None, "dollars per hour": None, "k$": 1000, "Rupees": None, "kUSD": 1000,
}  # fmt: skip
TABLES: Final = {"speed": SPEED, "litres": VOLUME, "dollars": MONEY}
OPERATIONS: Final = ("{}²", "{} squared", "({})^2", "not {}", "{} or more", "1/({})", "{} per day", "{}!", "sqrt({})", "{} - 1", "{} ± 1", "{} e3", "log {}", "{}^-1", "at least {}", "{}, {}", "{} halved",
                     "{} / 0.5", "{} * t", "{} {}", "{} or {}", "{} thousand", "half of {}", "{} dozen", "{} mod 7", "{} + v0", "{} each", "{} times 2", "< {}", "-{}", "{}°", "{} / 2 s")  # fmt: skip


def measured(rng: Chooser, truth: Fraction, name: str) -> Answer:
    """Return a number with a unit that is right in about half of the cases."""
    table = TABLES[name]
    unit = rng.choice(list(table))
    factor = table[unit]
    value = (
        truth / factor
        if factor and rng.random() < 0.5
        else truth * rng.choice((Fraction(1), Fraction(1), Fraction(1000), Fraction(1, 1000), Fraction(2)))
    )
    text = decimal(value)
    if "/" in text:
        text = f"{float(value):.9g}"
        if "e" in text:
            return measured(rng, truth, name)
        value = Fraction(text)
    meaning = None if factor is None else number(value, half_of(text)).times(factor)
    form = (
        rng.choice(("{} {}", "{} {}", "{}{}", "{} [{}]", "{} ({})", "{}*{}", r"{}\,\text{{{}}}", "{}\n{}"))
        if unit[0] not in "\\$"
        else "{}{}"
    )
    layers = (f"unit {unit}",) if factor is None else ()
    answer = Answer(form.format(text, unit), meaning, layers, understood=factor is not None)
    if rng.random() < 0.1:
        return Answer(text, number(value, half_of(text)))
    if rng.random() < 0.35:
        form = rng.choice(OPERATIONS)
        return answer.become(form.format(answer.text, answer.text), None, f"operation {form}", understood=False)
    return answer
