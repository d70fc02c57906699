# SPDX-License-Identifier: GPL-2.0-or-later
"""A short piece of each part of `make torture`."""

import subprocess
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from digest import archive, mail, patch, publish, reading, summary
from digest.archive import _head
from digest.ingest import _pack
from digest.model import Copy, Message, Record
from digest.pipeline import facts
from tests import growth
from tests.torture import crash, fuzz, hostile, linear, totality
from tests.torture.server import Answer

TOP = Path(__file__).parents[1]
Run = Callable[..., tuple[int, bytes, str]]


def records(*mails: bytes) -> list[Record]:
    """Mails as Records."""
    return [reading.read(mail.from_bytes(raw, Copy("a", str(n))), totality.CONTEXT.profile) for n, raw in enumerate(mails)]


def test_any_bytes_go_all_the_way(demo: Path) -> None:
    """Mutated mails and mailboxes: no crash, no hang, no byte unaccounted for."""
    tally = totality.run(demo, count=len(hostile.CASES) + 60, seed=7, cap=20)

    assert [] == [(failure.kind, failure.name, failure.told) for failure in tally.failures]
    assert tally.counts["inputs"] == len(hostile.CASES) + 60


@pytest.mark.parametrize(
    "name", ["100,000 parts", "nested 5,000 deep", "2 MB of base64 in a text", "100,000 figures with units", "9 MB of nested html"]
)
def test_large_mails(name: str) -> None:
    """What a quadratic step would choke on goes through in seconds."""
    timed = linear.mail(name, hostile.BIG[name](), cap=30)

    assert timed.read + timed.made < 15


@pytest.mark.parametrize("name", ["chain", "replies to one mail", "ring of references", "mails of one message-id"])
def test_large_threads(name: str) -> None:
    """Three thousand mails in a chain, under one, in a ring, with one message-id: seconds, and none is lost."""
    make, _ = linear.THREADS[name]
    found = linear.read(make(3_000))
    _, _, _, (shown, duplicates, left_out) = facts([_pack(record).blob for record in found], totality.CONTEXT)

    assert 3_000 == shown + duplicates + left_out


def _states(*mails: bytes, maintainers: str | None = None) -> list[tuple[str, bool]]:
    found = mail.merge(records(*mails))
    series = patch.assemble(tuple(mail.threads(found)), totality.CONTEXT.profile)
    context = msgspec.structs.replace(totality.CONTEXT, maintainers=maintainers)
    made = [summary.summarise(one, context).series for one in series]
    return [(entry.state.value, any(robot.verified for robot in entry.robots)) for entry in made]


def test_a_forged_robot_applies_nothing() -> None:
    """The words of patchwork-bot from another address do not move the state, and stand as unverified."""
    posting = hostile.letter(hostile.PATCH, subject=b"[PATCH net-next] net: brass: polish")
    forged = hostile.CASES["patchwork-bot forged"].replace(b"net-next 1/2", b"net-next").replace(b"net-next,1/2", b"net-next")

    ((state, verified),) = _states(posting, forged)

    assert "applied" != state
    assert not verified


OWNERS = "BRASS DRIVER\nM:\tNora Quist <nora@quist.example>\nS:\tMaintained\nF:\tdrivers/net/brass.c\n"


@pytest.mark.parametrize("word", [b"rejected", b"changes-requested", b"not-applicable", b"deferred"])
def test_a_stranger_commands_no_robot(word: bytes) -> None:
    """With MAINTAINERS at hand a pw-bot command moves the state only for those it names."""
    posting = hostile.letter(hostile.PATCH, subject=b"[PATCH net-next] net: brass: polish")
    states = []
    for sender, words in (
        (b"Eve <eve@evil.example>", b"words"),
        (b"Eve <eve@evil.example>", b"pw-bot: " + word),
        (b"Nora Quist <nora@quist.example>", b"pw-bot: " + word),
    ):
        said = hostile.letter(
            words + b"\n", subject=b"Re: [PATCH net-next] net: brass: polish", sender=sender,
            ident=b"<said@x.example>", more=b"In-Reply-To: <case@holm.example>\n",
        )  # fmt: skip
        states += [state for state, _ in _states(posting, said, maintainers=OWNERS)]
    without, stranger, owner = states

    assert without == stranger
    assert word.decode() == owner


def test_a_tag_given_for_somebody_else_does_not_count() -> None:
    """Eve writes Nora's name and address behind Reviewed-by: shown as named by somebody else, never as given."""
    posting = hostile.letter(hostile.PATCH, subject=b"[PATCH net-next] net: brass: polish")
    forged = hostile.letter(
        b"Reviewed-by: Nora Quist <nora@quist.example>\n", subject=b"Re: [PATCH net-next] net: brass: polish",
        sender=b"Eve <eve@evil.example>", ident=b"<eve@evil.example>", more=b"In-Reply-To: <case@holm.example>\n",
    )  # fmt: skip
    series = patch.assemble(tuple(mail.threads(mail.merge(records(posting, forged)))), totality.CONTEXT.profile)
    tags = [
        tag for one in series for entry in [summary.summarise(one, totality.CONTEXT).series] for tag in entry.revisions[0].patches[0].tags
    ]

    assert ["mismatched"] == [tag.status for tag in tags if tag.key == "Reviewed-by"]


def test_one_message_id_on_two_mails() -> None:
    """Two contents of one message-id are both shown, in whatever order they came, and it is said."""
    one = hostile.letter(b"the one\n", subject=b"[PATCH net] a", ident=b"<twice@x.example>")
    other = hostile.letter(b"the other\n", subject=b"[PATCH net] b", ident=b"<twice@x.example>", date=b"Wed, 4 Nov 2026 10:15:00 +0000")
    found = [mail.merge(order) for order in (records(one, other), records(other, one))]

    assert [2, 2] == [len(merged) for merged in found]
    assert [{record.key for record in found[0]}] == [{record.key for record in found[1]}]
    assert any(record.notices for record in found[0])


@pytest.fixture(scope="module")
def yard(demo: Path) -> Iterator[crash.Yard]:
    """A place to break builds in."""
    with crash.place() as folder, crash.Yard(demo, folder) as made:
        yield made


def test_limits_on_files_leave_the_site(yard: crash.Yard) -> None:
    """A store that cannot be written: status 4, the old site whole, and the next build finishes the work."""
    counts = crash.limited(yard, (16,))

    assert {} == {name: counts[name] for name in crash.BAD if counts[name]}
    assert 1 == counts["limits that told"]


@pytest.mark.parametrize("kind", ["ENOSPC", "EIO", "EROFS", "KILL"])
def test_faults_leave_the_site(yard: crash.Yard, kind: str) -> None:
    """A disk that is full, broken or read-only at some calls, or a kill there: status 4, nothing half, and the next build finishes."""
    counts = crash.at_each_call(yard, (kind,), step=60)

    assert {} == {name: counts[name] for name in crash.BAD if counts[name]}
    assert counts[kind] >= 4


def test_a_read_only_target(yard: crash.Yard) -> None:
    """Where nothing can be written from the start: status 4, a plain word, and the site untouched."""
    yard.published()
    answer = yard.disturbed("EROFS", 1)

    assert 4 == answer.status
    assert answer.said.startswith("netdev-digest: ")
    assert yard.wanted["old"] == crash.tree(yard.site)


def test_damages_to_the_store_are_told(yard: crash.Yard) -> None:
    """Flipped bits and a lost end are harmless or told; moved away, the store is made anew and the site comes out as it must."""
    counts = crash.damages(yard, 6)

    assert {} == {name: counts[name] for name in crash.BAD if counts[name]}
    assert counts["told"]


def test_the_yard_can_tell(yard: crash.Yard) -> None:
    """A torn page, a missing page, a lost record and a damaged store are seen."""
    fine = Answer(0, "", 0, (), 0)

    def after(harm: Callable[[], object], answer: Answer = fine) -> set[str]:
        yard.published()
        harm()
        return set(yard.wrong(answer, first=False))

    page, store = next(yard.saved.glob("site/s/*/index.html")).relative_to(yard.saved), yard.folder / "site.store"
    torn = lambda: (yard.folder / page).write_bytes((yard.folder / page).read_bytes()[:-9])  # noqa: E731 - one of a row
    assert set() == after(lambda: None)
    assert {"half sites"} == after(torn)
    assert {"half sites"} == after((yard.folder / page).unlink)
    assert {"acknowledged records lost"} == after(lambda: None, fine._replace(kept=((99, 1),)))
    assert {"damaged stores"} == after(lambda: store.write_bytes(store.read_bytes()[:5000]))


def _built(run: Run, box: Path, site: Path) -> dict[str, str]:
    assert 0 == run("build", box, "-o", site, "--now", "2026-11-24", "-j1", "--no-search")[0]
    return crash.tree(site)


def test_files_that_are_to_leave_are_not_forgotten(run: Run, demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that ended before it took away what the site no longer has: the next one does."""
    mails = demo.read_bytes().split(b"\nFrom mboxrd@z ")
    box = tmp_path / "box"
    box.write_bytes(b"\nFrom mboxrd@z ".join(mails[:9]) + b"\n\n")
    old = _built(run, box, tmp_path / "site")
    box.write_bytes(b"\nFrom mboxrd@z ".join(mails[:2]) + b"\n\n")
    new = _built(run, box, tmp_path / "fresh")
    with monkeypatch.context() as patched:
        patched.setattr(publish.Folder, "remove", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        assert 130 == run("build", box, "-o", tmp_path / "site", "--now", "2026-11-24", "-j1", "--no-search")[0]

    assert old.keys() - new.keys()
    assert new == _built(run, box, tmp_path / "site")


def test_a_site_whose_store_is_gone(run: Run, demo: Path, tmp_path: Path) -> None:
    """A store made anew over an older site: the site comes out as a fresh one, and a stranger's files in it stay."""
    mails = demo.read_bytes().split(b"\nFrom mboxrd@z ")
    box, site = tmp_path / "box", tmp_path / "site"
    box.write_bytes(b"\nFrom mboxrd@z ".join(mails[:9]) + b"\n\n")
    _built(run, box, site)
    for path in tmp_path.glob("site.store*"):
        path.unlink()
    (site / "favicon.ico").write_bytes(b"own")
    (site / "notes").mkdir()
    (site / "notes" / "index.html").write_bytes(b"own")
    box.write_bytes(b"\nFrom mboxrd@z ".join(mails[:2]) + b"\n\n")
    found = _built(run, box, site)

    assert {"favicon.ico", "notes/index.html"} == found.keys() - _built(run, box, tmp_path / "fresh").keys()
    assert _built(run, box, tmp_path / "fresh").items() <= found.items()


def test_devices_and_links_are_not_read(tmp_path: Path) -> None:
    """In a folder of mails a link to a file elsewhere, a pipe and a device are passed over, and said."""
    canary = tmp_path / "canary"
    canary.write_bytes(hostile.letter(b"canary words\n"))
    box = tmp_path / "mails"
    box.mkdir()
    (box / "a.eml").write_bytes(hostile.letter(b"good words\n", ident=b"<good@x.example>"))
    (box / "b.eml").symlink_to(canary)
    (box / "c.eml").symlink_to("/nowhere/at/all")
    subprocess.run(["mkfifo", str(box / "d.eml")], check=True)
    items = [
        item
        for part in archive.parts(box)
        for shard in archive.scan(part, archive="a").shards
        for item in archive.read(shard)
    ]  # fmt: skip

    assert ["good words"] == [item.body.strip() for item in items if isinstance(item, Message)]


@pytest.mark.parametrize("target", fuzz.TARGETS)
def test_the_kept_corpus(target: str) -> None:
    """Every input that fuzzing kept, and every one that once broke something, goes through its target."""
    kept = sorted((fuzz.CORPUS / target).iterdir())
    for path in kept:
        fuzz.TARGETS[target](path.read_bytes())

    assert len(kept) >= 10


def test_fuzzing_finds_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A target that fails is told and its input kept, without the guidance of coverage too."""

    def broken(data: bytes) -> None:
        assert b"Reviewed-by" not in data

    monkeypatch.setitem(fuzz.TARGETS, "tags", broken)
    outcome = fuzz._unguided("tags", 5, 1, tmp_path)

    assert "AssertionError" in outcome.broke
    assert list(tmp_path.iterdir())


def test_folded_headers_of_pages_in_linear_time() -> None:
    """A header of ten thousand folded lines in a page is not gone over once for each of them."""
    text = "From: Ida Holm <ida@holm.example>\nSubject: a"

    assert growth.of(lambda size: _head.on_lines(text + "\n a" * size), 2000) < 8


@pytest.mark.parametrize("name", ["crlf", "accents"])
def test_memory_of_the_largest_mail(name: str) -> None:
    """A mail of ten mebibytes takes less than seven times as much beside itself."""
    raw = {
        "crlf": hostile.letter(b"words of it\r\n" * 800_000),
        "accents": hostile.letter("wörds\n".encode("latin-1") * 1_600_000, more=b"Content-Type: text/plain; charset=iso-8859-1\n"),
    }[name]
    tracemalloc.start()
    message = mail.from_bytes(raw, Copy("a", "0"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert message.body
    assert peak < 70 << 20
