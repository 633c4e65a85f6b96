"""Presets: named sets of conventions, those of frameworks and books."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from checker.engine.recording import ChoicePoint

_COMMON: Final[Mapping[str, str]] = {
    **dict.fromkeys(("biases", "norm_biases", "layer_norm", "output_projection", "cross_attention"), "counted"),
    "class_token": "counted",
    "scale": "sqrt_d_k",
    "log_base": "e",
    "reduction": "mean",
}
PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    # nn.Module.parameters() and torch.nn's defaults
    "pytorch": {
        **_COMMON,
        "final_norm": "counted",  # nn.Transformer ends its encoder and its decoder with one
        "bias_vectors": "two",
        "running_statistics": "left_out",
        "layout": "channels_first",
    },
    # Model.count_params() and Keras' defaults; its GRU has two bias vectors, its LSTM one, so each says which
    "keras": {**_COMMON, "running_statistics": "counted", "layout": "channels_last"},
    # the formulas as they are printed: Vaswani et al. 2017; Goodfellow et al. 2016
    "textbook": {
        **_COMMON,
        "final_norm": "left_out",
        "bias_vectors": "one",
        "running_statistics": "left_out",
        "first_position": "0",
    },
}
"""The right options in a framework or a book.  A question declares those conventions and options that it has."""


_OF_ONE_MODEL: Final = frozenset({"final_norm"})
"""Conventions of the Transformer of a preset, which do not hold for every model built with it."""


def presets_with(point: ChoicePoint, option: str) -> list[str]:
    """Return the names of the presets that set a choice point to this option.

    None are returned if all presets set it alike, or if the point concerns only the model that a preset is named for.
    """
    options = {name: preset[point.name] for name, preset in PRESETS.items() if preset.get(point.name) in point.options}
    if len(set(options.values())) == 1 or point.name in _OF_ONE_MODEL:
        return []
    return [name for name, preset_option in options.items() if preset_option == option]
