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
