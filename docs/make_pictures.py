# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of every kind of page of a built site, light and dark, wide and narrow: `python docs/make_pictures.py [SITE [FOLDER]]`.

Needs playwright and a Chromium; the site is served on the loopback for the time it takes.  Each picture shows a page's upper part (HEIGHT
pixels), as that is what a reader sees first.  Where Pillow is installed a picture is kept in 256
colours, which is a third of the size.
"""

import importlib.util
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "publish"))

import publish_browser as real

HEIGHT = 1600


def main(site: Path, folder: Path) -> int:
    """Write `<kind>-<scheme>-<width>.png` for each kind and variant; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    made = 0
    kinds = {name: path for name, path in real.kinds(site).items() if name != "posting"}
    with real.served(site) as address, real.browser() as browser:
        for scheme, width in real.VARIANTS:
            context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
            page = context.new_page()
            for name, path in kinds.items():
                page.set_viewport_size({"width": width, "height": 400})
                page.goto(address + path)
                tall = min(HEIGHT, page.evaluate("document.documentElement.scrollHeight"))
                page.set_viewport_size({"width": width, "height": max(400, tall)})
                picture = folder / f"{name}-{scheme}-{width}.png"
                page.screenshot(path=picture)
                _smaller(picture)
                made += 1
            context.close()
    return made


def _smaller(picture: Path) -> None:
    """The same picture with a palette; as it is where Pillow is not installed."""
    if importlib.util.find_spec("PIL") is None:
        return
    from PIL import Image  # noqa: PLC0415  optional

    with Image.open(picture) as held:
        held.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    given = [Path(argument) for argument in sys.argv[1:3]]
    site, folder = [*given, *[Path("site"), Path("docs/pictures")][len(given) :]]
    sys.stderr.write(f"{main(site, folder)} pictures in {folder}\n")
