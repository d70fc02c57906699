# SPDX-License-Identifier: GPL-2.0-or-later
"""Review remarks: reads one mail's own words, makes the asks that want an answer (RFC 3676 quoting tells them from the quoted).

One item is normally one paragraph of own lines; points of a list are items of their own, own words on both sides of a quote are two.
A robot's report is read by its shape: one item a finding.
"""

import difflib
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Literal

import msgspec

from digest.model import Message, Remark, Spot, Subject, TestStatement, Text
from digest.patch import calm, prose
from digest.patch import wish as grammar

Kind = Literal["question", "change-request", "nit", "robot"]

LIMIT = 200  # remarks of one mail
SENTENCES = 40  # sentences of one paragraph that are looked at
BRIEF = 8  # blanks among the words that may correct a spelling
FEW_ROWS = 4  # lines of code that may stand for quoted ones
MEANT = 8  # characters of a line that says something
LONGEST = 160  # characters of a line that is compared
ALIKE = 0.75  # how much alike they are
LONG = 6  # a paragraph of more lines is cut to its asking sentences

_COURTESY = re.compile(
    r"[ \t]*(?:(?:hi|hello|hey|dear|hallo)\b[^.?!]{0,60}|(?:[\w-]{1,40}-by|cc|to|fixes|link|closes|pw-bot|pv-bot|subject"
    r"|from|date|sent):.*+|(?:best |kind |warm |many )?(?:thanks|thank you|regards|cheers|br|thx|greetings"
    r"|sincerely)[^?]{0,40}|(?:lgtm|looks good(?: to me)?|applied|sgtm|ok|okay|\+1|agreed?|yes|yep|no|nope|sure|right|done"
    r"|great|nice|cool)[^?\w]{0,10}|ai reviewed your patch.*+|(?:set|mark)(?:ting|ed)? (?:the )?patch(?:set|es)? .{0,60}"
    r"|\[(?:\.{3}|…|snip|cut|skip)[^\]]{0,40}\]|<(?:snip|\.{3})>|\(?\.{2,4}\)?|--.*+|~.{1,40}|[-=_*#]{3,}"
    r"|\[[^\]]{0,60}\b(?:v?\d{1,3}/\d{1,3}|v\d{1,2})\].{0,200}|[0-9a-f]{10,40}[ \t].{0,200})[ \t]*$",
    re.IGNORECASE,
)
# Words that mailers, companies and list robots put below: no wish of the writer.
_BOILERPLATE = re.compile(
    r"\bintended recipient|\bconfidential (?:and|or|information|material)\b|\b(?:strictly|contains?|may be) confidential\b"
    r"|\bthis (?:e-?mail|communication) (?:and|is|may|contains|was)\b|\bthis message (?:and any|may contain|is intended"
    r"|contains (?:conf|priv|inf))"
    r"|\bprivileged (?:and|or|information|material)\b|\bout of (?:the )?office\b|\breceived this (?:e-?mail|message)|"
    r"\bunsubscribe\b|\bplease consider the environment\b|\bregzbot\b|\bdo not reply to this\b|\bautomat(?:ed"
    r"|ic) (?:e-?mail|message|reply)|\bhas (?:no obvious )?style problems\b|\bfalse positives, (?:please )?report\b",
    re.IGNORECASE,
)
# Words of which each of those has one.
_FORMAL: tuple[str, ...] = (
    "recipient",
    "onfiden",
    "his e",
    "his m",
    "his c",
    "rivileged",
    " office",
    "eceived this",
    "nsubscribe",
    "environment",
    "regzbot",
)
_FORMAL += ("not reply", "utomat", "style problems", "false positives")
_WORD = re.compile(r"[A-Za-z*]{3,40}")
# A list of what was taken, as `b4 ty` writes it: titles, and commits below them.
_TAKEN = re.compile(r"[ \t]*(?:\[[^\]]{0,60}\d{1,3}/\d{1,3}\].*|(?:commit:?[ ]?)?[0-9a-f]{8,40}\b.*|<?https?://\S+|\(no commit info\))$")
# How somebody set his test up, told in the past: "Pinned its softirq to core 4."
_SET_UP = re.compile(
    r"(?:^|[.;] )(?:Ran|Set|Put|Took|Did|Made|Left|Kept|Got|[A-Z][a-z]{2,14}ed) (?:up )?(?:the|its|it|my|our|an?|on|to|with|all|both|each"
    r"|every|net|\d{1,4})\b"
)
# What opens a further point and no reason for the one before.
_FURTHER = re.compile(
    r"(?:another|one more|the (?:second|third|fourth|other|next|last)|also|besides|finally|lastly|in addition|moreover|furthermore"
    r"|additionally|secondly|thirdly|and|your|there)\b",
    re.IGNORECASE,
)
_PLEASED = frozenset(
    (
        "fine",
        "good",
        "sure",
        "looks",
        "done",
        "okay",
        "thanks",
        "nice",
        "great",
        "right",
        "agreed",
        "indeed",
        "applied",
        "correct",
        "cool",
        "true",
        "fixed",
        "same",
        "here",
    )
)
# What announces a list of what was done, not of what is wanted.
_STEPS = re.compile(
    r"\b(?:steps?|test(?:ed|ing|s)?|set-?ups?|reproduc\w{1,6}|procedure|scenario|how i|as follows|configur\w{1,8}|i (?:did|ran"
    r"|used|tried)"
    r"|my (?:test|setup))\b",
    re.IGNORECASE,
)
_PLEADS = re.compile(r"\b(?:please|you|should|must|needs? to|could|would|missing|add)\b|\?", re.IGNORECASE)
_ALNUM = re.compile(r"[^\W_]")
_ROBOT = re.compile(r"(?:^|[-_.+])(?:\w{0,12}bot|robot|lkp|syzbot|kbuild|ci)(?:$|[-_.+])|^syzbot|kernel test robot")


def _is_passed_on(own: str) -> bool:
    """Whether somebody sends on what a checker reported."""
    for mark in _PASSED_ON:  # noqa: SIM110 - asked of every mail: any() of a generator takes twice as long
        if mark in own:
            return True
    return False


def _is_boilerplate(said: str) -> bool:
    """Whether the words were put there by a mailer, a company or a list."""
    plain = said.lower()
    for mark in _FORMAL:
        if mark in plain:
            return _BOILERPLATE.search(said) is not None
    return False


def _corrects(said: str, quote: tuple[str, ...]) -> bool:
    """Whether a word or two are a corrected spelling of quoted words: `*P*CH` under "... the PHC" stands for a change."""
    words = said.split()
    if not 1 <= len(words) <= 3 or not quote:
        return False
    heard = {word.lower() for row in quote[-prose.KEPT :] for word in _WORD.findall(row)}
    for word in words:
        plain = word.strip(".,;:!\"'`()").replace("*", "").lower()
        if len(plain) < 3 or not plain.replace("-", "").isalpha():
            continue
        if (not word[:1].islower() and "*" not in word) or plain in _PLEASED:
            continue  # a name below the words, or assent
        if plain not in heard and difflib.get_close_matches(plain, heard, 1, 0.7):
            return True
        if "*" in word.strip("*") and plain in heard:
            return True
    return False


def _rewrites(text: Text, part: prose.Paragraph) -> bool:
    """Whether lines of code stand for quoted ones that they nearly repeat: what the writer would rather see there."""
    if len(part.rows) > FEW_ROWS or prose.is_tag(part.rows[0]):
        return False
    rows = [row.strip() for row in part.rows if len(row) > MEANT]
    if not rows:
        return False
    quoted = [row.lstrip("+-").strip() for row in prose.quote_of(text, part)]
    for row in rows:
        for other in quoted:
            longest = max(len(row), len(other))
            if not MEANT < longest < LONGEST or row == other or min(len(row), len(other)) < ALIKE * longest / 2:
                continue
            said, heard = set(row.split()), set(other.split())
            if 3 * len(said & heard) >= max(len(said), len(heard)) and difflib.SequenceMatcher(None, row, other, False).ratio() > ALIKE:
                return True
    return False


def _asking(text: Text, part: prose.Paragraph) -> tuple[Kind, int, int, bool] | None:
    """Kind, first and last line of the asking sentences of a paragraph, and whether they only judge; or None."""
    said = part.words
    if len(said) < 2:
        return None
    under = part.quoted[1] > 0
    if under and said.count(" ") <= BRIEF and _corrects(said, prose.quote_of(text, part)):
        return None if calm.lets_go(said) else ("nit", part.first, part.last, False)
    if under and said[:1] in "….," and len(said) > 8 and (said.lstrip("….,")[:2].strip() + "X")[0].islower():
        # The quoted sentence continued in other words.
        return None if calm.lets_go(said) else ("nit", part.first, part.last, False)
    answers: bool | None = None
    weak = True
    found: list[tuple[str, int, int]] = []
    short = part.last - part.first < LONG
    spans = part.sentences[:SENTENCES]
    for position, (start, end) in enumerate(spans):
        sentence = said[start:end].strip()
        kind = grammar.wish(sentence)
        if kind is None:
            continue
        name, strength = kind
        if strength < grammar.FORMAL:
            if answers is None:
                answers = any(row.endswith("?") or "? " in row for row in prose.quote_of(text, part))
            if answers:
                continue
        weak = weak and strength == grammar.WEAK
        if name == "question" and position + 1 < len(spans) and grammar.asked(sentence):
            following = said[slice(*spans[position + 1])]
            why = len(sentence.split()) < 3 and following.lower().startswith("because")
            if (why or grammar.settles(following)) and not grammar.asked(following):
                continue
        found.append((name, start, end))
        if strength == grammar.FORMAL and short and (name == "question" or "?" not in said[end:]):
            break  # a short paragraph is one item whatever else it asks
    if not found or (not any(name == "question" for name, _, _ in found) and calm.lets_go(said)):
        return None
    order = [name for name, _, _ in found]
    name = "question" if "question" in order else "change-request" if "change-request" in order else "nit"
    kind_: Kind = "question" if name == "question" else "nit" if name == "nit" else "change-request"
    if short:
        return kind_, part.first, part.last, weak

    return kind_, part.line_of(found[0][1]), max(part.line_of(end - 1) for _, _, end in found), weak


def is_robot(message: Message) -> bool:
    """Whether the sender's name or address is a robot's by its form; a forged one is no less a robot's report."""
    return _robotic(message.author.email or "", message.author.name or "")


@lru_cache(maxsize=1024)
def _robotic(email: str, called: str) -> bool:
    address, name = email.lower(), called.lower()
    return bool(_ROBOT.search(address.partition("@")[0]) or _ROBOT.search(name) or " ai review" in name or name.endswith(" bot"))


_SEVERITY = re.compile(r"^\[Severity:[ \t]?(\w{1,20})\]", re.MULTILINE)
_LKP = re.compile(
    r"^(?:kernel test robot noticed|(?:FYI,? )?we noticed|(?:I love your|Thank you for the) patch! (?:Yet|Perhaps)"
    r"|\[auto build test|.{0,200}leads? to the following|smatch warnings:|New smatch warnings:|kernel test robot)",
    re.MULTILINE | re.IGNORECASE,
)
# Reports that people send on for a checker, in its own form.
_PASSED_ON = ("0-DAY CI Kernel Test Service", "smatch warnings:", "Smatch static checker warning", "static checker warning:")
_NEW = re.compile(r"^>> .{3,400}", re.MULTILINE)
# Form letters of the stable trees (stable-queue's scripts): they tell where a patch that is in went or did not go.
_STABLE = re.compile(
    r"\s{0,20}(?:The patch below does not apply to the \S{1,20} tree\.|This is a note to let you know that I've just added the patch)"
)
_SYZBOT = re.compile(r"^(?:and )?found the following issues?:", re.MULTILINE)


def _block(text: Text, start: int) -> Spot:
    """From an offset at the start of a line to the line before the next blank one."""
    end = text.body.find("\n\n", start)
    piece = text.body[start : end if end >= 0 else len(text.body)].rstrip()
    rows = piece.split("\n")[:12]
    return text.spot(start, start + len("\n".join(rows)))


def _report(text: Text) -> Iterator[Remark]:
    """The findings of a robot's mail by its shape: `[Severity]` blocks, one compiler or performance report, one syzbot ci report."""
    body = text.body
    blocks = list(_SEVERITY.finditer(body))
    if blocks:
        for number, mark in enumerate(blocks):
            start = body.find("\n", mark.end()) + 1
            if not start:
                continue
            stop = blocks[number + 1].start() if number + 1 < len(blocks) else len(body)
            rows: list[str] = []
            for row in body[start:stop].split("\n"):
                if row.startswith((">", "-- ", "[ ... ]", "[...]")):
                    break
                rows.append(row)
            piece = "\n".join(rows)
            lead = len(piece) - len(piece.lstrip())
            if piece.strip():
                above = [row.strip() for row in text.quoted[: mark.start()].rstrip().rsplit("\n", prose.KEPT)[-prose.KEPT :]]
                named = body.rfind("\n> +++ ", 0, mark.start())
                file = body[named + 7 :].split("\n", 1)[0].removeprefix("b/").strip() if named >= 0 else None
                yield Remark("robot", text.spot(start + lead, start + len(piece.rstrip())), "\n".join(row for row in above if row), file)
        return
    found = _SYZBOT.search(body)
    if found and "syz" in body:
        yield Remark("robot", _block(text, found.start()))
        return
    found = _LKP.search(body)
    if found:
        new = _NEW.search(body)
        yield Remark("robot", _block(text, new.start() if new else found.start()))


def _continued(parts: tuple[prose.Paragraph, ...], position: int) -> int:
    """The last line of a paragraph whose sentence goes on: over the code it proposes, and words in lower case behind that."""
    part = parts[position]
    last = part.last
    for following in parts[position + 1 : position + 4]:
        if following.quoted != part.quoted or (following.words and not following.words[0].islower()):
            break
        last = following.last
        if following.words.endswith((".", "?", "!")):
            break
    return last


def _flat(text: Text, *, robot: bool) -> Iterator[Remark]:
    """The remarks of a copy that lost its line breaks: one a sentence."""
    for start, end, quote in prose.flat_sentences(text):
        sentence = text.body[start:end]
        kind = None if _COURTESY.match(sentence) else grammar.wish(sentence)
        if kind is not None and (kind[1] == grammar.FORMAL or "?" not in quote):
            yield Remark("robot" if robot else kind[0], text.spot(start, end), quote, None, kind[1] == grammar.WEAK)


def _objecting(found: list[Remark], text: Text, tests: tuple[TestStatement, ...]) -> list[Remark]:
    """The remarks, and the tests that failed as remarks where nothing is asked under the same quote: each is a clear objection."""
    for test in tests:
        if not test.failed:
            continue
        first, last = test.spot.line, test.spot.line + test.spot.text.count("\n")
        beside = [at for at, one in enumerate(found) if one.spot.line <= last and first <= one.spot.line + one.spot.text.count("\n")]
        for at in beside:
            found[at] = msgspec.structs.replace(found[at], weak=False)
        if beside:
            continue
        part = next((part for part in prose.paragraphs(text) if part.first < last and first <= part.last + 1), None)
        quote = "\n".join(prose.quote_of(text, part)) if part is not None else ""
        if part is not None and not any(one.quote == quote for one in found):
            found.append(Remark("change-request", test.spot, quote, prose.file_of(text, part)))
    return sorted(found, key=lambda one: one.spot.line)


def remarks(message: Message, text: Text, subject: Subject, tests: tuple[TestStatement, ...] = ()) -> tuple[Remark, ...]:
    """The remarks of one mail that want an answer, in order; none in postings.  Cheap where the mail only acks.

    `tests` are the mail's own test statements.
    """
    if not subject.reply and subject.kind in {"patch", "cover", "pull", "announcement"}:
        return ()
    if _STABLE.match(text.body):
        return ()
    robot = is_robot(message) or _is_passed_on(prose.said(text))
    if robot:
        if "Here is the summary with links" in text.body:
            return ()
        findings = tuple(islice(_report(text), LIMIT))
        if findings or "test robot" in text.body:
            return findings
        robot = is_robot(message)
    if text.flat:
        return tuple(islice(_flat(text, robot=robot), LIMIT))
    found: list[Remark] = []
    asked: tuple[int, int] | None = None  # the quote under which something was asked last
    parts = prose.paragraphs(text)
    steps = False
    for position, part in enumerate(parts):
        said = part.words
        point = prose.is_point(part)
        if not point and said:
            steps = said.endswith(":") and _STEPS.search(said) is not None and not _PLEADS.search(said)
        elif steps and said and not _PLEADS.search(said):
            continue
        if not said and part.quoted[1] and _rewrites(text, part):
            quote = "\n".join(prose.quote_of(text, part))
            spot = prose.lines_spot(text, (part.first, part.at), part.first, part.last)
            found.append(Remark("robot" if robot else "nit", spot, quote, prose.file_of(text, part)))
        if not said or _COURTESY.match(said) or not _ALNUM.search(said):
            continue  # "??" alone is astonishment
        if _TAKEN.match(part.rows[0]) and all(_TAKEN.match(row) for row in part.rows):
            continue
        if tests and _SET_UP.search(said) and not _PLEADS.search(said):
            continue
        asking = _asking(text, part)
        if asking is None or _is_boilerplate(said):
            continue
        kind, first, last, weak = asking
        if weak and not point:
            if asked == part.quoted and not _FURTHER.match(said):
                continue  # it goes on about what was asked under the same quote
        elif not weak:
            asked = part.quoted
        quote = "\n".join(prose.quote_of(text, part))
        if last == part.last and said[-1] not in ".?!":
            last = _continued(parts, position)
            if said.endswith(":") and last == part.last:
                # "Then drop this:" points at what is quoted next.
                quote = prose.quote_below(text, part, parts[position + 1] if position + 1 < len(parts) else None) or quote
        spot = prose.lines_spot(text, (part.first, part.at), first, last)
        found.append(Remark("robot" if robot else kind, spot, quote, prose.file_of(text, part), weak))
        if len(found) >= LIMIT:
            break
    return tuple(_objecting(found, text, tests) if not robot and any(test.failed for test in tests) else found)
