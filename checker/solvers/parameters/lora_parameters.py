"""Parameters that a low-rank adaptation trains."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from annotated_types import MaxLen, MinLen

from checker.engine.trace import choose, step
from checker.solvers._shared.sizes import Size
from checker.solvers.parameters import _layer_stack as layer_stack

Modules = Annotated[list[tuple[Size, Size]], MinLen(1), MaxLen(32)]


def lora_parameters(rank: Size, modules: Modules, num_layers: Size = 1) -> int:
    """Trained parameters of a low-rank adaptation (LoRA): two thin matrices, A and B, beside each adapted one.

    Formula: num_layers·(the sum over the modules of rank·in_features + out_features·rank).
    Sizes: modules are the matrices that are adapted in one layer, each (in_features, out_features); A is
        rank × in_features, B is out_features × rank.  num_layers layers have them.
    Answer: a whole number of parameters.  The adapted matrices themselves are frozen, and the scaling alpha is fixed.
    Source: Hu et al. 2022, section 4.1.

    >>> lora_parameters(rank=16, modules=[(4096, 4096)] * 4, num_layers=32)
    16777216
    """
    trained = choose("trained", (0, 1), frozen_too=(1, 1), full_matrices=(1, 0))
    with_biases = choose("lora_biases", 0, counted=1)
    has_middle = choose("middle", 0, square=1)
    rectangular = any(inputs != outputs for inputs, outputs in modules)

    def adapted(number: int, inputs: int, outputs: int) -> int:
        """What is trained beside one matrix."""
        first, second = rank * inputs, outputs * rank
        wrong = {"added": rank + inputs + outputs, "multiplied": rank * inputs * outputs, "first_only": first}
        if rectangular:  # else A and B are equally large
            wrong |= {"second_only": second, "inputs_twice": 2 * first, "outputs_twice": 2 * second}
        factors = choose("factors", first + second, **wrong)
        whole, thin = trained
        extra = with_biases * (rank + outputs) + has_middle * rank * rank
        return step(
            f"module_{number}",
            whole * inputs * outputs + thin * factors + extra,
            how="rank · in_features + out_features · rank",
            in_features=inputs,
            out_features=outputs,
        )

    parts = [adapted(number, *sizes) for number, sizes in enumerate(modules, 1)]
    counted = sum(parts)
    if len(parts) > 1:
        counted = choose("modules", counted, one_only=parts[0])
    how = " + ".join(f"module_{number}" for number in range(1, len(parts) + 1))
    layer = step("layer", counted, how)
    layers = layer_stack.layer_count(num_layers) if num_layers > 1 else num_layers
    return step("total", layers * layer, how="num_layers · layer", num_layers=layers)


explain = {
    "trained.frozen_too": "You counted the adapted matrices as well; they are frozen, only A and B are trained.",
    "trained.full_matrices": "You counted the whole matrices, as in full fine-tuning; "
    "LoRA trains the two thin matrices A and B in their place.",
    "lora_biases.counted": "You counted biases; A and B have none.",
    "middle.square": "You counted a square matrix of rank · rank between A and B; LoRA has only these two.",
    "factors.added": "You added rank and sizes; A has rank · in_features numbers and B out_features · rank.",
    "factors.multiplied": "You multiplied the whole matrix by the rank; A and B each have only one of its two sides.",
    "factors.first_only": "You counted A only; B leads from the rank up to the outputs and is trained, too.",
    "factors.second_only": "You counted B only; A leads from the inputs down to the rank and is trained, too.",
    "factors.inputs_twice": "You gave B the size of A; it is as long as there are outputs.",
    "factors.outputs_twice": "You gave A the size of B; it is as long as there are inputs.",
    "modules.one_only": "You counted one adapted matrix in a layer; several are adapted, and each has its A and B.",
    "layers.left_out": "You counted one layer; every layer has an A and a B of its own, "
    "so multiply by the number of layers.",
    "layers.one_less": "You counted one layer too few.",
    "layers.one_more": "You counted one layer too many.",
    "layers.counted_twice": "You counted twice as many layers as there are; in a layer A and B are counted already.",
}

renamed = layer_stack.renamed

weights = {
    "modules": 4,
    "layers.left_out": 4,
    "layers.one_less": 1,
    "layers.one_more": 1,
    "layers.counted_twice": 1,
    "factors.first_only": 4,
    "factors.added": 1,
    "factors.multiplied": 1,
    "factors.second_only": 1,
    "middle": 1,
    "lora_biases": 1,
}

examples: list[dict[str, Any]] = [
    {"rank": 16, "modules": [(4096, 4096)] * 4, "num_layers": 32},
    {"rank": 6, "modules": [(768, 2304), (768, 3072), (3072, 768)], "num_layers": 12},
    {"rank": 12, "modules": [(5120, 1280)]},
]


def draw(rng: Random) -> dict[str, Any]:
    """Valid random parameters: one to six modules, square and oblong, in one or more layers."""
    square = rng.random() < 0.4
    width = rng.randint(8, 4096)
    modules = [(width, width if square else rng.randint(8, 4096)) for _ in range(rng.randint(1, 6))]
    parameters: dict[str, Any] = {"rank": rng.randint(1, 64), "modules": [list(sizes) for sizes in modules]}
    if rng.random() < 0.7:
        parameters["num_layers"] = rng.randint(1, 48)
    return parameters
