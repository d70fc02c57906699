# SPDX-License-Identifier: GPL-2.0-or-later
"""The tags booked on one patch, found by person without a look at all the others: a patch may get ten thousand."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from digest.model import Tag

Key = tuple[str, str, str]
"""Name of the tag, mark of the person, status."""
Default = TypeVar("Default")


class Book(dict[Key, Tag]):
    """A dict in the order of booking, with the keys of each person, and of tags whose person may be written in another way."""

    def __init__(self, tags: Iterable[tuple[Key, Tag]] = ()) -> None:
        super().__init__()
        self._marks: dict[str, dict[Key, None]] = {}
        self._loose: dict[str, dict[Key, None]] = {}
        for key, tag in tags:
            self[key] = tag

    def __setitem__(self, key: Key, tag: Tag) -> None:
        super().__setitem__(key, tag)
        self._marks.setdefault(key[1], {})[key] = None
        if tag.via == "commit" or tag.person.masked or not tag.person.email:
            self._loose.setdefault(key[0], {})[key] = None

    def __delitem__(self, key: Key) -> None:
        super().__delitem__(key)
        del self._marks[key[1]][key]
        self._loose.get(key[0], {}).pop(key, None)

    def enter(self, key: Key, tag: Tag) -> Tag:
        """Book a tag where none is; the one that stands there."""
        if key not in self:
            self[key] = tag
        return self[key]

    def drop(self, key: Key) -> None:
        """Take a tag out, if it is there."""
        if key in self:
            del self[key]

    def of(self, mark: str) -> list[Key]:
        """The keys of one person's tags."""
        return list(self._marks.get(mark, ()))

    def alike(self, name: str, *, hidden: bool) -> Iterator[tuple[Key, Tag]]:
        """Tags of a name that may be of a person written otherwise: where the person is hidden any, else those in a log or hidden."""
        for key in self if hidden else self._loose.get(name, ()):
            if key[0] == name:
                yield key, self[key]
