"""Orders of growth: sums of products of powers, logarithms and exponentials, such as n²·d + n·log(n)."""

from checker.engine.values.order.sums import Growth, Symbols
from checker.engine.values.order.term import GrowthError, Term

__all__ = ["Growth", "GrowthError", "Symbols", "Term"]
