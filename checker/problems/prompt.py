"""Prompts of questions: names in braces, `{d_model}`, filled in, and sentences that say what counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from checker.questions.variant import Variant
from checker.text.words import either, enumerated

if TYPE_CHECKING:
    from checker.document.findings import DataPath, Findings


FORMS: Final = (
    (re.compile(r"counts (?!only )(.+)"), "Count {}.", enumerated),
    (re.compile(r"leaves (.+) out"), "Do not count {}.", either),
)
"""Forms of sentences that become one instruction, with the way to list its items."""


def conventions_sentence(variant: Variant) -> str:
    """Return instructions such as `Count the biases. Do not count the LayerNorms.`; empty if nothing is declared."""
    return " ".join(_instructions(variant))


def _instructions(variant: Variant) -> Iterator[str]:
    """Yield one instruction for all conventions of a common wording, and then a sentence with all others.

    Those that count something have a common wording.
    """
    predicates = list(_predicates(variant))
    for form, instruction, listed in FORMS:
        if items := [match[1] for match in map(form.fullmatch, predicates) if match]:
            yield instruction.format(listed(items))
    others = [each for each in predicates if not any(form.fullmatch(each) for form, _, _ in FORMS)]
    if others:
        yield f"This question {'; it '.join(others)}."


def _predicates(variant: Variant) -> Iterable[str]:
    """Yield what the question does by each declared convention: `counts the biases`.

    A convention that only follows another one, as its biases follow all biases, is not repeated.
    """
    declared, known = variant.declared, variant.conventions
    stated = {
        name: declared[name]
        for name, point in known.items()
        if name in declared and (point.follows is None or declared.get(point.follows) != declared[name])
    }
    excepted = {known[name].follows for name in stated}
    for name, option in stated.items():
        biases = "the other biases" if name in excepted else "the biases"
        yield variant.sentences[f"{name}.{option}"].replace("the biases", biases)


# A LaTeX command with its arguments (\sqrt{d_k}, \frac{d_k}{h}), an index or an exponent (d_{k}); or a name to fill in
BRACES: Final = re.compile(r"(?:\\[A-Za-z]+\*?(?:\[[^][{}]*\])?|[_^])(?:\{[^{}]*\})+|\{([A-Za-z_]\w*)\}")

WITH_ZEROS: Final = re.compile(r"-?\d+\.\d*0").fullmatch
"""Matches a number whose last decimal is a zero."""

MAX_LENGTH: Final = 1_000_000
"""Maximum length of a prompt with its values: that of a whole file."""


class TooLongError(ValueError):
    """Raised where values make a prompt too long."""

    def __str__(self) -> str:
        return f"with its values the prompt is longer than {MAX_LENGTH:,} characters; fill in fewer or smaller ones"


def rendered(prompt: str, values: Mapping[str, Any]) -> str:
    """Return the prompt with values in place of names in braces; a name without a value stays.  Raises TooLongError."""
    texts: dict[str, str] = {}
    length = len(prompt)

    def fill(match: re.Match[str]) -> str:
        nonlocal length
        name = match[1]
        value = values.get(name)
        if value is None:
            return match[0]
        if name not in texts:
            texts[name] = parameter_text(value)
        length += len(texts[name])
        if length > MAX_LENGTH:
            raise TooLongError
        return texts[name]

    return BRACES.sub(fill, prompt)


def filled(prompt: str, values: Mapping[str, Any]) -> list[str]:
    """Return the names in a prompt that `rendered` fills in, each once, in order."""
    names = (match[1] for match in BRACES.finditer(prompt))
    return list(dict.fromkeys(name for name in names if values.get(name) is not None))


def left_in(prompt: str) -> set[str]:
    """Return the names in braces that are left in a prompt, because they have no value."""
    return {match[1] for match in BRACES.finditer(prompt) if match[1]}


def as_written(values: Mapping[str, Any], file: Findings, section: DataPath = ()) -> dict[str, str]:
    """Return, by name, the numbers that a section writes with zeros at the end, such as `5.00`, as they are written.

    Zeros count as digits.
    """
    texts = {}
    for name, value in values.items():
        if not isinstance(value, float):
            continue
        places = ((name,), ("symbols", name), ("symbols", name, "value"))
        text = next(filter(None, (file.text((*section, "parameters", *place)) for place in places)), "")
        if WITH_ZEROS(text) and float(text) == value:
            texts[name] = text
    return texts


def parameter_text(value: Any) -> str:
    """Return a parameter as people write it: `64`, `0.5`, `[[1, 2], [3, 4]]`, `{type: conv, stride: 2}`."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {parameter_text(each)}" for key, each in value.items()) + "}"
    return "[" + ", ".join(map(parameter_text, value)) + "]"
