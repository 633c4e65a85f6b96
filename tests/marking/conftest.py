"""Problems that several tests of marking share."""

import pytest

from checker import check, load_problem

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


# A layer of width 64 with 4 heads of 16, d_ff 120, without biases and norms:
# attention 4·64·64 = 16,384; feed-forward 2·64·120 = 15,360; layer 31,744; six layers 190,464
STACK = """
id: stack
type: encoder_model_parameters
prompt: How many? {conventions}
parameters: {vocab_size: 1000, d_model: 64, num_layers: 6, num_heads: 4, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, embedding_norm: left_out, final_norm: left_out, pooler: left_out}
parts:
  - {id: attention, asks: layer.attention}
  - {id: feed-forward, asks: layer.feed_forward}
  - {id: layer, asks: layer, points: 2, follow_through: true}
  - {id: encoder, asks: encoder, points: 4, follow_through: 0.5}
  - {id: total, points: 3, follow_through: true}
"""

# Scores 2, 1, 3.  Divided by d_k = 2, not by its root: weights 0.3072, 0.1863, 0.5065, output 0.3072 + 50.648 = 50.955
ATTENTION = """
id: attention
type: attention_output
prompt: What comes out? {conventions}
parameters: {queries: [[2, 1]], keys: [[1, 0], [0, 1], [1, 1]], values: [[1], [0], [100]]}
conventions: {scale: sqrt_d_k}
parts:
  - {id: weights, asks: weights}
  - {id: output, follow_through: true}
"""


@pytest.fixture
def marked(tmp_path):
    def mark(text, feedback="full", **answers):
        file = tmp_path / "problem.yaml"
        file.write_text(text)
        answers = {part.replace("_", "-"): answer for part, answer in answers.items()}
        return check(load_problem(file), answers, feedback=feedback).parts

    return mark


def mistakes(result):
    return [[one["id"] for one in each["mistakes"]] for each in result.record()["explanations"]]


def since(result):
    return [each.get("since") for each in result.record()["explanations"]]
