"""A head in the plane: eight words, each with a query, a key and a value of width 2.

    from attention.examples import plane_keys, plane_queries, plane_tokens, plane_values

The numbers were chosen by hand, so that attention visibly chooses and every vector can
be drawn. In a model they are computed from the words by trained weights.

In queries and keys, the first feature means a person and the second a thing. In values,
the first means on water (positive) or on land (negative), the second means a person
(positive) or a thing (negative). Row i of each matrix belongs to word i.
"""

import torch
from jaxtyping import Float32
from torch import Tensor

plane_tokens: tuple[str, ...] = (
    *("ada", "sold", "the", "boat"),
    *("but", "she", "misses", "it"),
)
"""The words of "Ada sold the boat but she misses it"."""

_ROWS = torch.tensor(
    [  # query, key, value
        [[-1.0, -1.0], [3.0, -1.0], [1.0, 4.0]],  # ada
        [[2.0, 2.0], [-1.0, -1.0], [-1.0, 1.0]],  # sold
        [[0.0, 1.0], [0.0, -1.0], [0.0, 0.0]],  # the
        [[-1.0, -1.0], [-1.0, 3.0], [4.0, -2.0]],  # boat
        [[0.0, 0.0], [-1.0, 0.0], [0.0, 0.0]],  # but
        [[2.0, 0.0], [1.0, 0.0], [0.0, 1.0]],  # she
        [[2.0, 2.0], [-1.0, -1.0], [-1.0, 1.0]],  # misses
        [[0.0, 2.0], [0.0, 1.0], [0.0, -1.0]],  # it
    ]
)

plane_queries: Float32[Tensor, "num_tokens=8 d_k=2"] = _ROWS[:, 0].clone()
"""The query of each word."""

plane_keys: Float32[Tensor, "num_tokens=8 d_k=2"] = _ROWS[:, 1].clone()
"""The key of each word."""

plane_values: Float32[Tensor, "num_tokens=8 d_v=2"] = _ROWS[:, 2].clone()
"""The value of each word."""
