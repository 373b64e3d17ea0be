"""A matrix as a grid of labelled cells with their values printed in them."""

from collections.abc import Sequence
from itertools import product
from typing import cast

import matplotlib as mpl
import torch
from jaxtyping import Bool, Shaped
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.transforms import Bbox
from torch import Tensor

from attention.checks import check_shape
from attention.plotting.colours import COLOURS, INK, WIDTH

GREY = "#4A5568"  # of a matrix that is none of the quantities in COLOURS


def heatmap(
    values: Shaped[Tensor, "num_rows num_columns"],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    colour: str | None = "weight",
    outline: Bool[Tensor, "num_rows num_columns"] | None = None,
    decimals: int | None = 2,
    ax: Axes | None = None,
) -> Axes:
    """Draw a matrix as a grid of labelled cells with their values printed in them.

    A cell that is nan or infinite keeps its number and has no fill.

    Args:
        values: The matrix; row 0 is on top.
        rows: One label for each row, empty where there is none.
        columns: One label for each column, likewise.
        colour: A name in COLOURS; cells run from near white to it, from 0 to 1 for
            weights and from the lowest value to the highest for other quantities. None
            for what is none of these quantities: the cells are grey.
        outline: The cells to frame; none by default.
        decimals: Digits printed after the point; 2 by default. None for a matrix too
            large for numbers: none are printed, and the cells shrink to fit.
        ax: Where to draw; by default a new figure, 4.2 inches wide. A bar below the
            cells says what their shades mean, except where ax is given and the numbers
            are printed.

    Returns:
        The Axes that it drew on.

    Raises:
        ValueError: If there is not one label for each row and each column.
        RuntimeError: If no value is finite.
    """
    sizes = {"num_rows": len(rows), "num_columns": len(columns)}
    must = "have one row and one column for each label, shape"
    check_shape("values", values, "num_rows num_columns", must=must, **sizes)
    num_rows, num_columns = values.shape
    cells = values.detach().cpu().to(torch.float64)
    finite = cells.isfinite()
    low, high = cells[finite].min().item(), cells[finite].max().item()
    if colour == "weight":
        low, high = min(low, 0.0), max(high, 1.0)  # the same shade in all figures

    needs_scale = ax is None or decimals is None
    if ax is None:
        cell = 0.55 if decimals is not None else 3.4 / num_columns  # inches
        size = (WIDTH, num_rows * cell + 1.1)
        _, ax = plt.subplots(figsize=size, layout="constrained")

    full = COLOURS[colour] if colour is not None else GREY
    tint = [0.92 + 0.08 * channel for channel in to_rgb(full)]
    ramp = LinearSegmentedColormap.from_list(full, [tint, full])
    shown = torch.where(finite, cells, torch.nan).tolist()  # nan is drawn as nothing
    # It stays vectors in an SVG, where imshow would embed a bitmap.
    mesh = ax.pcolormesh(shown, cmap=ramp, vmin=low, vmax=high, linewidth=0.2)
    mesh.set_edgecolor("face")  # no hairlines between cells
    if decimals is not None:
        mesh.set(edgecolor="white", linewidth=1.5)

    for row, column in product(range(num_rows), range(num_columns)):
        if decimals is not None:
            value = cells[row, column].item()
            text = ax.text(column + 0.5, row + 0.5, f"{value:.{decimals}f}")
            text.set(ha="center", va="center", fontsize=11)
            if finite[row, column]:  # else the page's ground shows through
                share = (value - low) / (high - low) if high > low else 0.0
                text.set_color(_readable_on(ramp(share)))
        if outline is not None and outline[row, column]:
            frame = Rectangle((column + 0.07, row + 0.07), 0.86, 0.86, fill=False)
            edge = INK if finite[row, column] else mpl.rcParams["text.color"]
            frame.set(edgecolor=edge, linewidth=2)
            ax.add_patch(frame)

    ax.set_xticks([column + 0.5 for column in range(num_columns)], columns)
    ax.set_yticks([row + 0.5 for row in range(num_rows)], rows)
    ax.tick_params(length=0, labelsize=11)
    ax.xaxis.set_label_position("top")
    ax.xaxis.label.set_fontsize(12)
    ax.yaxis.label.set_fontsize(12)
    ax.xaxis.tick_top()
    if decimals is not None:  # else labels are few, with room beside them
        slanted = {"rotation": 40, "ha": "left", "rotation_mode": "anchor"}
        plt.setp(ax.get_xticklabels(), **slanted)
    ax.set(frame_on=False, aspect="equal")
    ax.invert_yaxis()  # row 0 on top, as torch prints it
    if needs_scale:
        _add_scale(ax, ramp, low, high)
    return ax


def _add_scale(
    ax: Axes, ramp: LinearSegmentedColormap, low: float, high: float
) -> None:
    """Add a bar below the cells, with the values of the palest and the fullest."""
    bar = ax.inset_axes((0.0, 0.0, 1.0, 1.0))

    def below(_bar: object, _renderer: object) -> Bbox:
        cells = ax.get_position()
        wide, tall = cast("Figure", ax.get_figure(root=True)).get_size_inches()
        bottom = cells.y0 - 0.22 / tall
        return Bbox.from_bounds(cells.x0, bottom, 0.7 / wide, 0.1 / tall)

    bar.set_axes_locator(below)
    shades = [[step / 15 for step in range(16)]]  # few: each is a path in an SVG
    bar.pcolormesh(shades, cmap=ramp, edgecolors="face", linewidth=0.2)
    for place, value, side in ((-0.6, low, "right"), (16.6, high, "left")):
        text = bar.text(place, 0.5, f"{value:.3g}".replace("-", "\N{MINUS SIGN}"))
        text.set(ha=side, va="center_baseline", fontsize=11)
    bar.axis("off")


def _readable_on(ground: Sequence[float]) -> str:
    """Return dark ink or white, whichever has more contrast (ratio of WCAG 2)."""
    linear = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in ground[:3]
    )
    parts = zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    luminance = sum(share * channel for share, channel in parts)
    return INK if luminance + 0.05 >= (0.05 * 1.05) ** 0.5 else "white"
