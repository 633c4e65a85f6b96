"""Problems that several tests of marking share."""

import pytest

from checker import load_problem

LAYER = """
id: encoder-layer
title: Parameters of one encoder layer
type: encoder_layer_parameters
prompt: How many parameters? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
points: 2
"""


@pytest.fixture
def layer(tmp_path):
    def load(more=""):
        file = tmp_path / "encoder-layer.yaml"
        file.write_text(LAYER + more)
        return load_problem(file)

    return load


PARTS = """
id: model
title: A model
type: encoder_model_parameters
prompt: How many?
parameters: {vocab_size: 40000, d_model: 768, num_layers: 8, num_heads: 8, d_ff: 3072, max_positions: 512, type_vocab_size: 2}
conventions: {biases: left_out, layer_norm: left_out}
parts:
  - {id: embeddings, asks: embeddings}
  - {id: projections, asks: layer.attention.input_projections}
  - {id: total}
"""


@pytest.fixture
def model(tmp_path):
    file = tmp_path / "model.yaml"
    file.write_text(PARTS)
    return load_problem(file)


VECTOR = """
id: flying
title: Flying
type: self_attention_output
prompt: What?
parameters: {inputs: [[0, 1, 1, 1, 1, 0], [1, 1, 0, -1, -1, 1]], slices: {query_dims: [1, 2], key_dims: [3, 4], value_dims: [5, 6]}, query: 1}
"""


@pytest.fixture
def flying(tmp_path):
    file = tmp_path / "flying.yaml"
    file.write_text(VECTOR)
    return load_problem(file)


ENCODER = """
id: encoder
type: encoder_model_parameters
prompt: How many? {conventions}
parameters: {vocab_size: 1000, d_model: 512, num_layers: 6, num_heads: 8, d_ff: 2048}
conventions: {qkv_biases: left_out, output_biases: left_out, layer_norm: left_out, output_projection: counted}
asks: encoder
symbols: {N: num_layers, d: d_model, h: d_ff}
"""


FORMULA = ENCODER + "answer: formula\n"


@pytest.fixture(scope="module")
def problem(tmp_path_factory):
    folder = tmp_path_factory.mktemp("problems")

    def load(text):
        file = folder / f"{text.partition('id: ')[2].partition(chr(10))[0]}.yaml"
        file.write_text(text)
        return load_problem(file)

    return load


@pytest.fixture(scope="module")
def formula(problem):
    return problem(FORMULA)


@pytest.fixture(scope="module")
def number(problem):
    return problem(ENCODER.replace("id: encoder", "id: number"))
