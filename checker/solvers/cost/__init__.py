"""What computing costs: operations, floating-point operations, memory."""
