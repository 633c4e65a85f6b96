"""Biases that a problem may count or leave out, all together or kind by kind."""

from __future__ import annotations

from checker.engine.trace import convention


def biases(*kinds: str) -> list[int]:
    """Return for each kind 1 if it counts, else 0; a kind that is not declared follows the convention `biases`."""
    leaders = {"biases": None} | dict.fromkeys(kinds, "biases")
    counted = [convention(kind, follows=leader, counted=1, left_out=0) for kind, leader in leaders.items()]
    return counted[1:]
