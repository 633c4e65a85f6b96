"""What late work earns."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.totals import LateCredit, late_credit
from checker.problems import Dates, LateStep
from tests.tables import rows

BERLIN = ZoneInfo("Europe/Berlin")
DUE = datetime(2026, 10, 5, 21, 59, tzinfo=UTC)
STEPS = (LateStep(timedelta(days=1), 0.9), LateStep(timedelta(days=3), 0.5))
DATES = Dates(DUE, timedelta(minutes=15), STEPS, BERLIN, {"slow": DUE + timedelta(days=2)})
ON_TIME = LateCredit(1.0, "")


@pytest.mark.parametrize(("time", "credit", "reason"), rows(__file__, "a_time_decides_whatever_the_flag_says"))
@pytest.mark.parametrize("is_late", [False, True])
def test_a_time_decides_whatever_the_flag_says(time, credit, reason, is_late):
    assert late_credit(DATES, "s1", time, is_late=is_late) == (credit, reason)


def test_an_extension_replaces_the_due_date():
    assert late_credit(DATES, "slow", "2026-10-07 23:59") == ON_TIME
    assert late_credit(DATES, "slow", "2026-10-08 00:14") == (1.0, "within the grace of 15 minutes")
    assert late_credit(DATES, "slow", "2026-10-08 23:59") == (0.9, "1 day late: 90% of the points")
    assert late_credit(DATES, "Slow", "2026-10-07 23:59") == (0.5, "2 days late: 50% of the points")
    assert late_credit(Dates(extensions={"slow": DUE}, late=STEPS), "slow", "2026-10-06") == (
        0.9,
        "2 hours 1 minute late: 90% of the points",
    )


def test_a_flag_without_a_time():
    first = "handed in late, time unknown: the first step counts, 90% of the points"
    assert late_credit(DATES, "s1", "", is_late=True) == (0.9, first)
    assert late_credit(DATES, "slow", " ", is_late=True) == (
        0.9,
        first + "; whether the extension was kept is not known",
    )
    assert late_credit(DATES, "s1", "", is_late=False) == late_credit(DATES, "s1", "") == ON_TIME


@pytest.mark.parametrize("is_late", [False, True])
def test_a_time_before_the_calendar_is_not_known(is_late):
    unknown = late_credit(DATES, "s1", "", is_late=is_late)
    assert late_credit(DATES, "s1", "0001-01-01T00:00+14:00", is_late=is_late) == unknown


def test_without_steps_nothing_is_taken_off():
    dates = Dates(DUE, timezone=BERLIN)
    assert late_credit(dates, "s1", "2026-12-24") == (1.0, "79 days 1 hour 1 minute late: nothing is taken off")
    assert late_credit(dates, "s1", "", is_late=True) == (1.0, "handed in late, time unknown: nothing is taken off")


def test_without_a_due_date_no_time_is_late_but_a_flag_is_reported():
    flagged = (1.0, "handed in late: nothing is taken off")
    for time in ("2026-12-24", "", "rubbish"):
        assert late_credit(Dates(), "s1", time) == ON_TIME
        assert late_credit(Dates(), "s1", time, is_late=True) == flagged
    assert late_credit(Dates(extensions={"slow": DUE}), "s1", "", is_late=True) == flagged


@pytest.mark.parametrize(
    ("due", "time", "late"),
    [
        (datetime(2026, 10, 24, 23, tzinfo=UTC), "2026-10-25 01:59", "59 minutes"),
        (datetime(2026, 10, 24, 23, tzinfo=UTC), "2026-10-25 02:30", "1 hour 30 minutes"),  # shown twice: the first
        (datetime(2026, 10, 24, 23, tzinfo=UTC), "2026-10-25 02:30:00+01:00", "2 hours 30 minutes"),
        (datetime(2026, 10, 24, 23, tzinfo=UTC), "2026-10-25 03:00", "3 hours"),
        (datetime(2026, 3, 28, 23, tzinfo=UTC), "2026-03-29 01:59", "1 hour 59 minutes"),
        (
            datetime(2026, 3, 28, 23, tzinfo=UTC),
            "2026-03-29 02:30",
            "1 hour 30 minutes",
        ),  # never shown: the earlier reading
        (datetime(2026, 3, 28, 23, tzinfo=UTC), "2026-03-29 03:00", "2 hours"),
    ],
)
def test_clocks_that_are_put_back_or_forward(due, time, late):
    dates = Dates(due, late=STEPS, timezone=BERLIN)
    assert late_credit(dates, "s1", time) == (0.9, f"{late} late: 90% of the points")


def test_a_day_is_24_hours_also_when_clocks_change():
    dates = Dates(datetime(2026, 10, 24, 21, 59, tzinfo=UTC), late=STEPS, timezone=BERLIN)
    assert late_credit(dates, "s1", "2026-10-25 22:59").credit == 0.9
    assert late_credit(dates, "s1", "2026-10-25 23:00").credit == 0.5


def schedules():
    def dates(grace, steps):
        within, shares = zip(*steps, strict=True) if steps else ((), ())
        pairs = zip(sorted(set(within)), sorted(shares, reverse=True), strict=False)
        return Dates(DUE, timedelta(minutes=grace), tuple(LateStep(timedelta(minutes=m), c) for m, c in pairs), BERLIN)

    return st.builds(dates, st.integers(0, 100), st.lists(st.tuples(st.integers(1, 9000), st.floats(0, 1)), max_size=4))


@given(schedules(), st.lists(st.integers(-10_000, 20_000), min_size=2, max_size=2))
def test_later_work_never_earns_more(dates, minutes):
    earlier, later = (late_credit(dates, "s", (DUE + timedelta(minutes=each)).isoformat()) for each in sorted(minutes))
    assert earlier.credit >= later.credit
    assert 0 <= later.credit <= 1


@given(schedules(), st.timedeltas(timedelta(days=-30), timedelta(days=30)))
def test_the_zone_in_which_a_time_is_written_makes_no_difference(dates, late):
    time = DUE + late
    assert late_credit(dates, "s", time.isoformat()) == late_credit(dates, "s", time.astimezone(BERLIN).isoformat())


@given(schedules(), st.timedeltas(timedelta(days=-30), timedelta(days=30)), st.booleans())
def test_a_reason_is_given_exactly_where_work_is_late(dates, late, is_late):
    credit, reason = late_credit(dates, "s", (DUE + late).isoformat(), is_late=is_late)
    assert (reason == "") == (late <= timedelta())
    assert credit == 1 or late > dates.grace
