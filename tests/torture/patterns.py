# SPDX-License-Identifier: GPL-2.0-or-later
"""All compiled patterns of the program, strings that pump each of them, and what its parse tree must not hold.

A pattern is found wherever a module keeps it (also in tuples, dicts, classes, defaults and closures).  The strings are made from its
own parse tree: each repeat is fed with what it eats, behind what must stand before it, and ends in what the rest refuses.
"""

import ast
import importlib
import itertools
import pkgutil
import re
import signal
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

import digest
from digest.leap import Leap
from tests.growth import cleared

OPEN = 1000
"""A repeat that may run this often counts as open."""
SAMPLE = "".join(map(chr, range(0x20, 0x7F))) + "\t\n\r\x0b\x0c\x1f\u00a0\u00e9\u0130\u03b1\u0430\u2026\u2028\u4e2d\U0001f600"


WINDOWED = frozenset({
    "digest.archive._text_single._SIGNED",  # the first 1,500 characters
    "digest.bench._tokens._SCAN",  # a text without blanks at its end
    "digest.bench.prose._TRIGGER",  # 220 characters before a number
    *(f"digest.bench.netperf._{name}" for name in (  # tried at the end of a heading alone
        "PLAIN_ROW", "RR_ROW", "RR_ROW_PLAIN", "STREAM_ROW", "UDP_RECV", "UDP_RECV_PLAIN", "UDP_SEND", "UDP_SEND_PLAIN",
    )),
})  # fmt: skip
"""Patterns that their module feeds with so little, or such, that a pump string never reaches them."""


class Found(NamedTuple):
    """A pattern, where it is kept, and whether it is only ever tried at one place (`match`, `fullmatch`)."""

    place: str
    pattern: "re.Pattern[str]"
    anchored: bool


def modules() -> Iterator[types.ModuleType]:
    """All modules of the program."""
    yield digest
    for info in pkgutil.walk_packages(digest.__path__, "digest."):
        if not info.name.endswith("__main__"):
            module = importlib.import_module(info.name)
            hasattr(module, "anything")  # a module is run when first asked for something
            yield module


def _held(value: object, name: str, seen: set[int]) -> Iterator[tuple[str, "re.Pattern[Any]"]]:
    if isinstance(value, re.Pattern):
        yield name, value
        return
    if isinstance(value, Leap):
        yield name, value.pattern
        return
    if id(value) in seen or isinstance(value, str | bytes | int | float | types.ModuleType):
        return
    seen.add(id(value))
    inner: list[tuple[str, object]] = []
    if isinstance(value, dict):
        inner = [(f"{name}[{key!r}]"[:100], item) for key, item in value.items()] + [(f"{name} key", key) for key in value]
    elif isinstance(value, list | tuple | set | frozenset):
        inner = [(f"{name}[{at}]", item) for at, item in enumerate(value)]
    elif isinstance(value, partial):
        inner = [(name, value.func), (name, value.args), (name, value.keywords)]
    elif isinstance(value, types.MethodType | types.BuiltinMethodType):
        inner = [(name, value.__self__)]
    elif isinstance(value, types.FunctionType):
        inner = [(name, value.__defaults__), (name, value.__kwdefaults__)]
        inner += [(name, cell.cell_contents) for cell in value.__closure__ or () if _filled(cell)]
    elif isinstance(value, type) and value.__module__.startswith("digest"):
        inner = [(f"{name}.{key}", item) for key, item in vars(value).items()]
    elif type(value).__module__.startswith("digest"):
        names = getattr(type(value), "__struct_fields__", None) or getattr(type(value), "__slots__", None) or list(vars(value))
        inner = [(f"{name}.{key}", getattr(value, key, None)) for key in names]
    elif hasattr(value, "__wrapped__"):
        inner = [(name, value.__wrapped__)]
    for label, item in inner:
        yield from _held(item, label, seen)


def _filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - an empty cell raises
    except ValueError:
        return False
    return True


def _used(tree: ast.Module) -> dict[str, set[str]]:
    """How each name of a module is used as a pattern: name -> the methods taken from it, and "?" where it goes anywhere else."""
    out: dict[str, set[str]] = {}
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            above = parents.get(node)
            out.setdefault(node.id, set()).add(above.attr if isinstance(above, ast.Attribute) else "?")
    return out


_AT_ONE_PLACE = {"match", "fullmatch", "groups", "groupindex", "pattern"}


def _inline(module: types.ModuleType, tree: ast.Module) -> Iterator[tuple[str, "re.Pattern[Any]", bool]]:
    """Patterns written as literals in calls of `re` within functions."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        owner, first = node.func.value, node.args[0]
        if (
            isinstance(owner, ast.Name)
            and owner.id == "re"
            and node.func.attr not in ("escape", "compile")
            and isinstance(first, ast.Constant)
        ):
            yield f"{module.__name__}:{node.lineno}", re.compile(first.value), node.func.attr in ("match", "fullmatch")


@lru_cache(maxsize=1)
def found() -> tuple[Found, ...]:
    """Every pattern of the program, each once."""
    out: dict[tuple[object, int], Found] = {}
    for module in modules():
        with open(module.__file__ or "", encoding="utf-8") as file:  # noqa: PTH123 - a path as Python gives it
            tree = ast.parse(file.read())
        used = _used(tree)
        held: list[tuple[str, str, re.Pattern[Any], bool]] = []
        seen: set[int] = set()
        for name, value in vars(module).items():
            if not name.startswith("__"):
                only = isinstance(value, re.Pattern) and used.get(name, {"?"}) <= _AT_ONE_PLACE
                held += [(name, f"{module.__name__}.{label}", pattern, only) for label, pattern in _held(value, name, seen)]
        held += [("", *entry) for entry in _inline(module, tree)]
        for _, place, pattern, anchored in held:
            key = (pattern.pattern, pattern.flags)
            known = out.get(key)
            if known is None or (known.anchored and not anchored):
                out[key] = Found(place, pattern, anchored)
    return tuple(sorted(out.values(), key=lambda one: one.place))


# -- the parse tree ----------------------------------------------------------------------------------------------------------

_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, getattr(sre, "POSSESSIVE_REPEAT", None))
_GROUPS = (sre.SUBPATTERN, getattr(sre, "ATOMIC_GROUP", None))


def parsed(pattern: "re.Pattern[Any]") -> Any:
    """The parse tree of a pattern."""
    return parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)


def _body(op: Any, value: Any) -> Any:
    return value[-1] if op is sre.SUBPATTERN else value


@lru_cache(maxsize=20_000)
def _set_text(key: str, flags: int) -> str:
    test = re.compile(key, flags & (re.IGNORECASE | re.ASCII | re.DOTALL))
    return "".join(char for char in SAMPLE if test.fullmatch(char))


def _one(op: Any, value: Any, flags: int) -> frozenset[str]:
    """The sample characters that a one-character node eats."""
    fold = bool(flags & re.IGNORECASE)
    if op is sre.LITERAL:
        char = chr(value)
        return frozenset({char, char.lower(), char.upper()}) if fold else frozenset({char})
    if op is sre.NOT_LITERAL:
        return frozenset(SAMPLE) - {chr(value)}
    if op is sre.ANY:
        return frozenset(SAMPLE) if flags & re.DOTALL else frozenset(SAMPLE) - {"\n"}
    if op is sre.IN:
        out: set[str] = set()
        negate = False
        for kind, item in value:
            if kind is sre.NEGATE:
                negate = True
            elif kind is sre.LITERAL:
                out |= {chr(item)} | ({chr(item).lower(), chr(item).upper()} if fold else set())
            elif kind is sre.RANGE:
                low, high = item
                out |= {c for c in SAMPLE if low <= ord(c) <= high or (fold and low <= ord(c.swapcase()[0]) <= high)} | {chr(low)}
            elif kind is sre.CATEGORY:
                code = {"SPACE": r"\s", "DIGIT": r"\d", "WORD": r"\w", "NOT_SPACE": r"\S", "NOT_DIGIT": r"\D", "NOT_WORD": r"\W"}
                out |= set(_set_text(code[str(item).removeprefix("CATEGORY_")], flags))
        return frozenset(SAMPLE) - out if negate else frozenset(out)
    return frozenset()


def first(items: Any, flags: int) -> tuple[frozenset[str], bool]:
    """The characters a sequence may begin with, and whether it may be empty."""
    out: set[str] = set()
    for op, value in items:
        chars, empty = _first_of(op, value, flags)
        out |= chars
        if not empty:
            return frozenset(out), False
    return frozenset(out), True


def _first_of(op: Any, value: Any, flags: int) -> tuple[frozenset[str], bool]:
    if op in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
        return frozenset(), True
    if op in _REPEATS:
        chars, empty = first(value[2], flags)
        return chars, empty or value[0] == 0
    if op in _GROUPS:
        return first(_body(op, value), flags)
    if op is sre.BRANCH:
        both = [first(branch, flags) for branch in value[1]]
        return frozenset().union(*(chars for chars, _ in both)), any(empty for _, empty in both)
    if op in (sre.GROUPREF, sre.GROUPREF_EXISTS):
        return frozenset(), True
    return _one(op, value, flags), False


_LIKED = "a0 -\t.,<(\"'=/:@>\n"


def word(items: Any, flags: int, *, most: int = 1) -> str:
    """A short text that a sequence matches (look-arounds left aside)."""
    out = []
    for op, value in items:
        if op in _REPEATS:
            out.append(word(value[2], flags) * max(value[0], min(most, value[1])))
        elif op in _GROUPS:
            out.append(word(_body(op, value), flags, most=most))
        elif op is sre.BRANCH:
            out.append(word(value[1][0], flags, most=most))
        elif op is sre.ASSERT and value[0] < 0:
            out.append(word(value[1], flags))
        else:
            chars = _one(op, value, flags)
            if chars:
                out.append(next((char for char in _LIKED if char in chars), min(chars)))
    return "".join(out)


def _open_repeats(items: Any, before: str, flags: int) -> Iterator[tuple[str, Any]]:
    """Each wide repeat with a text that leads up to it."""
    so_far = before
    for op, value in items:
        if op in _REPEATS:
            if value[1] >= 30:
                yield so_far, value[2]
            yield from _open_repeats(value[2], so_far, flags)
        elif op in _GROUPS:
            yield from _open_repeats(_body(op, value), so_far, flags)
        elif op is sre.BRANCH:
            for branch in value[1]:
                yield from _open_repeats(branch, so_far, flags)
        elif op in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _open_repeats(value[1], so_far, flags)
        so_far += word([(op, value)], flags)


def pumps(pattern: "re.Pattern[Any]", limit: int = 40) -> list[tuple[str, str, str]]:
    """(head, unit, tail) of strings that make a pattern work hard: head + unit * n + tail."""
    flags = pattern.flags
    tree = parsed(pattern)
    out: dict[tuple[str, str, str], None] = {}
    whole = word(tree, flags)
    for head, item in _open_repeats(tree, "", flags):
        chars, _ = first(item, flags)
        units = [char for char in ' a0\t-.\n"(<' if char in chars][:4] or sorted(chars)[:2]
        long_unit = word(item, flags)
        units += [long_unit] if len(long_unit) > 1 else []
        for unit in units:
            out[head, unit, "\x00"] = None
            out["", head + unit, "\x00"] = None
        out["", head, ""] = None
        out["", (head + long_unit)[:200], ""] = None
    if whole:
        out["", whole[:-1] or whole, "\x00"] = None
        out["", whole, ""] = None
        out["", whole[0], "\x00"] = None
    for unit in (" ", "a", "0", "\n", "- ", "a ", "0.", "1,", ">", "> ", "a@", "a\n", "\t \n"):
        out["", unit, "\x00"] = None
    return list(itertools.islice((one for one in out if one[1]), limit))


def open_nests(items: Any, flags: int, outside: frozenset[str] = frozenset()) -> int:
    """Open repeats within open repeats that can eat what the outer one goes on with; atomic groups and possessive repeats cannot."""
    count = 0
    for op, value in items:
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            chars, empty = first(value[2], flags)
            wide = value[1] >= OPEN
            count += wide and bool(chars & outside)
            if wide:
                count += open_nests(value[2], flags, chars if not empty else frozenset(SAMPLE))
            else:
                count += open_nests(value[2], flags, outside)
        elif op is sre.SUBPATTERN:
            count += open_nests(_body(op, value), flags, outside)
        elif op is sre.BRANCH:
            count += sum(open_nests(branch, flags, outside) for branch in value[1])
    return count


def open_neighbours(items: Any, flags: int) -> list[str]:
    r"""Open repeats with nothing needful between them that can eat the same character: `\s*\s*`, `.*?.*?`."""
    out: list[str] = []
    waiting: frozenset[str] = frozenset()
    for op, value in items:
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            chars, empty = first(value[2], flags)
            single = len(value[2]) == 1 and value[2][0][0] in (sre.IN, sre.ANY, sre.LITERAL, sre.NOT_LITERAL)
            if waiting & chars and value[1] >= OPEN:
                out.append("".join(sorted(waiting & chars))[:10])
            out += open_neighbours(value[2], flags)
            if value[0] > 0 and not empty:
                waiting = frozenset()
            if value[1] >= OPEN and single:
                waiting |= chars
            continue
        if op in _GROUPS:
            out += open_neighbours(_body(op, value), flags)
        elif op is sre.BRANCH:
            for branch in value[1]:
                out += open_neighbours(branch, flags)
        chars, empty = _first_of(op, value, flags)
        if op not in (sre.AT, sre.ASSERT, sre.ASSERT_NOT) and not empty:
            waiting = frozenset()
    return out


# -- time --------------------------------------------------------------------------------------------------------------------


class TooLong(Exception):
    """A match went on past its time."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """TooLong after some seconds of this process's own time, whatever else the machine does; the matcher looks for signals as it goes."""

    def stop(_signal: int, _frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def run(one: Found, text: str | bytes) -> None:
    """Use a pattern as the program does: at one place, or everywhere in the text."""
    if one.anchored:
        one.pattern.match(text)  # type: ignore[arg-type]
        one.pattern.fullmatch(text)  # type: ignore[arg-type]
    else:
        for _ in one.pattern.finditer(text):  # type: ignore[arg-type]
            pass


def seconds(work: Callable[[], None], *, times: int = 1, cap: float = 5.0) -> float:
    """The least processor seconds of some tries; `cap` where one went on past it."""
    best = cap
    for _ in range(times):
        begun = time.process_time()
        try:
            with alarm(cap):
                work()
        except TooLong:
            return cap
        best = min(best, time.process_time() - begun)
    return best


def text_of(one: Found, pump: tuple[str, str, str], size: int) -> str | bytes:
    """A pump string of about `size` characters."""
    head, unit, tail = pump
    text = head + unit * max(1, size // len(unit)) + tail
    return text if isinstance(one.pattern.pattern, str) else text.encode("latin-1", "replace")


def growth(one: Found, pump: tuple[str, str, str], size: int, quick: float) -> float:
    """time(2n)/time(n) of a pattern at n = `size`; 0 where n/2 took less than `quick` seconds, infinity where it never ended."""
    for small in (64, 1024):  # an exponential pattern shows itself before it eats the day
        text = text_of(one, pump, small)
        if seconds(lambda: run(one, text), cap=2.0) >= 2.0:  # noqa: B023 - called at once
            return float("inf")
    half = text_of(one, pump, size // 2)
    if seconds(lambda: run(one, half), cap=20.0) < quick:
        return 0.0
    half_took = seconds(lambda: run(one, half), times=2, cap=20.0)
    if half_took < quick:
        return 0.0
    text, twice = text_of(one, pump, size), text_of(one, pump, 2 * size)
    took = seconds(lambda: run(one, text), times=3, cap=30.0)
    if took >= 30.0:
        return float("inf")
    return min(seconds(lambda: run(one, twice), times=2, cap=90.0) / max(took, 1e-9), took * 2 / half_took)


def worst(
    one: Found, size: int = 16_384, quick: float = 0.01, stop: float = float("inf"), most: int = 40
) -> tuple[float, tuple[str, str, str] | None]:
    """The steepest growth over the pump strings of a pattern, and the string; the first that passes `stop` ends the search."""
    found: tuple[float, tuple[str, str, str] | None] = (0.0, None)
    if one.place in WINDOWED:
        return found
    for pump in pumps(one.pattern, most):
        ratio = cleared(lambda: growth(one, pump, size, quick), stop)  # noqa: B023 - called at once
        if ratio > found[0]:
            found = ratio, pump
        if ratio > stop:
            break
    return found
