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

from attention.plotting.arrows import arrows
from attention.plotting.curves import curves
from attention.plotting.cuts import cuts
from attention.plotting.heatmap import heatmap
from attention.plotting.style import COLOURS

__all__ = ["COLOURS", "arrows", "curves", "cuts", "heatmap"]
