"""What is behind the general sentences of docs/modern/latent.md."""

import torch
from torch import Tensor
from torch.testing import assert_close

from attention import LatentAttention, rotate, scaled_dot_product_attention
from tests.facts.draw import draw
from tests.facts.says import says


def test_formulas_with_the_matrices_of_a_layer() -> None:
    says(
        "modern/latent",
        r"\[ c = x\,W_\text{latent} \qquad k_h = c\,W_{\text{key},h} \qquad v_h = c\,W_{\text{value},h} \]",
        r"\[ q_h \cdot (c\,W_{\text{key},h}) = (q_h\,W_{\text{key},h}^\top) \cdot c \]",
        r"\[ \sum_t a_t\,(c_t\,W_{\text{value},h}) = \Big(\sum_t a_t\,c_t\Big)\,W_{\text{value},h} \]",
        "The last line shows the price: the rank of all keys and values together is at most the width of the latent vectors, 4, while six tokens could have a rank of 6.",
        "The last two lines show a mistake to avoid: if you multiply over the features of all heads at once, you get the sum of their scores.",
    )
    layer = LatentAttention(9, 7, 9, 0.0, 3, head_dim=4, latent_dim=5, rotary_dim=2)
    layer, x, given = layer.double(), draw(0, 6, 9), []

    def attend(*arguments: Tensor) -> tuple[Tensor, Tensor]:
        given.extend(arguments[:3])
        return scaled_dot_product_attention(*arguments[:3])

    layer.attend = attend
    layer(x)
    queries, keys, values = (part[..., :4] for part in given)  # nothing rotated
    c, a = x @ layer.W_latent.weight.T, draw(2, 6).softmax(0)
    together, restored = (
        torch.cat([*part], dim=-1) for part in (queries, torch.cat([keys, values]))
    )
    assert torch.linalg.matrix_rank(restored) == 5
    at_once = together @ layer.W_key.weight @ c.T
    assert_close(at_once, (queries @ keys.mT).sum(dim=0))
    W_keys = layer.W_key.weight.T.split(4, dim=-1)
    W_values = layer.W_value.weight.T.split(4, dim=-1)
    for h, (W_key_h, W_value_h) in enumerate(zip(W_keys, W_values, strict=True)):
        assert_close(keys[h], c @ W_key_h)
        assert_close(values[h], c @ W_value_h)
        for q_h in queries[h]:
            there = torch.stack([(q_h @ W_key_h.T) @ c_t for c_t in c])
            assert_close(there, torch.stack([q_h @ (c_t @ W_key_h) for c_t in c]))
        contexts = sum(a[t] * (c[t] @ W_value_h) for t in range(6))
        assert_close(contexts, sum(a[t] * c[t] for t in range(6)) @ W_value_h)


def test_a_rotated_key_has_no_absorbed_query_for_all_positions() -> None:
    """The scores of equal latents differ with the position; unrotated they do not."""
    says("modern/latent", "So one absorbed query no longer serves all keys.")
    positions = torch.arange(5)
    for width in (2, 4, 8):
        query, W_key = draw(0, 1, width), draw(1, 3, width)
        latents = draw(2, 1, 3).expand(5, 3)  # at every position the same
        keys = rotate(latents @ W_key, positions)
        scores = rotate(query, torch.tensor([4])) @ keys.T
        absorbed = rotate(query.expand(5, -1), 4 - positions) @ W_key.T
        assert_close((absorbed * latents).sum(-1), scores[0])
        for different in (scores[0], *absorbed.T):
            assert different.sort().values.diff().min() > 1e-6
