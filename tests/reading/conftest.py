"""Problems with a given key."""

import json

import pytest

from checker import load_problem


@pytest.fixture
def problem(tmp_path):
    """Return a function that makes a problem with a given key."""

    def make(value, unit=None, **settings):
        parameters = {"value": value, "unit": unit} if unit else {"value": value}
        if settings.get("type") == "choice":
            parameters = {"options": ["post-norm", "pre-norm"], "correct": value}
        file = tmp_path / "p.yaml"
        head = {"id": "p", "title": "T", "type": "numeric", "prompt": "How much?"}
        file.write_text(json.dumps(head | {"parameters": parameters} | settings))
        return load_problem(file)

    return make
