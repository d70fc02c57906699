# SPDX-License-Identifier: GPL-2.0-or-later
"""Hostile input, faults and kills, with counters: `python -m tests.torture` (see docs/reliability.md)."""
