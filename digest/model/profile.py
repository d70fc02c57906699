# SPDX-License-Identifier: GPL-2.0-or-later
"""What is particular to one list: its trees, its robots, its archive.  Read from a TOML file of `profiles/`, never coded."""

import msgspec


class RobotSender(msgspec.Struct, frozen=True):
    """Addresses (or `@domain`) from which a robot's mails are believed."""

    robot: str
    addresses: tuple[str, ...]


class Window(msgspec.Struct, frozen=True):
    """A time in which a tree took no patches: ISO dates, the end may be open."""

    tree: str
    closed: str
    opened: str | None = None


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data of one list.  `trees` are prefixes that name a tree; `next_trees` those that close in the merge window."""

    name: str
    title: str
    trees: tuple[str, ...] = ()
    tree_patterns: tuple[str, ...] = ()
    fix_trees: tuple[str, ...] = ()
    next_trees: tuple[str, ...] = ()
    awaiting_upstream: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    robots: tuple[RobotSender, ...] = ()
    senior: tuple[str, ...] = ()
    maintainers: tuple[str, ...] = ()
    windows: tuple[Window, ...] = ()
    archive_url: str = "https://lore.kernel.org/r/{}/"
    rules_url: str | None = None
    search_url: str | None = None
    max_patches: int = 15
    min_hours: int = 24
