"""Answers as students write them: numbers, units, vectors, matrices, shapes, choices, formulas and growths."""

from __future__ import annotations

import re
from typing import Any

QUOTES = {"en": "“{}”", "de": "„{}“", "fr": "« {} »", "es": "«{}»"}
GROUPS = {"en": ",", "de": ".", "fr": " ", "es": " "}
POINT = re.compile(r"(?<=\d)\.(?=\d)")


def styled(text: str, *, comma: bool) -> str:
    """Return a text with decimal commas, or as it is."""
    return POINT.sub(",", text) if comma else text


def forms(truth: dict[str, Any], answer: Any, language: str, *, comma: bool, mathematics: bool) -> list[str]:
    """Return how students write an answer; with `mathematics`, formulas between dollars too."""
    found: list[str] = globals()[f"_{truth['kind']}"](truth, answer, language, comma)
    plain = [styled(each, comma=comma) for each in found if "$" not in each]
    formulas = [POINT.sub("{,}", each) if comma else each for each in found if "$" in each]
    return plain + formulas * mathematics


def other_unit(truth: dict[str, Any], *, comma: bool) -> str:
    """Return the right number with a unit of another kind."""
    return styled(f"{truth['right']} {truth['other_unit']}", comma=comma)


def _number(truth: dict[str, Any], answer: str, language: str, comma: bool) -> list[str]:
    del truth, comma
    grouped = f"{int(answer):,}".replace(",", GROUPS[language])
    return [answer, grouped, f"${answer}$"]


def _unit(truth: dict[str, Any], answer: str, language: str, comma: bool) -> list[str]:
    del language, comma
    unit = truth["unit"]
    return [f"{answer} {unit}", f"{answer}{unit}", answer, rf"${answer}\,\mathrm{{{unit}}}$", f"${answer}$ {unit}"]


def _vector(truth: dict[str, Any], answer: list[str], language: str, comma: bool) -> list[str]:
    del truth, language
    separator = "; " if comma else ", "
    inside = separator.join(answer)
    column = r" \\ ".join(answer)
    row = " & ".join(answer)
    return [
        f"({inside})",
        f"[{inside}]",
        f"({' | '.join(answer)})",
        rf"$\begin{{pmatrix}} {column} \end{{pmatrix}}$",
        rf"$\begin{{bmatrix}} {row} \end{{bmatrix}}$",
        f"$({inside})^T$",
    ]


def _matrix(truth: dict[str, Any], answer: list[list[str]], language: str, comma: bool) -> list[str]:
    del truth, language, comma
    rows = r" \\ ".join(" & ".join(row) for row in answer)
    return [
        f"[{', '.join('[' + ', '.join(row) + ']' for row in answer)}]",
        f"[{'; '.join(' '.join(row) for row in answer)}]",
        rf"$\begin{{pmatrix}} {rows} \end{{pmatrix}}$",
        rf"$\begin{{bmatrix}} {rows} \end{{bmatrix}}$",
    ]


def _shape(truth: dict[str, Any], answer: list[str], language: str, comma: bool) -> list[str]:
    del truth, language, comma
    product = r" \times ".join(answer)
    return [
        f"({', '.join(answer)})",
        f"[{', '.join(answer)}]",
        " x ".join(answer),
        "×".join(answer),
        f"${product}$",
    ]


def _choice(truth: dict[str, Any], answer: list[str], language: str, comma: bool) -> list[str]:
    del truth, comma
    letter, words = answer
    quoted = QUOTES[language].format(words)
    return [letter, f"({letter})", f"{letter} ({words})", f"{letter}: {words}", quoted, *[words] * (" " not in words)]


def _formula(truth: dict[str, Any], answer: str, language: str, comma: bool) -> list[str]:
    del language, comma
    same = truth["same"] if answer == truth["right"] else []
    return [answer, *same, f"${answer}$", *(f"${each}$" for each in same if "·" not in each)]


def _growth(truth: dict[str, Any], answer: str, language: str, comma: bool) -> list[str]:
    del language, comma
    same = truth["same"] if answer == truth["right"] else []
    return [answer, *same, f"${answer}$", "$" + answer.replace("O", r"\mathcal{O}", 1) + "$"]
