# SPDX-License-Identifier: GPL-2.0-or-later
"""The command line: arguments, exit status, stderr.  The only module that prints, and the only one that reads the clock.

Data goes to stdout, everything else to stderr.  Exit status: 0 ok; 1 findings (`check --exit-code`); 2 usage or configuration;
3 some input could not be read (only with `--strict`); 4 store or output locked or damaged; 130 interrupted.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec

from digest import __version__, archive, bench, config, document, ingest, patch, pipeline, publish
from digest.errors import DigestError, UsageError
from digest.options import Shared, site_of, values

Command = TypeVar("Command", bound=Callable[..., Any])


class _Progress(ingest.Progress):
    """Progress on stderr where that is a terminal: one line that is written over, with rate and time left."""

    def __init__(self, *, shown: bool) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._begun: dict[str, float] = {}
        self._last = 0.0

    def step(self, name: str, done: int, total: int | None, note: str = "") -> None:
        if not self._shown:
            return
        now = time.monotonic()
        begun = self._begun.setdefault(name, now)
        if now - self._last < 0.1 and done != total:
            return
        self._last = now
        spent = now - begun
        left = f", {spent * (total - done) / done:.0f} s left" if total and done and spent > 1 else ""
        share = f"{100 * done // total:3d} %" if total else f"{done}"
        width = shutil.get_terminal_size().columns
        click.echo("\r" + f"{name}: {share}{' ' + note if note else ''}{left}"[: width - 1].ljust(width - 1), nl=False, err=True)
        if done == total:
            click.echo("\r" + " " * (width - 1) + "\r", nl=False, err=True)

    def warn(self, text: str) -> None:
        click.echo(f"netdev-digest: {text}", err=True)


_SHARED: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("--store",), {"metavar": "FILE", "help": "Keep what was read here, so that the next run reads only what is new."}),
    (("--jobs", "-j"), {"type": click.IntRange(1, 512), "metavar": "N", "help": "Worker processes (default: the processors there are)."}),
    (("--executor",), {"metavar": "KIND", "help": "process, thread or dask://HOST:PORT."}),
    (("--since",), {"metavar": "DATE", "help": "Leave out mails before this date."}),
    (("--until",), {"metavar": "DATE", "help": "Leave out mails from this date on."}),
    (("--now",), {"metavar": "DATE", "help": "Judge ages and states as of this date (default: the clock)."}),
    (("--format",), {"metavar": "NAME", "help": "The kind of the archives, instead of recognising it (see `formats`)."}),
    (("--profile",), {"metavar": "NAME|FILE", "help": "Trees, robots and lists (default: netdev)."}),
    (("--maintainers",), {"metavar": "FILE", "help": "The kernel's MAINTAINERS file."}),
    (("--mailmap",), {"metavar": "FILE", "help": "A git .mailmap: which addresses are one person."}),
    (("--git",), {"metavar": "REPO", "help": "Find applied commits in this repository by Link: and patch-id."}),
    (("--corrections",), {"metavar": "FILE", "help": "Corrections of wrong readings (TOML); the page says so."}),
    (("--takedown",), {"metavar": "FILE", "help": "Message-ids that are not to be shown, one a line."}),
    (("--strict",), {"is_flag": True, "default": None, "help": "Exit with 3 when some input could not be read."}),
    (("--config",), {"metavar": "FILE", "help": "Configuration (default: ./netdev-digest.toml, then the user's)."}),
    (("--no-progress",), {"is_flag": True, "help": "No progress line."}),
]


def shared_options(command: Command) -> Command:
    """Add the options of every command that reads archives."""
    for names, attributes in reversed(_SHARED):
        command = click.option(*names, **attributes)(command)
    return click.argument("archives", nargs=-1, required=True, metavar="ARCHIVE...")(command)


def _shared(archives: tuple[str, ...], options: dict[str, Any]) -> Shared:
    return values(archives, options, datetime.now(UTC).replace(microsecond=0))


def _out(text: str) -> None:
    """Write data to stdout through the pager where both ends are a terminal."""
    if sys.stdout.isatty() and text.count("\n") > shutil.get_terminal_size().lines:
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=not text.endswith("\n"))


def _json(value: object) -> None:
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
    sys.stdout.flush()


def _tell(counts: dict[str, int], problems: int, *, strict: bool) -> None:
    """Say on stderr what could not be read; with --strict that is status 3."""
    lost = counts["unreadable"]
    if problems or lost:
        click.echo(f"netdev-digest: {problems} problem(s), {lost} message(s) unreadable; `show --json` lists them", err=True)
        if strict:
            raise SystemExit(3)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="netdev-digest")
def main() -> None:
    """Read archived patch-review threads and write one summary per series that a maintainer can trust."""


@main.command()
@shared_options
@click.option("-o", "--output", "site", metavar="SITE", required=True, help="The folder of the site.")
@click.option("--base-url", metavar="URL", help="Where the site will be published (for feeds).")
@click.option("--title", metavar="TEXT", help="The name on every page.")
@click.option("--archive-url", metavar="TEMPLATE", help="Permanent link of a mail, {} is its message-id (default: lore).")
@click.option("--window", type=click.IntRange(1), metavar="DAYS", help="Lists hold series with a mail in this many days (90).")
@click.option("--templates", metavar="DIR", help="Templates that replace ours, file by file.")
@click.option("--obfuscate-emails", is_flag=True, default=None, help="Show no whole address.")
@click.option("--no-search", is_flag=True, default=None, help="Make no search index.")
def build(archives: tuple[str, ...], site: str, **options: Any) -> None:
    """Read the archives and write the static site."""
    shared = _shared(archives, options)

    root = Path(site)
    where = site_of(shared, options)
    store = shared.store or root.with_name(root.name + ".store")
    outcome = pipeline.build(shared.choice, shared.context, where, root, store, _Progress(shown=shared.shown))
    click.echo(
        f"{outcome.series} series from {outcome.messages} messages ({outcome.duplicates} duplicates, {outcome.unreadable} unreadable, "
        f"{outcome.left_out} left out); {outcome.written} files written, {outcome.removed} removed: {root / 'index.html'}",
        err=True,
    )
    if outcome.newest and outcome.newest < where.since:
        click.echo(
            f"the newest mail is of {outcome.newest:%Y-%m-%d}: the board shows the last {where.window} days and is empty; all series stand "
            f"under their months, and --now {outcome.newest + timedelta(days=1):%Y-%m-%d} judges as of then",
            err=True,
        )
    elif outcome.newest is None and outcome.series:
        click.echo("no mail here has a date: the board is empty, and all series stand on All lists and months", err=True)
    elif outcome.newest and outcome.newest > shared.now + timedelta(days=1):
        click.echo(f"the newest mail is of {outcome.newest:%Y-%m-%d}, later than {shared.now:%Y-%m-%d}, which it is judged by", err=True)
    if shared.strict and (outcome.unreadable or outcome.problems):
        raise SystemExit(3)


@main.command()
@shared_options
@click.option("--series", "what", metavar="WHAT", help="Message-id, archive URL, series id or words of the title.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def show(archives: tuple[str, ...], what: str | None, as_json: bool, **options: Any) -> None:  # noqa: FBT001 - click hands flags on
    """Show summaries in the terminal."""
    shared = _shared(archives, options)
    found = pipeline.show(shared.choice, shared.context, shared.store, _Progress(shown=shared.shown), what)
    if what is not None and not found.summaries:
        raise UsageError(f'no series "{what}" in these archives: WHAT is a message-id, an archive URL, a series id or words of the title')
    if as_json:
        _json(document.document(found, shared.context, __version__))
    else:
        if not found.summaries:
            click.echo("netdev-digest: no series there", err=True)
        _out(publish.terminal.show(found.summaries, shared.profile.archive_url, _style()))
    _tell(found.counts, len(found.problems), strict=shared.strict)


@main.command()
@shared_options
@click.option("--tree", metavar="TREE", help="Only this tree.")
@click.option("--mine", metavar="ADDRESS", help="Only series of this author.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def board(archives: tuple[str, ...], tree: str | None, mine: str | None, as_json: bool, **options: Any) -> None:  # noqa: FBT001
    """Show one line a series, grouped by what it waits for."""
    shared = _shared(archives, options)
    found = pipeline.show(shared.choice, shared.context, shared.store, _Progress(shown=shared.shown), None)
    rows = pipeline.rows(found, tree=tree, mine=mine)
    if as_json:
        _json(document.board(rows, shared.now))
    else:
        _out(publish.terminal.board(rows, shared.now, _style()))
    _tell(found.counts, len(found.problems), strict=shared.strict)


@main.command("bench")
@click.argument("file", default="-", metavar="[FILE|-]")
@click.option("--plain", is_flag=True, help="The input is text, not a mail.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def bench_(file: str, plain: bool, as_json: bool) -> None:  # noqa: FBT001 - click hands flags on
    """Read the benchmark runs and comparisons of one text or mail."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror or error}") from error
    found = bench.read(pipeline.body_of(data, plain=plain))
    if as_json:
        _json({"blocks": found.blocks, "comparisons": found.comparisons})
    else:
        _out(publish.terminal.benchmarks(found, _style()))


@main.command()
@shared_options
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def explain(archives: tuple[str, ...], as_json: bool, **options: Any) -> None:  # noqa: FBT001 - click hands flags on
    """Show every decision about one mail and the rule behind it (the last argument is its message-id)."""
    if len(archives) < 2:
        raise UsageError("explain needs an archive and a message-id")
    shared = _shared(archives[:-1], options)
    told = pipeline.explain(shared.choice, shared.context, shared.store, _Progress(shown=shared.shown), archives[-1])
    if as_json:
        _json(told)
    else:
        _out(publish.terminal.explain(told, _style()))


@main.command()
@shared_options
@click.option("--eml", is_flag=True, help="As a mail, ready to be sent.")
def mail(archives: tuple[str, ...], eml: bool, **options: Any) -> None:  # noqa: FBT001 - click hands flags on
    """Write the plain-text digest, 78 columns, of what moved since a date (default: the day before --now)."""
    since = config.date(options.pop("since"), "--since")
    shared = _shared(archives, options | {"since": None})
    found = pipeline.show(shared.choice, shared.context, shared.store, _Progress(shown=shared.shown), None)
    since = since or shared.now - timedelta(days=1)
    rows = [row for row in pipeline.rows(found) if row.last and row.last >= since]
    make = publish.digest_eml if eml else publish.digest_text
    click.echo(make(rows, site_of(shared, {})), nl=False)


@main.command()
@shared_options
@click.option("--select", metavar="CODES", help="Only these codes (ND101,ND2).")
@click.option("--ignore", metavar="CODES", help="Not these codes.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 when there are findings.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def check(archives: tuple[str, ...], select: str | None, ignore: str | None, exit_code: bool, as_json: bool, **options: Any) -> None:  # noqa: FBT001
    """Check the list's process rules."""
    chosen, left_out = (config.codes(text, option, patch.CODES) for text, option in ((select, "--select"), (ignore, "--ignore")))
    shared = _shared(archives, options)
    found = pipeline.show(shared.choice, shared.context, shared.store, _Progress(shown=shared.shown), None)

    def wanted(code: str) -> bool:
        return (not chosen or code.startswith(chosen)) and not (left_out and code.startswith(left_out))

    entries = [one.series for one in found.summaries]
    across = patch.outstanding(entries, shared.profile)
    findings = [
        (entry, finding)
        for entry in entries
        for finding in (*entry.findings, *((across[entry.id],) if entry.id in across else ()))
        if wanted(finding.code)
    ]
    if as_json:
        _json(document.findings(findings))
    else:
        _out(publish.terminal.findings(findings, _style(_UNFOLDED)))
    if findings and exit_code:
        raise SystemExit(1)


@main.command()
@click.argument("what", nargs=-1, required=True, metavar="WHAT...")
@click.option("-o", "--output", metavar="FILE", required=True, help="The mailbox (or, for an epoch, the folder) to write.")
@click.option(
    "--url", metavar="URL", default="https://lore.kernel.org/netdev", show_default=True, help="The public-inbox server and inbox."
)
def fetch(what: tuple[str, ...], output: str, url: str) -> None:
    """Get a thread, a search or an epoch from a public-inbox server; the only command that uses the network."""
    from digest import fetch as fetching  # noqa: PLC0415 - the network is loaded only where it is asked for

    click.echo(fetching.fetch(what, Path(output), url), err=True)


@main.command()
@click.argument("site", metavar="SITE", type=click.Path(exists=True, file_okay=False))
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
def serve(site: str, port: int) -> None:
    """Preview a site on 127.0.0.1."""
    import functools  # noqa: PLC0415 - only for the preview
    import http.server  # noqa: PLC0415 - only for the preview

    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=site)
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        click.echo(f"http://127.0.0.1:{server.server_address[1]}/  (Ctrl-C ends)", err=True)
        server.serve_forever()


@main.command()
def formats() -> None:
    """List the archive kinds and what each loses."""
    for kind in archive.formats():
        click.echo(f"{kind.name:18} {kind.description}")
        if kind.loses:
            click.echo(f"{'':18} loses: {', '.join(kind.loses)}")


_UNFOLDED = 100_000
"""Columns of what is read line by line by other programs, where neither a terminal nor COLUMNS says how wide it is."""


def _style(wide: int = 100) -> publish.terminal.Style:
    """How to write for this terminal: width, and colour unless NO_COLOR or a pipe forbids."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return publish.terminal.Style(width=shutil.get_terminal_size((wide, 24)).columns, colour=colour)


def run(arguments: list[str]) -> int:
    """The program as a function: the exit status for these arguments."""
    try:
        answer = main.main(args=arguments, prog_name="netdev-digest", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return int(stop.exit_code)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except DigestError as error:
        click.echo(f"netdev-digest: {error}", err=True)
        return error.status
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("netdev-digest: interrupted; what was read is kept", err=True)
        return 130
    except BrokenPipeError:
        # the reader went away (`| head`): silent, as git and grep are
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return answer if isinstance(answer, int) else 0


def entry() -> NoReturn:
    """The console script."""
    sys.exit(run(sys.argv[1:]))
