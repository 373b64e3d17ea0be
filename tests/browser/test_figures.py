"""One drawing for both schemes: its foreground follows the page's."""

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import SCHEMES, Open, Scheme

COLOURS = re.compile(r"color:#(\w{3})\b")
FIGURES = "article img[src*='figures/']"
# Puts these figures in the place of all that the page says: what it says is long, and
# painted anew for each picture that is taken.
SHOW = """(paths) => {
    document.querySelector("article").replaceChildren(...paths.map((path) =>
        Object.assign(new Image(), { src: `../figures/${path}` })))
    return Promise.all([...document.images].map((image) => image.decode()))
}"""
ENOUGH = 40  # pixels; a word of a label has more


def foregrounds(svg: Path) -> dict[Scheme, str]:
    """The two colours that a drawing names for its labels."""
    light, dark = COLOURS.findall(svg.read_text(encoding="utf-8"))[:2]
    return {"light": light, "dark": dark}


def count(picture: Image.Image, colour: str) -> int:
    """How many pixels of a picture have a colour, nearly."""
    wanted = [int(digit * 2, 16) for digit in colour]
    far = np.abs(np.asarray(picture, dtype=int) - wanted).max(axis=-1)
    return int((far <= 4).sum())


def pixels(page: Page, site_folder: Path) -> dict[str, dict[Scheme, int]]:
    """By figure, how many pixels have which of its two foregrounds."""
    found = {}
    for figure in page.locator(FIGURES).all():
        drawn = Image.open(io.BytesIO(figure.screenshot())).convert("RGB")
        path = (figure.get_attribute("src") or "").rpartition("figures/")[2]
        colours = foregrounds(site_folder / "figures" / path)
        found[path] = {name: count(drawn, colour) for name, colour in colours.items()}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("one_in", [20, pytest.param(1, marks=pytest.mark.nightly)])
def test_each_figure_follows_the_scheme_that_a_reader_chooses(
    visit: Open, site_folder: Path, one_in: int
) -> None:
    page = visit("glossary/").page
    folder = site_folder / "figures"
    every = sorted(folder.rglob("*.svg"))[::one_in]
    page.evaluate(SHOW, [path.relative_to(folder).as_posix() for path in every])
    assert page.locator(FIGURES).count() == len(every) > 0
    seen = {}
    for scheme in SCHEMES:  # first from what the system has
        page.locator(".colours").click()
        page.locator(f"body[data-md-color-scheme={SCHEMES[scheme]}]").wait_for()
        seen[scheme] = pixels(page, site_folder)
    # What stands on a cell of a heatmap has the cell's colour, in both schemes.
    strays = {
        path: (light, dark)
        for (path, light), dark in zip(
            seen["light"].items(), seen["dark"].values(), strict=True
        )
        if min(light["light"] - dark["light"], dark["dark"]) < ENOUGH
    }
    assert strays == {}
