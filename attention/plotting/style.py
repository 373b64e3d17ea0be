"""What all figures share: one colour for each quantity, a width, an ink."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "query": "#0077BB",
        "key": "#EE7733",
        "value": "#009988",
        "score": "#33BBEE",
        "weight": "#EE3377",
        "context": "#9678FF",
    }
)
"""One colour for each quantity, the same in figures, formulas and tables.

Paul Tol's vibrant scheme, and a violet that stays apart from it.
"""

WIDTH: Final = 4.2  # inches: type of 11 points stays legible at phone width

# Dark ink on a cell. Plain black, matplotlib's default, is what a page may replace
# by its own foreground: right beside the cells, wrong upon them.
INK: Final = "#010101"
