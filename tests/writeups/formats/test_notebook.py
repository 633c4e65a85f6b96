"""Jupyter notebooks."""

import json

import pytest

from checker.writeups.document import DocumentUnreadable


@pytest.fixture
def notebook(read):
    """Read cells as a notebook."""
    return lambda *cells: read(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}), ".ipynb")


def shown(document):
    return [
        (block.kind, [(line.place.cell, line.place.line, line.text) for line in block.lines])
        for block in document.blocks
    ]


def code(source, *outputs):
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def test_cells(notebook):
    document = notebook(
        {"cell_type": "markdown", "source": ["## Q1\n", "\n", "so $x = 5$"]},
        code("x = 5\n\nprint(x)", {"output_type": "stream", "text": ["5\n", "\n", "6\n"]}),
        {"cell_type": "raw", "source": "the end"},
    )
    assert shown(document) == [
        ("heading", [(1, 1, "Q1")]),
        ("paragraph", [(1, 3, "so $x = 5$")]),
        ("code", [(2, 1, "x = 5"), (2, 3, "print(x)")]),
        ("output", [(2, 4, "5"), (2, 5, "6")]),
    ]
    assert document.unread == ("Cell 3 is a raw cell, which is not read.",)
    assert str(document.blocks[3].lines[0].place) == "cell 2, line 4"
    assert document.source == ("Q1", "so $x = 5$", "x = 5", "print(x)", "5", "6")


@pytest.mark.parametrize(
    ("output", "kinds"),
    [
        ({"output_type": "execute_result", "data": {"text/plain": "tensor([1, 2])", "text/html": "<b>1</b>"}}, [("output", "tensor([1, 2])")]),
        ({"output_type": "display_data", "data": {"text/latex": ["$\\displaystyle ", "5$"], "text/plain": "x"}}, [("output", "$\\displaystyle 5$")]),
        ({"output_type": "display_data", "data": {"text/markdown": "**total** = 5"}}, [("output", "total = 5")]),
        ({"output_type": "display_data", "data": {"image/png": "iVBOR", "text/plain": "<Figure>"}}, [("output", "<Figure>"), ("picture", "picture")]),
        ({"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": ["\x1b[31mlong"]}, []),
        ({"output_type": "stream", "text": "\x1b[31mred\x1b[0m"}, [("output", "red")]),
        ({"output_type": "pyout", "text": ["27648"]}, [("output", "27648")]),
        ({"output_type": "stream", "text": "\n   a  b\n0  1  2\n"}, [("output", "   a  b")]),
        ({"output_type": "stream", "text": " \n"}, []),
        ({"output_type": "stream"}, []),
        ("nonsense", []),
    ],
)  # fmt: skip
def test_outputs(notebook, output, kinds):
    *found, last = notebook(code("", output), code("7")).blocks
    assert [(block.kind, block.lines[0].text) for block in found] == kinds
    assert last.kind == "code"


def test_pictures_are_noted(notebook):
    output = {"output_type": "display_data", "data": {"image/png": "iVBOR"}}
    assert notebook(code("plot()", output)).notes == ("1 picture was not read",)


def test_long_outputs_are_cut(notebook):
    document = notebook(code("", {"output_type": "stream", "text": "5\n" * 1000}), code("7"))
    assert [len(block.lines) for block in document.blocks] == [200, 1]
    assert document.notes == ("cell 1: only the first 200 lines of output were read",)


def test_many_characters_are_cut_but_not_those_of_pictures(notebook):
    picture = {"output_type": "display_data", "data": {"image/png": "A1" * 2_000_000}}
    document = notebook(
        code("plot()", picture), *({"cell_type": "markdown", "source": "x" * 1_000} for _ in range(201))
    )
    assert document.notes == ("only the first 200,000 characters were read", "1 picture was not read")


@pytest.mark.parametrize("cells", [[{"cell_type": "markdown", "source": "x\n\n" * 30}] * 200, [code("x\n" * 6_000)]])
def test_many_lines_are_cut(notebook, cells):
    document = notebook(*cells)
    assert sum(len(block.lines) for block in document.blocks) == 5_000
    assert document.notes == ("only the first 5,000 lines were read",)
    (trouble,) = document.troubles
    assert "only the first 5,000 lines were read" in trouble.message


def test_output_does_not_use_up_the_lines(notebook):
    chatty = code("train()", {"output_type": "stream", "text": "loss 0.5\n" * 190})
    document = notebook(*(chatty for _ in range(60)), {"cell_type": "markdown", "source": "Q9: 5"})
    assert document.blocks[-1].lines[0].text == "Q9: 5"
    assert document.notes == document.troubles == ()


def test_pictures_and_the_lines_of_the_file_are_no_text(read):
    plots = [code("plot()", {"output_type": "display_data", "data": {"image/png": "4AAQ" * 800_000}}), code("7")]
    cells = [
        *plots,
        *(code(f"x{number}\n" * 40) for number in range(100)),
        {"cell_type": "markdown", "source": "Q9: 5"},
    ]
    document = read(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}, indent=1), ".ipynb")
    assert document.blocks[-1].lines[0].text == "Q9: 5"
    assert document.notes == ("1 picture was not read",)


@pytest.mark.parametrize(
    ("contents", "line", "message"),
    [
        ('{"cells": [\n{"cell_type": "code",\n]}', 3, "the notebook's JSON is broken at line 3; export it again"),
        ("{", 1, "the notebook's JSON is broken at line 1; export it again"),
        ("[" * 100_000, None, "the notebook's JSON cannot be read; export it again"),
        ("1" * 5000, None, "the notebook's JSON cannot be read; export it again"),
        ("[]", None, "this is no notebook: it has no `cells`; export it again"),
        ('{"cells": 5}', None, "this is no notebook: it has no `cells`; export it again"),
    ],
)
def test_broken(read, contents, line, message):
    with pytest.raises(DocumentUnreadable) as error:
        read(contents, ".ipynb")
    assert (error.value.message, error.value.line) == (message, line)


@pytest.mark.parametrize("sort", [{}, [], 2.0, None])
def test_values_that_jupyter_never_writes(notebook, sort):
    document = notebook(
        {"cell_type": "markdown", "source": "# Q1"},
        code("x", {"output_type": sort, "text": "1024"}),
        {"cell_type": sort, "source": "27648"},
    )
    assert shown(document) == [
        ("heading", [(1, 1, "Q1")]),
        ("code", [(2, 1, "x")]),
        ("output", [(2, 2, "1024")]),
        ("paragraph", [(3, 1, "27648")]),
    ]


def test_cells_beyond_the_limit_are_not_read(notebook):
    document = notebook(*[{"cell_type": "markdown", "source": "x"}] * 5_001)
    assert len(document.blocks) == 5_000
    assert document.notes == ("only the first 5,000 lines were read",)
