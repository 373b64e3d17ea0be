"""Lines over a shared axis, told apart by colour and by line style."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
import torch
from jaxtyping import Float64, Num
from matplotlib import pyplot as plt
from matplotlib import ticker
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from torch import Tensor

from attention.plotting.colours import COLOURS, WIDTH

# Lines that show none of the site's quantities: the foreground first, then hues that
# none of them has. Each has a contrast of 3:1 on a white and on a dark page.
NEUTRAL = (None, "#CC3311", "#997700", "#888888", "#A0522D", "#5F7F3F")
STYLES = (
    "solid",
    (0, (5, 2)),  # a dash of 5, a gap of 2, in units of the line's width
    (0, (1, 1.5)),
    (0, (6, 2, 1, 2)),
    (0, (9, 2)),
    (0, (4, 1.5, 1, 1.5, 1, 1.5)),
)
MARKERS = "osD^vP"
FEW = 16  # points; up to here each is marked, since between them nothing was computed


def curves(
    x: Num[Tensor, " num_points"],
    ys: Mapping[str, Num[Tensor, " num_points"]],
    *,
    xlabel: str,
    ylabel: str,
    colours: Sequence[str | None] | None = None,
    ax: Axes | None = None,
    logx: bool = False,
    logy: bool = False,
) -> Axes:
    """Draw lines over a shared axis, told apart by colour and by line style.

    A point that is nan or infinite leaves a gap.

    Args:
        x: The points, at least two.
        ys: One to six lines, under the names for the legend.
        xlabel: Title of the axis of x.
        ylabel: Title of the axis of ys.
        colours: For each line a name in COLOURS, or None for a neutral colour; by
            default all are neutral, the first in the page's foreground.
        ax: Where to draw; by default a new figure, 4.2 inches wide.
        logx: Whether the axis of x is logarithmic.
        logy: Whether the axis of ys is logarithmic.

    Returns:
        The Axes that it drew on.

    Raises:
        ValueError: If there are no lines or more than six, or if a logarithmic axis has
            a value that is not positive, which matplotlib would leave out.
    """
    if not 1 <= len(ys) <= len(STYLES):
        raise ValueError(f"ys must hold 1 to {len(STYLES)} lines. Got {len(ys)}.")
    for name, tensor in [("x", x)] * logx + [("ys", y) for y in ys.values()] * logy:
        if (tensor <= 0).any():
            least = f"Got {tensor.min():g}."
            raise ValueError(f"{name} must be positive on a logarithmic axis. {least}")
    if ax is None:
        _, ax = plt.subplots(figsize=(WIDTH, 3.2), layout="constrained")

    points = _numbers(x).tolist()
    neutral = iter(NEUTRAL)
    for number, (label, y) in enumerate(ys.items()):
        name = colours[number] if colours else None
        colour = next(neutral) if name is None else COLOURS[name]
        colour = colour or mpl.rcParams["text.color"]
        (line,) = ax.plot(points, _numbers(y).tolist(), color=colour, label=label)
        line.set(linestyle=STYLES[number], linewidth=2)
        if len(points) <= FEW:
            line.set(marker=MARKERS[number], markersize=5)

    ax.set_xlabel(xlabel, fontsize=12)
    ax.set_ylabel(ylabel, fontsize=12)
    if logx:
        ax.set_xscale("log")
        _plain_ticks(ax.xaxis)
    elif not x.is_floating_point():
        ax.xaxis.set_major_locator(ticker.MaxNLocator(nbins="auto", integer=True))
    if logy:
        ax.set_yscale("log")
        _plain_ticks(ax.yaxis)
    ax.tick_params(labelsize=11)
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(color="#808080", alpha=0.25, linewidth=0.8)

    width = ax.get_window_extent().width / ax.figure.dpi  # inches
    entry = 0.65 + 0.09 * max(len(label) for label in ys)  # inches, handle and name
    columns = min(len(ys), max(1, int(width / entry)))
    ax.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1),  # above the axes: it never covers a line
        ncols=columns,
        frameon=False,
        fontsize=11,
        handlelength=2.8,
        columnspacing=1.2,
        borderaxespad=0.2,
    )
    return ax


def _plain_ticks(axis: Axis) -> None:
    """Label a short logarithmic axis with 1, 2, 5, 10, 20, …, not powers alone."""
    low, high = axis.get_view_interval()
    axis.set_minor_formatter(ticker.NullFormatter())
    if high <= 200 * low:
        axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(ticker.StrMethodFormatter("{x:g}"))


def _numbers(tensor: Num[Tensor, "*shape"]) -> Float64[Tensor, "*shape"]:
    """Convert to float64 on the CPU, and what is not finite to nan: it is not drawn."""
    numbers = tensor.detach().cpu().to(torch.float64)
    return torch.where(numbers.isfinite(), numbers, torch.nan)
