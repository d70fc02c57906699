# SPDX-License-Identifier: GPL-2.0-or-later
"""Speed and memory beside the peers: `make bench`."""
