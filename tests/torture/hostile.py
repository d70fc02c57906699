# SPDX-License-Identifier: GPL-2.0-or-later
"""Hostile mails: one for each hole that mail readers, archives and parsers have had, written for this project, and ways to mutate them.

Each name says whose hole it was: a CVE, or the number of an issue of CPython (bpo/gh), MHonArc, Mailman, HyperKitty, patchwork.
"""

import base64
import random
from collections.abc import Callable, Iterator

PATCH = b"""---
 drivers/net/brass.c | 4 ++--
 1 file changed, 2 insertions(+), 2 deletions(-)

diff --git a/drivers/net/brass.c b/drivers/net/brass.c
index 1111111..2222222 100644
--- a/drivers/net/brass.c
+++ b/drivers/net/brass.c
@@ -1,4 +1,4 @@ int brass(void)
 {
-\treturn 1;
+\treturn 2;
 }
"""


def letter(
    body: bytes = b"plain words\n",
    *,
    subject: bytes = b"[PATCH net-next 1/2] net: brass: polish",
    sender: bytes = b"Ida Holm <ida@holm.example>",
    ident: bytes = b"<case@holm.example>",
    date: bytes = b"Tue, 3 Nov 2026 10:15:00 +0100",
    more: bytes = b"",
) -> bytes:
    """One mail; `more` are whole further header lines."""
    return (
        b"From: %b\nTo: netdev@vger.kernel.org\nSubject: %b\nMessage-ID: %b\nDate: %b\n%b\n" % (sender, subject, ident, date, more) + body
    )


def _multipart(parts: bytes, kind: bytes = b"mixed", boundary: bytes = b"b") -> bytes:
    return letter(parts, more=b'MIME-Version: 1.0\nContent-Type: multipart/%b; boundary="%b"\n' % (kind, boundary))


def nested(depth: int) -> bytes:
    """A mail in a mail in a mail: multipart parts nested `depth` times."""
    heads = b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1) for n in range(depth))
    return letter(heads + b"--b%d\n\ninnermost\n" % depth, more=b"Content-Type: multipart/mixed; boundary=b0\n")


def many_parts(count: int) -> bytes:
    """A mail of `count` parts."""
    return _multipart(b"--b\n\nx\n" * count + b"--b--\n")


def _html(text: bytes) -> bytes:
    return letter(text, more=b"Content-Type: text/html; charset=utf-8\n")


CASES: dict[str, bytes] = {
    # -- CPython's email package
    "gh-105802 route in msg-id": letter(ident=b"<[1234abcd@[10.0.0.1]>", more=b"In-Reply-To: <[..]@mailer.example>\n"),
    "gh-94306 msg-id with brackets": letter(ident=b"<<ab[c]>@[>"),
    "gh-114906 empty group": letter(sender=b"undisclosed-recipients:;", more=b"Cc: a:;, b:c;;, :\n"),
    "gh-117849 address without domain": letter(sender=b"a@ <>", more=b"Cc: @, <@>, <a@>, a@b@c, <>\n"),
    "gh-81091 encoded word cut short": letter(subject=b"=?utf-8?b?w6?= =?utf-8?q?=C3?= =?utf-8?b?=?= =?"),
    "gh-74886 bad base64 length": letter(b"abcde", more=b"Content-Transfer-Encoding: base64\n"),
    "gh-148518 colon in empty field": letter(more=b":\n: x\n :\n\t\nX:\n"),
    "gh-151857 unknown-8bit": letter(subject=b"=?unknown-8bit?q?=E9=FF?=", more=b'Content-Type: text/plain; charset="unknown-8bit"\n'),
    "CVE-2023-27043 address in address": letter(sender=b"alice@example.org)bob@example.com <eve@example.net>"),
    "CVE-2023-36632 nested comments": letter(sender=b"(" * 5000 + b"a@b" + b")" * 5000),
    "CVE-2024-6923 line feed in encoded word": letter(subject=b"=?utf-8?q?a=0ABcc:_evil@example.net?="),
    "CVE-2025-1795 comma in encoded word": letter(sender=b"=?utf-8?q?Holm=2C_Ida?= <ida@holm.example>, =?utf-8?q?,?= <x@y.example>"),
    "CVE-2026-1299 header lines in a value": letter(more=b"X-A: b\n\tc\n\r\nX-Evil: yes\n"),
    "CVE-2025-6069 markup declarations": _html(b"<!" + b"<a " * 3000),
    "gh-136063 quadratic parameters": letter(more=b"Content-Type: text/plain" + b";a" * 20000 + b"\n"),
    "charset with NUL": letter(b"\xff\xfe", more=b'Content-Type: text/plain; charset="a\x00b"\n'),
    "charset rot13": letter(b"uryyb", more=b"Content-Type: text/plain; charset=rot13\n"),
    "charset zlib": letter(b"\x78\x9c\x03\x00", more=b"Content-Type: text/plain; charset=zlib\n"),
    "charset idna": letter(b"xn--" + b"a" * 5000, more=b"Content-Type: text/plain; charset=idna\n"),
    "charset utf-7": letter(b"+ADw-script+AD4-", more=b"Content-Type: text/plain; charset=utf-7\n"),
    "charset utf-16 odd": letter(b"\xfe\xff\xd8", more=b"Content-Type: text/plain; charset=utf-16\n"),
    "lone surrogate": letter(b"\xed\xa0\x80 \xed\xbf\xbf", more=b"Content-Type: text/plain; charset=utf-8\n"),
    # -- MHonArc
    "CVE-2002-0738 split script": _html(b"<SCR\nIPT>alert(1)</SCR\nIPT><IMG SRC=javascript:alert(1)>&{alert(1)};"),
    "CVE-2002-1307 script in a field name": letter(more=b"<script>alert(1)</script>: x\nX-<b>: y\n"),
    "CVE-2002-1388 html mail": _html(b"<body onload=alert(1)><b>bold</b><script>alert(1)</script>"),
    "CVE-2010-4524 nested script": _html(b"scr<scr<script>ipt>alert(1)</scr</script>ipt>"),
    "CVE-2010-1677 deep tags": _html(b"<b>" * 20000 + b"deep"),
    "MHonArc 35388 comment in a subject": letter(subject=b"--><?php system('id') ?><!-- [PATCH] x"),
    # -- Mailman, pipermail, HyperKitty
    "CVE-2006-0052 multipart with an empty part": _multipart(b"--b\n--b--\n"),
    "CVE-2006-0052 multipart without parts": _multipart(b""),
    "GLSA-200502-11 traversal": letter(ident=b"<../../../etc/passwd@x>", subject=b"[PATCH] ../../../../etc/passwd"),
    "CVE-2003-0038 script in an address": letter(sender=b'"<script>alert(1)</script>" <"><script>alert(1)</script>"@x.example>'),
    "CVE-2021-43331 quote in a field": letter(subject=b"[PATCH] '\"><svg onload=alert(1)>"),
    "HyperKitty 617 script in a list": letter(more=b"List-Id: <script>alert(1)</script> <a.b>\n"),
    # -- patchwork and its fuzz folder's kinds
    "CVE-2019-13122 script in a message-id": letter(ident=b"<x</a><script>alert(1)</script>@x.example>"),
    "patchwork base64err": letter(b"=A=B=C", subject=b"=?utf-8?b?///?=", more=b"Content-Transfer-Encoding: BASE64\n"),
    "patchwork charset": letter(b"caf\xe9", more=b"Content-Type: text/plain; charset=no-such-thing\n"),
    "patchwork codec-null": letter(subject=b"=?a\x00b?q?x?="),
    "patchwork date-oserror": letter(date=b"Tue, 3 Nov 99999 99:99:99 +9999"),
    "patchwork date-too-long": letter(date=b"1" * 5000),
    "patchwork msgid-len": letter(ident=b"<" + b"a" * 5000 + b"@x>"),
    "patchwork msgid-none": letter().replace(b"Message-ID: <case@holm.example>\n", b""),
    "patchwork refshdr": letter(more=b"References: " + b"<a@b>\n\t" * 20 + b"<c@\xff>\nIn-Reply-To: \x00\n"),
    "patchwork x-face": letter(more=b"X-Face: " + bytes(range(1, 9)) + bytes(range(14, 256)) + b"\n"),
    "patchwork value2": letter(PATCH.replace(b"1,4 +1,4", b"999999999999,4 +-1,99999999999999999999")),
    "patchwork name": letter(sender=b'"\\"\\" <a@b>" <c@d>'),
    # -- the rest of patchwork's kinds
    "patchwork date": letter(date=b"Tue, 3 Nov 2026 \x00 10:15:00 +0100 (\xff"),
    "patchwork dateheader": letter(date=b"=?utf-8?q?Tue=2C_3_Nov_2026?= \xe9\xe8"),
    "patchwork earlyfail": b"\n\nFrom: \nSubject\n\xff\n\n",
    "patchwork email-len": letter(sender=b"Ida Holm <" + b"i" * 400 + b"@" + b"x" * 400 + b".example>"),
    "patchwork msgid-len2": letter(ident=b"<" + b"a" * 200 + b"@" + b"b." * 200 + b"example>", more=b"In-Reply-To: <" + b"a" * 260 + b"@x>\n"),
    "patchwork msgidheader": letter(ident=b"=?utf-8?b?PGFAYj4=?= <\xe9@\xff>"),
    "patchwork name-len": letter(sender=b"I" * 70_000 + b" <ida@holm.example>"),
    "patchwork unknown-encoding": letter(b"caf\xe9", more=b"Content-Transfer-Encoding: no-such-thing\nContent-Type: text/plain; charset=x-none\n"),
    "patchwork year-out-of-range": letter(date=b"Tue, 3 Nov 0000 10:15:00 +0100", more=b"Received: by x; Tue, 3 Nov 10000 10:15:00\n"),
    # -- CPython, more
    "gh-81091 base64 across encoded words": letter(subject=b"=?utf-8?b?w6XDpA?= =?utf-8?b?w7Y=?= =?utf-8?b?" + b"w6Xw6Q" * 200 + b"?="),
    "gh-114906 group in a group": letter(sender=b"a:b:c@x.example;;", more=b"Cc: g: <a@x.example>, h: ;, ;\n"),
    "gh-148518 field without a name": letter(more=b": value\n  :folded\n: \n"),
    # -- Mailman, more
    "CVE-2002-0389 names that can be guessed": letter(ident=b"<attachment-0001@x>", subject=b"[PATCH] attachments/20261103/0001.html"),
    "CVE-2004-1177 script in a path": letter(ident=b"<%3Cscript%3Ealert(1)%3C/script%3E@x>", subject=b"/%3cscript%3ealert(1)%3c/script%3e"),
    # -- mail viewers
    "CVE-2020-13965 xml attachment": _multipart(
        b'--b\n\nwords\n--b\nContent-Type: text/xml; name=a.xml\n\n<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>\n--b--\n'
    ),
    "CVE-2024-42008 attachment that says it is a picture": _multipart(
        b"--b\nContent-Type: image/svg+xml\nContent-Disposition: inline; filename=a.svg\n\n<svg onload=alert(1)/>\n--b--\n"
    ),
    "CVE-2024-42009 attributes of body": _html(b'<body title="bgcolor=foo" name="bar style=animation-name:x onanimationstart=alert(1)">words</body>'),
    "CVE-2024-42010 style sheet that asks elsewhere": _html(b"<style>@import '//evil.example/x';p{background:url(//evil.example/)}</style><p>words"),
    "mailpit 1.19.3 script from a mail": _html(b"<script src=/api/v1/message/x/part/2></script><link rel=import href=/x>words"),
    "CVE-2022-50908 html as a file": _multipart(
        b"--b\nContent-Type: text/html\nContent-Disposition: attachment; filename=a.html\n\n<script>alert(1)</script>\n--b--\n"
    ),
    "modoboa-webmail 112 subject": letter(subject=b"<img src=x onerror=alert(document.domain)> [PATCH] x"),
    "GHSA-m95v markup in a file name": _multipart(
        b'--b\n\nwords\n--b\nContent-Type: text/x-patch\nContent-Disposition: attachment; filename="<img src=x onerror=alert(1)>.patch"\n\n'
        + PATCH + b"--b--\n"
    ),
    # -- sanitisers
    "RUSTSEC-2021-0074 namespaces": _html(b"<svg><style><img src=x onerror=alert(1)></style></svg><math><mi><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=alert(1)>'>"),
    "RUSTSEC-2021-0157 selected attributes": _html(b"<p class='x' data-x=\"</p><script>alert(1)</script>\">words</p>"),
    "RUSTSEC-2025-0071 annotation-xml": _html(b"<math><annotation-xml encoding='text/html'><style><a title='</style><img src onerror=alert(1)>'>"),
    "CVE-2026-63430 foreign parts": _html(b"<svg><foreignObject><math><desc><noscript><p title='</noscript><img src=x onerror=alert(1)>'>"),
    "CVE-2021-23980 comment in noscript": _html(b"<noscript><style><!--</style><p id='--><script>alert(1)</script>'></noscript>"),
    "GHSA-m6xf style": _html(b"<p style='x:" + b"a" * 9000 + b"(" * 3000 + b"'>words"),
    "CVE-2025-47911 many open tags": _html(b"<a><table>" * 2000 + b"words"),
    # -- importers
    "django-mailbox 252 NUL everywhere": letter(b"a\x00b\n", subject=b"a\x00", sender=b"I\x00 <i\x00@x.example>", ident=b"<a\x00@x>"),
    "bigbang 250 unknown-8bit in a name": letter(sender=b"=?unknown-8bit?q?J=F8rn?= <j@x.example>"),
    "bigbang 306 date of words": letter(date=b"Mon, Nov 03, 2026 10:15 AM Pacific (maybe)"),
    "bigbang 314 date and nothing else": letter(date=b"-0000"),
    # -- public-inbox, notmuch, others
    "public-inbox bad mids": letter(ident=b"<a/b..%2f@x>", more=b"References: <-rf@x> <.@x> <con@x> <a\\b@x>\n"),
    "public-inbox nul subject": letter(subject=b"[PATCH]\x00nul\x00"),
    "nesting past the limit": nested(200),
    "parts past the limit": many_parts(1500),
    "boundary never closed": _multipart(b"--b\n\nfirst\n--b\nContent-Type: text/plain\n\nsecond"),
    "boundary of another": _multipart(b"--c\n\nx\n--c--\n"),
    "boundary of regex signs": _multipart(b"--(.*)+$\n\nx\n--(.*)+$--\n", boundary=b"(.*)+$"),
    "message/rfc822 in itself": letter(letter(letter()), more=b"Content-Type: message/rfc822\n"),
    "CVE-2026-55619 nested parentheses": letter(more=b"Received: " + b"(" * 20000 + b"\n"),
    "CVE-2026-90776 comments side by side": letter(more=b"Cc: " + b"(a)" * 20000 + b"\n"),
    "CVE-2021-42574 Trojan Source": letter("if (user \u202e\u2066// admin\u2069 \u2066)\n".encode() + PATCH),
    "CVE-2021-42694 homoglyph": letter(
        "Reviewed-by: Id\u0430 Holm <id\u0430@holm.example>\n".encode(), sender="Id\u0430 Holm <id\u0430@holm.example>".encode()
    ),
    "CVE-2020-35730 link in plain text": letter(b"[1]: javascript:alert(1)\nhttp://x/#'\"><img src=x onerror=alert(1)>\n[a](data:text/html,x)\n"),
    "dates of year 100": letter(date=b"Tue, 3 Nov 100 10:15:00 +0000"),
    "dates of year 9999": letter(date=b"Fri, 31 Dec 9999 23:59:59 -1200"),
    "dates of 1970": letter(date=b"Thu, 1 Jan 1970 00:00:00 +0000"),
    "dates that are none": letter(date=b"yesterday"),
    "escape sequences": letter(b"\x1b]0;title\x07\x1b[2J\x9b31m\n", subject=b"[PATCH] \x1b[31mred\x1b[0m \x9b2J", sender=b"\x1b[5mIda <i@x.example>"),
    "fold without end": letter(subject=b"a\n " * 20000),
    "16k encoded words": letter(subject=b" ".join([b"=?utf-8?q?a?="] * 16000)),
    "header alone": b"From: x",
    "nothing": b"",
    "NULs": bytes(3000),
    "every byte": bytes(range(256)) * 8,
    "only line feeds": b"\n" * 5000,
    "carriage returns": letter(b"a\rb\r\rc\r\n\r\r\n").replace(b"\n", b"\r\n"),
    "cyclic references": letter(more=b"References: <case@holm.example>\nIn-Reply-To: <case@holm.example>\n"),
    "subject of numbers": letter(subject=b"[PATCH v999999999999999999999 99999999999999/99999999999999999] x", ident=b"<n@x>"),
    "subject of zero": letter(subject=b"[PATCH v0 0/0] x", ident=b"<z@x>"),
    "subject of superscripts": letter(subject="[PATCH v² ١/٢] x".encode(), ident=b"<s@x>"),
    "subject of brackets": letter(subject=b"[" * 3000 + b"PATCH" + b"]" * 3000),
    "hunk of 10^9 lines": letter(PATCH.replace(b"1,4 +1,4", b"1,1000000000 +1,1000000000")),
    "diffstat of huge numbers": letter(b"---\n a | 99999999999999999999999999 ++\n 1 file changed, " + b"9" * 4500 + b" insertions(+)\n"),
    "diff of odd names": letter(PATCH.replace(b"drivers/net/brass.c", b'"../../etc/\\000\\377<script>"')),
    "tags by the thousand": letter(b"Reviewed-by: Ida Holm <ida@holm.example>\n" * 3000),
    "tag with markup": letter(b"Reviewed-by: <script>alert(1)</script> <a@b> # <img src=x onerror=alert(1)>\n"),
    "figures too large": letter(b"throughput: " + b"9" * 5000 + b" Gbps -> 1e999999 Gbps (+inf%, nan%)\n"),
    "figures of no end": letter(b"before: 0.0 Mbps\nafter: 0 Mbps\n-0% 1/0 0x" + b"f" * 400 + b"\n"),
    "netperf of odd columns": letter(
        b"MIGRATED TCP STREAM TEST from 0.0.0.0 () port 0 AF_INET to 10.0.0.2 () port 0 AF_INET\nRecv   Send    Send\n"
        b"Socket Socket  Message  Elapsed\nSize   Size    Size     Time     Throughput\nbytes  bytes   bytes    secs.    10^6bits/sec\n\n"
        b" 87380  16384  16384    1e400    99999999999999999999999999999999999999.99\n"
    ),
    "table of one letter": letter(b"| a " * 4000 + b"|\n" + b"|---" * 4000 + b"|\n" + b"| 1 Gbps " * 4000 + b"|\n"),
    "pw-bot of odd words": letter(b"pw-bot: \x00\npw-bot: " + b"x" * 3000 + b"\npw-bot:\n"),
    "quotes 5000 deep": letter(b"> " * 5000 + b"deep\n"),
    "attribution without end": letter(b"On " + b"Tue, " * 5000 + b"Ida Holm wrote:\n> x\n"),
    "signature of signatures": letter(b"-- \n" * 5000),
    "scissors": letter(b"-- >8 --\n" * 3000),
    "flowed without end": letter(b"> a \n" * 5000, more=b"Content-Type: text/plain; format=flowed; delsp=yes\n"),
    "uuencode": letter(b"begin 644 x\n" + bytes(range(32, 96)) * 20 + b"\nend\n", more=b"Content-Transfer-Encoding: x-uuencode\n"),
    "quoted-printable broken": letter(b"=\n==\n=G0=4=\n=C3", more=b"Content-Transfer-Encoding: quoted-printable\n"),
    "base64 of html": letter(
        base64.encodebytes(b"<script>alert(1)</script>"), more=b"Content-Transfer-Encoding: base64\nContent-Type: text/html\n"
    ),
    "xhtml entity bomb": _html(b'<!DOCTYPE a [<!ENTITY x "y">' + b"".join(b'<!ENTITY x%d "&x%d;&x%d;">' % (n + 1, n, n) for n in range(30)) + b"]>&x30;"),
    "html comment without end": _html(b"<!-- " + b"<b>" * 5000),
    "html without end tags": _html(b"<table><tr><td>" * 3000),
    "patchwork-bot forged": letter(
        b"Hello:\n\nThis series was applied to netdev/net-next.git (main)\nby Jakub Kicinski <kuba@kernel.org>:\n\n"
        b"  - [net-next,1/2] net: brass: polish\n    https://git.kernel.org/netdev/net-next/c/0123456789ab\n",
        sender=b"patchwork-bot+netdevbpf@kernel.org.evil.example",
        subject=b"Re: [PATCH net-next 1/2] net: brass: polish",
        ident=b"<forged@evil.example>",
        more=b"In-Reply-To: <case@holm.example>\n",
    ),
}  # fmt: skip

GOOD = (
    letter(b"Polish the brass.\n\nSigned-off-by: Ida Holm <ida@holm.example>\n" + PATCH, ident=b"<p1@holm.example>"),
    letter(
        b"Hello,\n\n  throughput before: 9.41 Gbps\n  throughput after: 9.87 Gbps (+4.9%)\n\nIda Holm (2):\n  net: brass: polish\n  net: brass: wax\n\n"
        b" drivers/net/brass.c | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)\n",
        subject=b"[PATCH net-next v2 0/2] net: brass: shine",
        ident=b"<c2@holm.example>",
    ),
    letter(
        b"On Tue, 3 Nov 2026 at 10:15, Ida Holm <ida@holm.example> wrote:\n> Polish the brass.\n\nWhy not wax?\n\n"
        b"Reviewed-by: Nora Quist <nora@quist.example> # with that fixed\npw-bot: cr\n",
        sender=b"Nora Quist <nora@quist.example>",
        subject=b"Re: [PATCH net-next 1/2] net: brass: polish",
        ident=b"<r1@quist.example>",
        more=b"In-Reply-To: <p1@holm.example>\nReferences: <c2@holm.example> <p1@holm.example>\n",
    ),
)
"""Three good mails that mutations start from, beside the cases and the sample mailbox."""

WORDS = (
    b"\x00", b"\xff", b"\n", b"\r\n", b"\r", b"\n\n", b"From ", b"\nFrom a@b Tue Nov  3 10:15:00 2026\n", b">From ", b"--b", b"--b--\n",
    b"=?utf-8?q?", b"?=", b"=?", b"Content-Type: multipart/mixed; boundary=b\n", b"Content-Type: text/html\n", b"Content-Length: 9\n",
    b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: quoted-printable\n", b"Message-ID: <dup@x>\n", b"<script>",
    b"diff --git a/", b"@@ -1,1 +1,999999999 @@", b"Subject: [PATCH", b"v2", b"0/0]", b"Reviewed-by: ", b"Tested-by: a <b@c>\n", b"Fixes: ",
    b"---\n", b"-- \n", b"> ", b">>", b"\xe2\x80\xae", b"\xed\xa0\x80", b"\xc2\x85", b"\xe2\x80\xa8", b"\x1b[31m", b"9" * 30, b"-1", b"1e309",
    b"NaN", b" Gbps", b" Mbit/s", b" %", b"+", b"|", b"\t", b" " * 300, b"On x wrote:\n", b"[GIT PULL]", b"pw-bot: ", b"<a@b>", b"@", b"<", b">",
    b"(", b")", b'"', b"\\", b";", b":", b"=", b"\x0c", b"\xef\xbb\xbf", b"begin 644 x\n",
)  # fmt: skip
"""What means something to some grammar."""


def mutated(seed: bytes, other: bytes, rng: random.Random) -> bytes:
    """A mail after a few random changes: bytes flipped, cut, doubled, spliced with another's, and words that mean something put in."""
    data = bytearray(seed[:60_000])
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data) + 1)
        length = rng.choice((1, 2, 8, 64, 512, 4096))
        match rng.randrange(8):
            case 0 if data:
                data[min(at, len(data) - 1)] = rng.randrange(256)
            case 1:
                del data[at : at + length]
            case 2:
                data[at:at] = data[at : at + length] * rng.choice((1, 2, 50))
            case 3:
                start = rng.randrange(len(other) + 1)
                data[at : at + length] = other[start : start + length]
            case 4:
                data[at:at] = rng.randbytes(min(length, 64))
            case 5:
                lines = bytes(data).split(b"\n")
                rng.shuffle(lines)
                data = bytearray(b"\n".join(lines[:2000]))
            case _:
                data[at:at] = rng.choice(WORDS) * rng.choice((1, 1, 1, 3, 200))
        del data[400_000:]
    return bytes(data)


def stream(seeds: list[bytes], seed: int) -> Iterator[bytes]:
    """Mutations without end, the same for the same seed."""
    rng = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    while True:
        yield mutated(rng.choice(seeds), rng.choice(seeds), rng)


BIG: dict[str, Callable[[], bytes]] = {
    "one line of 10 MB": lambda: letter(b"x" * 10_000_000),
    "one line of words of 10 MB": lambda: letter(b"throughput 9.41 Gbps Reviewed-by: a <b@c> " * 240_000),
    "diff of 300,000 lines": lambda: letter(
        b"x\n---\ndiff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -0,0 +1,300000 @@\n" + b"+int a = 1;\n" * 300_000
    ),
    "100,000 parts": lambda: many_parts(100_000),
    "nested 5,000 deep": lambda: nested(5_000),
    "2 MB of base64 in a text": lambda: letter(b"A9/+" * 500_000),
    "9 MB of spaces": lambda: letter(b" " * 9_000_000),
    "9 MB of quotes": lambda: letter(b"> a b\n" * 1_500_000),
    "9 MB of empty lines": lambda: letter(b"\n" * 9_000_000),
    "9 MB of quote marks": lambda: letter(b"> " * 4_500_000),
    "a quote, megabytes of spaces, a word": lambda: letter((b"> x" + b" " * 90_000 + b"\nw\n") * 100),
    "9 MB of digits": lambda: letter(b"1" * 9_000_000),
    "9 MB of figures": lambda: letter(b"12.5 " * 1_800_000),
    "100,000 figures with units": lambda: letter(b"9.41 Gbps\n" * 100_000),
    "100,000 tags": lambda: letter(b"Reviewed-by: Ida Holm <ida@holm.example>\n" * 100_000),
    "100,000 tags in one line": lambda: letter(b"Reviewed-by: Ida Holm <ida@holm.example> " * 100_000),
    "300,000 paths": lambda: letter(b"---\n" + b" drivers/net/brass.c | 4 ++--\n" * 300_000),
    "100,000 files": lambda: letter(b"---\n" + b"".join(b"diff --git a/%d b/%d\n--- a/%d\n+++ b/%d\n@@ -1 +1 @@\n-a\n+b\n" % ((n,) * 4) for n in range(100_000))),
    "200,000 questions": lambda: letter(b"> +a = b;\n\nWhy not c?\n\n" * 200_000, subject=b"Re: [PATCH net] x"),
    "9 MB of html": lambda: _html(b"<p>a<br>" * 1_100_000),
    "9 MB of nested html": lambda: _html(b"<div>" * 1_800_000),
    "9 MB of open comments": lambda: _html(b"<!--" * 2_200_000),
    "9 MB of attributions": lambda: letter(b"On Tue, 3 Nov 2026 at 10:15, Ida Holm wrote:\n" * 200_000),
    "9 MB of On": lambda: letter(b"On " * 3_000_000),
    "9 MB of addresses": lambda: letter(b"a@b.example " * 700_000),
    "9 MB of links": lambda: letter(b"https://lore.kernel.org/r/a@b/ " * 300_000),
    "9 MB of <": lambda: letter(b"<" * 9_000_000),
    "9 MB of [": lambda: letter(b"[" * 9_000_000),
    "9 MB of (": lambda: letter(b"(" * 9_000_000),
    "9 MB of |": lambda: letter(b"| " * 4_500_000),
    "9 MB of -": lambda: letter(b"-" * 9_000_000),
    "9 MB of lines of dashes": lambda: letter(b"-----\n" * 1_500_000),
    "9 MB of table": lambda: letter(b"| a | 1.5 Gbps | 2.5 Gbps |\n" * 330_000),
    "10,000 tables": lambda: letter(
        b"".join(b"Table %d:\n\n| size | before | after |\n|------|--------|-------|\n| 64 | 1.5 Gbps | 2.5 Gbps |\n| 1500 | 9.1 Gbps | 9.4 Gbps |\n\n" % n for n in range(10_000))
    ),
    "10,000 outputs of tools": lambda: letter(
        b"[  3]  0.0-10.0 sec  1.10 GBytes  9.41 Gbits/sec\n\nbefore:\n\n  rx_packets: 12\n\nafter:\n\n  rx_packets: 14\n\n" * 10_000
    ),
    "10,000 tags of 10,000 people": lambda: letter(
        b"".join(b"Reviewed-by: P%d <p%d@x.example>\n" % (n, n) for n in range(10_000)) + PATCH
    ),
    "9 MB of columns": lambda: letter(b"rx     10.5    11.2    +6.6%\n" * 300_000),
    "9 MB of From lines": lambda: b"From a@b.example Tue Nov  3 10:15:00 2026\n" * 200_000,
    "9 MB of header": lambda: letter(more=b"X: y\n" * 1_800_000),
    "9 MB of folded header": lambda: letter(subject=b"a\n " * 3_000_000),
    "9 MB of references": lambda: letter(more=b"References: " + b"<a@b>\n\t" * 1_200_000 + b"\n"),
    "9 MB of commas in Cc": lambda: letter(more=b"Cc: " + b"," * 9_000_000 + b"\n"),
    "9 MB of carriage returns": lambda: letter(b"\r" * 9_000_000),
    "9 MB of colons": lambda: letter(b"a: " * 3_000_000),
    "9 MB of key lines": lambda: letter(b"rate: 5 Mbps\n" * 700_000),
    "3 MB of perf lines": lambda: letter(b"    12.34%  ksoftirqd/0  [kernel.kallsyms]  [k] brass_poll\n" * 50_000),
    "3 MB of ping lines": lambda: letter(b"64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.045 ms\n" * 50_000),
    "3 MB of iperf lines": lambda: letter(b"[  3]  0.0- 1.0 sec  1.10 GBytes  9.41 Gbits/sec\n" * 60_000),
    "3 MB of shortlog": lambda: letter(b"Ida Holm (2):\n  net: brass: polish\n  net: brass: wax\n\n" * 50_000, subject=b"[PATCH 0/9] x"),
    "3 MB of changelog": lambda: letter(b"v2:\n- fix it\nChanges in v3:\n * wax (Nora)\n" * 70_000, subject=b"[PATCH v9 0/9] x"),
    "4 MB of Fixes": lambda: letter(b'Fixes: 0123456789ab ("net: brass")\n' * 100_000),
    "4 MB of pw-bot": lambda: letter(b"pw-bot: cr\n" * 400_000, subject=b"Re: [PATCH net] x"),
    "4 MB of NAK": lambda: letter(b"NAK. I take my tag back. Applied, thanks.\n" * 90_000, subject=b"Re: [PATCH net] x"),
    "4 MB of tested sentences": lambda: letter(b"I tested this on a BCM57508 with iperf3 and it works. " * 75_000, subject=b"Re: [PATCH net] x"),
}  # fmt: skip
"""Mails that a quadratic step anywhere would choke on, made when asked for."""
