# SPDX-License-Identifier: GPL-2.0-or-later
"""List pages: the board, and the same rows by tree, group, person, area, month and combination of tags."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from markupsafe import Markup

from digest.model import Row, Summary
from digest.publish import _environment, _words
from digest.publish._links import short, slug
from digest.publish._places import BOARD, COMBINATIONS, PAGE, PLAIN, Section, by_group, by_part, fed, paged, within
from digest.publish._site import Account, File, Rows, Site
from digest.publish._states import DID, GIVEN, GROUPS, STATES, chip_words, standing

NAME = "boards"
_ROOT = Markup("\x01")  # stands for the way to the site's root in a row rendered once and used on many lists
_KEPT = 4_000  # the board comes first: these are the rows that stand on many lists


class Head(msgspec.Struct, frozen=True):
    """What stands above a list; `more` is the title of its further pages, without the count, which one series more would change."""

    title: str
    lede: str
    more: str
    nav: str = ""
    noindex: bool = False
    crumb: tuple[tuple[str, str], ...] = ()


def of_series(_summary: Summary, _site: Site, /) -> Iterator[File]:
    """Nothing: see pages."""
    return iter(())


def of_lists(rows: Rows, site: Site, account: Account, only: frozenset[str] | None, /) -> Iterator[File]:
    """Each list of rows, in pages.  Lists of benchmarks have their own writer."""
    names = rows.list_names()
    html = RowHtml(site)
    trees = _trees(rows, site)
    for name in dict.fromkeys([BOARD, *names]):
        if name == "b" or name.startswith("b/") or (only is not None and name not in only):
            continue
        found = within(rows, name, site)
        sections = by_part(found, name[2:]) if name.startswith("u/") else by_group(found)
        head = _head(name, found, site)
        extra = _extra(name, found, rows, site, account, trees)
        yield from _pages(name, sections, head, extra, html, site)


class RowHtml:
    """Rows as HTML, each rendered once a build."""

    def __init__(self, site: Site) -> None:
        """Compile the template."""
        self._template = _environment.template(site.templates_dir, "_row.html")
        self._now = site.now
        self._made: dict[str, bytes] = {}  # UTF-8: a text with one sign beyond Latin-1 takes twice as much

    def __call__(self, rows: Iterable[Row], root: str) -> Markup:
        """Table rows for a page whose way to the site's root is `root`."""
        parts = []
        for row in rows:
            html = self._made.get(row.id)
            if html is None:
                html = self._template.render(row=row, root=_ROOT, **_row_words(row, self._now)).encode()
                if len(self._made) < _KEPT:
                    self._made[row.id] = html
            parts.append(html)
        return Markup(b"".join(parts).replace(_ROOT.encode(), root.encode()).decode())  # noqa: S704  output of the autoescaping template


def _took_part(rows: Iterable[Row], person: str, root: str, site: Site) -> Markup:
    """Rows of series of others in which a person took part: what they are and what was done, nothing that a third one's answer changes."""
    template = _environment.template(site.templates_dir, "_part.html")
    made = [
        template.render(
            row=row,
            root=root,
            title=_words.one_line(row.title) or "(no title)",
            state=standing(row.state),
            did=next((GIVEN.get(did) or DID.get(did, did) for ident, _, did in row.people if ident == person), ""),
        )
        for row in rows
    ]
    return Markup("".join(made))  # noqa: S704  output of the autoescaping template


def _numbers(row: Row) -> tuple[str, str, str]:
    """How a series' numbers fall out, the tone of that, and what they are of: as the head of its page says it."""
    better, worse, flat, unjudged = row.verdicts
    pairs = better + worse + flat + unjudged
    failing = next((result for result in row.results if result.holds is False and result.claim is not None), None)
    if row.claim_fails:
        words, tone = "!= claim does not hold", "bad"
    elif worse:
        words, tone = "✗ worse" if pairs == 1 else f"✗ {worse} of {pairs:,} worse", "bad"
    elif better:
        words, tone = "✓ better" if better == pairs else f"{better} of {pairs:,} better", "good" if better == pairs else "mute"
    else:
        words, tone = ("≈ no clear difference" if flat else ""), "mute"
    tools = list(dict.fromkeys(_words.tool(result.tool) for result in row.results))
    if len(row.results) == 1:
        of = ", ".join(part for part in (tools[0], row.results[0].test, row.results[0].unit) if part)
    else:
        of = _words.listed(tools[:2]) + (f"; {pairs:,} results" if pairs else "") if tools else ""
    if row.claim_fails and failing is not None:
        of = f"text says {_words.claimed(failing.claim or 0.0)}; {of}"
    return words, tone, _words.cut(_words.one_line(of), 80)


def _tested(row: Row) -> str:
    """The hardware, cut to what a row holds; that it is the author's own stays said."""
    words = _words.one_line(row.tested_on)
    own = " (author)" if words.endswith(" (author)") else ""
    return _words.cut(words.removesuffix(own), 60) + own


def _row_words(row: Row, now: Any) -> dict[str, Any]:
    symbol, state = STATES[row.state]
    told = row.reason.startswith(state.lower())  # "applied to net-next" says the state itself
    verdict, tone, of = _numbers(row)
    acked, sections = row.acked_areas or (0, 0)
    return {
        "age": _words.age(row.waiting_since or row.last, now),
        "since": row.waiting_since or row.last,
        "title": _words.one_line(row.title) or "(no title)",
        "tree": slug(row.tree) if row.tree else "",
        "kind": "RFC " if row.state == "rfc" else "",
        "state": f"{symbol} {state.lower()}".strip() if row.group == "done" and not told else symbol if row.group == "done" else "",
        # A group's own reason is not said again in each of its rows.
        "reason": "" if row.group in PLAIN else row.reason,
        "strip": row.coverage[:15] if row.patches <= 15 else (),
        "people": [(letter, number) for letter, number in zip("ART", row.people_counts, strict=True)],
        "tested": _tested(row) or ("no hardware named" if row.tested else ""),
        "verdict": verdict,
        "tone": tone,
        "of": of,
        "asked": f", {_words.age(row.asked_since, now)}" if row.asked_since else "",
        "areas": f"{acked}/{_words.count(sections, 'area')}" if sections else "",
    }


def _trees(rows: Rows, site: Site) -> list[tuple[str, str, int]]:
    counts: dict[str, int] = {}
    for row in within(rows, BOARD, site):
        name = row.tree or "none"
        counts[name] = counts.get(name, 0) + 1
    return [
        (slug(name) if name != "none" else name, name, number)
        for name, number in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _head(name: str, found: list[Row], site: Site) -> Head:
    number = f"{len(found):,} series"
    since = f"with a mail since {_words.day(site.since)}"
    kind, _, what = name.partition("/")
    if name == BOARD:
        return Head(
            f"{number} on {site.profile}, by what they wait for", since.capitalize() + ".", f"Series on {site.profile}", nav="board"
        )
    if kind == "t":
        tree = next((row.tree for row in found if row.tree), what)
        words = "that name no tree" if what == "none" else f"for {tree}"
        return Head(f"{number} {words}", f"By what they wait for, {since}.", f"Series {words}")
    if kind == "g":
        group, reason = GROUPS[what]
        return Head(f"{group}: {number}", f"{reason.capitalize()}; {since}.", group)
    if kind == "f":
        area = _words.one_line(next((area for row in found for area in row.areas if slug(area) == what), what))
        return Head(f"{area}: {number}", f"Series that touch this area, by what they wait for, {since}.", area)
    if kind == "a":
        return Head(
            f"{number} posted in {what}", "Every series with a posting of that month, finished ones too.", f"Series posted in {what}"
        )
    if kind == "k":
        called = COMBINATIONS.get(what, what)
        return Head(f"{called}: {number}", f"Open series by the tags that count, {since}.", called)
    return _person_head(what, found, since)


def _person_head(ident: str, found: list[Row], since: str) -> Head:
    names: dict[str, None] = {}
    domains: dict[str, None] = {}
    for row in found:
        if row.author.id == ident:
            if row.author.name:
                names[row.author.name] = None
            if mail := _words.domain(row.author):
                domains[mail] = None
        for person, name, _ in row.people:
            if person == ident and name:
                names[name] = None
    known = sorted(names, key=lambda name: ("," in name, " " not in name)) or ["No series in this window"]
    also = f" Also writes as {_words.listed(_words.one_line(name) for name in known[1:6])}." if len(known) > 1 else ""
    lede = f"{_words.listed(domains)}. " if domains else ""
    called = _words.one_line(_words.usual(known[0]))
    return Head(called, f"{lede}Series {since}.{also}", called, noindex=True)


class Mark(msgspec.Struct, frozen=True):
    """A tag that a person gave: its chip, the series, the patches, and where it stands."""

    status: str
    words: str
    row: Row
    patches: str
    href: str
    date: str


def _marks(person: str, found: list[Row]) -> list[Mark]:
    """The tags of one person, newest first; in the order they were found, and no measure of anybody."""
    marks = [
        Mark(
            given.status,
            chip_words(given.tag, given.status),
            row,
            f"{'patch' if len(given.patches) == 1 else 'patches'} {_words.ranges(given.patches)} of {row.patches}",
            f"s/{row.id}/index.html#m-{short(given.key)}-L{given.line}" if given.line else "",
            _words.day(given.date) if given.date else "",
        )
        for row in found
        for given in row.given
        if given.person == person and given.status != "self"
    ]
    marks.sort(key=lambda mark: (mark.date, mark.row.id, mark.words), reverse=True)
    return marks[:PAGE]


def _extra(name: str, found: list[Row], rows: Rows, site: Site, account: Account, trees: list[tuple[str, str, int]]) -> dict[str, Any]:
    done = len(within(rows, "g/done", site)) if name == BOARD else 0
    facts: list[tuple[str, str, str]] = []
    if name.startswith("u/"):
        patches: dict[str, int] = {}
        for row in found:
            if row.author.id == name[2:] and row.group != "done":
                patches[row.tree or "no tree"] = patches.get(row.tree or "no tree", 0) + row.patches
        facts = [
            (f"Open patches, {tree}", f"{number} of 15", "the list’s limit for one author and tree") for tree, number in patches.items()
        ]
    marks = _marks(name[2:], found) if name.startswith("u/") else []
    return {"account": account, "trees": trees, "done": done, "person_facts": facts, "combinations": COMBINATIONS, "marks": marks}


def _pages(name: str, sections: list[Section], head: Head, extra: dict[str, Any], html: RowHtml, site: Site) -> Iterator[File]:
    pages = paged(sections)
    folder = f"{name}/" if name else ""
    # Later pages first: the first one links to them.
    for at in range(len(pages), 0, -1):
        path = folder if at == 1 else f"{folder}page/{at}/"
        root = "../" * path.count("/")
        shown = [
            (section, html(found, root or "./") if section.id != "part" else _took_part(found, name[2:], root, site))
            for section, found in pages[at - 1]
        ]
        yield File(
            f"{path}index.html",
            _environment.page(
                site.templates_dir,
                "board.html",
                {
                    "site": site,
                    "root": root or "./",
                    "title": head.title if at == 1 else f"{head.more}, page {at}",
                    "lede": head.lede,
                    "nav": head.nav,
                    "feed": at == 1 and fed(name),
                    "built": site.now,
                    "noindex": head.noindex,
                    "form": None,
                    "name": name,
                    "sections": sections,
                    "shown": shown,
                    "page": at,
                    "pages": len(pages),
                    **extra,
                },
            ),
        )
