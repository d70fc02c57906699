# SPDX-License-Identifier: GPL-2.0-or-later
"""The one Jinja2 environment: autoescape on, undefined names are errors, templates compiled once for each process."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, Template, TemplateError, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.sandbox import SandboxedEnvironment

from digest.errors import DigestError
from digest.publish import _words
from digest.publish._site import SHIPPED


class _Generator(CodeGenerator):
    """Prints through `_words.printed`, which escapes and boxes in one step, where the stock generator makes a Markup of each value.

    A page prints some thousand values, so that this is half its cost.  Should Jinja2 stop asking these two methods, values would be
    escaped twice, never not at all.
    """

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(finalize.src)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_post(node, frame, finalize)
        else:
            self.write(")")


class _Ours(Environment):
    """For our own templates, whose values have every attribute that is asked for: no search among items and no Undefined."""

    code_generator_class = _Generator
    getattr = staticmethod(getattr)  # type: ignore[assignment]  # the same with two arguments


@lru_cache(maxsize=4)
def environment(own: str | None) -> Environment:
    """The environment; templates of the folder `own` are looked up first, and run in the sandbox."""
    kind = SandboxedEnvironment if own else _Ours
    folders = [own, str(SHIPPED)] if own else [str(SHIPPED)]
    env = kind(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        cache_size=-1,
        finalize=_words.shown if own else _words.printed,
    )
    env.filters.update(
        plain=_words.one_line,
        stamp=_words.stamp,
        day=_words.day,
        minute=_words.minute,
        domain=_words.domain,
        at=lambda person: (" " + _words.domain(person)).rstrip(),
        called=_words.called,
        signed=_words.signed,
        claimed=_words.claimed,
        count=_words.count,
    )
    return env


@lru_cache(maxsize=64)
def template(own: str | None, name: str) -> Template:
    """One compiled template."""
    try:
        return environment(own).get_template(name)
    except TemplateError as error:
        raise DigestError(f"template {name}: {error}") from error


def page(own: str | None, name: str, values: Mapping[str, Any]) -> bytes:
    """A page as bytes.  An error in a user's template is an error of the environment, never of the mail."""
    try:
        return template(own, name).render(values).encode()
    except Exception as error:
        if own is None and not isinstance(error, TemplateError):
            raise
        raise DigestError(f"template {name}: {error}") from error


@lru_cache(maxsize=8)
def asset(own: str | None, name: str) -> bytes:
    """A file that goes into the site as it is (stylesheet, script), a user's own first."""
    for folder in ([Path(own)] if own else []) + [SHIPPED]:
        path = folder / name
        if path.is_file():
            return path.read_bytes()
    raise DigestError(f"{name} is not among the templates")
