"""Problem files, and answers to them, that a class shares."""

from __future__ import annotations

LAYER = """id: encoder-layer
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 16, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""
PARTS = """id: parts
type: encoder_layer_parameters
parameters: {d_model: 64, num_heads: 4, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out}
parts:
  - {id: attention, asks: attention}
  - {id: total}
"""
GRAVITY = "id: gravity\ntype: numeric\nparameters:\n  value: 9.81\n"
CHOICE = "id: choice\ntype: choice\nparameters:\n  options: [queries, keys, values, biases]\n  correct: [queries]\n"
OUTPUT = """id: output
type: attention_output
parameters: {queries: [[0, 1]], keys: [[1, 1], [0, -1]], values: [[1, 0], [-1, 1]]}
conventions: {scale: sqrt_d_k}
"""
RIGHT = "27648"


def layer(*answers: str) -> list[dict]:
    return [{"encoder-layer": answer} for answer in answers]
