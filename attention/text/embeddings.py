"""Embeddings: a table with one row for each id, and what looking up means.

    x_t = onehot(id_t) E

where E is the table, shape (num_ids, num_features), and onehot(id) is a row of
zeros with a single one at place id. The product picks row id out of E. Nobody
computes it that way, since `table[ids]` reads the row at once; but because it is
a product, an embedding is a linear layer, and its gradient is known: it reaches
the rows that were looked up, and no other.
"""

from collections.abc import Mapping, Sequence

import torch
import torch.nn.functional as F


def embedding_table(
    vocabulary: Mapping[str, int], words: Sequence[str], vectors: torch.Tensor
) -> torch.Tensor:
    """Put each word's vector in the row of its id; rows without a word are zero.

    vocabulary: ids from 0 up, one for each token
    words:      words of the vocabulary
    vectors:    (num_words, num_features), row i for words[i]
    returns:    (num_ids, num_features), dtype and device of vectors

    Raises KeyError for a word that is not in the vocabulary, and ValueError if
    a word comes twice, or if there is not one vector for each word.
    """
    if len(set(words)) < len(words):
        raise ValueError(f"words must be different. Got {list(words)}.")
    for word in words:
        if word not in vocabulary:
            raise KeyError(f"words must be in the vocabulary. Got {word!r}.")
    if vectors.dim() != 2 or vectors.shape[0] != len(words):
        raise ValueError(
            f"vectors must have one row for each word, shape "
            f"(num_words={len(words)}, num_features). "
            f"Got {tuple(vectors.shape)}."
        )
    table = vectors.new_zeros(len(vocabulary), vectors.shape[1])
    table[[vocabulary[word] for word in words]] = vectors
    return table


def look_up(ids: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    """Rows of the table, by a matrix product: `nn.Embedding` spelled out.

    ids:     (...), integers from 0 to num_ids - 1
    table:   (num_ids, num_features), floating point and finite, with a row
    returns: (..., num_features), dtype of the table

    Raises ValueError for ids that are not integers or have no row, and for a
    table that is not a matrix of finite floating-point numbers: in a product, 0 * nan
    is nan, so that one such number would be felt by every id.
    """
    if table.dim() != 2:
        raise ValueError(
            f"table must have shape (num_ids, num_features). Got {tuple(table.shape)}."
        )
    if table.shape[0] == 0:
        raise ValueError(f"table must have a row. Got {tuple(table.shape)}.")
    if not table.is_floating_point():
        raise ValueError(f"table must be floating point. Got {table.dtype}.")
    if ids.is_floating_point() or ids.is_complex() or ids.dtype == torch.bool:
        raise ValueError(f"ids must be integers. Got {ids.dtype}.")
    ids = ids.long()  # in a narrow type, row 300 would be row 44
    num_ids = table.shape[0]
    # A compiler follows shapes, not values: it cannot look into ids.
    if not torch.compiler.is_compiling():
        if not table.isfinite().all():
            raise ValueError("table must be finite. Got nan or infinity.")
        outside = ids[(ids < 0) | (ids >= num_ids)]
        if outside.numel():
            raise ValueError(
                f"ids must be rows of the table, 0 to {num_ids - 1}. Got {outside[0]}."
            )
    rows = F.one_hot(ids, num_ids).to(table.dtype)  # (..., num_ids)
    return rows @ table  # (..., num_features)
