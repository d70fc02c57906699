# SPDX-License-Identifier: GPL-2.0-or-later
"""Accuracy on annotated data: floors that only rise."""
