"""Question type on moving averages."""

from typing import Annotated

from checker.engine.bounds import MinLen
from checker.engine.errors import ParameterError
from checker.engine.trace import choose, convention, reading, step, wrong
from checker.engine.weights import COMMON


def moving_average(values: Annotated[list[float], MinLen(2)], width: int) -> tuple[float, ...]:
    """Averages of a series over a window that moves along it.

    Formula: the mean of `width` values that follow each other, for each place of the window.
    Sizes: `values` is the series, `width` the number of values in the window.
    Answer: a vector.
    Source: any book on time series.

    >>> moving_average(values=[1, 2, 6, 4], width=2)
    (1.5, 4.0, 5.0)
    """
    if not 1 <= width <= len(values):
        raise ParameterError("width", f"must be from 1 to {len(values)}")
    stride = convention(
        "stride",
        one=reading(1, "moves the window by one value"),
        window=reading(width, "moves the window by its whole width"),
    )
    sums = step("sums", tuple(sum(values[at : at + width]) for at in range(0, len(values) - width + 1, stride)))
    sums = choose(
        "ends",
        sums,
        cut=wrong(sums[1:], "You left out the first window."),
        first=wrong(sums[:1], "You took one window only. Move it along the series."),
    )
    divisor = choose(
        "divisor",
        width,
        count=wrong(len(values), "You divided by the number of all values. Divide by the width of the window.", COMMON),
        less_one=wrong(max(width - 1, 1), "You divided by the width less one, as for a sample variance."),
    )
    return step("total", tuple(each / divisor for each in sums))


examples = [{"values": [1, 2, 6, 4, 3], "width": 2}, {"values": [3, 9, 6, 12, 5, 7, 2], "width": 3}]
