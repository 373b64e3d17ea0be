"""A text cut into pieces: each piece in a box, one line for each way of cutting."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from attention.plotting.colours import WIDTH

WIDEST = 40  # characters: more would not fit at 11 points
LETTER = {"family": "monospace", "fontsize": 11, "ha": "center", "va": "center"}


def cuts(rows: Mapping[str, Sequence[str | None]], *, ax: Axes | None = None) -> Axes:
    """Draw a text cut into pieces, one line for each way of cutting.

    A box is as wide as its piece is long, and spaces are drawn as ␣.

    Args:
        rows: The pieces of each line, under the title to write above it. None leaves a
            gap one character wide, for what belongs to no piece.
        ax: Where to draw; by default a new figure, 4.2 inches wide.

    Returns:
        The Axes that it drew on.

    Raises:
        ValueError: If a line has more than 40 characters, which would not fit.
    """
    for title, pieces in rows.items():
        if _width(pieces) > WIDEST:
            raise ValueError(
                f"rows must be at most {WIDEST} characters wide. "
                f"Got {_width(pieces)} in {title!r}."
            )
    if ax is None:
        size = (WIDTH, 0.75 * len(rows) + 0.1)
        _, ax = plt.subplots(figsize=size, layout="constrained")

    for line, (title, pieces) in enumerate(rows.items()):
        bottom = -2.0 * line
        ax.text(0, bottom + 1.1, title, ha="left", va="bottom", fontsize=11)
        start = 0
        for piece in pieces:
            if piece is not None:
                box = Rectangle((start + 0.06, bottom), len(piece) - 0.12, 1)
                box.set(fill=False, edgecolor=mpl.rcParams["text.color"])
                ax.add_patch(box)
                for place, letter in enumerate(piece.replace(" ", "␣"), start):
                    ax.text(place + 0.5, bottom + 0.45, letter, **LETTER)
            start += len(piece or " ")
    ax.set_xlim(0, max(map(_width, rows.values())))
    ax.set_ylim(2.0 - 2.0 * len(rows) - 0.1, 1.9)
    ax.set_axis_off()
    return ax


def _width(pieces: Sequence[str | None]) -> int:
    return sum(len(piece or " ") for piece in pieces)
