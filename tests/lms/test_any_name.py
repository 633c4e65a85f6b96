"""There and back with any names: each of them comes back with its points."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.cli.app import cli
from tests.lms.names import downloads as built
from tests.lms.people import HARD
from tests.lms.systems import SYSTEMS, Person, Work
from tests.lms.test_there_and_back import ZOE, answers, back, changed_columns, install, there

NAMES = st.one_of(
    st.sampled_from(HARD), built.NAMES, st.text(st.characters(codec="utf-8", exclude_characters="\0_"), max_size=10)
).map(lambda name: name.replace("/", "").replace("\\", ""))


@st.composite
def courses(draw):
    """Draw people with any names; the last one handed nothing in.

    A download of Canvas is known by two names at least, so Zoë is always there.
    """
    names = draw(st.lists(st.tuples(NAMES, NAMES), min_size=2, max_size=5))
    return [ZOE, *(Person(2000 + place, *name) for place, name in enumerate(names))]


@pytest.mark.parametrize("name", SYSTEMS)
def test_any_name_comes_back_with_its_points(tmp_path_factory, monkeypatch, capsys, name):
    system = SYSTEMS[name]

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(courses())
    def holds(people):
        folder = tmp_path_factory.mktemp("course")
        install(folder)
        monkeypatch.chdir(folder)

        def run(*arguments):
            code = cli.main(list(arguments), standalone_mode=False)
            printed = capsys.readouterr()
            return code, printed.out, printed.err

        works = [Work(person, answers(points)) for points, person in enumerate(people[:-1], 1)]
        before = system.gradebook(people)
        code, out = there(run, system.download(works), before)
        assert code == 0, out
        data, notes = back(run, system.format)
        expected = {person.number: points for points, person in enumerate(people[:-1], 1)}
        assert system.new_points(data, people) == expected
        assert changed_columns(before, data) == {system.column}
        assert len(notes) >= 1  # of who handed nothing in

    holds()
