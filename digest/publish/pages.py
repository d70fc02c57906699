# SPDX-License-Identifier: GPL-2.0-or-later
"""Series pages, and the small pages at every posting's permanent address.

A series page carries dates and never ages, nor the build's: an unchanged series is an unchanged file.
"""

from collections.abc import Iterator

from digest.model import RevisionEntry, SeriesEntry, Summary
from digest.publish import _across, _courses, _environment, _facts, _matrix, _numbers, _remarks, _states, _versions, _words
from digest.publish._letters import Thread
from digest.publish._links import archived, short, slug
from digest.publish._site import Account, File, Rows, Site

NAME = "pages"


def of_series(summary: Summary, site: Site, /) -> Iterator[File]:
    """The page of a series, then the pages that lead to it."""
    yield File(f"s/{summary.series.id}/index.html", _page(summary, site))
    yield from _stubs(summary.series, site)


def of_lists(_rows: Rows, _site: Site, _account: Account, _only: frozenset[str] | None, /) -> Iterator[File]:
    """Nothing: see boards."""
    return iter(())


def _page(summary: Summary, site: Site) -> bytes:
    series = summary.series
    thread = Thread(summary, site)
    robots = frozenset(letter.message.key for letter in summary.letters if letter.robot)
    latest = series.revisions[-1] if series.revisions else None
    heads = _matrix.columns(latest, series) if latest else []
    title = _words.one_line(series.title) or "(no title)"
    head = _head(latest) if latest else None
    matrix = _matrix.matrix(latest, heads, thread, series.author.id) if latest else []
    return _environment.page(
        site.templates_dir,
        "series.html",
        {
            "site": site,
            "root": "../../",
            "title": title,
            "nav": "",
            "feed": False,
            "built": None,
            "noindex": False,
            "form": None,
            "series": series,
            "who": thread.called,
            "latest": latest,
            "version": _versions.version_names(series)[-1][1] if series.revisions else "",
            "group": _states.GROUPS[series.state.group][0],
            "facts": _facts.facts(summary, thread, robots),
            "tree": slug(series.tree) if series.tree else "",
            "fetch": head,
            "link": archived(site, head),
            "heads": heads,
            "matrix": matrix,
            "statuses": frozenset(cell.status for row in matrix for _, cells in row.cells for cell in cells),
            "trailers": [(name, [(tag, thread.cite(tag.evidence).href) for tag in tags]) for name, tags in _matrix.trailer_words(matrix)],
            "covered": _matrix.covered(latest, series.author.id) if latest else [],
            "numbers": _numbers.posted(series, thread, robots=robots),
            "courses": _courses.courses(series, thread, robots=robots),
            "across": _across.shown(series.across, thread),
            "asked": _remarks.asked(series, thread, robots=False),
            "remarks": _remarks.asked(series, thread, robots=True),
            "tests": _remarks.tested(series, thread),
            "fix": series.fix_statement,
            "fix_cites": [thread.cite(item) for item in series.fix_statement.evidence] if series.fix_statement else [],
            "notes": _remarks.notes(series, thread),
            "versions": _versions.versions(series, thread),
            "moved": _versions.moved(summary, thread),
            "ranges": _versions.ranges(summary),
            "findings": _remarks.findings(series, thread),
            "outline": thread.outline(),
            "problems": summary.problems,
        },
    )


def _head(revision: RevisionEntry) -> str | None:
    """The message-id by which b4 and the archive find a revision."""
    keys = (revision.cover, revision.first, *(patch.message_id for patch in revision.patches))
    return next((key for key in keys if key and not key.startswith("x-")), None)


def _stubs(series: SeriesEntry, site: Site) -> Iterator[File]:
    """`/p/<12 hex>/` for each posting, and `/s/<12 hex>/` for those whose series once had, or may have had, that id."""
    done: set[str] = set()
    names = _versions.version_names(series)
    for (ident, name), revision in zip(names, series.revisions, strict=True):
        keys = [revision.cover, *(patch.key for patch in revision.patches if patch.from_version in (None, revision.version))]
        firsts = {key for key in (revision.cover, revision.first, next((key for key in keys[1:] if key), None)) if key}
        page = _environment.page(
            site.templates_dir,
            "posting.html",
            {"title": _words.one_line(series.title) or "(no title)", "name": name, "to": f"../../s/{series.id}/index.html#{ident}"},
        )
        for key in dict.fromkeys(key for key in (*keys, revision.first) if key):
            code = short(key)
            if code in done:
                continue
            done.add(code)
            yield File(f"p/{code}/index.html", page)
            if key in firsts and code != series.id:
                yield File(f"s/{code}/index.html", page)
