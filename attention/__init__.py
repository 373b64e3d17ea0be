"""Attention in PyTorch, written to be read: one concept a file.

The only dependency is torch. `heatmap` needs matplotlib, which is an extra:
`pip install "attention-verified[plot]"`; it is imported when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from attention.dot_product import attention_scores, attention_weights, context_vectors
from attention.example import inputs, sentence, tokens

if TYPE_CHECKING:
    from attention.plotting import COLOURS, heatmap

__all__ = [
    "COLOURS",
    "attention_scores",
    "attention_weights",
    "context_vectors",
    "heatmap",
    "inputs",
    "sentence",
    "tokens",
]

_made_on_demand = {
    "COLOURS": "attention.plotting",
    "heatmap": "attention.plotting",
}


def __getattr__(name: str) -> object:
    """Look up the names that are made on demand (PEP 562)."""
    if name in _made_on_demand:
        return getattr(import_module(_made_on_demand[name]), name)
    raise AttributeError(f"module 'attention' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
