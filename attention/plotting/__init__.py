"""Figures in the site's colours.

Needs matplotlib: `pip install "attention-verified[plot]"`. No other part of the
package imports it.
"""

try:
    import matplotlib  # noqa: F401 (asked for here, so that one error serves all)
except ImportError as error:
    raise ImportError(
        "attention.plotting needs matplotlib, which is not installed. "
        'Install it with: pip install "attention-verified[plot]"'
    ) from error

from attention.plotting.colours import COLOURS
from attention.plotting.heatmaps import heatmap
from attention.plotting.lines import curves
from attention.plotting.models import draw_models
from attention.plotting.pieces import cuts
from attention.plotting.vectors import arrows

__all__ = [
    "heatmap",
    "arrows",
    "curves",
    "cuts",
    "draw_models",
    "COLOURS",
]
