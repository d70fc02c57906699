# SPDX-License-Identifier: GPL-2.0-or-later
"""Bytes -> Message: each .eml of data/mail/{rfc,malformed,wild} gives what its .json says, with LF and with CRLF."""

import json
from pathlib import Path

import msgspec
import pytest

from digest import mail
from digest.model import Copy, Message

DATA = Path(__file__).parent.parent / "data" / "mail"
MAILS = sorted(p for kind in ("rfc", "malformed", "wild") for p in (DATA / kind).glob("*.eml"))
HERE = Copy("test", "1")
_LEFT_OUT = {"copy", "content"}


def facts(message: Message) -> dict[str, object]:
    """What a .json holds: all fields but place and content hash, those at their defaults left out."""
    whole = json.loads(msgspec.json.encode(message))
    return {k: v for k, v in whole.items() if k not in _LEFT_OUT and v not in (None, [], ())}


@pytest.mark.parametrize("path", MAILS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_mail(path: Path) -> None:
    """Every field is as the fixture says."""
    expected = json.loads(path.with_suffix(".json").read_text())
    assert expected == facts(mail.from_bytes(path.read_bytes(), HERE))


@pytest.mark.parametrize("path", [p for p in MAILS if b"\r" not in p.read_bytes()], ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_mail_with_crlf(path: Path) -> None:
    """The same mail with CRLF line ends gives the same facts and the same content."""
    raw = path.read_bytes()
    one, other = mail.from_bytes(raw, HERE), mail.from_bytes(raw.replace(b"\n", b"\r\n"), HERE)
    assert facts(one) == facts(other)
    assert one.content == other.content


def test_every_mail_has_its_facts() -> None:
    """No fixture stands without its counterpart."""
    assert {p.with_suffix("") for p in MAILS} == {
        p.with_suffix("") for k in ("rfc", "malformed", "wild") for p in (DATA / k).glob("*.json")
    }
