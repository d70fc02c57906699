# SPDX-License-Identifier: GPL-2.0-or-later
"""What may go wrong outside the mail: each error carries the exit status of contract.  Content never raises."""


class DigestError(Exception):
    """The environment failed: unknown format, unreadable path, broken template."""

    status = 2


class UsageError(DigestError):
    """The command or the configuration asks for something that does not exist."""


class InputError(DigestError):
    """An archive could not be opened at all."""

    status = 3


class OutputError(DigestError):
    """The store or the site is locked, damaged or cannot be written."""

    status = 4


class MissingExtra(DigestError):
    """A feature needs an optional package that is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an optional package: pip install 'netdev-digest[{extra}]'")
