"""``make pictures``: the pages at two widths, in both schemes, for people to look at.

Not a test: nothing is compared. CI keeps them beside the outcome of the tests.
"""

import re
import sys
from itertools import product
from pathlib import Path

from playwright.sync_api import FloatRect, Page

from publish.project import Project
from tests.browser.conftest import DESKTOP, PHONE, Scheme, chromium, new_tab, serving

FOLDER = Path(".cache", "pictures")
WIDTHS = {"desktop": DESKTOP, "phone": PHONE}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LONGEST = 30_000  # pixels
# A figure is loaded when a reader comes near it; a picture of the page needs all.
LOAD_FIGURES = """() => Promise.all([...document.images].map((image) => {
    image.loading = "eager"
    return image.decode().catch(() => null)  // in a part that is folded away
}))"""


def take(page: Page, folder: Path, name: str) -> None:
    """Keeps a picture of the whole page; of its beginning, where it is too long."""
    page.evaluate(LOAD_FIGURES)
    width, height = page.evaluate(
        "[document.body.clientWidth, document.body.scrollHeight]"
    )
    clip: FloatRect = {"x": 0, "y": 0, "width": width, "height": min(height, LONGEST)}
    folder.mkdir(parents=True, exist_ok=True)
    # A PNG of a long page takes Chromium twice as long.
    page.screenshot(path=folder / f"{name}.jpeg", full_page=True, quality=80, clip=clip)


def main() -> int:
    project = Project(Path.cwd())
    with serving(project, project.root / "site") as origin, chromium() as browser:
        tab = new_tab(browser, origin)
        for page in project.pages:
            address = project.url(page)
            tab.go(address)
            name = re.sub(r"\W+", "-", address.strip("/")) or "home"
            for (width, pixels), scheme in product(WIDTHS.items(), SCHEMES):
                tab.show(scheme, pixels)
                take(tab.page, FOLDER, f"{name}-{width}-{scheme}")
    print(f"{len(list(FOLDER.iterdir()))} pictures: {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
