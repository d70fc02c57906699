# SPDX-License-Identifier: GPL-2.0-or-later
"""`python -m digest` is the same as `netdev-digest`."""

from digest.cli import entry

entry()
