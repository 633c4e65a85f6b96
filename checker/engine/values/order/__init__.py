"""Orders of growth: sums of products of powers, logarithms and exponentials, such as n²·d + n·log(n)."""

from checker.engine.values.order.sums import AsymptoticOrder, Symbols
from checker.engine.values.order.term import GrowthError, OrderTerm

__all__ = ["AsymptoticOrder", "GrowthError", "OrderTerm", "Symbols"]
