"""Reads Jupyter notebooks: Markdown cells, code, and the outputs that were saved with it; nothing is run.

Raw cells are not read. Of a cell's output only the first 200 lines are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from checker.writeups.document import Block, Document, DocumentUnreadable, Line, Place
from checker.writeups.formats._decode import Decoded, cleaned, readable_length
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
    found = _cells(_json(data))
    limits = [f"only the first {_MAX_CELLS:,} of {len(found):,} cells were read"] if len(found) > _MAX_CELLS else []
    notes = [*limits]
    cells = [(each.get("cell_type"), _text(each.get("source")), [*_outputs(each)]) for each in found[:_MAX_CELLS]]
    whole = "\n".join("\n".join((text, *(output for _, output in outputs))) for _, text, outputs in cells)
    if readable_length(whole) < len(whole):
        raise DocumentUnreadable("the text of this notebook is too long; hand in a shorter one")
    blocks: list[Block] = []
    cut: list[int] = []
    hidden: list[str] = []
    for number, (sort, text, outputs) in enumerate(cells, 1):
        if sort == "code":
            blocks += _code(text, outputs, number, cut)
        elif sort == "raw":
            hidden += [f"Cell {number} is a raw cell, which is not read."] if re.search(r"\w", text) else []
        else:
            shown = without_hidden(Decoded(text), is_markdown=True)
            marked_up, more = _markdown(shown.text, number)
            blocks += marked_up
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


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
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


def _code(text: str, outputs: Iterable[tuple[str, str]], number: int, cut: list[int]) -> Iterator[Block]:
    """Yield the code of a cell and its outputs as blocks; lines of output are numbered after those of the code.

    The cell's number is added to `cut` if its output is too long.
    """
    written = text.split("\n")
    code = [Line(line.rstrip(), Place(n, number)) for n, line in enumerate(written, 1) if line.strip()]
    if code:
        yield Block("code", tuple(code))
    used = 0
    for sort, output in outputs:
        texts = output.splitlines()
        if sort == "markdown":
            texts = [line.text for block in _markdown(output, 0)[0] for line in block.lines]
        shown = texts[: _MAX_OUTPUT - used]
        lines = [Line(line, Place(len(written) + used + n, number)) for n, line in enumerate(shown, 1)]
        used += len(shown)
        if lines:
            yield Block("picture" if sort == "picture" else "output", tuple(lines))
        if len(shown) < len(texts):
            cut.append(number)
            return


def _outputs(cell: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the sort (`markdown`, `plain` or `picture`) and the text of each output; of plain ones the first lines."""
    outputs = cell.get("outputs") if cell.get("cell_type") == "code" else ()
    for output in outputs if isinstance(outputs, list) else ():
        if not isinstance(output, dict) or output.get("output_type") == "error":
            continue
        data = output["data"] if isinstance(output.get("data"), dict) else output
        if marked_up := next((_text(data[key]) for key in ("text/markdown", "text/latex") if key in data), ""):
            yield "markdown", marked_up
        elif plain := next((_text(data[key]) for key in PLAIN if key in data), ""):
            written = (line.rstrip() for line in plain.split("\n") if line.strip())
            yield "plain", "\n".join(islice(written, _MAX_OUTPUT + 1))
        if any(key in data for key in PICTURES):
            yield "picture", "picture"


def _text(source: Any) -> str:
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return cleaned(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", source)) if isinstance(source, str) else ""
