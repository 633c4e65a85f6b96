"""Problem files without findings, as texts."""

LAYER = """\
id: layer
type: encoder_layer_parameters
prompt: |
  How many weights? {conventions}
parameters: {d_model: 64, num_heads: 4, d_k: 16, d_v: 20, d_ff: 120}
conventions: {biases: left_out, layer_norm: left_out, output_projection: left_out}
"""

ATTENTION = """\
id: attention
type: attention_output
prompt: The output? {conventions}
parameters: {queries: [[0, 1]], keys: [[1, 1], [0, -1]], values: [[1, 0], [-1, 1]]}
conventions: {scale: sqrt_d_k}
"""
