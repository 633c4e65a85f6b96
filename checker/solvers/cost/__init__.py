"""Cost of computing: operations, floating-point operations and memory."""
