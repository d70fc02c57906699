# SPDX-License-Identifier: GPL-2.0-or-later
"""netdev-digest: archived patch-review threads in, one summary a maintainer can trust per series out.

The whole flow, each stage consuming the one before it once:

    archive.read(shard)       path      -> Message | Problem     what container is it, which mails are in it
    reading.read(message)     Message   -> Record                what one mail says by itself: its patch, its tags, its numbers
    mail.merge(records)       Record    -> Record                copies of one mail become one
    mail.threads(records)     Record    -> Thread                who answers whom
    patch.assemble(threads)   Thread    -> Series                cover, patches, revisions, follow-ups
    summary.summarise(series) Series    -> Summary               the facts: tags attributed, state, comparisons, open questions
    publish.write(summaries)  Summary   -> files                 pages, records, feeds
"""

import sys
import threading
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # importlib.abc would load importlib.resources and zipfile, which nothing here needs

__version__ = "0.1.0"

_LOCK = threading.RLock()


class _Module(ModuleType):
    """A module of this package before anything of it was asked for.

    A nightly build with nothing new needs neither grammars nor templates, which take some 0.6 s of CPU to load.  Imports are written as
    everywhere; `from module import name` runs the module at once.
    """

    def __getattr__(self, name: str) -> Any:
        """Run the module, then answer as ever.  Another thread waits; the module's own code sees what is there so far."""
        with _LOCK:
            spec = self.__spec__
            if spec is not None and isinstance(spec.loader, _Loader):
                spec.loader = self.__loader__ = spec.loader.real
                spec.loader.exec_module(self)
                self.__class__ = ModuleType  # type: ignore[assignment]
        return ModuleType.__getattribute__(self, name)


class _Loader(Loader):
    """Leaves running a module to `_Module`."""

    def __init__(self, real: Loader) -> None:
        self.real = real

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Make the empty module as ever."""
        return self.real.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Leave it empty, until asked for something."""
        module.__class__ = _Module


class _Finder:
    """Finds the modules of this package as ever, but for their loader."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find a module; None for one of another package."""
        if not fullname.startswith("digest.") or fullname == "digest.__main__":
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)
        return spec


def load() -> None:
    """Run all modules that were imported and not yet used: before a fork, so that workers share them."""
    tried: set[str] = set()
    while waiting := [
        (name, module)
        for name, module in list(sys.modules.items())
        if name.startswith("digest.") and type(module) is _Module and name not in tried
    ]:
        for name, module in waiting:
            tried.add(name)  # one that fails is not tried for ever: whoever uses it will be told why
            hasattr(module, "run")


if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
    sys.meta_path.insert(0, _Finder())
