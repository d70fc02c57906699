# SPDX-License-Identifier: GPL-2.0-or-later
"""What is installed is whole: version, entry point, pages, profiles, manual page, completions.

The first tests build nothing.  The last ones build, install into fresh environments and take minutes: `NETDEV_DIGEST_INSTALL=1` asks for
them (CI does).
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from digest import __version__, cli, config
from tests.conftest import DEMO, NOW, TOP

PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
SDIST = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]
SHARED = {
    "share/man/man1/netdev-digest.1",
    "share/bash-completion/completions/netdev-digest",
    "share/zsh/site-functions/_netdev-digest",
    "share/fish/vendor_completions.d/netdev-digest.fish",
}
EXTRAS = sorted(PROJECT["project"]["optional-dependencies"])
slow = pytest.mark.skipif("NETDEV_DIGEST_INSTALL" not in os.environ, reason="builds and installs: set NETDEV_DIGEST_INSTALL=1")


def test_version_from_one_place() -> None:
    """The version stands in `digest/__init__.py` alone; the manual page repeats it."""
    assert ["version"] == PROJECT["project"]["dynamic"]
    assert "digest/__init__.py" == PROJECT["tool"]["hatch"]["version"]["path"]
    assert f'"netdev-digest {__version__}"' in (TOP / "docs" / "netdev-digest.1").read_text(encoding="utf-8")


def test_entry_point() -> None:
    """The command leads to the function that exits with the status."""
    module, _, name = PROJECT["project"]["scripts"]["netdev-digest"].partition(":")

    assert ("digest.cli", cli.entry) == (module, getattr(cli, name))


def test_extras_are_in_all() -> None:
    """The extra `all` names every other one, so that none is forgotten."""
    (everything,) = PROJECT["project"]["optional-dependencies"]["all"]

    assert set(EXTRAS) - {"all"} == set(everything.partition("[")[2].rstrip("]").split(","))


def test_what_is_shipped_is_there() -> None:
    """Each source that the wheel and the sdist name exists; manual page and completions go where a shell looks for them."""
    sources = [*WHEEL["force-include"], *WHEEL["shared-data"], *SDIST["only-include"]]

    assert [] == [source for source in sources if not (TOP / source).exists()]
    assert set(WHEEL["shared-data"].values()) == SHARED
    assert {"templates": "digest/templates"} == WHEEL["force-include"]


@pytest.mark.parametrize("name", config.profiles())
def test_profiles_are_data_of_the_package(name: str) -> None:
    """Each profile lies in the package, and its name is its file's."""
    assert name == config.profile(name).name


def test_requirements_are_imported() -> None:
    """Every requirement of the core is installed, so that none is only remembered in the project file."""
    names = [words.partition(">")[0] for words in PROJECT["project"]["dependencies"]]

    assert [] == [name for name in names if not metadata.version(name)]


def run(*words: object, cwd: Path, **more: str) -> str:
    """Run a command in a bare environment; its stdout."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "NETDEV"))} | more
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Wheel and sdist, built twice from two places with one SOURCE_DATE_EPOCH."""
    folders: list[Path] = []
    origin = TOP
    for name in ("one", "two"):
        folder = tmp_path_factory.mktemp(name)
        source = folder / "source"
        run("git", "clone", "-q", origin, source, cwd=folder)
        origin = source
        run(sys.executable, "-m", "build", "--outdir", folder / "dist", source, cwd=folder, SOURCE_DATE_EPOCH="1796083200")
        folders.append(folder / "dist")
    return folders


@slow
def test_build_is_reproducible(built: list[Path]) -> None:
    """The same commit and SOURCE_DATE_EPOCH give the same bytes."""
    one, two = ({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()} for folder in built)

    assert 2 == len(one)
    assert one == two


@slow
def test_contents(built: list[Path]) -> None:
    """The wheel has pages, profiles, manual page, completions and no tests; the sdist has all that is needed to test it."""
    wheel = zipfile.ZipFile(next(built[0].glob("*.whl"))).namelist()
    with tarfile.open(next(built[0].glob("*.tar.gz"))) as archive:
        source = {name.partition("/")[2] for name in archive.getnames()}

    assert {path.name for path in (TOP / "templates").iterdir()} <= {name.rpartition("/")[2] for name in wheel if "/templates/" in name}
    assert set(config.profiles()) == {name.rpartition("/")[2][:-5] for name in wheel if name.endswith(".toml")}
    assert SHARED <= {name.partition(".data/data/")[2] for name in wheel}
    assert not [name for name in wheel if name.startswith(("tests/", "docs/", "demo/"))]
    assert {"tests/test_install.py", "docs/make_man.py", "demo/netdev.mbox", "Makefile", "LICENSE"} <= source


@slow
@pytest.mark.parametrize("kind", ["whl", "tar.gz"])
@pytest.mark.parametrize("extra", ["", *EXTRAS])
def test_fresh_environment(built: list[Path], tmp_path: Path, kind: str, extra: str) -> None:
    """In a fresh virtual environment, far from the checkout, the command knows its version and builds a site."""
    if kind == "tar.gz" and extra:
        pytest.skip("the sdist makes the same wheel; once is enough")
    package = next(built[0].glob(f"*.{kind}"))
    run(sys.executable, "-m", "venv", tmp_path / "env", cwd=tmp_path)
    run(tmp_path / "env/bin/pip", "install", "-q", f"{package}[{extra}]" if extra else package, cwd=tmp_path)
    command = tmp_path / "env/bin/netdev-digest"

    assert f"netdev-digest, version {__version__}\n" == run(command, "--version", cwd=tmp_path)
    run(command, "build", DEMO, "-o", "site", "--now", NOW, cwd=tmp_path)
    assert (tmp_path / "site/index.html").is_file()
    assert (extra in ("search", "all")) == (tmp_path / "site/pagefind").is_dir()
    assert (tmp_path / "env/share/man/man1/netdev-digest.1").is_file()


@slow
def test_layout_of_a_distribution(built: list[Path], tmp_path: Path) -> None:
    """Installed below /usr of a package's folder, every file lies where Debian wants it."""
    package = next(built[0].glob("*.whl"))
    run(
        sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--ignore-installed", "--prefix", tmp_path / "usr", package, cwd=tmp_path
    )
    found = {path.relative_to(tmp_path / "usr").as_posix() for path in (tmp_path / "usr").rglob("*") if path.is_file()}

    assert {"bin/netdev-digest", *SHARED} <= found
    assert {"bin", "lib", "share"} == {name.partition("/")[0] for name in found}
