"""What becomes of a formula whose brackets are not seen: typed into a calculator without them."""

from __future__ import annotations

from collections.abc import Sequence

from checker.solvers.generic import _arithmetic as arithmetic
from checker.solvers.generic._arithmetic import Value
from checker.solvers.generic._pieces import Piece, chained, is_root
from checker.solvers.generic._wrong import Items


def bracketed(pieces: Sequence[Piece], at: int, operand: int) -> Piece | None:
    """The operand where it needs brackets."""
    parent, child = pieces[at], pieces[pieces[at].operands[operand]]
    if "@" in parent.signs + child.signs or is_root(parent):
        return None
    tight = {"terms": 0, "minus": 1, "factors": 1, "power": 2}
    if parent.kind not in tight or child.kind not in ("terms", "factors"):
        return None
    sign = parent.signs[operand : operand + 1]
    needs = tight[child.kind] < tight[parent.kind] or (child.kind == parent.kind and sign in "-/" and operand > 0)
    return child if needs and (parent.kind != "minus" or child.kind == "terms") else None


def unbracketed(parent: Piece, operand: int, child: Piece, values: Sequence[Value]) -> Value:
    """The parent's value where the operand's brackets are not seen: what a calculator makes of it."""
    own = [values[place] for place in parent.operands]
    inner = [values[place] for place in child.operands]
    if child.signs[0] == "-":
        inner[0] = arithmetic.negative(inner[0])
    signs = {"power": "^^", "minus": "-"}.get(parent.kind, parent.signs)
    items: Items = []
    for place, (sign, value) in enumerate(zip(signs, own, strict=True)):
        items += (
            [(sign, inner[0]), *zip(child.signs[1:], inner[1:], strict=True)] if place == operand else [(sign, value)]
        )
    for level in ("^", "*/"):
        folded: Items = []
        for place, (sign, value) in enumerate(items):
            if sign in level and place:
                before, left = folded.pop()
                joined = arithmetic.power(left, value) if sign == "^" else arithmetic.combine(sign, left, value)
                folded.append((before, joined))
            else:
                folded.append((sign, value))
        items = folded
    return chained([("+" if sign in "*^" else sign, value) for sign, value in items], "terms")
