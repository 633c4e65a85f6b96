"""The question as a student reads it: `{d_model}` is filled in, and every brace that LaTeX needs stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

# A LaTeX command with its arguments (\sqrt{d_k}, \frac{d_k}{h}), an index or an exponent (d_{k}); or a name to fill in
BRACES: Final = re.compile(r"(?:\\[A-Za-z]+\*?(?:\[[^][{}]*\])?|[_^])(?:\{[^{}]*\})+|\{([A-Za-z_]\w*)\}")


def rendered(prompt: str, values: Mapping[str, Any]) -> str:
    """The prompt with the values, by name; what has none (or None) is left standing."""

    def fill(match: re.Match[str]) -> str:
        value = values.get(match[1])
        return match[0] if value is None else legible(value)

    return BRACES.sub(fill, prompt)


def legible(value: Any) -> str:
    """A parameter as people write it, in one line: `64`, `0.5`, `[[1, 2], [3, 4]]`, `{type: conv, stride: 2}`."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {legible(each)}" for key, each in value.items()) + "}"
    return "[" + ", ".join(map(legible, value)) + "]"
