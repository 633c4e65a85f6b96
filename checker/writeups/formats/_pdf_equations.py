"""Recognises equations of a PDF page (fractions, roots, matrices, exponents) by the places of their letters.

Each becomes one piece of LaTeX; `pieces_of` gives the texts on a line, with indices and exponents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from checker.writeups.formats._mathematics import named
from checker.writeups.formats._pdf_atoms import APART, LOST, ROOT, Atom, Box, gap_before, merged

SMALL: Final = 0.86
"""Size of an index or an exponent, as a share of that of the text, at most."""
SPACE: Final = 0.17
"""Gap, in sizes, from which it is a space."""
OPENING, CLOSING = "([{", ")]}"
OPERATORS: Final = frozenset(("∑", "∏", "∫", "lim", "max", "min"))
MOST_BARS: Final = 400
WORD: Final = re.compile(r"[^\W\d_]{2,}")


def with_equations(atoms: list[Atom], rules: list[Box], sides: list[Box]) -> list[Atom]:
    """Return the atoms of a page with each fraction, root and matrix as one atom of LaTeX. Atoms in a frame are bold.

    `rules`: drawn horizontal lines; `sides`: vertical ones.
    """
    atoms = merged(atoms, rules)
    framed = [bar for bar in rules if _is_of_a_grid(bar, rules, sides)]
    atoms = [each._replace(strong=True) if _is_boxed(each, framed, sides) else each for each in atoms]
    bars = sorted((bar for bar in rules if bar not in framed), key=lambda each: each.width)[:MOST_BARS]
    roots = _roots(bars, atoms)
    for bar in bars:
        found = _root(bar, roots[bar], atoms) if bar in roots else _fraction(bar, atoms)
        if found:
            whole, used = found
            atoms = [each for each in atoms if each not in used]
            atoms.append(whole)
        else:
            atoms = _with_lost_root(bar, atoms)
    return _matrices(atoms)


def _with_lost_root(bar: Box, atoms: list[Atom]) -> list[Atom]:
    """Return atoms with LOST before the first one under a bar that looks like a root whose sign is missing."""
    below = [
        each for each in _within(bar, atoms) if each.y + 0.5 * each.size < bar.middle < each.high + 0.6 * each.size
    ]
    underlined = any(
        -0.1 * each.size < each.y - bar.middle < 0.3 * each.size and each.right > bar.left and each.left < bar.right
        for each in atoms
    )
    if not below or underlined or _width(below) < bar.width - 1.5 * below[0].size:
        return atoms
    first = min(below, key=lambda each: each.left)
    return [each._replace(text=LOST + each.text) if each is first else each for each in atoms]


def _is_of_a_grid(bar: Box, rules: list[Box], sides: list[Box]) -> bool:
    """Return whether a line belongs to a frame or a table: lines go up or down from it, or others go on with it."""
    for side in sides:
        is_at = side.bottom - 2 <= bar.middle <= side.top + 2
        if is_at and bar.left - 2 <= side.left <= bar.right + 2:
            return True
    return any(
        abs(each.middle - bar.middle) < 1 and (abs(each.left - bar.right) < 1 or abs(each.right - bar.left) < 1)
        for each in rules
        if each is not bar
    )


def _is_boxed(atom: Atom, framed: list[Box], sides: list[Box]) -> bool:
    """Return whether a frame of one line is drawn around an atom."""
    around = [each for each in framed if each.left - 1 <= atom.left and atom.right <= each.right + 1]
    above = any(0 < each.middle - atom.y < 2.5 * atom.size for each in around)
    below = any(0 < atom.y - each.middle < 2 * atom.size for each in around)
    if not (above and below):
        return False
    beside = [
        each for each in sides if each.bottom - 2 < atom.y < each.top + 2 and each.top - each.bottom < 5 * atom.size
    ]
    return (
        any(each.left <= atom.left for each in beside)
        and any(each.left >= atom.right - 2 for each in beside)
        and len(beside) <= 4
    )


def _roots(bars: list[Box], atoms: list[Atom]) -> dict[Box, Atom]:
    """Return the root sign of each bar that has one.

    Of several bars that begin at a sign the top one is its bar; the others are fraction lines.
    """
    found: dict[Box, Atom] = {}
    for sign in atoms:
        if sign.text.endswith(ROOT):
            over = [bar for bar in bars if _is_over(bar, sign)]
            if over:
                found[max(over, key=lambda each: each.middle)] = sign
    return found


def _is_over(bar: Box, sign: Atom) -> bool:
    """Return whether a bar belongs to a root."""
    is_at = abs(sign.right - bar.left) < 0.5 * sign.size
    return is_at and sign.low - 0.3 * sign.size < bar.middle < sign.high + sign.size


def _within(bar: Box, atoms: Iterable[Atom]) -> list[Atom]:
    """Return the atoms that are above or below a bar, from one of its ends to the other."""
    return [each for each in atoms if bar.left - 2.5 <= each.left and each.right <= bar.right + 2.5]


def _fraction(bar: Box, atoms: list[Atom]) -> tuple[Atom, list[Atom]] | None:
    """Return the fraction at a bar as one atom, and the atoms that it replaces; None if there is no fraction."""
    near = [each for each in atoms if each.high > bar.middle - 40 and each.low < bar.middle + 40]
    inside = _within(bar, near)
    above = [
        each for each in inside if 0.15 * each.size < each.y - bar.middle < 1.1 * each.size or _stands_on(each, bar)
    ]
    below = [
        each for each in inside if -0.3 * each.size < bar.middle - each.high < 0.75 * each.size and each.y < bar.middle
    ]
    above = _nearest(above, bar)
    below = _nearest(below, bar)
    above = _with_scripts(above, [each for each in inside if each.low > bar.middle - 0.1 * each.size])
    below = _with_scripts(below, [each for each in inside if each.high < bar.middle + 0.1 * each.size])
    if not above or not below:
        return None
    width = max(_width(above), _width(below))
    crossing = [
        each
        for each in near
        if each not in inside
        and each.right > bar.left + 1
        and each.left < bar.right - 1
        and each.low < bar.middle < each.high
    ]
    is_centred = all(
        abs((min(each.left for each in group) + max(each.right for each in group)) / 2 - (bar.left + bar.right) / 2)
        < 0.45 * max(each.size for each in group)
        for group in (above, below)
    )
    if (
        not is_centred
        or width < 0.5 * bar.width
        or crossing
        or any(WORD.search(each.text) and len(each.text) > 40 for each in above + below)
    ):
        return None
    size = max(each.size for each in (*above, *below))
    latex = rf"\frac{{{inline(above)}}}{{{inline(below)}}}"
    top, bottom = max(each.high for each in above), min(each.low for each in below)
    whole = Atom(latex, bar.left, bar.right, bar.middle - 0.25 * size, size, is_math=True, top=top, bottom=bottom)
    return whole, above + below


def _nearest(atoms: list[Atom], bar: Box) -> list[Atom]:
    """Return the atoms on the line that is next to a bar."""
    if not atoms:
        return atoms
    largest = max(each.size for each in atoms)
    first = min(
        (each for each in atoms if each.size >= SMALL * largest),
        key=lambda each: abs(each.y + 0.25 * each.size - bar.middle),
    )
    return [
        each
        for each in atoms
        if abs(each.y - first.y) < (0.6 if each.is_math or first.is_math or each.top else 0.3) * first.size
    ]


def _stands_on(atom: Atom, bar: Box) -> bool:
    """Return whether an atom that is a fraction, a root or a matrix is right on top of a bar."""
    return atom.is_math and atom.bottom > 0 and 0 <= atom.bottom - bar.middle < 0.6 * atom.size


def _with_scripts(atoms: list[Atom], others: Iterable[Atom]) -> list[Atom]:
    """Return these atoms and, of `others`, the indices and exponents next to them."""
    found = list(atoms)
    for each in others:
        if each not in found and any(
            each.size < SMALL * base.size
            and -0.5 * base.size < each.left - base.right < 0.6 * base.size
            and -0.5 * base.size < each.y - base.y < 0.8 * base.size
            for base in atoms
        ):
            found.append(each)
    return found


def _width(atoms: list[Atom]) -> float:
    """Return the width of atoms together."""
    return max(each.right for each in atoms) - min(each.left for each in atoms)


def _root(bar: Box, sign: Atom, atoms: list[Atom]) -> tuple[Atom, list[Atom]] | None:
    """Return a root as one atom, and the atoms that it replaces; None if nothing is under its bar."""
    low = min(sign.low, bar.middle - 1.6 * sign.size) if not sign.bottom else sign.bottom - 0.3 * sign.size
    inside = [each for each in _within(bar, atoms) if each is not sign and low < each.y < bar.middle]
    if not inside or sign not in atoms:
        return None
    size = max(each.size for each in inside)
    y = max(inside, key=lambda each: each.size).y
    before = sign.text.removesuffix(ROOT)
    latex = rf"{before}\sqrt{{{inline(inside)}}}"
    bottom = min(each.low for each in inside)
    return Atom(latex, sign.left, bar.right, y, size, is_math=True, top=bar.top, bottom=bottom), [sign, *inside]


def _matrices(atoms: list[Atom]) -> list[Atom]:
    """Return the atoms of a page with each matrix, rows between tall brackets, as one atom of LaTeX."""
    tall = [each for each in atoms if each.text in {*OPENING, *CLOSING} and each.top - each.bottom > 1.35 * each.size]
    openings = _stacked([each for each in tall if each.text in OPENING])
    closings = _stacked([each for each in tall if each.text in CLOSING])
    for opening, pieces in sorted(openings, key=lambda each: -each[0].left):
        partner = CLOSING[OPENING.index(opening.text)]
        ends = [
            (each, more)
            for each, more in closings
            if each.text == partner
            and each.left > opening.left
            and min(each.top, opening.top) - max(each.bottom, opening.bottom) > 0.5 * (opening.top - opening.bottom)
        ]
        if not ends:
            continue
        closing, others = min(ends, key=lambda each: each[0].left)
        inside = [
            each
            for each in atoms
            if opening.left < each.centre < closing.right
            and opening.bottom - 3 < each.y + 0.25 * each.size < opening.top + 3
            and each not in pieces
            and each not in others
        ]
        if not inside:
            continue
        size = max(each.size for each in inside)
        rows = _rows(inside, size)
        if len(rows) > 1:
            middle = " \\\\ ".join(" & ".join(_cells(row, size)) for row in rows).join(
                (r"\begin{matrix}", r"\end{matrix}")
            )
        else:
            middle = inline(inside)
        y = (
            (opening.top + opening.bottom) / 2 - 0.25 * size
            if len(rows) > 1
            else max(inside, key=lambda each: each.size).y
        )
        whole = Atom(
            f"{opening.text}{middle}{closing.text}",
            opening.left,
            closing.right,
            y,
            size,
            is_math=True,
            top=opening.top,
            bottom=opening.bottom,
        )
        used = [*inside, *pieces, *others]
        atoms = [each for each in atoms if each not in used]
        atoms.append(whole)
        closings = [each for each in closings if each[0] is not closing]
    return atoms


def _stacked(brackets: list[Atom]) -> list[tuple[Atom, list[Atom]]]:
    """Return (bracket, pieces) for each bracket; pieces drawn one above the other are one bracket."""
    found: list[tuple[Atom, list[Atom]]] = []
    for each in sorted(brackets, key=lambda one: (round(one.left / 3), -one.top)):
        if (
            found
            and found[-1][0].text == each.text
            and abs(found[-1][0].left - each.left) < 2
            and found[-1][0].bottom - each.top < each.size
        ):
            whole, pieces = found[-1]
            bottom = min(whole.bottom, each.bottom)
            found[-1] = whole._replace(bottom=bottom), [*pieces, each]
        else:
            found.append((each, [each]))
    return found


def _rows(atoms: list[Atom], size: float) -> list[list[Atom]]:
    """Return the rows of a matrix, the upper first."""
    rows: list[list[Atom]] = []
    for each in sorted((one for one in atoms if one.size >= SMALL * size), key=lambda one: -one.y):
        if rows and abs(rows[-1][0].y - each.y) < 0.6 * size:
            rows[-1].append(each)
        else:
            rows.append([each])
    for each in atoms:
        if each.size < SMALL * size and rows:
            min(rows, key=lambda row: abs(row[0].y - each.y)).append(each)
    return rows


def _cells(row: list[Atom], size: float) -> list[str]:
    """Return the entries of a row of a matrix."""
    cells: list[list[Atom]] = []
    for each in sorted(row, key=lambda one: one.left):
        if cells and each.left - max(one.right for one in cells[-1]) < 0.6 * size:
            cells[-1].append(each)
        else:
            cells.append([each])
    return [inline(cell) for cell in cells]


def inline(atoms: Iterable[Atom]) -> str:
    """Return signs of a PDF page (atoms) as LaTeX on one line, with indices and exponents."""
    return "".join(text for text, _ in pieces_of(atoms))


def pieces_of(atoms: Iterable[Atom]) -> list[tuple[str, Atom]]:
    """Return the texts on one line, with the spaces before them and with indices and exponents as LaTeX."""
    row = sorted(atoms, key=lambda each: (each.left, -each.size))
    if not row:
        return []
    found: list[tuple[str, Atom]] = []
    base: Atom | None = None
    script, inside = "", ""
    last: Atom | None = None
    for each in row:
        sign = _script(each, base, last if script else None, script)
        if sign and base is not None:
            if sign == script:
                inside += (" " if last and each.left - last.right > 2 * SPACE * each.size else "") + each.text
            else:
                _add_script(found, script, inside)
                script, inside = sign, each.text
        else:
            _add_script(found, script, inside)
            script, inside = "", ""
            gap = each.left - last.right if last else 0.0
            space = " " if gap > gap_before(each.text, last.text if last else "") * each.size else ""
            space = "  " if gap > APART * each.size else space
            found.append((space + (named(each.text) if len(row) > 1 and not each.is_math else each.text), each))
            base = each
        last = each
    _add_script(found, script, inside)
    return found


def _script(atom: Atom, base: Atom | None, last: Atom | None, sign: str) -> str:
    """Return `^` if an atom is an exponent of `base`, `_` if it is an index; else empty.

    If it follows `last`, an atom of the script `sign`, it goes on with that script.
    """
    if base is None or atom.size >= SMALL * base.size:
        return ""
    if (
        last is not None
        and last.size < SMALL * base.size
        and abs(atom.y - last.y) < 0.25 * atom.size
        and atom.left - last.right < 0.7 * atom.size
    ):
        return sign
    if base.text in OPERATORS and base.left - atom.size < atom.centre < base.right + 3 * atom.size:
        return "^" if atom.y > base.y + 0.3 * base.size else "_"
    rise = atom.y - base.y
    if base.is_math and base.top:
        rise = rise if atom.y < base.bottom + 0.5 * base.size else max(rise, 0.3 * base.size)
    if not -0.6 * base.size < atom.left - base.right < 0.7 * base.size:
        return ""
    return "^" if rise > 0.12 * base.size else "_" if rise < -0.04 * base.size else ""


def _add_script(found: list[tuple[str, Atom]], script: str, inside: str) -> None:
    """Add an index or an exponent to the last text."""
    inside = inside.strip()
    if not script or not found or not inside:
        return
    text, atom = found[-1]
    if inside in {"st", "nd", "rd", "th"}:
        script_text = inside
    elif inside in {"◦", "∘"} and script == "^":
        script_text = "°"
    else:
        script_text = f"{script}{inside}" if len(inside) == 1 else f"{script}{{{inside}}}"
    found[-1] = text + script_text, atom
