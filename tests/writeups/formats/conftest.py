import pytest

from checker.writeups.formats import read_document


@pytest.fixture
def read(tmp_path):
    """Read a text, or bytes, as a file with this suffix."""

    def read_as(contents, suffix=".md"):
        path = tmp_path / f"work{suffix}"
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return read_document(str(path), f"s1/work{suffix}")

    return read_as


@pytest.fixture
def blocks(read):
    """Return the blocks of a text as `(kind, texts of its lines)`."""

    def blocks_of(contents, suffix=".md"):
        return [(block.kind, [line.text for line in block.lines]) for block in read(contents, suffix).blocks]

    return blocks_of


@pytest.fixture
def texts(read):
    """Return the texts of all lines."""

    def texts_of(contents, suffix=".md"):
        return [line.text for _, line in read(contents, suffix).lines]

    return texts_of
