# SPDX-License-Identifier: GPL-2.0-or-later
"""Units of network measurements: many spellings in, one canonical spelling out; SI scale for people.

`canonical` maps what mails and tools write (`10^6bits/sec`, `Mbps`, `usecs`) to one name, or None for what is no unit.  Mails do not
keep binary and decimal prefixes apart, so `GiB/s` is `GB/s`.  `Mb/s` is bits and `MB/s` is bytes: the case of `b` decides.
`tidy` and `scale` keep the magnitude; neither is applied to what a mail says, only to what is compared or shown.
"""

import re
from functools import lru_cache
from typing import Final

_PREFIX: Final = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}

# canonical: (family, factor to the family's base unit)
UNITS: Final[dict[str, tuple[str, float]]] = {
    **{f"{p}bit/s": ("bit/s", f) for p, f in _PREFIX.items()},
    **{f"{p}B/s": ("B/s", f) for p, f in _PREFIX.items()},
    **{f"{p}B": ("B", f) for p, f in _PREFIX.items()},
    **{f"{p}bit": ("bit", f) for p, f in _PREFIX.items()},
    **{f"{p}pps": ("pps", f) for p, f in _PREFIX.items()},
    **{f"{p}req/s": ("req/s", f) for p, f in _PREFIX.items()},
    **{f"{p}ops/s": ("ops/s", f) for p, f in _PREFIX.items()},
    **{f"{p}trans/s": ("trans/s", f) for p, f in _PREFIX.items()},
    **{f"{p}conn/s": ("conn/s", f) for p, f in _PREFIX.items()},
    **{f"{p}msg/s": ("msg/s", f) for p, f in _PREFIX.items()},
    **{f"{p}calls/s": ("calls/s", f) for p, f in _PREFIX.items()},
    **{f"{p}/s": ("/s", f) for p, f in _PREFIX.items()},
    **{f"{p}Hz": ("Hz", f) for p, f in _PREFIX.items()},
    **{p: ("count", f) for p, f in _PREFIX.items() if p},
    "count": ("count", 1.0),
    "ns": ("s", 1e-9),
    "us": ("s", 1e-6),
    "ms": ("s", 1e-3),
    "s": ("s", 1.0),
    "min": ("s", 60.0),
    "ns/op": ("s/op", 1e-9),
    "us/op": ("s/op", 1e-6),
    "ms/op": ("s/op", 1e-3),
    "cycles": ("cycles", 1.0),
    "cycles/byte": ("cycles/byte", 1.0),
    "cycles/op": ("cycles/op", 1.0),
    "cycles/packet": ("cycles/packet", 1.0),
    "ns/packet": ("s/packet", 1e-9),
    "%": ("%", 1.0),
    "us/KB": ("us/KB", 1.0),
    "us/MB": ("us/MB", 1.0),
    "us/Tr": ("us/Tr", 1.0),
}

_WORDS: Final[dict[str, tuple[str, ...]]] = {
    # what stands behind a prefix, compared without case
    "bit/s": ("bps", "bit/s", "bits/s", "bit/sec", "bits/sec", "bits/second", "bitps"),
    "B/s": ("bytes/s", "bytes/sec", "byte/s", "byte/sec", "bytes/second"),
    "B": ("byte", "bytes"),
    "bit": ("bit", "bits"),
    "pps": (
        "pps",
        "pkt/s",
        "pkts/s",
        "pck/s",
        "packet/s",
        "packets/s",
        "pkt/sec",
        "pkts/sec",
        "packet/sec",
        "packets/sec",
        "p/s",
        "packets/second",
        "rx/s",
        "tx/s",
        "xmit/s",
    ),
    "req/s": (
        "req/s",
        "reqs/s",
        "req/sec",
        "reqs/sec",
        "requests/s",
        "requests/sec",
        "requests/second",
        "queries/s",
        "queries/sec",
        "queries/second",
        "rps",
        "qps",
    ),
    "ops/s": ("op/s", "ops/s", "op/sec", "ops/sec", "operations/s", "operations/sec", "iops"),
    "trans/s": (
        "tps",
        "trans/s",
        "trans/sec",
        "tran/s",
        "transactions/s",
        "transactions/sec",
        "txn/s",
        "transactions/second",
        "tr/s",
    ),
    "conn/s": ("cps", "conn/s", "conns/s", "conn/sec", "connections/s", "connections/sec", "connections/second"),
    "msg/s": ("msg/s", "msgs/s", "msg/sec", "msgs/sec", "messages/s", "messages/sec"),
    "calls/s": ("call/s", "calls/s", "calls/sec", "syscalls/s"),
    "/s": ("/s", "/sec", "/second"),
}

_PLAIN: Final[dict[str, tuple[str, ...]]] = {
    "Kbit/s": ("10^3bits/sec", "10^3bits/s", "kilobits/sec"),
    "Mbit/s": ("10^6bits/sec", "10^6bits/s", "10^6bps", "megabits/sec", "mbit", "mbits"),
    "Gbit/s": ("10^9bits/sec", "10^9bits/s", "10^9bps", "gigabits/sec"),
    "ns": ("ns", "nsec", "nsecs", "nanosecond", "nanoseconds", "nanosec"),
    "us": ("us", "usec", "usecs", "microsecond", "microseconds", "µs", "μs", "µsec", "μsec"),
    "ms": ("ms", "msec", "msecs", "millisecond", "milliseconds"),
    "s": ("s", "sec", "secs", "second", "seconds"),
    "min": ("min", "mins", "minute", "minutes"),
    "ns/op": ("ns/op", "nsec/op", "ns/ops", "ns/iter"),
    "us/op": ("us/op", "usec/op", "usecs/op"),
    "ms/op": ("ms/op", "msec/op"),
    "cycles": ("cycle", "cycles", "cycles(tsc)", "clocks"),
    "cycles/byte": ("cycles/byte",),
    "cycles/op": ("cycles/op",),
    "cycles/packet": ("cycles/packet", "cycles/pkt"),
    "ns/packet": ("ns/packet", "ns/pkt", "nsec/packet", "nsec/pkt", "nanosec/packet", "nanosec/pkt"),
    "%": ("%", "% cpu", "%cpu", "percent", "pct", "%s", "%u", "%ss"),
    "us/KB": ("us/kb", "usec/kb", "usecs/kb"),
    "us/MB": ("us/mb", "usec/mb"),
    "us/Tr": ("us/tr", "usec/tr", "us/trans"),
    "count": ("count", "#", "packets", "pkts", "segs", "errors", "messages", "datagrams", "samples", "retrans", "drops"),
    "Hz": ("hz",),
    "KHz": ("khz",),
    "MHz": ("mhz",),
    "GHz": ("ghz",),
    "THz": ("thz",),
}

# The case of b tells bytes from bits; these are looked up as written.
_CASED: Final[dict[str, str]] = {
    **{
        f"{p}{i}{word}": f"{p.upper()}{unit}"
        for p in ("", "K", "k", "M", "G", "T")
        for i in (("", "i") if p else ("",))
        for word, unit in (
            ("B/s", "B/s"),
            ("B/sec", "B/s"),
            ("Bps", "B/s"),
            ("Bytes/s", "B/s"),
            ("Bytes/sec", "B/s"),
            ("bytes/s", "B/s"),
            ("bytes/sec", "B/s"),
            ("B", "B"),
            ("Byte", "B"),
            ("Bytes", "B"),
            ("bytes", "B"),
        )
    },
    **{
        f"{p}{word}": f"{p.upper()}bit/s"
        for p in ("", "K", "k", "M", "m", "G", "g", "T")
        for word in ("b/s", "b/sec", "b/second", "bps", "bit/s", "bits/s", "bit/sec", "bits/sec")
        if p + word != "mb/second"
    },
    "K": "K",
    "k": "K",
    "M": "M",
    "G": "G",
}

_FOLDED: Final[dict[str, str]] = {
    **{f"{p.lower()}{word}": p + unit for unit, words in _WORDS.items() for word in words for p in _PREFIX},
    **{word: unit for unit, words in _PLAIN.items() for word in words},
}

_SPACE: Final = re.compile(r"\s+")
_LONGEST: Final = 28
_COUNTED: Final = re.compile(r"(?:thousand|million|billion)\s{1,3}(?=\w{2})", re.IGNORECASE)
_COUNTS: Final = str.maketrans("TMB", "KMG")


_PER_SECOND: Final = re.compile(
    r"(?P<prefix>[kKMG]?)[ ]?[a-z]{4,16}(?: [a-z]{4,16})? per (?:second|sec)|(?P<short>[kKMG]?)[ ]?[a-z]{3,14}s/s(?:ec(?:ond)?s?)?"
)


@lru_cache(maxsize=4096)
def canonical(text: str) -> str | None:
    """Give the canonical unit for `text` (`Mbits/sec` -> `Mbit/s`), or None where it is no unit known here."""
    if "\n" in text or "  " in text:
        text = " ".join(text.split())  # a mailer broke the line in it
    counted = _COUNTED.match(text)
    if counted is not None:
        text = f"{counted[0][0].upper().translate(_COUNTS)}{text[counted.end() :]}"
    if len(text) > _LONGEST:
        return None
    word = _SPACE.sub("", text.replace(" per ", "/"))
    if word in _CASED:
        return _CASED[word]
    known = _FOLDED.get(word.lower())
    if known is None and "/s" in word and (other := _PER_SECOND.fullmatch(text)) is not None:
        return f"{(other['prefix'] or other['short'] or '').upper()}/s"  # `rules per second`, `loops/s`: no unit of their own
    return known


def family(unit: str) -> str:
    """Give the base unit that `unit` is a multiple of (`Gbit/s` -> `bit/s`); an unknown unit is its own family."""
    return UNITS[unit][0] if unit in UNITS else unit


def factor(unit: str) -> float:
    """Give how many base units one `unit` is; 1 for an unknown unit."""
    return UNITS[unit][1] if unit in UNITS else 1.0


def tidy(value: float, unit: str) -> tuple[float, str]:
    """Express `value` in the base unit of its family: (9.41, "Gbit/s") -> (9.41e9, "bit/s")."""
    return value * factor(unit), family(unit)


_STEPS: Final = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "K"))
_TIMES: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def scale(value: float, unit: str) -> str:
    """Write a value for people in the prefix that suits its size: (9412310000.0, "bit/s") -> "9.41 Gbit/s"; three digits count."""
    base, name = tidy(value, unit)
    size = abs(base)
    if name in {"s", "s/op", "s/packet"}:
        for step, word in _TIMES:
            if size >= step or word == "ns":
                return f"{_digits(base / step)} {word}{name[1:]}"
    if f"K{name}" in UNITS:
        for step, prefix in _STEPS:
            if size >= step and f"{prefix}{name}" in UNITS:
                return f"{_digits(base / step)} {prefix}{name}"
    return f"{_digits(base)} {name}".rstrip()


def _digits(value: float) -> str:
    """Write three significant digits, and never an exponent."""
    size = abs(value)
    places = 0 if size >= 100 or value == int(value) else 1 if size >= 10 else 2 if size >= 1 else 3
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
