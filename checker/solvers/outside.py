"""Question types from outside the package: the files of a folder, and those that installed packages name.

A file `NAME.yaml` or `NAME.py` is the question type NAME, in the form of those of the package.  YAML runs no code.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final, get_type_hints

from checker.document import DocumentError, read_bytes
from checker.document.findings import Finding, ProblemError
from checker.engine.recording import MenuError
from checker.solvers.formula_types import FormulaType, formula_type, own_files, read_type

FOLDER: Final = "types"
"""The folder of question types that is next to the folder of problems."""
GROUP: Final = "checker.types"
"""The entry points of packages with question types: `name = package.module` for module.yaml or module.py."""
_MOST_OPERATIONS: Final = 2_000_000
"""Maximum number of operations of a type in Python that one question needs."""

_SUFFIXES: Final = (".yaml", ".py")
_MOST_INCLUDED: Final = 20
_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")


class _Use:
    """The folder of question types that is in use, and whether it was asked for by name."""

    folder: Path | None = None
    is_asked = False


def use_types(folder: Path | None, *, is_asked: bool = True) -> None:
    """Take the question types of this folder from now on; with None those next to the problems that are loaded."""
    _Use.folder, _Use.is_asked = folder, is_asked and folder is not None


def folder_near(problems: Path) -> Path | None:
    """Return the folder of question types next to a folder of problems; None if there is none."""
    whole = problems if problems.name not in {"", ".."} else Path(os.path.abspath(problems))  # noqa: PTH100 - not those of links
    folder = whole.parent / FOLDER
    return folder if folder.is_dir() else None


def use_types_near(problems: Path) -> None:
    """Take the question types next to a folder of problems, unless others were asked for.

    Raise ProblemError for a file in the folder in use whose name is none of a type, or is taken.
    """
    if not _Use.is_asked:
        _Use.folder = folder_near(problems)
    _named(_in_folder())


def used() -> Path | None:
    """Return the folder of question types that is in use; None if there is none."""
    return _Use.folder


@cache
def own_topics() -> dict[str, str]:
    """Return the topic of each question type of the package, which is its folder.  Nothing is imported."""
    return {name: file.partition("/")[0] for name, file in own_files().items() if not name.startswith("_")}


def paths() -> Mapping[str, Path]:
    """Return the files of question types by name; those with an underscore are only included."""
    return _named([*_in_folder(), *_installed()])


def _named(files: Iterable[Path]) -> Mapping[str, Path]:
    """Return files by the names of their types.  Raise ProblemError for one that is no name, or is taken."""
    found: dict[str, Path] = {}
    for path in files:
        if not _NAME.fullmatch(path.stem):
            raise fault(path, "the name of a question type has lowercase letters, digits and _; rename the file")
        if path.stem in own_topics():
            raise fault(path, f"{path.stem} is a question type of checker; choose another name")
        if (other := found.setdefault(path.stem, path)) != path:
            raise fault(path, f"the question type {path.stem} is also in {other}; rename one of them")
    return found


def _in_folder() -> list[Path]:
    return [each for each in _files() if each.suffix in _SUFFIXES]


def _files() -> list[Path]:
    """Return the files in the folder of question types: no folders, pipes, dangling links or hidden files."""
    try:
        entries = [*_Use.folder.iterdir()] if _Use.folder else []
    except OSError as error:
        raise fault(_Use.folder or Path(), f"cannot be read: {error.strerror}") from None
    return sorted(each for each in entries if each.is_file() and not each.name.startswith("."))


@cache
def _installed() -> list[Path]:
    from importlib.metadata import entry_points  # here, because most problems have a type of the package

    found = []
    for each in entry_points(group=GROUP):
        package, _, module = each.value.rpartition(".")
        spec = find_spec(package) if package else None
        folders = spec.submodule_search_locations if spec else None
        files = [Path(folder, module + suffix) for folder in folders or () for suffix in _SUFFIXES]
        found += [*filter(Path.is_file, files)][:1]
    return found


def public() -> list[str]:
    """Return the names of types that problems may use."""
    return sorted(name for name in paths() if not name.startswith("_"))


def digest() -> str:
    """Return a hash of all files next to question types from outside, which may read them; empty without such types."""
    if not paths():
        return ""
    files = {*_files(), *paths().values()}
    contents = (os.fsencode(each.name) + b"\0" + _contents(each) for each in sorted(files))
    return sha256(b"\0".join(contents)).hexdigest()[:16]


def text_of(path: Path) -> str:
    """Return the text of a file of a question type.  Raise ProblemError."""
    try:
        return _contents(path).decode("utf-8")
    except UnicodeDecodeError:
        raise fault(path, "is not UTF-8; save it in this encoding") from None


def _contents(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except DocumentError as error:
        raise fault(path, str(error)) from None


def fault(path: Path, message: str, line: int = 1, column: int = 1) -> ProblemError:
    """Return the error for what is wrong in a file."""
    return ProblemError([Finding(os.fspath(path), line, column, "schema", message)])


def read_formulas(path: Path, within: tuple[str, ...] = ()) -> FormulaType:
    """Return the type in a YAML file; `within` are the types that include it.  Raise ProblemError."""

    def find(name: str) -> FormulaType:
        if name in inside:
            raise fault(path, f"{path.stem} includes itself: {', '.join((*inside[inside.index(name) :], name))}")
        if len(inside) == _MOST_INCLUDED:
            raise fault(path, f"{inside[0]} includes types that include others, more than {_MOST_INCLUDED} deep")
        other = paths().get(name)
        return read_formulas(other, inside) if other and other.suffix == ".yaml" else formula_type(name)

    inside = (*within, path.stem)
    found = read_type(path.stem, text_of(path), os.fspath(path), find)
    found.check()
    return found


def read_module(path: Path, needed: Collection[str]) -> ModuleType:
    """Return the module in a Python file.  Raise ProblemError if it cannot be imported or lacks what is `needed`.

    What it prints goes to stderr: stdout may be JSON.
    """
    module = ModuleType(f"checker_types_{path.stem}")
    module.__file__ = os.fspath(path)
    module.__dict__["print"] = lambda *values, **how: print(*values, **{"file": sys.stderr, **how})  # noqa: T201
    sys.modules[module.__name__] = module
    with guarded(path, what="cannot be imported"):
        exec(compile(_contents(path), path, "exec"), module.__dict__)  # noqa: S102 - no file is written, as by an import
    if missing := [name for name in needed if not hasattr(module, name)]:
        raise fault(path, f"a question type in Python needs {', '.join(missing)}")
    is_list = isinstance(module.examples, list | tuple) and all(isinstance(each, Mapping) for each in module.examples)
    if not module.examples or not is_list:
        raise fault(path, "`examples` must be a list of the parameters of questions: [{...}]")
    function = getattr(module, path.stem)
    with guarded(path, what=f"the parameters of {path.stem} cannot be read"):
        bare = sorted(signature(function).parameters.keys() - get_type_hints(function).keys())
    if bare:
        message = f"the parameter {bare[0]} has no type; write one, as in `{bare[0]}: int` or `{bare[0]}: list[float]`"
        raise fault(path, message, function.__code__.co_firstlineno)
    return module


class Endless(BaseException):  # no author's `except Exception` holds it
    """Raised where a loop has no end; `line` is where it was stopped."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@contextmanager
def guarded(path: Path, *passed: type[Exception], what: str = "") -> Iterator[None]:
    """Raise what fails in the file of a type as ProblemError, as also a loop without end, but not errors `passed`.

    Operations are counted, because a time would differ from machine to machine.
    """
    left, name = _MOST_OPERATIONS, os.fspath(path)

    def trace(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        nonlocal left
        if frame.f_code.co_filename != name:
            return None
        frame.f_trace_lines, frame.f_trace_opcodes = False, True  # `while True: pass` is one line
        left -= event == "opcode"
        if left < 0:
            raise Endless(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace if path.suffix == ".py" else before)
    try:
        yield
    except (ProblemError, MenuError, *passed):  # type: ignore[misc]
        raise
    except Endless as error:
        message = f"one question needs more than {_MOST_OPERATIONS:,} operations; end it, or use a formula"
        raise fault(path, f"a loop has no end: {message}", error.line) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - of an author
        message = f"{what or f'{path.stem} fails'}: {type(error).__name__}: {error}; correct it"
        raise fault(path, message, _line_of(error, path)) from None
    finally:
        sys.settrace(before)


def _line_of(error: BaseException, path: Path) -> int:
    """Return the line of a file in which an error occurred; the first one if it was elsewhere."""
    from traceback import extract_tb

    if isinstance(error, SyntaxError) and error.filename == os.fspath(path):
        return error.lineno or 1
    lines = [each.lineno for each in extract_tb(error.__traceback__) if each.filename == os.fspath(path)]
    return (lines and lines[-1]) or 1
