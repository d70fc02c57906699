# SPDX-License-Identifier: GPL-2.0-or-later
"""How a fix was found, validated and tested: reads a posting's own words, makes the sentences that say so.

netdev asks it of every bug fix (Documentation/process/maintainer-netdev.rst, "Bug fixes"); what is not said stays None.
"""

import re

from digest.model import Evidence, FixEntry, FixStatement, Message, Profile, Series, Spot, TestStatement, Text
from digest.patch import changelog, prose, statement
from digest.patch.attribution import evidence
from digest.patch.phrase import Phrases

NEAR = 2  # lines below words within which that stands what they lead up to
SHOWN = 11  # further lines of it that are shown

_FOUND = (
    r"\b(?:detected|discovered|spotted|observed|caught|flagged|uncovered|encountered|triggered|identified|exposed"
    r"|pointed out|noticed|hit|seen|found|revealed|reported) (?:\w+ly )?(?:by|with|using|during|in (?:our|large|production"
    r"|testing|practice|my|real|the (?:wild|field|lab)|a (?:large|real|production|customer|busy)|some (?:setups|cases"
    r"|systems|deployments))\b|on (?:a|an|our|some|my)\b|while|via|through|thanks|internally|to (?:trip|crash|hang|break"
    r"|fail|cause))|\b(?:syzbot|syzkaller|kasan|kcsan|kmsan|ubsan|kmemleak|lockdep|sparse|smatch|coverity|coccinelle"
    r"|coccicheck|svace|klocwork|cppcheck|clang|gcc|objtool|checkpatch|fortify|the compiler|static (?:analysis|analyzer"
    r"|checker)|kernel test robot|lkp|0-day|0day|sashiko|users?|customers?|the (?:bot|robot|ci)|modpost|valgrind|our (?:ci"
    r"|qa|testing|users|customers)|a (?:user|customer)|people|someone|several users)(?: \w+){0,2} (?:reports?|reported"
    r"|detects?|detected|complains?|complained|warns?|warned|finds?|found|flags?|flagged|shows?|showed|splat|splats"
    r"|triggered|noticed|noticing|points? out|pointed out|hit|observed|discovered|spotted|caught|remarked|identified"
    r"|encountered)\b|\b(?:i|we)(?:'ve| have)?(?: recently| also| just)? (?:found|noticed|observed|hit|saw|discovered"
    r"|encountered|ran into|came across|spotted|stumbled|got (?:a|an|the) (?:report|splat|warning|crash|oops|panic))\b"
    r"|^(?!(?:the|this|it|that|which|fw|firmware|hw|hardware|driver|kernel|device|phy|chip|nic|code|function|ethtool|linux|one"
    r"|if|also|then"
    r"|adapter|we|i|when|and|but)\b)(?:\w{2,20} \w{2,20} (?:reports|reported)\b|\w{2,20}(?: \w{2,20})? (?:reports|reported"
    r"|noticed|spotted|discovered|complained"
    r"|pointed out) (?:that|a|an|some"
    r"|the|this|on|out|in)\b)|\b(?:has|have|was|were) been (?:reported|observed|seen|found|noticed|detected)\b"
    r"|\bas described in <?https?"
    r"|\b(?:code|by) (?:inspection|review|reading|audit(?:ing)?)\b|\bfound by linux verification center\b|\bbug ?report\b"
    r"|\bwhile (?:reviewing|testing|debugging|working|running|investigating|auditing|reading|looking|playing|developing"
    r"|trying|analyzing|analysing)\b|\bthis (?:issue|bug|problem|was|is) (?:was |is |can be )?(?:reported|found|observed"
    r"|seen|noticed|hit|discovered|detected)\b|\bin the wild\b"
)
# Stems of which each such sentence has one.
_STEMS = (
    "etect",
    "eport",
    "ound",
    "iscover",
    "potted",
    "bserv",
    "aught",
    "lag",
    "ncover",
    "ncounter",
    "rigger",
    "dentif",
    "xpos",
    "ointed",
    "points",
    "otic",
    "hit",
    "seen",
    "eveal",
    "omplain",
    "arns",
    "arned",
    "hows",
    "howed",
    "plat",
    "saw",
    "ran into",
    "came across",
    "tumbl",
    "described in",
    "nspection",
    "eview",
    "eading",
    "udit",
    "ile ",
    "wild",
    "got a",
    "finds",
    "eproduc",
    "rying to",
    "ttempting",
    "anifest",
    "visible",
    "ithout th",
    "ollowing",
    "emarked",
    " trace",
)
_NO_STORY = (
    r"\b(?:otherwise|without (?:that|it|them)),? (?:it|this|we|i|the)\b.{0,30}\b(?:found|seen|noticed|observed|discovered|hit)\b|"
    r"\bused to (?:detect|report|warn|find|catch)\b|\bselftests?\b|\badd(?:s|ed|ing)? (?:a |the |new )?(?:\w+ )?tests?\b"
    r"|\bfound:|\bif (?:\w+ ){1,5}found\b|\bnot found\b"
    r"|\b(?:can|could|will|would|may|might|must|should)(?: \w+){0,2} be (?:seen|found|hit|observed|detected|caught|noticed"
    r"|reported)\b"
)
_VALIDATED = (
    r"\b(?:lead|leads|leading|led|result|results|resulting|resulted|ends? up|ending up) (?:to|in|with) (?:the following|this|these"
    r"|an?) (?:[\w-]+ ){0,2}"
    r"(?:warnings?|splats?|oops|panic|crash|traces?|errors?|failures?|message|msg)\b[^.]{0,20}:$|"
    r"\b(?:trying|attempting) to \w{2,12} .{1,80}?\b(?:results? in|fails?|crashes|hangs|causes?)\b"
    r"|\b(?:problem|issue|bug|failure) (?:is|was|can be) (?:\w{3,12} )?(?:manifested|visible|reproduced|triggered) (?:on|by"
    r"|with|when|at|during|in)\b"
    r"|\bwithout (?:this|the|that) (?:change|patch|fix|commit|series)\b.{0,80}\b(?:fail|fails|failed|crash\w*|hang\w*"
    r"|panic\w*|oops|splat\w*|warn\w*|leak\w*|error|drops?|dropped|only)\b|\b(?:can|could) be (?:easily |reliably "
    r"|also )?(?:reproduced|triggered)\b|\b(?:reproducer|reproducible|reproduction steps)\b|\b(?:call trace|calltrace) (?:looks"
    r"|is|was|follows|shows)\b|\bsteps to reproduce\b|\bto reproduce\b|\breproduced (?:by|with|on|using|it|this|the)\b"
    r"|\bi (?:was able to|can|could) reproduce\b|\bthe following (?:splats?|warnings?|oops|crash|panic|trace|kasan|lockdep|errors?)\b"
    r".{0,60}\b(?:triggers?|reproduces?|causes?|shows?|was|is|observed|appears?|when|can be)\b|\bthe following (?:script"
    r"|program|sequence|steps?|commands?|calls?|flow|scenario|test|config|setup"
    r"|configuration)\b.{0,40}\b(?:triggers?"
    r"|reproduces?|causes?|crash(?:es)?|hangs?|panics?|leads? to|results? in)\b"
)
_TABLE = Phrases({"found": _FOUND, "validated": _VALIDATED, "other": _NO_STORY})
_SPLAT = re.compile(
    r"^[ \t|]{0,8}(?:\[ *[0-9.]{1,16}\][ \t]*(?:\[ *T?[0-9]{1,8}\][ \t]*)?)?(?:BUG: \w|WARNING: (?:CPU|possible|suspicious"
    r"|[^\n]{1,60} (?:locks? held|inconsistent lock|invalid context)"
    r"|at|refcount)|KASAN: |kernel BUG at|Unable to handle kernel|Oops: |general protection fault|UBSAN: "
    r"|unreferenced object|INFO: task|watchdog: BUG|unregister_netdevice: waiting|(?:.{0,60} )?NETDEV WATCHDOG|refcount_t: "
    r"|Kernel panic)",
    re.MULTILINE,
)
_MARKS = (
    "BUG",
    "WARNING",
    "KASAN",
    "UBSAN",
    "Oops",
    "panic",
    "Unable to",
    "fault",
    "unreferenced",
    "INFO: ",
    "unregister_",
    "refcount_t",
    "WATCHDOG",
)
_REPORTED = re.compile(r"^[ \t]{0,4}Reported(?:-and-tested)?(?:-| )by:[ \t]{0,4}\S.{0,300}$", re.MULTILINE)


def _sentence_spot(text: Text, part: prose.Paragraph, start: int, end: int) -> Spot:
    """The whole lines on which a sentence of a paragraph stands."""
    return prose.lines_spot(text, (part.first, part.at), part.line_of(start), part.line_of(end - 1))


def _shown_below(parts: tuple[prose.Paragraph, ...], number: int) -> tuple[int, int] | None:
    """First and last line of the log, script or trace that words ending in a colon lead up to; None where more words follow."""
    part = parts[number]
    said = part.line_of(len(part.words.rstrip()) - 1)
    if said < part.last:
        return said + 1, min(part.last, said + 1 + SHOWN)
    following = parts[number + 1] if number + 1 < len(parts) else None
    if following is None or following.first - part.last > NEAR or prose.is_tag(following.rows[0]):
        return None
    if prose.is_point(following):
        last = number + 1
        while last + 1 < len(parts) and prose.is_point(parts[last + 1]) and parts[last + 1].first == parts[last].last + 1:
            last += 1
        return following.first, min(parts[last].last, following.first + SHOWN)
    if following.words and not following.rows[0].startswith((" ", "\t", "[", "#", "$")) and not prose.is_code(following.rows[0]):
        return None
    return following.first, min(following.last, following.first + SHOWN)


def _line_spot(text: Text, at: int) -> Spot:
    """The whole line on which an offset stands."""
    return prose.lines_spot(text, (0, text.body.rfind("\n", 0, at) + 1), 0, 0)


def fix_statement(message: Message, text: Text, tests: tuple[TestStatement, ...] | None = None) -> FixStatement | None:
    """What one posting says of how its fix was found, validated and tested (sentences of its log, cover or notes); None: nothing."""
    limit = statement.diff_at(text.body)
    own = text.own[:limit]
    found: Spot | None = None
    validated: Spot | None = None
    below: tuple[int, int] | None = None  # what stands below the words that tell how it was found
    rows: list[str] = []
    end = limit if limit < len(text.body) else None
    stems = prose.among(_STEMS, prose.said(text, end))
    parts = prose.paragraphs(text, end) if stems and not text.flat else ()
    for number, part in enumerate(parts):
        if part.rows[0].startswith(("From:", "Link:", "Fixes:", "Closes:")) or not prose.hinted("\n".join(part.rows), stems):
            continue
        words = part.words
        rows = rows or own.split("\n")
        if changelog.in_changelog(rows, part.first):
            continue
        for start, end in part.sentences:
            told = words[start:end]
            if not prose.hinted(told, stems):
                continue
            sentence = " ".join(told[:600].replace("’", "'").split())
            if "?" in sentence[-2:]:
                continue
            story = _TABLE.search(sentence.lower())
            if not story or "other" in story:
                continue
            leads = told.rstrip().endswith(":") and not words[end:].strip()
            if found is None and "found" in story:
                found = _sentence_spot(text, part, start, end)
                shown = _shown_below(parts, number) if leads else None
                if shown is not None and "validated" not in story:
                    below = below or shown
            if validated is None and "validated" in story:
                shown = _shown_below(parts, number) if leads else None
                last = part.line_of(end - 1) if shown is None else shown[1]
                validated = prose.lines_spot(text, (part.first, part.at), part.line_of(start), last)
        if found and validated:
            break
    if text.flat:
        for start, end, _ in prose.flat_sentences(text, limit):
            story = _TABLE.search(" ".join(text.body[start:end].lower().split())[:600])
            if "other" not in story:
                found = found or (text.spot(start, end) if "found" in story else None)
                validated = validated or (text.spot(start, end) if "validated" in story else None)
    if validated is None and not text.flat and any(mark in own for mark in _MARKS):
        splat = _SPLAT.search(own)
        if splat:
            validated = _line_spot(text, splat.end() - 1)
    if validated is None and below is not None:
        validated = prose.lines_spot(text, (0, 0), *below)
    if found is None and not text.flat and "eported" in own:
        reported = _REPORTED.search(own)
        if reported:
            found = _line_spot(text, reported.end() - 1)
    tested: Spot | None = None
    for said in statement.tests(message, text, posting=True) if tests is None else tests:
        if not said.spot.text.lower().startswith("tested-on"):
            tested = said.spot
            break
    if found or validated or tested:
        return FixStatement(found, validated, tested)
    return None


def fix_entry(series: Series, profile: Profile) -> FixEntry | None:
    """What the newest posting says of how its fix was found, validated and tested; None where it is no fix.

    A fix names the commit it mends (`Fixes:`) or goes to a tree for fixes.
    """
    latest = series.latest
    records = [latest.cover] if latest.cover else []
    records += [posting.record for posting in latest.postings if posting.record]
    named = any(trailer.name == "Fixes" and trailer.place in {"log", "cover", "notes"} for record in records for trailer in record.trailers)
    if not named and series.tree not in profile.fix_trees:
        return None
    said: dict[str, str | None] = {"found": None, "validated": None, "tested": None}
    proof: list[Evidence] = []
    for record in records:
        if record.fix is None:
            continue
        for name, known in tuple(said.items()):
            spot: Spot | None = getattr(record.fix, name)
            if spot is not None and known is None:
                said[name] = spot.text
                proof.append(evidence(record, spot))
    return FixEntry(said["found"], said["validated"], said["tested"], tuple(proof))
