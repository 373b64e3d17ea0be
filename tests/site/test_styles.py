"""The site's own styles: told apart in both schemes, by all readers."""

import itertools
import math
import re
from pathlib import Path

import pytest

from publish.execute.plots import STYLE
from publish.markdown.mathematics import CONCEPTS

ASSETS = Path(__file__).parents[2] / "docs" / "assets"
STYLES = (ASSETS / "site.css").read_text(encoding="utf-8")
SCHEMES = ("default", "slate")

# Machado, Oliveira, Fernandes 2009: how full deficiencies see linear RGB.
VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def variables(scheme: str) -> dict[str, str]:
    """The colours that the style sheet sets for one scheme."""
    name = {"default": "", "slate": '="slate"'}[scheme]
    (block,) = re.findall(
        rf"\[data-md-color-scheme{name}\] \{{(.*?)\}}", STYLES, re.DOTALL
    )
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def linear(colour: str) -> tuple[float, ...]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts
    )


def oklab(colour: str, vision: str) -> tuple[float, ...]:
    """Perceived colour (Ottosson 2020), as that vision sees it."""
    seen = [
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear(colour), strict=True))))
        for row in VISION[vision]
    ]
    cones = (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
    l, m, s = (  # noqa: E741
        math.cbrt(sum(a * b for a, b in zip(row, seen, strict=True))) for row in cones
    )
    return (
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    )


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_concepts_stay_apart_in_every_vision(scheme: str, vision: str) -> None:
    colours = variables(scheme)
    close = {
        (one, other): math.dist(
            oklab(colours[one], vision), oklab(colours[other], vision)
        )
        for one, other in itertools.combinations(CONCEPTS, 2)
    }
    # 0.02 is a difference that is just seen.
    assert min(close.values()) >= 0.06, min(close, key=lambda pair: close[pair])


def test_concepts_are_told_apart_by_more_than_colour() -> None:
    lines = {
        name: re.findall(rf"^\.{name} \{{[^}}]*text-decoration: ([^;]+);", STYLES, re.M)
        for name in CONCEPTS
    }
    assert all(len(line) == 1 for line in lines.values())
    styles = [re.sub(r" [\d.]+px$", "", line) for (line,) in lines.values()]
    assert len(set(styles)) == len(CONCEPTS)


def test_every_drawing_has_the_colours_of_the_scheme(site_folder: Path) -> None:
    drawings = list((site_folder / "figures").rglob("*.svg"))
    for drawing in drawings:
        text = drawing.read_text(encoding="utf-8")
        assert STYLE in text, drawing
        assert "currentColor" in text, drawing
    assert drawings
