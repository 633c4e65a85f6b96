"""Lint checks on conventions: those that are not declared, change no answer, or are not stated in the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from checker.diagnosis import Mistake
from checker.document.findings import DataPath
from checker.engine.recording import ChoicePoint
from checker.lint.linted import LintedProblem
from checker.problems import Finding
from checker.problems.menu import PRESET

_PLACEHOLDER: Final = "{conventions}"

_GENERIC: Final = frozenset({"counted", "left_out", "none", "e", "0", "1", "2"})
"""Options too short to be recognised: a prompt may well contain these letters."""


def undeclared(problem: LintedProblem) -> Iterator[Finding]:
    """Yield a finding for each open convention that follows none and changes an answer beyond the tolerance."""
    depending: dict[str, list[int]] = {}
    for i, part in enumerate(problem.parts):
        for point in part.variant.conventions.values():
            wrong = [mistake for mistake in _wrong(point) if problem.is_changed(i, mistake)]
            known = (*part.variant.declared, *part.variant.menu)  # one that follows another is declared with that
            is_settled = point.name in part.variant.declared or point.follows in known
            if not is_settled and not all(problem.is_accepted(i, each) for each in wrong):
                depending.setdefault(point.name, []).append(i)
    for name, (*others, i) in depending.items():  # the whole comes after its parts
        part = problem.parts[i]
        point = part.variant.conventions[name]
        mistakes = {each.option: each for each in _wrong(point) if problem.answers[i][each]}
        answers = ", ".join(
            f"{option} gives {problem.shown(i, mistakes.get(option))}{' (default)' if option == point.right else ''}"
            for option in point.options
            if option in (point.right, *mistakes)
        )
        answer = f"The answer to `{part.id}`" if part.id else "The answer"
        answer += f" (and to {len(others)} more)" if others else ""
        message = f"{answer} depends on `{name}`: {answers}. Declare it in `conventions`."
        yield problem.finding("undeclared", message, *problem.nearest(i, ("conventions",)))


def unused(problem: LintedProblem) -> Iterator[Finding]:
    """Yield a finding for each convention that the file declares, not by a preset, and no answer depends on."""
    for section in dict.fromkeys([(), *map(problem.section, range(len(problem.parts)))]):
        for name in problem.file.keys((*section, "conventions")):
            place = (*section, "conventions", name)
            concerned = [i for i in range(len(problem.parts)) if _places(problem, i, name)[0] == place]
            if name != PRESET and not any(_matters(problem, i, name) for i in concerned):
                yield problem.finding("unused", f"No answer depends on `{name}`. Remove it.", place)


def _matters(problem: LintedProblem, i: int, name: str) -> bool:
    """Return whether a convention changes the answer to a part, or a run with another option fails."""
    return any(
        value is None or problem.is_changed(i, mistake)
        for mistake, value in problem.answers[i].items()
        if mistake.point == name
    )


def unstated(problem: LintedProblem) -> Iterator[Finding]:
    """Yield a finding for each declared convention that changes an answer but is not in the prompt (`is_stated`)."""
    prompt = problem.file.text(("prompt",))
    for i, part in enumerate(problem.parts):
        variant, own = part.variant, problem.file.text((*problem.section(i), "prompt"))
        for point in variant.conventions.values():
            option = variant.declared.get(point.name)
            if option is None or (point.follows and variant.declared.get(point.follows) == option):
                continue
            places = _places(problem, i, point.name)
            is_of_part = "parts" in places[0]
            is_filled_in = _PLACEHOLDER in own or (_PLACEHOLDER in prompt and not is_of_part)
            if is_filled_in or not any(problem.is_changed(i, each) for each in _wrong(point)):
                continue
            sentence = variant.sentences[f"{point.name}.{option}"]
            if not is_stated(f"{prompt}\n{own}", point.name, option, sentence):
                hint = "Say so" if is_of_part else f"Say so, or write {_PLACEHOLDER}"
                message = f"The prompt does not say that this question {sentence}. {hint}."
                yield problem.finding("unstated", message, *places, ("prompt",))


def is_stated(prompt: str, name: str, option: str, sentence: str) -> bool:
    """Return whether a prompt mentions a convention; in doubt it does, as a false alarm is worse than none.

    It does if it holds all words of the convention's name (without a plural's ending: `bias`; `layer` and `norm` for a
    LayerNorm), or all symbols of its sentence (W_O, √d_k), or the name of the option, where that is a telling one.
    """
    words = [_singular(word) for word in name.lower().split("_")]
    symbols = [word.strip(",.") for word in sentence.split() if re.search(r"[A-Z_√\[]", word)]
    low, squashed = prompt.lower(), _squashed(prompt)
    return (
        all(word in low for word in words)
        or (bool(symbols) and all(_squashed(symbol) in squashed for symbol in symbols))
        or (option not in _GENERIC and _squashed(_singular(option)) in squashed)
    )


def _singular(word: str) -> str:
    return re.sub(r"(?<=s)es$|(?<=[^s])s$", "", word)


def _squashed(text: str) -> str:
    r"""Return only the letters and digits, so that √d_k, \sqrt{d_k} and sqrt_d_k are the same."""
    return re.sub(r"[^a-z0-9]", "", text.lower().replace("√", "sqrt"))


def _wrong(point: ChoicePoint) -> list[Mistake]:
    return [Mistake(point.name, option) for option in point.wrong]


def _places(problem: LintedProblem, i: int, name: str) -> list[DataPath]:
    """Return the paths at which a convention is declared for a part, the nearest first; if none, where it would be."""
    sections = dict.fromkeys((problem.section(i), ()))
    paths = [(*section, "conventions", key) for section in sections for key in (name, PRESET)]
    return [*filter(problem.has, paths)] or paths[-1:]
