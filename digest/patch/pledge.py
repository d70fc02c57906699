# SPDX-License-Identifier: GPL-2.0-or-later
"""Where an author agrees to change what was asked for ("Will fix", "I'll drop the check"): reads a Series, makes mails with those words.

Such a promise means a new version although it names none; one for a later patch, another day or under a condition means nothing here.
"""

import re

from digest import mail
from digest.model import Record, Series, Spot
from digest.patch.court import Court
from digest.patch.proof import spot_in

_YES = (
    r"ok|okay|sure|yes|yep|yeah|right|agreed?|good (?:point|catch|idea|suggestion|call|find)|thanks|thank you|ah|oh|oops|indeed|true|ack"
    r"|makes sense|sounds good|no problem|nice catch|fair enough|understood|got it|you(?:'re| are) right|my bad"
)
_CHANGE = (
    r"fix|change|correct|address|update|drop|remove|rework|rename|move|split|switch|convert|replace|add|use|reword|rewrite|squash|fold|merge"
    r"|adjust|clarify|simplify|clean|rebase|improve|document|include|amend|adopt|adapt|make(?! sure| a note)"
)
_PLEDGE = re.compile(
    rf"(?im)(?:^[ \t]{{0,4}}|(?<=[.!?,;:] )|(?<=- ))(?:(?:{_YES})[ ]?[,.!;-]{{1,2}}[ ]){{0,3}}(?:and[ ]|so[ ])?"
    r"(?:(?:I|we)(?:'ll|[ ]will|[ ]shall)|will)[ ](?:(?:also|just|then|definitely|certainly|of course|simply|instead|rather)[ ]){0,2}"
    rf"(?:(?:{_CHANGE})\b[^\n?]{{0,120}}|do(?:[ ](?:so|that|this|it))?(?=[ ]?[.,;!]|[ ]?$|[ ](?:in|for|with)\b)[^\n?]{{0,80}})(?!\?)"
)
_NOT_HERE = re.compile(
    r"(?i)\b(?:follow[ -]?ups?|later|separate(?:ly)?|another (?:patch|series)|subsequent|future|afterwards?|once|after|if|unless|when|until"
    r"|next (?:cycle|release|merge window|time)|while applying|on top|incremental(?:ly)?|your (?:tag|reviewed|acked|tested)"
    r"|(?:reviewed|acked|tested|suggested|reported)-by|tags?|to (?:the|my) (?:todo|list))\b"
)


def pledged(series: Series, number: int, court: Court, approved: set[str]) -> list[tuple[Record, Spot]]:
    """Mails in which an author promises the change that somebody, who has not approved without it, asked for; the newest first."""
    by_key = {record.key: record for record in series.records}
    found: list[tuple[Record, Spot]] = []
    for record in series.records:
        if series.home[record.key][0] != number or record.kind != "reply" or not court.is_author(record.author):
            continue
        above = by_key.get(series.parents.get(record.key, ""))
        if above is None or not above.remarks or court.is_author(above.author):
            continue
        if mail.person_id(above.author, court.mailmap) in approved:
            continue
        spot = _promise(record)
        if spot is not None:
            found.append((record, spot))
    return found[::-1]


def _promise(record: Record) -> Spot | None:
    """The words of a mail that promise a change, below a quote."""
    quoted = False
    for passage in record.passages:
        quoted = quoted or passage.kind == "quote"
        if passage.kind != "own" or not quoted or "ll " not in passage.text:
            continue
        for said in _PLEDGE.finditer(passage.text):
            if _NOT_HERE.search(said[0]) is None:
                start = said.start() + len(said[0]) - len(said[0].lstrip())
                return spot_in(passage, start, said.end())
    return None
