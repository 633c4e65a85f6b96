"""What may stand for a solver's parameters, and what is said of the rest."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_type_hints

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engine.bounds import Ge, Le, MinLen
from checker.solvers.registry import Solver, solver, topics
from checker.solvers.signature import ParameterFaults, arguments, in_file, json_schema
from tests.tables import rows

HINTS = get_type_hints(solver("cross_attention_output").function, include_extras=True)
Matrix, MaybeVector = HINTS["inputs"], HINTS["b_q"]
Size = Annotated[int, Ge(1), Le(10**14)]


class Conv(TypedDict):
    type: Literal["conv"]
    kernel_size: Size
    stride: NotRequired[Size]
    scale: NotRequired[float]


class Pool(TypedDict):
    type: Literal["pool"]
    window: tuple[Size, Size]


class Residual(TypedDict):
    type: Literal["residual"]
    layers: list[Conv | Pool | Residual]


def kinds(  # noqa: PLR0913 - one of each
    width: Size,
    matrix: Matrix,
    layers: list[Conv | Pool | Residual],
    rank: Literal[1, 2] = 1,
    mode: Literal["max", "mean"] = "max",
    sizes: Size | Annotated[list[Size], MinLen(2)] = 3,
    pair: tuple[Size, float] | None = None,
    many: tuple[float, ...] = (),
    vector: MaybeVector = None,
    mask: Literal["none", "causal"] | Matrix = "none",
    rate: float = 0.5,
    affine: bool = True,
    pass_: str | None = None,
    named: dict[str, float] | None = None,
) -> int:
    """Every kind of parameter."""
    return 0


KINDS = Solver("kinds", kinds, [], lambda _: {})
GOOD: dict[str, Any] = {"width": 3, "matrix": [[1, 2], [3, 4]], "layers": [{"type": "pool", "window": [1, 2]}]}


def faults(**changes: Any) -> list[list[Any]]:
    written = {name: value for name, value in (GOOD | changes).items() if value is not ...}
    with pytest.raises(ParameterFaults) as error:
        arguments(KINDS, written)
    return [[*fault.path, fault.message] for fault in error.value.faults]


def test_arguments_are_complete_and_in_order():
    found = arguments(
        KINDS, {**GOOD, "pass": "forward", "pair": [2, 1], "mask": [[1]], "many": [1, 2.5], "sizes": [1, 2]}
    )
    assert list(found) == list(kinds.__annotations__)[:-1]
    assert isinstance(found["matrix"], np.ndarray)
    assert found["matrix"].tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert found["mask"].dtype == np.float64
    assert found["pair"] == (2, 1.0)
    assert found["many"] == (1.0, 2.5)
    assert found["layers"] == [{"type": "pool", "window": (1, 2)}]
    assert found["pass_"] == "forward"
    assert found["vector"] is None
    assert found["rank"] == 1
    assert found["affine"] is True


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        *rows(__file__, "a_fault_has_a_path_and_a_plain_message"),
        ({"width": ...}, [["width", "width is missing; it needs a whole number"]]),
        ({"matrix": ...}, [["matrix", "matrix is missing; it needs a list of rows, each a list of numbers"]]),
        ({"layers": ...}, [["layers", "layers is missing; it needs a list"]]),
        ({"width": 10**15}, [["width", "width must be 100,000,000,000,000 or less"]]),
        ({"widht": 3, "width": ...}, [["widht", "widht is not a parameter of kinds; did you mean width?"]]),
        ({"matrix": [1, 2]}, [["matrix", i, f"entry {i + 1} of matrix must be a list, not {i + 1}"] for i in (0, 1)]),
        (
            {"matrix": [[1, float("nan")], [True, "x"]]},
            [
                ["matrix", 0, 1, "entry 2 of entry 1 of matrix must be a finite number, not nan"],
                ["matrix", 1, 0, "entry 1 of entry 2 of matrix must be a number, not true"],
                ["matrix", 1, 1, 'entry 2 of entry 2 of matrix must be a number, not the text "x"'],
            ],
        ),
        ({"rate": float("inf")}, [["rate", "rate must be a finite number, not inf"]]),
        ({"rate": 10**400}, [["rate", "rate must be a number, not 1" + 38 * "0" + "…"]]),
        (
            {"layers": [{"type": "conv", "kernel_size": 0, "stidre": 1, "scale": float("nan")}]},
            [
                ["layers", 0, "kernel_size", "kernel_size must be 1 or more"],
                ["layers", 0, "scale", "scale must be a finite number, not nan"],
                ["layers", 0, "stidre", "stidre is not known here; did you mean stride?"],
            ],
        ),
    ],
)
def test_a_fault_has_a_path_and_a_plain_message(changes, found):
    assert faults(**changes) == found


def test_all_faults_are_reported_at_once():
    assert len(faults(width=0, rank=5, mode=1, rate="x", nonsense=3)) == 5


def test_a_parameter_may_have_a_reserved_name():
    assert (in_file("pass_"), in_file("d_model"), in_file("odd_")) == ("pass", "d_model", "odd_")


def test_the_schema_of_the_parameters():
    schema = json_schema(KINDS)
    assert schema["required"] == ["width", "matrix", "layers"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["rank"]["enum"] == [1, 2]
    assert schema["properties"]["rate"]["default"] == 0.5
    assert "default" not in schema["properties"]["vector"]
    assert set(schema["$defs"]) == {"Conv", "Pool", "Residual"}
    row = {"items": {"type": "number"}, "minItems": 1, "type": "array"}
    assert schema["properties"]["matrix"]["items"] == row


@pytest.mark.parametrize("name", topics())
def test_every_type_takes_its_examples_and_draws(name):
    kind = solver(name)
    for written in [*kind.examples, *(kind.draw(Random(seed)) for seed in range(5))]:
        listed = {key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in written.items()}
        assert set(map(in_file, arguments(kind, listed))) >= set(written)
    assert json_schema(kind)["type"] == "object"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["conv", "pool"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "layers", "window", "kernel_size", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*map(in_file, kinds.__annotations__), "x"]), JUNK, max_size=6))
def test_junk_gives_arguments_or_faults(changes):
    try:
        found = arguments(KINDS, GOOD | changes)
    except ParameterFaults as error:
        found = dict.fromkeys(kinds.__annotations__) if error.faults else {}
    assert set(found) >= set(kinds.__annotations__) - {"return"}


def test_numpy_is_not_loaded_for_counts():
    code = """
import sys
from checker.solvers.signature import arguments
from checker.solvers.registry import solver
arguments(solver("feed_forward_parameters"), {"d_model": 4, "d_ff": 8})
print(sorted({"numpy", "difflib", "importlib.metadata"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_list_is_not_one_number():
    with pytest.raises(ParameterFaults, match="layer_sizes must be a list"):
        arguments(solver("mlp_parameters"), {"layer_sizes": 5})
