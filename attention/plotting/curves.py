"""Lines over a shared axis, told apart by colour and by line style."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import (
    LogLocator,
    MaxNLocator,
    NullFormatter,
    StrMethodFormatter,
)

from attention.plotting.style import COLOURS, WIDTH

# Lines that stand for none of the site's quantities: the foreground first, then hues
# that none of them has. Each reaches 3:1 on a white and on a dark page.
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
LARGEST = 10.0**100  # where an axis is logarithmic; beyond, its margins may overflow
FEW = 16  # points; up to here each is marked, since between them nothing was computed


def curves(
    x: torch.Tensor,
    ys: Mapping[str, torch.Tensor],
    *,
    xlabel: str,
    ylabel: str,
    colours: Sequence[str | None] | None = None,
    ax: Axes | None = None,
    logx: bool = False,
    logy: bool = False,
) -> Axes:
    """Draw lines over a shared axis, told apart by colour and by line style.

    x:       (num_points,), any dtype, on any device
    ys:      one to six lines, (num_points,) each, under the names for the legend
    xlabel:  title of the axis of x
    ylabel:  title of the axis of ys
    colours: for each line a name in COLOURS, or None for a neutral colour; all
             neutral by default, the first in the page's foreground
    ax:      where to draw; by default a new figure, 4.2 inches wide
    logx:    logarithmic axis of x
    logy:    logarithmic axis of ys

    Returns the Axes that it drew on. A point that is nan or infinite leaves a gap.
    Raises ValueError for x that is not a vector of two points or more, no line or
    more than six, a line that does not fit x or holds no finite number, colours that
    do not fit the lines, or a logarithmic axis with a value that is not positive or
    is more than 1e100.
    """
    names = [None] * len(ys) if colours is None else list(colours)
    _check(x, ys, names, logx, logy)

    if ax is None:
        _, ax = plt.subplots(figsize=(WIDTH, 3.2), layout="constrained")

    points = _numbers(x).tolist()
    neutral = iter(NEUTRAL)
    for number, (label, y) in enumerate(ys.items()):
        name = names[number]
        colour = next(neutral) if name is None else COLOURS[name]
        ax.plot(
            points,
            _numbers(y).tolist(),
            label=label,
            color=colour or mpl.rcParams["text.color"],
            linestyle=STYLES[number],
            linewidth=2,
            marker=MARKERS[number] if len(points) <= FEW else None,
            markersize=5,
        )

    ax.set_xlabel(xlabel, fontsize=12)
    ax.set_ylabel(ylabel, fontsize=12)
    if logx:
        ax.set_xscale("log")
        _plain_ticks(ax.xaxis)
    elif not x.is_floating_point():
        ax.xaxis.set_major_locator(MaxNLocator(nbins="auto", integer=True))
    if logy:
        ax.set_yscale("log")
        _plain_ticks(ax.yaxis)
    ax.tick_params(labelsize=11)
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(color="#808080", alpha=0.25, linewidth=0.8)

    width = ax.get_window_extent().width / ax.figure.dpi  # inches
    entry = 0.65 + 0.09 * max(len(label) for label in ys)  # inches, handle and name
    ax.legend(
        loc="lower left",
        bbox_to_anchor=(0, 1),  # above the axes: it never covers a line
        ncols=min(len(ys), max(1, int(width / entry))),
        frameon=False,
        fontsize=11,
        handlelength=2.8,
        columnspacing=1.2,
        borderaxespad=0.2,
    )
    return ax


def _plain_ticks(axis: Axis) -> None:
    """On a short logarithmic axis 1, 2, 5, 10, 20, … instead of powers alone."""
    low, high = axis.get_view_interval()
    axis.set_minor_formatter(NullFormatter())
    if high <= 200 * low:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(StrMethodFormatter("{x:g}"))


def _numbers(tensor: torch.Tensor) -> torch.Tensor:
    """In float64 on the CPU, with nan, which is not drawn, for what is not finite."""
    numbers = tensor.detach().cpu().to(torch.float64)
    return torch.where(numbers.isfinite(), numbers, torch.nan)


def _check(
    x: torch.Tensor,
    ys: Mapping[str, torch.Tensor],
    names: Sequence[str | None],
    logx: bool,
    logy: bool,
) -> None:
    shape = tuple(x.shape)
    if x.dim() != 1 or len(x) < 2:
        raise ValueError(f"x must have shape (num_points,), at least 2. Got {shape}.")
    if not x.isfinite().all():
        raise ValueError("x must be finite. Got nan or infinity.")
    if not 1 <= len(ys) <= len(STYLES):
        raise ValueError(
            f"ys must hold 1 to {len(STYLES)} lines, so that each has a line style "
            f"of its own. Got {len(ys)}."
        )
    for label, y in ys.items():
        if tuple(y.shape) != shape:
            raise ValueError(
                f"ys must have one value for each x, shape {shape}. "
                f"Got {tuple(y.shape)} for {label!r}."
            )
        if not y.isfinite().any():
            raise ValueError(
                f"ys must each hold at least one finite number. Got none in {label!r}."
            )
        if logy:
            _check_logarithmic("ys", y, f" in {label!r}")
    if logx:
        _check_logarithmic("x", x, "")
    if len(names) != len(ys):
        raise ValueError(
            f"colours must have one name for each line, {len(ys)}. Got {len(names)}."
        )
    for name in names:
        if name is not None and name not in COLOURS:
            raise ValueError(
                f"colours must be None or of {', '.join(COLOURS)}. Got {name!r}."
            )


def _check_logarithmic(name: str, tensor: torch.Tensor, where: str) -> None:
    if (tensor <= 0).any():
        lowest = tensor[tensor <= 0].min()
        raise ValueError(
            f"{name} must be positive on a logarithmic axis. Got {lowest:g}{where}."
        )
    highest = tensor[tensor.isfinite()].max().item()
    if highest > LARGEST:
        raise ValueError(
            f"{name} must be at most {LARGEST:g} on a logarithmic axis. "
            f"Got {highest:g}{where}."
        )
