"""Dates, times, zones and durations as authors write them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.totals import in_words
from checker.problems.dates import MomentError, read_duration, read_moment, read_zone
from tests.tables import rows

BERLIN = ZoneInfo("Europe/Berlin")


def moment(text, zone=UTC):
    found = read_moment(text, zone)
    assert found.tzinfo is UTC
    return found.replace(tzinfo=None).isoformat(" ")


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "moments"))
def test_moments(text, expected):
    assert moment(text) == expected


@pytest.mark.parametrize(("text", "expected"), rows(__file__, "moments_in_a_zone"))
def test_moments_in_a_zone(text, expected):
    assert moment(text, BERLIN) == expected


def test_a_day_whose_last_hour_comes_twice_ends_with_the_second():
    assert moment("2026-10-31", ZoneInfo("America/Havana")) == "2026-11-01 03:59:59.999999"
    assert moment("2026-04-04", ZoneInfo("America/Santiago")) == "2026-04-05 03:59:59.999999"


@pytest.mark.parametrize(("text", "message"), rows(__file__, "what_is_no_moment"))
def test_what_is_no_moment(text, message):
    with pytest.raises(MomentError) as error:
        read_moment(text, BERLIN)
    assert str(error.value) == message


@given(st.text() | st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}([+-][0-9]{4})?)?", fullmatch=True))
def test_any_text_is_a_moment_or_an_error(text):
    try:
        assert read_moment(text, BERLIN).utcoffset() == timedelta()
    except MomentError as error:
        assert str(error).startswith(("must ", "is empty"))  # noqa: PT017 - either may happen


FIRST, LAST = datetime(1970, 1, 2), datetime(2199, 12, 30)  # noqa: DTZ001 - bounds have no zone


@given(
    st.datetimes(FIRST, LAST, timezones=st.sampled_from([UTC, BERLIN])),
    st.sampled_from(["seconds", "minutes"]),
)
def test_a_moment_that_python_writes_is_read(time, precision):
    shown = time.isoformat(" ", precision)
    assert read_moment(shown, UTC) == datetime.fromisoformat(shown)


def test_zones():
    assert read_zone("UTC") is UTC
    assert read_zone("Europe/Berlin").key == "Europe/Berlin"
    assert read_zone("America/Argentina/Buenos_Aires").key == "America/Argentina/Buenos_Aires"
    assert read_zone("Etc/GMT+5").key == "Etc/GMT+5"


@pytest.mark.parametrize(("name", "message"), rows(__file__, "what_is_no_zone"))
def test_what_is_no_zone(name, message):
    with pytest.raises(MomentError) as error:
        read_zone(name)
    assert str(error.value) == message


@pytest.mark.parametrize(("text", "seconds"), rows(__file__, "durations"))
def test_durations(text, seconds):
    assert read_duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text", ["", " ", "15", "m", "-5m", "1.5h", "15 m", "15min", "30m1h", "1h1h", "9999999d", "١h"]
)
def test_what_is_no_duration(text):
    with pytest.raises(MomentError, match="must be a duration such as"):
        read_duration(text)


def test_durations_in_words():
    assert in_words(timedelta(days=3, hours=1, minutes=30)) == "3 days 1 hour 30 minutes"
    assert in_words(timedelta(0)) == "0 seconds"
    assert in_words(timedelta(seconds=59, microseconds=1)) == "1 minute"
