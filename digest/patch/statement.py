# SPDX-License-Identifier: GPL-2.0-or-later
"""Test statements: reads one mail's own words, makes what somebody says to have run, with hardware and tool as written."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from digest import mail
from digest.model import Address, Message, Record, Series, TestEntry, TestStatement, Text
from digest.patch import attribution, changelog, hardware, outcome, prose, usage
from digest.patch.phrase import Phrases
from digest.patch.remark import is_robot

LIMIT = 50  # statements of one mail
HEADING = 120  # characters of a heading

# Stems of which each statement has one: looked for before any grammar.
_STEMS = (
    "test|Test|TEST| ran |Ran |retried|easur|erif|alidat|enchmark|eproduc|orks |orked|oots|uns |egression|behaves|performs|"
    "onfirm|erformance|xperiment|fixes the| used | tried | applied |passes |passed |ere's | working| here is | showed |"
    " shows | gave |given|been |gone|isappear| breaks | broke |still |no longer|No |eployed|hecked on|uilds |ompiles | my |"
    " our |n a| us |see |ased on|isect|finding|seeing|for me|for us|ith this|ith the|ith your|fter |ried |umbers |slow|n net|angs |rashes"
)
_HINTS = tuple(_STEMS.split("|"))
_TAG = re.compile(r"^[ \t]{0,8}((?:[A-Za-z-]{1,40}-)?[Tt]ested-(?:by|on|with))[ \t]{0,4}:[ \t]{0,8}(.{1,400})$", re.MULTILINE)
_PERSON = re.compile(r"^\s{0,40}\"?([^<\"]{0,120}?)\"?\s{0,40}<([^<>\s]{1,200})>(.{0,200})$")

# Somebody did run something: "tested" in its many dresses, and all that is told without it.
_TESTED = re.compile(
    r"(?:^|[:;] )(?:\w+[- ]){0,2}tested\b|\b(?:compile|build|boot|smoke|run|runtime|lightly|briefly|fully|heavily"
    r"|extensively|manually|locally|successfully|thoroughly|stress|regression|hardware|field|functionally|also|been"
    r"|was|were|is|are|have|has|had|i|we|i've|we've|and|already|just|only|he|she|they|quickly|partially|independently"
    r"|further|additionally|both|all|properly|well)[- ](?:re-?)?tested\b|\b\w{2,20} tested (?:the|this|that|these|it"
    r"|them|all|both|your|v\d|with|on|and|using|by|in|against|via)\b|[,(] ?(?:\w+ )?tested (?:using|with|on|via|by|in"
    r"|against)\b"
)
_RAN = (
    r"\b(?:i|we|he|she|they)(?:'ve| have| had| also| just| then| even| finally| quickly| now){0,3} (?:ran|re-?ran|run"
    r"|retested|retried|(?:re-?)?verified|validated|benchmarked|measured|exercised|stress-tested|booted"
    r"|fuzzed)\b(?! (?:into|out))|\b(?:i|we)(?:'ve| have| also| just){0,2} (?:did|done|made|performed|conducted"
    r"|repeated|executed|carried out) (?:some |a |my |the |more |several |few |additional |extensive |quick |short "
    r"|brief |our )*(?:\w+ )?(?:tests?|testing|benchmarks?|benchmarking|measurements?|experiments?|runs?)\b"
    r"|\b(?:i|we)(?:'ve| have| also| just| finally| quickly){0,2} (?:tried|applied) (?:(?:out )?(?:this|the|your|these|that|both)"
    r"(?: \w{1,12})? (?:patch|patches|series|patchset|version|fix|driver|kernel|code|branch|change|changes)|v\d{1,2})\b"
    r"(?! (?:to|in|into)\b)"
    r"|\b(?:this|it|the (?:patch|series|patchset|code|driver|branch)|v\d{1,2}) (?:also |now |still )?pass(?:es|ed) (?:all |the "
    r"|my |our |full )"
    r"{0,2}(?:[\w-]{1,20} ){0,3}(?:suites?|tests?|tdc|kunit|ci)\b"
    r"|\b(?:with|on|using|under) (?:an? |the |my |our )?[^.;]{2,60} (?:setup|system|machine|board|host|server|vm|nic) (?:showed"
    r"|shows|gave|gives) "
    r"[+-]?[0-9]"
    r"|\b(?:got|have|had|managed to (?:get|have)) (?:my|our|the|this|it)(?: [\w-]{1,16}){0,5} (?:working|running|up and running)\b"
    r"(?! on (?:it|this|that|a (?:fix|patch)))"
    r"|\b(?:doesn't|does not|didn't|did not) (?:blow up|break|crash|fail|regress|explode)\b.{0,30}\b(?:tests?|testing|here"
    r"|for me|in my)\b"
    r"|\bin (?:my|our) (?:tests?|testing) (?:environment|setup|bed)\b.{0,80}\b(?:saves?|shows?|gives?|improves?|increases?"
    r"|reduces?|gets?|behaves?)\b"
    r"|\bhere(?:'s| is| are) (?:a|the|one|some)(?: \w{1,12}){0,3} (?:runs?|results?|numbers) with\b"
    r"|\bran (?:the|my|our|all|some|a few|your) (?:[\w-]{1,16} ){0,2}tests?\b"
    r"|\bre-?verified\b|\bi did my testing\b|^as an? (?:\w+ ){0,2}test\b|^(?:ran|re-?ran|retested|measured|benchmarked|verified"
    r"|validated"
    r"|exercised) (?!that the (?:spec|code)|by (?:reading|inspection|code))|\b(?:test(?:s|ing|ed)?|benchmarks?"
    r"|selftests?|measurements?|experiments?|runs?)(?: \w+){0,9} (?:shows?|showed|shown|confirms?|confirmed|reveals?"
    r"|revealed|pass(?:es|ed)?|succeed(?:s|ed)?|completed|(?:now )?(?:run|runs|work|works|pass) (?:fine|properly"
    r"|cleanly|ok|well|now|as expected|correctly|successfully)|(?:was|were|have been|has been) (?:run|done|performed"
    r"|conducted|executed|carried out|made|repeated|measured|collected|taken|tested|successful)|(?:is|are"
    r"|were) (?:all |now |still )?(?:successful|passed|passing))\b|\b(?:all|the) (?:\w+ ){0,3}tests? (?:now |still "
    r"|all )?(?:pass|passes|passed|ran|succeeds?|succeeded)\b|\bpass(?:es|ed)? (?:all |the |my "
    r"|our )?(?:\w+ ){0,3}(?:self)?tests?\b|\b(?:patch|patches|patchset|series|change|fix|driver|this|it|code"
    r"|performance|throughput|latency|functionality|behaviour|behavior|numbers|results|overhead|both"
    r"|feature)(?: \w+){0,3} (?:was|were|has been|have been|had been) (?:also |successfully |\w+ly )?(?:tested"
    r"|verified|validated|exercised|measured|benchmarked|confirmed|stress-tested|fuzzed)\b|\b(?:works|worked|boots"
    r"|boot|runs) (?:fine|good|smooth|smoothly|nicely|flawless|without|well|ok|okay|great|perfectly|as expected|correctly"
    r"|properly|flawlessly|reliably|now|for me"
    r"|here)\b.{0,40}\b(?:on|with|for me|here|now)\b|\b(?:can|could) (?:also )?confirm (?:that )?(?:this|the|it|your"
    r"|these|both)\b|\bconfirmed (?:on|with|working|to work)\b|\b(?:fixes|fixed|solves|solved|resolves"
    r"|resolved) (?:the|this|my|it|that)(?: \w+){0,3} (?:for me|for us|here|on my|on our|on the)\b|\b(?:fixes|makes"
    r"|lets) (?:the |this |all )?(?:\w+ ){0,3}tests?(?: pass(?:es)?| again)?[.:]?$|\bno (?:\w+ ){0,2}(?:regressions?"
    r"|issues|problems|crash(?:es)?|errors|warnings|failures|leaks|splats?|lockups?|differences?"
    r"|impact)(?: \w+){0,2} (?:were |was |have been |are |is )?(?:observed|seen|found|noticed|reported|detected"
    r"|so far|encountered)\b|\b(?:behaves?|performs?) the same\b|\bi used [\w/.-]{1,40}(?: \[\d{1,2}\])? (?:to|for"
    r"|with|and|modified|on)\b|\b(?:below|here|following) (?:are|is|were) (?:the |some |my "
    r"|our )?(?:\w+ ){0,2}(?:benchmarks?|measurements?|test results?|perf(?:ormance)? (?:results|numbers))\b"
    r"|^(?:additional|further|more|manual|functional) (?:validation|verification|testing|tests?)(?: done"
    r"| performed)?[ ]?: ?\S|^(?:validation|verification|testing|test|tests)(?: done| performed)?[ ]?: ?\S"
)
# ... unless it is a question, a promise, a wish, a negation, or about a program that tests.
_NOT = (
    r"^(?:assuming|provided|supposing|given) (?:that )?|"
    r"^that (?:also |still |really |just )?works\b|\bwhere (?:this|it|the|that|all this)(?: \w{1,12}){0,2} (?:was|were|is"
    r"|has been) tested\b|"
    r"\buntested\b|\bun-tested\b|\b(?:not|never|isn't|wasn't|weren't|haven't|hasn't|hadn't|couldn't|didn't|can't"
    r"|cannot|nobody|no one|without)(?: \w+){0,5} (?:been |be |being |able to )?(?:re-?)?(?:test|tested|testing"
    r"|verify|verified|run|ran|validated|measured)\b|\b(?:can|could|should|must|may|might|will|would|shall|need|needs"
    r"|has to|have to|ought|yet|going|want|wants|plan|plans|like|try|able|ready|hope|happy|remains|expected|easy|hard"
    r"|possible|ll|going|please|let's)(?: \w+){0,2} (?:to )?(?:be )?(?:\w+ly )?(?:test(?:ed)?|verify|verified|run"
    r"|re-?run|validate|validated|measure|benchmark)\b(?! (?:fine|properly|cleanly|ok|well))|\b(?:doesn't|does not"
    r"|don't|do not|didn't|won't|isn't) (?:\w+ )?(?:works?|boots?|runs?)\b|\b(?:i|we)'(?:ll|d) \b"
    r"|\bplease (?:\w+ ){0,2}(?:re-?)?(?:test|run|verify|try|measure|benchmark|validate|confirm)\b"
    r"|\bonce (?:\w+ ){0,3}tested\b|\bif (?:\w+ ){0,5}test(?:s|ed)?\b|\b(?:must|should|shall|may) (?:only )?pass\b"
    r"|\b(?:certain|sure|positive|believe|guess|assume|suppose|thought|remember) (?:that )?(?:i|we|he|she|they|it)"
    r"(?:'ve| have| had| was| has been){0,1} (?:\w+ )?(?:re-?)?(?:tested|ran|run|verified|validated|measured)\b"
    r"|\bas (?:the |per (?:the )?)?(?:commit (?:message|log)|you said|mentioned|stated|written)\b"
    r"|\b(?:can|could|should|would|to|will|might) (?:\w+ ){0,2}(?:show|prove)\b|\bto be (?:re-?)?tested\b"
    r"|\b(?:we|they|it) run (?:with|under|in) (?:\w+ )?(?:interrupts?|bhs?|softirqs?|irqs?|preempt\w*|rcu|locks?|atomic|process|napi"
    r"|hardirq)\b"
    r"|\btest(?:ed)? (?:robot|bot)\b|\bauto build test\b|\bgets? tested\b|\b(?:being|be"
    r"|gets|get|got) tested\b|\b(?:condition|flag|bit|value|return|pointer|variable|field) (?:is|was|are"
    r"|being) tested\b|\bnot clear\b|\bsyzbot ci has tested\b|\brunning out of\b|\bwhen (?:tested|testing)\b"
    r"|\bno longer\b.{0,20}\btest"
)
_TABLE = Phrases({"ran": _RAN, "not": _NOT, "used": usage.USED, "lived": usage.LIVED})
_HEADING = re.compile(
    r"^[ \t]{0,4}(?:#{1,4} |=+ ?|\* )?(?:testing(?: done| performed| notes| results?| environment| setup)?"
    r"|tests?(?: results?| done| performed"
    r"| setup| environment| cases?| log| summary| report| info| command| configuration)?|how (?:was )?(?:this |it )?tested"
    r"|tests? (?:environment|setup) notes"
    r"|tested(?: on| with)?"
    r"|(?:performance|benchmark|throughput|perf|latency|stress)(?: test)? (?:results?|numbers|data|tests?|figures"
    r"|measurements?|comparison)(?: \w{2,12}){0,3}"
    r"|performance|benchmarks?|measurements|verification|validation|(?:iperf3?|netperf) results?)[ \t]{0,4}(?:=+|:)?[ \t]*$",
    re.IGNORECASE,
)
_LOG = re.compile(r"^[ \t]{0,8}(?:\[|#|\$|[0-9.]{6,}|\w+@)")


_OPENING = re.compile(
    r"^(?:[-*•] |\d{1,2}[.)] |(?:note ?:|also|and|but|so|however|besides|fwiw|ok|yes|note that|i think|as a side note),? ){1,3}"
)


# A run of the code as it was: the reason of a patch, and no test of it.
_OLD = re.compile(
    r"\b(?:with|of|on|using) (?:the )?(?:current|existing|old|present|original|unmodified|unpatched"
    r"|vanilla) (?:\w+ )?(?:implementation|code"
    r"|driver|algorithm|scheme|design|behaviou?r)\b(?!.{0,200}\b(?:new|patch(?:ed|es)?|compared|versus|vs|both|this series|instead)\b)"
    r"|\b(?:ran|re-?ran|run|tested|tried|retried|booted|measured)\b(?:(?! with\b)[^.;,]){0,60}(?<! and)(?<! or) without (?:(?:this"
    r"|the|your|these"
    r"|any|my|of|both) ){1,3}(?:\w+ )?(?:patch|patches|series|fix|changes?|patchset)\b(?!.{0,200}\bwith (?:it|them|this|the|your"
    r"|these)\b)"
    r"|^(?:but )?without (?:(?:this|the|your|these|any|my|of|both) ){1,3}(?:\w+ )?(?:patch|patches|series|fix|changes?|patchset)\b"
    r"(?!.{0,200}\b(?:with|after) (?:it|them|this|the|your|these)\b)"
)


class _Part(NamedTuple):
    """One paragraph that may be a statement: lines from 0, its words, the matched sentences."""

    first: int
    last: int
    words: str
    said: str
    at: int
    failed: bool = False


def diff_at(body: str) -> int:
    """Where a posted diff begins (the end of the body where there is none): nothing behind it is said."""
    if "\n" not in body:
        at = body.find("diff --git ")
        return at if at >= 0 else len(body)
    for mark in ("\ndiff --git ", "\n--- a/", "\nIndex: "):
        at = body.find(mark)
        if at >= 0:
            return at
    return len(body)


def _person(value: str) -> tuple[Address | None, str]:
    """Person and note of a tag's value."""
    found = _PERSON.match(value)
    if found:
        return Address(found.group(1).strip() or None, found.group(2)), found.group(3).strip()
    if "@" in value:
        word = next(piece for piece in value.split() if "@" in piece)
        return Address(None, word.strip("<>,")), value.partition(word)[2].strip()
    return None, value


def _said(words: str, sentences: Iterable[tuple[int, int]], stems: tuple[str, ...], *, posting: bool) -> list[tuple[int, int]]:
    """The sentences that say that something was run; `stems` are those that stand in the mail (a `posting` or an answer)."""
    found = []
    for start, end in sentences:
        if not prose.hinted(words[start:end], stems):
            continue
        sentence = " ".join(words[start:end][:600].lower().replace("’", "'").split())
        sentence = _OPENING.sub("", sentence)
        if "?" in sentence:
            continue
        told = _TABLE.search(sentence)
        lived = "lived" in told and not posting and not usage.supposed(sentence)
        ran = "not" not in told and ("ran" in told or "used" in told or ("tested" in sentence and _TESTED.search(sentence)))
        if (lived or ran) and not _OLD.search(sentence):
            found.append((start, end))
    return found


def tests(message: Message, text: Text, *, posting: bool) -> tuple[TestStatement, ...]:
    """The test statements of one mail, in order.  A tag takes the sentences beside it; a robot's suggested tag is none.

    What went wrong in the log of a `posting` is what it repairs: none of its tests failed.
    """
    limit = diff_at(text.body)
    end = limit if limit < len(text.body) else None
    said = prose.said(text, end)
    stems = prose.among(_HINTS, said)
    if not prose.hinted(said, stems):
        return ()
    robot = is_robot(message)
    if text.flat:
        return () if robot else tuple(islice(_flat(text, limit, stems, posting=posting), LIMIT))
    rows: list[str] = []
    parts: list[_Part] = []
    section: prose.Paragraph | None = None
    for part in prose.paragraphs(text, end):
        head = part.rows[0]
        heading = len(head) < HEADING and _HEADING.match(head)
        likely = prose.hinted("\n".join(part.rows), stems) and prose.hinted(part.words, stems)
        if not (heading or section or likely):
            continue
        rows = rows or text.own[:end].split("\n")
        if heading and not changelog.in_changelog(rows, part.first):
            if part.last > part.first:
                parts.append(_Part(part.first, part.last, _whole(rows, part.first, part.last), part.words, part.at))
            else:
                section = part
            continue
        if section is not None:
            told = " ".join(rows[section.last + 1 : part.last + 1])
            if part.first - section.last <= 3 and len(told) > 3 and (part.words or any(char.isdigit() for char in told)):
                parts.append(_Part(section.first, part.last, _whole(rows, section.first, part.last), part.words, section.at))
                section = None
                continue
            section = None
        if not likely or _LOG.match(head):
            continue
        runs = _said(part.words, part.sentences, stems, posting=posting)
        if not runs or changelog.in_changelog(rows, part.first):
            continue
        first = part.line_of(runs[0][0])
        last = part.last if part.last - first <= 12 else max(part.line_of(runs[-1][1] - 1), first)
        while last > part.line_of(runs[-1][1] - 1) and prose.is_tag(rows[last]):
            last -= 1  # the tags of a log stand right below its last words
        sentences = " ".join([part.words[start:end] for start, end in runs])
        at = part.at + sum(map(len, rows[part.first : first])) + first - part.first
        below = _whole(rows, part.last + 1, part.last + outcome.BELOW) if part.words.endswith(":") else ""
        failed = not posting and outcome.failed(part.words[runs[0][0] :], below)
        parts.append(_Part(first, last, _whole(rows, first, last), sentences, at, failed))
    found: list[tuple[int, TestStatement]] = []
    taken: set[int] = set()
    if not robot and "ested-" in said:
        rows = rows or text.own[:end].split("\n")
        for tag in _TAG.finditer(text.own, 0, limit):
            line = text.place(tag.start())[0] - 1
            person, note = _person(tag.group(2).strip())
            name = tag.group(1).lower()
            if person is None and name.endswith("-by"):
                continue
            known = (line, text.body.rfind("\n", 0, tag.start()) + 1)
            first = last = line
            failed = False
            named = hardware.noted(note) if name.endswith("-by") else tag.group(2).strip()
            tool = None
            for number, piece in enumerate(parts):
                if number in taken or not _beside(rows, piece, line):
                    continue
                taken.add(number)
                first, last = min(first, piece.first), max(last, piece.last)
                named = named or hardware.hardware(piece.said)
                tool = hardware.tool(piece.words)
                failed = failed or piece.failed
            found.append((first, TestStatement(prose.lines_spot(text, known, first, last), named, tool, person, failed)))
    for number, piece in enumerate(parts):
        if number in taken:
            continue
        if robot and not piece.said.startswith("syzbot has tested"):
            continue
        named = hardware.hardware(piece.said) or hardware.hardware(piece.words)
        spot = prose.lines_spot(text, (piece.first, piece.at), piece.first, piece.last)
        found.append((piece.first, TestStatement(spot, named, hardware.tool(piece.words), None, piece.failed)))
    found.sort(key=lambda item: item[0])
    return tuple(statement for _, statement in found[:LIMIT])


def _flat(text: Text, limit: int, stems: tuple[str, ...], *, posting: bool) -> Iterator[TestStatement]:
    """The statements of a copy that lost its line breaks: one a sentence."""
    for start, end, _ in prose.flat_sentences(text, limit):
        words = text.body[start:end]
        if _said(words, prose.sentences(words), stems, posting=posting):
            yield TestStatement(text.spot(start, end), hardware.hardware(words), hardware.tool(words))


def _whole(rows: list[str], first: int, last: int) -> str:
    """The lines as one text."""
    return "\n".join(rows[first : last + 1])


def _beside(rows: list[str], part: _Part, line: int) -> bool:
    """Whether nothing but tags and at most one blank line stand between a paragraph and a tag."""
    between = rows[part.last + 1 : line] if part.last < line else rows[line + 1 : part.first]
    if part.first <= line <= part.last:
        return True
    blank = 0
    for row in between:
        if not row.strip():
            blank += 1
        elif row.startswith("Signed-off-by:") or not re.match(r"[ \t]{0,8}[A-Za-z-]{2,40}:", row):
            return False  # who signed the words above a tag has said them
    return blank <= 1 and len(between) <= 8


def _writer(record: Record, said: TestStatement) -> Address | None:
    """Who wrote the log of a patch that somebody else posted, where a statement stands in it."""
    patch = record.patch
    return patch.author if patch is not None and said.spot.line <= patch.log_line + patch.log.count("\n") else None


def test_entries(series: Series, mailmap: mail.Mailmap | None = None) -> tuple[TestEntry, ...]:  # noqa: PT028 - no pytest test
    """The test statements of a series by date; one that its author repeats from version to version, or a tag a log repeats, once."""
    found: list[TestEntry] = []
    seen: set[tuple[str, str]] = set()
    for record in series.records:
        place = series.home.get(record.key)
        if record.robot is not None and not record.robot.sender_known:
            continue  # a forged robot has run nothing
        for said in record.tests:
            relayed = said.person is not None and record.kind == "reply" and not mail.same_person(said.person, record.author, mailmap)
            speaker = said.person or _writer(record, said) or record.author
            who = attribution.person(speaker, mailmap)
            tag = _TAG.search(said.spot.text)
            mark = (who.id, "tag" if tag and said.person else " ".join(said.spot.text.lower().split()))
            if record.kind in {"patch", "cover"} and mark in seen:
                continue
            seen.add(mark)
            found.append(
                TestEntry(
                    who,
                    said.spot.text,
                    said.hardware,
                    said.tool,
                    attribution.evidence(record, said.spot),
                    series.revisions[place[0]].version if place else None,
                    (place[1] or None) if place else None,
                    said.failed,
                    relayed,
                ),
            )
    return tuple(found)
