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
BARBS = Path([(-1.0, 0.45), (0.0, 0.0), (-1.0, -0.45)])  # of one size at any scale
NEAR = math.radians(25)  # nearer than this, two names would collide
ASIDE = math.radians(75)


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
    margin = 0.2 * (max(math.hypot(*tip) for tip in tips) or 1.0)
    across, up = zip([0.0, 0.0], *tips, strict=True)
    xlim = min(across) - margin, max(across) + margin
    ylim = min(up) - margin, max(up) + margin
    if ax is None:
        tall = WIDTH * (ylim[1] - ylim[0]) / (xlim[1] - xlim[0])
        size = (WIDTH, min(max(tall, 1.6), 4.6))
        _, ax = plt.subplots(figsize=size, layout="constrained")

    ax.axhline(0, color="#808080", linewidth=0.8, zorder=0)
    ax.axvline(0, color="#808080", linewidth=0.8, zorder=0)
    ax.set(xlim=xlim, ylim=ylim, aspect="equal", frame_on=False)
    ax.tick_params(length=0, labelsize=11)
    ax.xaxis.label.set_fontsize(12)
    ax.yaxis.label.set_fontsize(12)

    angles = [math.atan2(y, x) for x, y in tips]
    for number, ((x, y), angle) in enumerate(zip(tips, angles, strict=True)):
        colour = COLOURS[colours[number]] if colours else mpl.rcParams["text.color"]
        ax.plot(
            [0, x],
            [0, y],
            STROKES[number % len(STROKES)],
            color=colour,
            linewidth=2,
            # A zero vector has no direction, and no head: only its name.
            marker=MarkerStyle(BARBS).rotated(rad=angle) if x or y else None,
            markevery=[1],  # at the tip
            markersize=18,
            markeredgewidth=2,
            fillstyle="none",
        )
        direction = _beside(number, angles)
        right, high = math.cos(direction), math.sin(direction)
        ax.annotate(
            labels[number],
            xy=(x, y),
            xytext=(6 * right, 6 * high),  # points, whatever the scale
            textcoords="offset points",
            ha="left" if right > 0.3 else "right" if right < -0.3 else "center",
            va="bottom" if high > 0.3 else "top" if high < -0.3 else "center",
            fontsize=11,
        )
    return ax


def _beside(number: int, angles: list[float]) -> float:
    """Return the direction, seen from a tip, in which its name has room.

    Ahead, unless another arrow points nearly the same way: then on the side that the
    other leaves free. To the right where a grey line would run through the name.
    """
    own = angles[number]
    for other, angle in enumerate(angles):
        turn = math.remainder(angle - own, math.tau)
        if other != number and abs(turn) < NEAR:
            return own - ASIDE if (turn, other) > (0, number) else own + ASIDE
    on_a_line = abs(math.remainder(own, math.pi / 2)) < math.radians(8)
    return own - ASIDE if on_a_line else own
