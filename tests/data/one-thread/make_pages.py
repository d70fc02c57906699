# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the pages of archives whose software cannot be had: thread.mbox in the layouts of those sites, made by hand.

lore/, mhonarc/ and mhonarc-masked/ are not made here: they come from public-inbox 1.9.0 and MHonArc 2.6.19 (`mhonarc -outdir`, with and
without `-spammode`); text/lynx-* and text/w3m-* are those pages through lynx and w3m.  Run it in this folder.
"""

import base64
import email
import email.policy
import hashlib
import html
import re
from email.utils import parsedate_to_datetime
from pathlib import Path

E = html.escape
TURN = str.maketrans(
    "".join(chr(c) for c in (*range(64, 92), *range(97, 123))),
    "".join(chr(c) for c in (*range(78, 92), *range(64, 78), *range(110, 123), *range(97, 110))),
)


def mails():
    """The mails of the thread as dicts."""
    raw = Path("thread.mbox").read_text("utf-8")
    for part in re.split(r"(?m)^From mboxrd@z .*\n", raw)[1:]:
        mail = email.message_from_string(part[:-1], policy=email.policy.default)
        body = re.sub(r"(?m)^>(>*From )", r"\1", mail.get_content())
        name, address = re.match(r"(.*) <(.*)>", str(mail["From"])).groups()
        yield {
            "id": mail["Message-ID"].strip("<>"),
            "parent": (mail["In-Reply-To"] or "").strip("<>"),
            "refs": re.findall(r"<([^>]+)>", mail["References"] or ""),
            "name": name,
            "address": address,
            "subject": str(mail["Subject"]),
            "date": str(mail["Date"]),
            "when": parsedate_to_datetime(str(mail["Date"])),
            "to": str(mail["To"]),
            "cc": str(mail["Cc"]),
            "body": body,
        }


def write(name, text):
    """One file, folders made."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


ADDRESS = re.compile(r"([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)")


def marc(text):
    """user () host ! tld"""
    return ADDRESS.sub(lambda m: f"{m[1]} () {m[2].replace('.', ' ! ')}", text)


def at(text):
    """user at host"""
    return ADDRESS.sub(r"\1 at \2", text)


def dots(text):
    """user@...t.tld"""
    return ADDRESS.sub(lambda m: f"{m[1]}@...{m[2][3:]}", text)


def cut(text):
    """use...@host"""
    return ADDRESS.sub(lambda m: f"{m[1][: max(3, len(m[1]) - 3)]}...@{m[2]}", text)


def crosses(text):
    """user@xxxxxxxx"""
    return ADDRESS.sub(lambda m: f"{m[1]}@{'x' * len(m[2])}", text)


def hashed(text):
    """user-HASH@public.gmane.org"""
    return ADDRESS.sub(lambda m: f"{m[1]}-{base64.b64encode(hashlib.md5(m[2].encode()).digest()).decode()[:22].replace('+', 'a')}@public.gmane.org", text)


ALL = list(mails())
COVER = ALL[0]
TITLE = COVER["subject"]
UNLESS = "To unsubscribe from this list: send the line \"unsubscribe netdev\" in the body of a message to {0}"

for number, m in enumerate(ALL):
    number += 101
    utc = m["when"].astimezone(__import__("datetime").timezone.utc)
    # marc.info
    write(f"marc/{number}.html", f"""<!DOCTYPE html>
<html>
<head>
<title>'{E(m['subject'])}' - MARC</title>
</head>
<body bgcolor="#ffffff">
<pre>
[<a href="?l=linux-netdev&m={number - 1}&w=2">prev in list</a>] [<a href="?l=linux-netdev&m={number + 1}&w=2">next in list</a>] [<a href="?t=1&w=2">prev in thread</a>] [next in thread] 
<b>
List:       <a href="?l=linux-netdev&r=1&w=2">linux-netdev</a>
Subject:    <a href="?t=170982&r=1&w=2">{E(m['subject'])}</a>
From:       <a href="?a=170&r=1&w=2">{E(marc(m['name'] + ' <' + m['address'] + '>'))}</a>
Date:       <a href="?l=linux-netdev&r=1&w=2&b=202403">{utc:%Y-%m-%d %H:%M:%S}</a>
Message-ID: <a href="?i=%3C{number}%3E">{E(marc(m['id']))}</a></b>
[<a href="?l=linux-netdev&m={number}&q=raw">Download RAW message or body</a>]

{E(marc(m['body']), quote=False)}
[<a href="?l=linux-netdev&m={number - 1}&w=2">prev in list</a>] [<a href="?l=linux-netdev&m={number + 1}&w=2">next in list</a>] [<a href="?t=1&w=2">prev in thread</a>] [next in thread] 
</pre>
<br><center>
<a href="?q=configure">Configure</a> | <a href="?q=about">About</a> | <a href="?q=news">News</a> | <a href="?q=addlist">Add a list</a>
</center>
</body>
</html>
""")
    # lists.openwall.net
    write(f"openwall/{number}.html", f"""<html><head><title>netdev - {E(m['subject'])}</title>
<link rel="stylesheet" href="/style.css"></head>
<body><a href="{number - 1}">[&lt;prev]</a> <a href="{number + 1}">[next&gt;]</a> <a href="{number - 1}">[&lt;thread-prev]</a> <a href=".">[day]</a> <a href="..">[month]</a> <a href="../..">[year]</a> <a href="../../..">[list]</a>
<pre style="white-space: pre-wrap">
Message-ID: &lt;{E(m['id'])}&gt;
Date: {m['date']}
From: {E(dots(m['name'] + ' <' + m['address'] + '>'))}
To: {E(dots(m['to']))}
Cc: {E(dots(m['cc']))}
Subject: {E(m['subject'])}

{E(dots(m['body']), quote=False)}
</pre>
<p><a href="http://www.openwall.com/blists/">Powered by blists</a> - <a href="http://lists.openwall.net">more mailing lists</a>
</body></html>
""")
    # pipermail
    lines = []
    for line in at(m["body"]).split("\n"):
        quoted = re.match(r"> ?", line)
        lines.append(f"&gt;<i> {E(line[len(quoted[0]):], quote=False)}\n</I>" if quoted else E(line, quote=False) + "\n")
    stamp = f"{m['when']:%a %b} {m['when'].day:2d} {m['when']:%H:%M:%S} {m['when']:%z} {m['when']:%Y}"
    write(f"pipermail/{number:06d}.html", f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML>
 <HEAD>
   <TITLE> {E(m['subject'])}
   </TITLE>
   <LINK REL="Index" HREF="index.html" >
   <LINK REL="made" HREF="mailto:netdev%40lists.example.org?Subject=Re%3A%20x&In-Reply-To=%3C{m['id'].replace('@', '%40')}%3E">
   <META http-equiv="Content-Type" content="text/html; charset=us-ascii">
 </HEAD>
 <BODY BGCOLOR="#ffffff">
   <H1>{E(m['subject'])}</H1>
    <B>{E(m['name'])}</B> 
    <A HREF="mailto:netdev%40lists.example.org?Subject=Re%3A%20x&In-Reply-To=%3C{m['id'].replace('@', '%40')}%3E"
       TITLE="{E(m['subject'])}">{at(m['address'])}
       </A><BR>
    <I>{stamp}</I>
    <P><UL>
        <LI>Previous message (by thread): <A HREF="{number - 1:06d}.html">{E(TITLE)}
</A></li>
         <LI> <B>Messages sorted by:</B> 
              <a href="date.html#{number}">[ date ]</a>
              <a href="thread.html#{number}">[ thread ]</a>
              <a href="subject.html#{number}">[ subject ]</a>
              <a href="author.html#{number}">[ author ]</a>
         </LI>
       </UL>
    <HR>  
<!--beginarticle-->
<PRE>{''.join(lines)}
</PRE>
<!--endarticle-->
    <HR>
<a href="https://lists.example.org/mailman/listinfo/netdev">More information about the netdev
mailing list</a><br>
</body></html>
""")
    # hypermail with spamprotect
    guard = lambda text: text.replace("@", "_at_")  # noqa: E731
    rows = []
    for line in m["body"].rstrip("\n").split("\n"):
        depth = len(re.match(r"[> ]*", line)[0].replace(" ", "")) if line.startswith(">") else 0
        line = E(guard(line), quote=False)
        line = re.sub(r"^ +", lambda s: "&nbsp;" * len(s[0]), line)
        rows.append(f'<em class="quotelev{depth}">{line}\n</em><br />\n' if depth else f"{line}\n<br />\n" if line else "<br />\n")
    reply = f'<!-- inreplyto="{guard(m["parent"])}" -->\n' if m["parent"] else ""
    write(f"hypermail/{number - 101:04d}.html", f"""<?xml version="1.0" encoding="us-ascii"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta name="generator" content="hypermail 2.2.0, see http://www.hypermail-project.org/" />
<title>netdev: {E(m['subject'])}</title>
<meta name="Author" content="{E(m['name'])} ({guard(m['address'])})" />
<meta name="Subject" content="{E(m['subject'])}" />
</head>
<body>
<div class="head">
<h1>{E(m['subject'])}</h1>
<!-- received="Mon Mar 11 09:15:09 2024" -->
<!-- isoreceived="20240311091509" -->
<!-- sent="{m['date']}" -->
<!-- isosent="{utc:%Y%m%d%H%M%S}" -->
<!-- name="{E(m['name'])}" -->
<!-- email="{guard(m['address'])}" -->
<!-- subject="{E(m['subject'])}" -->
<!-- id="{guard(m['id'])}" -->
<!-- charset="utf-8" -->
{reply}<!-- expires="-1" -->
</div>
<!-- body="start" -->
<div class="mail">
<address class="headers">
<span id="from">
<dfn>From</dfn>: {E(m['name'])} &lt;<a href="mailto:{guard(m['address'])}?Subject=x">{guard(m['address'])}</a>&gt;
</span><br />
<span id="date"><dfn>Date</dfn>: {m['date']}</span><br />
</address>
<p>
{''.join(rows)}<span id="received"><dfn>Received on</dfn> Mon Mar 11 2024 - 09:15:09 UTC</span>
</div>
<!-- body="end" -->
<div class="foot">
<p><small><em>This archive was generated by <a href="http://www.hypermail-project.org/">hypermail 2.2.0</a></em></small></p>
</div>
</body>
</html>
""")
    # lkml.org
    body = E(m["body"], quote=False).replace("@", "&#64;").replace("\n", "<br />")
    write(f"lkml.org/{number}.html", f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>LKML: {E(m['name'])}: {E(m['subject'])}</title></head>
<body><table border="0"><tr><td><a href="/lkml/2024/3/11">[lkml]</a>&nbsp; <a href="/lkml/2024">[2024]</a> <a href="/lkml/last100">[last100]</a></td></tr></table>
<table class="mh" border="0"><tr><td class="lp">Date</td><td class="rp" itemprop="datePublished">{m['date']}</td></tr>
<tr><td class="lp">From</td><td class="rp" itemprop="author">{E(m['name'])} &lt;&gt;</td></tr>
<tr><td class="lp">Subject</td><td class="rp" itemprop="name">{E(m['subject'])}</td></tr></table>
<pre itemprop="articleBody">{body}</pre>
<div>&nbsp;</div></body></html>
""")
    # gmane
    write(f"gmane/{number}.html", f"""<html><head><title>Gmane -- Mail To News And Back Again</title></head><body>
<div class="bodytd"><div class="headers">
From: {E(m['name'])} &lt;{m['address'].replace('@', ' &lt;at&gt; ')}&gt;<br>
Subject: <a href="http://news.gmane.org/find-root.php?message_id=%3c{m['id'].replace('@', '%40')}%3e">{E(m['subject'])}</a><br>
Newsgroups: <a href="http://news.gmane.org/gmane.linux.network">gmane.linux.network</a><br>
Date: {utc:%Y-%m-%d %H:%M:%S} GMT</div>
<pre>
{E(ADDRESS.sub(lambda a: a[1] + ' <at> ' + a[2], m['body']), quote=False)}</pre>
</div></body></html>
""")
    # mail-archive.com: MHonArc in another dress
    references = "".join(f"<!--X-Reference: {r.replace('-', '&#45;')} -->\n" for r in m["refs"])
    top = f"""<!-- MHonArc v2.6.19+ -->
<!--X-Subject: {E(m['subject']).replace('-', '&#45;')} -->
<!--X-From-R13: {E((m['name'] + ' <' + m['address'] + '>').translate(TURN))} -->
<!--X-Date: {m['date']} -->
<!--X-Message-Id: {m['id'].replace('-', '&#45;')} -->
<!--X-Content-Type: text/plain -->
{references}<!--X-Head-End-->
"""
    write(f"mail-archive/msg{number}.html", f"""<!DOCTYPE html>
<html lang="en"><head><title>{E(m['subject'])}</title>
</head><body>
{top}<div class="msgHead">
<!--X-Subject-Header-Begin-->
<h1><span class="subject"><a href="/search?l=netdev" rel="nofollow"><span itemprop="name">{E(m['subject'])}</span></a></span></h1>
<p class="darkgray font13">
<span class="sender pipe"><a href="/search?l=netdev" rel="nofollow"><span itemprop="author" itemscope><span itemprop="name">{E(m['name'])}</span></span></a></span>
<span class="date"><a href="/search?l=netdev" rel="nofollow">{m['date']}</a></span>
</p>
</div>
<!--X-Subject-Header-End-->
<!--X-MsgBody-->
<div itemprop="articleBody" class="msgBody">
<!--X-Body-of-Message-->
<pre>{E(cut(m['body']), quote=False)}</pre>
</div>
<div class="msgButtons margintopdouble">
<!--X-Body-of-Message-End-->
<!--X-MsgBody-End-->
<ul><li>Previous message</li><li><a href="thrd1.html#{number}">View by thread</a></li><li>View by date</li></ul>
</div>
</body></html>
""")
    # spinics.net: MHonArc in a third dress
    write(f"spinics/msg{number}.html", f"""{top}<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head><title>{E(m['subject'])} &mdash; Linux Network Development</title></head><body>
<!--X-Body-Begin-->
<!--X-TopPNI-->[<a href="msg{number - 1}.html">Date Prev</a>][<a href="msg{number + 1}.html">Date Next</a>][<a href="maillist.html#{number}">Date Index</a>]
<!--X-TopPNI-End-->
<!--X-Subject-Header-Begin-->
<h1>{E(m['subject'])}</h1>
<!--X-Subject-Header-End-->
<!--X-Head-of-Message-->
<ul>
<li><em>Subject</em>: {E(m['subject'])}</li>
<li><em>From</em>: {E(m['name'])} &lt;<a href="mailto:{m['address'].split('@')[0]}@DOMAIN.HIDDEN">{crosses(m['address'])}</a>&gt;</li>
<li><em>Date</em>: {m['date']}</li>
</ul>
<!--X-Head-of-Message-End-->
<!--X-Body-of-Message-->
<pre>{E(crosses(m['body']), quote=False)}
</pre>
<!--X-Body-of-Message-End-->
<hr>
[<a href="/">Index of Archives</a>] &nbsp; &nbsp; [Linux Kernel] &nbsp; [Linux SCSI]
</body></html>
""")

# the month's text of Mailman 2
write("pipermail-text/2024-March.txt", "".join(
    f"From {at(m['address'])}  {m['when']:%a %b} {m['when'].day:2d} {m['when']:%H:%M:%S %Y}\nFrom: {at(m['address'])} ({m['name']})\nDate: {m['date']}\n"
    f"Subject: {m['subject']}\n" + (f"In-Reply-To: <{m['parent']}>\n" if m["parent"] else "")
    + ("References: " + "\n\t".join(f"<{r}>" for r in m["refs"]) + "\n" if m["refs"] else "")
    + f"Message-ID: <{m['id']}>\n\n" + re.sub(r"(?m)^(From )", r">\1", at(m["body"])) + "\n"
    for m in ALL
))

# HyperKitty as text_renderer of 1.3 prints it: paragraphs, quotes in boxes without their marks
def boxed(text):
    """Lines of one depth as paragraphs, deeper ones as a box."""
    out, lines = [], text.strip("\n").split("\n")
    while lines:
        quoted = lines[0].startswith(">")
        taken = []
        while lines and lines[0].startswith(">") == quoted:
            taken.append(lines.pop(0))
        if quoted:
            inner = boxed("\n".join(re.sub(r"^> ?", "", line) for line in taken))
            out.append(f'<div class="quoted-switch"><a href="#">...</a></div><blockquote class="blockquote quoted-text">{inner}</blockquote>')
        else:
            out += [f"<p>{E(part, quote=False)}</p>\n" for part in re.split(r"\n\n+", "\n".join(taken).strip("\n")) if part]
    return "".join(out)


boxes = []
for m in ALL:
    reply = f"mailto:netdev@lists.example.org?Subject=Re%3A%20x&amp;In-Reply-To=&lt;{m['id'].replace('@', '%40')}&gt;"
    boxes.append(f"""<div class="email">
  <div id="{hashlib.sha1(m['id'].encode()).hexdigest()[:8]}" class="email-header">
    <div class="gravatar-wrapper d-flex"><div class="email-author d-flex"><h2 class="name">
       {E(m['name'])}
    </h2></div></div>
    <div class="email-date right"><span class="date d-none d-sm-inline">{m['when'].day} {m['when']:%b}</span>
      <div class="time"><span title="Sender's time: {m['when']:%B} {m['when'].day}, {m['when']:%Y}, {m['when'].hour % 12 or 12}:{m['when']:%M} {'a.m.' if m['when'].hour < 12 else 'p.m.'}">{m['when'].hour % 12 or 12}:{m['when']:%M}</span></div></div>
  </div>
  <div class="email-body ">
    {boxed(m['body'])}
  </div>
  <div class="email-info"><a class="reply reply-mailto" title="Reply" href="#">Reply</a>
    <div class="reply-form-unauthenticated"><a class="btn btn-sm btn-secondary reply-mailto" href="{reply}">Use email software</a></div></div>
</div>
""")
write("hyperkitty/thread.html", f"""<!DOCTYPE HTML>
<html><head><title>{E(TITLE)} - netdev - lists.example.org</title>
<link rel="stylesheet" href="/static/hyperkitty/libs/fonts/font-awesome/css/font-awesome.min.css" />
</head><body>
<nav class="navbar"><h3>lists.example.org</h3></nav>
<div class="container"><div class="thread-header"><h3>{E(TITLE)}</h3></div>
<div id="thread-content">
{''.join(boxes)}</div></div>
</body></html>
""")


def short(subject):
    """A subject as patchwork prints it."""
    return re.sub(r"^\[PATCH (\S*) (v\d) (\S*)\]", r"[\1,\2,\3]", subject)


# patchwork: the cover's page and the two patches'
for m in ALL[:3]:
    answers = [a for a in ALL[3:] if (m["id"] in a["refs"] and (m is not COVER or a["parent"] == m["id"]))]
    head = f"From: {m['name']} <{m['address']}>\nTo: {m['to']}\nCc: {m['cc']}\nSubject: {m['subject']}\nDate: {m['date']}\nMessage-ID: <{m['id']}>\n" + (f"In-Reply-To: <{m['parent']}>\nReferences: {' '.join('<' + r + '>' for r in m['refs'])}\n" if m["parent"] else "")
    at_diff = m["body"].find("diff --git")
    log, diff = (m["body"][:at_diff], m["body"][at_diff:]) if at_diff >= 0 else (m["body"], "")

    def shown(m):
        w = m["when"].astimezone(__import__("datetime").timezone.utc)
        return f"{w:%B} {w.day}, {w.year}, {w.hour % 12 or 12}:{w:%M} {'a.m.' if w.hour < 12 else 'p.m.'} UTC"

    comments = "".join(f"""<a name="{n}"></a>
<div class="submission-message">
  <div class="meta">
    <a href="/project/netdevbpf/list/?submitter=1">{E(a['name'])}</a>
    <span class="message-date">{shown(a)} |
      <a href="/comment/{n}/">#{n}</a>
    </span>
    <div class="comment-status-bar-addressed hidden" data-comment-id={n}><div class="comment-status-label">
        Addressed
    </div></div>
  </div>
  <pre class="content">
{E(a['body'], quote=False)}
  </pre>
</div>
""" for n, a in enumerate(answers, 1))
    write(f"patchwork/{m['id'].split('-')[1]}.html", f"""<!DOCTYPE html>
<html><head><title>{E(m['subject'])} - Patchwork</title></head><body>
<h1>{E(short(m['subject']))}</h1>
<table id="patch-meta" class="patch-meta" data-submission-type="patch">
<tr><th>Message ID</th><td>{E(m['id'])}</td></tr>
<tr><th>State</th><td>New</td></tr>
<tr><th>Headers</th><td><button id="toggle-patch-headers">show</button>
<div id="patch-headers" class="patch-headers" style="display: none;"><pre>{E(head, quote=False)}</pre></div></td></tr>
</table>
<h2>{'Commit Message' if diff else 'Message'}</h2>
<div class="submission-message">
  <div class="meta">
    <span>{E(m['name'])}</span>
    <span class="message-date">{shown(m)}</span>
  </div>
  <pre class="content">
{E(log, quote=False)}
  </pre>
</div>
{'<h2>Comments</h2>' + comments if comments else ''}
{'<h2>Patch</h2><div id="patch" class="patch"><pre class="content">' + E(diff, quote=False) + '</pre></div>' if diff else ''}
</body></html>
""")

# a forum's copy of the list: one page, each mail run into one line, "(a)" for "@"
posts = "".join(
    f"<p>From: <a href=\"/u\">{E(m['name'])}</a> on {m['when'].day} {m['when']:%b %Y %H:%M}<br>\n"
    f"<div class=\"post\">{E(' '.join(m['body'].replace('@', '(a)').split()), quote=False)}</div></p>\n<hr>\n"
    for m in ALL
)
write("forum/thread.html", f"""<html><head><title>{E(TITLE)}</title></head><body>
<h1>{E(TITLE)}</h1>
<div>in [<a href="/kernel">Kernel</a>]</div>
<div>|</div>
<div>Prev: <a href="/1">exnet: fix a typo</a></div>
<div>Next: <a href="/2">exnet: update the maintainer</a></div>
{posts}
<div>|</div>
</body></html>
""")

# Google Groups
def spaced(text):
    """White space as a browser keeps it."""
    return text.replace("\n", "<br>").replace("  ", " &nbsp;").replace("\t", "&nbsp; &nbsp; &nbsp; &nbsp; ")


items = "".join(f"""<section data-doc-id="{n}" role="listitem" aria-label="message"><div><h3 class="s1f8Zd">{E(m['name'])}</h3>
<span class="zX2W9c">{m['when']:%b} {m['when'].day}, {m['when']:%Y}, {m['when'].hour % 12 or 12}:{m['when']:%M:%S} {'AM' if m['when'].hour < 12 else 'PM'}</span></div>
<div>to net...@vger.kernel.org</div>
<div class="ptW7te" role="region"><div style="white-space:pre-wrap">{spaced(E(cut(m['body']), quote=False))}</div></div></section>
""" for n, m in enumerate(ALL))
write("google-groups/thread.html", f"""<!DOCTYPE html>
<html lang="en"><head><base href="https://groups.google.com/"><title>{E(TITLE)} - Google Groups</title></head><body>
<h1 class="KPwZRb">{E(TITLE)}</h1>
<div role="list">
{items}</div>
</body></html>
""")

# text copies: pasted header and all, and run together
write("text/pasted.txt", "\n".join(
    f"From: {m['name']} <{m['address']}>\nTo: {m['to']}\nCc: {m['cc']}\nSubject: {m['subject']}\nDate: {m['date']}\nMessage-ID: <{m['id']}>\n"
    + (f"In-Reply-To: <{m['parent']}>\nReferences: {' '.join('<' + r + '>' for r in m['refs'])}\n" if m["parent"] else "") + "\n" + m["body"]
    for m in ALL
))
for number, m in enumerate(ALL):
    whole = (
        f"From mboxrd@z Thu Jan 1 00:00:00 1970 From: {m['name']} Subject: {m['subject']} Date: {m['date']} Message-ID: <{m['id']}> "
        + (f"References: {' '.join('<' + r + '>' for r in m['refs'])} " if m["parent"] else "")
        + "Cc: \"Bob Sample\" , Carol Tester To: Return-path: Sender: netdev-owner@vger.kernel.org List-ID: " + re.sub(r"<[^<>]*@[^<>]*>", "", m["body"])
    )
    write(f"flattened/{number}.txt", " ".join(whole.split()) + "\n")
