"""Every sentence that users read: messages in the code, and what question types say of mistakes.

python -m tests.sentences          prints them, each with its place
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PRODUCT = Path(__file__).parent.parent / "checker"
IS_PROSE = re.compile(r"[A-Za-z]{2,}[,;:.]? [A-Za-z`{(]")
IS_CODE = re.compile(r"\\[bdsSwW.(]|\(\?|\[\^|\^\(")  # a regular expression


def _docstrings(nodes: list[ast.AST]) -> set[int]:
    """Return the identities of the constants that are docstrings, of attributes too."""
    bodies = (getattr(node, "body", []) for node in nodes)
    statements = (each for body in bodies if isinstance(body, list) for each in body)
    return {id(each.value) for each in statements if isinstance(each, ast.Expr)}


def _text(node: ast.JoinedStr | ast.Constant) -> str:
    """Return the text of a string; what is filled in is shown as {…}."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{…}" for part in node.values)


def of_file(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence in a module."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    skipped = _docstrings(nodes)
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
    for node in nodes:
        is_text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        if is_text and id(node) not in skipped:
            text = _text(node)
            if IS_PROSE.search(text) and not IS_CODE.search(text):
                yield node.lineno, text


def sentences() -> Iterator[tuple[str, str]]:
    """Yield place and text of each sentence in the product."""
    for path in sorted(PRODUCT.rglob("*.py")):
        for line, text in of_file(path):
            yield f"{path.relative_to(PRODUCT.parent).as_posix()}:{line}", text


if __name__ == "__main__":
    sys.stdout.writelines(f"{place}\t{' '.join(text.split())}\n" for place, text in sentences())
