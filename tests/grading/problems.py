"""Problem files that the tests of grading use, and short records."""

LAYER = """id: encoder-layer
title: Parameters of one encoder layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
BLOCK = """id: block
type: attention_parameters
parameters: {d_model: 200, num_heads: 2}
parts:
  - {id: queries, asks: queries}
  - {id: total, points: 2}
"""
BROKEN = """id: broken
type: attention_parameterz
parameters: {d_model: 200}
"""


def brief(records: list[dict]) -> list[tuple]:
    return [(r["student"], r["problem"], r["part"], r["status"], r["points"]) for r in records]
