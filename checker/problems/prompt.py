"""Prompts of questions: names in braces, `{d_model}`, filled in, sentences that say what counts, and symbols in it."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, Any, Final

from checker.formula.symbols import NAME, greek_spellings, latex_greek, numeric_arguments, parse_meaning
from checker.solvers.signature import in_file
from checker.solvers.variant import Variant
from checker.text import lazy_pattern
from checker.text.words import either, enumerated

if TYPE_CHECKING:
    from checker.document.findings import DataPath, Findings


_FORMS: Final = (
    (re.compile(r"counts (?!only )(.+)"), "Count {}.", enumerated),
    (re.compile(r"leaves (.+) out"), "Do not count {}.", either),
)
"""Forms of sentences that become one instruction, with the way to list its items."""


def conventions_sentence(variant: Variant) -> str:
    """Return instructions such as `Count the biases. Do not count the LayerNorms.`; empty if nothing is declared."""
    declared, known = variant.declared, variant.conventions
    stated = {
        name: declared[name]
        for name, point in known.items()
        if name in declared and (point.follows is None or declared.get(point.follows) != declared[name])
    }
    excepted = {known[name].follows for name in stated}
    predicates = []
    for name, option in stated.items():
        biases = "the other biases" if name in excepted else "the biases"
        predicates.append(variant.sentences[f"{name}.{option}"].replace("the biases", biases))
    said = []
    for form, instruction, listed in _FORMS:
        if items := [match[1] for match in map(form.fullmatch, predicates) if match]:
            said.append(instruction.format(listed(items)))
    others = [each for each in predicates if not any(form.fullmatch(each) for form, _, _ in _FORMS)]
    if others:
        said.append(f"This question {'; it '.join(others)}.")
    return " ".join(said)


# A LaTeX command with its arguments (\sqrt{d_k}, \frac{d_k}{h}), an index or an exponent (d_{k}); or a name to fill in
_BRACES: Final = re.compile(r"(?:\\[A-Za-z]+\*?(?:\[[^][{}]*\])?|[_^])(?:\{[^{}]*\})+|\{([A-Za-z_]\w*)\}")

WITH_ZEROS: Final = re.compile(r"-?\d+\.\d*0").fullmatch
"""Matches a number whose last decimal is a zero."""

MAX_LENGTH: Final = 1_000_000
"""Maximum length of a prompt with its values: that of a whole file."""


def texts_by_name(prompt: str, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts by name that a prompt has for its names in braces, as far as these have a value."""
    names = (match[1] for match in _BRACES.finditer(prompt))
    return {name: parameter_text(values[name]) for name in dict.fromkeys(names) if values.get(name) is not None}


def rendered(prompt: str, texts: Mapping[str, str]) -> str | None:
    """Return the prompt with texts in place of names in braces; others stay.  Return None if it gets too long."""
    length = len(prompt) + sum(len(text) * prompt.count(f"{{{name}}}") for name, text in texts.items())
    return None if length > MAX_LENGTH else _BRACES.sub(lambda match: texts.get(match[1], match[0]), prompt)


def as_written(values: Mapping[str, Any], file: Findings, section: DataPath = ()) -> dict[str, str]:
    """Return, by name, numbers that a section writes with zeros at the end, such as `5.00`: these count as digits."""
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


_NAME: Final = lazy_pattern(rf"(?<![A-Za-z_]){NAME}")
_NUMBER: Final = lazy_pattern(r"\d+(?:\.\d+)?")
_SUBSCRIPT: Final = lazy_pattern(r"_\{(\w+)\}")
_NO_SYMBOL: Final = lazy_pattern(
    r"\d\s*[A-Za-zµΩ°%]+(?:[/·][A-Za-zµΩ²³]+)?|\bin\s+[A-Za-z]+(?:[/·][A-Za-z²³]+)?(?=[,.;:?)]|$)|(?<![-+*/^(])\b[aAI]\b(?!\s*[=*/^+])"
)
"""A unit after a number or after `in`, and words of one letter that no sign follows."""


def named_symbols(
    symbols: Mapping[str, str], arguments: Mapping[str, Any], prompt: str, filled: Container[str]
) -> tuple[str, ...]:
    """Return the names in which messages ask for a formula: the problem's symbols, then the parameters in its prompt.

    `filled` are the names that the prompt fills in.  If there are none at all, return all parameters that are numbers.
    """
    meant = {name for meaning in symbols.values() for name in parse_meaning(meaning).names}
    known = {in_file(name): number for name, number in numeric_arguments(arguments).items()}
    text = _plain_names(prompt)
    words, numbers = set(_NAME.findall(text)), set(_NUMBER.findall(text.replace(",", "")))
    shown = [
        name
        for name, number in known.items()
        if name not in meant and name not in symbols
        if not words.isdisjoint(greek_spellings(name)) or (not symbols and (name in filled or str(number) in numbers))
    ]
    return (*symbols, *shown) or tuple(known)


def names_shown(prompt: str) -> frozenset[str] | None:
    r"""Return the names in a prompt by which students may know a symbol; None for an empty prompt.

    Names that are filled in, units and English words are not among them.

    >>> sorted(names_shown("A coil of {L} H and R = 5 Ω: find $\\tau$, in s.") - {"and", "coil", "find", "in", "of"})
    ['R', 'τ']
    """
    if not prompt.strip():
        return None
    text = re.sub(r"(?<![\\\w])\{\w+\}", " 0 ", _plain_names(prompt))
    in_mathematics = " ".join(re.findall(r"\$[^$]+\$|`[^`]+`|(?<!\*)\*[^*\s]+\*", text))
    return frozenset(_NAME.findall(in_mathematics)) | frozenset(_NAME.findall(_NO_SYMBOL.sub(" ", text)))


def _plain_names(prompt: str) -> str:
    """Return a prompt with names as they are typed: d_k."""
    return latex_greek(_SUBSCRIPT.sub(r"_\1", prompt))
