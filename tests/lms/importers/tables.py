"""CSV as the standard library reads and writes it: independent of the product's tables."""

from __future__ import annotations

import csv
from io import StringIO


def written(rows, *, delimiter=",", line_end="\r\n", quoting=csv.QUOTE_MINIMAL, encoding="utf-8"):
    lines = []
    for row in rows:
        file = StringIO()
        csv.writer(file, delimiter=delimiter, quoting=quoting).writerow(
            row
        )  # with other line ends it leaves `\r` unquoted
        lines.append(file.getvalue().removesuffix("\r\n") + line_end)
    return "".join(lines).encode(encoding)


def read(text, delimiter=","):
    return list(csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True))
