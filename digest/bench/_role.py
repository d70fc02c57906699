# SPDX-License-Identifier: GPL-2.0-or-later
"""Words -> before / after.  "w/o patch", "vanilla", "AFTER:" name a side; what names none is compared with its neighbours.

Three strengths.  3: the change itself is named (without this patch, patched, Before:).  2: a state is named that stands for a side
(baseline, net-next, vanilla, this series).  1: a switch (off/on, =0/=1), which counts only where nothing stronger is said.  A yard-stick
(another protocol, another board) has no role; what the mail does not say stays None.
"""

import re
from typing import Final

from digest.bench import _marks
from digest.bench._cue import Cue, joined
from digest.leap import Leap
from digest.model.bench import Role

_CHANGE: Final = (
    r"(?:(?:this|the|these|that|my|your|our|his|all|both|proposed|new|current|whole|full|applied|applying|apply"
    r"|v\d{1,2}|of|\d/\d)[ \t\n]{1,9}){0,3}"
    r"(?:patch(?:es|set|[ -]?series|ing)?|series|change(?:s|set)?|commit|fix(?:es)?|modifications?"
    r"|optimi[sz]ations?|improvements?|rework|conversion|rfc)\b"
)
_SP: Final = r"[ \t\n]{1,9}"

_STRONG: Final = Leap(
    "BbAaPpWwNnUuSsMmEeTtIi",
    rf"(?<![A-Za-z-])(?=[BbAaPpWwNnUuSsMmEeTtIi])(?:(?P<both>\b(?:before(?:[ \t\n]{{0,3}}(?:/|and|&|vs\.?"
    rf"|,)[ \t\n]{{0,3}})after|after(?:[ \t\n]{{0,3}}(?:/|and|&|vs\.?)[ \t\n]{{0,3}})before"
    rf"|with(?:[ \t\n]{{0,3}}(?:/|and|or|&|vs\.?)[ \t\n]{{0,3}})without|without(?:[ \t\n]{{0,3}}(?:/|and|or|&"
    rf"|vs\.?)[ \t\n]{{0,3}})with)\b(?:{_SP}{_CHANGE})?)"
    rf"|(?P<before>\b(?:prior{_SP}to|before|pre|w/o|wo/?|w\.o\.?|without|sans|minus"
    rf"|excluding){_SP}(?:applying{_SP})?{_CHANGE}|\bno{_SP}patch(?:es|set)?\b"
    rf"|\bun-?patched\b|\bnot{_SP}patched\b|\bnon-?patched\b|\bpre-?(?:patch|series)\b|\bpre-change\b"
    rf"|\bwith{_SP}{_CHANGE}{_SP}(?:reverted|backed{_SP}out|removed|dropped)\b"
    rf"|\bwithout{_SP}(?:it|them){_SP}applied\b|\bpatch(?:es)?{_SP}(?:not{_SP}applied|reverted)|\bno-?patch\b"
    r"|\b(?:without|w/?o)[-_](?:the[-_]|this[-_])?(?:patch(?:es|set)?|series|fix(?:es)?|changes?)(?![A-Za-z]))"
    rf"|(?P<after>\b(?:after|post|with|w/|using|including|plus|applying|under){_SP}{_CHANGE}|\bw/{_CHANGE}"
    rf"|\bpatched\b|\bpost-?(?:patch|series)\b"
    rf"|\bwith{_SP}(?:it|them){_SP}applied\b|\b(?:this|the|these|my){_SP}(?:patch(?:es|set)?|series){_SP}applied|\b(?:patch(?:es|ed)?|series){_SP}applied\b"
    r"|(?<=[(])(?:patch(?:es|set)?|series)(?=[)])"
    rf"|\bapply(?:ing)?{_SP}(?:this|the|these){_SP}patch(?:es|set)?"
    rf"|\bwith{_SP}(?:our|the|my|this){_SP}(?:new{_SP})?(?:proposal|approach|driver)\b"
    r"|\b(?:with|w/)[-_](?:the[-_]|this[-_])?(?:patch(?:es|set)?|series|fix(?:es)?|changes?)(?![A-Za-z])"
    rf"|\bthis{_SP}(?:patch(?:es|set)?|series|change|set(?!{_SP}of))\b))",
    re.IGNORECASE,
)
# `before` and `after` alone are labels only where they head something: a colon behind them, or a line of their own.
_BARE: Final = Leap(
    "BbPpWwOoVvUuMmSsCcLlAaNn",
    r"(?<![\w-])(?:(?P<before>before(?: applying| it)?|prior|pre|without|w/o|old|baseline|base|original|vanilla|unmodified"
    r"|upstream|mainline|stock|currently|current|legacy)"
    r"|(?P<after>after(?: applying| it)?|afterwards|post|now|with|w/|new|modified|patched|updated|proposed|(?-i:Series|SERIES)))"
    r"(?:[ \t]{1,3}(?:kernel|driver|code|implementation|behaviou?r|algorithm|scheme))?"
    r"[ \t]{0,8}(?:\([^()\n]{1,60}\)[ \t]{0,3}|\+[ \t]?[\w -]{1,24})?(?::(?![:\w])|[ \t]{0,3}-(?=\s))",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(
    r"^[ \t*#=~<>(\[-]{0,12}(?:(?P<before>before|prior|without|baseline|vanilla|unpatched|original)"
    r"|(?P<after>after|now|with|patched|series))[ \t*#=~:)\]-]{0,12}$",
    re.IGNORECASE | re.MULTILINE,
)
_STATE: Final = re.compile(
    r"(?P<before>\b(?:baselines?|base|vanilla|stock|mainline|upstream|unmodified|original(?:ly)?|origin|orig"
    r"|old|legacy|master|previous(?:ly)?|prev-(?:patch|kernel|version)|existing|currently?|default|fallback|good"
    r"|net[-_ ]next|next[-_ ]next|bpf[-_ ]next|linux-next|net(?=\.git|-next|[-_ ]main)|linus(?:'s)? tree"
    r"|main(?=\s*[,:)]|$)|reference kernel|prior|unpatched)(?![\w])(?!-(?!before)\w))"
    r"|(?P<after>\b(?:this (?:patch(?:set)?|change|series|work|version|one)|patch(?:ed|es|set)?[\d+]{0,4}|new"
    r"|now|modified|applied|proposed|optimi[sz]ed|improved|series|bad)(?![\w-]))",
    re.IGNORECASE,
)
_PLUS: Final = re.compile(r"(?:^|\s)(?:\+|plus|and|w/|with)\s+\S|^\+[A-Za-z]", re.IGNORECASE)
_OTHER_COMMIT: Final = re.compile(r"\b(?:before|after|with|without|until|since)\s+(?:commit\s+)?[0-9a-f]{8,40}\b", re.IGNORECASE)
_WITH_WHAT: Final = re.compile(r"\b(?:with|without|w/o?)\s+(?:the\s+|a\s+)?([\w-]+)", re.IGNORECASE)
_COMMON: Final = frozenset(
    {"with", "without", "the", "this", "only", "and", "no", "of", "on", "off", "for", "by", "in", "to", "patch", "patches", "series"}
)
_SWITCH: Final = re.compile(
    r"(?P<before>(?<![\w.])(?:off|disabled?|no|non|without|w/o|old|false)\b[ -]?|=\s?(?:0|off|no|n|false)\b"
    r"|(?<=[-_])(?-i:No(?=[A-Z]))|\bno-(?=\w))"
    r"|(?P<after>(?<![\w.])(?:on|enabled?|with|new|true|w/)\b|=\s?(?:1|on|yes|y|true)\b)",
    re.IGNORECASE,
)
_YARD: Final = re.compile(
    r"^(?:native |plain |raw |kernel )?(?:tcp|udp|rdma|roce|iwarp|legacy(?: iptables)?|iptables|line[ -]?rate"
    r"|theoretical|max(?:imum)?|target|ideal|loopback|ratio|reference|bare ?metal|host)\b[^a-z]*$",
    re.IGNORECASE,
)


_LABEL_TAIL: Final = re.compile(r"[^\n.,;:]{0,30}:(?!\S)|[ \t]{0,8}(?:\n|[-=]{1,80}\s|$)")
_MENTION: Final = re.compile(
    r"(?:this|the|these|my)\b(?!.*applied)|with(?:out)?\s+(?:fix|commit|change|optimi|improve|rework|conversion|modif)",
    re.IGNORECASE | re.DOTALL,
)


_NO_PATCH: Final = re.compile(r"no[ ](?:[\w-]{1,24}[ ]){1,3}patch(?:es|set)?(?!\w)", re.IGNORECASE)  # `No TSO patch:`
# what a selftest calls its own yard-sticks: nft_concat_range.sh of tools/testing/selftests/net/netfilter
_ROW_OF_TOOL: Final = re.compile(r"baseline (?:\(drop from|hash \(non-ranged|rbtree \(match on)\b")
# git's names of a commit and of the one before it, where a text has both
_HEAD: Final = re.compile(r"HEAD(?P<back>[~^]\d{0,2})?")
_HEAD_LINE: Final = re.compile(r"^[ \t*#=-]{0,12}HEAD(?P<back>[~^]\d{0,2})?[ \t]{0,4}:?[ \t]{0,8}$", re.MULTILINE)
# `(before) 4.21 Mpps` at the start of a line: the words in brackets are of the number behind them
ENCLOSED_BEFORE: Final = re.compile(
    r"(?:^|[\n:])[ \t*-]{0,12}[(\[](?P<side>before|after|old|new|baseline|vanilla|unpatched|patched|without|with)[)\]]:?[ \t]{0,12}[~≈]?$",
    re.IGNORECASE,
)
_ENCLOSED: Final = re.compile(r"[(\[][^()\[\]]{0,40}[)\]]")


_NO_LETTERS: Final = re.compile(r"[^a-z/]+")
_BEFORE_ALONE: Final = re.compile(r"(?:^|[\W_])before(?:$|\s*:)|^before\b", re.IGNORECASE)
_AFTER_ALONE: Final = re.compile(r"(?:^|[\W_])(?:after|now)(?:$|\s*:)|^after\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[a-z0-9_.]+")


def own(label: str) -> tuple[Role | None, int]:
    """Say which side a label names by its own words, and how strongly; (None, 0) where it names none or both."""
    text = " ".join(label.split()).lstrip("*-+#=~ ")
    if not text:
        return None, 0
    if _NO_PATCH.match(text) is not None:
        return "before", 3
    if _ROW_OF_TOOL.match(text) is not None:
        return None, 0
    strong = list(_STRONG.finditer(text))
    if any(m["both"] for m in strong):
        return None, 0
    sides: set[Role] = {_side(m) for m in strong}
    if len(sides) == 1:
        return sides.pop(), 3
    if len(sides) == 2:
        return None, 0
    open_text = _ENCLOSED.sub(" ", text).strip() if "(" in text or "[" in text else text  # `Throughput before (Gbit/s)`
    low = open_text.lower()
    bare = _NO_LETTERS.sub(" ", low).strip()
    if bare in {"before", "prior", "without", "w/o", "unpatched"} or ("before" in low and _BEFORE_ALONE.search(open_text)):
        return "before", 3
    if bare in {"after", "now", "with", "patched", "w/"} or (("after" in low or "now" in low) and _AFTER_ALONE.search(open_text)):
        return "after", 3
    states = list(_STATE.finditer(text))
    sides = {_side(m) for m in states}
    if "before" in sides and _PLUS.search(text[states[0].end() :] if states else ""):
        return "after", 2
    if len(sides) == 1:
        return sides.pop(), 2
    return None, 0


def _side(match: re.Match[str]) -> Role:
    return "before" if match["before"] else "after"


_WITH_STATE: Final = re.compile(r"\bwith[ ]((?:[\w-]{1,24}[ ]){1,3}(?:off|on|disabled|enabled)\b)", re.IGNORECASE)
_WITH_NO: Final = re.compile(r"\bwith no\b", re.IGNORECASE)


def switch(label: str) -> Role | None:
    """Say which way a switch in a label stands: off, =0, no X -> before; on, =1 -> after; None where there is no single switch."""
    text = _WITH_NO.sub("without", label)
    text = _WITH_STATE.sub(r"\1", text)  # `with MPWQE off`
    sides = {_side(m) for m in _SWITCH.finditer(text)}
    return sides.pop() if len(sides) == 1 else None


def without_switch(label: str) -> str:
    """Give a label without the words that say on or off."""
    return _SWITCH.sub(" ", label)


def mentioned(text: str, label: str) -> Role | None:
    """Say which side a value stands for elsewhere in the text: "from legacy gso_max_size value(64K)" makes 64K the before side."""
    sides: set[Role] = set()
    for match in re.finditer(rf"(?<![\w.]){re.escape(label)}(?!\w)", text):
        role, strength = own(text[max(0, match.start() - 45) : match.start()].rpartition("\n\n")[2])
        if role is not None and strength >= 2:
            sides.add(role)
    return sides.pop() if len(sides) == 1 else None


def is_yardstick(label: str) -> bool:
    """Tell whether a label names something outside the change: another protocol, a line rate, a ratio."""
    return _YARD.match(" ".join(label.split())) is not None


def residue(label: str) -> str:
    """Give what is left of a label without its side: the key under which both sides of a comparison meet."""
    text = _STRONG.sub(" ", label)
    text = _STATE.sub(" ", text) if text == label else text
    return " ".join(word for word in _WORD.findall(text.lower()) if word not in {"before", "after", "prior", "now"})


def shared_keys(labels: list[str], roles: list[Role | None]) -> list[str]:
    """Give for each label what both sides' labels share: what tells pairs apart ("+ tc" of "Before + tc", "After + tc")."""
    residues = [set(residue(label).split()) for label in labels]
    befores = [words for words, role in zip(residues, roles, strict=True) if role == "before"]
    afters = [words for words, role in zip(residues, roles, strict=True) if role == "after"]
    if len(befores) < 2 or not afters:
        return [""] * len(labels)
    shared = set().union(*befores) & set().union(*afters)
    return [" ".join(sorted(words & shared)) for words in residues]


def contrast(labels: list[str], *, weak: bool = True) -> list[Role | None]:
    """Say the sides of labels that stand together (columns, rows, lines): what one names, the others of its family are not.

    With `weak`, switches count where no label names a side.
    """
    parents = _parents(labels)
    if parents is not None:
        return parents
    if any(_ROW_OF_TOOL.match(label) for label in labels):
        return [None] * len(labels)
    named = [own(label) for label in labels]
    if any(role and strength == 3 for role, strength in named):
        # beside "this patch", "before 49200d17d27d" tells of another commit
        named = [own(_OTHER_COMMIT.sub(" ", label)) for label in labels]
    strong: set[Role | None] = {role for role, strength in named if strength == 3}
    least = 3 if strong >= {"before", "after"} else 1
    roles: list[Role | None] = [role if strength >= least else None for role, strength in named]
    if set(roles) >= {"before", "after"}:
        roles = _family(labels, roles)
        first, last = roles.index("before"), len(roles) - roles[::-1].index("after")
        steps = {i for i in range(first, last) if roles[i] is None and not is_yardstick(labels[i]) and own(labels[i])[0] is None}
        return ["after" if i in steps else role for i, role in enumerate(roles)]
    if "before" in roles:
        kin = _kin(labels, [i for i, role in enumerate(roles) if role == "before"])
        if roles.count("before") > 1 and len({residue(label) for label, role in zip(labels, roles, strict=True) if role}) > 1:
            return [None] * len(labels)  # several baselines of different things: yard-sticks beside what is measured
        return [role or ("after" if k and not is_yardstick(label) else None) for role, label, k in zip(roles, labels, kin, strict=True)]
    if "after" in roles:
        return _only_after(labels, roles)
    grown = _grown(labels)
    if grown is not None:
        return grown
    return _switches(labels) if weak else roles


def _parents(labels: list[str]) -> list[Role | None] | None:
    """Read `HEAD~1` beside `HEAD`: the parent is the state before; None where not both are named."""
    found = [_HEAD.fullmatch(label.strip(" :")) for label in labels]
    if not any(m and m["back"] for m in found) or not any(m and not m["back"] for m in found):
        return None
    return [None if m is None else "before" if m["back"] else "after" for m in found]


_MORE: Final = re.compile(r"\s{0,9}(?:[+&]|plus\b|and\b|with\b|w/(?!o\b))\s{0,9}(?=\S)", re.IGNORECASE)


_KERNEL: Final = re.compile(r"(?:linux[- ]?|v)?\d{1,2}\.\d{1,3}(?![\d.]*[ ]?[A-Za-z%/]{1,8}$)", re.IGNORECASE)


def _grown(labels: list[str]) -> list[Role | None] | None:
    """Read labels that are one thing and that thing with something added: `6.12-rc7`, `6.12-rc7 + v4`; None where that is not so."""
    texts = [" ".join(label.split()) for label in labels]
    if len(texts) < 2:
        return None
    kernels = [text for text in texts if _KERNEL.match(text) is not None]
    if len(kernels) == len(texts) > 2:
        steps = [text for text in texts if any(text.startswith(other) and _MORE.match(text, len(other)) for other in texts)]
        bases = {other for other in texts if any(text.startswith(other) and _MORE.match(text, len(other)) for text in steps)} - {*steps}
        if len(bases) == 1:
            return ["before" if text in bases else "after" if text in steps else None for text in texts]  # `5.14 | 5.15-rc4 | 5.15-rc4+fix`
    base = min(texts, key=len)
    rest = [text for text in texts if text != base]
    if len(base) < 3 or texts.count(base) != 1 or not all(text.startswith(base) and _MORE.match(text, len(base)) for text in rest):
        return None
    return ["before" if text == base else "after" for text in texts]


def annotated(text: str, labels: list[str]) -> list[Role | None]:
    """Say the sides of labels that the text beside them explains: "__sum (old) vs sum_fast (new)" over columns of these names."""
    out: list[Role | None] = []
    for label in labels:
        name = label.split()[0] if label.split() else ""
        found = None
        if len(name) > 3:
            at = text.rfind(f"{name} (")
            match = _NOTE.match(text, at + len(name)) if at >= 0 else None
            found = _side(match) if match is not None else None
        out.append(found)
    return out if {"before", "after"} <= set(out) else [None] * len(labels)


_NOTE: Final = re.compile(
    r"[ ]\((?:the[ ])?(?:(?P<before>old|before|baseline|current|existing|original)|(?P<after>new|after|this[ ]patch|patched|proposed))"
    r"(?:[ ][\w-]{1,20})?\)",
    re.IGNORECASE,
)


def _only_after(labels: list[str], roles: list[Role | None]) -> list[Role | None]:
    """Only the new side is named: the old one is its kin, else the one just before it."""
    rest = [i for i, role in enumerate(roles) if role is None and not is_yardstick(labels[i])]
    first = roles.index("after")
    words = [_words(label) for label in labels]
    kin = [i for i in rest if words[i] & words[first]]
    if len(kin) == 1 or len(rest) == 1:
        chosen = kin[0] if len(kin) == 1 else rest[0]
        return ["before" if i == chosen else role for i, role in enumerate(roles)]
    if first - 1 in rest:
        return ["before" if i == first - 1 else role for i, role in enumerate(roles)]
    return roles


def _family(labels: list[str], roles: list[Role | None]) -> list[Role | None]:
    """Where two labels say before, the one whose family has an after is meant: `legacy`, `nft (base)`, `nft (patch)`."""
    befores = [i for i, role in enumerate(roles) if role == "before"]
    if len(befores) < 2 or any(own(labels[i])[1] == 3 and not residue(labels[i]) for i in befores):
        return roles
    words = [_words(label) for label in labels]
    close = [i for i in befores if any(words[i] & words[j] for j, role in enumerate(roles) if role == "after")]
    if close and len(close) < len(befores):
        return [None if role == "before" and i not in close else role for i, role in enumerate(roles)]
    return roles


def _words(label: str) -> set[str]:
    """Give the words that make labels kin."""
    parts = re.findall(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}|p\d{2,4}", label)
    return {part.lower() for part in parts} - _COMMON


def _kin(labels: list[str], anchors: list[int]) -> list[bool]:
    """Tell which labels share a word with the anchors; where the others are no yard-sticks, all count as kin."""
    words = [_words(label) for label in labels]
    shared = [any(words[i] & words[j] for j in anchors) for i in range(len(labels))]
    strangers = [label for label, s in zip(labels, shared, strict=True) if not s]
    if any(s for i, s in enumerate(shared) if i not in anchors) and all(is_yardstick(label) for label in strangers):
        return shared
    return [True] * len(labels)


def _switches(labels: list[str]) -> list[Role | None]:
    """Read labels that are one thing off and on (or `NoCork` beside `AutoCork`); None where that is not so."""
    labels = [_WITH_NO.sub("without", label) for label in labels]
    sides = [switch(label) for label in labels]
    if "before" not in sides:
        return [None] * len(labels)
    words = [_words(_SWITCH.sub(" ", label)) for label in labels]
    offs = [i for i, side in enumerate(sides) if side == "before"]
    if not _one_thing(labels):
        return [None] * len(labels)
    out: list[Role | None] = []
    for i, side in enumerate(sides):
        akin = any(words[i] & words[j] or (not words[i] and not words[j]) for j in offs)
        out.append("before" if i in offs else "after" if akin and (side == "after" or (len(offs) == 1 and len(labels) <= 4)) else None)
    return out if "after" in out else [None] * len(labels)


def _one_thing(labels: list[str]) -> bool:
    """Tell whether all that labels have "with" or "without" of is one thing."""
    things = {m[1].lower() for label in labels for m in _WITH_WHAT.finditer(label)}
    return len(things) < 2


# `~95Gbps before and ~35Gbps after:` tells both sides, and heads neither
_BOTH_TOLD: Final = re.compile(
    r"\d[\w.,]{0,12}(?:[ ][A-Za-z/%]{1,10})?[ \n](?:before|after)(?:,|,?[ \n](?:and|but|vs\.?))[ \n](?:[a-z]{1,12}[ \n])?[~≈]?"
    r"\d[\w.,]{0,12}(?:[ ][A-Za-z/%]{1,10})?[ \n]{1,3}\Z"
)
# a line of its own, `this patch, feature off`
_VARIANT: Final = re.compile(
    r"(?:^|\n[ \t]{0,8})\n[ \t]{0,8}(?P<what>(?:with |With )?[Tt]his (?:patch(?:set)?|series), [\w=-]{1,24}(?: [\w=-]{1,24}){0,4})"
    r"[ \t]{0,3}(?=\n[ \t]{0,8}\S)"
)


def cues(text: str, start: int = 0, end: int | None = None) -> list[Cue]:
    """Find the places of a text that name a side of the change, in order.  A mention of both sides at once has no role."""
    found: dict[int, Cue] = {}
    stop = len(text) if end is None else end
    for match in _STRONG.finditer(text, start, stop):
        label = _LABEL_TAIL.match(text, match.end()) is not None
        if match["both"] is not None:
            found[match.start()] = Cue(match.start(), match.end(), None, 3, label)
        elif label or not _MENTION.match(match[0]):
            found[match.start()] = Cue(match.start(), match.end(), _side(match), 3, label)
    for pattern in (_BARE, _HEADING):
        for match in pattern.finditer(text, start, stop):
            at = match.start("before") if match["before"] else match.start("after")
            both = text[at] in "ba" and _BOTH_TOLD.search(text, max(start, at - 80), at) is not None
            found.setdefault(at, Cue(at, match.end(), None if both else _side(match), 3, label=True))
    if "his " in text:
        for match in _VARIANT.finditer(text, start, stop):
            found[match.start("what")] = Cue(match.start("what"), match.end(), "after", 3, label=True)
    if "HEAD" in text:
        lines = list(_HEAD_LINE.finditer(text, start, stop))
        if {m["back"] is None for m in lines} == {True, False}:
            for match in lines:
                at = match.start() + match[0].index("HEAD")
                found.setdefault(at, Cue(at, match.end(), "before" if match["back"] else "after", 3, label=True))
    for cue in _marks.find(text, start, stop, own):
        found[cue.start] = cue
    return joined(text, [found[at] for at in sorted(found)])
