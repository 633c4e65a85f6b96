"""Which conventions a question declares: from the assignment, the problem and its part; the nearest wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from checker.faults import Fault, Unknown, name, shown
from checker.survey import Point

PRESET: Final = "preset"

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    # nn.Module.parameters() and torch.nn's defaults
    "pytorch": {
        "biases": "counted",
        "norm_biases": "counted",
        "layer_norm": "counted",
        "output_projection": "counted",
        "cross_attention": "counted",
        "final_norm": "counted",  # nn.Transformer ends its encoder and its decoder with one
        "bias_vectors": "two",
        "running_statistics": "left_out",
        "class_token": "counted",
        "layout": "channels_first",
        "scale": "sqrt_d_k",
        "log_base": "e",
        "reduction": "mean",
    },
    # Model.count_params() and Keras' defaults; its GRU has two bias vectors, its LSTM one, so each says which
    "keras": {
        "biases": "counted",
        "norm_biases": "counted",
        "layer_norm": "counted",
        "output_projection": "counted",
        "cross_attention": "counted",
        "running_statistics": "counted",
        "class_token": "counted",
        "layout": "channels_last",
        "scale": "sqrt_d_k",
        "log_base": "e",
        "reduction": "mean",
    },
    # the formulas as they are printed: Vaswani et al. 2017; Goodfellow et al. 2016
    "textbook": {
        "biases": "counted",
        "norm_biases": "counted",
        "layer_norm": "counted",
        "output_projection": "counted",
        "cross_attention": "counted",
        "final_norm": "left_out",
        "bias_vectors": "one",
        "running_statistics": "left_out",
        "class_token": "counted",
        "scale": "sqrt_d_k",
        "first_position": "0",
        "log_base": "e",
        "reduction": "mean",
    },
}
"""What is right in a framework or a book.  Of these a question declares the conventions and options that it has."""


OF_ONE_MODEL: Final = frozenset({"final_norm"})
"""What a preset says of its own Transformer and not of every model that is built with it."""


def presets_with(point: Point, option: str) -> list[str]:
    """The presets that have this option, where others have another one: whose convention it is."""
    said = {name: preset[point.name] for name, preset in PRESETS.items() if preset.get(point.name) in point.options}
    if len(set(said.values())) == 1 or point.name in OF_ONE_MODEL:
        return []
    return [name for name, its in said.items() if its == option]


def declared(layers: Iterable[Mapping[str, Any]], menu: Mapping[str, Point]) -> dict[str, str]:
    """The options of the conventions on this menu, from layers of which the last is the nearest.

    In a layer a single convention overrides its preset.  What the menu does not have is left out: see `wrong`.
    """
    merged: dict[str, str] = {}
    for layer in layers:
        preset = layer.get(PRESET)
        for each in (PRESETS.get(preset, {}) if isinstance(preset, str) else {}, layer):
            merged |= {key: each[key] for key in menu if key in each and each[key] in _options(menu[key])}
    return merged


def wrong(layer: Mapping[str, Any], menu: Mapping[str, Point], of: str) -> Iterator[Fault]:
    """What the menu of the question type `of` does not have."""
    options = {key: _options(point) for key, point in menu.items() if point.is_convention}
    options[PRESET] = tuple(PRESETS)
    for key, option in layer.items():
        if key not in options:
            unknown = Unknown(key, tuple(options), f"checker types {of}")
            yield Fault((key,), f"{name(key)} is not a convention of {of}", at_key=True, unknown=unknown)
        elif option not in options[key]:
            yield Fault((key,), f"{key} must be {_either(options[key])}, not {_word(option)}")


def _options(point: Point) -> tuple[str, ...]:
    return point.options if point.is_convention else ()


def _either(options: Iterable[str]) -> str:
    """`pytorch, keras or textbook`."""
    *first, last = options
    return f"{', '.join(first)} or {last}" if first else last


def _word(option: Any) -> str:
    return name(option) if isinstance(option, str) else shown(option)
