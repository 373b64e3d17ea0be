"""The picture that goes with a link to a page, where links are shown with pictures.

One a page, drawn from its title, its part and its description, beside the attention
weights of the running example, as they were computed. Nobody who reads the site loads
it: an address in the page's head names it.
"""

import hashlib
import json
import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from mkdocs.utils.meta import get_data
from PIL import Image, ImageColor, ImageDraw, ImageFont

from publish.project import Project, parts_of, url

SIZE = (1200, 630)
WEIGHTS = Path("snippets", "self-attention", "without-weights", "heatmap.json")
INK, QUIET, LINE, PAPER = "#1f2530", "#5a6472", "#d9dee5", "#ffffff"
WEIGHT = "#EE3377"  # that of attention.plotting, which would import torch
EDGE, TEXT_WIDTH = 72, 650
CELL, GAP = 54, 6


def draw(project: Project, folder: Path) -> None:
    """Puts the card of every page into ``folder``; what it drew once it keeps."""
    parts = {
        page: title
        for title, pages in parts_of(project.root)
        for page in pages
        if len(pages) > 1  # else the part is the page
    }
    weights = attention_weights(project.root)
    site = str(project.config.site_name)
    code = Path(__file__).read_text(encoding="utf-8")
    for page in project.pages:
        text = (project.docs / page).read_text(encoding="utf-8")
        about = get_data(text)[1]
        title, description = about.get("title", page), about.get("description", "")
        shows = (site, parts.get(page, ""), title, description, weights)
        name = hashlib.sha256(f"{code} {shows}".encode()).hexdigest()[:16]
        kept = project.cache / "cards" / f"{name}.png"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            drawn(*shows).save(kept)
        path = folder / f"{url(page).strip('/') or 'index'}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(kept, path)


def attention_weights(root: Path) -> list[list[float]]:
    """The running example's weights, as its figure was checked to show them."""
    path = root / WEIGHTS
    if not path.exists():
        return []
    figure = json.loads(path.read_text(encoding="utf-8"))
    texts = figure["axes"][0]["texts"]  # one a cell, from left to right, from the top
    width = len(figure["axes"][0]["xticks"])
    values = [float(text["text"]) for text in texts]
    return [values[start : start + width] for start in range(0, len(values), width)]


def drawn(
    site: str, part: str, title: str, description: str, weights: list[list[float]]
) -> Image.Image:
    """One card."""
    card = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(card)
    _draw_weights(pen, weights)
    top = EDGE
    if part and part != title:
        pen.text((EDGE, top), part, font=font("DejaVuSans", 26), fill=QUIET)
        top += 58
    size, lines = fitted(title.replace("d_k", "dₖ"))
    for line in lines:
        pen.text((EDGE, top), line, font=font("DejaVuSans-Bold", size), fill=INK)
        top += round(size * 1.22)
    top += 22
    small = font("DejaVuSans", 25)
    room = (SIZE[1] - EDGE - 64 - top) // 38
    for line in shortened(wrapped(description, small, TEXT_WIDTH), room):
        pen.text((EDGE, top), line, font=small, fill=QUIET)
        top += 38
    foot = SIZE[1] - EDGE - 24
    pen.line((EDGE, foot - 26, EDGE + TEXT_WIDTH, foot - 26), fill=LINE, width=2)
    pen.text((EDGE, foot - 6), site, font=font("DejaVuSans-Bold", 26), fill=INK)
    return card.quantize(64)


def _draw_weights(pen: ImageDraw.ImageDraw, weights: list[list[float]]) -> None:
    """The matrix at the right, its lowest weight nearly white, its highest full."""
    values = [value for row in weights for value in row]
    if not values:
        return
    low, high = min(values), max(values)
    full = ImageColor.getrgb(WEIGHT)
    step = CELL + GAP
    left = SIZE[0] - EDGE - step * len(weights[0]) + GAP
    top = (SIZE[1] - step * len(weights) + GAP) // 2
    for row, line in enumerate(weights):
        for column, value in enumerate(line):
            share = 0.08 + 0.92 * (value - low) / ((high - low) or 1)
            colour = tuple(round(255 + share * (channel - 255)) for channel in full[:3])
            x, y = left + column * step, top + row * step
            box = (x, y, x + CELL, y + CELL)
            pen.rounded_rectangle(box, radius=8, fill=colour)


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """One of the fonts that matplotlib brings, which the figures are set in too."""
    found = find_spec("matplotlib")
    folder = Path(str(found and found.origin)).parent / "mpl-data" / "fonts" / "ttf"
    return ImageFont.truetype(str(folder / f"{name}.ttf"), size)


def fitted(title: str) -> tuple[int, list[str]]:
    """The largest size at which a title takes three lines at most, and its lines."""
    size = 64
    while True:
        lines = wrapped(title, font("DejaVuSans-Bold", size), TEXT_WIDTH)
        if size <= 32 or len(lines) <= (2 if size > 48 else 3):
            return size, lines
        size -= 4


def wrapped(text: str, face: ImageFont.FreeTypeFont, width: int) -> list[str]:
    """The text in lines that are not wider than ``width``, unless a word is."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and face.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def shortened(lines: list[str], most: int) -> list[str]:
    if len(lines) <= most:
        return lines
    kept = lines[:most]
    return [*kept[:-1], kept[-1].rstrip(".,;: ") + " …"] if kept else []
