# SPDX-License-Identifier: GPL-2.0-or-later
"""Internet mail: bytes or loose fields -> Message, whose words are whose, copies, threads and persons.

`from_bytes` and `from_fields` make a Message (RFC 5322, 2045, 2047, 3676); `words` tells own words from quoted ones; `merge` and
`threads` work on Records; `address`, `one_line`, `Mailmap`, `same_person` and `person_id` are for whoever reads names and addresses
in text.
Nothing here raises, whatever the mail holds.
"""

from digest.mail.addresses import address
from digest.mail.header import one_line
from digest.mail.merge import merge
from digest.mail.message import from_bytes, from_fields
from digest.mail.person import Mailmap, person_id, same_person
from digest.mail.quote import words
from digest.mail.thread import threads

__all__ = [
    "Mailmap",
    "address",
    "from_bytes",
    "from_fields",
    "merge",
    "one_line",
    "person_id",
    "same_person",
    "threads",
    "words",
]
