"""Question types on the cost of computing: operations, floating-point operations and memory."""
