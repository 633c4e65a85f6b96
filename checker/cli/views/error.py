"""Error messages: a line for people on standard error, and a JSON object for scripts on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from checker.text.words import in_line

SCHEMA: Final = "checker.error/1"

CONTROLS: Final = dict.fromkeys(
    (
        *range(9),
        *range(11, 32),
        *range(127, 160),
        0x061C,
        *range(0x200E, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
        *range(0xD800, 0xE000),
    ),
    "\N{REPLACEMENT CHARACTER}",
)
"""Characters in names, files and answers that a terminal would obey, reorder or fail to show."""

FAULT: Final = (
    "checker itself failed ({error}). This is our fault, not yours; nothing was graded.\n"
    "Please report it where you got checker, with the command you ran. CHECKER_DEBUG=1 shows the details."
)


def error_record(code: str, message: str, **more: Any) -> dict[str, Any]:
    """Return an error as a mapping for JSON; `code` is `usage`, `problem`, `document` or `fault`."""
    return {"schema": SCHEMA, **more, "code": code, "message": message}


def fault(error: BaseException) -> str:
    """Return the message about a fault of checker.  The exception's own text is left out: it may hold the answer."""
    return FAULT.format(error=type(error).__name__)


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Return whether the command line asks for JSON, even if it could not be parsed."""
    joined = any(word in arguments for word in ("--format=json", "--jsonl"))
    return joined or any(pair == ("--format", "json") for pair in pairwise(arguments))


def tell(code: str, message: str, arguments: Sequence[str], hint: str = "") -> None:
    """Print an error for people, and as JSON if the command line asks for that.  Only people see the hint."""
    if asks_for_json(arguments):
        print(json.dumps(error_record(code, message)), flush=True)  # noqa: T201 - this is where output goes
    for word in arguments:
        message = message if word.isprintable() else message.replace(word, in_line(word))
    print(f"{message}{hint}".translate(CONTROLS), file=sys.stderr)  # noqa: T201
