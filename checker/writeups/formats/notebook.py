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
from checker.writeups.formats._decode import Decoded, cleaned
from checker.writeups.formats._hidden import without_hidden
from checker.writeups.formats._notes import (
    FIRST_CHARACTERS,
    FIRST_LINES,
    MAX_CHARACTERS,
    MAX_LINES,
    NOT_ALL,
    few,
    with_limits,
)

SUFFIXES: Final = {".ipynb": ".ipynb"}

_MAX_OUTPUT: Final = 200
"""Maximum number of lines of output in a cell: training logs may have thousands."""

PLAIN: Final = ("text/plain", "text")
PICTURES: Final = ("image/png", "image/jpeg", "image/svg+xml", "image/gif")


def read(data: bytes, file: str, _suffix: str = "") -> Document:
    """Return the document in the bytes of a Jupyter notebook."""
    from checker.writeups.formats._markdown import read_blocks

    notes: list[str] = []
    blocks: list[Block] = []
    cut: list[int] = []
    raw: list[str] = []
    left = MAX_CHARACTERS
    cells = _cells(data)
    limits = [FIRST_LINES] if len(cells) > MAX_LINES else []
    for number, cell in enumerate(cells[:MAX_LINES], 1):
        sort, text, outputs = cell.get("cell_type"), _text(cell.get("source")), [*_outputs(cell)]
        left -= len(text) + sum(len(output) for _, output in outputs)
        if left < 0:
            limits = [FIRST_CHARACTERS]
            break
        if sort == "code":
            blocks += _code(text, outputs, number, cut)
        elif sort == "raw":
            raw += [f"Cell {number} is a raw cell, which is not read."] if re.search(r"\w", text) else []
        else:
            shown = without_hidden(Decoded(text), is_markdown=True)
            marked_up, more = read_blocks(shown.text, number)
            blocks += marked_up
            notes += [f"cell {number}: {note}" for note in (*shown.notes, *more)]
    if cut:
        notes.append(f"{few('cell', cut)}: only the first {_MAX_OUTPUT} lines of output were read")
        raw.insert(0, NOT_ALL.format(notes[-1]))
    document = Document(file, tuple(blocks), notes=tuple(notes), unread=tuple(raw))
    return with_limits(document, limits)


def _cells(data: bytes) -> list[dict[str, Any]]:
    try:
        notebook = json.loads(data)
    except json.JSONDecodeError as error:
        message = f"the notebook's JSON is broken at line {error.lineno}; export it again"
        raise DocumentUnreadable(message, error.lineno) from None
    except (RecursionError, ValueError):
        raise DocumentUnreadable("the notebook's JSON cannot be read; export it again") from None
    found = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(found, list):
        raise DocumentUnreadable("this is no notebook: it has no `cells`; export it again")
    return [cell for cell in found if isinstance(cell, dict)]


def _code(text: str, outputs: Iterable[tuple[str, str]], number: int, cut: list[int]) -> Iterator[Block]:
    """Yield the code of a cell and its outputs as blocks; lines of output are numbered after those of the code.

    The cell's number is added to `cut` if its output is too long.
    """
    from checker.writeups.formats._markdown import read_blocks

    written = text.split("\n")
    code = [Line(line.rstrip(), Place(n, number)) for n, line in enumerate(written, 1) if line.strip()]
    if code:
        yield Block("code", tuple(code))
    used = 0
    for sort, output in outputs:
        texts = output.splitlines()
        if sort == "markdown":
            texts = [line.text for block in read_blocks(output, 0)[0] for line in block.lines]
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
