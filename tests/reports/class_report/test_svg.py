"""Plots in a page: classes in place of colours, no style, ids of their own, and texts for those who cannot see them."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.grading.output.summary import Tally
from checker.reports.class_report import page
from checker.reports.class_report.model import QuestionRow, spread

ROWS = [
    QuestionRow("one <b>", "", 1, Tally(right=3, wrong=1), 0.75, 0.4, ()),
    QuestionRow("two", "", 1, Tally(right=1, wrong=2, blank=1), 0.25, 0.1, ()),
    QuestionRow("three", "", 1, Tally(right=2, to_review=2), 0.5, -0.2, ()),
]


def plots():
    yield page.distribution(spread([0.2, 0.25, 0.9]), "a-points", "Week 3 & 4")
    yield page.results(ROWS, "a-results", "Week 3 & 4")
    yield page.difficulty(ROWS, "a-difficulty", "Week 3 & 4")


def test_a_plot_obeys_the_policy_and_has_ids_of_its_own():
    seen = set()
    for plot in plots():
        root = ET.fromstring(plot)
        assert not re.search(r"style=|<style|<metadata|<script|url\(", plot)
        assert not re.search(r'(fill|stroke)="#', plot)
        ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
        assert len(ids) == len(set(ids))
        assert seen.isdisjoint(ids)
        seen.update(ids)
        used = {each.attrib["href"].removeprefix("#") for each in root.iter() if "href" in each.attrib}
        assert used <= set(ids)


def test_a_plot_says_in_words_what_it_shows():
    first, second, third = (ET.fromstring(each) for each in plots())
    title, text = first.find("title"), first.find("desc")
    assert title.text == "Distribution of points: Week 3 & 4"
    assert text.text == "3 students: 2 from 20 to 30% and 1 from 90 to 100% of the points."
    assert first.attrib["role"] == "img"
    assert first.attrib["aria-labelledby"] == f"{title.attrib['id']} {text.attrib['id']}"
    assert second.find("desc").text == (
        "one <b> 75% right, 25% wrong; two 25% right, 50% wrong; three 50% right, 0% wrong."
    )
    assert third.find("desc").text == "1 one <b> 75%, 0.40; 2 two 25%, 0.10; 3 three 50%, -0.20."


@pytest.mark.filterwarnings("error")
def test_a_mean_of_more_than_all_points_is_marked_at_the_end_of_the_plot():
    """A person may give more points than a question has."""
    plot = ET.fromstring(page.distribution(spread([3.0, 3.5]), "a-points", "Week 3"))
    assert plot.find("desc").text == "2 students: 2 from 90 to 100% of the points."
    assert "mean 325%" in ET.tostring(plot, encoding="unicode")


def test_the_colours_are_classes():
    _, results, _ = plots()
    assert {"fill-good", "fill-bad", "fill-none", "fill-wait"} <= set(re.findall(r"fill-\w+", results))
    assert "fill-part" not in results  # nobody has it


def test_the_same_plot_has_the_same_bytes():
    assert list(map(str, plots())) == list(map(str, plots()))


def test_two_questions_are_no_picture():
    assert page.difficulty(ROWS[:2], "a", "b") is None


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(-1, 1)), min_size=3, max_size=25))
def test_every_question_in_the_plot_has_its_number_once(places):
    points = [page.Point(number, "a-name", 100 * x, y) for number, (x, y) in enumerate(places, 1)]
    labels = page._labels(points, 0.05)  # noqa: SLF001 - a plot of each would take minutes
    shown = [int(number) for each in labels for number in re.findall(r"\d+", each.text)]
    assert sorted(shown) == list(range(1, len(points) + 1))
    assert all("a-name" not in each.text or each.y < page.WEAK for each in labels)


def test_points_in_one_place_share_a_label():
    rows = [QuestionRow(name, "", 1, Tally(right=1), 0.5, 0.4, ()) for name in ("one", "two", "three")]
    texts = [each.text for each in ET.fromstring(page.difficulty(rows, "a", "b")).iter("text")]
    assert {"1, 3", "2"} <= set(texts)


def test_the_total_of_a_row_counts_each_kind_of_answer():
    assert Tally(right=1, partial=2, wrong=4, blank=8, to_review=16).total == 31
