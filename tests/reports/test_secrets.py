"""A law over the wrong answers of `tests.cases`: below full feedback no page has what is expected."""

from tests.cases import secrets


def test_no_page_below_full_gives_the_right_answer_away():
    rows = [row for row in secrets.rows() if row.data.view == "page"][::5]
    assert len(rows) > 40
    assert {key for key, outcome in secrets.run(rows).items() if outcome != "silent"} == set()
