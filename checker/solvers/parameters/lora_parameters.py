"""Question type on the number of parameters that a low-rank adaptation trains: its solver, sentences and examples."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from annotated_types import MaxLen, MinLen

from checker.derivation.weights import COMMON, RARE
from checker.engine.trace import choose, step
from checker.solvers._sizes import Size

Modules = Annotated[list[tuple[Size, Size]], MinLen(1), MaxLen(32)]


def lora_parameters(rank: Size, modules: Modules, num_layers: Size = 1) -> int:
    """Trained parameters of a low-rank adaptation (LoRA): two thin matrices, A and B, for each adapted one.

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
        """Return the trained parameters for one matrix, as a step."""
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
    total = sum(parts)
    if len(parts) > 1:
        total = choose("modules", total, one_only=parts[0])
    how = " + ".join(f"module_{number}" for number in range(1, len(parts) + 1))
    layer = step("layer", total, how)
    layers = num_layers
    if layers > 1:
        layers = choose(
            "layers", layers, left_out=1, one_less=layers - 1, one_more=layers + 1, counted_twice=2 * layers
        )
    return step("total", layers * layer, how="num_layers · layer", num_layers=layers)


explain = {
    "trained.frozen_too": "You counted the adapted matrices as well. They are frozen, and only A and B are trained.",
    "trained.full_matrices": "You counted the whole matrices, as in full fine-tuning. "
    "LoRA trains only the thin matrices A and B.",
    "lora_biases.counted": "You counted biases. A and B have none.",
    "middle.square": "You counted a square matrix between A and B. LoRA has only A and B.",
    "factors.added": "You added the rank and the sizes. "
    "Multiply the rank by the inputs for A, and by the outputs for B.",
    "factors.multiplied": "You multiplied the whole matrix by the rank. A is rank × inputs, and B is outputs × rank.",
    "factors.first_only": "You counted A only. B leads from the rank to the outputs and is trained, too.",
    "factors.second_only": "You counted B only. A leads from the inputs to the rank and is trained, too.",
    "factors.inputs_twice": "You gave B the size of A. B has a row for each output.",
    "factors.outputs_twice": "You gave A the size of B. A has a column for each input.",
    "modules.one_only": "You counted one adapted matrix in each layer. Every adapted matrix has its own A and B.",
    "layers.left_out": "You counted one layer. Every layer has its own A and B, so multiply by the number of layers.",
    "layers.one_less": "You counted one layer too few.",
    "layers.one_more": "You counted one layer too many.",
    "layers.counted_twice": "You counted every layer twice. One layer already includes both A and B.",
}

weights = {
    "modules": COMMON,
    "layers.left_out": COMMON,
    "layers.one_less": RARE,
    "layers.one_more": RARE,
    "layers.counted_twice": RARE,
    "factors.first_only": COMMON,
    "factors.added": RARE,
    "factors.multiplied": RARE,
    "factors.second_only": RARE,
    "middle": RARE,
    "lora_biases": RARE,
}

examples: list[dict[str, Any]] = [
    {"rank": 16, "modules": [(4096, 4096)] * 4, "num_layers": 32},
    {"rank": 6, "modules": [(768, 2304), (768, 3072), (3072, 768)], "num_layers": 12},
    {"rank": 12, "modules": [(5120, 1280)]},
]


def draw(rng: Random) -> dict[str, Any]:
    """Return random parameters for a question: one to six modules, square and oblong, in one or more layers."""
    square = rng.random() < 0.4
    width = rng.randint(8, 4096)
    modules = [(width, width if square else rng.randint(8, 4096)) for _ in range(rng.randint(1, 6))]
    parameters: dict[str, Any] = {"rank": rng.randint(1, 64), "modules": [list(sizes) for sizes in modules]}
    if rng.random() < 0.7:
        parameters["num_layers"] = rng.randint(1, 48)
    return parameters
