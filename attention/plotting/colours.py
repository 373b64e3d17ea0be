"""What all figures share: one colour for each quantity, a width, an ink."""

from collections.abc import Mapping
from typing import Final

COLOURS: Final[Mapping[str, str]] = {
    "query": "#0077BB",
    "key": "#EE7733",
    "value": "#009988",
    "score": "#33BBEE",
    "weight": "#EE3377",
    "context": "#9678FF",
}
"""One colour for each quantity, the same in figures, formulas and tables.

Paul Tol's vibrant scheme, and a violet that differs from all of it.
"""

WIDTH: Final = 4.2  # inches: 11-point type is legible at the width of a phone

# Dark ink on a cell. A page replaces plain black, matplotlib's default, by its own
# foreground, which is right beside the cells but wrong on them.
INK: Final = "#010101"
