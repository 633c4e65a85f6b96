"""Files that are described: a text, or a mapping with one of the keys of `MAKERS`, `link` or `repository`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import yaml

from tests.cases.table import HERE

REPOSITORY: Final = HERE.parent.parent
PROBLEMS: Final = HERE / "classes" / "problems.yaml"
"""Problem files that several classes use, by name."""


def write_files(files: Mapping[str, Any]) -> None:
    """Write files below the current folder."""
    for path, described in files.items():
        place = Path(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if "link" in described and isinstance(described, dict):
            place.symlink_to(described["link"])
        elif "repository" in described and (REPOSITORY / described["repository"]).is_dir():
            without = shutil.ignore_patterns(*described.get("without", ()))
            shutil.copytree(REPOSITORY / described["repository"], place, ignore=without)
        else:
            place.write_bytes(data_of(described))


def data_of(described: Any) -> bytes:
    """Return the content of a file."""
    if isinstance(described, str):
        return described.encode()
    (make,) = [make for key, make in MAKERS.items() if key in described]
    return make(described)


def _text(described: dict[str, Any]) -> bytes:
    text = described["text"] * described.get("times", 1)
    return text.replace("\n", described.get("line_end", "\n")).encode(described.get("encoding", "utf-8"))


def _zip(described: dict[str, Any]) -> bytes:
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for name, each in described["zip"].items():
            archive.writestr(name, data_of(each))
    return data.getvalue()


def _changed(described: dict[str, Any]) -> bytes:
    encoding = described.get("encoding", "utf-8")
    text = Path(described["of"]).read_bytes().decode(encoding)
    for old, new in described["replace"].items():
        if old not in text:
            raise ValueError(f"{described['of']} does not have {old!r}")
        text = text.replace(old, new)
    return text.encode(encoding)


MAKERS: Final[Mapping[str, Callable[[dict[str, Any]], bytes]]] = {
    "text": _text,
    "hex": lambda described: bytes.fromhex(described["hex"]),
    "zip": _zip,
    "problem": lambda described: data_of(read_yaml(PROBLEMS)[described["problem"]]),
    "of": _changed,
    "repository": lambda described: (REPOSITORY / described["repository"]).read_bytes(),
}
"""By key: `{text, times, encoding, line_end}`, `{hex}`, `{zip: files}`, `{problem: name}`, `{of: file, encoding,
replace: {old: new}}` and `{repository: path}`, which may be a folder: `{repository: path, without: [pattern]}`.
"""


@cache
def read_yaml(path: Path) -> Any:
    """Return the content of a YAML file; it must not be changed."""
    return yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
