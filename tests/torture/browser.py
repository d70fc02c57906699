# SPDX-License-Identifier: GPL-2.0-or-later
"""Hostile words in every field that a page, feed or text shows, opened in a real Chromium with and without the site's policy.

Nothing may run, nothing may be asked of another host, and the elements must be those of harmless words in the same fields.
"""

import contextlib
import itertools
import tempfile
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from digest import publish
from digest.model import ProblemEntry, Row, Summary
from tests.publish import publish_browser as real
from tests.publish import publish_samples as samples

PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "</title></textarea></pre></style></script><script>alert(1)</script>",
    "<!-- --><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "scr<script>ipt>alert(1)</scr</script>ipt>",
    "&lt;script&gt;alert(1)&lt;/script&gt;&#60;script&#62;",
    "]]><script>alert(1)</script>",
    "<iframe srcdoc='<script>parent.alert(1)</script>'>",
    "<a href=javascript:alert(1) autofocus onfocus=alert(1)>x</a>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<details open ontoggle=alert(1)>",
    "<base href=//evil.example/><meta http-equiv=refresh content=0;url=//evil.example/>",
    "<link rel=stylesheet href=//evil.example/x.css><style>*{background:url(//evil.example/)}</style>",
    "<form action=//evil.example/><button autofocus>",
    "{{ 7 * 7 }}{% raw %}${alert(1)}<%= 1 %>",
    '\\"-alert(1)-\\" \' onmouseover=alert(1) x=',
    "\u202e\u2066// trojan\u2069 \u200b\ufeff\u200d",
    "plain\x00words\x1b[31m\x7f\x85\x9b\u2028\u2029\ud800",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "\uff1cscript\uff1ealert(1)\u0338>\u226e",
)  # fmt: skip
BENIGN = "plain words"
_KEYS = frozenset({"key", "message_id", "parent", "cover", "first"})
_OURS = frozenset({"id", "months", "postings", "rule", "verdict", "verdicts"})
"""Made by the program itself: digests of 12 digits, months, its own rules' addresses, words of a closed list."""

_TAGS = (
    "img src=x onerror",
    "svg onload",
    "video src=x onerror",
    "body onload",
    "input autofocus onfocus",
    "marquee onstart",
    "details open ontoggle",
)
_ENDS = ("", '"', "'", "`", "-->", "]]>", "</a>", "</title>", "</style>", "</script>", "</textarea>", "</code>", "</bdi>", "\n", " ", "\\")


def payloads(count: int) -> Iterator[str]:
    """The payloads above, then their crossings with ways out of where they stand."""
    made = (f"{end}>{start}<{tag}=alert(1)>" for start in ("", "x", "<") for end in _ENDS for tag in _TAGS)
    nested = (f"{end}{words}" for end in _ENDS[1:] for words in PAYLOADS)
    return itertools.islice(itertools.chain(PAYLOADS, made, nested), count)


def _literals(hint: Any) -> set[object]:
    if get_origin(hint) is Literal:
        return set(get_args(hint))
    return set().union(*(_literals(inner) for inner in get_args(hint)), set())


_HINTS: dict[type, dict[str, Any]] = {}


def replaced(value: Any, words: str, name: str = "", hint: Any = None, path: str = "", fields: set[str] | None = None) -> Any:
    """The same value with every text that a mail could bring replaced; `fields` gathers which.  Keys stay different from one another."""
    if isinstance(value, msgspec.Struct):
        kind = type(value)
        hints = _HINTS.setdefault(kind, get_type_hints(kind))
        changes = {
            field: replaced(getattr(value, field), words, field, hints[field], f"{kind.__name__}.{field}", fields)
            for field in kind.__struct_fields__
            if field not in _OURS
        }
        return msgspec.structs.replace(value, **changes)
    if isinstance(value, str):
        if not value or value in _literals(hint):
            return value
        if fields is not None:
            fields.add(path)
        return f"{words}{value}" if name in _KEYS else words
    if isinstance(value, tuple):
        hints_of = [inner for inner in get_args(hint) if inner is not Ellipsis] or [None]
        made = [
            replaced(item, words, name, hints_of[min(at, len(hints_of) - 1)] if len(hints_of) > 1 else hint, path, fields)
            for at, item in enumerate(value)
        ]
        if name == "people" and value and isinstance(value[0], str):
            made[0] = value[0]  # a person's id
        return tuple(made)
    if isinstance(value, dict):
        return {
            replaced(key, words, name, None, f"{path} key", fields) + str(at): replaced(item, words, name, None, path, fields)
            for at, (key, item) in enumerate(value.items())
        }
    return value


def summary_with(words: str, fields: set[str] | None = None) -> Summary:
    """The full sample, hostile all over."""
    made = replaced(samples.full(), words, fields=fields)
    return typing.cast("Summary", made)


def row_with(words: str, number: int = 4, fields: set[str] | None = None) -> Row:
    """A row, hostile all over; people's ids stay."""
    made = replaced(samples.row(number), words, fields=fields)
    return typing.cast("Row", msgspec.structs.replace(made, people=tuple((ident, words, words) for ident, _, _ in made.people)))


def account_with(words: str, fields: set[str] | None = None) -> publish.Account:
    """The account of a reading whose archives and problems have hostile names."""
    problem = ProblemEntry("archive", "key", "place", "words")
    made = publish.Account(messages=3, unreadable=1, archives=("archive",), problems=(problem,), problems_total=1)
    return typing.cast("publish.Account", replaced(made, words, fields=fields))


def files(words: str, fields: set[str] | None = None) -> list[publish.File]:
    """The pages, data and feeds of one series, of a row of lists, and about, all with these words."""
    out = list(publish.render(summary_with(words, fields), samples.SITE))
    rows = publish.Collected([row_with(words, 4, fields)])
    return out + list(publish.lists(rows, samples.SITE, account_with(words, fields)))


_SHAPE = """() => {
  document.querySelectorAll('details').forEach(each => { each.open = true });
  return Array.from(document.querySelectorAll('*')).filter(each => each.className !== 'uni').map(each =>
    each.tagName + ' ' + Array.from(each.attributes).map(one => one.name).sort().join(' ')
    + ' ' + (each.protocol || ''));
}"""


class Seen(msgspec.Struct):
    """What a browser did: pages opened, things that ran or were said, requests to elsewhere, pages of another shape."""

    pages: int = 0
    happened: list[str] = []
    strayed: list[str] = []
    shapes: dict[str, list[str]] = {}


def look(browser: Any, root: Path, paths: Iterable[str], *, guarded: bool) -> Seen:
    """Open pages of a folder; `guarded` keeps the site's content security policy on."""
    seen = Seen(happened=[], strayed=[], shapes={})
    context = browser.new_context(bypass_csp=not guarded)
    page = context.new_page()
    page.on("dialog", lambda dialog: (seen.happened.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("console", lambda message: seen.happened.append(message.text))
    page.on("pageerror", lambda error: seen.happened.append(str(error)))
    page.on("popup", lambda _popup: seen.happened.append("popup"))
    with real.served(root) as url:
        page.on("request", lambda request: seen.strayed.append(request.url) if not request.url.startswith((url, "data:")) else None)
        for path in paths:
            page.goto(url + path, wait_until="load")
            seen.shapes[path] = page.evaluate(_SHAPE)
            seen.pages += 1
    context.close()
    return seen


def write(root: Path, made: Iterable[publish.File]) -> list[str]:
    """Put a site on disk; its pages but for the search page (it runs the site's own script) and the small pages that only lead on."""
    found = list({file.path: file for file in made}.values())
    with publish.Folder(root) as out:
        out.write(found)
        out.finish(b"{}")
    names = [file.path for file in found if file.path.endswith("index.html")]
    return [name.removesuffix("index.html") for name in names if not name.startswith(("search/", "p/")) and not _leads_on(root / name)]


def _leads_on(path: Path) -> bool:
    return b'http-equiv="refresh"' in path.read_bytes()[:4000]


def kind(path: str) -> str:
    """Pages of one kind have one shape, whatever a tool or tree is called."""
    head, _, rest = path.partition("/")
    return head + ("/*" if rest else "")


class Result(msgspec.Struct):
    """Counters of a run."""

    fields: int
    payloads: int
    pages: int = 0
    executions: int = 0
    strayed: int = 0
    differing: int = 0
    details: list[str] = []


def run(words: Iterable[str], *, policies: tuple[bool, ...] = (True, False)) -> Result:
    """Open everything for each payload; compare with harmless words that begin with the same sign (a line of a diff is coloured by it)."""
    fields: set[str] = set()
    files(BENIGN, fields)
    result = Result(len(fields), 0, details=[])
    plain: dict[str, dict[str, list[list[str]]]] = {}
    with real.browser() as browser, tempfile.TemporaryDirectory() as folder:
        for number, payload in enumerate(words):
            first = payload[0] if payload[0] in "<>+-@ \n" else ""
            if first not in plain:
                root = Path(folder, f"plain{len(plain)}")
                shapes = look(browser, root, write(root, files(first + BENIGN)), guarded=True).shapes
                plain[first] = {}
                for path, shape in shapes.items():
                    plain[first].setdefault(kind(path), []).append(shape)
            root = Path(folder, f"hostile{number}")
            paths = write(root, files(payload))
            result.payloads += 1
            for guarded in policies:
                seen = look(browser, root, paths, guarded=guarded)
                result.pages += seen.pages
                result.executions += len(seen.happened)
                result.strayed += len(seen.strayed)
                result.details += [f"{payload!r}: {words}" for words in (*seen.happened, *seen.strayed)]
                for path, shape in seen.shapes.items():
                    if shape not in plain[first].get(kind(path), []):
                        result.differing += 1
                        result.details.append(
                            f"{payload!r}: {path} has another shape: {_difference(shape, plain[first].get(kind(path), [[]]))}"
                        )
    return result


def _difference(shape: list[str], known: list[list[str]]) -> str:
    other = min(known, key=lambda one: abs(len(one) - len(shape)))
    for at, (here, there) in enumerate(itertools.zip_longest(shape, other)):
        if here != there:
            return f"element {at} is {here!r}, not {there!r} (of {len(shape)}, {len(other)}); before it {shape[max(0, at - 3) : at]}"
    return "none"


def available() -> bool:
    """Whether there is a Chromium to ask."""
    with contextlib.suppress(ImportError):
        import playwright.sync_api  # noqa: F401, PLC0415 - optional

        return real.executable() is not None
    return False
