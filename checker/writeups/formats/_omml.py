"""Converts OMML, the equations of Word, to LaTeX (`latex_of`); one that is hidden or struck out in part is `Unseen`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final
from xml.etree.ElementTree import Element

from checker.text.plain import INVISIBLE_SIGNS
from checker.writeups.formats._mathematics import FUNCTIONS, is_single, named, with_rows
from checker.writeups.formats._package import attribute, child, local

ESCAPED: Final = {"{": r"\{", "}": r"\}", "%": r"\%", "$": r"\$", "#": r"\#", "\\": r"\backslash "}
INVISIBLE: Final = frozenset("\u2061\u200b&")
"""Signs of functions that are not shown, and of alignment."""
ROWS: Final = r" \\ "
FRACTION: Final = "f" + "Pr"
"""The properties of a fraction; a spelling checker takes it for a word."""
OVER: Final = {
    "¯": "bar",
    "‾": "bar",
    "^": "hat",
    "~": "tilde",
    "→": "vec",
    "\u0302": "hat",
    "\u0303": "tilde",
    "\u0304": "bar",
    "\u0305": "bar",
    "\u20d7": "vec",
    "\u0307": "dot",
}
UNDER: Final = frozenset("_‾¯\u0332\u0331")
DEGREES: Final = frozenset(("^{∘}", "^{°}"))
OFF: Final = frozenset(("0", "off", "false"))
OPERATORS: Final = {"∑": r"\sum", "∏": r"\prod", "∫": r"\int"}
NOT_SHOWN: Final = frozenset(("del", "moveFrom"))


class Unseen(Exception):  # noqa: N818 - a signal of the reader of runs
    """Raised for an equation of which a part is hidden or struck out, so that what it shows is another equation."""


def latex_of(math: Element, is_unseen: Callable[[Element], bool]) -> str:
    """Return the LaTeX of an OMML equation.  Raise Unseen if a part of it `is_unseen`."""
    return with_rows(_Equation(is_unseen).inside(math))


def text_of(math: Element) -> str:
    """Return the characters of an equation without their arrangement."""
    return "".join(each.text or "" for each in math.iter() if local(each.tag) == "t")


class _Equation:
    """Converts an equation of Word to LaTeX, with a method for each kind of element."""

    def __init__(self, is_unseen: Callable[[Element], bool]) -> None:
        self._is_unseen = is_unseen

    def inside(self, element: Element | None) -> str:
        """Return the LaTeX of all that is inside an element; empty for None."""
        return "" if element is None else "".join(self._pieces(element))

    def _pieces(self, element: Element) -> Iterator[str]:
        """Yield the LaTeX of each element inside this one; properties and deleted elements are left out."""
        for each in element:
            name = local(each.tag)
            if name.endswith("Pr") or name in NOT_SHOWN:  # properties, or removed by a tracked change
                continue
            yield _HANDLERS[name](self, each) if name in _HANDLERS else self.inside(each)

    def part(self, element: Element, name: str) -> str:
        """Return the LaTeX of the child with this name; empty if there is none."""
        return self.inside(child(element, name)).strip()

    def run(self, element: Element) -> str:
        r"""Return typed signs: a function as its command, words as `\text`. Raise Unseen if they are hidden."""
        if self._is_unseen(element):
            raise Unseen
        text = "".join((each.text or "") if local(each.tag) == "t" else "" for each in element)
        shown = "".join(ESCAPED.get(sign, sign) for sign in text.translate(INVISIBLE_SIGNS) if sign not in INVISIBLE)
        properties = child(element, "rPr")
        is_text = child(properties, "nor") is not None and any(sign.isalpha() for sign in shown)
        return named(shown) if shown.strip() in FUNCTIONS else rf"\text{{{shown}}}" if is_text else shown

    def fraction(self, element: Element) -> str:
        """Return a fraction, or a binomial if it has no bar."""
        above, below = self.part(element, "num"), self.part(element, "den")
        if attribute(child(element, FRACTION, "type"), "val") == "noBar":
            return rf"\binom{{{above}}}{{{below}}}"
        return rf"\frac{{{above}}}{{{below}}}"

    def base(self, element: Element) -> str:
        """Return what an index or a limit belongs to, in braces if it is more than one sign."""
        base = self.part(element, "e")
        return base if is_single(base) or not base else f"{{{base}}}"

    def scripts(self, element: Element) -> str:
        """Return a base with its index and exponent; a raised ring is a degree sign."""
        below = f"_{{{part}}}" if (part := self.part(element, "sub")) else ""
        above = f"^{{{part}}}" if (part := self.part(element, "sup")) else ""
        above = "°" if above in DEGREES else above
        return self.base(element) + below + above

    def before(self, element: Element) -> str:
        """Return a base with an index and an exponent before it."""
        return f"{{}}_{{{self.part(element, 'sub')}}}^{{{self.part(element, 'sup')}}}{self.part(element, 'e')}"

    def root(self, element: Element) -> str:
        """Return a root."""
        degree = self.part(element, "deg")
        return rf"\sqrt[{degree}]{{{self.part(element, 'e')}}}" if degree else rf"\sqrt{{{self.part(element, 'e')}}}"

    def brackets(self, element: Element) -> str:
        """Return what is in brackets, with the signs of both brackets."""
        properties = child(element, "dPr")
        opening, closing = _sign(properties, "begChr", "("), _sign(properties, "endChr", ")")
        parts = [self.inside(each).strip() for each in element if local(each.tag) == "e"]
        inside = _sign(properties, "sepChr", "|").join(parts)
        return f"{ESCAPED.get(opening, opening)}{inside}{ESCAPED.get(closing, closing)}"

    def operator(self, element: Element) -> str:
        """Return a sum, a product or an integral with its limits."""
        sign = _sign(child(element, "naryPr"), "chr", "∫")
        below, above = self.part(element, "sub"), self.part(element, "sup")
        limits = (f"_{{{below}}}" if below else "") + (f"^{{{above}}}" if above else "")
        return f"{OPERATORS.get(sign, sign)}{limits} {self.part(element, 'e')}"

    def function(self, element: Element) -> str:
        """Return a function with its argument."""
        return f"{self.part(element, 'fName')} {self.part(element, 'e')}"

    def limit(self, element: Element) -> str:
        """Return a base with something above or below it; a line below it is left out."""
        if self.part(element, "lim") in UNDER:
            return self.part(element, "e")
        sign = "_" if local(element.tag) == "limLow" else "^"
        return f"{self.base(element)}{sign}{{{self.part(element, 'lim')}}}"

    def accent(self, element: Element) -> str:
        """Return a base with its accent, such as a hat; without it if LaTeX has none here."""
        sign = _sign(child(element, "accPr"), "chr", "\u0302")
        return rf"\{OVER[sign]}{{{self.part(element, 'e')}}}" if sign in OVER else self.part(element, "e")

    def bar(self, element: Element) -> str:
        """Return a base with the bar above it; a bar below it is left out."""
        is_above = attribute(child(element, "barPr", "pos"), "val") == "top"
        return rf"\bar{{{self.part(element, 'e')}}}" if is_above else self.part(element, "e")

    def box(self, element: Element) -> str:
        r"""Return what is in a box as `\boxed`. Raise Unseen if it is crossed out."""
        properties = child(element, "borderBoxPr")
        strikes = ("strikeH", "strikeV", "strikeBLTR", "strikeTLBR")
        if any(_is_on(child(properties, name)) for name in strikes):
            raise Unseen
        return rf"\boxed{{{self.part(element, 'e')}}}"

    def matrix(self, element: Element) -> str:
        """Return a matrix."""
        rows = [
            " & ".join(self.inside(cell).strip() for cell in row if local(cell.tag) == "e")
            for row in element
            if local(row.tag) == "mr"
        ]
        return ROWS.join(rows).join((r"\begin{matrix}", r"\end{matrix}"))

    def lines(self, element: Element) -> str:
        """Return equations below each other as an `aligned` environment; one alone as it is."""
        rows = [self.inside(each).strip() for each in element if local(each.tag) == "e"]
        return ROWS.join(rows).join((r"\begin{aligned}", r"\end{aligned}")) if len(rows) > 1 else "".join(rows)

    def phantom(self, element: Element) -> str:
        """Return what a phantom shows; nothing if it only takes space."""
        is_shown = attribute(child(element, "phantPr", "show"), "val", "1") not in OFF
        return self.part(element, "e") if is_shown else ""


def _sign(properties: Element | None, name: str, default: str) -> str:
    """Return the sign that a property names; `default` if there is no such property."""
    return attribute(child(properties, name), "val", default) if child(properties, name) is not None else default


def _is_on(element: Element | None) -> bool:
    """Return whether a property is there and not switched off."""
    return element is not None and attribute(element, "val", "1") not in OFF


_HANDLERS: Final[dict[str, Callable[[_Equation, Element], str]]] = {
    **dict.fromkeys(("sSup", "sSub", "sSubSup"), _Equation.scripts),
    **dict.fromkeys(("limLow", "limUpp"), _Equation.limit),
    "r": _Equation.run,
    "f": _Equation.fraction,
    "sPre": _Equation.before,
    "rad": _Equation.root,
    "d": _Equation.brackets,
    "nary": _Equation.operator,
    "func": _Equation.function,
    "acc": _Equation.accent,
    "bar": _Equation.bar,
    "borderBox": _Equation.box,
    "m": _Equation.matrix,
    "eqArr": _Equation.lines,
    "phant": _Equation.phantom,
}
