# SPDX-License-Identifier: GPL-2.0-or-later
"""Outputs of tools whose figures are none: longer than any float, none at all, of other scripts.  Nothing raises, nothing is made up."""

import itertools
import re
from pathlib import Path

import msgspec
import pytest

from digest import bench

FILES = sorted((Path(__file__).parents[1] / "data" / "bench").rglob("*.txt"))
ODD = {
    "30 digits": ("9" * 30, 3),
    "400 digits": ("9" * 400, 3), "5,000 digits": ("9" * 5000, 7), "Arabic": ("\u0661\u0662", 1), "superscript": ("\u00b2", 1),
    "exponent": ("1e999", 1), "none": ("", 1), "zero": ("0", 2),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_any_digits(name: str) -> None:
    """Every fixture with some of its figures replaced: read without an error, and words stand where it is said."""
    odd, step = ODD[name]
    for path in FILES:
        text = path.read_text(encoding="utf-8", errors="replace")
        count = itertools.count(len(text))
        spoilt = re.sub(r"\d+", lambda found, count=count: odd if next(count) % step == 0 else found[0], text)[: 1 << 14]
        lines = spoilt.split("\n")
        found = bench.read(spoilt)
        assert msgspec.msgpack.encode(found), path.name
        for block in found.blocks:
            for metric in block.metrics:
                assert lines[metric.line - 1][metric.column - 1 :].startswith(metric.original), path.name
