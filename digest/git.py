# SPDX-License-Identifier: GPL-2.0-or-later
"""The environment in which git is run: nobody's configuration, no question, no transport, no lock (git(1), "Environment Variables")."""

import os


def environment() -> dict[str, str]:
    """The variables of a git that reads one repository and nothing else."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": "/nonexistent",
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
    }
