"""The charts of the report, and the numbers in them, against numbers worked out by hand and by numpy's functions."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.reports.class_report import QuestionRow, of_question, spread
from checker.reports.page import html_page

SHARE = st.sampled_from([0.0, 0.25, 0.5, 1.0, None])
COUNTS = dict.fromkeys(("right", "partial", "wrong", "blank", "to_review"), 0)
ROWS = (
    QuestionRow("one <b>", COUNTS | {"right": 3, "wrong": 1}, 0.75, 0.4),
    QuestionRow("two", COUNTS | {"right": 1, "wrong": 2, "blank": 1}, 0.25, 0.1),
    QuestionRow("three", COUNTS | {"right": 2, "to_review": 2}, 0.5, -0.2),
)


def charts(shares=(0.2, 0.25, 0.9, 0.9, 0.95), rows=ROWS):
    """Return the charts of a report: distribution and results."""
    one = {
        "anchor": "a", "title": "Week 3 & 4", "handed_in": 4, "absent": 0, "waiting": 0, "ungraded": 0, "strangers": 0, "spread": spread(shares),
        "tally": {"right": "Right", "wrong": "Wrong", "blank": "No answer", "to_review": "To review"}, "charted": rows,
        **dict.fromkeys(("questions", "working", "all_working", "clusters", "students")),
    }  # fmt: skip
    names = ("keys_that_differ", "suspicions", "beliefs", "waiting", "others", "changes")
    values = dict.fromkeys(names, ()) | {"title": "", "graded": "", "with_names": False, "assignments": [one]}
    page = html_page("report.html", "report.css", "report.js", fewest=10, more_waiting=0, **values)
    return [ET.fromstring(each) for each in re.findall(r'<svg class="plot.*?</svg>', page, re.DOTALL)]


def test_a_chart_obeys_the_policy_and_says_in_words_what_it_shows():
    found = charts()
    words = [(each.findtext("title"), each.findtext("desc")) for each in found]
    assert words == [
        (
            "Distribution of points: Week 3 & 4",
            "5 students: 2 from 20 to 30% of the points, 3 from 90 to 100% of the points, mean 64%.",
        ),
        (
            "Results of each question: Week 3 & 4",
            "one <b> 75% right, 25% wrong; two 25% right, 50% wrong; three 50% right, 0% wrong.",
        ),
    ]
    ids = [each.attrib["id"] for chart in found for each in chart.iter() if "id" in each.attrib]
    assert len(ids) == len(set(ids)) == 4
    for chart in found:
        assert chart.attrib["role"] == "img"
        assert chart.attrib["aria-labelledby"] == " ".join(each.attrib["id"] for each in chart[:2])
        assert not {"style", "fill", "stroke"} & {name for each in chart.iter() for name in each.attrib}


def test_bars_have_the_width_and_the_height_of_their_numbers():
    distribution, results = charts()
    bars = [(each.attrib["x"], each.attrib["height"]) for each in distribution.iter("rect")]
    assert bars == [("20.5%", "133.3"), ("90.5%", "200.0")]
    rows = [(each.attrib["class"], each.attrib["x"], each.attrib["width"]) for each in results.iter("rect")]
    assert rows == [
        ("right", "0.00%", "75.00%"), ("wrong", "75.00%", "25.00%"), ("right", "0.00%", "25.00%"),
        ("wrong", "25.00%", "50.00%"), ("blank", "75.00%", "25.00%"), ("right", "0.00%", "50.00%"),
        ("to_review", "50.00%", "50.00%"),
    ]  # fmt: skip


def test_a_mean_of_more_than_all_points_is_marked_at_the_end():
    """A person may give more points than a question has."""
    distribution = charts([3.0, 3.5] * 3)[0]
    assert [each.attrib["x"] for each in distribution.iter("text") if each.text in {"▼", "mean 325%"}] == [
        "100.00%"
    ] * 2


def test_too_few_students_are_no_picture():
    assert len(charts([0.5] * 4)) == 1


def difficulties(shares, number):
    return [of_question(place, shares, [1.0] * number)[0] for place in range(number)]


def discriminations(shares, weights):
    return [of_question(place, shares, weights)[1] for place in range(len(weights))]


def test_the_mean_share_leaves_out_what_waits():
    assert difficulties([[1.0, 0.5], [0.0, None], [None, None]], 2) == [0.5, 0.5]
    assert difficulties([[None]] * 2, 1) == [None]


def test_a_question_that_strong_students_get_right_discriminates():
    strong = [[1.0, 1.0, 0.0]] * 5 + [[0.0, 0.0, 1.0]] * 5
    first, _, last = discriminations(strong, [1.0, 2.0, 1.0])
    assert (first, last) == (pytest.approx(1.0), pytest.approx(-1.0))  # the others are worth 2 or 1
    shares = [[1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]] * 2
    rest = [3 * two + 5 * three for _, two, three in shares]  # the share of 8 points correlates in the same way
    own = [one for one, *_ in shares]
    assert discriminations(shares, [1.0, 3.0, 5.0])[0] == pytest.approx(np.corrcoef(own, rest)[0, 1])


def test_too_few_students_and_equal_ones_have_no_discrimination():
    shares = [[1.0, 0.0], [0.0, 1.0]] * 5
    assert None not in discriminations(shares, [1.0, 1.0])
    for few in (shares[:9], [[1.0, 1.0]] * 20, [], [[None, 1.0]] * 20):
        assert discriminations(few, [1.0, 1.0]) == [None, None]


@given(st.lists(st.tuples(SHARE, SHARE, SHARE), max_size=30))
def test_statistics_stay_in_their_bounds(rows):
    assert all(each is None or 0 <= each <= 1 for each in difficulties(rows, 3))
    assert all(each is None or -1.0001 <= each <= 1.0001 for each in discriminations(rows, [1, 2, 3]))


def test_the_tenths_of_the_distribution():
    found = spread([0.0, 0.05, 0.1, 0.3, 0.7, 0.999, 1.0, 1.2])
    assert (found.bins, found.number, found.median) == ((2, 1, 0, 1, 0, 0, 0, 1, 0, 3), 8, 0.5)
    assert found.mean == pytest.approx(4.349 / 8)
    assert spread([]) is None
    assert spread([0.5]).deviation == 0.0
