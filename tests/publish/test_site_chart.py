# SPDX-License-Identifier: GPL-2.0-or-later
"""The chart: zero in the middle, doubling as far out as halving, labels apart."""

import itertools
import math

import pytest
from lxml import etree

from digest.publish import _chart


@pytest.mark.parametrize("reach", [0.1, 5, 30, 59, 61, 300, 5000, 1e9])
def test_zero_is_the_middle_and_order_is_kept(reach: float) -> None:
    """Greater changes lie further right, and zero never moves."""
    scale = _chart.axis([_chart.Mark(reach)])
    places = [scale.x(percent) for percent in (-90, -50, -10, 0, 10, 50, 100)]

    assert scale.x(0) == 124
    assert places == sorted(places)


@pytest.mark.parametrize("changes", [(100, -50), (25, -20), (900, -90)])
def test_doubling_and_halving_lie_equally_far(changes: tuple[float, float]) -> None:
    """The axis is even in after/before."""
    scale = _chart.axis([_chart.Mark(change) for change in changes])

    assert math.isclose(scale.x(changes[0]) - 124, 124 - scale.x(changes[1]), abs_tol=0.11)


@pytest.mark.parametrize("width", [248, 420])
@pytest.mark.parametrize("reach", [0.1, 1, 3, 8, 20, 45, 70, 150, 900, 1e5])
def test_labels_never_touch(reach: float, width: int) -> None:
    """Neighbouring ticks are 34 pixels apart at least, within the drawing."""
    places = [x for x, _, _ in _chart.ticks(_chart.axis([_chart.Mark(reach)], width))]

    assert all(after - before >= 34 for before, after in itertools.pairwise(places))
    assert all(0 < x < width for x in places)
    assert len(places) >= 3


@pytest.mark.parametrize(
    "mark",
    [
        _chart.Mark(12.4, 3.0, 25.0, False, "better"),
        _chart.Mark(-100.0, None, None, None, "worse"),
        _chart.Mark(float("inf"), None, None, None, "worse"),
        _chart.Mark(5.0, 300.0, 5.0, True, "no-clear-difference"),
        _chart.Mark(None),
    ],
)
def test_drawings_are_well_formed_and_inside(mark: _chart.Mark) -> None:
    """Geometry and classes only; every x lies within reach of the drawing."""
    head, plots, _ = _chart.drawn([mark])
    for drawing in (head, *plots):
        if not drawing:
            continue
        tree = etree.fromstring(str(drawing))

        assert {element.tag for element in tree.iter()} <= {"svg", "line", "text", "path", "circle", "rect"}
        assert all(-20 <= float(element.get("cx", 0)) <= 268 for element in tree.iter())


def test_verdict_decides_the_shape() -> None:
    """Circle better, square worse, hollow circle no clear difference, small dot not judged."""
    shapes = [
        str(_chart.row(_chart.Mark(1.0, verdict=verdict), _chart.axis([])))
        for verdict in ("better", "worse", "no-clear-difference", "unknown")
    ]

    assert ['class="up"' in shapes[0], 'class="down"' in shapes[1], 'class="flat"' in shapes[2], 'class="dot"' in shapes[3]] == [True] * 4
