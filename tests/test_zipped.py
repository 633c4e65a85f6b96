"""The package as one zipped file: Python runs it from there, and nothing that it ships is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import checker
from checker.solvers.registry import topics

LAYER = "id: layer\ntype: linear_parameters\nprompt: How many, in kB? {conventions}\nparameters: {in_features: 3, out_features: 2}\n"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zipped")
    root = Path(checker.__file__).parent
    with ZipFile(folder / "checker.whl", "w") as wheel:
        for file in root.rglob("*"):
            if file.suffix != ".pyc" and file.is_file():
                wheel.write(file, Path("checker") / file.relative_to(root))
    environment = os.environ | {"PYTHONPATH": str(folder / "checker.whl")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)

    (folder / "problems").mkdir()
    (folder / "problems" / "layer.yaml").write_text(LAYER)
    (folder / "submissions").mkdir()
    (folder / "submissions" / "s1.yaml").write_text("answers: {layer: I think 8 parameters}")
    (folder / "submissions" / "all.csv").write_text("student,layer\ns2,7\n")
    return run


LISTED = """
import json
from checker.units.kinds import kind_of
from checker.units.reading import unit_of_author
from checker.units.confused import naive_factors
from checker.solvers.registry import topics
import checker
print(json.dumps([checker.__file__, topics(), kind_of(unit_of_author("km/h")), len(naive_factors("km/h")) > 0]))
"""


def test_all_that_is_shipped_is_found(run):
    done = run("-c", LISTED)
    assert done.stderr == ""
    file, found, kind, has_wrong_conversions = json.loads(done.stdout)
    assert "checker.whl" in file
    assert found == topics()
    assert len(found) > 40
    assert (kind, has_wrong_conversions) == ("a speed", True)


def test_a_folder_is_graded_by_several_processes(run):
    done = run("-m", "checker", "grade", "submissions", "--jobs", "2", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    (assignment,) = json.loads(done.stdout)["assignments"]
    assert [(each["student"], each["points"]) for each in assignment["students"]] == [("s1", 1), ("s2", 0)]
