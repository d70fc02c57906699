# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes off the dress that text browsers and extractors put on a page: link numbers, hard wraps, Markdown, common indentation."""

import re

_LYNX_LIST = re.compile(r"\n[ \t]*References\n\n(?:[ \t]*(?:Visible|Hidden) links:\n)?[ \t]*1\. (?:https?|file|mailto|about|ftp):")
_NUMBER = re.compile(r"\[(\d{1,4})\]")
_LINK = re.compile(
    r"!?\[((?:[^\[\]\n]|\\\[|\\\]|\n(?!\n)|\[[^\[\]\n]{0,80}\]){0,300})\]"
    r"\((?:<?(?:mailto:|https?:|\.\./|\./|#|raw\b|[Tt]/|t\.|[\w%-]{1,80}\.html?\b)[^()\s]{0,600}(?:\n[^()\s]{1,300}){0,8})?"
    r"(?:\s\"(?:[^\"\n]|\n(?!\n)|\"(?!\))){0,400}\")?\)"
)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+.!<>~-])")
_STRONG = re.compile(r"\*\*(\S(?:[^*\n]{0,200}\S)?)\*\*(?= ?[:\s\])])")


def undress(text: str) -> str:
    """The text as the page had it, as far as the dress can be told from the words."""
    if _LYNX_LIST.search(text):
        text = _lynx(text)
    elif "](" in text and ("](../" in text or "](msg" in text or ".html" in text or "](mailto:" in text or "](http" in text):
        text = _markdown(text)
    return text


def _lynx(text: str) -> str:
    """Lynx -dump: `[7]` before each link and the list of links at the end; a `<pre>` is broken hard at the screen's width."""
    lists = list(_LYNX_LIST.finditer(text))
    text = text[: lists[-1].start()]
    lines = text.split("\n")
    width = max(map(len, lines))
    joined: list[str] = []
    open_line = False
    for line in lines:
        if open_line and line and not line.startswith(">"):
            joined[-1] += line
        else:
            joined.append(line)
        open_line = len(line) == width
    expected = 1
    parts: list[str] = []
    at = 0
    text = "\n".join(joined)
    for found in _NUMBER.finditer(text):
        if int(found[1]) == expected:
            parts.append(text[at : found.start()])
            at = found.end()
            expected += 1
    parts.append(text[at:])
    return "".join(parts)


def _markdown(text: str) -> str:
    """html2text: links, emphasis and escapes outside of a `<pre>`, which is indented by four; a line break is two spaces."""
    text = _LINK.sub(r"\1", text)
    out: list[str] = []
    breaks = sum(line.endswith("  ") and not line.startswith("    ") for line in text.split("\n")) > 4
    held = ""
    for line in text.split("\n"):
        if not line.strip() and held:
            out.append(held)
            held = ""
        if line.startswith("    ") and not held:
            out.append(line[4:])
            continue
        line = _STRONG.sub(r"\1", _ESCAPE.sub(r"\1", line))
        if held:
            line = held + line if held.endswith("-") else f"{held} {line}"
            held = ""
        if breaks and line.strip() and not line.endswith("  ") and not line.startswith(("#", "  *", "* * *")):
            held = line
            continue
        out.append(line.rstrip())
    if held:
        out.append(held)
    return "\n".join(out)


def quoted_lines(body: str) -> str:
    """A body whose quotes alone were run together (inscriptis), with a line for each quote mark again."""
    if " > " not in body:
        return body
    lines = body.split("\n")
    if len(lines) < 3:
        return body
    return "\n".join(_MARKED.sub("\n", line) if len(line) > 200 and line.startswith("> ") else line for line in lines)


def unglue(body: str) -> str:
    """Flattened text whose quote marks stick to the word before (`iperf> processes`), with a space between again."""
    if len(_GLUED.findall(body)) < 3 or body.count(" > ") > len(_GLUED.findall(body)):
        return body
    parts: list[str] = []
    at = 0
    for found in _GLUED.finditer(body):
        opened = body.rfind("<", max(found.start() - 90, at), found.start())
        if opened < 0 or ">" in body[opened : found.start()]:
            parts.append(body[at : found.start()])
            at = found.start()
    parts.append(body[at:])
    return " ".join(parts)


_GLUED = re.compile(r"(?<=[^\s<>=-])>(?= )")
_MARKED = re.compile(r" (?=>(?: |$))")


def outdent(body: str) -> str:
    """The body without the indentation that all of its lines share (lynx indents what is not a `<pre>` by three)."""
    lines = body.split("\n")
    filled = [line for line in lines if line.strip()]
    if len(filled) < 2:
        return body
    depth = min(len(line) - len(line.lstrip(" ")) for line in filled)
    return "\n".join(line[depth:] for line in lines) if depth else body
