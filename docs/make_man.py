# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes `docs/netdev-digest.1` (man(7)) and the shell completions of `docs/completions/` from the command line itself.

Run `python docs/make_man.py` after a change of options; a test says when that was forgotten.
"""

import re
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from digest import __version__
from digest.cli import main

HERE = Path(__file__).parent
PROG = "netdev-digest"
SHELLS = {"bash": PROG, "zsh": f"_{PROG}", "fish": f"{PROG}.fish"}

EXIT = """.SH EXIT STATUS
.TP
0
ok
.TP
1
findings, with \\fBcheck \\-\\-exit\\-code\\fR
.TP
2
usage or configuration
.TP
3
some input could not be read, with \\fB\\-\\-strict\\fR
.TP
4
store or output locked or damaged
.TP
130
interrupted; what was read is kept
.SH FILES
.TP
\\fI./netdev\\-digest.toml\\fR, \\fI$XDG_CONFIG_HOME/netdev\\-digest/config.toml\\fR
options by their long names; the command line goes before NETDEV_DIGEST_* variables, these before the project's file, it before the user's
.SH ENVIRONMENT
NO_COLOR, PAGER and the XDG folders are respected.
.SH SEE ALSO
\\fBb4\\fR(5), \\fBgit\\-range\\-diff\\fR(1), \\fBpublic\\-inbox\\-httpd\\fR(1)
"""


def roff(text: str) -> str:
    """Text for roff: dashes and backslashes kept, no line starts with a control character."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def options(command: click.Command, context: click.Context) -> list[str]:
    """The options of a command as tagged paragraphs."""
    lines = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record:
            names, words = record
            lines += [".TP", f"\\fB{roff(names)}\\fR", roff(words)]
    return lines


def page() -> str:
    """The manual page."""
    context = click.Context(main, info_name=PROG, **main.context_settings)
    lines = [
        f'.TH NETDEV\\-DIGEST 1 "" "netdev-digest {__version__}" "User Commands"',
        ".SH NAME",
        f"{roff(PROG)} \\- one summary per patch series, from archived review mail",
        ".SH SYNOPSIS",
        f"\\fB{roff(PROG)}\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]",
        ".SH DESCRIPTION",
        roff((main.help or "").strip()),
        ".SH COMMANDS",
    ]
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        usage = " ".join(command.collect_usage_pieces(inner))
        lines += [f'.SS "{roff(name)} {roff(usage)}"', roff((command.help or "").strip()), *options(command, inner)]
    return "\n".join(lines) + "\n" + EXIT


def completion(shell: str) -> str:
    """The completion script of one shell, as click makes it."""
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(main, {}, PROG, "_NETDEV_DIGEST_COMPLETE").source().rstrip() + "\n"


def files() -> dict[Path, str]:
    """Every generated file and its text."""
    made = {HERE / f"{PROG}.1": page()}
    made |= {HERE / "completions" / name: completion(shell) for shell, name in SHELLS.items()}
    return made


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
