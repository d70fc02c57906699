# SPDX-License-Identifier: GPL-2.0-or-later
"""Masked addresses: undoes the masks that lose nothing, and tells those that do.

user () host ! tld          marc.info
user at host.tld            Mailman (pipermail)
user_at_host.tld            hypermail with spamprotect
user(a)host.tld             forum-style archives
user@...t.tld, use...@host  openwall, mail-archive.com, Google Groups: part is gone
user@xxxxxxxx               MHonArc -spammode, spinics: the host is gone
user-HASH@public.gmane.org  gmane: the host is gone
"""

import re

_MARC = re.compile(r"([^\s<>()\"',;:!]{1,200}(?: ! [^\s<>()\"',;:!]{1,100}){0,8}) \(\) ([\w-]{1,64}(?: ! [\w-]{1,64}){1,8})")
_MARC_ALONE = re.compile(r"([^\s<>()\"',;:!]{1,200}(?: ! [^\s<>()\"',;:!]{1,100}){0,8}) \(\) ([\w-]{1,64}(?: ! [\w-]{1,64}){0,8})")
_AT_WORD = re.compile(r"([\w.+=-]{1,100}) at ([\w-]{1,64}(?:\.[\w-]{1,64}){1,8})")
_AT_GLUED = re.compile(
    r"(?<![\w.+-])([A-Za-z0-9][\w.+=-]{0,99}?)_at_([A-Za-z0-9-]{1,64}(?:\.[A-Za-z0-9-]{1,64}){0,8}\.(?:com|org|net|edu|gov|mil|info|io|dev|[A-Za-z]{2}))(?![\w(\[-]|\.\w)"
)
_AT_BRACKETS = re.compile(r"([\w+=-]) <at> ([\w-]{1,64}\.)")
_PAREN = re.compile(r"(?<=[\w.+-])\([aA]\)(?=[\w-])")
_AT_ALONE = re.compile(r"(?<![^\W_])(?<!_)_at_|_at_(?![^\W_])")
_GONE = re.compile(r"\.\.\.|@x{3,}|@DOMAIN\.HIDDEN|@public\.gmane\.org|@\[?\.\.\.|\[at\]|\(a\)|email protected", re.IGNORECASE)


def marc(text: str) -> str:
    """`user () host ! tld` made whole; the rest unchanged.  A host without ` ! ` counts only in a field, see `marc_field`."""
    if " () " not in text:
        return text
    return _MARC.sub(_dotted, text)


def marc_field(text: str) -> str:
    """The same for an address or a message-id that stands alone, whose host may be one word.

    netperf prints `to 192.0.2.2 () port 0`: in a body that is no address.
    """
    return _MARC_ALONE.sub(_dotted, text) if " () " in text else text


def _dotted(found: re.Match[str]) -> str:
    return f"{found[1].replace(' ! ', '.')}@{found[2].replace(' ! ', '.')}"


def mailman(text: str) -> str:
    """`user at host.tld` made whole: for a field that holds one address, or between angle brackets; never for prose."""
    return _AT_WORD.sub(r"\1@\2", text) if " at " in text else text


_MAILMAN_BODY = re.compile(r"<([\w.+=-]{1,100}) at ([\w-]{1,64}(?:\.[\w-]{1,64}){1,8})>")
_MAILMAN_LINE = re.compile(
    r"^([> ]{0,20}(?:[A-Z][a-z]{1,20}(?:-[a-z]{2,12}){0,3}-by|Cc|CC|To|From): )([\w.+=-]{1,100}) at ([\w-]{1,64}(?:\.[\w-]{1,64}){1,8})$",
    re.MULTILINE,
)


def mailman_body(text: str) -> str:
    """The same in a body, where only angle brackets or the place after a trailer's key tell an address from prose."""
    if " at " not in text:
        return text
    return _MAILMAN_LINE.sub(r"\1\2@\3", _MAILMAN_BODY.sub(r"<\1@\2>", text))


def hypermail(text: str) -> str:
    """`user_at_host.tld` made whole, and hunk heads of diffs, whose `@@` hypermail takes for addresses."""
    if "_at_" not in text:
        return text
    return _AT_GLUED.sub(r"\1@\2", text.replace("_at__at_", "@@"))


def hypermail_page(text: str) -> str:
    """The same on a page that is known to mask every `@`: one that no word encloses is undone too."""
    return _AT_ALONE.sub("@", hypermail(text))


def gmane(text: str) -> str:
    """`user <at> host.tld` made whole."""
    return _AT_BRACKETS.sub(r"\1@\2", text) if "<at>" in text else text


def forum(text: str) -> str:
    """`user(a)host.tld` made whole."""
    return _PAREN.sub("@", text) if "(a)" in text or "(A)" in text else text


def gone(address: str) -> bool:
    """Whether part of this address was taken away for good."""
    return bool(_GONE.search(address))
