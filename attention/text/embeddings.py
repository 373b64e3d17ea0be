"""Embeddings: a table with one row for each id.

    x_t = onehot(id_t) E

where E is the table, shape (num_ids, num_features), and onehot(id) is a row of zeros
with a single one at index id. The product is row id of E. In practice, `table[ids]`
reads the row directly. But because a lookup is a product, an embedding is a linear
layer, and its gradient is zero in every row that was not looked up. (An optimiser may
move such a row too, by weight decay or momentum.)
"""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from attention.checks import check_shape


def embedding_table(
    vocabulary: Mapping[str, int],
    words: Sequence[str],
    vectors: Float[Tensor, "num_words num_features"],
) -> Float[Tensor, "num_ids num_features"]:
    """Put each word's vector in the row of its id; rows without a word are zero.

    Args:
        vocabulary: Ids from 0 up, one for each token.
        words: Different words of the vocabulary.
        vectors: Row i for words[i].

    Raises:
        ValueError: If a word comes twice, or if there is not one vector for each word.
        KeyError: If a word is not in the vocabulary.
    """
    if len(set(words)) < len(words):
        raise ValueError(f"words must be different. Got {list(words)}.")
    must = "have one row for each word, shape"
    check_shape("vectors", vectors, "num_words d", must=must, num_words=len(words))
    table = vectors.new_zeros(len(vocabulary), vectors.shape[1])
    table[[vocabulary[word] for word in words]] = vectors
    return table
