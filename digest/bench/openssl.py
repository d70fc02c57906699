# SPDX-License-Identifier: GPL-2.0-or-later
"""`openssl speed`: thousands of bytes a second by block size, and signatures, checks and key agreements a second.

    type             16 bytes     64 bytes    256 bytes   1024 bytes   8192 bytes  16384 bytes
    AES-128-GCM     412233.11k  1123344.55k  2200111.22k  3300222.33k  3911222.44k  4011333.55k

                      sign    verify    sign/s verify/s
    rsa 2048 bits 0.000512s 0.000015s   1953.1  66666.7

Lines `Doing aes-128-gcm for 3s on 16 size blocks: 77321231 aes-128-gcm's in 2.99s` say what was counted, the table tells the result.
Source: apps/speed.c of OpenSSL, which says "The 'numbers' are in 1000s of bytes per second processed."
"""

import re
from collections.abc import Iterator
from typing import Final

from digest.bench._block import Figure, Run
from digest.bench._tokens import Words, number

NAME: Final = "openssl"

_HEAD: Final = re.compile(
    r"(?:The\s+'numbers'\s+are\s+in\s+1000s\s+of\s+bytes\s+per\s+second\s+processed\.\s+)?(?<!\S)type(?:\s+\d{1,7}\s+bytes){1,8}"
)
_SIZE: Final = re.compile(r"(\d{1,7})\s+bytes")
_ROW: Final = re.compile(
    r"(?<!\s)\s+(?P<name>[A-Za-z][\w/()-]{1,30}(?:[ ][\w/()-]{1,20}){0,3})(?P<values>(?:\s+\d{1,12}\.\d{2}k?(?![\w.])){1,8})"
)
_VALUE: Final = re.compile(r"(\d{1,12}\.\d{2})k?")
_PAIR_HEAD: Final = re.compile(
    r"(?<!\S)(?P<one>sign|encrypt)\s+(?P<two>verify|decrypt)\s+(?P=one)/s\s+(?P=two)/s(?:\s+encr\.\s+decr\.\s+encr\./s\s+decr\./s)?"
)
_PAIR: Final = re.compile(
    r"(?<!\s)\s+(?P<name>\d{0,4}\s{0,9}(?:bits?\s+)?[A-Za-z][\w/()-]{1,20}(?:[ ]{1,8}[\w/()-]{1,20}){0,4}?)"
    r"\s+\d{1,6}\.\d{1,9}s\s+\d{1,6}\.\d{1,9}s"
    r"\s+(?P<one>\d{1,9}\.\d{1,2})\s+(?P<two>\d{1,9}\.\d{1,2})(?![\w.])"
)
_OP_HEAD: Final = re.compile(r"(?<!\S)op\s+op/s(?!\S)")
_OP: Final = re.compile(
    r"(?<!\s)\s+(?P<name>\d{1,4}\s+bits?\s+[A-Za-z]{2,8}(?:[ ][\w()-]{1,20}){0,2}?)\s+\d{1,6}\.\d{1,9}s"
    r"\s+(?P<one>\d{1,9}\.\d{1,2})(?![\w.])"
)
_DOING: Final = re.compile(
    r"Doing\s+(?:\S{1,40}\s+){1,3}?(?:ops\s+)?for\s+\d{1,4}s(?:\s+on\s+\d{1,7}\s+size\s+blocks)?:\s+\d{1,12}\s+[^:\n]{1,40}?\s+in\s+\d{1,4}\.\d{2}s"
)
_MOST: Final = 40


def sniff(words: Words) -> bool:
    """Tell whether a table of speeds may stand here."""
    gist = words.gist
    return " bytes 64 bytes" in gist or "1000s of bytes" in gist or "sign/s" in gist or "op/s" in gist or " size blocks: " in gist


def parse(words: Words) -> Iterator[Run]:
    """Read the rows below each heading."""
    text = words.rest
    doing = list(_DOING.finditer(text))
    at = 0
    for head in _HEAD.finditer(text):
        sizes = [int(size) for size in _SIZE.findall(head[0])]
        run = Run(NAME, *head.span(), layout="aligned")
        first = None
        while at < len(doing) and doing[at].end() <= head.start():
            near = first is not None and not text[doing[at - 1].end() : doing[at].start()].strip()
            first = first if near else doing[at].start()
            at += 1
        if first is not None and not text[doing[at - 1].end() : head.start()].strip():
            run.start = first  # what was counted stands right above
        for _ in range(_MOST):
            row = _ROW.match(text, run.end)
            values = list(_VALUE.finditer(text, *row.span("values"))) if row is not None else []
            if row is None or len(values) != len(sizes):
                break
            name = " ".join(row["name"].split())
            for size, value in zip(sizes, values, strict=True):
                figure = Figure(*value.span(1), "throughput", number(value[1]), "KB/s", "higher", params={"msg_size": size})
                figure.key, figure.label = f"{name} {size}", name
                run.figures.append(figure)
            run.end = row.end()
        if run.figures:
            yield run
    yield from _rates(text, _PAIR_HEAD, _PAIR)
    yield from _rates(text, _OP_HEAD, _OP)
    for line in doing:
        yield Run(NAME, *line.span())


def _rates(text: str, heading: re.Pattern[str], pattern: re.Pattern[str]) -> Iterator[Run]:
    """Read operations a second below `sign verify sign/s verify/s` or `op op/s`."""
    for head in heading.finditer(text):
        run = Run(NAME, *head.span(), layout="aligned")
        for _ in range(_MOST):
            row = pattern.match(text, run.end)
            if row is None:
                break
            name = " ".join(row["name"].split())
            for group in ("one", "two")[: row.re.groups - 1]:
                what = head[group] if "one" in heading.groupindex else "op"
                figure = Figure(*row.span(group), "ops", number(row[group]), "ops/s", "higher", key=f"{name} {what}", label=name)
                run.figures.append(figure)
            run.end = row.end()
        if run.figures:
            yield run
