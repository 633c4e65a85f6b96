"""Times as systems and people write them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.times import parse_time
from tests.tables import rows


@pytest.mark.parametrize(("text", "time"), rows(__file__, "usual_spellings"))
def test_usual_spellings(text, time):
    assert parse_time(text) == time


@pytest.mark.parametrize(
    "text",
    [
        *("", "yesterday", "2026-10-05", "15:12", "2026-02-30 10:00", "2026-10-05 24:01", "2026-10-05 13:00 PM"),
        *(
            "2026-10-05 0:30 PM",
            "14/13/2026 10:00",
            "2026-10-05 10:00 IST",
            "2026-10-05 10:00 +15:00",
            "5 Foo 2026 1:00",
        ),
        *(
            "2026-10-05 10:00 CEST+2",
            "2026-10-05 10:00 +01:60",
            "٢٠٢٦-10-05 10:00",
            "0000-01-01 10:00",
            "9" * 1_000_000,
        ),
        "2026-10/05 10:00",
    ],
)
def test_what_is_no_time(text):
    assert parse_time(text) is None


def test_the_day_may_come_first():
    assert parse_time("10/5/2026 1:00", is_day_first=True) == "2026-05-10T01:00:00"
    assert parse_time("5/13/2026 1:00", is_day_first=True) == "2026-05-13T01:00:00"


@given(
    st.datetimes(datetime(1000, 1, 1)),  # noqa: DTZ001 - the zone comes below
    st.none() | st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)
def test_what_python_writes_is_read_back(time, zone):
    written = time.replace(tzinfo=zone).isoformat()
    assert parse_time(written) is not None
    assert datetime.fromisoformat(parse_time(written)) == datetime.fromisoformat(written)


@given(st.text() | st.text("0123456789/:-. APMTZ+"))
def test_any_text_is_a_time_or_none(text):
    found = parse_time(text)
    assert found is None or datetime.fromisoformat(found)
