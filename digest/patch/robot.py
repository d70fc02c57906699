# SPDX-License-Identifier: GPL-2.0-or-later
"""Recognises the mails of the lists' robots by their shape, says whether the sender is that robot's, and reads pw-bot commands.

patchwork-bot (korg.docs.kernel.org/patchwork/pwbot.html), kernel test robot (0day), syzbot ci, AI reviews, and NIPA's mailbot.rst for
`pw-bot:` lines.  Anybody can write these shapes: what a robot's mail is worth is decided where its sender is judged.
"""

import re
from collections.abc import Callable

from digest.model import Address, AppliedPatch, Command, Message, Profile, Robot, Text
from digest.patch.link import message_id
from digest.patch.person import read_person

LIMIT = 500  # patches of one summary, commands of one mail

_APPLIED = re.compile(
    r"\bThis (?:series|patch|patchset|pull request|patch series) was (?:applied|merged) to[ \n](?P<tree>[\w./+-]{1,100})"
    r"(?:[ \n]\((?P<branch>[^()\n]{1,100})\))?(?:[ \n]{1,2}by[ ](?P<by>[^:\n]{1,200}(?:\n[^:\n]{1,100})?):)?",
)
_COMMIT = re.compile(
    r"https?://[\w.-]{1,80}/[^\s<>]{0,300}?(?:/c/|/commit/\?id=|[?;&]id=|/commit/)([0-9a-f]{7,64})\b[^\s]{0,20}"
    r"|\(no matching commit\)|\((?:no|not) [^()\n]{1,40}\)"
)
_SUMMARY = "Here is the summary with links:"
_INDEX = re.compile(r"(?<![\w/])0*(\d{1,4})/\d{1,4}(?![\w/])")
_LKP_BUILD = re.compile(
    r"\bkernel test robot noticed the following (?:build )?(?:warning|error)s?\b|\[auto build test (?:ERROR|WARNING)\b"
    r"|\bI love your patch! (?:Yet|Perhaps) something to improve|\bAll (?:errors|warnings|error/warnings) \(new ones prefixed by >>"
)
# Who reports warnings alone built it.
_LKP_WARNING = re.compile(r"noticed the following (?:build )?warning|\[auto build test WARNING|Perhaps something|All warnings \(")
_LKP_CHANGE = re.compile(
    r"\b(?:kernel test robot noticed|FYI, we noticed|Greeting,?\s{1,3}FYI, we noticed) an?[ \n][+-]?"
    r"(?P<by>[\d.]{1,12}%)[ \n](?P<what>regression|improvement)[ \n]of[ \n](?P<metric>[^\s:]{1,100})"
)
_LKP_TEST = re.compile(
    r"\bkernel test robot noticed [\"“]|\bFYI, we noticed the following commit|\bkernel test robot noticed the following issues?\b"
)
_SUBJECT = re.compile(r"(?:^|[ \n])(?:patch subject|commit title|title): ?(?P<title>\[[^\n]{1,300})", re.MULTILINE)
_PATCH_LINK = re.compile(r"https?://([\w.-]{3,100})/([^\s<>\"']{1,400})")
_SYZ_TESTED = re.compile(r"syzbot(?: ci)? has tested the (?:following|proposed) (?:series|patch(?:es)?)")
_SYZ_FOUND = re.compile(
    r"\band found the following issues?\b|\bbut the reproducer is still triggering an issue\b|\bstill triggering an issue\b"
)
_SYZ_BUG = re.compile(
    r"syzbot (?:found the following issue|has found a reproducer|has bisected this)|syzbot tried to test the proposed patch\b"
)
_AI = re.compile(
    r"(?i)\bThis is an AI-generated review of your patch\b|\bAI[ -]?(?:code )?review(?:ed)?(?: found| of your patch| your patch)"
    r"|\b\w{3,20} AI review\b|\bAI-(?:generated|assisted) (?:code )?review\b"
    r"|\b(?:forwarded|posted) on behalf of [^\n]{0,40}\bAI\b[^\n]{0,20}review"
)
_COMMAND = re.compile(r"^pw-bot:([^\n]{1,100})", re.MULTILINE)
_RUN_COMMAND = re.compile(r"(?<!\S)pw-bot:[ ]?((?:needs|under)[ ](?:ack|review)\b|[\w./-]{1,40})")

# NIPA mailbot.py, pw_act_map: the contract's state word -> what the bot knows, letter for letter; it passes over everything else.
_STATES = {
    "new": ("new",),
    "under-review": ("under-review", "under review", "ur"),
    "needs-ack": ("needs-ack", "needs ack", "need-ack", "nac"),
    "changes-requested": ("changes-requested", "cr"),
    "awaiting-upstream": ("awaiting-upstream", "au"),
    "not-applicable": ("not-applicable", "nap"),
    "rejected": ("rejected", "reject"),
    "deferred": ("deferred", "defer"),
    "applied": ("accepted", "accept"),
}
COMMANDS = {alias: state for state, aliases in _STATES.items() for alias in aliases}


class _Senders:
    """A profile's robots by address, for one look-up a mail."""

    __slots__ = ("domains", "exact", "source")

    def __init__(self, profile: Profile) -> None:
        self.source = profile.robots
        self.exact: dict[str, str] = {}
        self.domains: list[tuple[str, str]] = []
        for entry in profile.robots:
            for address in entry.addresses:
                if address.startswith("@"):
                    self.domains.append((address.lower(), entry.robot))
                else:
                    self.exact.setdefault(address.lower(), entry.robot)

    def which(self, email: str) -> str | None:
        """The robot that sends from this address; a +suffix does not matter."""
        email = email.lower()
        found = self.exact.get(email)
        if found is None and "+" in email:
            user, _, host = email.partition("@")
            found = self.exact.get(f"{user.partition('+')[0]}@{host}")
        if found is None:
            for domain, robot in self.domains:
                if email.endswith(domain):
                    return robot
        return found


_SENDERS: list[_Senders] = []  # of the profile used last


def is_forged(machine: Robot, message: Message, profile: Profile) -> bool:
    """Whether a mail has a robot's form and comes from none of the hosts that it writes from."""
    sender = message.author
    if machine.sender_known or machine.robot not in {"lkp", "syzbot"} or not sender.email or sender.masked:
        return False
    known = {name.rpartition("@")[2].lower() for one in profile.robots if one.robot == machine.robot for name in one.addresses}
    return bool(known) and sender.email.rpartition("@")[2].lower() not in known


def which(sender: Address, profile: Profile) -> str | None:
    """The robot whose address the sender has, or None."""
    if not sender.email or sender.masked:
        return None
    if not _SENDERS or _SENDERS[0].source is not profile.robots:
        _SENDERS[:] = [_Senders(profile)]
    return _SENDERS[0].which(sender.email)


def known(robot: str, sender: Address, profile: Profile) -> bool:
    """Whether the sender's address is one of that robot's, by the profile: a whole address, or `@domain`."""
    return which(sender, profile) == robot


def read_robot(message: Message, text: Text, words: str, profile: Profile) -> Robot | None:
    """What a robot's mail says, or None where its own words (`words`) have no robot's shape.  Quoted shapes do not count."""
    for mark, reader in _READERS:
        if mark in words:
            found = reader(message, text, profile)
            if found:
                return found
    return None


def _patchwork(message: Message, text: Text, profile: Profile) -> Robot | None:
    """patchwork-bot: to which tree, by whom, and each patch with its commit."""
    own = text.own
    found = _APPLIED.search(own)
    if not found:
        return None
    by = read_person(" ".join(found["by"].split())) if found["by"] else None
    tree = found["tree"].removesuffix(".git").rstrip(".")
    patches: list[AppliedPatch] = []
    at = own.find(_SUMMARY, found.end())
    if at < 0 and not by:
        return None  # "This patch was applied to X" in a person's own sentence
    if at >= 0:
        at += len(_SUMMARY)
        for link in _COMMIT.finditer(own, at):
            if len(patches) >= LIMIT:
                break
            piece = own[at : link.start()]
            title = piece.strip().lstrip("-*").strip()
            start = own.find(title, at) if title else link.start()
            number = _INDEX.search(title.partition("]")[0])
            index = int(number[1]) if number else None
            patches.append(AppliedPatch(" ".join(title.split()), index, link[1], text.spot(start, link.end())))
            at = link.end()
    return Robot(
        "patchwork-bot",
        "applied",
        known("patchwork-bot", message.author, profile),
        text.spot(*found.span()),
        tree=tree,
        by=by.person if by else None,
        patches=tuple(patches),
    )


def _lkp(message: Message, text: Text, profile: Profile) -> Robot | None:
    """Kernel test robot: a build that failed, a test that failed, or a change in performance, with the patch it names."""
    own = text.own
    says = "performance"
    found = _LKP_CHANGE.search(own)
    if not found:
        says, found = "build-failed", _LKP_BUILD.search(own)
        if found and _LKP_WARNING.search(found[0]):
            says = "remark"
    if not found:
        says, found = "test-failed", _LKP_TEST.search(own)
    if not found:
        return None
    subject = _SUBJECT.search(own)
    return Robot(
        "lkp",
        says,
        known("lkp", message.author, profile),
        text.spot(*found.span()),
        subject=subject["title"].strip() if subject else None,
        links=_links(own, "patch link:"),
    )


def _syzbot(message: Message, text: Text, profile: Profile) -> Robot | None:
    """Syzbot ci's test of a posted series, and syzbot's answers about bugs."""
    own = text.own
    tested = _SYZ_TESTED.search(own)
    sure = known("syzbot", message.author, profile)
    if tested:
        failed = _SYZ_FOUND.search(own, tested.end())
        spot = text.spot(*(failed or tested).span())
        return Robot("syzbot", "test-failed" if failed else "remark", sure, spot, links=_links(own, "", tested.end(), tested.end() + 3000))
    bug = _SYZ_BUG.search(own)
    return Robot("syzbot", "remark", sure, text.spot(*bug.span())) if bug else None


def _ai(message: Message, text: Text, profile: Profile) -> Robot | None:
    """A review that says of itself that a machine wrote it, whoever sent it."""
    found = _AI.search(text.own)
    if not found:
        return None
    return Robot("ai-review", "remark", known("ai-review", message.author, profile), text.spot(*found.span()))


_Reader = Callable[[Message, Text, Profile], Robot | None]
_READERS: tuple[tuple[str, _Reader], ...] = (
    ("was applied to", _patchwork),
    ("was merged to", _patchwork),
    ("noticed", _lkp),
    ("auto build test", _lkp),
    ("I love your patch!", _lkp),
    ("bot has tested the ", _syzbot),
    ("bot ci has tested the ", _syzbot),
    ("syzbot found the following", _syzbot),
    ("syzbot has ", _syzbot),
    ("syzbot tried to ", _syzbot),
    (" AI", _ai),
    ("AI ", _ai),
    ("AI-", _ai),
)


def _links(own: str, mark: str, start: int = 0, end: int = 1 << 60) -> tuple[str, ...]:
    """The message-ids of archive links behind a mark such as "patch link:"."""
    at = own.find(mark, start) if mark else start
    if at < 0:
        return ()
    ids: list[str] = []
    for url in _PATCH_LINK.finditer(own, at, min(len(own), end, at + 3000)):
        named = message_id(url[1].lower(), url[2])
        if named:
            ids.append(named[1])
            if mark:
                break
    return tuple(dict.fromkeys(ids))


def read_commands(text: Text) -> tuple[Command, ...]:
    """`pw-bot: STATE` at the very start of an unquoted line, in a signature too (NIPA reads the raw body).

    A word that the bot does not know is kept without a state: it is shown, and counts where a poster may give one command only.
    """
    body = text.body
    if "pw-bot:" not in body:
        return ()
    grammar = _RUN_COMMAND if text.flat else _COMMAND
    commands: list[Command] = []
    for found in grammar.finditer(body):
        at = found.start()
        if len(commands) >= LIMIT or (text.flat and text.own[at] == " ") or text.quoted[at] == "p":
            continue
        word = found[1].strip()
        commands.append(Command(word, COMMANDS.get(word), text.spot(found.start(), found.start() + len(found[0].rstrip()))))
    return tuple(commands)
