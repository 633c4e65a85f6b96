"""Reads Jupyter notebooks: Markdown cells, code, and the outputs that were saved with it; nothing is run.

Raw cells are not read. Of a cell's output only the first 200 lines are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from checker.writeups.document import Block, BlockKind, Document, DocumentUnreadable, Line, Place
from checker.writeups.formats._decode import Decoded, cleaned, decoded
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._notes import NOT_ALL, cut_off, few, first_lines, pictures_note

SUFFIXES: Final = {".ipynb": ".ipynb"}

_MAX_CELLS: Final = 2000
_MAX_OUTPUT: Final = 200
"""Maximum number of lines of output in a cell: training logs may have thousands."""

PLAIN: Final = ("text/plain", "text")
PICTURES: Final = ("image/png", "image/jpeg", "image/svg+xml", "image/gif")


def read(data: bytes, file: str, _suffix: str = "") -> Document:
    """Return the document in the bytes of a Jupyter notebook."""
    source = decoded(data)
    cells = _cells(_json(source.text))
    notes, limits = [*source.notes], [*source.cut]
    if len(cells) > _MAX_CELLS:
        limits.append(f"only the first {_MAX_CELLS:,} of {len(cells):,} cells were read")
        notes += limits[-1:]
    blocks: list[Block] = []
    cut: list[int] = []
    hidden: list[str] = []
    for number, cell in enumerate(cells[:_MAX_CELLS], 1):
        text = _text(cell.get("source", ""))
        if cell.get("cell_type") == "code":
            blocks += _code(cell, text, number, cut)
        elif cell.get("cell_type") == "raw":
            hidden += [f"Cell {number} is a raw cell, which is not read."] if re.search(r"\w", text) else []
        else:
            shown = without_hidden(Decoded(text), is_markdown=True)
            found, more = _markdown(shown.text, number)
            blocks += found
            notes += [f"cell {number}: {note}" for note in (*shown.notes, *more)]
    blocks, too_many = first_lines(blocks)
    limits += too_many
    notes += too_many
    troubles, unread = cut_off(limits)
    if cut:
        notes.append(f"{few('cell', cut)}: only the first {_MAX_OUTPUT} lines of output were read")
        unread += (NOT_ALL.format(notes[-1]),)
    unread += tuple(hidden)
    lines = tuple(line.text for block in blocks for line in block.lines)
    return Document(file, tuple(blocks), None, lines, (*notes, *pictures_note(blocks)), troubles, unread)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        message = f"the notebook's JSON is broken at line {error.lineno}; export it again"
        raise DocumentUnreadable(message, error.lineno) from None
    except (RecursionError, ValueError):
        raise DocumentUnreadable("the notebook's JSON cannot be read; export it again") from None


def _cells(notebook: Any) -> list[dict[str, Any]]:
    found = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(found, list):
        raise DocumentUnreadable("this is no notebook: it has no `cells`; export it again")
    return [cell for cell in found if isinstance(cell, dict)]


def _markdown(text: str, number: int) -> tuple[list[Block], list[str]]:
    """Return the blocks of a Markdown cell, and notes on what was not read, but for its pictures."""
    from checker.writeups.formats._markdown_blocks import read_blocks

    blocks, notes = read_blocks(text, number)
    return list(blocks), [note for note in notes if "picture" not in note]


def _code(cell: dict[str, Any], text: str, number: int, cut: list[int]) -> Iterator[Block]:
    """Yield the code of a cell and its outputs as blocks; lines of output are numbered after those of the code.

    The cell's number is added to `cut` if its output is too long.
    """
    written = text.split("\n")
    code = [Line(line.rstrip(), Place(n, number)) for n, line in enumerate(written, 1) if line.strip()]
    if code:
        yield Block("code", tuple(code))
    outputs = cell.get("outputs")
    used = 0
    for output in outputs if isinstance(outputs, list) else ():
        for kind, texts in _output(output) if isinstance(output, dict) else ():
            shown = texts[: _MAX_OUTPUT - used]
            lines = [Line(line, Place(len(written) + used + n, number)) for n, line in enumerate(shown, 1)]
            used += len(shown)
            if lines:
                yield Block(kind, tuple(lines))
            if len(shown) < len(texts):
                cut.append(number)
                return


def _output(output: dict[str, Any]) -> Iterator[tuple[BlockKind, list[str]]]:
    """Yield (kind of block, lines) for the text of an output, and for its picture; nothing for an error."""
    data: Any = output.get("data")
    data = data if isinstance(data, dict) else output
    if output.get("output_type") == "error":
        return
    if marked_up := next((_text(data[key]) for key in ("text/markdown", "text/latex") if key in data), ""):
        blocks, _ = _markdown(marked_up, 0)
        yield "output", [line.text for block in blocks for line in block.lines]
    elif plain := next((_text(data[key]) for key in PLAIN if key in data), ""):
        yield "output", [line.rstrip() for line in plain.split("\n") if line.strip()]
    if any(key in data for key in PICTURES):
        yield "picture", ["picture"]


def _text(source: Any) -> str:
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return cleaned(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", source)) if isinstance(source, str) else ""
