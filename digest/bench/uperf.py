# SPDX-License-Identifier: GPL-2.0-or-later
"""uperf: lines of transactions, the total, and the statistics of the run.

`Txn2 20.97GB / 30.23(s) = 5.96Gb/s 90968op/s`, `Total 20.97GB / 32.33(s) = 5.57Gb/s 85052op/s`, and below the tables of network
interfaces (`Nic opkts/s ipkts/s obits/s ibits/s`) and hosts (`Hostname Time Data Throughput Operations Errors`); `-a` adds `Txn Count avg
cpu max min`.  The total is the result; transactions are only where none is printed.  Source: print_progress and print_summary in uperf's
src/print.c
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Run
from digest.bench._fields import Field
from digest.bench._parts import Part, runs
from digest.bench._tokens import Words

NAME: Final = "uperf"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_T: Final = r"ns|us|ms|s"
_U: Final = r"[KMGT]?b/s"
_DATA: Final = rf"(?P<data>{_N})\s?(?P<ud>[KMGT]?B)?\s{{0,9}}/\s{{1,9}}(?P<time>{_N})\s?\(s\)\s+="
_RATES: Final = rf"\s+(?P<rate>{_N})(?P<u>{_U})?\s+(?P<ops>{_N})\s?op/s"
_FIELDS: Final = (
    Field("data", "transfer", "{ud}"),
    Field("time", "elapsed", "s"),
    Field("rate", "throughput", "{u}", "higher", primary=True),
    Field("ops", "ops", "ops/s", "higher"),
)
_PARTS: Final = (
    Part(
        re.compile(r"Starting\s+(?P<flows>\d{1,6})\s+(?:threads|processes)\s+running\s+profile:\s?\S{1,80}"),
        opens=True,
        params=(("flows", "flows"),),
    ),
    Part(re.compile(rf"(?<!\w)(?P<txn>Txn\d{{1,4}})\s+{_DATA}{_RATES}"), _FIELDS, many=True, key="txn"),
    Part(re.compile(rf"(?<!\w)Total\s+{_DATA}{_RATES}"), _FIELDS),
    Part(re.compile(r"Netstat\s+statistics\s+for\s+this\s+run\s+-{8,100}\s+Nic\s+opkts/s\s+ipkts/s\s+obits/s\s+ibits/s")),
    Part(
        re.compile(
            rf"(?<![\w.-])(?P<nic>[a-z][\w.-]{{1,14}})\s+(?P<out>{_N})\s+(?P<in>{_N})\s+(?P<obit>{_N})(?P<uo>{_U})\s+(?P<ibit>{_N})(?P<ui>{_U})"
        ),
        (
            Field("out", "pps_tx", "pps", "higher"),
            Field("in", "pps_rx", "pps", "higher"),
            Field("obit", "throughput_tx", "{uo}", "higher"),
            Field("ibit", "throughput_rx", "{ui}", "higher"),
        ),
        many=True,
        weak=True,
        key="nic",
    ),
    Part(re.compile(r"Run\s+Statistics\s+Hostname\s+Time\s+Data\s+Throughput\s+Operations\s+Errors")),
    Part(
        re.compile(
            rf"(?<![\w.-])(?P<host>[A-Za-z0-9][\w.:-]{{1,60}})\s+(?P<time>{_N})s\s+(?P<data>{_N})(?P<ud>[KMGT]?B)\s+(?P<rate>{_N})(?P<u>{_U})"
            rf"\s+(?P<ops>\d{{1,15}})\s+(?P<errors>{_N})(?![\w%])"
        ),
        (
            Field("time", "elapsed", "s"),
            Field("data", "transfer", "{ud}"),
            Field("rate", "throughput_host", "{u}", "higher"),
            Field("ops", "operations", "count"),
            Field("errors", "errors", "count", "lower"),
        ),
        many=True,
        weak=True,
        key="host",
    ),
    Part(re.compile(r"(?:Txn|Flowop|Strand|Group)\s+Count\s+avg\s+cpu\s+max\s+min(?:\s+-{8,200})?"), many=True),
    Part(
        re.compile(
            rf"(?<![\w.-])(?P<what>[A-Za-z][\w-]{{1,30}})\s+(?P<count>\d{{1,15}})\s+(?P<avg>{_N})(?P<ua>{_T})\s+(?P<cpu>{_N})(?P<uc>{_T})"
            rf"\s+(?P<max>{_N})(?P<ux>{_T})\s+(?P<min>{_N})(?P<un>{_T})(?!\w)"
        ),
        (
            Field("count", "operations", "count"),
            Field("avg", "latency", "{ua}", "lower"),
            Field("cpu", "cpu_time", "{uc}", "lower"),
            Field("max", "latency_max", "{ux}", "lower"),
            Field("min", "latency_min", "{un}", "lower"),
        ),
        many=True,
        weak=True,
        key="what",
    ),
    Part(re.compile(rf"Difference\(%\)(?:\s+-?{_N}%){{5}}")),
)


def sniff(words: Words) -> bool:
    """Tell whether results of uperf may stand here."""
    return "op/s" in words.gist or "Hostname" in words.gist


def parse(words: Words) -> Iterator[Run]:
    """Read each run."""
    for run in runs(NAME, "keyvalue", words.rest, _PARTS):
        total = any(figure.primary and not figure.key for figure in run.figures)
        for figure in run.figures:
            figure.primary = figure.primary and (not total or not figure.key)
        if not any(figure.primary for figure in run.figures):
            for figure in run.figures:
                figure.primary = figure.name == "throughput_host"
        yield run
