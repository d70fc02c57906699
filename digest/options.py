# SPDX-License-Identifier: GPL-2.0-or-later
"""What is asked for, as values: options that commands share, from the command line, else the configuration, else their defaults."""

from __future__ import annotations

import os
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from digest import __version__, config, executor, history, ingest, publish, summary
from digest.model import Profile


class Shared(msgspec.Struct, frozen=True):
    """The options shared by all commands that read archives, made into values; `shown`: progress is wanted."""

    choice: ingest.Choice
    context: summary.Context
    profile: Profile
    store: Path | None
    strict: bool
    shown: bool
    now: datetime
    settings: config.Settings


def values(archives: tuple[str, ...], options: dict[str, Any], clock: datetime) -> Shared:
    """Make the shared options into values, `clock` being now where nothing else is said.  UsageError."""
    settings = config.load(os.environ, options.pop("config"))
    shown = not options.pop("no_progress")

    pick = partial(config.pick, options, settings)
    now = config.date(pick("now"), "--now") or clock
    profile = config.profile(pick("profile", "netdev"))
    if pick("archive_url"):
        profile = msgspec.structs.replace(profile, archive_url=pick("archive_url"))
    store = pick("store")
    return Shared(
        choice=ingest.Choice(
            archives=archives,
            format=pick("format"),
            jobs=pick("jobs") or executor.default_jobs(),
            executor=pick("executor", "process"),
        ),
        context=summary.Context(
            now=now,
            profile=profile,
            since=config.date(pick("since"), "--since"),
            until=config.date(pick("until"), "--until"),
            maintainers=config.text_of(pick("maintainers"), "--maintainers"),
            mailmap=config.text_of(pick("mailmap"), "--mailmap"),
            corrections=config.text_of(pick("corrections"), "--corrections"),
            commits=history.read(Path(pick("git")), config.date(pick("since"), "--since")) if pick("git") else None,
            takedown=config.takedown(config.text_of(pick("takedown"), "--takedown")),
        ),
        profile=profile,
        store=Path(store) if store else None,
        strict=bool(pick("strict", default=False)),
        shown=shown,
        now=now,
        settings=settings,
    )


def site_of(shared: Shared, options: dict[str, Any]) -> publish.Site:
    """Make what a site is asked to be into a value."""
    pick = partial(config.pick, options, shared.settings)
    return publish.Site(
        title=pick("title", f"{shared.profile.title} digest"),
        base_url=pick("base_url", ""),
        profile=shared.profile.title,
        archive_url=shared.profile.archive_url,
        now=shared.now,
        rules_url=shared.profile.rules_url,
        search_url=shared.profile.search_url,
        window=pick("window", 90),
        templates_dir=pick("templates"),
        obfuscate=bool(pick("obfuscate_emails", default=False)),
        search=not pick("no_search", default=False),
        version=__version__,
    )
