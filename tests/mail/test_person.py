# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is the same person: addresses, mailmap, masks, names that only look alike."""

import pytest

from digest import mail
from digest.model import Address

NORA = Address("Nora Quist", "nora@quist.example")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Address("EXISTING", "EXISTING@EXAMPLE.COM"), Address("Existing", "existing@example.com"), True),
        (Address("F", "foo+kernel@example.com"), Address("F", "foo@example.com"), True),
        (Address("F", "foo@linux.intel.com"), Address("F", "foo@intel.com"), True),
        (Address("F", "foo@intel.com"), Address("B", "bar@intel.com"), False),
        (Address("Nora Quist", "nora@a.example"), Address("Nora Quist", "nora@b.example"), False),
        (NORA, Address("Nora Quist", None, masked=True), True),
        (NORA, Address("Quist, Nora", None), True),
        (NORA, Address("Nora Quist", "no...@quist.example", masked=True), True),
        (NORA, Address("Nora Quist", "pi...@quist.example", masked=True), False),
        (NORA, Address("Nora Quist", "nora@xxxxxxxx", masked=True), True),
        (NORA, Address("Pia Lund", None), False),
        (Address("David Miller"), Address("D\u0430vid Miller"), False),
        (Address(), Address(), False),
        (Address("F", "foo@example.co.uk"), Address("F", "foo@co.uk"), True),
    ],
)
def test_same_person(one: Address, other: Address, same: bool) -> None:  # noqa: FBT001 - a column of the table
    """Addresses decide; a name only where an address is missing or hidden."""
    assert (same, same) == (mail.same_person(one, other), mail.same_person(other, one))


def test_person_id() -> None:
    """Equal persons have equal ids of 12 hex digits; a name alone never equals an address."""
    known = mail.person_id(Address("Nora Quist", "nora@quist.example"))
    assert known == mail.person_id(Address("N. Quist", "Nora+list@QUIST.example"))
    assert mail.person_id(Address("F", "foo@linux.intel.com")) == mail.person_id(Address("F", "foo@intel.com"))
    assert known != mail.person_id(Address("Nora Quist"))
    assert mail.person_id(Address("Nora Quist")) == mail.person_id(Address("Quist, Nora", "no...@x", masked=True))
    assert mail.person_id(Address("David Miller")) != mail.person_id(Address("D\u0430vid Miller"))
    assert mail.person_id(Address("F", "foo@x.co.uk")) != mail.person_id(Address("F", "foo@co.uk"))
    assert {12} == {len(mail.person_id(a)) for a in (Address(), NORA)}


def test_mailmap() -> None:
    """The four line forms of gitmailmap(5); other lines are passed over."""
    names = mail.Mailmap(
        "# comment\n"
        "Nora Quist <nora@old.example>\n"
        "<nora@quist.example> <nora@work.example>\n"
        "Nora Quist <nora@quist.example> <nq@work.example>\n"
        "Pia Lund <pia@lund.example> Root <root@host.example>\n"
        "no line at all\n",
    )
    assert Address("Nora Quist", "Nora@old.example") == names.apply(Address("N", "Nora@old.example"))
    assert Address("N", "nora@quist.example") == names.apply(Address("N", "nora@work.example"))
    assert Address("Nora Quist", "nora@quist.example") == names.apply(Address("nq", "nq@work.example"))
    assert Address("Pia Lund", "pia@lund.example") == names.apply(Address("root", "root@host.example"))
    assert Address("Other", "root@host.example") == names.apply(Address("Other", "root@host.example"))
    assert mail.person_id(NORA) == mail.person_id(Address("nq", "nq@work.example"), names)
    assert mail.same_person(NORA, Address("nq", "nq@work.example"), names)
    assert not mail.Mailmap()
