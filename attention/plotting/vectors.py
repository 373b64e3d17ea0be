"""Vectors of two features as arrows from one origin, each with its name."""

import math
from collections.abc import Sequence

import matplotlib as mpl
import torch
from jaxtyping import Num
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
from torch import Tensor

from attention.checks import check_shape
from attention.plotting.colours import COLOURS, WIDTH

# Arrows are told apart by their names and by their strokes; colour comes third.
STROKES = ("-", "--", "-.", ":")
BESIDE = math.radians(25)  # nearer than this, two names would collide


def arrows(
    vectors: Num[Tensor, "num_vectors 2"],
    *,
    labels: Sequence[str],
    colours: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw vectors of two features as arrows from one origin, each with its name.

    Both features have the same scale, so that angles and lengths are true. Solid,
    dashed, dash-dotted and dotted lines follow one another.

    Args:
        vectors: One finite vector in each row.
        labels: One name for each vector, written at its tip.
        colours: One name in COLOURS for each vector; by default the text's colour.
        ax: Where to draw; by default a new figure, 4.2 inches wide.

    Returns:
        The Axes that it drew on.

    Raises:
        ValueError: If vectors do not have two features, or there is not one label for
            each of them.
    """
    must = "be one for each label, shape"
    sizes = {"num_vectors": len(labels), "num_features": 2}
    check_shape("vectors", vectors, "num_vectors num_features", must=must, **sizes)
    tips = vectors.detach().cpu().to(torch.float64).tolist()
    reach = max(math.hypot(*tip) for tip in tips) or 1.0
    across, up = _limits(tips, 0.2 * reach)
    if ax is None:
        tall = WIDTH * (up[1] - up[0]) / (across[1] - across[0])
        size = (WIDTH, min(max(tall, 1.6), 4.6))
        _, ax = plt.subplots(figsize=size, layout="constrained")
    _frame(ax, across, up)

    for number, tip in enumerate(tips):
        colour = COLOURS[colours[number]] if colours else mpl.rcParams["text.color"]
        stroke = STROKES[number % len(STROKES)]
        # On a zero vector there is no direction, and no head: only its name.
        ax.plot(
            [0, tip[0]],
            [0, tip[1]],
            stroke,
            color=colour,
            linewidth=2,
            marker=_head(tip) if any(tip) else None,
            markevery=[1],  # at the tip
            markersize=18,
            markeredgewidth=2,
            fillstyle="none",
        )
        _name(ax, labels[number], tip, _side(number, tips))
    return ax


def _limits(
    tips: list[list[float]], margin: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the range of each feature: the arrows and their origin, and some room."""
    across, up = zip([0.0, 0.0], *tips, strict=True)
    return (
        (min(across) - margin, max(across) + margin),
        (min(up) - margin, max(up) + margin),
    )


def _frame(ax: Axes, across: tuple[float, float], up: tuple[float, float]) -> None:
    """Give both features one scale, and draw a grey line where the other is zero."""
    ax.axhline(0, color="#808080", linewidth=0.8, zorder=0)
    ax.axvline(0, color="#808080", linewidth=0.8, zorder=0)
    ax.set(xlim=across, ylim=up, aspect="equal")
    ax.set_frame_on(False)
    ax.tick_params(length=0, labelsize=11)
    ax.xaxis.label.set_fontsize(12)
    ax.yaxis.label.set_fontsize(12)


def _head(tip: Sequence[float]) -> MarkerStyle:
    """Return two barbs that meet at the tip, of one size on paper at any scale."""
    barbs = Path([(-1.0, 0.45), (0.0, 0.0), (-1.0, -0.45)])
    return MarkerStyle(barbs).rotated(rad=math.atan2(tip[1], tip[0]))


def _side(number: int, tips: list[list[float]]) -> int:
    """Return where a name has room: 0 ahead of its tip, 1 to its left, -1 to its right.

    Ahead, unless another arrow points nearly the same way: then on the side that the
    other leaves free. To the right where a grey line would run through the name.
    """
    own = math.atan2(tips[number][1], tips[number][0])
    for other, tip in enumerate(tips):
        turn = math.remainder(math.atan2(tip[1], tip[0]) - own, math.tau)
        if other != number and abs(turn) < BESIDE:
            return -1 if (turn, other) > (0, number) else 1
    on_a_line = abs(math.remainder(own, math.pi / 2)) < math.radians(8)
    return -1 if on_a_line else 0


def _name(ax: Axes, label: str, tip: Sequence[float], side: int) -> None:
    angle = math.atan2(tip[1], tip[0]) + side * math.radians(75)
    across, up = math.cos(angle), math.sin(angle)
    ax.annotate(
        label,
        xy=(tip[0], tip[1]),
        xytext=(6 * across, 6 * up),  # points, whatever the scale
        textcoords="offset points",
        ha="left" if across > 0.3 else "right" if across < -0.3 else "center",
        va="bottom" if up > 0.3 else "top" if up < -0.3 else "center",
        fontsize=11,
    )
