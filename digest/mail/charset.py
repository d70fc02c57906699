# SPDX-License-Identifier: GPL-2.0-or-later
"""Bytes of a mail -> text; total.  RFC 2045 section 5.2, RFC 2046 section 4.1.2 and what mailers really send.

The order: strict UTF-8, the declared charset where it is in the table below, a guess by cchardet, Latin-1.  A name that a mail
gives is only ever looked up in that table, so it can never reach a codec that is no charset (`rot13`, `zlib`, `idna`).
"""

import re
from functools import lru_cache

import cchardet

_WHOLE = 1 << 16
_SURROGATE = re.compile("[\ud800-\udfff]")

# QUIRK: charsets whose text is valid ASCII as it stands; for these the declaration goes before UTF-8.
_SEVEN_BIT = frozenset(("iso2022_jp", "iso2022_jp_2", "iso2022_jp_3", "iso2022_kr", "hz", "utf_7", "utf_16", "utf_16_le", "utf_16_be"))

# QUIRK: names that mean more than they say: gb2312 is sent for gbk, iso-8859-1 for windows-1252 (WHATWG Encoding, section 4.2).
_CODECS = {
    "ascii": "cp1252",
    "usascii": "cp1252",
    "ansix341968": "cp1252",
    "iso88591": "cp1252",
    "latin1": "cp1252",
    "l1": "cp1252",
    "iso885911": "tis_620",
    "tis620": "tis_620",
    "latin2": "iso8859_2",
    "latin9": "iso8859_15",
    "utf8": "utf_8",
    "utf7": "utf_7",
    "unicode11utf7": "utf_7",
    "utf16": "utf_16",
    "utf16le": "utf_16_le",
    "utf16be": "utf_16_be",
    "koi8r": "koi8_r",
    "koi8u": "koi8_u",
    "gb2312": "gb18030",
    "gb231280": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "gb18030": "gb18030",
    "hzgb2312": "hz",
    "hz": "hz",
    "big5": "big5hkscs",
    "big5hkscs": "big5hkscs",
    "eucjp": "euc_jp",
    "euckr": "cp949",
    "ksc56011987": "cp949",
    "cp949": "cp949",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "cp932": "cp932",
    "windows31j": "cp932",
    "iso2022jp": "iso2022_jp_2",
    "iso2022jp2": "iso2022_jp_2",
    "iso2022jp3": "iso2022_jp_3",
    "iso2022kr": "iso2022_kr",
    "macintosh": "mac_roman",
    "macroman": "mac_roman",
}
_CODECS |= {f"iso8859{n}": f"iso8859_{n}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)}
_CODECS |= {f"{head}{n}": f"cp{n}" for head in ("windows", "cp", "xcp") for n in range(1250, 1259)}
_CODECS |= {f"{head}{n}": f"cp{n}" for head in ("ibm", "cp") for n in (437, 850, 852, 866)}
_GUESSES = _CODECS | {"windows874": "tis_620", "maccyrillic": "mac_cyrillic", "uhc": "cp949", "viscii": "cp1258"}


@lru_cache(maxsize=256)
def _codec(name: str, *, guess: bool = False) -> str | None:
    """The codec of a charset's name, or None for one that is not in the table."""
    key = "".join(c for c in name[:40].lower() if c.isascii() and c.isalnum())
    return (_GUESSES if guess else _CODECS).get(key)


def _by(codec: str, raw: bytes) -> str | None:
    try:
        text = raw.decode(codec)
    except (UnicodeError, ValueError):
        return None
    return _SURROGATE.sub("\ufffd", text) if codec in _SEVEN_BIT else text


def decode(raw: bytes, declared: str | None = None) -> tuple[str, bool]:
    """The text, and whether its charset had to be guessed (undeclared, unknown or contradicted by the bytes)."""
    codec = _codec(declared) if declared else None
    if codec in _SEVEN_BIT and (text := _by(codec, raw)) is not None:
        return text, False
    if raw.isascii():
        return raw.decode("ascii"), False
    if (text := _by("utf_8", raw)) is not None:
        return text, False
    # cp1252 leaves five bytes undefined; QUIRK: "us-ascii" declared over 8-bit bytes says nothing, so those are guessed.
    if codec and codec != "utf_8" and _codec(declared or "") and not _says_nothing(declared):
        text = _by(codec, raw)
        if text is not None:
            return text, False
    found = _guess(raw)
    if found and (text := _by(found, raw)) is not None:
        return text, True
    return raw.decode("latin-1"), True


def _says_nothing(declared: str | None) -> bool:
    return (declared or "").strip("\"' ").lower() in {"us-ascii", "ascii", "ansi_x3.4-1968"}


def _guess(raw: bytes) -> str | None:
    # The detector looks at a bounded part, so that a 10 MB part costs no more than a page.
    try:
        name = cchardet.detect(raw[:_WHOLE]).get("encoding")
    except (ValueError, TypeError, UnicodeError):
        return None
    return _codec(str(name), guess=True) if name else None
