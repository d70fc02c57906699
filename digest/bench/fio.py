# SPDX-License-Identifier: GPL-2.0-or-later
"""fio: the report of each job, `read: IOPS=123k, BW=480MiB/s (503MB/s)(28.1GiB/60001msec)`, its latencies, and the group's sum.

fio 2 wrote `read : io=30000MB, bw=512000KB/s, iops=128000, runt= 60001msec` and `READ: io=, aggrb=, minb=, maxb=, mint=, maxt=`.
slat, clat and lat name their unit (`lat (usec): min=, max=, avg=, stdev=`), percentiles stand under theirs.  Histograms, depths and
disk statistics are passed over.  IOPS, bandwidth and the average of `lat` are the results.  Source: show_ddir_status in stat.c of fio.
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._fields import Field
from digest.bench._parts import Part, percentile, runs, unit_of
from digest.bench._tokens import Words, number

NAME: Final = "fio"

_N: Final = r"\d{1,12}(?:\.\d{1,6})?"
_B: Final = r"[KMGT]?i?B"
_RW: Final = r"read|write|trim|sync"
_SPREAD: Final = rf"\s{{0,12}}:?\s+min=\s{{0,9}}(?P<min>{_N})(?P<kmin>[kKMG]?),\s{{0,9}}max=\s{{0,9}}(?P<max>{_N})(?P<kmax>[kKMG]?),"
_AVG: Final = rf"\s{{0,16}}avg=\s{{0,9}}(?P<avg>{_N}),\s{{0,9}}stdev=\s{{0,9}}(?P<dev>{_N})"


def _latency(label: str, name: str, *, primary: bool = False) -> Part:
    fields = (
        Field("min", f"{name}_min", "{u}", "lower"),
        Field("max", f"{name}_max", "{u}", "lower"),
        Field("avg", name, "{u}", "lower", primary),
        Field("dev", f"{name}_stdev", "{u}", "lower"),
    )
    return Part(re.compile(rf"(?<!\w){label}\s+\((?P<u>[num]?sec)\){_SPREAD}{_AVG}"), fields)


_PARTS: Final = (
    Part(
        re.compile(
            r"(?<!\S)\S{1,60}:\s+\(groupid=\d{1,6},\s+jobs=\d{1,6}\):\s+err=\s{0,3}\d{1,4}:(?:\s+pid=\d{1,9}(?::\s+[A-Z][a-z]{2}\s+[A-Z][a-z]{2}\s+\d{1,2}\s+[\d:]{8}\s+\d{4})?)?"
        ),
        opens=True,
    ),
    Part(
        re.compile(
            rf"(?<!\w)(?P<dir>{_RW})\s?:\s+IOPS=(?P<iops>{_N})(?P<k>[kMG]?),\s+BW=(?P<bw>{_N})(?P<u>{_B})/s"
            rf"(?:\s+\((?P<si>{_N})(?P<us>{_B})/s\))?(?:\s?\((?P<io>{_N})(?P<ui>{_B})/(?P<time>\d{{1,12}})msec[^()]{{0,60}}\))?"
        ),
        (
            Field("iops", "ops", "{k}ops/s", "higher", primary=True),
            Field("bw", "throughput", "{u}/s", "higher", primary=True),
            Field("si", "throughput_si", "{us}/s", "higher"),
            Field("io", "transfer", "{ui}"),
            Field("time", "elapsed", "ms"),
        ),
        opens=True,
        test="dir",
    ),
    Part(
        re.compile(
            rf"(?<!\w)(?P<dir>{_RW})\s{{0,3}}:\s+io=(?P<io>{_N})(?P<ui>{_B}),\s+bw=(?P<bw>{_N})(?P<u>{_B})/s,\s+iops=\s?(?P<iops>{_N})(?P<k>[kMG]?)"
            rf"(?:\s?,\s+runt=\s{{0,9}}(?P<time>\d{{1,12}})msec)?"
        ),
        (
            Field("io", "transfer", "{ui}"),
            Field("bw", "throughput", "{u}/s", "higher", primary=True),
            Field("iops", "ops", "{k}ops/s", "higher", primary=True),
            Field("time", "elapsed", "ms"),
        ),
        opens=True,
        test="dir",
    ),
    _latency("slat", "latency_submit"),
    _latency("clat", "latency_complete"),
    _latency("lat", "latency", primary=True),
    Part(
        re.compile(rf"(?<!\w)bw\s+\(\s{{0,3}}(?P<u>{_B})/s\){_SPREAD}\s+per=\s?(?P<per>{_N})%,{_AVG}(?:,\s+samples=\s?\d{{1,9}})?"),
        (
            Field("min", "throughput_min", "{u}/s", "higher"),
            Field("max", "throughput_max", "{u}/s", "higher"),
            Field("avg", "throughput_avg", "{u}/s", "higher"),
            Field("dev", "throughput_stdev", "{u}/s"),
        ),
    ),
    Part(
        re.compile(rf"(?<!\w)iops{_SPREAD}{_AVG}(?:,\s+samples=\s?\d{{1,9}})?"),
        (
            Field("min", "ops_min", "{kmin}ops/s", "higher"),
            Field("max", "ops_max", "{kmax}ops/s", "higher"),
            Field("avg", "ops_avg", "ops/s", "higher"),
            Field("dev", "ops_stdev", "ops/s"),
        ),
    ),
    Part(re.compile(r"(?<!\w)(?P<lat>[sc]?lat)\s+percentiles\s+\((?P<u>[num]?sec)\):(?P<rows>[\s|\d.,=\[\]th>]{8,1600})")),
    Part(re.compile(r"(?<!\w)lat\s+\([num]?sec\)\s{0,3}:\s+(?:[\d.>=%,]{3,20}\s+){1,12}"), many=True, weak=True),
    Part(
        re.compile(
            rf"(?<!\w)cpu\s+:\s+usr=(?P<usr>{_N})%,\s+sys=(?P<sys>{_N})%,\s+ctx=(?P<ctx>\d{{1,12}}),\s+majf=\d{{1,9}},\s+minf=\d{{1,9}}"
        ),
        (
            Field("usr", "cpu_user", "%", "lower"),
            Field("sys", "cpu_system", "%", "lower"),
            Field("ctx", "context_switches", "count", "lower"),
        ),
    ),
    Part(re.compile(r"IO\s+depths\s+:\s+(?:[\d.>=%,]{3,20}\s+){1,12}(?:(?:submit|complete)\s+:\s+(?:[\d.>=%,]{3,20}\s+){1,12}){0,2}")),
    Part(re.compile(r"issued\s+(?:rwts?|rwtsf?)?\s{0,3}:\s+total=[\w=/,]{1,60}(?:,?\s+(?:short|dropped|drop)=[\w=/,]{1,60}){0,3}")),
    Part(re.compile(rf"latency\s+:\s+target=\d{{1,12}},\s+window=\d{{1,12}},\s+percentile={_N}%,\s+depth=\d{{1,9}}")),
    Part(
        re.compile(
            r"(?:Disk\s+stats\s+\(read/write\):\s+)?(?<!\w)[\w/-]{1,32}:\s+ios=[\d/]{1,40},\s+(?:sectors=[\d/]{1,40},\s+)?merge=[\d/]{1,40},\s+ticks=[\d/]{1,40},"
            r"\s+in_queue=\d{1,15},\s+util=\d{1,3}\.\d\d%"
        ),
        many=True,
        weak=True,
    ),
    Part(re.compile(r"Run\s+status\s+group\s+\d{1,6}\s+\(all\s+jobs\):"), many=True),
    Part(
        re.compile(
            rf"(?<!\w)(?P<dir>READ|WRITE|TRIM):\s+bw=(?P<bw>{_N})(?P<u>{_B})/s\s+\((?P<si>{_N})(?P<us>{_B})/s\),\s+(?P<low>{_N}){_B}/s-{_N}{_B}/s"
            rf"\s+\({_N}{_B}/s-{_N}{_B}/s\),\s+io=(?P<io>{_N})(?P<ui>{_B})\s+\({_N}{_B}\),\s+run=(?P<time>\d{{1,12}})-\d{{1,12}}msec"
        ),
        (
            Field("bw", "throughput_group", "{u}/s", "higher"),
            Field("si", "throughput_group_si", "{us}/s", "higher"),
            Field("io", "transfer_group", "{ui}"),
            Field("time", "elapsed_group", "ms"),
        ),
        many=True,
        key="dir",
    ),
    Part(
        re.compile(
            rf"(?<!\w)(?P<dir>READ|WRITE|TRIM):\s+io=(?P<io>{_N})(?P<ui>{_B}),\s+aggrb=(?P<bw>{_N})(?P<u>{_B})/s,\s+minb={_N}{_B}/s,"
            rf"\s+maxb={_N}{_B}/s,\s+mint=(?P<time>\d{{1,12}})msec,\s+maxt=\d{{1,12}}msec"
        ),
        (Field("io", "transfer_group", "{ui}"), Field("bw", "throughput_group", "{u}/s", "higher"), Field("time", "elapsed_group", "ms")),
        many=True,
        key="dir",
    ),
)
_JOB: Final = re.compile(r"(?<!\S)[\w.-]{1,60}:\s{1,4}\(groupid=\d{1,6},[^\n]{0,120}\s{1,40}\Z")
_ABOVE: Final = 200
_CELL: Final = re.compile(r"(?P<p>\d{1,3}(?:\.\d{1,6})?)th=\[\s{0,9}(?P<value>\d{1,12})\]")
_PERCENTILES: Final = re.compile(r"(?<!\w)(?P<lat>[sc]?lat)\s+percentiles\s+\((?P<u>[num]?sec)\):")


def sniff(words: Words) -> bool:
    """Tell whether a report of fio may stand here."""
    gist = words.gist
    return "IOPS=" in gist or "iops=" in gist or "aggrb=" in gist or ": bw=" in gist


def parse(words: Words) -> Iterator[Run]:
    """Read each job's report; a group's sum without its jobs is the result itself."""
    text = words.rest
    for run in runs(NAME, "keyvalue", text, _PARTS):
        if not any(figure.primary for figure in run.figures):
            for figure in run.figures:
                figure.primary = figure.name == "throughput_group"
        for head in _PERCENTILES.finditer(text, run.start, run.end):
            run.figures += _percentiles(text, head, run.end)
        run.figures.sort(key=lambda figure: figure.start)
        job = _JOB.search(text, max(0, run.start - _ABOVE), run.start)
        run.start = run.start if job is None else job.start()
        yield run


def _percentiles(text: str, head: re.Match[str], stop: int) -> Iterator[Figure]:
    """Read `|  1.00th=[   62],  5.00th=[   70],` up to the last cell that follows at once."""
    last = head.end()
    prefix = {"slat": "latency_submit", "clat": "latency_complete", "lat": "latency"}[head["lat"]]
    for cell in _CELL.finditer(text, head.end(), stop):
        if text[last : cell.start()].strip(" \n\t,|"):
            return
        last = cell.end()
        name = f"{prefix}_p{percentile(cell['p'])}"
        yield Figure(*cell.span("value"), name, number(cell["value"]), unit_of(head["u"]), "lower", primary=False)
